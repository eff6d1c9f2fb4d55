import fc from "fast-check";
import { expect, test } from "vitest";
import { uniform } from "../../test/support/uniform.ts";
import { choleskyFactor6Into } from "./cholesky6.ts";
import {
  choleskyFactorInto,
  choleskySolveInto,
  describePivotFailure,
  luFactorInto,
  luSolveInto,
  SPATIAL_AXES,
} from "./solve.ts";

const part = uniform(-1, 1);
const numbers = fc.array(part, { minLength: 144, maxLength: 144 });

function apply(A: Float64Array, x: ArrayLike<number>): number[] {
  const n = x.length;
  return Array.from({ length: n }, (_, r) => {
    let sum = 0;
    for (let c = 0; c < n; c++) sum += A[r * n + c]! * x[c]!;
    return sum;
  });
}

function expectNear(a: ArrayLike<number>, b: ArrayLike<number>, tolerance: number): void {
  expect(a.length).toBe(b.length);
  for (let k = 0; k < a.length; k++) expect(Math.abs(a[k]! - b[k]!)).toBeLessThan(tolerance);
}

test("[4 2; 2 5] = L Lᵀ with L = [2 0; 1 2], and [4 2; 2 5] x = (8, 9) has the solution (11/8, 5/4)", () => {
  const L = new Float64Array(4);
  expect(choleskyFactorInto(L, 0, Float64Array.of(4, 2, 2, 5), 0, 2)).toBe(-1);
  expect([...L]).toEqual([2, 0, 1, 2]);
  const x = Float64Array.of(8, 9);
  choleskySolveInto(x, 0, L, 0, x, 0, 2);
  expect([...x]).toEqual([1.375, 1.25]);
});

test("the refusal names the axis: a roll inertia that is 0.12 too small for its coupling leaves pivot 3 at −0.12", () => {
  // Surge couples to roll by 2: the roll pivot is I_xx − 2²/1, with I_xx = 3.88.
  const A = new Float64Array(36);
  for (let k = 0; k < 6; k++) A[7 * k] = 1;
  A[21] = 3.88;
  A[18] = 2;
  A[3] = 2;
  const L = new Float64Array(36);
  const index = choleskyFactor6Into(L, 0, A, 0);
  expect(describePivotFailure(L, 0, 6, index)).toBe("not positive definite: pivot 3 (roll) is -0.12");
  expect(SPATIAL_AXES).toHaveLength(6);
  const small = Float64Array.of(-1, 0, 0, 1);
  expect(describePivotFailure(small, 0, 2, choleskyFactorInto(small, 0, small, 0, 2))).toBe(
    "not positive definite: pivot 0 is -1",
  );
});

test("LU solves [0 2; 3 4] x = (2, 10) to (2, 1), although its first pivot is zero", () => {
  const LU = Float64Array.of(0, 2, 3, 4);
  const swaps = new Int32Array(2);
  expect(luFactorInto(LU, 0, swaps, 0, LU, 0, 2)).toBe(-1);
  const x = Float64Array.of(2, 10);
  luSolveInto(x, 0, LU, 0, swaps, 0, x, 0, 2);
  expect([...x]).toEqual([2, 1]);
});

test("LU reproduces the right side of random systems of 1 to 12 unknowns", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), numbers, (n, drawn) => {
      const A = Float64Array.from(drawn.slice(0, n * n));
      // Shifted diagonals keep |x| small; without them a nearly singular draw would test nothing but luck.
      for (let k = 0; k < n; k++) A[k * n + k]! += A[k * n + k]! < 0 ? -n : n;
      const b = Float64Array.from({ length: n }, (_, k) => k - 3);
      const LU = new Float64Array(n * n);
      const swaps = new Int32Array(n);
      expect(luFactorInto(LU, 0, swaps, 0, A, 0, n)).toBe(-1);
      const x = new Float64Array(n);
      luSolveInto(x, 0, LU, 0, swaps, 0, b, 0, n);
      // n ε |A| |x|, with |A| ≤ 2n, |x| ≤ 10, and pivot growth that is small in practice: 12 · 1e-16 · 24 · 10.
      expectNear(apply(A, x), b, 1e-12);
    }),
    { seed: 53 },
  );
});

test("LU reports the column in which a singular matrix has no pivot left", () => {
  const swaps = new Int32Array(3);
  const LU = new Float64Array(9);
  expect(luFactorInto(LU, 0, swaps, 0, Float64Array.of(1, 2, 3, 2, 4, 6, 1, 1, 1), 0, 3)).toBe(2);
  expect(luFactorInto(LU, 0, swaps, 0, new Float64Array(9), 0, 3)).toBe(0);
});
