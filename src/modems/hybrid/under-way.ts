/** Messages that a hybrid modem has given to its modems, until it is known what became of them: numbers and bytes in the engine's state. */
import type { Moment } from "../../engine/index.ts";
import type { StatePlaces } from "../state-places.ts";

/** Numbers of a message. */
export const WAY = {
  /** 1: the place is used. */
  isUsed: 0,
  /** Bit k: modem k has got it. */
  tried: 1,
  /** How many modems have not reported yet. */
  waiting: 2,
  destination: 3,
  isReliable: 4,
  /** The software's own number; −1 for none. */
  reference: 5,
  serial: 6,
  bytes: 7,
  /** Of the last choice: when, CHOICE. */
  begin_ns: 8,
  reason: 9,
  distance_m: 10,
  margin_dB: 11,
  /** How often it was sent, over all modems. */
  attempts: 12,
  /** The best that was reported, a place in OUTCOMES; −1 for nothing yet. */
  outcome: 13,
} as const;
const WAY_SIZE = 14;

export class UnderWay {
  readonly #count: number;
  readonly #longest: number;
  readonly #reals: number;
  readonly #bytes: number;

  constructor(places: StatePlaces, count: number, longest: number) {
    this.#count = count;
    this.#longest = longest;
    this.#reals = places.reals("underWay", count * WAY_SIZE);
    this.#bytes = places.bytes("underWay", count * longest);
  }

  /** A free place; −1 for none. */
  free({ reals }: Moment): number {
    for (let slot = 0; slot < this.#count; slot++) if (reals[this.placeOf(slot) + WAY.isUsed] === 0) return slot;
    return -1;
  }

  placeOf(slot: number): number {
    return this.#reals + slot * WAY_SIZE;
  }

  bytesOf(slot: number): number {
    return this.#bytes + slot * this.#longest;
  }
}
