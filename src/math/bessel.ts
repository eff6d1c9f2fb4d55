/**
 * Two Bessel functions of a real argument.
 *
 *   J₁(x) = (1/π) ∫₀^π cos(τ − x sin τ) dτ                                                            (1)
 *   I₀(x) e^(−|x|):  Σ (x²/4)ⁿ/(n!)² · e^(−|x|),  |x| < 20                                             (2)
 *                    (2π|x|)^(−½) Σ (1²·3²···(2n − 1)²)/(n! (8|x|)ⁿ),  |x| ≥ 20, to its least term         (3)
 *
 * (1) by the trapezoidal rule, which for a periodic integrand errs by Bessel functions of an order that is larger than x by 40:
 * absolute error below 1e-14. (2) has terms of one sign; the least term of (3) is below e^(−40). Relative error of both below 1e-14.
 * J₁ takes time in proportion to |x|: it is for tables, not for hot code. Source: (1) to (3) are textbook identities.
 */
import { cos, exp, sin } from "./elementary.ts";

/** (1) */
export function besselJ1(x: number): number {
  const points = Math.ceil(Math.abs(x)) + 40;
  let sum = 0;
  // Both halves of the period give the same.
  for (let k = 0; k < points; k++) {
    const tau = (Math.PI * (k + 0.5)) / points;
    sum += cos(tau - x * sin(tau));
  }
  return sum / points;
}

/** (2), (3): I₀(x) e^(−|x|). */
export function besselI0Scaled(x: number): number {
  const size = Math.abs(x);
  let term = 1;
  let sum = 1;
  if (size < 20) {
    const quarter = 0.25 * size * size;
    for (let n = 1; term > 1e-17 * sum; n++) {
      term *= quarter / (n * n);
      sum += term;
    }
    return exp(-size) * sum; // (2)
  }
  for (let n = 1; n < 2 * size && term > 1e-17; n++) {
    term *= ((2 * n - 1) * (2 * n - 1)) / (8 * n * size);
    sum += term;
  }
  return sum / Math.sqrt(2 * Math.PI * size); // (3)
}
