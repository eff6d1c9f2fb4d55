/**
 * Watches the set-points and forces that one module writes: each is a number, or has never been written.
 *
 * What has never been written is NaN in the state. So that a law which writes NaN is told apart from one that has not written, such places
 * hold a NaN with a mark in its bits during the step; no arithmetic on other numbers gives it, and reading it gives NaN.
 */
import type { ConnectedModule } from "./connected-program.ts";
import { mustBeNumbers } from "./messages.ts";

/** Both halves, so that it is a NaN in either order of bytes. */
const MARK = 0x7ff8a5c3;

/** bits: those of an array of reals, two for each. */
export function mark(bits: Uint32Array, place: number): void {
  bits[2 * place] = MARK;
  bits[2 * place + 1] = MARK;
}

export function isMarked(bits: Uint32Array, place: number): boolean {
  return bits[2 * place] === MARK && bits[2 * place + 1] === MARK;
}

interface Watched {
  /** Index of the output. */
  readonly output: number;
  readonly at: number;
  readonly size: number;
}

export class SetpointWatch {
  readonly #watched: readonly Watched[];
  /** The places of all of them. */
  readonly #places: Int32Array;
  /** The array in which they lie, and its bits; another one after a snapshot is restored. */
  #reals: Float64Array = new Float64Array(0);
  #bits: Uint32Array = new Uint32Array(0);
  /** Place of the first that is wrong. */
  #wrong = -1;

  /** outAt: places of the outputs in the array that begin and end are given. */
  constructor({ module, outputs }: ConnectedModule, outAt: readonly number[]) {
    this.#watched = outputs.flatMap((_, output) => {
      const { message } = module.outputs![output]!;
      return mustBeNumbers(message) ? [{ output, at: outAt[output]!, size: message.size }] : [];
    });
    this.#places = Int32Array.from(
      this.#watched.flatMap(({ at, size }) => Array.from({ length: size }, (_, i) => at + i)),
    );
  }

  /** Before a step. */
  begin(reals: Float64Array): void {
    if (this.#reals !== reals) {
      this.#reals = reals;
      this.#bits = new Uint32Array(reals.buffer, reals.byteOffset, 2 * reals.length);
    }
    const places = this.#places;
    for (let k = 0; k < places.length; k++) if (Number.isNaN(reals[places[k]!]!)) mark(this.#bits, places[k]!);
  }

  /**
   * Behind a step: index of an output that is NaN or infinite, or written in part; −1 for none. What has not been written is a plain NaN again,
   * which has the same bits everywhere.
   */
  end(reals: Float64Array): number {
    const places = this.#places;
    let sum = 0;
    // Zero for every number, NaN otherwise.
    for (let k = 0; k < places.length; k++) sum += reals[places[k]!]! - reals[places[k]!]!;
    return sum === 0 ? -1 : this.#look(reals);
  }

  #look(reals: Float64Array): number {
    const watched = this.#watched;
    let found = -1;
    for (let k = 0; k < watched.length; k++) {
      const { output, at, size } = watched[k]!;
      let missing = 0;
      for (let i = 0; i < size; i++) {
        const value = reals[at + i]!;
        if (Number.isFinite(value)) continue;
        if (isMarked(this.#bits, at + i)) {
          missing++;
          reals[at + i] = Number.NaN;
        } else if (found < 0) {
          found = output;
          this.#wrong = at + i;
        }
      }
      if (missing === 0 || missing === size || found >= 0) continue;
      found = output;
      this.#wrong = -1;
    }
    return found;
  }

  /** All of them 0, which is rest for what reads them. outAt: their places in reals. */
  restInto(reals: Float64Array, outAt: readonly number[]): void {
    for (const { output, size } of this.#watched) reals.fill(0, outAt[output]!, outAt[output]! + size);
  }

  /** What was found: "NaN", "Infinity", "only partly written". */
  inWords(): string {
    return this.#wrong < 0 ? "only partly written" : String(this.#reals[this.#wrong]);
  }
}
