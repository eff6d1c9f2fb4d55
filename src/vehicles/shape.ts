/**
 * The shape of a vehicle, for contacts and for rays: solids that are fixed to it, in frame B.
 *
 * Each is a surface of environment/geometry at a place and an attitude in B: what rays meet, and, as convex pieces, what touches.
 * Left out: that shapes move with fins or arms.
 */
import {
  Box,
  Capsule,
  ConvexMesh,
  Cylinder,
  convexFacesOf,
  Funnel,
  meshFileParams,
  meshOfFile,
  RUBBING_READS,
  rubbingParams,
  Sphere,
  type Surface,
} from "../environment/index.ts";
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
  doc: "along x: of a capsule from cap to cap, of a cylinder from end to end, of a funnel from mouth to throat",
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

export const funnelShape = defineModel(shape, {
  model: "funnel",
  doc: "a hollow cone of flat plates, open at both ends, that guides what swims into it: its mouth at −x, its throat at x, the way in along x",
  reads: RUBBING_READS,
  params: {
    mouth_m: { doc: "diameter of the mouth, of a circle that fits inside", above: 0, example: 0.9 },
    throat_m: { doc: "diameter of the throat, the same: a ball of this diameter just passes", above: 0, example: 0.25 },
    length_m,
    wall_m: { doc: "thickness of the plates", above: 0, default: 0.01 },
    sides: { type: "integer", doc: "number of plates", unit: "1", min: 3, max: 32, default: 8 },
  },
  check(p, report) {
    if (p.mouth_m >= p.throat_m) return;
    report("mouth_m", `the mouth, ${p.mouth_m} m, is narrower than the throat, ${p.throat_m} m`, {
      allowed: "a mouth at least as wide as the throat",
      hint: 'the way in is along x; turn the funnel by attitude_deg="0 0 180"',
    });
  },
  create(p, component) {
    const { position_m, attitude_rad } = placeOf(component);
    return new Funnel(position_m, attitude_rad, p);
  },
});

export const meshShape = defineModel(shape, {
  model: "mesh",
  doc: "a closed convex mesh from an OBJ or STL file, in the frame of the shape: faces look outwards; for contacts it is grown by 0.5 mm",
  reads: RUBBING_READS,
  params: meshFileParams,
  check(p, report) {
    if (p.mesh === undefined) {
      report("mesh", "a shape of this model needs a file of triangles", { hint: 'add mesh="FILE"' });
      return;
    }
    const answer = meshOfFile(p.mesh);
    if ("fault" in answer) {
      report("mesh", answer.fault);
      return;
    }
    const faces = convexFacesOf(answer.mesh);
    if ("fault" in faces) report("mesh", `${p.mesh.name}: ${faces.fault}`, { hint: faces.hint });
  },
  create(p, component) {
    const { position_m, attitude_rad } = placeOf(component);
    const answer = p.mesh === undefined ? { fault: "none" } : meshOfFile(p.mesh);
    if ("fault" in answer) throw new Error(`${component.path} has no mesh`);
    return new ConvexMesh(position_m, attitude_rad, answer.mesh, p.scale);
  },
});
