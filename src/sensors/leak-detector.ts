/**
 * A leak detector: dry (0) or wet (1). Two probes of which the scenario chooses one, or both:
 *
 *   wet from wetAt_s on                                       as a test wets it
 *   wet while the water inside weighs wetMass_kg or more        for a vehicle whose hull floods below its limit (beyondLimits="flood")
 *
 * With floods="true" it reads the mass of the water that came in, from the vehicle; one that cannot flood is refused.
 * Left out: where the water collects and where the detector is, drying, false alarms (a failure "stuck" or "dead" is the way to spoil it).
 * Tests: test/sensor-gauges.test.ts.
 */
import { NS_PER_S } from "../core/index.ts";
import type { Thing } from "../engine/index.ts";
import { defineModel } from "../library/index.ts";
import { bodyMotion, leakSample, partReading } from "./messages.ts";
import { READS, sensor } from "./sensor.ts";
import { SAMPLE, sensorThing } from "./sensor-thing.ts";

const { t_ns: T_NS } = bodyMotion.at;
const { value: MASS } = partReading.at;

export const leakDetector = defineModel(sensor, {
  model: "leak-detector",
  doc: "Whether water is inside: from a stated time on, or as the hull floods",
  reads: READS,
  params: {
    wetAt_s: {
      doc: "time from which on it is wet; it does not get wet by time where not given",
      min: 0,
      optional: true,
    },
    floods: {
      type: "boolean",
      doc: "whether it gets wet by the water that comes in where the hull floods",
      default: false,
    },
    wetMass_kg: { doc: "mass of water inside from which on it is wet", above: 0, default: 0.01 },
  },
  create(p, component): Thing {
    const wetAt_ns = p.wetAt_s === undefined ? Number.POSITIVE_INFINITY : Math.round(p.wetAt_s * NS_PER_S);
    return sensorThing(component, p, {
      message: leakSample,
      words: { wet: "1 where water is inside" },
      ...(p.floods ? { part: { part: "flooding", quantity: "mass", parameter: "floods" } } : {}),
      events: [{ name: "wet", level: "warning", doc: "water is inside" }],
      join(site) {
        const reported = site.reals("reported", 1);
        return (reading, truth, { motion, part }, moment) => {
          // A part reading begins with its time, as a motion does.
          const t_ns = p.floods ? part[T_NS] : motion[T_NS];
          truth[0] = t_ns >= wetAt_ns || (p.floods && part[MASS] >= p.wetMass_kg) ? 1 : 0;
          reading[0] = truth[0];
          if (truth[0] === 1 && moment.reals[reported] === 0) {
            moment.reals[reported] = 1;
            site.tell(moment, "wet");
          }
          return SAMPLE.valid;
        };
      },
    });
  },
});
