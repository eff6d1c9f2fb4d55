export { scenarioCodeTable } from "./codes.ts";
export { ControllerNode, type ControllerOptions } from "./controller-node.ts";
export { shippedDefinitions } from "./definitions.ts";
export { embeddedReader } from "./embedded-files.ts";
export type { EventLevel, EventListener, RunEvent } from "./events.ts";
export { EXCERPT_FIELDS, type ExcerptPlan } from "./excerpts.ts";
export { LOG_CHANNELS } from "./kinds.ts";
export type { LogPlan } from "./log-plan.ts";
export { BINARY_MEDIA_TYPE, RUN_METADATA, type RunMode, SEA_METADATA, STATE_FIELDS } from "./recorder.ts";
export { type RunOptions, ScenarioRun } from "./run.ts";
export {
  type IntegratorName,
  loadScenario,
  type Scenario,
  type ScenarioController,
  type ScenarioResult,
  type ScenarioVehicle,
} from "./scenario.ts";
export type { FinalField, VehicleSummary } from "./summary.ts";
export { type CommandHistory, type Control, type ReadingListener, World, type WorldController } from "./world.ts";
