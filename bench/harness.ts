/**
 * What every benchmark shares: repeated timing, medians, ratios between things measured in one run, one result shape.
 *
 * A machine's speed wanders by tens of per cent within a minute, so things that are compared are timed in turns
 * (a b a b …) and the ratio is the median of the per-turn ratios. Time is the process's monotonic wall clock,
 * or, where the work is one thread's, its CPU time.
 */

import type { BenchGoal, BenchResult } from "../src/cli/verbs/bench/benchmark.ts";

export type { Benchmark, BenchResult } from "../src/cli/verbs/bench/benchmark.ts";

// Benchmarks time unchecked runs, wherever they are started from.
globalThis.THETIS_CHECKED = false;

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Whatever a body returns goes here, so that the compiler cannot drop the work. */
export let sink = 0;

/**
 * Nanoseconds per item of several bodies that handle `items` items per call, timed in turns so that all meet the same
 * state of the machine; one warm-up call each is discarded. A slow body may handle fewer items.
 */
export function nsPerItemInTurns(
  bodies: readonly (() => number)[],
  items: number | readonly number[],
  runs = 9,
): number[][] {
  const times: number[][] = bodies.map(() => []);
  for (let run = -1; run < runs; run++) {
    bodies.forEach((body, i) => {
      const start = process.hrtime.bigint();
      sink += body();
      const elapsed_ns = Number(process.hrtime.bigint() - start);
      if (run >= 0) times[i]?.push(elapsed_ns / (typeof items === "number" ? items : (items[i] ?? Number.NaN)));
    });
  }
  return times;
}

/** Nanoseconds of CPU time per item of a body that handles `items` items, whatever else the machine does; warm it up first. */
export function cpuNsPerItem(body: () => void, items: number): number {
  const start = process.cpuUsage();
  body();
  const { user, system } = process.cpuUsage(start);
  return ((user + system) * 1e3) / items;
}

/** A figure on its own. */
export function figure(
  name: string,
  unit: string,
  runs: readonly number[],
  goal: BenchGoal | null = null,
): BenchResult {
  return { name, value: median(runs), unit, runs, reference: null, goal };
}

/** A figure beside its reference; both lists come from the same turns. */
export function comparison(
  name: string,
  unit: string,
  runs: readonly number[],
  referenceName: string,
  referenceRuns: readonly number[],
  goal: BenchGoal | null = null,
): BenchResult {
  const ratios = runs.map((value, i) => value / (referenceRuns[i] ?? Number.NaN));
  const reference = { name: referenceName, value: median(referenceRuns), ratio: median(ratios) };
  return { name, value: median(runs), unit, runs, reference, goal };
}
