/**
 * The coarse thruster: bollard thrust at once, whatever the inflow.
 *
 *   T = ρ D⁴ k_T0 n|n|,   n = sat(ω_cmd) / 2π               (1)
 *
 * Stateless. Valid: at rest or at small speed, where k_T1 u_a is small beside D k_T0 n.
 * Left out: the fall of thrust with speed (a run warns of it, with an estimate: advance-loss.ts), reaction torque and power, shaft lag, dead zone.
 * Source: the definition of K_T.
 */
import { defineModel } from "../library/index.ts";
import { OpenWaterPropeller } from "./open-water-thruster.ts";
import { ShaftedThruster } from "./shafted-thruster.ts";
import { propellerParams, thruster } from "./thruster.ts";

export const staticThruster = defineModel(thruster, {
  model: "static",
  doc: "Bollard thrust, proportional to n|n|, at once; no torque",
  reads: ["maxSpeed_radps", "maxThrust_N", "wakeFraction", "thrustDeduction"],
  params: {
    diameter_m: propellerParams.diameter_m,
    kT0: propellerParams.kT0,
    asternRatio: propellerParams.asternRatio,
  },
  create: (p) =>
    // (1) is the open-water curve without slope and without torque.
    new ShaftedThruster(
      new OpenWaterPropeller({ ...p, kT1: 0, kQ0: 0, kQ1: 0 }),
      {
        ...p,
        shaft: "instantaneous",
        shaftLag_s: undefined,
        maxAcceleration_radps2: undefined,
        deadZone_radps: 0,
        handedness: 1,
        motorEfficiency: 1,
        idlePower_W: 0,
      },
      true,
    ),
});
