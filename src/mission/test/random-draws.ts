/** Draws for random test programs: the same seed gives the same program on every machine. */
import { RandomStream, STREAM_WORDS } from "../../core/index.ts";

export class Draws {
  readonly #stream: RandomStream;
  readonly #words = new Int32Array(STREAM_WORDS);

  constructor(seed: number, name: string) {
    this.#stream = new RandomStream({ campaign: seed, run: 0 }, name);
  }

  /** A whole number from `from` to `to`, both possible. */
  between(from: number, to: number): number {
    return from + this.#stream.integerBelow(this.#words, to - from + 1);
  }

  chance(probability: number): boolean {
    return this.#stream.uniform(this.#words) < probability;
  }

  one<T>(items: readonly T[]): T {
    return items[this.between(0, items.length - 1)]!;
  }

  /** One of the keys, as often as its weight says. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K {
    const entries = Object.entries(weights) as [K, number][];
    let left = this.between(
      1,
      entries.reduce((sum, [, weight]) => sum + weight, 0),
    );
    for (const [key, weight] of entries) {
      left -= weight;
      if (left <= 0) return key;
    }
    return entries.at(-1)![0];
  }

  /** Each of the items with a probability; never none of them. */
  some<T>(items: readonly T[], probability: number): T[] {
    const chosen = items.filter(() => this.chance(probability));
    return chosen.length > 0 ? chosen : [this.one(items)];
  }

  shuffled<T>(items: readonly T[]): T[] {
    const result = [...items];
    for (let i = result.length - 1; i > 0; i--) {
      const j = this.between(0, i);
      [result[i], result[j]] = [result[j]!, result[i]!];
    }
    return result;
  }

  /** Splits a number of statements into shares of at least one. */
  split(total: number, parts: number): number[] {
    const shares = Array.from({ length: parts }, () => 1);
    for (let i = parts; i < total; i++) shares[this.between(0, parts - 1)]!++;
    return shares;
  }
}
