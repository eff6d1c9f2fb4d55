/** Bodies on a slope: whether they rest, slide or roll, and how fast, against closed forms with the added mass. */
import { describe, expect, test } from "vitest";
import { ScenarioRun } from "../src/scenario/index.ts";
import { type Body, ball, box, length, plus, type Rubbing, scenarioText, slope } from "./support/contact-bodies.ts";
import { logOfBytes, rowsOf } from "./support/run-logs.ts";
import { runToEnd, scenarioOf, stateOf } from "./support/scenarios.ts";

const G = 9.81;
const DEPTH = 30;
/** Contacts are kept at this gap. */
const GAP = 1e-4;

/** A place `height_m` above a slope that deepens towards north, through DEPTH at the origin. */
function above(slope_rad: number, height_m: number): number[] {
  return [height_m * Math.sin(slope_rad), 0, DEPTH - height_m * Math.cos(slope_rad)];
}

/** States at whole instants, in s. */
function statesAt(body: Body, slope_rad: number, surface: Rubbing, times_s: readonly number[]): number[][] {
  const inside = slope(DEPTH, slope_rad, surface);
  const text = scenarioText([body], { duration_s: Math.max(1, ...times_s), inside });
  const run = new ScenarioRun(scenarioOf(text), { writer: null, version: "test" });
  return times_s.map((t_s) => {
    run.advance(Math.round(t_s * 1e9));
    return stateOf(run);
  });
}

const MASS = 300;
const ADDED = [80, 120, 200, 5, 10, 10];
const SIZE = [1, 0.8, 0.4];

function lying(slope_rad: number, surface: Rubbing): Body {
  const volume_m3 = 0.2;
  const attitude_deg = [0, (-slope_rad * 180) / Math.PI, 0];
  const at = above(slope_rad, SIZE[2]! / 2 + GAP);
  return box({ size: SIZE, mass_kg: MASS, volume_m3, added: ADDED, at, attitude_deg }, surface);
}

const WEIGHT_N = (MASS - 1000 * 0.2) * G;

describe("a box on a slope", () => {
  test.each([
    [0.3, 1.02],
    [0.3, 1.3],
    [0.6, 1.05],
    [0, 0.1],
    [0.1, 3],
  ])(
    "friction %d: slides where tan s is above it, s = atan μ · %d, with (W sin s − μ W cos s)/(m + A)",
    (mu, factor) => {
      const slope_rad = mu === 0 ? factor : Math.atan(mu * factor);
      const surface = { mu, e: 0.2 };
      const [early, late] = statesAt(lying(slope_rad, surface), slope_rad, surface, [1, 3]);
      const expected = (WEIGHT_N * (Math.sin(slope_rad) - mu * Math.cos(slope_rad))) / (MASS + ADDED[0]!);
      const measured = (late![7]! - early![7]!) / 2;
      // Contacts are kept to residuals of 1e-12 m/s; the gap's slack of 1e-4 m lets it turn by 1e-4 rad, which changes W sin s by 1e-4 of W.
      expect(Math.abs(measured - expected)).toBeLessThan(1e-4 * (WEIGHT_N / (MASS + ADDED[0]!)));
      // It keeps lying flat, and does not leave its way.
      expect(length(late!.slice(10))).toBeLessThan(1e-3);
      expect(Math.abs(late![1]!)).toBeLessThan(1e-4);
    },
  );

  test.each([
    [0.3, 0.98],
    [0.3, 0.5],
    [0.6, 0.95],
    [1, 0.99],
  ])("friction %d: rests where tan s is below it, s = atan μ · %d, for 100 s within 1e-4 m", (mu, factor) => {
    const slope_rad = Math.atan(mu * factor);
    const surface = { mu, e: 0.2 };
    const [start, end] = statesAt(lying(slope_rad, surface), slope_rad, surface, [0, 100]);
    expect(length(plus(end!.slice(0, 3), start!.slice(0, 3), -1))).toBeLessThan(1e-4);
    expect(length(end!.slice(7))).toBeLessThan(1e-6);
  });
});

describe("a homogeneous ball on a slope", () => {
  const RADIUS = 0.2;
  const KG = 60;
  const start = (slope_rad: number, surface: Rubbing): Body =>
    ball({ mass_kg: KG, at: above(slope_rad, RADIUS + GAP) }, surface);
  const water_kg = 1000 * start(0, {}).volume_m3;
  const added_kg = water_kg / 2;
  const weight_N = (KG - water_kg) * G;

  test.each([
    [0.3, 0.2],
    [0.3, 0.99],
    [0.1, 0.9],
    [1, 0.4],
    [0.05, 1.02],
    [0.1, 1.5],
    [0, 1],
  ])("friction %d, slope %d of the steepest on which it rolls: W sin s/(1.4 m + A), or slips", (mu, factor) => {
    // Rolling takes friction of 0.4 m a: 0.4 m W sin s/(1.4 m + A) <= μ W cos s.
    const slope_rad = mu === 0 ? 0.2 : Math.atan((factor * mu * (1.4 * KG + added_kg)) / (0.4 * KG));
    const surface = { mu, e: 0.2 };
    const body = start(slope_rad, surface);
    const [early, late] = statesAt(body, slope_rad, surface, [0.5, 1.5]);
    const rolls = mu > 0 && factor < 1;
    const a = rolls
      ? (weight_N * Math.sin(slope_rad)) / (1.4 * KG + added_kg)
      : (weight_N * (Math.sin(slope_rad) - mu * Math.cos(slope_rad))) / (KG + added_kg);
    const turn = rolls ? a / RADIUS : (mu * weight_N * Math.cos(slope_rad)) / (0.4 * KG * RADIUS);
    // Velocity in B turns with the ball; its length and the rate about the horizontal axis do not.
    const speed = (state: readonly number[]): number => length(state.slice(7, 10));
    // The point of contact lies in the middle of the gap: friction acts at 1.00025 of the radius, twice in a: 5e-4 of what rolling takes of it.
    expect(Math.abs(speed(late!) - speed(early!) - a)).toBeLessThan((rolls ? 2e-4 : 1e-5) * a);
    // Down towards north: about −y, nose down.
    expect(Math.abs(late![11]! - early![11]! + turn)).toBeLessThan(3e-4 * turn + 1e-9);
    // The point in the middle of the gap, which lies between 0 and 2e-4 m, stands still.
    const slip = speed(late!) + RADIUS * late![11]!;
    if (rolls) expect(Math.abs(slip)).toBeLessThan(1e-4 * turn * 1.5 + 1e-5);
  });

  test("rolls without blows: nothing but the force of the contact, at the gap at which it is kept", () => {
    const slope_rad = 0.3;
    const surface = { mu: 0.5, e: 0.5 };
    const inside = slope(DEPTH, slope_rad, surface);
    const text = scenarioText([start(slope_rad, surface)], { duration_s: 3, inside });
    const { run, log } = runToEnd(scenarioOf(text));
    const logged = logOfBytes(log);
    expect(rowsOf(logged, "/ball/impact")).toEqual([]);
    for (const { values } of rowsOf(logged, "/ball/contact")) {
      const { forceNorth_N, forceDown_N } = values as Record<string, number>;
      const pressed_N = forceNorth_N! * Math.sin(slope_rad) - forceDown_N! * Math.cos(slope_rad);
      // Within the period the ball turns by up to 0.1 rad: squared, 1e-2 of what the velocity does in the turning frame; in N it stays.
      expect(Math.abs(pressed_N / (weight_N * Math.cos(slope_rad)) - 1)).toBeLessThan(1e-3);
    }
    const [north, , down] = stateOf(run);
    const gap_m = north! * Math.sin(slope_rad) - (down! - DEPTH) * Math.cos(slope_rad) - RADIUS;
    expect(gap_m).toBeGreaterThan(0.5e-4);
    expect(gap_m).toBeLessThan(2e-4);
  });
});
