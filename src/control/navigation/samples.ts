/**
 * What sensors send, as software knows it: the interfaces of their drivers. A type is equal where name, fields and units are, so a sensor of
 * another maker fits where it sends the same. (The room `sensors` has the same list, which this room does not import; a test compares them.)
 */
import { defineMessage } from "../../engine/index.ts";

const head = { taken_ns: 1, valid: 1 } as const;

export const depthSample = defineMessage("depthSample", "depth", { ...head, depth_m: 1, pressure_Pa: 1 });

export const imuSample = defineMessage("imuSample", "rate of turn, specific force, magnetic field", {
  ...head,
  rate_radps: 3,
  force_mps2: 3,
  field_T: 3,
});

export const ahrsSample = defineMessage("ahrsSample", "attitude and heading, and what they were found from", {
  ...head,
  roll_rad: 1,
  pitch_rad: 1,
  heading_rad: 1,
  rate_radps: 3,
  force_mps2: 3,
  field_T: 3,
});

export const dvlSample = defineMessage("dvlSample", "velocity over the bottom and through the water", {
  ...head,
  velocity_mps: 3,
  altitude_m: 1,
  ranges_m: 4,
  waterValid: 1,
  waterVelocity_mps: 3,
});

export const gpsSample = defineMessage("gpsSample", "a fix", {
  ...head,
  latitude_rad: 1,
  longitude_rad: 1,
  height_m: 1,
  north_m: 1,
  east_m: 1,
  velocityNorth_mps: 1,
  velocityEast_mps: 1,
  dilution: 1,
});

export const headingSample = defineMessage("headingSample", "heading", { ...head, heading_rad: 1 });
export const rateSample = defineMessage("rateSample", "rates of turn", { ...head, rate_radps: 3 });
export const axisRateSample = defineMessage("axisRateSample", "rate of turn about one axis", {
  ...head,
  rate_radps: 1,
});
export const tiltSample = defineMessage("tiltSample", "roll and pitch", { ...head, roll_rad: 1, pitch_rad: 1 });
export const shaftSample = defineMessage("shaftSample", "speed of a shaft", { ...head, speed_radps: 1 });

/** How a sensor is switched: off (0), standby (1) or on (2). */
export const sensorMode = defineMessage("sensorMode", "off (0), standby (1) or on (2)", { mode: 1 });
