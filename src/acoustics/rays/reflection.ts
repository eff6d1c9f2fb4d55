/**
 * What a boundary sends back of a plane wave: the factor R of the pressure, by grazing angle β, for a time factor e^{+iωt}.
 *
 *   vacuum: R = −1        rigid: R = 1        table: R = |R| e^{iφ}, linear in β                                  (1)
 *   half-space, with m = ρ_b/ρ_w and slownesses in place of wave numbers:
 *     k_x = cos β / c,   γ_w = sin β / c,   k_p = (1 − iδ_p)/c_p,   k_s = (1 − iδ_s)/c_s,   δ = α / (40 π log₁₀ e)     (2)
 *     γ = √(k² − k_x²), Im γ ≤ 0: what enters fades with depth                                                     (3)
 *     E = 1 for a fluid,   E = ((k_s² − 2 k_x²)² + 4 k_x² γ_p γ_s) / k_s⁴ for a solid                              (4)
 *     R = (m E γ_w − γ_p) / (m E γ_w + γ_p)                                                                        (5)
 *   rough: R exp(−2 (k σ sin β)²), k = ω/c                                                                         (6)  coherent part
 *
 * α in dB per wavelength. ρ_w = 1000 kg/m³: densities are relative to that, as the environment files of the field have it.
 * Valid: plane waves on a boundary that is flat over a wavelength; (6) for heights of a normal distribution without shadows.
 * Left out: layers under the boundary, the lateral shift of a beam and its head wave, what a rough boundary scatters.
 * Source: [JensenKuperman2011], chapter 1; test: reflection.test.ts, with closed forms at its limits.
 */
import { asin, cos, exp, sin } from "../../math/index.ts";
import type { BeyondBoundary } from "./ray-case.ts";

/** Density of the water that the densities of half-spaces are meant against. */
export const WATER_DENSITY_KGPM3 = 1000;
/** (2): δ per dB and wavelength. */
const LOSS = 1 / (40 * Math.PI * Math.LOG10E);

const VACUUM = 0;
const RIGID = 1;
const FLUID = 2;
const SOLID = 3;
const TABLE = 4;

/** Real and imaginary part; holds nothing between calls. */
const root = new Float64Array(2);

/** One medium beyond a boundary, made ready. */
export class Reflector {
  readonly #kind: number;
  readonly #density: number;
  /** k_p² and k_s² of (2). */
  readonly #kp2re: number = 0;
  readonly #kp2im: number = 0;
  readonly #ks2re: number = 0;
  readonly #ks2im: number = 0;
  readonly #grazing_rad: Float64Array = new Float64Array(0);
  readonly #magnitude: Float64Array = new Float64Array(0);
  readonly #phase_rad: Float64Array = new Float64Array(0);
  /** 2 (ω σ)² of (6). */
  readonly #roughness: number;

  constructor(beyond: BeyondBoundary, roughness_m: number, frequency_Hz: number) {
    const kSigma = 2 * Math.PI * frequency_Hz * roughness_m;
    this.#roughness = 2 * kSigma * kSigma;
    this.#density = 1;
    if (beyond.model === "vacuum") this.#kind = VACUUM;
    else if (beyond.model === "rigid") this.#kind = RIGID;
    else if (beyond.model === "table") {
      this.#kind = TABLE;
      this.#grazing_rad = Float64Array.from(beyond.grazing_rad);
      this.#magnitude = Float64Array.from(beyond.magnitude);
      this.#phase_rad = Float64Array.from(beyond.phase_rad);
    } else {
      this.#kind = beyond.shearSpeed_mps > 0 ? SOLID : FLUID;
      this.#density = beyond.density_kgpm3 / WATER_DENSITY_KGPM3;
      const kp = 1 / beyond.soundSpeed_mps;
      const dp = LOSS * beyond.attenuation_dBpWavelength;
      this.#kp2re = kp * kp * (1 - dp * dp);
      this.#kp2im = -2 * kp * kp * dp;
      if (this.#kind === SOLID) {
        const ks = 1 / beyond.shearSpeed_mps;
        const ds = LOSS * beyond.shearAttenuation_dBpWavelength;
        this.#ks2re = ks * ks * (1 - ds * ds);
        this.#ks2im = -2 * ks * ks * ds;
      }
    }
  }

  /** Real and imaginary part of R to out[o], out[o + 1]; sine[i] = sin β, sine[i + 1] = c in the water at the boundary. */
  reflectionInto(out: Float64Array, o: number, sine: Float64Array, i: number): void {
    const sinB = sine[i];
    const c = sine[i + 1];
    const kind = this.#kind;
    if (kind === VACUUM) {
      out[o] = -1;
      out[o + 1] = 0;
    } else if (kind === RIGID) {
      out[o] = 1;
      out[o + 1] = 0;
    } else if (kind === TABLE) this.#fromTable(out, o, sinB);
    else this.#fromHalfSpace(out, o, sinB, c);
    if (this.#roughness > 0) {
      const loss = exp((-this.#roughness * sinB * sinB) / (c * c)); // (6)
      out[o] *= loss;
      out[o + 1] *= loss;
    }
  }

  #fromTable(out: Float64Array, o: number, sinB: number): void {
    const angles = this.#grazing_rad;
    const beta = asin(Math.min(1, sinB));
    const last = angles.length - 1;
    let k = 0;
    while (k < last - 1 && beta >= angles[k + 1]) k++;
    let share = last === 0 ? 0 : (beta - angles[k]) / (angles[k + 1] - angles[k]);
    share = Math.min(1, Math.max(0, share));
    const next = Math.min(k + 1, last);
    const magnitude = this.#magnitude[k] + share * (this.#magnitude[next] - this.#magnitude[k]);
    const phase = this.#phase_rad[k] + share * (this.#phase_rad[next] - this.#phase_rad[k]);
    out[o] = magnitude * cos(phase);
    out[o + 1] = magnitude * sin(phase);
  }

  #fromHalfSpace(out: Float64Array, o: number, sinB: number, c: number): void {
    const kx2 = Math.max(0, 1 - sinB * sinB) / (c * c);
    const gw = (this.#density * sinB) / c;
    root[0] = this.#kp2re - kx2;
    root[1] = this.#kp2im;
    takeRoot(); // (3)
    const gpRe = root[0];
    const gpIm = root[1];
    let aRe = gw;
    let aIm = 0;
    if (this.#kind === SOLID) {
      const sRe = this.#ks2re;
      const sIm = this.#ks2im;
      root[0] = sRe - kx2;
      root[1] = sIm;
      takeRoot();
      // (4): the square of k_s² − 2 k_x², then the product of both γ.
      const uRe = sRe - 2 * kx2;
      const nRe = uRe * uRe - sIm * sIm + 4 * kx2 * (gpRe * root[0] - gpIm * root[1]);
      const nIm = 2 * uRe * sIm + 4 * kx2 * (gpRe * root[1] + gpIm * root[0]);
      const dRe = sRe * sRe - sIm * sIm;
      const dIm = 2 * sRe * sIm;
      const d2 = dRe * dRe + dIm * dIm;
      aRe = (gw * (nRe * dRe + nIm * dIm)) / d2;
      aIm = (gw * (nIm * dRe - nRe * dIm)) / d2;
    }
    // (5)
    const nRe = aRe - gpRe;
    const nIm = aIm - gpIm;
    const dRe = aRe + gpRe;
    const dIm = aIm + gpIm;
    const d2 = dRe * dRe + dIm * dIm;
    if (d2 === 0) {
      // At β = 0 on the speed of the bottom itself both vanish: grazing waves are turned over.
      out[o] = -1;
      out[o + 1] = 0;
      return;
    }
    out[o] = (nRe * dRe + nIm * dIm) / d2;
    out[o + 1] = (nIm * dRe - nRe * dIm) / d2;
  }
}

/** a + ib in `root`, b ≤ 0, becomes its root with real part ≥ 0 and imaginary part ≤ 0. */
function takeRoot(): void {
  const a = root[0];
  const b = root[1];
  const modulus = Math.sqrt(a * a + b * b);
  const large = Math.sqrt(0.5 * (modulus + Math.abs(a)));
  const small = large === 0 ? 0 : (0.5 * Math.abs(b)) / large;
  root[0] = a >= 0 ? large : small;
  root[1] = a >= 0 ? -small : -large;
}
