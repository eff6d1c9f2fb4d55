/**
 * Two kinds of bounds, both at fixed seeds, so that a test that passes once passes always:
 *
 *   moments   |mean − μ| < 4 σ/√n: a correct generator misses it for 1 seed in 16 000;
 *   shape     Kolmogorov–Smirnov, √n D < 1.95: missed for 1 seed in 1 000 (2 e^(−2 · 1.95²) = 0.001).
 *
 * With n = 40 000 the second finds any distribution function that is wrong by 0.01 somewhere.
 */
import { expect, test } from "vitest";
import { RandomStream, STREAM_WORDS } from "../core/index.ts";
import {
  bernoulli,
  exponential,
  normal,
  normalsInto,
  rayleigh,
  rice,
  truncatedNormal,
  uniformBetween,
} from "./distributions.ts";

const N = 40_000;

function draw(name: string, f: (stream: RandomStream, words: Int32Array) => number, count = N): number[] {
  const stream = new RandomStream({ campaign: 2024, run: 7 }, name);
  const words = new Int32Array(STREAM_WORDS);
  return Array.from({ length: count }, () => f(stream, words));
}

/** Φ from its power series, Φ(x) = ½ + φ(x) (x + x³/3 + x⁵/15 + …): good to 1e-15 for |x| < 7. */
function normalCdf(x: number): number {
  if (x === Number.POSITIVE_INFINITY) return 1;
  if (x === Number.NEGATIVE_INFINITY) return 0;
  let term = x;
  let sum = x;
  for (let k = 1; k < 200; k++) {
    term *= (x * x) / (2 * k + 1);
    sum += term;
  }
  return 0.5 + (sum * Math.exp(-0.5 * x * x)) / Math.sqrt(2 * Math.PI);
}

/** √n times the largest distance between the empirical and the given distribution function. */
function kolmogorovSmirnov(values: readonly number[], cdf: (x: number) => number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const n = sorted.length;
  const distance = sorted.reduce((most, x, k) => Math.max(most, cdf(x) - k / n, (k + 1) / n - cdf(x)), 0);
  return Math.sqrt(n) * distance;
}

function mean(values: readonly number[], f: (x: number) => number = (x) => x): number {
  return values.reduce((sum, x) => sum + f(x), 0) / values.length;
}

/** Within four deviations of the mean of n values that each deviate by `deviation`. */
function expectMean(values: readonly number[], expected: number, deviation: number, f?: (x: number) => number): void {
  expect(Math.abs(mean(values, f) - expected)).toBeLessThan((4 * deviation) / Math.sqrt(values.length));
}

test("the oracle itself: Φ(0) = ½, Φ(1.959964) = 0.975, Φ(−3) = 0.001349898", () => {
  // The last digit given in tables of the normal distribution.
  expect(normalCdf(0)).toBe(0.5);
  expect(normalCdf(1.959963985)).toBeCloseTo(0.975, 9);
  expect(normalCdf(-3)).toBeCloseTo(0.001349898, 9);
});

test("normal values have mean, variance, skewness, kurtosis and shape of the normal distribution", () => {
  const z = draw("normal", (stream, words) => normal(stream, words));
  // Moments of a standard normal: E z = 0, E z² = 1, E z³ = 0, E z⁴ = 3; their deviations 1, √2, √15, √96.
  expectMean(z, 0, 1);
  expectMean(z, 1, Math.sqrt(2), (x) => x ** 2);
  expectMean(z, 0, Math.sqrt(15), (x) => x ** 3);
  expectMean(z, 3, Math.sqrt(96), (x) => x ** 4);
  expect(kolmogorovSmirnov(z, normalCdf)).toBeLessThan(1.95);
});

test("successive normal values are uncorrelated, near and up to ten apart", () => {
  const z = draw("normal/order", (stream, words) => normal(stream, words));
  for (let lag = 1; lag <= 10; lag++) {
    const products = z.slice(lag).map((x, k) => x * z[k]!);
    expectMean(products, 0, 1);
  }
});

test("mean and deviation shift and stretch: the same stream gives 10 + 3 z", () => {
  const z = draw("same", (stream, words) => normal(stream, words), 100);
  const y = draw("same", (stream, words) => normal(stream, words, 10, 3), 100);
  // Two roundings of numbers near 20.
  for (const [k, value] of y.entries()) expect(Math.abs(value - (10 + 3 * z[k]!))).toBeLessThan(1e-14);
});

test("normalsInto uses both values of a pair, which are independent, and the first is that of normal()", () => {
  const stream = new RandomStream({ campaign: 1, run: 1 }, "pairs");
  const words = new Int32Array(STREAM_WORDS);
  const all = new Float64Array(N + 1);
  normalsInto(all, 1, N, stream, words);
  const z = [...all.slice(1)];
  expect(all[0]).toBe(0);
  expect(kolmogorovSmirnov(z, normalCdf)).toBeLessThan(1.95);
  const pairs = z.filter((_, k) => k % 2 === 0).map((x, k) => x * z[2 * k + 1]!);
  expectMean(pairs, 0, 1);
  // Squares too: dependence through the common radius would show here. Var of (x² − 1)(y² − 1) is 4.
  const squares = z.filter((_, k) => k % 2 === 0).map((x, k) => (x * x - 1) * (z[2 * k + 1]! ** 2 - 1));
  expectMean(squares, 0, 2);
  expect(normal(stream, new Int32Array(STREAM_WORDS))).toBe(z[0]);
  // An odd count writes no further than asked.
  const three = new Float64Array(4);
  normalsInto(three, 0, 3, stream, new Int32Array(STREAM_WORDS), 2);
  expect([three[0], three[3]]).toEqual([2 * z[0]!, 0]);
});

test("exponential values of mean 5 have that mean and deviation, and the shape 1 − e^(−x/5)", () => {
  const x = draw("exponential", (stream, words) => exponential(stream, words, 5));
  expectMean(x, 5, 5);
  expect(Math.min(...x)).toBeGreaterThanOrEqual(0);
  expect(kolmogorovSmirnov(x, (t) => 1 - Math.exp(-t / 5))).toBeLessThan(1.95);
});

test("Rayleigh values have mean σ √(π/2) and the shape 1 − e^(−x²/2σ²)", () => {
  const x = draw("rayleigh", (stream, words) => rayleigh(stream, words, 3));
  expectMean(x, 3 * Math.sqrt(Math.PI / 2), 3 * Math.sqrt(2 - Math.PI / 2));
  expect(kolmogorovSmirnov(x, (t) => 1 - Math.exp((-t * t) / 18))).toBeLessThan(1.95);
});

test("Rice values have E r² = ν² + 2σ² and E r⁴ = ν⁴ + 8ν²σ² + 8σ⁴, and without a steady part they are Rayleigh's", () => {
  const [nu, sigma] = [2, 0.7];
  const s2 = sigma * sigma;
  const r = draw("rice", (stream, words) => rice(stream, words, nu, sigma));
  // Var r² = 4ν²σ² + 4σ⁴; the deviation of r⁴ is taken from the sample, since it needs the eighth moment.
  expectMean(r, nu * nu + 2 * s2, Math.sqrt(4 * nu * nu * s2 + 4 * s2 * s2), (x) => x * x);
  const fourth = mean(r, (x) => x ** 4);
  const deviation = Math.sqrt(mean(r, (x) => (x ** 4 - fourth) ** 2));
  expectMean(r, nu ** 4 + 8 * nu * nu * s2 + 8 * s2 * s2, deviation, (x) => x ** 4);
  const faded = draw("rice/0", (stream, words) => rice(stream, words, 0, 3));
  expect(kolmogorovSmirnov(faded, (t) => 1 - Math.exp((-t * t) / 18))).toBeLessThan(1.95);
});

test("truncated normals keep to their bounds and have the shape of what is left, around the peak, beside it and far out", () => {
  const infinity = Number.POSITIVE_INFINITY;
  // [a, b] in deviations: one for every branch of the sampler, and for its mirror image.
  const intervals = [
    [-1, 2],
    [-0.3, 0.5],
    [0.5, 0.9],
    [0.2, infinity],
    [3, infinity],
    [5, 6],
    [3, 3.1],
    [-infinity, -2],
    [-infinity, infinity],
  ] as const;
  for (const [a, b] of intervals) {
    const [mu, sigma] = [10, 2];
    const [low, high] = [mu + sigma * a, mu + sigma * b];
    const x = draw(`truncated/${a}/${b}`, (stream, words) => truncatedNormal(stream, words, mu, sigma, low, high));
    expect(Math.min(...x)).toBeGreaterThanOrEqual(low);
    expect(Math.max(...x)).toBeLessThanOrEqual(high);
    // Above the mean, differences of Φ would cancel; the mirror image does not.
    const upper = a > 0;
    const mass = upper ? normalCdf(-a) - normalCdf(-b) : normalCdf(b) - normalCdf(a);
    const cdf = (t: number): number => {
      const z = (t - mu) / sigma;
      return (upper ? normalCdf(-a) - normalCdf(-z) : normalCdf(z) - normalCdf(a)) / mass;
    };
    expect(kolmogorovSmirnov(x, cdf)).toBeLessThan(1.95);
  }
});

test("uniform values fill their interval evenly, and a chance of 0.3 comes true 3 times in 10", () => {
  const u = draw("uniform", (stream, words) => uniformBetween(stream, words, -2, 6));
  expect(Math.min(...u)).toBeGreaterThanOrEqual(-2);
  expect(Math.max(...u)).toBeLessThan(6);
  expect(kolmogorovSmirnov(u, (x) => (x + 2) / 8)).toBeLessThan(1.95);
  const hits = draw("bernoulli", (stream, words) => (bernoulli(stream, words, 0.3) ? 1 : 0));
  expectMean(hits, 0.3, Math.sqrt(0.3 * 0.7));
  expect(draw("never", (stream, words) => (bernoulli(stream, words, 0) ? 1 : 0), 1000).every((x) => x === 0)).toBe(
    true,
  );
  expect(draw("always", (stream, words) => (bernoulli(stream, words, 1) ? 1 : 0), 1000).every((x) => x === 1)).toBe(
    true,
  );
});

test("the words are the whole state: a copy of them continues with the same values, whatever was drawn before", () => {
  const stream = new RandomStream({ campaign: 3, run: 3 }, "auv1/dvl");
  const words = new Int32Array(STREAM_WORDS);
  for (let k = 0; k < 17; k++) {
    const copy = words.slice();
    const next = [normal(stream, words), rice(stream, words, 1, 1), truncatedNormal(stream, words, 0, 1, 1, 2)];
    const again = [normal(stream, copy), rice(stream, copy, 1, 1), truncatedNormal(stream, copy, 0, 1, 1, 2)];
    expect(again).toEqual(next);
    stream.uint32(words);
  }
});
