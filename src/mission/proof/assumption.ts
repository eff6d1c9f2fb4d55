/** What a property assumes about inputs, by their places; and whether any inputs are left by it. */
import type { Automaton } from "../automaton/automaton.ts";
import { RelationClosure } from "../automaton/input-relations.ts";
import type { Predicate } from "./predicate.ts";

export class InputAssumption {
  readonly closure: RelationClosure;
  /** Inputs that never come. */
  readonly without: readonly number[];
  readonly given: Predicate | null;
  readonly #inputs: number;

  constructor(automaton: Automaton, without: readonly number[], given: Predicate | null) {
    this.closure = new RelationClosure(automaton.data.relations);
    this.without = without;
    this.given = given;
    this.#inputs = automaton.data.inputs.length;
  }

  /** The guard that says nothing but what is assumed to be absent. */
  freshGuard(): Int8Array {
    const guard = new Int8Array(this.#inputs).fill(-1);
    for (const input of this.without) guard[input] = 0;
    return guard;
  }

  /** Whether some legal inputs satisfy everything; with this input among them, if one is given. */
  satisfiable(input: number | null = null): boolean {
    const guard = this.freshGuard();
    if (input !== null) {
      if (guard[input] === 0 || !this.closure.allows(guard, input, 1)) return false;
      guard[input] = 1;
    }
    return this.completable(guard);
  }

  /** Whether the open inputs of a legal guard can be chosen so that the assumption holds. */
  completable(guard: Int8Array): boolean {
    const { given, closure } = this;
    if (given === null) return true;
    const value = given.test(guard, 0);
    if (value >= 0) return value === 1;
    const open = given.inputs.find((i) => guard[i]! < 0)!;
    for (const choice of [0, 1] as const) {
      if (!closure.allows(guard, open, choice)) continue;
      guard[open] = choice;
      const found = this.completable(guard);
      guard[open] = -1;
      if (found) return true;
    }
    return false;
  }
}
