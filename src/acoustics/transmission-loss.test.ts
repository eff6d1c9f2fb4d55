import fc from "fast-check";
import { expect, test } from "vitest";
import { absorption_dBpkm } from "../environment/index.ts";
import { levelOf, powerOf, sumOfLevels_dB } from "./decibel.ts";
import { SPHERICAL, type Spreading, spreadingLoss_dB } from "./spreading.ts";
import { greatestRange_m, rangeOfLoss_m, transmissionLoss_dB } from "./transmission-loss.ts";

const factor = (k: number): Spreading => ({ law: "factor", k });
const stojanovic = (f_kHz: number): number => absorption_dBpkm("thorp-stojanovic", { frequency_Hz: 1000 * f_kHz });

/** Printed by ns-3.37, whose losses have this form. */
test.each([
  [33, 1900, 2, 83.903],
  [33, 1900, 1.5, 67.51],
  [24, 1000, 1.5, 50.691],
  [100, 100, 1.5, 33.407],
])("%d kHz over %d m with k = %f loses %f dB, as a public network simulator prints it", (f_kHz, r_m, k, printed) => {
  expect(Number(transmissionLoss_dB(factor(k), stojanovic(f_kHz), r_m).toFixed(3))).toBe(printed);
});

/** Fresh water at 100 kHz, 3.11 dB/km, and Thorp's 34.07: what the thesis' own formulas give, set right, in dB. */
test.each([
  [1, 0.003, 0.034],
  [5, 10.5, 10.66],
  [10, 15.03, 15.34],
  [20, 19.58, 20.2],
  [37.6, 23.75, 24.91],
  [50, 25.64, 27.19],
  [100, 30.31, 33.41],
])("with k = 1.5 at 100 kHz, %f m lose %f dB in fresh water and %f dB by Thorp", (r_m, fresh_dB, sea_dB) => {
  const digits = r_m === 1 ? 3 : 2;
  // The table was made with absorptions of more digits than it states: 0.6 of a unit of its last digit.
  const tolerance_dB = 0.6 * 10 ** -digits;
  expect(Math.abs(transmissionLoss_dB(factor(1.5), 3.11, r_m) - fresh_dB)).toBeLessThan(tolerance_dB);
  expect(Math.abs(transmissionLoss_dB(factor(1.5), 34.07, r_m) - sea_dB)).toBeLessThan(tolerance_dB);
});

test("4.5 W sent and 1.9 mW needed leave 33.74 dB: 164 m in fresh water and 103 m by Thorp with k = 1.5, 48 and 41 m with k = 2", () => {
  const budget_dB = levelOf(4.5 / 1.9e-3);
  expect(budget_dB).toBeCloseTo(33.745, 3);
  // Whole metres in print.
  expect(Math.round(rangeOfLoss_m(factor(1.5), 3.11, budget_dB))).toBe(164);
  expect(Math.round(rangeOfLoss_m(factor(1.5), 34.07, budget_dB))).toBe(103);
  expect(Math.round(rangeOfLoss_m(factor(2), 3.11, budget_dB))).toBe(48);
  expect(Math.round(rangeOfLoss_m(factor(2), 34.07, budget_dB))).toBe(41);
});

test("erratum: the thesis' 10 log α with α in dB/km would give 15.32 dB/km at 100 kHz where Thorp has 34.07", () => {
  const alpha = absorption_dBpkm("thorp-stojanovic", { frequency_Hz: 100e3 });
  expect(alpha).toBeCloseTo(34.07, 2);
  expect(levelOf(alpha)).toBeCloseTo(15.32, 2);
});

test("geometric spreading is 20 log r to the transition, 10 log r beyond, and does not jump there", () => {
  const geometric: Spreading = { law: "geometric", transition_m: 100 };
  expect(spreadingLoss_dB(geometric, 10)).toBeCloseTo(20, 12);
  expect(spreadingLoss_dB(geometric, 100)).toBeCloseTo(40, 12);
  expect(spreadingLoss_dB(geometric, 100.000001)).toBeCloseTo(40, 6);
  expect(spreadingLoss_dB(geometric, 1000)).toBeCloseTo(50, 12);
});

test("nearer than the 1 m that levels are referred to, nothing is gained: the loss is that at 1 m", () => {
  for (const spreading of [SPHERICAL, factor(1), { law: "geometric", transition_m: 30 }] as const) {
    expect(spreadingLoss_dB(spreading, 0.2)).toBe(0);
    expect(spreadingLoss_dB(spreading, 0)).toBe(0);
    expect(spreadingLoss_dB(spreading, 1)).toBe(0);
  }
});

test("the range of a loss has that loss, whatever spreading, absorption and budget", () => {
  const k = fc.double({ min: 0.5, max: 3, noNaN: true });
  const alpha = fc.double({ min: 1e-3, max: 500, noNaN: true });
  const budget = fc.double({ min: 0.1, max: 250, noNaN: true });
  fc.assert(
    fc.property(k, alpha, budget, (k, alpha_dBpkm, budget_dB) => {
      const r_m = rangeOfLoss_m(factor(k), alpha_dBpkm, budget_dB);
      if (r_m === 0) return alpha_dBpkm / 1000 > budget_dB;
      if (r_m === Number.POSITIVE_INFINITY) return transmissionLoss_dB(factor(k), alpha_dBpkm, 2e7) <= budget_dB;
      // The last digit of r, 1e-16 of it, times the slope of a loss of 250 dB.
      expect(transmissionLoss_dB(factor(k), alpha_dBpkm, r_m)).toBeCloseTo(budget_dB, 9);
      return true;
    }),
    { seed: 7 },
  );
});

test("a range is 0 where 1 m is too far or the excess is not a number, and endless where nothing is lost", () => {
  expect(greatestRange_m(() => -1)).toBe(0);
  expect(greatestRange_m(() => Number.NaN)).toBe(0);
  expect(greatestRange_m(() => 1)).toBe(Number.POSITIVE_INFINITY);
});

test("two equal sounds are 3.01 dB louder than one, and silence adds nothing", () => {
  expect(sumOfLevels_dB(60, 60)).toBeCloseTo(60 + levelOf(2), 12);
  expect(sumOfLevels_dB(60, Number.NEGATIVE_INFINITY)).toBe(60);
  expect(sumOfLevels_dB(Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY)).toBe(Number.NEGATIVE_INFINITY);
  expect(levelOf(powerOf(83.903))).toBeCloseTo(83.903, 11);
});
