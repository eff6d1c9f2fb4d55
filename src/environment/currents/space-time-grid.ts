/**
 * Several numbers per point on a grid of north, east, depth and time, with their gradient and rate.
 *
 *   s_a = i_a + u_a                                          (1)  place along axis a counted in cells; i_a the cell
 *   f   = Σ w(b) f_b over the 16 corners b of the cell       (2)  w = product of u_a or 1 − u_a
 *   ∂f/∂a = (ds_a/da) × difference of (2) along a             (3)
 *
 * Trilinear in space and linear in time. Neighbouring cells share their corners, so f has no jump between cells; its
 * slopes have. Inside a cell (3) is exact; on a border it is that of the upper cell. (1) is itself piecewise linear, so an
 * axis is found by a LinearGrid1 of the numbers 0, 1, 2 …, edge rule included: held (slope 0), continued, or NaN.
 *
 * Values: by time, north, east, depth, component, the last fastest, so that what one query needs lies side by side.
 * A grid of one time is steady: half the corners, no rate.
 * Left out: gaps (fill them before); smoothness across cells.
 */
import { invariant } from "../../core/index.ts";
import { type GridAxis, LinearGrid1 } from "../../math/index.ts";
import { POINT } from "../flow.ts";

/** u and ds/da of one axis. */
const LOCATED = 2;
const NORTH = 0;
const EAST = LOCATED;
const DEPTH = 2 * LOCATED;
const TIME = 3 * LOCATED;

export class SpaceTimeGrid {
  readonly components: number;
  readonly #points: readonly Float64Array[];
  readonly #counters: readonly LinearGrid1[];
  readonly #values: Float64Array;
  /** 1 for an axis whose one point stands for all places: it is not looked at, its u and ds/da stay 0. */
  readonly #alone: Uint8Array;
  /** From a value to the next one along north, east, depth and time; 0 along an axis of one point. */
  readonly #steps: Int32Array;
  /** The cells found, hints for the next query, and scratch: nothing that they held before decides an answer. */
  readonly #cells = new Int32Array(4);
  readonly #located = new Float64Array(4 * LOCATED);

  /** Each axis has its edge rule. */
  constructor(
    north: GridAxis,
    east: GridAxis,
    depth: GridAxis,
    time: GridAxis,
    components: number,
    values: ArrayLike<number>,
  ) {
    const axes = [north, east, depth, time];
    const counts = axes.map((axis) => axis.points.length);
    const points = counts[0] * counts[1] * counts[2] * counts[3];
    invariant(Number.isInteger(components) && components >= 1, `a grid of ${components} numbers per point`);
    invariant(
      values.length === points * components,
      `the grid has ${points} points of ${components} numbers but ${values.length} values`,
    );
    this.components = components;
    this.#points = Object.freeze(axes.map((axis) => axis.points));
    this.#counters = Object.freeze(
      axes.map(
        (axis) =>
          new LinearGrid1(
            axis,
            axis.points.map((_, k) => k),
          ),
      ),
    );
    this.#values = Float64Array.from(values);
    this.#alone = Uint8Array.from(axes, (axis) => (axis.points.length === 1 && axis.edge !== "nan" ? 1 : 0));
    const alongDepth = components;
    const alongEast = alongDepth * counts[2];
    const alongNorth = alongEast * counts[1];
    const steps = [alongNorth, alongEast, alongDepth, alongNorth * counts[0]];
    this.#steps = Int32Array.from(steps, (step, a) => (counts[a] === 1 ? 0 : step));
  }

  /**
   * Adds, for each component c at point[i ..]: f to out[value + c], its slopes along north, east and depth to
   * out[slopes + 3 c ..], its rate to out[rate + c]. The layout of a flow record, where three components are a velocity.
   */
  addInto(out: Float64Array, value: number, slopes: number, rate: number, point: Float64Array, i: number): void {
    this.#addAt(this.#locate(point, i), out, value, slopes, rate);
  }

  /** False where an edge rule answers in place of the data. */
  covers(point: Float64Array, i: number): boolean {
    for (let a = 0; a < 4; a++) {
      const points = this.#points[a];
      const x = point[i + POINT.p + a];
      // A single time or depth stands for all.
      if (points.length > 1 && !(x >= points[0] && x <= points[points.length - 1])) return false;
    }
    return true;
  }

  /** (1) on the four axes; returns the place of the cell's first corner. */
  #locate(point: Float64Array, i: number): number {
    const located = this.#located;
    const cells = this.#cells;
    const steps = this.#steps;
    let base = 0;
    for (let a = 0; a < 4; a++) {
      if (this.#alone[a] === 1) continue;
      const points = this.#points[a];
      const x = point[i + POINT.p + a];
      const cell = cells[a];
      if (x >= points[cell] && x < points[cell + 1]) {
        // Still in the cell found last: by far the most frequent case.
        const width = points[cell + 1] - points[cell];
        located[a * LOCATED] = (x - points[cell]) / width;
        located[a * LOCATED + 1] = 1 / width;
        base += cell * steps[a];
      } else {
        base += this.#search(a, point, i) * steps[a];
      }
    }
    return base;
  }

  /** The same along one axis, where the cell is another: finds it, and u and ds/da by the edge rule. */
  #search(a: number, point: Float64Array, i: number): number {
    const at = a * LOCATED;
    const located = this.#located;
    const cells = this.#cells;
    const points = this.#points[a];
    const x = point[i + POINT.p + a];
    this.#counters[a].valueAndGradientInto(located, at, cells, a, point, i + POINT.p + a);
    // −1 where there is no cell; u is then NaN, and so is the answer.
    const cell = Math.max(0, cells[a]);
    cells[a] = cell;
    // In the cell by the same operations as above, so that the answer depends on the place alone.
    if (cell < points.length - 1 && x >= points[cell] && x < points[cell + 1]) {
      located[at] = (x - points[cell]) / (points[cell + 1] - points[cell]);
    } else {
      located[at] -= cell;
    }
    return cell;
  }

  /** (2) and (3) in the cell whose first corner lies at base, at the place in #located. */
  #addAt(base: number, out: Float64Array, value: number, slopes: number, rate: number): void {
    const located = this.#located;
    const u = located[NORTH];
    const v = located[EAST];
    const w = located[DEPTH];
    const x = located[TIME];
    const perNorth = located[NORTH + 1];
    const perEast = located[EAST + 1];
    const perDepth = located[DEPTH + 1];
    const perTime = located[TIME + 1];
    const f = this.#values;
    const steps = this.#steps;
    const n = steps[0];
    const e = steps[1];
    const d = steps[2];
    const later = steps[3];
    const blocks = later === 0 ? 1 : 2;
    for (let c = 0; c < this.components; c++) {
      let g = 0;
      let gn = 0;
      let ge = 0;
      let gd = 0;
      let gt = 0;
      for (let k = 0; k < blocks; k++) {
        // Corners of one block of water, and their differences along north.
        const at = base + c + k * later;
        const north = at + n;
        const f00 = f[at];
        const f01 = f[at + d];
        const f10 = f[at + e];
        const f11 = f[at + e + d];
        const n00 = f[north] - f00;
        const n01 = f[north + d] - f01;
        const n10 = f[north + e] - f10;
        const n11 = f[north + e + d] - f11;
        // Along north, then east, then depth.
        const g00 = f00 + u * n00;
        const g01 = f01 + u * n01;
        const e0 = f10 + u * n10 - g00;
        const e1 = f11 + u * n11 - g01;
        const h0 = g00 + v * e0;
        const hd = g01 + v * e1 - h0;
        const m0 = n00 + v * (n10 - n00);
        const m1 = n01 + v * (n11 - n01);
        const h = h0 + w * hd;
        const hn = m0 + w * (m1 - m0);
        const he = e0 + w * (e1 - e0);
        if (k === 0) {
          g = h;
          gn = hn;
          ge = he;
          gd = hd;
        } else {
          // Along time, from the earlier block to the later.
          gt = h - g;
          g += x * gt;
          gn += x * (hn - gn);
          ge += x * (he - ge);
          gd += x * (hd - gd);
        }
      }
      out[value + c] += g;
      out[slopes + 3 * c] += perNorth * gn;
      out[slopes + 3 * c + 1] += perEast * ge;
      out[slopes + 3 * c + 2] += perDepth * gd;
      out[rate + c] += perTime * gt;
    }
  }
}
