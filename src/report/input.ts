/** What a report is made from: the runs as they were read from their logs, in full. */
import type { ChannelDeclaration, ReadScenery } from "../logging/index.ts";

export interface ReportInput {
  readonly title: string;
  readonly runs: readonly RunData[];
}

export interface RunData {
  /** File name of the log, unique. */
  readonly name: string;
  readonly scenario: string;
  readonly seed: string;
  readonly version: string;
  readonly overrides: readonly string[];
  readonly duration_s: number;
  /** The date at which its time begins; null, or left out, where there is none. */
  readonly startDate?: string | null;
  /** The scenario's own description. */
  readonly doc: string;
  readonly vehicles: readonly VehicleData[];
  /** Channels that are drawn and belong to no vehicle; none where it is left out. */
  readonly others?: readonly ChannelData[];
  /** Everything that the log holds, drawn or not; none where it is left out. */
  readonly listed?: readonly ListedChannel[];
  readonly events: readonly EventData[];
  /** What the log says of its sea, in words; none where it is left out. */
  readonly sea?: readonly string[];
  /** What the log declares to be drawn on a map of its run; none where it is left out. */
  readonly scenery?: readonly ReadScenery[];
  /** What could not be read from the log, in words. */
  readonly losses: readonly string[];
}

export interface ListedChannel {
  readonly topic: string;
  readonly schema: string;
  readonly encoding: string;
  readonly messages: number;
  /** Of its first and last message; null where there is none. */
  readonly span_s: readonly [number, number] | null;
  /** Why it is not drawn, where there is a reason. */
  readonly note: string;
}

export interface EventData {
  readonly t_s: number;
  readonly level: string;
  readonly name: string;
  readonly message: string;
}

/** Samples in rising time; every column is as long as t_s, and NaN where there is nothing to say. */
export interface Series {
  readonly t_s: Float64Array;
  readonly columns: ReadonlyMap<string, Float64Array>;
}

/** A channel with what it is declared to be (logging/channel-declaration.ts); the fields are those of the columns, in their order. */
export interface ChannelData {
  readonly declared: ChannelDeclaration;
  readonly series: Series;
  /** More that its writer declares, by name; nothing where it is left out. */
  readonly about?: Readonly<Record<string, string>>;
}

export interface VehicleData {
  readonly name: string;
  /** Every channel that is drawn, in the order of their topics; that of its motion has the plot "motion". */
  readonly channels: readonly ChannelData[];
  /** Pictures of the sea around the vehicle. */
  readonly excerpts?: readonly ExcerptData[];
  /** The mission that flew it; none where it is left out. */
  readonly mission?: MissionData | null;
}

export interface MissionData {
  readonly name: string;
  /** Those in which something happened, in rising time. */
  readonly reactions: readonly ReactionData[];
  /** Whether an input is the answer of a robot-task to STOP or INIT, by its name. */
  isAnswer(name: string): boolean;
}

export interface ReactionData {
  readonly t_s: number;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /** What is active from this reaction to the next: "Dive is active", "Measure: Dive(5) (line 41)". */
  readonly tasks: readonly string[];
  readonly statements: readonly string[];
}

/** Some of the pictures that a log holds of one quantity around one vehicle, in rising time. */
export interface ExcerptData {
  readonly quantity: string;
  readonly unit: string;
  readonly range_m: number;
  readonly pictures: readonly Picture[];
}

export interface Picture {
  readonly t_s: number;
  readonly rows: number;
  readonly columns: number;
  /** Of the first value, the most southern and most western one. */
  readonly originNorth_m: number;
  readonly originEast_m: number;
  readonly depth_m: number;
  readonly spacing_m: number;
  /** Row by row from south to north. */
  readonly values: Float64Array;
}

/** Texts that go into the page as they are: the plotting library, the page's own script, and styles. */
/** The plotting library that the page draws with, uPlot, as texts. It is passed in: a package that is installed, not a part of this one. */
export interface PlotLibrary {
  /** Sets the global uPlot. */
  readonly script: string;
  readonly style: string;
}

export interface ReportAssets {
  readonly pageScript: string;
  /** Colours, type and tables, for any document of ours. */
  readonly documentStyle: string;
  readonly plotStyle: string;
}
