/**
 * Which messages of each origin have come already, by their serial numbers: the greatest, and of those behind it the last WINDOW. What is further
 * behind counts as a copy. Two integers for each origin.
 */
import type { StatePlaces } from "./state-places.ts";

/** Serial numbers behind the greatest that are remembered. */
const WINDOW = 31;

export class SerialWindow {
  readonly #at: number;

  constructor(places: Pick<StatePlaces, "integers">, name: string, origins: number) {
    this.#at = places.integers(name, 2 * origins);
  }

  /** Whether a serial number, from 1 on, of an origin has not come before; now it has. */
  isNew(integers: Int32Array, origin: number, serial: number): boolean {
    const at = this.#at + 2 * origin;
    const greatest = integers[at];
    if (serial > greatest) {
      const further = serial - greatest;
      // Bit k: greatest − 1 − k was seen.
      integers[at + 1] = further > WINDOW ? 0 : (integers[at + 1] << further) | (greatest > 0 ? 1 << (further - 1) : 0);
      integers[at] = serial;
      return true;
    }
    const behind = greatest - serial - 1;
    if (behind < 0 || behind >= WINDOW) return false;
    if ((integers[at + 1] >>> behind) & 1) return false;
    integers[at + 1] |= 1 << behind;
    return true;
  }
}
