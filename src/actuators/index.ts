import type { Definition } from "../library/index.ts";
import { bilinearThruster } from "./bilinear-thruster.ts";
import { finDefinitions } from "./fins.ts";
import { openWaterThruster } from "./open-water-thruster.ts";
import { staticThruster } from "./static-thruster.ts";
import { tableThruster } from "./table-thruster.ts";
import { thruster } from "./thruster.ts";
import { wageningenThruster } from "./wageningen-thruster.ts";
import { whitcombYoergerThruster } from "./whitcomb-yoerger-thruster.ts";

export { advanceLoss } from "./advance-loss.ts";
export { type CommandConverter, commandConverter, convertibleUnits } from "./command-converter.ts";
export { type CommandSignal, FAR_BEYOND, isBeyond, widened } from "./command-signal.ts";
export { DRIVE, DRIVE_SIZE, type ThrusterModel } from "./drive.ts";
export * from "./fins.ts";
export { thruster } from "./thruster.ts";
export {
  type MountedThruster,
  mountedThruster,
  THRUSTER_OUTPUT,
  THRUSTER_OUTPUT_SIZE,
  ThrusterGroup,
} from "./thruster-group.ts";
export {
  describeMissing,
  type MissingDirection,
  ThrusterManager,
  type ThrusterManagerOptions,
} from "./thruster-manager.ts";

/** What this room adds to the library: one line per kind and per model. */
export const actuatorDefinitions: readonly Definition[] = [
  thruster,
  openWaterThruster,
  bilinearThruster,
  wageningenThruster,
  tableThruster,
  whitcombYoergerThruster,
  staticThruster,
  ...finDefinitions,
];

export { MOTION, MOTION_SIZE } from "./motion.ts";
export { Script, type ScriptPiece } from "./script.ts";
