/**
 * Rate gyros alone: `gyrometers` of three axes, as on Vortex, and `gyroscope` of one, about its own x, such as a fibre-optic gyro.
 *
 *   y = w_NS_S          or its first component                                 (1)  mounting.ts (4), then error-model.ts
 *
 * A gyroscope for the heading is mounted with its x axis down: attitude_deg="0 -90 0".
 * Left out: the turning of the earth, 15 °/h, which a gyro of 1 °/h sees (README, assumptions); sensitivity to acceleration.
 * Source: mechanics of rigid bodies. Tests: gyrometers.test.ts.
 */
import type { Thing, ThingSite } from "../engine/index.ts";
import { defineModel } from "../library/index.ts";
import { axesParams, checkErrors, densityParams, Errors, errorParams, errorsOf } from "./error-model.ts";
import { axisRateSample, rateSample } from "./messages.ts";
import { Mounting } from "./mounting.ts";
import { READS, sensor } from "./sensor.ts";
import { type Measure, SAMPLE, sensorThing } from "./sensor-thing.ts";

const RATE_PARAMS = {
  ...errorParams("gyro", "degps", "rate of turn"),
  ...densityParams("gyro", "degps", "rate of turn"),
} as const;

const ABOUT = { inertial: "rate" } as const;

export const gyrometers = defineModel(sensor, {
  model: "gyrometers",
  doc: "Rate gyros of three axes",
  reads: READS,
  params: { ...RATE_PARAMS, ...axesParams("gyro", "gyros") },
  check: (p, report) => checkErrors("gyro", "degps", p, report),
  create: (p, component): Thing =>
    sensorThing(component, p, {
      message: rateSample,
      words: { rate_radps: "rate of turn" },
      about: ABOUT,
      join: (site) => rateMeasure(site, p, 3),
    }),
});

export const gyroscope = defineModel(sensor, {
  model: "gyroscope",
  doc: "A rate gyro of one axis, its own x, such as a fibre-optic gyro",
  reads: READS,
  params: RATE_PARAMS,
  check: (p, report) => checkErrors("gyro", "degps", p, report),
  create: (p, component): Thing =>
    sensorThing(component, p, {
      message: axisRateSample,
      words: { rate_radps: "rate of turn about its axis" },
      about: ABOUT,
      join: (site) => rateMeasure(site, p, 1),
    }),
});

function rateMeasure(site: ThingSite, p: { readonly rate_Hz: number }, axes: 1 | 3): Measure {
  const errors = new Errors(site, "gyro", errorsOf("gyro", "radps", p), axes, p.rate_Hz);
  const mounting = new Mounting(site.mount);
  const rate = new Float64Array(3);
  return (reading, truth, input, moment) => {
    const { motion } = input;
    mounting.rateInto(rate, 0, motion); // (1)
    for (let i = 0; i < axes; i++) truth[i] = rate[i];
    return errors.readInto(reading, 0, truth, 0, input, moment) ? SAMPLE.valid : SAMPLE.outOfRange;
  };
}
