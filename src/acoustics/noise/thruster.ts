/**
 * The noise of a thruster, such as a vehicle's own at its modem, by the speed of its shaft.
 *
 *   SL(f) = L₀ + 60 log(n/n₀) − 20 log(f/1 kHz),   f ≥ 100 Hz; below as at 100 Hz                     (1)
 *   NSL(f) = SL(f) − TL(f, r)                                                                        (2)
 *
 * L₀: its spectrum level at 1 kHz, in dB re 1 µPa²/Hz at 1 m, measured at the shaft speed n₀; n: the speed now, either way round; r: from
 * the thruster to the hydrophone. A shaft that stands is silent.
 *
 * The sixth power of the speed and the fall of 6 dB per octave above 100 Hz are those of propellers of ships, which cavitate; for small
 * electric thrusters they are an assumption, and L₀ must come from a measurement: published spectra of small electric vehicles
 * reach from 77 to 120 dB at single frequencies. Left out: tones of motor and drive, which stand out of (1) by 20 dB and more; blade rate; direction.
 * Source: [Ross1976] as [MacGillivrayDeJong2021] and public programs use it.
 */
import { log10 } from "../../math/index.ts";
import type { NoiseSpectrum } from "./spectrum.ts";
import { type NoisePath, pathLoss_dB } from "./vessel.ts";

const FLAT_BELOW_HZ = 100;
const LEVEL_AT_HZ = 1000;

export interface ThrusterOptions extends NoisePath {
  /** L₀ of (1), at 1 kHz and 1 m. */
  readonly level_dB: number;
  /** n₀ */
  readonly measuredAt_rps: number;
  /** n */
  readonly shaftSpeed_rps: number;
}

export class ThrusterNoise implements NoiseSpectrum {
  readonly breaks_Hz: readonly number[] = Object.freeze([FLAT_BELOW_HZ]);
  readonly valid_Hz = Object.freeze([20, 100e3] as const);
  readonly #options: ThrusterOptions;

  constructor(options: ThrusterOptions) {
    this.#options = options;
  }

  levelAt(frequency_Hz: number): number {
    const { level_dB, measuredAt_rps, shaftSpeed_rps } = this.#options;
    const speeds = Math.abs(shaftSpeed_rps) / measuredAt_rps;
    const f = Math.max(FLAT_BELOW_HZ, frequency_Hz);
    const source_dB = level_dB + 60 * log10(speeds) - 20 * log10(f / LEVEL_AT_HZ); // (1)
    return source_dB - pathLoss_dB(this.#options, frequency_Hz); // (2)
  }
}
