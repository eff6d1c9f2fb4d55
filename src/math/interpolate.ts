/**
 * Linear, bilinear and trilinear interpolation on grids of one to three axes.
 *
 *   f(x)       = a + u (b − a)                                                    (1)
 *   f(x, y)    = (1) along y between two (1) along x, and so on for z               (2)
 *   ∂f/∂x      = du/dx (b − a), interpolated along the other axes                   (3)
 *
 * Values lie in one flat array, the last axis fastest: values[(i n_y + j) n_z + k] at (x_i, y_j, z_k). Each axis has its
 * own edge rule (grid-axis.ts). The grid never changes after construction; the cell found last is kept by the caller, in
 * cells[at .. at + axes − 1], which any integers may start. The place is read from place[ip .. ip + axes − 1]. `…Into`
 * queries allocate nothing; `value` takes plain numbers, for code that is not hot.
 *
 * f equals the values exactly at the points (to one rounding at the last point of an axis) and between equal values. Inside
 * a cell (3) is exact, on the border between two cells it is that of the upper one. A value that is not a number spoils the
 * cells that touch it, points of their border included (0 · NaN = NaN).
 * Left out: smoothness (see spline.ts), missing values, curvilinear grids.
 */
import { invariant } from "../core/index.ts";
import { FRACTION, type GridAxis, LOCATED, locateInto, SLOPE } from "./grid-axis.ts";

/** Room for what `locateInto` finds on three axes, and for the convenience queries; holds nothing between calls. */
const located = new Float64Array(3 * LOCATED);
const scratchPlace = new Float64Array(3);
const scratchValue = new Float64Array(1);

const X = 0;
const Y = LOCATED;
const Z = 2 * LOCATED;

function checkedCopy(values: ArrayLike<number>, count: number): Float64Array {
  invariant(values.length === count, `the grid has ${count} points but ${values.length} values`);
  return Float64Array.from(values);
}

/** A table of one variable. */
export class LinearGrid1 {
  readonly x: GridAxis;
  readonly #values: Float64Array;

  constructor(x: GridAxis, values: ArrayLike<number>) {
    this.x = x;
    this.#values = checkedCopy(values, x.points.length);
  }

  /** out = [f]. */
  valueInto(out: Float64Array, o: number, cells: Int32Array, at: number, place: Float64Array, ip: number): void {
    this.#query(out, o, cells, at, place, ip, false);
  }

  /** out = [f, df/dx]. */
  valueAndGradientInto(
    out: Float64Array,
    o: number,
    cells: Int32Array,
    at: number,
    place: Float64Array,
    ip: number,
  ): void {
    this.#query(out, o, cells, at, place, ip, true);
  }

  /** f(x). */
  value(cells: Int32Array, at: number, x: number): number {
    scratchPlace[0] = x;
    this.#query(scratchValue, 0, cells, at, scratchPlace, 0, false);
    return scratchValue[0];
  }

  #query(
    out: Float64Array,
    o: number,
    cells: Int32Array,
    at: number,
    place: Float64Array,
    ip: number,
    gradient: boolean,
  ): void {
    locateInto(located, X, cells, at, this.x, place, ip);
    const f = this.#values;
    const i = Math.max(0, cells[at]);
    const f0 = f[i];
    const df = f[Math.min(i + 1, f.length - 1)] - f0;
    // Without a cell fraction and slope are NaN, and so is all that follows.
    out[o] = f0 + located[X + FRACTION] * df; // (1)
    if (gradient) out[o + 1] = located[X + SLOPE] * df; // (3)
  }
}

/** A table of two variables: a chart of depths, a current per depth and time. */
export class LinearGrid2 {
  readonly x: GridAxis;
  readonly y: GridAxis;
  readonly #values: Float64Array;

  constructor(x: GridAxis, y: GridAxis, values: ArrayLike<number>) {
    this.x = x;
    this.y = y;
    this.#values = checkedCopy(values, x.points.length * y.points.length);
  }

  /** out = [f]. */
  valueInto(out: Float64Array, o: number, cells: Int32Array, at: number, place: Float64Array, ip: number): void {
    this.#query(out, o, cells, at, place, ip, false);
  }

  /** out = [f, ∂f/∂x, ∂f/∂y]. */
  valueAndGradientInto(
    out: Float64Array,
    o: number,
    cells: Int32Array,
    at: number,
    place: Float64Array,
    ip: number,
  ): void {
    this.#query(out, o, cells, at, place, ip, true);
  }

  /** f(x, y). */
  value(cells: Int32Array, at: number, x: number, y: number): number {
    scratchPlace[0] = x;
    scratchPlace[1] = y;
    this.#query(scratchValue, 0, cells, at, scratchPlace, 0, false);
    return scratchValue[0];
  }

  #query(
    out: Float64Array,
    o: number,
    cells: Int32Array,
    at: number,
    place: Float64Array,
    ip: number,
    gradient: boolean,
  ): void {
    locateInto(located, X, cells, at, this.x, place, ip);
    locateInto(located, Y, cells, at + 1, this.y, place, ip + 1);
    const u = located[X + FRACTION];
    const v = located[Y + FRACTION];

    // Corners f_ij, i along x, j along y.
    const f = this.#values;
    const ny = this.y.points.length;
    const i = Math.max(0, cells[at]);
    const j = Math.max(0, cells[at + 1]);
    const row0 = i * ny;
    const row1 = Math.min(i + 1, this.x.points.length - 1) * ny;
    const j1 = Math.min(j + 1, ny - 1);
    const f00 = f[row0 + j];
    const f01 = f[row0 + j1];
    const dx0 = f[row1 + j] - f00;
    const dx1 = f[row1 + j1] - f01;

    // (2) Along x, then along y.
    const g0 = f00 + u * dx0;
    const dy = f01 + u * dx1 - g0;
    out[o] = g0 + v * dy;
    if (gradient) {
      out[o + 1] = located[X + SLOPE] * (dx0 + v * (dx1 - dx0)); // (3)
      out[o + 2] = located[Y + SLOPE] * dy;
    }
  }
}

/** A table of three variables: temperature over a region and depth. */
export class LinearGrid3 {
  readonly x: GridAxis;
  readonly y: GridAxis;
  readonly z: GridAxis;
  readonly #values: Float64Array;

  constructor(x: GridAxis, y: GridAxis, z: GridAxis, values: ArrayLike<number>) {
    this.x = x;
    this.y = y;
    this.z = z;
    this.#values = checkedCopy(values, x.points.length * y.points.length * z.points.length);
  }

  /** out = [f]. */
  valueInto(out: Float64Array, o: number, cells: Int32Array, at: number, place: Float64Array, ip: number): void {
    this.#query(out, o, cells, at, place, ip, false);
  }

  /** out = [f, ∂f/∂x, ∂f/∂y, ∂f/∂z]. */
  valueAndGradientInto(
    out: Float64Array,
    o: number,
    cells: Int32Array,
    at: number,
    place: Float64Array,
    ip: number,
  ): void {
    this.#query(out, o, cells, at, place, ip, true);
  }

  /** f(x, y, z). */
  value(cells: Int32Array, at: number, x: number, y: number, z: number): number {
    scratchPlace[0] = x;
    scratchPlace[1] = y;
    scratchPlace[2] = z;
    this.#query(scratchValue, 0, cells, at, scratchPlace, 0, false);
    return scratchValue[0];
  }

  #query(
    out: Float64Array,
    o: number,
    cells: Int32Array,
    at: number,
    place: Float64Array,
    ip: number,
    gradient: boolean,
  ): void {
    locateInto(located, X, cells, at, this.x, place, ip);
    locateInto(located, Y, cells, at + 1, this.y, place, ip + 1);
    locateInto(located, Z, cells, at + 2, this.z, place, ip + 2);
    const u = located[X + FRACTION];
    const v = located[Y + FRACTION];
    const w = located[Z + FRACTION];

    // Corners f_ijk and their differences along x; lines of constant x and y run along z.
    const f = this.#values;
    const ny = this.y.points.length;
    const nz = this.z.points.length;
    const i = Math.max(0, cells[at]);
    const j = Math.max(0, cells[at + 1]);
    const k = Math.max(0, cells[at + 2]);
    const i1 = Math.min(i + 1, this.x.points.length - 1);
    const j1 = Math.min(j + 1, ny - 1);
    const up = Math.min(k + 1, nz - 1) - k;
    const line00 = (i * ny + j) * nz + k;
    const line01 = (i * ny + j1) * nz + k;
    const line10 = (i1 * ny + j) * nz + k;
    const line11 = (i1 * ny + j1) * nz + k;
    const f000 = f[line00];
    const f010 = f[line01];
    const f001 = f[line00 + up];
    const f011 = f[line01 + up];
    const dx00 = f[line10] - f000;
    const dx10 = f[line11] - f010;
    const dx01 = f[line10 + up] - f001;
    const dx11 = f[line11 + up] - f011;

    // (2) Along x, then y, then z.
    const g00 = f000 + u * dx00;
    const g01 = f001 + u * dx01;
    const dy0 = f010 + u * dx10 - g00;
    const dy1 = f011 + u * dx11 - g01;
    const h0 = g00 + v * dy0;
    const dz = g01 + v * dy1 - h0;
    out[o] = h0 + w * dz;
    if (gradient) {
      const dx0 = dx00 + v * (dx10 - dx00); // (3)
      const dx1 = dx01 + v * (dx11 - dx01);
      out[o + 1] = located[X + SLOPE] * (dx0 + w * (dx1 - dx0));
      out[o + 2] = located[Y + SLOPE] * (dy0 + w * (dy1 - dy0));
      out[o + 3] = located[Z + SLOPE] * dz;
    }
  }
}
