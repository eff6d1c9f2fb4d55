/**
 * What modules of a vehicle's software say to each other, and what they take from and give to the vehicle. Units stand in the
 * names of the fields. A message whose first field is taken_ns carries the time at which it was taken; any other is stamped by
 * the executor.
 */
import { defineMessage, type Fields, type MessageType } from "../../engine/index.ts";
import { unitOf } from "../../library/index.ts";

/**
 * Where the vehicle is and how it moves, as its software knows it: the estimate of a <navigation>, or, for software that is tried
 * without sensors, the true state, which no real vehicle knows (the port vehicle.state). SI, house notation.
 */
export const navigationState = defineMessage("navigationState", "where a vehicle is and how it moves, as it knows", {
  taken_ns: 1,
  p_NB_m: 3,
  q_NB: 4,
  v_NB_B_mps: 3,
  w_NB_B_radps: 3,
  /** Through the water. */
  v_FB_B_mps: 3,
  /** Of the horizontal position, as the estimate itself puts it. */
  deviation_m: 1,
  /** Since the last valid reading of each, which the estimate lives on; 0 of the true state. */
  depthAge_s: 1,
  attitudeAge_s: 1,
  velocityAge_s: 1,
  fixAge_s: 1,
});

/** Places in a navigationState, by short names. */
export const NAVIGATION_STATE = {
  taken: navigationState.at.taken_ns,
  /** p_NB_m: north, east, down. */
  p: navigationState.at.p_NB_m,
  /** q_NB: [w x y z], body to N. */
  q: navigationState.at.q_NB,
  /** v_NB_B_mps: over ground, in B. */
  v: navigationState.at.v_NB_B_mps,
  /** w_NB_B_radps. */
  w: navigationState.at.w_NB_B_radps,
  /** v_FB_B_mps: through the water, in B. */
  vWater: navigationState.at.v_FB_B_mps,
  deviation: navigationState.at.deviation_m,
  /** Of depth, attitude, velocity and fix. */
  ages: navigationState.at.depthAge_s,
} as const;

export const NAVIGATION_STATE_SIZE = navigationState.size;

/** Time alone: what drives a module that has a period and takes no reading. */
export const clockTick = defineMessage("clockTick", "time", { taken_ns: 1 });

/** What the loops of an autopilot follow; the depth is NaN while a pitch is held. */
export const flightSetpoint = defineMessage("flightSetpoint", "depth or pitch, heading and speed to follow", {
  depth_m: 1,
  pitch_rad: 1,
  heading_rad: 1,
  speed_mps: 1,
});

/** Where a station keeper goes and what it holds there; NaN leaves a part as it was. */
export const stationTarget = defineMessage("stationTarget", "position and heading to go to and to hold", {
  position_m: 3,
  heading_rad: 1,
});

/** F_Bo_B: the force wanted on the vehicle about Bo, in B. The thruster manager shares it out among the thrusters. */
export const bodyForce = defineMessage("bodyForce", "force and torque wanted on the vehicle, about Bo, in B", {
  force_N: 3,
  torque_Nm: 3,
});

const setpoints = new Map<string, MessageType<Fields>>();

/**
 * A set-point for an actuator whose commands have a unit, as a suffix: "rad", "rpm", "1" for a share. Equal units are one type.
 */
export function actuatorSetpoint(unit: string): MessageType<Fields> {
  let type = setpoints.get(unit);
  if (type === undefined) {
    const field = unit === "1" ? "value" : `value_${unit}`;
    type = defineMessage("actuatorSetpoint", `a set-point in ${unit}`, { [field]: 1 });
    setpoints.set(unit, type);
  }
  return type;
}

/** The unit of a type of set-points, as a suffix; null for any other type, and for set-points in the unit of their actuator. */
export function setpointUnit(type: MessageType<Fields>): string | null {
  const [field = ""] = Object.keys(type.fields);
  const unit = field === "value" ? "1" : field.slice("value_".length);
  return sameType(type, actuatorSetpoint(unit)) ? unit : null;
}

/** "rad/s" for the suffix radps; a unit that is not known as it is written. */
export function unitInWords(suffix: string): string {
  return suffix === "1" ? "a share (1)" : (unitOf(suffix)?.symbol ?? suffix);
}

/**
 * A set-point in the unit of whatever actuator it drives: for values that are written beside the name of the actuator, as in <controller
 * model="hold">. A law with gains or limits states their unit instead.
 */
export const ownUnitSetpoint = defineMessage("ownUnitSetpoint", "a set-point in the unit of its actuator", {
  value: 1,
});

/**
 * Whether every field must be a number once it is written: what drives actuators. In other messages NaN may have a meaning, such as a
 * depth that is not held.
 */
export function mustBeNumbers(type: MessageType<Fields>): boolean {
  return setpointUnit(type) !== null || sameType(type, ownUnitSetpoint) || sameType(type, bodyForce);
}

/** Whether a message of one type may be read as the other: the same name and the same fields with the same units. */
export function sameType(a: MessageType<Fields>, b: MessageType<Fields>): boolean {
  if (a === b) return true;
  const [own, other] = [Object.entries(a.fields), Object.entries(b.fields)];
  return (
    a.name === b.name &&
    own.length === other.length &&
    own.every(([name, size], i) => other[i]?.[0] === name && other[i][1] === size)
  );
}

/** "bodyForce (force_N 3, torque_Nm 3)". */
export function typeInWords({ name, fields }: MessageType<Fields>): string {
  const list = Object.entries(fields).map(([field, size]) => (size === 1 ? field : `${field} ${size}`));
  return `${name} (${list.join(", ") || "no fields"})`;
}
