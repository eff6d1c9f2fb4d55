/**
 * asin and acos.
 *
 *   asin x = x + x³ P(x²),   |x| ≤ 1/2                                         (1)
 *   asin x = π/2 − 2 asin √z,   z = (1 − x)/2,   x > 1/2                       (2)
 *   acos x = π/2 − asin x;   x > 1/2: 2 asin √z;   x < −1/2: π − 2 asin √((1 + x)/2)     (3)
 *   √z = s₁ + (z − s₁²) / (s + s₁),   s = fl(√z), s₁ its upper 26 bits          (4)
 *
 * z and s₁² are exact, so (4) has some 75 bits. P has 14 coefficients, good for 2⁻⁵⁹ of the sum; it is evaluated in pairs,
 * which takes half the time of Horner's rule. π and π/2 are sums of two doubles.
 *
 * Valid: |x| ≤ 1; beyond NaN.
 * Source: the half-angle formula. Test: elementary.test.ts, against integer arithmetic with 200 and more bits.
 */
import { cells, SPLITTER } from "./doubles.ts";
import * as tables from "./generated/tables.ts";

const CELLS = cells;
const HALF_PI_HIGH = tables.HALF_PI_HIGH;
const HALF_PI_LOW = tables.HALF_PI_LOW;
const PI_HIGH = tables.PI_HIGH;
const PI_LOW = tables.PI_LOW;
const [P0, P1, P2, P3, P4, P5, P6, P7, P8, P9, P10, P11, P12, P13] = tables.ARCSINE;
const SPLIT = SPLITTER;

/** 2⁻³⁰: below, x³/6 is less than a hundredth of a last place of x. */
const TINY = 9.313225746154785e-10;

const SINE = 0;
const COSINE = 1;

export function asin(x: number): number {
  const io = CELLS;
  io[0] = x;
  arcsine();
  return io[3];
}

export function acos(x: number): number {
  const io = CELLS;
  io[0] = x;
  arccosine();
  return io[3];
}

function arcsine(): void {
  arc(SINE);
}

function arccosine(): void {
  arc(COSINE);
}

/** The angle with this sine or cosine: cells[0]. */
function arc(given: number): void {
  const x = CELLS[0];
  const size = Math.abs(x);
  const central = size <= 0.5;
  if (!central && !(size < 1)) {
    limitOfArc(given);
    return;
  }
  if (size < TINY && given === SINE) {
    CELLS[3] = x;
    return;
  }

  // asin of s, where s² = z: x itself, or the half angle
  const z = central ? x * x : 0.5 * (1 - size);
  const s = central ? x : Math.sqrt(z);
  const z2 = z * z;
  const z4 = z2 * z2;
  const low = P0 + z * P1 + z2 * (P2 + z * P3) + z4 * (P4 + z * P5 + z2 * (P6 + z * P7));
  const polynomial = low + z4 * z4 * (P8 + z * P9 + z2 * (P10 + z * P11) + z4 * (P12 + z * P13));
  let tail = s * z * polynomial; // (1)

  if (central) {
    if (given === SINE) {
      CELLS[3] = x + tail;
    } else {
      const base = HALF_PI_HIGH - x;
      CELLS[3] = base + (HALF_PI_HIGH - base - x + (HALF_PI_LOW - tail));
    }
    return;
  }

  // (2), (3), with the root of (4): twice s₁ + tail
  const sp = SPLIT * s;
  const s1 = sp - (sp - s);
  const head = 2 * s1;
  tail = 2 * (tail + (z - s1 * s1) / (s + s1));
  if (given === SINE) {
    const base = HALF_PI_HIGH - head;
    const angle = base + (HALF_PI_HIGH - base - head + (HALF_PI_LOW - tail));
    CELLS[3] = x < 0 ? -angle : angle;
  } else if (x > 0) {
    CELLS[3] = head + tail;
  } else {
    const base = PI_HIGH - head;
    CELLS[3] = base + (PI_HIGH - base - head + (PI_LOW - tail));
  }
}

/** ±1, beyond, and NaN. */
function limitOfArc(given: number): void {
  const x = CELLS[0];
  if (x === 1) CELLS[3] = given === SINE ? HALF_PI_HIGH : 0;
  else if (x === -1) CELLS[3] = given === SINE ? -HALF_PI_HIGH : PI_HIGH;
  else CELLS[3] = Number.NaN;
}
