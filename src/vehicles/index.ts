import type { Definition } from "../library/index.ts";
import { ballastDefinitions } from "./ballast.ts";
import { batteryDefinitions } from "./battery.ts";
import { coupling } from "./docking/coupling.ts";
import { latch } from "./docking/latch.ts";
import { dropWeightDefinitions } from "./drop-weight.ts";
import { hullDefinitions } from "./hull-definitions.ts";
import { boxShape, capsuleShape, cylinderShape, funnelShape, meshShape, shape, sphereShape } from "./shape.ts";
import { tether } from "./tether/tether.ts";
import { vehicle } from "./vehicle.ts";
import { windageDefinitions } from "./windage.ts";

export { type Actuator, actuatorsOf } from "./actuator-list.ts";
export { type AssessmentOptions, assessVehicle, withoutHull } from "./assess-vehicle.ts";
export type { VehicleAssessment } from "./assessment.ts";
export { vehicleCodeTable } from "./assessment-checks.ts";
export { assessmentText } from "./assessment-text.ts";
export { BallastTank, ballast } from "./ballast.ts";
export {
  AT_CUT_OFF,
  type AtCutOff,
  BATTERY_HELD,
  BATTERY_STATUS,
  BATTERY_STATUS_SIZE,
  Battery,
  battery,
  CONSUMERS,
} from "./battery.ts";
export { type BodyPart, columnName, type Signal, STATE } from "./body.ts";
export { CONTACT_FORCE, CONTACT_FORCE_SIZE } from "./contact-force.ts";
export { APPROACH, APPROACH_SIZE, Approach, type LatchWindow } from "./docking/approach.ts";
export { type CouplingPlace, coupling, couplingOf } from "./docking/coupling.ts";
export { latch } from "./docking/latch.ts";
export { LATCHED_SIZE } from "./docking/latched.ts";
export { DropWeight, dropWeight, RELEASING } from "./drop-weight.ts";
export { Flooding, type FloodingParameters } from "./flooding.ts";
export { FossenHull, type FossenHullParameters } from "./fossen-hull.ts";
export { HELD_NAMES, type HeldName } from "./hold.ts";
export { hull } from "./hull.ts";
export type { BodyForce, HullFigures, HullModel } from "./hull-model.ts";
export { BEYOND_LIMITS, type BeyondLimits, type HullLimits } from "./limits.ts";
export { type ActuatorCommand, actuatorCommand, contactState, push, vehicleState } from "./messages.ts";
export { hullOddities } from "./odd-vehicle.ts";
export { type Outline, outlineOf } from "./outline.ts";
export { findSignal, partsWith, signalsOf } from "./part-signals.ts";
export { addPushInto, PUSH, PUSH_SIZE } from "./push.ts";
export { playScripts } from "./script-player.ts";
export { jacobianOf } from "./stable-step.ts";
export { DEEP_M, steadyAhead, type TerminalSpeed, terminalSpeeds } from "./terminal-speed.ts";
export { END, END_SIZE, LINE_STATUS, LINE_STATUS_SIZE, Line, type LineParameters } from "./tether/line.ts";
export { lineStartInto } from "./tether/line-start.ts";
export { dividedStep_ns, type LineStep, lineStep, pointMobility_pkg } from "./tether/line-step.ts";
export { lineParameters, tether } from "./tether/tether.ts";
export { type JoinedLine, type LineEnd, TetheredBodies } from "./tether/tethered-bodies.ts";
export { hasDynamics, limitsOf, startInto, vehicle, vehicleDynamics, vehicleParts } from "./vehicle.ts";
export { type VehicleShape, vehicleShape } from "./vehicle-shape.ts";
export { type VehicleParts, VehicleSystem, type VehicleSystemOptions } from "./vehicle-system.ts";
export { stillWaterInto, uniformCurrentInto, WATER, WATER_SIZE } from "./water.ts";
export { AIR, AIR_SIZE, type WindageModel, type WindageParams, windage } from "./windage.ts";

/** What this room adds to the library: one line per kind and per model. */
export const vehicleDefinitions: readonly Definition[] = [
  vehicle,
  ...hullDefinitions,
  shape,
  capsuleShape,
  boxShape,
  cylinderShape,
  sphereShape,
  funnelShape,
  meshShape,
  ...windageDefinitions,
  ...ballastDefinitions,
  ...dropWeightDefinitions,
  ...batteryDefinitions,
  tether,
  latch,
  coupling,
];
