/**
 * The deterministic system with the same visible traces: its states are sets of states, closed under internal steps. There may be 2ⁿ of
 * them, so there is a limit.
 */
import { beyond, type Limited, within } from "./codes.ts";
import { type Lts, LtsBuilder, TAU } from "./lts.ts";

export interface SetLimits {
  /** Most sets of states. */
  readonly sets: number;
  /** Most members of all sets together. */
  readonly members: number;
}

export const DEFAULT_SET_LIMITS: SetLimits = { sets: 500_000, members: 20_000_000 };

/** Sets of states of one system, each with a number, and the sets that a label leads to. */
export class StateSets {
  readonly #lts: Lts;
  readonly #internalIsVisible: boolean;
  readonly #sets: Int32Array[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #seen: Int32Array;
  readonly #stack: Int32Array;
  #stamp = 0;
  #members = 0;

  /** With `internalIsVisible`, internal steps are steps like all others and sets are not closed under them. */
  constructor(lts: Lts, internalIsVisible: boolean) {
    this.#lts = lts;
    this.#internalIsVisible = internalIsVisible;
    this.#seen = new Int32Array(lts.states);
    this.#stack = new Int32Array(lts.states);
  }

  get count(): number {
    return this.#sets.length;
  }

  get members(): number {
    return this.#members;
  }

  /** The set of what a state is at without being seen to do anything. */
  of(state: number): number {
    return this.#numbered([state]);
  }

  /** The sets that the labels lead to, by label number in rising order. */
  steps(set: number): Map<number, number> {
    const { first, label, target } = this.#lts;
    const byLabel = new Map<number, number[]>();
    for (const s of this.#sets[set]!) {
      for (let t = first[s]!; t < first[s + 1]!; t++) {
        const a = label[t]!;
        if (a === TAU && !this.#internalIsVisible) continue;
        const list = byLabel.get(a);
        if (list === undefined) byLabel.set(a, [target[t]!]);
        else list.push(target[t]!);
      }
    }
    const labels = [...byLabel.keys()].sort((a, b) => a - b);
    return new Map(labels.map((a) => [a, this.#numbered(byLabel.get(a)!)]));
  }

  /** The number of a set: closed, sorted, each member once. */
  #numbered(states: readonly number[]): number {
    const { first, label, target } = this.#lts;
    const stack = this.#stack;
    this.#stamp++;
    let count = 0;
    const add = (s: number): void => {
      if (this.#seen[s] === this.#stamp) return;
      this.#seen[s] = this.#stamp;
      stack[count++] = s;
    };
    for (const s of states) add(s);
    for (let i = 0; i < count && !this.#internalIsVisible; i++) {
      const s = stack[i]!;
      for (let t = first[s]!; t < first[s + 1]!; t++) if (label[t] === TAU) add(target[t]!);
    }
    const set = stack.slice(0, count).sort();
    const key = set.join();
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.#sets.length;
      this.#numbers.set(key, number);
      this.#sets.push(set);
      this.#members += count;
    }
    return number;
  }
}

export function tooManySets({ sets, members }: SetLimits): Limited<never> {
  return beyond(
    `the sets of states with equal traces are more than ${sets}, or have more than ${members} members`,
    "a finer equivalence needs no such sets; hiding less, or reducing modulo branching first, makes them fewer",
  );
}

/** Deterministic and without internal steps; not yet the smallest one. */
export function determinised(lts: Lts, limits = DEFAULT_SET_LIMITS): Limited<Lts> {
  const sets = new StateSets(lts, false);
  const builder = new LtsBuilder();
  const labels = lts.labels.map((name) => builder.labels.of(name));
  sets.of(lts.initial);
  for (let from = 0; from < sets.count; from++) {
    for (const [a, to] of sets.steps(from)) builder.add(from, labels[a]!, to);
    if (sets.count > limits.sets || sets.members > limits.members) return tooManySets(limits);
  }
  return within(builder.finish(sets.count));
}
