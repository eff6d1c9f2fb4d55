/**
 * What a propeller that advances loses of the thrust that it has at rest: an estimate for models that know the thrust at rest only.
 *
 *   T_0 = 2 ρ A v_i²,   A = π D²/4                                       (1)  momentum theory at rest: v_i, speed of the water in the disc
 *   u_0 = 2 v_i = √(2 T_0 / (ρ A))                                       (2)  speed of the jet at rest
 *   T(u_a) ≈ T_0 (1 − u_a / u_0),   loss = u_a / u_0                       (3)  at the same shaft speed, u_a along the thrust
 *
 * K_T falls about linearly with J = u_a / (n D), to zero where the propeller advances as fast as it screws itself through the water. (3)
 * takes the speed of its jet at rest for that speed, which (1) gives without pitch and shaft speed: in coefficients J_0 ≈ 2 √(2 K_T0 / π).
 * Known: for the propeller of the REMUS 100 (P/D 1.0, K_T0 0.4566) this is 1.078, its published line ends at 1.094. Over the Wageningen
 * B-series with 3 to 5 blades, area ratios from 0.4 to 0.7 and pitch ratios from 0.6 to 1.4, J_0 comes out 0.72 to 1.25 times its true value
 * (advance-loss.test.ts): too small a loss for flat pitches, too large a one for steep pitches.
 * Not known: ducts and nozzles, which lose more; a motor whose shaft speeds up when it is unloaded, which loses less.
 * Left out: braking, u_a against the thrust, where the thrust is larger than at rest.
 */

/** Part of the thrust at rest that is lost, (3): 0 where nothing is, 1 and more where nothing is left. diameter_m: D. */
export function advanceLoss(thrust_N: number, advance_mps: number, diameter_m: number, density_kgpm3: number): number {
  if (thrust_N * advance_mps <= 0) return 0;
  const area_m2 = (Math.PI * diameter_m * diameter_m) / 4;
  const jet_mps = Math.sqrt((2 * Math.abs(thrust_N)) / (density_kgpm3 * area_m2)); // (2)
  return Math.abs(advance_mps) / jet_mps;
}
