/**
 * Hull by hydrodynamic derivatives: the coefficient sets in which torpedo-shaped vehicles are published [Prestero2001].
 *
 *   M ν̇ = F,   M = M_RB + M_A                                                        (1)
 *   M_A ν̇_r = −[X_u̇ u̇, Y_v̇ v̇ + Y_ṙ ṙ, Z_ẇ ẇ + Z_q̇ q̇, K_ṗ ṗ, M_ẇ ẇ + M_q̇ q̇, N_v̇ v̇ + N_ṙ ṙ]     (2)
 *
 * Rigid body, on the velocity over ground, as in fossen-hull.ts: −[ω × P; ω × H + v × P], [P; H] = M_RB ν    (3)
 * Water, on the velocity relative to it (u … r are ν_r here):
 *
 *   X = X_uu u|u| + X_wq wq + X_qq q² + X_vr vr + X_rr r² + X_prop
 *   Y = Y_vv v|v| + Y_rr r|r| + Y_uv uv + Y_ur ur + Y_wp wp + Y_pq pq + Y_uuδr u² δ_r
 *   Z = Z_ww w|w| + Z_qq q|q| + Z_uw uw + Z_uq uq + Z_vp vp + Z_rp rp + Z_uuδs u² δ_s
 *   K = K_pp p|p| + K_vw vw + K_vq vq + K_wr wr + K_qr qr + K_prop                        (4)
 *   M = M_ww w|w| + M_qq q|q| + M_uw uw + M_uq uq + M_vp vp + M_rp rp + M_uuδs u² δ_s
 *   N = N_vv v|v| + N_rr r|r| + N_uv uv + N_ur ur + N_wp wp + N_pq pq + N_uuδr u² δ_r
 *   + M_A [v̇_c; 0] + ρ V [a_w; r_b × a_w]                                               (5)  what the water's motion does
 *
 * The cross terms of (4) *replace* the Coriolis term of the added mass: such a set already holds it, mixed with the lift of
 * body and fins. Its share is Kirchhoff's −[ω × P_A; ω × H_A + v × P_A] with [P_A; H_A] = M_A ν_r from (2), multiplied out:
 *
 *   X_wq = Z_ẇ     X_qq = Z_q̇     X_vr = −Y_v̇    X_rr = −Y_ṙ
 *   Y_ur = X_u̇     Y_wp = −Z_ẇ    Y_pq = −Z_q̇
 *   Z_uq = −X_u̇    Z_vp = Y_v̇     Z_rp = Y_ṙ                                             (6)
 *   K_vw = Z_ẇ − Y_v̇    K_vq = Z_q̇ + N_v̇    K_wr = −Y_ṙ − M_ẇ    K_qr = N_ṙ − M_q̇         all 0 for a body of revolution
 *   M_uw = X_u̇ − Z_ẇ    M_uq = −Z_q̇    M_vp = −N_v̇    M_rp = K_ṗ − N_ṙ
 *   N_uv = Y_v̇ − X_u̇    N_ur = Y_ṙ     N_wp = M_ẇ     N_pq = M_q̇ − K_ṗ
 *
 * and a fin pair of force 9.64 u² per rad at x adds Y_uv −9.64, Y_ur −9.64 x, N_uv −9.64 x, N_ur −9.64 x² to it.
 *
 * Commands, if the set has fins or a propeller: [δ_r, δ_s in rad, propeller 0 … 1]. Signs are the set's own: in Prestero's,
 * +δ_s noses down and +δ_r turns to *port*, other than in remus100-reference-hull.ts.
 * Ideal flow makes M_A symmetric; of pairs that differ in print (Y_ṙ, N_v̇; Z_q̇, M_ẇ) the mean is taken in M.
 * Valid: forward flight, small angles of attack: the lift in Y_uv … N_ur has the wrong sign astern and does not stall.
 * Left out: change of the coefficients with the water's density; fin and shaft dynamics; products the set does not name.
 * Source: the form is that of the public transcriptions of [Prestero2001]; (6) is derived here. Slips of the
 * transcriptions: docs/errata.md. Tests: (6) against fossen-hull.ts, symmetry of the body of revolution, closed forms.
 */
import { MOTION } from "../actuators/index.ts";
import { spatialInertiaInto } from "../math/index.ts";
import type { Signal } from "./body.ts";
import { invertMass } from "./fossen-hull.ts";
import type { BodyForce, HullFigures, HullModel } from "./hull-model.ts";

/** The derivatives, each with its unit, by their place in a hull's coefficients. */
export const DERIVATIVE = {
  // Added mass: force by acceleration.
  Xudot: 0, // kg
  Yvdot: 1, // kg
  Yrdot: 2, // kg m/rad
  Zwdot: 3, // kg
  Zqdot: 4, // kg m/rad
  Kpdot: 5, // kg m²/rad
  Mwdot: 6, // kg m
  Mqdot: 7, // kg m²/rad
  Nvdot: 8, // kg m
  Nrdot: 9, // kg m²/rad
  // Quadratic damping: Xuu stands for X_u|u|.
  Xuu: 10, // kg/m
  Yvv: 11, // kg/m
  Yrr: 12, // kg m/rad²
  Zww: 13, // kg/m
  Zqq: 14, // kg m/rad²
  Kpp: 15, // kg m²/rad²
  Mww: 16, // kg
  Mqq: 17, // kg m²/rad²
  Nvv: 18, // kg
  Nrr: 19, // kg m²/rad²
  // Cross terms.
  Xwq: 20, // kg/rad
  Xqq: 21, // kg m/rad²
  Xvr: 22, // kg/rad
  Xrr: 23, // kg m/rad²
  Yuv: 24, // kg/m
  Yur: 25, // kg/rad
  Ywp: 26, // kg/rad
  Ypq: 27, // kg m/rad²
  Zuw: 28, // kg/m
  Zuq: 29, // kg/rad
  Zvp: 30, // kg/rad
  Zrp: 31, // kg m/rad²
  Kvw: 32, // kg
  Kvq: 33, // kg m/rad
  Kwr: 34, // kg m/rad
  Kqr: 35, // kg m²/rad²
  Muw: 36, // kg
  Muq: 37, // kg m/rad
  Mvp: 38, // kg m/rad
  Mrp: 39, // kg m²/rad²
  Nuv: 40, // kg
  Nur: 41, // kg m/rad
  Nwp: 42, // kg m/rad
  Npq: 43, // kg m²/rad²
  // Fins, by u² and radian; propeller, at full command.
  Yuudr: 44, // kg/(m rad)
  Zuuds: 45, // kg/(m rad)
  Muuds: 46, // kg/rad
  Nuudr: 47, // kg/rad
  Xprop: 48, // N
  Kprop: 49, // N m
} as const;

export type DerivativeName = keyof typeof DERIVATIVE;
/** A set; what it does not name is 0. */
export type Derivatives = Readonly<Partial<Record<DerivativeName, number>>>;

const FIRST_OF_ACTUATORS = DERIVATIVE.Yuudr;
const COEFFICIENTS = 50;

export interface DerivativesHullParameters {
  readonly mass_kg: number;
  readonly volume_m3: number;
  /** Bcm and Bcb from Bo, in B. */
  readonly cg_m: readonly number[];
  readonly cb_m: readonly number[];
  /** About Bcm, 3×3 row-major, in B. */
  readonly inertia_kgm2: readonly number[];
  readonly derivatives: Derivatives;
  /** Largest |δ|; none if absent. */
  readonly finLimit_rad?: number;
}

const D = DERIVATIVE;
// The body's own numbers behind the derivatives.
const MASS = COEFFICIENTS;
const STATIC_MOMENT = MASS + 1; // m r_g
const INERTIA = STATIC_MOMENT + 3; // about Bo, 3×3
const VOLUME = INERTIA + 9;
const BUOYANCY_CENTRE = VOLUME + 1;
const FIN_LIMIT = BUOYANCY_CENTRE + 3;
const SIZE = FIN_LIMIT + 1;

const ACTUATORS = [
  { name: "rudder", unit: "rad" },
  { name: "sternPlane", unit: "rad" },
  { name: "propeller", unit: "1" },
] as const;

export class DerivativesHull implements HullModel {
  readonly states = 0;
  readonly commands: number;
  readonly commandSignals: readonly Signal[];
  readonly outputs: readonly Signal[];
  readonly figures: HullFigures;
  readonly mass6 = new Float64Array(36);
  readonly massInverse6 = new Float64Array(36);
  readonly #c = new Float64Array(SIZE);
  readonly #hydrostatics: BodyForce;

  constructor(p: DerivativesHullParameters, hydrostatics: BodyForce) {
    const c = this.#c;
    const names = Object.keys(DERIVATIVE) as DerivativeName[];
    for (const name of names) c[DERIVATIVE[name]] = p.derivatives[name] ?? 0;
    this.commands = names.some((name) => DERIVATIVE[name] >= FIRST_OF_ACTUATORS && c[DERIVATIVE[name]] !== 0) ? 3 : 0;
    this.commandSignals = this.commands === 0 ? [] : ACTUATORS;
    this.outputs = this.commandSignals.map(({ name, unit }) => ({ name: `${name}_command`, unit }));
    this.figures = { hydrostatics: hydrostatics.parameters ?? null, inertia_kgm2: p.inertia_kgm2 };

    const rigid6 = new Float64Array(36);
    spatialInertiaInto(rigid6, 0, p.mass_kg, Float64Array.from(p.cg_m), 0, Float64Array.from(p.inertia_kgm2), 0);
    c[MASS] = p.mass_kg;
    c[VOLUME] = p.volume_m3;
    c[FIN_LIMIT] = p.finLimit_rad ?? Number.POSITIVE_INFINITY;
    for (let i = 0; i < 3; i++) {
      c[STATIC_MOMENT + i] = p.mass_kg * p.cg_m[i];
      c[BUOYANCY_CENTRE + i] = p.cb_m[i];
      for (let j = 0; j < 3; j++) c[INERTIA + 3 * i + j] = rigid6[6 * (i + 3) + 3 + j];
    }
    addedMassInto(this.mass6, 0, p.derivatives);
    for (let k = 0; k < 36; k++) this.mass6[k] += rigid6[k];
    invertMass(this.massInverse6, this.mass6);
    this.#hydrostatics = hydrostatics;
  }

  addForce(
    F_Bo_B: Float64Array,
    _dx: Float64Array,
    _d: number,
    motion: Float64Array,
    _x: Float64Array,
    _s: number,
    commands: Float64Array,
    at: number,
  ): void {
    this.#addRigidBody(F_Bo_B, motion);
    this.#addDerivatives(F_Bo_B, motion);
    if (this.commands > 0) this.#addActuators(F_Bo_B, motion, commands, at);
    this.#hydrostatics.addForce(F_Bo_B, motion);
  }

  /** The commands in force. */
  outputValuesInto(
    out: Float64Array,
    o: number,
    _motion: Float64Array,
    _x: Float64Array,
    _s: number,
    commands: Float64Array,
    c: number,
  ): void {
    for (let i = 0; i < this.commands; i++) out[o + i] = commands[c + i];
  }

  /** (3), and of (5) the push that the displaced water would get. */
  #addRigidBody(F: Float64Array, motion: Float64Array): void {
    const c = this.#c;
    const u = motion[MOTION.V];
    const v = motion[MOTION.V + 1];
    const w = motion[MOTION.V + 2];
    const p = motion[MOTION.V + 3];
    const q = motion[MOTION.V + 4];
    const r = motion[MOTION.V + 5];
    const m = c[MASS];
    const mx = c[STATIC_MOMENT];
    const my = c[STATIC_MOMENT + 1];
    const mz = c[STATIC_MOMENT + 2];
    const P1 = m * u + q * mz - r * my;
    const P2 = m * v + r * mx - p * mz;
    const P3 = m * w + p * my - q * mx;
    const H1 = c[INERTIA] * p + c[INERTIA + 1] * q + c[INERTIA + 2] * r + my * w - mz * v;
    const H2 = c[INERTIA + 3] * p + c[INERTIA + 4] * q + c[INERTIA + 5] * r + mz * u - mx * w;
    const H3 = c[INERTIA + 6] * p + c[INERTIA + 7] * q + c[INERTIA + 8] * r + mx * v - my * u;

    const displaced_kg = motion[MOTION.density] * c[VOLUME];
    const f1 = displaced_kg * motion[MOTION.waterAcceleration];
    const f2 = displaced_kg * motion[MOTION.waterAcceleration + 1];
    const f3 = displaced_kg * motion[MOTION.waterAcceleration + 2];
    const bx = c[BUOYANCY_CENTRE];
    const by = c[BUOYANCY_CENTRE + 1];
    const bz = c[BUOYANCY_CENTRE + 2];

    F[0] += f1 - (q * P3 - r * P2);
    F[1] += f2 - (r * P1 - p * P3);
    F[2] += f3 - (p * P2 - q * P1);
    F[3] += by * f3 - bz * f2 - (q * H3 - r * H2) - (v * P3 - w * P2);
    F[4] += bz * f1 - bx * f3 - (r * H1 - p * H3) - (w * P1 - u * P3);
    F[5] += bx * f2 - by * f1 - (p * H2 - q * H1) - (u * P2 - v * P1);
  }

  /** (4) without its commands, and of (5) the added mass. */
  #addDerivatives(F: Float64Array, motion: Float64Array): void {
    const c = this.#c;
    const u = motion[MOTION.Vr];
    const v = motion[MOTION.Vr + 1];
    const w = motion[MOTION.Vr + 2];
    const p = motion[MOTION.Vr + 3];
    const q = motion[MOTION.Vr + 4];
    const r = motion[MOTION.Vr + 5];
    const uu = Math.abs(u) * u;
    const vv = Math.abs(v) * v;
    const ww = Math.abs(w) * w;
    const pp = Math.abs(p) * p;
    const qq = Math.abs(q) * q;
    const rr = Math.abs(r) * r;
    const uv = u * v;
    const uw = u * w;
    const uq = u * q;
    const ur = u * r;
    const vp = v * p;
    const wp = w * p;
    const pq = p * q;
    const rp = r * p;
    F[0] += c[D.Xuu] * uu + c[D.Xwq] * w * q + c[D.Xqq] * q * q + c[D.Xvr] * v * r + c[D.Xrr] * r * r;
    F[1] += c[D.Yvv] * vv + c[D.Yrr] * rr + c[D.Yuv] * uv + c[D.Yur] * ur + c[D.Ywp] * wp + c[D.Ypq] * pq;
    F[2] += c[D.Zww] * ww + c[D.Zqq] * qq + c[D.Zuw] * uw + c[D.Zuq] * uq + c[D.Zvp] * vp + c[D.Zrp] * rp;
    F[3] += c[D.Kpp] * pp + c[D.Kvw] * v * w + c[D.Kvq] * v * q + c[D.Kwr] * w * r + c[D.Kqr] * q * r;
    F[4] += c[D.Mww] * ww + c[D.Mqq] * qq + c[D.Muw] * uw + c[D.Muq] * uq + c[D.Mvp] * vp + c[D.Mrp] * rp;
    F[5] += c[D.Nvv] * vv + c[D.Nrr] * rr + c[D.Nuv] * uv + c[D.Nur] * ur + c[D.Nwp] * wp + c[D.Npq] * pq;

    const c1 = motion[MOTION.currentRate];
    const c2 = motion[MOTION.currentRate + 1];
    const c3 = motion[MOTION.currentRate + 2];
    F[0] -= c[D.Xudot] * c1;
    F[1] -= c[D.Yvdot] * c2;
    F[2] -= c[D.Zwdot] * c3;
    F[4] -= 0.5 * (c[D.Mwdot] + c[D.Zqdot]) * c3;
    F[5] -= 0.5 * (c[D.Nvdot] + c[D.Yrdot]) * c2;
  }

  /** Fins and propeller of (4). */
  #addActuators(F: Float64Array, motion: Float64Array, commands: Float64Array, at: number): void {
    const c = this.#c;
    const limit = c[FIN_LIMIT];
    const uu = motion[MOTION.Vr] * motion[MOTION.Vr];
    const rudder = uu * Math.min(Math.max(commands[at], -limit), limit);
    const stern = uu * Math.min(Math.max(commands[at + 1], -limit), limit);
    const propeller = Math.min(Math.max(commands[at + 2], 0), 1);
    F[0] += c[D.Xprop] * propeller;
    F[1] += c[D.Yuudr] * rudder;
    F[2] += c[D.Zuuds] * stern;
    F[3] += c[D.Kprop] * propeller;
    F[4] += c[D.Muuds] * stern;
    F[5] += c[D.Nuudr] * rudder;
  }
}

/** (2): M_A, 6×6 row-major, made symmetric. */
export function addedMassInto(addedMass6: Float64Array, o: number, d: Derivatives): void {
  for (let k = 0; k < 36; k++) addedMass6[o + k] = 0;
  addedMass6[o] = -(d.Xudot ?? 0);
  addedMass6[o + 7] = -(d.Yvdot ?? 0);
  addedMass6[o + 14] = -(d.Zwdot ?? 0);
  addedMass6[o + 21] = -(d.Kpdot ?? 0);
  addedMass6[o + 28] = -(d.Mqdot ?? 0);
  addedMass6[o + 35] = -(d.Nrdot ?? 0);
  const heavePitch = -0.5 * ((d.Zqdot ?? 0) + (d.Mwdot ?? 0));
  const swayYaw = -0.5 * ((d.Yrdot ?? 0) + (d.Nvdot ?? 0));
  addedMass6[o + 16] = heavePitch;
  addedMass6[o + 26] = heavePitch;
  addedMass6[o + 11] = swayYaw;
  addedMass6[o + 31] = swayYaw;
}

/** (6): the cross terms of ideal flow, without the lift of body and fins; what a published set can be checked against. */
export function idealCrossTerms(d: Derivatives): Derivatives {
  const { Xudot = 0, Yvdot = 0, Yrdot = 0, Zwdot = 0, Zqdot = 0, Kpdot = 0 } = d;
  const { Mwdot = 0, Mqdot = 0, Nvdot = 0, Nrdot = 0 } = d;
  return {
    ...{ Xwq: Zwdot, Xqq: Zqdot, Xvr: -Yvdot, Xrr: -Yrdot },
    ...{ Yuv: 0, Yur: Xudot, Ywp: -Zwdot, Ypq: -Zqdot },
    ...{ Zuw: 0, Zuq: -Xudot, Zvp: Yvdot, Zrp: Yrdot },
    ...{ Kvw: Zwdot - Yvdot, Kvq: Zqdot + Nvdot, Kwr: -Yrdot - Mwdot, Kqr: Nrdot - Mqdot },
    ...{ Muw: Xudot - Zwdot, Muq: -Zqdot, Mvp: -Nvdot, Mrp: Kpdot - Nrdot },
    ...{ Nuv: Yvdot - Xudot, Nur: Yrdot, Nwp: Mwdot, Npq: Mqdot - Kpdot },
  };
}
