/**
 * pow: xʸ = e^(y ln x), with ln x to 2⁻⁶⁸.
 *
 *   |x| = 2^k m,   m c = 1 + r,   ln |x| = k ln 2 − ln c + ln(1 + r)           (1)  as in logarithm.ts, |r| < 2⁻⁷·⁹
 *   ln(1 + r) ≈ r − r²/2 + r³/3 − … + r⁹/9                                     (2)
 *
 * r and r² are exact sums of two doubles, k ln 2 − ln c has 90 bits behind the point, and (2) leaves out less than
 * 2⁻⁷⁵ r. Since |y ln x| stays below 746 where the result is finite, its absolute error is below 2⁻⁵⁸, or three hundredths
 * of a last place of the result; results that are doubles are therefore exact.
 * x² is x x, the most frequent case and correctly rounded.
 *
 * Valid: all doubles, special cases as in ECMAScript: pow(x, ±0) = 1 even for NaN, pow(±1, ±∞) = NaN.
 * Source: the functional equation. Test: elementary.test.ts, against integer arithmetic with 200 and more bits.
 */
import { cells, cellWords, LOWEST_EXPONENT, POWER_OF_TWO, SPLITTER, TO_26_BITS, UPPER } from "./doubles.ts";
import { scaledExp } from "./exponential.ts";
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
const COARSE = TO_26_BITS;
const SPLIT = SPLITTER;

const THIRD = 1 / 3;
const FIFTH = 1 / 5;
const SIXTH = 1 / 6;
const SEVENTH = 1 / 7;
const NINTH = 1 / 9;

const SMALLEST_NORMAL = Number.MIN_VALUE * 4503599627370496; // 2^−1022
const TWO_POW_54 = 18014398509481984;
/** Beyond this size of y every power of a double other than ±1 overflows or vanishes: |ln x| > 2⁻⁵⁴. */
const HUGE = POWER[EXPONENT_0 + 67];
const TWO_POW_53 = 9007199254740992;

export function pow(x: number, y: number): number {
  const io = CELLS;
  io[0] = x;
  io[1] = y;
  power();
  return io[3];
}

/** x = cells[0], y = cells[1]; the result goes to cells[3]. */
function power(): void {
  const x = CELLS[0];
  const y = CELLS[1];
  if (y === 2) CELLS[3] = x * x;
  else if (x > 0 && x < Number.POSITIVE_INFINITY && y > -HUGE && y < HUGE && y !== 0) powerOfPositive();
  else unusualPower();
}

/** Positive finite x, y below HUGE in size and not 0. */
function powerOfPositive(): void {
  const y = CELLS[1];
  let shift = 0;
  if (CELLS[0] < SMALLEST_NORMAL) {
    CELLS[0] *= TWO_POW_54;
    shift = 54;
  }
  const place = WORDS[UPPER_WORD] - ORIGIN;
  const exponent = place >> 20;
  const j = 3 * ((place >> 13) & 127);
  const k = exponent - shift;
  const m = CELLS[0] * POWER[EXPONENT_0 - exponent];

  // (1): r + ρ = m c − 1 exactly
  const c = TABLE[j];
  const coarse = m + COARSE - COARSE;
  const a = coarse * c - 1;
  const b = (m - coarse) * c;
  const r = a + b;
  const rho = b - (r - a);

  // r² = square + squareRest, and what (2) adds beyond it
  const r2 = r * r;
  const rp = SPLIT * r;
  const r1 = rp - (rp - r);
  const rr = r - r1;
  const squareRest = r1 * r1 - r2 + 2 * r1 * rr + rr * rr;
  const cubic = r * r2 * (THIRD - r * 0.25 + r2 * (FIFTH - r * SIXTH + r2 * (SEVENTH - r * 0.125 + r2 * NINTH)));

  // ln x = ln + lnRest, largest terms first; each sum keeps its rounding error
  const whole = k * LN2_1 + TABLE[j + 1];
  const s1 = whole + r;
  const e1 = whole - s1 + r;
  const half = -0.5 * r2;
  const s2 = s1 + half;
  const e2 = s1 - s2 + half;
  const tail = e1 + e2 + (rho - r * rho - 0.5 * squareRest + (k * LN2_2 + TABLE[j + 2]) + cubic);
  const ln = s2 + tail;
  const lnRest = s2 - ln + tail;

  // y ln x = product + its rest
  const product = y * ln;
  if (!(product < 710 && product > -746)) {
    CELLS[3] = product > 0 ? Number.POSITIVE_INFINITY : 0;
    return;
  }
  const yp = SPLIT * y;
  const y1 = yp - (yp - y);
  const y2 = y - y1;
  const lp = SPLIT * ln;
  const l1 = lp - (lp - ln);
  const l2 = ln - l1;
  CELLS[0] = product;
  CELLS[1] = y1 * l1 - product + y1 * l2 + y2 * l1 + y2 * l2 + y * lnRest;
  scaledExp(0);
}

/** What is left: x not positive or not finite, y 0, huge or not finite. */
function unusualPower(): void {
  const x = CELLS[0];
  const y = CELLS[1];
  if (y === 0) {
    CELLS[3] = 1;
    return;
  }
  if (Number.isNaN(x) || Number.isNaN(y)) {
    CELLS[3] = Number.NaN;
    return;
  }
  const size = Math.abs(x);
  const negative = x < 0 || (x === 0 && 1 / x < 0);
  // From 2⁵³ on every double is an even integer.
  const integral = Math.floor(y) === y;
  const odd = integral && Math.abs(y) < TWO_POW_53 && y - 2 * Math.floor(y / 2) === 1;
  if (size === 1 && Math.abs(y) === Number.POSITIVE_INFINITY) {
    CELLS[3] = Number.NaN;
  } else if (size === 0 || size === Number.POSITIVE_INFINITY || Math.abs(y) >= HUGE) {
    if (size !== 1) CELLS[3] = size > 1 === y > 0 ? Number.POSITIVE_INFINITY : 0;
    else CELLS[3] = 1;
  } else if (negative && !integral) {
    CELLS[3] = Number.NaN;
  } else {
    CELLS[0] = size;
    powerOfPositive();
  }
  if (negative && odd) CELLS[3] = -CELLS[3];
}
