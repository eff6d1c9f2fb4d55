/**
 * Unit quaternions: Hamilton, scalar first, body to world. q_NB = [w x y z], and
 *
 *   v_N = q_NB ⊗ [0 v_B] ⊗ q_NB*                                                (1)
 *   q_AC = q_AB ⊗ q_BC                                                          (2)
 *   q̇_NB = ½ q_NB ⊗ [0 w_NB_B]                                                  (3)
 *   q_NB(t + h) = q_NB(t) ⊗ [cos ½|w|h, sin(½|w|h) w/|w|],   w = w_NB_B          (4)  exact for constant w
 *   q_NB = [cos ½ψ 0 0 sin ½ψ] ⊗ [cos ½θ 0 sin ½θ 0] ⊗ [cos ½φ sin ½φ 0 0]        (5)  roll φ, pitch θ, yaw ψ
 *
 * From (5), with c = cos ½θ, s = sin ½θ:
 *
 *   [w − y, x + z] = (c − s) [cos ½(φ + ψ), sin ½(φ + ψ)]                        (6)
 *   [w + y, x − z] = (c + s) [cos ½(φ − ψ), sin ½(φ − ψ)]                        (7)
 *   sin θ = 2 (w y − x z),   cos θ = |(6)| |(7)|                                 (8)
 *
 * so roll, pitch and yaw come from three arctangents, without the arcsine that loses half its digits near θ = ±90°.
 * Gimbal lock: at θ = ±90° only φ − ψ (or φ + ψ) is defined; there roll is set to 0 and yaw takes the rotation.
 *
 * q and −q are the same attitude. Functions that make a quaternion from something else return w ≥ 0, except (5),
 * which follows its angles continuously. All inputs are loaded before the output is stored: out may be an input.
 * Left out: non-unit quaternions. (3) keeps the length only as well as the integrator does: normalise after a step.
 * Source: (1)–(5) are definitions, (6)–(8) are (5) multiplied out; tested against rotation matrices.
 */
import { atan2, cos, sin, sinCosInto } from "./elementary.ts";

/** Below this |(6)| or |(7)|, φ + ψ or φ − ψ is mostly rounding: treating it as lock turns the attitude by < 2e-12 rad. */
const LOCK = 1e-12;

/** Sine and cosine of half angles; holds nothing between calls. */
const HALVES = new Float64Array(6);

/** Below this half angle sin(a)/a = 1 − a²/6 to the last bit: the next term is a⁴/120 < 1e-18. */
const SMALL_HALF_ANGLE_RAD = 1e-4;

/** q = [1 0 0 0]. */
export function identityQuaternionInto(q: Float64Array, o: number): void {
  q[o] = 1;
  q[o + 1] = 0;
  q[o + 2] = 0;
  q[o + 3] = 0;
}

/** (2): q_AC = q_AB ⊗ q_BC. */
export function multiplyQuaternionsInto(
  q_AC: Float64Array,
  o: number,
  q_AB: Float64Array,
  i: number,
  q_BC: Float64Array,
  j: number,
): void {
  const aw = q_AB[i];
  const ax = q_AB[i + 1];
  const ay = q_AB[i + 2];
  const az = q_AB[i + 3];
  const bw = q_BC[j];
  const bx = q_BC[j + 1];
  const by = q_BC[j + 2];
  const bz = q_BC[j + 3];
  q_AC[o] = aw * bw - ax * bx - ay * by - az * bz;
  q_AC[o + 1] = aw * bx + ax * bw + ay * bz - az * by;
  q_AC[o + 2] = aw * by - ax * bz + ay * bw + az * bx;
  q_AC[o + 3] = aw * bz + ax * by - ay * bx + az * bw;
}

/** q_BA = q_AB*, the inverse rotation. */
export function conjugateQuaternionInto(q_BA: Float64Array, o: number, q_AB: Float64Array, i: number): void {
  const w = q_AB[i];
  const x = q_AB[i + 1];
  const y = q_AB[i + 2];
  const z = q_AB[i + 3];
  q_BA[o] = w;
  q_BA[o + 1] = -x;
  q_BA[o + 2] = -y;
  q_BA[o + 3] = -z;
}

/** out = q / |q|; returns |q|. A zero quaternion becomes the identity and 0 is returned. */
export function normalizeQuaternionInto(out: Float64Array, o: number, q: Float64Array, i: number): number {
  const w = q[i];
  const x = q[i + 1];
  const y = q[i + 2];
  const z = q[i + 3];
  const length = Math.sqrt(w * w + x * x + y * y + z * z);
  if (length === 0) {
    identityQuaternionInto(out, o);
    return 0;
  }
  const s = 1 / length;
  out[o] = s * w;
  out[o + 1] = s * x;
  out[o + 2] = s * y;
  out[o + 3] = s * z;
  return length;
}

/** (1): v_A = q_AB ⊗ v_B ⊗ q_AB*. */
export function rotateInto(
  v_A: Float64Array,
  o: number,
  q_AB: Float64Array,
  i: number,
  v_B: Float64Array,
  j: number,
): void {
  rotateBy(v_A, o, q_AB, i, 1, v_B, j);
}

/** (1) backwards: v_B = q_AB* ⊗ v_A ⊗ q_AB. */
export function rotateInverseInto(
  v_B: Float64Array,
  o: number,
  q_AB: Float64Array,
  i: number,
  v_A: Float64Array,
  j: number,
): void {
  rotateBy(v_B, o, q_AB, i, -1, v_A, j);
}

/**
 * With the vector part r of a unit quaternion, (1) is v + w t + r × t, t = 2 r × v. sign: of r. The quaternion comes in its array, since
 * four numbers would be boxed where this is not inlined.
 */
function rotateBy(
  out: Float64Array,
  o: number,
  q: Float64Array,
  i: number,
  sign: 1 | -1,
  v: Float64Array,
  j: number,
): void {
  const w = q[i];
  const rx = sign * q[i + 1];
  const ry = sign * q[i + 2];
  const rz = sign * q[i + 3];
  const x = v[j];
  const y = v[j + 1];
  const z = v[j + 2];
  const tx = 2 * (ry * z - rz * y);
  const ty = 2 * (rz * x - rx * z);
  const tz = 2 * (rx * y - ry * x);
  out[o] = x + w * tx + (ry * tz - rz * ty);
  out[o + 1] = y + w * ty + (rz * tx - rx * tz);
  out[o + 2] = z + w * tz + (rx * ty - ry * tx);
}

/** (3): qdot_NB = ½ q_NB ⊗ [0 w_NB_B]. */
export function quaternionRateInto(
  qdot_NB: Float64Array,
  o: number,
  q_NB: Float64Array,
  i: number,
  w_NB_B: Float64Array,
  j: number,
): void {
  const w = q_NB[i];
  const x = q_NB[i + 1];
  const y = q_NB[i + 2];
  const z = q_NB[i + 3];
  const p = 0.5 * w_NB_B[j];
  const q = 0.5 * w_NB_B[j + 1];
  const r = 0.5 * w_NB_B[j + 2];
  qdot_NB[o] = -x * p - y * q - z * r;
  qdot_NB[o + 1] = w * p + y * r - z * q;
  qdot_NB[o + 2] = w * q - x * r + z * p;
  qdot_NB[o + 3] = w * r + x * q - y * p;
}

/** (4): the attitude after dt_s at the constant angular velocity w_NB_B. Keeps the length of q_NB to rounding. */
export function integrateQuaternionInto(
  out: Float64Array,
  o: number,
  q_NB: Float64Array,
  i: number,
  w_NB_B: Float64Array,
  j: number,
  dt_s: number,
): void {
  const hx = 0.5 * dt_s * w_NB_B[j];
  const hy = 0.5 * dt_s * w_NB_B[j + 1];
  const hz = 0.5 * dt_s * w_NB_B[j + 2];
  const a = Math.sqrt(hx * hx + hy * hy + hz * hz);
  sinCosInto(HALVES, 0, a);
  const sinc = a < SMALL_HALF_ANGLE_RAD ? 1 - (a * a) / 6 : HALVES[0] / a;
  const bw = HALVES[1];
  const bx = sinc * hx;
  const by = sinc * hy;
  const bz = sinc * hz;

  const w = q_NB[i];
  const x = q_NB[i + 1];
  const y = q_NB[i + 2];
  const z = q_NB[i + 3];
  out[o] = w * bw - x * bx - y * by - z * bz;
  out[o + 1] = w * bx + x * bw + y * bz - z * by;
  out[o + 2] = w * by - x * bz + y * bw + z * bx;
  out[o + 3] = w * bz + x * by - y * bx + z * bw;
}

/** (5): q_NB from roll, pitch and yaw. */
export function quaternionFromRpyInto(
  q_NB: Float64Array,
  o: number,
  roll_rad: number,
  pitch_rad: number,
  yaw_rad: number,
): void {
  sinCosInto(HALVES, 0, 0.5 * roll_rad);
  sinCosInto(HALVES, 2, 0.5 * pitch_rad);
  sinCosInto(HALVES, 4, 0.5 * yaw_rad);
  const sphi = HALVES[0];
  const cphi = HALVES[1];
  const sth = HALVES[2];
  const cth = HALVES[3];
  const spsi = HALVES[4];
  const cpsi = HALVES[5];
  q_NB[o] = cphi * cth * cpsi + sphi * sth * spsi;
  q_NB[o + 1] = sphi * cth * cpsi - cphi * sth * spsi;
  q_NB[o + 2] = cphi * sth * cpsi + sphi * cth * spsi;
  q_NB[o + 3] = cphi * cth * spsi - sphi * sth * cpsi;
}

/** (6)–(8): out = [roll, pitch, yaw] in rad; roll and yaw in [−π, π], pitch in [−π/2, π/2]. */
export function rpyFromQuaternionInto(out: Float64Array, o: number, q_NB: Float64Array, i: number): void {
  const w = q_NB[i];
  const x = q_NB[i + 1];
  const y = q_NB[i + 2];
  const z = q_NB[i + 3];
  const minusLength = Math.sqrt((w - y) * (w - y) + (x + z) * (x + z));
  const plusLength = Math.sqrt((w + y) * (w + y) + (x - z) * (x - z));

  let halfSum = atan2(x + z, w - y); // (6)
  let halfDifference = atan2(x - z, w + y); // (7)
  if (minusLength < LOCK) halfSum = -halfDifference;
  else if (plusLength < LOCK) halfDifference = -halfSum;

  out[o] = wrapAngle(halfSum + halfDifference);
  out[o + 1] = atan2(2 * (w * y - x * z), minusLength * plusLength); // (8)
  out[o + 2] = wrapAngle(halfSum - halfDifference);
}

/** The same direction between −π and π, for an angle within ±3π. */
function wrapAngle(angle_rad: number): number {
  if (angle_rad > Math.PI) return angle_rad - 2 * Math.PI;
  if (angle_rad < -Math.PI) return angle_rad + 2 * Math.PI;
  return angle_rad;
}

/** A turn of angle_rad about the axis (any length but zero), right-handed. The zero axis gives the identity. */
export function quaternionFromAxisAngleInto(
  q: Float64Array,
  o: number,
  axis: Float64Array,
  i: number,
  angle_rad: number,
): void {
  const x = axis[i];
  const y = axis[i + 1];
  const z = axis[i + 2];
  const length = Math.sqrt(x * x + y * y + z * z);
  if (length === 0) {
    identityQuaternionInto(q, o);
    return;
  }
  // The sign keeps w ≥ 0: −q is the same turn.
  const c = cos(0.5 * angle_rad);
  const sign = c < 0 ? -1 : 1;
  const s = (sign * sin(0.5 * angle_rad)) / length;
  q[o] = sign * c;
  q[o + 1] = s * x;
  q[o + 2] = s * y;
  q[o + 3] = s * z;
}

/**
 * q_AB from the row-major rotation matrix R_AB. The square root is taken of the largest of 4w², 4x², 4y², 4z²,
 * which is at least 1, so that no attitude is ill-conditioned.
 */
export function quaternionFromRotationInto(q_AB: Float64Array, o: number, R_AB: Float64Array, i: number): void {
  const r00 = R_AB[i];
  const r11 = R_AB[i + 4];
  const r22 = R_AB[i + 8];
  const wx = R_AB[i + 7] - R_AB[i + 5]; // 4 w x, and so on
  const wy = R_AB[i + 2] - R_AB[i + 6];
  const wz = R_AB[i + 3] - R_AB[i + 1];
  const xy = R_AB[i + 3] + R_AB[i + 1];
  const xz = R_AB[i + 2] + R_AB[i + 6];
  const yz = R_AB[i + 7] + R_AB[i + 5];
  const ww = 1 + r00 + r11 + r22;
  const xx = 1 + r00 - r11 - r22;
  const yy = 1 - r00 + r11 - r22;
  const zz = 1 - r00 - r11 + r22;

  // One row of the matrix 4 q qᵀ, the one with the largest diagonal, is q times a known factor.
  if (ww >= xx && ww >= yy && ww >= zz) storePositive(q_AB, o, ww, wx, wy, wz, ww);
  else if (xx >= yy && xx >= zz) storePositive(q_AB, o, wx, xx, xy, xz, xx);
  else if (yy >= zz) storePositive(q_AB, o, wy, xy, yy, yz, yy);
  else storePositive(q_AB, o, wz, xz, yz, zz, zz);
}

function storePositive(
  out: Float64Array,
  o: number,
  w: number,
  x: number,
  y: number,
  z: number,
  diagonal: number,
): void {
  const s = (w < 0 ? -0.5 : 0.5) / Math.sqrt(diagonal);
  out[o] = s * w;
  out[o + 1] = s * x;
  out[o + 2] = s * y;
  out[o + 3] = s * z;
}

/** The smallest turn, 0 … π rad, that leads from one attitude to the other. */
export function angleBetweenQuaternions_rad(q_AB: Float64Array, i: number, q_AC: Float64Array, j: number): number {
  const aw = q_AB[i];
  const ax = q_AB[i + 1];
  const ay = q_AB[i + 2];
  const az = q_AB[i + 3];
  const bw = q_AC[j];
  const bx = q_AC[j + 1];
  const by = q_AC[j + 2];
  const bz = q_AC[j + 3];
  // q_AB* ⊗ q_AC; the arctangent keeps its digits at 0 and at π, where an arccosine of w would not.
  const w = aw * bw + ax * bx + ay * by + az * bz;
  const x = aw * bx - ax * bw - ay * bz + az * by;
  const y = aw * by + ax * bz - ay * bw - az * bx;
  const z = aw * bz - ax * by + ay * bx - az * bw;
  return 2 * atan2(Math.sqrt(x * x + y * y + z * z), Math.abs(w));
}

/** Turns at a constant rate from q_AB (s = 0) to q_AC (s = 1), the shorter way round. */
export function slerpInto(
  out: Float64Array,
  o: number,
  q_AB: Float64Array,
  i: number,
  q_AC: Float64Array,
  j: number,
  s: number,
): void {
  const aw = q_AB[i];
  const ax = q_AB[i + 1];
  const ay = q_AB[i + 2];
  const az = q_AB[i + 3];
  const sign = aw * q_AC[j] + ax * q_AC[j + 1] + ay * q_AC[j + 2] + az * q_AC[j + 3] < 0 ? -1 : 1;
  const bw = sign * q_AC[j];
  const bx = sign * q_AC[j + 1];
  const by = sign * q_AC[j + 2];
  const bz = sign * q_AC[j + 3];

  // Half the turn, from the chords |a − b| and |a + b|: exact for small and for large turns.
  const chord = Math.sqrt(
    (aw - bw) * (aw - bw) + (ax - bx) * (ax - bx) + (ay - by) * (ay - by) + (az - bz) * (az - bz),
  );
  const sum = Math.sqrt((aw + bw) * (aw + bw) + (ax + bx) * (ax + bx) + (ay + by) * (ay + by) + (az + bz) * (az + bz));
  const a = 2 * atan2(chord, sum);
  // Below 1e-8 rad the weights are 1 − s and s to within a² ≈ 1e-16.
  let wa = 1 - s;
  let wb = s;
  if (a > 1e-8) {
    const scale = 1 / sin(a);
    wa = scale * sin((1 - s) * a);
    wb = scale * sin(s * a);
  }
  out[o] = wa * aw + wb * bw;
  out[o + 1] = wa * ax + wb * bx;
  out[o + 2] = wa * ay + wb * by;
  out[o + 3] = wa * az + wb * bz;
}

/** [w x y z] to the [x y z w] of three.js and glMatrix. */
export function toXyzw(out: Float64Array, o: number, q: Float64Array, i: number): void {
  const w = q[i];
  const x = q[i + 1];
  const y = q[i + 2];
  const z = q[i + 3];
  out[o] = x;
  out[o + 1] = y;
  out[o + 2] = z;
  out[o + 3] = w;
}

/** [x y z w] of three.js and glMatrix to [w x y z]. */
export function fromXyzw(q: Float64Array, o: number, xyzw: Float64Array, i: number): void {
  const x = xyzw[i];
  const y = xyzw[i + 1];
  const z = xyzw[i + 2];
  const w = xyzw[i + 3];
  q[o] = w;
  q[o + 1] = x;
  q[o + 2] = y;
  q[o + 3] = z;
}
