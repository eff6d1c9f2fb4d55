/**
 * All bits of all elementary functions in one number: two engines that print the same 16 digits computed the same bytes.
 * Runs in Node, in workers and in browsers alike.
 */
import { RandomStream, STREAM_WORDS } from "../../src/core/index.ts";
import * as elementary from "../../src/math/elementary.ts";

const ARGUMENTS = 20_000;

const value = new Float64Array(1);
const words = new Uint32Array(value.buffer);

/** Two 32-bit lanes, each FNV-1a over 32-bit words with its own offset. */
class BitHash {
  #a = 0x811c9dc5;
  #b = 0x2f0b4c47;

  add(x: number): void {
    // Engines may choose the bits of NaN; everything else is fixed.
    value[0] = x;
    const free = Number.isNaN(x);
    this.#word(free ? 0 : words[0]!);
    this.#word(free ? 0x7ff80000 : words[1]!);
  }

  #word(w: number): void {
    this.#a = Math.imul(this.#a ^ w, 0x01000193);
    this.#a ^= this.#a >>> 15;
    this.#b = Math.imul(this.#b ^ w, 0x85ebca6b);
    this.#b ^= this.#b >>> 13;
  }

  hex(): string {
    return [this.#a, this.#b].map((lane) => (lane >>> 0).toString(16).padStart(8, "0")).join("");
  }
}

/**
 * Arguments for every function: a third uniform in ±1, a third of everyday size, a third with any bits at all (infinities
 * and NaN among them).
 */
function argumentsFor(name: string): Float64Array {
  const stream = new RandomStream({ campaign: 1, run: 1 }, name);
  const state = new Int32Array(STREAM_WORDS);
  return Float64Array.from({ length: ARGUMENTS }, (_, i) => {
    if (i % 3 === 0) return 2 * stream.uniform(state) - 1;
    if (i % 3 === 1) return 80 * stream.uniform(state) - 20;
    words[0] = stream.uint32(state);
    words[1] = stream.uint32(state);
    return value[0]!;
  });
}

/** 64 bits in hexadecimal. */
export function elementaryHash(): string {
  const hash = new BitHash();
  const x = argumentsFor("x");
  const y = argumentsFor("y");
  const pair = new Float64Array(2);
  const one = [
    elementary.sin,
    elementary.cos,
    elementary.tan,
    elementary.asin,
    elementary.acos,
    elementary.atan,
    elementary.exp,
    elementary.expm1,
    elementary.log,
    elementary.log1p,
    elementary.log2,
    elementary.log10,
    elementary.sinh,
    elementary.cosh,
    elementary.tanh,
    elementary.cbrt,
  ];
  for (const f of one) for (let i = 0; i < ARGUMENTS; i++) hash.add(f(x[i]!));
  for (const f of [elementary.atan2, elementary.pow, elementary.hypot]) {
    for (let i = 0; i < ARGUMENTS; i++) hash.add(f(x[i]!, y[i]!));
  }
  for (let i = 0; i < ARGUMENTS; i++) {
    hash.add(elementary.hypot3(x[i]!, y[i]!, x[ARGUMENTS - 1 - i]!));
    elementary.sinCosInto(pair, 0, y[i]!);
    hash.add(pair[0]!);
    hash.add(pair[1]!);
  }
  return hash.hex();
}
