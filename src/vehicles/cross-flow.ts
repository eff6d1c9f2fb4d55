/**
 * Viscous forces of a slender hull: cross-flow drag, strip by strip, and lift and drag of the whole hull at an angle of
 * attack. Two forces for the hull models that bring none of their own; velocities are those relative to the water.
 *
 * Cross-flow drag. A strip of length dx and diameter D(x) at x sees the flow across the axis alone,
 *
 *   v_x = v + x r,   w_x = w − x q,   U_x = √(v_x² + w_x²)                                (1)
 *   dY = −½ ρ C_d D U_x v_x dx,   dZ = −½ ρ C_d D U_x w_x dx                              (2)
 *   dM = −x dZ,   dN = x dY                                                             (3)
 *
 * summed over n equal strips with the values at their middles: exact in pure sway, and with an error of order n⁻² in turns.
 * U_x in (2), not |v_x| and |w_x|: a round hull has no preferred direction, and rolling the flow must roll the force. For a
 * cylinder of length L about its middle:
 *
 *   pure sway:  Y = −½ ρ C_d D L v|v|;   pure yaw:  N = −ρ C_d D L⁴/64 r|r|                 (4)
 *
 * Lift and drag. With u_e, v_e, w_e the velocity of the point Le = [x_L 0 0] at which they act, U its size, c = √(v_e² + w_e²),
 * the angle of attack has sin α = c/U, cos α = u_e/U, and
 *
 *   C_L = C_Lα sin α cos α,   C_D = C_D0 + k C_L²                                         (5)
 *   L = ½ρSU² C_L  across the flow, against c;   D = ½ρSU² C_D  against the flow            (6)
 *   X = ½ρS/U (C_Lα u_e c² − C_D U² u_e),   Y = −½ρS/U (C_Lα u_e² + C_D U²) v_e,   Z as Y with w_e       (7)
 *   M = −x_L Z,   N = x_L Y
 *
 * sin α cos α is α for small angles, ends at 90° instead of growing, and is right astern as well; (7) divides by nothing but
 * U and has no jump anywhere, unlike an arctangent with its cut at α = ±180°. Lift does no work.
 *
 * Valid: bodies of revolution with their axis along x, with C_d of a circular cylinder at the Reynolds number of the cross
 * flow. Left out: growth of the vortices along the hull, C_d by Reynolds number,
 * roll damping, fins, the Munk moment (that is the added mass's).
 * Source: strip theory and the cross-flow principle as in [Fossen2011]; (5) in place of α and (7) are derived here.
 */
import { MOTION } from "../actuators/index.ts";
import { invariant } from "../core/index.ts";
import type { BodyForce } from "./hull-model.ts";

export interface CrossFlowParameters {
  /** Length of the hull, from x = centre_m − length_m/2 to centre_m + length_m/2. */
  readonly length_m: number;
  readonly centre_m?: number;
  /** Of a cylinder, or at each x from Bo. */
  readonly diameter_m: number | ((x_m: number) => number);
  readonly dragCoefficient: number;
  readonly strips: number;
}

/** (1)–(3). */
export class CrossFlowDrag implements BodyForce {
  /** Per strip: x of its middle, and ½ C_d D dx. */
  readonly #strips: Float64Array;

  constructor(p: CrossFlowParameters) {
    invariant(p.strips >= 1, "a hull has at least one strip");
    const { diameter_m, centre_m = 0 } = p;
    const width_m = p.length_m / p.strips;
    this.#strips = new Float64Array(2 * p.strips);
    for (let i = 0; i < p.strips; i++) {
      const x_m = centre_m - 0.5 * p.length_m + (i + 0.5) * width_m;
      const D = typeof diameter_m === "number" ? diameter_m : diameter_m(x_m);
      this.#strips[2 * i] = x_m;
      this.#strips[2 * i + 1] = 0.5 * p.dragCoefficient * D * width_m;
    }
  }

  addForce(F_Bo_B: Float64Array, motion: Float64Array): void {
    const strips = this.#strips;
    const v = motion[MOTION.Vr + 1];
    const w = motion[MOTION.Vr + 2];
    const q = motion[MOTION.Vr + 4];
    const r = motion[MOTION.Vr + 5];
    let Y = 0;
    let Z = 0;
    let M = 0;
    let N = 0;
    for (let i = 0; i < strips.length; i += 2) {
      const x = strips[i];
      const vx = v + x * r; // (1)
      const wx = w - x * q;
      const drag = strips[i + 1] * Math.sqrt(vx * vx + wx * wx); // (2)
      const dY = drag * vx;
      const dZ = drag * wx;
      Y -= dY;
      Z -= dZ;
      M += x * dZ; // (3)
      N -= x * dY;
    }
    const rho = motion[MOTION.density];
    F_Bo_B[1] += rho * Y;
    F_Bo_B[2] += rho * Z;
    F_Bo_B[4] += rho * M;
    F_Bo_B[5] += rho * N;
  }
}

export interface HullLiftParameters {
  /** S, to which the coefficients belong. */
  readonly referenceArea_m2: number;
  /** C_Lα, per rad. */
  readonly liftSlope: number;
  /** C_D0, along the axis. */
  readonly zeroLiftDrag: number;
  /** k: drag induced by lift, 1 / (π e A_R). */
  readonly inducedDrag: number;
  /** x_L: where lift and drag act, from Bo along the axis. */
  readonly centreOfLift_m: number;
}

/** (5)–(7). */
export class HullLift implements BodyForce {
  readonly #p: Float64Array;

  constructor(p: HullLiftParameters) {
    this.#p = Float64Array.of(0.5 * p.referenceArea_m2, p.liftSlope, p.zeroLiftDrag, p.inducedDrag, p.centreOfLift_m);
  }

  addForce(F_Bo_B: Float64Array, motion: Float64Array): void {
    const C = this.#p;
    const x = C[4];
    const u = motion[MOTION.Vr];
    const v = motion[MOTION.Vr + 1] + x * motion[MOTION.Vr + 5];
    const w = motion[MOTION.Vr + 2] - x * motion[MOTION.Vr + 4];
    const cc = v * v + w * w;
    const UU = u * u + cc;
    if (UU === 0) return;
    const U = Math.sqrt(UU);
    const slope = C[1];
    // (5) with sin²α and cos²α as ratios: no power of a tiny U underflows. (7) with ½ρS/U in front.
    const CD = C[2] + C[3] * slope * slope * ((u * u) / UU) * (cc / UU);
    const front = (motion[MOTION.density] * C[0]) / U;
    const across = -front * (slope * u * u + CD * UU);
    const Y = across * v;
    const Z = across * w;
    F_Bo_B[0] += front * u * (slope * cc - CD * UU);
    F_Bo_B[1] += Y;
    F_Bo_B[2] += Z;
    F_Bo_B[4] -= x * Z;
    F_Bo_B[5] += x * Y;
  }
}

/** Several forces as one, for a hull that takes one: cross-flow drag and lift, say. */
export class BodyForces implements BodyForce {
  readonly #forces: readonly BodyForce[];

  constructor(forces: readonly BodyForce[]) {
    this.#forces = forces;
  }

  addForce(F_Bo_B: Float64Array, motion: Float64Array): void {
    for (let i = 0; i < this.#forces.length; i++) this.#forces[i].addForce(F_Bo_B, motion);
  }
}
