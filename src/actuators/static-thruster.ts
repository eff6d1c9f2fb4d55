/**
 * The coarse thruster: bollard thrust at once, whatever the inflow.
 *
 *   T = ρ D⁴ k_T0 n|n|,       n = sat(n_cmd)               (1)
 *
 * Stateless. Valid: at rest or at small speed, where k_T1 u_a is small beside D k_T0 n.
 * Left out: the fall of thrust with speed, reaction torque, shaft lag.
 * Source: the definition of K_T.
 */
import { defineModel } from "../library/index.ts";
import { reachableSpeed_rps, thruster } from "./thruster.ts";

export const staticThruster = defineModel(thruster, {
  model: "static",
  doc: "Bollard thrust, proportional to n|n|, at once; no torque",
  reads: ["diameter_m", "kT0", "maxSpeed_rps"],
  create: (p) => ({
    stateSize: 0,
    stateRatesInto() {},
    addForce(F_To_T, f, _x, _at, command_rps, _inflow_mps, density_kgpm3) {
      const D = p.diameter_m;
      const n = reachableSpeed_rps(p.maxSpeed_rps, command_rps);
      F_To_T[f] += density_kgpm3 * D * D * D * D * p.kT0 * n * Math.abs(n); // (1)
    },
  }),
});
