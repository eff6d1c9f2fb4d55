/**
 * The noise of rain on the surface.
 *
 *   by rate     NSL(f) = a + b log R + s log(f/5 kHz) + P e^(−½ ((log f − log 14 kHz)/0.1)²)           (1)
 *   by class    1: 64.942 + 19.917 x − 5.242 x²                                                      (2)
 *               2: 19.628 + 42.933 x − 7.516 x²
 *               3: 222.491 − 135.904 x + 43.893 x² − 4.737 x³,        x = log f
 *
 * f in Hz, R: rain rate in mm/h, a and b: fitted at 5 kHz by
 *   nystuen-1997   a = 51.9, b = 10.6
 *   nystuen-2004   a = 42.5, b = 15.2
 * or those of one's own site: the fits differ by 5 dB at 10 mm/h, and fits of single sites by 30 dB.
 *
 * The shape in frequency is an approximation and is stated in (1): the impact of drops is white, so s = 0 unless another slope is given;
 * small drops (light rain) add a broad peak at 13 to 15 kHz, which vanishes in heavy rain: of height P, 0 unless given, and a fifth of a
 * decade wide. Without rain, R = 0, there is silence.
 * (2) is steep where (1) is white, and its classes are not light, moderate and heavy: at 5 kHz class 1 has the level of 40 mm/h by
 * nystuen-2004.
 * Valid: (1) 0.5 to 50 kHz and 2 to 200 mm/h; (2) 550 Hz to 15.5 kHz. Left out: wind, which lowers the peak; depth; bubbles of downpours.
 * Source: a, b as [BiologgingToolkit] lists them; white impacts and peak [Nystuen1986], absent in heavy rain [Tan1990]; range
 * [MaNystuenLien2005]; (2) [Usml].
 */
import { exp, log10 } from "../../math/index.ts";
import type { NoiseSpectrum } from "./spectrum.ts";

export const RAIN_FITS = Object.freeze({
  "nystuen-1997": Object.freeze({ a_dB: 51.9, b_dB: 10.6 }),
  "nystuen-2004": Object.freeze({ a_dB: 42.5, b_dB: 15.2 }),
});
export type RainFit = keyof typeof RAIN_FITS;

export interface RainOptions {
  /** R. */
  readonly rate_mmph: number;
  /** a and b of (1). */
  readonly a_dB: number;
  readonly b_dB: number;
  /** s of (1). */
  readonly slope_dBpdecade: number;
  /** P of (1). */
  readonly peak_dB: number;
}

const LOG_FIT = log10(5000);
const LOG_PEAK = log10(14e3);
const PEAK_WIDTH = 0.1;

/** (1) */
export class RainNoise implements NoiseSpectrum {
  readonly valid_Hz = Object.freeze([500, 50e3] as const);
  readonly #options: RainOptions;
  readonly #level_dB: number;

  constructor(options: RainOptions) {
    this.#options = options;
    const { rate_mmph, a_dB, b_dB } = options;
    this.#level_dB = rate_mmph > 0 ? a_dB + b_dB * log10(rate_mmph) : Number.NEGATIVE_INFINITY;
  }

  levelAt(frequency_Hz: number): number {
    const { slope_dBpdecade, peak_dB } = this.#options;
    const x = log10(frequency_Hz);
    const fromPeak = (x - LOG_PEAK) / PEAK_WIDTH;
    return this.#level_dB + slope_dBpdecade * (x - LOG_FIT) + peak_dB * exp(-0.5 * fromPeak * fromPeak);
  }
}

/** Coefficients of (2), from the constant up. */
const CLASSES: readonly (readonly number[])[] = [
  [64.942, 19.917, -5.242, 0],
  [19.628, 42.933, -7.516, 0],
  [222.491, -135.904, 43.893, -4.737],
];

export const RAIN_CLASSES = [1, 2, 3] as const;
export type RainClass = (typeof RAIN_CLASSES)[number];

/** (2) */
export class WenzRain implements NoiseSpectrum {
  readonly valid_Hz = Object.freeze([550, 15.5e3] as const);
  readonly #c: readonly number[];

  constructor(rainClass: RainClass) {
    this.#c = CLASSES[rainClass - 1];
  }

  levelAt(frequency_Hz: number): number {
    const x = log10(frequency_Hz);
    const [c0, c1, c2, c3] = this.#c;
    return c0 + x * (c1 + x * (c2 + x * c3));
  }
}
