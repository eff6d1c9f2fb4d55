/**
 * Angles close to a multiple of a quarter turn, and very large ones: x = k π/2 + r, with more digits of r than the fast
 * path of sin and cos has.
 *
 * Two stages. Up to 2²⁶ quarter turns, π/2 is taken as three pieces of 26 bits and a double, 131 bits in all. Beyond, or
 * where x is closer to a multiple of π/2 than 131 bits can tell, x = m 2^e with integer m, and
 *
 *   x · 2/π = m · (2/π · 2^1216) · 2^(e − 1216)                                (1)
 *
 * is evaluated in integers, of which the bits from 2¹ down to 2^−192 are kept. The search with continued fractions in
 * tools/make-elementary-reference.ts finds no double closer than 2^−61 to a multiple of π/2 (other than 0), so that more
 * than 120 bits of r are good.
 *
 * Valid: every double. The second stage allocates; it is met above 10⁸ rad, and else only by a few doubles of 10¹⁶.
 */
import { cells, LOWEST_EXPONENT, POWER_OF_TWO, TO_INTEGER } from "./doubles.ts";
import * as tables from "./generated/tables.ts";

const P1 = tables.HALF_PI_1;
const P2 = tables.HALF_PI_2;
const P3A = tables.HALF_PI_3A;
const P4 = tables.HALF_PI_4;

/** Beyond this many quarter turns, products with the pieces of π/2 are no longer exact. */
const MOST_QUARTER_TURNS = 67108864; // 2²⁶
const TWO_POW_MINUS_71 = POWER_OF_TWO[LOWEST_EXPONENT - 71];

const FRACTION_BITS = 192n;
const WHOLE = 1n << FRACTION_BITS;
const TWO_POW_MINUS_384 = POWER_OF_TWO[LOWEST_EXPONENT - 384];

const value = new Float64Array(1);
const bits = new BigUint64Array(value.buffer);

/** Quadrant 0 … 3 of the multiple k π/2 nearest to x = cells[0]; r goes to cells[3], what r lacks to cells[4]. */
export function quarterTurns(): number {
  const x = cells[0];
  const k = x * tables.TWO_OVER_PI + TO_INTEGER - TO_INTEGER;
  if (Math.abs(k) <= MOST_QUARTER_TURNS) {
    // Exact, like the fast path: 53 bits reach from the last bit of x, or 2⁻⁵¹, to the first of the remainder.
    const a = x - k * P1 - k * P2;
    // s + error = a − k P3A, whichever of the two is larger
    const b = -(k * P3A);
    const s = a + b;
    const t = s - a;
    const error = a - (s - t) + (b - t);
    const tail = error - k * P4;
    const r = s + tail;
    // What is not known of π/2 amounts to 2⁻¹³¹ k, so here r has 60 good bits at least.
    if (Math.abs(r) > Math.abs(k) * TWO_POW_MINUS_71) {
      cells[3] = r;
      cells[4] = s - r + tail;
      return k & 3;
    }
  }
  return quarterTurnsInIntegers(x);
}

/** (1), for finite x with |x| ≥ 1/2; gives NaN for others that are not finite. */
function quarterTurnsInIntegers(x: number): number {
  if (x - x !== 0) {
    cells[3] = Number.NaN;
    cells[4] = Number.NaN;
    return 0;
  }
  value[0] = Math.abs(x);
  const m = (bits[0] & 0xfffffffffffffn) | 0x10000000000000n;
  const e = (bits[0] >> 52n) - 1075n;
  const turns = (m * tables.TWO_OVER_PI_BITS) >> (1216n - FRACTION_BITS - e);

  // Nearest whole number of quarter turns, and the signed rest
  let quadrant = Number((turns >> FRACTION_BITS) & 3n);
  let fraction = turns & (WHOLE - 1n);
  if (2n * fraction >= WHOLE) {
    fraction -= WHOLE;
    quadrant++;
  }
  const r = fraction * tables.HALF_PI_BITS;
  const high = Number(r);
  const sign = x < 0 ? -1 : 1;
  cells[3] = sign * high * TWO_POW_MINUS_384;
  cells[4] = sign * Number(r - BigInt(high)) * TWO_POW_MINUS_384;
  return (sign * quadrant) & 3;
}
