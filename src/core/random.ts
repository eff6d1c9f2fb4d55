/**
 * Named random streams.
 *
 * A stream is the counter-based generator Philox 4x32-10 [Salmon2011]: block i of a stream is a fixed scrambling of
 * the counter i under the stream's 64-bit key, and the key is made from (campaign, run, name). So:
 *
 *   - the same three give the same numbers on every machine: only 32-bit integer operations are used;
 *   - a stream that is added, or that draws more, shifts no other: streams share nothing;
 *   - what changes is seven 32-bit words in a buffer that the caller owns (in a simulation: the engine), so that a
 *     snapshot of the buffer is a snapshot of the stream. All zeros is a fresh stream.
 *
 * Numbers with a distribution (normal, exponential …) are in math/distributions, which has the elementary functions.
 *
 * Left out: cryptographic strength. Two names meet in one key with probability 2⁻⁶⁴ per pair.
 * Source: [Salmon2011], constants and round function; its published known-answer vectors are the test.
 */

/** 32-bit words that a stream keeps in its caller's buffer: counter low and high, words left, four words of output. */
export const STREAM_WORDS = 7;

const COUNTER_LOW = 0;
const COUNTER_HIGH = 1;
const LEFT = 2;
const OUTPUT = 3;

const MULTIPLIER_0 = 0xd2511f53 | 0;
const MULTIPLIER_1 = 0xcd9e8d57 | 0;
const WEYL_0 = 0x9e3779b9 | 0;
const WEYL_1 = 0xbb67ae85 | 0;
const ROUNDS = 10;

const TWO_POW_26 = 67108864;
const TWO_POW_32 = 4294967296;
const TWO_POW_MINUS_53 = 1 / 9007199254740992;

export interface Seed {
  /** Names a family of runs: a sweep, a Monte Carlo study, or simply the --seed of one run. */
  readonly campaign: number;
  /** Index of the run inside its campaign. */
  readonly run: number;
}

/** High 32 bits of the 64-bit product of two unsigned 32-bit numbers. */
function multiplyHigh(a: number, b: number): number {
  const aLow = a & 0xffff;
  const aHigh = a >>> 16;
  const bLow = b & 0xffff;
  const bHigh = b >>> 16;
  // Each sum is at most (2¹⁶ − 1)² + 2¹⁶ − 1 < 2³², so that its 32 bits are all of it: no number leaves the integers.
  const middle1 = (Math.imul(aHigh, bLow) + (Math.imul(aLow, bLow) >>> 16)) | 0;
  const middle2 = (Math.imul(aLow, bHigh) + (middle1 & 0xffff)) | 0;
  return (Math.imul(aHigh, bHigh) + (middle1 >>> 16) + (middle2 >>> 16)) | 0;
}

/** The Philox 4x32-10 bijection: scrambles the four counter words under a two-word key into out[at .. at + 3]. */
export function philoxInto(
  out: Int32Array,
  at: number,
  c0: number,
  c1: number,
  c2: number,
  c3: number,
  key0: number,
  key1: number,
): void {
  let x0 = c0 | 0;
  let x1 = c1 | 0;
  let x2 = c2 | 0;
  let x3 = c3 | 0;
  let k0 = key0 | 0;
  let k1 = key1 | 0;
  for (let round = 0; round < ROUNDS; round++) {
    const high0 = multiplyHigh(MULTIPLIER_0, x0);
    const low0 = Math.imul(MULTIPLIER_0, x0);
    const high1 = multiplyHigh(MULTIPLIER_1, x2);
    const low1 = Math.imul(MULTIPLIER_1, x2);
    x0 = high1 ^ x1 ^ k0;
    x1 = low1;
    x2 = high0 ^ x3 ^ k1;
    x3 = low0;
    k0 = (k0 + WEYL_0) | 0;
    k1 = (k1 + WEYL_1) | 0;
  }
  out[at] = x0;
  out[at + 1] = x1;
  out[at + 2] = x2;
  out[at + 3] = x3;
}

/** Absorbs seed and name, eight UTF-16 units at a time, through the same bijection. */
function streamKey(seed: Seed, name: string): [number, number] {
  const h = new Int32Array(4);
  const { campaign, run } = seed;
  philoxInto(h, 0, campaign, Math.floor(campaign / TWO_POW_32), run, Math.floor(run / TWO_POW_32), name.length, 0);
  const unit = (i: number): number => (i < name.length ? name.charCodeAt(i) : 0);
  const pair = (i: number): number => unit(i) | (unit(i + 1) << 16);
  for (let i = 0; i < name.length; i += 8) {
    philoxInto(h, 0, h[0] ^ pair(i), h[1] ^ pair(i + 2), h[2] ^ pair(i + 4), h[3] ^ pair(i + 6), h[2], h[3]);
  }
  return [h[0], h[1]];
}

/** The fixed half of a stream: its key and the place of its words. Frozen with the rest of the description. */
export class RandomStream {
  readonly name: string;
  readonly at: number;
  readonly #key0: number;
  readonly #key1: number;
  /** Scratch of uniformOfBlockInto. */
  readonly #block = new Int32Array(4);

  /** The stream's words are buffer[at .. at + STREAM_WORDS − 1] of every buffer passed to its methods. */
  constructor(seed: Seed, name: string, at = 0) {
    this.name = name;
    this.at = at;
    [this.#key0, this.#key1] = streamKey(seed, name);
  }

  /** The next 32 random bits, as an unsigned integer. */
  uint32(words: Int32Array): number {
    return this.#bits(words) >>> 0;
  }

  /** The next 32 random bits, signed: a value that is never boxed. */
  #bits(words: Int32Array): number {
    const at = this.at;
    let left = words[at + LEFT];
    if (left === 0) {
      this.#nextBlock(words);
      left = 4;
    }
    words[at + LEFT] = left - 1;
    return words[at + OUTPUT + 4 - left];
  }

  #nextBlock(words: Int32Array): void {
    const at = this.at;
    const low = words[at + COUNTER_LOW];
    const high = words[at + COUNTER_HIGH];
    philoxInto(words, at + OUTPUT, low, high, 0, 0, this.#key0, this.#key1);
    words[at + COUNTER_LOW] = low + 1;
    if (low === -1) words[at + COUNTER_HIGH] = high + 1;
  }

  /** Uniform in [0, 1), a multiple of 2⁻⁵³. */
  uniform(words: Int32Array): number {
    const high = this.#bits(words) >>> 5;
    const low = this.#bits(words) >>> 6;
    return (high * TWO_POW_26 + low) * TWO_POW_MINUS_53;
  }

  /** The same to out[at], for hot code: a returned number may be boxed. */
  uniformInto(out: Float64Array, at: number, words: Int32Array): void {
    const high = this.#bits(words) >>> 5;
    const low = this.#bits(words) >>> 6;
    out[at] = (high * TWO_POW_26 + low) * TWO_POW_MINUS_53;
  }

  /** Two calls of uniformInto, to out[at] and out[at + 1]: for streams that are always drawn from in pairs, at half the price. */
  uniformPairInto(out: Float64Array, at: number, words: Int32Array): void {
    const w = this.at;
    if (words[w + LEFT] !== 0) {
      this.uniformInto(out, at, words);
      this.uniformInto(out, at + 1, words);
      return;
    }
    // A block is a pair, and all of it is used.
    this.#nextBlock(words);
    out[at] = ((words[w + OUTPUT] >>> 5) * TWO_POW_26 + (words[w + OUTPUT + 1] >>> 6)) * TWO_POW_MINUS_53;
    out[at + 1] = ((words[w + OUTPUT + 2] >>> 5) * TWO_POW_26 + (words[w + OUTPUT + 3] >>> 6)) * TWO_POW_MINUS_53;
  }

  /** Uniform in [0, 1) from block k of the stream, to out[at]: a pure function of k, which draws nothing. */
  uniformOfBlockInto(out: Float64Array, at: number, k: number): void {
    const block = this.#block;
    philoxInto(block, 0, k, Math.floor(k / TWO_POW_32), 0, 0, this.#key0, this.#key1);
    out[at] = ((block[0] >>> 5) * TWO_POW_26 + (block[1] >>> 6)) * TWO_POW_MINUS_53;
  }

  /** Two uniforms of [0, 1) from block k, the first that of uniformOfBlockInto, to out[at] and out[at + 1]: pure functions of k. */
  uniformPairOfBlockInto(out: Float64Array, at: number, k: number): void {
    const block = this.#block;
    philoxInto(block, 0, k, Math.floor(k / TWO_POW_32), 0, 0, this.#key0, this.#key1);
    out[at] = ((block[0] >>> 5) * TWO_POW_26 + (block[1] >>> 6)) * TWO_POW_MINUS_53;
    out[at + 1] = ((block[2] >>> 5) * TWO_POW_26 + (block[3] >>> 6)) * TWO_POW_MINUS_53;
  }

  /** Uniform among 0, 1 … bound − 1, without the bias of a bare remainder. 1 ≤ bound ≤ 2³². */
  integerBelow(words: Int32Array, bound: number): number {
    const limit = TWO_POW_32 - (TWO_POW_32 % bound);
    let draw = this.uint32(words);
    while (draw >= limit) draw = this.uint32(words);
    return draw % bound;
  }
}
