/**
 * Signals that meet the surface where they cannot pass: sound from or to a transducer in air, radio between air and water that nothing is left of.
 *
 * Devices of communications within the reach of the sender learn it from an arrival at the level −Infinity, since software and logs ask for the reason of
 * a loss. Its delay is that of the straight way at the usual speed; its noise is not known (NaN). Two antennas under water count as out of range.
 * Left out: what lies below the bottom hears nothing, without a word.
 */
import { type MediumName, PATH } from "../../../../environment/index.ts";

/** Of a path that does not exist. */
export const USUAL_MPS: Readonly<Record<MediumName, number>> = { sound: 1500, radio: 299_792_458 };

/** Whether the surface, at 0 m, lies in the way of a signal from source[s ..] to receiver[r ..]. */
export function isApart(
  medium: MediumName,
  source: Float64Array,
  s: number,
  receiver: Float64Array,
  r: number,
): boolean {
  const sentWet = source[s + 2]! >= 0;
  const heardWet = receiver[r + 2]! >= 0;
  return medium === "sound" ? !(sentWet && heardWet) : sentWet !== heardWet;
}

/** The PATH of a signal that does not arrive. */
export function nothingInto(
  path: Float64Array,
  medium: MediumName,
  source: Float64Array,
  s: number,
  receiver: Float64Array,
  r: number,
): void {
  const x = receiver[r]! - source[s]!;
  const y = receiver[r + 1]! - source[s + 1]!;
  const z = receiver[r + 2]! - source[s + 2]!;
  const d = Math.sqrt(x * x + y * y + z * z);
  const inverse = d > 0 ? 1 / d : 0;
  path[PATH.delay_s] = d / USUAL_MPS[medium];
  path[PATH.gain_dB] = Number.NEGATIVE_INFINITY;
  path[PATH.noise_dB] = Number.NaN;
  path[PATH.dopplerFactor] = 1;
  path[PATH.spread_s] = 0;
  path[PATH.distance_m] = d;
  path[PATH.direction_N] = -x * inverse;
  path[PATH.direction_N + 1] = -y * inverse;
  path[PATH.direction_N + 2] = -z * inverse;
}
