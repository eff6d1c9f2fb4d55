import fc from "fast-check";
import { expect, test } from "vitest";
import { uniform } from "../../../test/support/uniform.ts";
import { wrapAngleInto } from "./angle.ts";
import { Elapsed } from "./elapsed.ts";
import { type Gains, type Limits, LOOP, LOOP_SIZE, Pid } from "./pid.ts";

const P = (kp: number, ki = 0, kd = 0, integralLimit?: number): Gains => ({ kp, ki, kd, integralLimit });

/** One loop with its memory, asked for one output at a time. */
function loopOf(gains: Gains, limits?: Limits) {
  const pid = new Pid(gains, limits);
  const loop = new Float64Array(LOOP_SIZE);
  const reals = new Float64Array(1);
  return {
    pid,
    loop,
    reals,
    ask(error: number, dt_s: number, rate = 0, feedForward = 0): number {
      loop.set([error, rate, feedForward, dt_s]);
      pid.step(loop, reals, 0);
      return loop[LOOP.output]!;
    },
  };
}

test("P on a lag ẏ = u − y, sampled every 0.1 s, follows its difference equation: y_k = ⅔ (1 − λᵏ), λ = 3 e^−0.1 − 2", () => {
  // Between ticks u = 2 (1 − y) stands still: y ← e⁻ʰ y + (1 − e⁻ʰ) u, a geometric sequence towards kp/(1 + kp).
  const { ask } = loopOf(P(2));
  const decay = Math.exp(-0.1);
  const lambda = decay - 2 * (1 - decay);
  let y = 0;
  for (let k = 0; k < 50; k++) {
    // Rounding of some 50 operations near 1.
    expect(y).toBeCloseTo((2 / 3) * (1 - lambda ** k), 13);
    y = decay * y + (1 - decay) * ask(1 - y, 0.1);
  }
});

test("PI on a lag is a second-order system: k_p = 1, k_i = 2 gives y = 1 − e^−t cos t", () => {
  // ẏ = −y + (1 − y) + I, İ = 2 (1 − y): with z = 1 − y, z̈ + 2 ż + 2 z = 0, z(0) = 1, ż(0) = −ẏ(0) = −1.
  const h = 1e-4;
  const { ask } = loopOf(P(1, 2));
  const decay = Math.exp(-h);
  let y = 0;
  let worst = 0;
  for (let k = 0; k < 50_000; k++) {
    const t = k * h;
    worst = Math.max(worst, Math.abs(y - (1 - Math.exp(-t) * Math.cos(t))));
    y = decay * y + (1 - decay) * ask(1 - y, h);
  }
  // Sampling delays the control by about h: errors stay below a few h.
  expect(worst).toBeLessThan(3e-4);
});

test("PD on a double integrator ÿ = u moves as e^−ζωt (cos ωd t + ζω/ωd sin ωd t): k_p = ω², k_d = 2 ζ ω", () => {
  const [omega, zeta, h] = [2, 0.5, 1e-4];
  const { ask } = loopOf(P(omega * omega, 0, 2 * zeta * omega));
  const damped = omega * Math.sqrt(1 - zeta * zeta);
  let [y, v, worst] = [0, 0, 0];
  for (let k = 0; k < 40_000; k++) {
    const t = k * h;
    const rest =
      Math.exp(-zeta * omega * t) * (Math.cos(damped * t) + ((zeta * omega) / damped) * Math.sin(damped * t));
    worst = Math.max(worst, Math.abs(y - (1 - rest)));
    const u = ask(1 - y, h, v);
    y += h * v + 0.5 * h * h * u;
    v += h * u;
  }
  // The hold of half a tick takes some damping away: errors of order ω h.
  expect(worst).toBeLessThan(4e-4);
});

test("a disturbance that stays is met by the integral to the last digits, and not at all by the proportional part", () => {
  const settle = (gains: Gains): number => {
    const { ask } = loopOf(gains);
    let y = 0;
    for (let k = 0; k < 20_000; k++) y += 0.01 * (-y + ask(1 - y, 0.01) - 0.5);
    return y;
  };
  expect(settle(P(4))).toBeCloseTo((4 - 0.5) / 5, 12); // k_p/(1 + k_p) less d/(1 + k_p)
  expect(settle(P(4, 2))).toBeCloseTo(1, 12);
});

test("a step of the set-point changes the output by k_p times the step and no more: the rate is measured, not derived", () => {
  const { ask } = loopOf(P(3, 0, 100));
  const before = ask(0, 0.1, 0.2);
  expect(ask(1, 0.1, 0.2) - before).toBeCloseTo(3, 12);
});

test("feed-forward is added as it is and counts for the limits", () => {
  const { ask } = loopOf(P(2), { min: -1, max: 1 });
  expect(ask(0.1, 0.1, 0, 0.5)).toBeCloseTo(0.7, 15);
  expect(ask(0.1, 0.1, 0, 5)).toBe(1);
});

test("outputs stay within their limits, integrals within theirs, and at a limit the integral never moves outwards", () => {
  const error = uniform(-5, 5);
  const steps = fc.array(fc.tuple(error, error), { minLength: 1, maxLength: 60 });
  const check = (history: [number, number][]): void => {
    const { ask, reals, pid } = loopOf(P(1.5, 0.7, 0.3, 0.9), { min: -0.4, max: 1.1 });
    for (const [e, rate] of history) {
      const before = reals[0]!;
      const u = ask(e, 0.2, rate);
      expect(u).toBeGreaterThanOrEqual(pid.min);
      expect(u).toBeLessThanOrEqual(pid.max);
      expect(Math.abs(reals[0]!)).toBeLessThanOrEqual(0.9);
      const free = 1.5 * e - 0.3 * rate + before;
      if (free > pid.max) expect(reals[0]!).toBeLessThanOrEqual(before);
      if (free < pid.min) expect(reals[0]!).toBeGreaterThanOrEqual(before);
      // It never moves against the error, whatever the limits do.
      expect((reals[0]! - before) * e).toBeGreaterThanOrEqual(0);
    }
  };
  fc.assert(fc.property(steps, check), { seed: 11 });
});

test("the lower limit is the upper one mirrored: with errors and limits of the other sign, output and integral have the other sign", () => {
  const error = uniform(-5, 5);
  const steps = fc.array(fc.tuple(error, error), { minLength: 1, maxLength: 60 });
  const check = (history: [number, number][]): void => {
    const gains = P(1.5, 0.7, 0.3, 0.9);
    const [one, other] = [loopOf(gains, { min: -0.4, max: 1.1 }), loopOf(gains, { min: -1.1, max: 0.4 })];
    for (const [e, rate] of history) {
      // Signs alone differ, so the bits agree; + 0 makes −0 a 0.
      expect(other.ask(-e, 0.2, -rate) + 0).toBe(-one.ask(e, 0.2, rate) + 0);
      expect(other.reals[0]! + 0).toBe(-one.reals[0]! + 0);
    }
  };
  fc.assert(fc.property(steps, check), { seed: 12 });
});

/** Time until |1 − y| stays below 0.05 after the set-point of ẏ = u falls from far beyond reach to 1, |u| ≤ 1. */
function recovery_s(limited: boolean, ki: number, beyond: number): number {
  const limits = { min: -1, max: 1 };
  const { ask } = loopOf(P(2, ki), limited ? limits : undefined);
  let y = 0;
  let late = 0;
  for (let k = 0; k < 20_000; k++) {
    const t = k * 0.01;
    const r = t < 10 ? beyond : 1;
    // Without anti-windup the actuator saturates all the same, but the law does not know.
    y += 0.01 * Math.min(Math.max(ask(r - y, 0.01), -1), 1);
    if (t >= 10 && Math.abs(1 - y) > 0.05) late = t - 10;
  }
  return late;
}

test("after ten seconds out of reach the loop is back within 5 % long before one without anti-windup", () => {
  const beyond = uniform(15, 100);
  const ki = uniform(0.2, 1);
  const check = (r: number, gain: number): void => {
    const [with_s, without_s] = [recovery_s(true, gain, r), recovery_s(false, gain, r)];
    // 9 m back at 1 m/s are 9 s; what comes on top is the law's own settling (time constants of 1/k_p and k_p/k_i).
    expect(with_s).toBeLessThan(9 + 25);
    expect(without_s).toBeGreaterThan(1.5 * with_s);
  };
  fc.assert(fc.property(beyond, ki, check), { seed: 5, numRuns: 25 });
});

test("reset makes the next output continue a given one, as far as the integral's limit allows", () => {
  const { ask, pid, loop, reals } = loopOf(P(2, 1, 0.5, 3), { min: -10, max: 10 });
  loop.set([0.4, 0.2, 0.1, 0, 1.7]);
  pid.reset(loop, reals, 0);
  expect(ask(0.4, 0, 0.2, 0.1)).toBeCloseTo(1.7, 14);
  loop.set([0.4, 0.2, 0.1, 0, 9]);
  pid.reset(loop, reals, 0);
  expect(ask(0.4, 0, 0.2, 0.1)).toBeCloseTo(3 + 0.8 - 0.1 + 0.1, 14);
});

test("angles wrap into [−π, π): π is −π, a turn more is the same, and what was inside stays", () => {
  const wrap = (angle: number): number => {
    const cell = Float64Array.of(angle);
    wrapAngleInto(cell, 0);
    return cell[0]!;
  };
  expect(wrap(Math.PI)).toBe(-Math.PI);
  expect(wrap(-Math.PI)).toBe(-Math.PI);
  expect(wrap(3 * Math.PI)).toBe(-Math.PI);
  expect(wrap(0)).toBe(0);
  // So many turns that the last place of the angle is 0.2 mrad, and rounding puts it beyond π: still inside.
  const far = wrap((2 * 195_106_693_908 + 1) * Math.PI);
  expect(Math.abs(far)).toBeLessThanOrEqual(Math.PI);
  expect(Math.PI - Math.abs(far)).toBeLessThan(2.5e-4);
  // 350° to 10° is 20° to starboard.
  expect(wrap(((10 - 350) * Math.PI) / 180)).toBeCloseTo((20 * Math.PI) / 180, 14);
  fc.assert(
    fc.property(uniform(-100, 100), (angle) => {
      const wrapped = wrap(angle);
      expect(wrapped).toBeGreaterThanOrEqual(-Math.PI);
      expect(wrapped).toBeLessThan(Math.PI);
      // 100 rad have a last place of 1.4e-14, and sine and cosine that of their argument.
      expect(Math.sin(wrapped)).toBeCloseTo(Math.sin(angle), 12);
      expect(Math.cos(wrapped)).toBeCloseTo(Math.cos(angle), 12);
    }),
    { seed: 3 },
  );
});

test("a tick stands for the time since the last one; the first for the nominal period; a stall of 100 s for two periods", () => {
  const elapsed = new Elapsed(10);
  // Two reals of memory, then a true state, whose first field is the time.
  const reals = new Float64Array(2 + 1);
  const out = new Float64Array(1);
  const at = (t_s: number): number => {
    reals[2] = Math.round(t_s * 1e9);
    elapsed.into(out, 0, reals, 0, 2);
    return out[0]!;
  };
  expect(at(7)).toBe(0.1);
  expect(at(7.15)).toBeCloseTo(0.15, 12);
  expect(at(107.15)).toBe(0.2);
  expect(at(107.15)).toBe(0);
  expect(at(107)).toBe(0); // a clock that runs backwards integrates nothing
});
