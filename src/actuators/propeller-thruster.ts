/**
 * Fixed-pitch propeller: first-order shaft lag, linear open-water curves.
 *
 *   ṅ = (sat(n_cmd) − n) / τ                              (1)
 *   J = u_a / (n D)                                       (2)  advance ratio
 *   T = ρ D⁴ K_T n|n|,        K_T = k_T0 + k_T1 J          (3)
 *   Q = ρ D⁵ K_Q n|n|,        K_Q = k_Q0 + k_Q1 J          (4)
 *
 * With (2) put into (3) and (4) nothing is divided, so n = 0 is an ordinary point:
 *
 *   T = ρ D³ |n| (D k_T0 n + k_T1 u_a)                    (3')
 *   Q = ρ D⁴ |n| (D k_Q0 n + k_Q1 u_a)                    (4')
 *
 * State: n. Valid: n and u_a of one sign, J up to the zero of K_T; extrapolated elsewhere.
 * Left out: flow transients, cavitation, ventilation, cross-flow, wake fraction and thrust deduction.
 * Source: the definitions of J, K_T and K_Q.
 */
import { defineModel } from "../library/index.ts";
import { reachableSpeed_rps, thruster } from "./thruster.ts";

export const propellerThruster = defineModel(thruster, {
  model: "propeller",
  doc: "Linear open-water curves K_T(J) and K_Q(J), first-order shaft, reaction torque",
  default: true,
  reads: ["diameter_m", "kT0", "kT1", "kQ0", "kQ1", "shaftLag_s", "maxSpeed_rps", "handedness"],
  create: (p) => ({
    stateSize: 1,
    stateRatesInto(dx, o, x, at, command_rps) {
      dx[o] = (reachableSpeed_rps(p.maxSpeed_rps, command_rps) - x[at]) / p.shaftLag_s; // (1)
    },
    addForce(F_To_T, f, x, at, _command_rps, inflow_mps, density_kgpm3) {
      const D = p.diameter_m;
      const n = x[at];
      const u_a = inflow_mps;
      const rhoD3absN = density_kgpm3 * D * D * D * Math.abs(n);

      const thrust_N = rhoD3absN * (D * p.kT0 * n + p.kT1 * u_a); // (3')
      const torque_Nm = rhoD3absN * D * (D * p.kQ0 * n + p.kQ1 * u_a); // (4')

      F_To_T[f] += thrust_N;
      F_To_T[f + 3] -= p.handedness * torque_Nm; // the body feels the reaction
    },
  }),
});
