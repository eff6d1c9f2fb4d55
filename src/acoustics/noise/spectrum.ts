/**
 * Ambient noise: what fills the water, as a density of power over frequency, and sums and bands of it.
 *
 *   NSL(f) = 10 log Σ 10^(NSLₖ(f)/10)                                                                (1)  sources together
 *   NL = 10 log ∫ 10^(NSL(f)/10) df                                                                  (2)  in a band
 *   NL ≈ NSL(f₀) + 10 log W                                                                          (3)  where it is flat
 *
 * f in Hz, NSL in dB re 1 µPa²/Hz, NL in dB re 1 µPa; f₀ the middle of the band and W its width. (2) is integrated in log f between the
 * breaks of the spectra, to more digits than any spectrum has; (3) is that of the paper, [Parodi2008Communications, eq. (9)].
 *
 * Noise is the same from all directions and at all depths (a receiver's directivity then gains its index). Left out: the directions
 * and depths of real noise, its statistics: it counts as Gaussian, also the snaps of shrimps, which are not.
 */
import { invariant } from "../../core/index.ts";
import { exp, integral, log, log10 } from "../../math/index.ts";
import { levelOf, powerOf } from "../decibel.ts";

/** One source of noise, or all of them. */
export interface NoiseSpectrum {
  /** NSL, dB re 1 µPa²/Hz; −Infinity where it adds nothing. */
  levelAt(frequency_Hz: number): number;
  /** Where it jumps or bends, increasing. */
  readonly breaks_Hz?: readonly number[];
  /** What it was made for; computed outside as well. */
  readonly valid_Hz?: readonly [least: number, greatest: number];
}

/** The names of sources say whose range a frequency is outside of. */
export interface NamedSpectrum {
  readonly name: string;
  readonly spectrum: NoiseSpectrum;
}

/** (1): several sources, each by itself and all together. */
export class AmbientNoise implements NoiseSpectrum {
  readonly sources: readonly NamedSpectrum[];
  readonly breaks_Hz: readonly number[];

  constructor(sources: readonly NamedSpectrum[]) {
    this.sources = Object.freeze([...sources]);
    const breaks = new Set(sources.flatMap(({ spectrum }) => spectrum.breaks_Hz ?? []));
    this.breaks_Hz = Object.freeze([...breaks].sort((a, b) => a - b));
  }

  /** (1) */
  levelAt(frequency_Hz: number): number {
    let power = 0;
    for (const { spectrum } of this.sources) power += powerOf(spectrum.levelAt(frequency_Hz));
    return levelOf(power);
  }

  /** What of a frequency lies outside the range of a source, in words. */
  outsideAt(frequency_Hz: number): string[] {
    return this.sources.flatMap(({ name, spectrum: { valid_Hz } }) => {
      if (valid_Hz === undefined) return [];
      if (frequency_Hz < valid_Hz[0]) return [`${name}: frequency_Hz = ${frequency_Hz} is below ${valid_Hz[0]}`];
      if (frequency_Hz > valid_Hz[1]) return [`${name}: frequency_Hz = ${frequency_Hz} is above ${valid_Hz[1]}`];
      return [];
    });
  }
}

export interface Band {
  readonly centre_Hz: number;
  readonly width_Hz: number;
}

/** Widest panel of (2), in ln f. */
const PANEL = 0.1;

/** (2) */
export function bandLevel_dB(noise: NoiseSpectrum, { centre_Hz, width_Hz }: Band): number {
  const low_Hz = centre_Hz - 0.5 * width_Hz;
  const high_Hz = centre_Hz + 0.5 * width_Hz;
  invariant(low_Hz > 0 && high_Hz > low_Hz, `a band of ${width_Hz} Hz around ${centre_Hz} Hz`);
  const inside = (noise.breaks_Hz ?? []).filter((break_Hz) => break_Hz > low_Hz && break_Hz < high_Hz);
  const ends = [low_Hz, ...inside, high_Hz].map(log);
  let power = 0;
  for (let k = 1; k < ends.length; k++) {
    const panels = Math.ceil((ends[k] - ends[k - 1]) / PANEL);
    power += integral((x) => powerOf(noise.levelAt(exp(x))) * exp(x), ends[k - 1], ends[k], panels);
  }
  return levelOf(power);
}

/** (3) */
export function flatBandLevel_dB(noise: NoiseSpectrum, { centre_Hz, width_Hz }: Band): number {
  return noise.levelAt(centre_Hz) + 10 * log10(width_Hz);
}
