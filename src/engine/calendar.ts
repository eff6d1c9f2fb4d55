/**
 * The event calendar: a priority queue of events in total order (time, phase, sequence).
 *
 * Events are data, not closures: a target (index of an actor) and one number. So a calendar can be copied, and with it
 * a snapshot can be taken at any event. Two events never compare equal, because every event gets the next sequence
 * number when it is scheduled; so the order in which a heap happens to hold them cannot show.
 *
 * Method: a heap with four children per node in parallel typed arrays. phase and sequence share one number,
 * phase · 2⁴⁸ + sequence, exact for phases below 32 and 2.8·10¹⁴ events.
 *
 * Left out: removal of a scheduled event. An actor that changed its mind ignores the event by comparing its number with
 * what its state says (see SPEC.md, rule 8).
 */
import { invariant } from "../core/index.ts";

const SEQUENCES_PER_PHASE = 281474976710656; // 2⁴⁸
const PHASE_PER_SEQUENCE = 1 / SEQUENCES_PER_PHASE;
const CHILDREN = 4;

export interface CalendarSnapshot {
  readonly size: number;
  readonly sequence: number;
  readonly time_ns: Float64Array;
  readonly order: Float64Array;
  readonly target: Int32Array;
  readonly data: Float64Array;
}

export class EventCalendar {
  /** The heap's arrays; the first event is at index 0, and its time is Infinity when there is none. Only read from outside. */
  time_ns: Float64Array;
  order: Float64Array;
  target: Int32Array;
  data: Float64Array;
  #size = 0;
  #sequence = 0;

  constructor(capacity = 64) {
    this.time_ns = new Float64Array(capacity);
    this.order = new Float64Array(capacity);
    this.target = new Int32Array(capacity);
    this.data = new Float64Array(capacity);
    this.time_ns[0] = Number.POSITIVE_INFINITY;
  }

  get size(): number {
    return this.#size;
  }

  /** Phase of the first event. The calendar must not be empty. */
  get firstPhase(): number {
    return (this.order[0] * PHASE_PER_SEQUENCE) | 0;
  }

  /** Adds an event. time_ns must be an integer; the caller has checked that it does not lie in the past. */
  push(time_ns: number, phase: number, target: number, data: number): void {
    const last = this.#size++;
    if (last === this.time_ns.length) this.#grow();
    this.time_ns[last] = time_ns;
    this.order[last] = phase * SEQUENCES_PER_PHASE + this.#sequence++;
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
   * Schedules the first event again, as a recurrence does: at the instant next_ns[0], in the same phase, its number one
   * higher. Cheaper than pop and push, and with the same order.
   */
  repeatFirst(next_ns: Float64Array): void {
    const phase = this.firstPhase;
    this.time_ns[0] = next_ns[0];
    this.data[0] += 1;
    this.order[0] = phase * SEQUENCES_PER_PHASE + this.#sequence++;
    this.#siftDown();
  }

  snapshot(): CalendarSnapshot {
    const n = this.#size;
    return {
      size: n,
      sequence: this.#sequence,
      time_ns: this.time_ns.slice(0, n),
      order: this.order.slice(0, n),
      target: this.target.slice(0, n),
      data: this.data.slice(0, n),
    };
  }

  restore(from: CalendarSnapshot): void {
    while (this.time_ns.length < from.size) this.#grow();
    this.#size = from.size;
    this.#sequence = from.sequence;
    this.time_ns[0] = Number.POSITIVE_INFINITY;
    this.time_ns.set(from.time_ns);
    this.order.set(from.order);
    this.target.set(from.target);
    this.data.set(from.data);
  }

  /** Moves the event at index i towards the root until it fits. */
  #siftUp(i: number): void {
    const times = this.time_ns;
    const orders = this.order;
    const time_ns = times[i];
    const order = orders[i];
    const target = this.target[i];
    const data = this.data[i];
    let hole = i;
    while (hole > 0) {
      const parent = (hole - 1) >> 2;
      const parentTime_ns = times[parent];
      if (parentTime_ns < time_ns || (parentTime_ns === time_ns && orders[parent] < order)) break;
      this.#move(parent, hole);
      hole = parent;
    }
    times[hole] = time_ns;
    orders[hole] = order;
    this.target[hole] = target;
    this.data[hole] = data;
  }

  /** Moves the event at the root towards the leaves until it fits. */
  #siftDown(): void {
    const times = this.time_ns;
    const orders = this.order;
    const size = this.#size;
    const time_ns = times[0];
    const order = orders[0];
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
        if (childTime_ns < bestTime_ns || (childTime_ns === bestTime_ns && orders[child] < orders[best])) {
          best = child;
          bestTime_ns = childTime_ns;
        }
      }
      if (time_ns < bestTime_ns || (time_ns === bestTime_ns && order < orders[best])) break;
      this.#move(best, hole);
      hole = best;
    }
    times[hole] = time_ns;
    orders[hole] = order;
    this.target[hole] = target;
    this.data[hole] = data;
  }

  #move(from: number, to: number): void {
    this.time_ns[to] = this.time_ns[from];
    this.order[to] = this.order[from];
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
    this.target = widen(this.target, new Int32Array(capacity));
    this.data = widen(this.data, new Float64Array(capacity));
  }
}
