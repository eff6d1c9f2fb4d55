/** What an environment file says: a case for the ray model, and what was to be made of it. */
import type { RayCase } from "../rays/ray-case.ts";

/** What a run of the file writes, by the first letter of its run type: R E A a C I S. */
export const RUN_TASKS = {
  R: "rays",
  E: "eigenrays",
  A: "arrivals",
  a: "binaryArrivals",
  C: "coherent",
  I: "incoherent",
  S: "semicoherent",
} as const;
export type RunLetter = keyof typeof RUN_TASKS;
export type RunTask = (typeof RUN_TASKS)[RunLetter];

export interface EnvironmentFile {
  readonly title: string;
  readonly task: RunTask;
  /** Receivers at every depth and every range, or at the first depth and the first range, the second and the second … */
  readonly receivers: "grid" | "pairs";
  /** Rays end below it. The ray model has no such limit; it matters where it is less than the depth of the bottom, and is then reported. */
  readonly boxDepth_m: number;
  readonly case: RayCase;
}

/** BELLHOP drops a ray whose amplitude has fallen below 0.005 of what it began with. */
export const BELLHOP_WEAKEST_DB = 46.020599913279625;
