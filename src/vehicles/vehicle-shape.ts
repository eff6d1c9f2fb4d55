/**
 * What a vehicle looks and feels like to others: the surfaces that rays meet and the solids that touch, in frame B.
 *
 * From its <shape> children; without one from the outline of its hull, centred on its centre of buoyancy: a box for a hull that is one,
 * otherwise a capsule along the longest edge, as thick as the larger of the other two. A vehicle without hull and shapes has none.
 */
import { Box, Capsule, rubbingOf, type Solid, SolidBody, Sphere, type Surface } from "../environment/index.ts";
import { type Component, createModel, type Definitions } from "../library/index.ts";
import { outlineOf } from "./outline.ts";
import { shape as shapeKind } from "./shape.ts";

export interface VehicleShape {
  readonly surfaces: readonly Surface[];
  /** null for a vehicle that is nothing but a place. */
  readonly body: SolidBody | null;
  /** μ and e of each solid of the body. */
  readonly friction: readonly number[];
  readonly restitution: readonly number[];
}

const QUARTER = Math.PI / 2;

export function vehicleShape(definitions: Definitions, vehicle: Component): VehicleShape {
  const shapes = vehicle.children.filter(({ kind }) => kind === "shape");
  const made = shapes.map((component) => ({
    surface: createModel(definitions, component, shapeKind),
    rubbing: rubbingOf(component),
  }));
  if (made.length === 0) {
    const surface = surfaceOfHull(vehicle);
    if (surface !== null) made.push({ surface, rubbing: rubbingOf(undefined) });
  }
  const solids: Solid[] = [];
  const friction: number[] = [];
  const restitution: number[] = [];
  for (const { surface, rubbing } of made) {
    for (const solid of surface.solids?.() ?? []) {
      solids.push(solid);
      friction.push(rubbing.friction[0]);
      restitution.push(rubbing.restitution[0]);
    }
  }
  const body = solids.length === 0 ? null : new SolidBody(solids);
  return { surfaces: made.map(({ surface }) => surface), body, friction, restitution };
}

function surfaceOfHull(vehicle: Component): Surface | null {
  const { centre_m, half_m, shape } = outlineOf(vehicle);
  const [x, y, z] = half_m.map((half) => 2 * half);
  if (shape === "point" || !(x > 0 && y > 0 && z > 0)) return null;
  if (shape === "box") return new Box(centre_m, [0, 0, 0], [x, y, z]);
  if (x === y && y === z) return new Sphere(centre_m, x);
  const length_m = Math.max(x, y, z);
  // Axis x of the capsule towards the longest edge.
  if (length_m === x) return new Capsule(centre_m, [0, 0, 0], { length_m, diameter_m: Math.max(y, z) });
  if (length_m === y) return new Capsule(centre_m, [0, 0, QUARTER], { length_m, diameter_m: Math.max(x, z) });
  return new Capsule(centre_m, [0, -QUARTER, 0], { length_m, diameter_m: Math.max(x, y) });
}
