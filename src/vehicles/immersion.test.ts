import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { uniform } from "../../test/support/uniform.ts";
import { HULL_SHAPES, type HullShape, IMMERSION, IMMERSION_SIZE, immersionOf } from "./immersion.ts";

const HALF = [0.9, 0.3, 0.2] as const;

function immersion(shape: HullShape, z: number, d: readonly number[]): Float64Array {
  const out = new Float64Array(IMMERSION_SIZE).fill(Number.NaN);
  immersionOf[shape](out, z, Float64Array.from(d), 0, Float64Array.from(HALF));
  return out;
}

/** Depths of points that fill the shape evenly, relative to its centre: every point of a grid that lies inside. */
function depths(shape: HullShape, [dx = 0, dy = 0, dz = 0]: readonly number[], steps: number): number[] {
  const found: number[] = [];
  const at = (k: number): number => (2 * k + 1) / steps - 1;
  for (let i = 0; i < steps; i++) {
    for (let j = 0; j < steps; j++) {
      for (let k = 0; k < steps; k++) {
        const [x, y, z] = [at(i), at(j), at(k)];
        const radius = shape === "box" ? 0 : y * y + z * z + (shape === "ellipsoid" ? x * x : 0);
        if (radius <= 1) found.push(x * HALF[0] * dx + y * HALF[1] * dy + z * HALF[2] * dz);
      }
    }
  }
  return found;
}

const unit = (roll: number, pitch: number): number[] => [
  -Math.sin(pitch),
  Math.sin(roll) * Math.cos(pitch),
  Math.cos(roll) * Math.cos(pitch),
];

/** Attitudes that put each axis uppermost, and ones whose long axis is level, exactly or nearly: a formula of its own. */
const ATTITUDES = [
  [0.3, 0.5],
  [-1.2, 0.2],
  [2.5, -1.3],
  [0.4, 0],
  [0.4, 2e-5],
  [-0.7, -3e-5],
  [0, 0],
] as const;

describe.each(HULL_SHAPES)("%s", (shape) => {
  test("mean depth and fraction under water are those of points counted, at any attitude and depth", () => {
    for (const [roll, pitch] of ATTITUDES) {
      const d = unit(roll, pitch);
      const points = depths(shape, d, 24);
      const most = points.reduce((a, b) => Math.max(a, b), 0);
      for (const share of [-1.2, -0.8, -0.3, 0, 0.2, 0.6, 0.95, 1.3]) {
        const z = share * most;
        const out = immersion(shape, z, d);
        const mean = points.reduce((sum, X) => sum + Math.max(0, z + X), 0) / points.length;
        const fraction = points.filter((X) => z + X > 0).length / points.length;
        // A grid of 24 cells across: half a cell at the surface of the water and at the rim of the shape, 1/48 of the whole at most.
        expect(Math.abs(out[IMMERSION.fraction]! - fraction)).toBeLessThan(1 / 24 + 0.01);
        expect(Math.abs(out[IMMERSION.mean]! - mean)).toBeLessThan(0.02 * most);
      }
    }
  });

  test("the fraction is the derivative of the mean depth by z, and the moment the one by d", () => {
    const e = 1e-5;
    const attitude = fc.oneof(
      fc.tuple(uniform(-3, 3), uniform(-1.5, 1.5)),
      fc.tuple(uniform(-3, 3), uniform(-1e-4, 1e-4)),
    );
    fc.assert(
      fc.property(attitude, uniform(-0.6, 0.6), ([roll, pitch], z) => {
        const d = unit(roll, pitch);
        const out = immersion(shape, z, d);
        const by = (dz: number, dd: readonly number[]): number => {
          const at = (sign: number): number =>
            immersion(
              shape,
              z + sign * dz,
              d.map((value, i) => value + sign * dd[i]!),
            )[IMMERSION.mean]!;
          return (at(1) - at(-1)) / (2 * e);
        };
        // Differences of 1e-5 on sums rounded at 1e-16, and at 1e-8 where the level formula begins; kinks of a box's edges are of the order of e.
        expect(Math.abs(out[IMMERSION.fraction]! - by(e, [0, 0, 0]))).toBeLessThan(2e-3);
        for (let i = 0; i < 3; i++) {
          const along = [0, 1, 2].map((k) => (k === i ? e : 0));
          expect(Math.abs(out[IMMERSION.moment + i]! - by(0, along))).toBeLessThan(2e-3);
        }
      }),
      { seed: 17, numRuns: 150 },
    );
  });

  test("wholly under water the mean depth is that of the centre, from the instant it dives; out of it all is zero", () => {
    for (const [roll, pitch] of ATTITUDES) {
      const d = unit(roll, pitch);
      const [A, B, C] = d.map((value, i) => HALF[i]! * Math.abs(value)) as [number, number, number];
      const reach = shape === "box" ? A + B + C : shape === "cylinder" ? A + Math.hypot(B, C) : Math.hypot(A, B, C);
      for (const z of [reach, reach + 1e-9, 2 * reach, 50]) {
        const out = immersion(shape, z, d);
        // At the border the formulas meet, to rounding.
        expect(out[IMMERSION.fraction]).toBeCloseTo(1, 12);
        expect(out[IMMERSION.mean]).toBeCloseTo(z, 12);
        const above = immersion(shape, -z, d);
        expect([...above.subarray(0, 5)].every((value) => Math.abs(value) < 1e-12)).toBe(true);
      }
    }
  });
});

test("standing on an end or lying on a side, exactly: a box and a cylinder are under water by their draft, z + h of 2 h", () => {
  for (const [axis, half] of HALF.entries()) {
    for (const sign of [1, -1]) {
      const d = [0, 0, 0].with(axis, sign);
      const shapes: readonly HullShape[] = axis === 0 ? ["box", "cylinder"] : ["box"];
      for (const shape of shapes) {
        const z = 0.3 * half;
        const out = immersion(shape, z, d);
        expect(out[IMMERSION.fraction]).toBeCloseTo(0.65, 12);
        // The mean of max(0, depth) over depths spread evenly from −0.7 h to 1.3 h.
        expect(out[IMMERSION.mean]).toBeCloseTo((1.3 * half) ** 2 / (4 * half), 12);
      }
    }
  }
});
