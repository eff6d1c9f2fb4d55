import fc from "fast-check";
import { expect, test } from "vitest";
import { RandomStream, STREAM_WORDS } from "../../src/core/index.ts";
import { exponential, normal } from "../../src/math/index.ts";
import { interval_s, perFrameTime, pureAloha, slottedAloha } from "./aloha.ts";
import { batchRates, deviationOf, intervalOf, orderingBound, studentQuantile, studentWithin } from "./intervals.ts";

/** As printed in tables of Student's distribution: three decimals. */
test.each([
  [0.975, 1, 12.706],
  [0.975, 2, 4.303],
  [0.995, 4, 4.604],
  [0.975, 9, 2.262],
  [0.99, 9, 2.821],
  [0.95, 30, 1.697],
  [0.99, 60, 2.39],
  [0.995, 120, 2.617],
])("t of p = %d and %d degrees of freedom is %d", (p, freedom, t) => {
  expect(Math.abs(studentQuantile(p, freedom) - t)).toBeLessThan(5.1e-4);
});

test("1 degree of freedom is Cauchy's law, 2 is t/√(2 + t²)", () => {
  for (const t of [0, 0.3, 1, 7, 100]) {
    // A few roundings.
    expect(studentWithin(t, 1)).toBeCloseTo((2 / Math.PI) * Math.atan(t), 14);
    expect(studentWithin(t, 2)).toBeCloseTo(t / Math.sqrt(2 + t * t), 14);
  }
});

const stream = (name: string): readonly [RandomStream, Int32Array] => [
  new RandomStream({ campaign: 18, run: 0 }, name),
  new Int32Array(STREAM_WORDS),
];

test("an interval of 95 % covers the true mean in 95 % of 2,000 trials of 8 batches, and one of 99 % in 99 %", () => {
  const [dice, words] = stream("normal");
  const trials = 2000;
  const covered = [0, 0];
  for (let k = 0; k < trials; k++) {
    const batches = Array.from({ length: 8 }, () => normal(dice, words, 3, 2));
    [0.95, 0.99].forEach((confidence, j) => {
      const { mean, halfWidth } = intervalOf(batches, confidence);
      if (Math.abs(mean - 3) <= halfWidth) covered[j]! += 1;
    });
  }
  // Binomial: √(0.95 · 0.05/2000) = 0.0049 and 0.0022; four of them.
  expect(Math.abs(covered[0]! / trials - 0.95)).toBeLessThan(0.02);
  expect(Math.abs(covered[1]! / trials - 0.99)).toBeLessThan(0.009);
});

test("of two equal schemes one is called better in 1 % of trials at 99 %, of two that differ by 2 deviations in nearly all", () => {
  const [dice, words] = stream("orderings");
  const share = (difference: number): number => {
    let better = 0;
    for (let k = 0; k < 2000; k++) {
      const a = Array.from({ length: 10 }, () => normal(dice, words, difference));
      const b = Array.from({ length: 10 }, () => normal(dice, words));
      if (orderingBound(a, b, 0.99) >= 0) better += 1;
    }
    return better / 2000;
  };
  // √(0.01 · 0.99/2000) = 0.0022; four of them.
  expect(Math.abs(share(0) - 0.01)).toBeLessThan(0.009);
  expect(share(2)).toBeGreaterThan(0.9);
});

test("what both suffer cancels: A is 1 above B in every batch, whatever the batch", () => {
  const b = [3, -50, 700, 12];
  const a = b.map((x) => x + 1);
  expect(orderingBound(a, b, 0.99)).toBe(1);
  expect(orderingBound(b, a, 0.99)).toBe(-1);
  expect(orderingBound([1], [0], 0.99)).toBeNaN();
  expect(orderingBound([1, 2], [0, 0, 0], 0.99)).toBeNaN();
});

test("deviation of 2, 4, 4, 4, 5, 5, 7, 9 is √(32/7); of one number there is none", () => {
  expect(deviationOf([2, 4, 4, 4, 5, 5, 7, 9])).toBeCloseTo(Math.sqrt(32 / 7), 14);
  expect(deviationOf([1])).toBeNaN();
  expect(intervalOf([1], 0.95).halfWidth).toBeNaN();
});

test("rates of stretches sum what happened in each, and forget what is before and behind", () => {
  const at = (t_s: number, quantity = 1) => ({ t_s, quantity });
  expect(batchRates([at(9), at(10), at(14.9, 2), at(15), at(20)], 10, 20, 2)).toEqual([0.6, 0.2]);
});

/** Frames of length 1 from very many senders: when each begins, over a long time. */
function offered(G: number, duration: number, name: string): number[] {
  const [dice, words] = stream(name);
  const times: number[] = [];
  for (let t = exponential(dice, words, 1 / G); t < duration; t += exponential(dice, words, 1 / G)) times.push(t);
  return times;
}

test.each([0.1, 0.5, 1, 2])(
  "pure and slotted ALOHA at G = %d: frames that meet no other are G e^(−2G) and G e^(−G)",
  (G) => {
    const duration = 200_000;
    const times = offered(G, duration, `aloha/${G}`);
    const alone = times.filter((t, k) => !(t - (times[k - 1] ?? -9) < 1) && !((times[k + 1] ?? 9e9) - t < 1));
    const slots = new Map<number, number>();
    for (const t of times) slots.set(Math.ceil(t), (slots.get(Math.ceil(t)) ?? 0) + 1);
    const single = [...slots.values()].filter((count) => count === 1).length;
    // Shares of some 2e5 frames: the variance of a count is at most twice the count; four deviations.
    const tolerance = (S: number): number => 4 * Math.sqrt((2 * S) / duration);
    expect(Math.abs(perFrameTime(times.length, 1, duration) - G)).toBeLessThan(tolerance(G));
    expect(Math.abs(perFrameTime(alone.length, 1, duration) - pureAloha(G))).toBeLessThan(tolerance(pureAloha(G)));
    expect(Math.abs(perFrameTime(single, 1, duration) - slottedAloha(G))).toBeLessThan(tolerance(slottedAloha(G)));
  },
);

test("the greatest throughputs are 1/(2e) at ½ and 1/e at 1", () => {
  expect(pureAloha(0.5)).toBeCloseTo(1 / (2 * Math.E), 14);
  expect(slottedAloha(1)).toBeCloseTo(1 / Math.E, 14);
  const load = fc.double({ min: 1e-3, max: 10, noNaN: true });
  fc.assert(
    fc.property(load, (G) => {
      expect(pureAloha(G)).toBeLessThanOrEqual(1 / (2 * Math.E) + 1e-15);
      expect(slottedAloha(G)).toBeGreaterThan(pureAloha(G));
      expect(perFrameTime(1 / interval_s(G, 7, 0.3), 0.3, 1) * 7).toBeCloseTo(G, 12);
    }),
    { seed: 4 },
  );
});
