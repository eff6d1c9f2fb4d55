/**
 * The event calendar: a priority queue of events in total order (time, phase, round, rank, count), SPEC.md rule 2.
 *
 * Events are data, not closures: a target (index of an actor, or ~index of a sequence) and one number. So a calendar can
 * be copied, and with it a snapshot can be taken between rounds. Two events never compare equal, because no two events of
 * one actor have the same count; so the order in which a heap happens to hold them does not show.
 *
 * Method: a heap with four children per node in parallel typed arrays. Phase, round and rank share one number, see `order`.
 *
 * Left out: removal of a scheduled event. An actor that changed its mind ignores the event by comparing its number with
 * what its state says (SPEC.md, rule 8).
 */
import { invariant } from "../core/index.ts";

const CHILDREN = 4;
const RANKS = 4294967296; // 2³²
const ROUNDS = 1024;
const PER_RANKS = 1 / RANKS;

/** More rounds than this in one phase of one instant are a loop that never ends. */
export const MOST_ROUNDS = 1000;

/** Phase and round as one number: the same for all events of a round. */
export function roundKey(phase: number, round: number): number {
  return phase * ROUNDS + round;
}

export function phaseOf(key: number): number {
  return (key / ROUNDS) | 0;
}

export function roundOf(key: number): number {
  return key % ROUNDS;
}

export interface CalendarSnapshot {
  readonly size: number;
  readonly time_ns: Float64Array;
  readonly order: Float64Array;
  readonly count: Float64Array;
  readonly target: Int32Array;
  readonly data: Float64Array;
}

export class EventCalendar {
  /** The heap's arrays; the first event is at index 0, and its time is Infinity when there is none. Only read from outside. */
  time_ns: Float64Array;
  /** key · 2³² + rank, with the key of roundKey. */
  order: Float64Array;
  count: Float64Array;
  target: Int32Array;
  data: Float64Array;
  #size = 0;

  constructor(capacity = 64) {
    this.time_ns = new Float64Array(capacity);
    this.order = new Float64Array(capacity);
    this.count = new Float64Array(capacity);
    this.target = new Int32Array(capacity);
    this.data = new Float64Array(capacity);
    this.time_ns[0] = Number.POSITIVE_INFINITY;
  }

  get size(): number {
    return this.#size;
  }

  /** roundKey of the first event. The calendar must not be empty. */
  get firstKey(): number {
    return (this.order[0] * PER_RANKS) | 0;
  }

  /**
   * Adds an event of the actor of a rank: the count-th that this actor has been given. time_ns must be an integer; the
   * caller has checked that it does not lie in the past.
   */
  push(time_ns: number, key: number, rank: number, count: number, target: number, data: number): void {
    const last = this.#size++;
    if (last === this.time_ns.length) this.#grow();
    this.time_ns[last] = time_ns;
    this.order[last] = key * RANKS + rank;
    this.count[last] = count;
    this.target[last] = target;
    this.data[last] = data;
    this.#siftUp(last);
  }

  /** Removes the first event. The calendar must not be empty. */
  pop(): void {
    invariant(this.#size > 0, "pop from an empty calendar");
    const last = --this.#size;
    if (last === 0) {
      this.time_ns[0] = Number.POSITIVE_INFINITY;
      return;
    }
    this.#move(last, 0);
    this.#siftDown();
  }

  /**
   * Schedules the first event again, as a sequence does: at a later instant next_ns[0], in the same phase (round 0), with
   * the count counts[i], its number one higher. Cheaper than pop and push, and with the same order.
   */
  repeatFirst(next_ns: Float64Array, phase: number, counts: Float64Array, i: number): void {
    this.time_ns[0] = next_ns[0];
    this.data[0] += 1;
    this.order[0] = phase * ROUNDS * RANKS + (this.order[0] % RANKS);
    this.count[0] = counts[i];
    this.#siftDown();
  }

  snapshot(): CalendarSnapshot {
    const n = this.#size;
    return {
      size: n,
      time_ns: this.time_ns.slice(0, n),
      order: this.order.slice(0, n),
      count: this.count.slice(0, n),
      target: this.target.slice(0, n),
      data: this.data.slice(0, n),
    };
  }

  restore(from: CalendarSnapshot): void {
    while (this.time_ns.length < from.size) this.#grow();
    this.#size = from.size;
    this.time_ns[0] = Number.POSITIVE_INFINITY;
    this.time_ns.set(from.time_ns);
    this.order.set(from.order);
    this.count.set(from.count);
    this.target.set(from.target);
    this.data.set(from.data);
  }

  /** Moves the event at index i towards the root until it fits. */
  #siftUp(i: number): void {
    const times = this.time_ns;
    const orders = this.order;
    const time_ns = times[i];
    const order = orders[i];
    const count = this.count[i];
    const target = this.target[i];
    const data = this.data[i];
    let hole = i;
    while (hole > 0) {
      const parent = (hole - 1) >> 2;
      const parentTime_ns = times[parent];
      if (parentTime_ns < time_ns) break;
      if (parentTime_ns === time_ns) {
        const parentOrder = orders[parent];
        if (parentOrder < order || (parentOrder === order && this.count[parent] < count)) break;
      }
      this.#move(parent, hole);
      hole = parent;
    }
    times[hole] = time_ns;
    orders[hole] = order;
    this.count[hole] = count;
    this.target[hole] = target;
    this.data[hole] = data;
  }

  /** Moves the event at the root towards the leaves until it fits. */
  #siftDown(): void {
    const times = this.time_ns;
    const orders = this.order;
    const counts = this.count;
    const size = this.#size;
    const time_ns = times[0];
    const order = orders[0];
    const count = counts[0];
    const target = this.target[0];
    const data = this.data[0];
    let hole = 0;
    for (;;) {
      const first = CHILDREN * hole + 1;
      if (first >= size) break;
      // The earliest of up to four children.
      let best = first;
      let bestTime_ns = times[first];
      const end = Math.min(first + CHILDREN, size);
      for (let child = first + 1; child < end; child++) {
        const childTime_ns = times[child];
        if (childTime_ns > bestTime_ns) continue;
        if (childTime_ns === bestTime_ns) {
          if (orders[child] > orders[best]) continue;
          if (orders[child] === orders[best] && counts[child] > counts[best]) continue;
        }
        best = child;
        bestTime_ns = childTime_ns;
      }
      if (time_ns < bestTime_ns) break;
      if (time_ns === bestTime_ns && (order < orders[best] || (order === orders[best] && count < counts[best]))) break;
      this.#move(best, hole);
      hole = best;
    }
    times[hole] = time_ns;
    orders[hole] = order;
    counts[hole] = count;
    this.target[hole] = target;
    this.data[hole] = data;
  }

  #move(from: number, to: number): void {
    this.time_ns[to] = this.time_ns[from];
    this.order[to] = this.order[from];
    this.count[to] = this.count[from];
    this.target[to] = this.target[from];
    this.data[to] = this.data[from];
  }

  #grow(): void {
    const capacity = Math.max(64, 2 * this.time_ns.length);
    const widen = <T extends Float64Array | Int32Array>(old: T, wider: T): T => {
      wider.set(old);
      return wider;
    };
    this.time_ns = widen(this.time_ns, new Float64Array(capacity));
    this.order = widen(this.order, new Float64Array(capacity));
    this.count = widen(this.count, new Float64Array(capacity));
    this.target = widen(this.target, new Int32Array(capacity));
    this.data = widen(this.data, new Float64Array(capacity));
  }
}
