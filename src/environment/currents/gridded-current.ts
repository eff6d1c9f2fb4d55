/**
 * A current from a numerical model of the sea: velocities on a grid of north, east, depth and time.
 *
 * Trilinear in space, linear in time (space-time-grid.ts). Velocity has no jump anywhere, so the relative velocity of a vehicle that
 * crosses cells has none; gradient and rate are those of the interpolant itself, exact inside a cell, and jump between cells.
 * Beyond the grid the edge rule of each axis holds; `covers` says whether a place lies inside, for reports.
 * Left out: divergence (a trilinear field between the points of a divergence-free one is so only on average).
 */

import type { GridAxis } from "../../math/index.ts";
import { FLOW, type FlowSource } from "../flow.ts";
import { SpaceTimeGrid } from "./space-time-grid.ts";

const COMPONENTS = 3;
const { velocity, gradient, rate } = FLOW;

export class GriddedCurrent implements FlowSource {
  readonly #grid: SpaceTimeGrid;

  /** velocities_mps: by time, north, east, depth, and north-east-down in N, the last fastest. One time is a steady current. */
  constructor(north: GridAxis, east: GridAxis, depth: GridAxis, time: GridAxis, velocities_mps: ArrayLike<number>) {
    this.#grid = new SpaceTimeGrid(north, east, depth, time, COMPONENTS, velocities_mps);
  }

  addFlow(flow: Float64Array, o: number, point: Float64Array, i: number): void {
    this.#grid.addInto(flow, o + velocity, o + gradient, o + rate, point, i);
  }

  /** False where an edge rule answers in place of the data. */
  covers(point: Float64Array, i: number): boolean {
    return this.#grid.covers(point, i);
  }
}
