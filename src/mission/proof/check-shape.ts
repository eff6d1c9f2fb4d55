/**
 * Conformity to a given automaton (.aut): of the observed signals, everything that the mission does is something that the automaton
 * allows (inclusion of weak traces). A reaction without observed signals is not a step. A label names the signals that are present in one
 * reaction, in any order, joined by points; `?` and `!` before them may be left out. `tau` and `i` are steps that are not seen.
 */

import { codedDiagnostic, type Diagnostic } from "../../core/index.ts";
import { type Lts, readAut, TAU } from "../../lts/index.ts";
import type { SafetyResult } from "./check-safety.ts";
import { proofCodes as codes } from "./codes.ts";
import type { CheckContext } from "./context.ts";
import { BAD, type Observer } from "./observers.ts";
import type { PropertyForm } from "./property-tree.ts";
import { MOST_MEMORIES, TooManyMemories } from "./sequence-observer.ts";

export type ShapeResult = SafetyResult | { readonly diagnostics: readonly Diagnostic[] };

export function checkShape(context: CheckContext, form: Extract<PropertyForm, { kind: "shape" }>): ShapeResult {
  const { text: file, at } = form.file;
  const read = context.options.readFile?.(file) ?? { error: "there is no way to read files here" };
  if ("error" in read) {
    return { diagnostics: [codedDiagnostic(codes.shapeFile, at, `cannot read ${file}: ${read.error}`)] };
  }
  const { lts, diagnostics } = readAut(read.text, file);
  if (lts === null) return { diagnostics };
  const letters = context.letters();
  const names = [...new Set(form.observed.map((n) => n.text))];
  const bits = new Map(names.map((name) => [name, letters.signal(name)]));
  const foreign = foreignLabel(lts, bits);
  if (foreign !== null) {
    const hint = `observe it too, or use only ${names.join(", ")}`;
    const message = `${file} has the label ${foreign}, which is made of signals that are not observed`;
    return { diagnostics: [codedDiagnostic(codes.shapeFile, at, message, { seen: foreign, hint })] };
  }
  const graph = context.graph(letters);
  const product = context.product(graph, new ShapeObserver(lts, bits), true);
  const counterexample = context.violation(product, `${file} does not allow the last reaction here`);
  const seen = names.filter((name) => (graph.everSet & bits.get(name)!) !== 0);
  return {
    counterexample,
    proved: counterexample?.why ?? `what is seen of ${names.join(", ")} is always something that ${file} allows`,
    vacuous: seen.length === 0 ? "none of the observed signals is ever present" : null,
  };
}

function signalsOf(label: string): string[] {
  return label.split(".").map((part) => part.trim().replace(/^[?!]/, ""));
}

function foreignLabel(lts: Lts, bits: ReadonlyMap<string, number>): string | null {
  return lts.alphabet().find((label) => signalsOf(label).some((name) => !bits.has(name))) ?? null;
}

/** Sets of states of the given automaton, closed under unseen steps, made when they are met. */
class ShapeObserver implements Observer {
  readonly initial = 0;
  readonly #lts: Lts;
  /** Letter of each label. */
  readonly #letters: readonly number[];
  readonly #memories: number[][] = [];
  readonly #numbers = new Map<string, number>();
  readonly #steps = new Map<string, number>();

  constructor(lts: Lts, bits: ReadonlyMap<string, number>) {
    this.#lts = lts;
    this.#letters = lts.labels.map((label, a) =>
      a === TAU ? 0 : signalsOf(label).reduce((letter, name) => letter | (bits.get(name) ?? 0), 0),
    );
    this.#intern(this.#closed([lts.initial]));
  }

  step(memory: number, letter: number): number {
    if (letter === 0) return memory;
    const key = `${memory} ${letter}`;
    const known = this.#steps.get(key);
    if (known !== undefined) return known;
    const reached: number[] = [];
    for (const state of this.#memories[memory]!) {
      for (let k = this.#lts.first[state]!; k < this.#lts.first[state + 1]!; k++) {
        if (this.#letters[this.#lts.label[k]!] === letter) reached.push(this.#lts.target[k]!);
      }
    }
    const next = reached.length === 0 ? BAD : this.#intern(this.#closed(reached));
    this.#steps.set(key, next);
    return next;
  }

  #closed(states: readonly number[]): number[] {
    const closed = new Set(states);
    for (const state of closed) {
      for (let k = this.#lts.first[state]!; k < this.#lts.first[state + 1]!; k++) {
        if (this.#lts.label[k] === TAU) closed.add(this.#lts.target[k]!);
      }
    }
    return [...closed].sort((a, b) => a - b);
  }

  #intern(states: number[]): number {
    const key = states.join(" ");
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    if (this.#memories.length === MOST_MEMORIES) {
      throw new TooManyMemories(`the given automaton needs more than ${MOST_MEMORIES} memories`);
    }
    const number = this.#memories.push(states) - 1;
    this.#numbers.set(key, number);
    return number;
  }
}
