/**
 * The noise of a place where it was measured: one level, or levels by frequency, linear in log f between them and held beyond.
 */
import { invariant } from "../../core/index.ts";
import { log10 } from "../../math/index.ts";
import type { NoiseSpectrum } from "./spectrum.ts";

export class SiteNoise implements NoiseSpectrum {
  readonly breaks_Hz: readonly number[];
  readonly #logs: readonly number[];
  readonly #levels_dB: readonly number[];
  readonly valid_Hz?: readonly [number, number];

  /** Frequencies increase, above 0; none for one level at all of them. */
  constructor(frequencies_Hz: readonly number[], levels_dB: readonly number[]) {
    const count = Math.max(1, frequencies_Hz.length);
    invariant(levels_dB.length === count, `${levels_dB.length} levels for ${count} frequencies`);
    this.breaks_Hz = Object.freeze([...frequencies_Hz]);
    this.#logs = frequencies_Hz.map(log10);
    this.#levels_dB = [...levels_dB];
    if (frequencies_Hz.length > 1) {
      this.valid_Hz = Object.freeze([frequencies_Hz[0], frequencies_Hz[frequencies_Hz.length - 1]] as const);
    }
  }

  levelAt(frequency_Hz: number): number {
    const x = this.#logs;
    const L = this.#levels_dB;
    const at = log10(frequency_Hz);
    const above = x.findIndex((each) => each > at);
    if (above === 0 || x.length === 0) return L[0];
    if (above < 0) return L[L.length - 1];
    const u = (at - x[above - 1]) / (x[above] - x[above - 1]);
    return L[above - 1] + u * (L[above] - L[above - 1]);
  }
}
