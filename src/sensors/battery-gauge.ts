/**
 * A battery gauge: voltage and current at the terminals, and the charge that it counts. On a vehicle with a battery they are that battery's,
 * and the full charge Q too; its counter begins with the charge that the battery has at the first sample. Where the vehicle has none, the
 * gauge states a supply of its own, a source of constant voltage behind a resistance that feeds a constant load from the start of the run:
 *
 *   P = (U₀ − I R) I,   I = (U₀ − √(U₀² − 4 R P)) / (2 R)                            (1)  the smaller of two currents; P / U₀ for R = 0
 *   U = U₀ − I R                                                                    (2)
 *   q(t) = max(0, q₀ − I t / Q)                                                     (3)  what is left of the full charge Q
 *   q'_{k+1} = q'_k − I'_k Δt / Q,  kept inside 0 … 1                                 (4)  as counted, from the current as measured
 *
 * So a bias of the current makes the counted charge drift, as in a real gauge; while it is off it does not count. Nothing on the vehicle
 * loads this stated supply, and an empty one switches nothing off: it is reported as an event.
 * Symbols: U₀ V, R Ω, P W, Q C (1 A·h = 3600 C).
 * Left out: of the stated supply, voltage by the state of charge; of both, temperature, age, self-discharge.
 * Source: Ohm's law. Tests: test/sensor-gauges.test.ts, test/battery.test.ts.
 */
import { S_PER_NS } from "../core/index.ts";
import type { Thing, ThingSite } from "../engine/index.ts";
import { defineModel } from "../library/index.ts";
import { checkErrors, Errors, errorParams, errorsOf } from "./error-model.ts";
import { batteryReading, batterySample, bodyMotion } from "./messages.ts";
import { READS, sensor } from "./sensor.ts";
import { type Measure, SAMPLE, sensorThing } from "./sensor-thing.ts";

const { t_ns: T_NS } = bodyMotion.at;
const { voltage_V: VOLTAGE, current_A: CURRENT_NOW, charge: CHARGE, capacity_C: CAPACITY } = batteryReading.at;
/** Places in the state: the charge as counted (NaN before the first sample), the current of the last one, whether empty was reported. */
const COUNTED = 0;
const CURRENT = 1;
const EMPTY = 2;

export const batteryGauge = defineModel(sensor, {
  model: "battery-gauge",
  doc: "Voltage, current and charge of the vehicle's battery; of a stated supply with a constant load where the vehicle has none",
  reads: READS,
  params: {
    supplyVoltage_V: {
      doc: "U₀, voltage of the stated supply without load; needed where the vehicle has no battery, unread where it has one, as all of the supply",
      above: 0,
      max: 10_000,
      optional: true,
      example: 24,
    },
    supplyCapacity_C: {
      doc: "Q, full charge of the stated supply; 1 A·h is 3600 C",
      above: 0,
      optional: true,
      example: 360_000,
    },
    supplyResistance_ohm: { doc: "R, resistance inside the supply", min: 0, default: 0 },
    supplyLoad_W: { doc: "P, constant load", min: 0, default: 0 },
    supplyCharge: { doc: "q₀, what is left of the full charge at the start", unit: "1", min: 0, max: 1, default: 1 },
    ...errorParams("voltage", "V", "voltage"),
    ...errorParams("current", "A", "current"),
  },
  check(p, report) {
    checkErrors("voltage", "V", p, report);
    checkErrors("current", "A", p, report);
    const { supplyVoltage_V: U, supplyResistance_ohm: R, supplyLoad_W: P } = p;
    if (U === undefined || R === undefined || P === undefined || U * U >= 4 * R * P) return;
    const most_W = (U * U) / (4 * R);
    report("supplyLoad_W", `supplyLoad_W = ${P} is more than ${U} V behind ${R} Ω can give`, {
      allowed: `at most ${Number(most_W.toPrecision(6))}`,
    });
  },
  create: (p, component): Thing =>
    sensorThing(component, p, {
      message: batterySample,
      battery: p.supplyVoltage_V === undefined || p.supplyCapacity_C === undefined ? "needed" : "optional",
      words: { voltage_V: "voltage", current_A: "current", charge: "what is left of the full charge" },
      events: [
        {
          name: "empty",
          level: "warning",
          doc: "the battery, or the stated supply, is empty; the latter switches nothing off",
        },
      ],
      join: (site) => join(site, p),
    }),
});

interface GaugeParams {
  readonly rate_Hz: number;
  readonly supplyVoltage_V?: number | undefined;
  readonly supplyCapacity_C?: number | undefined;
  readonly supplyResistance_ohm: number;
  readonly supplyLoad_W: number;
  readonly supplyCharge: number;
}

/** (1) */
export function loadCurrent_A({
  supplyVoltage_V: U = Number.NaN,
  supplyResistance_ohm: R,
  supplyLoad_W: P,
}: Omit<GaugeParams, "rate_Hz">): number {
  // The other way to write the root, which is right for R = 0 as well.
  return (2 * P) / (U + Math.sqrt(Math.max(0, U * U - 4 * R * P)));
}

function join(site: ThingSite, p: GaugeParams): Measure {
  const current_A = loadCurrent_A(p);
  // A scenario makes none without a supply on a vehicle without a battery.
  const { supplyVoltage_V = Number.NaN, supplyCapacity_C = Number.NaN, supplyCharge: q_0 } = p;
  const voltage_V = supplyVoltage_V - current_A * p.supplyResistance_ohm; // (2)
  const voltages = new Errors(site, "voltage", errorsOf("voltage", "V", p), 1, p.rate_Hz);
  const currents = new Errors(site, "current", errorsOf("current", "A", p), 1, p.rate_Hz);
  const at = site.reals("supply", 3, [Number.NaN, 0, 0]);
  return (reading, truth, input, moment) => {
    const { motion, battery, elapsed_s } = input;
    const { reals } = moment;
    const ofVehicle = !Number.isNaN(battery[VOLTAGE]);
    const Q = ofVehicle ? battery[CAPACITY] : supplyCapacity_C;
    truth[0] = ofVehicle ? battery[VOLTAGE] : voltage_V;
    truth[1] = ofVehicle ? battery[CURRENT_NOW] : current_A;
    truth[2] = ofVehicle ? battery[CHARGE] : Math.max(0, q_0 - (current_A * motion[T_NS] * S_PER_NS) / Q); // (3)
    if (Number.isNaN(reals[at + COUNTED])) reals[at + COUNTED] = ofVehicle ? truth[2] : q_0;
    if (truth[2] === 0 && reals[at + EMPTY] === 0) {
      reals[at + EMPTY] = 1;
      site.tell(moment, "empty");
    }
    if (elapsed_s > 0) {
      const q = reals[at + COUNTED] - (reals[at + CURRENT] * elapsed_s) / Q; // (4)
      reals[at + COUNTED] = Math.min(1, Math.max(0, q));
    }
    const isVoltage = voltages.readInto(reading, 0, truth, 0, input, moment);
    const isCurrent = currents.readInto(reading, 1, truth, 1, input, moment);
    reals[at + CURRENT] = reading[1];
    reading[2] = reals[at + COUNTED];
    return isVoltage && isCurrent ? SAMPLE.valid : SAMPLE.outOfRange;
  };
}
