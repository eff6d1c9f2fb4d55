/** The kind `autopilot`: what the file of a torpedo-shaped vehicle may say about its control. */
import { defineKind, type ParamsOf } from "../../library/index.ts";
import type { Software } from "../modules/program.ts";
import { checkActuators } from "./actuator-words.ts";
import { keepAtEnd } from "./plan-kinds.ts";
import { STALL_SLOT } from "./stall.ts";

const ACTUATOR_GROUPS = ["rudder", "sternPlane", "propeller"] as const;

/** All of them rest at 0: a pulse width, which does not, is reached by conversion. */
const PROPELLER_UNITS = ["rad/s", "rpm", "N", "1"] as const;

const params = {
  rate_Hz: { doc: "ticks per second", above: 0, max: 1000, default: 10 },
  keepAtEnd,
  rudder: {
    type: "words",
    doc: 'actuators that turn to starboard when positive; "-name" for one that turns to port',
    example: ["rudder"],
  },
  sternPlane: {
    type: "words",
    doc: 'actuators that nose down when positive; "-name" for one that noses up',
    example: ["sternPlane"],
  },
  propeller: {
    type: "words",
    doc: 'actuators that push ahead when positive; "-name" for one that pushes astern',
    example: ["propeller"],
  },
  pitchLimit_deg: { doc: "largest |pitch| that the depth loop asks for", above: 0, max: 60, default: 20 },
  rudderLimit_deg: { doc: "largest |rudder|", above: 0, max: 90, default: 15 },
  sternPlaneLimit_deg: { doc: "largest |stern plane|", above: 0, max: 90, default: 15 },
  propellerUnit: {
    type: "choice",
    choices: PROPELLER_UNITS,
    doc: "unit of propellerMin, propellerMax, propellerPerSpeed and the gains of the speed loop; an actuator that takes another one converts from shaft speeds or thrusts by its own curve, or the file is refused",
    example: "rpm",
  },
  propellerMin: { doc: "smallest command of the propeller", unit: "propellerUnit", default: 0 },
  propellerMax: { doc: "largest command of the propeller", unit: "propellerUnit", example: 1525 },
  propellerPerSpeed: {
    doc: "feed-forward: command of the propeller per m/s of the speed that is wanted",
    unit: "propellerUnit per m/s",
    min: 0,
    default: 0,
  },
} as const;

export type AutopilotParams = ParamsOf<typeof params>;

export const autopilot = defineKind<Software>()({
  kind: "autopilot",
  doc: "Control of a torpedo-shaped vehicle: depth, pitch, heading and speed, along a plan of legs and routes.",
  example: `
<autopilot id="pilot" rate_Hz="10" rudder="rudder" sternPlane="sternPlane" propeller="propeller"
           propellerUnit="rpm" propellerMax="1525">
  <depth kp="0.25" ki="0.004" kd="0.2" integralLimit="0.05"/>
  <pitch kp="1.25" ki="0.6" kd="1.1" integralLimit="0.25"/>
  <heading kp="2" ki="0.02" kd="1" integralLimit="0.02"/>
  <speed kp="300" ki="100"/>
  <leg id="dive" heading_deg="0" depth_m="10" speed_mps="1.5" depthTolerance_m="0.1"/>
  <route id="lane" acceptance_m="23" lookahead_m="15">
    <point position_m="200 0 10"/>
    <point position_m="200 100 10"/>
  </route>
</autopilot>`,
  id: "optional",
  provenance: false,
  params,
  children: {
    depth: { kind: "pid", doc: "from the depth error in m to the dive angle in rad", min: 1, max: 1 },
    pitch: { kind: "pid", doc: "from the pitch error in rad to the stern planes in rad", min: 1, max: 1 },
    heading: { kind: "pid", doc: "from the heading error in rad to the rudder in rad", min: 1, max: 1 },
    speed: {
      kind: "pid",
      doc: "from the speed error in m/s to the propeller in propellerUnit; kd is not used",
      min: 1,
      max: 1,
    },
    leg: { doc: "stretches of the plan with constant set-points; in the order of the file, with the routes" },
    route: { doc: "stretches of the plan along waypoints; in the order of the file, with the legs" },
    stall: STALL_SLOT,
  },
  check(p, report) {
    checkActuators(ACTUATOR_GROUPS, (name) => p[name], report);
    if (p.propellerMin !== undefined && p.propellerMax !== undefined && p.propellerMin >= p.propellerMax) {
      report("propellerMax", `propellerMax = ${p.propellerMax} is not above propellerMin = ${p.propellerMin}`);
    }
  },
});

export const AUTOPILOT_READS = [
  "rate_Hz",
  "keepAtEnd",
  ...ACTUATOR_GROUPS,
  "pitchLimit_deg",
  "rudderLimit_deg",
  "sternPlaneLimit_deg",
  "propellerUnit",
  "propellerMin",
  "propellerMax",
  "propellerPerSpeed",
] as const;

/** The unit in which an autopilot drives its propeller, as a suffix. */
export function propellerUnit({ propellerUnit: unit }: AutopilotParams): string {
  return unit.replace("/", "p");
}
