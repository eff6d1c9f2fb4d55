/**
 * Decision diagrams under construction, reduced and shared [Bryant1986]: a node ≥ 0 is a question about an input, inputs rise
 * along a way, a node < 0 is a leaf whose meaning the caller knows. Equal diagrams are one number.
 *
 * Sets of inputs (the legal ones) are diagrams too, with the leaves NEVER and ALWAYS.
 */

import { TupleTable } from "../../core/index.ts";
import { literal, type RelationClosure } from "./input-relations.ts";

export const NEVER = -1;
export const ALWAYS = -2;

/** An input after all others, for leaves. */
const NO_INPUT = 0x7fffffff;

export class Diagrams {
  readonly #table = new TupleTable(3);
  readonly #triple = new Int32Array(3);

  get questions(): number {
    return this.#table.count;
  }

  question(input: number, absent: number, present: number): number {
    if (absent === present) return absent;
    const triple = this.#triple;
    triple[0] = input;
    triple[1] = absent;
    triple[2] = present;
    return this.#table.intern(triple);
  }

  inputOf(node: number): number {
    return node < 0 ? NO_INPUT : this.#table.at(node, 0);
  }

  absentOf(node: number): number {
    return this.#table.at(node, 1);
  }

  presentOf(node: number): number {
    return this.#table.at(node, 2);
  }
}

/** Beyond this size a set of legal inputs is not written down further: what is left out only makes less be assumed. */
const MOST_LEGAL_NODES = 2_000;

/** The legal sets of inputs as a diagram over those of them that are asked for. */
export class LegalInputs {
  readonly diagrams = new Diagrams();
  readonly root: number;
  /** False where the set was too large to write down, and `root` allows more than the relations do. */
  readonly complete: boolean;
  readonly #and = new Map<string, number>();
  readonly #or = new Map<string, number>();

  constructor(closure: RelationClosure, asked: ReadonlySet<number>) {
    let root = ALWAYS;
    let complete = true;
    for (const clause of this.#clauses(closure, asked)) {
      complete = this.diagrams.questions <= MOST_LEGAL_NODES;
      if (!complete) break;
      root = this.#both(root, clause);
    }
    this.root = root;
    this.complete = complete;
  }

  /** The closed clauses among the asked inputs: they say all that clauses with other inputs imply for these. */
  *#clauses(closure: RelationClosure, asked: ReadonlySet<number>): Generator<number> {
    for (const input of closure.inputs) {
      if (!asked.has(input)) continue;
      for (const value of [0, 1] as const) {
        for (const forced of closure.forcedBy(literal(input, value))) {
          // Each clause is met from both of its sides.
          if (forced >> 1 >= input && asked.has(forced >> 1)) yield this.#clause(input, value, forced >> 1, forced & 1);
        }
      }
    }
  }

  /** Diagram of: input = value implies other = then. */
  #clause(input: number, value: 0 | 1, other: number, then: number): number {
    const is = (signal: number, present: number): number =>
      present === 0 ? this.diagrams.question(signal, ALWAYS, NEVER) : this.diagrams.question(signal, NEVER, ALWAYS);
    if (other === input) return is(input, then);
    const { diagrams } = this;
    return value === 0
      ? diagrams.question(input, is(other, then), ALWAYS)
      : diagrams.question(input, ALWAYS, is(other, then));
  }

  #both(a: number, b: number): number {
    if (a === NEVER || b === NEVER) return NEVER;
    if (a === ALWAYS || a === b) return b;
    if (b === ALWAYS) return a;
    return this.#joined(this.#and, a, b, (x, y) => this.#both(x, y));
  }

  either(a: number, b: number): number {
    if (a === ALWAYS || b === ALWAYS) return ALWAYS;
    if (a === NEVER || a === b) return b;
    if (b === NEVER) return a;
    return this.#joined(this.#or, a, b, (x, y) => this.either(x, y));
  }

  #joined(memory: Map<string, number>, a: number, b: number, join: (a: number, b: number) => number): number {
    const key = a < b ? `${a} ${b}` : `${b} ${a}`;
    const known = memory.get(key);
    if (known !== undefined) return known;
    const { diagrams } = this;
    const input = Math.min(diagrams.inputOf(a), diagrams.inputOf(b));
    const asks = (node: number): boolean => diagrams.inputOf(node) === input;
    const absent = join(asks(a) ? diagrams.absentOf(a) : a, asks(b) ? diagrams.absentOf(b) : b);
    const present = join(asks(a) ? diagrams.presentOf(a) : a, asks(b) ? diagrams.presentOf(b) : b);
    const node = diagrams.question(input, absent, present);
    memory.set(key, node);
    return node;
  }
}

/** Both of these build in `into`, from diagrams of it and of `legal`, each pair once. */
class Pairwise {
  readonly into: Diagrams;
  readonly legal: LegalInputs;
  readonly #memory = new Map<number, number>();

  constructor(into: Diagrams, legal: LegalInputs) {
    this.into = into;
    this.legal = legal;
  }

  protected once(node: number, legal: number, make: () => number): number {
    // Nodes are 31-bit numbers, so the pair is exact in a double.
    const key = (node + 0x40000000) * 0x200000 + (legal + 2);
    const known = this.#memory.get(key);
    if (known !== undefined) return known;
    const made = make();
    this.#memory.set(key, made);
    return made;
  }
}

/**
 * The canonical form of a diagram on legal inputs: two diagrams have the same one exactly if they agree on all legal sets.
 * Sets that are not legal lead to the leaf `impossible`.
 */
export class LegalForm extends Pairwise {
  readonly #impossible: number;

  constructor(into: Diagrams, legal: LegalInputs, impossible: number) {
    super(into, legal);
    this.#impossible = impossible;
  }

  of(node: number, legal = this.legal.root): number {
    if (legal === ALWAYS) return node;
    if (legal === NEVER) return this.#impossible;
    return this.once(node, legal, () => {
      const { into } = this;
      const sets = this.legal.diagrams;
      const input = Math.min(into.inputOf(node), sets.inputOf(legal));
      const asks = into.inputOf(node) === input;
      const bounds = sets.inputOf(legal) === input;
      return into.question(
        input,
        this.of(asks ? into.absentOf(node) : node, bounds ? sets.absentOf(legal) : legal),
        this.of(asks ? into.presentOf(node) : node, bounds ? sets.presentOf(legal) : legal),
      );
    });
  }
}

/**
 * A diagram with the questions left out that legal inputs need not ask: equal to the given one on all legal sets, never asking for
 * more inputs (the restriction of [CoudertMadre1990]: inputs that the diagram does not ask for are first forgotten in the legal set).
 */
export class Simplified extends Pairwise {
  of(node: number, legal = this.legal.root): number {
    if (node < 0 || legal < 0) return node;
    return this.once(node, legal, () => {
      const { into } = this;
      const sets = this.legal.diagrams;
      const input = into.inputOf(node);
      const bound = sets.inputOf(legal);
      if (bound < input) return this.of(node, this.legal.either(sets.absentOf(legal), sets.presentOf(legal)));
      const absent = bound === input ? sets.absentOf(legal) : legal;
      const present = bound === input ? sets.presentOf(legal) : legal;
      if (absent === NEVER) return this.of(into.presentOf(node), present);
      if (present === NEVER) return this.of(into.absentOf(node), absent);
      return into.question(input, this.of(into.absentOf(node), absent), this.of(into.presentOf(node), present));
    });
  }
}
