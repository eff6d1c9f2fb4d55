import type { Definition } from "../library/index.ts";
import { currentDefinitions } from "./currents/current-models.ts";
import { windDefinitions } from "./currents/wind.ts";
import { geometryDefinitions } from "./geometry/definitions.ts";
import { mapScalar } from "./water/map-scalar.ts";
import { mapWater } from "./water/map-water.ts";
import { constantScalar, profileScalar, scalar } from "./water/scalar.ts";
import { constantWater, profileWater, water } from "./water/water.ts";
import { waveDefinitions } from "./waves/wave-definitions.ts";

export type { PhysicalConstants } from "./constants.ts";
export { ContactProblem, type ContactProblemOptions, WORLD } from "./contacts/contact-problem.ts";
export { CurvedGround } from "./contacts/curved-ground.ts";
export {
  ENTER_M,
  FREE_SPACE,
  FREE_SPACE_SIZE,
  FreeSpace,
  KEEP_M,
  MODE,
  MOST_PLANES,
  PLANE,
  PLANE_SIZE,
  TOUCHING_M,
} from "./contacts/free-space.ts";
export { IMPACT, IMPACT_SIZE, PointImpact } from "./contacts/impact.ts";
export { addTurningInto } from "./contacts/point-motion.ts";
export { current } from "./currents/current.ts";
export type { FlowModel, JoinedFlow } from "./currents/joined-flow.ts";
export { type WindModel, wind } from "./currents/wind.ts";
export { type DescribedSea, describedSea } from "./described-sea.ts";
export { FLOW, FLOW_SIZE, type FlowSource, POINT, POINT_SIZE } from "./flow.ts";
export { type BodyOutline, BodyTouch, TOUCH, TOUCH_SIZE } from "./geometry/body-touch.ts";
export { bottom } from "./geometry/bottom.ts";
export {
  attenuation_dBpWavelength,
  BOTTOM_TYPES,
  type BottomType,
  type Material,
  type MaterialType,
  materialOf,
} from "./geometry/bottom-types.ts";
export { Capsule } from "./geometry/capsule.ts";
export { CONTACT, CONTACT_SIZE, MOST_CONTACTS } from "./geometry/contact.ts";
export { convexFacesOf } from "./geometry/convex-faces.ts";
export { ConvexMesh } from "./geometry/convex-mesh.ts";
export { Funnel } from "./geometry/funnel.ts";
export { GAP, GAP_SIZE, Gaps } from "./geometry/gaps.ts";
export { HeightGrid } from "./geometry/height-grid.ts";
export { TriangleMesh } from "./geometry/mesh.ts";
export { meshFileParams, meshOfFile } from "./geometry/mesh-file.ts";
export { meshCodes } from "./geometry/mesh-problems.ts";
export { MovedSurfaces } from "./geometry/moved-surfaces.ts";
export { Neighbours } from "./geometry/neighbours.ts";
export { readObj } from "./geometry/obj.ts";
export { obstacle } from "./geometry/obstacle.ts";
export { MOTION, MOTION_SIZE, ObstaclePath } from "./geometry/obstacle-path.ts";
export { obstacleMaterial, pathOf, standing } from "./geometry/obstacle-traits.ts";
export { outlineOf } from "./geometry/outline.ts";
export { Box, Cylinder, Sphere } from "./geometry/primitives.ts";
export {
  BODY_OBJECTS,
  BOTTOM_OBJECT,
  type Bottom,
  bodyObject,
  HIT,
  HIT_SIZE,
  NO_OBJECT,
  noHitInto,
  RAY,
  RAY_SIZE,
  type Surface,
  vehicleOfObject,
} from "./geometry/ray.ts";
export { RUBBING_READS, type Rubbing, rubbingOf, rubbingParams } from "./geometry/rubbing.ts";
export { BELOW, BELOW_SIZE, type ObstacleTraits, Scene } from "./geometry/scene.ts";
export { movedSolid, ROUND, type Solid } from "./geometry/solid.ts";
export { SolidBody } from "./geometry/solid-body.ts";
export { StaticSolids } from "./geometry/static-solids.ts";
export { readStl } from "./geometry/stl.ts";
export { dipoleField, type MagneticConstants, magneticFieldInto, USUAL_LATITUDE_RAD } from "./magnetic-field.ts";
export { type GeographicOrigin, LocalFrame } from "./maps/local-frame.ts";
export { localGrid } from "./maps/local-grid.ts";
export { MapError, mapCodes } from "./maps/map-error.ts";
export { type Proj4, projectionsBy } from "./maps/proj4-projections.ts";
export { readMap } from "./maps/read-map.ts";
export {
  contactQuestion,
  correction,
  excerpt,
  excerptRequest,
  freeSpace,
  MOST_NEIGHBOURS,
  NEIGHBOUR,
  NEIGHBOUR_SIZE,
  neighbours,
  surroundings,
  waterAt,
} from "./messages.ts";
export { ABSORPTION_MODELS, type AbsorptionModel, absorption_dBpkm, absorptionFormulas } from "./water/absorption.ts";
export {
  conductivity_Spm,
  conductivityInto,
  practicalSalinity_psu,
  pss78,
  STANDARD_CONDUCTIVITY_SPM,
} from "./water/conductivity.ts";
export { eos80 } from "./water/density.ts";
export { EXCERPT, EXCERPT_SIZE, Excerpt, MOST_EXCERPT_VALUES, payloadInto } from "./water/excerpt.ts";
export { depthFromPressure_m, gravity_mps2, pressureFromDepth_dbar } from "./water/pressure.ts";
export { type NamedScalar, scalar } from "./water/scalar.ts";
export type { ScalarSource } from "./water/scalar-source.ts";
export {
  type NamedFormula,
  SEAWATER,
  SEAWATER_SIZE,
  type SeawaterSample,
  seawaterRecord,
  t68From90_degC,
  validity,
} from "./water/seawater.ts";
export { soundSpeed_mps, soundSpeedFormulas } from "./water/sound-speed.ts";
export { water } from "./water/water.ts";
export { WATER_COLUMN, WATER_COLUMN_SIZE, WaterColumn } from "./water/water-column.ts";
export { type SeaState, waves } from "./waves/sea-state.ts";
export { ELEVATION, ELEVATION_SIZE, Waves } from "./waves/waves.ts";

/** What this room adds to the library: the sea by its parts. */
export const environmentDefinitions: readonly Definition[] = [
  water,
  constantWater,
  profileWater,
  mapWater,
  scalar,
  constantScalar,
  profileScalar,
  mapScalar,
  ...currentDefinitions,
  ...windDefinitions,
  ...waveDefinitions,
  ...geometryDefinitions,
];
export { powerDraw, powerState } from "./power.ts";
export * from "./signals/index.ts";
export { mapDates } from "./water/fields/map-dates.ts";
export { seaMapOptions } from "./water/fields/open-sea-map.ts";
