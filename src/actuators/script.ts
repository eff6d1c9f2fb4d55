/**
 * A command that follows a script: steps, ramps, sines, tables, and any succession of them.
 *
 * A script is a list of smooth pieces; piece i holds from its start to the start of the next,
 *
 *   c(t) = base + slope (t − t_i) + amplitude sin(ω (t − t_i) + φ)           (1)
 *
 * Which piece is in force is an input that changes at plant events only (vehicles/script-player.ts), so no step of an integration ever
 * straddles a corner, and within a piece the value follows the time of every stage: the method keeps its order.
 */
import { invariant } from "../core/index.ts";
import { sin } from "../math/index.ts";

export interface ScriptPiece {
  readonly start_s: number;
  readonly base?: number;
  readonly slope_ps?: number;
  readonly amplitude?: number;
  readonly frequency_radps?: number;
  readonly phase_rad?: number;
}

const PIECE = 6;

export class Script {
  /** Starts of the pieces, ascending; the first is 0. */
  readonly starts_s: readonly number[];
  readonly #pieces: Float64Array;

  constructor(pieces: readonly ScriptPiece[]) {
    invariant(pieces.length > 0 && pieces[0].start_s === 0, "a script begins at 0 s");
    this.starts_s = Object.freeze(pieces.map((piece) => piece.start_s));
    invariant(
      this.starts_s.every((t_s, i) => i === 0 || t_s > this.starts_s[i - 1]),
      "the pieces of a script ascend in time",
    );
    this.#pieces = Float64Array.from(
      pieces.flatMap((piece) => [
        piece.start_s,
        piece.base ?? 0,
        piece.slope_ps ?? 0,
        piece.amplitude ?? 0,
        piece.frequency_radps ?? 0,
        piece.phase_rad ?? 0,
      ]),
    );
  }

  /** out[o] = value of piece `piece` at time[0]. */
  valueInto(out: Float64Array, o: number, piece: number, time: Float64Array): void {
    const pieces = this.#pieces;
    const at = piece * PIECE;
    const t = time[0] - pieces[at];
    let value = pieces[at + 1] + pieces[at + 2] * t;
    if (pieces[at + 3] !== 0) value += pieces[at + 3] * sin(pieces[at + 4] * t + pieces[at + 5]); // (1)
    out[o] = value;
  }

  /** A value from each of the given times on: [[0, a], [20, b], …]. */
  static steps(points: readonly (readonly [start_s: number, value: number])[]): Script {
    return new Script(points.map(([start_s, base]) => ({ start_s, base })));
  }

  /** Straight lines between points; held before the first (which is then 0 s) and after the last. */
  static table(points: readonly (readonly [t_s: number, value: number])[]): Script {
    const pieces = points.map(([start_s, base], i) => {
      const next = points[i + 1];
      return { start_s, base, slope_ps: next === undefined ? 0 : (next[1] - base) / (next[0] - start_s) };
    });
    if (points[0][0] > 0) pieces.unshift({ start_s: 0, base: points[0][1], slope_ps: 0 });
    return new Script(pieces);
  }
}
