/**
 * The thrusters of one vehicle, as one force on it.
 *
 *   b_k = [e_k ; r_k × e_k]                                               (1)  wrench of a unit thrust, about Bo in B
 *   u_a = (1 − w_k) e_k · (v_r + ω × r_k) = (1 − w_k) b_k · ν_r             (2)  speed of advance at the propeller
 *   F += (1 − t_k) T_k b_k + [0 ; Q_k e_k]                                 (3)
 *
 * e_k: x axis of frame T_k in B; r_k: p_BT_B; ν_r: velocity through the water; w, t: wake fraction and thrust deduction.
 * (2) uses e · (ω × r) = ω · (r × e), so that (1) serves twice. Both stand in the vehicle's rest frame: a rotating
 * propeller adds no gyroscopic moment.
 * Left out: interaction between thrusters, between jets and hull, inflow across the shaft, ventilation near the surface.
 */
import { invariant } from "../core/index.ts";
import { type Component, createModel, type Definitions } from "../library/index.ts";
import { rotationFromRpyInto } from "../math/index.ts";
import type { CommandSignal } from "./command-signal.ts";
import { DRIVE, DRIVE_SIZE, type ThrusterModel } from "./drive.ts";
import { MOTION } from "./motion.ts";
import { thruster } from "./thruster.ts";

const { command: COMMAND, inflow: INFLOW, density: DENSITY, thrust: THRUST } = DRIVE;
const { torque: TORQUE, speed: SPEED, power: POWER } = DRIVE;
const { Vr: VR, density: MOTION_DENSITY } = MOTION;

/** A thruster and its place on the vehicle. */
export interface MountedThruster {
  /** Of its command; thruster1, thruster2, … where absent. */
  readonly name?: string;
  readonly model: ThrusterModel;
  /** p_BT_B. */
  readonly position_m: readonly number[];
  /** Roll, pitch, yaw of frame T in B. */
  readonly attitude_rad: readonly number[];
  readonly wakeFraction: number;
  readonly thrustDeduction: number;
  /** D, where its file gives it, for the model or not. */
  readonly diameter_m?: number;
}

/** What outputsInto writes for each thruster. */
export const THRUSTER_OUTPUT = {
  /** T of the propeller, before the deduction, N. */
  thrust: 0,
  /** Torque on the body about the axis, N·m. */
  torque: 1,
  /** Shaft speed, rad/s. */
  speed: 2,
  /** Electrical power, W. */
  power: 3,
} as const;

export const THRUSTER_OUTPUT_SIZE = 4;

/** A loaded <thruster> with its mount, made into its model. */
export function mountedThruster(definitions: Definitions, component: Component): MountedThruster {
  const mount = component.mount as { readonly position_m: readonly number[]; readonly attitude_rad: readonly number[] };
  invariant(mount !== null, `${component.path} is not mounted on a vehicle`);
  const { wakeFraction, thrustDeduction, diameter_m } = component.params;
  return {
    name: component.id,
    model: createModel(definitions, component, thruster),
    position_m: mount.position_m,
    attitude_rad: mount.attitude_rad,
    wakeFraction: Number(wakeFraction ?? 0),
    thrustDeduction: Number(thrustDeduction ?? 0),
    ...(typeof diameter_m === "number" ? { diameter_m } : {}),
  };
}

export class ThrusterGroup {
  /** Thrusters, and so commands. */
  readonly commands: number;
  /** Continuous states of all thrusters together, in their order. */
  readonly states: number;
  readonly models: readonly ThrusterModel[];
  readonly mounted: readonly MountedThruster[];
  /** Names and units of the commands. */
  readonly commandSignals: readonly CommandSignal[];
  /** What a log shows of each thruster: command, shaft speed, thrust before the deduction, power. */
  readonly outputs: readonly { readonly name: string; readonly unit: string }[];
  /** (1), six numbers for each thruster. */
  readonly #columns: Float64Array;
  /** 1 − w and 1 − t, two numbers for each thruster. */
  readonly #factors: Float64Array;
  /** Where the states of each thruster begin. */
  readonly #stateAt: Int32Array;
  /** Both hold nothing between calls. */
  readonly #drive = new Float64Array(DRIVE_SIZE);
  readonly #scratchRates: Float64Array;
  readonly #records: Float64Array;

  constructor(thrusters: readonly MountedThruster[]) {
    const n = thrusters.length;
    this.commands = n;
    this.models = thrusters.map((t) => t.model);
    this.mounted = thrusters;
    this.commandSignals = thrusters.map(({ name, model }, k) => {
      const range = model.commandRange;
      const limits = range === undefined ? {} : { range };
      return { name: name ?? `thruster${k + 1}`, unit: model.commandUnit ?? "radps", ...limits };
    });
    this.outputs = this.commandSignals.flatMap(({ name, unit }) => [
      { name: `${name}_command`, unit },
      { name: `${name}_speed`, unit: "radps" },
      { name: `${name}_thrust`, unit: "N" },
      { name: `${name}_power`, unit: "W" },
    ]);
    this.#records = new Float64Array(Math.max(1, THRUSTER_OUTPUT_SIZE * n));
    this.#columns = new Float64Array(6 * n);
    this.#factors = new Float64Array(2 * n);
    this.#stateAt = new Int32Array(n);
    const R_BT = new Float64Array(9);
    let states = 0;
    thrusters.forEach((t, k) => {
      const [x, y, z] = t.position_m;
      const [roll, pitch, yaw] = t.attitude_rad;
      rotationFromRpyInto(R_BT, 0, roll, pitch, yaw);
      const ex = R_BT[0];
      const ey = R_BT[3];
      const ez = R_BT[6];
      this.#columns.set([ex, ey, ez, y * ez - z * ey, z * ex - x * ez, x * ey - y * ex], 6 * k); // (1)
      this.#factors[2 * k] = 1 - t.wakeFraction;
      this.#factors[2 * k + 1] = 1 - t.thrustDeduction;
      this.#stateAt[k] = states;
      states += t.model.states;
    });
    this.states = states;
    this.#scratchRates = new Float64Array(Math.max(1, states));
  }

  /** Writes to out[o ..] the commands that give no thrust at rest: 0 for a shaft speed, 1500 µs for a pulse width. */
  restCommandsInto(out: Float64Array, o: number): void {
    const drive = new Float64Array(DRIVE_SIZE);
    this.models.forEach((model, k) => {
      drive.fill(0);
      drive[DENSITY] = 1000;
      model.invert(drive);
      out[o + k] = drive[COMMAND];
    });
  }

  /**
   * (3): adds the force on the body to F_Bo_B[0 .. 5], and writes the rates of the states x[s ..] to dx[d ..]. Commands
   * are commands[c ..], one for each thruster; motion is laid out as MOTION says.
   */
  addForce(
    F_Bo_B: Float64Array,
    dx: Float64Array,
    d: number,
    motion: Float64Array,
    x: Float64Array,
    s: number,
    commands: Float64Array,
    c: number,
  ): void {
    const drive = this.#drive;
    const b = this.#columns;
    const factors = this.#factors;
    const stateAt = this.#stateAt;
    const models = this.models;
    const count = this.commands;

    const u = motion[VR];
    const v = motion[VR + 1];
    const w = motion[VR + 2];
    const p = motion[VR + 3];
    const q = motion[VR + 4];
    const r = motion[VR + 5];
    let X = 0;
    let Y = 0;
    let Z = 0;
    let K = 0;
    let M = 0;
    let N = 0;
    drive[DENSITY] = motion[MOTION_DENSITY];
    for (let k = 0; k < count; k++) {
      const i = 6 * k;
      const advance = b[i] * u + b[i + 1] * v + b[i + 2] * w + b[i + 3] * p + b[i + 4] * q + b[i + 5] * r;
      drive[COMMAND] = commands[c + k];
      drive[INFLOW] = factors[2 * k] * advance; // (2)
      const at = stateAt[k];
      models[k].evaluate(drive, dx, d + at, x, s + at);

      const T = factors[2 * k + 1] * drive[THRUST];
      const Q = drive[TORQUE];
      X += T * b[i]; // (3)
      Y += T * b[i + 1];
      Z += T * b[i + 2];
      K += T * b[i + 3] + Q * b[i];
      M += T * b[i + 4] + Q * b[i + 1];
      N += T * b[i + 5] + Q * b[i + 2];
    }
    F_Bo_B[0] += X;
    F_Bo_B[1] += Y;
    F_Bo_B[2] += Z;
    F_Bo_B[3] += K;
    F_Bo_B[4] += M;
    F_Bo_B[5] += N;
  }

  /** (2): speed of advance of thruster k at the velocity V through the water, linear and angular, in B. */
  advance(k: number, V: Float64Array): number {
    let sum = 0;
    for (let j = 0; j < 6; j++) sum += this.#columns[6 * k + j] * V[j];
    return this.#factors[2 * k] * sum;
  }

  /** What each thruster does at this instant, THRUSTER_OUTPUT_SIZE numbers each; changes nothing else. */
  outputsInto(
    out: Float64Array,
    o: number,
    motion: Float64Array,
    x: Float64Array,
    s: number,
    commands: Float64Array,
    c: number,
  ): void {
    const drive = this.#drive;
    const b = this.#columns;
    drive[DENSITY] = motion[MOTION_DENSITY];
    for (let k = 0; k < this.commands; k++) {
      let advance = 0;
      for (let j = 0; j < 6; j++) advance += b[6 * k + j] * motion[VR + j];
      drive[COMMAND] = commands[c + k];
      drive[INFLOW] = this.#factors[2 * k] * advance; // (2)
      const at = this.#stateAt[k];
      this.models[k].evaluate(drive, this.#scratchRates, at, x, s + at);
      const to = o + THRUSTER_OUTPUT_SIZE * k;
      out[to + THRUSTER_OUTPUT.thrust] = drive[THRUST];
      out[to + THRUSTER_OUTPUT.torque] = drive[TORQUE];
      out[to + THRUSTER_OUTPUT.speed] = drive[SPEED];
      out[to + THRUSTER_OUTPUT.power] = drive[POWER];
    }
  }

  /** The values of `outputs`. */
  outputValuesInto(
    out: Float64Array,
    o: number,
    motion: Float64Array,
    x: Float64Array,
    s: number,
    commands: Float64Array,
    c: number,
  ): void {
    const records = this.#records;
    this.outputsInto(records, 0, motion, x, s, commands, c);
    for (let k = 0; k < this.commands; k++) {
      const from = THRUSTER_OUTPUT_SIZE * k;
      out[o + 4 * k] = commands[c + k];
      out[o + 4 * k + 1] = records[from + THRUSTER_OUTPUT.speed];
      out[o + 4 * k + 2] = records[from + THRUSTER_OUTPUT.thrust];
      out[o + 4 * k + 3] = records[from + THRUSTER_OUTPUT.power];
    }
  }

  /** Adds the electrical power of all thrusters, W, to out[o]. */
  addPower(
    out: Float64Array,
    o: number,
    motion: Float64Array,
    x: Float64Array,
    s: number,
    commands: Float64Array,
    c: number,
  ): void {
    const records = this.#records;
    this.outputsInto(records, 0, motion, x, s, commands, c);
    for (let k = 0; k < this.commands; k++) out[o] += records[THRUSTER_OUTPUT_SIZE * k + THRUSTER_OUTPUT.power];
  }

  /** The 6 × n allocation matrix, row-major: column k is (1 − t_k) b_k. */
  allocationMatrixInto(B: Float64Array, o: number): void {
    const n = this.commands;
    for (let k = 0; k < n; k++) {
      for (let j = 0; j < 6; j++) B[o + j * n + k] = this.#factors[2 * k + 1] * this.#columns[6 * k + j];
    }
  }
}
