/**
 * The directivity of a transducer: a table of its level by the angle from its axis, relative to that on the loudest.
 *
 *   b(θ) = 10^(B(θ)/10),   B linear in θ between the rows                                             (1)
 *   DI = 10 log(2/∫₀^π b sin θ dθ)                                                                   (2)
 *
 * θ: between the axis (x of frame T) and the line of sight, from 0 to π; the table is turned about the axis. Before the first row and after
 * the last the level is held. As a projector it has B(θ) less than on its axis; as a hydrophone it loses B(θ) too, and hears
 * DI less of noise that comes from all sides.
 * Left out: transducers whose beam is not round, dependence on frequency: one table is for one band.
 * Source: (2) is the definition of the index, [Urick1983]; the look-up is [Parodi2008Communications]'s.
 */
import { invariant } from "../core/index.ts";
import { acos, integral, sin } from "../math/index.ts";
import { levelOf, powerOf } from "./decibel.ts";

/** Widest panel of (2) in angle, and largest change of level in it. */
const PANEL_RAD = 0.05;
const PANEL_DB = 2;

export class DirectivityTable {
  readonly #angles_rad: Float64Array;
  readonly #levels_dB: Float64Array;
  /** (2), in dB. */
  readonly index_dB: number;

  /** Angles from 0 to π, increasing; as many levels, in dB. */
  constructor(angles_rad: ArrayLike<number>, levels_dB: ArrayLike<number>) {
    const rows = angles_rad.length;
    invariant(rows > 0 && levels_dB.length === rows, `${levels_dB.length} levels for ${rows} angles`);
    this.#angles_rad = Float64Array.from(angles_rad);
    this.#levels_dB = Float64Array.from(levels_dB);
    for (let k = 0; k < rows; k++) {
      const angle_rad = angles_rad[k];
      invariant(angle_rad >= 0 && angle_rad <= Math.PI + 1e-9, `row ${k + 1} of a directivity is at ${angle_rad} rad`);
      invariant(
        k === 0 || angle_rad > angles_rad[k - 1],
        `row ${k + 1} of a directivity does not come after the one before`,
      );
      invariant(Number.isFinite(levels_dB[k]), `row ${k + 1} of a directivity has the level ${levels_dB[k]}`);
    }
    this.index_dB = this.#index();
  }

  /** out[o] = B(θ) in dB, θ by its cosine in cosine[i]. */
  relativeInto(out: Float64Array, o: number, cosine: Float64Array, i: number): void {
    const angles = this.#angles_rad;
    const levels = this.#levels_dB;
    const theta = acos(Math.max(-1, Math.min(1, cosine[i])));
    let low = 0;
    let high = angles.length - 1;
    if (theta <= angles[low]) {
      out[o] = levels[low];
      return;
    }
    if (theta >= angles[high]) {
      out[o] = levels[high];
      return;
    }
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (angles[middle] <= theta) low = middle;
      else high = middle;
    }
    const u = (theta - angles[low]) / (angles[high] - angles[low]);
    out[o] = levels[low] + u * (levels[high] - levels[low]); // (1)
  }

  /** B(θ), for code that is not hot. */
  relative_dB(angle_rad: number): number {
    const angles = this.#angles_rad;
    const levels = this.#levels_dB;
    const above = angles.findIndex((each) => each > angle_rad);
    if (above === 0) return levels[0];
    if (above < 0) return levels[levels.length - 1];
    const u = (angle_rad - angles[above - 1]) / (angles[above] - angles[above - 1]);
    return levels[above - 1] + u * (levels[above] - levels[above - 1]);
  }

  /** (2) */
  #index(): number {
    const ends = [0, ...[...this.#angles_rad].filter((angle_rad) => angle_rad > 0 && angle_rad < Math.PI), Math.PI];
    let sum = 0;
    for (let k = 1; k < ends.length; k++) {
      const [from, to] = [ends[k - 1], ends[k]];
      const change_dB = Math.abs(this.relative_dB(to) - this.relative_dB(from));
      const panels = Math.max(1, Math.ceil((to - from) / PANEL_RAD), Math.ceil(change_dB / PANEL_DB));
      sum += integral((theta) => powerOf(this.relative_dB(theta)) * sin(theta), from, to, panels);
    }
    return levelOf(2 / sum);
  }
}

/** The same in all directions: DI = 0. */
export const OMNIDIRECTIONAL = new DirectivityTable([0], [0]);
