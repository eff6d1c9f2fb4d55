/**
 * A thruster as measured: thrust, shaft speed and current against the command, from a table.
 *
 *   ω_t = S_ω(command)                                                     (1)
 *   ω follows ω_t as shaft.ts says                                          (2)
 *   T = S_T(ω),   P = V I(ω) + P_idle,   Q = k T                              (3)
 *
 * S are monotone cubic splines through the rows of the table (math/spline.ts): they meet every row, never overshoot, and
 * hold their end values beyond. The command has the table's own unit, such as microseconds of pulse. A dead band is rows
 * with the same speed 0. The lag acts on the shaft speed, so that thrust lags as ω² does.
 * Valid: at rest, at the voltage and in the water of the measurement.
 * Left out: the fall of thrust with speed of advance (a run warns of it, with an estimate: advance-loss.ts), density (a motor under a fixed pulse slows down in denser water, so
 * that thrust does not scale with ρ), voltage sag, the current that speeds the shaft up.
 * Inverse, from a thrust or from a shaft speed: the row interval by its column, then the command inside it by regula falsi.
 */
import { defineModel, type ParamsOf } from "../library/index.ts";
import { type CubicSpline, monotoneSpline } from "../math/index.ts";
import { DRIVE, type ThrusterModel } from "./drive.ts";
import { Shaft, type ShaftParams } from "./shaft.ts";
import { propellerParams, type ThrusterParams, thruster } from "./thruster.ts";

const { command: COMMAND, thrust: THRUST, torque: TORQUE, speed: SPEED, power: POWER } = DRIVE;

/** The Illinois rule takes 6 to 12 steps on a cubic; halving would need 50. */
const MOST_STEPS = 60;

const params = {
  commandUnit: {
    type: "choice",
    choices: ["rad/s", "us", "1"],
    doc: "unit of tableCommands, and so of the command: shaft speed, microseconds of pulse, or a fraction",
    default: "us",
  },
  tableCommands: { type: "reals", doc: "commands", unit: "commandUnit", minLength: 2, increasing: true },
  tableThrusts_N: { type: "reals", doc: "thrust at each command, at rest; never falling", minLength: 2 },
  tableSpeeds_radps: { type: "reals", doc: "shaft speed at each command, signed; never falling", minLength: 2 },
  tableCurrents_A: { type: "reals", doc: "current at each command", min: 0, minLength: 2 },
  voltage_V: { doc: "supply voltage at which the table was measured", above: 0, example: 12 },
  torqueRatio_m: propellerParams.torqueRatio_m,
} as const;

type OwnParams = ParamsOf<typeof params>;

export type TableParams = Omit<ShaftParams, "deadZone_radps"> &
  Pick<ThrusterParams, "handedness" | "idlePower_W"> &
  Omit<OwnParams, "commandUnit"> &
  Partial<Pick<OwnParams, "commandUnit">>;

export class TableThruster implements ThrusterModel {
  readonly commandUnit: string;
  readonly atRestOnly = true;
  readonly commandRange: readonly [least: number, most: number];
  readonly states: number;
  readonly maxThrust_N: number;
  readonly minThrust_N: number;
  readonly #shaft: Shaft;
  readonly #commands: Float64Array;
  readonly #thrusts: Float64Array;
  readonly #speeds: Float64Array;
  readonly #speedOfCommand: CubicSpline;
  readonly #thrustOfSpeed: CubicSpline;
  readonly #currentOfSpeed: CubicSpline;
  readonly #voltage_V: number;
  readonly #torqueRatio_m: number;
  readonly #handedness: number;
  readonly #idlePower_W: number;
  /** Hints of the last cell, which change no result; and values that hold nothing between calls. */
  readonly #cells = new Int32Array(3);
  readonly #place = new Float64Array(1);
  readonly #value = new Float64Array(3);

  constructor(p: TableParams) {
    this.commandUnit = (p.commandUnit ?? "us").replace("/", "p");
    this.#commands = Float64Array.from(p.tableCommands);
    this.commandRange = [p.tableCommands[0], p.tableCommands[p.tableCommands.length - 1]];
    this.#thrusts = Float64Array.from(p.tableThrusts_N);
    this.#speeds = Float64Array.from(p.tableSpeeds_radps);
    this.#speedOfCommand = monotoneSpline(p.tableCommands, p.tableSpeeds_radps, "clamp");
    // Rows of one speed, a dead band, are one knot here.
    const rows = p.tableSpeeds_radps
      .map((_, i) => i)
      .filter((i) => p.tableSpeeds_radps[i] !== p.tableSpeeds_radps[i - 1]);
    const speeds = rows.map((i) => p.tableSpeeds_radps[i]);
    const of = (column: readonly number[]): CubicSpline =>
      monotoneSpline(
        speeds,
        rows.map((i) => column[i]),
        "clamp",
      );
    this.#thrustOfSpeed = of(p.tableThrusts_N);
    this.#currentOfSpeed = of(p.tableCurrents_A);
    this.#voltage_V = p.voltage_V;
    this.#torqueRatio_m = p.torqueRatio_m;
    this.#handedness = p.handedness;
    this.#idlePower_W = p.idlePower_W;
    // The ends of the table are the limits of the shaft.
    this.#shaft = new Shaft({ ...p, deadZone_radps: 0 }, Number.POSITIVE_INFINITY);
    this.states = this.#shaft.states;
    this.maxThrust_N = this.#thrusts[this.#thrusts.length - 1];
    this.minThrust_N = this.#thrusts[0];
  }

  evaluate(drive: Float64Array, dx: Float64Array, d: number, x: Float64Array, s: number): void {
    const value = this.#value;
    const cells = this.#cells;
    this.#speedOfCommand.evaluateInto(value, 0, cells, 0, drive, COMMAND);
    drive[SPEED] = value[0]; // (1)
    this.#shaft.follow(drive, dx, d, x, s); // (2)
    this.#thrustOfSpeed.evaluateInto(value, 0, cells, 1, drive, SPEED);
    const T = value[0];
    this.#currentOfSpeed.evaluateInto(value, 0, cells, 2, drive, SPEED);
    drive[POWER] = this.#idlePower_W + this.#voltage_V * value[0]; // (3)
    drive[THRUST] = T;
    drive[TORQUE] = -this.#handedness * this.#torqueRatio_m * T;
  }

  invert(drive: Float64Array): void {
    this.#invert(drive, this.#thrusts, THRUST);
  }

  invertSpeed(drive: Float64Array): void {
    this.#invert(drive, this.#speeds, SPEED);
  }

  /** wanted: the place in drive of what the column is to be, its thrust or its speed. */
  #invert(drive: Float64Array, column: Float64Array, wanted: number): void {
    const commands = this.#commands;
    const last = column.length - 1;
    const y = drive[wanted];
    if (!(y > column[0] && y < column[last])) {
      // A demand that is not a number gives a command that is not a number.
      drive[COMMAND] = y <= column[0] ? commands[0] : y >= column[last] ? commands[last] : Number.NaN;
      return;
    }
    // Rows from … to hold y: the last row below it and the first above. Rows that equal it are a dead band.
    let from = 0;
    while (column[from + 1] < y) from++;
    let to = last;
    while (column[to - 1] > y) to--;
    if (column[from + 1] === y) {
      drive[COMMAND] = 0.5 * (commands[from + 1] + commands[to - 1]);
      return;
    }
    drive[COMMAND] = this.#commandBetween(y, column, from, to);
  }

  /** Regula falsi with the Illinois rule between two rows of a column that enclose y. */
  #commandBetween(y: number, column: Float64Array, from: number, to: number): number {
    let low = this.#commands[from];
    let high = this.#commands[to];
    let lowMiss = column[from] - y;
    let highMiss = column[to] - y;
    const width = high - low;
    let side = 0;
    let command = low;
    const place = this.#place;
    for (let i = 0; i < MOST_STEPS; i++) {
      command = (low * highMiss - high * lowMiss) / (highMiss - lowMiss);
      place[0] = command;
      this.#steadyInto(place, column);
      const miss = place[0] - y;
      if (miss === 0 || high - low <= 1e-14 * width) return command;
      if (miss > 0) {
        high = command;
        highMiss = miss;
        if (side > 0) lowMiss *= 0.5;
        side = 1;
      } else {
        low = command;
        lowMiss = miss;
        if (side < 0) highMiss *= 0.5;
        side = -1;
      }
    }
    return command;
  }

  /** place[0]: a command in, the steady value of its column, speed or thrust, out. */
  #steadyInto(place: Float64Array, column: Float64Array): void {
    this.#speedOfCommand.evaluateInto(this.#value, 0, this.#cells, 0, place, 0);
    place[0] = this.#value[0];
    if (column === this.#speeds) return;
    this.#thrustOfSpeed.evaluateInto(this.#value, 0, this.#cells, 1, place, 0);
    place[0] = this.#value[0];
  }
}

export const tableThruster = defineModel(thruster, {
  model: "table",
  doc: "Measured thrust, shaft speed and current against the command, at rest",
  reads: [
    "shaft",
    "shaftLag_s",
    "maxAcceleration_radps2",
    "handedness",
    "wakeFraction",
    "thrustDeduction",
    "idlePower_W",
  ],
  params,
  check(p, report) {
    const rows = p.tableCommands.length;
    for (const name of ["tableThrusts_N", "tableSpeeds_radps", "tableCurrents_A"] as const) {
      if (p[name].length !== rows) {
        report(name, `${name} has ${p[name].length} numbers for ${rows} commands`, { allowed: `${rows} numbers` });
      }
    }
    for (const name of ["tableThrusts_N", "tableSpeeds_radps"] as const) {
      const at = p[name].findIndex((value, i) => i > 0 && value < p[name][i - 1]);
      if (at >= 0)
        report(name, `${name} falls from ${p[name][at - 1]} to ${p[name][at]}`, { allowed: "never falling" });
    }
    if (p.tableThrusts_N.length !== rows || p.tableSpeeds_radps.length !== rows) return;
    if (p.tableSpeeds_radps[0] === p.tableSpeeds_radps[rows - 1]) {
      report("tableSpeeds_radps", "tableSpeeds_radps has the same speed at all commands", {
        allowed: "two different speeds or more",
      });
    }
    const odd = p.tableSpeeds_radps.findIndex(
      (speed, i) => i > 0 && speed === p.tableSpeeds_radps[i - 1] && p.tableThrusts_N[i] !== p.tableThrusts_N[i - 1],
    );
    if (odd >= 0) {
      report("tableThrusts_N", `tableThrusts_N has two thrusts for the shaft speed ${p.tableSpeeds_radps[odd]} rad/s`, {
        hint: "give rows of one speed the same thrust: thrust follows from the shaft speed",
      });
    }
  },
  create: (p) => new TableThruster(p),
});
