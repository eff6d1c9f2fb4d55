import { expect, test } from "vitest";
import { allanDeviation, allanOfGaussMarkov, allanOfRandomWalk, allanOfWhiteNoise } from "../math/index.ts";
import { apply, miss, rotation, transpose } from "./test/matrices.ts";
import { atRest, type Motion, run, said } from "./test/rig.ts";
import { chiSquareBounds, hasDeviation, mean, Z } from "./test/statistics.ts";

const DEG = Math.PI / 180;
const w = [0.2, -0.3, 0.5];
const turning = (): Motion => ({ ...atRest(0.3, 0.1, 2), w });

test("gyrometers read the turn rate in their own axes, a gyroscope that about its own x, by matrices", () => {
  const attitude = [0.7, -0.2, 1.9] as const;
  const expected = apply(transpose(rotation(...attitude)), w);
  const [three] = run('model="gyrometers"', 0, { motion: turning, attitude });
  const [one] = run('model="gyroscope"', 0, { motion: turning, attitude });
  // A dozen roundings of numbers below 1.
  expect(miss(three!.reading, expected)).toBeLessThan(1e-15);
  expect(one!.reading).toHaveLength(1);
  expect(Math.abs(one!.reading[0]! - expected[0]!)).toBeLessThan(1e-15);
  expect(one!.truth).toEqual(one!.reading);
});

test("a gyroscope with its x axis down reads the rate of the heading: attitude 0 −90 0", () => {
  const [sample] = run('model="gyroscope"', 0, { motion: turning, attitude: [0, -Math.PI / 2, 0] });
  expect(sample!.reading[0]).toBeCloseTo(0.5, 15);
});

test("white noise, walk and wandering bias of a gyro: the Allan deviation is that of the sum, at 99.99 %, and of none twice or half as large", () => {
  const attributes =
    'model="gyroscope" rate_Hz="50" gyroNoiseDensity_degpsprtHz="0.01" gyroRandomWalk_degpsprts="0.002" gyroBiasInstability_degps="0.02" gyroBiasTime_s="4"';
  const samples = run(attributes, 400);
  const errors = samples.map(({ reading, truth }) => reading[0]! - truth[0]!);
  const n = errors.length;
  for (const m of [1, 5, 50, 200]) {
    const T = m / 50;
    const expected = (k: number): number =>
      k *
      DEG *
      Math.sqrt(
        allanOfWhiteNoise(0.01, T) ** 2 + allanOfRandomWalk(0.002, T) ** 2 + allanOfGaussMarkov(0.02, 4, T) ** 2,
      );
    // Pairs overlap, and their own neighbours are correlated where the wandering bias rules: n/m − 1 pairs are at least half as good
    // as so many independent ones.
    const [low, high] = chiSquareBounds((n / m - 1) / 2);
    const ratio = (k: number): number => (allanDeviation(errors, m) / expected(k)) ** 2;
    expect(ratio(1)).toBeGreaterThan(low);
    expect(ratio(1)).toBeLessThan(high);
    expect(ratio(2)).toBeLessThan(low);
    expect(ratio(0.5)).toBeGreaterThan(high);
  }
});

test("mean and deviation of gyrometers over 10 001 samples, at 99.99 %, each axis by itself", () => {
  const samples = run('model="gyrometers" rate_Hz="100" gyroNoise_degps="0.4"', 100, { motion: turning });
  const axes = [0, 1, 2].map((i) => samples.map(({ reading, truth }) => reading[i]! - truth[i]!));
  const sigma = 0.4 * DEG;
  for (const x of axes) {
    expect(Math.abs(mean(x))).toBeLessThan((Z * sigma) / 100);
    expect(hasDeviation(x, sigma)).toBe(true);
    expect(hasDeviation(x, 2 * sigma)).toBe(false);
    expect(hasDeviation(x, sigma / 2)).toBe(false);
  }
  // Axes are independent: the mean product has the deviation σ²/√n.
  const product = mean(axes[0]!.map((x, k) => x * axes[1]![k]!));
  expect(Math.abs(product)).toBeLessThan((Z * sigma * sigma) / 100);
});

test.each(["gyrometers", "gyroscope"])(
  "a reversed range of %s is reported in the units of the file, with its place",
  (model) => {
    const found = said(`model="${model}" gyroMin_degps="10" gyroMax_degps="-10"`);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain("gyroMin_degps = 10 is not below gyroMax_degps = -10");
    expect(found[0]).toMatch(/^s\.xml:1:\d+: error/);
  },
);
