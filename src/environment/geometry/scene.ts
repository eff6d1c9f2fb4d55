/**
 * The bottom and everything that stands in the water, asked as one: the nearest hit of a ray, and the altitude.
 *
 * Obstacles with an end are in a tree of boxes, so that a harbour of a thousand piles costs a ray little more than one;
 * those without are asked one by one. Two things at one distance: one of them, always the same one.
 */
import type { Material } from "./bottom-types.ts";
import { BVH_STACK, type Bvh, buildBvh } from "./bvh.ts";
import { BOTTOM_OBJECT, type Bottom, HIT_SIZE, noHitInto, RAY_SIZE, type Surface } from "./ray.ts";

/** What depthBelowInto writes. */
export const BELOW = {
  /** From the point down to the first surface, m. Negative where the point is under the bottom; Infinity for no surface. */
  altitude: 0,
  /** Depth of that surface, m. */
  depth: 1,
  /** Whose it is: an obstacle's index, BOTTOM_OBJECT or NO_OBJECT. */
  object: 2,
} as const;
export const BELOW_SIZE = 3;

/** 1/d for a component that is 0, see mesh.ts. */
const STEEP = 1e290;

export class Scene {
  readonly bottom: Bottom | null;
  readonly #ground: Material | null;
  /** By the index in hits. Not frozen: reading an element of a frozen array costs a ray some 20 ns. */
  readonly #obstacles: readonly Surface[];
  /** Indices of obstacles without end. */
  readonly #endless: Int32Array;
  /** Indices of those in the tree, in its order. */
  readonly #bounded: Int32Array;
  readonly #bvh: Bvh | null;
  /** All hold nothing between calls. */
  readonly #stack = new Int32Array(BVH_STACK);
  readonly #ray = new Float64Array(RAY_SIZE);
  readonly #hit = new Float64Array(HIT_SIZE);

  /** ground: what the bottom is made of, where that is known. */
  constructor(bottom: Bottom | null, obstacles: readonly Surface[], ground: Material | null = null) {
    this.bottom = bottom;
    this.#ground = ground;
    this.#obstacles = [...obstacles];
    const all = obstacles.map((_, k) => k);
    const bounded = all.filter((k) => obstacles[k].bounds_m !== null);
    this.#endless = Int32Array.from(all.filter((k) => obstacles[k].bounds_m === null));
    const boxes = new Float64Array(6 * bounded.length);
    bounded.forEach((k, at) => {
      boxes.set(obstacles[k].bounds_m!, 6 * at);
    });
    this.#bvh = bounded.length === 0 ? null : buildBvh(boxes);
    this.#bounded = Int32Array.from(this.#bvh?.order ?? [], (at) => bounded[at]);
  }

  /** The nearest hit of the ray at ray[i ..], or a hit of nothing, to hit[o .. o + HIT_SIZE − 1]. */
  castInto(hit: Float64Array, o: number, ray: Float64Array, i: number): void {
    noHitInto(hit, o);
    if (this.bottom?.castInto(hit, o, ray, i) === true) hit[o + 4] = BOTTOM_OBJECT;
    this.#castObstacles(hit, o, ray, i);
  }

  /** The nearest hit of an obstacle, whatever the bottom does, likewise. */
  castObstaclesInto(hit: Float64Array, o: number, ray: Float64Array, i: number): void {
    noHitInto(hit, o);
    this.#castObstacles(hit, o, ray, i);
  }

  /** The hit of one obstacle by its index, likewise. */
  castObstacleInto(hit: Float64Array, o: number, ray: Float64Array, i: number, obstacle: number): void {
    noHitInto(hit, o);
    if (this.#obstacles[obstacle].castInto(hit, o, ray, i)) hit[o + 4] = obstacle;
  }

  get obstacleCount(): number {
    return this.#obstacles.length;
  }

  /** Smallest and largest north, east, down of an obstacle; null for one without end. */
  boundsOf(obstacle: number): Float64Array | null {
    return this.#obstacles[obstacle].bounds_m;
  }

  /**
   * What a hit is made of, by its object: of the bottom what its file says; null for an obstacle, of which nothing is known,
   * and for a hit of nothing.
   */
  materialOf(object: number): Material | null {
    return object === BOTTOM_OBJECT ? this.#ground : null;
  }

  /**
   * What lies straight below the point at p[i ..], to out[o ..] as BELOW says. Under the bottom, only the bottom is reported;
   * inside an obstacle, the surface is the one through which one would leave it downwards.
   */
  depthBelowInto(out: Float64Array, o: number, p: Float64Array, i: number): void {
    const ray = this.#ray;
    const hit = this.#hit;
    const z = p[i + 2];
    noHitInto(hit, 0);
    this.bottom?.depthInto(out, o, p, i);
    const altitude_m = this.bottom === null ? Number.NaN : out[o] - z;
    if (!Number.isNaN(altitude_m)) {
      hit[0] = altitude_m;
      hit[4] = BOTTOM_OBJECT;
    }
    ray[0] = p[i];
    ray[1] = p[i + 1];
    ray[2] = z;
    ray[3] = 0;
    ray[4] = 0;
    ray[5] = 1;
    ray[6] = Number.POSITIVE_INFINITY;
    this.#castObstacles(hit, 0, ray, 0);
    out[o] = hit[0];
    out[o + 1] = z + hit[0];
    out[o + 2] = hit[4];
  }

  #castObstacles(hit: Float64Array, o: number, ray: Float64Array, i: number): void {
    const obstacles = this.#obstacles;
    const endless = this.#endless;
    for (let k = 0; k < endless.length; k++) {
      if (obstacles[endless[k]].castInto(hit, o, ray, i)) hit[o + 4] = endless[k];
    }
    const bvh = this.#bvh;
    if (bvh === null) return;
    const { boxes_m: boxes, first, count } = bvh;
    const bounded = this.#bounded;
    const stack = this.#stack;
    const ox = ray[i];
    const oy = ray[i + 1];
    const oz = ray[i + 2];
    const px = Math.abs(ray[i + 3]) < 1 / STEEP ? STEEP : 1 / ray[i + 3];
    const py = Math.abs(ray[i + 4]) < 1 / STEEP ? STEEP : 1 / ray[i + 4];
    const pz = Math.abs(ray[i + 5]) < 1 / STEEP ? STEEP : 1 / ray[i + 5];
    let depth = 1;
    stack[0] = 0;
    while (depth > 0) {
      const node = stack[--depth];
      const k = 6 * node;
      const x0 = (boxes[k] - ox) * px;
      const x1 = (boxes[k + 3] - ox) * px;
      const y0 = (boxes[k + 1] - oy) * py;
      const y1 = (boxes[k + 4] - oy) * py;
      const z0 = (boxes[k + 2] - oz) * pz;
      const z1 = (boxes[k + 5] - oz) * pz;
      const enter = Math.max(Math.min(x0, x1), Math.min(y0, y1), Math.min(z0, z1), 0);
      const leave = Math.min(Math.max(x0, x1), Math.max(y0, y1), Math.max(z0, z1), ray[i + 6], hit[o]);
      if (!(enter <= leave)) continue;
      const from = first[node];
      if (count[node] === 0) {
        stack[depth++] = from + 1;
        stack[depth++] = from;
        continue;
      }
      for (let q = from; q < from + count[node]; q++) {
        if (obstacles[bounded[q]].castInto(hit, o, ray, i)) hit[o + 4] = bounded[q];
      }
    }
  }
}
