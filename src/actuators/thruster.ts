/**
 * The thruster as a kind of device: what its file may say, and what every model of it does.
 *
 * Frame T: origin To at the propeller's centre, x along the shaft towards positive thrust. n: shaft speed in rev/s,
 * positive when the thrust at rest is. u_a: speed of the water through the propeller disc along −x.
 */
import { defineKind } from "../library/index.ts";

export interface ThrusterModel {
  /** Continuous states, e.g. the shaft speed; 0 for a model that follows its command at once. */
  readonly stateSize: number;
  /** dx[o ..] = rates of the states x[at ..] under a command of shaft speed. */
  stateRatesInto(dx: Float64Array, o: number, x: Float64Array, at: number, command_rps: number): void;
  /** Adds the force on the body, about To in frame T, to F_To_T[f .. f + 5]. */
  addForce(
    F_To_T: Float64Array,
    f: number,
    x: Float64Array,
    at: number,
    command_rps: number,
    inflow_mps: number,
    density_kgpm3: number,
  ): void;
}

export const thruster = defineKind<ThrusterModel>()({
  kind: "thruster",
  doc: "A propeller on a shaft, driven by a motor; the command is the shaft speed.",
  params: {
    diameter_m: { doc: "D, diameter of the propeller", min: 1e-3, max: 10 },
    kT0: { doc: "K_T at J = 0", unit: "1", above: 0 },
    kT1: { doc: "dK_T/dJ of the linear open-water curve", unit: "1", max: 0 },
    kQ0: { doc: "K_Q at J = 0", unit: "1", above: 0 },
    kQ1: { doc: "dK_Q/dJ of the linear open-water curve", unit: "1", max: 0 },
    shaftLag_s: { doc: "τ, time constant of the shaft speed", above: 0 },
    maxSpeed_rps: { doc: "largest |n|", above: 0 },
    handedness: { doc: "+1 right-handed, −1 left-handed, seen from astern", unit: "1", oneOf: [1, -1], default: 1 },
  },
  mount: {
    position_m: { type: "reals", length: 3, doc: "p_BT_B, from Bo to To in the body frame" },
    attitude_deg: {
      type: "reals",
      length: 3,
      doc: "roll, pitch, yaw (Z-Y-X) of frame T in the body frame",
      default: [0, 0, 0],
    },
  },
});

/** sat(n_cmd): what the motor can do of a command. */
export function reachableSpeed_rps(maxSpeed_rps: number, command_rps: number): number {
  return Math.min(Math.max(command_rps, -maxSpeed_rps), maxSpeed_rps);
}
