/**
 * The obstacle as a kind of component: a solid, or a wall, that stands still in the water.
 *
 * Frame O: origin at the obstacle's centre. A cylinder's axis is x, so that attitude 0 0 0 is a pipe lying northwards and
 * 0 90 0 a pile; a wall stands across x, its width along y, its height along z.
 */
import { invariant } from "../../core/index.ts";
import { checkHasPlace, defineKind, defineModel, geographicPlace } from "../../library/index.ts";
import { Box, Cylinder, Sphere, Wall } from "./primitives.ts";
import type { Surface } from "./ray.ts";

const diameter_m = { doc: "of a cylinder or sphere", above: 0, example: 0.5 } as const;

const mount = {
  position_m: {
    type: "reals",
    length: 3,
    doc: "p_NO_N, north, east and down of the centre",
    optional: true,
    example: [0, 0, 5],
  },
  ...geographicPlace,
  attitude_deg: { type: "reals", length: 3, doc: "roll, pitch, yaw (Z-Y-X) of frame O in N", default: [0, 0, 0] },
} as const;

export const obstacle = defineKind<Surface>()({
  kind: "obstacle",
  doc: "Something solid in the water, or at its border, that rays meet; vehicles pass through it.",
  params: {},
  mount,
  check(_, report, mounted) {
    if (mounted !== null) checkHasPlace(mounted, report);
  },
});

interface Mount<P = readonly number[]> {
  readonly position_m: P;
  readonly attitude_rad: readonly number[];
}

/** A file may describe an obstacle alone; to make one, it must stand somewhere. */
export function placed(component: {
  readonly path: string;
  readonly mount: Mount<readonly number[] | undefined> | null;
}): Mount {
  const { position_m, attitude_rad } = component.mount ?? { position_m: undefined, attitude_rad: [] };
  invariant(position_m !== undefined, `${component.path} stands nowhere`);
  return { position_m, attitude_rad };
}

export const boxObstacle = defineModel(obstacle, {
  model: "box",
  doc: "a box of any attitude",
  params: {
    size_m: { type: "reals", length: 3, doc: "edges of a box along x, y, z", above: 0, example: [4, 2, 1] },
  },
  create(p, component) {
    const { position_m, attitude_rad } = placed(component);
    return new Box(position_m, attitude_rad, p.size_m);
  },
});

export const cylinderObstacle = defineModel(obstacle, {
  model: "cylinder",
  doc: "a cylinder with closed ends: a pipe, a pile, a tank",
  params: { diameter_m, length_m: { doc: "of a cylinder, along its axis x", above: 0, example: 20 } },
  create(p, component) {
    const { position_m, attitude_rad } = placed(component);
    return new Cylinder(position_m, attitude_rad, p);
  },
});

export const sphereObstacle = defineModel(obstacle, {
  model: "sphere",
  doc: "a sphere",
  params: { diameter_m },
  create: (p, component) => new Sphere(placed(component).position_m, p.diameter_m),
});

export const wallObstacle = defineModel(obstacle, {
  model: "wall",
  doc: "a rectangle without thickness, seen from both sides: the side of a pool, a quay",
  params: {
    width_m: { doc: "of a wall, along y", above: 0, example: 20 },
    height_m: { doc: "of a wall, along z", above: 0, example: 5 },
  },
  create(p, component) {
    const { position_m, attitude_rad } = placed(component);
    return new Wall(position_m, attitude_rad, p);
  },
});
