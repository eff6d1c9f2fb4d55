import type { Definition } from "../library/index.ts";
import { hullDefinitions } from "./hull-definitions.ts";
import { vehicle } from "./vehicle.ts";
import { windageDefinitions } from "./windage.ts";

export { type Actuator, ActuatorReport, actuatorsOf } from "./actuator-list.ts";
export { FossenHull, type FossenHullParameters } from "./fossen-hull.ts";
export { hull } from "./hull.ts";
export type { BodyForce, HullModel } from "./hull-model.ts";
export { loadReport, type ReportOptions } from "./load-report.ts";
export { type ActuatorCommand, actuatorCommand, push, trueState, vehicleState } from "./messages.ts";
export type { VehicleReport } from "./report.ts";
export { vehicleCodeTable } from "./report-checks.ts";
export { reportText } from "./report-text.ts";
export { playScripts } from "./script-player.ts";
export { startInto, vehicle, vehicleParts } from "./vehicle.ts";
export { STATE, type VehicleParts, VehicleSystem, type VehicleSystemOptions } from "./vehicle-system.ts";
export { stillWaterInto, uniformCurrentInto, WATER, WATER_SIZE } from "./water.ts";
export { AIR, AIR_SIZE, type WindageModel, type WindageParams, windage } from "./windage.ts";

/** What this room adds to the library: one line per kind and per model. */
export const vehicleDefinitions: readonly Definition[] = [vehicle, ...hullDefinitions, ...windageDefinitions];
