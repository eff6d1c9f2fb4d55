/**
 * The fins of one vehicle, as one force on it.
 *
 *   v_S = R_SB (v_r + ω × r_k)                                (1)  velocity of So through the water, in S
 *   f = R_BS F_S,   F += [f ; r_k × f + M e_y]                (2)  e_y: axis of the fin in B, M: moment about it
 *
 * r_k: p_BS_B; (v_r, ω): velocity through the water. (1) contains the rotation of the vehicle: a fin behind the centre
 * feels pitch and yaw as a change of its angle of attack, and damps them.
 *   P = P_idle + P_turn |δ̇| / r_max                            (3)  electrical, of a fin whose file states it
 *
 * Left out: load on the servo, interaction between fins (bow planes shed vortices over the stern), wake of hull and propeller.
 */
import { invariant } from "../core/index.ts";
import { type Component, createModel, type Definitions } from "../library/index.ts";
import { rotationFromRpyInto } from "../math/index.ts";
import type { CommandSignal } from "./command-signal.ts";
import { type FinParams, fin } from "./fin.ts";
import { FIN_DRIVE, FIN_DRIVE_SIZE, type FinModel } from "./fin-drive.ts";
import { MOTION } from "./motion.ts";

const { command: COMMAND, flow: FLOW, density: DENSITY, force: FORCE, moment: MOMENT } = FIN_DRIVE;
const { Vr: VR, density: MOTION_DENSITY } = MOTION;

/** A fin and its place on the vehicle. */
export interface MountedFin {
  /** Of its command; fin1, fin2, … where absent. */
  readonly name?: string;
  readonly model: FinModel;
  /** p_BS_B. */
  readonly position_m: readonly number[];
  /** Roll, pitch, yaw of frame S in B. */
  readonly attitude_rad: readonly number[];
  /** P_idle, P_turn and r_max of (3); none where absent. */
  readonly power?: Pick<FinParams, "idlePower_W" | "turnPower_W" | "rateLimit_radps">;
}

/** A loaded <fin> with its mount, made into its model. */
export function mountedFin(definitions: Definitions, component: Component): MountedFin {
  const mount = component.mount as { readonly position_m: readonly number[]; readonly attitude_rad: readonly number[] };
  invariant(mount !== null, `${component.path} is not mounted on a vehicle`);
  return {
    name: component.id,
    model: createModel(definitions, component, fin),
    position_m: mount.position_m,
    attitude_rad: mount.attitude_rad,
    power: component.params as Pick<FinParams, "idlePower_W" | "turnPower_W" | "rateLimit_radps">,
  };
}

/** Position, then R_BS row by row. */
const PLACE_SIZE = 12;

export class FinGroup {
  /** Fins, and so commands. */
  readonly commands: number;
  /** Continuous states of all fins together, in their order. */
  readonly states: number;
  readonly models: readonly FinModel[];
  /** Names and units of the commands. */
  readonly commandSignals: readonly CommandSignal[];
  /** What a log shows of each fin: command and deflection. */
  readonly outputs: readonly { readonly name: string; readonly unit: string }[];
  readonly #places: Float64Array;
  /** P_idle and P_turn / r_max, two numbers for each fin. */
  readonly #power: Float64Array;
  /** Where the states of each fin begin. */
  readonly #stateAt: Int32Array;
  /** Both hold nothing between calls. */
  readonly #drive = new Float64Array(FIN_DRIVE_SIZE);
  readonly #scratchRates: Float64Array;
  readonly #records: Float64Array;

  constructor(fins: readonly MountedFin[]) {
    const n = fins.length;
    this.commands = n;
    this.models = fins.map((f) => f.model);
    this.commandSignals = fins.map(({ name, model }, k) => {
      const limits = model.commandRange === undefined ? {} : { range: model.commandRange };
      return { name: name ?? `fin${k + 1}`, unit: "rad", ...limits };
    });
    this.outputs = this.commandSignals.flatMap(({ name, unit }) => [
      { name: `${name}_command`, unit },
      { name: `${name}_angle`, unit },
    ]);
    this.#records = new Float64Array(Math.max(1, FIN_DRIVE_SIZE * n));
    this.#places = new Float64Array(PLACE_SIZE * n);
    this.#power = new Float64Array(2 * n);
    this.#stateAt = new Int32Array(n);
    let states = 0;
    fins.forEach((f, k) => {
      const [roll, pitch, yaw] = f.attitude_rad;
      this.#places.set(f.position_m, PLACE_SIZE * k);
      rotationFromRpyInto(this.#places, PLACE_SIZE * k + 3, roll, pitch, yaw);
      const { idlePower_W = 0, turnPower_W = 0, rateLimit_radps = Number.POSITIVE_INFINITY } = f.power ?? {};
      this.#power.set([idlePower_W, turnPower_W / rateLimit_radps], 2 * k);
      this.#stateAt[k] = states;
      states += f.model.states;
    });
    this.states = states;
    this.#scratchRates = new Float64Array(Math.max(1, states));
  }

  /**
   * (2): adds the force on the body to F_Bo_B[0 .. 5], and writes the rates of the states x[s ..] to dx[d ..]. Commands
   * are commands[c ..], one for each fin; motion is laid out as MOTION says.
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
    const P = this.#places;
    const stateAt = this.#stateAt;
    const models = this.models;
    drive[DENSITY] = motion[MOTION_DENSITY];
    for (let k = 0; k < this.commands; k++) {
      const i = PLACE_SIZE * k;
      const at = stateAt[k];
      drive[COMMAND] = commands[c + k];
      this.#inflow(i, motion);
      models[k].evaluate(drive, dx, d + at, x, s + at);

      // (2)
      const rx = P[i];
      const ry = P[i + 1];
      const rz = P[i + 2];
      const Sx = drive[FORCE];
      const Sy = drive[FORCE + 1];
      const Sz = drive[FORCE + 2];
      const M = drive[MOMENT];
      const fx = P[i + 3] * Sx + P[i + 4] * Sy + P[i + 5] * Sz;
      const fy = P[i + 6] * Sx + P[i + 7] * Sy + P[i + 8] * Sz;
      const fz = P[i + 9] * Sx + P[i + 10] * Sy + P[i + 11] * Sz;
      F_Bo_B[0] += fx;
      F_Bo_B[1] += fy;
      F_Bo_B[2] += fz;
      F_Bo_B[3] += ry * fz - rz * fy + M * P[i + 4];
      F_Bo_B[4] += rz * fx - rx * fz + M * P[i + 7];
      F_Bo_B[5] += rx * fy - ry * fx + M * P[i + 10];
    }
  }

  /** Inputs and outputs of each fin at this instant, FIN_DRIVE_SIZE numbers each as FIN_DRIVE says; changes nothing else. */
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
    drive[DENSITY] = motion[MOTION_DENSITY];
    for (let k = 0; k < this.commands; k++) {
      const at = this.#stateAt[k];
      drive[COMMAND] = commands[c + k];
      this.#inflow(PLACE_SIZE * k, motion);
      this.models[k].evaluate(drive, this.#scratchRates, at, x, s + at);
      out.set(drive, o + FIN_DRIVE_SIZE * k);
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
      out[o + 2 * k] = commands[c + k];
      out[o + 2 * k + 1] = records[FIN_DRIVE_SIZE * k + FIN_DRIVE.deflection];
    }
  }

  /** (3): adds the electrical power of all fins, W, to out[o]. */
  addPower(
    out: Float64Array,
    o: number,
    motion: Float64Array,
    x: Float64Array,
    s: number,
    commands: Float64Array,
    c: number,
  ): void {
    const power = this.#power;
    for (let k = 0; k < this.commands; k++) {
      if (power[2 * k] === 0 && power[2 * k + 1] === 0) continue;
      const drive = this.#drive;
      const at = this.#stateAt[k];
      drive[DENSITY] = motion[MOTION_DENSITY];
      drive[COMMAND] = commands[c + k];
      this.#inflow(PLACE_SIZE * k, motion);
      this.models[k].evaluate(drive, this.#scratchRates, at, x, s + at);
      const rate = this.models[k].states === 0 ? 0 : this.#scratchRates[at];
      out[o] += power[2 * k] + power[2 * k + 1] * Math.abs(rate);
    }
  }

  /** (1) */
  #inflow(i: number, motion: Float64Array): void {
    const drive = this.#drive;
    const P = this.#places;
    const rx = P[i];
    const ry = P[i + 1];
    const rz = P[i + 2];
    const p = motion[VR + 3];
    const q = motion[VR + 4];
    const r = motion[VR + 5];
    const vx = motion[VR] + q * rz - r * ry;
    const vy = motion[VR + 1] + r * rx - p * rz;
    const vz = motion[VR + 2] + p * ry - q * rx;
    drive[FLOW] = P[i + 3] * vx + P[i + 6] * vy + P[i + 9] * vz;
    drive[FLOW + 1] = P[i + 4] * vx + P[i + 7] * vy + P[i + 10] * vz;
    drive[FLOW + 2] = P[i + 5] * vx + P[i + 8] * vy + P[i + 11] * vz;
  }
}
