/**
 * How far a modem is heard: the range at which its signal stands a threshold above the noise, in the closed form of the paper.
 *
 *   SL − TL(r) − NL = threshold                                                                      (1)
 *
 * Both transducers look at each other. Found by bisection (transmission-loss.ts). What the inputs lie outside of is said in words.
 * Source: (1) [Parodi2008Communications, eq. (10)].
 */
import { type AbsorptionModel, absorptionFormulas } from "../environment/index.ts";
import type { AmbientNoise } from "./noise/spectrum.ts";
import type { Spreading } from "./spreading.ts";
import { rangeOfLoss_m } from "./transmission-loss.ts";

export interface RangeQuestion {
  readonly sourceLevel_dB: number;
  readonly spreading: Spreading;
  /** Absorption and scattering. */
  readonly attenuation_dBpkm: number;
  /** In the band, after the receiver's directivity index. */
  readonly noise_dB: number;
  readonly threshold_dB: number;
}

/** (1): 0 where 1 m is too far, Infinity where nothing ends it. */
export function linkRange_m(q: RangeQuestion): number {
  return rangeOfLoss_m(q.spreading, q.attenuation_dBpkm, q.sourceLevel_dB - q.noise_dB - q.threshold_dB);
}

/**
 * What of a frequency lies outside the range of a formula of absorption or of noise, in words, each once. absorption: null where the water
 * is asked itself (WaterColumn.outsideAt says the rest).
 */
export function outsideOfLink(frequency_Hz: number, absorption: AbsorptionModel | null, noise: AmbientNoise): string[] {
  const words = noise.outsideAt(frequency_Hz);
  if (absorption !== null) {
    const { frequency_Hz: range } = absorptionFormulas[absorption].valid;
    if (range !== undefined && frequency_Hz < range[0])
      words.unshift(`absorption: frequency_Hz = ${frequency_Hz} is below ${range[0]}`);
    if (range !== undefined && frequency_Hz > range[1])
      words.unshift(`absorption: frequency_Hz = ${frequency_Hz} is above ${range[1]}`);
  }
  return [...new Set(words)];
}
