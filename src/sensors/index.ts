import type { Definition } from "../library/index.ts";
import { batteryGauge } from "./battery-gauge.ts";
import { depthGauge } from "./depth-gauge.ts";
import { encoder } from "./encoder.ts";
import { failure } from "./failure.ts";
import { gps } from "./gps.ts";
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
  gps,
  tachometer,
  encoder,
  batteryGauge,
  leakDetector,
  thermometer,
];
