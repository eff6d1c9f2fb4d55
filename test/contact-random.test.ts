/** Random heaps of bodies of all shapes over bottoms of all forms, with posts and walls: laws that hold whatever happens. */
import { describe, expect, test } from "vitest";
import { ScenarioRun } from "../src/scenario/index.ts";
import {
  type Body,
  ball,
  draws,
  energyOf,
  flat,
  length,
  obstacle,
  rubbing,
  scenarioText,
  shape,
  slope,
} from "./support/contact-bodies.ts";
import { LONG } from "./support/long.ts";
import { logOfBytes, rowsOf } from "./support/run-logs.ts";
import { loadText, runToEnd, scenarioOf, stateOf } from "./support/scenarios.ts";

const G = 9.81;
const SOURCE = '<provenance of="*" status="assumed" note="a test"/>';
const SOLIDS = [
  ["sphere", 'diameter_m="0.4"'],
  ["capsule", 'diameter_m="0.2" length_m="1"'],
  ["box", 'size_m="0.9 0.5 0.3"'],
  ["cylinder", 'diameter_m="0.3" length_m="0.8"'],
  ["box", 'size_m="1.2 0.8 0.05"'],
] as const;

/** Far enough below the surface: in 10 m of water what rebounds with e = 1 comes out of it, and loses its buoyancy. */
const DEEP = 30;

interface Scene {
  readonly bodies: readonly Body[];
  readonly text: string;
}

function scene(seed: number): Scene {
  const draw = draws(seed);
  const signed = (scale = 1): number => scale * (2 * draw() - 1);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(draw() * list.length)]!;
  const surface = { mu: pick([0, 0.3, 1]), e: pick([0, 0.3, 1]) };
  const named = (model: string, more: string): string =>
    `<bottom id="ground" model="${model}" ${more} ${rubbing(surface)}>${SOURCE}</bottom>`;
  const bottom = pick([
    flat(DEEP, surface),
    slope(DEEP, 0.3, surface),
    named("seamount", `depth_m="${DEEP + 1}" height_m="2" sigma_m="3" centre_m="0.5 0.3"`),
    named(
      "generated",
      `depth_m="${DEEP + 0.5}" extent_m="60 60" spacing_m="0.2" relief_m="0.4" longestScale_m="15" seed="4"`,
    ),
  ]);
  const things = [
    obstacle(
      "cylinder",
      `diameter_m="0.3" length_m="1.5" position_m="0.6 0.1 ${DEEP - 0.8}" attitude_deg="0 90 0"`,
      surface,
      "post",
    ),
    obstacle("wall", `width_m="6" height_m="6" position_m="1.6 0 ${DEEP - 2}"`, surface, "wall"),
  ].filter(() => draw() < 0.5);
  const bodies = Array.from({ length: 2 + Math.floor(draw() * 3) }, (_, k): Body => {
    const kg = pick([40, 80, 300]);
    const [model, size] = pick(SOLIDS);
    return {
      id: `b${k}`,
      at: [signed(0.5), signed(0.5), DEEP - 2.7 - 1.5 * k],
      attitude_deg: [signed(180), signed(80), signed(180)],
      velocity: [signed(), signed(), signed()],
      rate_degps: [signed(60), signed(60), signed(60)],
      mass_kg: kg,
      volume_m3: 0.03,
      cg: [signed(0.02), signed(0.02), signed(0.02)],
      inertia: [0.05 * kg, 0.1 * kg, 0.1 * kg, 0, 0, 0],
      added: [10, 20, 30, 0.5, 2, 2],
      size: [0.9, 0.5, 0.3],
      shapes: shape(model, size, surface),
    };
  });
  const inside = [bottom, ...things].join("\n");
  const integrator = 'integrator="dormand-prince" tolerance="1e-10"';
  return { bodies, text: scenarioText(bodies, { duration_s: 6, inside, integrator }) };
}

describe("random heaps", () => {
  const seeds = Array.from({ length: LONG ? 300 : 12 }, (_, k) => k + 1);

  test.each(seeds)(
    "heap %d: it runs to its end, nothing is deep in anything, and energy does not grow",
    (seed) => {
      const { bodies, text } = scene(seed);
      expect(loadText(text).diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
      const scenario = scenarioOf(text);
      const logged = logOfBytes(runToEnd(scenario).log);
      const gaps = bodies.flatMap(({ id }) =>
        rowsOf(logged, `/${id}/impact`).map(({ values }) => values.gap_m as number),
      );
      expect(gaps.length).toBeGreaterThan(0);
      // Found at a gap of 1e-4 m, with room for 1 mm of what bodies do within a look: 10 m/s in 0.1 ms. Of rough ground points of the body are
      // asked, some 0.2 m apart as its facets are: with slopes of 0.2 a ridge between them is up to 4 cm high.
      const deepest_m = text.includes('model="generated"') ? 0.04 : 1e-3;
      expect(Math.min(...gaps)).toBeGreaterThan(-deepest_m);
      const run = new ScenarioRun(scenario, { writer: null, version: "test" });
      let [last, largest, first] = [Number.POSITIVE_INFINITY, 0, Number.NaN];
      for (let t_ns = 0; t_ns <= run.end_ns; t_ns += 20_000_000) {
        run.advance(t_ns);
        const all = bodies.reduce((sum, body, i) => sum + energyOf(body, stateOf(run, i), G), 0);
        if (t_ns === 0) first = all;
        largest = Math.max(largest, all - last);
        last = all;
      }
      // Weights in water of up to 2.6 kN, kept between 1e-4 and 2e-4 m apart: 0.3 J each at most; or lifted off a ridge.
      const most_J = deepest_m > 1e-3 ? 2600 * deepest_m : 0.3;
      expect(largest).toBeLessThan(most_J * bodies.length);
      expect(last).toBeLessThan(first + most_J * bodies.length);
    },
    60_000,
  );
});

test("what is crushed between an obstacle that moves and a wall is not flung away", () => {
  const surface = { mu: 0.5, e: 0.3 };
  const inside = [
    obstacle("box", 'size_m="1 2 2" times_s="0 4" positions_m="-1.5 0 20 0.3 0 20"', surface, "ram"),
    obstacle("box", 'size_m="1 2 2" position_m="1 0 20"', surface, "wall"),
  ].join("\n");
  // The ram's face goes on to 0.3 m beyond the wall's; the ball of 0.4 m is in between.
  const body = ball({ mass_kg: 33.5, at: [0, 0.02, 20.03], rate_degps: [10, 20, 0] }, surface);
  const scenario = scenarioOf(scenarioText([body], { duration_s: 6, inside }));
  const run = new ScenarioRun(scenario, { writer: null, version: "test" });
  let fastest = 0;
  for (let t_ns = 0; t_ns <= run.end_ns; t_ns += 10_000_000) {
    run.advance(t_ns);
    fastest = Math.max(fastest, length(stateOf(run).slice(7, 10)));
  }
  // What cannot be may end in any place, but not at ten times the 0.45 m/s of the ram.
  expect(fastest).toBeLessThan(4.5);
});
