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
 * | VolumeScalar    | north, east, depth            | trilinear                                 |
 * | SeriesScalar    | north, east, depth, time      | trilinear in space, linear in time        |
 *
 * Depth is the third coordinate of the place in N, so the surface of the sea is the plane z = 0: 8 m off at 10 km from
 * the origin, on a round earth. Beyond the ends of an axis the rule declared with it holds (math/grid-axis); `covers`
 * tells whether a place lies within all axes, for whoever wants to report it.
 */

import {
  type EdgeRule,
  type GridAxis,
  LinearGrid1,
  LinearGrid2,
  LinearGrid3,
  rectilinearAxis,
} from "../../math/index.ts";
import { SpaceTimeGrid } from "../currents/space-time-grid.ts";
import { POINT } from "../flow.ts";

const NORTH = POINT.p;
const DOWN = POINT.p + 2;

/** Adds its value at point[i ..] to out[o]. Allocates nothing. */
export interface ScalarSource {
  addValue(out: Float64Array, o: number, point: Float64Array, i: number): void;
  /** False where an edge rule answers in place of the data. */
  covers(point: Float64Array, i: number): boolean;
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
  readonly #grid: LinearGrid1;
  /** Where the last answer was found: makes the next one faster, never another. The same holds below. */
  readonly #cells = new Int32Array(1);
  readonly #value = new Float64Array(1);

  constructor(depths_m: ArrayLike<number>, values: ArrayLike<number>, edge: EdgeRule) {
    this.#grid = new LinearGrid1(rectilinearAxis(depths_m, edge), values);
  }

  addValue(out: Float64Array, o: number, point: Float64Array, i: number): void {
    this.#grid.valueInto(this.#value, 0, this.#cells, 0, point, i + DOWN);
    out[o] += this.#value[0];
  }

  covers(point: Float64Array, i: number): boolean {
    return within(this.#grid.x, point[i + DOWN]);
  }

  /** The value at a depth, for code that is not hot. */
  at(depth_m: number): number {
    return this.#grid.value(this.#cells, 0, depth_m);
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
    return within(this.#grid.x, point[i + NORTH]) && within(this.#grid.y, point[i + NORTH + 1]);
  }
}

/** A block of water; the depth axis fastest. */
export class VolumeScalar implements ScalarSource {
  readonly #grid: LinearGrid3;
  readonly #cells = new Int32Array(3);
  readonly #value = new Float64Array(1);

  constructor(north: GridAxis, east: GridAxis, depth: GridAxis, values: ArrayLike<number>) {
    this.#grid = new LinearGrid3(north, east, depth, values);
  }

  addValue(out: Float64Array, o: number, point: Float64Array, i: number): void {
    this.#grid.valueInto(this.#value, 0, this.#cells, 0, point, i + NORTH);
    out[o] += this.#value[0];
  }

  covers(point: Float64Array, i: number): boolean {
    const { x, y, z } = this.#grid;
    return within(x, point[i + NORTH]) && within(y, point[i + NORTH + 1]) && within(z, point[i + DOWN]);
  }
}

/** Blocks of water at several times; one block is a steady one. Values by time, north, east, depth, the last fastest. */
export class SeriesScalar implements ScalarSource {
  readonly #grid: SpaceTimeGrid;
  /** f, its slopes and its rate. */
  readonly #value = new Float64Array(5);

  constructor(north: GridAxis, east: GridAxis, depth: GridAxis, time: GridAxis, values: ArrayLike<number>) {
    this.#grid = new SpaceTimeGrid(north, east, depth, time, 1, values);
  }

  addValue(out: Float64Array, o: number, point: Float64Array, i: number): void {
    this.#value.fill(0);
    this.#grid.addInto(this.#value, 0, 1, 4, point, i);
    out[o] += this.#value[0];
  }

  covers(point: Float64Array, i: number): boolean {
    return this.#grid.covers(point, i);
  }
}

/** Between the ends of an axis, ends included. */
function within(axis: GridAxis, x: number): boolean {
  return x >= axis.points[0] && x <= axis.points[axis.points.length - 1];
}
