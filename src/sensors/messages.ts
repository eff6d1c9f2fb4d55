/**
 * What sensors take and send. The order of fields is the order on the wire; units stand in the names.
 *
 * Every sample begins with the time at which it was taken, by the sensor's own clock, and whether the sensor calls it valid (1) or not (0).
 * Whose it is says its port, "auv/depth.sample". Software has the same types, written out in `control`, which does not know this room.
 */
import { defineMessage } from "../engine/index.ts";

/** How a body moves at an instant of a tap: what sensors that are fixed to it can feel. */
export const bodyMotion = defineMessage("bodyMotion", "pose, velocity and acceleration of a body", {
  t_ns: 1,
  p_NB_m: 3,
  q_NB: 4,
  v_NB_B_mps: 3,
  w_NB_B_radps: 3,
  /** Through the water. */
  v_FB_B_mps: 3,
  /** Rates of the components of v_NB_B and w_NB_B, as its equations of motion have them just before the instant. */
  dv_NB_B_mps2: 3,
  dw_NB_B_radps2: 3,
});

/** One number of one part of a vehicle, such as the speed of a shaft, SI. */
export const partReading = defineMessage("partReading", "a state of one part of a vehicle", { t_ns: 1, value: 1 });

/** What the battery of a vehicle does at an instant of a tap. */
export const batteryReading = defineMessage("batteryReading", "voltage, current and charge of a battery", {
  t_ns: 1,
  voltage_V: 1,
  current_A: 1,
  /** What is left of the full charge, 0 to 1. */
  charge: 1,
  /** The full charge. */
  capacity_C: 1,
});

/** What touches a body at an instant of a tap. */
export const contactReading = defineMessage("contactReading", "contact force on a body, and its impacts so far", {
  t_ns: 1,
  /** Of the resultant of all contacts. */
  force_N: 1,
  /** Normal impulses of all impacts since the start, added up. */
  impulse_Ns: 1,
});

/** How software switches a sensor: 0 off, 1 standby, 2 on. */
export const sensorMode = defineMessage("sensorMode", "off (0), standby (1) or on (2)", { mode: 1 });

export const MODES = ["off", "standby", "on"] as const;

/** Pressure above that of the air at the surface; the depth is what the gauge makes of it. */
export const depthSample = defineMessage("depthSample", "what a depth gauge reads", {
  taken_ns: 1,
  valid: 1,
  depth_m: 1,
  pressure_Pa: 1,
});

/** In the axes of the instrument: rate of turn, specific force, magnetic field. */
export const imuSample = defineMessage("imuSample", "what an inertial unit reads, in its own axes", {
  taken_ns: 1,
  valid: 1,
  rate_radps: 3,
  force_mps2: 3,
  field_T: 3,
});

/** Attitude of the instrument in N, the heading from true north by the declination that is set in it. */
export const ahrsSample = defineMessage("ahrsSample", "what an attitude and heading reference reads", {
  taken_ns: 1,
  valid: 1,
  roll_rad: 1,
  pitch_rad: 1,
  heading_rad: 1,
  rate_radps: 3,
  force_mps2: 3,
  field_T: 3,
});

/** In the axes of the instrument. valid: of the velocity over the bottom. */
export const dvlSample = defineMessage("dvlSample", "what a Doppler velocity log reads, in its own axes", {
  taken_ns: 1,
  valid: 1,
  /** Over the bottom. */
  velocity_mps: 3,
  /** Above the bottom, NaN for none. */
  altitude_m: 1,
  /** Along each beam, NaN for one that has no echo. */
  ranges_m: 4,
  waterValid: 1,
  /** Through the water. */
  waterVelocity_mps: 3,
});

/** Of the antenna; without a fix it is not valid, and its values are NaN. Geodetic values are NaN in a world without an origin; north and east are what the receiver's driver makes of them. */
export const gpsSample = defineMessage("gpsSample", "a fix of a satellite receiver", {
  taken_ns: 1,
  valid: 1,
  latitude_rad: 1,
  longitude_rad: 1,
  height_m: 1,
  north_m: 1,
  east_m: 1,
  velocityNorth_mps: 1,
  velocityEast_mps: 1,
  /** Horizontal dilution of precision. */
  dilution: 1,
});

export const headingSample = defineMessage("headingSample", "what a compass reads", {
  taken_ns: 1,
  valid: 1,
  heading_rad: 1,
});

export const rateSample = defineMessage("rateSample", "what gyrometers read, in their own axes", {
  taken_ns: 1,
  valid: 1,
  rate_radps: 3,
});

export const axisRateSample = defineMessage("axisRateSample", "what a gyroscope of one axis reads: about its own x", {
  taken_ns: 1,
  valid: 1,
  rate_radps: 1,
});

export const tiltSample = defineMessage("tiltSample", "what inclinometers read", {
  taken_ns: 1,
  valid: 1,
  roll_rad: 1,
  pitch_rad: 1,
});

export const shaftSample = defineMessage("shaftSample", "what a tachometer reads", {
  taken_ns: 1,
  valid: 1,
  speed_radps: 1,
});

export const angleSample = defineMessage("angleSample", "what an encoder reads", {
  taken_ns: 1,
  valid: 1,
  angle_rad: 1,
});

export const batterySample = defineMessage("batterySample", "what a battery gauge reads", {
  taken_ns: 1,
  valid: 1,
  voltage_V: 1,
  current_A: 1,
  /** What is left of the full charge, 0 to 1. */
  charge: 1,
});

export const leakSample = defineMessage("leakSample", "whether a leak detector is wet (1) or dry (0)", {
  taken_ns: 1,
  valid: 1,
  wet: 1,
});

export const contactSample = defineMessage("contactSample", "what a contact switch reads", {
  taken_ns: 1,
  valid: 1,
  /** 1: it touches, or has been struck since the sample before. */
  touched: 1,
  force_N: 1,
});

export const temperatureSample = defineMessage("temperatureSample", "what a thermometer reads", {
  taken_ns: 1,
  valid: 1,
  temperature_degC: 1,
});
