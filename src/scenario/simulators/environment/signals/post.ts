/**
 * Sends what arrives to those that hear it: to communications in batches of MOST_ARRIVALS, to each sensor by itself.
 *
 *   level = level sent + gain + 10 log₁₀ overlap + fading,   mean without fading                        (1)
 *   start = t + delay, at least 1 ns after t and after now;   duration′ = duration / (f′/f)                (2)
 *   reported where level − noise or mean − noise is at least the least SNR of the ear                   (3)
 *   and to communications where the surface is in the way: level −Infinity (wrong-side.ts)               (4)
 *
 * Fading is that of the instant at which the signal begins to arrive.
 */
import type { Moment, OutPort } from "../../../../engine/index.ts";
import {
  ARRIVAL_RECORD,
  ARRIVAL_RECORD_SIZE,
  arrivals,
  bandOverlap,
  type Carrier,
  emission,
  MOST_ARRIVALS,
  PATH,
} from "../../../../environment/index.ts";
import { log10 } from "../../../../math/index.ts";
import type { PairFading } from "./pair-fading.ts";
import type { Transducers } from "./transducers.ts";

const SENT = emission.at;
const OUT = arrivals.at;
const RECORD = ARRIVAL_RECORD;
export const NS_PER_S = 1e9;

export type ArrivalsPort = OutPort<typeof arrivals.fields>;

export class Post {
  /** One being filled for communications; behind its last record there are zeros. */
  readonly batch = new Float64Array(arrivals.size);
  /** Of a sensor: always one record. */
  readonly single = new Float64Array(arrivals.size);
  readonly #transducers: Transducers;
  readonly #communications: ArrivalsPort | null;
  /** By index of ear; null for those of communications. */
  readonly #sensors: readonly (ArrivalsPort | null)[];
  readonly #fading: PairFading;
  readonly #instant = new Float64Array(1);
  readonly #gain = new Float64Array(1);
  #count = 0;
  /** Records of the batch that are not zeros. */
  #filled = 0;

  constructor(
    transducers: Transducers,
    fading: PairFading,
    communications: ArrivalsPort | null,
    sensors: readonly (ArrivalsPort | null)[],
  ) {
    this.#transducers = transducers;
    this.#fading = fading;
    this.#communications = communications;
    this.#sensors = sensors;
  }

  isSensor(ear: number): boolean {
    return this.#sensors[ear] != null;
  }

  /** Begins the arrivals of the emission sent[i ..]. */
  open(sent: Float64Array, i: number): void {
    this.#head(this.batch, sent, i);
    this.#head(this.single, sent, i);
    this.single[OUT.count] = 1;
    this.#count = 0;
  }

  /** Room for one more of communications: where its record goes in `batch`. */
  room(moment: Moment): number {
    if (this.#count === MOST_ARRIVALS) this.close(moment);
    return OUT.records + ARRIVAL_RECORD_SIZE * this.#count++;
  }

  /** Sends what is left. */
  close(moment: Moment): void {
    const count = this.#count;
    if (count === 0) return;
    const batch = this.batch;
    const filled = this.#filled;
    const end = OUT.records + ARRIVAL_RECORD_SIZE * filled;
    for (let k = OUT.records + ARRIVAL_RECORD_SIZE * count; k < end; k++) batch[k] = 0;
    batch[OUT.count] = count;
    this.#communications?.send(moment, batch, 0);
    this.#filled = count;
    this.#count = 0;
  }

  /** The record of one sensor is complete in `single`. */
  sendSingle(moment: Moment, ear: number): void {
    this.#sensors[ear]?.send(moment, this.single, 0);
  }

  /** (1) to (3): one ear gets the emission sent[i ..] by a PATH path[0 ..]. Returns false for one that it is too weak for. */
  add(moment: Moment, sent: Float64Array, i: number, carrier: Carrier, ear: number, path: Float64Array): boolean {
    const to = this.#transducers.list[ear]!;
    const overlap = bandOverlap(sent[i + SENT.frequency_Hz]!, sent[i + SENT.bandwidth_Hz]!, to);
    if (!(overlap > 0)) return true;
    const t_ns = sent[i + SENT.t_ns]!;
    const now_ns = moment.instant_ns[0]!;
    const begins_ns = t_ns + Math.max(1, Math.round(path[PATH.delay_s]! * NS_PER_S));
    const start_ns = begins_ns > now_ns ? begins_ns : now_ns + 1; // (2)
    const mean = sent[i + SENT.level_dB]! + path[PATH.gain_dB]! + (overlap < 1 ? 10 * log10(overlap) : 0); // (1)
    let level = mean;
    if (carrier.fading !== null) {
      this.#instant[0] = start_ns;
      this.#fading.of(carrier.fading, sent[i + SENT.emitter]!, ear).gainInto(this.#gain, 0, this.#instant, 0);
      level += 10 * log10(this.#gain[0]!);
    }
    const isSingle = this.isSensor(ear);
    if (mean === Number.NEGATIVE_INFINITY) {
      if (isSingle) return true; // (4)
    } else {
      const least = to.leastSnr_dB + path[PATH.noise_dB]!;
      if (!(level >= least || mean >= least)) return false; // (3)
    }
    const out = isSingle ? this.single : this.batch;
    const o = isSingle ? OUT.records : this.room(moment);
    out[o + RECORD.ear] = ear;
    out[o + RECORD.start_ns] = start_ns;
    out[o + RECORD.duration_ns] = Math.round(sent[i + SENT.duration_ns]! / path[PATH.dopplerFactor]!);
    out[o + RECORD.level_dB] = level;
    out[o + RECORD.mean_dB] = mean;
    out[o + RECORD.noise_dB] = path[PATH.noise_dB]!;
    out[o + RECORD.dopplerFactor] = path[PATH.dopplerFactor]!;
    out[o + RECORD.spread_s] = path[PATH.spread_s]!;
    out[o + RECORD.distance_m] = path[PATH.distance_m]!;
    for (let k = 0; k < 3; k++) out[o + RECORD.direction_N + k] = path[PATH.direction_N + k]!;
    if (isSingle) this.sendSingle(moment, ear);
    return true;
  }

  #head(out: Float64Array, sent: Float64Array, i: number): void {
    out[OUT.t_ns] = sent[i + SENT.t_ns]!;
    out[OUT.emitter] = sent[i + SENT.emitter]!;
    out[OUT.number] = sent[i + SENT.number]!;
    out[OUT.frequency_Hz] = sent[i + SENT.frequency_Hz]!;
    out[OUT.bandwidth_Hz] = sent[i + SENT.bandwidth_Hz]!;
  }
}
