/**
 * Watches for sequences of reactions: the positions of a regular expression, and sets of them as memories, made when
 * they are met. A match may begin at any reaction; the memory is the set of positions that the last reaction can have been.
 */
import type { Condition } from "../syntax/tree.ts";
import { BAD, type Observer } from "./observers.ts";
import { conditionText } from "./property-text.ts";
import type { Sequence } from "./property-tree.ts";

/** Steps of a sequence with its repetitions written out. */
export const MOST_POSITIONS = 1000;
/** Sets of positions; beyond that the property is undecided. */
export const MOST_MEMORIES = 100_000;

/** Positions, different conditions, and whether no reaction at all is a match. Repetitions are counted without being written out. */
export function positionsOf(sequence: Sequence): { count: number; conditions: number; nullable: boolean } {
  const texts = new Set<string>();
  const walk = (part: Sequence): { count: number; nullable: boolean } => {
    switch (part.kind) {
      case "one":
        texts.add(conditionText(part.condition));
        return { count: 1, nullable: false };
      case "any":
        return { count: 1, nullable: false };
      case "then":
      case "either": {
        const parts = part.parts.map(walk);
        const count = parts.reduce((sum, p) => sum + p.count, 0);
        const nullable = part.kind === "then" ? parts.every((p) => p.nullable) : parts.some((p) => p.nullable);
        return { count, nullable };
      }
      case "repeat": {
        const { count, nullable } = walk(part.part);
        return { count: count * Math.max(1, part.most ?? part.least), nullable: nullable || part.least === 0 };
      }
    }
  };
  return { ...walk(sequence), conditions: texts.size };
}

/** Conditions of a sequence, equal ones once. */
export function sequenceConditions(sequence: Sequence): Condition[] {
  const found = new Map<string, Condition>();
  const walk = (part: Sequence): void => {
    if (part.kind === "one") found.set(conditionText(part.condition), part.condition);
    else if (part.kind === "repeat") walk(part.part);
    else if (part.kind !== "any") part.parts.forEach(walk);
  };
  walk(sequence);
  return [...found.values()];
}

interface Fragment {
  readonly nullable: boolean;
  readonly first: readonly number[];
  readonly last: readonly number[];
}

export class TooManyMemories extends Error {}

export class SequenceObserver implements Observer {
  readonly initial = 0;
  /** Of each position: the bit that its reaction must have (0: any reaction), and the positions that may follow it. */
  readonly #bits: number[] = [];
  readonly #follow: Set<number>[] = [];
  readonly #whole: Fragment;
  readonly #isLast: Uint8Array;
  readonly #memories: number[][] = [[]];
  readonly #numbers = new Map<string, number>([["", 0]]);
  readonly #steps = new Map<number, number>();
  readonly #letters = new Map<number, number>();

  constructor(sequence: Sequence, bitOf: (condition: Condition) => number) {
    this.#whole = this.#fragment(sequence, bitOf);
    this.#isLast = new Uint8Array(this.#bits.length);
    for (const p of this.#whole.last) this.#isLast[p] = 1;
  }

  step(memory: number, letter: number): number {
    const number = this.#letters.get(letter) ?? this.#letters.size;
    this.#letters.set(letter, number);
    // A letter has at most 30 bits, and there are fewer letters than that: the pair is exact in a double.
    const key = memory * 0x40000000 + number;
    const known = this.#steps.get(key);
    if (known !== undefined) return known;
    const next = this.#next(this.#memories[memory]!, letter);
    this.#steps.set(key, next);
    return next;
  }

  /** Whether a match is possible where only these bits ever come, each whenever one likes. */
  canMatch(everSet: number): boolean {
    const met = (p: number): boolean => this.#bits[p] === 0 || (this.#bits[p]! & everSet) !== 0;
    const reached = new Set(this.#whole.first.filter(met));
    for (const p of reached) for (const q of this.#follow[p]!) if (met(q)) reached.add(q);
    return [...reached].some((p) => this.#isLast[p] === 1);
  }

  #next(from: readonly number[], letter: number): number {
    const reached = new Set<number>();
    const take = (p: number): void => {
      if (this.#bits[p] === 0 || (letter & this.#bits[p]!) !== 0) reached.add(p);
    };
    this.#whole.first.forEach(take);
    for (const p of from) this.#follow[p]!.forEach(take);
    const positions = [...reached].sort((a, b) => a - b);
    if (positions.some((p) => this.#isLast[p] === 1)) return BAD;
    const key = positions.join(" ");
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    if (this.#memories.length === MOST_MEMORIES) {
      throw new TooManyMemories(`the sequence needs more than ${MOST_MEMORIES} memories`);
    }
    const number = this.#memories.push(positions) - 1;
    this.#numbers.set(key, number);
    return number;
  }

  #fragment(sequence: Sequence, bitOf: (condition: Condition) => number): Fragment {
    switch (sequence.kind) {
      case "one":
      case "any": {
        const p = this.#bits.push(sequence.kind === "any" ? 0 : bitOf(sequence.condition)) - 1;
        this.#follow.push(new Set());
        return { nullable: false, first: [p], last: [p] };
      }
      case "then":
        return sequence.parts.map((p) => this.#fragment(p, bitOf)).reduce((a, b) => this.#joined(a, b));
      case "either": {
        const parts = sequence.parts.map((p) => this.#fragment(p, bitOf));
        return {
          nullable: parts.some((p) => p.nullable),
          first: parts.flatMap((p) => p.first),
          last: parts.flatMap((p) => p.last),
        };
      }
      case "repeat":
        return this.#repeated(sequence, bitOf);
    }
  }

  #repeated(
    { part, least, most }: Extract<Sequence, { kind: "repeat" }>,
    bitOf: (condition: Condition) => number,
  ): Fragment {
    const copies = Array.from({ length: Math.max(1, most ?? least) }, () => this.#fragment(part, bitOf));
    if (most === null) this.#link(copies.at(-1)!, copies.at(-1)!);
    const whole = copies.reduce((a, b) => this.#joined(a, b));
    return least === 0 ? { ...whole, nullable: true } : whole;
  }

  #joined(a: Fragment, b: Fragment): Fragment {
    this.#link(a, b);
    return {
      nullable: a.nullable && b.nullable,
      first: a.nullable ? [...a.first, ...b.first] : a.first,
      last: b.nullable ? [...a.last, ...b.last] : b.last,
    };
  }

  #link(a: Fragment, b: Fragment): void {
    for (const p of a.last) for (const q of b.first) this.#follow[p]!.add(q);
  }
}
