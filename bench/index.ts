import type { Benchmark } from "./harness.ts";

export type { BenchGoal, Benchmark, BenchResult } from "./harness.ts";
export { meetsGoal } from "./harness.ts";

/** Every benchmark, in the order in which `thetis bench` runs them. Each is loaded only when it is run. */
export const benchmarks: readonly { readonly name: string; load(): Promise<Benchmark> }[] = [];
