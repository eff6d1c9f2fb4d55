/**
 * Absorption of sound in water, in dB/km, by published formulas. f in kHz unless said otherwise, T in °C, z in m.
 *
 * Thorp's, of the frequency alone, in the forms that are in circulation:
 *
 *   thorp-3e-4        α = 0.11 f²/(1 + f²) + 44 f²/(4100 + f²) + 3e-4 f² + 0.003                     (1)
 *   thorp-jkps        the same with 0.0033 in place of 0.003                                        (1j)
 *   thorp-stojanovic  the same as (1) with 2.75e-4 f² in place of 3e-4 f²,           f ≥ 0.4         (1s)
 *                     α = 0.002 + 0.11 f²/(1 + f²) + 0.011 f²,                       f < 0.4         (1s′)
 *   thorp-1967        α = 1.0936 (0.1 f²/(1 + f²) + 40 f²/(4100 + f²) + 2.75e-4 f² + 0.003)          (2)  from dB/kyd
 *
 * (1j) is that of textbooks and of ray programs, (1s) that of network simulators. Between (1s) and (1s′) α jumps by 0.001 dB/km.
 *
 * The others are three sums of the same kind, two relaxations and the water's own viscosity:
 *
 *   α = A₁P₁ f₁f²/(f₁² + f²) + A₂P₂ f₂f²/(f₂² + f²) + A₃P₃ f²                                        (3)
 *        boric acid             magnesium sulphate     water
 *
 * francois-garrison (c = 1412 + 3.21 T + 1.19 S + 0.0167 z, θ = T + 273):
 *   A₁ = (8.86/c) 10^(0.78 pH − 5)       P₁ = 1                          f₁ = 2.8 √(S/35) 10^(4 − 1245/θ)
 *   A₂ = 21.44 (S/c)(1 + 0.025 T)        P₂ = 1 − 1.37e-4 z + 6.2e-9 z²  f₂ = 8.17·10^(8 − 1990/θ)/(1 + 0.0018 (S − 35))
 *   A₃ two cubics in T, joined at 20 °C  P₃ = 1 − 3.83e-5 z + 4.9e-10 z²
 * ainslie-mccolm (ζ = z/1000):
 *   A₁ = 0.106 e^((pH − 8)/0.56)         P₁ = 1                          f₁ = 0.78 √(S/35) e^(T/26)
 *   A₂ = 0.52 (1 + T/43)(S/35)           P₂ = e^(−ζ/6)                   f₂ = 42 e^(T/17)
 *   A₃ = 4.9e-4                          P₃ = e^(−(T/27 + ζ/17))
 * fisher-simmons, for S = 35 and pH 8 only (f in Hz, α in Np/m, θ = T + 273.1, P gauge pressure in atm):
 *   A₁ = 1.03e-8 + 2.36e-10 T − 5.22e-12 T²   P₁ = 1                             f₁ = 1320 θ e^(−1700/θ)
 *   A₂ = 5.62e-8 + 7.52e-10 T                 P₂ = 1 − 1.03e-3 P + 3.7e-7 P²     f₂ = 1.55e7 θ e^(−3052/θ)
 *   A₃ = (55.9 − 2.37 T + 4.77e-2 T² − 3.48e-4 T³)e-15   P₃ = 1 − 3.84e-4 P + 7.57e-8 P²
 *
 * Valid: as `valid` says beside each. In fresh water the two acids are gone: at 33 kHz Thorp is then 34 times too high;
 * francois-garrison and ainslie-mccolm, at S = 0, keep the viscosity of the water, which is right.
 * Left out: bubbles, sediment, scattering.
 * Source: (1), (2) [Thorp1967], (1) as it is commonly rounded; (1j) [JensenKuperman2011]; (1s) [Stojanovic2007], with the switch to
 * (1s′) as [Ns3Uan] has it; [FrancoisGarrison1982]; [AinslieMcColm1998];
 * [FisherSimmons1977], whose f₁ one public transcription has with 1315 in place of 1320.
 */
import { exp } from "../../math/index.ts";
import { evaluate, type NamedFormula, SEAWATER, type SeawaterSample } from "./seawater.ts";

const KHZ_PER_HZ = 1e-3;
const DB_PER_KM_PER_NP_PER_M = 8686;
const DBAR_PER_ATM = 10.1325;
/** At and above it (1s) holds, below it (1s′). */
const STOJANOVIC_SWITCH_KHZ = 0.4;
const LN10 = Math.LN10;

const { t68_degC, salinity_psu, pressure_dbar, depth_m, pH, frequency_Hz } = SEAWATER;

/** Exponents in, powers of e out; holds nothing between calls. */
const E = new Float64Array(5);

/** E[k] = e^E[k], the first `count`. One call of exp in a loop: of several in a row the compiler may leave one that boxes. */
function exponentials(count: number): void {
  for (let k = 0; k < count; k++) E[k] = exp(E[k]);
}

/** (1): out[o] in dB/km. */
export function thorp3e4Into(out: Float64Array, o: number, water: Float64Array, i: number): void {
  const f = water[i + frequency_Hz] * KHZ_PER_HZ;
  const f2 = f * f;
  out[o] = (0.11 * f2) / (1 + f2) + (44 * f2) / (4100 + f2) + 3e-4 * f2 + 0.003;
}

/** (1j): out[o] in dB/km. */
export function thorpJkpsInto(out: Float64Array, o: number, water: Float64Array, i: number): void {
  const f = water[i + frequency_Hz] * KHZ_PER_HZ;
  const f2 = f * f;
  out[o] = (0.11 * f2) / (1 + f2) + (44 * f2) / (4100 + f2) + 3e-4 * f2 + 0.0033;
}

/** (1s), and (1s′) below STOJANOVIC_SWITCH_KHZ: out[o] in dB/km. */
export function thorpStojanovicInto(out: Float64Array, o: number, water: Float64Array, i: number): void {
  const f = water[i + frequency_Hz] * KHZ_PER_HZ;
  const f2 = f * f;
  const boric = (0.11 * f2) / (1 + f2);
  out[o] =
    f < STOJANOVIC_SWITCH_KHZ
      ? 0.002 + boric + 0.011 * f2 // (1s′)
      : boric + (44 * f2) / (4100 + f2) + 2.75e-4 * f2 + 0.003; // (1s)
}

/** (2): out[o] in dB/km. */
export function thorp1967Into(out: Float64Array, o: number, water: Float64Array, i: number): void {
  const f = water[i + frequency_Hz] * KHZ_PER_HZ;
  const f2 = f * f;
  out[o] = 1.0936 * ((0.1 * f2) / (1 + f2) + (40 * f2) / (4100 + f2) + 2.75e-4 * f2 + 0.003);
}

/** (3) after Francois and Garrison: out[o] in dB/km. */
export function francoisGarrisonInto(out: Float64Array, o: number, water: Float64Array, i: number): void {
  const f = water[i + frequency_Hz] * KHZ_PER_HZ;
  const T = water[i + t68_degC];
  const S = water[i + salinity_psu];
  const z = water[i + depth_m];
  const f2 = f * f;
  const theta = 273 + T;
  const c = 1412 + 3.21 * T + 1.19 * S + 0.0167 * z;
  E[0] = LN10 * (0.78 * water[i + pH] - 5);
  E[1] = LN10 * (4 - 1245 / theta);
  E[2] = LN10 * (8 - 1990 / theta);
  exponentials(3);

  // Boric acid; without salt there is none, and its frequency would be 0.
  let boric = 0;
  if (S !== 0) {
    const A1 = (8.86 / c) * E[0];
    const f1 = 2.8 * Math.sqrt(S / 35) * E[1];
    boric = (A1 * f1 * f2) / (f1 * f1 + f2);
  }
  // Magnesium sulphate
  const A2 = 21.44 * (S / c) * (1 + 0.025 * T);
  const P2 = 1 + z * (-1.37e-4 + z * 6.2e-9);
  const fm = (8.17 * E[2]) / (1 + 0.0018 * (S - 35));
  const sulphate = (A2 * P2 * fm * f2) / (fm * fm + f2);
  // Water
  const A3 =
    T <= 20
      ? 4.937e-4 + T * (-2.59e-5 + T * (9.11e-7 - T * 1.5e-8))
      : 3.964e-4 + T * (-1.146e-5 + T * (1.45e-7 - T * 6.5e-10));
  const P3 = 1 + z * (-3.83e-5 + z * 4.9e-10);

  out[o] = boric + sulphate + A3 * P3 * f2;
}

/** (3) after Ainslie and McColm: out[o] in dB/km. */
export function ainslieMcColmInto(out: Float64Array, o: number, water: Float64Array, i: number): void {
  const f = water[i + frequency_Hz] * KHZ_PER_HZ;
  const T = water[i + t68_degC];
  const S = water[i + salinity_psu];
  const zeta = water[i + depth_m] / 1000;
  const f2 = f * f;
  E[0] = (water[i + pH] - 8) / 0.56;
  E[1] = T / 26;
  E[2] = -zeta / 6;
  E[3] = T / 17;
  E[4] = -(T / 27 + zeta / 17);
  exponentials(5);

  let boric = 0;
  if (S !== 0) {
    const f1 = 0.78 * Math.sqrt(S / 35) * E[1];
    boric = (0.106 * E[0] * f1 * f2) / (f1 * f1 + f2);
  }
  const fm = 42 * E[3];
  const sulphate = (0.52 * (1 + T / 43) * (S / 35) * E[2] * fm * f2) / (fm * fm + f2);

  out[o] = boric + sulphate + 4.9e-4 * f2 * E[4];
}

/** (3) after Fisher and Simmons: out[o] in dB/km. */
export function fisherSimmonsInto(out: Float64Array, o: number, water: Float64Array, i: number): void {
  const f = water[i + frequency_Hz];
  const T = water[i + t68_degC];
  const P = water[i + pressure_dbar] / DBAR_PER_ATM;
  const f2 = f * f;
  const theta = T + 273.1;
  E[0] = -1700 / theta;
  E[1] = -3052 / theta;
  exponentials(2);

  const A1 = 1.03e-8 + T * (2.36e-10 - T * 5.22e-12);
  const f1 = 1320 * theta * E[0];
  const A2 = 5.62e-8 + T * 7.52e-10;
  const fm = 1.55e7 * theta * E[1];
  const P2 = 1 + P * (-1.03e-3 + P * 3.7e-7);
  const A3 = (55.9 + T * (-2.37 + T * (4.77e-2 - T * 3.48e-4))) * 1e-15;
  const P3 = 1 + P * (-3.84e-4 + P * 7.57e-8);

  const nepers = (A1 * f1 * f2) / (f1 * f1 + f2) + (A2 * P2 * fm * f2) / (fm * fm + f2) + A3 * P3 * f2;
  out[o] = DB_PER_KM_PER_NP_PER_M * nepers;
}

export const ABSORPTION_MODELS = [
  "francois-garrison",
  "ainslie-mccolm",
  "fisher-simmons",
  "thorp-3e-4",
  "thorp-stojanovic",
  "thorp-jkps",
  "thorp-1967",
] as const;
export type AbsorptionModel = (typeof ABSORPTION_MODELS)[number];

/** Thorp's water: he measured near 4 °C and 1 km down, and names no other. */
const THORP_VALID = { frequency_Hz: [100, 50e3], salinity_psu: [30, 40] } as const;

/** The formulas by their names in files. */
export const absorptionFormulas: Readonly<Record<AbsorptionModel, NamedFormula>> = Object.freeze({
  "francois-garrison": Object.freeze({
    into: francoisGarrisonInto,
    valid: { frequency_Hz: [200, 1e6], t68_degC: [-2, 22], salinity_psu: [30, 35], depth_m: [0, 5000] } as const,
    doc: "within 5 % in its range, and the reference of the others",
  }),
  "ainslie-mccolm": Object.freeze({
    into: ainslieMcColmInto,
    valid: {
      frequency_Hz: [100, 1e6],
      t68_degC: [-6, 35],
      salinity_psu: [5, 50],
      pH: [7.7, 8.3],
      depth_m: [0, 7000],
    } as const,
    doc: "within 10 % of Francois and Garrison",
  }),
  "fisher-simmons": Object.freeze({
    into: fisherSimmonsInto,
    valid: { salinity_psu: [35, 35], pH: [8, 8] } as const,
    doc: "for a salinity of 35 and pH 8 only",
  }),
  "thorp-3e-4": Object.freeze({ into: thorp3e4Into, valid: THORP_VALID, doc: "of the frequency alone" }),
  "thorp-stojanovic": Object.freeze({
    into: thorpStojanovicInto,
    valid: THORP_VALID,
    doc: "of the frequency alone, as network simulators have it",
  }),
  "thorp-jkps": Object.freeze({
    into: thorpJkpsInto,
    valid: THORP_VALID,
    doc: "of the frequency alone, as ray programs have it",
  }),
  "thorp-1967": Object.freeze({ into: thorp1967Into, valid: THORP_VALID, doc: "as first published, per kiloyard" }),
});

/** One value of a formula, for code that is not hot. Frequency in Hz, as everywhere. */
export function absorption_dBpkm(model: AbsorptionModel, sample: SeawaterSample): number {
  return evaluate(absorptionFormulas[model].into, sample);
}
