/**
 * A model of a kind that ships: a thruster whose shaft turns up at a constant rate instead of exponentially.
 *
 *   ṅ = ± n_max / τ  towards the command                   (1)
 *   T = ρ D⁴ k_T0 n|n|                                     (2)
 *
 * State: n. Left out: the fall of thrust with speed, torque.
 */
export default ({ defineModel, kinds }) =>
  defineModel(kinds.thruster, {
    model: "slewing",
    doc: "Bollard thrust; the shaft speed changes at a constant rate",
    reads: ["diameter_m", "kT0", "shaftLag_s", "maxSpeed_rps"],
    create: (p) => ({
      stateSize: 1,
      stateRatesInto(dx, o, x, at, command_rps) {
        const target_rps = Math.min(Math.max(command_rps, -p.maxSpeed_rps), p.maxSpeed_rps);
        const away_rps = target_rps - x[at];
        const rate_rps2 = p.maxSpeed_rps / p.shaftLag_s;
        // Within a hundredth of the range the rate falls off, so that the shaft comes to rest at the command.
        dx[o] = rate_rps2 * Math.min(Math.max(away_rps / (0.01 * p.maxSpeed_rps), -1), 1); // (1)
      },
      addForce(F_To_T, f, x, at, _command_rps, _inflow_mps, density_kgpm3) {
        const D = p.diameter_m;
        F_To_T[f] += density_kgpm3 * D * D * D * D * p.kT0 * x[at] * Math.abs(x[at]); // (2)
      },
    }),
  });
