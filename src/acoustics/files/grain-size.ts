/**
 * A bottom from the mean grain size of its sediment, M_z in φ units (−log₂ of the diameter in mm), as environment files ask for with the letter G.
 *
 *   c = 1500 v(M_z) m/s,   ρ = 1000 r(M_z) kg/m³,   α = κ(M_z) 1.5 v dB/λ                       (1)
 *
 *        v                                                        r
 *   −1 … 1    0.002709 M² − 0.056452 M + 1.2778                   0.007797 M² − 0.17057 M + 2.3139
 *    1 … 5.3  −0.0014881 M³ + 0.0213937 M² − 0.1382798 M + 1.3425  −0.0165406 M³ + 0.2290201 M² − 1.1069031 M + 3.0455
 *   5.3 … 9   −0.0024324 M + 1.0019                               −0.0012973 M + 1.1565
 *
 *        κ, dB/(m kHz)
 *   −1 … 0    0.4556                     4.5 … 6    8.0399 − 2.5228 M + 0.20098 M²
 *    0 … 2.6  0.4556 + 0.0245 M            6 … 9.5  0.9431 − 0.2041 M + 0.0117 M²
 *   2.6 … 4.5 0.1978 + 0.1245 M          9.5 …      0.0601
 *
 * v and r are ratios to the water's speed and density; for them 1500 m/s and 1000 kg/m³ are taken, as BELLHOP takes them.
 * Valid: −1 (coarse sand) to 9 (clay). Refused elsewhere. Left out: shear.
 * Source: APL-UW Technical Report 9407 (1994), part IV; the report was not at hand, coefficients as a public program gives them. The manual
 * of the Acoustics Toolbox names it as the source of the letter G. Test: grain-size.test.ts.
 */
export const LEAST_GRAIN_PHI = -1;
export const GREATEST_GRAIN_PHI = 9;

export interface Sediment {
  readonly soundSpeed_mps: number;
  readonly density_kgpm3: number;
  readonly attenuation_dBpWavelength: number;
}

const WATER_MPS = 1500;
const WATER_KGPM3 = 1000;

/** (1) */
export function sedimentOf(grain_phi: number): Sediment {
  const M = grain_phi;
  const v =
    M < 1
      ? 1.2778 + M * (-0.056452 + M * 0.002709)
      : M < 5.3
        ? 1.3425 + M * (-0.1382798 + M * (0.0213937 - M * 0.0014881))
        : 1.0019 - 0.0024324 * M;
  const r =
    M < 1
      ? 2.3139 + M * (-0.17057 + M * 0.007797)
      : M < 5.3
        ? 3.0455 + M * (-1.1069031 + M * (0.2290201 - M * 0.0165406))
        : 1.1565 - 0.0012973 * M;
  const soundSpeed_mps = WATER_MPS * v;
  return {
    soundSpeed_mps,
    density_kgpm3: WATER_KGPM3 * r,
    attenuation_dBpWavelength: (kappa(M) * soundSpeed_mps) / 1000,
  };
}

function kappa(M: number): number {
  if (M < 0) return 0.4556;
  if (M < 2.6) return 0.4556 + 0.0245 * M;
  if (M < 4.5) return 0.1978 + 0.1245 * M;
  if (M < 6) return 8.0399 + M * (-2.5228 + M * 0.20098);
  if (M < 9.5) return 0.9431 + M * (-0.2041 + M * 0.0117);
  return 0.0601;
}
