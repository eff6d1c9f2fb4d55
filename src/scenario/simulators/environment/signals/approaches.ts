/**
 * Signals on their way to transducers that move, in the engine's state: each waits for the instant at which its receiver is asked again.
 *
 * integers: number of places ever used, places free again and which, places whose receiver has been asked and which, what did not fit.
 */
import type { ModelBuilder, PortContext } from "../../../../engine/index.ts";
import { emission, POSED_SIZE } from "../../../../environment/index.ts";

/** Places of one: the emission, the ear, the POSED of the sender. */
export const APPROACH = { emission: 0, ear: emission.size, source: emission.size + 1 } as const;
export const APPROACH_SIZE = APPROACH.source + POSED_SIZE;

const USED = 0;
const FREE = 1;
const ASKED = 2;
const LOST = 3;
const LISTS = 4;

export class Approaches {
  readonly capacity: number;
  readonly #reals: number;
  readonly #integers: number;

  constructor({ layout }: ModelBuilder, path: string, capacity: number) {
    this.capacity = capacity;
    this.#reals = layout.reals(`${path}/approaches`, APPROACH_SIZE * capacity);
    this.#integers = layout.integers(`${path}/approaches`, LISTS + 2 * capacity);
  }

  /** A new one; −1 where all places are taken, which is counted. */
  take({ integers }: PortContext): number {
    const at = this.#integers;
    if (integers[at + FREE]! > 0) return integers[at + LISTS + --integers[at + FREE]!]!;
    if (integers[at + USED]! < this.capacity) return integers[at + USED]!++;
    integers[at + LOST]!++;
    return -1;
  }

  /** Where it stands in the reals. */
  at(slot: number): number {
    return this.#reals + APPROACH_SIZE * slot;
  }

  free({ integers }: PortContext, slot: number): void {
    integers[this.#integers + LISTS + integers[this.#integers + FREE]!++] = slot;
  }

  /** Its receiver has been asked. */
  ask({ integers }: PortContext, slot: number): void {
    integers[this.#integers + LISTS + this.capacity + integers[this.#integers + ASKED]!++] = slot;
  }

  asked({ integers }: PortContext): number {
    return integers[this.#integers + ASKED]!;
  }

  /** The n-th whose receiver has been asked. */
  askedSlot({ integers }: PortContext, n: number): number {
    return integers[this.#integers + LISTS + this.capacity + n]!;
  }

  /** Those whose receiver has been asked are now `count`: the first ones, in the order in which keepAsked put them. */
  setAsked({ integers }: PortContext, count: number): void {
    integers[this.#integers + ASKED] = count;
  }

  keepAsked({ integers }: PortContext, n: number, slot: number): void {
    integers[this.#integers + LISTS + this.capacity + n] = slot;
  }

  lost({ integers }: PortContext): number {
    return integers[this.#integers + LOST]!;
  }

  /** On their way now. */
  pending({ integers }: PortContext): number {
    return integers[this.#integers + USED]! - integers[this.#integers + FREE]!;
  }
}
