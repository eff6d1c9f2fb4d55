import type { Definition } from "../library/index.ts";
import { ahrs } from "./ahrs.ts";
import { batteryGauge } from "./battery-gauge.ts";
import { compass } from "./compass.ts";
import { contactSwitch } from "./contact-switch.ts";
import { depthGauge } from "./depth-gauge.ts";
import { dvl } from "./dvl.ts";
import { encoder } from "./encoder.ts";
import { failure } from "./failure.ts";
import { gps } from "./gps.ts";
import { gyrometers, gyroscope } from "./gyrometers.ts";
import { imu } from "./imu.ts";
import { inclinometers } from "./inclinometers.ts";
import { leakDetector } from "./leak-detector.ts";
import { sensor, sensorSlot } from "./sensor.ts";
import { tachometer } from "./tachometer.ts";
import { thermometer } from "./thermometer.ts";

export * from "./messages.ts";
export { sensor } from "./sensor.ts";

/** What this room adds to the library: one line per kind and per model. */
export const sensorDefinitions: readonly Definition[] = [
  sensor,
  sensorSlot,
  failure,
  depthGauge,
  dvl,
  gps,
  tachometer,
  encoder,
  batteryGauge,
  leakDetector,
  contactSwitch,
  thermometer,
  imu,
  ahrs,
  compass,
  gyrometers,
  gyroscope,
  inclinometers,
];
