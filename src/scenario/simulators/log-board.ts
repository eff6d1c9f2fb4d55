/**
 * What simulators declare to be logged: channels with their fields, units and kind of plot, and either a sampler or the
 * moments at which they write themselves. The recorder goes over what was declared and does not know a kind by name; what was declared
 * goes into the metadata of the log (logging/channel-declaration.ts).
 */
import type { Moment, SystemPlace } from "../../engine/index.ts";
import { splitName, unitOf } from "../../library/index.ts";
import {
  type ChannelDeclaration,
  type ChannelField,
  type DeclaredScenery,
  type MessageSchema,
  meaningByName,
} from "../../logging/index.ts";

/** A channel that a simulator declares; what it is goes into the metadata of the log. */
export interface Channel extends Omit<ChannelDeclaration, "vehicle"> {
  readonly schema: string;
  /** The vehicle that it belongs to, where it belongs to one. */
  readonly vehicle?: number;
  /** More for readers: it goes into the channel's metadata. */
  readonly about?: Readonly<Record<string, string>>;
}

/** Sampled at the rates that the scenario's <log> elements state. */
export interface SampledChannel extends Channel {
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

/** The place of something on the earth, for maps: latitude and longitude in degrees, height over the ellipsoid. */
export type LocationChannel = Omit<PoseChannel, "child">;

export interface ChannelWriter {
  write(t_ns: number, values: Float64Array, at: number): void;
}

export interface LogBoard {
  sampled(channel: SampledChannel): void;
  pose(channel: PoseChannel): void;
  location(channel: LocationChannel): void;
  /** Written by the simulator when it happens. */
  told(channel: Channel): ChannelWriter;
  /** What is drawn on a map of the run. */
  scenery(item: DeclaredScenery): void;
  /** Everything has been declared. */
  close(): void;
  /** A channel for the details that events of a component carry: reactions of a mission. */
  details(component: string, topic: string, schema: MessageSchema, about: Readonly<Record<string, string>>): void;
}

/**
 * Fields whose names say what they are, by convention: "depth_m" ends in its unit, "depthSetpoint_m" is a set-point, and what has
 * no unit counts something.
 */
export function namedFields(names: readonly string[]): ChannelField[] {
  return names.map((name) => {
    const { stem, suffix } = splitName(name);
    const unit = unitOf(suffix);
    const meaning = meaningByName(unit === undefined ? name : stem);
    const role = meaning.role ?? (unit === undefined ? "count" : undefined);
    return { name, unit: unit?.symbol ?? "", ...meaning, ...(role && { role }) };
  });
}
