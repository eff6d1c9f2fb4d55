/**
 * What a hull bears, and what happens when that is exceeded: data of a vehicle, which a guard of its scenario reads.
 *
 * warn: an event in the log, nothing else. flood: water comes in through a breach (flooding.ts). stop: the run ends.
 */
import type { FloodingParameters } from "./flooding.ts";

export const BEYOND_LIMITS = ["warn", "flood", "stop"] as const;
export type BeyondLimits = (typeof BEYOND_LIMITS)[number];

export interface HullLimits {
  /** Largest depth of Bo; null where the file states none. */
  readonly maxDepth_m: number | null;
  readonly beyond: BeyondLimits;
  /** Of the breach, where the consequence is to flood; null otherwise. */
  readonly flooding: FloodingParameters | null;
}
