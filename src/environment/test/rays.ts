/** Rays for tests: one at a time, with plain arrays. */
import { RandomStream, STREAM_WORDS } from "../../core/index.ts";
import { cos, hypot3, sin } from "../../math/index.ts";
import { HIT, HIT_SIZE, noHitInto, type Surface } from "../geometry/ray.ts";

export type Vector = readonly [number, number, number];

export interface TestHit {
  readonly distance_m: number;
  readonly normal: readonly number[];
  readonly object: number;
  readonly part: number;
}

export function unit(v: readonly number[]): Vector {
  const length = hypot3(v[0], v[1], v[2]);
  return [v[0] / length, v[1] / length, v[2] / length];
}

/** The direction is made of length 1. */
export function rayOf(origin: readonly number[], direction: readonly number[], range_m = Infinity): Float64Array {
  return Float64Array.of(...origin, ...unit(direction), range_m);
}

export function hitOf(hit: Float64Array): TestHit {
  return {
    distance_m: hit[HIT.distance],
    normal: [...hit.subarray(HIT.normal, HIT.normal + 3)],
    object: hit[HIT.object],
    part: hit[HIT.part],
  };
}

/** The nearest hit of one surface; distance Infinity for none. */
export function cast(surface: Surface, ray: Float64Array): TestHit {
  // Offsets other than 0, so that a forgotten one shows.
  const hit = new Float64Array(HIT_SIZE + 2);
  const shifted = new Float64Array(ray.length + 3);
  shifted.set(ray, 3);
  noHitInto(hit, 2);
  const met = surface.castInto(hit, 2, shifted, 3);
  if (met !== hit[2] < Infinity) throw new Error("castInto says one thing and writes another");
  return hitOf(hit.subarray(2));
}

export function pointOn(ray: Float64Array, t: number): Vector {
  return [ray[0] + t * ray[3], ray[1] + t * ray[4], ray[2] + t * ray[5]];
}

/** Numbers from 0 to 1 that are the same in every run. */
export function sequence(seed: number): () => number {
  const stream = new RandomStream({ campaign: seed, run: 0 }, "rays");
  const words = new Int32Array(STREAM_WORDS);
  return () => stream.uniform(words);
}

/** A direction, alike in all directions. */
export function anyDirection(random: () => number): Vector {
  const z = 2 * random() - 1;
  const a = 2 * Math.PI * random();
  const r = Math.sqrt(1 - z * z);
  return [r * cos(a), r * sin(a), z];
}
