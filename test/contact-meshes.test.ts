/** Shapes from meshes in whole runs: they touch with their faces and have an inside; meshes that cannot be shapes are refused at their place. */
import { describe, expect, test } from "vitest";
import { type Diagnostic, formatDiagnostic } from "../src/core/index.ts";
import { loadScenario, ScenarioRun } from "../src/scenario/index.ts";
import { type Body, ball, box, flat, length, obstacle, scenarioText, shape } from "./support/contact-bodies.ts";
import { logOfBytes, rowsOf } from "./support/run-logs.ts";
import { definitions, readerOver, runToEnd, stateOf } from "./support/scenarios.ts";

const SURFACE = { mu: 0.5, e: 0.5 };
/** What a mesh is larger by, on all sides. */
const GROWN_M = 5e-4;
const SIZE = [1, 0.8, 0.4];
const QUADS = ["1 3 4 2", "5 6 8 7", "1 2 6 5", "3 7 8 4", "1 5 7 3", "2 4 8 6"];

function crateFile(quads: readonly string[] = QUADS, unit_m = 1): string {
  const corner = (k: number): string =>
    SIZE.map((edge, axis) => (((k >> axis) & 1 ? 0.5 : -0.5) * edge) / unit_m).join(" ");
  return [...Array.from({ length: 8 }, (_, k) => `v ${corner(k)}`), ...quads.map((quad) => `f ${quad}`)].join("\n");
}

const reversed = (quad: string): string => quad.split(" ").reverse().join(" ");

function loaded(text: string, files: Readonly<Record<string, string>>) {
  const reader = {
    ...readerOver({ "test.xml": text }),
    readBytes: (file: string) => {
      const found = files[file];
      return found === undefined ? { error: "no such file" } : { bytes: new TextEncoder().encode(found) };
    },
  };
  return loadScenario(definitions, reader, "test.xml", []);
}

const crate = (more: Partial<Body>, attributes = 'mesh="crate.obj"'): Body =>
  box(
    {
      id: "crate",
      size: SIZE,
      mass_kg: 400,
      added: [40, 60, 200, 3, 6, 2],
      shapes: shape("mesh", attributes, SURFACE),
      ...more,
    },
    SURFACE,
  );

function started(text: string, file = crateFile()): ScenarioRun {
  const { scenario, diagnostics } = loaded(text, { "crate.obj": file });
  if (scenario === null) throw new Error(diagnostics.map(formatDiagnostic).join("\n"));
  return new ScenarioRun(scenario, { writer: null, version: "test" });
}

test.each([
  [1, ""],
  [0.001, 'scale="0.001"'],
])("a crate from a mesh in units of %d m comes to lie flat on the bottom, on its faces", (unit_m, scale) => {
  const body = crate({ at: [0, 0, 9], attitude_deg: [12, -7, 30] }, `mesh="crate.obj" ${scale}`);
  const run = started(scenarioText([body], { duration_s: 40, inside: flat(10, SURFACE) }), crateFile(QUADS, unit_m));
  run.advance(run.end_ns);
  const state = stateOf(run);
  const off_m = 10 - 0.2 - GROWN_M - state[2]!;
  // Things are kept between 0 and 2e-4 m apart.
  expect(off_m).toBeGreaterThan(0);
  expect(off_m).toBeLessThan(2e-4);
  // Flat: four corners within 2e-4 m, of which its shorter side is 0.8 m.
  expect(Math.hypot(state[4]!, state[5]!)).toBeLessThan(2.5e-4);
  expect(length(state.slice(7))).toBeLessThan(1e-10);
});

test("it is struck as a box is: a ball at its side makes the same impulse, at the same place less what it is grown by", () => {
  const thrown = ball(
    { id: "ball", mass_kg: 33.5, at: [-1.5, 0.1, 20.05], velocity: [1.2, 0, 0], rate_degps: [0, 60, 40] },
    SURFACE,
  );
  const impactOf = (shapes: string) => {
    const text = scenarioText([crate({ at: [0, 0, 20], shapes }), thrown], { duration_s: 2, gravity: 1e-9 });
    const { scenario } = loaded(text, { "crate.obj": crateFile() });
    return rowsOf(logOfBytes(runToEnd(scenario!).log), "/crate/impact")[0]!.values as Record<string, number>;
  };
  const [mesh, plain] = [
    shape("mesh", 'mesh="crate.obj"', SURFACE),
    shape("box", `size_m="${SIZE.join(" ")}"`, SURFACE),
  ].map(impactOf);
  // The ball spins on for 0.5 mm at 1.2 m/s; the lever arms change by as much.
  expect(mesh!.pointNorth_m! - plain!.pointNorth_m!).toBeCloseTo(-GROWN_M, 5);
  expect(Math.abs(mesh!.normalImpulse_Ns! / plain!.normalImpulse_Ns! - 1)).toBeLessThan(2e-3);
  expect(Math.abs(mesh!.slipImpulse_Ns! / plain!.slipImpulse_Ns! - 1)).toBeLessThan(1e-2);
  expect(mesh!.normalNorth!).toBeCloseTo(plain!.normalNorth!, 12);
});

test("it has an inside: what starts in it is refused, out through the nearest face", () => {
  const inside = obstacle("sphere", 'diameter_m="0.1" position_m="0.1 0.05 5.02"', SURFACE, "pebble");
  const text = scenarioText([crate({ at: [0, 0, 5] })], { duration_s: 1, inside });
  const errors = loaded(text, { "crate.obj": crateFile() }).diagnostics.filter(({ severity }) => severity === "error");
  expect(errors).toHaveLength(1);
  // 0.2 − 0.02 to the lower face, the radius of the ball, and what the mesh is grown by: 0.2305.
  expect(formatDiagnostic(errors[0]!)).toMatch(/SCN063.*crate starts 0\.231 m inside world\/pebble/);
});

describe("is refused at its attribute:", () => {
  const [bottom, ...others] = QUADS as [string, ...string[]];
  test.each<[string, string, RegExp]>([
    ["a mesh inside out", crateFile(QUADS.map(reversed)), /crate\.obj: the mesh is inside out.*\(flip its faces\)/],
    ["an open one", crateFile(others), /crate\.obj: the mesh is open at 4 edges/],
    ["one of whose faces one looks inwards", crateFile([reversed(bottom), ...others]), /do not face the same way/],
    [
      "one that is not convex",
      `${crateFile(others)}\nv 0 0 0\nf 1 3 9\nf 3 4 9\nf 4 2 9\nf 2 1 9`,
      /not convex: its corner at .* stands .*\(make it of several convex meshes/,
    ],
    ["an empty one", "v 0 0 0\nv 1 0 0\nv 0 1 0\n", /crate\.obj.*no triangle/],
  ])("%s", (_, file, words) => {
    const text = scenarioText([crate({})], { duration_s: 1 });
    const { scenario, diagnostics } = loaded(text, { "crate.obj": file });
    expect(scenario).toBeNull();
    const errors: readonly Diagnostic[] = diagnostics.filter(({ severity }) => severity === "error");
    expect(errors).toHaveLength(1);
    expect(formatDiagnostic(errors[0]!)).toMatch(words);
    const { line, column } = errors[0]!.range!;
    expect(
      text
        .split("\n")
        [line - 1]!.slice(column - 1)
        .startsWith("crate.obj"),
    ).toBe(true);
  });

  test.each([
    ["a file that is not there", 'mesh="other.obj"', "no such file"],
    ["none", "", "needs a file of triangles"],
  ])("%s", (_, attributes, words) => {
    const { scenario, diagnostics } = loaded(scenarioText([crate({}, attributes)], { duration_s: 1 }), {});
    expect(scenario).toBeNull();
    expect(diagnostics.map(formatDiagnostic).join("\n")).toContain(words);
  });
});
