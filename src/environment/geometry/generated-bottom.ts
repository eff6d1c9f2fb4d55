/**
 * A bottom made from a seed: octaves of gradient noise, each half as long as the one before.
 *
 *   D(p) = D_c + g · (p − c) + R Σₖ aₖ N(Qₖ p/λₖ + oₖ) / √(V Σₖ aₖ²),   λₖ = λ₀/2ᵏ,  aₖ = 2^(−kH)     (1)
 *   N(x) = Σ over the four lattice points l around x of  W(x₁ − l₁) W(x₂ − l₂) e_l · (x − l)          (2)
 *   W(u) = 1 − 10|u|³ + 15u⁴ − 6|u|⁵                                                               (3)
 *
 * e_l is a unit vector whose direction is a fixed scrambling of (seed, octave, lattice point), Qₖ a turn and oₖ a shift that
 * each octave has of its own, so that no lattice shows. The field is thus a function of the seed and the place alone: a
 * larger or finer map shows the same bottom. R is its rms height over the whole plane, since the mean square of (2) over a
 * lattice cell and over directions is
 *
 *   V = ½ ∫∫ Σ W²W²(x² + y²) = 4 ∫W² ∫u²W² = 4 · 181/462 · 535/18018 = 96835/2081079                  (4)
 *
 * a map of few λ₀ may have more or less. H is the Hurst exponent: rms differences over a distance d grow as d^H between the
 * shortest and the longest scale, so that small H is rough at all scales and H near 1 is smooth hills.
 *
 * The field is sampled at the nodes of a grid, and the bottom is that grid (height-grid), extended level outside.
 * Valid: shortest scale at least twice the spacing, or the grid cannot show it.
 * Left out: channels, ripples, sediment; whatever is not alike in all directions.
 * Source: (2) is gradient noise [Perlin1985] with the fifth-degree weights of [Perlin2002]; (4) is integrated here.
 */
import { philoxInto, RandomStream, STREAM_WORDS } from "../../core/index.ts";
import { pow, sinCosInto } from "../../math/index.ts";
import type { GridOfDepths } from "./height-grid.ts";

export interface Relief {
  readonly seed: number;
  /** R, rms height. */
  readonly relief_m: number;
  /** λ₀, size of the largest forms. */
  readonly longestScale_m: number;
  readonly octaves: number;
  /** H, between 0 and 1. */
  readonly hurst: number;
}

/** V of (4). */
const MEAN_SQUARE = 96835 / 2081079;
const TWO_PI = 2 * Math.PI;
const TWO_POW_32 = 4294967296;

/** Adds R Σ … of (1) to the depths of a grid. */
export function addRelief(grid: GridOfDepths, relief: Relief): void {
  const { relief_m, longestScale_m, octaves, hurst } = relief;
  const stream = new RandomStream({ campaign: relief.seed, run: 0 }, "bottom");
  const words = new Int32Array(STREAM_WORDS);
  const ratio = pow(2, -hurst);
  let squares = 0;
  let a = 1;
  for (let k = 0; k < octaves; k++, a *= ratio) squares += a * a;
  const scale_m = relief_m / Math.sqrt(MEAN_SQUARE * squares);
  a = 1;
  let wavelength_m = longestScale_m;
  for (let k = 0; k < octaves; k++, a *= ratio, wavelength_m /= 2) {
    const octave = new Octave(k, wavelength_m, scale_m * a, stream, words);
    octave.addTo(grid);
  }
}

class Octave {
  readonly #index: number;
  readonly #amplitude_m: number;
  /** Qₖ/λₖ as cosine and sine, oₖ. */
  readonly #turn = new Float64Array(4);
  readonly #key0: number;
  readonly #key1: number;

  constructor(index: number, wavelength_m: number, amplitude_m: number, stream: RandomStream, words: Int32Array) {
    this.#index = index;
    this.#amplitude_m = amplitude_m;
    this.#key0 = stream.uint32(words);
    this.#key1 = stream.uint32(words);
    sinCosInto(this.#turn, 0, TWO_PI * stream.uniform(words));
    this.#turn[0] /= wavelength_m;
    this.#turn[1] /= wavelength_m;
    this.#turn[2] = stream.uniform(words);
    this.#turn[3] = stream.uniform(words);
  }

  addTo(grid: GridOfDepths): void {
    const { rows, columns, spacing_m, origin_m, depths_m } = grid;
    const [s, c, shiftX, shiftY] = this.#turn;
    const [n0, e0] = origin_m;
    const n1 = n0 + (rows - 1) * spacing_m;
    const e1 = e0 + (columns - 1) * spacing_m;
    // The lattice points around the grid: turned, its corners lie farthest out.
    const xs = [c * n0 - s * e0, c * n0 - s * e1, c * n1 - s * e0, c * n1 - s * e1];
    const ys = [s * n0 + c * e0, s * n0 + c * e1, s * n1 + c * e0, s * n1 + c * e1];
    const x0 = Math.floor(Math.min(...xs) + shiftX) - 1;
    const y0 = Math.floor(Math.min(...ys) + shiftY) - 1;
    const across = Math.floor(Math.max(...ys) + shiftY) + 3 - y0;
    const directions = this.#directions(x0, y0, Math.floor(Math.max(...xs) + shiftX) + 3 - x0, across);
    for (let r = 0, k = 0; r < rows; r++) {
      const n = n0 + r * spacing_m;
      for (let q = 0; q < columns; q++, k++) {
        const e = e0 + q * spacing_m;
        const x = c * n - s * e + shiftX - x0;
        const y = s * n + c * e + shiftY - y0;
        depths_m[k] += this.#amplitude_m * noise(directions, across, x, y);
      }
    }
  }

  /** e_l of the lattice points from (x0, y0) on, two numbers each. */
  #directions(x0: number, y0: number, down: number, across: number): Float64Array {
    const out = new Float64Array(2 * down * across);
    const bits = new Int32Array(4);
    for (let i = 0, k = 0; i < down; i++) {
      for (let j = 0; j < across; j++, k += 2) {
        philoxInto(bits, 0, x0 + i, y0 + j, this.#index, 0, this.#key0, this.#key1);
        sinCosInto(out, k, (TWO_PI * (bits[0] >>> 0)) / TWO_POW_32);
      }
    }
    return out;
  }
}

/** (2); x, y counted from the first lattice point of the table. */
function noise(e: Float64Array, across: number, x: number, y: number): number {
  const i = Math.floor(x);
  const j = Math.floor(y);
  const u = x - i;
  const v = y - j;
  const k = 2 * (i * across + j);
  const m = k + 2 * across;
  const wu = u * u * u * (10 + u * (6 * u - 15)); // (3): 1 − W(u), which is W(1 − u)
  const wv = v * v * v * (10 + v * (6 * v - 15));
  const n00 = e[k] * u + e[k + 1] * v;
  const n01 = e[k + 2] * u + e[k + 3] * (v - 1);
  const n10 = e[m] * (u - 1) + e[m + 1] * v;
  const n11 = e[m + 2] * (u - 1) + e[m + 3] * (v - 1);
  const low = n00 + (n01 - n00) * wv;
  const high = n10 + (n11 - n10) * wv;
  return low + (high - low) * wu;
}
