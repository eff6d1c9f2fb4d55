/**
 * cbrt, hypot, hypot3.
 *
 *   |x| = 8^k m,   1 ≤ m < 8,   z₀ ≈ m^(−1/3) from a table, e = 1 − m z₀³, |e| < 2⁻⁶·⁹         (1)
 *   z = z₀ (1 + e/3 + 2e²/9 + 14e³/81 + 35e⁴/243)   the series of (1 − e)^(−1/3)              (2)
 *   y = m z² rounded to a multiple of 2⁻²⁵,   ∛m ≈ y + δ + δ² z,   δ = (m − y³) z²/3           (3)
 *
 * With ∛m = y + d and z = 1/∛m, δ = d − d² z + d³ z²/3: hence (3), which leaves out terms of the order d³, below 2⁻⁷⁵.
 * y² has 52 bits and is exact, and so is y³ as a sum of two doubles.
 *
 *   h = √(x² + y² + z²),   s + e the exact sum in two doubles,   h ≈ √s + (s − (√s)² + e) / (2√s)  (4)
 *
 * The squares and (√s)² carry their rounding errors. Arguments beyond 2^±500 are scaled by powers of two, which is exact
 * except for parts far too small to count.
 *
 * Valid: every double; hypot is ∞ if any argument is infinite, even beside NaN, as in ECMAScript.
 * Source: Newton's method. Test: elementary.test.ts, against exact integer roots.
 */
import { cells, cellWords, LOWEST_EXPONENT, POWER_OF_TWO, SPLITTER, UPPER } from "./doubles.ts";
import * as tables from "./generated/tables.ts";

const CELLS = cells;
const WORDS = cellWords;
const UPPER_WORD = UPPER;
const POWER = POWER_OF_TWO;
const EXPONENT_0 = LOWEST_EXPONENT;
const INVERSE_CUBE_ROOT = tables.INVERSE_CUBE_ROOT;
const SPLIT = SPLITTER;
const COARSE = 201326592; // 1.5 · 2²⁷: rounds to a multiple of 2⁻²⁵

const SMALLEST_NORMAL = Number.MIN_VALUE * 4503599627370496; // 2^−1022
const TWO_POW_54 = 18014398509481984;
const TWO_POW_MINUS_18 = 1 / 262144;

const B1 = 1 / 3;
const B2 = 2 / 9;
const B3 = 14 / 81;
const B4 = 35 / 243;

export function cbrt(x: number): number {
  const io = CELLS;
  io[0] = x;
  cubeRoot();
  return io[3];
}

/** ∛ of cells[0]. */
function cubeRoot(): void {
  const x = CELLS[0];
  let size = Math.abs(x);
  let scale = 1;
  if (!(size >= SMALLEST_NORMAL && size < Number.POSITIVE_INFINITY)) {
    if (!(size > 0 && size < 1)) {
      CELLS[3] = x; // ±0, ±∞, NaN
      return;
    }
    size *= TWO_POW_54;
    scale = TWO_POW_MINUS_18;
  }
  // (1): exponent = 3 k + octave; the bias 1023 is a multiple of 3, and 21846 / 2¹⁶ is a third
  CELLS[0] = size;
  const word = WORDS[UPPER_WORD];
  const biased = word >> 20;
  const third = (biased * 21846) >> 16;
  const octave = biased - 3 * third;
  const k = third - 341;
  const m = size * POWER[EXPONENT_0 - 3 * k];
  const z0 = INVERSE_CUBE_ROOT[(octave << 6) | ((word >> 14) & 63)];

  // (2)
  const e = 1 - m * z0 * z0 * z0;
  const z = z0 + z0 * e * (B1 + e * (B2 + e * (B3 + e * B4)));

  // (3)
  const z2 = z * z;
  const y = m * z2 + COARSE - COARSE;
  const square = y * y;
  const sp = SPLIT * square;
  const s1 = sp - (sp - square);
  const delta = (m - s1 * y - (square - s1) * y) * z2 * B1;
  const root = (y + (delta + delta * delta * z)) * POWER[EXPONENT_0 + k] * scale;
  CELLS[3] = x < 0 ? -root : root;
}

/** Between these, squares neither overflow nor lose what counts. */
const LARGE = POWER[EXPONENT_0 + 500];
const SMALL = POWER[EXPONENT_0 - 400];
const DOWN = POWER[EXPONENT_0 - 600];
const UP = POWER[EXPONENT_0 + 600];

/** √(x² + y²), without overflow or loss on the way. */
export function hypot(x: number, y: number): number {
  const io = CELLS;
  io[0] = x;
  io[1] = y;
  io[2] = 0;
  norm();
  return io[3];
}

/** √(x² + y² + z²), without overflow or loss on the way. */
export function hypot3(x: number, y: number, z: number): number {
  const io = CELLS;
  io[0] = x;
  io[1] = y;
  io[2] = z;
  norm();
  return io[3];
}

/** (4) of cells[0], [1] and [2]. */
function norm(): void {
  let a = Math.abs(CELLS[0]);
  let b = Math.abs(CELLS[1]);
  let c = Math.abs(CELLS[2]);
  const largest = Math.max(a, b, c);
  let scale = 1;
  if (!(largest > SMALL && largest < LARGE)) {
    if (a === Number.POSITIVE_INFINITY || b === Number.POSITIVE_INFINITY || c === Number.POSITIVE_INFINITY) {
      CELLS[3] = Number.POSITIVE_INFINITY;
      return;
    }
    if (!(largest > 0)) {
      CELLS[3] = largest; // 0 or NaN
      return;
    }
    scale = largest >= LARGE ? UP : DOWN;
    a /= scale;
    b /= scale;
    c /= scale;
  }

  // Squares, and what their rounding lost
  const aa = a * a;
  const ap = SPLIT * a;
  const a1 = ap - (ap - a);
  const a2 = a - a1;
  const bb = b * b;
  const bp = SPLIT * b;
  const b1 = bp - (bp - b);
  const b2 = b - b1;
  const cc = c * c;
  const cp = SPLIT * c;
  const c1 = cp - (cp - c);
  const c2 = c - c1;
  const lost = a1 * a1 - aa + 2 * a1 * a2 + a2 * a2 + (b1 * b1 - bb + 2 * b1 * b2 + b2 * b2);

  // Their sum, and what its rounding lost
  const s1 = aa + bb;
  const t1 = s1 - aa;
  const e1 = aa - (s1 - t1) + (bb - t1);
  const s = s1 + cc;
  const t = s - s1;
  const e = s1 - (s - t) + (cc - t) + e1 + (lost + (c1 * c1 - cc + 2 * c1 * c2 + c2 * c2));

  const root = Math.sqrt(s);
  const rp = SPLIT * root;
  const r1 = rp - (rp - root);
  const r2 = root - r1;
  CELLS[3] = (root + (s - r1 * r1 - 2 * r1 * r2 - r2 * r2 + e) / (2 * root)) * scale;
}
