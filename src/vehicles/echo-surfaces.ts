/**
 * What rays of other vehicles' sonars, logs and cameras meet of a vehicle: surfaces in frame B, from the size of its hull.
 *
 * A box for a hull of this shape, otherwise a cylinder along x of the hull's length, whose diameter has the area of its width and height.
 * Left out: what is mounted on the hull; the taper of bow and stern. A vehicle whose file states no size of a hull has no surface.
 */
import { Box, Cylinder, type Surface } from "../environment/index.ts";
import type { Component } from "../library/index.ts";
import { outlineOf } from "./outline.ts";

const LEVEL = [0, 0, 0];

export function echoSurfaces(vehicle: Component): readonly Surface[] {
  const { centre_m, half_m, shape } = outlineOf(vehicle);
  const size_m = half_m.map((half) => 2 * half);
  if (!size_m.every((size) => size > 0)) return [];
  if (shape === "box") return [new Box(centre_m, LEVEL, size_m)];
  const [length_m, width_m, height_m] = size_m;
  return [new Cylinder(centre_m, LEVEL, { length_m, diameter_m: Math.sqrt(width_m * height_m) })];
}
