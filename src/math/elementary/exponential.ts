/**
 * exp and expm1.
 *
 *   x = n ln 2 / 128 + r,   |r| ≤ ln 2 / 256,   n = 128 k + j,   0 ≤ j < 128     (1)
 *   eˣ = 2^k 2^(j/128) (1 + p),   p = eʳ − 1                                    (2)
 *   p ≈ r + r²/2 + r³/6 + r⁴/24 + r⁵/120                                      (3)
 *   eˣ − 1 ≈ x + x²/2 + … + x¹⁰/10!,   |x| < 1/16                              (4)
 *
 * 2^(j/128) is a table of two doubles each, so that all rounding before the last sum happens in terms 300 times smaller
 * than the result. (3) leaves out r⁶/720, below 2⁻⁶⁰. From 1/16 on, (2) minus 1 is precise enough for expm1; below, (4)
 * leaves out x¹¹/11!, less than 2⁻⁶⁴ x.
 *
 * Valid: every double. Results below 2^−1022 are rounded twice, which costs a quarter of a last place there.
 * Source: the definitions. Test: elementary.test.ts, against integer arithmetic with 200 and more bits.
 */
import { cells, LOWEST_EXPONENT, POWER_OF_TWO, TO_INTEGER } from "./doubles.ts";
import * as tables from "./generated/tables.ts";

const CELLS = cells;
const STEPS_PER_UNIT = tables.STEPS_PER_UNIT;
const STEP_1 = tables.STEP_1;
const STEP_2 = tables.STEP_2;
const TWO_POW = tables.TWO_POW;
const POWER = POWER_OF_TWO;
const ORIGIN = LOWEST_EXPONENT;
const INTEGER = TO_INTEGER;

const TWO_POW_MINUS_54 = 5.551115123125783e-17;

const T3 = 1 / 6;
const T4 = 1 / 24;
const T5 = 1 / 120;
const T6 = 1 / 720;
const T7 = 1 / 5040;
const T8 = 1 / 40320;
const T9 = 1 / 362880;
const T10 = 1 / 3628800;

export function exp(x: number): number {
  const io = CELLS;
  io[0] = x;
  exponential();
  return io[3];
}

export function expm1(x: number): number {
  const io = CELLS;
  io[0] = x;
  expm1InTwo();
  return io[3];
}

/** (2), from cells[0] to cells[3]. */
function exponential(): void {
  const x = CELLS[0];
  if (x > -708 && x < 709) {
    const n = x * STEPS_PER_UNIT + INTEGER - INTEGER;
    const r = x - n * STEP_1 - n * STEP_2;
    const r2 = r * r;
    const p = r + r2 * (0.5 + r * T3 + r2 * (T4 + r * T5));
    const j = (n & 127) << 1;
    const high = TWO_POW[j];
    CELLS[3] = (high + (TWO_POW[j + 1] + high * p)) * POWER[ORIGIN + (n >> 7)];
  } else if (x > 710) {
    CELLS[3] = Number.POSITIVE_INFINITY;
  } else if (x < -746) {
    CELLS[3] = 0;
  } else if (Number.isNaN(x)) {
    CELLS[3] = x;
  } else {
    CELLS[1] = 0;
    scaledExp(0);
  }
}

/**
 * 2^shift e^(x + ρ) with x = cells[0], −746 ≤ x ≤ 711, and ρ = cells[1] far below 1: exp near its ends, the ends of sinh
 * and cosh, and pow. Overflows to infinity and vanishes to 0 as it should.
 */
export function scaledExp(shift: number): void {
  const x = CELLS[0];
  const n = x * STEPS_PER_UNIT + INTEGER - INTEGER;
  const r = x - n * STEP_1 - n * STEP_2 + CELLS[1];
  const r2 = r * r;
  const p = r + r2 * (0.5 + r * T3 + r2 * (T4 + r * T5));
  const j = (n & 127) << 1;
  const k = (n >> 7) + shift;
  const high = TWO_POW[j];
  const y = high + (TWO_POW[j + 1] + high * p);
  if (k >= -1022 && k < 1024) {
    CELLS[3] = y * POWER[ORIGIN + k];
  } else {
    // In two exact factors and one rounding, where 2^k alone is not a double
    CELLS[3] = k > 0 ? y * 2 * POWER[ORIGIN + k - 1] : y * TWO_POW_MINUS_54 * POWER[ORIGIN + k + 54];
  }
}

/** eˣ − 1 for x = cells[0], as a double in cells[3] and what it lacks in cells[4]. */
export function expm1InTwo(): void {
  const x = CELLS[0];
  const size = Math.abs(x);
  let high = x;
  let low = 0;
  CELLS[4] = 0;
  if (size < 0.0625) {
    if (size < TWO_POW_MINUS_54) {
      CELLS[3] = x;
      return;
    }
    const x2 = x * x;
    const x4 = x2 * x2;
    low = x2 * (0.5 + x * T3 + x2 * (T4 + x * T5) + x4 * (T6 + x * T7 + x2 * (T8 + x * T9 + x2 * T10))); // (4)
  } else if (size < 40) {
    const n = x * STEPS_PER_UNIT + INTEGER - INTEGER;
    const r = x - n * STEP_1 - n * STEP_2;
    const r2 = r * r;
    const p = r + r2 * (0.5 + r * T3 + r2 * (T4 + r * T5));
    const j = (n & 127) << 1;
    const scale = POWER[ORIGIN + (n >> 7)];
    // a − 1 and its rounding error, whichever of a and 1 is larger
    const a = TWO_POW[j] * scale;
    high = a - 1;
    const t = high - a;
    low = a - (high - t) - (1 + t) + (TWO_POW[j + 1] * scale + a * p);
  } else {
    // The 1 is below a tenth of a last place, and so is e⁻⁴⁰ beside it.
    if (x < 0) CELLS[3] = -1;
    else exponential();
    return;
  }
  const sum = high + low;
  CELLS[3] = sum;
  CELLS[4] = high - sum + low;
}
