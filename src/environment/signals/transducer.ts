/**
 * What sends signals into the water or the air, or hears them: the description that both ends and the medium between them share. A device
 * that declares a port of `emission` or of `arrivals` says with it which transducer is behind (ThingPort.with).
 *
 * Frame T: that of the device on its vehicle; x is the axis of the beam.
 * Levels are those of the medium: of sound in dB re 1 µPa at 1 m, of radio in dBm.
 */

/** The media that carry signals; sound in water, radio in water and air. */
export const MEDIA = ["sound", "radio"] as const;
export type MediumName = (typeof MEDIA)[number];

/** Gain over the angle from the axis, of a beam that is round about it. */
export interface BeamPattern {
  /** out[o] = gain in dB in a direction, by the cosine of its angle from the axis in cosine[i]. */
  relativeInto(out: Float64Array, o: number, cosine: Float64Array, i: number): void;
  /** How much less a receiver hears of noise from all sides, dB. */
  readonly index_dB: number;
}

export interface Transducer {
  readonly medium: MediumName;
  /** Centre of its band. */
  readonly frequency_Hz: number;
  readonly bandwidth_Hz: number;
  /** null: the same in all directions. */
  readonly pattern: BeamPattern | null;
  /** The most that it sends; −Infinity for one that only hears. */
  readonly greatestLevel_dB: number;
  /**
   * What is weaker than this against the noise in its band does not concern it, not even as a disturbance: the medium does not report it.
   * +Infinity for one that only sends.
   */
  readonly leastSnr_dB: number;
}

/** The part of a band that lies in that of a transducer, between 0 and 1. A tone lies in it or does not. */
export function bandOverlap(frequency_Hz: number, bandwidth_Hz: number, of: Transducer): number {
  const low_Hz = Math.max(frequency_Hz - 0.5 * bandwidth_Hz, of.frequency_Hz - 0.5 * of.bandwidth_Hz);
  const high_Hz = Math.min(frequency_Hz + 0.5 * bandwidth_Hz, of.frequency_Hz + 0.5 * of.bandwidth_Hz);
  if (bandwidth_Hz === 0) return high_Hz >= low_Hz ? 1 : 0;
  return Math.max(0, high_Hz - low_Hz) / bandwidth_Hz;
}

/** A transducer in motion: place and velocity through the water in N, attitude of T. */
export const POSED = { p_NT: 0, q_NT: 3, v_FT_N: 7 } as const;
export const POSED_SIZE = 10;
