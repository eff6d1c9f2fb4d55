/**
 * Several numbers per point on a grid of north, east, depth and time, with their gradient and rate.
 *
 *   s_a = i_a + u_a                                          (1)  place along axis a counted in cells; i_a the cell
 *   f   = Σ w(b) f_b over the 16 corners b of the cell       (2)  w = product of u_a or 1 − u_a
 *   ∂f/∂a = (ds_a/da) × difference of (2) along a             (3)
 *
 * Trilinear in space and linear in time. Neighbouring cells share their corners, so f has no jump between cells; its
 * slopes have. Inside a cell (3) is exact; on a border it is that of the upper cell. Beyond the ends the edge rule of each
 * axis holds: held (slope 0), continued, or NaN. A place that is not finite has no answer: NaN.
 *
 * Values: by time, north, east, depth, component, the last fastest, so that what one query needs lies side by side.
 * A grid of one time is steady: half the corners, no rate.
 * Left out: gaps (fill them before); smoothness across cells.
 */
import { invariant } from "../../core/index.ts";
import { type GridAxis, isOnAxis, STRETCH, STRETCH_SIZE, stretchInto } from "../../math/index.ts";
import { POINT } from "../flow.ts";

const { from, to, start, width, u0, slope } = STRETCH;
/** Where the place begins in a point, time behind it. */
const P = POINT.p;
/** Where the stretches of the four axes begin. */
const NORTH = 0;
const EAST = STRETCH_SIZE;
const DEPTH = 2 * STRETCH_SIZE;
const TIME = 3 * STRETCH_SIZE;

export class SpaceTimeGrid {
  readonly components: number;
  readonly #axes: readonly GridAxis[];
  readonly #values: Float64Array;
  /** From a value to the next one along north, east, depth and time; 0 along an axis of one point. */
  readonly #steps: Int32Array;
  /**
   * Where the last query was: the stretch of each axis, its cell, and the place of the first corner of the cell of all four.
   * The next is mostly there as well; if not, it is found anew. Nothing here decides an answer.
   */
  readonly #stretches = new Float64Array(4 * STRETCH_SIZE);
  readonly #cells = new Int32Array(4);
  readonly #first = new Int32Array(1);

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
    this.#axes = axes;
    this.#values = Float64Array.from(values);
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
    if (!this.#within(point, i)) this.#move(point, i);
    const s = this.#stretches;
    const u = s[NORTH + u0] + (point[i + P] - s[NORTH + start]) / s[NORTH + width];
    const v = s[EAST + u0] + (point[i + P + 1] - s[EAST + start]) / s[EAST + width];
    const w = s[DEPTH + u0] + (point[i + P + 2] - s[DEPTH + start]) / s[DEPTH + width];
    const x = s[TIME + u0] + (point[i + P + 3] - s[TIME + start]) / s[TIME + width];
    const perNorth = this.#stretches[NORTH + slope];
    const perEast = this.#stretches[EAST + slope];
    const perDepth = this.#stretches[DEPTH + slope];
    const perTime = this.#stretches[TIME + slope];
    const f = this.#values;
    const first = this.#first[0];
    const n = this.#steps[0];
    const e = this.#steps[1];
    const d = this.#steps[2];
    const later = this.#steps[3];
    const blocks = later === 0 ? 1 : 2;
    for (let c = 0; c < this.components; c++) {
      let g = 0;
      let gn = 0;
      let ge = 0;
      let gd = 0;
      let gt = 0;
      for (let k = 0; k < blocks; k++) {
        // Corners of one block of water, and their differences along north.
        const at = first + c + k * later;
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

  /** The first half of the same, to the bit: adds f alone, of each component c, to out[value + c]. */
  addValues(out: Float64Array, value: number, point: Float64Array, i: number): void {
    if (!this.#within(point, i)) this.#move(point, i);
    const s = this.#stretches;
    const u = s[NORTH + u0] + (point[i + P] - s[NORTH + start]) / s[NORTH + width];
    const v = s[EAST + u0] + (point[i + P + 1] - s[EAST + start]) / s[EAST + width];
    const w = s[DEPTH + u0] + (point[i + P + 2] - s[DEPTH + start]) / s[DEPTH + width];
    const x = s[TIME + u0] + (point[i + P + 3] - s[TIME + start]) / s[TIME + width];
    const f = this.#values;
    const first = this.#first[0];
    const n = this.#steps[0];
    const e = this.#steps[1];
    const d = this.#steps[2];
    const later = this.#steps[3];
    const blocks = later === 0 ? 1 : 2;
    for (let c = 0; c < this.components; c++) {
      let g = 0;
      for (let k = 0; k < blocks; k++) {
        const at = first + c + k * later;
        const north = at + n;
        const f00 = f[at];
        const f01 = f[at + d];
        const f10 = f[at + e];
        const f11 = f[at + e + d];
        const g00 = f00 + u * (f[north] - f00);
        const g01 = f01 + u * (f[north + d] - f01);
        const g10 = f10 + u * (f[north + e] - f10);
        const g11 = f11 + u * (f[north + e + d] - f11);
        const h0 = g00 + v * (g10 - g00);
        const h = h0 + w * (g01 + v * (g11 - g01) - h0);
        g = k === 0 ? h : g + x * (h - g);
      }
      out[value + c] += g;
    }
  }

  /** False where an edge rule answers in place of the data. */
  covers(point: Float64Array, i: number): boolean {
    for (let a = 0; a < 4; a++) {
      if (!isOnAxis(this.#axes[a], point[i + P + a])) return false;
    }
    return true;
  }

  /** Whether point[i ..] lies where the last query was, on all axes. */
  #within(point: Float64Array, i: number): boolean {
    const s = this.#stretches;
    const n = point[i + P];
    const e = point[i + P + 1];
    const d = point[i + P + 2];
    const t = point[i + P + 3];
    return (
      n >= s[NORTH + from] &&
      n < s[NORTH + to] &&
      e >= s[EAST + from] &&
      e < s[EAST + to] &&
      d >= s[DEPTH + from] &&
      d < s[DEPTH + to] &&
      t >= s[TIME + from] &&
      t < s[TIME + to]
    );
  }

  /** The stretches around point[i ..], and the first corner of their cell. */
  #move(point: Float64Array, i: number): void {
    let first = 0;
    for (let a = 0; a < 4; a++) {
      stretchInto(this.#stretches, a * STRETCH_SIZE, this.#cells, a, this.#axes[a], point, i + P + a);
      first += this.#cells[a] * this.#steps[a];
    }
    this.#first[0] = first;
  }
}
