/**
 * An inertial unit: gyros, accelerometers and magnetometers as inertial.ts has them, and nothing that is made of them.
 *
 * Source: mechanics of rigid bodies (mounting.ts). Tests: imu.test.ts.
 */
import type { Thing } from "../engine/index.ts";
import { defineModel } from "../library/index.ts";
import { checkInertial, INERTIAL_PARAMS, INERTIAL_WORDS, Inertial, type InertialParams } from "./inertial.ts";
import { imuSample } from "./messages.ts";
import { READS, sensor } from "./sensor.ts";
import { type Measure, SAMPLE, sensorThing } from "./sensor-thing.ts";

export const imu = defineModel(sensor, {
  model: "imu",
  doc: "An inertial unit: rate of turn, specific force and magnetic field in its own axes",
  reads: READS,
  params: INERTIAL_PARAMS,
  check: checkInertial,
  create: (p, component): Thing =>
    sensorThing(component, p, {
      message: imuSample,
      words: INERTIAL_WORDS,
      about: { inertial: "rate force" },
      join: (site) => imuMeasure(new Inertial(site, p as unknown as InertialParams)),
    }),
});

function imuMeasure(inertial: Inertial): Measure {
  return (reading, truth, input, moment) =>
    inertial.readInto(reading, 0, truth, 0, input, moment) ? SAMPLE.valid : SAMPLE.outOfRange;
}
