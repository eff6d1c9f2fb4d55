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

/** What a query writes for each component: f, its slopes along north, east and depth, and its rate. */
export const GRID_VALUE = { value: 0, slope: 1, rate: 4 } as const;
export const GRID_VALUE_SIZE = 5;

/** u and ds/da of one axis. */
const LOCATED = 2;
const NORTH = 0;
const EAST = LOCATED;
const DEPTH = 2 * LOCATED;
const TIME = 3 * LOCATED;

export class SpaceTimeGrid {
  readonly components: number;
  readonly #axes: readonly GridAxis[];
  readonly #counters: readonly LinearGrid1[];
  readonly #values: Float64Array;
  /** From a value to the next one along north, east, depth and time; 0 along an axis of one point. */
  readonly #steps: Int32Array;
  /** The cells found, hints for the next query, and scratch: nothing that they held before decides an answer. */
  readonly #cells = new Int32Array(4);
  readonly #located = new Float64Array(4 * LOCATED);
  readonly #frame = new Float64Array(4);

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
    this.#axes = Object.freeze(axes);
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
    const alongDepth = components;
    const alongEast = alongDepth * counts[2];
    const alongNorth = alongEast * counts[1];
    const steps = [alongNorth, alongEast, alongDepth, alongNorth * counts[0]];
    this.#steps = Int32Array.from(steps, (step, a) => (counts[a] === 1 ? 0 : step));
  }

  /** out[o + 5 c ..] = f, its slopes and its rate, of each component c, at point[i ..]. */
  evaluateInto(out: Float64Array, o: number, point: Float64Array, i: number): void {
    const base = this.#locate(point, i);
    const located = this.#located;
    const frame = this.#frame;
    const later = this.#steps[3];
    for (let c = 0; c < this.components; c++) {
      const at = o + c * GRID_VALUE_SIZE;
      this.#evaluateFrame(base + c);
      let f = frame[0];
      let fn = frame[1];
      let fe = frame[2];
      let fd = frame[3];
      let rate = 0;
      if (later !== 0) {
        // (2), (3) between this block of water and the next in time.
        const x = located[TIME];
        this.#evaluateFrame(base + later + c);
        rate = frame[0] - f;
        f += x * rate;
        fn += x * (frame[1] - fn);
        fe += x * (frame[2] - fe);
        fd += x * (frame[3] - fd);
      }
      out[at] = f;
      out[at + 1] = located[NORTH + 1] * fn;
      out[at + 2] = located[EAST + 1] * fe;
      out[at + 3] = located[DEPTH + 1] * fd;
      out[at + 4] = located[TIME + 1] * rate;
    }
  }

  /** False where an edge rule answers in place of the data. */
  covers(point: Float64Array, i: number): boolean {
    for (let a = 0; a < 4; a++) {
      const { points } = this.#axes[a];
      const x = point[i + POINT.p + a];
      // A single time or depth stands for all.
      if (points.length > 1 && !(x >= points[0] && x <= points[points.length - 1])) return false;
    }
    return true;
  }

  /** (1) on the four axes; returns the place of the cell's first corner. */
  #locate(point: Float64Array, i: number): number {
    const located = this.#located;
    let base = 0;
    for (let a = 0; a < 4; a++) {
      const at = a * LOCATED;
      this.#counters[a].valueAndGradientInto(located, at, this.#cells, a, point, i + POINT.p + a);
      // −1 where there is no cell; the fraction is then NaN, and so is the answer.
      const cell = Math.max(0, this.#cells[a]);
      located[at] -= cell;
      base += cell * this.#steps[a];
    }
    return base;
  }

  /** (2) and (3) in one block of water: f and its differences along north, east and depth, per cell. */
  #evaluateFrame(at: number): void {
    const f = this.#values;
    const located = this.#located;
    const u = located[NORTH];
    const v = located[EAST];
    const w = located[DEPTH];
    const e = this.#steps[1];
    const d = this.#steps[2];
    const n = at + this.#steps[0];

    // Corners f_ijk and their differences along north.
    const f00 = f[at];
    const f01 = f[at + d];
    const f10 = f[at + e];
    const f11 = f[at + e + d];
    const n00 = f[n] - f00;
    const n01 = f[n + d] - f01;
    const n10 = f[n + e] - f10;
    const n11 = f[n + e + d] - f11;
    // Along north, then east, then depth.
    const g00 = f00 + u * n00;
    const g01 = f01 + u * n01;
    const e0 = f10 + u * n10 - g00;
    const e1 = f11 + u * n11 - g01;
    const h0 = g00 + v * e0;
    const d0 = g01 + v * e1 - h0;
    const m0 = n00 + v * (n10 - n00);
    const m1 = n01 + v * (n11 - n01);

    const frame = this.#frame;
    frame[0] = h0 + w * d0;
    frame[1] = m0 + w * (m1 - m0);
    frame[2] = e0 + w * (e1 - e0);
    frame[3] = d0;
  }
}
