/**
 * The smallest control law: constant set-points.
 *
 *   out_k = value_k                                        (1)
 *
 * It remembers nothing and looks at nothing. Useful to push a vehicle at a known command, and as the example of a law.
 */
import { defineModel } from "../../library/index.ts";
import type { Module, ModuleTick } from "../modules/module.ts";
import { actuatorOutputs, checkActuators } from "./actuator-words.ts";
import { controller } from "./controller.ts";

export const holdController = defineModel(controller, {
  model: "hold",
  doc: "Constant set-points: one value for each actuator.",
  default: true,
  params: {
    values: {
      type: "reals",
      doc: "the set-point of each actuator",
      unit: "units, or that of the actuator",
      optional: true,
      example: [1000],
    },
    units: {
      type: "words",
      doc: "unit of each value, or one for all: rad, rad/s, rpm, N, us, 1 …; an actuator that takes another one converts or is refused. Where not given, that of each actuator",
      optional: true,
      example: ["rpm"],
    },
  },
  reads: ["rate_Hz", "actuators"],
  check(p, report) {
    checkActuators(["actuators"], () => p.actuators, report);
    const [names, values] = [p.actuators?.length ?? 0, p.values?.length ?? 0];
    if (names === 0) report("actuators", "no actuator is named", { allowed: "one name for each value" });
    else if (names !== values) {
      report("values", `${names} actuators have ${values} values`, { allowed: `${names} numbers` });
    }
    const units = p.units?.length ?? 1;
    if (names > 0 && units !== 1 && units !== names) {
      report("units", `${names} actuators have ${units} units`, { allowed: `${names} units, or one for all` });
    }
  },
  create(p): Module {
    const values = Float64Array.from(p.values ?? []);
    return Object.freeze({
      rate_Hz: p.rate_Hz,
      outputs: actuatorOutputs(p.actuators ?? [], p.units),
      inPlace: true,
      memory: 0,
      shows: [],
      step({ reals, outAt }: ModuleTick): void {
        for (let k = 0; k < values.length; k++) reals[outAt[k]!] = values[k]!; // (1)
      },
    });
  },
});
