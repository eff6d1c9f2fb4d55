/**
 * One ping of a Doppler velocity log, from the motion of its vehicle to a reading: equations (1) to (5) of dvl.ts. Everything that it
 * keeps lies in the engine's state; the rest is room inside one ping.
 */
import { NS_PER_S } from "../core/index.ts";
import type { Moment, ThingSite } from "../engine/index.ts";
import {
  describedSea,
  HIT,
  HIT_SIZE,
  Neighbours,
  noHitInto,
  RAY,
  RAY_SIZE,
  type Scene,
  waterAt,
} from "../environment/index.ts";
import { cos, dot, normalsInto, rotateInto } from "../math/index.ts";
import { type Elapsed, Errors, errorsOf } from "./error-model.ts";
import { ALL_BEAMS, ANGLE_SIZE, BEAMS, beamCount, JanusBeams } from "./janus-beams.ts";
import { bodyMotion } from "./messages.ts";
import { Mounting } from "./mounting.ts";
import { PingSound, type PingSoundParams } from "./ping-sound.ts";
import { SAMPLE, type SensorInput } from "./sensor-thing.ts";

const MOTION = bodyMotion.at;
const WATER = waterAt.at;

/** Where the world does not say. */
export const SOUND_MPS = 1500;
/** Below any sea's: bounds the time that an echo takes. */
const SLOWEST_MPS = 1000;
/** Above any sea's: bounds how far an echo comes from in a time. */
const FASTEST_MPS = 2000;
/** A lock is reported as lost after so many pings without one: single ones fail over any bottom. */
const MISSES = 3;
/** Least range that (4) takes: noise may make a short one negative. */
const LEAST_M = 1e-6;
export interface DvlParams extends PingSoundParams {
  readonly rate_Hz: number;
  readonly beamAngle_rad: number;
  readonly beamAzimuths_rad: readonly number[];
  readonly transducers: "pistons" | "phasedArray";
  readonly designSoundSpeed_mps: number;
  readonly soundSpeed_mps: number | undefined;
  readonly minAltitude_m: number;
  readonly maxAltitude_m: number;
  readonly limits: "altitude" | "beam";
  readonly maxIncidence_rad: number;
  readonly beamNoise_mps: number;
  readonly beamDropout: number;
  readonly beamRangeNoise_m: number;
  readonly beamRangeResolution_m: number;
  readonly waterNoise_mps: number;
  readonly waterRange_m: number | undefined;
}

/** The range along a beam that belongs to a stated limit. */
export function rangeOf(
  { limits, beamAngle_rad }: Pick<DvlParams, "limits" | "beamAngle_rad">,
  limit_m: number,
): number {
  return limits === "beam" ? limit_m : limit_m / cos(beamAngle_rad);
}

/** Until the last echo can come, s. */
export function longestEcho_s(p: DvlParams): number {
  return (2 * rangeOf(p, p.maxAltitude_m)) / (p.soundSpeed_mps ?? SLOWEST_MPS);
}

/** As far as a beam can meet anything that matters, m. */
export function longestRange_m(p: DvlParams): number {
  const stretched = p.soundSpeed_mps === undefined ? 1 : Math.max(1, FASTEST_MPS / p.soundSpeed_mps);
  return stretched * rangeOf(p, p.maxAltitude_m);
}

/** No time has passed since a sample of the same ping. */
const AT_ONCE: Elapsed = { elapsed_s: 0 };

/** Places in a reading. */
const VELOCITY = 0;
const ALTITUDE = 3;
const RANGES = 4;
const WATER_VALID = 8;
const WATER_VELOCITY = 9;

/** Of the water track: what drifts has no velocity of its own. */
const NOTHING = new Float64Array(BEAMS);

/** Places in the state: when the echoes of the last ping are in, when it was sent, whether there is a lock, pings without one. */
const BUSY_NS = 0;
const LAST_NS = 1;
const LOCK = 2;
const MISSED = 3;
const STATE_SIZE = 4;

/** Places in the scratch: speeds of sound c and c_a, and the longest way of sound, as a time. */
const SOUND = 0;
const ASSUMED = 1;
const LONGEST_S = 2;

export class Ping {
  readonly #site: ThingSite;
  readonly #p: DvlParams;
  readonly #scene: Scene | null;
  readonly #neighbours: Neighbours;
  readonly #mounting: Mounting;
  readonly #beams: JanusBeams;
  readonly #errors: Errors;
  readonly #dice: ReturnType<ThingSite["random"]> | null;
  readonly #noise: ReturnType<ThingSite["random"]> | null;
  readonly #sent: PingSound | null;
  readonly #at: number;
  /** Limits along a beam, and the cosine of the largest incidence. */
  readonly #least_m: number;
  readonly #most_m: number;
  readonly #cosIncidence: number;
  readonly #longestEcho_s: number;
  // Room inside one ping; nothing is kept between pings.
  readonly #sound = new Float64Array(3);
  readonly #angle = new Float64Array(2 * ANGLE_SIZE);
  readonly #b = new Float64Array(3 * BEAMS);
  readonly #q_NS = new Float64Array(4);
  readonly #v = new Float64Array(3);
  readonly #u = new Float64Array(3);
  readonly #ray = new Float64Array(RAY_SIZE);
  readonly #hit = new Float64Array(HIT_SIZE);
  readonly #time = new Float64Array(1);
  readonly #point = new Float64Array(3);
  readonly #v_NQ = new Float64Array(3);
  /** b_k · v_NQ of each beam. */
  readonly #away = new Float64Array(BEAMS);
  readonly #xi = new Float64Array(3 * BEAMS);
  readonly #lot = new Float64Array(1);
  readonly #y = new Float64Array(BEAMS);
  readonly #x = new Float64Array(3);
  readonly #since = { elapsed_s: Number.NaN };
  /** Beams with an echo, and those with enough water, one bit each. */
  readonly #choice = new Int32Array(2);

  constructor(site: ThingSite, p: DvlParams) {
    this.#site = site;
    this.#p = p;
    const { scene, bodies } = describedSea(site.world);
    this.#scene = scene;
    this.#neighbours = new Neighbours(bodies);
    this.#mounting = new Mounting(site.mount);
    this.#beams = new JanusBeams({
      angle_rad: p.beamAngle_rad,
      azimuths_rad: p.beamAzimuths_rad,
      design_mps: p.transducers === "pistons" ? null : p.designSoundSpeed_mps,
    });
    this.#errors = new Errors(site, "velocity", errorsOf("velocity", "mps", p), 3, p.rate_Hz);
    const noisy = p.beamNoise_mps > 0 || p.beamRangeNoise_m > 0 || p.waterNoise_mps > 0;
    this.#noise = noisy ? site.random("beams/noise") : null;
    this.#dice = p.beamDropout > 0 ? site.random("beams/dropout") : null;
    this.#at = site.reals("ping", STATE_SIZE, [Number.NEGATIVE_INFINITY, Number.NaN, Number.NaN, 0]);
    this.#sent = p.pingFrequency_Hz === undefined ? null : new PingSound(site, p);
    this.#least_m = rangeOf(p, p.minAltitude_m);
    this.#most_m = rangeOf(p, p.maxAltitude_m);
    this.#cosIncidence = cos(p.maxIncidence_rad);
    this.#longestEcho_s = longestEcho_s(p);
  }

  measure(reading: Float64Array, truth: Float64Array, input: SensorInput, moment: Moment): number {
    const { reals } = moment;
    const at = this.#at;
    const { motion } = input;
    const t_ns = motion[MOTION.t_ns];
    if (t_ns < reals[at + BUSY_NS]) return SAMPLE.silent;
    this.#sent?.send(moment);
    this.#look(truth, input);
    this.#draw(moment);
    this.#rangesInto(reading, truth);
    this.#since.elapsed_s = (t_ns - reals[at + LAST_NS]) / NS_PER_S;
    const inside = this.#velocitiesInto(reading, moment);

    // (5)
    const echo_ns = Math.round(Math.min(this.#sound[LONGEST_S], this.#longestEcho_s) * NS_PER_S);
    input.latency_ns += echo_ns;
    reals[at + BUSY_NS] = t_ns + echo_ns;
    reals[at + LAST_NS] = t_ns;
    const locked = beamCount(this.#choice[0]) >= 3;
    this.#reportLock(moment, locked);
    if (!locked) return SAMPLE.invalid;
    return inside ? SAMPLE.valid : SAMPLE.outOfRange;
  }

  /** Casts the beams: true ranges and velocities, which beams have an echo or enough water, and when the last echo comes. */
  #look(truth: Float64Array, { motion, water, neighbours: near }: SensorInput): void {
    const { soundSpeed_mps, waterRange_m = Number.POSITIVE_INFINITY } = this.#p;
    const sound = this.#sound;
    const c = water[WATER.soundSpeed_mps];
    sound[SOUND] = Number.isNaN(c) ? SOUND_MPS : c;
    sound[ASSUMED] = soundSpeed_mps ?? sound[SOUND];
    sound[LONGEST_S] = 0;
    const scale = sound[ASSUMED] / sound[SOUND];
    const ray = this.#ray;
    const hit = this.#hit;
    const b = this.#b;
    this.#mounting.placeInto(ray, RAY.origin, motion);
    this.#mounting.attitudeInto(this.#q_NS, 0, motion);
    this.#mounting.velocityInto(this.#v, 0, motion);
    this.#mounting.throughWaterInto(this.#u, 0, motion);
    this.#beams.angleInto(this.#angle, 0, sound, SOUND);
    this.#beams.angleInto(this.#angle, ANGLE_SIZE, sound, ASSUMED);
    this.#beams.directionsInto(b, 0, this.#angle, 0);
    ray[RAY.range] = Math.max(this.#most_m / scale, this.#p.waterRange_m ?? 0);
    const depth_m = ray[RAY.origin + 2] + water[WATER.surface_m];
    this.#time[0] = motion[MOTION.t_ns] / NS_PER_S;
    this.#neighbours.take(near, 0);
    let echoes = 0;
    let clear = 0;
    for (let k = 0; k < BEAMS; k++) {
      rotateInto(ray, RAY.direction, this.#q_NS, 0, b, 3 * k);
      this.#away[k] = 0;
      noHitInto(hit, 0);
      if (depth_m > 0) this.#cast(k);
      const r = hit[HIT.distance];
      truth[RANGES + k] = r < Number.POSITIVE_INFINITY ? r : Number.NaN;
      const heard = depth_m > 0 && scale * r >= this.#least_m && scale * r <= this.#most_m && this.#faces(ray, hit);
      if (heard) echoes |= 1 << k;
      const end_m = depth_m + waterRange_m * ray[RAY.direction + 2];
      if (depth_m > 0 && r > waterRange_m && end_m > 0) clear |= 1 << k;
      const way_s = (2 * (heard ? r : this.#most_m / scale)) / sound[SOUND];
      if (way_s > sound[LONGEST_S]) sound[LONGEST_S] = way_s;
    }
    this.#choice[0] = echoes;
    this.#choice[1] = clear;
    for (let i = 0; i < 3; i++) {
      truth[VELOCITY + i] = this.#v[i];
      truth[WATER_VELOCITY + i] = this.#u[i];
    }
    const below_m = water[WATER.altitude_m];
    truth[ALTITUDE] = below_m < Number.POSITIVE_INFINITY ? below_m : Number.NaN;
  }

  /** What beam k meets, to #hit, and how fast that goes along the beam. */
  #cast(k: number): void {
    const scene = this.#scene;
    const ray = this.#ray;
    const hit = this.#hit;
    const time = this.#time;
    if (scene !== null) scene.castInto(hit, 0, ray, 0);
    const metMoving = scene?.castMovingInto(hit, 0, ray, 0, time, 0) ?? false;
    const metVehicle = this.#neighbours.castInto(hit, 0, ray, 0);
    if (!metMoving && !metVehicle) return;
    const point = this.#point;
    const v_NQ = this.#v_NQ;
    const object = hit[HIT.object] | 0; // an integer crosses calls without a box
    for (let i = 0; i < 3; i++) point[i] = ray[RAY.origin + i] + hit[HIT.distance] * ray[RAY.direction + i];
    if (metVehicle) this.#neighbours.velocityInto(v_NQ, 0, object, point, 0);
    else scene?.velocityInto(v_NQ, 0, object, point, 0, time, 0);
    this.#away[k] = dot(ray, RAY.direction, v_NQ, 0);
  }

  /** Whether what a ray has hit sends enough back: not too oblique, and not from inside. */
  #faces(ray: Float64Array, hit: Float64Array): boolean {
    const n = HIT.normal;
    const d = RAY.direction;
    return -(hit[n] * ray[d] + hit[n + 1] * ray[d + 1] + hit[n + 2] * ray[d + 2]) >= this.#cosIncidence;
  }

  /** Beams that fail, and all noise of a ping: as many draws for every ping, so that no ping depends on what another met. */
  #draw({ integers }: Moment): void {
    if (this.#dice !== null) {
      let working = ALL_BEAMS;
      for (let k = 0; k < BEAMS; k++) {
        this.#dice.uniformInto(this.#lot, 0, integers);
        if (this.#lot[0] < this.#p.beamDropout) working &= ~(1 << k);
      }
      this.#choice[0] &= working;
      this.#choice[1] &= working;
    }
    if (this.#noise !== null) normalsInto(this.#xi, 0, 3 * BEAMS, this.#noise, integers);
  }

  /** (2), (4) */
  #rangesInto(reading: Float64Array, truth: Float64Array): void {
    const { beamRangeNoise_m, beamRangeResolution_m: step_m } = this.#p;
    const scale = this.#sound[ASSUMED] / this.#sound[SOUND];
    const echoes = this.#choice[0];
    const y = this.#y;
    let sum = 0;
    for (let k = 0; k < BEAMS; k++) {
      y[k] = 0;
      reading[RANGES + k] = Number.NaN;
      if (((echoes >> k) & 1) === 0) continue;
      const r = scale * truth[RANGES + k] + beamRangeNoise_m * this.#xi[BEAMS + k];
      const shown = Math.max(LEAST_M, step_m > 0 ? step_m * Math.round(r / step_m) : r);
      reading[RANGES + k] = shown;
      y[k] = 1 / shown;
      sum += y[k];
    }
    const count = beamCount(echoes);
    this.#beams.solveInto(this.#x, 0, y, echoes, this.#angle, ANGLE_SIZE);
    // Echoes that lie in no plane across the axis, as in front of a wall, leave the mean.
    if (this.#x[2] > 0) reading[ALTITUDE] = 1 / this.#x[2];
    else reading[ALTITUDE] = count === 0 ? Number.NaN : (this.#angle[ANGLE_SIZE + 1] * count) / sum;
  }

  /** (1), (3) over the bottom and through the water, then the errors of the instrument. False where the first is out of range. */
  #velocitiesInto(reading: Float64Array, moment: Moment): boolean {
    const { beamNoise_mps, waterNoise_mps } = this.#p;
    const clear = this.#choice[1];
    this.#solve(this.#v, this.#away, beamNoise_mps, 0, this.#choice[0]);
    const inside = this.#errors.readInto(reading, VELOCITY, this.#x, 0, this.#since, moment);
    this.#solve(this.#u, NOTHING, waterNoise_mps, 2 * BEAMS, clear);
    // Bias, drift and scale are those of the velocity over the bottom.
    const within = this.#errors.readInto(reading, WATER_VELOCITY, this.#x, 0, AT_ONCE, moment);
    reading[WATER_VALID] = within && beamCount(clear) >= 3 ? 1 : 0;
    return inside;
  }

  /** (1), (3) of a velocity in S over what goes away along the beams, to #x, with the noise of #xi[from ..]. */
  #solve(v: Float64Array, away: Float64Array, sigma_mps: number, from: number, choice: number): void {
    const scale = this.#sound[ASSUMED] / this.#sound[SOUND];
    const b = this.#b;
    for (let k = 0; k < BEAMS; k++) {
      const along = b[3 * k] * v[0] + b[3 * k + 1] * v[1] + b[3 * k + 2] * v[2] - away[k];
      this.#y[k] = scale * along + sigma_mps * this.#xi[from + k];
    }
    this.#beams.solveInto(this.#x, 0, this.#y, choice, this.#angle, ANGLE_SIZE);
  }

  #reportLock(moment: Moment, locked: boolean): void {
    const { reals } = moment;
    const at = this.#at;
    if (locked) {
      reals[at + MISSED] = 0;
      if (reals[at + LOCK] !== 1) this.#site.tell(moment, "lock");
      reals[at + LOCK] = 1;
      return;
    }
    reals[at + MISSED]++;
    if (reals[at + LOCK] === 0 || reals[at + MISSED] < MISSES) return;
    const heard = beamCount(this.#choice[0]);
    const what = Number.isNaN(reals[at + LOCK]) ? "it has no bottom lock" : "it has lost its bottom lock";
    this.#site.tell(moment, "noLock", `${what}: ${heard === 1 ? "1 beam has" : `${heard} beams have`} an echo, of 4`);
    reals[at + LOCK] = 0;
  }
}
