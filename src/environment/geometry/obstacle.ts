/**
 * The obstacle as a kind of component: a solid, or a wall, that stands still in the water or moves on a path (obstacle-path.ts).
 *
 * Frame O: origin at the obstacle's centre. A cylinder's axis is x, so that attitude 0 0 0 is a pipe lying northwards and
 * 0 90 0 a pile; a wall stands across x, its width along y, its height along z.
 *
 * A model makes its surface at the place and attitude of the mount. One that moves is made in its frame O, at no place and with no
 * turn, so that a model knows of no path.
 */
import { invariant } from "../../core/index.ts";
import { checkHasPlace, defineKind, defineModel, geographicPlace } from "../../library/index.ts";
import { MATERIAL_TYPES } from "./bottom-types.ts";
import { checkPath, MOST_POINTS } from "./obstacle-traits.ts";
import { Box, Cylinder, Sphere, Wall } from "./primitives.ts";
import type { Surface } from "./ray.ts";
import { RUBBING_READS, rubbingParams } from "./rubbing.ts";

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
  times_s: {
    type: "reals",
    doc: "of one that moves: when it is at each of positions_m; it stands before the first and after the last",
    min: 0,
    increasing: true,
    minLength: 2,
    maxLength: MOST_POINTS,
    optional: true,
    example: [0, 60],
  },
  positions_m: {
    type: "reals",
    doc: "p_NO_N at each of times_s, three numbers each, instead of position_m; straight and steady between them",
    minLength: 6,
    maxLength: 3 * MOST_POINTS,
    optional: true,
    example: [0, 0, 5, 60, 0, 5],
  },
  headings_deg: {
    type: "reals",
    doc: "yaw at each of times_s, instead of that of attitude_deg; as numbers: from 350 to 370 it turns by 20 to starboard",
    min: -36_000,
    max: 36_000,
    minLength: 2,
    maxLength: MOST_POINTS,
    optional: true,
    example: [0, 90],
  },
} as const;

const params = {
  material: {
    type: "choice",
    choices: MATERIAL_TYPES,
    doc: "what it is made of, for acoustics; unknown where not given",
    optional: true,
  },
  reflection: {
    doc: "pressure amplitude of an echo straight on, of that which comes in; that of the material where not given",
    unit: "1",
    min: 0,
    max: 1,
    optional: true,
  },
  absorption_dB: { doc: "what an echo loses besides, such as in a coating", min: 0, max: 200, default: 0 },
  roughness_m: { doc: "rms height of what is too small for its shape to show", min: 0, max: 10, default: 0 },
  ...rubbingParams,
} as const;

/** What every model takes: the scene keeps it beside the surface itself. */
export const OBSTACLE_READS = ["material", "reflection", "absorption_dB", "roughness_m", ...RUBBING_READS] as const;

export const obstacle = defineKind<Surface>()({
  kind: "obstacle",
  doc: "Something solid in the water, or at its border, that rays meet and vehicles touch; it stands, or moves on a path.",
  params,
  mount,
  check(_, report, mounted) {
    if (mounted === null) return;
    if (mounted.times_s === undefined && mounted.positions_m === undefined) {
      if (mounted.headings_rad !== undefined)
        report("headings_deg", "headings_deg needs a path, times_s and positions_m", { hint: 'add times_s="…"' });
      checkHasPlace(mounted, report);
    } else checkPath(mounted, report);
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
  reads: OBSTACLE_READS,
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
  reads: OBSTACLE_READS,
  params: { diameter_m, length_m: { doc: "of a cylinder, along its axis x", above: 0, example: 20 } },
  create(p, component) {
    const { position_m, attitude_rad } = placed(component);
    return new Cylinder(position_m, attitude_rad, p);
  },
});

export const sphereObstacle = defineModel(obstacle, {
  model: "sphere",
  doc: "a sphere",
  reads: OBSTACLE_READS,
  params: { diameter_m },
  create: (p, component) => new Sphere(placed(component).position_m, p.diameter_m),
});

export const wallObstacle = defineModel(obstacle, {
  model: "wall",
  doc: "a rectangle without thickness, seen from both sides: the side of a pool, a quay",
  reads: OBSTACLE_READS,
  params: {
    width_m: { doc: "of a wall, along y", above: 0, example: 20 },
    height_m: { doc: "of a wall, along z", above: 0, example: 5 },
  },
  create(p, component) {
    const { position_m, attitude_rad } = placed(component);
    return new Wall(position_m, attitude_rad, p);
  },
});
