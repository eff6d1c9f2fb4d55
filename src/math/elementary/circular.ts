/**
 * sin, cos, tan.
 *
 *   x = k π/2 + r,   |r| ≤ π/4 (1 + 2⁻⁵⁰)                                      (1)
 *   sin r = r + r³ S(r²)                                                       (2)
 *   cos r = 1 − r²/2 + r⁴ C(r²)                                                (3)
 *   tan r = sin r / cos r,   tan(r + π/2) = −cos r / sin r                     (4)
 *
 * (1) π/2 is the sum of two pieces of 26 bits and a double P₃. With k below 2²⁶ the products with the pieces and the
 * differences are exact, so that the error of r is that of k P₃, 2⁻¹⁰⁶ k. Where this is not small against r, and for larger
 * x, quarter-turns.ts takes over. r is carried as r + ρ with ρ below half a last place of r.
 * (3) With s = r rounded to a multiple of 2⁻²⁶, 1 − s²/2 is exact, and r² − s² = (r − s)(r + s) is small.
 * (4) Numerator and denominator are kept as two doubles each, and the quotient is corrected once.
 *
 * S has seven coefficients and C six, which is good for 2⁻⁶⁰.
 * Valid: every double; ±∞ and NaN give NaN, ±0 keeps its sign. Largest errors: README.md of this room.
 * Source: the addition theorems. Test: elementary.test.ts, against integer arithmetic with 200 and more bits.
 */
import { cells, SPLITTER, TO_26_BITS, TO_INTEGER } from "./doubles.ts";
import * as tables from "./generated/tables.ts";
import { quarterTurns } from "./quarter-turns.ts";

const CELLS = cells;
const TWO_OVER_PI = tables.TWO_OVER_PI;
const P1 = tables.HALF_PI_1;
const P2 = tables.HALF_PI_2;
const P3 = tables.HALF_PI_3;
const [S0, S1, S2, S3, S4, S5, S6] = tables.SINE;
const [C0, C1, C2, C3, C4, C5] = tables.COSINE;
const SPLIT = SPLITTER;
const INTEGER = TO_INTEGER;
const COARSE = TO_26_BITS;

const EIGHTH_TURN = 0.7853981633974483;
/** Fast reduction up to here: 2²⁶ π/2, rounded down. */
const FAR = 105414357;
/** 2⁻⁴⁵: the fast reduction is good to 2⁻⁶¹ where |r| is above this times k. */
const NEAR = 2.842170943040401e-14;
/** 2⁻³⁰: below, x³/3 is less than a hundredth of a last place of x. */
const TINY = 9.313225746154785e-10;

/** What is wanted of an angle; the lowest bit is a quarter turn ahead. */
const SINE = 0;
const COSINE = 1;
const BOTH = 2;
const TANGENT = 4;

export function sin(x: number): number {
  const io = CELLS;
  io[0] = x;
  sine();
  return io[3];
}

export function cos(x: number): number {
  const io = CELLS;
  io[0] = x;
  cosine();
  return io[3];
}

export function tan(x: number): number {
  const io = CELLS;
  io[0] = x;
  tangent();
  return io[3];
}

/** sin x to out[at] and cos x to out[at + 1]: the same bits as sin and cos, for less than the price of both. */
export function sinCosInto(out: Float64Array, at: number, x: number): void {
  CELLS[0] = x;
  turnInto(out, at);
}

function sine(): void {
  turn(SINE);
}

function cosine(): void {
  turn(COSINE);
}

function tangent(): void {
  turn(TANGENT);
}

function turnInto(out: Float64Array, at: number): void {
  turn(BOTH);
  out[at] = CELLS[3];
  out[at + 1] = CELLS[4];
}

/** From x = cells[0]; the cosine beside a sine goes to cells[4]. One function, so that the formulas stand once. */
function turn(wanted: number): void {
  const x = CELLS[0];
  const size = Math.abs(x);
  if (size < TINY) {
    CELLS[3] = wanted === COSINE ? 1 : x;
    CELLS[4] = 1;
    return;
  }

  // (1)
  let r = x;
  let rho = 0;
  let quadrant = 0;
  if (!(size <= EIGHTH_TURN)) {
    const k = x * TWO_OVER_PI + INTEGER - INTEGER;
    const a = x - k * P1 - k * P2;
    const b = k * P3;
    r = a - b;
    rho = a - r - b;
    quadrant = k & 3;
    if (!(size < FAR && Math.abs(r) > Math.abs(k) * NEAR)) {
      quadrant = quarterTurns();
      r = CELLS[3];
      rho = CELLS[4];
    }
  }
  const z = r * r;
  const z2 = z * z;
  const turned = quadrant + (wanted & 1);
  const odd = (turned & 1) !== 0;

  // (2): sin = r + sineTail
  let sineTail = 0;
  if (wanted > COSINE || !odd) {
    sineTail = z * r * (S0 + z * S1 + z2 * (S2 + z * S3 + z2 * (S4 + z * S5 + z2 * S6))) + rho * (1 - 0.5 * z);
    if (wanted <= COSINE) {
      const y = r + sineTail;
      CELLS[3] = (turned & 2) === 0 ? y : -y;
      return;
    }
  }

  // (3): cos = cosineHead + cosineTail
  const s = r + COARSE - COARSE;
  const cosineHead = 1 - 0.5 * s * s;
  const cosineTail = z2 * (C0 + z * C1 + z2 * (C2 + z * C3 + z2 * (C4 + z * C5))) - (0.5 * (r - s) * (r + s) + r * rho);
  if (wanted <= COSINE) {
    const y = cosineHead + cosineTail;
    CELLS[3] = (turned & 2) === 0 ? y : -y;
    return;
  }
  if (wanted === BOTH) {
    const a = r + sineTail;
    const b = cosineHead + cosineTail;
    const first = odd ? b : a;
    const second = odd ? a : b;
    CELLS[3] = (quadrant & 2) === 0 ? first : -first;
    CELLS[4] = ((quadrant + 1) & 2) === 0 ? second : -second;
    return;
  }

  // (4), each part as a double and its rest
  const topHead = odd ? -cosineHead : r;
  const topTail = odd ? -cosineTail : sineTail;
  const top = topHead + topTail;
  const topRest = topHead - top + topTail;
  const bottomHead = odd ? r : cosineHead;
  const bottomTail = odd ? sineTail : cosineTail;
  const bottom = bottomHead + bottomTail;
  const bottomRest = bottomHead - bottom + bottomTail;

  // One division, then one Newton step with the exact product of quotient and divisor
  const inverse = 1 / bottom;
  const q = top * inverse;
  const qp = SPLIT * q;
  const q1 = qp - (qp - q);
  const q2 = q - q1;
  const bp = SPLIT * bottom;
  const b1 = bp - (bp - bottom);
  const b2 = bottom - b1;
  CELLS[3] = q + (top - q1 * b1 - q1 * b2 - q2 * b1 - q2 * b2 + (topRest - q * bottomRest)) * inverse;
}
