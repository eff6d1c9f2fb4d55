import fc from "fast-check";
import { expect, test } from "vitest";
import { uniform } from "../../test/support/uniform.ts";
import { symmetricEigen } from "./eigen.ts";
import { generalEigenvalues } from "./eigen-general.ts";

/** The companion matrix of the polynomial with these roots (given with their conjugates): its eigenvalues are the roots. */
function companion(roots: readonly (readonly [number, number])[]): Float64Array {
  let re = [1];
  let im = [0];
  for (const [x, y] of roots) {
    const nextRe = [...re, 0];
    const nextIm = [...im, 0];
    re.forEach((_, k) => {
      nextRe[k + 1] = nextRe[k + 1]! - (x * re[k]! - y * im[k]!);
      nextIm[k + 1] = nextIm[k + 1]! - (x * im[k]! + y * re[k]!);
    });
    re = nextRe;
    im = nextIm;
  }
  const n = roots.length;
  const C = new Float64Array(n * n);
  for (let k = 0; k < n; k++) {
    C[k] = -re[k + 1]!;
    if (k > 0) C[k * n + k - 1] = 1;
  }
  return C;
}

/** Largest distance of any wanted eigenvalue from the nearest found one that is not yet taken. */
function distance(A: Float64Array, wanted: readonly (readonly [number, number])[]): number {
  const n = wanted.length;
  const { re, im } = generalEigenvalues(A, 0, n);
  const free = Array.from(re, (x, k) => [x, im[k]!] as const);
  let worst = 0;
  for (const [x, y] of wanted) {
    const sizes = free.map(([a, b]) => Math.hypot(a - x, b - y));
    const nearest = sizes.indexOf(Math.min(...sizes));
    worst = Math.max(worst, sizes[nearest]!);
    free.splice(nearest, 1);
  }
  return worst;
}

test("the companion matrix of (λ−1)(λ−2)(λ−3)(λ−4)(λ−5)(λ−6) has the eigenvalues 1 … 6", () => {
  const roots = [1, 2, 3, 4, 5, 6].map((x) => [x, 0] as const);
  // The condition of these roots in their coefficients (up to 1764) is some 1e5.
  expect(distance(companion(roots), roots)).toBeLessThan(1e-9);
});

test("complex pairs: (λ² + 2λ + 5)(λ² + 100)(λ + 3) has −1 ± 2i, ±10i and −3", () => {
  const roots = [
    [-1, 2],
    [-1, -2],
    [0, 10],
    [0, -10],
    [-3, 0],
  ] as const;
  expect(distance(companion(roots), roots)).toBeLessThan(1e-12);
});

test("the cyclic permutation of 12 things, which unshifted QR leaves as it is, has the 12th roots of one", () => {
  const n = 12;
  const A = new Float64Array(n * n);
  for (let k = 0; k < n; k++) A[k * n + ((k + 1) % n)] = 1;
  const roots = Array.from(
    { length: n },
    (_, k) => [Math.cos((k * Math.PI) / 6), Math.sin((k * Math.PI) / 6)] as const,
  );
  expect(distance(A, roots)).toBeLessThan(1e-13);
});

test("a damped oscillator of 2 s and ζ = 0.1 has −ζω ± iω√(1 − ζ²), whatever the units of its state", () => {
  const [w, zeta] = [Math.PI, 0.1];
  const wanted = [
    [-zeta * w, w * Math.sqrt(1 - zeta * zeta)],
    [-zeta * w, -w * Math.sqrt(1 - zeta * zeta)],
  ] as const;
  for (const unit of [1, 1e6, 1e-9]) {
    const A = Float64Array.of(0, unit, (-w * w) / unit, -2 * zeta * w);
    expect(distance(A, wanted)).toBeLessThan(1e-14);
  }
});

test("a triple eigenvalue with one eigenvector is found to the cube root of rounding, an ordinary one beside it in full", () => {
  const A = Float64Array.of(2, 1, 0, 0, 0, 2, 1, 0, 0, 0, 2, 0, 1, 0, 0, -5);
  const { re } = generalEigenvalues(A, 0, 4);
  expect(Math.abs(re[0]! + 5)).toBeLessThan(1e-13);
  // ∛(1e-16 · 10) ≈ 1e-5.
  for (let k = 1; k < 4; k++) expect(Math.abs(re[k]! - 2)).toBeLessThan(1e-4);
});

test("of a double integrator, as a drifting vehicle is, both eigenvalues are 0", () => {
  const { re, im } = generalEigenvalues(Float64Array.of(0, 1, 0, 0), 0, 2);
  expect([...re, ...im].map(Math.abs)).toEqual([0, 0, 0, 0]);
});

const part = uniform(-1, 1);

test("symmetric matrices have the eigenvalues that Jacobi rotations find", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), fc.array(part, { minLength: 144, maxLength: 144 }), (n, numbers) => {
      const A = new Float64Array(n * n);
      for (let r = 0; r < n; r++) {
        for (let k = 0; k < n; k++) A[r * n + k] = numbers[Math.max(r, k) * 12 + Math.min(r, k)]!;
      }
      const wanted = Array.from(symmetricEigen(A, 0, n).values, (x) => [x, 0] as const);
      // Norm up to 12; a symmetric eigenvalue moves no further than what rounding adds to the matrix.
      expect(distance(A, wanted)).toBeLessThan(1e-12);
    }),
    { seed: 71, numRuns: 200 },
  );
});

test("the eigenvalues add up to the trace, their squares to the trace of A², and come in conjugate pairs", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 24 }), fc.array(part, { minLength: 576, maxLength: 576 }), (n, numbers) => {
      const A = Float64Array.from(numbers.slice(0, n * n));
      let trace = 0;
      let traceOfSquare = 0;
      for (let r = 0; r < n; r++) {
        trace += A[r * n + r]!;
        for (let k = 0; k < n; k++) traceOfSquare += A[r * n + k]! * A[k * n + r]!;
      }
      const { re, im } = generalEigenvalues(A, 0, n);
      const sum = re.reduce((s, x) => s + x, 0);
      const sumOfIm = im.reduce((s, y) => s + y, 0);
      const squares = re.reduce((s, x, k) => s + x * x - im[k]! * im[k]!, 0);
      // Traces are kept by every similarity: n roundings of numbers up to 24² in all.
      expect(Math.abs(sum - trace)).toBeLessThan(1e-11);
      expect(Math.abs(sumOfIm)).toBeLessThan(1e-11);
      expect(Math.abs(squares - traceOfSquare)).toBeLessThan(1e-10);
    }),
    { seed: 72, numRuns: 200 },
  );
});

test("a matrix with an element that is not finite is refused by its place", () => {
  expect(() => generalEigenvalues(Float64Array.of(1, Number.NaN, 0, 1), 0, 2)).toThrow("element (0, 1) is NaN");
});
