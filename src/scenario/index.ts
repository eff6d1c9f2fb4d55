export { scenarioCodes, scenarioCodeTable } from "./load/codes.ts";
export { shippedDefinitions } from "./load/definitions.ts";
export { embeddedReader } from "./load/embedded-files.ts";
export { LOG_CHANNELS } from "./load/kinds.ts";
export type { LogPlan } from "./load/log-plan.ts";
export { GEODETIC, type GeodeticFinder, geodeticFinder } from "./load/origin.ts";
export {
  type IntegratorName,
  loadScenario,
  type Scenario,
  type ScenarioResult,
} from "./load/scenario.ts";
export {
  type ScenarioThing,
  THING_SIMULATORS,
  type ThingSimulator,
  thingDeclarations,
  thingTopic,
} from "./load/things.ts";
export type { ScenarioController, ScenarioVehicle } from "./load/vehicle.ts";
export type { EventLevel, EventListener, RunEvent } from "./run/events.ts";
export {
  BINARY_MEDIA_TYPE,
  OUTSIDE_TOPIC,
  Recorder,
  type RunMode,
} from "./run/recorder.ts";
export { type ForkOptions, type RunOptions, type RunSnapshot, ScenarioRun } from "./run/scenario-run.ts";
export {
  APART,
  Computer,
  type Control,
  type OutsideHistory,
  type OutsideSender,
  SplitWorld,
  World,
} from "./run/world.ts";
export type { Extension, Installer, SoftwarePort } from "./simulators/extension.ts";
export type { End, Role } from "./simulators/roles.ts";
export { PORTS, type Route, type Tap } from "./simulators/routes.ts";
export type { Site } from "./simulators/site.ts";
export { type ThingOut, thingOut, thingOuts } from "./simulators/thing-routes.ts";
export { STATE_FIELDS } from "./simulators/vehicles/body.ts";
export type { BatterySummary, FinalField, VehicleSummary } from "./simulators/vehicles/summary.ts";
export { tuneAutopilot } from "./tuning/autopilot.ts";
export {
  grows,
  leastDamping,
  type Proposal,
  proposalXml,
  type TuningDemand,
  TuningError,
} from "./tuning/proposal.ts";
export { tuneStationKeeper } from "./tuning/station-keeper.ts";
