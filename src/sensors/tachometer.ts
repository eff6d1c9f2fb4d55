/**
 * A tachometer: the speed of the shaft of a thruster, with the errors of error-model.ts.
 *
 *   y = n + errors                                            n in rad/s, as the thruster's own model has it at the instant
 *
 * Parts that count in revolutions (the propeller of the hull `remus100-reference`, in rev/min) are read in rad/s.
 * Left out: pulses of a wheel, and so the delay of a speed that is counted over a time. Tests: test/sensor-gauges.test.ts.
 */
import type { Thing } from "../engine/index.ts";
import { defineModel } from "../library/index.ts";
import { checkErrors, errorParams, errorsOf } from "./error-model.ts";
import { shaftSample } from "./messages.ts";
import { ACTUATOR, measurePart } from "./part-sensor.ts";
import { READS, sensor } from "./sensor.ts";
import { sensorThing } from "./sensor-thing.ts";

export const tachometer = defineModel(sensor, {
  model: "tachometer",
  doc: "Speed of the shaft of a thruster",
  reads: READS,
  params: { actuator: ACTUATOR, ...errorParams("speed", "radps", "speed of the shaft") },
  check: (p, report) => checkErrors("speed", "radps", p, report),
  create: (p, component): Thing =>
    sensorThing(component, p, {
      message: shaftSample,
      words: { speed_radps: "speed of the shaft" },
      part: { part: p.actuator, quantity: "speed", parameter: "actuator" },
      join: (site) => measurePart(site, "speed", errorsOf("speed", "radps", p), p.rate_Hz),
    }),
});
