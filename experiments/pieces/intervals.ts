/**
 * How sure a mean is: intervals from independent batches, and orderings of two schemes.
 *
 *   x̄ ± t_{ν,(1+c)/2} s/√n,   ν = n − 1                                                              (1)  batch means
 *   lower bound of ā − b̄:   d̄ − t_{ν,c} s_d/√n,   d_k = a_k − b_k                                    (2)  paired by batch
 *
 * n batches: runs of other seeds, or equal stretches of one run that are long against what they remember. s: deviation of the batches. t: quantile of
 * Student's distribution. (2) above 0 says "A above B" with confidence c; batches of one number share their seed, so that what both suffer cancels.
 *
 *   P(|T| ≤ t) = A(t|ν), with θ = atan(t/√ν):
 *     ν odd   (2/π)(θ + sin θ (cos θ + ⅔ cos³ θ + … ))       the sum to cos^(ν−2) θ                       (3)
 *     ν even  sin θ (1 + ½ cos² θ + (1·3)/(2·4) cos⁴ θ + …)   the sum to cos^(ν−2) θ                      (4)
 *
 * Valid: batches nearly normal, which means of many packets are. Left out: how long a run has to be before it is steady.
 * Source: (1), (2) are elementary; (3), (4) are the density of T integrated by parts. Test: intervals.test.ts, against printed tables.
 */
import { atan, cos, sin } from "../../src/math/index.ts";

export interface Interval {
  readonly mean: number;
  readonly halfWidth: number;
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, x) => sum + x, 0) / values.length;
}

/** s: NaN for fewer than two. */
export function deviationOf(values: readonly number[]): number {
  const mean = meanOf(values);
  const sum = values.reduce((total, x) => total + (x - mean) * (x - mean), 0);
  return values.length < 2 ? Number.NaN : Math.sqrt(sum / (values.length - 1));
}

/** (1); the half width is NaN for fewer than two batches. */
export function intervalOf(batches: readonly number[], confidence: number): Interval {
  const n = batches.length;
  const t = n < 2 ? Number.NaN : studentQuantile((1 + confidence) / 2, n - 1);
  return { mean: meanOf(batches), halfWidth: (t * deviationOf(batches)) / Math.sqrt(n) };
}

/** (2): at least 0 where A is above B with this confidence. */
export function orderingBound(a: readonly number[], b: readonly number[], confidence: number): number {
  const differences = a.map((x, k) => x - (b[k] ?? Number.NaN));
  const n = differences.length;
  if (n < 2 || b.length !== n) return Number.NaN;
  return meanOf(differences) - (studentQuantile(confidence, n - 1) * deviationOf(differences)) / Math.sqrt(n);
}

/** (3), (4) */
export function studentWithin(t: number, freedom: number): number {
  const theta = atan(t / Math.sqrt(freedom));
  const c = cos(theta);
  const isOdd = freedom % 2 === 1;
  let term = isOdd ? c : 1;
  let sum = freedom === 1 ? 0 : term;
  for (let k = isOdd ? 3 : 2; k <= freedom - 2; k += 2) {
    term *= ((k - 1) / k) * c * c;
    sum += term;
  }
  return isOdd ? (2 / Math.PI) * (theta + sin(theta) * sum) : sin(theta) * sum;
}

/** Halvings of an interval of 1e4 to its last digit. */
const HALVINGS = 80;

/** t with P(T ≤ t) = p, for p from ½ on. */
export function studentQuantile(p: number, freedom: number): number {
  const within = 2 * p - 1;
  let [low, high] = [0, 1];
  while (studentWithin(high, freedom) < within && high < 1e12) high *= 2;
  for (let k = 0; k < HALVINGS; k++) {
    const middle = (low + high) / 2;
    if (studentWithin(middle, freedom) < within) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The mean of each of `count` equal stretches of [from, until): of what happened in them, `quantity` of each event summed, per unit of time. */
export function batchRates(
  events: Iterable<{ readonly t_s: number; readonly quantity: number }>,
  from_s: number,
  until_s: number,
  count: number,
): number[] {
  const sums = new Array<number>(count).fill(0);
  const length_s = (until_s - from_s) / count;
  for (const { t_s, quantity } of events) {
    const k = Math.floor((t_s - from_s) / length_s);
    if (k >= 0 && k < count) sums[k]! += quantity;
  }
  return sums.map((sum) => sum / length_s);
}
