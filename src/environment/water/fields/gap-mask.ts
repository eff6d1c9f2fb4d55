/**
 * Which values of a piece of a map are not the map's own: nodes whose value was filled, since the map has a gap there.
 *
 * A place and time lie in a gap where one of the values that theirs is made of was filled: a corner of the cell of north, east,
 * depth and time around them that has a share in the interpolation. Beyond the ends of an axis the last line counts.
 */
import { POINT } from "../../flow.ts";
import { placeAmong } from "./map-places.ts";

/** The axes of a piece; values lie by time, north, east and depth, the last fastest. */
export interface PieceAxes {
  readonly norths_m: Float64Array;
  readonly easts_m: Float64Array;
  readonly depths_m: Float64Array;
  readonly times_s: Float64Array;
}

export class GapMask {
  readonly #axes: PieceAxes;
  readonly #filled: Uint8Array;

  constructor(axes: PieceAxes) {
    this.#axes = axes;
    const { norths_m, easts_m, depths_m, times_s } = axes;
    this.#filled = new Uint8Array(times_s.length * norths_m.length * easts_m.length * depths_m.length);
  }

  /** By the index of the value. */
  add(index: number): void {
    this.#filled[index] = 1;
  }

  /** Whether a filled value has a share in that at point[i ..]. Allocates nothing. */
  has(point: Float64Array, i: number): boolean {
    const { norths_m, easts_m, depths_m, times_s } = this.#axes;
    const t = within(times_s, point[i + POINT.t_s]);
    const north = within(norths_m, point[i + POINT.p]);
    const east = within(easts_m, point[i + POINT.p + 1]);
    const depth = within(depths_m, point[i + POINT.p + 2]);
    // On a line of the grid there is one of the two, and the loop runs once.
    for (let a = Math.floor(t); a <= Math.ceil(t); a++) {
      for (let b = Math.floor(north); b <= Math.ceil(north); b++) {
        for (let c = Math.floor(east); c <= Math.ceil(east); c++) {
          for (let d = Math.floor(depth); d <= Math.ceil(depth); d++) {
            const at = ((a * norths_m.length + b) * easts_m.length + c) * depths_m.length + d;
            if (this.#filled[at] !== 0) return true;
          }
        }
      }
    }
    return false;
  }
}

/** Where x lies among the points, counted in cells, moved to the ends. */
function within(points: Float64Array, x: number): number {
  return Math.max(0, Math.min(placeAmong(points, x), points.length - 1));
}
