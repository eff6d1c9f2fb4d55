/**
 * The sea between two moving positions as a channel: the arrivals from one to the other, from a table by cells of position.
 *
 * Positions are put into cells of (h, h, h_z) in N. For a pair of cells that is new, the plane through both centres is cut out of the world (plane.ts) and its
 * eigenrays are found (eigenrays.ts); the strongest arrivals are kept. Each answer carries them from the centres to the positions that were asked about, to first
 * order along the rays (R the horizontal range, c at either end, primes at the positions):
 *
 *   τ′ = τ + (R′ − R) cos θ_rx / c_rx + (z′_rx − z_rx) sin θ_rx / c_rx − (z′_tx − z_tx) sin θ_tx / c_tx             (1)
 *   A′ = A τ/τ′                                                                                     (2)
 *
 * h is cell_m, halved until the range is NEAR_CELLS of it, up to MOST_HALVINGS times; h_z is depthCell_m, halved as often. The error of (1) is of second order over
 * a level bottom. On a slope it is of first order: both ends may be h/2 further down it, and each reflection there comes h/2 · tan(slope) · 2 sin θ / c later.
 * Measured by ray-channel.test.ts with h = 10 m and h_z = 1 m, in 60 m of water with a thermocline, between 0.2 and 2 km:
 *
 * | bottom | delay: median, 95 of 100 | amplitude: median, 95 of 100 |
 * |---|---|---|
 * | level | 0.2 µs, 5 µs | 0.02 dB, 0.3 dB |
 * | 1° of slope | 35 µs, 260 µs | 0.02 dB, 0.3 dB |
 *
 * Arrivals that exist at one of both places only (near caustics and the edges of shadows) are not in that.
 *
 * The water and the bottom are looked at at the start of the period of refresh_s in which the time lies. An answer is a function of the world, both positions and
 * the time alone: whether its cell was in the table, or which ones were asked about before, makes no difference. The table never grows: it has as many entries as
 * it was given, and in a set the one that was not asked about for longest gives way.
 * Left out: motion of the ends while the sound is under way, the Doppler shift (both follow from the angles of the arrivals), obstacles.
 */
import type { Scene, WaterColumn } from "../../environment/index.ts";
import { atan2, hypot, sinCosInto } from "../../math/index.ts";
import { arrivals } from "../rays/eigenrays.ts";
import { planeOf } from "../rays/plane.ts";
import { problemsOf } from "../rays/problems.ts";
import { ARRIVAL, ARRIVAL_SIZE } from "../rays/ray-case.ts";
import { factorOf } from "../rays/sound-cells.ts";

const NEAR_CELLS = 20;
const MOST_HALVINGS = 6;
const WAYS = 4;
/** Cells of both positions, halvings, period. */
const KEY_SIZE = 8;
/** Horizontal range, depths and sound speeds of both ends, number of arrivals. */
const HEAD = { range_m: 0, tx_m: 1, rx_m: 2, tx_mps: 3, rx_mps: 4, count: 5 } as const;
const HEAD_SIZE = 6;
/** Least range, in depths of the water by the number of rays: four spacings of the fan. */
const UPRIGHT = 4 * Math.PI;
/** Ends are this far from surface and bottom at least, m, and from each other. */
const LEAST_M = 0.01;

export interface RayChannelOptions {
  readonly frequency_Hz: number;
  /** h and h_z. */
  readonly cell_m?: number;
  readonly depthCell_m?: number;
  /** How many arrivals are kept, the strongest. */
  readonly mostArrivals?: number;
  /** Rays of the fan, from straight up to straight down. */
  readonly rays?: number;
  /** Entries of the table. */
  readonly entries?: number;
  /** How long what is known of the water holds; Infinity: as at time 0. */
  readonly refresh_s?: number;
  readonly surfaceRoughness_m?: number;
  readonly weakest_dB?: number;
}

export class RayChannel {
  readonly mostArrivals: number;
  /** How many cells have been computed so far, for benchmarks and tests. */
  computed = 0;
  readonly #water: WaterColumn;
  readonly #scene: Scene;
  readonly #options: RayChannelOptions;
  readonly #cell: number;
  readonly #depthCell: number;
  readonly #refresh: number;
  readonly #sets: number;
  readonly #entrySize: number;
  readonly #keys: Float64Array;
  readonly #values: Float64Array;
  readonly #used: Float64Array;
  #clock = 0;
  readonly #key = new Float64Array(KEY_SIZE);
  readonly #turn = new Float64Array(2);

  constructor(water: WaterColumn, scene: Scene, options: RayChannelOptions) {
    this.#water = water;
    this.#scene = scene;
    this.#options = options;
    this.#cell = options.cell_m ?? 10;
    this.#depthCell = options.depthCell_m ?? 1;
    this.#refresh = options.refresh_s ?? Number.POSITIVE_INFINITY;
    this.mostArrivals = options.mostArrivals ?? 24;
    this.#sets = Math.max(1, Math.ceil((options.entries ?? 1024) / WAYS));
    this.#entrySize = HEAD_SIZE + this.mostArrivals * ARRIVAL_SIZE;
    const entries = this.#sets * WAYS;
    this.#keys = new Float64Array(entries * KEY_SIZE).fill(Number.NaN);
    this.#values = new Float64Array(entries * this.#entrySize);
    this.#used = new Float64Array(entries);
  }

  /**
   * The arrivals at to[j ..] of sound from from[i ..] (north, east, down, m) at the time time[k], s, by delay, as records of ARRIVAL_SIZE at out[o ..]: mostArrivals
   * of them at most. Returns how many; 0 where one end is not in the water, or where nothing arrives.
   */
  arrivalsInto(
    out: Float64Array,
    o: number,
    from: Float64Array,
    i: number,
    to: Float64Array,
    j: number,
    time: Float64Array,
    k: number,
  ): number {
    if (!(this.#isInWater(from, i) && this.#isInWater(to, j))) return 0;
    const range_m = hypot(to[j] - from[i], to[j + 1] - from[i + 1]);
    if (!(range_m < Number.POSITIVE_INFINITY)) return 0;
    const entry = this.#entryOf(from, i, to, j, range_m, time[k]);
    const values = this.#values;
    const head = entry * this.#entrySize;
    const count = values[head + HEAD.count];
    const further_m = range_m - values[head + HEAD.range_m];
    const rxDeeper_m = to[j + 2] - values[head + HEAD.rx_m];
    const txDeeper_m = from[i + 2] - values[head + HEAD.tx_m];
    const tx_mps = values[head + HEAD.tx_mps];
    const rx_mps = values[head + HEAD.rx_mps];
    const turn = this.#turn;
    for (let n = 0; n < count; n++) {
      const a = head + HEAD_SIZE + n * ARRIVAL_SIZE;
      const b = o + n * ARRIVAL_SIZE;
      for (let m = 0; m < ARRIVAL_SIZE; m++) out[b + m] = values[a + m];
      const delay_s = values[a + ARRIVAL.delay_s];
      // (1)
      sinCosInto(turn, 0, values[a + ARRIVAL.arrival_rad]);
      let later_s = (further_m * turn[1] + rxDeeper_m * turn[0]) / rx_mps;
      sinCosInto(turn, 0, values[a + ARRIVAL.launch_rad]);
      later_s -= (txDeeper_m * turn[0]) / tx_mps;
      const moved_s = Math.max(0.1 * delay_s, delay_s + later_s);
      out[b + ARRIVAL.delay_s] = moved_s;
      out[b + ARRIVAL.amplitude] *= delay_s / moved_s; // (2)
    }
    return count;
  }

  /** The entry of a pair of positions, made if it is not there. */
  #entryOf(from: Float64Array, i: number, to: Float64Array, j: number, range_m: number, t_s: number): number {
    let halvings = 0;
    let cell = this.#cell;
    while (halvings < MOST_HALVINGS && range_m < NEAR_CELLS * cell) {
      cell *= 0.5;
      halvings++;
    }
    let depthCell = this.#depthCell;
    for (let n = 0; n < halvings; n++) depthCell *= 0.5;
    const key = this.#key;
    key[0] = Math.floor(from[i] / cell);
    key[1] = Math.floor(from[i + 1] / cell);
    key[2] = Math.floor(from[i + 2] / depthCell);
    key[3] = Math.floor(to[j] / cell);
    key[4] = Math.floor(to[j + 1] / cell);
    key[5] = Math.floor(to[j + 2] / depthCell);
    key[6] = halvings;
    key[7] = this.#refresh < Number.POSITIVE_INFINITY ? Math.floor(t_s / this.#refresh) : 0;

    // FNV over the parts.
    let hash = 0x811c9dc5 | 0;
    for (let n = 0; n < KEY_SIZE; n++) hash = Math.imul(hash ^ (key[n] | 0), 0x01000193);
    hash ^= hash >>> 15;
    const first = ((hash >>> 0) % this.#sets) * WAYS;
    let oldest = first;
    for (let entry = first; entry < first + WAYS; entry++) {
      if (this.#isAt(entry)) {
        this.#used[entry] = ++this.#clock;
        return entry;
      }
      if (this.#used[entry] < this.#used[oldest]) oldest = entry;
    }
    this.#fill(oldest, cell, depthCell);
    this.#used[oldest] = ++this.#clock;
    return oldest;
  }

  #isAt(entry: number): boolean {
    const at = entry * KEY_SIZE;
    for (let n = 0; n < KEY_SIZE; n++) if (this.#keys[at + n] !== this.#key[n]) return false;
    return true;
  }

  /** Finds the arrivals between the centres of the cells of the key. */
  #fill(entry: number, cell: number, depthCell: number): void {
    const key = this.#key;
    const options = this.#options;
    this.computed++;
    this.#keys.set(key, entry * KEY_SIZE);
    const head = entry * this.#entrySize;
    const values = this.#values;
    const centre = (n: number): Float64Array => {
      const at = Float64Array.of((key[n] + 0.5) * cell, (key[n + 1] + 0.5) * cell, (key[n + 2] + 0.5) * depthCell);
      at[2] = Math.max(LEAST_M, Math.min(at[2], this.#bottomAt(at, 0) - LEAST_M));
      return at;
    };
    const tx = centre(0);
    const rx = centre(3);
    const north = rx[0] - tx[0];
    const east = rx[1] - tx[1];
    // Straight above each other: the fan has to have rays on both sides of the path.
    const rays = options.rays ?? 2000;
    const column_m = Math.min(this.#bottomAt(tx, 0), tx[2] + rx[2]);
    const range_m = Math.max(hypot(north, east), LEAST_M, (UPRIGHT * column_m) / rays);
    const sea = planeOf(this.#water, this.#scene, {
      frequency_Hz: options.frequency_Hz,
      source_m: tx,
      azimuth_rad: atan2(east, north),
      t_s: key[7] === 0 ? 0 : key[7] * this.#refresh,
      maxRange_m: range_m,
      receiverRanges_m: Float64Array.of(range_m),
      receiverDepths_m: Float64Array.of(rx[2]),
      fan: { count: rays, from_rad: -0.5 * Math.PI, to_rad: 0.5 * Math.PI },
      surfaceRoughness_m: options.surfaceRoughness_m ?? 0,
      weakest_dB: options.weakest_dB ?? 60,
    });
    const { depths_m, soundSpeeds_mps, ranges_m } = sea.sound;
    values[head + HEAD.range_m] = range_m;
    values[head + HEAD.tx_m] = tx[2];
    values[head + HEAD.rx_m] = rx[2];
    values[head + HEAD.tx_mps] = linear(depths_m, soundSpeeds_mps, 0, tx[2]);
    values[head + HEAD.rx_mps] = linear(depths_m, soundSpeeds_mps, (ranges_m.length - 1) * depths_m.length, rx[2]);
    values[head + HEAD.count] = 0;
    if (problemsOf(sea).length > 0) return;
    const [{ records }] = arrivals(sea);
    const found = records.length / ARRIVAL_SIZE;
    const level = (k: number): number =>
      records[k * ARRIVAL_SIZE + ARRIVAL.amplitude] * factorOf(records[k * ARRIVAL_SIZE + ARRIVAL.absorption_dB]);
    // The strongest, and those by delay again.
    const kept = Array.from({ length: found }, (_, k) => k)
      .sort((a, b) => level(b) - level(a) || a - b)
      .slice(0, this.mostArrivals)
      .sort((a, b) => a - b);
    kept.forEach((k, n) => {
      values.set(records.subarray(k * ARRIVAL_SIZE, (k + 1) * ARRIVAL_SIZE), head + HEAD_SIZE + n * ARRIVAL_SIZE);
    });
    values[head + HEAD.count] = kept.length;
  }

  #isInWater(place: Float64Array, i: number): boolean {
    return place[i + 2] >= 0 && place[i + 2] <= this.#bottomAt(place, i);
  }

  /** Depth of the bottom at a place; Infinity where there is none. */
  #bottomAt(place: Float64Array, i: number): number {
    const { bottom } = this.#scene;
    if (bottom === null) return Number.POSITIVE_INFINITY;
    bottom.depthInto(this.#turn, 0, place, i);
    return Number.isNaN(this.#turn[0]) ? Number.POSITIVE_INFINITY : this.#turn[0];
  }
}

/** Of values[o ..] at increasing points, linear between them. */
function linear(points: Float64Array, values: Float64Array, o: number, x: number): number {
  const last = points.length - 1;
  if (x <= points[0]) return values[o];
  if (x >= points[last]) return values[o + last];
  let k = 0;
  while (x >= points[k + 1]) k++;
  return values[o + k] + ((x - points[k]) / (points[k + 1] - points[k])) * (values[o + k + 1] - values[o + k]);
}
