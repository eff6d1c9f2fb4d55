import { expect, test } from "vitest";
import { generatedGrid } from "./bottom.ts";

const base = {
  depth_m: 0,
  centre_m: [0, 0],
  slope_rad: 0,
  slopeDirection_rad: 0,
  seed: 1,
  relief_m: 2,
  longestScale_m: 40,
  octaves: 4,
  hurst: 0.8,
  extent_m: [200, 200],
  spacing_m: 2,
};

function rms(values: Iterable<number>): number {
  let [sum, count] = [0, 0];
  for (const x of values) {
    sum += x * x;
    count++;
  }
  return Math.sqrt(sum / count);
}

test("the same seed gives the same bottom, another seed another one", () => {
  const [a, b, c] = [1, 1, 2].map((seed) => generatedGrid({ ...base, seed }).depths_m);
  expect(a).toEqual(b);
  expect(rms(a.map((x, k) => x - c[k]))).toBeGreaterThan(1);
});

test("the bits are these in every engine: depths at four nodes of seed 1", () => {
  // Recorded in Node 20; made of operations that IEEE 754 defines to the last bit.
  const { depths_m, columns } = generatedGrid(base);
  const bits = new DataView(new ArrayBuffer(8));
  const hex = [0, 50, 50 * columns + 50, 100 * columns + 77].map((k) => {
    bits.setFloat64(0, depths_m[k]);
    return bits.getBigUint64(0).toString(16);
  });
  expect(hex).toEqual(["3ff55bc1c039ad83", "3fe52442269d0dce", "3ffaa7ef0fa773af", "bfcadb456511a2fe"]);
});

test("a larger map and a finer one show the same bottom", () => {
  const small = generatedGrid(base);
  const large = generatedGrid({ ...base, extent_m: [400, 400] });
  const fine = generatedGrid({ ...base, spacing_m: 1 });
  for (let r = 0; r < small.rows; r += 7) {
    for (let c = 0; c < small.columns; c += 7) {
      const depth = small.depths_m[r * small.columns + c];
      // The place is rounded at 1e-14 of a scale; slopes are of order 1.
      expect(large.depths_m[(r + 50) * large.columns + c + 50]).toBeCloseTo(depth, 10);
      expect(fine.depths_m[2 * r * fine.columns + 2 * c]).toBeCloseTo(depth, 10);
    }
  }
});

test("the mean square of gradient noise with weights 1 − F is 4 ∫(1 − F)² ∫u²(1 − F)² = 96835/2081079, integrated numerically", () => {
  const n = 2000;
  let [i0, i2] = [0, 0];
  for (let k = 0; k < n; k++) {
    const u = (k + 0.5) / n;
    const w = 1 - u ** 3 * (10 - 15 * u + 6 * u * u);
    i0 += (w * w) / n;
    i2 += (u * u * w * w) / n;
  }
  // The midpoint rule is off by h²/24 times the jump of the derivative, some 1e-8.
  expect(4 * i0 * i2).toBeCloseTo(96835 / 2081079, 7);
});

test("over a map of 20 × 20 largest forms, in the mean of eight seeds, the rms height is what was asked for", () => {
  for (const [octaves, hurst] of [
    [1, 0.8],
    [4, 0.3],
  ]) {
    const squares = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => {
      const { depths_m } = generatedGrid({ ...base, seed, octaves, hurst, extent_m: [800, 800], spacing_m: 2.5 });
      return rms(depths_m) ** 2;
    });
    // Each map has some 400 forms that know nothing of each other: the variance of a mean square is near 2/400 of its
    // square, and of eight maps 2/3200, 2.5 %. In the rms half of it: 5 % is four deviations.
    expect(Math.abs(Math.sqrt(squares.reduce((a, b) => a + b) / 8) / 2 - 1)).toBeLessThan(0.05);
  }
});

test("differences grow with distance as d^H between the scales: twice as far, 2^H times the difference", () => {
  for (const hurst of [0.3, 0.5, 0.8]) {
    const shape = { ...base, hurst, longestScale_m: 512, octaves: 8, extent_m: [1024, 1024], spacing_m: 2, seed: 1 };
    const sums = new Float64Array(2);
    const { depths_m, columns, rows } = generatedGrid(shape);
    for (const [which, lag] of [8, 16].entries()) {
      for (let r = 0; r < rows; r++) {
        for (let c = 0; c + lag < columns; c++) {
          sums[which] += (depths_m[r * columns + c] - depths_m[r * columns + c + lag]) ** 2 / (columns - lag);
        }
      }
    }
    // At 16 and 32 m, between 4 and 512 m. A sum of few octaves only follows the power between its ends: the smooth largest
    // forms, which grow as d, pull the exponent up, most where H is large. 0.1 still separates 0.3, 0.5 and 0.8.
    expect(Math.abs(Math.log2(sums[1] / sums[0]) / 2 - hurst)).toBeLessThan(0.1);
  }
});

test("depth, slope and centre are the plane's: without relief to speak of, 10 m + 100 m · tan 45° at 100 m north", () => {
  const grid = generatedGrid({ ...base, depth_m: 10, slope_rad: Math.PI / 4, relief_m: 1e-12, centre_m: [30, 40] });
  expect(grid.origin_m).toEqual([-70, -60]);
  expect(grid.depths_m[100 * grid.columns + 3]).toBeCloseTo(110, 9);
  expect(grid.rows).toBe(101);
});
