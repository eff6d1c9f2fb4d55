/**
 * The reactions of an automaton as an observer sees them, who looks at some signals only: what the exports to other tools write down.
 *
 * Without a list of signals a step is a transition: its guard as it stands, inputs that it does not ask for left open.
 *
 * With a list, a step says of every observed input whether it is present, and every combination that the relations allow has its step,
 * also where the state does not care: "a leak and no ascent" can then be found in the steps, which it could not if the guard of a state
 * that ignores the leak just did not mention it. Everything else is forgotten, and equal steps are one.
 */
import { codedDiagnostic, type Diagnostic, didYouMean } from "../../core/index.ts";
import type { Automaton } from "../automaton/automaton.ts";
import { RelationClosure } from "../automaton/input-relations.ts";
import { exportCodes } from "./codes.ts";

export interface ObservedStep {
  /** Places among the inputs, rising: present, and required absent. */
  readonly present: readonly number[];
  readonly absent: readonly number[];
  /** Places among the outputs, rising. */
  readonly outputs: readonly number[];
  readonly next: number;
}

/** What is wrong with a list of signals to observe, as names that a user gave. */
export function observedDiagnostics({ data }: Automaton, observe: readonly string[]): Diagnostic[] {
  const names = [...data.inputs, ...data.outputs].map((s) => s.name);
  return observe
    .filter((name) => !names.includes(name))
    .map((name) => {
      const hint = didYouMean(name, names);
      return codedDiagnostic(exportCodes.unknownSignal, null, `the automaton has no signal ${name}`, {
        seen: name,
        hint,
      });
    });
}

export class ObservedSteps {
  readonly automaton: Automaton;
  /** Places of the observed inputs and outputs; all of them where no list was given. */
  readonly inputs: readonly number[];
  readonly outputs: readonly number[];
  readonly #exact: boolean;
  readonly #observedOutput: readonly boolean[];
  readonly #closure: RelationClosure;

  /** Throws a RangeError for a name that the automaton does not have: see observedDiagnostics. */
  constructor(automaton: Automaton, observe?: readonly string[]) {
    const { data } = automaton;
    const [wrong] = observe === undefined ? [] : observedDiagnostics(automaton, observe);
    if (wrong !== undefined) throw new RangeError(wrong.message);
    const seen = (signal: { readonly name: string }): boolean => observe === undefined || observe.includes(signal.name);
    this.automaton = automaton;
    this.inputs = data.inputs.flatMap((s, i) => (seen(s) ? [i] : []));
    this.outputs = data.outputs.flatMap((s, o) => (seen(s) ? [o] : []));
    this.#exact = observe !== undefined;
    this.#observedOutput = data.outputs.map(seen);
    this.#closure = new RelationClosure(data.relations);
  }

  /** The steps of a state, in a fixed order. Ways that no legal inputs take are left out. */
  of(state: number): ObservedStep[] {
    const { automaton } = this;
    const steps: ObservedStep[] = [];
    const known = new Set<string>();
    automaton.eachTransition(state, (guard, leaf) => {
      if (!this.#closure.possible(guard)) return;
      const next = automaton.nextOf(leaf);
      const outputs = automaton.outputsOf(leaf).filter((o) => this.#observedOutput[o]);
      const take = (values: Int8Array): void => {
        const present = this.inputs.filter((i) => values[i] === 1);
        const absent = this.inputs.filter((i) => values[i] === 0);
        if (this.#exact) {
          // Transitions of one state differ; only what is forgotten makes them equal.
          const key = `${present.join(" ")}/${outputs.join(" ")}/${next}`;
          if (known.has(key)) return;
          known.add(key);
        }
        steps.push({ present, absent, outputs, next });
      };
      if (this.#exact) this.#complete(Int8Array.from(guard), 0, take);
      else take(guard);
    });
    return steps;
  }

  /** Gives every open observed input both values, where the relations let it have them. */
  #complete(guard: Int8Array, from: number, take: (guard: Int8Array) => void): void {
    const open = this.inputs.findIndex((input, k) => k >= from && guard[input]! < 0);
    if (open < 0) {
      take(guard);
      return;
    }
    const input = this.inputs[open]!;
    for (const value of [0, 1] as const) {
      if (!this.#closure.allows(guard, input, value)) continue;
      guard[input] = value;
      this.#complete(guard, open + 1, take);
    }
    guard[input] = -1;
  }
}
