/**
 * The thruster as a kind of device: what its file may say. What a model of it is asked is in drive.ts.
 *
 * Frame T: origin To at the propeller's centre, x along the shaft towards positive thrust. ω: shaft speed in rad/s,
 * positive when the thrust at rest is; n = ω / 2π in rev/s, 60 n in rev/min. u_a: speed of advance, how fast the
 * propeller moves through the water along +x, the wake of the hull taken off. J = u_a / (n D).
 *
 * The kind has what every thruster with a shaft, a motor and a hull in front of it has. What describes the propeller
 * belongs to the models: a table of measured thrusts has no K_T, a pair c1, c2 no diameter. What several models want
 * is declared once here, in propellerParams.
 */
import { defineKind, type ParamsOf } from "../library/index.ts";
import type { ThrusterModel } from "./drive.ts";

const params = {
  // Shaft and limits
  maxSpeed_radps: { doc: "largest |ω| that a command can ask for", above: 0, example: 160 },
  maxThrust_N: {
    doc: "largest |T|: the shaft turns no faster than gives it at rest in 1000 kg/m³, and T is cut off there",
    above: 0,
    optional: true,
  },
  shaft: {
    type: "choice",
    choices: ["instantaneous", "firstOrder"],
    optional: true,
    doc: "how ω follows the command; where not given, firstOrder with shaftLag_s and instantaneous without",
  },
  shaftLag_s: { doc: "τ, time constant of a first-order shaft", above: 0, optional: true },
  maxAcceleration_radps2: { doc: "largest |dω/dt| of a first-order shaft", above: 0, optional: true },
  deadZone_radps: { doc: "commands below this leave the shaft at rest", min: 0, default: 0 },
  handedness: { doc: "+1 right-handed, −1 left-handed, seen from astern", unit: "1", oneOf: [1, -1], default: 1 },

  // Behind the hull
  wakeFraction: { doc: "w of u_a = (1 − w) u", unit: "1", min: -1, below: 1, default: 0 },
  thrustDeduction: { doc: "t: the vehicle is pushed with (1 − t) T", unit: "1", min: -1, below: 1, default: 0 },

  // Electrical side
  motorEfficiency: { doc: "η, shaft power over electrical power", unit: "1", above: 0, max: 1, default: 1 },
  idlePower_W: { doc: "electrical power taken whatever the shaft does", min: 0, default: 0 },
} as const;

export type ThrusterParams = ParamsOf<typeof params>;

/** Parameters of the propeller that several models declare. */
export const propellerParams = {
  diameter_m: { doc: "D, diameter of the propeller", min: 1e-3, max: 10, example: 0.14 },
  kT0: { doc: "K_T at J = 0", unit: "1", above: 0, example: 0.4 },
  pitchRatio: { doc: "P/D, pitch over diameter", unit: "1", min: 0.1, max: 3, example: 0.8 },
  areaRatio: { doc: "A_E/A_0, expanded blade area over that of the disc", unit: "1", above: 0, max: 2, example: 0.5 },
  asternRatio: { doc: "T(−ω, −u_a) / −T(ω, u_a), and the same of the torque", unit: "1", above: 0, default: 1 },
  torqueRatio_m: { doc: "Q / T, where the model has no torque of its own", min: 0, default: 0 },
} as const;

export const thruster = defineKind<ThrusterModel>()({
  kind: "thruster",
  doc: "A propeller on a shaft, driven by a motor; the command is the shaft speed, but for the table its own unit.",
  params,
  // By the group of thrusters, and by what warns of thrusts that are known at rest only.
  usedByAll: ["wakeFraction", "thrustDeduction", "diameter_m"],
  mount: {
    position_m: { type: "reals", length: 3, doc: "p_BT_B, from Bo to To in the body frame" },
    attitude_deg: {
      type: "reals",
      length: 3,
      doc: "roll, pitch, yaw (Z-Y-X) of frame T in the body frame",
      default: [0, 0, 0],
    },
  },
  check(p, report) {
    if (p.shaft === "firstOrder" && p.shaftLag_s === undefined) {
      report("shaft", "a firstOrder shaft needs shaftLag_s, which is not given", {
        hint: "add shaftLag_s, or leave shaft out",
      });
    }
    if (p.maxAcceleration_radps2 !== undefined && p.shaftLag_s === undefined) {
      report("maxAcceleration_radps2", "maxAcceleration_radps2 needs shaftLag_s, which is not given", {
        hint: "add shaftLag_s; a small one if the limit alone is meant",
      });
    }
    if (p.deadZone_radps !== undefined && p.maxSpeed_radps !== undefined && p.deadZone_radps >= p.maxSpeed_radps) {
      report("deadZone_radps", `deadZone_radps = ${p.deadZone_radps} leaves no command that turns the shaft`, {
        allowed: `below maxSpeed_radps = ${p.maxSpeed_radps}`,
      });
    }
  },
});

/** All parameters of the kind: what a model of the whole shaft reads. Wake and deduction are used by the group. */
export const SHAFT_READS = [
  "maxSpeed_radps",
  "maxThrust_N",
  "shaft",
  "shaftLag_s",
  "maxAcceleration_radps2",
  "deadZone_radps",
  "handedness",
  "wakeFraction",
  "thrustDeduction",
  "motorEfficiency",
  "idlePower_W",
] as const;
