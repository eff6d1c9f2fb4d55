import { type Definition, defineChildren } from "../library/index.ts";
import { autopilot } from "./laws/autopilot.ts";
import { cascadeAutopilot } from "./laws/cascade-autopilot.ts";
import { controller } from "./laws/controller.ts";
import { holdController } from "./laws/hold-controller.ts";
import { pid } from "./laws/pid.ts";
import { pidStationKeeper } from "./laws/pid-station-keeper.ts";
import { controlCodeTable as planCodeTable } from "./laws/plan-check.ts";
import { leg, point, route } from "./laws/plan-kinds.ts";
import { stall } from "./laws/stall.ts";
import { hold, stationKeeper } from "./laws/station-keeper.ts";
import { missionCodeTable } from "./mission/codes.ts";
import { flyTask, followTask, stopTask, watchTask } from "./mission/fly-task.ts";
import { keepTask } from "./mission/keep-task.ts";
import { event, mission, robotTask } from "./mission/kinds.ts";

export { outputsOf } from "./laws/actuator-words.ts";
export { wrapAngleInto } from "./laws/angle.ts";
export { autopilot } from "./laws/autopilot.ts";
export { CascadeAutopilot } from "./laws/cascade-autopilot.ts";
export { controller } from "./laws/controller.ts";
export { ELAPSED_MEMORY, Elapsed } from "./laws/elapsed.ts";
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
} from "./laws/law.ts";
export { LINE_OF_SIGHT_MEMORY, LineOfSight, type LineOfSightOptions, TRACK, TRACK_SIZE } from "./laws/line-of-sight.ts";
export { makeLaw, missionDiagnostics, missionTexts } from "./laws/make-law.ts";
export { NAVIGATION, NAVIGATION_SIZE, navigationInto } from "./laws/navigation.ts";
export { type Gains, type Limits, LOOP, LOOP_SIZE, PID_MEMORY, Pid, pid, pidOf, requiredPidOf } from "./laws/pid.ts";
export { PidStationKeeper } from "./laws/pid-station-keeper.ts";
export { controlDiagnostics } from "./laws/plan-check.ts";
export { SETPOINT } from "./laws/setpoints.ts";
export { stallsOf } from "./laws/stall.ts";
export { stationKeeper } from "./laws/station-keeper.ts";
export { TRAVEL } from "./laws/travelling-setpoint.ts";
export { MissionLaw } from "./mission/mission-law.ts";
export type { RobotTask, TaskParameter, TaskTick } from "./mission/robot-task.ts";
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
