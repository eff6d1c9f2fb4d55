/**
 * A thermometer inside the hull: the air and the electronics in it follow the water outside with one time constant, and are warmer by what
 * the electronics give off.
 *
 *   τ dT/dt = T_w + ΔT − T                                                       (1)  state T, °C
 *   T_{k+1} = T_k + (1 − e^(−Δt/τ)) (T_w + ΔT − T_k)                              (2)  exact for a T_w that is constant since the last sample
 *
 * T_w: the water at the place of the sensor; that of the last sample in a world that has no temperature there (above the surface), or
 * waterTemperature_degC where the world has none at all; without either the samples are invalid. ΔT: rise in the end, a stated heat in W
 * times a thermal resistance in K/W. T begins at initialTemperature_degC, or in the balance T_w + ΔT.
 * The state goes on while the sensor is off.
 * Left out: layers inside the hull, heat of motors and of the sun. Source: the balance of heat. Tests: test/sensor-gauges.test.ts.
 */
import { NS_PER_S } from "../core/index.ts";
import type { Thing, ThingSite } from "../engine/index.ts";
import { waterAt } from "../environment/index.ts";
import { defineModel } from "../library/index.ts";
import { expm1 } from "../math/index.ts";
import { checkErrors, Errors, errorParams, errorsOf } from "./error-model.ts";
import { temperatureSample } from "./messages.ts";
import { READS, sensor } from "./sensor.ts";
import { type Measure, SAMPLE, sensorThing } from "./sensor-thing.ts";

const { t_ns: T_NS, temperature_degC: WATER } = waterAt.at;
/** Places in the state: T, its instant, the last temperature of the water. */
const INSIDE = 0;
const AT_NS = 1;
const LAST_WATER = 2;

export const thermometer = defineModel(sensor, {
  model: "thermometer",
  doc: "Temperature inside the hull, which follows the water outside",
  reads: READS,
  params: {
    ...errorParams("temperature", "degC", "temperature inside"),
    hullLag_s: { doc: "τ, time constant of the inside of the hull", above: 0, default: 1800 },
    heat_W: { doc: "power that the electronics give off as heat", min: 0, max: 1e5, default: 0 },
    heatingPerWatt_K: {
      doc: "by how much one watt warms the inside in the end: thermal resistance of the hull, K/W",
      min: 0,
      max: 1000,
      default: 0,
    },
    initialTemperature_degC: {
      doc: "inside, at the first sample; in balance with the water where not given",
      optional: true,
    },
    waterTemperature_degC: { doc: "of the water in a world that does not state one", optional: true },
  },
  check: (p, report) => checkErrors("temperature", "degC", p, report),
  create: (p, component): Thing =>
    sensorThing(component, p, {
      message: temperatureSample,
      words: { temperature_degC: "temperature inside" },
      water: true,
      join: (site) => join(site, p),
    }),
});

interface ThermometerParams {
  readonly rate_Hz: number;
  readonly hullLag_s: number;
  readonly heat_W: number;
  readonly heatingPerWatt_K: number;
  readonly initialTemperature_degC: number | undefined;
  readonly waterTemperature_degC: number | undefined;
}

function join(site: ThingSite, p: ThermometerParams): Measure {
  const errors = new Errors(site, "temperature", errorsOf("temperature", "degC", p), 1, p.rate_Hz);
  const rise_K = p.heat_W * p.heatingPerWatt_K;
  const start = p.initialTemperature_degC ?? Number.NaN;
  const at = site.reals("inside", 3, [start, Number.NaN, p.waterTemperature_degC ?? Number.NaN]);
  return (reading, truth, input, moment) => {
    const { water } = input;
    const { reals } = moment;
    if (!Number.isNaN(water[WATER])) reals[at + LAST_WATER] = water[WATER];
    const end_degC = reals[at + LAST_WATER] + rise_K;
    if (Number.isNaN(reals[at + INSIDE])) reals[at + INSIDE] = end_degC;
    else if (!Number.isNaN(reals[at + AT_NS]) && !Number.isNaN(end_degC)) {
      const dt_s = (water[T_NS] - reals[at + AT_NS]) / NS_PER_S;
      reals[at + INSIDE] -= expm1(-dt_s / p.hullLag_s) * (end_degC - reals[at + INSIDE]); // (2)
    }
    reals[at + AT_NS] = water[T_NS];
    truth[0] = reals[at + INSIDE];
    const inside = errors.readInto(reading, 0, truth, 0, input, moment);
    if (Number.isNaN(truth[0])) return SAMPLE.invalid;
    return inside ? SAMPLE.valid : SAMPLE.outOfRange;
  };
}
