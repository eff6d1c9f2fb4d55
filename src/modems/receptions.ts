/**
 * What the transducers of modems, their ears, hear: signals that are on their way to them or that they hear now, and what becomes of them.
 *
 *   a and b overlap   ⇔   start_a < end_b,  start_b < end_a,  their bands overlap,  and they have different senders     (1)
 *   rule "overlap":   both are lost where each alone would be above the threshold here: a receiver in both spheres of
 *                     propagation hears neither; a weaker one disturbs nothing                         (2)
 *   rule "sinr":      S − 10 log(10^(N/10) + max over the signal's time of Σ 10^(I/10)) against the threshold  (3)
 *
 * Frames of one sender follow one another here as they do there, since it is slower than its signal; the end of one and the start of the next, each
 * with the Doppler factor of its own start, would seem to overlap by the change of speed in between.
 * S, N, I: level of the signal, of noise, of the others that overlap with it, in dB; the sum of the others is greatest where one of them
 * begins, so it is looked for at those instants.
 *
 * A signal is decided when nothing can change it any more: under (2) as soon as it is known to be lost, unless a modem of the band may stop in the
 * middle of a frame; else at its end. It is kept as long as
 * it may count against one that is not decided.
 * All of it lies in the engine's state: one store of places that do not move for all modems, and a list of those in use for each ear. What was
 * freed last is taken first, so that the places in use stay few and together. A signal costs what else is heard at its ear at the time.
 * Source: (2) [Parodi2008Communications]; (3) as in network simulators. Test: receptions.test.ts.
 */

import { exp, log10 } from "../math/index.ts";
import type { StatePlaces } from "./state-places.ts";

/** Places of a reception. */
export const RECEPTION = {
  start_ns: 0,
  end_ns: 1,
  emitter: 2,
  frequency_Hz: 3,
  bandwidth_Hz: 4,
  /** One of FATE. */
  fate: 5,
  /** 1: it would be above the threshold, were it alone. */
  isStrong: 6,
  level_dB: 7,
  noise_dB: 8,
  number: 9,
  /** 1: a frame for this modem, or for all. */
  isMine: 10,
  dopplerFactor: 11,
  distance_m: 12,
} as const;
/** What others look at of a reception, up to its level, is a line of the cache; so is a multiple of 8. */
export const RECEPTION_SIZE = 16;

/** What becomes of a reception. */
export const FATE = {
  /** Not yet known. */
  open: 0,
  received: 1,
  notForMe: 2,
  outOfRange: 3,
  noise: 4,
  collision: 5,
  halfDuplex: 6,
  fading: 7,
  cutOff: 8,
  /** An antenna is not in the medium of its band. */
  antenna: 9,
  /** Not a frame of this kind of modem: it only disturbs. */
  other: 10,
} as const;

const TENTH_LN10 = Math.LN10 / 10;

/** Bands that lie side by side touch but for the rounding of their middles, some 1e-13 of a band, or 1e-8 at 100 GHz: that is not an overlap. */
const TOUCHING = 1 - 1e-6;

/** Integers of the store: places ever used, and the first of the free ones. */
const USED = 0;
const FREE = 1;
/** Integers of an ear: how many are followed, and the first of them. */
const COUNT = 0;
const FIRST = 1;
const EAR_SIZE = 2;

/** Places are linked by their numbers plus 1, so that a state of zeros is an empty store; this is the end of a list, and no place. */
export const NONE = -1;

export class Receptions {
  readonly capacity: number;
  readonly #at: number;
  readonly #store: number;
  /** For each ear, EAR_SIZE. */
  readonly #ears: number;
  /** For each place, the next one. */
  readonly #next: number;

  /** ears: how many share the store. */
  constructor(layout: StatePlaces, name: string, ears: number, capacity: number) {
    this.capacity = capacity;
    this.#store = layout.integers(`${name}/store`, 2);
    this.#ears = layout.integers(`${name}/ears`, EAR_SIZE * ears);
    this.#next = layout.integers(`${name}/next`, capacity);
    this.#at = layout.reals(name, capacity * RECEPTION_SIZE);
  }

  /** Place in reals of a reception. */
  placeOf(slot: number): number {
    return this.#at + slot * RECEPTION_SIZE;
  }

  /** How many signals an ear follows. */
  count(integers: Int32Array, ear: number): number {
    return integers[this.#ears + EAR_SIZE * ear + COUNT];
  }

  /** The first of those that an ear follows, and the one behind another; NONE at the end. */
  first(integers: Int32Array, ear: number): number {
    return integers[this.#ears + EAR_SIZE * ear + FIRST] - 1;
  }

  next(integers: Int32Array, slot: number): number {
    return integers[this.#next + slot] - 1;
  }

  /** Drops what is over and counts against nothing that is open. */
  purge(reals: Float64Array, integers: Int32Array, ear: number, now_ns: number): void {
    let earliest_ns = now_ns;
    for (let slot = this.first(integers, ear); slot !== NONE; slot = this.next(integers, slot)) {
      const r = this.placeOf(slot);
      if (reals[r + RECEPTION.fate] === FATE.open && reals[r] < earliest_ns) earliest_ns = reals[r];
    }
    const e = this.#ears + EAR_SIZE * ear;
    // Where the number of the present place stands: at the ear, or at the place before.
    let link = e + FIRST;
    for (let slot = integers[link] - 1; slot !== NONE; slot = integers[link] - 1) {
      const end_ns = reals[this.placeOf(slot) + RECEPTION.end_ns];
      const own = this.#next + slot;
      // What ends now has its event still to come.
      if (end_ns >= now_ns || end_ns > earliest_ns) {
        link = own;
        continue;
      }
      integers[link] = integers[own];
      integers[own] = integers[this.#store + FREE];
      integers[this.#store + FREE] = slot + 1;
      integers[e + COUNT]--;
    }
  }

  /** A free place, now followed by an ear; NONE where there is none. */
  take(integers: Int32Array, ear: number): number {
    let slot = integers[this.#store + FREE] - 1;
    if (slot !== NONE) integers[this.#store + FREE] = integers[this.#next + slot];
    else {
      slot = integers[this.#store + USED];
      if (slot === this.capacity) return NONE;
      integers[this.#store + USED] = slot + 1;
    }
    const e = this.#ears + EAR_SIZE * ear;
    integers[this.#next + slot] = integers[e + FIRST];
    integers[e + FIRST] = slot + 1;
    integers[e + COUNT]++;
    return slot;
  }

  /** (1) */
  overlap(reals: Float64Array, a: number, b: number): boolean {
    if (reals[a + RECEPTION.emitter] === reals[b + RECEPTION.emitter]) return false;
    if (!(reals[a] < reals[b + RECEPTION.end_ns] && reals[b] < reals[a + RECEPTION.end_ns])) return false;
    const apart = Math.abs(reals[a + RECEPTION.frequency_Hz] - reals[b + RECEPTION.frequency_Hz]);
    const wide = 0.5 * (reals[a + RECEPTION.bandwidth_Hz] + reals[b + RECEPTION.bandwidth_Hz]);
    return apart < wide * TOUCHING || apart === 0;
  }

  /** (2) at the end of a signal: whether another one that is strong at this ear overlaps with it. */
  meetsStrong(reals: Float64Array, integers: Int32Array, ear: number, slot: number): boolean {
    const r = this.placeOf(slot);
    for (let other = this.first(integers, ear); other !== NONE; other = this.next(integers, other)) {
      const o = this.placeOf(other);
      if (other !== slot && reals[o + RECEPTION.isStrong] === 1 && this.overlap(reals, r, o)) return true;
    }
    return false;
  }

  /** (3) without the signal: noise and the greatest sum of what overlaps reals[r ..], in dB, to out[0]; noise alone to out[1]. */
  disturbanceInto(out: Float64Array, reals: Float64Array, integers: Int32Array, ear: number, slot: number): void {
    const r = this.placeOf(slot);
    let greatest = 0;
    for (let other = this.first(integers, ear); other !== NONE; other = this.next(integers, other)) {
      if (other === slot) continue;
      const o = this.placeOf(other);
      if (!this.overlap(reals, r, o)) continue;
      // The sum where this one begins, or where the signal does.
      const at_ns = reals[o] > reals[r] ? reals[o] : reals[r];
      let sum = 0;
      for (let each = this.first(integers, ear); each !== NONE; each = this.next(integers, each)) {
        if (each === slot) continue;
        const e = this.placeOf(each);
        if (reals[e] > at_ns || reals[e + RECEPTION.end_ns] <= at_ns || !this.overlap(reals, r, e)) continue;
        sum += exp(TENTH_LN10 * reals[e + RECEPTION.level_dB]);
      }
      if (sum > greatest) greatest = sum;
    }
    const noise_dB = reals[r + RECEPTION.noise_dB];
    out[1] = noise_dB;
    out[0] = greatest === 0 ? noise_dB : 10 * log10(exp(TENTH_LN10 * noise_dB) + greatest);
  }
}
