/**
 * Rigid body in water, six degrees of freedom, after [Fossen2011]: full rigid-body and added mass inside the mass matrix,
 * Coriolis terms of both from their momenta, linear and quadratic damping, everything on the velocity relative to the
 * local water.
 *
 *   M ν̇ = F,   M = M_RB + M_A                                                          (1)
 *
 * With ν = [v; ω] the motion of Bo in N, v_c the water's velocity at Bo, ν_r = [v − v_c; ω] and all vectors in B, the body
 * has the momentum [P; H] = M_RB ν, the water around it [P_A; H_A] = M_A ν_r. Newton's law for the first and Kirchhoff's
 * for the second, in the turning frame B:
 *
 *   M_RB ν̇      + [ω × P;   ω × H   + v   × P  ] = weight + buoyancy + drag + actuators + water's push     (2)
 *   M_A (ν̇ − ȧ_c) + [ω × P_A; ω × H_A + v_r × P_A] = − reaction of the water on the body                     (3)
 *
 * ȧ_c = [v̇_c; 0] with v̇_c the rate of the current as B sees it, −ω × v_c included. Added together they are (1) with
 *
 *   F = − [ω × (P + P_A); ω × (H + H_A) + v × P + v_r × P_A] + M_A ȧ_c                   (4)
 *       − D_L ν_r − D_Q (|ν_r| ∘ ν_r)                                                   (5)
 *       + ρ V [a_w; r_b × a_w]                                                          (6)  a_w: the water's acceleration
 *       + cross-flow drag and body lift by strips, if the hull has them, + hydrostatics, + actuators
 *
 * (6) is the push of the pressure gradient that accelerates the water (Froude-Krylov): a body of the water's density at
 * rest in it is carried along exactly.
 *
 * D_L and D_Q are 6×6, D_Q acting on the products |ν_j| ν_j. "vortexOnly" keeps D_Q alone, as the first Thetis had.
 * Valid: a rigid body, deeply submerged for what concerns added mass and damping, in water that changes little over the
 * length of the body and does not rotate. Left out: memory of waves (radiation), change of added mass at the surface and
 * near the bottom, propeller wash over the hull.
 * Source: [Fossen2011] ch. 6 and 8; (3) is Kirchhoff's equations. Tests: against an independent formulation in the inertial
 * frame, energy, momentum, and the laws of a body carried by the water.
 */

import { MOTION } from "../actuators/index.ts";
import { InvariantError } from "../core/index.ts";
import { choleskyFactor6Into, choleskyInverse6Into, describePivotFailure, spatialInertiaInto } from "../math/index.ts";
import type { BodyForce, HullFigures, HullModel } from "./hull-model.ts";

export interface FossenHullParameters {
  readonly mass_kg: number;
  readonly volume_m3: number;
  /** Bcm and Bcb from Bo, in B. */
  readonly cg_m: readonly number[];
  readonly cb_m: readonly number[];
  /** About Bcm, 3×3 row-major, in B. */
  readonly inertia_kgm2: readonly number[];
  /** M_A about Bo, 6×6 row-major, symmetric. */
  readonly addedMass: readonly number[];
  /** D_L and D_Q, 6×6 row-major, positive when they brake. */
  readonly linearDamping: readonly number[];
  readonly quadraticDamping: readonly number[];
}

// Copied, since the compiler folds a constant of this file into the code, but not one of another.
const { V, Vr: VR, currentRate: CURRENT_RATE, waterAcceleration: WATER_ACCELERATION, density: DENSITY } = MOTION;

// Places in the one array of coefficients: fewer arrays are fewer pointers to keep in registers.
const MASS = 0; // m
const STATIC_MOMENT = 1; // m r_g
const INERTIA = 4; // about Bo, 3×3
const ADDED = 13; // M_A, upper triangle by rows
const LINEAR = 34; // D_L, 6×6
const QUADRATIC = 70; // D_Q, 6×6
const VOLUME = 106; // V
const BUOYANCY_CENTRE = 107; // r_b
const COEFFICIENTS = 110;

// Places in the scratch. Each row's sum is stored as soon as it is made, and a coefficient is loaded beside its use: V8 keeps
// loads in order but puts arithmetic off to the store that needs it, so sums that wait in locals fill the registers and spill.
const MOMENTUM = 0; // P, H
const ADDED_MOMENTUM = 6; // P_A, H_A
const PUSH = 12; // ρ V a_w
const DRAG = 15; // D_L ν_r
const VORTEX = 21; // D_Q (|ν_r| ∘ ν_r)
const TURNING = 27; // ω × (P + P_A), ω × (H + H_A)
const OWN = 33; // v × P
const MUNK = 36; // v_r × P_A
const SCRATCH = new Float64Array(39);

export class FossenHull implements HullModel {
  readonly states = 0;
  readonly commands = 0;
  readonly commandSignals = [];
  readonly outputs = [];
  readonly figures: HullFigures;
  readonly mass6 = new Float64Array(36);
  readonly massInverse6 = new Float64Array(36);
  readonly #c = new Float64Array(COEFFICIENTS);
  readonly #fullDamping: boolean;
  readonly #hydrostatics: BodyForce;
  readonly #strips: BodyForce | null;

  /** hydrostatics: weight and buoyancy; strips: cross-flow drag and lift of a slender hull, if it has them. */
  constructor(p: FossenHullParameters, hydrostatics: BodyForce, strips: BodyForce | null = null) {
    const c = this.#c;
    const rigid6 = new Float64Array(36);
    spatialInertiaInto(rigid6, 0, p.mass_kg, Float64Array.from(p.cg_m), 0, Float64Array.from(p.inertia_kgm2), 0);
    c[MASS] = p.mass_kg;
    for (let i = 0; i < 3; i++) {
      c[STATIC_MOMENT + i] = p.mass_kg * p.cg_m[i];
      c[BUOYANCY_CENTRE + i] = p.cb_m[i];
      for (let j = 0; j < 3; j++) c[INERTIA + 3 * i + j] = rigid6[6 * (i + 3) + 3 + j];
    }
    c[VOLUME] = p.volume_m3;
    for (let i = 0, k = ADDED; i < 6; i++) for (let j = i; j < 6; j++) c[k++] = p.addedMass[6 * i + j];
    c.set(p.linearDamping, LINEAR);
    c.set(p.quadraticDamping, QUADRATIC);
    const coupled = (d: readonly number[]): boolean => d.some((value, i) => value !== 0 && i % 7 !== 0);
    this.#fullDamping = coupled(p.linearDamping) || coupled(p.quadraticDamping);
    for (let i = 0; i < 36; i++) this.mass6[i] = rigid6[i] + p.addedMass[i];
    invertMass(this.massInverse6, this.mass6);
    const { inertia_kgm2, addedMass } = p;
    this.figures = { hydrostatics: hydrostatics.parameters ?? null, inertia_kgm2, addedMass };
    this.#hydrostatics = hydrostatics;
    this.#strips = strips;
  }

  addForce(F_Bo_B: Float64Array, _dx: Float64Array, _d: number, motion: Float64Array): void {
    const C = this.#c;
    const W = SCRATCH;
    const F = F_Bo_B;
    // First, so that what follows is added to a sum that stands: the other way round, F would wait for the longest chain twice.
    this.#hydrostatics.addForce(F, motion);
    const u = motion[V];
    const v = motion[V + 1];
    const w = motion[V + 2];
    const p = motion[V + 3];
    const q = motion[V + 4];
    const r = motion[V + 5];

    // Momentum of the body: P = m v + ω × m r_g, H = I_Bo ω + m r_g × v.
    W[MOMENTUM] = C[MASS] * u + q * C[STATIC_MOMENT + 2] - r * C[STATIC_MOMENT + 1];
    W[MOMENTUM + 1] = C[MASS] * v + r * C[STATIC_MOMENT] - p * C[STATIC_MOMENT + 2];
    W[MOMENTUM + 2] = C[MASS] * w + p * C[STATIC_MOMENT + 1] - q * C[STATIC_MOMENT];
    W[MOMENTUM + 3] =
      C[INERTIA] * p + C[INERTIA + 1] * q + C[INERTIA + 2] * r + C[STATIC_MOMENT + 1] * w - C[STATIC_MOMENT + 2] * v;
    W[MOMENTUM + 4] =
      C[INERTIA + 3] * p + C[INERTIA + 4] * q + C[INERTIA + 5] * r + C[STATIC_MOMENT + 2] * u - C[STATIC_MOMENT] * w;
    W[MOMENTUM + 5] =
      C[INERTIA + 6] * p + C[INERTIA + 7] * q + C[INERTIA + 8] * r + C[STATIC_MOMENT] * v - C[STATIC_MOMENT + 1] * u;

    // Momentum of the water around it: M_A ν_r.
    const ur = motion[VR];
    const vr = motion[VR + 1];
    const wr = motion[VR + 2];
    W[ADDED_MOMENTUM] =
      C[ADDED] * ur + C[ADDED + 1] * vr + C[ADDED + 2] * wr + C[ADDED + 3] * p + C[ADDED + 4] * q + C[ADDED + 5] * r;
    W[ADDED_MOMENTUM + 1] =
      C[ADDED + 1] * ur +
      C[ADDED + 6] * vr +
      C[ADDED + 7] * wr +
      C[ADDED + 8] * p +
      C[ADDED + 9] * q +
      C[ADDED + 10] * r;
    W[ADDED_MOMENTUM + 2] =
      C[ADDED + 2] * ur +
      C[ADDED + 7] * vr +
      C[ADDED + 11] * wr +
      C[ADDED + 12] * p +
      C[ADDED + 13] * q +
      C[ADDED + 14] * r;
    W[ADDED_MOMENTUM + 3] =
      C[ADDED + 3] * ur +
      C[ADDED + 8] * vr +
      C[ADDED + 12] * wr +
      C[ADDED + 15] * p +
      C[ADDED + 16] * q +
      C[ADDED + 17] * r;
    W[ADDED_MOMENTUM + 4] =
      C[ADDED + 4] * ur +
      C[ADDED + 9] * vr +
      C[ADDED + 13] * wr +
      C[ADDED + 16] * p +
      C[ADDED + 18] * q +
      C[ADDED + 19] * r;
    W[ADDED_MOMENTUM + 5] =
      C[ADDED + 5] * ur +
      C[ADDED + 10] * vr +
      C[ADDED + 14] * wr +
      C[ADDED + 17] * p +
      C[ADDED + 19] * q +
      C[ADDED + 20] * r;

    // (6)
    const displaced_kg = motion[DENSITY] * C[VOLUME];
    W[PUSH] = displaced_kg * motion[WATER_ACCELERATION];
    W[PUSH + 1] = displaced_kg * motion[WATER_ACCELERATION + 1];
    W[PUSH + 2] = displaced_kg * motion[WATER_ACCELERATION + 2];

    // (5)
    if (this.#fullDamping) {
      W[DRAG] =
        C[LINEAR] * ur +
        C[LINEAR + 1] * vr +
        C[LINEAR + 2] * wr +
        C[LINEAR + 3] * p +
        C[LINEAR + 4] * q +
        C[LINEAR + 5] * r;
      W[DRAG + 1] =
        C[LINEAR + 6] * ur +
        C[LINEAR + 7] * vr +
        C[LINEAR + 8] * wr +
        C[LINEAR + 9] * p +
        C[LINEAR + 10] * q +
        C[LINEAR + 11] * r;
      W[DRAG + 2] =
        C[LINEAR + 12] * ur +
        C[LINEAR + 13] * vr +
        C[LINEAR + 14] * wr +
        C[LINEAR + 15] * p +
        C[LINEAR + 16] * q +
        C[LINEAR + 17] * r;
      W[DRAG + 3] =
        C[LINEAR + 18] * ur +
        C[LINEAR + 19] * vr +
        C[LINEAR + 20] * wr +
        C[LINEAR + 21] * p +
        C[LINEAR + 22] * q +
        C[LINEAR + 23] * r;
      W[DRAG + 4] =
        C[LINEAR + 24] * ur +
        C[LINEAR + 25] * vr +
        C[LINEAR + 26] * wr +
        C[LINEAR + 27] * p +
        C[LINEAR + 28] * q +
        C[LINEAR + 29] * r;
      W[DRAG + 5] =
        C[LINEAR + 30] * ur +
        C[LINEAR + 31] * vr +
        C[LINEAR + 32] * wr +
        C[LINEAR + 33] * p +
        C[LINEAR + 34] * q +
        C[LINEAR + 35] * r;
      const uu = Math.abs(ur) * ur;
      const vv = Math.abs(vr) * vr;
      const ww = Math.abs(wr) * wr;
      const pp = Math.abs(p) * p;
      const qq = Math.abs(q) * q;
      const rr = Math.abs(r) * r;
      W[VORTEX] =
        C[QUADRATIC] * uu +
        C[QUADRATIC + 1] * vv +
        C[QUADRATIC + 2] * ww +
        C[QUADRATIC + 3] * pp +
        C[QUADRATIC + 4] * qq +
        C[QUADRATIC + 5] * rr;
      W[VORTEX + 1] =
        C[QUADRATIC + 6] * uu +
        C[QUADRATIC + 7] * vv +
        C[QUADRATIC + 8] * ww +
        C[QUADRATIC + 9] * pp +
        C[QUADRATIC + 10] * qq +
        C[QUADRATIC + 11] * rr;
      W[VORTEX + 2] =
        C[QUADRATIC + 12] * uu +
        C[QUADRATIC + 13] * vv +
        C[QUADRATIC + 14] * ww +
        C[QUADRATIC + 15] * pp +
        C[QUADRATIC + 16] * qq +
        C[QUADRATIC + 17] * rr;
      W[VORTEX + 3] =
        C[QUADRATIC + 18] * uu +
        C[QUADRATIC + 19] * vv +
        C[QUADRATIC + 20] * ww +
        C[QUADRATIC + 21] * pp +
        C[QUADRATIC + 22] * qq +
        C[QUADRATIC + 23] * rr;
      W[VORTEX + 4] =
        C[QUADRATIC + 24] * uu +
        C[QUADRATIC + 25] * vv +
        C[QUADRATIC + 26] * ww +
        C[QUADRATIC + 27] * pp +
        C[QUADRATIC + 28] * qq +
        C[QUADRATIC + 29] * rr;
      W[VORTEX + 5] =
        C[QUADRATIC + 30] * uu +
        C[QUADRATIC + 31] * vv +
        C[QUADRATIC + 32] * ww +
        C[QUADRATIC + 33] * pp +
        C[QUADRATIC + 34] * qq +
        C[QUADRATIC + 35] * rr;
    } else {
      W[DRAG] = C[LINEAR + 0] * ur + C[QUADRATIC + 0] * (Math.abs(ur) * ur);
      W[VORTEX] = 0;
      W[DRAG + 1] = C[LINEAR + 7] * vr + C[QUADRATIC + 7] * (Math.abs(vr) * vr);
      W[VORTEX + 1] = 0;
      W[DRAG + 2] = C[LINEAR + 14] * wr + C[QUADRATIC + 14] * (Math.abs(wr) * wr);
      W[VORTEX + 2] = 0;
      W[DRAG + 3] = C[LINEAR + 21] * p + C[QUADRATIC + 21] * (Math.abs(p) * p);
      W[VORTEX + 3] = 0;
      W[DRAG + 4] = C[LINEAR + 28] * q + C[QUADRATIC + 28] * (Math.abs(q) * q);
      W[VORTEX + 4] = 0;
      W[DRAG + 5] = C[LINEAR + 35] * r + C[QUADRATIC + 35] * (Math.abs(r) * r);
      W[VORTEX + 5] = 0;
    }

    // (4) and (6), from the sums of both momenta.
    W[TURNING] = q * (W[MOMENTUM + 2] + W[ADDED_MOMENTUM + 2]) - r * (W[MOMENTUM + 1] + W[ADDED_MOMENTUM + 1]);
    W[TURNING + 1] = r * (W[MOMENTUM] + W[ADDED_MOMENTUM]) - p * (W[MOMENTUM + 2] + W[ADDED_MOMENTUM + 2]);
    W[TURNING + 2] = p * (W[MOMENTUM + 1] + W[ADDED_MOMENTUM + 1]) - q * (W[MOMENTUM] + W[ADDED_MOMENTUM]);
    W[TURNING + 3] = q * (W[MOMENTUM + 5] + W[ADDED_MOMENTUM + 5]) - r * (W[MOMENTUM + 4] + W[ADDED_MOMENTUM + 4]);
    W[TURNING + 4] = r * (W[MOMENTUM + 3] + W[ADDED_MOMENTUM + 3]) - p * (W[MOMENTUM + 5] + W[ADDED_MOMENTUM + 5]);
    W[TURNING + 5] = p * (W[MOMENTUM + 4] + W[ADDED_MOMENTUM + 4]) - q * (W[MOMENTUM + 3] + W[ADDED_MOMENTUM + 3]);
    W[MUNK] = vr * W[ADDED_MOMENTUM + 2] - wr * W[ADDED_MOMENTUM + 1];
    W[MUNK + 1] = wr * W[ADDED_MOMENTUM] - ur * W[ADDED_MOMENTUM + 2];
    W[MUNK + 2] = ur * W[ADDED_MOMENTUM + 1] - vr * W[ADDED_MOMENTUM];
    W[OWN] = v * W[MOMENTUM + 2] - w * W[MOMENTUM + 1];
    W[OWN + 1] = w * W[MOMENTUM] - u * W[MOMENTUM + 2];
    W[OWN + 2] = u * W[MOMENTUM + 1] - v * W[MOMENTUM];
    const c1 = motion[CURRENT_RATE];
    const c2 = motion[CURRENT_RATE + 1];
    const c3 = motion[CURRENT_RATE + 2];
    F[0] += W[PUSH] - W[TURNING] + C[ADDED] * c1 + C[ADDED + 1] * c2 + C[ADDED + 2] * c3 - W[DRAG] - W[VORTEX];
    F[1] +=
      W[PUSH + 1] -
      W[TURNING + 1] +
      C[ADDED + 1] * c1 +
      C[ADDED + 6] * c2 +
      C[ADDED + 7] * c3 -
      W[DRAG + 1] -
      W[VORTEX + 1];
    F[2] +=
      W[PUSH + 2] -
      W[TURNING + 2] +
      C[ADDED + 2] * c1 +
      C[ADDED + 7] * c2 +
      C[ADDED + 11] * c3 -
      W[DRAG + 2] -
      W[VORTEX + 2];
    F[3] +=
      C[BUOYANCY_CENTRE + 1] * W[PUSH + 2] -
      C[BUOYANCY_CENTRE + 2] * W[PUSH + 1] -
      W[TURNING + 3] -
      W[OWN] -
      W[MUNK] +
      C[ADDED + 3] * c1 +
      C[ADDED + 8] * c2 +
      C[ADDED + 12] * c3 -
      W[DRAG + 3] -
      W[VORTEX + 3];
    F[4] +=
      C[BUOYANCY_CENTRE + 2] * W[PUSH] -
      C[BUOYANCY_CENTRE] * W[PUSH + 2] -
      W[TURNING + 4] -
      W[OWN + 1] -
      W[MUNK + 1] +
      C[ADDED + 4] * c1 +
      C[ADDED + 9] * c2 +
      C[ADDED + 13] * c3 -
      W[DRAG + 4] -
      W[VORTEX + 4];
    F[5] +=
      C[BUOYANCY_CENTRE] * W[PUSH + 1] -
      C[BUOYANCY_CENTRE + 1] * W[PUSH] -
      W[TURNING + 5] -
      W[OWN + 2] -
      W[MUNK + 2] +
      C[ADDED + 5] * c1 +
      C[ADDED + 10] * c2 +
      C[ADDED + 14] * c3 -
      W[DRAG + 5] -
      W[VORTEX + 5];
    if (this.#strips !== null) this.#strips.addForce(F, motion);
  }

  outputValuesInto(): void {}
}

/** M⁻¹ of a mass matrix that the loader has found positive definite. */
export function invertMass(inverse6: Float64Array, mass6: Float64Array): void {
  const factor = new Float64Array(36);
  const pivot = choleskyFactor6Into(factor, 0, mass6, 0);
  if (pivot !== -1) throw new InvariantError(`mass matrix: ${describePivotFailure(factor, 0, 6, pivot)}`);
  choleskyInverse6Into(inverse6, 0, factor, 0);
}
