/**
 * The noise of animals: beds of snapping shrimps, and choruses of fish.
 *
 *   shrimps   NSL(f) = L + N,                                 2 kHz ≤ f ≤ 24 kHz                      (1)
 *             falling by 20 dB per decade beyond either end
 *   fish      NSL(f) = B + E − E ((log f − log f₀)/(log f₁ − log f₀))²                                (2)
 *             f₁: the lower end of the chorus below the peak f₀, its upper end above
 *
 * f in Hz, NSL in dB re 1 µPa²/Hz.
 * (1) L = 58.9 unless given, that is 25 dB above sea state 2 (33.9 at 20 kHz: 56 at 1 kHz, −17 dB per decade): a bed is about flat from
 *     2 to 24 kHz. N: what the night adds, 3 to 6 dB. How it falls outside is an assumption; snaps reach beyond 200 kHz.
 * (2) a chorus stands E dB above the background B at its peak and meets it at its ends; a parabola between them is an assumption.
 *       great-barrier-reef   f₀ = 550 Hz,  100 Hz to 3 kHz,   E = 35
 *       new-jersey           f₀ = 1700 Hz, 150 Hz to 4.8 kHz, E = 20
 *     B = 57.7 unless given: wenz.ts at 550 Hz with 5 knots of wind (summed).
 *
 * Valid: (1) warm shallow water (less than 55 m), over the bed; (2) evenings and nights. Left out: single snaps and calls, time of day,
 * distance from the animals, whales, everything else that sings. Snaps are impulses: a receiver suffers from them otherwise than from
 * Gaussian noise of the same power [Chitre2012].
 * Source: (1) [Everest1948]; reach [CatoBell1992]; (2) [McCauleyCato2000], [ZhangKatsnelson2021].
 */
import { log10 } from "../../math/index.ts";
import type { NoiseSpectrum } from "./spectrum.ts";

export interface ShrimpOptions {
  /** L of (1). */
  readonly level_dB: number;
  /** N of (1). */
  readonly night_dB: number;
}

export const SHRIMP_LEVEL_DB = 58.9;
const SHRIMP_LOW_HZ = 2000;
const SHRIMP_HIGH_HZ = 24e3;
const SHRIMP_FALL_DB = 20;

/** (1) */
export class ShrimpNoise implements NoiseSpectrum {
  readonly breaks_Hz: readonly number[] = Object.freeze([SHRIMP_LOW_HZ, SHRIMP_HIGH_HZ]);
  readonly valid_Hz = Object.freeze([SHRIMP_LOW_HZ, SHRIMP_HIGH_HZ] as const);
  readonly #level_dB: number;

  constructor({ level_dB, night_dB }: ShrimpOptions) {
    this.#level_dB = level_dB + night_dB;
  }

  levelAt(frequency_Hz: number): number {
    if (frequency_Hz < SHRIMP_LOW_HZ) return this.#level_dB + SHRIMP_FALL_DB * log10(frequency_Hz / SHRIMP_LOW_HZ);
    if (frequency_Hz > SHRIMP_HIGH_HZ) return this.#level_dB - SHRIMP_FALL_DB * log10(frequency_Hz / SHRIMP_HIGH_HZ);
    return this.#level_dB;
  }
}

interface ChorusShape {
  readonly low_Hz: number;
  readonly peak_Hz: number;
  readonly high_Hz: number;
  readonly excess_dB: number;
}

export const CHORUSES = Object.freeze({
  "great-barrier-reef": Object.freeze({ low_Hz: 100, peak_Hz: 550, high_Hz: 3000, excess_dB: 35 }),
  "new-jersey": Object.freeze({ low_Hz: 150, peak_Hz: 1700, high_Hz: 4800, excess_dB: 20 }),
}) satisfies Readonly<Record<string, ChorusShape>>;
export type Chorus = keyof typeof CHORUSES;

/** B of (2). */
export const CHORUS_BACKGROUND_DB = 57.7;

export interface FishOptions {
  readonly chorus: Chorus;
  /** E of (2); that of the chorus where not given. */
  readonly excess_dB: number | undefined;
  /** B of (2). */
  readonly background_dB: number;
}

/** (2) */
export class FishNoise implements NoiseSpectrum {
  readonly breaks_Hz: readonly number[];
  readonly valid_Hz: readonly [number, number];
  readonly #shape: ChorusShape;
  readonly #excess_dB: number;
  readonly #background_dB: number;

  constructor({ chorus, excess_dB, background_dB }: FishOptions) {
    const shape = CHORUSES[chorus];
    this.#shape = shape;
    this.#excess_dB = excess_dB ?? shape.excess_dB;
    this.#background_dB = background_dB;
    this.breaks_Hz = Object.freeze([shape.low_Hz, shape.peak_Hz, shape.high_Hz]);
    this.valid_Hz = Object.freeze([shape.low_Hz, shape.high_Hz] as const);
  }

  levelAt(frequency_Hz: number): number {
    const { low_Hz, peak_Hz, high_Hz } = this.#shape;
    const end_Hz = frequency_Hz < peak_Hz ? low_Hz : high_Hz;
    const away = log10(frequency_Hz / peak_Hz) / log10(end_Hz / peak_Hz);
    return this.#background_dB + this.#excess_dB * (1 - away * away);
  }
}
