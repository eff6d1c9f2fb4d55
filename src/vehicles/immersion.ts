/**
 * How much of a hull is under water, in closed form: box, cylinder and ellipsoid cut by the flat surface at any attitude.
 *
 * The centre of the shape is at the depth z; d is the direction of gravity in B. Seen along d the volume of a shape is spread
 * over depths z + X, and all that hydrostatics needs is the mean depth of what is under water,
 *
 *   P(z, d) = E max(0, z + X),   f = ∂P/∂z   (the submerged fraction),   ∇P = ∂P/∂d   (its first moment)             (1)
 *
 * With the half-sides a, b, c, U_r uniform over ±r, and the spreads A = a |d_x|, B = b |d_y|, C = c |d_z|:
 *
 *   ellipsoid   X = s t, s² = A² + B² + C², t over ±1 with the density ¾ (1 − t²); h = z / s
 *               f = (2 + 3 h − h³) / 4,   P = s (3 + 8 h + 6 h² − h⁴) / 16,   ∂P/∂s = 3 (1 − h²)² / 16               (2)
 *   box         X = U_A + U_B + U_C. With the two smaller spreads m ≥ n and Q the integral of E max(0, z + U_m + U_n) over z,
 *               P = (Q(z + A) − Q(z − A)) / (2 A),  A the largest;  Q(z) + Q(−z) = z²/2 + (m² + n²)/6, and for z ≤ 0    (3)
 *               Q = 0                               z ≤ −m − n
 *                 = (m + n + z)⁴ / (96 m n)         −m − n < z < n − m
 *                 = y (y² + n²) / (12 m), y = m + z   n − m ≤ z
 *   cylinder    X = U_A + T t, T² = B² + C², t over ±1 with the density 2/π √(1 − t²). With u = z / T, q = √(1 − u²),
 *               F = ½ + (u q + asin u) / π                                                                            (4)
 *               M = T (u/2 + (q − q³/3 + u asin u) / π),   ∂M/∂T = 2 q³ / (3 π)
 *               N = T² (u²/4 + 1/16 + ((u²/2 + 1/8) asin u + u q (5/8 − q²/12)) / π)
 *               ∂N/∂T = T (1/8 + (asin u / 4 + u q / 4 + u q³ / 6) / π)
 *               P = (N(z + A) − N(z − A)) / (2 A)                                                                     (5)
 *
 * (2) and (3) are exact. (5) loses digits where the axis is level: below A = 2e-4 T the mean over ±A is taken by Gauss's three
 * points instead. At that bound both are within 1e-8 of the volume, (5) by rounding, the points where ±A covers the rim of the
 * section; elsewhere they agree to rounding.
 *
 * f and ∇P are continuous everywhere; of an ellipsoid and of a cylinder f has a continuous derivative as well.
 * Source: integration of (1). Test: closed forms, counting of points, and differences of P.
 */
import { asin } from "../math/index.ts";

export const HULL_SHAPES = ["box", "cylinder", "ellipsoid"] as const;
export type HullShape = (typeof HULL_SHAPES)[number];

/** Volume of the shape itself; what a vehicle displaces can be less, never more. */
export function shapeVolume_m3(shape: HullShape, size_m: readonly number[]): number {
  const box_m3 = size_m[0] * size_m[1] * size_m[2];
  return shape === "box" ? box_m3 : (shape === "cylinder" ? Math.PI / 4 : Math.PI / 6) * box_m3;
}

/** Places of the result: P, f, then ∂P/∂d by the components of d. What lies behind is for the computation itself. */
export const IMMERSION = { mean: 0, fraction: 1, moment: 2 } as const;
export const IMMERSION_SIZE = 13;
const UPPER = 5;
const LOWER = 9;

/** The shape's centre at the depth z, d from d[at] on, half-sides from half[0] on; the surface may be anywhere. */
export type ImmersionInto = (out: Float64Array, z: number, d: Float64Array, at: number, half: Float64Array) => void;

/** (2) */
function ellipsoidInto(out: Float64Array, z: number, d: Float64Array, at: number, half: Float64Array): void {
  const ax = half[0] * half[0] * d[at];
  const by = half[1] * half[1] * d[at + 1];
  const cz = half[2] * half[2] * d[at + 2];
  const s = Math.sqrt(ax * d[at] + by * d[at + 1] + cz * d[at + 2]);
  if (z >= s || z <= -s) {
    setWhole(out, z);
    return;
  }
  const h = z / s;
  const hh = h * h;
  const perS = ((3 / 16) * (1 - hh) * (1 - hh)) / s;
  out[0] = (s * (3 + h * (8 + h * (6 - hh)))) / 16;
  out[1] = (2 + h * (3 - hh)) / 4;
  out[2] = perS * ax;
  out[3] = perS * by;
  out[4] = perS * cz;
}

/** Wholly under water, or wholly out of it. */
function setWhole(out: Float64Array, z: number): void {
  out[0] = z > 0 ? z : 0;
  out[1] = z > 0 ? 1 : 0;
  out[2] = 0;
  out[3] = 0;
  out[4] = 0;
}

/** Q, ∂Q/∂z, ∂Q/∂m / m and ∂Q/∂n / n of (3) to out[o ..]. */
function boxIntegralInto(out: Float64Array, o: number, z: number, m: number, n: number): void {
  const below = -Math.abs(z);
  let q = 0;
  let slope = 0;
  let overM = 0;
  let overN = 0;
  if (below > -m - n) {
    const k = n / m;
    if (below < n - m) {
      // (m + n + z) / n is at most 2; where n is of the size of rounding errors, what is computed can be anything.
      const t = Math.min(2, (m + n + below) / n);
      const ttt = t * t * t;
      q = (ttt * t * k * n * n) / 96;
      slope = (ttt * k * n) / 24;
      overM = (k * k * ttt * (4 - t * k)) / 96;
      overN = (k * ttt * (4 - t)) / 96;
    } else {
      const y = m + below;
      const r = y / m;
      q = (r * (y * y + n * n)) / 12;
      slope = (r * y) / 4 + (k * n) / 12;
      overM = (3 * r * r + k * k - r * (r * r + k * k)) / 12;
      overN = r / 6;
    }
  }
  const wet = z > 0;
  out[o] = wet ? 0.5 * z * z + (m * m + n * n) / 6 - q : q;
  out[o + 1] = wet ? z + slope : slope;
  out[o + 2] = wet ? 1 / 3 - overM : overM;
  out[o + 3] = wet ? 1 / 3 - overN : overN;
}

/** (3) */
function boxInto(out: Float64Array, z: number, d: Float64Array, at: number, half: Float64Array): void {
  const sx = half[0] * Math.abs(d[at]);
  const sy = half[1] * Math.abs(d[at + 1]);
  const sz = half[2] * Math.abs(d[at + 2]);
  if (Math.abs(z) >= sx + sy + sz) {
    setWhole(out, z);
    return;
  }
  // Axis i has the largest spread A, then j with m, then k with n.
  const i = sx >= sy && sx >= sz ? 0 : sy >= sz ? 1 : 2;
  const A = i === 0 ? sx : i === 1 ? sy : sz;
  const first = i === 0 ? sy : sx;
  const second = i === 2 ? sy : sz;
  const inOrder = first >= second;
  const m = inOrder ? first : second;
  const n = inOrder ? second : first;
  const firstAxis = i === 0 ? 1 : 0;
  const j = inOrder ? firstAxis : 3 - i - firstAxis;
  const k = 3 - i - j;

  boxIntegralInto(out, UPPER, z + A, m, n);
  boxIntegralInto(out, LOWER, z - A, m, n);
  const per2A = 0.5 / A;
  const P = (out[UPPER] - out[LOWER]) * per2A;
  const slopes = 0.5 * (out[UPPER + 1] + out[LOWER + 1]);
  out[0] = P;
  out[1] = (out[UPPER + 1] - out[LOWER + 1]) * per2A;
  out[2 + i] = ((slopes - P) / (A * A)) * half[i] * half[i] * d[at + i];
  out[2 + j] = (out[UPPER + 2] - out[LOWER + 2]) * per2A * half[j] * half[j] * d[at + j];
  out[2 + k] = (out[UPPER + 3] - out[LOWER + 3]) * per2A * half[k] * half[k] * d[at + k];
}

const PER_PI = 1 / Math.PI;
/** Below this A / T, the mean over ±A by Gauss's three points. */
const LEVEL = 2e-4;
const GAUSS_AT = Math.sqrt(3 / 5);
const GAUSS_END = 5 / 18;
const GAUSS_MIDDLE = 8 / 18;

/** N, M and ∂N/∂T / T of (4) to out[o ..]. */
function sectionIntegralInto(out: Float64Array, o: number, z: number, T: number): void {
  if (Math.abs(z) >= T) {
    const wet = z > 0;
    out[o] = wet ? 0.5 * z * z + 0.125 * T * T : 0;
    out[o + 1] = wet ? z : 0;
    out[o + 2] = wet ? 0.25 : 0;
    return;
  }
  const u = z / T;
  const qq = (1 - u) * (1 + u);
  const q = Math.sqrt(qq);
  const arc = asin(u);
  out[o] = T * T * (0.25 * u * u + 0.0625 + PER_PI * ((0.5 * u * u + 0.125) * arc + u * q * (0.625 - qq / 12)));
  out[o + 1] = T * (0.5 * u + PER_PI * (q - (q * qq) / 3 + u * arc));
  out[o + 2] = 0.125 + PER_PI * (0.25 * (arc + u * q) + (u * q * qq) / 6);
}

/** M, F and ∂M/∂T of (4), `weight` times each, added to out[o ..]. */
function addSection(out: Float64Array, o: number, z: number, T: number, weight: number): void {
  if (Math.abs(z) >= T) {
    if (z < 0) return;
    out[o] += weight * z;
    out[o + 1] += weight;
    return;
  }
  const u = z / T;
  const qq = (1 - u) * (1 + u);
  const q = Math.sqrt(qq);
  const arc = asin(u);
  out[o] += weight * T * (0.5 * u + PER_PI * (q - (q * qq) / 3 + u * arc));
  out[o + 1] += weight * (0.5 + PER_PI * (u * q + arc));
  out[o + 2] += weight * (2 / 3) * PER_PI * q * qq;
}

/** (5) */
function cylinderInto(out: Float64Array, z: number, d: Float64Array, at: number, half: Float64Array): void {
  const a = half[0];
  const by = half[1] * half[1] * d[at + 1];
  const cz = half[2] * half[2] * d[at + 2];
  const A = a * Math.abs(d[at]);
  const T = Math.sqrt(by * d[at + 1] + cz * d[at + 2]);
  if (Math.abs(z) >= A + T) {
    setWhole(out, z);
    return;
  }
  if (A >= LEVEL * T) {
    sectionIntegralInto(out, UPPER, z + A, T);
    sectionIntegralInto(out, LOWER, z - A, T);
    const per2A = 0.5 / A;
    const P = (out[UPPER] - out[LOWER]) * per2A;
    const overT = (out[UPPER + 2] - out[LOWER + 2]) * per2A;
    out[0] = P;
    out[1] = (out[UPPER + 1] - out[LOWER + 1]) * per2A;
    out[2] = ((0.5 * (out[UPPER + 1] + out[LOWER + 1]) - P) / (A * A)) * a * a * d[at];
    out[3] = overT * by;
    out[4] = overT * cz;
    return;
  }
  // P = Σ w M(z + A g): its derivative by A is Σ w g F(z + A g).
  const away = GAUSS_AT * A;
  out.fill(0, UPPER, UPPER + 6);
  addSection(out, UPPER, z + away, T, GAUSS_END);
  const upper = out[UPPER + 1];
  addSection(out, UPPER, z - away, T, GAUSS_END);
  const lower = out[UPPER + 1] - upper;
  addSection(out, UPPER, z, T, GAUSS_MIDDLE);
  const overT = out[UPPER + 2] / T;
  out[0] = out[UPPER];
  out[1] = out[UPPER + 1];
  out[2] = GAUSS_AT * (upper - lower) * a * Math.sign(d[at]);
  out[3] = overT * by;
  out[4] = overT * cz;
}

/** By shape. */
export const immersionOf: Readonly<Record<HullShape, ImmersionInto>> = Object.freeze({
  box: boxInto,
  cylinder: cylinderInto,
  ellipsoid: ellipsoidInto,
});
