/**
 * Who hears whom among transducers that stay where they are.
 *
 * Where the medium is steady, too, the path between two of them never changes: it is found when the first of them sends for the first time, and
 * kept. What is kept is a function of the description, outside the state of the run; an emission costs what those cost that hear it, some 20 ns each
 * before they are sent (bench/communications.ts), and allocates nothing. Memory grows with the pairs that can hear each other: who is too far away is never looked at
 * (ear-grid.ts, by the reach of the greatest level), and who would not hear the greatest level over the noise is not kept.
 * Otherwise the paths of each emission are found anew, of the ears within its reach.
 */

import type { BlockFading } from "../../../../acoustics/index.ts";
import type { Moment } from "../../../../engine/index.ts";
import {
  ARRIVAL_RECORD,
  arrivals,
  bandOverlap,
  type Carrier,
  emission,
  greatestFade_dB,
  PATH,
  PATH_SIZE,
  POSED_SIZE,
} from "../../../../environment/index.ts";
import { log10 } from "../../../../math/index.ts";
import { EarGrid } from "./ear-grid.ts";
import type { PairFading } from "./pair-fading.ts";
import { NS_PER_S, type Post } from "./post.ts";
import { meets, type Transducers } from "./transducers.ts";
import { isApart, nothingInto } from "./wrong-side.ts";

const SENT = emission.at;
const RECORD = ARRIVAL_RECORD;
const RECORDS = arrivals.at.records;

/** Places of a kept path. */
const DELAY_NS = 0;
const GAIN = 1;
/** Of the whole band of the sender in that of the ear. */
const OVERLAP = 2;
const NOISE = 3;
/** Level over which it is reported. */
const LEAST = 4;
const DOPPLER = 5;
const SPREAD = 6;
const DISTANCE = 7;
const DIRECTION = 8;
const KEPT_SIZE = 11;

/** What one transducer is heard by: first those of communications, then those of sensors. */
interface Kept {
  readonly ears: Int32Array;
  readonly batched: number;
  readonly paths: Float64Array;
  readonly fading: readonly BlockFading[] | null;
}

export class SteadyNeighbours {
  /** How many paths are kept: for benchmarks and tests. */
  kept = 0;
  readonly #transducers: Transducers;
  readonly #carrier: Carrier;
  readonly #grid: EarGrid;
  readonly #post: Post;
  readonly #fading: PairFading;
  /** By index of emitter. */
  readonly #lists: (Kept | undefined)[] = [];
  /** Of one call. */
  readonly #near: Int32Array;
  readonly #path = new Float64Array(PATH_SIZE);
  readonly #time = new Float64Array(1);
  readonly #gain = new Float64Array(1);
  readonly #start = new Float64Array(1);
  /** Of pairs of classes of transducers. */
  readonly #reach = new Map<number, number>();
  /** A transducer of each class of steady ears. */
  readonly #earOfClass: readonly number[];

  constructor(transducers: Transducers, carrier: Carrier, post: Post, fading: PairFading) {
    this.#transducers = transducers;
    this.#carrier = carrier;
    this.#post = post;
    this.#fading = fading;
    const { all, list, moves, poses, classes } = transducers;
    const ears = all.flatMap(({ index, hears }) =>
      hears !== null && moves[index] === 0 && list[index]!.medium === carrier.medium ? [index] : [],
    );
    const places = new Float64Array(2 * ears.length);
    ears.forEach((ear, k) => {
      for (let axis = 0; axis < 2; axis++) places[2 * k + axis] = poses[POSED_SIZE * ear + axis]!;
    });
    this.#grid = new EarGrid(ears, places);
    this.#near = new Int32Array(ears.length);
    this.#earOfClass = [...new Map(ears.map((ear) => [classes[ear]!, ear])).values()];
  }

  /** How far a transducer is heard by another at its greatest level, m; below 0 where their bands do not meet. */
  reach_m(from: number, to: number): number {
    const { classes, list } = this.#transducers;
    const key = classes[from]! * list.length + classes[to]!;
    const known = this.#reach.get(key);
    if (known !== undefined) return known;
    const [a, b] = [list[from]!, list[to]!];
    const reach = meets(a, b) ? this.#carrier.reach_m(a, a.greatestLevel_dB, b) : -1;
    this.#reach.set(key, reach);
    return reach;
  }

  /** The emission sent[i ..] of one that stays, in a steady medium. */
  sendKept(moment: Moment, sent: Float64Array, i: number): void {
    const emitter = sent[i + SENT.emitter]! | 0;
    const kept = this.#lists[emitter] ?? this.#keep(emitter);
    const from = this.#transducers.list[emitter]!;
    const whole =
      sent[i + SENT.frequency_Hz] === from.frequency_Hz && sent[i + SENT.bandwidth_Hz] === from.bandwidth_Hz;
    const { ears, batched, paths, fading } = kept;
    const post = this.#post;
    const { batch, single } = post;
    const t_ns = sent[i + SENT.t_ns]!;
    const sentFor_ns = sent[i + SENT.duration_ns]!;
    const sentAt_dB = sent[i + SENT.level_dB]!;
    for (let k = 0; k < ears.length; k++) {
      const at = KEPT_SIZE * k;
      const ear = ears[k]!;
      const start_ns = t_ns + paths[at + DELAY_NS]!;
      let mean = sentAt_dB + paths[at + GAIN]!;
      if (whole) mean += paths[at + OVERLAP]!;
      else {
        const overlap = bandOverlap(
          sent[i + SENT.frequency_Hz]!,
          sent[i + SENT.bandwidth_Hz]!,
          this.#transducers.list[ear]!,
        );
        if (overlap < 1) mean += 10 * log10(overlap);
      }
      let level = mean;
      if (fading !== null) {
        this.#start[0] = start_ns;
        fading[k]!.gainInto(this.#gain, 0, this.#start, 0);
        level += 10 * log10(this.#gain[0]!);
      }
      const least = paths[at + LEAST]!;
      // A part outside the band of the ear has no level; nor has what the surface keeps away, which is reported.
      if (!(level >= least || mean >= least)) continue;
      if (mean === Number.NEGATIVE_INFINITY && least !== mean) continue;
      const isBatched = k < batched;
      const out = isBatched ? batch : single;
      const o = isBatched ? post.room(moment) : RECORDS;
      const doppler = paths[at + DOPPLER]!;
      out[o + RECORD.ear] = ear;
      out[o + RECORD.start_ns] = start_ns;
      out[o + RECORD.duration_ns] = doppler === 1 ? sentFor_ns : Math.round(sentFor_ns / doppler);
      out[o + RECORD.level_dB] = level;
      out[o + RECORD.mean_dB] = mean;
      out[o + RECORD.noise_dB] = paths[at + NOISE]!;
      out[o + RECORD.dopplerFactor] = doppler;
      out[o + RECORD.spread_s] = paths[at + SPREAD]!;
      out[o + RECORD.distance_m] = paths[at + DISTANCE]!;
      out[o + RECORD.direction_N] = paths[at + DIRECTION]!;
      out[o + RECORD.direction_N + 1] = paths[at + DIRECTION + 1]!;
      out[o + RECORD.direction_N + 2] = paths[at + DIRECTION + 2]!;
      if (!isBatched) post.sendSingle(moment, ear);
    }
  }

  /** The emission sent[i ..] of one that is posed as source[s ..] now, to all that stay. */
  sendAnew(moment: Moment, sent: Float64Array, i: number, source: Float64Array, s: number): void {
    const emitter = sent[i + SENT.emitter]! | 0;
    const { list, poses } = this.#transducers;
    const from = list[emitter]!;
    const count = this.#nearInto(emitter, source, s);
    this.#time[0] = sent[i + SENT.t_ns]! / NS_PER_S;
    for (let k = 0; k < count; k++) {
      const ear = this.#near[k]!;
      const pose = POSED_SIZE * ear;
      const path = this.#path;
      const carrier = this.#carrier;
      const exists = carrier.pathInto(path, 0, from, source, s, list[ear]!, poses, pose, this.#time);
      if (exists && this.#post.add(moment, sent, i, carrier, ear, path)) continue;
      if (!isApart(carrier.medium, source, s, poses, pose)) continue;
      nothingInto(path, carrier.medium, source, s, poses, pose);
      this.#post.add(moment, sent, i, carrier, ear, path);
    }
  }

  /** Ears within the reach of an emitter that is at source[s ..], without itself, to #near. Returns how many. */
  #nearInto(emitter: number, source: Float64Array, s: number): number {
    const { poses } = this.#transducers;
    const near = this.#near;
    let greatest = -1;
    for (const ear of this.#earOfClass) greatest = Math.max(greatest, this.reach_m(emitter, ear));
    if (greatest < 0) return 0;
    const found = this.#grid.nearInto(near, source, s, greatest);
    let count = 0;
    for (let k = 0; k < found; k++) {
      const ear = near[k]!;
      if (ear === emitter) continue;
      const at = POSED_SIZE * ear;
      const x = poses[at]! - source[s]!;
      const y = poses[at + 1]! - source[s + 1]!;
      const z = poses[at + 2]! - source[s + 2]!;
      const reach = this.reach_m(emitter, ear);
      if (reach >= 0 && Math.sqrt(x * x + y * y + z * z) <= reach) near[count++] = ear;
    }
    return count;
  }

  #keep(emitter: number): Kept {
    const { list, poses } = this.#transducers;
    const from = list[emitter]!;
    const carrier = this.#carrier;
    const source = POSED_SIZE * emitter;
    const path = this.#path;
    const lift_dB = greatestFade_dB(carrier.fading);
    const count = this.#nearInto(emitter, poses, source);
    const near = this.#near.slice(0, count);
    const ears: number[] = [];
    const paths: number[] = [];
    this.#time[0] = 0;
    let batched = 0;
    for (const sensors of [false, true]) {
      for (const ear of near) {
        if (this.#post.isSensor(ear) !== sensors) continue;
        const to = list[ear]!;
        const pose = POSED_SIZE * ear;
        const exists = carrier.pathInto(path, 0, from, poses, source, to, poses, pose, this.#time);
        let least = path[PATH.noise_dB]! + to.leastSnr_dB;
        if (!(exists && from.greatestLevel_dB + path[PATH.gain_dB]! + lift_dB >= least)) {
          if (sensors || !isApart(carrier.medium, poses, source, poses, pose)) continue;
          nothingInto(path, carrier.medium, poses, source, poses, pose);
          least = Number.NEGATIVE_INFINITY;
        }
        ears.push(ear);
        paths.push(
          Math.max(1, Math.round(path[PATH.delay_s]! * NS_PER_S)),
          path[PATH.gain_dB]!,
          10 * log10(bandOverlap(from.frequency_Hz, from.bandwidth_Hz, to)),
          path[PATH.noise_dB]!,
          least,
          path[PATH.dopplerFactor]!,
          path[PATH.spread_s]!,
          path[PATH.distance_m]!,
          ...path.subarray(PATH.direction_N, PATH.direction_N + 3),
        );
      }
      if (!sensors) batched = ears.length;
    }
    const { fading: law } = carrier;
    const fading = law === null ? null : ears.map((ear) => this.#fading.of(law, emitter, ear));
    const kept = { ears: Int32Array.from(ears), batched, paths: Float64Array.from(paths), fading };
    this.#lists[emitter] = kept;
    this.kept += ears.length;
    return kept;
  }
}
