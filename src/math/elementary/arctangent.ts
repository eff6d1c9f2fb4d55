/**
 * atan and atan2.
 *
 *   q = smaller / larger of |y| and |x|,   c = q rounded to a multiple of 1/64                    (1)
 *   atan q = atan c + atan t,   t = (smaller − c larger) / (larger + c smaller),   |t| ≤ 1/128     (2)
 *   atan t ≈ t − t³/3 + t⁵/5 − … + t¹³/13;   q < 1/16 takes the place of t, with c = 0           (3)
 *
 * and the quadrant adds or subtracts from 0, π/2 or π. atan x is the same with y = x, x = 1. atan c, π/2 and π are sums of
 * two doubles. c has 7 bits, so that the numerator of (2) is exact; below 1/16 the remainder of the division q is carried
 * along. (3) leaves out less than 2⁻⁵⁹·⁹ t.
 *
 * Valid: every double; signs of zeros and infinities as in ECMAScript.
 * Source: the addition theorem of the tangent. Test: elementary.test.ts.
 */
import { cells, LOWEST_EXPONENT, POWER_OF_TWO, SPLITTER, TO_26_BITS, TO_INTEGER } from "./doubles.ts";
import * as tables from "./generated/tables.ts";

const CELLS = cells;
const TABLE = tables.ARCTANGENT;
const HALF_PI_HIGH = tables.HALF_PI_HIGH;
const HALF_PI_LOW = tables.HALF_PI_LOW;
const PI_HIGH = tables.PI_HIGH;
const PI_LOW = tables.PI_LOW;
const INTEGER = TO_INTEGER;
const COARSE = TO_26_BITS;
const SPLIT = SPLITTER;

const STEP = 1 / 64;
const EIGHTH_TURN = 0.25 * PI_HIGH;
const THREE_EIGHTHS_TURN = 0.75 * PI_HIGH;
/** Below, c = 0. */
const DIRECT = 1 / 16;
const A3 = -1 / 3;
const A5 = 1 / 5;
const A7 = -1 / 7;
const A9 = 1 / 9;
const A11 = -1 / 11;
const A13 = 1 / 13;

/** 2⁻³⁰: below, x³/3 is less than a hundredth of a last place of x. */
const TINY = 9.313225746154785e-10;
const LARGE = POWER_OF_TWO[LOWEST_EXPONENT + 500];
const SMALL = POWER_OF_TWO[LOWEST_EXPONENT - 500];
const DOWN = POWER_OF_TWO[LOWEST_EXPONENT - 600];
const UP = POWER_OF_TWO[LOWEST_EXPONENT + 600];
const TWO_POW_MINUS_60 = POWER_OF_TWO[LOWEST_EXPONENT - 60];

export function atan(x: number): number {
  const io = CELLS;
  io[0] = x;
  arctangent();
  return io[3];
}

export function atan2(y: number, x: number): number {
  const io = CELLS;
  io[0] = y;
  io[1] = x;
  arctangentOfTwo();
  return io[3];
}

/** atan of cells[0]. */
function arctangent(): void {
  const x = CELLS[0];
  const size = Math.abs(x);
  if (size < TINY) {
    CELLS[3] = x;
    return;
  }

  // (1), (2); q itself is t where it is small enough, with j = 0
  const flat = size <= 1;
  const q = flat ? size : 1 / size;
  let j = 0;
  let t = q;
  if (q >= DIRECT) {
    const rounded = q * 64 + INTEGER - INTEGER;
    const c = rounded * STEP;
    j = rounded << 1;
    if (flat) {
      t = (size - c) / (1 + c * size);
    } else {
      const coarse = size + COARSE - COARSE;
      t = (1 - c * coarse - c * (size - coarse)) / (size + c);
    }
  }
  const z = t * t;
  const z2 = z * z;
  const tail = t * z * (A3 + z * A5 + z2 * (A7 + z * A9 + z2 * (A11 + z * A13)));

  const high = TABLE[j];
  const low = TABLE[j + 1] + (t + tail);
  let result = high + low;
  if (!flat) {
    const s = HALF_PI_HIGH - high;
    result = s + (HALF_PI_HIGH - s - high + (HALF_PI_LOW - low));
  }
  CELLS[3] = x < 0 ? -result : result;
}

/** The angle of the point with y = cells[0] and x = cells[1]. */
function arctangentOfTwo(): void {
  const y = CELLS[0];
  const x = CELLS[1];
  const ySize = Math.abs(y);
  const xSize = Math.abs(x);
  const steep = ySize > xSize;
  let larger = steep ? ySize : xSize;
  let smaller = steep ? xSize : ySize;
  if (!(larger < LARGE && smaller > SMALL)) {
    if (!(smaller > larger * TWO_POW_MINUS_60 && larger < Number.POSITIVE_INFINITY)) {
      limitOfAngle();
      return;
    }
    const scale = larger >= LARGE ? DOWN : UP;
    larger *= scale;
    smaller *= scale;
  }

  // (1), (2); q and its remainder are t and ρ where q is small enough
  const inverse = 1 / larger;
  const q = smaller * inverse;
  const lp = SPLIT * larger;
  const l1 = lp - (lp - larger);
  const l2 = larger - l1;
  let j = 0;
  let t = q;
  let rho = 0;
  if (q < DIRECT) {
    const qp = SPLIT * q;
    const q1 = qp - (qp - q);
    const q2 = q - q1;
    rho = (smaller - q1 * l1 - q1 * l2 - q2 * l1 - q2 * l2) * inverse;
  } else {
    const rounded = q * 64 + INTEGER - INTEGER;
    const c = rounded * STEP;
    j = rounded << 1;
    t = (smaller - c * l1 - c * l2) / (larger + c * smaller);
  }
  const z = t * t;
  const z2 = z * z;
  const tail = t * z * (A3 + z * A5 + z2 * (A7 + z * A9 + z2 * (A11 + z * A13)));

  // high + low is the angle from the nearer axis
  const fromAxis = TABLE[j];
  const high = fromAxis + t;
  const low = fromAxis - high + t + (TABLE[j + 1] + (rho + tail));
  let result = high + low;
  if (steep || x < 0) {
    const baseHigh = steep ? HALF_PI_HIGH : PI_HIGH;
    const baseLow = steep ? HALF_PI_LOW : PI_LOW;
    const outward = steep && x < 0 ? 1 : -1;
    const s = baseHigh + outward * high;
    result = s + (baseHigh - s + outward * high + (baseLow + outward * low));
  }
  CELLS[3] = y < 0 ? -result : result;
}

/** Zeros, infinities, NaN, and points so close to an axis that the distance no longer counts, except towards +x. */
function limitOfAngle(): void {
  const y = CELLS[0];
  const x = CELLS[1];
  if (Number.isNaN(x) || Number.isNaN(y)) {
    CELLS[3] = Number.NaN;
    return;
  }
  const backward = x < 0 || (x === 0 && 1 / x < 0);
  const negative = y < 0 || (y === 0 && 1 / y < 0);
  const ySize = Math.abs(y);
  const xSize = Math.abs(x);
  let result = PI_HIGH;
  if (ySize === Number.POSITIVE_INFINITY && xSize === Number.POSITIVE_INFINITY) {
    result = backward ? THREE_EIGHTHS_TURN : EIGHTH_TURN;
  } else if (ySize > xSize) {
    result = HALF_PI_HIGH;
  } else if (!backward) {
    result = ySize === 0 ? 0 : ySize / xSize;
  }
  CELLS[3] = negative ? -result : result;
}
