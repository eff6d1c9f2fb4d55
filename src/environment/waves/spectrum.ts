/**
 * How the energy of a wind sea is spread over frequencies.
 *
 *   S(ω) = 5/16 H_s² ω_p⁴ ω⁻⁵ e^(−5/4 (ω_p/ω)⁴) γ^r (1 − 0.287 ln γ)                 (1)
 *   r = e^(−((ω − ω_p) / (σ ω_p))² / 2),   σ = 0.07 for ω ≤ ω_p, else 0.09            (2)
 *
 * S: one-sided, m² s, with variance m₀ = ∫ S dω; H_s: significant height, m; ω_p: peak frequency, rad/s; γ ≥ 1: how much
 * the peak stands out. γ = 1 is Pierson-Moskowitz, and then m₀ = H_s²/16 exactly; the factor 1 − 0.287 ln γ keeps 4 √m₀
 * within 0.17 % of H_s for γ up to 5.5; it is 0.35 % low at γ = 6 and 0.89 % low at γ = 7. The published factor is kept, so
 * that a spectrum given by (1) elsewhere is the same here; the tail of (4) is α g² ω⁻⁵ exactly.
 *
 * From the wind: fully grown (Pierson-Moskowitz), with the wind U at 19.5 m,
 *
 *   S = α g² ω⁻⁵ e^(−0.74 (g / (U ω))⁴),   α = 0.0081                                  (3)
 *   ω_p = (0.74 · 4/5)^¼ g/U,   H_s = 2 √(α / 0.74) U²/g                               (3')
 *
 * and growing over the fetch F (JONSWAP), with the wind U at 10 m,
 *
 *   X = g F / U²,   ω_p = 2π · 3.5 (g/U) X^−0.33,   α = 0.076 X^−0.22                  (4)
 *   H_s = 4 (g / ω_p²) √(α / (5 (1 − 0.287 ln γ)))                                     (4')  so that (1) begins with α g² ω⁻⁵
 *
 * Valid: wind seas of one peak; (4) from X of some 10² to 10⁴. Left out: swell beside a wind sea (add a second sea), the
 * change of shape in shallow water, growth with time.
 * Source: [FossenMSS, waveSpectrum.m], whose computation has the factor of γ that its header leaves out.
 */
import { exp, log, pow } from "../../math/index.ts";

export interface Spectrum {
  readonly significantHeight_m: number;
  readonly peakFrequency_radps: number;
  /** γ. */
  readonly peakEnhancement: number;
}

const LOW_WIDTH = 0.07;
const HIGH_WIDTH = 0.09;

/** 1 − 0.287 ln γ. */
export function peakNormaliser(peakEnhancement: number): number {
  return 1 - 0.287 * log(peakEnhancement);
}

/** γ^r of (1), at ω = ratio · ω_p. */
export function peakFactor(ratio: number, peakEnhancement: number): number {
  const away = (ratio - 1) / (ratio <= 1 ? LOW_WIDTH : HIGH_WIDTH);
  return exp(log(peakEnhancement) * exp(-0.5 * away * away)); // (2)
}

/** S(ω) of (1). */
export function spectralDensity_m2s(s: Spectrum, frequency_radps: number): number {
  if (!(frequency_radps > 0)) return 0;
  const ratio = frequency_radps / s.peakFrequency_radps;
  const q = 1 / (ratio * ratio * ratio * ratio);
  const H = s.significantHeight_m;
  const shape = (q * exp(-1.25 * q)) / frequency_radps;
  return 0.3125 * H * H * shape * peakFactor(ratio, s.peakEnhancement) * peakNormaliser(s.peakEnhancement);
}

/** (3'): a sea that has taken from the wind all that it can hold. */
export function fullyGrownSpectrum(windSpeed19_mps: number, gravity_mps2: number): Spectrum {
  return {
    significantHeight_m: (2 * Math.sqrt(0.0081 / 0.74) * windSpeed19_mps * windSpeed19_mps) / gravity_mps2,
    peakFrequency_radps: (pow(0.74 * 0.8, 0.25) * gravity_mps2) / windSpeed19_mps,
    peakEnhancement: 1,
  };
}

/** α of (4). */
export function fetchAlpha(windSpeed10_mps: number, fetch_m: number, gravity_mps2: number): number {
  return 0.076 * pow((gravity_mps2 * fetch_m) / (windSpeed10_mps * windSpeed10_mps), -0.22);
}

/** (4), (4'): a sea that the wind has raised between here and the shore. */
export function fetchSpectrum(
  windSpeed10_mps: number,
  fetch_m: number,
  peakEnhancement: number,
  gravity_mps2: number,
): Spectrum {
  const g = gravity_mps2;
  const U = windSpeed10_mps;
  const peak = 2 * Math.PI * 3.5 * (g / U) * pow((g * fetch_m) / (U * U), -0.33);
  const alpha = fetchAlpha(U, fetch_m, g);
  return {
    significantHeight_m: ((4 * g) / (peak * peak)) * Math.sqrt(alpha / (5 * peakNormaliser(peakEnhancement))),
    peakFrequency_radps: peak,
    peakEnhancement,
  };
}
