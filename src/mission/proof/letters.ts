/** The conditions of one property, each with a bit of the letters; equal conditions share one. */
import { invariant } from "../../core/index.ts";
import type { Condition } from "../syntax/tree.ts";
import type { Predicate, Predicates } from "./predicate.ts";
import { conditionText } from "./property-text.ts";

export class Letters {
  readonly #predicates: Predicates;
  readonly #bits = new Map<string, number>();
  readonly list: Predicate[] = [];

  constructor(predicates: Predicates) {
    this.#predicates = predicates;
  }

  /** The mask of a condition. */
  condition(condition: Condition): number {
    return this.#bit(conditionText(condition), () => this.#predicates.of(condition));
  }

  /** 0 where there is no condition. */
  orNone(condition: Condition | null): number {
    return condition === null ? 0 : this.condition(condition);
  }

  signal(name: string): number {
    return this.#bit(name, () => this.#predicates.signal(name));
  }

  /** An input by its place; −1 for one that the automaton does not have. */
  input(place: number): number {
    return this.#bit(`(input ${place})`, () => this.#predicates.input(place));
  }

  /** An output by its place; −1 as above. */
  output(place: number): number {
    return this.#bit(`(output ${place})`, () => this.#predicates.output(place));
  }

  get anyOutput(): number {
    return this.#bit("(any output)", () => this.#predicates.anyOutput);
  }

  #bit(text: string, make: () => Predicate): number {
    const known = this.#bits.get(text);
    if (known !== undefined) return known;
    invariant(this.list.length < 30, "more conditions than a letter has bits");
    const bit = 1 << this.list.length;
    this.list.push(make());
    this.#bits.set(text, bit);
    return bit;
  }
}
