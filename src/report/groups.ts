/** What a group of quantities is; which groups there are is said in panels.ts and, for the sea, in sea-panels.ts. */
import type { Unit } from "./column-names.ts";
import type { Signal, Track } from "./tracks.ts";

export type Section = "depth" | "attitude" | "speeds" | "water" | "actuators" | "power" | "control";

/** Where the water ends. Such a line is thin, has a colour of its own where that is free, and the bottom is filled below. */
export type Edge = "bottom" | "surface";

export interface Quantity {
  /** In a legend, beside others of its group. */
  readonly label: string;
  /** Alone, as the title of a panel. */
  readonly title: string;
  readonly of: (track: Track) => Signal | null;
  /** What asks for it, if anything does. */
  readonly asked?: { readonly label: string; readonly of: (track: Track) => Signal | null };
  /** What bounds it, if anything does. */
  readonly edges?: readonly EdgeQuantity[];
}

export interface EdgeQuantity {
  readonly edge: Edge;
  readonly label: string;
  readonly of: (track: Track) => Signal | null;
}

/** Quantities with one unit. */
export interface Group {
  readonly section: Section;
  readonly row?: string;
  readonly title: string;
  readonly unit: Unit;
  readonly down?: boolean;
  readonly steps?: boolean;
  readonly quantities: readonly Quantity[];
}
