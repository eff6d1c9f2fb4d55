/**
 * Allan deviation: how much averages over a time T differ from one to the next. It tells noises apart by their slopes.
 *
 *   σ²(T) = ½ ⟨(x̄₂ − x̄₁)²⟩                                                     (1)  x̄₁, x̄₂ means over adjacent stretches of length T
 *   σ̂²(mΔ) = Σₖ (θ_{k+2m} − 2θ_{k+m} + θₖ)² / (2 m² (n − 2m + 1))                (2)  θₖ = x₀ + … + x_{k−1}, overlapping, n samples, period Δ
 *
 * Of noises with a closed form, continuous in time:
 *
 *   white noise of density N          σ = N / √T                                (3)  also of samples with deviation N / √Δ
 *   random walk K                     σ = K √(T / 3)                             (4)  of samples larger by √(1 + 1 / 2m²)
 *   Gauss–Markov σ_b, τ               σ² = 2 (V(T) − V(2T)),                     (5)
 *                                     V(T) = σ_b² (2τ/T) (1 − (τ/T)(1 − e^(−T/τ)))      (6)  variance of a mean over T
 *
 * (5) is (1) with cov(x̄₁, x̄₂) = 2 V(2T) − V(T), from the variance of the mean over both stretches. Its top is 0.62 σ_b, near T = 1.9 τ.
 * Independent noises add their σ².
 *
 * Symbols: x any quantity, in its unit; N per √Hz; K per √s; T, τ, Δ in s.
 * Valid: (2) for samples at even times, without gaps. Left out: flicker noise; confidence of (2), which falls as T grows: a
 * record holds n/m − 1 independent pairs at most.
 * Source: the definitions [Allan1966]; (6) by integration of σ_b² e^(−|u|/τ). Tests: allan.test.ts.
 */
import { expm1 } from "./elementary.ts";

/** σ̂ of (2) for stretches of m samples; NaN where the record is shorter than two of them. */
export function allanDeviation(x: ArrayLike<number>, m: number): number {
  return deviationOf(sumsOf(x), m);
}

export interface AllanPoint {
  /** T */
  readonly time_s: number;
  readonly deviation: number;
  /** Stretches of T in the record, less one: about as many independent pairs. */
  readonly pairs: number;
}

/** Stretches per decade of a curve. */
const PER_DECADE = [1, 1.26, 1.58, 2, 2.51, 3.16, 3.98, 5.01, 6.31, 7.94] as const;

/** The curve of a record: ten points per decade, up to a ninth of its length, beyond which too few pairs are left. */
export function allanCurve(x: ArrayLike<number>, period_s: number): AllanPoint[] {
  const sums = sumsOf(x);
  const points: AllanPoint[] = [];
  let last = 0;
  for (let decade = 1; 9 * decade <= x.length; decade *= 10) {
    for (const part of PER_DECADE) {
      const m = Math.round(part * decade);
      if (m === last || 9 * m > x.length) continue;
      last = m;
      points.push({ time_s: m * period_s, deviation: deviationOf(sums, m), pairs: Math.floor(x.length / m) - 1 });
    }
  }
  return points;
}

/** θ less the mean's part, which (2) does not see: the sums stay small. */
function sumsOf(x: ArrayLike<number>): Float64Array {
  const n = x.length;
  let mean = 0;
  for (let k = 0; k < n; k++) mean += x[k] / n;
  const sums = new Float64Array(n + 1);
  for (let k = 0; k < n; k++) sums[k + 1] = sums[k] + (x[k] - mean);
  return sums;
}

/** (2) */
function deviationOf(sums: Float64Array, m: number): number {
  const count = sums.length - 2 * m; // n − 2m + 1
  if (!(m >= 1) || count < 1) return Number.NaN;
  let total = 0;
  for (let k = 0; k < count; k++) {
    const d = sums[k + 2 * m] - 2 * sums[k + m] + sums[k];
    total += d * d;
  }
  return Math.sqrt(total / count / 2) / m;
}

/** (3) */
export function allanOfWhiteNoise(density: number, time_s: number): number {
  return density / Math.sqrt(time_s);
}

/** (4) */
export function allanOfRandomWalk(walk: number, time_s: number): number {
  return walk * Math.sqrt(time_s / 3);
}

/** (5) */
export function allanOfGaussMarkov(deviation: number, correlationTime_s: number, time_s: number): number {
  const ratio = time_s / correlationTime_s;
  return deviation * Math.sqrt(Math.max(0, 2 * (meanVariance(ratio) - meanVariance(2 * ratio))));
}

/** Below it (6) loses more digits by cancellation than its series 1 − r/3 + r²/12 − r³/60 leaves out. */
const SHORT = 1e-3;

/** V of (6) for σ_b = 1 and r = T/τ. */
function meanVariance(r: number): number {
  if (r < SHORT) return 1 - (r / 3) * (1 - (r / 4) * (1 - r / 5));
  return (2 / r) * (1 + expm1(-r) / r);
}
