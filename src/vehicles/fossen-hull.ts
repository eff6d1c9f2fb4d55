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
import type { BodyForce, HullModel } from "./hull-model.ts";

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

export class FossenHull implements HullModel {
  readonly states = 0;
  readonly commands = 0;
  readonly actuators = [];
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
    this.#hydrostatics = hydrostatics;
    this.#strips = strips;
  }

  addForce(F_Bo_B: Float64Array, _dx: Float64Array, _d: number, motion: Float64Array): void {
    const C = this.#c;
    const F = F_Bo_B;
    const u = motion[V];
    const v = motion[V + 1];
    const w = motion[V + 2];
    const p = motion[V + 3];
    const q = motion[V + 4];
    const r = motion[V + 5];
    const ur = motion[VR];
    const vr = motion[VR + 1];
    const wr = motion[VR + 2];

    // Momentum of the body: P = m v + ω × m r_g, H = I_Bo ω + m r_g × v.
    const m = C[MASS];
    const mx = C[STATIC_MOMENT];
    const my = C[STATIC_MOMENT + 1];
    const mz = C[STATIC_MOMENT + 2];
    const P1 = m * u + q * mz - r * my;
    const P2 = m * v + r * mx - p * mz;
    const P3 = m * w + p * my - q * mx;
    const H1 = C[INERTIA] * p + C[INERTIA + 1] * q + C[INERTIA + 2] * r + my * w - mz * v;
    const H2 = C[INERTIA + 3] * p + C[INERTIA + 4] * q + C[INERTIA + 5] * r + mz * u - mx * w;
    const H3 = C[INERTIA + 6] * p + C[INERTIA + 7] * q + C[INERTIA + 8] * r + mx * v - my * u;

    // Momentum of the water around it: M_A ν_r. M_A is symmetric, and each entry is loaded once.
    const a11 = C[ADDED];
    const a12 = C[ADDED + 1];
    const a13 = C[ADDED + 2];
    const a14 = C[ADDED + 3];
    const a15 = C[ADDED + 4];
    const a16 = C[ADDED + 5];
    const a22 = C[ADDED + 6];
    const a23 = C[ADDED + 7];
    const a24 = C[ADDED + 8];
    const a25 = C[ADDED + 9];
    const a26 = C[ADDED + 10];
    const a33 = C[ADDED + 11];
    const a34 = C[ADDED + 12];
    const a35 = C[ADDED + 13];
    const a36 = C[ADDED + 14];
    const a44 = C[ADDED + 15];
    const a45 = C[ADDED + 16];
    const a46 = C[ADDED + 17];
    const a55 = C[ADDED + 18];
    const a56 = C[ADDED + 19];
    const a66 = C[ADDED + 20];
    const A1 = a11 * ur + a12 * vr + a13 * wr + a14 * p + a15 * q + a16 * r;
    const A2 = a12 * ur + a22 * vr + a23 * wr + a24 * p + a25 * q + a26 * r;
    const A3 = a13 * ur + a23 * vr + a33 * wr + a34 * p + a35 * q + a36 * r;
    const B1 = a14 * ur + a24 * vr + a34 * wr + a44 * p + a45 * q + a46 * r;
    const B2 = a15 * ur + a25 * vr + a35 * wr + a45 * p + a55 * q + a56 * r;
    const B3 = a16 * ur + a26 * vr + a36 * wr + a46 * p + a56 * q + a66 * r;

    // (4) and (6), from the sums of both momenta.
    const S1 = P1 + A1;
    const S2 = P2 + A2;
    const S3 = P3 + A3;
    const G1 = H1 + B1;
    const G2 = H2 + B2;
    const G3 = H3 + B3;
    const c1 = motion[CURRENT_RATE];
    const c2 = motion[CURRENT_RATE + 1];
    const c3 = motion[CURRENT_RATE + 2];
    const displaced_kg = motion[DENSITY] * C[VOLUME];
    const f1 = displaced_kg * motion[WATER_ACCELERATION];
    const f2 = displaced_kg * motion[WATER_ACCELERATION + 1];
    const f3 = displaced_kg * motion[WATER_ACCELERATION + 2];
    const bx = C[BUOYANCY_CENTRE];
    const by = C[BUOYANCY_CENTRE + 1];
    const bz = C[BUOYANCY_CENTRE + 2];
    let X = f1 - (q * S3 - r * S2) + a11 * c1 + a12 * c2 + a13 * c3;
    let Y = f2 - (r * S1 - p * S3) + a12 * c1 + a22 * c2 + a23 * c3;
    let Z = f3 - (p * S2 - q * S1) + a13 * c1 + a23 * c2 + a33 * c3;
    let K =
      by * f3 - bz * f2 - (q * G3 - r * G2) - (v * P3 - w * P2) - (vr * A3 - wr * A2) + a14 * c1 + a24 * c2 + a34 * c3;
    let M =
      bz * f1 - bx * f3 - (r * G1 - p * G3) - (w * P1 - u * P3) - (wr * A1 - ur * A3) + a15 * c1 + a25 * c2 + a35 * c3;
    let N =
      bx * f2 - by * f1 - (p * G2 - q * G1) - (u * P2 - v * P1) - (ur * A2 - vr * A1) + a16 * c1 + a26 * c2 + a36 * c3;

    // (5)
    const uu = Math.abs(ur) * ur;
    const vv = Math.abs(vr) * vr;
    const ww = Math.abs(wr) * wr;
    const pp = Math.abs(p) * p;
    const qq = Math.abs(q) * q;
    const rr = Math.abs(r) * r;
    if (this.#fullDamping) {
      X -=
        C[LINEAR] * ur +
        C[LINEAR + 1] * vr +
        C[LINEAR + 2] * wr +
        C[LINEAR + 3] * p +
        C[LINEAR + 4] * q +
        C[LINEAR + 5] * r;
      X -=
        C[QUADRATIC] * uu +
        C[QUADRATIC + 1] * vv +
        C[QUADRATIC + 2] * ww +
        C[QUADRATIC + 3] * pp +
        C[QUADRATIC + 4] * qq +
        C[QUADRATIC + 5] * rr;
      Y -=
        C[LINEAR + 6] * ur +
        C[LINEAR + 7] * vr +
        C[LINEAR + 8] * wr +
        C[LINEAR + 9] * p +
        C[LINEAR + 10] * q +
        C[LINEAR + 11] * r;
      Y -=
        C[QUADRATIC + 6] * uu +
        C[QUADRATIC + 7] * vv +
        C[QUADRATIC + 8] * ww +
        C[QUADRATIC + 9] * pp +
        C[QUADRATIC + 10] * qq +
        C[QUADRATIC + 11] * rr;
      Z -=
        C[LINEAR + 12] * ur +
        C[LINEAR + 13] * vr +
        C[LINEAR + 14] * wr +
        C[LINEAR + 15] * p +
        C[LINEAR + 16] * q +
        C[LINEAR + 17] * r;
      Z -=
        C[QUADRATIC + 12] * uu +
        C[QUADRATIC + 13] * vv +
        C[QUADRATIC + 14] * ww +
        C[QUADRATIC + 15] * pp +
        C[QUADRATIC + 16] * qq +
        C[QUADRATIC + 17] * rr;
      K -=
        C[LINEAR + 18] * ur +
        C[LINEAR + 19] * vr +
        C[LINEAR + 20] * wr +
        C[LINEAR + 21] * p +
        C[LINEAR + 22] * q +
        C[LINEAR + 23] * r;
      K -=
        C[QUADRATIC + 18] * uu +
        C[QUADRATIC + 19] * vv +
        C[QUADRATIC + 20] * ww +
        C[QUADRATIC + 21] * pp +
        C[QUADRATIC + 22] * qq +
        C[QUADRATIC + 23] * rr;
      M -=
        C[LINEAR + 24] * ur +
        C[LINEAR + 25] * vr +
        C[LINEAR + 26] * wr +
        C[LINEAR + 27] * p +
        C[LINEAR + 28] * q +
        C[LINEAR + 29] * r;
      M -=
        C[QUADRATIC + 24] * uu +
        C[QUADRATIC + 25] * vv +
        C[QUADRATIC + 26] * ww +
        C[QUADRATIC + 27] * pp +
        C[QUADRATIC + 28] * qq +
        C[QUADRATIC + 29] * rr;
      N -=
        C[LINEAR + 30] * ur +
        C[LINEAR + 31] * vr +
        C[LINEAR + 32] * wr +
        C[LINEAR + 33] * p +
        C[LINEAR + 34] * q +
        C[LINEAR + 35] * r;
      N -=
        C[QUADRATIC + 30] * uu +
        C[QUADRATIC + 31] * vv +
        C[QUADRATIC + 32] * ww +
        C[QUADRATIC + 33] * pp +
        C[QUADRATIC + 34] * qq +
        C[QUADRATIC + 35] * rr;
    } else {
      X -= C[LINEAR + 0] * ur + C[QUADRATIC + 0] * uu;
      Y -= C[LINEAR + 7] * vr + C[QUADRATIC + 7] * vv;
      Z -= C[LINEAR + 14] * wr + C[QUADRATIC + 14] * ww;
      K -= C[LINEAR + 21] * p + C[QUADRATIC + 21] * pp;
      M -= C[LINEAR + 28] * q + C[QUADRATIC + 28] * qq;
      N -= C[LINEAR + 35] * r + C[QUADRATIC + 35] * rr;
    }
    F[0] += X;
    F[1] += Y;
    F[2] += Z;
    F[3] += K;
    F[4] += M;
    F[5] += N;
    this.#hydrostatics.addForce(F, motion);
    if (this.#strips !== null) this.#strips.addForce(F, motion);
  }
}

/** M⁻¹ of a mass matrix that the loader has found positive definite. */
export function invertMass(inverse6: Float64Array, mass6: Float64Array): void {
  const factor = new Float64Array(36);
  const pivot = choleskyFactor6Into(factor, 0, mass6, 0);
  if (pivot !== -1) throw new InvariantError(`mass matrix: ${describePivotFailure(factor, 0, 6, pivot)}`);
  choleskyInverse6Into(inverse6, 0, factor, 0);
}
