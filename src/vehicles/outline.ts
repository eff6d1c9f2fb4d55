/**
 * The outline of a vehicle as points from Bo in B, for whether it touches something: the ends of its three axes, and the corners
 * of a box or the rims of a cylinder. An ellipsoid is also asked for its lowest point by whoever uses it: its half-axes are here.
 *
 * Centred on Bcb, as immersion.ts has it. A vehicle without a hull is its origin alone.
 * Left out: what is mounted on the hull and stands out of it.
 */
import type { Component } from "../library/index.ts";
import type { HullShape } from "./immersion.ts";

export interface Outline {
  /** From Bo in B. */
  readonly centre_m: readonly number[];
  /** Half of length, width and height. */
  readonly half_m: readonly number[];
  readonly shape: HullShape | "point";
}

const POINT: Outline = Object.freeze({ centre_m: [0, 0, 0], half_m: [0, 0, 0], shape: "point" });

export function outlineOf(vehicle: Component): Outline {
  const hull = vehicle.children.find(({ kind }) => kind === "hull");
  if (hull === undefined) return POINT;
  const { shape, size_m, cb_m } = hull.params as {
    readonly shape?: HullShape;
    readonly size_m?: readonly number[];
    readonly cb_m?: readonly number[];
  };
  const half_m = (size_m ?? [Number(vehicle.params.length_m ?? 0), 0, 0]).map((size) => size / 2);
  return Object.freeze({ centre_m: cb_m ?? [0, 0, 0], half_m, shape: shape ?? "box" });
}
