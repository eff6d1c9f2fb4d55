/** The least depth in a square, of every bottom: not more than the depth anywhere in it, and not much less. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PlaneBottom, SeamountBottom, slopeGradient } from "./formula-bottoms.ts";
import { HeightGrid } from "./height-grid.ts";
import type { Bottom } from "./ray.ts";

function shallowest(bottom: Bottom, north: number, east: number, half: number): number {
  const out = Float64Array.of(0, Number.NaN);
  bottom.shallowestWithinInto!(out, 1, Float64Array.of(7, north, east, 99), 1, Float64Array.of(half));
  return out[1]!;
}

function depth(bottom: Bottom, north: number, east: number): number {
  const out = new Float64Array(1);
  bottom.depthInto(out, 0, Float64Array.of(north, east), 0);
  return out[0]!;
}

/** The least of 41 × 41 places, corners and middle included; holes left out. */
function sampled(bottom: Bottom, north: number, east: number, half: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let r = -20; r <= 20; r++) {
    for (let c = -20; c <= 20; c++) {
      const d = depth(bottom, north + (r / 20) * half, east + (c / 20) * half);
      if (d < least) least = d;
    }
  }
  return least;
}

const place = fc.double({ min: -60, max: 60, noNaN: true });
const size = fc.double({ min: 0.01, max: 40, noNaN: true });

test("of a plane it is that of a corner: the samples' least, to rounding", () => {
  fc.assert(
    fc.property(place, place, size, fc.double({ min: 0, max: 1, noNaN: true }), place, (n, e, half, slope, turn) => {
      const plane = new PlaneBottom(20, [3, -4], slopeGradient(slope, turn));
      // Depths of 200 m, some operations: 1e-12.
      expect(Math.abs(shallowest(plane, n, e, half) - sampled(plane, n, e, half))).toBeLessThan(1e-12);
    }),
    { seed: 1, numRuns: 100 },
  );
  expect(shallowest(new PlaneBottom(20), 1e5, -1e5, 30)).toBe(20);
});

describe.each([
  ["a mountain", 12],
  ["a pit", -12],
])("of %s", (_, height_m) => {
  const bottom = new SeamountBottom({ depth_m: 30, height_m, sigma_m: 15, centre_m: [5, -8] });
  test("it is not deeper than any sample, and as deep as one to what lies between samples", () => {
    fc.assert(
      fc.property(place, place, size, (n, e, half) => {
        const [least, near] = [shallowest(bottom, n, e, half), sampled(bottom, n, e, half)];
        expect(least).toBeLessThan(near + 1e-12);
        // Steepest 0.61 H/σ = 0.49, over half the diagonal of a sample's cell, half/20.
        expect(near - least).toBeLessThan(0.49 * Math.SQRT1_2 * (half / 20) + 1e-12);
      }),
      { seed: 2, numRuns: 200 },
    );
  });
  test("around its axis a mountain gives its summit, a pit its border", () => {
    expect(shallowest(bottom, 5.5, -8.5, 1)).toBeCloseTo(
      height_m > 0 ? 18 : 42 - 12 * (1 - Math.exp(-(1.5 ** 2) / 225)),
      12,
    );
  });
});

describe("of a grid", () => {
  const [rows, columns, spacing_m] = [23, 31, 2];
  const depths_m = Float64Array.from(
    { length: rows * columns },
    (_, k) => 20 + 5 * Math.sin(1.7 * k) + 3 * Math.sin(0.31 * k * k),
  );
  // Four nodes without data: a hole of 3 × 3 cells at most, in which a small square has no bottom.
  for (const k of [0, 1, columns, columns + 1]) depths_m[(9 * columns + 12 + k)!] = Number.NaN;
  const origin_m = [-20, -30];
  const grids = (["hole", "extend"] as const).map(
    (edge) => new HeightGrid({ rows, columns, spacing_m, origin_m, depths_m }, edge),
  );

  test("it is not deeper than any sample, and not shallower than what lies a few cells around", () => {
    fc.assert(
      fc.property(place, place, size, fc.constantFrom(...grids), (n, e, half, grid) => {
        const least = shallowest(grid, n, e, half);
        expect(least).toBeLessThanOrEqual(sampled(grid, n, e, half));
        // Blocks of the finest level are 2 × 2 cells; at most four along a side, so a block is at most as large as the square and two cells. Depths are
        // kept in float32, 1e-5 of 30 m below.
        let around = Number.POSITIVE_INFINITY;
        const wide = 3 * half + 4 * spacing_m;
        depths_m.forEach((d, k) => {
          const north = origin_m[0]! + Math.floor(k / columns) * spacing_m;
          const east = origin_m[1]! + (k % columns) * spacing_m;
          if (Math.abs(north - clamp(n, -20, 24)) <= wide && Math.abs(east - clamp(e, -30, 30)) <= wide && d < around)
            around = d;
        });
        if (Number.isFinite(least)) expect(least).toBeGreaterThan(around - 1e-5);
      }),
      { seed: 3, numRuns: 500 },
    );
  });

  test("where there is none it is Infinity: beyond the border, and in a hole; where its border goes on, that of the border", () => {
    const [hole, extend] = grids as [HeightGrid, HeightGrid];
    expect(shallowest(hole, 60, 0, 5)).toBe(Number.POSITIVE_INFINITY);
    // By a block that holds the last cells, too.
    expect(shallowest(extend, 6000, 6000, 5)).toBeLessThanOrEqual(depths_m.at(-1)!);
    expect(shallowest(extend, 6000, 6000, 5)).toBeGreaterThan(20 - 8);
    expect(Number.isNaN(depth(hole, -1.5, -4.5))).toBe(true);
  });
});

function clamp(x: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, x));
}
