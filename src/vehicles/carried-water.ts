/**
 * Water that a body carries at a fixed place, and that comes and goes: what a ballast tank and a flooded compartment share.
 *
 * A mass m at r (from Bo, in B) that moves with the body, and a flow μ = dm/dt:
 *
 *   P = m (v + ω × r),   H = r × P                                                      (1)  its momentum about Bo
 *   M_w = m [[I, −S(r)], [S(r), −S(r) S(r)]]                                            (2)  what it adds to M
 *
 * Newton's law for the body with the water that is on board, in the turning frame B, is
 *
 *   d/dt (M_w ν) + [ω × P; ω × H + v × P] = F + μ [v_e; r × v_e]                          (3)
 *
 * where v_e is the velocity over ground with which water passes the opening, which is taken to be at r. Taken in, it has the velocity
 * of the water around, v_e = v_c (μ > 0); expelled, it leaves with the velocity of the body there, v_e = v + ω × r (μ < 0): without
 * thrust. Since dM_w/dt ν = μ [v + ω × r; r × (v + ω × r)], what the part adds to M ν̇ = F is
 *
 *   F += −[ω × P; ω × H + v × P] − max(0, μ) [u; r × u] + m g [d; r × d],   u = v_r + ω × r   (4)
 *
 * u: velocity of the place through the water; d: direction of gravity in B. So a body that fills at a constant rate without drag slows
 * down as v = v₀ M₀ / (M₀ + μ t), and one that empties keeps its velocity.
 *
 * Symbols: m kg, μ kg/s, r m; v, ω, v_r as in motion.ts; g m/s².
 * Valid: the opening is near the water on board; the place lies inside the displaced volume, so buoyancy does not change.
 * Left out: free surface and sloshing, the water's own inertia about its centre, a jet, the change of the centre with the filling.
 * Source: (1)–(4) are derived here from the balance of momentum; tests: ballast.test.ts (closed form, momentum, moment of momentum).
 */
import { MOTION } from "../actuators/index.ts";

// Copied, since the compiler folds a constant of this file into the code, but not one of another.
const { V, Vr: VR, R, gravity: GRAVITY } = MOTION;

/** (4): adds to F_Bo_B[0 .. 5] what a mass water[0] at water[2 .. 4], with the flow water[1], does to the body. */
export function addCarriedWater(F_Bo_B: Float64Array, motion: Float64Array, water: Float64Array): void {
  const F = F_Bo_B;
  const m = water[0];
  const taken = Math.max(0, water[1]);
  const x = water[2];
  const y = water[3];
  const z = water[4];
  const p = motion[V + 3];
  const q = motion[V + 4];
  const r = motion[V + 5];
  // ω × r
  const sx = q * z - r * y;
  const sy = r * x - p * z;
  const sz = p * y - q * x;

  // The force of (4) at r; v × P + ω × H = r × (ω × P) for a point, so that its moment is r × f as well.
  const P1 = m * (motion[V] + sx);
  const P2 = m * (motion[V + 1] + sy);
  const P3 = m * (motion[V + 2] + sz);
  const weight_N = m * motion[GRAVITY];
  const f1 = weight_N * motion[R + 6] - (q * P3 - r * P2) - taken * (motion[VR] + sx);
  const f2 = weight_N * motion[R + 7] - (r * P1 - p * P3) - taken * (motion[VR + 1] + sy);
  const f3 = weight_N * motion[R + 8] - (p * P2 - q * P1) - taken * (motion[VR + 2] + sz);
  F[0] += f1;
  F[1] += f2;
  F[2] += f3;
  F[3] += y * f3 - z * f2;
  F[4] += z * f1 - x * f3;
  F[5] += x * f2 - y * f1;
}

/** (2): adds the mass water[0] at water[2 .. 4] to M6[0 .. 35]. */
export function addCarriedMass(M6: Float64Array, water: Float64Array): void {
  const m = water[0];
  const x = water[2];
  const y = water[3];
  const z = water[4];
  M6[0] += m;
  M6[7] += m;
  M6[14] += m;
  M6[4] += m * z;
  M6[5] -= m * y;
  M6[9] -= m * z;
  M6[11] += m * x;
  M6[15] += m * y;
  M6[16] -= m * x;
  M6[24] += m * z;
  M6[30] -= m * y;
  M6[19] -= m * z;
  M6[31] += m * x;
  M6[20] += m * y;
  M6[26] -= m * x;
  M6[21] += m * (y * y + z * z);
  M6[22] -= m * x * y;
  M6[23] -= m * x * z;
  M6[27] -= m * x * y;
  M6[28] += m * (x * x + z * z);
  M6[29] -= m * y * z;
  M6[33] -= m * x * z;
  M6[34] -= m * y * z;
  M6[35] += m * (x * x + y * y);
}
