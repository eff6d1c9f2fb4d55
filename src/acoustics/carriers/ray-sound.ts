/**
 * Sound along the rays of a world's sea: every way by surface and bottom that a table of eigenrays has between the two places (channel/ray-channel.ts).
 *
 *   p_k   = A_k² 10^(−a_k/10) b_t(θ_k) b_r(θ_k)                                                        (1)  power of arrival k over that at 1 m
 *   counts: p_k at least 10^(−w/10) of the strongest                                                  (2)  w: weakestArrival_dB
 *   gain  = 10 log max p_k  "strongest";   10 log Σ p_k, of those that count within window_s of the first   "sum"       (3)
 *   delay = that of the first that counts;   spread = from it to the last that counts                  (4)
 *   f′/f  = (1 − v_r·n_r/c_r)/(1 − v_s·n_s/c_s)                                                         (5)  n along the first that counts, at either end
 *   reach : level + max B_t + max B_r + greatest fade + 10 dB − 10 log r − α r − noise = least SNR, at most maxRange     (6)
 *
 * b_t, b_r are looked up in the directions in which arrival k leaves and comes in; the direction that is reported is that of the first that counts. Nearer
 * than 1 m a gain counts as at 1 m. (6) is that of sound that spreads as a cylinder, with 10 dB for what focusing and several ways add.
 *
 * The phases of the ways are not used: (3) is a mean over them; what they do to each other is the business of fading. Paths are those between cells
 * of position, so that a to b is b to a to the accuracy of the table. Frequency: the middle of the sender's band.
 * Left out: as ray-channel.ts says; the noise of the vehicle's own thrusters. Source: [JensenKuperman2011]. Test: ray-sound.test.ts.
 */
import {
  axisCosine,
  type Carrier,
  type CarrierModel,
  type CarrierWorld,
  type DescribedSea,
  describedSea,
  type FadingLaw,
  greatestFade_dB,
  greatestGain_dB,
  PATH,
  POINT,
  POINT_SIZE,
  POSED,
  Scene,
  SIGHT,
  SIGHT_SIZE,
  sightInto,
  type Transducer,
} from "../../environment/index.ts";
import { hypot, log10, sinCosInto } from "../../math/index.ts";
import { RayChannel } from "../channel/ray-channel.ts";
import { powerOf } from "../decibel.ts";
import { ARRIVAL, ARRIVAL_SIZE } from "../rays/ray-case.ts";
import { greatestRange_m } from "../transmission-loss.ts";
import { HeardNoise } from "./heard-noise.ts";
import { type FadingParams, fadingLaw } from "./sound.ts";
import { WATER_BODY, WaterBody } from "./water-body.ts";

export const RAY_SUMS = ["strongest", "sum"] as const;
export type RayGain = (typeof RAY_SUMS)[number];

export interface RaySoundParams extends FadingParams {
  readonly noise_dBre1uPa2pHz?: number | undefined;
  readonly gain: RayGain;
  readonly weakestArrival_dB: number;
  readonly window_s: number;
  readonly maxRange_m: number;
  readonly cell_m: number;
  readonly depthCell_m: number;
  readonly rays: number;
  readonly mostArrivals: number;
  readonly surfaceRoughness_m: number;
  readonly refresh_s?: number | undefined;
}

const FOCUS_DB = 10;

export class RaySound implements Carrier {
  readonly medium = "sound";
  readonly isSteady: boolean;
  readonly fading: FadingLaw | null;
  readonly #p: RaySoundParams;
  readonly #sea: DescribedSea;
  readonly #noise: HeardNoise;
  readonly #water: WaterBody;
  readonly #weakest: number;
  /** By frequency. */
  readonly #channels = new Map<number, RayChannel>();
  // Room inside one call; nothing is kept between calls.
  readonly #arrivals: Float64Array;
  readonly #powers: Float64Array;
  readonly #sight = new Float64Array(SIGHT_SIZE);
  readonly #point = new Float64Array(POINT_SIZE);
  readonly #at = new Float64Array(2);
  readonly #turn = new Float64Array(2);
  readonly #cosine = new Float64Array(1);
  readonly #beam = new Float64Array(2);
  /** Unit vector along the plane, horizontal; then along the ray, at either end. */
  readonly #along = new Float64Array(8);

  constructor(world: CarrierWorld, p: RaySoundParams) {
    this.#p = p;
    this.#sea = describedSea(world.described);
    if (this.#sea.water === null) throw new Error("rays need the water of the world: add a <water>");
    this.#noise = new HeardNoise(world, p.noise_dBre1uPa2pHz);
    this.#water = new WaterBody(world, {});
    this.isSteady = this.#water.isSteady || p.refresh_s === undefined;
    this.fading = fadingLaw(p);
    this.#weakest = powerOf(-p.weakestArrival_dB);
    this.#arrivals = new Float64Array(p.mostArrivals * ARRIVAL_SIZE);
    this.#powers = new Float64Array(p.mostArrivals);
  }

  /** (6) */
  reach_m(from: Transducer, level_dB: number, to: Transducer): number {
    const beams_dB = greatestGain_dB(from.pattern) + greatestGain_dB(to.pattern) + greatestFade_dB(this.fading);
    const most_dB = level_dB + beams_dB + FOCUS_DB - this.#noise.of(to) - to.leastSnr_dB;
    const least_dBpm = this.#water.leastAbsorption_dBpm(from.frequency_Hz);
    const reach = greatestRange_m((d) => most_dB - 10 * log10(d) - least_dBpm * d);
    return Math.min(this.#p.maxRange_m, reach);
  }

  pathInto(
    out: Float64Array,
    o: number,
    from: Transducer,
    source: Float64Array,
    s: number,
    to: Transducer,
    receiver: Float64Array,
    r: number,
    time_s: Float64Array,
  ): boolean {
    const water = this.#water;
    if (!(water.holds(source, s) && water.holds(receiver, r))) return false;
    const sight = this.#sight;
    sightInto(sight, 0, source, s, receiver, r);
    if (sight[SIGHT.distance_m] > this.#p.maxRange_m) return false;
    const channel = this.#channelOf(from.frequency_Hz);
    const records = this.#arrivals;
    const count = channel.arrivalsInto(records, 0, source, s, receiver, r, time_s, 0);
    if (count === 0) return false;

    // 1. The plane
    const along = this.#along;
    const north = receiver[r] - source[s];
    const east = receiver[r + 1] - source[s + 1];
    const range = hypot(north, east);
    along[0] = range > 0 ? north / range : 1;
    along[1] = range > 0 ? east / range : 0;

    // 2. Powers
    const powers = this.#powers;
    let strongest = 0;
    for (let k = 0; k < count; k++) {
      const a = k * ARRIVAL_SIZE;
      const amplitude = Math.min(1, records[a + ARRIVAL.amplitude]);
      this.#directionInto(2, records[a + ARRIVAL.launch_rad]);
      this.#directionInto(5, records[a + ARRIVAL.arrival_rad]);
      const beams_dB = this.#beam_dB(from, source, s, 2, 1) + this.#beam_dB(to, receiver, r, 5, -1);
      powers[k] = amplitude * amplitude * powerOf(beams_dB - records[a + ARRIVAL.absorption_dB]); // (1)
      if (powers[k] > strongest) strongest = powers[k];
    }
    if (!(strongest > 0)) return false;

    // 3. Those that count
    let first = -1;
    let last = 0;
    let sum = 0;
    for (let k = 0; k < count; k++) {
      if (powers[k] < this.#weakest * strongest) continue; // (2)
      if (first < 0) first = k;
      last = k;
      const after_s = records[k * ARRIVAL_SIZE + ARRIVAL.delay_s] - records[first * ARRIVAL_SIZE + ARRIVAL.delay_s];
      if (after_s <= this.#p.window_s) sum += powers[k];
    }
    const head = first * ARRIVAL_SIZE;
    const delay_s = records[head + ARRIVAL.delay_s];
    this.#directionInto(2, records[head + ARRIVAL.launch_rad]);
    this.#directionInto(5, records[head + ARRIVAL.arrival_rad]);

    // 4. The path
    out[o + PATH.delay_s] = delay_s; // (4)
    out[o + PATH.spread_s] = records[last * ARRIVAL_SIZE + ARRIVAL.delay_s] - delay_s;
    out[o + PATH.gain_dB] = 10 * log10(this.#p.gain === "strongest" ? strongest : sum); // (3)
    out[o + PATH.noise_dB] = this.#noise.of(to);
    out[o + PATH.dopplerFactor] =
      this.#share(receiver, r, 5, time_s, from.frequency_Hz) / this.#share(source, s, 2, time_s, from.frequency_Hz); // (5)
    out[o + PATH.distance_m] = sight[SIGHT.distance_m];
    for (let k = 0; k < 3; k++) out[o + PATH.direction_N + k] = 0 - along[5 + k];
    return true;
  }

  /** The direction of a ray in N, at an angle down from the horizontal, to #along[at ..]. */
  #directionInto(at: number, down_rad: number): void {
    const along = this.#along;
    sinCosInto(this.#turn, 0, down_rad);
    along[at] = this.#turn[1] * along[0];
    along[at + 1] = this.#turn[1] * along[1];
    along[at + 2] = this.#turn[0];
  }

  /** Gain of a pattern along #along[at ..], or against it. */
  #beam_dB({ pattern }: Transducer, posed: Float64Array, i: number, at: number, sign: number): number {
    if (pattern === null) return 0;
    const along = this.#along;
    const q = i + POSED.q_NT;
    this.#cosine[0] = axisCosine(posed, q, sign * along[at], sign * along[at + 1], sign * along[at + 2]);
    pattern.relativeInto(this.#beam, 0, this.#cosine, 0);
    return this.#beam[0];
  }

  /** 1 − v·n/c at one end. */
  #share(posed: Float64Array, i: number, at: number, time_s: Float64Array, frequency_Hz: number): number {
    const along = this.#along;
    const v = i + POSED.v_FT_N;
    for (let k = 0; k < 3; k++) this.#point[POINT.p + k] = posed[i + k];
    this.#point[POINT.t_s] = time_s[0];
    this.#water.waterInto(this.#at, 0, this.#point, 0, frequency_Hz);
    const closing = posed[v] * along[at] + posed[v + 1] * along[at + 1] + posed[v + 2] * along[at + 2];
    return 1 - closing / this.#at[WATER_BODY.soundSpeed_mps];
  }

  #channelOf(frequency_Hz: number): RayChannel {
    const known = this.#channels.get(frequency_Hz);
    if (known !== undefined) return known;
    const { cell_m, depthCell_m, rays, mostArrivals, surfaceRoughness_m, refresh_s } = this.#p;
    const { water, scene } = this.#sea;
    const made = new RayChannel(water!, scene ?? new Scene(null, []), {
      frequency_Hz,
      cell_m,
      depthCell_m,
      rays,
      mostArrivals,
      surfaceRoughness_m,
      ...(refresh_s === undefined ? {} : { refresh_s }),
    });
    this.#channels.set(frequency_Hz, made);
    return made;
  }
}

/** The model of a world. */
export function raySoundModel(p: RaySoundParams): CarrierModel {
  return Object.freeze({ carrierIn: (world: CarrierWorld) => new RaySound(world, p) });
}
