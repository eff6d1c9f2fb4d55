/** What a group of quantities is; which groups there are is said in the files *-panels.ts. */
import type { Signal, Track } from "./tracks.ts";
import type { Unit } from "./units.ts";

/** Sections that the page knows; any other has the words that a channel declares for it. */
export const SECTIONS = ["depth", "attitude", "speeds", "water", "actuators", "power", "control"] as const;

/** Where the water ends. Such a line is thin, has a colour of its own where that is free, and the bottom is filled below. */
export type Edge = "bottom" | "surface";

export interface Quantity {
  /** In a legend, beside others of its group. */
  readonly label: string;
  /** Alone, as the title of a panel. */
  readonly title: string;
  readonly of: (track: Track) => Signal | null;
  /** What asks for it shares its entry in the legend: one switch for an actuator and its command. */
  readonly oneEntry?: boolean;
  /** What asks for it, if anything does. */
  readonly asked?: { readonly label: string; readonly of: (track: Track) => readonly Asked[] };
  /** What bounds it, if anything does. */
  readonly edges?: readonly EdgeQuantity[];
}

export interface Asked {
  /** What asks, where several do; else "". */
  readonly by: string;
  readonly signal: Signal;
}

export interface EdgeQuantity {
  readonly edge: Edge;
  readonly label: string;
  readonly of: (track: Track) => Signal | null;
}

/** Quantities with one unit. */
export interface Group {
  readonly section: string;
  readonly row?: string;
  readonly title: string;
  readonly unit: Unit;
  readonly down?: boolean;
  readonly steps?: boolean;
  readonly quantities: readonly Quantity[];
}
