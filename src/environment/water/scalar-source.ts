/**
 * A number that every place in the water has: temperature, salinity, plankton density, turbidity.
 *
 *   s(p, t) = Σ s_k(p, t)                                                  (1)  sources lie over one another
 *
 * | source          | depends on                    | between its points                        |
 * |-----------------|-------------------------------|-------------------------------------------|
 * | ConstantScalar  | nothing                       |                                           |
 * | ProfileScalar   | depth                         | linear                                    |
 * | MapScalar       | north, east                   | bilinear                                  |
 * | SeriesScalar    | north, east, depth, time      | trilinear in space, linear in time        |
 *
 * Depth is the third coordinate of the place, 0 at the surface of the sea near and far (maps/local-frame.ts). Beyond the
 * ends of an axis the rule declared with it holds (math/grid-axis); `covers` says whether a place lies within all axes, for
 * reports.
 */
import { invariant } from "../../core/index.ts";
import {
  type EdgeRule,
  type GridAxis,
  isOnAxis,
  LinearGrid2,
  rectilinearAxis,
  STRETCH,
  STRETCH_SIZE,
  stretchInto,
} from "../../math/index.ts";
import { SpaceTimeGrid } from "../currents/space-time-grid.ts";
import { POINT, POINT_SIZE } from "../flow.ts";

const NORTH = POINT.p;
const DOWN = POINT.p + 2;
const { from, to, start, width, u0 } = STRETCH;
/** Behind a stretch: the value where it starts, and the rise along it. */
const FIRST = STRETCH_SIZE;
const RISE = STRETCH_SIZE + 1;

/** Adds its value at point[i ..] to out[o]. Allocates nothing. */
export interface ScalarSource {
  addValue(out: Float64Array, o: number, point: Float64Array, i: number): void;
  /** False where an edge rule answers in place of the data. */
  covers(point: Float64Array, i: number): boolean;
  /** True where a gap of a map has a share in the value. Sources without it have no gaps. */
  hasGap?(point: Float64Array, i: number): boolean;
  /** true: the value depends on the depth at most, never on the place or the time. */
  readonly isByDepth?: boolean;
}

/** (1): out[o] = the sum of the sources at point[i ..]. */
export function scalarInto(
  out: Float64Array,
  o: number,
  sources: readonly ScalarSource[],
  point: Float64Array,
  i: number,
): void {
  out[o] = 0;
  for (let k = 0; k < sources.length; k++) sources[k].addValue(out, o, point, i);
}

export class ConstantScalar implements ScalarSource {
  readonly isByDepth = true;
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }

  addValue(out: Float64Array, o: number): void {
    out[o] += this.value;
  }

  covers(): boolean {
    return true;
  }
}

/** A table by depth: linear between its points. */
export class ProfileScalar implements ScalarSource {
  readonly isByDepth = true;
  readonly #depth: GridAxis;
  readonly #values: Float64Array;
  /**
   * The stretch of depth in which the last answer was found, its first value and its rise: makes the next answer faster,
   * never another. What is remembered below serves the same end.
   */
  readonly #line = new Float64Array(STRETCH_SIZE + 2);
  readonly #cell = new Int32Array(1);
  /** For `at`. */
  readonly #point = new Float64Array(POINT_SIZE);
  readonly #value = new Float64Array(1);

  constructor(depths_m: ArrayLike<number>, values: ArrayLike<number>, edge: EdgeRule) {
    this.#depth = rectilinearAxis(depths_m, edge);
    const rows = this.#depth.points.length;
    invariant(values.length === rows, `the profile has ${rows} depths but ${values.length} values`);
    this.#values = Float64Array.from(values);
  }

  addValue(out: Float64Array, o: number, point: Float64Array, i: number): void {
    const line = this.#line;
    const z = point[i + DOWN];
    if (!(z >= line[from] && z < line[to])) this.#move(point, i);
    out[o] += line[FIRST] + (line[u0] + (z - line[start]) / line[width]) * line[RISE];
  }

  covers(point: Float64Array, i: number): boolean {
    return isOnAxis(this.#depth, point[i + DOWN]);
  }

  /** The value at a depth, for code that is not hot. */
  at(depth_m: number): number {
    this.#point[DOWN] = depth_m;
    this.#value[0] = 0;
    this.addValue(this.#value, 0, this.#point, 0);
    return this.#value[0];
  }

  /** The line around point[i ..]. */
  #move(point: Float64Array, i: number): void {
    const f = this.#values;
    stretchInto(this.#line, 0, this.#cell, 0, this.#depth, point, i + DOWN);
    const k = this.#cell[0];
    this.#line[FIRST] = f[k];
    this.#line[RISE] = f[Math.min(k + 1, f.length - 1)] - f[k];
  }
}

/** A chart: the same at all depths. values[row · columns + column], rows along north, columns along east. */
export class MapScalar implements ScalarSource {
  readonly #grid: LinearGrid2;
  readonly #cells = new Int32Array(2);
  readonly #value = new Float64Array(1);

  constructor(north: GridAxis, east: GridAxis, values: ArrayLike<number>) {
    this.#grid = new LinearGrid2(north, east, values);
  }

  addValue(out: Float64Array, o: number, point: Float64Array, i: number): void {
    this.#grid.valueInto(this.#value, 0, this.#cells, 0, point, i + NORTH);
    out[o] += this.#value[0];
  }

  covers(point: Float64Array, i: number): boolean {
    return isOnAxis(this.#grid.x, point[i + NORTH]) && isOnAxis(this.#grid.y, point[i + NORTH + 1]);
  }
}

/** Blocks of water at several times; one time is a steady block. Values by time, north, east, depth, the last fastest. */
export class SeriesScalar implements ScalarSource {
  readonly #grid: SpaceTimeGrid;

  constructor(north: GridAxis, east: GridAxis, depth: GridAxis, time: GridAxis, values: ArrayLike<number>) {
    this.#grid = new SpaceTimeGrid(north, east, depth, time, 1, values);
  }

  addValue(out: Float64Array, o: number, point: Float64Array, i: number): void {
    this.#grid.addValues(out, o, point, i);
  }

  covers(point: Float64Array, i: number): boolean {
    return this.#grid.covers(point, i);
  }
}
