/**
 * The explicit automaton of a mission. Every state has a decision diagram: nodes ask for inputs, in the order of the inputs,
 * and its leaves are what the reaction does (outputs and next state). Diagrams are reduced and shared: a node whose two ways
 * lead to the same place does not exist, and equal nodes are one. A way from a state's root to a leaf is a *transition*, its
 * answers the guard; inputs that are not asked for do not matter.
 *
 * The automaton refers to nothing outside itself, can be written and read as JSON, and its hash covers everything that it does:
 * names, order of inputs and outputs, and the diagrams.
 */
import { sha256 } from "../../core/index.ts";
import { type AutomatonSignal, filedSignal, type InputRole, type OutputRole, SignalIndex } from "./signal-roles.ts";

/** A place in the mission's text. */
export interface StatementPlace {
  readonly text: string;
  readonly path: readonly string[];
  readonly line: number;
  readonly column: number;
}

export interface AutomatonTimer {
  readonly arm: string;
  readonly expired: string;
  readonly duration_s: number;
}

export interface AutomatonTask {
  readonly name: string;
  readonly resources: readonly string[];
  /** Argument sets, by number − 1. */
  readonly sets: readonly Readonly<Record<string, number | string | boolean>>[];
  readonly type1: readonly {
    readonly event: string;
    readonly sets: Readonly<Record<string, number | string | boolean>>;
  }[];
  /** Times that the runtime has to measure. */
  readonly waitLimit: { readonly event: string; readonly after_s: number } | null;
  readonly activeLimits: readonly { readonly event: string; readonly after_s: number }[];
  readonly stopWithin_s: number | null;
  readonly hasInit: boolean;
  readonly pre: readonly string[];
}

export interface AutomatonData {
  readonly mission: string;
  readonly inputs: readonly AutomatonSignal[];
  readonly outputs: readonly AutomatonSignal[];
  /** At most one present of an exclusive list; the first only with the second of an implication. By place among the inputs. */
  readonly relations: readonly { readonly form: "exclusive" | "implies"; readonly inputs: readonly number[] }[];
  readonly fatal: readonly number[];
  readonly timers: readonly AutomatonTimer[];
  readonly tasks: readonly AutomatonTask[];
  /** For each state a node: ≥ 0 a question, < 0 the leaf −1 − node. State 0 is the one before the first reaction. */
  readonly roots: readonly number[];
  /** Questions: [input, node if absent, node if present], flat. */
  readonly questions: readonly number[];
  /** Leaves: [place of the output set, next state], flat. */
  readonly leaves: readonly number[];
  /** Output sets: places among the outputs, rising. */
  readonly outputSets: readonly (readonly number[])[];
  /** What is active in each state, as places in `statements`. */
  readonly active: readonly (readonly number[])[];
  readonly statements: readonly StatementPlace[];
  /** Computer of each resource, task and named signal, where the mission names computers; empty otherwise. */
  readonly computers: readonly string[];
  readonly placed: Readonly<Record<string, string>>;
  /** Names of properties that must be proved before the automaton is executed (rule 46). */
  readonly requires: readonly string[];
}

export interface Statistics {
  /** Statements of the expanded mission. */
  readonly statements: number;
  readonly nets: number;
  readonly registers: number;
  readonly states: number;
  readonly transitions: number;
}

export class Automaton {
  readonly data: AutomatonData;
  readonly #questions: Int32Array;
  readonly #leaves: Int32Array;
  /** Made when they are first asked for. */
  #inputs: SignalIndex | null = null;
  #outputs: SignalIndex | null = null;

  constructor(data: AutomatonData) {
    this.data = data;
    this.#questions = Int32Array.from(data.questions);
    this.#leaves = Int32Array.from(data.leaves);
  }

  get states(): number {
    return this.data.roots.length;
  }

  /** The place of an input by its role and the task that it belongs to; −1 where the automaton has none. */
  inputFor(role: InputRole, task: string): number {
    this.#inputs ??= new SignalIndex(this.data.inputs);
    return this.#inputs.placeOf(role, task);
  }

  /** The place of an output by its role and owner, and by the number of the set or the event; −1 where the automaton has none. */
  outputFor(role: OutputRole, owner: string | null, detail?: string | number): number {
    this.#outputs ??= new SignalIndex(this.data.outputs);
    return this.#outputs.placeOf(role, owner, detail);
  }

  /** The leaf that a set of inputs leads to; present[i] ≠ 0 where input i is present. */
  leafAt(state: number, present: Uint8Array): number {
    const questions = this.#questions;
    let node = this.data.roots[state]!;
    while (node >= 0) node = questions[3 * node + (present[questions[3 * node]!]! === 0 ? 1 : 2)]!;
    return -1 - node;
  }

  nextOf(leaf: number): number {
    return this.#leaves[2 * leaf + 1]!;
  }

  /** Places among the outputs. */
  outputsOf(leaf: number): readonly number[] {
    return this.data.outputSets[this.#leaves[2 * leaf]!]!;
  }

  /** Place of the output set. */
  outputSetOf(leaf: number): number {
    return this.#leaves[2 * leaf]!;
  }

  /** All transitions of a state: guard[i] 1 present, 0 absent, −1 does not matter. The array is used again for the next one. */
  eachTransition(state: number, visit: (guard: Int8Array, leaf: number) => void): void {
    const guard = new Int8Array(this.data.inputs.length).fill(-1);
    const questions = this.#questions;
    const walk = (node: number): void => {
      if (node < 0) {
        visit(guard, -1 - node);
        return;
      }
      const input = questions[3 * node]!;
      guard[input] = 0;
      walk(questions[3 * node + 1]!);
      guard[input] = 1;
      walk(questions[3 * node + 2]!);
      guard[input] = -1;
    };
    walk(this.data.roots[state]!);
  }

  /** Ways from all roots to leaves. */
  countTransitions(): number {
    const ways = new Float64Array(this.#questions.length / 3);
    const of = (node: number): number => (node < 0 ? 1 : ways[node]!);
    // A question is made after those it leads to.
    for (let n = 0; n < ways.length; n++) ways[n] = of(this.#questions[3 * n + 1]!) + of(this.#questions[3 * n + 2]!);
    return this.data.roots.reduce((sum, root) => sum + of(root), 0);
  }

  /** Hash of what the automaton does, and of the names it uses; not of where its statements are written. */
  hash(): string {
    const { statements, active, inputs, outputs, ...rest } = this.data;
    const behaviour = { ...rest, inputs: inputs.map(filedSignal), outputs: outputs.map(filedSignal) };
    return sha256(JSON.stringify(behaviour, inOrder));
  }
}

/** Fields by their names, so that the order in which an object was made does not count. */
function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
