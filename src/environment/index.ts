import type { Definition } from "../library/index.ts";
import { currentDefinitions } from "./currents/current-models.ts";
import { geometryDefinitions } from "./geometry/definitions.ts";
import { constantWater, profileWater, water } from "./water/water.ts";
import { waveDefinitions } from "./waves/wave-definitions.ts";

export { current } from "./currents/current.ts";
export type { FlowModel, JoinedFlow } from "./currents/joined-flow.ts";
export { FLOW, FLOW_SIZE, type FlowSource, POINT, POINT_SIZE } from "./flow.ts";
export { bottom } from "./geometry/bottom.ts";
export { HeightGrid } from "./geometry/height-grid.ts";
export { TriangleMesh } from "./geometry/mesh.ts";
export { meshCodes } from "./geometry/mesh-problems.ts";
export { readObj } from "./geometry/obj.ts";
export { obstacle } from "./geometry/obstacle.ts";
export { type Bottom, HIT, HIT_SIZE, RAY, RAY_SIZE, type Surface } from "./geometry/ray.ts";
export { BELOW, BELOW_SIZE, Scene } from "./geometry/scene.ts";
export { readStl } from "./geometry/stl.ts";
export { type GeographicOrigin, LocalFrame } from "./maps/local-frame.ts";
export { localGrid } from "./maps/local-grid.ts";
export { MapError, mapCodes } from "./maps/map-error.ts";
export { readMap } from "./maps/read-map.ts";
export { absorption_dBpkm, absorptionFormulas } from "./water/absorption.ts";
export { eos80 } from "./water/density.ts";
export { Excerpt } from "./water/excerpt.ts";
export { depthFromPressure_m, gravity_mps2, pressureFromDepth_dbar } from "./water/pressure.ts";
export { soundSpeed_mps, soundSpeedFormulas } from "./water/sound-speed.ts";
export { water } from "./water/water.ts";
export { WATER_COLUMN, WATER_COLUMN_SIZE, WaterColumn } from "./water/water-column.ts";
export { waves } from "./waves/sea-state.ts";
export { ELEVATION, ELEVATION_SIZE, Waves } from "./waves/waves.ts";

/** What this room adds to the library: the sea by its parts. */
export const environmentDefinitions: readonly Definition[] = [
  water,
  constantWater,
  profileWater,
  ...currentDefinitions,
  ...waveDefinitions,
  ...geometryDefinitions,
];
