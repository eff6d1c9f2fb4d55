/**
 * The complementary error function, and the tail of the normal distribution:
 *
 *   erfc(x) = (2/√π) ∫ₓ^∞ e^(−t²) dt,     Q(x) = erfc(x/√2)/2                                        (1)
 *
 *   |x| < 2:  erf(x) = (2/√π) e^(−x²) Σ 2ⁿ x^(2n+1)/(2n + 1)!!, all terms of one sign                 (2)
 *   x ≥ 2:    erfc(x) = e^(−x²)/√π · 1/(x + ½/(x + 1/(x + 3⁄2/(x + …)))), from its tail forwards       (3)
 *
 * Relative error below 2e-14 where the value is above 1e-300; e^(−x²) is what limits it. Beyond x = 26.5 the value is 0.
 * Left out: the inverse. Source: (1) to (3) are textbook identities.
 */
import { exp } from "./elementary.ts";

const TWO_OVER_SQRT_PI = 2 / Math.sqrt(Math.PI);
const ONE_OVER_SQRT_PI = 1 / Math.sqrt(Math.PI);
/** Where (3) takes over; it then needs this many fractions for all digits. */
const SWITCH = 2;
const FRACTIONS = 120;

/** (1) */
export function erfc(x: number): number {
  if (x < 0) return 2 - erfc(-x);
  const square = x * x;
  if (x < SWITCH) {
    let term = x;
    let sum = x;
    for (let n = 1; term > 1e-17 * sum; n++) {
      term *= (2 * square) / (2 * n + 1);
      sum += term;
    }
    return 1 - TWO_OVER_SQRT_PI * exp(-square) * sum; // (2)
  }
  if (!(x < Number.POSITIVE_INFINITY)) return x > 0 ? 0 : Number.NaN;
  let tail = x;
  for (let k = FRACTIONS; k >= 1; k--) tail = x + (0.5 * k) / tail;
  return (ONE_OVER_SQRT_PI * exp(-square)) / tail; // (3)
}

/** (1): the probability that a standard normal is above x. */
export function normalTail(x: number): number {
  return 0.5 * erfc(x * Math.SQRT1_2);
}
