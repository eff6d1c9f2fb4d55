/**
 * Dead reckoning: attitude, depth and velocity as the sensors say, and the position from them, with fixes at the surface.
 *
 * Attitude: that of the attitude sensor. Without one, that of attitude-filter.ts.
 *
 * Depth: z_m = z_S − (R_NB p_BS)_z, of the last reading, moved on with the vertical velocity. A gauge that is noisy is smoothed over T_z:
 * z ← z + Δt / (T_z + Δt) (z_m − z), where Δt is the time between its readings.
 *
 * Velocity: over the bottom where the log has it; else through the water, with the current that was last seen; else that of the
 * propeller, u = k n, likewise, with the vertical part that the gauge shows.
 *
 *   v_B = R_BS v_S − ω × p_BS                                                      (1)
 *   c_N ← c_N + Δt / (T + Δt) (R_NB (v_B − v_B,water) − c_N)                         (2)  where the log has both
 *
 * Position: p ← p + R_NB v_B Δt, with a deviation that grows with the way: σ ← σ + d |v| Δt. A fix at p_f of deviation s (times the
 * dilution) draws it: K = σ² / (σ² + s²), p ← p + K (p_f + v_N t_a − p), σ ← σ √(1 − K); t_a is its age.   (3)
 *
 * An attitude sensor or a log that has been silent for longer than a limit gives way to gyros or the propeller, where these are not silent too;
 * that is reported, and that it is back.
 * A depth, an attitude or a velocity that is older than the limit is reported once, and that it is back: what is added up from the last one
 * is a guess.
 *
 * Symbols: S the frame of a sensor, mounted at p_BS, R_BS; d share of the way (drift), s fixDeviation.
 * Valid: (3) takes fixes as independent, which those of one pass at the surface are not: σ
 * is then too small by up to the root of their number, at most down to the floor of half of s that is kept.
 * Left out: estimates of biases but those of gyros, of the heading's error from the track, delays of samples (their time is used for ages alone), the
 * growth of σ without a velocity (the way is counted with the last one).
 * Source: the definitions; (3) is the update of a scalar Kalman filter. Tests: dead-reckoning.test.ts.
 */
import { S_PER_NS } from "../../core/index.ts";
import { defineModel } from "../../library/index.ts";
import {
  crossInto,
  integrateQuaternionInto,
  multiplyQuaternionsInto,
  quaternionFromRpyInto,
  rotateInto,
  rotateInverseInto,
  rpyFromQuaternionInto,
} from "../../math/index.ts";
import { clockTick, NAVIGATION_STATE, navigationState } from "../modules/messages.ts";
import type { DataInput, DataOutput, Module, ModuleTick } from "../modules/module.ts";
import type { DeviceMount, NavigationModel, NavigationStart } from "../modules/program.ts";
import { AttitudeFilter } from "./attitude-filter.ts";
import { INPUT, MEMORY, PLACE } from "./estimate.ts";
import { NAVIGATION_INPUTS, navigation } from "./navigation.ts";
import * as samples from "./samples.ts";

/** The samples of each input of NAVIGATION_INPUTS, in their order. */
const MESSAGES = [
  samples.depthSample,
  samples.ahrsSample,
  samples.imuSample,
  samples.headingSample,
  samples.tiltSample,
  samples.rateSample,
  samples.axisRateSample,
  samples.dvlSample,
  samples.gpsSample,
  samples.shaftSample,
] as const;

const {
  clock: CLOCK,
  depth: DEPTH,
  ahrs: AHRS,
  imu: IMU,
  compass: COMPASS,
  tilt: TILT,
  gyros: GYROS,
  yawGyro: YAW_GYRO,
  dvl: DVL,
  gps: GPS,
  shaft: SHAFT,
} = INPUT;

const {
  last_s: LAST_S,
  p: P,
  q: Q,
  v: V,
  w: W,
  water: WATER,
  current: CURRENT,
  sigma: SIGMA,
  seen: SEEN,
  lastFix_ns: LAST_FIX_NS,
  lastDepth_ns: LAST_DEPTH_NS,
  depthRate: DEPTH_RATE,
  currentKnown: CURRENT_KNOWN,
  lastDepth: LAST_DEPTH,
  old: OLD,
  standsIn: STANDS_IN,
  unaided: UNAIDED,
} = PLACE;

const params = {
  attitudeTime_s: {
    doc: "τ, with which integrated rates of turn are drawn to the measured attitude, where there is no attitude sensor",
    above: 0,
    max: 1000,
    default: 5,
  },
  biasTime_s: {
    doc: "T_b, over which the bias of the gyros is found, where there is no attitude sensor; several times τ, or 0 for not at all",
    min: 0,
    max: 100_000,
    default: 60,
  },
  declination_deg: {
    doc: "δ, for the magnetometers of an inertial unit: from true north to magnetic north; that of the world where not given",
    min: -180,
    max: 180,
    optional: true,
  },
  speedPerShaft_m: { doc: "k, speed through the water per rad/s of the propeller", min: 0, max: 10, default: 0 },
  depthTime_s: {
    doc: "T_z, over which a noisy depth gauge is smoothed by the vertical velocity; 0: its readings are taken as they are",
    min: 0,
    max: 1000,
    default: 0,
  },
  currentTime_s: { doc: "T, over which the current is averaged", above: 0, max: 10_000, default: 20 },
  drift: {
    doc: "d, share of the way by which the position is expected to be off",
    unit: "1",
    min: 0,
    max: 1,
    default: 0.01,
  },
  startDeviation_m: { doc: "of the position that is entered at the start", min: 0, max: 10_000, default: 1 },
  fixDeviation_m: { doc: "s, of a fix at a dilution of 1", above: 0, max: 1000, default: 4 },
  maxAge_s: {
    doc: "age of the depth, the attitude or the velocity from which on it is reported, and another sensor takes its place if there is one",
    above: 0,
    max: 100_000,
    default: 5,
  },
  position_m: {
    type: "reals",
    length: 3,
    doc: "north, east and down that are entered at the start; where not given, the place where the vehicle is put",
    optional: true,
  },
} as const;

interface DeadReckoningParams {
  readonly rate_Hz: number;
  readonly attitudeTime_s: number;
  readonly biasTime_s: number;
  readonly declination_rad: number | undefined;
  readonly speedPerShaft_m: number;
  readonly depthTime_s: number;
  readonly currentTime_s: number;
  readonly drift: number;
  readonly startDeviation_m: number;
  readonly fixDeviation_m: number;
  readonly maxAge_s: number;
  readonly position_m: readonly number[] | undefined;
}

export const deadReckoning = defineModel(navigation, {
  model: "dead-reckoning",
  doc: "Attitude, depth and velocity as measured, the position by adding them up, with fixes at the surface",
  default: true,
  reads: ["source", "rate_Hz", ...NAVIGATION_INPUTS],
  params,
  create: (p): NavigationModel => {
    const named = p as unknown as Readonly<Record<string, string | undefined>>;
    return {
      onSensors: p.source === "sensors",
      inputs: NAVIGATION_INPUTS.map((name, i) => ({
        name,
        message: MESSAGES[i]!,
        device: named[name],
        parameter: name,
      })),
      lacks: (linked) => lacks(linked, p.speedPerShaft_m),
      make: (mounts, start) => new DeadReckoning(p, mounts, start),
    };
  },
});

function lacks(linked: ReadonlySet<string>, speedPerShaft_m: number): string | null {
  const has = (...names: string[]): boolean => names.some((name) => linked.has(name));
  if (!has("depth")) return "a depth gauge";
  if (!has("ahrs") && !(has("imu", "gyros") && has("imu", "tilt") && has("imu", "compass")))
    return "an attitude: an ahrs, an imu, or gyrometers with inclinometers and a compass";
  if (!has("dvl") && !(has("shaft") && speedPerShaft_m > 0))
    return "a velocity: a dvl, or a tachometer and speedPerShaft_m";
  return null;
}

/** What grows old, in the order of SEEN, and the inputs that it comes from. */
const AGEING = [
  ["depth", [DEPTH]],
  ["attitude", [AHRS, IMU, COMPASS, TILT, GYROS, YAW_GYRO]],
  ["velocity", [DVL, SHAFT]],
] as const;

/** Over which the rate of the depth is smoothed. */
const SMOOTH_S = 1;

const UPRIGHT: DeviceMount = { p_BS_m: [0, 0, 0], q_BS: [1, 0, 0, 0] };

const SHOWS = [
  ...["north_m", "east_m", "depth_m", "roll_rad", "pitch_rad", "heading_rad"],
  ...["u_mps", "v_mps", "w_mps", "currentNorth_mps", "currentEast_mps"],
  ...["deviation_m", "depthAge_s", "attitudeAge_s", "velocityAge_s", "fixAge_s"],
] as const;

export class DeadReckoning implements Module {
  readonly inPlace = true;
  readonly rate_Hz: number;
  readonly inputs: readonly DataInput[] = [
    { name: "clock", message: clockTick },
    ...NAVIGATION_INPUTS.map((name, i) => ({ name, message: MESSAGES[i]!, required: false, ageless: true })),
  ];
  readonly outputs: readonly DataOutput[] = [{ name: "state", message: navigationState }];
  readonly memory = MEMORY;
  readonly shows = SHOWS;
  readonly #p: DeadReckoningParams;
  readonly #start_m: readonly number[];
  readonly #startAttitude: readonly number[];
  readonly #filter: AttitudeFilter;
  /** By input behind the clock: p_BS and q_BS. */
  readonly #p_BS: readonly Float64Array[];
  readonly #q_BS: readonly Float64Array[];
  readonly #q_SB: readonly Float64Array[];
  // Room inside a step: the time since the last one, and STANDS_IN as it is now.
  readonly #step = new Float64Array(3);
  readonly #a = new Float64Array(4);
  readonly #b = new Float64Array(4);
  readonly #rpy = new Float64Array(3);
  /** By input: place of its newest valid sample, or −1. */
  readonly #found = new Int32Array(NAVIGATION_INPUTS.length + 1);

  constructor(p: DeadReckoningParams, mounts: ReadonlyMap<string, DeviceMount>, start: NavigationStart) {
    this.rate_Hz = p.rate_Hz;
    this.#p = p;
    this.#start_m = p.position_m ?? start.position_m;
    this.#startAttitude = start.q_NB;
    const of = (name: string): DeviceMount => mounts.get(name) ?? UPRIGHT;
    this.#p_BS = NAVIGATION_INPUTS.map((name) => Float64Array.from(of(name).p_BS_m));
    this.#q_BS = NAVIGATION_INPUTS.map((name) => Float64Array.from(of(name).q_BS));
    this.#q_SB = NAVIGATION_INPUTS.map((name) => {
      const [w = 1, x = 0, y = 0, z = 0] = of(name).q_BS;
      return Float64Array.of(w, -x, -y, -z);
    });
    const declination_rad = p.declination_rad ?? start.declination_rad;
    this.#filter = new AttitudeFilter({ ...p, declination_rad }, this.#q_BS);
  }

  initialInto(reals: Float64Array, at: number): void {
    reals[at + LAST_S] = Number.NaN;
    for (let i = 0; i < 3; i++) reals[at + P + i] = this.#start_m[i]!;
    for (let i = 0; i < 4; i++) reals[at + Q + i] = this.#startAttitude[i]!;
    reals[at + SIGMA] = this.#p.startDeviation_m;
    for (let i = 0; i < 4; i++) reals[at + SEEN + i] = Number.NaN;
    reals[at + LAST_FIX_NS] = Number.NaN;
    reals[at + LAST_DEPTH_NS] = Number.NaN;
  }

  step(tick: ModuleTick): void {
    const { reals, memoryAt: m, inAt, outAt, shownAt } = tick;
    const t_s = reals[inAt[CLOCK]!]! * S_PER_NS;
    const dt_s = Number.isNaN(reals[m + LAST_S]!) ? 0 : t_s - reals[m + LAST_S]!;
    reals[m + LAST_S] = t_s;
    this.#step[0] = dt_s;
    this.#turn(reals, m, inAt);
    this.#move(reals, m, inAt);
    this.#sink(reals, m, inAt);
    this.#fix(reals, m, inAt);
    this.#write(reals, m, outAt[0]!);
    this.#show(reals, m, shownAt);
    for (let k = 0; k < AGEING.length; k++) {
      const seen_s = reals[m + SEEN + k]!;
      const old = (Number.isNaN(seen_s) ? t_s : t_s - seen_s) > this.#p.maxAge_s ? 1 : 0;
      if (old !== reals[m + OLD + k]) this.#reportAge(tick, k, old);
    }
    for (let k = 0; k < 2; k++) if (this.#step[1 + k] !== reals[m + STANDS_IN + k]) this.#reportStandIn(tick, k);
    if (reals[m + UNAIDED] === 0 && this.#isUnaided(reals, inAt)) {
      reals[m + UNAIDED] = 1;
      const why = `${NAVIGATION_INPUTS[IMU - 1]} has no magnetometers, and there is no compass`;
      tick.log(`no sensor measures the heading: ${why}; it is that of the start, turned on by the gyros`, {
        level: "warning",
      });
    }
  }

  /** Whether an inertial unit without magnetometers is all that there is for the heading. */
  #isUnaided(reals: Float64Array, inAt: readonly number[]): boolean {
    const imu = this.#sampleAt(reals, inAt, IMU);
    if (imu < 0 || inAt[COMPASS]! >= 0 || inAt[AHRS]! >= 0) return false;
    return Number.isNaN(reals[imu + samples.imuSample.at.field_T]!);
  }

  #reportStandIn(tick: ModuleTick, k: number): void {
    const { reals, memoryAt: m, inAt } = tick;
    const standsIn = this.#step[1 + k]!;
    reals[m + STANDS_IN + k] = standsIn;
    const silent = NAVIGATION_INPUTS[(k === 0 ? AHRS : DVL) - 1];
    const gyros = NAVIGATION_INPUTS[(inAt[GYROS]! >= 0 ? GYROS : IMU) - 1];
    const other = k === 0 ? `${gyros} gives the attitude` : `${NAVIGATION_INPUTS[SHAFT - 1]} gives the velocity`;
    if (standsIn === 0) tick.log(`${silent} is back`);
    else
      tick.log(`${silent} has been silent for more than ${seconds(this.#p.maxAge_s)}: ${other}`, { level: "warning" });
  }

  #reportAge(tick: ModuleTick, k: number, old: number): void {
    const { reals, memoryAt: m } = tick;
    reals[m + OLD + k] = old;
    const [name, inputs] = AGEING[k]!;
    if (old === 0) {
      tick.log(`it has a new ${name}`);
      return;
    }
    const used = inputs.filter((input) => tick.inAt[input]! >= 0 && (input !== SHAFT || this.#p.speedPerShaft_m > 0));
    const sources = used.map((input) => NAVIGATION_INPUTS[input - 1]);
    const seen_s = reals[m + SEEN + k]!;
    const age = seconds(ageOf(reals[m + LAST_S]!, seen_s));
    const what = Number.isNaN(seen_s) ? `it has had no ${name} yet` : `its last ${name}`;
    const since = Number.isNaN(seen_s) ? `, ${age} after its start` : ` is ${age} old`;
    tick.log(`${what}${since}: ${sources.join(", ")} may be silent or invalid; it goes on with the one it has`, {
      level: "warning",
    });
  }

  /** Place of the newest sample of an input, if the sensor calls it valid; −1 otherwise. */
  #sampleAt(reals: Float64Array, inAt: readonly number[], input: number): number {
    const at = inAt[input]!;
    return at >= 0 && reals[at + 1] === 1 ? at : -1;
  }

  /** Whether a sample is older than maxAge_s: another sensor then takes its place, if there is one. */
  #isOld(reals: Float64Array, m: number, at: number): boolean {
    return at >= 0 && reals[m + LAST_S]! - reals[at]! * S_PER_NS > this.#p.maxAge_s;
  }

  #isFresh(reals: Float64Array, m: number, inAt: readonly number[], input: number): boolean {
    const at = this.#sampleAt(reals, inAt, input);
    return at >= 0 && !this.#isOld(reals, m, at);
  }

  /** Attitude and rates of turn. */
  #turn(reals: Float64Array, m: number, inAt: readonly number[]): void {
    const dt_s = this.#step[0]!;
    const ahrs = this.#sampleAt(reals, inAt, AHRS);
    const gyrosHelp = this.#isFresh(reals, m, inAt, IMU) || this.#isFresh(reals, m, inAt, GYROS);
    const standsIn = ahrs >= 0 && gyrosHelp && this.#isOld(reals, m, ahrs);
    this.#step[1] = standsIn ? 1 : 0;
    if (ahrs >= 0 && !standsIn) {
      const { roll_rad: roll, rate_radps: rate } = samples.ahrsSample.at;
      const q_NS = this.#a;
      quaternionFromRpyInto(q_NS, 0, reals[ahrs + roll]!, reals[ahrs + roll + 1]!, reals[ahrs + roll + 2]!);
      multiplyQuaternionsInto(reals, m + Q, q_NS, 0, this.#q_SB[AHRS - 1]!, 0);
      rotateInto(reals, m + W, this.#q_BS[AHRS - 1]!, 0, reals, ahrs + rate);
      reals[m + SEEN + 1] = reals[ahrs]! * S_PER_NS;
      return;
    }
    if (inAt[AHRS]! >= 0 && inAt[IMU]! < 0 && inAt[GYROS]! < 0) {
      // Nothing but an attitude sensor, which is invalid: the last attitude turns on with the last rates.
      integrateQuaternionInto(reals, m + Q, reals, m + Q, reals, m + W, dt_s);
      return;
    }
    const found = this.#found;
    for (let input = 1; input < found.length; input++) found[input] = this.#sampleAt(reals, inAt, input);
    this.#filter.step(reals, m, found, this.#step);
  }

  /** (1), (2), and the position. */
  #move(reals: Float64Array, m: number, inAt: readonly number[]): void {
    const dt_s = this.#step[0]!;
    const { velocity_mps, waterVelocity_mps, waterValid } = samples.dvlSample.at;
    const shaftHelps = this.#p.speedPerShaft_m > 0 && this.#isFresh(reals, m, inAt, SHAFT);
    const standsIn = shaftHelps && this.#isOld(reals, m, inAt[DVL]!);
    this.#step[2] = standsIn ? 1 : 0;
    const log = standsIn ? -1 : inAt[DVL]!;
    const overBottom = log >= 0 && reals[log + 1] === 1;
    const throughWater = log >= 0 && reals[log + waterValid] === 1;
    const shaft = this.#sampleAt(reals, inAt, SHAFT);
    if (throughWater) this.#fromLog(reals, m + WATER, reals, log + waterVelocity_mps, m + W);
    if (overBottom) this.#fromLog(reals, m + V, reals, log + velocity_mps, m + W);
    if (overBottom && throughWater) this.#learnCurrent(reals, m);
    if (!throughWater && !overBottom && shaft >= 0 && this.#p.speedPerShaft_m > 0) {
      reals[m + WATER] = this.#p.speedPerShaft_m * reals[shaft + samples.shaftSample.at.speed_radps]!;
      reals[m + WATER + 1] = 0;
      reals[m + WATER + 2] = 0;
    }
    const guessed = !overBottom && (throughWater || (shaft >= 0 && this.#p.speedPerShaft_m > 0));
    if (guessed) {
      this.#addCurrent(reals, m, V, WATER, 1);
      if (!throughWater) this.#sinkAsMeasured(reals, m);
    } else if (!throughWater) this.#addCurrent(reals, m, WATER, V, -1);
    if (overBottom || throughWater) reals[m + SEEN + 2] = reals[log]! * S_PER_NS;
    else if (guessed) reals[m + SEEN + 2] = reals[shaft]! * S_PER_NS;
    const v_N = this.#a;
    rotateInto(v_N, 0, reals, m + Q, reals, m + V);
    const way = Math.sqrt(v_N[0]! * v_N[0]! + v_N[1]! * v_N[1]!) * dt_s;
    reals[m + P] = reals[m + P]! + v_N[0]! * dt_s;
    reals[m + P + 1] = reals[m + P + 1]! + v_N[1]! * dt_s;
    reals[m + P + 2] = reals[m + P + 2]! + v_N[2]! * dt_s;
    reals[m + SIGMA] = reals[m + SIGMA]! + this.#p.drift * way;
  }

  /** (1) */
  #fromLog(out: Float64Array, o: number, reals: Float64Array, from: number, w: number): void {
    const arm = this.#b;
    crossInto(arm, 0, reals, w, this.#p_BS[DVL - 1]!, 0);
    rotateInto(out, o, this.#q_BS[DVL - 1]!, 0, reals, from);
    for (let i = 0; i < 3; i++) out[o + i] = out[o + i]! - arm[i]!;
  }

  /** (2) */
  #learnCurrent(reals: Float64Array, m: number): void {
    const dt_s = this.#step[0]!;
    const c = this.#b;
    for (let i = 0; i < 3; i++) c[i] = reals[m + V + i]! - reals[m + WATER + i]!;
    rotateInto(c, 0, reals, m + Q, c, 0);
    const share = reals[m + CURRENT_KNOWN] === 0 ? 1 : dt_s / (this.#p.currentTime_s + dt_s);
    for (let i = 0; i < 3; i++) {
      reals[m + CURRENT + i] = reals[m + CURRENT + i]! + share * (c[i]! - reals[m + CURRENT + i]!);
    }
    reals[m + CURRENT_KNOWN] = 1;
  }

  /** One velocity from the other: to = from ± R_BN c. */
  #addCurrent(reals: Float64Array, m: number, to: number, from: number, sign: number): void {
    const c = this.#b;
    rotateInverseInto(c, 0, reals, m + Q, reals, m + CURRENT);
    for (let i = 0; i < 3; i++) reals[m + to + i] = reals[m + from + i]! + sign * c[i]!;
  }

  /** A velocity that is known along the hull alone gets the vertical part that the gauge shows. */
  #sinkAsMeasured(reals: Float64Array, m: number): void {
    const v_N = this.#a;
    rotateInto(v_N, 0, reals, m + Q, reals, m + V);
    v_N[2] = reals[m + DEPTH_RATE]!;
    rotateInverseInto(reals, m + V, reals, m + Q, v_N, 0);
  }

  /** Depth, and how fast it grows. */
  #sink(reals: Float64Array, m: number, inAt: readonly number[]): void {
    const gauge = this.#sampleAt(reals, inAt, DEPTH);
    if (gauge < 0) return;
    const taken_ns = reals[gauge]!;
    reals[m + SEEN] = taken_ns * S_PER_NS;
    if (taken_ns === reals[m + LAST_DEPTH_NS]) return;
    const arm = this.#a;
    rotateInto(arm, 0, reals, m + Q, this.#p_BS[DEPTH - 1]!, 0);
    const depth_m = reals[gauge + samples.depthSample.at.depth_m]! - arm[2]!;
    const since_s = (taken_ns - reals[m + LAST_DEPTH_NS]!) * S_PER_NS;
    if (since_s > 0) {
      const rate_mps = (depth_m - reals[m + LAST_DEPTH]!) / since_s;
      reals[m + DEPTH_RATE] =
        reals[m + DEPTH_RATE]! + (since_s / (SMOOTH_S + since_s)) * (rate_mps - reals[m + DEPTH_RATE]!);
    }
    const { depthTime_s } = this.#p;
    if (depthTime_s > 0 && since_s > 0) {
      reals[m + P + 2] = reals[m + P + 2]! + (since_s / (depthTime_s + since_s)) * (depth_m - reals[m + P + 2]!);
    } else reals[m + P + 2] = depth_m;
    reals[m + LAST_DEPTH] = depth_m;
    reals[m + LAST_DEPTH_NS] = taken_ns;
  }

  /** (3) */
  #fix(reals: Float64Array, m: number, inAt: readonly number[]): void {
    const gps = this.#sampleAt(reals, inAt, GPS);
    if (gps < 0 || reals[gps] === reals[m + LAST_FIX_NS]) return;
    const { north_m, east_m, dilution } = samples.gpsSample.at;
    reals[m + LAST_FIX_NS] = reals[gps]!;
    reals[m + SEEN + 3] = reals[gps]! * S_PER_NS;
    const arm = this.#a;
    rotateInto(arm, 0, reals, m + Q, this.#p_BS[GPS - 1]!, 0);
    // It is of where the antenna was.
    const v_N = this.#b;
    rotateInto(v_N, 0, reals, m + Q, reals, m + V);
    const age_s = reals[m + LAST_S]! - reals[gps]! * S_PER_NS;
    const north = reals[gps + north_m]! - arm[0]! + v_N[0]! * age_s;
    const east = reals[gps + east_m]! - arm[1]! + v_N[1]! * age_s;
    const s = this.#p.fixDeviation_m * Math.max(1, reals[gps + dilution]!);
    const sigma = reals[m + SIGMA]!;
    const K = (sigma * sigma) / (sigma * sigma + s * s);
    reals[m + P] = reals[m + P]! + K * (north - reals[m + P]!);
    reals[m + P + 1] = reals[m + P + 1]! + K * (east - reals[m + P + 1]!);
    reals[m + SIGMA] = Math.max(sigma * Math.sqrt(1 - K), Math.min(sigma, s / 2));
  }

  #write(reals: Float64Array, m: number, out: number): void {
    const t_s = reals[m + LAST_S]!;
    const { taken, p, q, v, w, vWater, deviation, ages } = NAVIGATION_STATE;
    reals[out + taken] = Math.round(t_s / S_PER_NS);
    for (let i = 0; i < 3; i++) {
      reals[out + p + i] = reals[m + P + i]!;
      reals[out + v + i] = reals[m + V + i]!;
      reals[out + w + i] = reals[m + W + i]!;
      reals[out + vWater + i] = reals[m + WATER + i]!;
    }
    for (let i = 0; i < 4; i++) reals[out + q + i] = reals[m + Q + i]!;
    reals[out + deviation] = reals[m + SIGMA]!;
    for (let i = 0; i < 4; i++) reals[out + ages + i] = ageOf(t_s, reals[m + SEEN + i]!);
  }

  #show(reals: Float64Array, m: number, at: number): void {
    const t_s = reals[m + LAST_S]!;
    rpyFromQuaternionInto(this.#rpy, 0, reals, m + Q);
    for (let i = 0; i < 3; i++) {
      reals[at + i] = reals[m + P + i]!;
      reals[at + 3 + i] = this.#rpy[i]!;
      reals[at + 6 + i] = reals[m + V + i]!;
    }
    reals[at + 9] = reals[m + CURRENT]!;
    reals[at + 10] = reals[m + CURRENT + 1]!;
    reals[at + 11] = reals[m + SIGMA]!;
    for (let i = 0; i < 4; i++) reals[at + 12 + i] = ageOf(t_s, reals[m + SEEN + i]!);
  }
}

/** Before the first reading, since the start. */
function ageOf(t_s: number, seen_s: number): number {
  return Number.isNaN(seen_s) ? t_s : t_s - seen_s;
}

function seconds(s: number): string {
  return `${Number(s.toFixed(2))} s`;
}
