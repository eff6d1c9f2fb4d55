import { type Definition, defineChildren } from "../library/index.ts";
import { autopilot } from "./laws/autopilot.ts";
import { cascadeAutopilot } from "./laws/cascade-autopilot.ts";
import { controller } from "./laws/controller.ts";
import { holdController } from "./laws/hold-controller.ts";
import { holdsModule, planModule } from "./laws/module-models.ts";
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
import { moduleCodeTable } from "./modules/codes.ts";
import { link, moduleKind, softwareKind } from "./modules/software.ts";
import { deadReckoning } from "./navigation/dead-reckoning.ts";
import { navigation } from "./navigation/navigation.ts";

export { actuatorOutputs } from "./laws/actuator-words.ts";
export { wrapAngleInto } from "./laws/angle.ts";
export { autopilot } from "./laws/autopilot.ts";
export { controller } from "./laws/controller.ts";
export { ELAPSED_MEMORY, Elapsed } from "./laws/elapsed.ts";
export { LINE_OF_SIGHT_MEMORY, LineOfSight, type LineOfSightOptions, TRACK, TRACK_SIZE } from "./laws/line-of-sight.ts";
export { NAVIGATION, NAVIGATION_SIZE, navigationInto, STATE_INPUT } from "./laws/navigation.ts";
export { type Gains, type Limits, LOOP, LOOP_SIZE, PID_MEMORY, Pid, pid, pidOf, requiredPidOf } from "./laws/pid.ts";
export { controlDiagnostics } from "./laws/plan-check.ts";
export { SETPOINT } from "./laws/setpoints.ts";
export { type Stall, stallsOf } from "./laws/stall.ts";
export { stationKeeper } from "./laws/station-keeper.ts";
export { TRAVEL } from "./laws/travelling-setpoint.ts";
export { MissionModule } from "./mission/mission-module.ts";
export type { RobotTask, TaskParameter, TaskTick } from "./mission/robot-task.ts";
export { connectProgram, type DriverListener } from "./modules/connect.ts";
export type {
  Command,
  ConnectedModule,
  ConnectedProgram,
  ExternalInput,
  ShownChannel,
} from "./modules/connected-program.ts";
export { BareExecutor } from "./modules/executor.ts";
export { makeProgram, missionTexts, type ProgramReporter } from "./modules/make-program.ts";
export * from "./modules/messages.ts";
export type {
  DataInput,
  DataOutput,
  EventPort,
  LogDetail,
  MissionReaction,
  Module,
  ModuleTick,
  ParameterPort,
  PlanStanding,
  RequestPort,
  SoftwarePorts,
  Stopwatch,
} from "./modules/module.ts";
export { shownMessage } from "./modules/module-ports.ts";
export type { ExecutorLog, ExecutorOptions, FailSafe } from "./modules/module-run.ts";
export {
  type NavigationModel,
  type Program,
  type ProgramLink,
  type ProgramModule,
  type Software,
  THRUSTER_MANAGER,
  type VehicleActuator,
  type VehicleNavigation,
  type VehiclePorts,
} from "./modules/program.ts";
export { navigation } from "./navigation/navigation.ts";
export * as samples from "./navigation/samples.ts";
export { mission, robotTask };

export const controlCodeTable = Object.freeze([...planCodeTable, ...missionCodeTable, ...moduleCodeTable]);

/** The kinds that makeProgram makes a program of. */
export const softwareKinds = [autopilot, stationKeeper, controller, mission, softwareKind] as const;

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
  softwareKind,
  moduleKind,
  planModule,
  holdsModule,
  link,
  navigation,
  deadReckoning,
  defineChildren("vehicle", {
    navigation: { doc: "where its software knows its state from; the true state where there is none", max: 1 },
    autopilot: { doc: "control along a plan, by fins and a propeller", max: 1 },
    stationKeeper: { doc: "control that holds a position, by thrusters", max: 1 },
    controller: { doc: "other control laws" },
    mission: { doc: "a mission that says which law runs when", max: 1 },
    software: { doc: "programs put together of modules and links" },
  }),
];
