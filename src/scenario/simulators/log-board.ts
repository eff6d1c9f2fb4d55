/**
 * What simulators declare to be logged: channels with their fields, units and kind of plot, and either a sampler or the
 * moments at which they write themselves. The recorder goes over what was declared and does not know a kind by name; units and kind
 * of plot go into the metadata of the channel.
 */
import type { Moment, SystemPlace } from "../../engine/index.ts";
import { splitName, unitOf } from "../../library/index.ts";
import type { MessageSchema } from "../../logging/index.ts";

/** How to look at it: lines over time, steps that hold until the next, pictures, a motion in space. */
export type PlotKind = "lines" | "steps" | "picture" | "motion";

export interface ChannelField {
  readonly name: string;
  /** As written beside a number; "" for a ratio or a count. */
  readonly unit: string;
}

export interface Channel {
  readonly topic: string;
  readonly schema: string;
  readonly fields: readonly ChannelField[];
  readonly plot: PlotKind;
  /** More that readers may want to know: it goes into the channel's metadata. */
  readonly about?: Readonly<Record<string, string>>;
}

/** Sampled at the rates that the scenario's <log> elements state. */
export interface SampledChannel extends Channel {
  /** Its word in <log channels="…">, and the vehicle that it belongs to. */
  readonly group: string;
  readonly vehicle: number;
  readonly reads: readonly SystemPlace[];
  /** One value per field to out[0 ..]. */
  sampleInto(out: Float64Array, moment: Moment): void;
}

/** The pose of something in a frame, for viewers: p_NB 3, q_NB 4 as [w x y z]. */
export interface PoseChannel {
  readonly group: string;
  readonly vehicle: number;
  readonly topic: string;
  /** A pose in a frame, or a transform from it to a child frame. */
  readonly frame: string;
  readonly child?: string;
  readonly reads: readonly SystemPlace[];
  sampleInto(out: Float64Array, moment: Moment): void;
}

export interface ChannelWriter {
  write(t_ns: number, values: Float64Array, at: number): void;
}

export interface LogBoard {
  sampled(channel: SampledChannel): void;
  pose(channel: PoseChannel): void;
  /** Written by the simulator when it happens. */
  told(channel: Channel): ChannelWriter;
  /** Everything has been declared. */
  close(): void;
  /** A channel for the details that events of a component carry: reactions of a mission. */
  details(component: string, topic: string, schema: MessageSchema, about: Readonly<Record<string, string>>): void;
}

/** Fields whose names end in their units: "depth_m". */
export function namedFields(names: readonly string[], units: Readonly<Record<string, string>> = {}): ChannelField[] {
  return names.map((name) => ({ name, unit: units[name] ?? unitOf(splitName(name).suffix)?.symbol ?? "" }));
}
