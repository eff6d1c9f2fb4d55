/**
 * Errors of control after settling.
 *
 * A hold is a stretch of the log in which the vehicle was asked for one thing: every set-point constant, no gap in time.
 * Errors are counted from `settling` seconds after the hold began, and not before the vehicle has arrived, until the hold ended: the
 * way to a new set-point is not taken for bad control. It has arrived when the error first is at most ARRIVED_M, or a twentieth of what it
 * was when the hold began, where that is more. A set-point that is never reached counts in no figure; it is listed as not reached.
 *
 * A log does not say when a route goes on to its next line. The cross-track error then jumps to the distance from the new
 * line, and that is seen: it changes faster than three times the largest speed of the vehicle, which no motion can do. (A new
 * line that starts where the vehicle is makes no jump, and the swing into it is counted as an error.)
 */
import type { Series } from "./input.ts";
import { gapLimit_s } from "./signals.ts";

/** Seconds from a new set-point of depth or position to the first error that counts. */
export const HOLD_SETTLING_S = 60;
/** Seconds on a line of a route before its cross-track error counts. */
export const LINE_SETTLING_S = 15;
/** A vehicle this near to what was asked for has arrived; or this share of the way is left. */
export const ARRIVED_M = 1;
export const ARRIVED_SHARE = 0.05;
/** Cross-track errors that change faster than this many times the largest speed belong to two lines. */
export const JUMP_FACTOR = 3;

/** Samples [first, end) of one hold; errors count from `counted`, which is `end` when the hold was too short. */
export interface Hold {
  readonly first: number;
  readonly counted: number;
  readonly end: number;
}

export interface ErrorFigures {
  readonly largest: number;
  /** Root of the mean square over the samples. */
  readonly rms: number;
}

/** Holds of the given set-points; a set-point that is not known holds nothing. */
export function holdsOf(t_s: Float64Array, setpoints: readonly Float64Array[], settling_s: number): Hold[] {
  const known = (i: number): boolean => setpoints.every((s) => Number.isFinite(s[i]!));
  // Set-points are copied, not computed, from sample to sample: equal means equal.
  const changed = (i: number): boolean => setpoints.some((s) => s[i] !== s[i - 1]);
  return stretches(t_s, known, changed, settling_s);
}

/** Lines of routes, as the cross-track error shows them. */
export function linesOf(
  t_s: Float64Array,
  crossTrack_m: Float64Array,
  largestSpeed_mps: number,
  settling_s: number,
): Hold[] {
  const known = (i: number): boolean => Number.isFinite(crossTrack_m[i]!);
  const jumped = (i: number): boolean => {
    const dt_s = t_s[i]! - t_s[i - 1]!;
    return Math.abs(crossTrack_m[i]! - crossTrack_m[i - 1]!) > JUMP_FACTOR * largestSpeed_mps * dt_s;
  };
  return stretches(t_s, known, jumped, settling_s);
}

/** The same holds, counted from the arrival on where that is later; a hold in which the vehicle does not arrive does not count. */
export function afterArrival(error: Float64Array, holds: readonly Hold[]): Hold[] {
  return holds.map(({ first, counted, end }) => {
    const limit = Math.max(ARRIVED_M, ARRIVED_SHARE * Math.abs(error[first]!) || 0);
    let arrived = first;
    while (arrived < end && !(Math.abs(error[arrived]!) <= limit)) arrived++;
    return { first, counted: Math.max(counted, arrived), end };
  });
}

/** How near the vehicle came in a hold, or null where nothing is known. */
export function nearestIn(error: Float64Array, { first, end }: Hold): number | null {
  let nearest = Number.POSITIVE_INFINITY;
  for (let i = first; i < end; i++) {
    const e = Math.abs(error[i]!);
    if (e < nearest) nearest = e;
  }
  return Number.isFinite(nearest) ? nearest : null;
}

function stretches(
  t_s: Float64Array,
  known: (i: number) => boolean,
  broken: (i: number) => boolean,
  settling_s: number,
): Hold[] {
  const limit_s = gapLimit_s(t_s);
  const holds: Hold[] = [];
  let first = -1;
  const close = (end: number): void => {
    if (first < 0) return;
    let counted = first;
    while (counted < end && t_s[counted]! - t_s[first]! < settling_s) counted++;
    holds.push({ first, counted, end });
    first = -1;
  };
  for (let i = 0; i < t_s.length; i++) {
    if (!known(i)) {
      close(i);
      continue;
    }
    if (first >= 0 && (t_s[i]! - t_s[i - 1]! > limit_s || broken(i))) close(i);
    if (first < 0) first = i;
  }
  close(t_s.length);
  return holds;
}

/** Figures of an error over the samples that count, or null where none does. */
export function errorFigures(error: Float64Array, holds: readonly Hold[]): ErrorFigures | null {
  let largest = 0;
  let squares = 0;
  let count = 0;
  for (const { counted, end } of holds) {
    for (let i = counted; i < end; i++) {
      const e = error[i]!;
      if (!Number.isFinite(e)) continue;
      largest = Math.max(largest, Math.abs(e));
      squares += e * e;
      count++;
    }
  }
  return count === 0 ? null : { largest, rms: Math.sqrt(squares / count) };
}

/** All samples as one hold in which everything counts. */
export function wholeLog(series: Series): Hold[] {
  return [{ first: 0, counted: 0, end: series.t_s.length }];
}
