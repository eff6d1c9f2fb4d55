/**
 * Frames in the engine's state: numbers (FRAME) and bytes, in places that do not move. A queue of messages that wait is a ring of them; so is
 * what a modem has sent of late, from which receivers take what a signal carries. A frame of the second ring is gone when
 * `count` others have been sent since.
 */
import { FRAME, FRAME_SIZE } from "./mac/mac.ts";
import type { StatePlaces } from "./state-places.ts";

export class Frames {
  readonly count: number;
  readonly #longest: number;
  readonly #realsAt: number;
  readonly #bytesAt: number;

  /** longest: bytes of the longest frame. */
  constructor(places: StatePlaces, name: string, count: number, longest: number) {
    this.count = count;
    this.#longest = longest;
    this.#realsAt = places.reals(name, count * FRAME_SIZE);
    this.#bytesAt = places.bytes(name, count * longest);
  }

  /** Place in reals of the numbers of a frame. */
  placeOf(frame: number): number {
    return this.#realsAt + frame * FRAME_SIZE;
  }

  /** Place in bytes. */
  bytesOf(frame: number): number {
    return this.#bytesAt + frame * this.#longest;
  }

  /** Copies numbers from[f ..] and their bytes. */
  keep(
    { reals, bytes }: { readonly reals: Float64Array; readonly bytes: Uint8Array },
    frame: number,
    from: Float64Array,
    f: number,
    data: Uint8Array,
    d: number,
  ): void {
    const at = this.placeOf(frame);
    for (let k = 0; k < FRAME_SIZE; k++) reals[at + k] = from[f + k];
    const to = this.bytesOf(frame);
    const length = from[f + FRAME.bytes];
    for (let k = 0; k < length; k++) bytes[to + k] = data[d + k];
  }
}
