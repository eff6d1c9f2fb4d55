import fc from "fast-check";
import { expect, test } from "vitest";
import { uniform } from "../../test/support/uniform.ts";
import { choleskyFactor6Into, choleskyInverse6Into, choleskySolve6Into } from "./cholesky6.ts";
import { choleskyFactorInto, choleskySolveInto } from "./solve.ts";

const part = uniform(-1, 1);
const square = fc.array(part, { minLength: 36, maxLength: 36 }).map((v) => Float64Array.from(v));

/** B Bᵀ + I: positive definite, eigenvalues between 1 and 37. */
function definite(B: Float64Array): Float64Array {
  const n = 6;
  const A = new Float64Array(n * n);
  for (let r = 0; r < n; r++) {
    for (let c = 0; c < n; c++) {
      let sum = r === c ? 1 : 0;
      for (let k = 0; k < n; k++) sum += B[r * n + k]! * B[c * n + k]!;
      A[r * n + c] = sum;
    }
  }
  return A;
}

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

test("the unrolled 6×6 factor and solution equal those of the loops, and A x returns b", () => {
  fc.assert(
    fc.property(square, fc.array(part, { minLength: 6, maxLength: 6 }), (B, b) => {
      const A = definite(B);
      const right = Float64Array.from(b);
      const loops = new Float64Array(36);
      const unrolled = new Float64Array(36);
      expect(choleskyFactorInto(loops, 0, A, 0, 6)).toBe(-1);
      expect(choleskyFactor6Into(unrolled, 0, A, 0)).toBe(-1);
      // One multiplies by 1/l where the other divides by l; elements up to √37, condition up to 37.
      expectNear(unrolled, loops, 1e-13);

      const x = new Float64Array(6);
      choleskySolve6Into(x, 0, unrolled, 0, right, 0);
      // Residual of a backward stable solution: n ε |A| |x| ≈ 6 · 1e-16 · 37 · 2.5.
      expectNear(apply(A, x), b, 1e-13);
      const y = new Float64Array(6);
      choleskySolveInto(y, 0, loops, 0, right, 0, 6);
      expectNear(x, y, 1e-13);

      // In place, and at offsets.
      const big = new Float64Array(50);
      big.set(A, 7);
      big.set(right, 43);
      choleskyFactor6Into(big, 7, big, 7);
      choleskySolve6Into(big, 43, big, 7, big, 43);
      expect(big.slice(43, 49)).toEqual(x);
    }),
    { seed: 51 },
  );
});

test("the 6×6 inverse times A is the identity, and it is symmetric to the last bit", () => {
  fc.assert(
    fc.property(square, (B) => {
      const A = definite(B);
      const L = new Float64Array(36);
      choleskyFactor6Into(L, 0, A, 0);
      const inverse = new Float64Array(36);
      choleskyInverse6Into(inverse, 0, L, 0);
      for (let c = 0; c < 6; c++) {
        const column = Array.from({ length: 6 }, (_, r) => inverse[6 * r + c]!);
        expect(column).toEqual([...inverse.slice(6 * c, 6 * c + 6)]);
        // Condition up to 37, six terms.
        expectNear(
          apply(A, column),
          column.map((_, r) => (r === c ? 1 : 0)),
          1e-13,
        );
      }
    }),
    { seed: 52 },
  );
});

test("a matrix that is not positive definite is refused with the index of the first bad pivot, in both versions", () => {
  for (let bad = 0; bad < 6; bad++) {
    const A = new Float64Array(36);
    for (let k = 0; k < 6; k++) A[7 * k] = k >= bad ? -1 : 1;
    const L = new Float64Array(36);
    expect(choleskyFactor6Into(L, 0, A, 0)).toBe(bad);
    expect(L[7 * bad]).toBe(-1);
    expect(choleskyFactorInto(L, 0, A, 0, 6)).toBe(bad);
    expect(L[7 * bad]).toBe(-1);
  }
});

test("a pivot that is zero or not a number is refused too", () => {
  const L = new Float64Array(36);
  expect(choleskyFactor6Into(L, 0, new Float64Array(36), 0)).toBe(0);
  const A = new Float64Array(36);
  for (let k = 0; k < 6; k++) A[7 * k] = 1;
  A[18] = Number.NaN;
  expect(choleskyFactor6Into(L, 0, A, 0)).toBe(3);
  expect(choleskyFactorInto(L, 0, A, 0, 6)).toBe(3);
});
