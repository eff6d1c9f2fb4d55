/**
 * The noise of the deep sea after Wenz, in the form of the paper.
 *
 *   turbulence        NSL = 107 − 30 log f                                              f < 10 Hz    (1)
 *   distant traffic   NSL = 76 − 20 (log f − log 30)² + 5 (I − 4)                10 Hz < f < 500 Hz   (2)
 *   sea, low          NSL = 44 + w + 17 (3 − log f)(log f − 2)                  200 Hz < f < 1 kHz    (3)
 *   sea, high         NSL = 95 + w − 17 log f                                   1 kHz < f < 100 kHz   (4)
 *   thermal           NSL = −75 + 20 log f                                    100 kHz < f            (5)
 *
 *   w = √(21 v)    "standard"          the reading of every public program                           (6)
 *   w = √21 · v    "published-2009"    the reading under which the range in the paper nearly comes out  (7)
 *
 * f in Hz, NSL in dB re 1 µPa²/Hz, I: index of traffic from 1 to 7, v: wind speed in knots (arguments are in m/s).
 *   bands "banded": each term counts in its band only, as the paper has it; two where bands overlap (200 to 500 Hz).
 *   bands "summed": all terms count everywhere, (3) below 1 kHz and (4) above: at 33 kHz and 5 knots 0.2 dB more.
 *
 * The radical of (3) and (4) covers "21 v" or "21" alone; the copy at hand does not show which. (6) is the default; docs/errata.md has
 * what follows for the range. (7) grows by 4.6 dB for each knot and is absurd in a fresh breeze.
 * Valid: 1 Hz to 200 kHz, deep open water, up to some 40 knots. Left out: shallow water, which is louder, rain, animals, ice.
 * Source: [Wenz1962] by [Parodi2008Communications, eq. (8)], its garbled text restored by [Usml].
 */
import { log10 } from "../../math/index.ts";
import { levelOf, powerOf } from "../decibel.ts";
import type { NoiseSpectrum } from "./spectrum.ts";

export const WIND_READINGS = ["standard", "published-2009"] as const;
export type WindReading = (typeof WIND_READINGS)[number];
export const WENZ_BANDS = ["banded", "summed"] as const;
export type WenzBands = (typeof WENZ_BANDS)[number];

/** Metres per second in a knot. */
export const KNOT_MPS = 1852 / 3600;

const LOG_30 = log10(30);
const SILENT = Number.NEGATIVE_INFINITY;

export interface WenzOptions {
  readonly windSpeed_mps: number;
  /** I of (2). */
  readonly traffic: number;
  readonly wind: WindReading;
  readonly bands: WenzBands;
}

/** (1) to (5), each by itself. */
export interface WenzTerms {
  readonly turbulence: number;
  readonly traffic: number;
  readonly sea: number;
  readonly thermal: number;
}

export class WenzNoise implements NoiseSpectrum {
  readonly breaks_Hz: readonly number[] = Object.freeze([10, 200, 500, 1000, 100e3]);
  readonly valid_Hz = Object.freeze([1, 200e3] as const);
  readonly #wind_dB: number;
  readonly #traffic_dB: number;
  readonly #banded: boolean;

  constructor({ windSpeed_mps, traffic, wind, bands }: WenzOptions) {
    const v = windSpeed_mps / KNOT_MPS;
    this.#wind_dB = wind === "standard" ? Math.sqrt(21 * v) : Math.sqrt(21) * v; // (6), (7)
    this.#traffic_dB = 5 * (traffic - 4);
    this.#banded = bands === "banded";
  }

  /** −Infinity for what does not count at this frequency. */
  termsAt(frequency_Hz: number): WenzTerms {
    const f = frequency_Hz;
    const banded = this.#banded;
    const x = log10(f);
    const apart = x - LOG_30;
    const low = 44 + this.#wind_dB + 17 * (3 - x) * (x - 2); // (3)
    const high = 95 + this.#wind_dB - 17 * x; // (4)
    return {
      turbulence: !banded || f < 10 ? 107 - 30 * x : SILENT, // (1)
      traffic: !banded || (f >= 10 && f < 500) ? 76 - 20 * apart * apart + this.#traffic_dB : SILENT, // (2)
      sea: banded && (f < 200 || f >= 100e3) ? SILENT : f < 1000 ? low : high,
      thermal: !banded || f >= 100e3 ? -75 + 20 * x : SILENT, // (5)
    };
  }

  levelAt(frequency_Hz: number): number {
    const { turbulence, traffic, sea, thermal } = this.termsAt(frequency_Hz);
    return levelOf(powerOf(turbulence) + powerOf(traffic) + powerOf(sea) + powerOf(thermal));
  }
}
