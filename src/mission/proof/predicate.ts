/**
 * Conditions on one reaction, ready to be decided. A guard says of each input present (1), absent (0) or open (−1); the outputs are
 * known. The value is 1, 0, or −1 where it depends on open inputs.
 */
import { invariant } from "../../core/index.ts";
import type { Automaton } from "../automaton/automaton.ts";
import type { Condition } from "../syntax/tree.ts";

export type Test = (guard: Int8Array, outputSet: number) => number;

export interface Predicate {
  /** Inputs that it asks for, rising. */
  readonly inputs: readonly number[];
  readonly test: Test;
}

const NEVER: Predicate = Object.freeze({ test: () => 0, inputs: [] });

/** Makes predicates of one automaton; the names have been looked up before. */
export class Predicates {
  readonly #inputs: ReadonlyMap<string, number>;
  readonly #outputs: ReadonlyMap<string, number>;
  readonly #outputSets: readonly (readonly number[])[];
  readonly #members = new Map<number, Uint8Array>();

  constructor({ data }: Automaton) {
    this.#inputs = new Map(data.inputs.map((s, i) => [s.name, i]));
    this.#outputs = new Map(data.outputs.map((s, o) => [s.name, o]));
    this.#outputSets = data.outputSets;
  }

  of(condition: Condition): Predicate {
    const asked = new Set<number>();
    const test = this.#test(condition, asked);
    return { test, inputs: [...asked].sort((a, b) => a - b) };
  }

  /** One signal by name. */
  signal(name: string): Predicate {
    const asked = new Set<number>();
    return { test: this.#signal(name, asked), inputs: [...asked] };
  }

  /** One input by its place; −1: an input that the automaton does not have, and that is never present. */
  input(place: number): Predicate {
    return place < 0 ? NEVER : { test: (guard) => guard[place]!, inputs: [place] };
  }

  /** One output by its place; −1 as above. */
  output(place: number): Predicate {
    if (place < 0) return NEVER;
    const member = this.#memberOf(place);
    return { test: (_, set) => member[set]!, inputs: [] };
  }

  /** Whether any output is present. */
  get anyOutput(): Predicate {
    const some = Uint8Array.from(this.#outputSets, (set) => (set.length > 0 ? 1 : 0));
    return { test: (_, set) => some[set]!, inputs: [] };
  }

  #test(condition: Condition, asked: Set<number>): Test {
    switch (condition.kind) {
      case "signal": {
        const name = condition.name.text;
        invariant(this.#inputs.has(name) || this.#outputs.has(name), `no signal ${name}`);
        return this.#signal(name, asked);
      }
      case "not": {
        const operand = this.#test(condition.operand, asked);
        return (guard, set) => {
          const value = operand(guard, set);
          return value < 0 ? -1 : 1 - value;
        };
      }
      case "and":
      case "or": {
        const left = this.#test(condition.left, asked);
        const right = this.#test(condition.right, asked);
        const decides = condition.kind === "and" ? 0 : 1;
        return (guard, set) => {
          const a = left(guard, set);
          if (a === decides) return decides;
          const b = right(guard, set);
          return b === decides ? decides : a < 0 ? -1 : b;
        };
      }
    }
  }

  #signal(name: string, asked: Set<number>): Test {
    const input = this.#inputs.get(name);
    if (input !== undefined) {
      asked.add(input);
      return (guard) => guard[input]!;
    }
    const output = this.#outputs.get(name);
    if (output === undefined) return () => 0;
    const member = this.#memberOf(output);
    return (_, set) => member[set]!;
  }

  #memberOf(output: number): Uint8Array {
    const known = this.#members.get(output);
    if (known !== undefined) return known;
    const member = Uint8Array.from(this.#outputSets, (set) => (set.includes(output) ? 1 : 0));
    this.#members.set(output, member);
    return member;
  }
}
