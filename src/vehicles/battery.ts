/**
 * The battery as a kind, and its model: equal cells, each a source whose voltage falls with the charge behind a constant resistance.
 *
 *   U₀(s) = n_s OCV(s)                                                                   (1)  straight lines between the points
 *   R = n_s R_c / n_p,   Q = n_p Q_c                                                     (2)  of the pack
 *   I = (U₀ − √(U₀² − 4 R P)) / (2 R),   U = U₀ − I R                                    (3)  the smaller of two currents
 *   I = U₀ / (2 R),   U = U₀ / 2   for P > U₀² / (4 R)                                    (4)  the most that it can give
 *   ds/dt = −I / Q                                                                       (5)  state s, 1 when full
 *   dE_k/dt = P_k,   dE_loss/dt = I² R                                                   (6)  states, J, one for each group of consumers
 *
 * P is the sum of what thrusters, fins, other parts (pumps, actuators of a hull), devices (sensors) and the hotel load take. They take it
 * whatever the voltage is. Beyond (4) each gets the same share of what there is.
 *
 * The battery cuts off when the margin
 *
 *   m = min((U − U_c) / U_full,  s,  1 − 4 R P / U₀²)                                     (7)
 *
 * becomes negative: the voltage at its terminals falls below the limit, it is empty, or more is asked of it than it can give, so (4) ends
 * with the step in which it begins. A guard of the scenario finds the instant. From there on nothing is drawn, all actuators are at their
 * rest commands whatever drives them, and what else happens is declared: nothing (drift), or drop weights are released.
 *
 * Symbols: OCV, U V; R Ω; Q C (1 A·h = 3600 C); P W; s, m 1. Its mass is in that of the hull.
 * Valid: currents at which the resistance is constant. Left out: self-heating and temperature, ageing, self-discharge, recovery of the
 * voltage after a load, charging, differences between cells, a delay of the cut-off, and what a low voltage does to a motor. A servo
 * without power goes to its rest command here, a real one may stay or swing.
 * Source: (3) is Ohm's law for a load of constant power. Tests: battery.test.ts, test/battery.test.ts.
 */
import { type Definition, defineKind, defineModel, type ParamsOf } from "../library/index.ts";
import type { BodyPart, Signal } from "./body.ts";

export const AT_CUT_OFF = ["drift", "dropWeight"] as const;
export type AtCutOff = (typeof AT_CUT_OFF)[number];

/** Groups of consumers, in the order of their powers and energies. */
export const CONSUMERS = ["thrusters", "fins", "parts", "devices", "hotel"] as const;

/** Places of the groups that others write. */
export const POWER = { thrusters: 0, fins: 1, parts: 2, devices: 3, hotel: 4 } as const;

/** Places among its states: what is left of the full charge; energies of CONSUMERS; the loss. */
const CHARGE = 0;
const ENERGIES = 1;
const LOSS = ENERGIES + CONSUMERS.length;

/** Held inputs: 1 once it has cut off, the power of devices in W, and when it cut off, in s. */
export const BATTERY_HELD = { off: 0, devices: 1, since: 2 } as const;

/** What can be said of it at an instant. */
export const BATTERY_STATUS = {
  voltage_V: 0,
  current_A: 1,
  power_W: 2,
  charge: 3,
  /** One for each of CONSUMERS, then the loss inside. */
  energies_J: 4,
} as const;

export const BATTERY_STATUS_SIZE = BATTERY_STATUS.energies_J + CONSUMERS.length + 1;

export interface BatteryParameters {
  readonly name: string;
  readonly charges: readonly number[];
  readonly cellVoltages_V: readonly number[];
  readonly cellCapacity_C: number;
  readonly cellResistance_ohm: number;
  readonly cellsInSeries: number;
  readonly cellsInParallel: number;
  readonly charge: number;
  readonly cutOffVoltage_V?: number | undefined;
  readonly hotel_W: number;
  readonly atCutOff: AtCutOff;
}

// Places in #p.
const CAPACITY = 0;
const RESISTANCE = 1;
const HOTEL = 2;
const CUT_OFF = 3;
const FULL = 4;
const START = 5;

// Places in #now: of the last load that was looked at, which holds nothing between calls.
const OPEN = 0;
const CURRENT = 1;
const SHARE = 2;
const ROOM = 3;

export class Battery implements BodyPart {
  readonly name: string;
  readonly atCutOff: AtCutOff;
  readonly states = LOSS + 1;
  readonly commands = 0;
  readonly commandSignals: readonly Signal[] = [];
  readonly held = 3;
  /** It has a channel of its own. */
  readonly outputs: readonly Signal[] = [];
  /** Q of the pack. */
  readonly capacity_C: number;
  readonly #p = new Float64Array(6);
  readonly #charges: Float64Array;
  /** Of the pack, by the points of #charges. */
  readonly #voltages: Float64Array;
  readonly #now = new Float64Array(4);

  constructor(p: BatteryParameters) {
    const { cellsInSeries: series, cellsInParallel: parallel } = p;
    this.name = p.name;
    this.atCutOff = p.atCutOff;
    this.capacity_C = parallel * p.cellCapacity_C; // (2)
    this.#charges = Float64Array.from(p.charges);
    this.#voltages = Float64Array.from(p.cellVoltages_V, (V) => series * V);
    this.#p[CAPACITY] = this.capacity_C;
    this.#p[RESISTANCE] = (series * p.cellResistance_ohm) / parallel; // (2)
    this.#p[HOTEL] = p.hotel_W;
    this.#p[CUT_OFF] = p.cutOffVoltage_V ?? 0;
    this.#p[FULL] = this.#voltages[this.#voltages.length - 1];
    this.#p[START] = p.charge;
  }

  initialInto(x: Float64Array, s: number): void {
    x[s + CHARGE] = this.#p[START];
  }

  /** It pushes nothing; its rates come from drainInto, which needs what all others draw. */
  addForce(): void {}

  outputValuesInto(): void {}

  /** (5), (6): the rates of its states x[s ..] to dx[d ..]. powers: by POWER, without hotel and devices, which are its own to know. */
  drainInto(dx: Float64Array, d: number, x: Float64Array, s: number, h: number, powers: Float64Array): void {
    if (x[h + BATTERY_HELD.off] !== 0) {
      for (let k = 0; k <= LOSS; k++) dx[d + k] = 0;
      return;
    }
    this.#load(x, s, h, powers);
    const now = this.#now;
    dx[d + CHARGE] = -now[CURRENT] / this.#p[CAPACITY];
    for (let k = 0; k < CONSUMERS.length; k++) dx[d + ENERGIES + k] = now[SHARE] * powers[k];
    dx[d + LOSS] = now[CURRENT] * now[CURRENT] * this.#p[RESISTANCE];
  }

  /** BATTERY_STATUS to out[o ..]. */
  statusInto(out: Float64Array, o: number, x: Float64Array, s: number, h: number, powers: Float64Array): void {
    const now = this.#now;
    this.#load(x, s, h, powers);
    out[o + BATTERY_STATUS.voltage_V] = now[OPEN] - now[CURRENT] * this.#p[RESISTANCE];
    out[o + BATTERY_STATUS.current_A] = now[CURRENT];
    out[o + BATTERY_STATUS.power_W] = (now[OPEN] - now[CURRENT] * this.#p[RESISTANCE]) * now[CURRENT];
    out[o + BATTERY_STATUS.charge] = x[s + CHARGE];
    for (let k = 0; k <= CONSUMERS.length; k++) out[o + BATTERY_STATUS.energies_J + k] = x[s + ENERGIES + k];
  }

  /** (7) to out[0]; 1 once it has cut off. */
  marginInto(out: Float64Array, x: Float64Array, s: number, h: number, powers: Float64Array): void {
    out[0] = 1;
    if (x[h + BATTERY_HELD.off] !== 0) return;
    this.#load(x, s, h, powers);
    const now = this.#now;
    const p = this.#p;
    const voltage = (now[OPEN] - now[CURRENT] * p[RESISTANCE] - p[CUT_OFF]) / p[FULL];
    out[0] = Math.min(voltage, x[s + CHARGE], now[ROOM]);
  }

  /** (1), (3), (4) to #now, and its own two powers to `powers`; nothing flows once it has cut off. */
  #load(x: Float64Array, s: number, h: number, powers: Float64Array): void {
    const now = this.#now;
    const R = this.#p[RESISTANCE];
    this.#openVoltage(x, s);
    const U = now[OPEN];
    const off = x[h + BATTERY_HELD.off] !== 0;
    powers[POWER.devices] = x[h + BATTERY_HELD.devices];
    powers[POWER.hotel] = this.#p[HOTEL];
    let P = 0;
    for (let k = 0; k < CONSUMERS.length; k++) {
      if (off) powers[k] = 0;
      P += powers[k];
    }
    now[ROOM] = 1 - (4 * R * P) / (U * U);
    if (now[ROOM] >= 0) {
      // The other way to write (3), which is right for R = 0 as well.
      now[CURRENT] = (2 * P) / (U + U * Math.sqrt(now[ROOM]));
      now[SHARE] = 1;
    } else {
      now[CURRENT] = U / (2 * R); // (4)
      now[SHARE] = (U * U) / (4 * R * P);
    }
  }

  /** (1): U₀ of the charge x[s] to #now; that of the ends beyond them, where only the trial of a step comes. */
  #openVoltage(x: Float64Array, s: number): void {
    const charges = this.#charges;
    const voltages = this.#voltages;
    const charge = x[s + CHARGE];
    const last = charges.length - 1;
    let k = 1;
    while (k < last && charge > charges[k]) k++;
    const share = Math.min(Math.max((charge - charges[k - 1]) / (charges[k] - charges[k - 1]), 0), 1);
    this.#now[OPEN] = voltages[k - 1] + share * (voltages[k] - voltages[k - 1]);
  }
}

export const battery = defineKind<Battery>()({
  kind: "battery",
  doc:
    "The battery of a vehicle: thrusters, fins, pumps, sensors and the hotel load draw from it, and it cuts off when it is empty, its voltage is too " +
    "low, or more is asked of it than it can give. Then all actuators rest, and sensors and software are silent.",
  example: `
<battery id="battery" charges="0 0.1 0.5 1" cellVoltages_V="3.0 3.4 3.7 4.2" cellCapacity_C="10000" cellResistance_ohm="0.05"
         cellsInSeries="7" cellsInParallel="8" cutOffVoltage_V="21" hotel_W="10">
  <provenance of="*" status="assumed" note="an example"/>
</battery>`,
  params: {
    cellCapacity_C: { doc: "Q_c, full charge of a cell; 1 A·h is 3600 C", above: 0, example: 10_000 },
    cellsInSeries: { type: "integer", doc: "n_s", unit: "1", min: 1, max: 10_000, default: 1 },
    cellsInParallel: { type: "integer", doc: "n_p", unit: "1", min: 1, max: 10_000, default: 1 },
    charge: { doc: "s at the start, of the full charge", unit: "1", min: 0, max: 1, default: 1 },
    hotel_W: {
      doc: "hotel load: what computers and all else draw that states no power of its own",
      min: 0,
      default: 0,
    },
    cutOffVoltage_V: {
      doc: "U_c, voltage at the terminals below which it cuts off; where not given it does so when it is empty or overloaded",
      above: 0,
      optional: true,
    },
    atCutOff: {
      type: "choice",
      choices: AT_CUT_OFF,
      doc: "besides actuators at rest and silence: nothing (drift), or the drop weights are released",
      default: "drift",
    },
  },
});

const cellParams = {
  charges: {
    type: "reals",
    doc: "states of charge of the table of the open-circuit voltage, from 0 to 1",
    unit: "1",
    min: 0,
    max: 1,
    increasing: true,
    example: [0, 1],
  },
  cellVoltages_V: { type: "reals", doc: "OCV of a cell at each of them", above: 0, max: 1000, example: [3, 4.2] },
  cellResistance_ohm: { doc: "R_c, inside a cell", min: 0, default: 0 },
} as const;

type CellParams = ParamsOf<typeof cellParams>;

export const cells = defineModel(battery, {
  model: "cells",
  doc: "Equal cells: open-circuit voltage by the charge from a table, behind a constant resistance",
  default: true,
  reads: ["cellCapacity_C", "cellsInSeries", "cellsInParallel", "charge", "hotel_W", "cutOffVoltage_V", "atCutOff"],
  params: cellParams,
  check(p, report) {
    checkTable(p, report);
    const full_V = (p.cellsInSeries ?? 1) * (p.cellVoltages_V?.[p.cellVoltages_V.length - 1] ?? Number.NaN);
    if (p.cutOffVoltage_V !== undefined && p.cutOffVoltage_V >= full_V) {
      report("cutOffVoltage_V", `cutOffVoltage_V = ${p.cutOffVoltage_V} is not below the voltage of the full battery`, {
        allowed: `below ${Number(full_V.toPrecision(6))}`,
      });
    }
  },
  create: (p, { id }) => new Battery({ ...p, name: id, atCutOff: p.atCutOff as AtCutOff }),
});

function checkTable(
  { charges, cellVoltages_V: voltages }: Partial<CellParams>,
  report: (name: "charges" | "cellVoltages_V", message: string, detail?: { allowed?: string }) => void,
): void {
  if (charges === undefined || voltages === undefined) return;
  const last = charges[charges.length - 1];
  if (charges.length < 2 || charges[0] !== 0 || last !== 1) {
    report("charges", `charges goes from ${charges[0]} to ${last}`, { allowed: "two values or more, from 0 to 1" });
  }
  if (voltages.length !== charges.length) {
    report("cellVoltages_V", `cellVoltages_V has ${voltages.length} numbers for ${charges.length} charges`, {
      allowed: `${charges.length} numbers`,
    });
  }
  const falls = voltages.findIndex((V, k) => k > 0 && V < voltages[k - 1]);
  if (falls > 0) {
    const message = `cellVoltages_V falls from ${voltages[falls - 1]} to ${voltages[falls]} while the charge grows`;
    report("cellVoltages_V", message, { allowed: "voltages that do not fall" });
  }
}

/** One line per kind and per model. */
export const batteryDefinitions: readonly Definition[] = [battery, cells];
