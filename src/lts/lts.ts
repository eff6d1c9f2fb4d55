/**
 * Labelled transition systems: states 0 … n − 1, one of them initial, and transitions (from, label, to). Flat arrays, sorted by source:
 * the transitions of state s are first[s] … first[s + 1] − 1. Labels are numbered; number 0 is always the internal action, written
 * `tau` (or `i`, as CADP does), whether or not a transition has it. Equal transitions may occur more than once.
 */
import { invariant } from "../core/index.ts";

/** The number of the internal action. */
export const TAU = 0;
export const TAU_NAME = "tau";

export function isInternal(name: string): boolean {
  return name === TAU_NAME || name === "i";
}

export class Lts {
  readonly states: number;
  readonly initial: number;
  /** By number; labels[TAU] is "tau". Some may be on no transition. */
  readonly labels: readonly string[];
  /** states + 1 places in `label` and `target`. */
  readonly first: Int32Array;
  readonly label: Int32Array;
  readonly target: Int32Array;

  /** The arrays are not copied and must not be changed afterwards. */
  constructor(initial: number, labels: readonly string[], first: Int32Array, label: Int32Array, target: Int32Array) {
    this.states = first.length - 1;
    invariant(this.states > 0 && initial >= 0 && initial < this.states, "the initial state is one of the states");
    invariant(labels[TAU] === TAU_NAME, "label 0 is the internal action");
    invariant(first[this.states] === label.length && label.length === target.length, "one label, one target");
    this.initial = initial;
    this.labels = labels;
    this.first = first;
    this.label = label;
    this.target = target;
  }

  get transitions(): number {
    return this.label.length;
  }

  /** How often each label is used, by number. */
  labelCounts(): Int32Array {
    const counts = new Int32Array(this.labels.length);
    for (let t = 0; t < this.label.length; t++) counts[this.label[t]!]!++;
    return counts;
  }

  /** The visible labels that some transition has. */
  alphabet(): string[] {
    const counts = this.labelCounts();
    return this.labels.filter((_, a) => a !== TAU && counts[a]! > 0);
  }
}

/** Labels get their numbers in the order in which they are met. */
export class LabelNumbers {
  readonly names: string[] = [TAU_NAME];
  readonly #numbers = new Map<string, number>([
    [TAU_NAME, TAU],
    ["i", TAU],
  ]);

  of(name: string): number {
    let number = this.#numbers.get(name);
    if (number === undefined) {
      number = this.names.length;
      this.names.push(name);
      this.#numbers.set(name, number);
    }
    return number;
  }
}

/** Takes transitions in any order. */
export class LtsBuilder {
  readonly labels = new LabelNumbers();
  #source = new Int32Array(1024);
  #label = new Int32Array(1024);
  #target = new Int32Array(1024);
  #count = 0;

  get transitions(): number {
    return this.#count;
  }

  add(from: number, label: number, to: number): void {
    if (this.#count === this.#source.length) {
      this.#source = doubled(this.#source);
      this.#label = doubled(this.#label);
      this.#target = doubled(this.#target);
    }
    this.#source[this.#count] = from;
    this.#label[this.#count] = label;
    this.#target[this.#count] = to;
    this.#count++;
  }

  finish(states: number, initial = 0): Lts {
    const m = this.#count;
    const source = this.#source.subarray(0, m);
    const { first, order } = sortedBy(source, states);
    const label = new Int32Array(m);
    const target = new Int32Array(m);
    for (let i = 0; i < m; i++) {
      label[i] = this.#label[order[i]!]!;
      target[i] = this.#target[order[i]!]!;
    }
    return new Lts(initial, this.labels.names, first, label, target);
  }
}

export function doubled(array: Int32Array): Int32Array<ArrayBuffer> {
  const more = new Int32Array(2 * array.length);
  more.set(array);
  return more;
}

/** The places of `keys` (each from 0 to below `bound`) in order of their keys, places with equal keys in their own order. */
export function sortedBy(
  keys: Int32Array,
  bound: number,
): { readonly first: Int32Array<ArrayBuffer>; readonly order: Int32Array<ArrayBuffer> } {
  const first = new Int32Array(bound + 1);
  for (let i = 0; i < keys.length; i++) first[keys[i]! + 1]!++;
  for (let k = 0; k < bound; k++) first[k + 1]! += first[k]!;
  const next = first.slice(0, bound);
  const order = new Int32Array(keys.length);
  for (let i = 0; i < keys.length; i++) {
    const k = keys[i]!;
    const at = next[k]!;
    order[at] = i;
    next[k] = at + 1;
  }
  return { first, order };
}

/** 0, 1 … n − 1. */
export function upTo(n: number): Int32Array<ArrayBuffer> {
  const numbers = new Int32Array(n);
  for (let i = 0; i < n; i++) numbers[i] = i;
  return numbers;
}

export function isRising(numbers: Int32Array): boolean {
  for (let i = 1; i < numbers.length; i++) if (numbers[i]! < numbers[i - 1]!) return false;
  return true;
}

/** The source of every transition, by place. */
export function sourcesOf({ states, first, label }: Lts): Int32Array<ArrayBuffer> {
  const source = new Int32Array(label.length);
  for (let s = 0; s < states; s++) source.fill(s, first[s]!, first[s + 1]!);
  return source;
}

/** From a list of [from, label, to]; for small systems. */
export function ltsOf(transitions: readonly (readonly [number, string, number])[], states = 1, initial = 0): Lts {
  const builder = new LtsBuilder();
  let count = Math.max(states, initial + 1);
  for (const [from, name, to] of transitions) {
    builder.add(from, builder.labels.of(name), to);
    count = Math.max(count, from + 1, to + 1);
  }
  return builder.finish(count, initial);
}
