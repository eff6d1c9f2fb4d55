/**
 * Where a sensor is and how it moves, from the motion of the body that carries it.
 *
 *   p_NS = p_NB + R_NB p_BS                                                    (1)
 *   q_NS = q_NB q_BS                                                           (2)
 *   v_NS_S = R_SB (v_NB_B + ω × p_BS)                                           (3)  ω = w_NB_B
 *   w_NS_S = R_SB ω                                                            (4)
 *   a_NS_S = R_SB (v̇ + ω × v + ω̇ × p_BS + ω × (ω × p_BS))                        (5)  v̇: rates of the components in B
 *   f_S = a_NS_S − R_SN g                                                      (6)  specific force, g = [0 0 g]
 *
 * (5) is the derivative of (3) in N: v̇ + ω × v is the acceleration of Bo, the last two terms those of the lever arm. N is taken as
 * inertial: the turning of the earth (7.3e-5 rad/s) is left out.
 */
import type { ThingMount } from "../engine/index.ts";
import { crossInto, multiplyQuaternionsInto, rotateInto, rotateInverseInto } from "../math/index.ts";
import { bodyMotion } from "./messages.ts";

const {
  p_NB_m: P,
  q_NB: Q,
  v_NB_B_mps: V,
  w_NB_B_radps: W,
  v_FB_B_mps: U,
  dv_NB_B_mps2: DV,
  dw_NB_B_radps2: DW,
} = bodyMotion.at;

export class Mounting {
  readonly #p_BS: Float64Array;
  readonly #q_BS: Float64Array;
  /** Room inside one call; holds nothing between calls. */
  readonly #a = new Float64Array(3);
  readonly #b = new Float64Array(3);

  constructor({ p_BS_m, q_BS }: ThingMount) {
    this.#p_BS = Float64Array.from(p_BS_m);
    this.#q_BS = Float64Array.from(q_BS);
  }

  /** (1) */
  placeInto(out: Float64Array, o: number, motion: Float64Array): void {
    rotateInto(out, o, motion, Q, this.#p_BS, 0);
    for (let i = 0; i < 3; i++) out[o + i] += motion[P + i];
  }

  /** (2) */
  attitudeInto(out: Float64Array, o: number, motion: Float64Array): void {
    multiplyQuaternionsInto(out, o, motion, Q, this.#q_BS, 0);
  }

  /** (3), over ground. */
  velocityInto(out: Float64Array, o: number, motion: Float64Array): void {
    this.#moveInto(out, o, motion, V);
  }

  /** (3) with the velocity through the water. */
  throughWaterInto(out: Float64Array, o: number, motion: Float64Array): void {
    this.#moveInto(out, o, motion, U);
  }

  #moveInto(out: Float64Array, o: number, motion: Float64Array, from: number): void {
    const a = this.#a;
    crossInto(a, 0, motion, W, this.#p_BS, 0);
    for (let i = 0; i < 3; i++) a[i] += motion[from + i];
    rotateInverseInto(out, o, this.#q_BS, 0, a, 0);
  }

  /** (4) */
  rateInto(out: Float64Array, o: number, motion: Float64Array): void {
    rotateInverseInto(out, o, this.#q_BS, 0, motion, W);
  }

  /** (5), (6) */
  forceInto(out: Float64Array, o: number, motion: Float64Array, gravity_mps2: number): void {
    const a = this.#a;
    const b = this.#b;
    crossInto(a, 0, motion, W, this.#p_BS, 0);
    for (let i = 0; i < 3; i++) a[i] += motion[V + i];
    crossInto(a, 0, motion, W, a, 0); // ω × (v + ω × p)
    crossInto(b, 0, motion, DW, this.#p_BS, 0);
    for (let i = 0; i < 3; i++) a[i] += b[i] + motion[DV + i];
    b[0] = 0;
    b[1] = 0;
    b[2] = gravity_mps2;
    rotateInverseInto(b, 0, motion, Q, b, 0);
    for (let i = 0; i < 3; i++) a[i] -= b[i];
    rotateInverseInto(out, o, this.#q_BS, 0, a, 0);
  }

  /** R_SN v: a vector of N in the axes of the sensor. */
  fromNorthInto(out: Float64Array, o: number, motion: Float64Array, v_N: Float64Array, i: number): void {
    rotateInverseInto(this.#a, 0, motion, Q, v_N, i);
    rotateInverseInto(out, o, this.#q_BS, 0, this.#a, 0);
  }
}
