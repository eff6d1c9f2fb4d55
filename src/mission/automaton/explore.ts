/**
 * From the circuit to the explicit automaton: breadth first over the states, and in each state a decision diagram over the
 * inputs that matter there.
 *
 *   explore   for each state found: its registers are set, everything else unknown
 *   decide    all roots known: a leaf. Otherwise ask for the first input, in their order, on which an unknown root depends;
 *             set it absent, decide; set it present, decide; equal results: the question was idle
 *             no such input, yet a root is unknown: a causality cycle
 *
 * Relations: an input that is set forces others; a choice that contradicts one is not taken.
 */

import { TupleTable } from "../../core/index.ts";
import type { Circuit } from "../compile/circuit/circuit.ts";
import { ABSENT, PRESENT, Ternary, UNKNOWN } from "./ternary.ts";

/** `input` set to `when` forces `other` to `value`. */
export interface Implication {
  readonly input: number;
  readonly when: boolean;
  readonly other: number;
  readonly value: boolean;
}

export interface Exploration {
  readonly roots: Int32Array;
  readonly questions: Int32Array;
  readonly leaves: Int32Array;
  readonly outputSets: readonly (readonly number[])[];
  /** Registers that are on in a state. */
  registersOn(state: number): number[];
  readonly states: number;
  /** States that were met, also those not yet explored. */
  readonly met: number;
  /** Inputs that lead to a state, reaction by reaction, from the beginning. */
  traceTo(state: number): number[][];
}

export type ExploreResult =
  | { readonly kind: "explored"; readonly exploration: Exploration }
  | { readonly kind: "tooMany"; readonly what: "states" | "transitions" | "work"; readonly exploration: Exploration }
  /** trace: inputs of the reactions up to and including the one that has no answer. unknown: nets. */
  | { readonly kind: "cycle"; readonly trace: number[][]; readonly unknown: readonly number[] };

const IMPOSSIBLE = 0x7fffffff;

/** States times nets that are looked at: some twenty seconds. */
const MOST_WORK = 4e8;

/** Leaves were reached beyond the limit: the inputs of one state alone can be too many. */
class TooMany extends Error {
  readonly what: "states" | "transitions" | "work";

  constructor(what: "states" | "transitions" | "work") {
    super(what);
    this.what = what;
  }
}

class Cycle extends Error {
  readonly unknown: readonly number[];
  readonly present: number[];

  constructor(unknown: readonly number[], present: number[]) {
    super("causality");
    this.unknown = unknown;
    this.present = present;
  }
}

export class Explorer implements Exploration {
  readonly #circuit: Circuit;
  readonly #ternary: Ternary;
  /** For each input absent (2 i) and present (2 i + 1): what relations force then, in the same code. */
  readonly #implied: readonly Int32Array[];
  readonly #states: TupleTable;
  readonly #outputs: TupleTable;
  readonly #leaves = new TupleTable(2);
  readonly #questions = new TupleTable(3);
  readonly #roots: number[] = [];
  /** For each state the one it was first reached from, and the inputs present then. */
  readonly #parents: number[] = [-1];
  readonly #reachedBy: Int32Array[] = [new Int32Array(0)];
  /** Unknown roots at each depth of the decision, in one stack. */
  #pending: Int32Array;
  readonly #seen: Int32Array;
  readonly #stack: Int32Array;
  /** Input of a net, or −1. */
  readonly #inputOf: Int32Array;
  readonly #stateWords: Int32Array;
  readonly #outputWords: Int32Array;
  readonly #pair = new Int32Array(2);
  readonly #triple = new Int32Array(3);
  /** Outputs and next values that the state alone does not decide, as literals with their places; and the words of the rest. */
  readonly #openOutputs: Int32Array;
  readonly #openNext: Int32Array;
  readonly #knownOutputs: Int32Array;
  readonly #knownNext: Int32Array;
  #openOutputCount = 0;
  #openNextCount = 0;
  /** Inputs to be set by relations: 2 · input + 1 where present. */
  readonly #forced: number[] = [];
  #stamp = 0;
  #state = 0;
  #leavesLeft = 0;
  #mostStates = 0;

  constructor(circuit: Circuit, implications: readonly Implication[]) {
    this.#circuit = circuit;
    this.#ternary = new Ternary(circuit);
    const inputs = circuit.inputs.length;
    const forced = Array.from({ length: 2 * inputs }, (): number[] => []);
    for (const { input, when, other, value } of implications) {
      forced[2 * input + (when ? 1 : 0)]!.push(2 * other + (value ? 1 : 0));
    }
    this.#implied = forced.map((list) => Int32Array.from(list));
    this.#stateWords = new Int32Array(Math.max(1, Math.ceil(circuit.registers.length / 32)));
    this.#outputWords = new Int32Array(Math.max(1, Math.ceil(circuit.outputs.length / 32)));
    this.#openOutputs = new Int32Array(circuit.outputs.length);
    this.#openNext = new Int32Array(circuit.next.length);
    this.#knownOutputs = this.#outputWords.slice();
    this.#knownNext = this.#stateWords.slice();
    this.#states = new TupleTable(this.#stateWords.length);
    this.#outputs = new TupleTable(this.#outputWords.length);
    this.#pending = new Int32Array(4 * Math.max(16, circuit.roots.length));
    this.#seen = new Int32Array(circuit.size);
    this.#stack = new Int32Array(circuit.size + 1);
    this.#inputOf = new Int32Array(circuit.size).fill(-1);
    for (let i = 0; i < inputs; i++) this.#inputOf[circuit.inputs[i]!] = i;
  }

  /** mostLeaves: ways through the diagrams, counted before equal ones are joined. */
  explore(mostStates: number, mostLeaves: number, progress?: (states: number, done: number) => void): ExploreResult {
    this.#leavesLeft = mostLeaves;
    this.#mostStates = mostStates;
    const { initial, registers } = this.#circuit;
    this.#stateWords.fill(0);
    for (let r = 0; r < registers.length; r++) if (initial[r] === 1) this.#stateWords[r >> 5]! |= 1 << (r & 31);
    this.#states.intern(this.#stateWords);
    const start = this.#ternary.mark;
    try {
      for (let state = 0; state < this.#states.count; state++) {
        // Every state costs a pass over the circuit: a long sequence of statements has many of both.
        if (state * this.#circuit.size > MOST_WORK) throw new TooMany("work");
        if ((state & 0xff) === 0xff) progress?.(this.#states.count, state);
        this.#state = state;
        this.#load(state);
        this.#roots.push(this.#decide(0, this.#firstPending()));
        this.#ternary.undoTo(start);
      }
    } catch (error) {
      if (error instanceof TooMany) return { kind: "tooMany", what: error.what, exploration: this };
      if (!(error instanceof Cycle)) throw error;
      return { kind: "cycle", trace: [...this.traceTo(this.#state), error.present], unknown: error.unknown };
    }
    return { kind: "explored", exploration: this };
  }

  #load(state: number): void {
    const { registers } = this.#circuit;
    const ternary = this.#ternary;
    for (let r = 0; r < registers.length; r++) {
      ternary.set(registers[r]!, ((this.#states.at(state, r >> 5) >>> (r & 31)) & 1) === 1);
    }
    ternary.spread();
    this.#openOutputCount = this.#sort(this.#circuit.outputs, this.#openOutputs, this.#knownOutputs);
    this.#openNextCount = this.#sort(this.#circuit.next, this.#openNext, this.#knownNext);
  }

  /** Words of the literals that are known to be true; the places of the unknown ones go to `open`. */
  #sort(literals: Int32Array, open: Int32Array, words: Int32Array): number {
    let count = 0;
    words.fill(0);
    for (let k = 0; k < literals.length; k++) {
      const value = this.#ternary.of(literals[k]!);
      if (value === UNKNOWN) open[count++] = k;
      else if (value === PRESENT) words[k >> 5]! |= 1 << (k & 31);
    }
    return count;
  }

  /** Puts the roots that are still unknown at the bottom of the stack; returns their count. */
  #firstPending(): number {
    const { roots } = this.#circuit;
    let count = 0;
    for (let k = 0; k < roots.length; k++) {
      if (this.#ternary.value[roots[k]! >> 1] === UNKNOWN) this.#pending[count++] = roots[k]! >> 1;
    }
    return count;
  }

  /** pending[from .. from + count): nets that were unknown one question ago. Returns a node. */
  #decide(from: number, count: number): number {
    const { value } = this.#ternary;
    const at = from + count;
    if (at + count > this.#pending.length) {
      const more = new Int32Array(2 * (at + count));
      more.set(this.#pending);
      this.#pending = more;
    }
    const pending = this.#pending;
    let open = 0;
    for (let k = from; k < at; k++) if (value[pending[k]!] === UNKNOWN) pending[at + open++] = pending[k]!;
    if (open === 0) return this.#leaf();
    const input = this.#firstQuestion(at, open);
    if (input < 0) throw new Cycle(this.#unknownNets(at, open), this.#present());
    const absent = this.#branch(input, false, at, open);
    const present = this.#branch(input, true, at, open);
    if (absent === present || present === IMPOSSIBLE) return absent;
    if (absent === IMPOSSIBLE) return present;
    const triple = this.#triple;
    triple[0] = input;
    triple[1] = absent;
    triple[2] = present;
    return this.#questions.intern(triple);
  }

  #branch(input: number, present: boolean, from: number, count: number): number {
    const ternary = this.#ternary;
    const mark = ternary.mark;
    const node = this.#choose(input, present) ? this.#decide(from, count) : IMPOSSIBLE;
    ternary.undoTo(mark);
    return node;
  }

  /** Sets an input and what relations force; false where that is impossible. */
  #choose(input: number, present: boolean): boolean {
    const ternary = this.#ternary;
    const { inputs } = this.#circuit;
    const forced = this.#forced;
    let possible = true;
    forced.push(2 * input + (present ? 1 : 0));
    while (forced.length > 0) {
      const choice = forced.pop()!;
      const net = inputs[choice >> 1]!;
      const known = ternary.value[net];
      if (known === UNKNOWN) {
        ternary.set(net, (choice & 1) === 1);
        const implied = this.#implied[choice]!;
        for (let k = 0; k < implied.length; k++) forced.push(implied[k]!);
      } else if (known !== ((choice & 1) === 1 ? PRESENT : ABSENT)) possible = false;
    }
    ternary.spread();
    return possible;
  }

  /** The first input, in their order, on which an unknown net of the list depends; −1 if there is none. */
  #firstQuestion(from: number, count: number): number {
    const { faninStart, fanin } = this.#circuit;
    const { value } = this.#ternary;
    const seen = this.#seen;
    const stack = this.#stack;
    const inputOf = this.#inputOf;
    const stamp = ++this.#stamp;
    let best = IMPOSSIBLE;
    let top = 0;
    for (let k = from; k < from + count; k++) {
      const root = this.#pending[k]!;
      if (seen[root] === stamp) continue;
      seen[root] = stamp;
      stack[top++] = root;
      while (top > 0) {
        const net = stack[--top]!;
        const input = inputOf[net]!;
        if (input >= 0) {
          if (input < best) best = input;
          continue;
        }
        const end = faninStart[net + 1]!;
        for (let f = faninStart[net]!; f < end; f++) {
          const source = fanin[f]! >> 1;
          if (value[source] === UNKNOWN && seen[source] !== stamp) {
            seen[source] = stamp;
            stack[top++] = source;
          }
        }
      }
    }
    return best === IMPOSSIBLE ? -1 : best;
  }

  #leaf(): number {
    if (--this.#leavesLeft < 0) throw new TooMany("transitions");
    const { outputs, next } = this.#circuit;
    const ternary = this.#ternary;
    const outputWords = this.#outputWords;
    const stateWords = this.#stateWords;
    outputWords.set(this.#knownOutputs);
    stateWords.set(this.#knownNext);
    for (let k = 0; k < this.#openOutputCount; k++) {
      const o = this.#openOutputs[k]!;
      if (ternary.of(outputs[o]!) === PRESENT) outputWords[o >> 5]! |= 1 << (o & 31);
    }
    for (let k = 0; k < this.#openNextCount; k++) {
      const r = this.#openNext[k]!;
      if (ternary.of(next[r]!) === PRESENT) stateWords[r >> 5]! |= 1 << (r & 31);
    }
    const state = this.#states.intern(stateWords);
    if (state === this.#parents.length) {
      if (state >= this.#mostStates) throw new TooMany("states");
      this.#parents.push(this.#state);
      this.#reachedBy.push(Int32Array.from(this.#present()));
    }
    this.#pair[0] = this.#outputs.intern(outputWords);
    this.#pair[1] = state;
    return -1 - this.#leaves.intern(this.#pair);
  }

  #present(): number[] {
    const { inputs } = this.#circuit;
    const present: number[] = [];
    for (let i = 0; i < inputs.length; i++) if (this.#ternary.value[inputs[i]!] === PRESENT) present.push(i);
    return present;
  }

  #unknownNets(from: number, count: number): number[] {
    const { faninStart, fanin } = this.#circuit;
    const found = new Set<number>(this.#pending.subarray(from, from + count));
    for (const net of found) {
      for (let f = faninStart[net]!; f < faninStart[net + 1]!; f++) {
        const source = fanin[f]! >> 1;
        if (this.#ternary.value[source] === UNKNOWN) found.add(source);
      }
    }
    return [...found];
  }

  get states(): number {
    return this.#roots.length;
  }

  get met(): number {
    return this.#states.count;
  }

  get roots(): Int32Array {
    return Int32Array.from(this.#roots);
  }

  get questions(): Int32Array {
    return this.#questions.flat.slice();
  }

  get leaves(): Int32Array {
    return this.#leaves.flat.slice();
  }

  get outputSets(): number[][] {
    const sets: number[][] = [];
    for (let s = 0; s < this.#outputs.count; s++) {
      const set: number[] = [];
      for (let o = 0; o < this.#circuit.outputs.length; o++) {
        if ((this.#outputs.at(s, o >> 5) >>> (o & 31)) & 1) set.push(o);
      }
      sets.push(set);
    }
    return sets;
  }

  registersOn(state: number): number[] {
    const on: number[] = [];
    for (let r = 0; r < this.#circuit.registers.length; r++) {
      if ((this.#states.at(state, r >> 5) >>> (r & 31)) & 1) on.push(r);
    }
    return on;
  }

  traceTo(state: number): number[][] {
    const trace: number[][] = [];
    for (let s = state; s > 0; s = this.#parents[s]!) trace.push([...this.#reachedBy[s]!]);
    return trace.reverse();
  }
}
