/**
 * The straight line between two transducers in motion: what every carrier begins with.
 *
 *   d = |p_r − p_s|,   n = (p_r − p_s)/d                                                             (1)
 *   cos θ_s = x_s · n,   cos θ_r = −x_r · n,   x the axis of each, the first column of its R_NT        (2)
 *   u_s = v_s · n,   u_r = v_r · n                                                                   (3)  through the water, along n
 *
 * Where both are at one place n is 0, both cosines are 1 and both speeds 0.
 * Test: sight.test.ts.
 */
import { type BeamPattern, POSED } from "./transducer.ts";

export const SIGHT = { distance_m: 0, n: 1, cosineFrom: 4, cosineTo: 5, speedFrom_mps: 6, speedTo_mps: 7 } as const;
export const SIGHT_SIZE = 8;

/** SIGHT to out[o ..] of two POSED, source[s ..] and receiver[r ..]. */
export function sightInto(
  out: Float64Array,
  o: number,
  source: Float64Array,
  s: number,
  receiver: Float64Array,
  r: number,
): void {
  const dx = receiver[r] - source[s];
  const dy = receiver[r + 1] - source[s + 1];
  const dz = receiver[r + 2] - source[s + 2];
  const distance = Math.sqrt(dx * dx + dy * dy + dz * dz); // (1)
  const apart = distance > 0;
  const nx = apart ? dx / distance : 0;
  const ny = apart ? dy / distance : 0;
  const nz = apart ? dz / distance : 0;
  const vs = s + POSED.v_FT_N;
  const vr = r + POSED.v_FT_N;
  out[o + SIGHT.distance_m] = distance;
  out[o + SIGHT.n] = nx;
  out[o + SIGHT.n + 1] = ny;
  out[o + SIGHT.n + 2] = nz;
  out[o + SIGHT.cosineFrom] = apart ? axisCosine(source, s + POSED.q_NT, nx, ny, nz) : 1; // (2)
  out[o + SIGHT.cosineTo] = apart ? axisCosine(receiver, r + POSED.q_NT, -nx, -ny, -nz) : 1;
  out[o + SIGHT.speedFrom_mps] = source[vs] * nx + source[vs + 1] * ny + source[vs + 2] * nz; // (3)
  out[o + SIGHT.speedTo_mps] = receiver[vr] * nx + receiver[vr + 1] * ny + receiver[vr + 2] * nz;
}

/** Of the angle between x of T, with the attitude q[i ..], and a direction in N. */
export function axisCosine(q: Float64Array, i: number, nx: number, ny: number, nz: number): number {
  const w = q[i];
  const x = q[i + 1];
  const y = q[i + 2];
  const z = q[i + 3];
  return (1 - 2 * (y * y + z * z)) * nx + 2 * (x * y + w * z) * ny + 2 * (x * z - w * y) * nz;
}

/** Directions in which a pattern is looked at for its greatest gain, evenly by their cosine, and what is added for those between. */
const DIRECTIONS = 2001;
const BETWEEN_DB = 0.5;

/** An upper bound of the gain of a pattern in any direction, dB; 0 for none. */
export function greatestGain_dB(pattern: BeamPattern | null): number {
  if (pattern === null) return 0;
  const cosine = new Float64Array(1);
  const gain = new Float64Array(1);
  let greatest = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < DIRECTIONS; k++) {
    cosine[0] = -1 + (2 * k) / (DIRECTIONS - 1);
    pattern.relativeInto(gain, 0, cosine, 0);
    if (gain[0] > greatest) greatest = gain[0];
  }
  return greatest + BETWEEN_DB;
}
