/**
 * Speed of sound in water, by four published formulas.
 *
 * unesco, of Chen and Millero, from salinity, temperature and pressure (P in bar, T on IPTS-68):
 *
 *   c = C_w(T, P) + A(T, P) S + B(T, P) S^1.5 + D(P) S²                                              (1)
 *
 * mackenzie, medwin and leroy, from salinity, temperature and depth (z in m, φ latitude in degrees):
 *
 *   c = 1448.96 + 4.591 T − 5.304e-2 T² + 2.374e-4 T³ + 1.340 (S − 35) + 1.630e-2 z
 *       + 1.675e-7 z² − 1.025e-2 T (S − 35) − 7.139e-13 T z³                                         (2)
 *   c = 1449.2 + 4.6 T − 0.055 T² + 2.9e-4 T³ + (1.34 − 0.01 T)(S − 35) + 0.016 z                    (3)
 *   c = 1402.5 + 5 T − 5.44e-2 T² + 2.1e-4 T³ + 1.33 S − 1.23e-2 S T + 8.7e-5 S T² + 1.56e-2 z
 *       + 2.55e-7 z² − 7.3e-12 z³ + 1.2e-6 z (φ − 45) − 9.5e-13 T z³ + 3e-7 T² z + 1.43e-5 S z       (4)
 *
 * (2) to (4) do not depend on the scale of temperature beyond their own accuracy: 0.01 °C at 40 °C is 0.02 m/s.
 * φ in (4) is the distance from the equator: north and south are alike.
 *
 * Valid: as `valid` says beside each formula. Accuracy: (2) deviates by 0.07 m/s from its data, (4) by 0.2 m/s. (3) lies
 * within 0.26 m/s of the other three at the surface at a salinity of 35 from 2 to 30 °C (0.22 of (4)), within 1.2 m/s down to
 * 1000 m at salinities from 30 to 40, and within 1.5 m/s of (1) in its whole range up to a salinity of 40.
 * (2) is not for fresh water and brackish seas: it begins at a salinity of 25.
 * Left out: bubbles, which slow sound strongly near the surface; dispersion, which at these frequencies is nil.
 * Source: (1) [Fofonoff1983]; (2) [Mackenzie1981]; (3) [Medwin1975]; (4) [Leroy2008]. A widely copied program misses the
 * check value of (1), 1731.995 m/s, by 0.14 m/s; the test holds it.
 */
import { evaluate, type NamedFormula, SEAWATER, type SeawaterSample } from "./seawater.ts";

const DBAR_PER_BAR = 10;
const DEG_PER_RAD = 180 / Math.PI;

const { t68_degC, salinity_psu, pressure_dbar, depth_m, latitude_rad } = SEAWATER;

/** (1): out[o] in m/s. */
export function unescoSoundSpeedInto(out: Float64Array, o: number, water: Float64Array, i: number): void {
  const T = water[i + t68_degC];
  const S = water[i + salinity_psu];
  const P = water[i + pressure_dbar] / DBAR_PER_BAR;

  const Cw0 = 1402.388 + T * (5.03711 + T * (-5.80852e-2 + T * (3.342e-4 + T * (-1.478e-6 + T * 3.1464e-9))));
  const Cw1 = 0.153563 + T * (6.8982e-4 + T * (-8.1788e-6 + T * (1.3621e-7 - T * 6.1185e-10)));
  const Cw2 = 3.126e-5 + T * (-1.7107e-6 + T * (2.5974e-8 + T * (-2.5335e-10 + T * 1.0405e-12)));
  const Cw3 = -9.7729e-9 + T * (3.8504e-10 - T * 2.3643e-12);
  const Cw = Cw0 + P * (Cw1 + P * (Cw2 + P * Cw3));

  const A0 = 1.389 + T * (-1.262e-2 + T * (7.164e-5 + T * (2.006e-6 - T * 3.21e-8)));
  const A1 = 9.4742e-5 + T * (-1.258e-5 + T * (-6.4885e-8 + T * (1.0507e-8 - T * 2.0122e-10)));
  const A2 = -3.9064e-7 + T * (9.1041e-9 + T * (-1.6002e-10 + T * 7.988e-12));
  const A3 = 1.1e-10 + T * (6.649e-12 - T * 3.389e-13);
  const A = A0 + P * (A1 + P * (A2 + P * A3));

  const B = -1.922e-2 - T * 4.42e-5 + P * (7.3637e-5 + T * 1.7945e-7);
  const D = 1.727e-3 - P * 7.9836e-6;

  out[o] = Cw + S * (A + B * Math.sqrt(S) + D * S); // (1)
}

/** (2): out[o] in m/s. */
export function mackenzieSoundSpeedInto(out: Float64Array, o: number, water: Float64Array, i: number): void {
  const T = water[i + t68_degC];
  const S35 = water[i + salinity_psu] - 35;
  const z = water[i + depth_m];
  out[o] =
    1448.96 +
    T * (4.591 + T * (-5.304e-2 + T * 2.374e-4)) +
    S35 * (1.34 - 1.025e-2 * T) +
    z * (1.63e-2 + z * (1.675e-7 - 7.139e-13 * T * z));
}

/** (3): out[o] in m/s. */
export function medwinSoundSpeedInto(out: Float64Array, o: number, water: Float64Array, i: number): void {
  const T = water[i + t68_degC];
  const S35 = water[i + salinity_psu] - 35;
  out[o] = 1449.2 + T * (4.6 + T * (-0.055 + T * 2.9e-4)) + S35 * (1.34 - 0.01 * T) + 0.016 * water[i + depth_m];
}

/** (4): out[o] in m/s. */
export function leroySoundSpeedInto(out: Float64Array, o: number, water: Float64Array, i: number): void {
  const T = water[i + t68_degC];
  const S = water[i + salinity_psu];
  const z = water[i + depth_m];
  const latitude_deg = Math.abs(water[i + latitude_rad]) * DEG_PER_RAD;
  out[o] =
    1402.5 +
    T * (5 + T * (-5.44e-2 + T * 2.1e-4)) +
    S * (1.33 + T * (-1.23e-2 + T * 8.7e-5)) +
    z * (1.56e-2 + 1.2e-6 * (latitude_deg - 45) + 3e-7 * T * T + 1.43e-5 * S) +
    z * z * (2.55e-7 - z * (7.3e-12 + 9.5e-13 * T));
}

export const SOUND_SPEED_MODELS = ["unesco", "mackenzie", "medwin", "leroy"] as const;
export type SoundSpeedModel = (typeof SOUND_SPEED_MODELS)[number];

/** The formulas by their names in files. */
export const soundSpeedFormulas: Readonly<Record<SoundSpeedModel, NamedFormula>> = Object.freeze({
  unesco: Object.freeze({
    into: unescoSoundSpeedInto,
    valid: { t68_degC: [0, 40], salinity_psu: [0, 40], pressure_dbar: [0, 10000] } as const,
    doc: "Chen and Millero as adopted by UNESCO, from pressure",
  }),
  mackenzie: Object.freeze({
    into: mackenzieSoundSpeedInto,
    valid: { t68_degC: [2, 30], salinity_psu: [25, 40], depth_m: [0, 8000] } as const,
    doc: "nine terms, from depth; deviates by 0.07 m/s from its data",
  }),
  medwin: Object.freeze({
    into: medwinSoundSpeedInto,
    valid: { t68_degC: [0, 35], salinity_psu: [0, 45], depth_m: [0, 1000] } as const,
    doc: "the short one, from depth; at the surface of the ocean within 0.26 m/s of the others, at 1000 m within 1.2 m/s",
  }),
  leroy: Object.freeze({
    into: leroySoundSpeedInto,
    valid: { t68_degC: [-2, 40], salinity_psu: [0, 42], depth_m: [0, 12000] } as const,
    doc: "all oceans and seas, from depth and latitude; within 0.2 m/s",
  }),
});

/** One value of a formula, for code that is not hot. */
export function soundSpeed_mps(model: SoundSpeedModel, sample: SeawaterSample): number {
  return evaluate(soundSpeedFormulas[model].into, sample);
}
