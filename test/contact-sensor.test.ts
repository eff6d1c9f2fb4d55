/** Contact switches in whole runs: what they feel of blows and of lasting contacts, and what the log says of these. */
import { describe, expect, test } from "vitest";
import { ball, box, flat, obstacle, type Rubbing, scenarioText } from "./support/contact-bodies.ts";
import { logOfBytes, rowsOf } from "./support/run-logs.ts";
import { runToEnd, scenarioOf } from "./support/scenarios.ts";

const G = 9.81;
const KG = 60;
const WATER_KG = 1000 * (4 / 3) * Math.PI * 0.008;
/** With the water that moves with it. */
const MOVED_KG = KG + WATER_KG / 2;
const WEIGHT_N = (KG - WATER_KG) * G;

type Values = Record<string, number>;

function rows(log: Uint8Array, topic: string): { t_s: number; values: Values }[] {
  return rowsOf(logOfBytes(log), topic).map(({ t_ns, values }) => ({ t_s: t_ns / 1e9, values: values as Values }));
}

const SWITCH = (more = "", rate_Hz = 20): string =>
  `<sensor id="bumper" model="contact-switch" rate_Hz="${rate_Hz}" ${more}/>`;

describe("a ball with a switch falls by 0.8 m on a flat bottom, e = 0.5", () => {
  const surface: Rubbing = { mu: 0.3, e: 0.5 };
  const plain = ball({ mass_kg: KG, at: [1, 2, 5] }, surface);
  const drop = (more: string) => {
    const body = { ...plain, shapes: plain.shapes + SWITCH(more) };
    return runToEnd(scenarioOf(scenarioText([body], { duration_s: 8, inside: flat(6, surface) })));
  };
  const { run, log } = drop("");
  const blows = rows(log, "/ball/impact");
  // It touches 1e-4 m above the bottom.
  const first_mps = Math.sqrt((2 * WEIGHT_N * (0.8 - 1e-4)) / MOVED_KG);
  const first_s = (first_mps * MOVED_KG) / WEIGHT_N;

  test("each blow is logged at its instant with (1 + e) m u, half as strong as the one before, at the foot of the ball", () => {
    // Down to 2 cm/s: below, a rebound is shorter than the period of 10 ms in which forces are found.
    for (let n = 0; n < 6; n++) {
      const { t_s, values } = blows[n]!;
      const u = first_mps * 0.5 ** n;
      // Landed on whole ns and touching within 1e-5 m of 1e-4: 1e-5/0.8 of the square of the speed of the first, more of the later ones.
      const near = 1e-5 * 4 ** n;
      expect(Math.abs(values.approach_mps! / u - 1)).toBeLessThan(near);
      expect(Math.abs(values.normalImpulse_Ns! / (1.5 * MOVED_KG * u) - 1)).toBeLessThan(near);
      expect(values.slipImpulse_Ns!).toBeLessThan(1e-9);
      // 1 + 2 (½ + ¼ + …) = 3 − 2/2ⁿ flights of the first fall.
      expect(Math.abs(t_s / (first_s * (3 - 2 * 0.5 ** n)) - 1)).toBeLessThan(1e-5);
      expect([values.normalNorth, values.normalEast, values.normalDown]).toEqual([0, 0, -1]);
      expect(Math.hypot(values.pointNorth_m! - 1, values.pointEast_m! - 2)).toBeLessThan(1e-9);
      expect(Math.abs(values.pointDown_m! - 6)).toBeLessThan(1.1e-4);
      expect(values.gap_m!).toBeGreaterThan(0);
      expect(values.gap_m!).toBeLessThan(1.1e-4);
      expect(values.other).toBe(0);
    }
    const [touch] = run.events;
    expect(touch!.t_ns / 1e9).toBe(blows[0]!.t_s);
    expect(touch!.message).toBe("touches the bottom, at 2.33 m/s: north 1 m, east 2 m, depth 6 m");
  });

  test("the switch is on at the first sample behind each blow, off in flight, and on with the weight in water when it lies", () => {
    const samples = rows(log, "/ball/bumper");
    expect(samples.length).toBeGreaterThan(150);
    samples.forEach(({ t_s, values }, k) => {
      if (k === 0 || t_s > 1.9) return;
      const struck = blows.some((blow) => blow.t_s > samples[k - 1]!.t_s && blow.t_s <= t_s);
      expect([t_s, values.touched]).toEqual([t_s, struck ? 1 : 0]);
    });
    for (const { t_s, values } of samples.filter((sample) => sample.t_s > 4)) {
      expect([t_s, values.touched]).toEqual([t_s, 1]);
      // At rest the forces are in balance.
      expect(Math.abs(values.force_N! / WEIGHT_N - 1)).toBeLessThan(1e-6);
    }
    expect(rows(log, "/ball/contact").at(-1)!.values).toMatchObject({ points: 1, resting: 1 });
  });

  test("its thresholds: blows below leastImpulse_Ns and forces below leastForce_N are not felt", () => {
    // The blows are 268, 134, 67 N·s, and so on.
    const hard = rows(drop('leastImpulse_Ns="100" leastForce_N="300"').log, "/ball/bumper");
    expect(hard.filter(({ values }) => values.touched === 1)).toHaveLength(2);
    const soft = rows(drop('leastImpulse_Ns="100" leastForce_N="200"').log, "/ball/bumper");
    expect(soft.at(-1)!.values.touched).toBe(1);
  });
});

test("two that meet feel the same blow: reduced mass times (1 + e) u, and both logs tell it from their side", () => {
  const surface = { mu: 0, e: 0.25 };
  const neutral = { mass_kg: WATER_KG };
  const far = { ...ball({ id: "b", ...neutral, at: [2, 0, 20], velocity: [-1, 0, 0] }, surface) };
  const near = { ...ball({ id: "a", ...neutral, at: [0, 0, 20], velocity: [0.5, 0, 0] }, surface) };
  const bodies = [near, far].map((body) => ({ ...body, shapes: body.shapes + SWITCH('leastImpulse_Ns="30"') }));
  const { log } = runToEnd(scenarioOf(scenarioText(bodies, { duration_s: 2 })));
  const [a, b] = [rows(log, "/a/impact"), rows(log, "/b/impact")];
  expect([a.length, b.length]).toEqual([1, 1]);
  const expected = 1.25 * 1.5 * ((1.5 * WATER_KG) / 2);
  for (const [{ values }, side, other] of [
    [a[0]!, -1, -2],
    [b[0]!, 1, -1],
  ] as const) {
    // Velocities do not change before: only rounding.
    expect(Math.abs(values.normalImpulse_Ns! / expected - 1)).toBeLessThan(1e-9);
    expect(Math.abs(values.approach_mps! - 1.5)).toBeLessThan(1e-9);
    expect(Math.abs(values.normalNorth! - side)).toBeLessThan(1e-9);
    expect(values.other).toBe(other);
    // Between them, 0.2 m from the first, which has gone 0.5 m/s of the 1.6 m that close with 1.5 m/s.
    expect(Math.abs(values.pointNorth_m! - (0.2 + 0.5 * (1.6 / 1.5)))).toBeLessThan(1e-3);
  }
  for (const id of ["a", "b"]) {
    expect(rows(log, `/${id}/bumper`).filter(({ values }) => values.touched === 1)).toHaveLength(1);
  }
});

test("a box that is pushed against a wall is pressed by the push, friction holds its weight, and the log names the wall", () => {
  const surface = { mu: 0.5, e: 0 };
  const plain = box(
    { size: [0.6, 0.6, 0.6], mass_kg: 226, added: [60, 60, 60, 2, 2, 2], at: [0.6989, 0, 10] },
    surface,
  );
  const push = '<push start_s="0" duration_s="100" force_N="300 0 0"/>';
  const body = { ...plain, shapes: plain.shapes + push + SWITCH('leastForce_N="250"') };
  const wall = obstacle("box", 'size_m="1 4 4" position_m="1.5 0 10"', surface, "quay");
  const { run, log } = runToEnd(scenarioOf(scenarioText([body], { duration_s: 20, inside: wall })));
  const last = rows(log, "/box/bumper").at(-1)!.values;
  // 10 kg more than the water: 98.1 N, below 0.5 · 300 N.
  const weight_N = 10 * G;
  expect(last.touched).toBe(1);
  expect(Math.abs(last.force_N! / Math.hypot(300, weight_N) - 1)).toBeLessThan(1e-6);
  const { forceNorth_N, forceDown_N, forceEast_N } = rows(log, "/box/contact").at(-1)!.values;
  expect(Math.abs(forceNorth_N! + 300)).toBeLessThan(1e-3);
  expect(Math.abs(forceDown_N! + weight_N)).toBeLessThan(1e-3);
  expect(Math.abs(forceEast_N!)).toBeLessThan(1e-3);
  expect(run.events.map(({ name, message }) => `${name} ${message}`)[0]).toMatch(/^box touches world\/quay/);
  expect(rows(log, "/box/impact").every(({ values }) => values.other === 1)).toBe(true);
});
