/**
 * 3×3 rotation matrices, row-major in flat buffers: R[i + 3 row + column].
 *
 *   v_A = R_AB v_B                                                              (1)
 *   R_AC = R_AB R_BC,   R_BC = R_ABᵀ R_AC                                       (2)
 *   R_NB = R_z(ψ) R_y(θ) R_x(φ)                                                 (3)  roll φ, pitch θ, yaw ψ
 *   S(a) b = a × b                                                              (4)  skew matrix
 *
 * Columns of R_AB are the axes of B, expressed in A. All inputs are loaded before the output is stored: out may be
 * an input. Left out: re-orthonormalisation; attitudes are kept as quaternions and matrices are made from them.
 * Source: the definitions; (3) multiplied out is the form printed in marine texts [Fossen2011].
 */
import { cos, sin } from "./elementary.ts";

/** R = identity. */
export function identityRotationInto(R: Float64Array, o: number): void {
  for (let k = 0; k < 9; k++) R[o + k] = k % 4 === 0 ? 1 : 0;
}

/** R_AB from the unit quaternion q_AB = [w x y z]. A length of 1 + δ scales the off-diagonal terms by 1 + 2δ. */
export function rotationFromQuaternionInto(R_AB: Float64Array, o: number, q_AB: Float64Array, i: number): void {
  const w = q_AB[i];
  const x = q_AB[i + 1];
  const y = q_AB[i + 2];
  const z = q_AB[i + 3];
  R_AB[o] = 1 - 2 * (y * y + z * z);
  R_AB[o + 1] = 2 * (x * y - w * z);
  R_AB[o + 2] = 2 * (x * z + w * y);
  R_AB[o + 3] = 2 * (x * y + w * z);
  R_AB[o + 4] = 1 - 2 * (x * x + z * z);
  R_AB[o + 5] = 2 * (y * z - w * x);
  R_AB[o + 6] = 2 * (x * z - w * y);
  R_AB[o + 7] = 2 * (y * z + w * x);
  R_AB[o + 8] = 1 - 2 * (x * x + y * y);
}

/** (3): R_NB from roll, pitch and yaw. */
export function rotationFromRpyInto(
  R_NB: Float64Array,
  o: number,
  roll_rad: number,
  pitch_rad: number,
  yaw_rad: number,
): void {
  const cphi = cos(roll_rad);
  const sphi = sin(roll_rad);
  const cth = cos(pitch_rad);
  const sth = sin(pitch_rad);
  const cpsi = cos(yaw_rad);
  const spsi = sin(yaw_rad);
  R_NB[o] = cpsi * cth;
  R_NB[o + 1] = cpsi * sth * sphi - spsi * cphi;
  R_NB[o + 2] = cpsi * sth * cphi + spsi * sphi;
  R_NB[o + 3] = spsi * cth;
  R_NB[o + 4] = spsi * sth * sphi + cpsi * cphi;
  R_NB[o + 5] = spsi * sth * cphi - cpsi * sphi;
  R_NB[o + 6] = -sth;
  R_NB[o + 7] = cth * sphi;
  R_NB[o + 8] = cth * cphi;
}

/** (2): R_AC = R_AB R_BC. */
export function multiplyRotationsInto(
  R_AC: Float64Array,
  o: number,
  R_AB: Float64Array,
  i: number,
  R_BC: Float64Array,
  j: number,
): void {
  const b00 = R_BC[j];
  const b01 = R_BC[j + 1];
  const b02 = R_BC[j + 2];
  const b10 = R_BC[j + 3];
  const b11 = R_BC[j + 4];
  const b12 = R_BC[j + 5];
  const b20 = R_BC[j + 6];
  const b21 = R_BC[j + 7];
  const b22 = R_BC[j + 8];
  // Row by row: a row of R_AB is read whole before the same row of the result is stored.
  for (let row = 0; row < 9; row += 3) {
    const a0 = R_AB[i + row];
    const a1 = R_AB[i + row + 1];
    const a2 = R_AB[i + row + 2];
    R_AC[o + row] = a0 * b00 + a1 * b10 + a2 * b20;
    R_AC[o + row + 1] = a0 * b01 + a1 * b11 + a2 * b21;
    R_AC[o + row + 2] = a0 * b02 + a1 * b12 + a2 * b22;
  }
}

/** (2): R_BC = R_ABᵀ R_AC. */
export function transposeMultiplyRotationsInto(
  R_BC: Float64Array,
  o: number,
  R_AB: Float64Array,
  i: number,
  R_AC: Float64Array,
  j: number,
): void {
  const a00 = R_AB[i];
  const a01 = R_AB[i + 1];
  const a02 = R_AB[i + 2];
  const a10 = R_AB[i + 3];
  const a11 = R_AB[i + 4];
  const a12 = R_AB[i + 5];
  const a20 = R_AB[i + 6];
  const a21 = R_AB[i + 7];
  const a22 = R_AB[i + 8];
  // Column by column: a column of R_AC is read whole before the same column of the result is stored.
  for (let column = 0; column < 3; column++) {
    const c0 = R_AC[j + column];
    const c1 = R_AC[j + column + 3];
    const c2 = R_AC[j + column + 6];
    R_BC[o + column] = a00 * c0 + a10 * c1 + a20 * c2;
    R_BC[o + column + 3] = a01 * c0 + a11 * c1 + a21 * c2;
    R_BC[o + column + 6] = a02 * c0 + a12 * c1 + a22 * c2;
  }
}

/** R_BA = R_ABᵀ. */
export function transposeRotationInto(R_BA: Float64Array, o: number, R_AB: Float64Array, i: number): void {
  const r01 = R_AB[i + 1];
  const r02 = R_AB[i + 2];
  const r12 = R_AB[i + 5];
  R_BA[o] = R_AB[i];
  R_BA[o + 1] = R_AB[i + 3];
  R_BA[o + 2] = R_AB[i + 6];
  R_BA[o + 4] = R_AB[i + 4];
  R_BA[o + 5] = R_AB[i + 7];
  R_BA[o + 8] = R_AB[i + 8];
  R_BA[o + 3] = r01;
  R_BA[o + 6] = r02;
  R_BA[o + 7] = r12;
}

/** (1): v_A = R_AB v_B. */
export function applyRotationInto(
  v_A: Float64Array,
  o: number,
  R_AB: Float64Array,
  i: number,
  v_B: Float64Array,
  j: number,
): void {
  const x = v_B[j];
  const y = v_B[j + 1];
  const z = v_B[j + 2];
  v_A[o] = R_AB[i] * x + R_AB[i + 1] * y + R_AB[i + 2] * z;
  v_A[o + 1] = R_AB[i + 3] * x + R_AB[i + 4] * y + R_AB[i + 5] * z;
  v_A[o + 2] = R_AB[i + 6] * x + R_AB[i + 7] * y + R_AB[i + 8] * z;
}

/** (1) backwards: v_B = R_ABᵀ v_A. */
export function applyTransposedRotationInto(
  v_B: Float64Array,
  o: number,
  R_AB: Float64Array,
  i: number,
  v_A: Float64Array,
  j: number,
): void {
  const x = v_A[j];
  const y = v_A[j + 1];
  const z = v_A[j + 2];
  v_B[o] = R_AB[i] * x + R_AB[i + 3] * y + R_AB[i + 6] * z;
  v_B[o + 1] = R_AB[i + 1] * x + R_AB[i + 4] * y + R_AB[i + 7] * z;
  v_B[o + 2] = R_AB[i + 2] * x + R_AB[i + 5] * y + R_AB[i + 8] * z;
}

/** (4): S such that S b = a × b. */
export function skewInto(S: Float64Array, o: number, a: Float64Array, i: number): void {
  const x = a[i];
  const y = a[i + 1];
  const z = a[i + 2];
  S[o] = 0;
  S[o + 1] = -z;
  S[o + 2] = y;
  S[o + 3] = z;
  S[o + 4] = 0;
  S[o + 5] = -x;
  S[o + 6] = -y;
  S[o + 7] = x;
  S[o + 8] = 0;
}
