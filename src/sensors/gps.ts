/**
 * A satellite receiver: position and velocity of its antenna, while that is above the water and for as long as a fix lasts.
 *
 *   h = −z_S − η                                                              (1)  antenna above the surface η; signal where h ≥ minHeight_m
 *   D(t) = D₀ e^(g(t))                                                         (2)  horizontal dilution; g first-order Gauss–Markov, slow
 *   p' = p + D/D₀ (b(t) + ν)                                                   (3)  b and ν as in error-model.ts, north and east alike
 *   h' = h + κ D/D₀ (b_h(t) + ν_h)                                             (4)  height, worse by the factor κ
 *   v' = v + ν_v                                                              (5)  north and east
 *
 * The deviations of b and ν are those of each axis, north and east, at the dilution D₀: with σ² = σ_b² + σ_ν² half of the fixes lie within
 * the circle of radius CEP = σ √(2 ln 2) = 1.1774 σ, where D is constant.
 *
 * Fix. The receiver looks for a signal at its sample times. With an unbroken signal the fix is there after a time that depends on how long
 * it had none: since the last fix
 *
 *   at most reacquisitionWithin_s    reacquisitionTime_s       it still follows the satellites
 *   at most hotWithin_s              hotStart_s                their orbits are known
 *   longer                           warmStart_s               they are known roughly
 *   never since it was switched on   by `start`: coldStart_s, warmStart_s or hotStart_s
 *
 * Without a fix samples are invalid, and their values NaN. A fix is lost with the signal, above maxHeight_m and beyond maxSpeed_mps.
 *
 * Latitude, longitude and height are those of the place (LocalFrame), NaN in a world without an origin, and rounded to geodeticResolution_deg;
 * north and east are then what a driver makes of the rounded ones.
 * Frames: N; S at the antenna. Errors go on while there is no fix, so a dive changes no error of a later fix.
 * Left out: single satellites, masts and waves that hide some of them, reflections, splashes between samples, differential corrections.
 * Source: the definitions of dilution and CEP. Tests: test/gps.test.ts.
 */
import { NS_PER_S } from "../core/index.ts";
import type { Thing, ThingSite } from "../engine/index.ts";
import { describedSea, LocalFrame, waterAt } from "../environment/index.ts";
import { defineModel } from "../library/index.ts";
import { exp, rotateInto } from "../math/index.ts";
import { type ErrorSpec, Errors, EXACT } from "./error-model.ts";
import { gpsSample } from "./messages.ts";
import { Mounting } from "./mounting.ts";
import { READS, sensor } from "./sensor.ts";
import { type Measure, SAMPLE, sensorThing } from "./sensor-thing.ts";

const { t_ns: T_NS, p_NS_m: P, surface_m: SURFACE } = waterAt.at;

export const gps = defineModel(sensor, {
  model: "gps",
  doc: "Satellite receiver: position and velocity of its antenna while that is above the water",
  reads: READS,
  params: {
    minHeight_m: {
      doc: "height of the antenna above the surface below which it has no signal",
      min: -1,
      max: 10,
      default: 0.05,
    },
    start: {
      type: "choice",
      choices: ["cold", "warm", "hot"],
      doc: "what it remembers when it is switched on: nothing, roughly where the satellites are, or their orbits",
      default: "cold",
    },
    coldStart_s: { doc: "from a signal to the first fix, nothing known", min: 0, max: 86_400, default: 130 },
    warmStart_s: { doc: "the same where the satellites are known roughly", min: 0, max: 86_400, default: 45 },
    hotStart_s: { doc: "the same where their orbits are known", min: 0, max: 86_400, default: 20 },
    reacquisitionTime_s: { doc: "the same after a short loss", min: 0, max: 86_400, default: 2 },
    reacquisitionWithin_s: { doc: "longest loss after which it still follows the satellites", min: 0, default: 60 },
    hotWithin_s: { doc: "longest loss after which orbits are still known", min: 0, default: 7200 },
    positionNoise_m: {
      doc: "σ_ν, deviation of the white noise of a fix, north and east each",
      min: 0,
      default: 0,
    },
    positionWander_m: {
      doc: "σ_b, deviation of the correlated error, north and east each",
      min: 0,
      default: 0,
    },
    positionWanderTime_s: { doc: "correlation time of the correlated error", above: 0, default: 300 },
    heightRatio: { doc: "κ, deviation of the height over that of north", unit: "1", min: 0, max: 100, default: 1.5 },
    fixVelocityNoise_mps: { doc: "deviation of the velocity, north and east each", min: 0, default: 0 },
    dilution: { doc: "D₀, usual horizontal dilution", unit: "1", above: 0, max: 100, default: 1.3 },
    dilutionSpread: { doc: "deviation of g: 0.2 is some 20 % of the dilution", unit: "1", min: 0, max: 2, default: 0 },
    dilutionTime_s: { doc: "correlation time of the dilution", above: 0, default: 1200 },
    geodeticResolution_deg: { doc: "step of latitude and longitude; 0 for none", min: 0, max: 1, default: 0 },
    maxHeight_m: { doc: "height above which it gives no fix", above: 0, optional: true },
    maxSpeed_mps: { doc: "speed beyond which it gives no fix", above: 0, optional: true },
  },
  check(p, report) {
    const times = [p.reacquisitionTime_s, p.hotStart_s, p.warmStart_s, p.coldStart_s];
    const names = ["reacquisitionTime_s", "hotStart_s", "warmStart_s", "coldStart_s"] as const;
    for (let i = 1; i < times.length; i++) {
      const [less, more] = [times[i - 1], times[i]];
      if (less === undefined || more === undefined || less <= more) continue;
      report(names[i - 1], `${names[i - 1]} = ${less} is longer than ${names[i]} = ${more}`, {
        allowed: `at most ${more}`,
        hint: "who remembers more finds a fix sooner",
      });
    }
    if (
      p.reacquisitionWithin_s !== undefined &&
      p.hotWithin_s !== undefined &&
      p.reacquisitionWithin_s > p.hotWithin_s
    ) {
      const message = `reacquisitionWithin_s = ${p.reacquisitionWithin_s} is longer than hotWithin_s = ${p.hotWithin_s}`;
      report("reacquisitionWithin_s", message, { allowed: `at most ${p.hotWithin_s}` });
    }
  },
  create: (p, component): Thing =>
    sensorThing(component, p, {
      message: gpsSample,
      words: {
        latitude_rad: "latitude",
        longitude_rad: "longitude",
        height_m: "height",
        north_m: "north",
        east_m: "east",
        velocityNorth_mps: "velocity to the north",
        velocityEast_mps: "velocity to the east",
        dilution: "horizontal dilution of precision",
      },
      untrue: ["dilution"],
      water: true,
      events: [
        { name: "found", level: "info", doc: "it has a fix" },
        { name: "lost", level: "info", doc: "it has lost its fix" },
      ],
      join: (site) => new Receiver(site, p).measure,
    }),
});

interface GpsParams {
  readonly rate_Hz: number;
  readonly minHeight_m: number;
  readonly start: string;
  readonly coldStart_s: number;
  readonly warmStart_s: number;
  readonly hotStart_s: number;
  readonly reacquisitionTime_s: number;
  readonly reacquisitionWithin_s: number;
  readonly hotWithin_s: number;
  readonly positionNoise_m: number;
  readonly positionWander_m: number;
  readonly positionWanderTime_s: number;
  readonly heightRatio: number;
  readonly fixVelocityNoise_mps: number;
  readonly dilution: number;
  readonly dilutionSpread: number;
  readonly dilutionTime_s: number;
  readonly geodeticResolution_rad: number;
  readonly maxHeight_m: number | undefined;
  readonly maxSpeed_mps: number | undefined;
}

/** Values of a sample. */
const LATITUDE = 0;
const HEIGHT = 2;
const NORTH = 3;
const VELOCITY = 5;
const DILUTION = 7;
const VALUES = 8;

/** Places in the state: whether there is a fix; instants since which there is a signal, of the last fix, of switching on, of the last sample. */
const FIX = 0;
const SIGNAL_NS = 1;
const FIX_NS = 2;
const ON_NS = 3;
const LAST_NS = 4;
const MEMORY = 5;
const SAME_NS = 1000;

class Receiver {
  readonly #site: ThingSite;
  readonly #p: GpsParams;
  readonly #at: number;
  readonly #position: Errors;
  readonly #height: Errors;
  readonly #velocity: Errors;
  readonly #dilution: Errors;
  readonly #frame: LocalFrame | null;
  readonly #mounting: Mounting;
  readonly #first_s: number;
  /** Room inside one call; holds nothing between calls. */
  readonly #place = new Float64Array(3);
  readonly #velocity_N = new Float64Array(3);
  readonly #q_NS = new Float64Array(4);
  readonly #none = new Float64Array(3);
  readonly #error = new Float64Array(3);
  readonly #g = new Float64Array(1);
  readonly #since = { elapsed_s: Number.NaN };

  constructor(site: ThingSite, p: GpsParams) {
    this.#site = site;
    this.#p = p;
    this.#at = site.reals("fix", MEMORY, [0, Number.NaN, Number.NaN, Number.NaN, Number.NaN]);
    const wander: ErrorSpec = {
      ...EXACT,
      noise: p.positionNoise_m,
      instability: p.positionWander_m,
      instabilityTime_s: p.positionWanderTime_s,
    };
    this.#position = new Errors(site, "position", wander, 2, p.rate_Hz);
    this.#height = new Errors(site, "height", wander, 1, p.rate_Hz);
    this.#velocity = new Errors(site, "velocity", { ...EXACT, noise: p.fixVelocityNoise_mps }, 2, p.rate_Hz);
    const slow = { ...EXACT, instability: p.dilutionSpread, instabilityTime_s: p.dilutionTime_s };
    this.#dilution = new Errors(site, "dilution", slow, 1, p.rate_Hz);
    const { origin } = describedSea(site.world);
    this.#frame = origin === undefined ? null : new LocalFrame(origin);
    this.#mounting = new Mounting(site.mount);
    this.#first_s = p.start === "cold" ? p.coldStart_s : p.start === "warm" ? p.warmStart_s : p.hotStart_s;
  }

  readonly measure: Measure = (reading, truth, { motion, water, on_s }, moment) => {
    const { reals } = moment;
    const at = this.#at;
    const t_ns = water[T_NS];
    this.#truthInto(truth, motion, water);

    // The errors go on whether there is a fix or not.
    const since = this.#since;
    since.elapsed_s = (t_ns - reals[at + LAST_NS]) / NS_PER_S;
    reals[at + LAST_NS] = t_ns;
    this.#dilution.readInto(this.#g, 0, this.#none, 0, since, moment);
    const worse = exp(this.#g[0]); // (2): D / D₀
    this.#position.readInto(this.#error, 0, this.#none, 0, since, moment);
    this.#height.readInto(this.#error, 2, this.#none, 0, since, moment);
    this.#velocity.readInto(reading, VELOCITY, truth, VELOCITY, since, moment); // (5)

    const height_m = -water[P + 2] - water[SURFACE]; // (1)
    const on_ns = Math.round(t_ns - on_s * NS_PER_S);
    if (!this.#hasFix(height_m, truth, t_ns, on_ns, moment)) {
      for (let i = 0; i < VALUES; i++) reading[i] = Number.NaN;
      return SAMPLE.invalid;
    }
    const place = this.#place;
    place[0] = truth[NORTH] + worse * this.#error[0]; // (3)
    place[1] = truth[NORTH + 1] + worse * this.#error[1];
    place[2] = water[P + 2] - this.#p.heightRatio * worse * this.#error[2]; // (4), downwards
    this.#placeInto(reading, place);
    reading[DILUTION] = this.#p.dilution * worse;
    return SAMPLE.valid;
  };

  #truthInto(truth: Float64Array, motion: Float64Array, water: Float64Array): void {
    if (this.#frame === null) truth.fill(Number.NaN, LATITUDE, HEIGHT + 1);
    else this.#frame.geodeticFromPlaceInto(truth, LATITUDE, water, P);
    truth[NORTH] = water[P];
    truth[NORTH + 1] = water[P + 1];
    const v = this.#velocity_N;
    this.#mounting.velocityInto(v, 0, motion);
    this.#mounting.attitudeInto(this.#q_NS, 0, motion);
    rotateInto(v, 0, this.#q_NS, 0, v, 0);
    truth[VELOCITY] = v[0];
    truth[VELOCITY + 1] = v[1];
    truth[DILUTION] = this.#p.dilution;
  }

  /** Follows the signal; reports a fix that is found or lost. */
  #hasFix(height_m: number, truth: Float64Array, t_ns: number, on_ns: number, moment: Parameters<Measure>[3]): boolean {
    const { reals } = moment;
    const at = this.#at;
    const { minHeight_m, maxHeight_m, maxSpeed_mps } = this.#p;
    // It has been switched off in between, or is new; the instant is as exact as a sum of seconds.
    if (!(Math.abs(on_ns - reals[at + ON_NS]) < SAME_NS)) {
      reals[at + ON_NS] = on_ns;
      reals[at + FIX] = 0;
      reals[at + SIGNAL_NS] = Number.NaN;
      reals[at + FIX_NS] = Number.NaN;
    }
    const u = truth[VELOCITY];
    const v = truth[VELOCITY + 1];
    const isBeyond =
      (maxHeight_m !== undefined && height_m > maxHeight_m) ||
      (maxSpeed_mps !== undefined && u * u + v * v > maxSpeed_mps * maxSpeed_mps);
    if (height_m < minHeight_m || isBeyond) {
      reals[at + SIGNAL_NS] = Number.NaN;
      if (reals[at + FIX] === 1) this.#site.tell(moment, "lost", isBeyond ? BEYOND : UNDER);
      reals[at + FIX] = 0;
      return false;
    }
    if (Number.isNaN(reals[at + SIGNAL_NS])) reals[at + SIGNAL_NS] = t_ns;
    if (reals[at + FIX] === 0) {
      const since_ns = reals[at + SIGNAL_NS];
      if (t_ns - since_ns < this.#wait_ns(since_ns - reals[at + FIX_NS])) return false;
      reals[at + FIX] = 1;
      this.#site.tell(
        moment,
        "found",
        `it has a fix, ${Number(((t_ns - since_ns) / NS_PER_S).toFixed(3))} s after the signal`,
      );
    }
    reals[at + FIX_NS] = t_ns;
    return true;
  }

  /** From a signal to a fix, after a time without one; NaN for none since it was switched on. */
  #wait_ns(without_ns: number): number {
    const p = this.#p;
    const without_s = without_ns / NS_PER_S;
    if (Number.isNaN(without_s)) return this.#first_s * NS_PER_S;
    if (without_s <= p.reacquisitionWithin_s) return p.reacquisitionTime_s * NS_PER_S;
    return (without_s <= p.hotWithin_s ? p.hotStart_s : p.warmStart_s) * NS_PER_S;
  }

  /** Of a place as measured: latitude to east. */
  #placeInto(reading: Float64Array, place: Float64Array): void {
    const frame = this.#frame;
    reading[NORTH] = place[0];
    reading[NORTH + 1] = place[1];
    if (frame === null) {
      reading.fill(Number.NaN, LATITUDE, HEIGHT + 1);
      return;
    }
    frame.geodeticFromPlaceInto(reading, LATITUDE, place, 0);
    const step = this.#p.geodeticResolution_rad;
    if (step === 0) return;
    for (let i = 0; i < 2; i++) reading[LATITUDE + i] = step * Math.round(reading[LATITUDE + i] / step);
    frame.placeFromGeodeticInto(place, 0, reading, LATITUDE);
    reading[NORTH] = place[0];
    reading[NORTH + 1] = place[1];
  }
}

const UNDER = "it has lost its fix: the antenna is under water";
const BEYOND = "it has lost its fix: it is beyond its limits of height and speed";
