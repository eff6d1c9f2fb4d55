/**
 * 6-vectors and 6×6 matrices of rigid-body motion, linear first: V = [v w] = [u v w p q r], F = [f m] = [X Y Z K M N].
 *
 * A pose X_AB is given as its rotation R_AB (3×3, row-major) and p_AB_A, the position from Ao to Bo in A. One motion,
 * or one force, seen from B and from A (a force about Bo and about Ao; the velocity of the body point at Bo and at Ao):
 *
 *   w_A = R w_B,   v_A = R v_B + p × (R w_B)                                     (1)  V_A = X_AB V_B
 *   f_A = R f_B,   m_A = R m_B + p × (R f_B)                                     (2)  F_A = X_AB* F_B
 *   v_Q = v_P + w × p_PQ,   m_Q = m_P − p_PQ × f                                 (3)  another point, same axes
 *   P = F · V                                                                   (4)  power, the same in every frame
 *   V × U = [w × u + v × w_u,  w × w_u],   U = [u w_u]                           (5)  of two motions
 *   V ×* F = [w × f,  w × m + v × f]                                             (6)  of a motion and a force
 *   M_A = X_BAᵀ M_B X_BA                                                        (7)  inertia, added mass, damping
 *   M_Bo = [m I, −m S(c);  m S(c), I_cm − m S(c) S(c)],   c = p_BoBcm_B            (8)  rigid-body inertia about Bo
 *
 * Reading (1) with the monogram names: V_A is V_NC_A, measured at the point of body C that is at Ao; V_B likewise.
 * The poses are of one instant: (1) and (2) say nothing about how A moves relative to B.
 *
 * Matrices are row-major. All inputs are loaded before the output is stored, so out may be an input, except where said.
 * Left out: checks that R is a rotation or that an inertia is physical (see solve.ts for positive definiteness).
 * Source: [Featherstone2008], whose vectors are angular first: rows and columns are permuted here, once.
 */
import { ANG } from "../core/index.ts";

/** (1): V_A = X_AB V_B. */
export function transformMotionInto(
  V_A: Float64Array,
  o: number,
  R_AB: Float64Array,
  iR: number,
  p_AB_A: Float64Array,
  ip: number,
  V_B: Float64Array,
  j: number,
): void {
  transformBoth(V_A, o, o + ANG, R_AB, iR, p_AB_A, ip, V_B, j, j + ANG);
}

/** (2): F_A = X_AB* F_B. The same formula as (1) with the halves exchanged. */
export function transformForceInto(
  F_A: Float64Array,
  o: number,
  R_AB: Float64Array,
  iR: number,
  p_AB_A: Float64Array,
  ip: number,
  F_B: Float64Array,
  j: number,
): void {
  transformBoth(F_A, o + ANG, o, R_AB, iR, p_AB_A, ip, F_B, j + ANG, j);
}

/** free = R free + p × (R bound), bound = R bound: the bound half is w of a motion and f of a force. */
function transformBoth(
  out: Float64Array,
  oFree: number,
  oBound: number,
  R: Float64Array,
  iR: number,
  p: Float64Array,
  ip: number,
  a: Float64Array,
  iFree: number,
  iBound: number,
): void {
  const fx = a[iFree];
  const fy = a[iFree + 1];
  const fz = a[iFree + 2];
  const bx = a[iBound];
  const by = a[iBound + 1];
  const bz = a[iBound + 2];
  const px = p[ip];
  const py = p[ip + 1];
  const pz = p[ip + 2];
  const r00 = R[iR];
  const r01 = R[iR + 1];
  const r02 = R[iR + 2];
  const r10 = R[iR + 3];
  const r11 = R[iR + 4];
  const r12 = R[iR + 5];
  const r20 = R[iR + 6];
  const r21 = R[iR + 7];
  const r22 = R[iR + 8];
  const x = r00 * bx + r01 * by + r02 * bz;
  const y = r10 * bx + r11 * by + r12 * bz;
  const z = r20 * bx + r21 * by + r22 * bz;
  out[oFree] = r00 * fx + r01 * fy + r02 * fz + (py * z - pz * y);
  out[oFree + 1] = r10 * fx + r11 * fy + r12 * fz + (pz * x - px * z);
  out[oFree + 2] = r20 * fx + r21 * fy + r22 * fz + (px * y - py * x);
  out[oBound] = x;
  out[oBound + 1] = y;
  out[oBound + 2] = z;
}

/** (1) backwards: V_B = X_AB⁻¹ V_A, that is w_B = Rᵀ w_A, v_B = Rᵀ (v_A − p × w_A). */
export function inverseTransformMotionInto(
  V_B: Float64Array,
  o: number,
  R_AB: Float64Array,
  iR: number,
  p_AB_A: Float64Array,
  ip: number,
  V_A: Float64Array,
  j: number,
): void {
  inverseTransformBoth(V_B, o, o + ANG, R_AB, iR, p_AB_A, ip, V_A, j, j + ANG);
}

/** (2) backwards: f_B = Rᵀ f_A, m_B = Rᵀ (m_A − p × f_A). */
export function inverseTransformForceInto(
  F_B: Float64Array,
  o: number,
  R_AB: Float64Array,
  iR: number,
  p_AB_A: Float64Array,
  ip: number,
  F_A: Float64Array,
  j: number,
): void {
  inverseTransformBoth(F_B, o + ANG, o, R_AB, iR, p_AB_A, ip, F_A, j + ANG, j);
}

function inverseTransformBoth(
  out: Float64Array,
  oFree: number,
  oBound: number,
  R: Float64Array,
  iR: number,
  p: Float64Array,
  ip: number,
  a: Float64Array,
  iFree: number,
  iBound: number,
): void {
  const bx = a[iBound];
  const by = a[iBound + 1];
  const bz = a[iBound + 2];
  const px = p[ip];
  const py = p[ip + 1];
  const pz = p[ip + 2];
  const fx = a[iFree] - (py * bz - pz * by);
  const fy = a[iFree + 1] - (pz * bx - px * bz);
  const fz = a[iFree + 2] - (px * by - py * bx);
  const r00 = R[iR];
  const r01 = R[iR + 1];
  const r02 = R[iR + 2];
  const r10 = R[iR + 3];
  const r11 = R[iR + 4];
  const r12 = R[iR + 5];
  const r20 = R[iR + 6];
  const r21 = R[iR + 7];
  const r22 = R[iR + 8];
  out[oFree] = r00 * fx + r10 * fy + r20 * fz;
  out[oFree + 1] = r01 * fx + r11 * fy + r21 * fz;
  out[oFree + 2] = r02 * fx + r12 * fy + r22 * fz;
  out[oBound] = r00 * bx + r10 * by + r20 * bz;
  out[oBound + 1] = r01 * bx + r11 * by + r21 * bz;
  out[oBound + 2] = r02 * bx + r12 * by + r22 * bz;
}

/** (3): the motion of the same body at Q instead of P. */
export function shiftMotionInto(
  V_Q: Float64Array,
  o: number,
  V_P: Float64Array,
  i: number,
  p_PQ: Float64Array,
  ip: number,
): void {
  const wx = V_P[i + ANG];
  const wy = V_P[i + ANG + 1];
  const wz = V_P[i + ANG + 2];
  const x = p_PQ[ip];
  const y = p_PQ[ip + 1];
  const z = p_PQ[ip + 2];
  V_Q[o] = V_P[i] + (wy * z - wz * y);
  V_Q[o + 1] = V_P[i + 1] + (wz * x - wx * z);
  V_Q[o + 2] = V_P[i + 2] + (wx * y - wy * x);
  V_Q[o + ANG] = wx;
  V_Q[o + ANG + 1] = wy;
  V_Q[o + ANG + 2] = wz;
}

/** (3): the same force about Q instead of P. */
export function shiftForceInto(
  F_Q: Float64Array,
  o: number,
  F_P: Float64Array,
  i: number,
  p_PQ: Float64Array,
  ip: number,
): void {
  const fx = F_P[i];
  const fy = F_P[i + 1];
  const fz = F_P[i + 2];
  const x = p_PQ[ip];
  const y = p_PQ[ip + 1];
  const z = p_PQ[ip + 2];
  F_Q[o] = fx;
  F_Q[o + 1] = fy;
  F_Q[o + 2] = fz;
  F_Q[o + ANG] = F_P[i + ANG] - (y * fz - z * fy);
  F_Q[o + ANG + 1] = F_P[i + ANG + 1] - (z * fx - x * fz);
  F_Q[o + ANG + 2] = F_P[i + ANG + 2] - (x * fy - y * fx);
}

/** (5): out = V × U, the rate of change of U when it is fixed in a body that moves with V. */
export function crossMotionInto(
  out: Float64Array,
  o: number,
  V: Float64Array,
  i: number,
  U: Float64Array,
  j: number,
): void {
  crossBoth(out, o, o + ANG, V, i, U, j, j + ANG);
}

/** (6): out = V ×* F, the rate of change of F when it is fixed in a body that moves with V. */
export function crossForceInto(
  out: Float64Array,
  o: number,
  V: Float64Array,
  i: number,
  F: Float64Array,
  j: number,
): void {
  crossBoth(out, o + ANG, o, V, i, F, j + ANG, j);
}

/** free = w × free + v × bound, bound = w × bound. */
function crossBoth(
  out: Float64Array,
  oFree: number,
  oBound: number,
  V: Float64Array,
  i: number,
  a: Float64Array,
  iFree: number,
  iBound: number,
): void {
  const vx = V[i];
  const vy = V[i + 1];
  const vz = V[i + 2];
  const wx = V[i + ANG];
  const wy = V[i + ANG + 1];
  const wz = V[i + ANG + 2];
  const fx = a[iFree];
  const fy = a[iFree + 1];
  const fz = a[iFree + 2];
  const bx = a[iBound];
  const by = a[iBound + 1];
  const bz = a[iBound + 2];
  out[oFree] = wy * fz - wz * fy + (vy * bz - vz * by);
  out[oFree + 1] = wz * fx - wx * fz + (vz * bx - vx * bz);
  out[oFree + 2] = wx * fy - wy * fx + (vx * by - vy * bx);
  out[oBound] = wy * bz - wz * by;
  out[oBound + 1] = wz * bx - wx * bz;
  out[oBound + 2] = wx * by - wy * bx;
}

/** (4): P = F · V in W, with both in one frame and about one point. */
export function power_W(F: Float64Array, i: number, V: Float64Array, j: number): number {
  return (
    F[i] * V[j] +
    F[i + 1] * V[j + 1] +
    F[i + 2] * V[j + 2] +
    F[i + 3] * V[j + 3] +
    F[i + 4] * V[j + 4] +
    F[i + 5] * V[j + 5]
  );
}
