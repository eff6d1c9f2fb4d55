/** What a file can say wrong about contacts: starts inside something, with the nearest free place, surfaces that cannot be, and meshes. */
import { describe, expect, test } from "vitest";
import { type Diagnostic, formatDiagnostic } from "../src/core/index.ts";
import { loadScenario, ScenarioRun } from "../src/scenario/index.ts";
import {
  ball,
  box,
  draws,
  flat,
  length,
  obstacle,
  plus,
  scenarioText,
  shape,
  slope,
  times,
} from "./support/contact-bodies.ts";
import { definitions, loadText, readerOver, scenarioOf, stateOf } from "./support/scenarios.ts";

const SURFACE = { mu: 0.3, e: 0.5 };
const RADIUS = 0.2;

function errors(text: string): Diagnostic[] {
  return [...loadText(text).diagnostics.filter(({ severity }) => severity === "error")];
}

interface Told {
  readonly depth_m: number;
  readonly what: string;
  readonly free_m: number[];
}

/** What is said of one overlap, its place in the file checked; and that the place told is accepted. */
function told(text: string, at: readonly number[]): Told {
  const found = errors(text);
  expect(found.map(({ code }) => code)).toEqual(["SCN063"]);
  const { message, hint, range } = found[0]!;
  const given = at.join(" ");
  const line = text.split("\n")[range!.line - 1]!;
  expect(line.slice(range!.column - 1).startsWith(given)).toBe(true);
  const words = /^\w+ starts ([\d.e-]+) m inside (.+), at north/.exec(message)!;
  const free = /^position_m="([^"]+)" is free/.exec(hint ?? "")![1]!;
  expect(errors(text.replace(`position_m="${given}"`, `position_m="${free}"`))).toEqual([]);
  return { depth_m: Number(words[1]), what: words[2]!, free_m: free.split(" ").map(Number) };
}

/** The hint is a millimetre clear of what was in the way, and rounded to millimetres. */
const NEAR_M = 2.5e-3;

describe("a vehicle that starts inside something is refused, with the depth and the nearest free place", () => {
  test("a ball in a box of any attitude: out through the nearest side, or away from the nearest edge or corner", () => {
    const draw = draws(9);
    const signed = (): number => 2 * draw() - 1;
    const half = [0.9, 0.6, 0.4];
    let inside = 0;
    for (let n = 0; n < 40; n++) {
      const q = turn([360 * draw(), 170 * draw() - 85, 360 * draw()]);
      // In the frame of the box, around its surface.
      const place = half.map((value) => 1.15 * value * signed());
      const out = place.map((value, k) => Math.sign(value) * Math.max(0, Math.abs(value) - half[k]!));
      const beyond = length(out);
      if (beyond >= RADIUS - 0.01) continue;
      const isInside = beyond === 0;
      if (isInside) inside++;
      const nearest = isInside
        ? Math.min(...place.map((value, k) => half[k]! - Math.abs(value))) + RADIUS
        : RADIUS - beyond;
      const at = plus([3, -2, 30], times(q.matrix, place)).map((value) => Number(value.toFixed(6)));
      const thing = obstacle(
        "box",
        `size_m="${half.map((value) => 2 * value).join(" ")}" position_m="3 -2 30" attitude_deg="${q.rpy_deg.join(" ")}"`,
        SURFACE,
      );
      const { depth_m, what, free_m } = told(
        scenarioText([ball({ mass_kg: 33, at }, SURFACE)], { duration_s: 1, inside: thing }),
        at,
      );
      expect(what).toBe("world/thing");
      // Told with three digits; micrometres of the place.
      expect(Math.abs(depth_m - nearest)).toBeLessThan(0.006 * nearest + 1e-5);
      const way = length(plus(free_m, at, -1));
      expect(way).toBeGreaterThan(nearest - 1e-3);
      expect(way).toBeLessThan(nearest + NEAR_M);
    }
    expect(inside).toBeGreaterThan(5);
  });

  test("in another vehicle, that one said of which is later in the file; two balls by the line of their centres", () => {
    const first = ball({ id: "a", mass_kg: 33, at: [0, 0, 10] }, SURFACE);
    const at = [0.1, -0.2, 10.05];
    const text = scenarioText([first, ball({ id: "b", mass_kg: 33, at }, SURFACE)], { duration_s: 1 });
    const { depth_m, what, free_m } = told(text, at);
    const apart = length([0.1, 0.2, 0.05]);
    expect(what).toBe("a");
    expect(Math.abs(depth_m - (0.4 - apart))).toBeLessThan(1e-3);
    const expected = plus([0, 0, 10], plus(at, [0, 0, 10], -1), 0.4 / apart);
    expect(length(plus(free_m, expected, -1))).toBeLessThan(NEAR_M);
  });

  test("in the flat bottom: as deep as the lowest corner, and up by that", () => {
    const at = [1, 2, 9.6];
    const [roll, pitch] = [25, 15];
    const [r, p] = [(roll * Math.PI) / 180, (pitch * Math.PI) / 180];
    // Down in N of the axes of B: −sin p, sin r cos p, cos r cos p.
    const deep = 0.5 * Math.sin(p) + 0.4 * Math.sin(r) * Math.cos(p) + 0.3 * Math.cos(r) * Math.cos(p);
    const crate = box({ size: [1, 0.8, 0.6], mass_kg: 480, at, attitude_deg: [roll, pitch, 70] }, SURFACE);
    const { depth_m, what, free_m } = told(scenarioText([crate], { duration_s: 1, inside: flat(10, SURFACE) }), at);
    expect(what).toBe("the bottom");
    expect(Math.abs(depth_m - (deep - 0.4))).toBeLessThan(1e-3);
    expect(length(plus(free_m, [1, 2, 10 - deep], -1))).toBeLessThan(NEAR_M);
  });

  test("in an obstacle that moves: where it is at the start", () => {
    const ferry = obstacle("box", 'size_m="2 2 2" times_s="0 10" positions_m="0 0 5 20 0 5"', SURFACE, "ferry");
    const at = [0.9, 0, 5];
    const { what, free_m } = told(
      scenarioText([ball({ mass_kg: 33, at }, SURFACE)], { duration_s: 1, inside: ferry }),
      at,
    );
    expect(what).toBe("world/ferry");
    expect(length(plus(free_m, [1.2, 0, 5], -1))).toBeLessThan(NEAR_M);
  });

  test("in two obstacles at once, a corner: free of both, and no farther than twice the nearest place of a search", () => {
    const things = [
      obstacle("box", 'size_m="1 6 6" position_m="-0.5 0 20"', SURFACE, "wall"),
      obstacle("box", 'size_m="6 6 1" position_m="0 0 20.5"', SURFACE, "floor"),
    ].join("\n");
    const at = [0.12, 0, 19.85];
    const { what, free_m } = told(
      scenarioText([ball({ mass_kg: 33, at }, SURFACE)], { duration_s: 1, inside: things }),
      at,
    );
    expect(what).toBe("world/wall");
    // 0.08 north and 0.05 up.
    expect(length(plus(free_m, [0.2, 0, 19.8], -1))).toBeLessThan(2 * NEAR_M);
  });

  test("in a slot that is too narrow: a free place is told and holds, or none is", () => {
    const things = [-0.55, 0.55].map((north, k) =>
      obstacle("box", `size_m="1 2 2" position_m="${north} 0 20"`, SURFACE, `side${k}`),
    );
    const at = [0, 0, 20];
    const text = scenarioText([ball({ mass_kg: 33, at }, SURFACE)], { duration_s: 1, inside: things.join("\n") });
    const [found] = errors(text);
    expect(found!.code).toBe("SCN063");
    if (found!.hint!.startsWith("no free place")) return;
    expect(told(text, at).free_m).toHaveLength(3);
  });
});

test("in a steep bottom: the nearest free place lies across the slope", () => {
  const s = 0.7;
  // 0.15 m above the slope, across it.
  const at = [0.15 * Math.sin(s), 0, 30 - 0.15 * Math.cos(s)].map((value) => Number(value.toFixed(6)));
  const inside = slope(30, s, SURFACE);
  const { free_m } = told(scenarioText([ball({ mass_kg: 33, at }, SURFACE)], { duration_s: 1, inside }), at);
  const way = length(plus(free_m, at, -1));
  expect(way).toBeLessThan(0.05 + NEAR_M);
});

test.each([
  [0.2, 0.1, "0 0 0"],
  [0.2, 0.3, "0 0 30"],
  [0.7, 0.1, "90 0 0"],
  [1.1, 0.7, "0 90 10"],
  [0.3, 0.3, "0 0 45"],
])("what lies on the bottom to rounding is not inside it: edges %d and %d, attitude %s", (x, z, attitude) => {
  const [roll, pitch] = attitude.split(" ").map(Number);
  const high = pitch === 90 ? x : roll === 90 ? 0.4 : z;
  // Its depth as a user writes it, to a centimetre or a half.
  const down = Number((10.1 - high / 2).toFixed(3));
  const crate = box(
    {
      size: [x, 0.4, z],
      mass_kg: 1000 * x * 0.4 * z,
      at: [0.1, 0.2, down],
      attitude_deg: attitude.split(" ").map(Number),
    },
    SURFACE,
  );
  expect(errors(scenarioText([crate], { duration_s: 1, inside: flat(10.1, SURFACE) })).map(formatDiagnostic)).toEqual(
    [],
  );
});

describe("surfaces and sizes that cannot be are refused, at their place", () => {
  test.each<[string, string, string]>([
    [
      "a restitution above 1",
      shape("sphere", 'diameter_m="0.4"', { e: 1.1 }),
      "restitution = 1.1 is above its maximum 1",
    ],
    ["a negative restitution", shape("sphere", 'diameter_m="0.4"', { e: -0.1 }), "restitution = -0.1 is below"],
    [
      "a negative friction",
      shape("sphere", 'diameter_m="0.4"', { mu: -0.1 }),
      "friction = -0.1 is below its minimum 0",
    ],
    ["a box without height", shape("box", 'size_m="0.4 0.4 0"', {}), "size_m value 3 = 0 is not above 0"],
    [
      "a capsule shorter than thick",
      shape("capsule", 'diameter_m="0.4" length_m="0.3"', {}),
      "0.3 m long and 0.4 m thick",
    ],
    ["a model that is none", shape("blob", 'diameter_m="0.4"', {}), 'no model "blob"'],
    ["a size that is not a number", shape("sphere", 'diameter_m="big"', {}), "big"],
  ])("%s", (_, shapes, words) => {
    const text = scenarioText([ball({ mass_kg: 33, shapes }, {})], { duration_s: 1 });
    const found = errors(text);
    expect(found).toHaveLength(1);
    expect(formatDiagnostic(found[0]!)).toContain(words);
    const { line } = found[0]!.range!;
    expect(text.split("\n")[line - 1]).toContain("<shape");
  });

  test("of the bottom and of obstacles too", () => {
    const body = ball({ mass_kg: 33 }, SURFACE);
    for (const inside of [
      flat(20, { mu: 0.3, e: 1.01 }),
      obstacle("sphere", 'diameter_m="1" position_m="0 0 15"', { mu: 0.3, e: 1.01 }),
    ]) {
      const found = errors(scenarioText([body], { duration_s: 1, inside }));
      expect(found.map(({ message }) => message)).toEqual(["restitution = 1.01 is above its maximum 1"]);
    }
  });
});

describe("obstacles from meshes", () => {
  /** A plate of 4 m by 4 m and 0.2 m from twelve triangles; turned inside out, their corners go the other way round. */
  function plate(insideOut: boolean): string {
    const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => `v ${k & 1 ? 2 : -2} ${k & 2 ? 2 : -2} ${k & 4 ? 0.1 : -0.1}`);
    const quads = ["1 3 4 2", "5 6 8 7", "1 2 6 5", "3 7 8 4", "1 5 7 3", "2 4 8 6"];
    const faces = quads.map((quad) => `f ${insideOut ? quad.split(" ").reverse().join(" ") : quad}`);
    return [...corners, ...faces].join("\n");
  }

  function dropped(mesh: string): { run: ScenarioRun | null; diagnostics: readonly Diagnostic[] } {
    const inside = obstacle("mesh", 'mesh="plate.obj" position_m="0 0 10"', SURFACE, "plate");
    const body = ball({ mass_kg: 60, at: [0.3, 0.2, 9] }, SURFACE);
    const text = scenarioText([body], { duration_s: 15, inside });
    const bytes = new TextEncoder().encode(mesh);
    const reader = { ...readerOver({ "test.xml": text }), readBytes: () => ({ bytes }) };
    const { scenario, diagnostics } = loadScenario(definitions, reader, "test.xml", []);
    if (scenario === null) return { run: null, diagnostics };
    const run = new ScenarioRun(scenario, { writer: null, version: "test" });
    run.advance(run.end_ns);
    return { run, diagnostics };
  }

  test.each([false, true])("a ball comes to lie on a plate, turned inside out: %s", (insideOut) => {
    const { run } = dropped(plate(insideOut));
    const state = stateOf(run!);
    // On 9.9 m: triangles are solids of a millimetre's thickness, and the gap is at most 2e-4 m.
    expect(9.7 - state[2]!).toBeGreaterThan(0);
    expect(9.7 - state[2]!).toBeLessThan(7e-4);
    expect(length(state.slice(7, 10))).toBeLessThan(1e-10);
    expect(run!.events[0]!.message).toMatch(/^touches world\/plate, at/);
  });

  test.each([
    ["no triangle", "v 0 0 0\nv 1 0 0\nv 0 1 0\n"],
    ["triangles without area", "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n"],
  ])("%s: refused", (_, mesh) => {
    const { run, diagnostics } = dropped(mesh);
    expect(run).toBeNull();
    const [error, ...more] = diagnostics.filter(({ severity }) => severity === "error");
    expect(more).toEqual([]);
    expect(formatDiagnostic(error!)).toMatch(/plate\.obj.*no triangle/);
  });
});

test("a slope without friction is no mistake", () => {
  const inside = slope(20, 0.5, { mu: 0, e: 0 });
  expect(scenarioOf(scenarioText([ball({ mass_kg: 60 }, { mu: 0, e: 0 })], { duration_s: 1, inside }))).not.toBeNull();
});

interface Turn {
  readonly rpy_deg: number[];
  readonly matrix: number[][];
}

/** R = R_z(yaw) R_y(pitch) R_x(roll). */
function turn(rpy_deg: number[]): Turn {
  const [r, p, y] = rpy_deg.map((value) => (value * Math.PI) / 180) as [number, number, number];
  const [cr, sr, cp, sp, cy, sy] = [Math.cos(r), Math.sin(r), Math.cos(p), Math.sin(p), Math.cos(y), Math.sin(y)];
  const matrix = [
    [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
    [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
    [-sp, cp * sr, cp * cr],
  ];
  return { rpy_deg, matrix };
}
