/**
 * Reverberation: the level of the sound that a sonar's own pulse sends back from boundaries and from the water.
 *
 *   boundary   RL = SL − 2 TL + S + 10 log(Φ r c τ/2)                                                (1)
 *   volume     RL = SL − 2 TL + S_v + 10 log(Ψ r² c τ/2)                                             (2)
 *
 * TL: one way; S, S_v: scattering strength (scattering.ts); r: slant range, m; τ: length of the pulse, s, of a compressed one 1/bandwidth; Φ: two-way
 * equivalent beam width in azimuth, rad; Ψ: two-way equivalent solid angle, sr. On a flat bottom at a height h, sin θ = h/r.
 * Reverberation is noise with the spectrum of the pulse: it adds to ambient noise as a power (sumOfLevels_dB).
 * Valid: source and receiver at one place, ranges well beyond c τ. Left out: fading of its envelope, reverberation between two places.
 * Source: [Urick1983] by [Uacpy].
 */
import { log10 } from "../math/index.ts";

export interface PulseReturn {
  readonly sourceLevel_dB: number;
  /** One way, at the range. */
  readonly transmissionLoss_dB: number;
  readonly scattering_dB: number;
  readonly range_m: number;
  readonly soundSpeed_mps: number;
  /** τ */
  readonly duration_s: number;
}

function returned_dB(p: PulseReturn): number {
  return p.sourceLevel_dB - 2 * p.transmissionLoss_dB + p.scattering_dB;
}

/** The area that a pulse fills of a boundary, m². azimuth_rad: Φ. */
export function boundaryCell_m2(
  range_m: number,
  soundSpeed_mps: number,
  duration_s: number,
  azimuth_rad: number,
): number {
  return (azimuth_rad * range_m * soundSpeed_mps * duration_s) / 2;
}

/** The water that a pulse fills, m³. solidAngle_sr: Ψ. */
export function volumeCell_m3(
  range_m: number,
  soundSpeed_mps: number,
  duration_s: number,
  solidAngle_sr: number,
): number {
  return (solidAngle_sr * range_m * range_m * soundSpeed_mps * duration_s) / 2;
}

/** (1) */
export function boundaryReverberation_dB(p: PulseReturn, azimuth_rad: number): number {
  return returned_dB(p) + 10 * log10(boundaryCell_m2(p.range_m, p.soundSpeed_mps, p.duration_s, azimuth_rad));
}

/** (2) */
export function volumeReverberation_dB(p: PulseReturn, solidAngle_sr: number): number {
  return returned_dB(p) + 10 * log10(volumeCell_m3(p.range_m, p.soundSpeed_mps, p.duration_s, solidAngle_sr));
}
