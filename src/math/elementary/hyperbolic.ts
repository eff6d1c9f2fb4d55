/**
 * sinh, cosh, tanh.
 *
 *   |x| = n ln 2 / 128 + r,   |r| ≤ ln 2 / 256,   E± = 2^(±n/128)               (1)
 *   eʳ − 1 = o + g,   o = r + r³/6 + r⁵/120,   g = r²/2 + r⁴/24                 (2)  odd and even part
 *   sinh |x| = ½ ((E₊ − E₋)(1 + g) + (E₊ + E₋) o)                              (3)
 *   cosh x   = ½ ((E₊ + E₋)(1 + g) + (E₊ − E₋) o)                              (4)
 *   tanh |x| = m / (m + 2),   m = e^(2|x|) − 1                                 (5)
 *   sinh x   ≈ x + x³/3! + … + x¹¹/11!,   |x| < 1/8                            (6)
 *
 * E± come from a table of two doubles each, so that all rounding before the last sum happens in small terms. (2) leaves
 * out r⁶/720, below 2⁻⁶⁰; (6) leaves out less than 2⁻⁶⁸ x. In (5) m and m + 2 are sums of two doubles and the quotient is
 * corrected once.
 *
 * Valid: every double. Beyond 40, e^(−x) no longer counts; tanh is ±1 beyond 22.
 * Source: the definitions. Test: elementary.test.ts, against integer arithmetic with 200 and more bits.
 */
import { cells, LOWEST_EXPONENT, POWER_OF_TWO, SPLITTER, TO_INTEGER } from "./doubles.ts";
import { expm1InTwo, scaledExp } from "./exponential.ts";
import * as tables from "./generated/tables.ts";

const CELLS = cells;
const STEPS_PER_UNIT = tables.STEPS_PER_UNIT;
const STEP_1 = tables.STEP_1;
const STEP_2 = tables.STEP_2;
const TWO_POW = tables.TWO_POW;
const POWER = POWER_OF_TWO;
const ORIGIN = LOWEST_EXPONENT;
const INTEGER = TO_INTEGER;
const SPLIT = SPLITTER;

const T3 = 1 / 6;
const T4 = 1 / 24;
const T5 = 1 / 120;
const T7 = 1 / 5040;
const T9 = 1 / 362880;
const T11 = 1 / 39916800;

/** 2⁻³⁰: below, x³/3 is less than a hundredth of a last place of x. */
const TINY = 9.313225746154785e-10;

const SINH = 0;
const COSH = 1;

export function sinh(x: number): number {
  const io = CELLS;
  io[0] = x;
  hyperbolicSine();
  return io[3];
}

export function cosh(x: number): number {
  const io = CELLS;
  io[0] = x;
  hyperbolicCosine();
  return io[3];
}

export function tanh(x: number): number {
  const io = CELLS;
  io[0] = x;
  hyperbolicTangent();
  return io[3];
}

function hyperbolicSine(): void {
  hyperbolic(SINH);
}

function hyperbolicCosine(): void {
  hyperbolic(COSH);
}

/** sinh or cosh of cells[0]. */
function hyperbolic(wanted: number): void {
  const x = CELLS[0];
  const size = Math.abs(x);
  if (wanted === SINH && size < 0.125) {
    if (size < TINY) {
      CELLS[3] = x;
      return;
    }
    const x2 = x * x;
    const x4 = x2 * x2;
    CELLS[3] = x + x * x2 * (T3 + x2 * T5 + x4 * (T7 + x2 * T9 + x4 * T11)); // (6)
    return;
  }
  const negative = x < 0 && wanted === SINH;
  if (!(size < 40)) {
    if (size <= 711) {
      CELLS[0] = size;
      CELLS[1] = 0;
      scaledExp(-1);
    } else {
      CELLS[3] = size * Number.POSITIVE_INFINITY; // or NaN
    }
    if (negative) CELLS[3] = -CELLS[3];
    return;
  }

  // (1), (2)
  const n = size * STEPS_PER_UNIT + INTEGER - INTEGER;
  const r = size - n * STEP_1 - n * STEP_2;
  const r2 = r * r;
  const o = r + r * r2 * (T3 + r2 * T5);
  const g = r2 * (0.5 + r2 * T4);

  // a and b are ½ E₊ and ½ E₋, with rests aRest and bRest
  const up = (n & 127) << 1;
  const upScale = POWER[ORIGIN - 1 + (n >> 7)];
  const a = TWO_POW[up] * upScale;
  const aRest = TWO_POW[up + 1] * upScale;
  const down = (-n & 127) << 1;
  const downScale = POWER[ORIGIN - 1 + (-n >> 7)];
  const b = TWO_POW[down] * downScale;
  const bRest = TWO_POW[down + 1] * downScale;

  if (wanted === SINH) {
    const s = a - b;
    const sum = s + (a - s - b + (aRest - bRest) + (s * g + (a + b) * o)); // (3)
    CELLS[3] = negative ? -sum : sum;
  } else {
    const s = a + b;
    CELLS[3] = s + (a - s + b + (aRest + bRest) + (s * g + (a - b) * o)); // (4)
  }
}

/** tanh of cells[0]. */
function hyperbolicTangent(): void {
  const x = CELLS[0];
  const size = Math.abs(x);
  if (!(size >= TINY && size < 22)) {
    CELLS[3] = size >= 22 ? (x < 0 ? -1 : 1) : x;
    return;
  }
  CELLS[0] = 2 * size;
  expm1InTwo();
  const m = CELLS[3];
  const mRest = CELLS[4];

  // d + dRest = m + 2
  const d = m + 2;
  const t = d - m;
  const dRest = m - (d - t) + (2 - t) + mRest;

  // (5), and one Newton step with the exact product of quotient and divisor
  const inverse = 1 / d;
  const q = m * inverse;
  const qp = SPLIT * q;
  const q1 = qp - (qp - q);
  const q2 = q - q1;
  const dp = SPLIT * d;
  const d1 = dp - (dp - d);
  const d2 = d - d1;
  const result = q + (m - q1 * d1 - q1 * d2 - q2 * d1 - q2 * d2 + (mRest - q * dRest)) * inverse;
  CELLS[3] = x < 0 ? -result : result;
}
