import fc from "fast-check";
import { expect, test } from "vitest";
import { uniform } from "../../test/support/uniform.ts";
import { sampleTime_ns } from "./sample-times.ts";
import { instant_ns, isInstant } from "./time.ts";

test("rule 9: the 108,000th picture of a 30 Hz camera comes after exactly one hour", () => {
  expect(sampleTime_ns(1, 30)).toBe(33_333_333);
  expect(sampleTime_ns(2, 30)).toBe(66_666_667);
  expect(sampleTime_ns(108_000, 30)).toBe(3600e9);
});

test("rule 9: for whole rates, sample k is round(k · 10⁹ / f) in exact arithmetic up to 100 days", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000 }), uniform(0, 1), (rate_Hz, share) => {
      const k = Math.floor(share * rate_Hz * 86_400 * 100);
      // Halves round up, as Math.round does: floor((2 k 10⁹ + f) / 2 f).
      const exact = (2n * BigInt(k) * 1_000_000_000n + BigInt(rate_Hz)) / (2n * BigInt(rate_Hz));
      expect(sampleTime_ns(k, rate_Hz)).toBe(Number(exact));
    }),
    { seed: 3, numRuns: 1000 },
  );
});

test("rule 9: for a rate that is not a whole number, an hour of samples is off by less than a nanosecond", () => {
  const rate_Hz = 7.3;
  for (const k of [1, 10, 26_280]) expect(Math.abs(sampleTime_ns(k, rate_Hz) - (k / 7.3) * 1e9)).toBeLessThan(1);
});

test("rule 1: instants are integers from 0 to 2⁵³ − 1", () => {
  expect(isInstant(0)).toBe(true);
  expect(isInstant(2 ** 53 - 1)).toBe(true);
  for (const bad of [-1, 0.5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY]) expect(isInstant(bad)).toBe(false);
  expect(instant_ns(0.1)).toBe(100_000_000);
  expect(() => instant_ns(1e7)).toThrow(/not an instant/);
});
