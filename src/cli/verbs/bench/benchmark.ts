/** What a benchmark is to the command line. The benchmarks themselves are in bench/, which is loaded when it is asked for. */

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

/** What bench/index.ts exports: every benchmark, each loaded only when it is run. */
export interface BenchmarkList {
  readonly benchmarks: readonly { readonly name: string; load(): Promise<Benchmark> }[];
}

/** True when the goal is met, or when there is none. */
export function meetsGoal(result: BenchResult): boolean {
  if (result.goal === null) return true;
  const seen = result.goal.of === "value" ? result.value : (result.reference?.ratio ?? Number.NaN);
  const { atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY } = result.goal;
  return seen >= atLeast && seen <= atMost;
}
