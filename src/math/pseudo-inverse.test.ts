import fc from "fast-check";
import { expect, test } from "vitest";
import { uniform } from "../../test/support/uniform.ts";
import { pseudoInverse } from "./pseudo-inverse.ts";

// Zero or of ordinary size: the inverse of a number below 1e-308 is not a number we can hold.
const part = uniform(-1, 1).map((x) => (Math.abs(x) < 1e-6 ? 0 : x));
const size = fc.integer({ min: 1, max: 16 });
const numbers = fc.array(part, { minLength: 256, maxLength: 256 });

function times(a: ArrayLike<number>, b: ArrayLike<number>, m: number, k: number, n: number): number[] {
  const out: number[] = [];
  for (let r = 0; r < m; r++) {
    for (let c = 0; c < n; c++) {
      let sum = 0;
      for (let i = 0; i < k; i++) sum += a[r * k + i]! * b[i * n + c]!;
      out.push(sum);
    }
  }
  return out;
}

function expectNear(a: ArrayLike<number>, b: ArrayLike<number>, tolerance: number): void {
  expect(a.length).toBe(b.length);
  for (let k = 0; k < a.length; k++) expect(Math.abs(a[k]! - b[k]!)).toBeLessThanOrEqual(tolerance);
}

/** The four conditions of Penrose define A⁺: A A⁺ A = A, A⁺ A A⁺ = A⁺, and both products symmetric. */
function expectPenrose(A: Float64Array, inverse: Float64Array, m: number, n: number, tolerance: number): void {
  const left = times(A, inverse, m, n, m);
  const right = times(inverse, A, n, m, n);
  expectNear(times(left, A, m, m, n), A, tolerance);
  const largest = inverse.reduce((most, x) => Math.max(most, Math.abs(x)), 1);
  expectNear(times(right, inverse, n, n, m), inverse, tolerance * largest);
  expectNear(
    left,
    left.map((_, k) => left[(k % m) * m + Math.floor(k / m)]!),
    tolerance,
  );
  expectNear(
    right,
    right.map((_, k) => right[(k % n) * n + Math.floor(k / n)]!),
    tolerance,
  );
}

test("two thrusters side by side, 0.5 m off the centre line, share thrust and moment: A⁺ = [½ −1; ½ 1]", () => {
  // Surge force and yaw moment of a port thruster (y = −0.5: moment +0.5) and a starboard one (moment −0.5).
  const { inverse, rank, condition, singularValues } = pseudoInverse(Float64Array.of(1, 1, 0.5, -0.5), 0, 2, 2);
  expect(rank).toBe(2);
  // Singular values √2 and √½: the rows are perpendicular.
  expectNear(singularValues, [Math.SQRT2, Math.SQRT1_2], 1e-15);
  expectNear([condition], [2], 1e-14);
  expectNear(inverse, [0.5, 1, 0.5, -1], 1e-14);
});

test("three equal thrusters in a row share a force equally: (1 1 1)⁺ = (⅓ ⅓ ⅓)ᵀ, and tall matrices are as good as wide ones", () => {
  expectNear(pseudoInverse(Float64Array.of(1, 1, 1), 0, 1, 3).inverse, [1 / 3, 1 / 3, 1 / 3], 1e-15);
  expectNear(pseudoInverse(Float64Array.of(1, 1, 1), 0, 3, 1).inverse, [1 / 3, 1 / 3, 1 / 3], 1e-15);
});

test("every pseudo-inverse up to 16 × 16 satisfies the four conditions of Penrose", () => {
  fc.assert(
    fc.property(size, size, numbers, (m, n, values) => {
      const A = Float64Array.from(values.slice(0, m * n));
      const { inverse, condition } = pseudoInverse(A, 0, m, n, 1e-8);
      // Errors grow with the condition of what was inverted, at most 1e8; a random matrix has some hundreds.
      const tolerance = 1e-14 * 16 * Math.min(condition, 1e8);
      expectPenrose(A, inverse, m, n, Math.max(tolerance, 1e-12));
    }),
    { seed: 71, numRuns: 60 },
  );
});

test("a matrix of rank 2 made from two outer products is recognised, and its condition is infinite", () => {
  fc.assert(
    fc.property(fc.integer({ min: 3, max: 10 }), fc.integer({ min: 3, max: 10 }), numbers, (m, n, values) => {
      const A = new Float64Array(m * n);
      for (let r = 0; r < m; r++) {
        for (let c = 0; c < n; c++) {
          // Two shifted pairs of columns keep both parts well away from zero and from each other.
          A[r * n + c] = (1 + r) * (2 + values[c]!) + (r % 2 === 0 ? 1 : -1) * (c % 2 === 0 ? 3 : -3);
        }
      }
      const { rank, condition, inverse, singularValues } = pseudoInverse(A, 0, m, n);
      expect(rank).toBe(2);
      expect(condition).toBe(Number.POSITIVE_INFINITY);
      expect(singularValues).toHaveLength(Math.min(m, n));
      // |A| ≈ 200, its smaller singular value ≈ 3.
      expectPenrose(A, inverse, m, n, 1e-11);
    }),
    { seed: 72, numRuns: 40 },
  );
});

test("singular values span many orders: diag(1, 1e-6, 1e-12) has the condition 1e12 to 12 digits", () => {
  const { condition, singularValues } = pseudoInverse(Float64Array.of(0, 1e-6, 0, 1, 0, 0, 0, 0, 1e-12), 0, 3, 3);
  expect([...singularValues]).toEqual([1, 1e-6, 1e-12]);
  expect(Math.abs(condition / 1e12 - 1)).toBeLessThan(1e-12);
});

test("the zero matrix has rank 0 and the inverse 0, and tiny numbers do not vanish in their squares", () => {
  const zero = pseudoInverse(new Float64Array(6), 0, 2, 3);
  expect(zero.rank).toBe(0);
  expect(zero.condition).toBe(Number.POSITIVE_INFINITY);
  expect([...zero.inverse]).toEqual([0, 0, 0, 0, 0, 0]);
  const tiny = pseudoInverse(Float64Array.of(2e-200, 0, 0, 4e-200), 0, 2, 2);
  expect(tiny.rank).toBe(2);
  // Scaling by the largest element and back: two roundings.
  expect(Math.abs(tiny.inverse[0]! / 5e199 - 1)).toBeLessThan(1e-15);
});
