import fc from "fast-check";
import { expect, test } from "vitest";
import { uniform } from "../../test/support/uniform.ts";
import { symmetricEigen } from "./eigen.ts";

const part = uniform(-1, 1);

test("[2 1; 1 2] has the eigenvalues 1 and 3, along (1 −1) and (1 1)", () => {
  const { values, vectors } = symmetricEigen(Float64Array.of(2, 1, 1, 2), 0, 2);
  // Two roundings of numbers up to 3.
  expect(Math.abs(values[0]! - 1)).toBeLessThan(1e-15);
  expect(Math.abs(values[1]! - 3)).toBeLessThan(1e-15);
  expect(Math.abs(Math.abs(vectors[0]!) - Math.SQRT1_2)).toBeLessThan(1e-15);
  expect(vectors[0]! * vectors[2]!).toBeLessThan(0);
  expect(vectors[1]! * vectors[3]!).toBeGreaterThan(0);
});

test("the second-difference matrix of 12 points has the eigenvalues 4 sin²(kπ/26), k = 1 … 12", () => {
  const n = 12;
  const A = new Float64Array(n * n);
  for (let r = 0; r < n; r++) {
    A[r * n + r] = 2;
    if (r > 0) {
      A[r * n + r - 1] = -1;
      A[(r - 1) * n + r] = -1;
    }
  }
  const { values } = symmetricEigen(A, 0, n);
  values.forEach((value, k) => {
    // n ε times the largest eigenvalue, 4.
    expect(Math.abs(value - 4 * Math.sin(((k + 1) * Math.PI) / 26) ** 2)).toBeLessThan(1e-14);
  });
});

test("V is orthogonal, A V = V Λ, values ascend, and only the lower triangle is read", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), fc.array(part, { minLength: 144, maxLength: 144 }), (n, numbers) => {
      const A = Float64Array.from(numbers.slice(0, n * n));
      const element = (r: number, c: number): number => A[Math.max(r, c) * n + Math.min(r, c)]!;
      const { values, vectors } = symmetricEigen(A, 0, n);
      for (let k = 0; k < n; k++) {
        if (k > 0) expect(values[k]).toBeGreaterThanOrEqual(values[k - 1]!);
        for (let r = 0; r < n; r++) {
          let applied = 0;
          let product = 0;
          for (let c = 0; c < n; c++) {
            applied += element(r, c) * vectors[c * n + k]!;
            product += vectors[c * n + r]! * vectors[c * n + k]!;
          }
          // |A| ≤ 12; a few hundred plane rotations, each rounding by 1e-16.
          expect(Math.abs(applied - values[k]! * vectors[r * n + k]!)).toBeLessThan(1e-13);
          expect(Math.abs(product - (r === k ? 1 : 0))).toBeLessThan(1e-13);
        }
      }
    }),
    { seed: 61 },
  );
});

test("zeros, multiples of the identity and equal eigenvalues are ordinary", () => {
  expect([...symmetricEigen(new Float64Array(9), 0, 3).values]).toEqual([0, 0, 0]);
  expect([...symmetricEigen(Float64Array.of(5, 0, 0, 5), 0, 2).values]).toEqual([5, 5]);
  expect([...symmetricEigen(Float64Array.of(0, 1, 1, 0), 0, 2).values]).toEqual([-1, 1]);
});
