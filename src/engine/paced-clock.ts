/**
 * Simulated time tied to wall time on an absolute schedule:
 *
 *   due(t) = w₀ + (t − t₀) / factor                                   (1)
 *
 * w₀ is the wall time at which simulated t₀ was first waited for; after a pause or a jump, resume() begins anew. Each wait is against (1), never against the previous
 * wait, so lateness does not add up: a run that fell behind does not wait until it has caught up. Where catching up is
 * wrong (a computer that slept, a controller that would get a burst), `longestLag_ns` bounds it: a larger lag moves the
 * schedule, and is counted.
 *
 * The wall is passed in. Only its owner knows whether it may block (a worker, a command-line program) or not: a page runs
 * its simulation under the virtual clock, and from a timer calls runUntil(paced.dueInstant_ns()).
 */
import { invariant } from "../core/index.ts";
import type { Clock } from "./clock.ts";
import { type LatenessReport, LatenessStatistics } from "./lateness.ts";

/** A monotonic wall clock that can block. */
export interface WallTime {
  now_ns(): number;
  /** Returns at or after the given wall time. */
  sleepUntil(wall_ns: number): void;
}

export interface PacedClockOptions {
  /** Simulated seconds per wall second; 1 is real time. */
  readonly factor?: number;
  /** t₀; the first instant that is waited for, when left out. */
  readonly start_ns?: number;
  /** Largest lag that is caught up; a larger one moves the schedule. */
  readonly longestLag_ns?: number;
}

export interface PacingReport {
  readonly lateness: LatenessReport;
  /** How often the schedule was moved, and by how much in all. */
  readonly moves: number;
  readonly moved_ns: number;
}

export class PacedClock implements Clock {
  readonly #wall: WallTime;
  readonly #factor: number;
  readonly #fixedStart_ns: number | undefined;
  readonly #longestLag_ns: number;
  readonly #statistics = new LatenessStatistics();
  /** t₀ and w₀; NaN until the first wait. */
  #start_ns = Number.NaN;
  #wallStart_ns = Number.NaN;
  #lastDue_ns = Number.NaN;
  #moves = 0;
  #moved_ns = 0;

  constructor(wall: WallTime, options: PacedClockOptions = {}) {
    this.#wall = wall;
    this.#factor = options.factor ?? 1;
    this.#fixedStart_ns = options.start_ns;
    this.#longestLag_ns = options.longestLag_ns ?? Number.POSITIVE_INFINITY;
    invariant(this.#factor > 0 && Number.isFinite(this.#factor), `pace factor ${this.#factor} is not above 0`);
  }

  waitUntil(t_ns: number): void {
    const due_ns = this.dueWall_ns(t_ns);
    if (this.#wall.now_ns() < due_ns) this.#wall.sleepUntil(due_ns);
    const late_ns = this.#wall.now_ns() - due_ns;
    this.#statistics.add(late_ns);
    if (late_ns > this.#longestLag_ns) this.#move(late_ns);
  }

  /** (1): wall time at which a simulated instant is due. The first call fixes t₀ and w₀. */
  dueWall_ns(t_ns: number): number {
    if (Number.isNaN(this.#wallStart_ns)) {
      this.#start_ns = this.#fixedStart_ns ?? t_ns;
      this.#wallStart_ns = this.#wall.now_ns();
      this.#lastDue_ns = this.#start_ns;
    }
    return this.#wallStart_ns + (t_ns - this.#start_ns) / this.#factor;
  }

  /**
   * (1) backwards: the simulated instant that is due now, for owners that may not block. from_ns is where the schedule
   * starts if it has not yet. If more than the longest lag has passed since the last call, the schedule is moved.
   */
  dueInstant_ns(from_ns = 0): number {
    this.dueWall_ns(from_ns);
    const due = (): number => this.#start_ns + Math.floor((this.#wall.now_ns() - this.#wallStart_ns) * this.#factor);
    const lag_ns = (due() - this.#lastDue_ns) / this.#factor;
    if (lag_ns > this.#longestLag_ns) this.#move(lag_ns);
    this.#lastDue_ns = Math.max(this.#lastDue_ns, due());
    return this.#lastDue_ns;
  }

  /** After a pause, or when simulated time has jumped: the schedule begins anew with the next wait. */
  resume(): void {
    this.#wallStart_ns = Number.NaN;
  }

  #move(late_ns: number): void {
    this.#wallStart_ns += late_ns;
    this.#moves++;
    this.#moved_ns += late_ns;
  }

  report(): PacingReport {
    return { lateness: this.#statistics.report(), moves: this.#moves, moved_ns: this.#moved_ns };
  }
}

/**
 * A blocking wall clock from a monotonic time source in milliseconds (the global `performance`). It sleeps on a private
 * shared word, which works in Node and in workers of a page, and spins the last stretch, since a sleep may end up to a
 * millisecond late. The time source is passed in, because the core reads no clock by itself.
 */
export function blockingWallTime(source: { now(): number }, spin_ns = 250_000): WallTime {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  const now_ns = (): number => source.now() * 1e6;
  return {
    now_ns,
    sleepUntil(wall_ns: number): void {
      const sleep_ns = wall_ns - now_ns() - spin_ns;
      if (sleep_ns > 0) Atomics.wait(cell, 0, 0, sleep_ns * 1e-6);
      while (now_ns() < wall_ns);
    },
  };
}
