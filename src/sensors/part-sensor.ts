/** What tachometers and encoders have in common: one number of one part of the vehicle, with errors. */
import type { ThingSite } from "../engine/index.ts";
import { type ErrorSpec, Errors } from "./error-model.ts";
import { partReading } from "./messages.ts";
import { type Measure, SAMPLE } from "./sensor-thing.ts";

const { value: VALUE } = partReading.at;

export const ACTUATOR = {
  type: "text",
  doc: "name of the thruster or fin of the vehicle that it is mounted on",
  example: "propeller",
} as const;

/** name: of the value, as in its parameters. */
export function measurePart(site: ThingSite, name: string, spec: ErrorSpec, rate_Hz: number): Measure {
  const errors = new Errors(site, name, spec, 1, rate_Hz);
  return (reading, truth, input, moment) => {
    const { part } = input;
    truth[0] = part[VALUE];
    return errors.readInto(reading, 0, truth, 0, input, moment) ? SAMPLE.valid : SAMPLE.outOfRange;
  };
}
