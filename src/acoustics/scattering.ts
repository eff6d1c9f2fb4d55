/**
 * Scattering, the paper's "diffusion": strengths of surface, bottom and volume, and what they take out of a coherent path.
 *
 *   surface   S_s = 3.3 β log(θ/30) − 42.4 log β + 2.6,     β = 158 (v f^(1/3))^−0.58                 (1)
 *   bottom    S_b = 10 log μ + 20 log sin θ                                                          (2)  Lambert
 *   volume    S_v, as given                                                                          (3)
 *
 *   rough boundary, coherent part of a reflection:   loss = 20 log e^(2 (k σ sin θ)²)                  (4)
 *   Lambert's bottom, share of the incident power that it scatters:   π μ,   loss = −10 log(1 − π μ)    (5)
 *   volume that scatters alike in all directions:    α_s = 10⁴ log e · 4π 10^(S_v/10)                  (6)
 *   waves of a fully developed sea:   σ = H_s/4,   H_s = 0.21 U²/g                                    (7)
 *
 * θ: grazing angle (degrees in (1), rad elsewhere and in all arguments), v: wind in knots (arguments in m/s), f in Hz, S_s and S_b in dB (per m²
 * of the boundary, re 1 m²), S_v in dB re 1/m, k: wavenumber in 1/m, σ: standard deviation of the height in m, α_s in dB/km.
 * 10 log μ is −27 (first measurements, 530 and 1030 Hz); by sediment roughly −32 mud, −30 silt, −27 sand, −22 gravel, −17 rock. S_v is −70 in a
 * deep scattering layer, −100 to −80 elsewhere.
 *
 * Valid: (1) 400 to 6400 Hz, up to 15 m/s and 40 to 50°; (2) below 45°; (4) k σ sin θ up to about 1: beyond, nothing coherent is left in
 * practice; (7) open sea in balance with its wind. (5) is the integral of Lambert's law over the half-space: ∫ μ sin θ_s dΩ = π μ per incident power.
 * (6) counts what goes forwards as lost too. Left out: bubbles near the surface, which absorb and scatter far more in a fresh wind; fish.
 * Source: (1) [ChapmanHarris1962]; one handbook prints 42.2 for 42.4; (2) [Mackenzie1961], [Urick1983]; (4) [JensenKuperman2011];
 * (7) [PiersonMoskowitz1964]; (1) to (3) and their ranges by [Uacpy]; (5), (6) are derived.
 */
import { log10, pow, sin } from "../math/index.ts";
import { powerOf } from "./decibel.ts";
import { KNOT_MPS } from "./noise/wenz.ts";

const DEG_PER_RAD = 180 / Math.PI;
const DB_PER_NP = 20 / Math.LN10;

/** (1) */
export function surfaceScattering_dB(grazing_rad: number, windSpeed_mps: number, frequency_Hz: number): number {
  const v = windSpeed_mps / KNOT_MPS;
  const beta = 158 * pow(v * pow(frequency_Hz, 1 / 3), -0.58);
  return 3.3 * beta * log10((grazing_rad * DEG_PER_RAD) / 30) - 42.4 * log10(beta) + 2.6;
}

/** (2). mu_dB: 10 log μ. */
export function bottomScattering_dB(grazing_rad: number, mu_dB: number): number {
  return mu_dB + 20 * log10(sin(grazing_rad));
}

/** 10 log μ of (2), by what the bottom is made of: rough figures. */
export const LAMBERT_MU_DB = Object.freeze({ mud: -32, silt: -30, sand: -27, gravel: -22, rock: -17 });

/** (4) */
export function roughReflectionLoss_dB(wavenumber_radpm: number, deviation_m: number, grazing_rad: number): number {
  const phase = wavenumber_radpm * deviation_m * sin(grazing_rad);
  return DB_PER_NP * 2 * phase * phase;
}

/** (5) */
export function lambertReflectionLoss_dB(mu_dB: number): number {
  return -10 * log10(1 - Math.PI * powerOf(mu_dB));
}

/** (6) */
export function volumeScatteringLoss_dBpkm(volumeScattering_dB: number): number {
  return 1e4 * Math.LOG10E * 4 * Math.PI * powerOf(volumeScattering_dB);
}

/** (7): σ of the surface. */
export function windSeaDeviation_m(windSpeed_mps: number, gravity_mps2: number): number {
  return (0.21 * windSpeed_mps * windSpeed_mps) / gravity_mps2 / 4;
}
