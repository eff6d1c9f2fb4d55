import { type Definition, defineChildren } from "../library/index.ts";
import { autopilot } from "./autopilot.ts";
import { cascadeAutopilot } from "./cascade-autopilot.ts";
import { controller } from "./controller.ts";
import { holdController } from "./hold-controller.ts";
import { pid } from "./pid.ts";
import { pidStationKeeper } from "./pid-station-keeper.ts";
import { leg, point, route } from "./plan-kinds.ts";
import { stall } from "./stall.ts";
import { hold, stationKeeper } from "./station-keeper.ts";

export { outputsOf } from "./actuator-words.ts";
export { wrapAngleInto } from "./angle.ts";
export { autopilot } from "./autopilot.ts";
export { CascadeAutopilot } from "./cascade-autopilot.ts";
export { controller } from "./controller.ts";
export { ELAPSED_MEMORY, Elapsed } from "./elapsed.ts";
export {
  type ActuatorOutput,
  type ControlLaw,
  type ControlTick,
  outputSize,
  type Stall,
  TRUE_STATE,
  TRUE_STATE_SIZE,
} from "./law.ts";
export { LINE_OF_SIGHT_MEMORY, LineOfSight, type LineOfSightOptions, TRACK, TRACK_SIZE } from "./line-of-sight.ts";
export { NAVIGATION, NAVIGATION_SIZE, navigationInto } from "./navigation.ts";
export { type Gains, type Limits, LOOP, LOOP_SIZE, PID_MEMORY, Pid, pid, pidOf, requiredPidOf } from "./pid.ts";
export { PidStationKeeper } from "./pid-station-keeper.ts";
export { controlCodeTable, controlDiagnostics } from "./plan-check.ts";
export { stallsOf } from "./stall.ts";
export { stationKeeper } from "./station-keeper.ts";

/** The kinds whose models make a ControlLaw. */
export const controllerKinds = [autopilot, stationKeeper, controller] as const;

/** What this room adds to the library: one line per kind and per model, and their place on a vehicle. */
export const controlDefinitions: readonly Definition[] = [
  pid,
  stall,
  leg,
  point,
  route,
  autopilot,
  cascadeAutopilot,
  hold,
  stationKeeper,
  pidStationKeeper,
  controller,
  holdController,
  defineChildren("vehicle", {
    autopilot: { doc: "control along a plan, by fins and a propeller", max: 1 },
    stationKeeper: { doc: "control that holds a position, by thrusters", max: 1 },
    controller: { doc: "other control laws" },
  }),
];
