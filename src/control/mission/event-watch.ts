/**
 * Looks whether the events of a mission are there, tick by tick.
 *
 *   there = a < q < b, without interruption for at least for_s                 a quantity
 *   there = t ≥ at_s                                                        scripted, an instant
 *   there = from_s ≤ t < to_s                                               scripted, a span
 *
 * An event is given once, in the tick in which it is there for the first time after it was not; a level is given while it is
 * there. Events of a task are looked at while the task is active, each time from the beginning.
 * Memory: EVENT_MEMORY reals for each event, see EVENT.
 */
import type { Component } from "../../library/index.ts";
import type { EventParams } from "./kinds.ts";
import { isSigned, TIME } from "./quantities.ts";

export const EVENT = {
  /** For how long the condition has held: when it began, s; NaN while it does not. */
  since: 0,
  /** 1 while it is there. */
  there: 1,
} as const;

export const EVENT_MEMORY = 2;

/** Instants are whole nanoseconds, passed on in seconds: half of one is rounding. */
const HALF_NS = 0.5e-9;

/** Where neither limit is given: what is 1 rather than 0. */
const TRUTH = 0.5;

export class WatchedEvent {
  readonly signal: string;
  readonly level: boolean;
  /** Place among the quantities, those of vehicle and loops first, then those of the task; −1 for a script. */
  readonly #quantity: number;
  readonly #shared: number;
  readonly #sign: boolean;
  readonly #above: number;
  readonly #below: number;
  readonly #for_s: number;
  readonly #from_s: number;
  readonly #to_s: number;

  constructor(component: Component, shared: readonly string[], own: readonly string[]) {
    const p = component.params as unknown as EventParams;
    this.signal = signalOf(component);
    this.level = p.level || p.from_s !== undefined;
    this.#quantity = p.of === undefined ? -1 : [...shared, ...own].indexOf(p.of);
    this.#shared = shared.length;
    this.#sign = p.of === undefined || isSigned(p.of);
    this.#above = p.above ?? (p.below === undefined ? TRUTH : Number.NEGATIVE_INFINITY);
    this.#below = p.below ?? Number.POSITIVE_INFINITY;
    this.#for_s = p.for_s;
    this.#from_s = p.at_s ?? p.from_s ?? 0;
    this.#to_s = p.to_s ?? Number.POSITIVE_INFINITY;
  }

  /** As if it had never been there; but an instant of the run that has passed, at reals[clock], does not come again. */
  reset(reals: Float64Array, at: number, clock: number): void {
    reals[at + EVENT.since] = Number.NaN;
    const isOver = this.#quantity < 0 && !this.level && clock >= 0 && this.#from_s < reals[clock]! - HALF_NS;
    reals[at + EVENT.there] = isOver ? 1 : 0;
  }

  /**
   * 1 where it begins to be there, 2 while it stays, 0 else. Quantities lie at reals[shared ..] and reals[own ..]; time_s
   * counts from reals[since], or from the start of the run where since is −1.
   */
  look(reals: Float64Array, at: number, shared: number, own: number, since: number): 0 | 1 | 2 {
    const before = reals[at + EVENT.there] === 1;
    const q = this.#quantity;
    const place = q < this.#shared ? shared + q : own + q - this.#shared;
    const t_s = reals[shared + TIME]!;
    const there =
      q < 0
        ? this.#isScripted(t_s)
        : this.#isMet(reals, at, q === TIME ? t_s - (since < 0 ? 0 : reals[since]!) : reals[place]!, t_s);
    reals[at + EVENT.there] = there ? 1 : 0;
    return there ? (before ? 2 : 1) : 0;
  }

  #isScripted(t_s: number): boolean {
    return t_s >= this.#from_s - HALF_NS && t_s < this.#to_s - HALF_NS;
  }

  #isMet(reals: Float64Array, at: number, quantity: number, t_s: number): boolean {
    const value = this.#sign ? quantity : Math.abs(quantity);
    // Comparisons with NaN, a quantity that is not known, are false.
    if (!(value > this.#above && value < this.#below)) {
      reals[at + EVENT.since] = Number.NaN;
      return false;
    }
    if (Number.isNaN(reals[at + EVENT.since]!)) reals[at + EVENT.since] = t_s;
    return t_s - reals[at + EVENT.since]! >= this.#for_s - HALF_NS;
  }
}

/** The input of the mission that an <event> gives. */
export function signalOf(component: Component): string {
  return (component.params as unknown as EventParams).signal ?? component.id;
}
