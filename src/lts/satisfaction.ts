/** In which states of a system a formula holds: a mark for each state. */
import type { Formula } from "./formula.ts";
import { type Lts, sortedBy, sourcesOf, TAU } from "./lts.ts";

export class Satisfaction {
  readonly #lts: Lts;
  readonly #known = new Map<Formula, Uint8Array>();
  readonly #source: Int32Array;
  readonly #incoming: { readonly first: Int32Array; readonly order: Int32Array };
  readonly #numbers: ReadonlyMap<string, number>;
  /** Marks made so far, and transitions looked at. */
  effort = 0;

  /** For "weak" formulas the system is a saturated one. */
  constructor(lts: Lts) {
    this.#lts = lts;
    this.#source = sourcesOf(lts);
    this.#incoming = sortedBy(lts.target, lts.states);
    this.#numbers = new Map(lts.labels.map((name, a) => [name, a]));
  }

  of(formula: Formula): Uint8Array {
    let marks = this.#known.get(formula);
    if (marks === undefined) {
      marks = this.#marks(formula);
      this.effort += marks.length;
      this.#known.set(formula, marks);
    }
    return marks;
  }

  holds(formula: Formula, state: number): boolean {
    return this.of(formula)[state] === 1;
  }

  #marks(formula: Formula): Uint8Array {
    const { states } = this.#lts;
    switch (formula.kind) {
      case "true":
        return new Uint8Array(states).fill(1);
      case "not":
        return this.of(formula.of).map((mark) => 1 - mark);
      case "and": {
        const parts = formula.of.map((part) => this.of(part));
        return new Uint8Array(states).map((_, s) => (parts.every((marks) => marks[s] === 1) ? 1 : 0));
      }
      case "can":
        return this.#before(formula.label, this.of(formula.then));
      case "weak":
        return this.#before(formula.label ?? "tau", this.of(formula.then));
      case "until": {
        const through = this.of(formula.through);
        const start = this.#before(formula.label, this.of(formula.then)).map((mark, s) => mark & through[s]!);
        return this.#backwards(start, through);
      }
      case "reach":
        return this.#backwards(this.of(formula.then).slice(), this.of(formula.through));
      case "onward":
        return this.#onward(this.of(formula.through));
    }
  }

  /** States with a step to a marked one. */
  #before(name: string, marks: Uint8Array): Uint8Array {
    const { label, target, states } = this.#lts;
    const a = this.#numbers.get(name);
    const result = new Uint8Array(states);
    this.effort += label.length;
    for (let t = 0; t < label.length; t++) if (label[t] === a && marks[target[t]!] === 1) result[this.#source[t]!] = 1;
    return result;
  }

  /** Adds to the marked states those that reach them internally through allowed ones. */
  #backwards(marks: Uint8Array, allowed: Uint8Array): Uint8Array {
    const stack: number[] = [];
    marks.forEach((mark, s) => {
      if (mark === 1) stack.push(s);
    });
    this.effort += this.#lts.transitions;
    for (let s = stack.pop(); s !== undefined; s = stack.pop()) {
      for (let k = this.#incoming.first[s]!; k < this.#incoming.first[s + 1]!; k++) {
        const t = this.#incoming.order[k]!;
        const p = this.#source[t]!;
        if (this.#lts.label[t] !== TAU || marks[p] === 1 || allowed[p] === 0) continue;
        marks[p] = 1;
        stack.push(p);
      }
    }
    return marks;
  }

  /** States from which internal steps go on for ever through allowed ones: what remains when ends are taken away. */
  #onward(allowed: Uint8Array): Uint8Array {
    const { states, first, label, target } = this.#lts;
    const marks = allowed.slice();
    const ways = new Int32Array(states);
    const stack: number[] = [];
    this.effort += 2 * this.#lts.transitions;
    for (let s = 0; s < states; s++) {
      if (marks[s] === 0) continue;
      for (let t = first[s]!; t < first[s + 1]!; t++) if (label[t] === TAU && allowed[target[t]!] === 1) ways[s]!++;
      if (ways[s] === 0) stack.push(s);
    }
    for (let s = stack.pop(); s !== undefined; s = stack.pop()) {
      marks[s] = 0;
      for (let k = this.#incoming.first[s]!; k < this.#incoming.first[s + 1]!; k++) {
        const t = this.#incoming.order[k]!;
        const p = this.#source[t]!;
        if (label[t] === TAU && allowed[p] === 1 && --ways[p]! === 0) stack.push(p);
      }
    }
    return marks;
  }
}
