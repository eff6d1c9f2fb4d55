/**
 * Fewer points for the screen, with every peak kept.
 *
 * Time is cut into bins of equally many samples. For a plot over time, each bin leaves two points per column: its smallest and
 * its largest value, in the order in which they occurred, at the instants of the bin's first and last sample. So columns
 * that were sampled together share one list of instants, no extreme is lost, and a peak moves by at most one bin. For a path
 * (plan view) the points are real samples: those where a coordinate is smallest or largest in its bin, and the first and last.
 *
 * A gap in time never falls into a bin; between its two sides stands one point that is NaN in every column, which breaks
 * the line. Series that are short enough keep all their samples.
 */
import { gapLimit_s } from "./signals.ts";

/** Bins as ranges of samples: bin k holds [from[k], to[k]). A gap is a bin without samples, from = to. */
export interface Bins {
  readonly t_s: Float64Array;
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Whether points stand for more samples than themselves. */
  readonly reduced: boolean;
}

/** Cuts time so that a column has at most about `mostPoints` points, and two more for every gap, an interval above the limit. */
export function binsOf(t_s: Float64Array, mostPoints: number, limit_s = gapLimit_s(t_s)): Bins {
  const perBin = t_s.length <= mostPoints ? 1 : Math.ceil((2 * t_s.length) / mostPoints);
  const from: number[] = [];
  const to: number[] = [];
  let start = 0;
  for (let i = 1; i <= t_s.length; i++) {
    const gap = i < t_s.length && t_s[i]! - t_s[i - 1]! > limit_s;
    if (i < t_s.length && !gap && i - start < perBin) continue;
    from.push(start);
    to.push(i);
    if (gap) {
      from.push(i);
      to.push(i);
    }
    start = i;
  }
  if (t_s.length === 0) return { t_s, from: new Int32Array(), to: new Int32Array(), reduced: false };
  return { t_s, from: Int32Array.from(from), to: Int32Array.from(to), reduced: perBin > 1 };
}

/** The instants that all columns of these bins share. */
export function displayTimes_s(bins: Bins): Float64Array {
  const out: number[] = [];
  const { t_s } = bins;
  for (let k = 0; k < bins.from.length; k++) {
    const [first, end] = [bins.from[k]!, bins.to[k]!];
    if (first === end) out.push(0.5 * (t_s[first - 1]! + t_s[first]!));
    else if (end - first === 1) out.push(t_s[first]!);
    else out.push(t_s[first]!, t_s[end - 1]!);
  }
  return Float64Array.from(out);
}

/** One column's values at displayTimes_s: smallest and largest of each bin, in the order of their occurrence. */
export function displayValues(bins: Bins, y: Float64Array): Float64Array {
  const out: number[] = [];
  for (let k = 0; k < bins.from.length; k++) {
    const [first, end] = [bins.from[k]!, bins.to[k]!];
    if (first === end) {
      out.push(Number.NaN);
      continue;
    }
    if (end - first === 1) {
      out.push(y[first]!);
      continue;
    }
    const [low, high] = extremes(y, first, end);
    // No known value in the whole bin: −1 reads as undefined, and that as NaN.
    out.push(y[Math.min(low, high)] ?? Number.NaN, y[Math.max(low, high)] ?? Number.NaN);
  }
  return Float64Array.from(out);
}

/** Samples that draw a path through several coordinates with its extremes kept; −1 stands for a gap. */
export function pathSamples(bins: Bins, coordinates: readonly Float64Array[]): Int32Array {
  const out: number[] = [];
  for (let k = 0; k < bins.from.length; k++) {
    const [first, end] = [bins.from[k]!, bins.to[k]!];
    if (first === end) {
      out.push(-1);
      continue;
    }
    const kept = new Set([first, end - 1]);
    for (const y of coordinates) for (const i of extremes(y, first, end)) if (i >= 0) kept.add(i);
    out.push(...[...kept].sort((a, b) => a - b));
  }
  return Int32Array.from(out);
}

/** Places of the smallest and the largest known value in y[first .. end); −1 where none is known. */
function extremes(y: Float64Array, first: number, end: number): readonly [low: number, high: number] {
  let low = -1;
  let high = -1;
  for (let i = first; i < end; i++) {
    const value = y[i]!;
    if (!Number.isFinite(value)) continue;
    if (low < 0 || value < y[low]!) low = i;
    if (high < 0 || value > y[high]!) high = i;
  }
  return [low, high];
}
