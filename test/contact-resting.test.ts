/** Bodies that come to rest: on the bottom, on one another, on an edge, and on what moves. */
import { describe, expect, test } from "vitest";
import { ScenarioRun } from "../src/scenario/index.ts";
import { ball, box, flat, length, obstacle, plus, scenarioText, shape } from "./support/contact-bodies.ts";
import { logOfBytes, rowsOf } from "./support/run-logs.ts";
import { runToEnd, scenarioOf, stateOf } from "./support/scenarios.ts";

const G = 9.81;
/** m/s and rad/s of a body at rest: its forces are in balance to the rounding of kN, some 1e-14 m/s² for minutes between two looks. */
const STILL = 1e-10;

function crate(more: Partial<Parameters<typeof box>[0]>, mu = 0.5, e = 0.2) {
  const added = [100, 100, 200, 10, 10, 10];
  return box({ size: [1, 1, 0.5], mass_kg: 300, volume_m3: 0.25, added, ...more }, { mu, e });
}

test("a box that is set down comes to rest: nothing moves, its depth is that of the bottom, the force its weight in water", () => {
  const body = crate({ at: [0, 0, 9.5], attitude_deg: [5, -3, 20], velocity: [0.3, 0, 0] });
  const text = scenarioText([body], { duration_s: 60, inside: flat(10, { mu: 0.5, e: 0.2 }) });
  const { run, log } = runToEnd(scenarioOf(text));
  const state = stateOf(run);
  expect(length(state.slice(7))).toBeLessThan(STILL);
  // Kept between 1e-4 and 2e-4 m above the bottom, at each corner.
  expect(9.75 - state[2]!).toBeGreaterThan(0);
  expect(9.75 - state[2]!).toBeLessThan(2e-4);
  const force = rowsOf(logOfBytes(log), "/box/contact").at(-1)!.values as Record<string, number>;
  expect(force.resting).toBe(1);
  // The last of the forces balances the weight to the calm that is asked: 1e-5 m/s over a period of 10 ms, of 9.81 m/s² · 50/500.
  expect(Math.abs(force.forceDown_N! / (-50 * G) - 1)).toBeLessThan(1e-3);
});

test("at rest nothing goes on: no events, no looks, and a push that is too weak moves nothing", () => {
  const still = crate({ at: [0, 0, 9.7499] });
  // 500 N of weight in water, 250 N of friction: 200 N for 2 s.
  const push = '<push start_s="30" duration_s="2" force_N="200 0 0"/>';
  const body = { ...still, shapes: still.shapes + push };
  const text = scenarioText([body], { duration_s: 60, inside: flat(10, { mu: 0.5, e: 0.2 }) });
  const scenario = scenarioOf(text);
  const { run, log } = runToEnd(scenario);
  const looks = rowsOf(logOfBytes(log), "/box/contact").map(({ t_ns }) => t_ns / 1e9);
  // It rests after some looks of 10 ms, once more after the push has begun and has ended.
  expect(looks.filter((t_s) => t_s > 5 && t_s < 30)).toEqual([]);
  expect(looks.filter((t_s) => t_s > 37)).toEqual([]);
  expect(run.events.filter(({ t_ns }) => t_ns > 5e9 && t_ns !== 30e9 && t_ns !== 32e9)).toEqual([]);
  const [north, east] = stateOf(run);
  expect(Math.hypot(north!, east!)).toBeLessThan(1e-4);
});

test("a push above friction moves it: (F − μ W)/(m + A) t²/2 while it lasts, and then to a halt", () => {
  const still = crate({ at: [0, 0, 9.7499] });
  const push = '<push start_s="2" duration_s="2" force_N="400 0 0" frame="N"/>';
  const body = { ...still, shapes: still.shapes + push };
  const text = scenarioText([body], { duration_s: 20, inside: flat(10, { mu: 0.5, e: 0.2 }) });
  const { run } = runToEnd(scenarioOf(text));
  const rubs_N = 0.5 * 50 * G;
  const speed = (2 * (400 - rubs_N)) / 400;
  const way = speed + (speed * speed) / (2 * (rubs_N / 400));
  const [north, east] = stateOf(run);
  // The force of a period is found at its begin: a push that comes within one is felt by the next, 10 ms of 2 s late at most.
  expect(Math.abs(north! - way)).toBeLessThan(0.01 * way);
  expect(Math.abs(east!)).toBeLessThan(1e-3);
  expect(length(stateOf(run).slice(7))).toBeLessThan(STILL);
});

test("three boxes that are put on one another stay: less than 1 mm in 1000 s", () => {
  const bodies = [
    crate({ id: "a", at: [0, 0, 9.7] }),
    crate({ id: "b", at: [0.05, -0.03, 9.1] }),
    crate({ id: "c", at: [-0.02, 0.04, 8.5] }),
  ];
  const text = scenarioText(bodies, { duration_s: 1000, rate_Hz: 0.1, inside: flat(10, { mu: 0.5, e: 0.2 }) });
  const run = new ScenarioRun(scenarioOf(text), { writer: null, version: "test" });
  run.advance(30e9);
  const placed = bodies.map((_, i) => stateOf(run, i));
  run.advance(run.end_ns);
  bodies.forEach((_, i) => {
    const end = stateOf(run, i);
    expect(length(plus(end.slice(0, 3), placed[i]!.slice(0, 3), -1))).toBeLessThan(1e-3);
    // As turned by less than a corner's 1 mm.
    expect(length(plus(end.slice(3, 7), placed[i]!.slice(3, 7), -1))).toBeLessThan(1e-3);
    // One on the other, within gaps of 2e-4 m each, and not turned over.
    expect(Math.abs(end[2]! - (9.75 - 0.5 * i))).toBeLessThan(1e-3);
    expect(length(end.slice(7))).toBeLessThan(STILL);
  });
}, 120_000);

describe("a box on its edge", () => {
  const HALF_Y = 0.4;
  const HALF_Z = 0.3;
  /** Roll at which weight and buoyancy have no moment about the edge. */
  const critical = (mass_kg: number, cg_z: number): number => {
    const water_kg = 300;
    return Math.atan2((mass_kg - water_kg) * HALF_Y, mass_kg * (HALF_Z - cg_z) - water_kg * HALF_Z);
  };
  test.each([
    [500, 0, -0.2],
    [500, 0, 0.2],
    [500, 0.03, -0.2],
    [500, 0.03, 0.2],
    [360, -0.02, -0.2],
    [360, -0.02, 0.2],
    [500, 0, -3],
    [500, 0, 3],
  ])(
    "of %d kg, cg %d m below its middle, released %d° beyond the critical angle, falls to that side",
    (mass_kg, cg, beyond) => {
      const roll = critical(mass_kg, cg) + (beyond * Math.PI) / 180;
      const down_m = HALF_Y * Math.sin(roll) + HALF_Z * Math.cos(roll);
      const body = box(
        {
          size: [1, 2 * HALF_Y, 2 * HALF_Z],
          mass_kg,
          volume_m3: 0.3,
          cg: [0, 0, cg],
          added: [50, 100, 150, 5, 10, 10],
          at: [0, 0, 10 - 1e-4 - down_m],
          attitude_deg: [(roll * 180) / Math.PI, 0, 0],
        },
        { mu: 1, e: 0.1 },
      );
      const text = scenarioText([body], { duration_s: 30, inside: flat(10, { mu: 1, e: 0.1 }) });
      const { run } = runToEnd(scenarioOf(text));
      const [w, x, y, z] = stateOf(run).slice(3, 7);
      const end_deg = (2 * Math.atan2(x!, w!) * 180) / Math.PI;
      // Flat again: on its base, or on its side, or, with enough of a swing, on its top.
      const turns = Math.round(end_deg / 90);
      expect(Math.abs(end_deg - 90 * turns)).toBeLessThan(0.1);
      if (beyond < 0) expect(Math.abs(turns)).toBe(0);
      else expect(turns).toBeGreaterThan(0);
      expect(Math.hypot(y!, z!)).toBeLessThan(0.02);
    },
  );
});

test("after rest there is no chatter: one touch of each pair, and the looks end", () => {
  const bodies = [
    crate({ id: "a", at: [0, 0, 9.7] }, 0.5, 0.6),
    ball({ id: "b", mass_kg: 70, at: [2, 0, 9] }, { mu: 0.3, e: 0.6 }),
    ball(
      {
        id: "c",
        mass_kg: 70,
        volume_m3: 0.05,
        inertia: [0.6, 6, 6, 0, 0, 0],
        at: [5, 0, 9],
        attitude_deg: [0, 25, 0],
        shapes: shape("capsule", 'diameter_m="0.25" length_m="1.1"', { mu: 0.6, e: 0.5 }),
      },
      { mu: 0.3, e: 0.6 },
    ),
  ];
  const text = scenarioText(bodies, { duration_s: 90, inside: flat(10, { mu: 0.5, e: 0.5 }) });
  const { run, log } = runToEnd(scenarioOf(text));
  const late = run.events.filter(({ t_ns }) => t_ns > 60e9);
  expect(late).toEqual([]);
  for (const [i, { id }] of bodies.entries()) {
    const looks = rowsOf(logOfBytes(log), `/${id}/contact`).filter(({ t_ns }) => t_ns > 60e9);
    expect([id, looks.length]).toEqual([id, 0]);
    expect(length(stateOf(run, i).slice(7))).toBeLessThan(STILL);
  }
});

describe("an obstacle on a path", () => {
  const SPEED = 0.5;
  const raft = (mu: number, e: number): string =>
    obstacle("box", `size_m="12 6 1" times_s="4 14" positions_m="0 0 10.5 ${10 * SPEED} 0 10.5"`, { mu, e }, "raft");

  test("carries a box that lies on it: it slips till friction has made it as fast, after μ W t = (m + A) v, and on to a halt", () => {
    const mu = 0.2;
    const body = crate({ at: [0, 0, 9.7499] }, mu, 0.1);
    const text = scenarioText([body], { duration_s: 30, inside: raft(mu, 0.1) });
    const run = new ScenarioRun(scenarioOf(text), { writer: null, version: "test" });
    const a = (mu * 50 * G) / 400;
    const slipped = (SPEED * SPEED) / (2 * a);
    const northAt = (t_s: number): number => {
      run.advance(t_s * 1e9);
      return stateOf(run)[0]!;
    };
    // Rests on what stands still.
    expect(Math.abs(northAt(4))).toBeLessThan(1e-4);
    // The period in which the slip ends is the last whole one: 10 ms of v.
    expect(Math.abs(northAt(12) - (8 * SPEED - slipped))).toBeLessThan(0.005);
    expect(Math.abs(stateOf(run)[7]! - SPEED)).toBeLessThan(1e-3);
    // And slips as far forward when the raft stops.
    expect(Math.abs(northAt(30) - 10 * SPEED)).toBeLessThan(0.01);
    expect(Math.abs(stateOf(run)[2]! - 9.75)).toBeLessThan(1e-3);
    expect(length(stateOf(run).slice(7))).toBeLessThan(1e-3);
  });

  test("lifts what lies on it, which goes on a little where it stops, and lies on it again", () => {
    const lift = obstacle(
      "box",
      'size_m="6 6 1" times_s="4 8" positions_m="0 0 20.5 0 0 18.5"',
      { mu: 0.5, e: 0 },
      "lift",
    );
    const body = crate({ at: [0, 0, 19.7499] }, 0.5, 0);
    const scenario = scenarioOf(scenarioText([body], { duration_s: 30, inside: lift }));
    const run = new ScenarioRun(scenario, { writer: null, version: "test" });
    run.advance(6e9);
    // Half way, at 0.5 m/s. The gap of contact and what a period lets it change.
    expect(Math.abs(stateOf(run)[2]! - 18.75)).toBeLessThan(1e-3);
    expect(Math.abs(stateOf(run)[9]! + 0.5)).toBeLessThan(1e-3);
    // v²/2a above it, a = 500 · 9.81/500, reached after v/a.
    const a = (50 * G) / 500;
    run.advance(Math.round((8 + 0.5 / a) * 1e9));
    expect(Math.abs(stateOf(run)[2]! - (17.75 - 0.25 / (2 * a)))).toBeLessThan(1e-3);
    run.advance(run.end_ns);
    expect(Math.abs(stateOf(run)[2]! - 17.75)).toBeLessThan(2.5e-4);
    expect(length(stateOf(run).slice(7))).toBeLessThan(1e-6);
  });

  test("that turns takes a box round with it", () => {
    const turntable = obstacle(
      "cylinder",
      'diameter_m="8" length_m="1" attitude_deg="0 90 0" times_s="2 12" positions_m="0 0 20.5 0 0 20.5" headings_deg="0 90"',
      { mu: 1, e: 0 },
      "table",
    );
    const body = crate({ at: [2, 0, 19.7499] }, 1, 0);
    const { run } = runToEnd(scenarioOf(scenarioText([body], { duration_s: 20, inside: turntable })));
    const [north, east] = stateOf(run);
    const [w, , , z] = stateOf(run).slice(3, 7);
    const heading_deg = (2 * Math.atan2(z!, w!) * 180) / Math.PI;
    // At 0.31 m/s it slips by v²/2a = 4 cm at the start, and as far when the table stops: these cancel, to a quarter.
    expect(Math.hypot(north!, east! - 2)).toBeLessThan(0.03);
    expect(Math.abs(heading_deg - 90)).toBeLessThan(2);
  });

  test("slides away below a box without friction", () => {
    const body = crate({ at: [0, 0, 9.7499] }, 0, 0.1);
    const text = scenarioText([body], { duration_s: 12, inside: raft(0, 0.1) });
    const { run } = runToEnd(scenarioOf(text));
    expect(Math.abs(stateOf(run)[0]!)).toBeLessThan(1e-6);
    expect(Math.abs(stateOf(run)[2]! - 9.75)).toBeLessThan(1e-3);
  });

  test.each([0, 0.5, 1])("strikes a neutral ball that waits in its way: (1 + e) v, e = %d", (e) => {
    const wall = obstacle(
      "box",
      'size_m="0.5 3 3" times_s="1 11" positions_m="0 0 20 5 0 20"',
      { mu: 0.3, e },
      "piston",
    );
    const volume_m3 = (4 / 3) * Math.PI * 0.008;
    const body = ball({ at: [1, 0, 20], mass_kg: 1000 * volume_m3 }, { mu: 0.3, e });
    const { run, log } = runToEnd(scenarioOf(scenarioText([body], { duration_s: 6, inside: wall })));
    const [first] = rowsOf(logOfBytes(log), "/ball/impact");
    // It has 0.55 m less the gap of contact to go; the ball stands until then.
    expect(Math.abs(first!.t_ns / 1e9 - (1 + (0.55 - 1e-4) / SPEED))).toBeLessThan(1e-4);
    const state = stateOf(run);
    // Without drag it flies on, or stays before the piston.
    expect(Math.abs(state[7]! - (1 + e) * SPEED)).toBeLessThan(1e-9);
    expect(length(state.slice(8))).toBeLessThan(1e-9);
    const gone = 1 + (1 + e) * SPEED * (6 - first!.t_ns / 1e9);
    // Within the gaps of a contact that lasts.
    expect(Math.abs(state[0]! - gone)).toBeLessThan(2e-4);
  });
});
