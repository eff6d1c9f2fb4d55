/**
 * The shape of a vehicle, for contacts and for rays: solids that are fixed to it, in frame B.
 *
 * Each is a surface of environment/geometry at a place and an attitude in B: what rays meet, and, as convex pieces, what touches.
 * Left out: that shapes move with fins or arms.
 */
import { Box, Capsule, Cylinder, RUBBING_READS, rubbingParams, Sphere, type Surface } from "../environment/index.ts";
import { defineKind, defineModel, type ParamsOf } from "../library/index.ts";

const mount = {
  position_m: { type: "reals", length: 3, doc: "centre of the solid from Bo, in B", default: [0, 0, 0] },
  attitude_deg: {
    type: "reals",
    length: 3,
    doc: "roll, pitch, yaw (Z-Y-X) of the solid's frame in B",
    default: [0, 0, 0],
  },
} as const;

export const shape = defineKind<Surface>()({
  kind: "shape",
  doc: "A solid of which a vehicle is made, as others touch it and as sound and light meet it. Without one, it is made from the size of the hull.",
  id: "optional",
  example: `
<shape id="frame" model="box" size_m="2.6 1.5 1.6" friction="0.5" restitution="0.2">
  <provenance of="*" status="assumed" note="an example"/>
</shape>`,
  params: rubbingParams,
  mount,
});

type Mount = ParamsOf<typeof mount>;

function placeOf(component: { readonly mount: unknown }): Mount {
  return (component.mount ?? { position_m: [0, 0, 0], attitude_rad: [0, 0, 0] }) as Mount;
}

const diameter_m = { doc: "diameter", above: 0, example: 0.2 } as const;
const length_m = {
  doc: "of a capsule from cap to cap, of a cylinder from end to end: along x",
  above: 0,
  example: 1.6,
} as const;

export const capsuleShape = defineModel(shape, {
  model: "capsule",
  doc: "a cylinder along x with half a ball at each end: the hull of most AUVs",
  reads: RUBBING_READS,
  params: { diameter_m, length_m },
  check(p, report) {
    if (p.length_m >= p.diameter_m) return;
    report("length_m", `the capsule is ${p.length_m} m long and ${p.diameter_m} m thick`, {
      allowed: "a length of at least the diameter",
      hint: 'a ball is model="sphere"',
    });
  },
  create(p, component) {
    const { position_m, attitude_rad } = placeOf(component);
    return new Capsule(position_m, attitude_rad, p);
  },
});

export const boxShape = defineModel(shape, {
  model: "box",
  doc: "a box: the frame of an ROV",
  reads: RUBBING_READS,
  params: { size_m: { type: "reals", length: 3, doc: "edges along x, y, z", above: 0, example: [1, 0.6, 0.5] } },
  create(p, component) {
    const { position_m, attitude_rad } = placeOf(component);
    return new Box(position_m, attitude_rad, p.size_m);
  },
});

export const cylinderShape = defineModel(shape, {
  model: "cylinder",
  doc: "a cylinder along x with flat ends",
  reads: RUBBING_READS,
  params: { diameter_m, length_m },
  create(p, component) {
    const { position_m, attitude_rad } = placeOf(component);
    return new Cylinder(position_m, attitude_rad, p);
  },
});

export const sphereShape = defineModel(shape, {
  model: "sphere",
  doc: "a ball",
  reads: RUBBING_READS,
  params: { diameter_m },
  create: (p, component) => new Sphere(placeOf(component).position_m, p.diameter_m),
});
