/**
 * What every benchmark shares: repeated timing, medians, ratios between things measured in one run, one result shape.
 *
 * A machine's speed wanders by tens of per cent within a minute, so things that are compared are timed in turns
 * (a b a b …) and the ratio is the median of the per-turn ratios. Time is the process's monotonic wall clock.
 */

/** What `thetis bench --json` prints for each figure. */
export interface BenchResult {
  readonly name: string;
  /** Median of the runs. */
  readonly value: number;
  readonly unit: string;
  readonly runs: readonly number[];
  /** What the figure is compared with, measured in the same run; ratio = value / reference. */
  readonly reference: { readonly name: string; readonly value: number; readonly ratio: number } | null;
  /** The figure that was asked for: value or ratio must stay on this side of it. */
  readonly goal: BenchGoal | null;
}

export interface BenchGoal {
  readonly of: "value" | "ratio";
  readonly atLeast?: number;
  readonly atMost?: number;
}

export interface Benchmark {
  readonly name: string;
  readonly doc: string;
  run(): BenchResult[] | Promise<BenchResult[]>;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Whatever a body returns goes here, so that the compiler cannot drop the work. */
let sink = 0;

/** Nanoseconds per item of a body that handles `items` items per call; one warm-up call is thrown away. */
export function nsPerItem(body: () => number, items: number, runs = 9): number[] {
  return nsPerItemInTurns([body], items, runs)[0] ?? [];
}

/** The same for several bodies, timed in turns so that all meet the same moods of the machine. */
export function nsPerItemInTurns(bodies: readonly (() => number)[], items: number, runs = 9): number[][] {
  const times: number[][] = bodies.map(() => []);
  for (let run = -1; run < runs; run++) {
    bodies.forEach((body, i) => {
      const start = process.hrtime.bigint();
      sink += body();
      const elapsed_ns = Number(process.hrtime.bigint() - start);
      if (run >= 0) times[i]?.push(elapsed_ns / items);
    });
  }
  return times;
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

/** True when the goal is met, or when there is none. */
export function meetsGoal(result: BenchResult): boolean {
  if (result.goal === null) return true;
  const seen = result.goal.of === "value" ? result.value : (result.reference?.ratio ?? Number.NaN);
  const { atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY } = result.goal;
  return seen >= atLeast && seen <= atMost;
}

/** Keeps the sink alive; printed nowhere. */
export function sunk(): number {
  return sink;
}
