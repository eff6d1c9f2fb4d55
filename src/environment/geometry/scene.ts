/**
 * The bottom and everything that stands or moves in the water, asked as one: the nearest hit of a ray, and the altitude.
 *
 * Obstacles with an end are in a tree of boxes, so that a harbour of a thousand piles costs a ray little more than one;
 * those without are asked one by one, and so are those that move on a path, each behind a ball around it. Two things at one
 * distance: one of them, always the same one.
 *
 * What stands still is asked without a time (castInto), what moves with one (castMovingInto); one hit collects the nearest of both, and
 * of the vehicles near (neighbours.ts).
 */
import { invariant } from "../../core/index.ts";
import { addInto, crossInto, rotateInto, rotateInverseInto } from "../../math/index.ts";
import type { Material } from "./bottom-types.ts";
import { BVH_STACK, type Bvh, buildBvh } from "./bvh.ts";
import { MovedSurfaces } from "./moved-surfaces.ts";
import { MOTION, MOTION_SIZE, type ObstaclePath } from "./obstacle-path.ts";
import { BODY_OBJECTS, BOTTOM_OBJECT, type Bottom, HIT, HIT_SIZE, noHitInto, RAY_SIZE, type Surface } from "./ray.ts";

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

/** What is known of an obstacle besides its surface. */
export interface ObstacleTraits {
  /** Of one that moves: its surface is then in its frame O. null for one that stands, whose surface is in N. */
  readonly path: ObstaclePath | null;
  /** null where nothing is known. */
  readonly material: Material | null;
}

const NO_TRAITS: ObstacleTraits = Object.freeze({ path: null, material: null });

/** An obstacle on a path. */
interface Mover {
  readonly obstacle: number;
  readonly path: ObstaclePath;
  readonly surfaces: MovedSurfaces;
}

/** 1/d for a component that is 0, see mesh.ts. */
const STEEP = 1e290;

export class Scene {
  readonly bottom: Bottom | null;
  readonly #ground: Material | null;
  /** By the index in hits. Not frozen: reading an element of a frozen array costs a ray some 20 ns. */
  readonly #obstacles: readonly Surface[];
  readonly #materials: readonly (Material | null)[];
  readonly #movers: readonly Mover[];
  /** Indices of obstacles without end. */
  readonly #endless: Int32Array;
  /** Indices of those in the tree, in its order. */
  readonly #bounded: Int32Array;
  readonly #bvh: Bvh | null;
  /** All hold nothing between calls. */
  readonly #stack = new Int32Array(BVH_STACK);
  readonly #ray = new Float64Array(RAY_SIZE);
  readonly #hit = new Float64Array(HIT_SIZE);
  readonly #motion = new Float64Array(MOTION_SIZE);
  readonly #arm = new Float64Array(3);

  /** ground: what the bottom is made of, where that is known. traits: of each obstacle; none where not given. */
  constructor(
    bottom: Bottom | null,
    obstacles: readonly Surface[],
    ground: Material | null = null,
    traits: readonly ObstacleTraits[] = [],
  ) {
    invariant(obstacles.length <= BODY_OBJECTS, `${obstacles.length} obstacles; there may be ${BODY_OBJECTS}`);
    this.bottom = bottom;
    this.#ground = ground;
    this.#obstacles = [...obstacles];
    const of = (k: number): ObstacleTraits => traits[k] ?? NO_TRAITS;
    this.#materials = obstacles.map((_, k) => of(k).material);
    this.#movers = obstacles.flatMap((surface, obstacle) => {
      const { path } = of(obstacle);
      return path === null ? [] : [{ obstacle, path, surfaces: new MovedSurfaces([surface]) }];
    });
    const all = obstacles.map((_, k) => k).filter((k) => of(k).path === null);
    const bounded = all.filter((k) => obstacles[k].bounds_m !== null);
    this.#endless = Int32Array.from(all.filter((k) => obstacles[k].bounds_m === null));
    const boxes = new Float64Array(6 * bounded.length);
    bounded.forEach((k, at) => {
      boxes.set(obstacles[k].bounds_m!, 6 * at);
    });
    this.#bvh = bounded.length === 0 ? null : buildBvh(boxes);
    this.#bounded = Int32Array.from(this.#bvh?.order ?? [], (at) => bounded[at]);
  }

  /** The nearest hit of the ray at ray[i ..] with what stands still, or a hit of nothing, to hit[o .. o + HIT_SIZE − 1]. */
  castInto(hit: Float64Array, o: number, ray: Float64Array, i: number): void {
    noHitInto(hit, o);
    if (this.bottom?.castInto(hit, o, ray, i) === true) hit[o + 4] = BOTTOM_OBJECT;
    this.#castObstacles(hit, o, ray, i);
  }

  /**
   * Where the ray meets a moving obstacle, at the time time[j], s, nearer than hit[o + HIT.distance]: writes the hit and returns true;
   * leaves it alone otherwise.
   */
  castMovingInto(hit: Float64Array, o: number, ray: Float64Array, i: number, time: Float64Array, j: number): boolean {
    const movers = this.#movers;
    let met = false;
    for (let k = 0; k < movers.length; k++) {
      const { obstacle, path, surfaces } = movers[k];
      path.poseInto(this.#motion, 0, time, j);
      if (!surfaces.castInto(hit, o, ray, i, this.#motion, 0)) continue;
      hit[o + HIT.object] = obstacle;
      met = true;
    }
    return met;
  }

  /** The nearest hit of an obstacle that stands still, whatever the bottom does, likewise. */
  castObstaclesInto(hit: Float64Array, o: number, ray: Float64Array, i: number): void {
    noHitInto(hit, o);
    this.#castObstacles(hit, o, ray, i);
  }

  /** The hit of one obstacle by its index, likewise; of none that moves. */
  castObstacleInto(hit: Float64Array, o: number, ray: Float64Array, i: number, obstacle: number): void {
    noHitInto(hit, o);
    if (this.isMoving(obstacle)) return;
    if (this.#obstacles[obstacle].castInto(hit, o, ray, i)) hit[o + 4] = obstacle;
  }

  get obstacleCount(): number {
    return this.#obstacles.length;
  }

  /** Smallest and largest north, east, down of an obstacle; null for one without end, or one that moves. */
  boundsOf(obstacle: number): Float64Array | null {
    return this.isMoving(obstacle) ? null : this.#obstacles[obstacle].bounds_m;
  }

  /** How many obstacles move. They are numbered among themselves for motionInto, in the order of their indices. */
  get moverCount(): number {
    return this.#movers.length;
  }

  /** The index in hits of moving obstacle k. */
  moverObject(k: number): number {
    return this.#movers[k].obstacle;
  }

  /** The surface of moving obstacle k in its frame O, with the ball around it. */
  moverSurfaces(k: number): MovedSurfaces {
    return this.#movers[k].surfaces;
  }

  /** Where moving obstacle k is at the time time[j], s, and how it moves, to out[o ..] as MOTION says. */
  motionInto(out: Float64Array, o: number, k: number, time: Float64Array, j: number): void {
    this.#movers[k].path.motionInto(out, o, time, j);
  }

  /**
   * Velocity in N of the point p[i ..] of the moving obstacle that an object of a hit is, at the time time[j], s, to out[o ..]:
   * R_NO (v_NO_O + w_NO_O × p_OQ). False for what stands still, whose velocity is not written.
   */
  velocityInto(
    out: Float64Array,
    o: number,
    object: number,
    p: Float64Array,
    i: number,
    time: Float64Array,
    j: number,
  ): boolean {
    const k = this.moverOf(object);
    if (k < 0) return false;
    const motion = this.#motion;
    const arm = this.#arm;
    this.#movers[k].path.motionInto(motion, 0, time, j);
    for (let n = 0; n < 3; n++) arm[n] = p[i + n] - motion[MOTION.p + n];
    rotateInverseInto(arm, 0, motion, MOTION.q, arm, 0);
    crossInto(arm, 0, motion, MOTION.V + 3, arm, 0);
    addInto(arm, 0, motion, MOTION.V, arm, 0);
    rotateInto(out, o, motion, MOTION.q, arm, 0);
    return true;
  }

  /** Whether an object of a hit is an obstacle that moves. */
  isMoving(object: number): boolean {
    return this.moverOf(object) >= 0;
  }

  /** The number among those that move of an object of a hit; −1 for one that does not. */
  moverOf(object: number): number {
    const movers = this.#movers;
    for (let k = 0; k < movers.length; k++) if (movers[k].obstacle === object) return k;
    return -1;
  }

  /**
   * What a hit is made of, by its object: what the files of the bottom or of the obstacle say; null where they say nothing, for a
   * vehicle, and for a hit of nothing.
   */
  materialOf(object: number): Material | null {
    if (object === BOTTOM_OBJECT) return this.#ground;
    return this.#materials[object] ?? null;
  }

  /**
   * What lies straight below the point at p[i ..], to out[o ..] as BELOW says: with a time at time[j], s, also what moves. Under the bottom, only the bottom is reported;
   * inside an obstacle, the surface is the one through which one would leave it downwards.
   */
  depthBelowInto(
    out: Float64Array,
    o: number,
    p: Float64Array,
    i: number,
    time: Float64Array | null = null,
    j = 0,
  ): void {
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
    if (time !== null) this.castMovingInto(hit, 0, ray, 0, time, j);
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
