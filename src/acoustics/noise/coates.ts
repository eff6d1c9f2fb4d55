/**
 * The noise of the sea after Coates, the four terms that network simulators add as powers.
 *
 *   turbulence   NSL = 17 − 30 log f                                                                 (1)
 *   shipping     NSL = 40 + 20 (s − 0.5) + 26 log f − 60 log(f + 0.03)                                (2)
 *   wind         NSL = 50 + 7.5 √w + 20 log f − 40 log(f + 0.4)                                       (3)
 *   thermal      NSL = −15 + 20 log f                                                                (4)
 *
 * f in kHz here (arguments are in Hz), NSL in dB re 1 µPa²/Hz, s: shipping activity from 0 to 1, w: wind speed in m/s.
 * At 33 kHz and 2.57 m/s it is 3 dB above wenz.ts, which costs a modem a tenth of its range.
 * Valid: 1 Hz to 200 kHz. Left out: as in wenz.ts.
 * Source: [Coates1990] as [Stojanovic2007] and [Ns3Uan] give it.
 */
import { log10 } from "../../math/index.ts";
import { levelOf, powerOf } from "../decibel.ts";
import type { NoiseSpectrum } from "./spectrum.ts";

export interface CoatesOptions {
  readonly windSpeed_mps: number;
  /** s of (2). */
  readonly shipping: number;
}

export class CoatesNoise implements NoiseSpectrum {
  readonly valid_Hz = Object.freeze([1, 200e3] as const);
  readonly #wind_dB: number;
  readonly #shipping_dB: number;

  constructor({ windSpeed_mps, shipping }: CoatesOptions) {
    this.#wind_dB = 50 + 7.5 * Math.sqrt(windSpeed_mps);
    this.#shipping_dB = 40 + 20 * (shipping - 0.5);
  }

  levelAt(frequency_Hz: number): number {
    const f = frequency_Hz / 1000;
    const x = log10(f);
    const turbulence = 17 - 30 * x; // (1)
    const shipping = this.#shipping_dB + 26 * x - 60 * log10(f + 0.03); // (2)
    const wind = this.#wind_dB + 20 * x - 40 * log10(f + 0.4); // (3)
    const thermal = -15 + 20 * x; // (4)
    return levelOf(powerOf(turbulence) + powerOf(shipping) + powerOf(wind) + powerOf(thermal));
  }
}
