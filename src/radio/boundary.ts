/**
 * What passes a plane boundary between two media, such as water and air, by polarisation and angle.
 *
 *   ε_c = ε − jσ/ω                                                                    (1)  complex permittivity
 *   k²  = ω² μ₀ ε_c,   k = β − jα                                                     (2)
 *   k_x = β₁ sin θ                                                                    (3)  common to both sides (Snell)
 *   k_z = √(k² − k_x²), Im k_z ≤ 0                                                    (4)  fields go as e^(−j k z)
 *   Y   = k_z (E across the plane of incidence),   Y = k_z / ε_c (H across it)         (5)  admittance, impedance
 *   Γ   = (Y₁ − Y₂)/(Y₁ + Y₂),   t = 1 + Γ                                            (6)  of the field that is across
 *   𝒯   = |t|² Re Y₂ / Re Y₁                                                          (7)  power through, per power that comes in
 *   L   = −10 lg 𝒯                                                                    (8)  dB
 *
 * Straight on, (6) is Γ = ∓(η₁ − η₂)/(η₁ + η₂) with the wave impedances η = √(μ₀/ε_c): exact, both polarisations alike.
 * θ is between the direction of the wave and the normal, on its own side. From water, a wave beyond 6.4° (√80 = 1/sin θ) stays below: 𝒯 is 0
 * without conduction, and small with it. The wave through goes off at ψ = atan(k_x / Re k_z2).
 *
 * In a medium that conducts, the wave that comes in and the one thrown back do not carry power independently of each other, so that
 * 𝒯 + |Γ|² is not 1 there; (7) is what reaches the other side by what would flow without the boundary. From air they sum to 1.
 * (3) is real: in a medium that conducts, the planes of equal amplitude lie along the boundary, as in a wave that has come in through it.
 * A wave that fades along its own direction and meets the boundary at a slant would reach it with all strengths, and the angle of what leaves
 * would have no meaning.
 *
 * Valid: a boundary that is flat over several wavelengths, far from the antennas.
 * Left out: waves and spray; the wave that creeps along the surface, and the near field.
 * Source: boundary conditions of Maxwell's equations, in the form of transmission lines. Test: boundary.test.ts.
 */
import { atan2, cos, log10, sin } from "../math/index.ts";
import { EPSILON_0_FPM, MEDIUM, MU_0_HPM } from "./medium.ts";

/** "across": E is across the plane of incidence (TE, horizontal); "in-plane": E lies in it (TM, vertical). */
export const POLARISATIONS = ["across", "in-plane"] as const;
export type Polarisation = (typeof POLARISATIONS)[number];

/** What `boundaryInto` writes: out[o + …]. */
export const BOUNDARY = {
  /** (6), of E for "across" and of H for "in-plane". */
  reflectionRe: 0,
  reflectionIm: 1,
  /** (7) */
  transmittance: 2,
  /** (8); Infinity where nothing passes. */
  loss_dB: 3,
  /** ψ, from the normal. */
  refraction_rad: 4,
} as const;
export const BOUNDARY_SIZE = 5;

/** Pairs re, im: k1², k2², k_1, k_z1, k_z2, ε_1, ε_2, Y1, Y2; then ω; holds nothing between calls. */
const C = new Float64Array(19);
const SQUARE1 = 0;
const SQUARE2 = 2;
const K1 = 4;
const KZ1 = 6;
const KZ2 = 8;
const E1 = 10;
const E2 = 12;
const Y1 = 14;
const Y2 = 16;
const OMEGA = 18;

/** C[o] becomes its root, for an imaginary part not above 0 and with one: a wave that fades as it goes. */
function root(o: number): void {
  const re = C[o];
  const im = C[o + 1];
  const size = Math.sqrt(re * re + im * im);
  const half = Math.sqrt((size + Math.abs(re)) / 2);
  const other = half === 0 ? 0 : Math.abs(im) / (2 * half);
  C[o] = re >= 0 ? half : other;
  C[o + 1] = re >= 0 ? -other : -half;
}

/** (1), (2) */
function mediumInto(epsilon: number, k2: number, medium: Float64Array, i: number): void {
  const omega = C[OMEGA];
  C[epsilon] = EPSILON_0_FPM * medium[i + MEDIUM.relativePermittivity];
  C[epsilon + 1] = -medium[i + MEDIUM.conductivity_Spm] / omega;
  C[k2] = omega * omega * MU_0_HPM * C[epsilon];
  C[k2 + 1] = omega * omega * MU_0_HPM * C[epsilon + 1];
}

/** (5) */
function admittanceInto(y: number, kz: number, epsilon: number, isInPlane: boolean): void {
  const re = C[kz];
  const im = C[kz + 1];
  if (!isInPlane) {
    C[y] = re;
    C[y + 1] = im;
    return;
  }
  const a = C[epsilon];
  const b = C[epsilon + 1];
  const square = a * a + b * b;
  C[y] = (re * a + im * b) / square;
  C[y + 1] = (im * a - re * b) / square;
}

/**
 * A wave from the medium from[f ..] (MEDIUM) towards to[t ..], angles[a] from the normal. The frequency is that of `from`.
 * The angle is 0 … π/2; at π/2, from air, nothing passes.
 */
export function boundaryInto(
  out: Float64Array,
  o: number,
  from: Float64Array,
  f: number,
  to: Float64Array,
  t: number,
  angles: Float64Array,
  a: number,
  isInPlane: boolean,
): void {
  C[OMEGA] = 2 * Math.PI * from[f + MEDIUM.frequency_Hz];
  const s = sin(angles[a]);
  const c = cos(angles[a]);
  mediumInto(E1, SQUARE1, from, f);
  mediumInto(E2, SQUARE2, to, t);

  // (3), (4); k_z1² as β² cos²θ − α² − 2jαβ, which keeps its digits at grazing angles
  C[K1] = C[SQUARE1];
  C[K1 + 1] = C[SQUARE1 + 1];
  root(K1);
  const beta = C[K1];
  const alpha = -C[K1 + 1];
  const kx = beta * s;
  C[KZ1] = beta * beta * c * c - alpha * alpha;
  C[KZ1 + 1] = C[SQUARE1 + 1];
  root(KZ1);
  C[KZ2] = C[SQUARE2] - kx * kx;
  C[KZ2 + 1] = C[SQUARE2 + 1];
  root(KZ2);
  admittanceInto(Y1, KZ1, E1, isInPlane);
  admittanceInto(Y2, KZ2, E2, isInPlane);

  // (6)
  const sumRe = C[Y1] + C[Y2];
  const sumIm = C[Y1 + 1] + C[Y2 + 1];
  const difRe = C[Y1] - C[Y2];
  const difIm = C[Y1 + 1] - C[Y2 + 1];
  const square = sumRe * sumRe + sumIm * sumIm;
  const re = (difRe * sumRe + difIm * sumIm) / square;
  const im = (difIm * sumRe - difRe * sumIm) / square;

  // (7), (8)
  const through = ((1 + re) * (1 + re) + im * im) * (C[Y2] / C[Y1]);
  const transmittance = through > 0 ? through : 0;
  out[o + BOUNDARY.reflectionRe] = re;
  out[o + BOUNDARY.reflectionIm] = im;
  out[o + BOUNDARY.transmittance] = transmittance;
  out[o + BOUNDARY.loss_dB] = 10 * log10(1 / transmittance);
  out[o + BOUNDARY.refraction_rad] = atan2(kx, C[KZ2]);
}
