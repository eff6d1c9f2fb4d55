/**
 * An attitude and heading reference: what an inertial unit reads (inertial.ts), and the orientation that its filter makes of it. The filter
 * is not run; its errors are modelled, since makers publish their size and not their equations.
 *
 *   λ ← e^(−Δt/τ) λ + τ (1 − e^(−Δt/τ)) ω                                        (1)  lag behind the motion; in a steady turn λ = τ ω
 *   T ε̇ = ε_f − ε,   ε_f = turn from the felt down −f to the true one           (2)  the accelerometers pull the vertical over T
 *   T δ̇ = δ_m − δ,   δ_m = D_set − α                                             (3)  the magnetometers pull the heading, magnetics.ts (2)
 *   q̂ = exp(δ ẑ_N) ⊗ q_NS ⊗ exp(ε − λ)                                           (4)
 *   roll, pitch, heading = those of q̂ + σ_i n_i                                   (5)  n_i Gauss–Markov, deviation 1, time errorTime_s
 *   σ_i² = s_i² + (max(s_i, s_d)² − s_i²) μ                                       (6)  s_i at rest, s_d in motion
 *   μ̇ = (min(1, |ω|²/ω_d² + |a|²/a_d²) − μ) / errorTime_s                         (7)  how lively the motion is, 0 to 1
 *
 * (2) and (3) are the errors of every complementary or Kalman filter that trusts its gyros for shorter than T: gravity cannot be told from
 * the acceleration of a turn, nor iron from the earth. Without correctionTime_s the true vertical is known, and (3) acts at once. They
 * start at rest: ε = 0. With north="gyro" the heading comes from the turning of the earth, as in a gyrocompass: δ = 0, and s of the
 * heading grows as 1 / cos of the latitude of the world.
 *
 * Sheets give s_i as "static" and s_d as "dynamic" accuracy without saying of which motion: dynamicRate_degps and
 * dynamicAcceleration_mps2 state one, and both are taken as deviations. Errors of the gyros act on the orientation through (5) only.
 * Symbols: ω = w_NS_S; a acceleration and f specific force of the sensor, in S; α, D_set as in magnetics.ts; τ lag_s; T correctionTime_s.
 * Valid: λ and ε small against a radian. Angles between −180° and 180°.
 * Source: the equations of errors of a first-order complementary filter. Tests: ahrs.test.ts.
 */
import type { Moment, Thing, ThingSite } from "../engine/index.ts";
import { describedSea } from "../environment/index.ts";
import { defineModel } from "../library/index.ts";
import {
  atan2,
  cos,
  crossInto,
  dot,
  multiplyQuaternionsInto,
  norm,
  quaternionFromAxisAngleInto,
  rpyFromQuaternionInto,
} from "../math/index.ts";
import { inSteps, wrapAngle, wrapAttitudeInto } from "./angles.ts";
import { Errors, EXACT } from "./error-model.ts";
import { share } from "./first-order.ts";
import { checkInertial, INERTIAL, INERTIAL_PARAMS, INERTIAL_WORDS, Inertial, type InertialParams } from "./inertial.ts";
import { DECLINATION } from "./magnetics.ts";
import { ahrsSample } from "./messages.ts";
import { READS, sensor } from "./sensor.ts";
import { type Measure, SAMPLE, type SensorInput, sensorThing } from "./sensor-thing.ts";

export const ahrs = defineModel(sensor, {
  model: "ahrs",
  doc: "An attitude and heading reference: roll, pitch and heading by its own filter, besides what an inertial unit reads",
  reads: READS,
  params: {
    ...INERTIAL_PARAMS,
    north: {
      type: "choice",
      choices: ["magnetic", "gyro"],
      doc:
        "what its heading comes from: the magnetic field, or the turning of the earth as in a gyrocompass; where not given, the field if it " +
        "has magnetometers",
      optional: true,
    },
    declination_deg: DECLINATION,
    rollPitchError_deg: { doc: "s, deviation of roll and pitch at rest", min: 0, max: 90, default: 0 },
    headingError_deg: {
      doc: "s, deviation of the heading at rest; of a gyrocompass at the equator",
      min: 0,
      max: 90,
      default: 0,
    },
    dynamicError_deg: {
      doc: "s_d, deviation of each angle in lively motion; that at rest where not given",
      min: 0,
      max: 90,
      optional: true,
    },
    dynamicRate_degps: { doc: "ω_d, rate of turn at which the motion is lively", above: 0, default: 30 },
    dynamicAcceleration_mps2: { doc: "a_d, acceleration at which the motion is lively", above: 0, default: 1 },
    errorTime_s: { doc: "correlation time of the errors of the angles", above: 0, default: 60 },
    lag_s: { doc: "τ, lag of the orientation behind the motion", min: 0, max: 10, default: 0 },
    correctionTime_s: {
      doc: "T, time over which felt down and magnetic north pull the orientation; where not given, the true vertical is known",
      above: 0,
      max: 1e4,
      optional: true,
    },
    orientationResolution_deg: { doc: "step of roll, pitch and heading; 0 for none", min: 0, max: 90, default: 0 },
  },
  check(p, report) {
    checkInertial(p, report);
    if (p.north === "magnetic" && !p.magnetometer) {
      const hint = 'add north="gyro" for a gyrocompass';
      report("magnetometer", "the heading comes from the magnetic field, and there is no magnetometer", { hint });
    }
  },
  create: (p, component): Thing =>
    sensorThing(component, p, {
      message: ahrsSample,
      words: { roll_rad: "roll", pitch_rad: "pitch", heading_rad: "heading", ...INERTIAL_WORDS },
      about: { inertial: "rate force" },
      join: (site) => {
        const north = p.north ?? (p.magnetometer ? "magnetic" : "gyro");
        return join(site, { ...p, north } as unknown as AhrsParams);
      },
    }),
});

interface AhrsParams extends InertialParams {
  readonly north: string;
  readonly declination_rad: number | undefined;
  readonly rollPitchError_rad: number;
  readonly headingError_rad: number;
  readonly dynamicError_rad: number | undefined;
  readonly dynamicRate_radps: number;
  readonly dynamicAcceleration_mps2: number;
  readonly errorTime_s: number;
  readonly lag_s: number;
  readonly correctionTime_s: number | undefined;
  readonly orientationResolution_rad: number;
}

/** Of roll, pitch and heading, then what inertial.ts reads. */
const ANGLES = 3;

function join(site: ThingSite, p: AhrsParams): Measure {
  const inertial = new Inertial(site, p);
  const filter = new OrientationFilter(site, p, inertial);
  const { mounting } = inertial;
  const q = new Float64Array(4);
  return (reading, truth, input, moment) => {
    const inside = inertial.readInto(reading, ANGLES, truth, ANGLES, input, moment);
    mounting.attitudeInto(q, 0, input.motion);
    rpyFromQuaternionInto(truth, 0, q, 0);
    filter.readInto(reading, truth, q, input, moment);
    return inside ? SAMPLE.valid : SAMPLE.outOfRange;
  };
}

/** Places in its state. */
const LAG = 0;
const PULL = 3;
const DEVIATION = 6;
const LIVELY = 7;
const STATE_SIZE = 8;

const DOWN_N = Float64Array.of(0, 0, 1);
const NO_ANGLES = new Float64Array(ANGLES);

class OrientationFilter {
  readonly #p: AhrsParams;
  readonly #inertial: Inertial;
  readonly #at: number;
  readonly #gravity_mps2: number;
  readonly #declination_rad: number;
  readonly #headingError_rad: number;
  readonly #wander: Errors;
  /** Room inside one call; holds nothing between calls. */
  readonly #down = new Float64Array(3);
  readonly #felt = new Float64Array(3);
  readonly #turn = new Float64Array(3);
  readonly #field = new Float64Array(3);
  readonly #q = new Float64Array(4);
  readonly #dq = new Float64Array(4);
  readonly #n = new Float64Array(ANGLES);

  constructor(site: ThingSite, p: AhrsParams, inertial: Inertial) {
    const { gravity_mps2, magneticDeclination_rad } = site.world.constants;
    const latitude_rad = describedSea(site.world).origin?.latitude_rad ?? 0;
    this.#p = p;
    this.#inertial = inertial;
    this.#gravity_mps2 = gravity_mps2;
    this.#declination_rad = p.declination_rad ?? magneticDeclination_rad;
    // Over a pole a gyrocompass points anywhere: 90° at most.
    const secant = p.north === "gyro" ? 1 / Math.max(1e-3, cos(latitude_rad)) : 1;
    this.#headingError_rad = Math.min(Math.PI / 2, p.headingError_rad * secant);
    const unit = { ...EXACT, instability: 1, instabilityTime_s: p.errorTime_s };
    this.#wander = new Errors(site, "orientation", unit, ANGLES, p.rate_Hz);
    this.#at = site.reals("filter", STATE_SIZE);
  }

  /** Roll, pitch and heading to reading[0 ..]; truth as the sample has it; q = q_NS. */
  readInto(
    reading: Float64Array,
    truth: Float64Array,
    q: Float64Array,
    input: SensorInput,
    moment: Pick<Moment, "now_ns" | "reals" | "integers">,
  ): void {
    const { motion, elapsed_s } = input;
    const { reals } = moment;
    const { lag_s, correctionTime_s, orientationResolution_rad } = this.#p;
    const at = this.#at;
    const first = !(elapsed_s > 0);
    this.#inertial.mounting.fromNorthInto(this.#down, 0, motion, DOWN_N, 0);
    this.#stepLag(reals, truth, elapsed_s, first);
    this.#stepPull(reals, truth, elapsed_s, first);
    this.#stepDeviation(reals, q, motion, elapsed_s, first);
    const lively = this.#stepLively(reals, truth, elapsed_s, first);

    // (4)
    const turn = this.#turn;
    const withLag = lag_s > 0;
    const withPull = correctionTime_s !== undefined;
    for (let i = 0; i < 3; i++) turn[i] = (withPull ? reals[at + PULL + i] : 0) - (withLag ? reals[at + LAG + i] : 0);
    quaternionFromAxisAngleInto(this.#dq, 0, turn, 0, norm(turn, 0));
    multiplyQuaternionsInto(this.#q, 0, q, 0, this.#dq, 0);
    rpyFromQuaternionInto(reading, 0, this.#q, 0);
    reading[2] += reals[at + DEVIATION];

    // (5)
    this.#wander.readInto(this.#n, 0, NO_ANGLES, 0, input, moment);
    const tilt_rad = this.#sigma(this.#p.rollPitchError_rad, lively);
    reading[0] += tilt_rad * this.#n[0];
    reading[1] += tilt_rad * this.#n[1];
    reading[2] += this.#sigma(this.#headingError_rad, lively) * this.#n[2];
    wrapAttitudeInto(reading, 0);
    for (let i = 0; i < ANGLES; i++) reading[i] = inSteps(reading[i], orientationResolution_rad);
  }

  /** (1) */
  #stepLag(reals: Float64Array, truth: Float64Array, elapsed_s: number, first: boolean): void {
    const { lag_s } = this.#p;
    const part = share(elapsed_s, lag_s);
    for (let i = 0; i < 3; i++) {
      const at = this.#at + LAG + i;
      const rate = truth[ANGLES + INERTIAL.rate + i];
      reals[at] = first ? lag_s * rate : reals[at] + part * (lag_s * rate - reals[at]);
    }
  }

  /** (2) */
  #stepPull(reals: Float64Array, truth: Float64Array, elapsed_s: number, first: boolean): void {
    const { correctionTime_s } = this.#p;
    const felt = this.#felt;
    const turn = this.#turn;
    if (correctionTime_s === undefined || first) {
      for (let i = 0; i < 3; i++) {
        reals[this.#at + PULL + i] = 0;
        felt[i] = this.#down[i];
      }
      return;
    }
    const f = norm(truth, ANGLES + INERTIAL.force);
    for (let i = 0; i < 3; i++) felt[i] = f > 0 ? -truth[ANGLES + INERTIAL.force + i] / f : this.#down[i];
    crossInto(turn, 0, felt, 0, this.#down, 0);
    const s = norm(turn, 0);
    const angle_rad = atan2(s, dot(felt, 0, this.#down, 0));
    const scale = s > 0 ? angle_rad / s : 0;
    const part = share(elapsed_s, correctionTime_s);
    for (let i = 0; i < 3; i++) {
      const at = this.#at + PULL + i;
      reals[at] += part * (scale * turn[i] - reals[at]);
    }
  }

  /** (3) */
  #stepDeviation(reals: Float64Array, q: Float64Array, motion: Float64Array, elapsed_s: number, first: boolean): void {
    const at = this.#at + DEVIATION;
    if (this.#p.north === "gyro") {
      reals[at] = 0;
      return;
    }
    const { magnetics } = this.#inertial;
    magnetics.fieldInto(this.#field, 0, motion);
    const north_rad = magnetics.northFrom(this.#felt, 0, this.#field, 0, q, 0);
    if (Number.isNaN(north_rad)) return; // too weak: the gyros carry on
    const towards_rad = this.#declination_rad - north_rad;
    const part = first ? 1 : share(elapsed_s, this.#p.correctionTime_s ?? 0);
    reals[at] = wrapAngle(reals[at] + part * wrapAngle(towards_rad - reals[at]));
  }

  /** (7) */
  #stepLively(reals: Float64Array, truth: Float64Array, elapsed_s: number, first: boolean): number {
    const { dynamicRate_radps, dynamicAcceleration_mps2, errorTime_s } = this.#p;
    const at = this.#at + LIVELY;
    const turn = this.#turn;
    // a = f + g
    for (let i = 0; i < 3; i++) turn[i] = truth[ANGLES + INERTIAL.force + i] + this.#gravity_mps2 * this.#down[i];
    const rate = norm(truth, ANGLES + INERTIAL.rate) / dynamicRate_radps;
    const acceleration = norm(turn, 0) / dynamicAcceleration_mps2;
    const now = Math.min(1, rate * rate + acceleration * acceleration);
    reals[at] = first ? 0 : reals[at] + share(elapsed_s, errorTime_s) * (now - reals[at]);
    return reals[at];
  }

  /** (6) */
  #sigma(still_rad: number, lively: number): number {
    const moving_rad = Math.max(still_rad, this.#p.dynamicError_rad ?? 0);
    return Math.sqrt(still_rad * still_rad + (moving_rad * moving_rad - still_rad * still_rad) * lively);
  }
}
