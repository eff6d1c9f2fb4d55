/**
 * Three-valued evaluation of a circuit: every net is unknown, true or false, and what is known spreads through the gates
 * (an AND is false once one input is, true once all are). Assignments are kept on a trail, so that the exploration can set an
 * input, look, and take it back: only what really changed is touched.
 *
 * This is the constructive semantics of a reaction [Berry1999]: a net that stays unknown though all inputs are known lies in,
 * or behind, a causality cycle.
 */
import type { Circuit } from "../compile/circuit/circuit.ts";

export const UNKNOWN = 0;
export const PRESENT = 1;
export const ABSENT = 2;

export class Ternary {
  readonly #circuit: Circuit;
  readonly value: Uint8Array;
  /** Inputs of each gate that are not yet true. */
  readonly #open: Int32Array;
  readonly #trail: Int32Array;
  #length = 0;
  #done = 0;

  constructor(circuit: Circuit) {
    this.#circuit = circuit;
    const { size, faninStart } = circuit;
    this.value = new Uint8Array(size);
    this.#open = new Int32Array(size);
    this.#trail = new Int32Array(size);
    for (let g = 0; g < size; g++) this.#open[g] = faninStart[g + 1]! - faninStart[g]!;
    this.#set(0, PRESENT);
    this.spread();
  }

  /** Where the trail stands: give it to `undoTo` to come back. */
  get mark(): number {
    return this.#length;
  }

  /** Makes a net known; it must be unknown. */
  set(net: number, present: boolean): void {
    this.#set(net, present ? PRESENT : ABSENT);
  }

  #set(net: number, value: number): void {
    this.value[net] = value;
    this.#trail[this.#length++] = net;
  }

  /** Draws all conclusions from what was set. */
  spread(): void {
    const { fanoutStart, fanout } = this.#circuit;
    const { value } = this;
    const open = this.#open;
    const trail = this.#trail;
    let length = this.#length;
    let done = this.#done;
    while (done < length) {
      const net = trail[done++]!;
      const present = value[net] === PRESENT ? 0 : 1;
      const end = fanoutStart[net + 1]!;
      for (let k = fanoutStart[net]!; k < end; k++) {
        const reader = fanout[k]!;
        const gate = reader >> 1;
        if (((reader & 1) ^ present) !== 0) {
          // This input is false.
          if (value[gate] === UNKNOWN) {
            value[gate] = ABSENT;
            trail[length++] = gate;
          }
        } else if (--open[gate]! === 0 && value[gate] === UNKNOWN) {
          value[gate] = PRESENT;
          trail[length++] = gate;
        }
      }
    }
    this.#length = length;
    this.#done = done;
  }

  /** Forgets everything that was learnt since a mark. All of it must have been spread. */
  undoTo(mark: number): void {
    const { fanoutStart, fanout } = this.#circuit;
    const { value } = this;
    const open = this.#open;
    const trail = this.#trail;
    for (let i = this.#length - 1; i >= mark; i--) {
      const net = trail[i]!;
      const present = value[net] === PRESENT ? 0 : 1;
      const end = fanoutStart[net + 1]!;
      for (let k = fanoutStart[net]!; k < end; k++) {
        const reader = fanout[k]!;
        if (((reader & 1) ^ present) === 0) open[reader >> 1]!++;
      }
      value[net] = UNKNOWN;
    }
    this.#length = mark;
    this.#done = mark;
  }

  /** UNKNOWN, PRESENT or ABSENT. */
  of(literal: number): number {
    const value = this.value[literal >> 1]!;
    return value === UNKNOWN || (literal & 1) === 0 ? value : 3 - value;
  }
}
