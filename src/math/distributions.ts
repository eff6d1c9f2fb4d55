/**
 * Random numbers with a distribution, drawn from the named streams of core/random.
 *
 * With U uniform in [0, 1), a multiple of 2⁻⁵³, so that 1 − U is never 0:
 *
 *   normal        μ + σ √(−2 ln(1 − U₁)) cos 2πU₂                                  (1)
 *   exponential   −τ ln(1 − U)                                                    (2)  mean τ
 *   Rayleigh      σ √(−2 ln(1 − U))                                               (3)  length of two normals of deviation σ
 *   Rice          √((ν + σ Z₁)² + (σ Z₂)²)                                        (4)  the same with a steady part ν
 *   truncated normal: by rejection, from the proposal whose shape fits the interval (see below)
 *
 * Every call draws its own numbers: (1) spends two uniforms and discards the sine twin, since keeping it would be
 * state outside the stream's words, which a snapshot would miss.
 *
 * Valid: 53-bit uniforms end the normal at ±8.57 σ and the exponential at 36.7 τ; both tails beyond have probability 1e-16.
 * Left out: parameter checks (deviations ≥ 0, means > 0, low < high are the caller's, once, at load).
 * Source: (1) [BoxMuller1958]; (2)–(4) are inverses of the distribution functions or definitions; the tail proposal is that
 * of [Robert1995].
 */
import type { RandomStream } from "../core/index.ts";
import { cos, exp, log, sin, sinCosInto } from "./elementary.ts";

const TWO_PI = 2 * Math.PI;

/** Two uniforms, then sine and cosine; holds nothing between calls. 16 numbers for 2, since an array of up to 64 bytes moves. */
const TURN = new Float64Array(16);

/** Uniform in [low, high). */
export function uniformBetween(stream: RandomStream, words: Int32Array, low: number, high: number): number {
  return low + (high - low) * stream.uniform(words);
}

/** True with the given probability. */
export function bernoulli(stream: RandomStream, words: Int32Array, probability: number): boolean {
  return stream.uniform(words) < probability;
}

/** (1) */
export function normal(stream: RandomStream, words: Int32Array, mean = 0, deviation = 1): number {
  const radius = Math.sqrt(-2 * log(1 - stream.uniform(words)));
  return mean + deviation * radius * cos(TWO_PI * stream.uniform(words));
}

/** (1): count independent values of one deviation and zero mean into out[at ..]; two per pair of uniforms. */
export function normalsInto(
  out: Float64Array,
  at: number,
  count: number,
  stream: RandomStream,
  words: Int32Array,
  deviation = 1,
): void {
  for (let k = 0; k < count; k += 2) {
    stream.uniformPairInto(TURN, 0, words);
    const radius = deviation * Math.sqrt(-2 * log(1 - TURN[0]));
    const angle = TWO_PI * TURN[1];
    if (k + 1 === count) {
      out[at + k] = radius * cos(angle);
      return;
    }
    sinCosInto(TURN, 0, angle);
    out[at + k] = radius * TURN[1];
    out[at + k + 1] = radius * TURN[0];
  }
}

/** (2) */
export function exponential(stream: RandomStream, words: Int32Array, mean: number): number {
  return -mean * log(1 - stream.uniform(words));
}

/** (3) */
export function rayleigh(stream: RandomStream, words: Int32Array, sigma: number): number {
  return sigma * Math.sqrt(-2 * log(1 - stream.uniform(words)));
}

/** (4) */
export function rice(stream: RandomStream, words: Int32Array, steady: number, sigma: number): number {
  const radius = sigma * Math.sqrt(-2 * log(1 - stream.uniform(words)));
  const angle = TWO_PI * stream.uniform(words);
  const x = steady + radius * cos(angle);
  const y = radius * sin(angle);
  return Math.sqrt(x * x + y * y);
}

/** Normal, given that it lies in [low, high]; either bound may be infinite. Draws until a proposal is accepted. */
export function truncatedNormal(
  stream: RandomStream,
  words: Int32Array,
  mean: number,
  deviation: number,
  low: number,
  high: number,
): number {
  const a = (low - mean) / deviation;
  const b = (high - mean) / deviation;
  // Rounding of mean + deviation z may leave the interval by a bit: the bounds are a promise.
  return Math.min(high, Math.max(low, mean + deviation * standardBetween(stream, words, a, b)));
}

/** Standard normal in [a, b]. */
function standardBetween(stream: RandomStream, words: Int32Array, a: number, b: number): number {
  if (a > 0) return upperBetween(stream, words, a, b);
  if (b < 0) return -upperBetween(stream, words, -b, -a);

  // The interval holds the peak. Wide: plain normals, at least two in five of which fall inside. Narrow: uniforms under the peak.
  if (b - a > 1.5) {
    for (;;) {
      const z = normal(stream, words);
      if (z >= a && z <= b) return z;
    }
  }
  for (;;) {
    const z = a + (b - a) * stream.uniform(words);
    if (stream.uniform(words) < exp(-0.5 * z * z)) return z;
  }
}

/** Standard normal in [a, b], 0 < a: the falling side. */
function upperBetween(stream: RandomStream, words: Int32Array, a: number, b: number): number {
  // Narrow: the density falls by less than a factor e² across it, so uniforms serve.
  if (0.5 * (b * b - a * a) < 2) {
    for (;;) {
      const z = a + (b - a) * stream.uniform(words);
      if (stream.uniform(words) < exp(0.5 * (a * a - z * z))) return z;
    }
  }
  // Wide: exponentials from a with the rate λ that is accepted most often; accept with e^(−(z − λ)²/2).
  const rate = 0.5 * (a + Math.sqrt(a * a + 4));
  for (;;) {
    const z = a - log(1 - stream.uniform(words)) / rate;
    const miss = z - rate;
    if (stream.uniform(words) < exp(-0.5 * miss * miss) && z <= b) return z;
  }
}
