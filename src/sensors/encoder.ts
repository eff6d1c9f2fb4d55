/**
 * An encoder: the angle of a fin, with the errors of error-model.ts. The step of an encoder of n counts per turn is its resolution, 360°/n.
 *
 *   y = δ + errors                                            δ in rad, as the fin's own model has it at the instant
 *
 * Left out: play of the gear between encoder and fin. Tests: test/sensor-gauges.test.ts.
 */
import type { Thing } from "../engine/index.ts";
import { defineModel } from "../library/index.ts";
import { checkErrors, errorParams, errorsOf } from "./error-model.ts";
import { angleSample } from "./messages.ts";
import { ACTUATOR, measurePart } from "./part-sensor.ts";
import { READS, sensor } from "./sensor.ts";
import { sensorThing } from "./sensor-thing.ts";

export const encoder = defineModel(sensor, {
  model: "encoder",
  doc: "Angle of a fin",
  reads: READS,
  params: { actuator: ACTUATOR, ...errorParams("angle", "deg", "angle of the fin") },
  check: (p, report) => checkErrors("angle", "deg", p, report),
  create: (p, component): Thing =>
    sensorThing(component, p, {
      message: angleSample,
      words: { angle_rad: "angle of the fin" },
      part: { part: p.actuator, quantity: "angle", parameter: "actuator" },
      join: (site) => measurePart(site, "angle", errorsOf("angle", "rad", p), p.rate_Hz),
    }),
});
