/**
 * Density of sea water: the international equation of state of 1980, EOS-80.
 *
 *   ρ(S, T, p) = ρ(S, T, 0) / (1 − p / K(S, T, p))                                    (1)  p in bar
 *   ρ(S, T, 0) = ρ_w(T) + b(T) S + c(T) S^1.5 + d S²                                   (2)  one atmosphere
 *   K(S, T, p) = K_0(S, T) + A(S, T) p + B(S, T) p²                                    (3)  secant bulk modulus, bar
 *
 * S practical salinity, T in °C on IPTS-68. The coefficients of the polynomials in T stand beside the lines below.
 *
 * Valid: S 0 … 42, T −2 … 40 °C, p 0 … 10,000 dbar, where its error is near 5e-3 kg/m³.
 * Left out: TEOS-10 and its absolute salinity (differs by up to 0.02 kg/m³ in the open ocean); dissolved matter other than
 * sea salt; bubbles.
 * Source: [Fofonoff1983], equations and check values; the coefficients agree with two public transcriptions.
 */
import { evaluate, type NamedFormula, SEAWATER } from "./seawater.ts";

const DBAR_PER_BAR = 10;

const { t68_degC, salinity_psu, pressure_dbar } = SEAWATER;

/** (1): out[o] = ρ in kg/m³ from t68_degC, salinity_psu and pressure_dbar of water[i ..]. */
export function densityInto(out: Float64Array, o: number, water: Float64Array, i: number): void {
  const T = water[i + t68_degC];
  const S = water[i + salinity_psu];
  const p = water[i + pressure_dbar] / DBAR_PER_BAR;
  const S32 = S * Math.sqrt(S);

  // (2)
  const rhoW =
    999.842594 + T * (6.793952e-2 + T * (-9.09529e-3 + T * (1.001685e-4 + T * (-1.120083e-6 + T * 6.536332e-9))));
  const b = 0.824493 + T * (-4.0899e-3 + T * (7.6438e-5 + T * (-8.2467e-7 + T * 5.3875e-9)));
  const c = -5.72466e-3 + T * (1.0227e-4 - T * 1.6546e-6);
  const rho0 = rhoW + b * S + c * S32 + 4.8314e-4 * S * S;

  // (3)
  const Kw = 19652.21 + T * (148.4206 + T * (-2.327105 + T * (1.360477e-2 - T * 5.155288e-5)));
  const K0 =
    Kw +
    S * (54.6746 + T * (-0.603459 + T * (1.09987e-2 - T * 6.167e-5))) +
    S32 * (7.944e-2 + T * (1.6483e-2 - T * 5.3009e-4));
  const A =
    3.239908 +
    T * (1.43713e-3 + T * (1.16092e-4 - T * 5.77905e-7)) +
    S * (2.2838e-3 + T * (-1.0981e-5 - T * 1.6078e-6)) +
    1.91075e-4 * S32;
  const B = 8.50935e-5 + T * (-6.12293e-6 + T * 5.2787e-8) + S * (-9.9348e-7 + T * (2.0816e-8 + T * 9.1697e-10));

  out[o] = rho0 / (1 - p / (K0 + p * (A + p * B))); // (1)
}

/** EOS-80 with its range, for `validity`. */
export const eos80: NamedFormula = Object.freeze({
  into: densityInto,
  valid: Object.freeze({ t68_degC: [-2, 40], salinity_psu: [0, 42], pressure_dbar: [0, 10000] } as const),
  doc: "EOS-80, error near 5e-3 kg/m³",
});

/** (1) for plain numbers. */
export function density_kgpm3(salinity_psu: number, t68_degC: number, pressure_dbar: number): number {
  return evaluate(densityInto, { salinity_psu, t68_degC, pressure_dbar });
}
