/**
 * Where places of N lie on a map whose projection is not ours, by a table: asked once per node when the map is read, never afterwards.
 *
 *   f(n, e) ≈ Σ w_i(u) w_j(v) f_ij,   i, j = −1 … 2         cubic through the 4 × 4 nodes around a place             (1)
 *
 * Nodes are at most 10 km apart and reach two steps beyond what is asked for. North and east of a map change over a place's neighbourhood
 * like the earth's curvature does. (1) is off by at most 0.0234 h⁴ times their fourth derivative along each axis; that derivative is not bounded for
 * every projection, so the error is known by measurement: below 6 µm for Lambert-93 up to 500 km from the origin (the test). The nodes are rounded to 1 µm: other engines' last digits of sine and cosine do not get into a run, but for a node in a thousand that lies just between.
 *
 * Looking up takes sums and products only, and allocates nothing.
 * Left out: places beyond the reach, where (1) goes on as the last cubic does.
 * Tests: place-finder.test.ts.
 */
import type { PlaceFinder } from "./place-finder.ts";

/** Widest distance of nodes. */
const WIDEST_M = 10_000;
/** Steps from the origin to the reach, at least. */
const FEWEST = 8;
const BEYOND = 2;
const PER_M = 1e6;

export class PlaceTable {
  readonly #spacing_m: number;
  /** Nodes to either side of the origin, and along an axis. */
  readonly #half: number;
  readonly #size: number;
  /** North and east of the map, node by node, from the south-west. */
  readonly #nodes: Float64Array;

  constructor(reach_m: number, find: PlaceFinder) {
    const steps = Math.max(FEWEST, Math.ceil(reach_m / WIDEST_M));
    this.#spacing_m = reach_m / steps;
    this.#half = steps + BEYOND;
    this.#size = 2 * this.#half + 1;
    this.#nodes = new Float64Array(2 * this.#size * this.#size);
    const place = new Float64Array(3);
    const found = new Float64Array(2);
    for (let node = 0; node < this.#size * this.#size; node++) {
      place[0] = (Math.floor(node / this.#size) - this.#half) * this.#spacing_m;
      place[1] = ((node % this.#size) - this.#half) * this.#spacing_m;
      find(found, place);
      this.#nodes[2 * node] = Math.round(found[0] * PER_M) / PER_M;
      this.#nodes[2 * node + 1] = Math.round(found[1] * PER_M) / PER_M;
    }
  }

  /** (1): north and east of the map at a place. */
  findInto(found: Float64Array, place: Float64Array): void {
    const nodes = this.#nodes;
    const size = this.#size;
    const row = place[0] / this.#spacing_m + this.#half;
    const column = place[1] / this.#spacing_m + this.#half;
    const i = Math.max(1, Math.min(size - 3, Math.floor(row)));
    const j = Math.max(1, Math.min(size - 3, Math.floor(column)));
    const v = row - i;
    const u = column - j;
    // The cubic that is 1 at its own of the nodes −1, 0, 1, 2, and 0 at the others.
    const w0 = (-u * (u - 1) * (u - 2)) / 6;
    const w1 = ((u + 1) * (u - 1) * (u - 2)) / 2;
    const w2 = (-(u + 1) * u * (u - 2)) / 2;
    const w3 = ((u + 1) * u * (u - 1)) / 6;
    let north = 0;
    let east = 0;
    for (let k = -1; k <= 2; k++) {
      const w =
        k === -1
          ? (-v * (v - 1) * (v - 2)) / 6
          : k === 0
            ? ((v + 1) * (v - 1) * (v - 2)) / 2
            : k === 1
              ? (-(v + 1) * v * (v - 2)) / 2
              : ((v + 1) * v * (v - 1)) / 6;
      const at = 2 * ((i + k) * size + j - 1);
      north += w * (w0 * nodes[at] + w1 * nodes[at + 2] + w2 * nodes[at + 4] + w3 * nodes[at + 6]);
      east += w * (w0 * nodes[at + 1] + w1 * nodes[at + 3] + w2 * nodes[at + 5] + w3 * nodes[at + 7]);
    }
    found[0] = north;
    found[1] = east;
  }
}
