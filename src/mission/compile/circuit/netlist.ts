/**
 * Logic of a reaction as a net of AND gates with inverted inputs. A literal is 2 · net, or 2 · net + 1 for its negation; net 0
 * is the constant true. An OR is the negation of an AND of negations, so there is one kind of gate.
 *
 * Simplifications keep the three-valued meaning: x ∧ x = x and x ∧ 1 = x are used, x ∧ ¬x = 0 is not, since with x unknown it
 * is unknown; that is what finds causality cycles.
 *
 * A wire is an OR whose inputs come later: signals are emitted, and registers set, at places that are not yet built.
 */
import { invariant } from "../../../core/index.ts";

export type Literal = number;

export const TRUE: Literal = 0;
export const FALSE: Literal = 1;

export function not(a: Literal): Literal {
  return a ^ 1;
}

export interface Register {
  readonly net: number;
  readonly initial: boolean;
  next: Literal;
}

/** An OR that grows while the net is built. */
export class Wire {
  readonly literal: Literal;
  readonly inputs: Literal[] = [];

  constructor(literal: Literal) {
    this.literal = literal;
  }

  join(a: Literal): void {
    if (a !== FALSE) this.inputs.push(a);
  }
}

export class NetBuilder {
  /** Inputs of each gate; null for the constant, inputs and registers. */
  readonly gates: (readonly Literal[] | null)[] = [null];
  readonly inputs: number[] = [];
  readonly registers: Register[] = [];
  readonly #wires: Wire[] = [];
  readonly #known = new Map<string, Literal>();

  input(): Literal {
    const net = this.#net(null);
    this.inputs.push(net);
    return 2 * net;
  }

  /** Its `next` is FALSE until it is set. */
  register(initial = false): Register {
    const register: Register = { net: this.#net(null), initial, next: FALSE };
    this.registers.push(register);
    return register;
  }

  wire(): Wire {
    // The gate is an AND of the negations of what is joined; the wire is its negation.
    const wire = new Wire(2 * this.#net([]) + 1);
    this.#wires.push(wire);
    return wire;
  }

  and(...literals: Literal[]): Literal {
    const list: Literal[] = [];
    for (const a of literals) {
      if (a === FALSE) return FALSE;
      if (a !== TRUE && !list.includes(a)) list.push(a);
    }
    if (list.length === 0) return TRUE;
    if (list.length === 1) return list[0]!;
    list.sort((a, b) => a - b);
    const key = list.join();
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const made = 2 * this.#net(list);
    this.#known.set(key, made);
    return made;
  }

  or(...literals: Literal[]): Literal {
    return not(this.and(...literals.map(not)));
  }

  #net(gate: readonly Literal[] | null): number {
    return this.gates.push(gate) - 1;
  }

  /** Connects the wires. Nothing may be added afterwards. */
  close(): void {
    for (const wire of this.#wires) {
      const net = wire.literal >> 1;
      invariant(this.gates[net]!.length === 0, "a wire is connected once");
      const joined = [...new Set(wire.inputs)];
      // An OR with a true input is true: an AND with a false one, of the constant.
      this.gates[net] = joined.includes(TRUE) ? [FALSE] : joined.map(not);
    }
  }
}
