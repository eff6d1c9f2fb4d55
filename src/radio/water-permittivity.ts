/**
 * Complex permittivity of water by one relaxation (Debye), for radio in and on it.
 *
 *   ε' − jε'' = ε_∞ + (ε_s − ε_∞)/(1 + jωτ) − jσ/(ωε₀)                                 (1)  relative
 *   ε_s = (87.134 − 0.1949 T − 1.276e-2 T² + 2.491e-4 T³)
 *         (1 + 1.613e-5 S T − 3.656e-3 S + 3.21e-5 S² − 4.232e-7 S³)                   (2)
 *   τ   = (1.768e-11 − 6.086e-13 T + 1.104e-14 T² − 8.111e-17 T³)
 *         (1 + 2.282e-5 S T − 7.638e-4 S − 7.76e-6 S² + 1.105e-8 S³)                   (3)  s
 *   ε_∞ = 4.9
 *   σ_e = σ + ωε₀ (ε_s − ε_∞) ωτ/(1 + ω²τ²)                                           (4)  the relaxation as a conductivity
 *
 * What is written is a MEDIUM: ε' as relative permittivity and σ_e as conductivity, which together are (1) at this frequency. σ itself is
 * that of PSS-78 (environment, conductivity.ts), not that of the source, from which it differs by 0.5 %.
 *
 * Valid: T 0 … 30 °C, S 4 … 35, below 10 GHz; in fresh water (2) is within 0.4 % of measured values, and 20 % of salt more or less is nothing.
 * Left out: the second relaxation, which counts above 30 GHz; pressure.
 * Source: [Klein1977], not at hand; coefficients as several public programs give them. Test: water-permittivity.test.ts.
 */
import { conductivityInto, SEAWATER } from "../environment/index.ts";
import { EPSILON_0_FPM, MEDIUM } from "./medium.ts";

const EPSILON_INFINITE = 4.9;

/** out[o ..] is the MEDIUM that water[i ..] (SEAWATER: its temperature, salinity, pressure and frequency) is to radio. */
export function waterMediumInto(out: Float64Array, o: number, water: Float64Array, i: number): void {
  const T = water[i + SEAWATER.t68_degC];
  const S = water[i + SEAWATER.salinity_psu];
  const f = water[i + SEAWATER.frequency_Hz];
  const omega = 2 * Math.PI * f;

  const fresh = 87.134 + T * (-0.1949 + T * (-1.276e-2 + T * 2.491e-4));
  const salt = 1 + S * (1.613e-5 * T - 3.656e-3 + S * (3.21e-5 - S * 4.232e-7));
  const static_ = fresh * salt; // (2)
  const freshTau = 1.768e-11 + T * (-6.086e-13 + T * (1.104e-14 - T * 8.111e-17));
  const saltTau = 1 + S * (2.282e-5 * T - 7.638e-4 + S * (-7.76e-6 + S * 1.105e-8));
  const x = omega * freshTau * saltTau; // (3)
  const relaxing = (static_ - EPSILON_INFINITE) / (1 + x * x);

  conductivityInto(out, o + MEDIUM.conductivity_Spm, water, i);
  out[o + MEDIUM.conductivity_Spm] += omega * EPSILON_0_FPM * relaxing * x; // (4)
  out[o + MEDIUM.relativePermittivity] = EPSILON_INFINITE + relaxing; // (1)
  out[o + MEDIUM.frequency_Hz] = f;
}
