import type { Definition } from "../library/index.ts";
import { depthGauge } from "./depth-gauge.ts";
import { failure } from "./failure.ts";
import { sensor, sensorSlot } from "./sensor.ts";

export * from "./messages.ts";
export { sensor } from "./sensor.ts";

/** What this room adds to the library: one line per kind and per model. */
export const sensorDefinitions: readonly Definition[] = [sensor, sensorSlot, failure, depthGauge];
