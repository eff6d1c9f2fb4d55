import { type Definition, defineChildren } from "../library/index.ts";
import { autopilot } from "./autopilot.ts";
import { cascadeAutopilot } from "./cascade-autopilot.ts";
import { controller } from "./controller.ts";
import { holdController } from "./hold-controller.ts";
import { missionCodeTable } from "./mission/codes.ts";
import { flyTask, followTask, stopTask, watchTask } from "./mission/fly-task.ts";
import { keepTask } from "./mission/keep-task.ts";
import { event, mission, robotTask } from "./mission/kinds.ts";
import { pid } from "./pid.ts";
import { pidStationKeeper } from "./pid-station-keeper.ts";
import { controlCodeTable as planCodeTable } from "./plan-check.ts";
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
  type EventDetail,
  type MissionReaction,
  outputSize,
  type SoftwarePorts,
  type Stall,
  type Stopwatch,
  TRUE_STATE,
  TRUE_STATE_SIZE,
} from "./law.ts";
export { LINE_OF_SIGHT_MEMORY, LineOfSight, type LineOfSightOptions, TRACK, TRACK_SIZE } from "./line-of-sight.ts";
export { makeLaw, missionDiagnostics, missionTexts } from "./make-law.ts";
export { MissionLaw } from "./mission/mission-law.ts";
export type { RobotTask, TaskParameter, TaskTick } from "./mission/robot-task.ts";
export { NAVIGATION, NAVIGATION_SIZE, navigationInto } from "./navigation.ts";
export { type Gains, type Limits, LOOP, LOOP_SIZE, PID_MEMORY, Pid, pid, pidOf, requiredPidOf } from "./pid.ts";
export { PidStationKeeper } from "./pid-station-keeper.ts";
export { controlDiagnostics } from "./plan-check.ts";
export { SETPOINT } from "./setpoints.ts";
export { stallsOf } from "./stall.ts";
export { stationKeeper } from "./station-keeper.ts";
export { TRAVEL } from "./travelling-setpoint.ts";
export { mission, robotTask };

export const controlCodeTable = Object.freeze([...planCodeTable, ...missionCodeTable]);

/** The kinds that makeLaw makes a ControlLaw of. */
export const controllerKinds = [autopilot, stationKeeper, controller, mission] as const;

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
  event,
  robotTask,
  flyTask,
  followTask,
  stopTask,
  watchTask,
  keepTask,
  mission,
  defineChildren("vehicle", {
    autopilot: { doc: "control along a plan, by fins and a propeller", max: 1 },
    stationKeeper: { doc: "control that holds a position, by thrusters", max: 1 },
    controller: { doc: "other control laws" },
    mission: { doc: "a mission that says which law runs when", max: 1 },
  }),
];
