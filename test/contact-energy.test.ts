/** Energy of bodies that strike and rub: kinetic with the added mass, and that of weight and buoyancy. It never grows, and stays where nothing takes it. */
import { describe, expect, test } from "vitest";
import { type Scenario, ScenarioRun } from "../src/scenario/index.ts";
import {
  type Body,
  ball,
  box,
  energyOf,
  flat,
  kineticOf,
  length,
  type Rubbing,
  rubbing,
  scenarioText,
  shape,
  turned,
} from "./support/contact-bodies.ts";
import { logOfBytes, rowsOf } from "./support/run-logs.ts";
import { runToEnd, scenarioOf, stateOf } from "./support/scenarios.ts";

const G = 9.81;
const DEPTH = 10;
const SURFACES = [0, 0.5, 1].flatMap((e) => [0, 0.3, 1].map((mu) => [e, mu] as const));
/** Steps with errors of 1e-12 of all: some 1e-9 J of the kilojoules in play. */
const EXACT = 'integrator="dormand-prince" tolerance="1e-12"';

/** Energies at the log's rate, J. */
function energies(scenario: Scenario, bodies: readonly Body[], rate_Hz = 50): number[] {
  const run = new ScenarioRun(scenario, { writer: null, version: "test" });
  const all: number[] = [];
  for (let k = 0; k / rate_Hz <= scenario.duration_ns / 1e9; k++) {
    run.advance(Math.round((k * 1e9) / rate_Hz));
    all.push(bodies.reduce((sum, body, i) => sum + energyOf(body, stateOf(run, i), G), 0));
  }
  return all;
}

function tumbler(surface: Rubbing): Body {
  const motion = { at: [0, 0, 8], attitude_deg: [30, 20, 0], velocity: [0.5, 0.2, 0], rate_degps: [20, 40, 10] };
  const added = [50, 100, 150, 2, 8, 7];
  return box({ id: "a", size: [1, 0.6, 0.4], mass_kg: 400, cg: [0.05, 0.02, -0.03], added, ...motion }, surface);
}

function largestGrowth(all: readonly number[]): number {
  return all.reduce((most, value, k) => (k === 0 ? most : Math.max(most, value - all[k - 1]!)), 0);
}

/**
 * What may come back: a contact is kept between 1e-4 and 2e-4 m, and one that is closer is opened to there. The body's weight in water of 1.6 kN
 * over 1e-4 m is 0.16 J, and forces that are held for 10 ms do work on points that move meanwhile.
 */
const SLACK_J = 0.16;

describe("a box that falls on its corner, tumbles and comes to rest", () => {
  test.each(SURFACES)("its energy never grows: e = %d, friction %d", (e, mu) => {
    const body = tumbler({ mu, e });
    const text = scenarioText([body], { duration_s: 12, integrator: EXACT, inside: flat(DEPTH, { mu, e }) });
    const all = energies(scenarioOf(text), [body]);
    expect(largestGrowth(all)).toBeLessThan(SLACK_J);
    // Not by drips either: 600 samples.
    const first = all[0]!;
    expect(Math.max(...all)).toBeLessThan(first + SLACK_J);
    const grown = all.reduce((sum, value, k) => (k === 0 ? 0 : sum + Math.max(0, value - all[k - 1]!)), 0);
    expect(grown).toBeLessThan(2 * SLACK_J);
    // Where energy is taken at all, it lies down: 400 kg in water fall by some 1.6 m.
    if (e < 1) expect(first - all.at(-1)!).toBeGreaterThan(2000);
  });

  test.each([0.5, 1])("no corner of it goes below the bottom, e = %d", (e) => {
    const body = tumbler({ mu: 0, e });
    const text = scenarioText([body], { duration_s: 4, integrator: EXACT, inside: flat(DEPTH, { mu: 0, e }) });
    const run = new ScenarioRun(scenarioOf(text), { writer: null, version: "test" });
    let deepest = 0;
    for (let t_ns = 1e9; t_ns <= run.end_ns; t_ns += 1e6) {
      run.advance(t_ns);
      const state = stateOf(run);
      for (let corner = 0; corner < 8; corner++) {
        const half = [corner & 1 ? 0.5 : -0.5, corner & 2 ? 0.3 : -0.3, corner & 4 ? 0.2 : -0.2];
        deepest = Math.max(deepest, state[2]! + turned(state.slice(3, 7), half)[2]! - DEPTH);
      }
    }
    // Contacts are kept at 1e-4 m above it; a millimetre is what a corner at 5 m/s goes in 0.2 ms.
    expect(deepest).toBeLessThan(1e-3);
  });
});

test("blows of e = 1 without friction keep the energy to 1e-6 J, whatever corner they meet", () => {
  const surface = { mu: 0, e: 1 };
  const body = tumbler(surface);
  const text = scenarioText([body], { duration_s: 12, integrator: EXACT, inside: flat(DEPTH, surface) });
  const scenario = scenarioOf(text);
  const blows = new Set(rowsOf(logOfBytes(runToEnd(scenario).log), "/a/impact").map(({ t_ns }) => t_ns));
  expect(blows.size).toBeGreaterThan(4);
  const all = energies(scenario, [body]);
  expect(Math.max(...all) - Math.min(...all)).toBeLessThan(1e-6);
});

test("a ball that falls on a flat bottom with e = 1 comes back to where it was, ten times", () => {
  const surface = { mu: 0, e: 1 };
  const body = ball({ id: "a", mass_kg: 60 }, surface);
  const scenario = scenarioOf(scenarioText([body], { duration_s: 30, inside: flat(6, surface) }));
  const all = energies(scenario, [body]);
  // A constant force is integrated without error; places and energies round at 1e-13 of 1300 J at each of 1500 steps.
  expect(Math.max(...all) - Math.min(...all)).toBeLessThan(1e-8);
  // Down 0.8 m less the gap at which things touch, with (m − ρV) g / (m + ρV/2).
  const water_kg = 1000 * body.volume_m3;
  const down_mps2 = ((60 - water_kg) * G) / (60 + water_kg / 2);
  const period_s = 2 * Math.sqrt((2 * (0.8 - 1e-4)) / down_mps2);
  const { log } = runToEnd(scenario);
  rowsOf(logOfBytes(log), "/a/impact").forEach(({ t_ns, values }, k) => {
    // It touches between 1e-4 and 1.1e-4 m: 1e-5 m of 0.8 are 6e-6 of the period of each flight.
    expect(Math.abs(t_ns / 1e9 / ((k + 0.5) * period_s) - 1)).toBeLessThan(2e-5);
    expect(Math.abs((values.approach_mps as number) - Math.sqrt(2 * down_mps2 * (0.8 - 1e-4)))).toBeLessThan(2e-5);
  });
});

describe("a pile of a box, a ball, a capsule and a cylinder", () => {
  test.each([
    [0, 0.3],
    [0.5, 0],
    [0.5, 1],
    [1, 0.3],
  ])("its energy never grows: e = %d, friction %d", (e, mu) => {
    const surface = { mu, e };
    const rod = { mass_kg: 90, volume_m3: 0.04, inertia: [1, 6, 6, 0.2, 0.1, 0], added: [5, 40, 40, 0.1, 3, 3] };
    const bodies = [
      box({ id: "a", size: [1, 0.8, 0.3], mass_kg: 400, added: [40, 60, 200, 3, 6, 2], at: [0, 0, 9.2] }, surface),
      ball({ id: "b", mass_kg: 80, at: [0.25, 0.1, 8.4] }, surface),
      ball(
        {
          id: "c",
          ...rod,
          at: [-0.2, 0, 8],
          attitude_deg: [0, 20, 30],
          shapes: shape("capsule", 'diameter_m="0.25" length_m="1.1"', surface),
        },
        surface,
      ),
      ball(
        {
          id: "d",
          ...rod,
          at: [0.1, 0.1, 7.3],
          attitude_deg: [10, 60, 100],
          shapes: shape("cylinder", 'diameter_m="0.3" length_m="0.7"', surface),
        },
        surface,
      ),
    ];
    const text = scenarioText(bodies, { duration_s: 5, integrator: EXACT, inside: flat(DEPTH, surface) });
    const all = energies(scenarioOf(text), bodies);
    expect(largestGrowth(all)).toBeLessThan(2 * SLACK_J);
    expect(Math.max(...all)).toBeLessThan(all[0]! + SLACK_J);
    expect(kineticOf(bodies[0]!, [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0])).toBe(220);
  });
});

describe("on a bottom that is curved, without friction", () => {
  const SIGMA = 3;
  const surface = { mu: 0, e: 0 };
  const curved = (height_m: number): string =>
    `<bottom id="ground" model="seamount" depth_m="30" height_m="${height_m}" sigma_m="${SIGMA}" centre_m="0 0" ${rubbing(surface)}><provenance of="*" status="assumed" note="a test"/></bottom>`;
  /** Depth and slope of it, along north. */
  const depthAt = (height_m: number, north_m: number): number =>
    30 - height_m * Math.exp((-0.5 * north_m * north_m) / (SIGMA * SIGMA));
  const slopeAt = (height_m: number, north_m: number): number =>
    Math.atan((height_m * north_m * Math.exp((-0.5 * north_m * north_m) / (SIGMA * SIGMA))) / (SIGMA * SIGMA));

  /** A ball at rest 3e-4 m over the bottom, in the plane of north. */
  function released(height_m: number, north_m: number): Body {
    const s = slopeAt(height_m, north_m);
    const out_m = 0.2 + 3e-4;
    const at = [north_m + out_m * Math.sin(s), 0, depthAt(height_m, north_m) - out_m * Math.cos(s)];
    return ball({ id: "a", mass_kg: 60, at }, surface);
  }
  const WEIGHT_N = (60 - 1000 * (4 / 3) * Math.PI * 0.008) * G;
  /** A weight of 260 N, kept between 0 and 2e-4 m, and what the start falls. */
  const PLAY_J = 0.1;

  test("a ball swings in a pit for a minute: its energy never grows, and of the 60 J of a swing it loses less than 1 J each", () => {
    const body = released(-2, 1.5);
    const text = scenarioText([body], { duration_s: 60, integrator: EXACT, inside: curved(-2) });
    const all = energies(scenarioOf(text), [body]);
    let least = all[0]!;
    for (const value of all) {
      expect(value - least).toBeLessThan(PLAY_J);
      least = Math.min(least, value);
    }
    // A swing to and fro takes some 8 s.
    expect(all[0]! - all.at(-1)!).toBeLessThan(8);
  });

  test("a ball slides down a mount and off: it keeps what it had above the plain, ½ (m + A) v² = W Δz", () => {
    const body = released(2, 0.3);
    const text = scenarioText([body], { duration_s: 15, integrator: EXACT, inside: curved(2) });
    const run = new ScenarioRun(scenarioOf(text), { writer: null, version: "test" });
    const all = energies(scenarioOf(text), [body]);
    expect(Math.max(...all) - all[0]!).toBeLessThan(PLAY_J);
    run.advance(run.end_ns);
    const state = stateOf(run);
    const fallen = WEIGHT_N * (state[2]! - body.at[2]!);
    expect(fallen).toBeGreaterThan(500);
    // Where the mount ends it lifts off and falls back, e = 0: some J of 515.
    expect(Math.abs(kineticOf(body, state) / fallen - 1)).toBeLessThan(5e-3);
  });

  test("what presses in a hollow: W + (m + A) v²/(r − ρ) at its lowest point", () => {
    const body = released(-2, 1.5);
    const text = scenarioText([body], { duration_s: 6, integrator: EXACT, inside: curved(-2) });
    const { run, log } = runToEnd(scenarioOf(text));
    const again = new ScenarioRun(run.scenario, { writer: null, version: "test" });
    // The pit's curvature at its axis: h/σ² = 2/9 per metre.
    const path_m = 1 / (2 / (SIGMA * SIGMA)) - 0.2;
    const moved_kg = 60 + 500 * (4 / 3) * Math.PI * 0.008;
    let seen = 0;
    for (const { t_ns, values } of rowsOf(logOfBytes(log), "/a/contact")) {
      again.advance(t_ns);
      const state = stateOf(again);
      if (Math.abs(state[0]!) > 0.02) continue;
      seen++;
      // Nothing turns it.
      expect(length(state.slice(10))).toBeLessThan(1e-9);
      const v = length(state.slice(7, 10));
      const expected = WEIGHT_N + (moved_kg * v * v) / path_m;
      // Off the lowest point by 2 cm of 4.3 m: the square of it. The added mass is carried along: M v²/r, since it does not turn.
      expect(Math.abs(-(values.forceDown_N as number) / expected - 1)).toBeLessThan(2e-3);
    }
    expect(seen).toBeGreaterThan(2);
  });
});
