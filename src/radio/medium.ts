/**
 * A plane electromagnetic wave in a medium that conducts: how fast it fades and how fast it runs.
 *
 *   p = σ / (ω ε),   ε = ε_r ε₀                                                       (1)  loss tangent
 *   γ = α + jβ = jω √(μ₀ (ε − jσ/ω))                                                  (2)
 *   α = ω √(μ₀ε/2) p / √(√(1 + p²) + 1)                                               (3)  Np/m
 *   β = ω √(μ₀ε/2) √(√(1 + p²) + 1)                                                   (4)  rad/m
 *   A = (20 / ln 10) α = 8.686 α                                                      (5)  dB/m, see errata
 *   λ = 2π/β,   v = ω/β                                                               (6)
 *   η = jωμ₀/γ                                                                        (7)  wave impedance, Ω
 *
 * (3) is written without the difference √(1 + p²) − 1, which loses all its digits where little conducts. Well above p = 1 (sea water below
 * 100 MHz) α = β = √(ωμ₀σ/2); well below, α = (σ/2) √(μ₀/ε), whatever the frequency.
 * Symbols: f in Hz, σ in S/m, ε_r relative permittivity (80 for water), μ = μ₀.
 *
 * Valid: where σ and ε_r are constants, below some 1 GHz in water; above, the relaxation of water adds to the loss: water-permittivity.ts gives
 * an ε_r and an equivalent σ at each frequency.
 * Left out: the near field of an antenna, which in sea water at low frequencies reaches farther than any link.
 * Source: Maxwell's equations; the printed form of (5) in [Erdemir2018, eq. (2.7)] has ln(α) for ln 10. Test: medium.test.ts.
 */

/** Exact by definition until 2019, and to 1.5e-10 since. */
export const MU_0_HPM = 4e-7 * Math.PI;
export const SPEED_OF_LIGHT_MPS = 299_792_458;
export const EPSILON_0_FPM = 1 / (MU_0_HPM * SPEED_OF_LIGHT_MPS * SPEED_OF_LIGHT_MPS);

/** (5): decibels of one neper. */
export const DB_PER_NP = 20 / Math.LN10;

/** What the wave is asked about: in[i + …]. */
export const MEDIUM = { frequency_Hz: 0, conductivity_Spm: 1, relativePermittivity: 2 } as const;
export const MEDIUM_SIZE = 3;

/** What it answers: out[o + …]. */
export const PLANE_WAVE = {
  lossTangent: 0,
  attenuation_Nppm: 1,
  attenuation_dBpm: 2,
  phase_radpm: 3,
  wavelength_m: 4,
  speed_mps: 5,
} as const;
export const PLANE_WAVE_SIZE = 6;

/** (1) and (3) to (6). A frequency or permittivity that is not above 0 gives numbers that are not finite. */
export function planeWaveInto(out: Float64Array, o: number, medium: Float64Array, i: number): void {
  const f = medium[i + MEDIUM.frequency_Hz];
  const omega = 2 * Math.PI * f;
  const epsilon = EPSILON_0_FPM * medium[i + MEDIUM.relativePermittivity];
  const p = medium[i + MEDIUM.conductivity_Spm] / (omega * epsilon); // (1)

  const base = omega * Math.sqrt((MU_0_HPM * epsilon) / 2);
  const root = Math.sqrt(Math.sqrt(1 + p * p) + 1);
  const alpha = (base * p) / root; // (3)
  const beta = base * root; // (4)

  out[o + PLANE_WAVE.lossTangent] = p;
  out[o + PLANE_WAVE.attenuation_Nppm] = alpha;
  out[o + PLANE_WAVE.attenuation_dBpm] = DB_PER_NP * alpha; // (5)
  out[o + PLANE_WAVE.phase_radpm] = beta;
  out[o + PLANE_WAVE.wavelength_m] = (2 * Math.PI) / beta; // (6)
  out[o + PLANE_WAVE.speed_mps] = omega / beta;
}

/** A medium in words. */
export interface Medium {
  readonly conductivity_Spm: number;
  readonly relativePermittivity: number;
}

/** Air, as far as these links are concerned. */
export const AIR: Medium = Object.freeze({ conductivity_Spm: 0, relativePermittivity: 1.0006 });

export interface PlaneWave {
  readonly lossTangent: number;
  readonly attenuation_Nppm: number;
  readonly attenuation_dBpm: number;
  readonly phase_radpm: number;
  readonly wavelength_m: number;
  readonly speed_mps: number;
}

/** The wave by names, for code that is not hot. */
export function planeWave(frequency_Hz: number, medium: Medium): PlaneWave {
  const out = new Float64Array(PLANE_WAVE_SIZE);
  planeWaveInto(out, 0, Float64Array.of(frequency_Hz, medium.conductivity_Spm, medium.relativePermittivity), 0);
  return {
    lossTangent: out[PLANE_WAVE.lossTangent],
    attenuation_Nppm: out[PLANE_WAVE.attenuation_Nppm],
    attenuation_dBpm: out[PLANE_WAVE.attenuation_dBpm],
    phase_radpm: out[PLANE_WAVE.phase_radpm],
    wavelength_m: out[PLANE_WAVE.wavelength_m],
    speed_mps: out[PLANE_WAVE.speed_mps],
  };
}
