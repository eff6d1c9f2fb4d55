/**
 * Attitude without an attitude sensor, as a complementary filter: rates of turn are integrated, and drawn to the measured roll, pitch and
 * heading with the time τ.
 *
 *   q ← q ⊗ exp(½ ω Δt),   Θ ← Θ + Δt / (τ + Δt) (Θ_m − Θ)                        (1)  Θ = [φ θ ψ]
 *   φ_m = atan2(−f_y, −f_z),   θ_m = atan2(f_x, √(f_y² + f_z²))                      (2)  at rest, from the specific force
 *   ψ_m = atan2(−m_y, m_x) + δ                                                    (3)  m: the field, made level with φ and θ; δ declination
 *
 * Inclinometers and compasses that are mounted askew give the angles of their own axes, φ_S, θ_S and ψ_S. Down in B and the hull's heading follow:
 *
 *   d_B = R_BS [−sin θ_S, sin φ_S cos θ_S, cos φ_S cos θ_S],   φ_m = atan2(d_y, d_z),   θ_m = atan2(−d_x, √(d_y² + d_z²))    (4)
 *   ψ_m = ψ + ψ_S − ψ̂_S,   ψ̂_S heading of R_NB R_BS x̂ as estimated                 (5)
 *
 * Where T_b is given, the bias of the gyros is found on the way and taken off the rates: what they draw away steadily, e = Θ_m − Θ, is −b τ.
 *
 *   ω = ω_S − b,   b ← b − Δt / T_b E(Θ) e / τ                                     (6)  E: from rates of angles to rates about the axes
 *
 * Symbols: S the frame of a sensor, turned by R_BS; τ attitudeTime_s, T_b biasTime_s.
 * Valid: (2) for accelerations that are small beside g; (6) for T_b of several τ. Away from a pitch of ±90°.
 * Left out: the turning of the earth, delays of samples, biases of accelerometers and magnetometers.
 * Source: the definitions. Tests: dead-reckoning.test.ts.
 */
import { S_PER_NS } from "../../core/index.ts";
import {
  atan2,
  integrateQuaternionInto,
  normalizeQuaternionInto,
  quaternionFromRpyInto,
  rotateInto,
  rpyFromQuaternionInto,
  sinCosInto,
} from "../../math/index.ts";
import { wrapAngleInto } from "../laws/angle.ts";
import { INPUT, PLACE } from "./estimate.ts";
import * as samples from "./samples.ts";

const { q: Q, w: W, seen: SEEN, bias: BIAS } = PLACE;

export interface AttitudeFilterParams {
  readonly attitudeTime_s: number;
  /** 0: biases are not estimated. */
  readonly biasTime_s: number;
  readonly declination_rad: number;
}

export class AttitudeFilter {
  readonly #p: AttitudeFilterParams;
  /** By INPUT behind the clock. */
  readonly #q_BS: readonly Float64Array[];
  // Room inside a step.
  readonly #a = new Float64Array(4);
  readonly #b = new Float64Array(4);
  readonly #rpy = new Float64Array(3);
  readonly #measured = new Float64Array(3);
  /** Sine and cosine of roll and of pitch. */
  readonly #turns = new Float64Array(4);

  constructor(p: AttitudeFilterParams, q_BS: readonly Float64Array[]) {
    this.#p = p;
    this.#q_BS = q_BS;
  }

  /**
   * Turns the attitude and the rates in memory at reals[m ..] on by step[0], in s. found: by INPUT, place of the newest valid sample, or −1.
   */
  step(reals: Float64Array, m: number, found: Int32Array, step: Float64Array): void {
    const dt_s = step[0]!;
    const gyros = found[INPUT.gyros]!;
    const imu = found[INPUT.imu]!;
    const yaw = found[INPUT.yawGyro]!;
    const { imuSample, tiltSample, headingSample } = samples;
    if (gyros >= 0)
      rotateInto(reals, m + W, this.#q_BS[INPUT.gyros - 1]!, 0, reals, gyros + samples.rateSample.at.rate_radps);
    else if (imu >= 0) rotateInto(reals, m + W, this.#q_BS[INPUT.imu - 1]!, 0, reals, imu + imuSample.at.rate_radps);
    // Rates that stay, since no reading is valid, have lost their bias already.
    if (gyros >= 0 || imu >= 0) {
      for (let i = 0; i < 3; i++) reals[m + W + i] = reals[m + W + i]! - reals[m + BIAS + i]!;
    }
    if (yaw >= 0) this.#turnAboutAxis(reals, m + W, reals[yaw + samples.axisRateSample.at.rate_radps]!);
    integrateQuaternionInto(reals, m + Q, reals, m + Q, reals, m + W, dt_s);
    const rpy = this.#rpy;
    const measured = this.#measured;
    rpyFromQuaternionInto(rpy, 0, reals, m + Q);
    measured.fill(Number.NaN);
    const tilt = found[INPUT.tilt]!;
    if (tilt >= 0) this.#tiltInto(measured, reals, tilt + tiltSample.at.roll_rad);
    else if (imu >= 0) {
      const f = this.#a;
      rotateInto(f, 0, this.#q_BS[INPUT.imu - 1]!, 0, reals, imu + imuSample.at.force_mps2);
      measured[0] = atan2(-f[1]!, -f[2]!); // (2)
      measured[1] = atan2(f[0]!, Math.sqrt(f[1]! * f[1]! + f[2]! * f[2]!));
    }
    const compass = found[INPUT.compass]!;
    if (compass >= 0)
      measured[2] = rpy[2]! + reals[compass + headingSample.at.heading_rad]! - this.#headingOfCompass(reals, m + Q);
    else if (imu >= 0) measured[2] = this.#magneticHeading(reals, imu, rpy);
    const isFirst = Number.isNaN(reals[m + SEEN + 1]!);
    const share = isFirst ? 1 : dt_s / (this.#p.attitudeTime_s + dt_s);
    for (let i = 0; i < 3; i++) {
      measured[i] = Number.isNaN(measured[i]!) ? 0 : measured[i]! - rpy[i]!;
      wrapAngleInto(measured, i);
    }
    if (!isFirst && this.#p.biasTime_s > 0) this.#learnBias(reals, m + BIAS, rpy, measured, step);
    for (let i = 0; i < 3; i++) rpy[i] = rpy[i]! + share * measured[i]!;
    quaternionFromRpyInto(reals, m + Q, rpy[0]!, rpy[1]!, rpy[2]!);
    normalizeQuaternionInto(reals, m + Q, reals, m + Q);
    const taken = gyros >= 0 ? gyros : imu;
    if (taken >= 0) reals[m + SEEN + 1] = reals[taken]! * S_PER_NS;
  }

  /** (4) */
  #tiltInto(measured: Float64Array, reals: Float64Array, tilt: number): void {
    const down = this.#a;
    const turns = this.#turns;
    sinCosInto(turns, 0, reals[tilt]!);
    sinCosInto(turns, 2, reals[tilt + 1]!);
    down[0] = -turns[2]!;
    down[1] = turns[0]! * turns[3]!;
    down[2] = turns[1]! * turns[3]!;
    rotateInto(down, 0, this.#q_BS[INPUT.tilt - 1]!, 0, down, 0);
    measured[0] = atan2(down[1]!, down[2]!);
    measured[1] = atan2(-down[0]!, Math.sqrt(down[1]! * down[1]! + down[2]! * down[2]!));
  }

  /** ψ̂_S of (5): where x of the compass points by the estimate. */
  #headingOfCompass(reals: Float64Array, q: number): number {
    const e = this.#b;
    e[0] = 1;
    e[1] = 0;
    e[2] = 0;
    rotateInto(e, 0, this.#q_BS[INPUT.compass - 1]!, 0, e, 0);
    rotateInto(e, 0, reals, q, e, 0);
    return atan2(e[1]!, e[0]!);
  }

  /** (6); off: how far the measured angles are from the estimate. */
  #learnBias(reals: Float64Array, b: number, rpy: Float64Array, off: Float64Array, step: Float64Array): void {
    const share = step[0]! / (this.#p.biasTime_s * this.#p.attitudeTime_s);
    sinCosInto(this.#turns, 0, rpy[0]!);
    sinCosInto(this.#turns, 2, rpy[1]!);
    const [sRoll, cRoll, sPitch, cPitch] = [this.#turns[0]!, this.#turns[1]!, this.#turns[2]!, this.#turns[3]!];
    const pitch = off[1]!;
    const heading = off[2]!;
    reals[b] = reals[b]! - share * (off[0]! - heading * sPitch);
    reals[b + 1] = reals[b + 1]! - share * (pitch * cRoll + heading * sRoll * cPitch);
    reals[b + 2] = reals[b + 2]! - share * (heading * cRoll * cPitch - pitch * sRoll);
  }

  /** A gyroscope of one axis is believed about that axis, its own x, wherever it points: ω ← ω + (rate − ω · e) e. */
  #turnAboutAxis(reals: Float64Array, w: number, rate_radps: number): void {
    const e = this.#b;
    e[0] = 1;
    e[1] = 0;
    e[2] = 0;
    rotateInto(e, 0, this.#q_BS[INPUT.yawGyro - 1]!, 0, e, 0);
    const miss = rate_radps - (reals[w]! * e[0]! + reals[w + 1]! * e[1]! + reals[w + 2]! * e[2]!);
    for (let i = 0; i < 3; i++) reals[w + i] = reals[w + i]! + miss * e[i]!;
  }

  /** (3) */
  #magneticHeading(reals: Float64Array, imu: number, rpy: Float64Array): number {
    const field = this.#a;
    const { field_T } = samples.imuSample.at;
    // It has no magnetometers.
    if (Number.isNaN(reals[imu + field_T]!)) return Number.NaN;
    rotateInto(field, 0, this.#q_BS[INPUT.imu - 1]!, 0, reals, imu + field_T);
    sinCosInto(this.#turns, 0, rpy[0]!);
    sinCosInto(this.#turns, 2, rpy[1]!);
    const [sRoll, cRoll, sPitch, cPitch] = [this.#turns[0]!, this.#turns[1]!, this.#turns[2]!, this.#turns[3]!];
    const level = field[1]! * sRoll + field[2]! * cRoll;
    const ahead = field[0]! * cPitch + level * sPitch;
    const right = field[1]! * cRoll - field[2]! * sRoll;
    return atan2(-right, ahead) + this.#p.declination_rad;
  }
}
