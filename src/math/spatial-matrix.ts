/**
 * 6×6 matrices of rigid-body motion: products, inertia about a point, change of point and frame.
 *
 * Numbers (1)–(8) are the equations of spatial.ts. Row-major, linear first: M[i + 6 row + column].
 * All inputs are loaded before the output is stored, so out may be an input, except where said.
 *
 * Left out: use of symmetry. Mass matrices are symmetric, damping matrices need not be, and one routine serves both;
 * rounding may leave a congruence of a symmetric matrix unsymmetric in the last bits (Cholesky reads one triangle only).
 * Source: see spatial.ts.
 */
import { ANG } from "../core/index.ts";

/** Room for two 6×6 matrices between load and store; holds nothing between calls. */
const scratch = new Float64Array(36);
const shift = new Float64Array(36);

/** out = M x. */
export function multiply6Into(
  out: Float64Array,
  o: number,
  M: Float64Array,
  i: number,
  x: Float64Array,
  j: number,
): void {
  const x0 = x[j];
  const x1 = x[j + 1];
  const x2 = x[j + 2];
  const x3 = x[j + 3];
  const x4 = x[j + 4];
  const x5 = x[j + 5];
  for (let row = 0; row < 6; row++) {
    const k = i + 6 * row;
    out[o + row] = M[k] * x0 + M[k + 1] * x1 + M[k + 2] * x2 + M[k + 3] * x3 + M[k + 4] * x4 + M[k + 5] * x5;
  }
}

/** out += s M x; out must not overlap x. */
export function addMultiply6(
  out: Float64Array,
  o: number,
  s: number,
  M: Float64Array,
  i: number,
  x: Float64Array,
  j: number,
): void {
  const x0 = s * x[j];
  const x1 = s * x[j + 1];
  const x2 = s * x[j + 2];
  const x3 = s * x[j + 3];
  const x4 = s * x[j + 4];
  const x5 = s * x[j + 5];
  for (let row = 0; row < 6; row++) {
    const k = i + 6 * row;
    out[o + row] += M[k] * x0 + M[k + 1] * x1 + M[k + 2] * x2 + M[k + 3] * x3 + M[k + 4] * x4 + M[k + 5] * x5;
  }
}

/** out = Mᵀ x. */
export function multiplyTransposed6Into(
  out: Float64Array,
  o: number,
  M: Float64Array,
  i: number,
  x: Float64Array,
  j: number,
): void {
  const x0 = x[j];
  const x1 = x[j + 1];
  const x2 = x[j + 2];
  const x3 = x[j + 3];
  const x4 = x[j + 4];
  const x5 = x[j + 5];
  for (let column = 0; column < 6; column++) {
    const k = i + column;
    out[o + column] = M[k] * x0 + M[k + 6] * x1 + M[k + 12] * x2 + M[k + 18] * x3 + M[k + 24] * x4 + M[k + 30] * x5;
  }
}

/** (1) as a matrix, V_A = X_AB V_B: X_AB = [R, S(p) R; 0, R]. Its inverse transpose acts on forces. */
export function motionTransformInto(
  X_AB: Float64Array,
  o: number,
  R_AB: Float64Array,
  iR: number,
  p_AB_A: Float64Array,
  ip: number,
): void {
  const x = p_AB_A[ip];
  const y = p_AB_A[ip + 1];
  const z = p_AB_A[ip + 2];
  for (let column = 0; column < 3; column++) {
    const r0 = R_AB[iR + column];
    const r1 = R_AB[iR + 3 + column];
    const r2 = R_AB[iR + 6 + column];
    const left = o + column;
    const right = left + ANG;
    X_AB[left] = r0;
    X_AB[left + 6] = r1;
    X_AB[left + 12] = r2;
    X_AB[left + 18] = 0;
    X_AB[left + 24] = 0;
    X_AB[left + 30] = 0;
    X_AB[right] = y * r2 - z * r1;
    X_AB[right + 6] = z * r0 - x * r2;
    X_AB[right + 12] = x * r1 - y * r0;
    X_AB[right + 18] = r0;
    X_AB[right + 24] = r1;
    X_AB[right + 30] = r2;
  }
}

/** (1) backwards as a matrix, V_B = X_BA V_A: X_BA = [Rᵀ, −Rᵀ S(p); 0, Rᵀ], still from R_AB and p_AB_A. */
export function inverseMotionTransformInto(
  X_BA: Float64Array,
  o: number,
  R_AB: Float64Array,
  iR: number,
  p_AB_A: Float64Array,
  ip: number,
): void {
  const x = p_AB_A[ip];
  const y = p_AB_A[ip + 1];
  const z = p_AB_A[ip + 2];
  for (let row = 0; row < 3; row++) {
    // Row of Rᵀ; its product with −S(p) is p × that row.
    const r0 = R_AB[iR + row];
    const r1 = R_AB[iR + row + 3];
    const r2 = R_AB[iR + row + 6];
    const upper = o + 6 * row;
    const lower = upper + 18;
    X_BA[upper] = r0;
    X_BA[upper + 1] = r1;
    X_BA[upper + 2] = r2;
    X_BA[upper + 3] = y * r2 - z * r1;
    X_BA[upper + 4] = z * r0 - x * r2;
    X_BA[upper + 5] = x * r1 - y * r0;
    X_BA[lower] = 0;
    X_BA[lower + 1] = 0;
    X_BA[lower + 2] = 0;
    X_BA[lower + 3] = r0;
    X_BA[lower + 4] = r1;
    X_BA[lower + 5] = r2;
  }
}

/** (7): out = Xᵀ M X. */
export function congruence6Into(
  out: Float64Array,
  o: number,
  X: Float64Array,
  i: number,
  M: Float64Array,
  j: number,
): void {
  // M X, row by row.
  for (let row = 0; row < 36; row += 6) {
    const m0 = M[j + row];
    const m1 = M[j + row + 1];
    const m2 = M[j + row + 2];
    const m3 = M[j + row + 3];
    const m4 = M[j + row + 4];
    const m5 = M[j + row + 5];
    for (let c = 0; c < 6; c++) {
      const k = i + c;
      scratch[row + c] = m0 * X[k] + m1 * X[k + 6] + m2 * X[k + 12] + m3 * X[k + 18] + m4 * X[k + 24] + m5 * X[k + 30];
    }
  }
  // Xᵀ (M X), column by column in place; out is stored last, so that it may be X or M.
  for (let c = 0; c < 6; c++) {
    const t0 = scratch[c];
    const t1 = scratch[c + 6];
    const t2 = scratch[c + 12];
    const t3 = scratch[c + 18];
    const t4 = scratch[c + 24];
    const t5 = scratch[c + 30];
    for (let r = 0; r < 6; r++) {
      const k = i + r;
      scratch[c + 6 * r] =
        X[k] * t0 + X[k + 6] * t1 + X[k + 12] * t2 + X[k + 18] * t3 + X[k + 24] * t4 + X[k + 30] * t5;
    }
  }
  for (let k = 0; k < 36; k++) out[o + k] = scratch[k];
}

/**
 * (7): a matrix that maps motions to forces (mass, added mass, damping), known about Bo in B, about Ao in A. With
 * R_AB = I this is the shift of an added-mass matrix to another point.
 */
export function transformMassInto(
  M_A: Float64Array,
  o: number,
  R_AB: Float64Array,
  iR: number,
  p_AB_A: Float64Array,
  ip: number,
  M_B: Float64Array,
  j: number,
): void {
  inverseMotionTransformInto(shift, 0, R_AB, iR, p_AB_A, ip);
  congruence6Into(M_A, o, shift, 0, M_B, j);
}

/** (8): rigid-body inertia about Bo, from the mass, the centre of mass and the 3×3 inertia about it, all in B. */
export function spatialInertiaInto(
  M_Bo_B: Float64Array,
  o: number,
  mass_kg: number,
  p_BoBcm_B: Float64Array,
  ip: number,
  I_Bcm_B: Float64Array,
  iI: number,
): void {
  const m = mass_kg;
  const x = p_BoBcm_B[ip];
  const y = p_BoBcm_B[ip + 1];
  const z = p_BoBcm_B[ip + 2];
  const M = M_Bo_B;
  for (let k = 0; k < 36; k++) M[o + k] = 0;

  M[o] = m;
  M[o + 7] = m;
  M[o + 14] = m;
  // −m S(c) above the diagonal, its transpose m S(c) below.
  M[o + 4] = m * z;
  M[o + 5] = -m * y;
  M[o + 9] = -m * z;
  M[o + 11] = m * x;
  M[o + 15] = m * y;
  M[o + 16] = -m * x;
  M[o + 24] = m * z;
  M[o + 30] = -m * y;
  M[o + 19] = -m * z;
  M[o + 31] = m * x;
  M[o + 20] = m * y;
  M[o + 26] = -m * x;
  // I_cm − m S(c) S(c), the parallel-axis theorem.
  M[o + 21] = I_Bcm_B[iI] + m * (y * y + z * z);
  M[o + 22] = I_Bcm_B[iI + 1] - m * x * y;
  M[o + 23] = I_Bcm_B[iI + 2] - m * x * z;
  M[o + 27] = I_Bcm_B[iI + 3] - m * x * y;
  M[o + 28] = I_Bcm_B[iI + 4] + m * (x * x + z * z);
  M[o + 29] = I_Bcm_B[iI + 5] - m * y * z;
  M[o + 33] = I_Bcm_B[iI + 6] - m * x * z;
  M[o + 34] = I_Bcm_B[iI + 7] - m * y * z;
  M[o + 35] = I_Bcm_B[iI + 8] + m * (x * x + y * y);
}
