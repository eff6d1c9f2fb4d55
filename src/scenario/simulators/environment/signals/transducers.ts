/**
 * The transducers of a scenario, as the environment has them: where those are that stay where they are put, how one that moves follows from the state
 * of its vehicle, and which of them are alike.
 *
 *   p_NT = p_NB + R_NB p_BT,   q_NT = q_NB q_BT                                                       (1)
 *   v_NT = R_NB (v_NB_B + w × p_BT),   v_FT = R_NB (v_FB_B + w × p_BT),   w_T = R_BTᵀ w                 (2)
 *   ahead by Δ:  p + v_NT Δ,   q exp(w_T Δ),   v_FT as it was                                        (3)
 *
 * A vehicle without a hull never moves; the world's own current passes it, as it says of itself.
 */
import {
  type BeamPattern,
  type MediumName,
  type PhysicalConstants,
  POSED,
  POSED_SIZE,
  type Transducer,
} from "../../../../environment/index.ts";
import {
  integrateQuaternionInto,
  multiplyQuaternionsInto,
  normalizeQuaternionInto,
  rotateInto,
  rotateInverseInto,
} from "../../../../math/index.ts";
import { STATE, startInto, vehicleState } from "../../../../vehicles/index.ts";
import type { Scenario } from "../../../load/scenario.ts";
import { type ScenarioTransducer, transducersOf } from "../../signal-routes.ts";

const TOLD = vehicleState.at;

/** A POSED, and behind it what takes it ahead. */
export const MOVING = { v_NT_N: POSED_SIZE, w_NT_T: POSED_SIZE + 3 } as const;
export const MOVING_SIZE = POSED_SIZE + 6;

/** p_BT, q_BT. */
const MOUNT_SIZE = 7;

export class Transducers {
  readonly all: readonly ScenarioTransducer[];
  /** What each is, by its index. Not frozen: reading an element of a frozen array costs some 20 ns. */
  readonly list: readonly Transducer[];
  /** 1 for one whose vehicle moves. */
  readonly moves: Uint8Array;
  readonly vehicles: Int32Array;
  /** Number of its class: transducers of one class differ in nothing but their places. */
  readonly classes: Int32Array;
  /** POSED of those that stay; unused for the others. */
  readonly poses: Float64Array;
  readonly #mounts: Float64Array;
  readonly #arm = new Float64Array(3);
  readonly #v = new Float64Array(3);

  constructor(scenario: Scenario, constants: PhysicalConstants) {
    const all = transducersOf(scenario);
    this.all = all;
    this.list = all.map(({ transducer }) => transducer);
    this.vehicles = Int32Array.from(all, ({ each }) => each.vehicle ?? -1);
    this.moves = Uint8Array.from(this.vehicles, (vehicle) => (scenario.vehicles[vehicle]!.parts === null ? 0 : 1));
    this.classes = classesOf(this.list);
    this.#mounts = new Float64Array(MOUNT_SIZE * all.length);
    this.poses = new Float64Array(POSED_SIZE * all.length);
    const state = new Float64Array(STATE.actuators);
    const told = new Float64Array(vehicleState.size);
    const moving = new Float64Array(MOVING_SIZE);
    all.forEach(({ each: { mount } }, k) => {
      this.#mounts.set(mount.p_BS_m, MOUNT_SIZE * k);
      this.#mounts.set(mount.q_BS, MOUNT_SIZE * k + 3);
      if (this.moves[k] === 1) return;
      startInto(state, 0, scenario.vehicles[this.vehicles[k]!]!.component);
      for (let i = 0; i < 7; i++) told[TOLD.p_NB_m + i] = state[STATE.p + i]!;
      const against = Float64Array.from(constants.current_N_mps, (v) => 0 - v);
      rotateInverseInto(told, TOLD.v_FB_B_mps, state, STATE.q, against, 0);
      this.movingInto(moving, 0, k, told, 0);
      this.poses.set(moving.subarray(0, POSED_SIZE), POSED_SIZE * k);
    });
  }

  /** (1), (2): MOVING to out[o ..] of transducer k on a vehicle whose vehicleState is told[i ..]. */
  movingInto(out: Float64Array, o: number, k: number, told: Float64Array, i: number): void {
    const mount = this.#mounts;
    const m = MOUNT_SIZE * k;
    const q = i + TOLD.q_NB;
    rotateInto(out, o, told, q, mount, m);
    for (let n = 0; n < 3; n++) out[o + n]! += told[i + TOLD.p_NB_m + n]!;
    multiplyQuaternionsInto(out, o + POSED.q_NT, told, q, mount, m + 3);
    const w = i + TOLD.w_NB_B_radps;
    const arm = this.#arm;
    arm[0] = told[w + 1]! * mount[m + 2]! - told[w + 2]! * mount[m + 1]!;
    arm[1] = told[w + 2]! * mount[m]! - told[w]! * mount[m + 2]!;
    arm[2] = told[w]! * mount[m + 1]! - told[w + 1]! * mount[m]!;
    const v = this.#v;
    for (let n = 0; n < 3; n++) v[n] = told[i + TOLD.v_NB_B_mps + n]! + arm[n]!;
    rotateInto(out, o + MOVING.v_NT_N, told, q, v, 0);
    for (let n = 0; n < 3; n++) v[n] = told[i + TOLD.v_FB_B_mps + n]! + arm[n]!;
    rotateInto(out, o + POSED.v_FT_N, told, q, v, 0);
    rotateInverseInto(out, o + MOVING.w_NT_T, mount, m + 3, told, w);
  }
}

/** (3): the POSED at out[o ..], dt_s after moving[i ..]. */
export function aheadInto(out: Float64Array, o: number, moving: Float64Array, i: number, dt_s: number): void {
  for (let n = 0; n < 3; n++) out[o + n] = moving[i + n]! + moving[i + MOVING.v_NT_N + n]! * dt_s;
  integrateQuaternionInto(out, o + POSED.q_NT, moving, i + POSED.q_NT, moving, i + MOVING.w_NT_T, dt_s);
  normalizeQuaternionInto(out, o + POSED.q_NT, out, o + POSED.q_NT);
  for (let n = 0; n < 3; n++) out[o + POSED.v_FT_N + n] = moving[i + POSED.v_FT_N + n]!;
}

/** Whether a signal of one may have a part in the band of the other. */
export function meets(from: Transducer, to: Transducer): boolean {
  const medium: MediumName = from.medium;
  return (
    medium === to.medium &&
    to.leastSnr_dB < Number.POSITIVE_INFINITY &&
    Math.abs(from.frequency_Hz - to.frequency_Hz) <= 0.5 * (from.bandwidth_Hz + to.bandwidth_Hz)
  );
}

/** Directions in which patterns of several objects are compared. */
const DIRECTIONS = 181;

function classesOf(list: readonly Transducer[]): Int32Array {
  const cosine = new Float64Array(1);
  const gain = new Float64Array(1);
  const texts = new Map<BeamPattern | null, string>([[null, ""]]);
  const textOf = (pattern: BeamPattern | null): string => {
    const known = texts.get(pattern);
    if (known !== undefined || pattern === null) return known ?? "";
    const gains = Array.from({ length: DIRECTIONS }, (_, k) => {
      cosine[0] = -1 + (2 * k) / (DIRECTIONS - 1);
      pattern.relativeInto(gain, 0, cosine, 0);
      return gain[0];
    });
    const text = [pattern.index_dB, ...gains].join(" ");
    texts.set(pattern, text);
    return text;
  };
  const numbers = new Map<string, number>();
  return Int32Array.from(list, (each) => {
    const { medium, frequency_Hz, bandwidth_Hz, greatestLevel_dB, leastSnr_dB, pattern } = each;
    const key = [medium, frequency_Hz, bandwidth_Hz, greatestLevel_dB, leastSnr_dB, textOf(pattern)].join("|");
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  });
}
