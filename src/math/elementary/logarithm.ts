/**
 * log, log1p, log2, log10.
 *
 *   x = 2^k m,   0.705 ≤ m < 1.41                                              (1)
 *   m c = 1 + r,   |r| < 2⁻⁷·⁹                                                 (2)  c ≈ 1/m, 14 bits, from a table
 *   ln x = k ln 2 − ln c + ln(1 + r)                                           (3)
 *   ln(1 + r) ≈ r − r²/2 + r³/3 − … − r⁸/8                                     (4)
 *   log₂ x = k + (ln x − k ln 2) / ln 2,   log₁₀ x = ln x / ln 10              (5)
 *
 * (2) is exact in two doubles, since m is cut into 27 and 26 bits before it meets the 14 of c. In (3), ln 2 and −ln c are
 * sums of a multiple of 2⁻⁴² and a rest; k times the one plus the other is exact. Around 1, c = 1 and −ln c = 0, so that
 * nothing cancels there. (4) leaves out less than 2⁻⁶⁴ r. In (5) the product with the constant is kept in two doubles.
 *
 * Valid: every double; below 0 NaN, at ±0 −∞ (log1p: at −1).
 * Source: the functional equation of the logarithm. Test: elementary.test.ts.
 */
import { cells, cellWords, LOWEST_EXPONENT, POWER_OF_TWO, SPLITTER, TO_26_BITS, UPPER } from "./doubles.ts";
import * as tables from "./generated/tables.ts";

const CELLS = cells;
const WORDS = cellWords;
const UPPER_WORD = UPPER;
const POWER = POWER_OF_TWO;
const EXPONENT_0 = LOWEST_EXPONENT;
const TABLE = tables.LOGARITHM;
const ORIGIN = tables.LOG_ORIGIN;
const LN2_1 = tables.LN2_1;
const LN2_2 = tables.LN2_2;
const LOG2_E_1 = tables.LOG2_E_1;
const LOG2_E_2 = tables.LOG2_E_2;
const LOG10_E_1 = tables.LOG10_E_1;
const LOG10_E_2 = tables.LOG10_E_2;
const COARSE = TO_26_BITS;
const SPLIT = SPLITTER;

const THIRD = 1 / 3;
const FIFTH = 1 / 5;
const SIXTH = 1 / 6;
const SEVENTH = 1 / 7;

/** Upper words of the smallest normal number and of infinity. */
const SMALLEST_NORMAL = 0x00100000;
const INFINITE = 0x7ff00000;
const TWO_POW_54 = 18014398509481984;
const TWO_POW_MINUS_54 = 1 / TWO_POW_54;
/** Below, (4) serves log1p directly. */
const TWO_POW_MINUS_8 = 1 / 256;

export function log(x: number): number {
  const io = CELLS;
  io[0] = x;
  naturalLog();
  return io[3];
}

export function log1p(x: number): number {
  const io = CELLS;
  io[0] = x;
  naturalLogOnePlus();
  return io[3];
}

export function log2(x: number): number {
  const io = CELLS;
  io[0] = x;
  binaryLog();
  return io[3];
}

export function log10(x: number): number {
  const io = CELLS;
  io[0] = x;
  decimalLog();
  return io[3];
}

// All below take x from cells[0] and leave the result in cells[3].

function naturalLog(): void {
  const x = CELLS[0];
  const word = WORDS[UPPER_WORD];
  if (word < SMALLEST_NORMAL || word >= INFINITE) {
    if (x > 0 && x < 1) {
      CELLS[0] = x * TWO_POW_54;
      CELLS[1] = 0;
      lnInTwo(-54);
    } else {
      limitOfLog();
    }
    return;
  }
  const k = (word - ORIGIN) >> 20;
  const j = 3 * (((word - ORIGIN) >> 13) & 127);
  const m = x * POWER[EXPONENT_0 - k];
  // (2): r + ρ = m c − 1
  const c = TABLE[j];
  const coarse = m + COARSE - COARSE;
  const a = coarse * c - 1;
  const b = (m - coarse) * c;
  const r = a + b;
  const rho = b - (r - a);
  const r2 = r * r;
  const tail = r2 * (r * THIRD - 0.5 + r2 * (r * FIFTH - 0.25 + r2 * (r * SEVENTH - SIXTH - r2 * 0.125))); // (4)
  // (3)
  const base = k * LN2_1 + TABLE[j + 1];
  const high = base + r;
  CELLS[3] = high + (base - high + r + (rho + (k * LN2_2 + TABLE[j + 2]) + tail));
}

/** Where no logarithm is a finite number; +∞ and NaN stay as they are. */
function limitOfLog(): void {
  const x = CELLS[0];
  if (x === 0) CELLS[3] = Number.NEGATIVE_INFINITY;
  else CELLS[3] = x < 0 ? Number.NaN : x;
}

/**
 * ln(x + ξ) + shift ln 2 for positive normal x = cells[0], and ξ = cells[1] of at most a last place of x. What the
 * double in cells[3] lacks goes to cells[4].
 */
function lnInTwo(shift: number): void {
  const word = WORDS[UPPER_WORD];
  const k = (word - ORIGIN) >> 20;
  const j = 3 * (((word - ORIGIN) >> 13) & 127);
  const scale = POWER[EXPONENT_0 - k];
  const m = CELLS[0] * scale;
  const c = TABLE[j];
  const coarse = m + COARSE - COARSE;
  const a = coarse * c - 1;
  const b = (m - coarse) * c;
  const r = a + b;
  const rho = b - (r - a) + CELLS[1] * scale * c;
  const r2 = r * r;
  const tail = r2 * (r * THIRD - 0.5 + r2 * (r * FIFTH - 0.25 + r2 * (r * SEVENTH - SIXTH - r2 * 0.125)));
  const whole = k + shift;
  const base = whole * LN2_1 + TABLE[j + 1];
  const high = base + r;
  const low = base - high + r + (rho - r * rho + (whole * LN2_2 + TABLE[j + 2]) + tail);
  const sum = high + low;
  CELLS[3] = sum;
  CELLS[4] = high - sum + low;
}

function naturalLogOnePlus(): void {
  const x = CELLS[0];
  const size = Math.abs(x);
  if (size < TWO_POW_MINUS_8) {
    const x2 = x * x;
    CELLS[3] =
      size < TWO_POW_MINUS_54
        ? x
        : x + x2 * (x * THIRD - 0.5 + x2 * (x * FIFTH - 0.25 + x2 * (x * SEVENTH - SIXTH - x2 * 0.125)));
    return;
  }
  const u = 1 + x;
  CELLS[0] = u;
  if (u > 0 && u < Number.POSITIVE_INFINITY) {
    CELLS[1] = x < 1 ? x - (u - 1) : 1 - (u - x);
    lnInTwo(0);
  } else {
    limitOfLog();
  }
}

function binaryLog(): void {
  const x = CELLS[0];
  let scaled = 0;
  const word = WORDS[UPPER_WORD];
  if (word < SMALLEST_NORMAL || word >= INFINITE) {
    if (!(x > 0 && x < 1)) {
      limitOfLog();
      return;
    }
    CELLS[0] = x * TWO_POW_54;
    scaled = 54;
  }
  const k = (WORDS[UPPER_WORD] - ORIGIN) >> 20;
  CELLS[1] = 0;
  lnInTwo(-k);
  // Product with 1 / ln 2: first is exact, second the rest
  const ln = CELLS[3];
  const p = SPLIT * ln;
  const ln1 = p - (p - ln);
  const first = ln1 * LOG2_E_1;
  const second = (ln - ln1) * LOG2_E_1 + ln * LOG2_E_2 + CELLS[4] * LOG2_E_1;
  const whole = k - scaled;
  const sum = whole + first;
  CELLS[3] = sum + (whole - sum + first + second); // (5)
}

function decimalLog(): void {
  const x = CELLS[0];
  const word = WORDS[UPPER_WORD];
  CELLS[1] = 0;
  if (word < SMALLEST_NORMAL || word >= INFINITE) {
    if (!(x > 0 && x < 1)) {
      limitOfLog();
      return;
    }
    CELLS[0] = x * TWO_POW_54;
    lnInTwo(-54);
  } else {
    lnInTwo(0);
  }
  // Product with 1 / ln 10: the first term is exact
  const ln = CELLS[3];
  const p = SPLIT * ln;
  const ln1 = p - (p - ln);
  CELLS[3] = ln1 * LOG10_E_1 + ((ln - ln1) * LOG10_E_1 + ln * LOG10_E_2 + CELLS[4] * LOG10_E_1); // (5)
}
