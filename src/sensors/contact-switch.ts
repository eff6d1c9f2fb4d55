/**
 * A contact switch, such as a bumper: whether something presses on the vehicle, or has struck it since the sample before.
 *
 *   touched = 1 where f ≥ leastForce_N, or where ΔP ≥ leastImpulse_Ns                          (1)
 *
 * f: the resultant of all contact forces on the vehicle, N; ΔP: sum of the normal impulses of its impacts since the sample before, N·s.
 * The force that it states is f, with the errors of a force sensor.
 * Left out: where on the vehicle it is: it feels contacts anywhere on the hull. What the two sides of a vehicle in a gap press against each
 * other cancels in f.
 * Source: (1) is its definition. Tests: test/contact-sensor.test.ts.
 */
import type { Thing } from "../engine/index.ts";
import { defineModel } from "../library/index.ts";
import { checkErrors, Errors, errorParams, errorsOf } from "./error-model.ts";
import { contactReading, contactSample } from "./messages.ts";
import { READS, sensor } from "./sensor.ts";
import { SAMPLE, sensorThing } from "./sensor-thing.ts";

const { force_N: FORCE, impulse_Ns: IMPULSE } = contactReading.at;

export const contactSwitch = defineModel(sensor, {
  model: "contact-switch",
  doc: "Whether something presses on the vehicle or has struck it",
  reads: READS,
  params: {
    leastForce_N: { doc: "force from which on it is pressed", above: 0, default: 1 },
    leastImpulse_Ns: {
      doc: "impulse of impacts between two samples from which on it is pressed",
      above: 0,
      default: 0.05,
    },
    ...errorParams("force", "N", "force of the contacts"),
  },
  check: (p, report) => checkErrors("force", "N", p, report),
  create: (p, component): Thing =>
    sensorThing(component, p, {
      message: contactSample,
      words: { touched: "1 while it is pressed, or has been struck", force_N: "force of the contacts" },
      contact: true,
      join(site) {
        const errors = new Errors(site, "force", errorsOf("force", "N", p), 1, p.rate_Hz);
        const before = site.reals("before", 1);
        return (reading, truth, input, moment) => {
          const { contact } = input;
          const { reals } = moment;
          const struck_Ns = contact[IMPULSE] - reals[before];
          reals[before] = contact[IMPULSE];
          truth[0] = contact[FORCE] >= p.leastForce_N || struck_Ns >= p.leastImpulse_Ns ? 1 : 0; // (1)
          truth[1] = contact[FORCE];
          reading[0] = truth[0];
          return errors.readInto(reading, 1, truth, 1, input, moment) ? SAMPLE.valid : SAMPLE.outOfRange;
        };
      },
    }),
});
