/**
 * What every surface is asked, and how it answers: rays in N (north-east-down, m), straight, in float64.
 *
 * | places in a ray | what                                                                              |
 * |-----------------|-----------------------------------------------------------------------------------|
 * | origin          | p, in N, m                                                                        |
 * | direction       | d, in N; its length must be 1, or distances are in units of it                     |
 * | range           | the farthest distance of interest, m; Infinity where there is no limit             |
 *
 * | places in a hit | what                                                                              |
 * |-----------------|-----------------------------------------------------------------------------------|
 * | distance        | t of the nearest crossing p + t d, 0 ≤ t ≤ range, m; Infinity for none             |
 * | normal          | unit vector out of the solid, into the water                                      |
 * | object          | which obstacle of a scene; which body, BODY_OBJECTS on; BOTTOM_OBJECT, NO_OBJECT   |
 * | part            | which triangle of a mesh, cell of a grid, face of a box; 0 for things in one piece |
 *
 * Surfaces are crossed from both sides: normal · d > 0 means that the ray came from inside the solid. Touching counts. A
 * ray that starts on a surface meets it at 0, to rounding: a reflected ray has to start off the surface.
 */
import type { Solid } from "./solid.ts";

export const RAY = { origin: 0, direction: 3, range: 6 } as const;
export const RAY_SIZE = 7;

export const HIT = { distance: 0, normal: 1, object: 4, part: 5 } as const;
export const HIT_SIZE = 6;

export const NO_OBJECT = -2;
export const BOTTOM_OBJECT = -1;
/** Objects from this on are bodies: vehicles, by their index in the scenario. Obstacles are fewer. */
export const BODY_OBJECTS = 65_536;

/** The object of hits of the vehicle with this index. */
export function bodyObject(vehicle: number): number {
  return BODY_OBJECTS + vehicle;
}

/** The index of the vehicle that an object of a hit is; −1 for what is not a vehicle. */
export function vehicleOfObject(object: number): number {
  return object >= BODY_OBJECTS ? object - BODY_OBJECTS : -1;
}

/** Bottoms that have no end follow a ray this far at most. */
export const FAR_M = 1e7;

/** Something that rays meet. */
export interface Surface {
  /** Smallest and largest north, east, down that it reaches: 6 numbers. null where it has no end. */
  readonly bounds_m: Float64Array | null;
  /**
   * Where the ray at ray[i ..] meets the surface nearer than hit[o + HIT.distance]: writes distance, normal and part,
   * and returns true. Leaves the hit alone otherwise, so that one hit collects the nearest of many surfaces.
   */
  castInto(hit: Float64Array, o: number, ray: Float64Array, i: number): boolean;
  /** Its convex pieces in the frame in which it stands, for contacts. What has none is passed through. */
  solids?(): readonly Solid[];
  /** Seen from above: [north, east] of the corners of its convex outline, for maps. Without it the box around it is drawn. */
  outline?(): (readonly [number, number])[];
}

/** The bottom of the sea: one depth at each place, solid below it. */
export interface Bottom extends Surface {
  /** To out[o]: depth at north p[i], east p[i + 1], m; NaN where there is no bottom. */
  depthInto(out: Float64Array, o: number, p: Float64Array, i: number): void;
  /** To out[o .. o + 2]: unit normal there, out of the ground; NaN where there is no bottom. */
  normalInto(out: Float64Array, o: number, p: Float64Array, i: number): void;
  /**
   * Of a bottom from data: false at north p[i], east p[i + 1] where its edge rule answers in their place, with a depth or with
   * none. Formulas have no end, and no covers.
   */
  covers?(p: Float64Array, i: number): boolean;
  /**
   * To out[o]: the least depth in the square of half-width half[0] around north p[i], east p[i + 1], or less; Infinity where there is no
   * bottom in it.
   */
  shallowestWithinInto?(out: Float64Array, o: number, p: Float64Array, i: number, half: Float64Array): void;
  /** The least depth that it has anywhere, m, where that is known. */
  readonly shallowest_m?: number;
}

/** A hit of nothing: what castInto starts from. */
export function noHitInto(hit: Float64Array, o: number): void {
  hit[o] = Number.POSITIVE_INFINITY;
  hit[o + 1] = 0;
  hit[o + 2] = 0;
  hit[o + 3] = 0;
  hit[o + 4] = NO_OBJECT;
  hit[o + 5] = 0;
}
