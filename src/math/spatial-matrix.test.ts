import fc from "fast-check";
import { expect, test } from "vitest";
import { uniform } from "../../test/support/uniform.ts";
import { identityRotationInto, rotationFromRpyInto } from "./rotation.ts";
import { inverseTransformMotionInto, power_W, shiftMotionInto, transformMotionInto } from "./spatial.ts";
import {
  addMultiply6,
  congruence6Into,
  inverseMotionTransformInto,
  motionTransformInto,
  multiply6Into,
  multiplyTransposed6Into,
  spatialInertiaInto,
  transformMassInto,
} from "./spatial-matrix.ts";

const part = uniform(-2, 2);
const six = fc.tuple(part, part, part, part, part, part).map((v) => Float64Array.from(v));
const three = fc.tuple(part, part, part).map((v) => Float64Array.from(v));
const rotation = three.map((rpy) => {
  const R = new Float64Array(9);
  rotationFromRpyInto(R, 0, rpy[0]!, rpy[1]!, rpy[2]!);
  return R;
});
const matrix = fc.array(part, { minLength: 36, maxLength: 36 }).map((v) => Float64Array.from(v));
const points = fc.array(fc.tuple(uniform(0.1, 3), part, part, part), {
  minLength: 1,
  maxLength: 6,
});

function expectNear(a: ArrayLike<number>, b: ArrayLike<number>, tolerance: number): void {
  expect(a.length).toBe(b.length);
  for (let k = 0; k < a.length; k++) expect(Math.abs(a[k]! - b[k]!)).toBeLessThan(tolerance);
}

/** Mass, centre and inertia about it of some point masses, straight from the definitions. */
function summed(masses: readonly (readonly number[])[]): { mass: number; centre: Float64Array; inertia: Float64Array } {
  const mass = masses.reduce((sum, [m]) => sum + m!, 0);
  const centre = Float64Array.from([1, 2, 3], (k) => masses.reduce((sum, p) => sum + p[0]! * p[k]!, 0) / mass);
  const inertia = new Float64Array(9);
  for (const [m, ...p] of masses) {
    const d = p.map((x, k) => x - centre[k]!);
    const square = d.reduce((sum, x) => sum + x * x, 0);
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c < 3; c++) inertia[3 * r + c]! += m! * ((r === c ? square : 0) - d[r]! * d[c]!);
    }
  }
  return { mass, centre, inertia };
}

test("products with a matrix and its transpose equal the plain sums, also in place and added", () => {
  fc.assert(
    fc.property(matrix, six, (M, x) => {
      const plain = Array.from({ length: 6 }, (_, r) => x.reduce((sum, x_c, c) => sum + M[6 * r + c]! * x_c, 0));
      const transposed = Array.from({ length: 6 }, (_, c) => x.reduce((sum, x_r, r) => sum + M[6 * r + c]! * x_r, 0));
      const out = x.slice();
      multiply6Into(out, 0, M, 0, out, 0);
      // Six products up to 4: rounding below 6 · 24 · 1.1e-16.
      expectNear(out, plain, 2e-14);
      const sum = Float64Array.from(x);
      addMultiply6(sum, 0, -2, M, 0, x.slice(), 0);
      expectNear(
        sum,
        plain.map((y, k) => x[k]! - 2 * y),
        5e-14,
      );
      const other = x.slice();
      multiplyTransposed6Into(other, 0, M, 0, other, 0);
      expectNear(other, transposed, 2e-14);
    }),
    { seed: 41 },
  );
});

test("the matrix forms of a transform and its inverse act as the vector forms do", () => {
  fc.assert(
    fc.property(rotation, three, six, (R_AB, p_AB_A, V) => {
      const X = new Float64Array(36);
      const byMatrix = new Float64Array(6);
      const byVector = new Float64Array(6);
      motionTransformInto(X, 0, R_AB, 0, p_AB_A, 0);
      multiply6Into(byMatrix, 0, X, 0, V, 0);
      transformMotionInto(byVector, 0, R_AB, 0, p_AB_A, 0, V, 0);
      // Components up to 12, a dozen roundings.
      expectNear(byMatrix, byVector, 2e-14);
      inverseMotionTransformInto(X, 0, R_AB, 0, p_AB_A, 0);
      multiply6Into(byMatrix, 0, X, 0, V, 0);
      inverseTransformMotionInto(byVector, 0, R_AB, 0, p_AB_A, 0, V, 0);
      expectNear(byMatrix, byVector, 2e-14);
    }),
    { seed: 42 },
  );
});

test("½ Vᵀ M V is the kinetic energy of the point masses that make up the body", () => {
  fc.assert(
    fc.property(points, six, (masses, V) => {
      const { mass, centre, inertia } = summed(masses);
      const M = new Float64Array(36);
      spatialInertiaInto(M, 0, mass, centre, 0, inertia, 0);
      const momentum = new Float64Array(6);
      multiply6Into(momentum, 0, M, 0, V, 0);
      const energy_J = 0.5 * power_W(momentum, 0, V, 0);

      let expected_J = 0;
      for (const [m, ...p] of masses) {
        const V_P = new Float64Array(6);
        shiftMotionInto(V_P, 0, V, 0, Float64Array.from(p), 0);
        expected_J += 0.5 * m * (V_P[0]! ** 2 + V_P[1]! ** 2 + V_P[2]! ** 2);
      }
      // Up to 18 kg at up to 14 m/s is some 2 kJ, summed from a hundred products.
      expect(Math.abs(energy_J - expected_J)).toBeLessThan(2e-11);
    }),
    { seed: 43 },
  );
});

test("moving a rigid-body inertia to another point and frame gives the inertia of the moved masses", () => {
  fc.assert(
    fc.property(points, rotation, three, (masses, R_AB, p_AB_A) => {
      const inB = summed(masses);
      const M_B = new Float64Array(36);
      spatialInertiaInto(M_B, 0, inB.mass, inB.centre, 0, inB.inertia, 0);
      const M_A = new Float64Array(36);
      transformMassInto(M_A, 0, R_AB, 0, p_AB_A, 0, M_B, 0);

      const moved = masses.map(([m, ...p]) => {
        const at = [0, 1, 2].map((r) => p_AB_A[r]! + p.reduce((sum, x, k) => sum + R_AB[3 * r + k]! * x, 0));
        return [m, ...at];
      });
      const inA = summed(moved);
      const expected = new Float64Array(36);
      spatialInertiaInto(expected, 0, inA.mass, inA.centre, 0, inA.inertia, 0);
      // Inertias up to 18 kg · (5.5 m)² ≈ 540 kg·m², some forty roundings.
      expectNear(M_A, expected, 1e-11);
      // In place.
      transformMassInto(M_B, 0, R_AB, 0, p_AB_A, 0, M_B, 0);
      expect(M_B).toEqual(M_A);
    }),
    { seed: 44 },
  );
});

test("an added mass of 10 kg in sway, 2 m ahead of the new point, couples sway to yaw by 20 kg·m and adds 40 kg·m² in yaw", () => {
  const M_B = new Float64Array(36);
  M_B[7] = 10;
  const R_AB = new Float64Array(9);
  identityRotationInto(R_AB, 0);
  const M_A = new Float64Array(36);
  transformMassInto(M_A, 0, R_AB, 0, Float64Array.of(2, 0, 0), 0, M_B, 0);
  const expected = new Float64Array(36);
  expected[7] = 10;
  expected[11] = 20;
  expected[31] = 20;
  expected[35] = 40;
  // Products of small whole numbers are exact.
  expectNear(M_A, expected, 1e-300);
});

test("a congruence Xᵀ M X is the product of three matrices, and out may be X or M", () => {
  const product = (a: ArrayLike<number>, b: ArrayLike<number>): Float64Array => {
    const out = new Float64Array(36);
    for (let k = 0; k < 216; k++)
      out[Math.floor(k / 36) * 6 + (k % 6)]! += a[Math.floor(k / 6)]! * b[(Math.floor(k / 6) % 6) * 6 + (k % 6)]!;
    return out;
  };
  fc.assert(
    fc.property(matrix, matrix, (X, M) => {
      const transposed = X.map((_, k) => X[(k % 6) * 6 + Math.floor(k / 6)]!);
      const expected = product(transposed, product(M, X));
      const out = new Float64Array(36);
      congruence6Into(out, 0, X, 0, M, 0);
      // 36 products of three factors up to 2: up to 288, some forty roundings.
      expectNear(out, expected, 1e-12);
      const overX = X.slice();
      congruence6Into(overX, 0, overX, 0, M, 0);
      expect(overX).toEqual(out);
      const overM = M.slice();
      congruence6Into(overM, 0, X, 0, overM, 0);
      expect(overM).toEqual(out);
    }),
    { seed: 45 },
  );
});
