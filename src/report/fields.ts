/** Finding numbers by what they are declared to be: of a channel, by quantity, role and part. */
import type { ChannelField, FieldRole } from "../logging/index.ts";
import type { ChannelData, VehicleData } from "./input.ts";
import type { Signal } from "./tracks.ts";

export interface Wanted {
  readonly quantity?: string;
  /** A value where it is left out. */
  readonly role?: FieldRole;
  readonly part?: string;
}

/** The channel of a vehicle's motion, or null. */
export function motionOf({ channels }: VehicleData): ChannelData | null {
  return channels.find(({ declared }) => declared.plot === "motion") ?? null;
}

export function channelsOf({ channels }: VehicleData, group: string): ChannelData[] {
  return channels.filter(({ declared }) => declared.group === group);
}

/** The first channel of a group, or null. */
export function channelOf(vehicle: VehicleData, group: string): ChannelData | null {
  return channelsOf(vehicle, group)[0] ?? null;
}

export function fieldsOf(channel: ChannelData | null, { quantity, role = "value", part }: Wanted): ChannelField[] {
  return (channel?.declared.fields ?? []).filter(
    (field) =>
      (quantity === undefined || field.quantity === quantity) &&
      (field.role ?? "value") === role &&
      (part === undefined || field.part === part),
  );
}

export function columnOf(channel: ChannelData | null, quantity: string, role?: FieldRole): Float64Array | null {
  const [field] = fieldsOf(channel, { quantity, ...(role && { role }) });
  return (field && channel?.series.columns.get(field.name)) ?? null;
}

/** Values of all of the quantities, or null where one is missing. */
export function columnsOf(channel: ChannelData | null, ...quantities: readonly string[]): Float64Array[] | null {
  const columns = quantities.flatMap((quantity) => columnOf(channel, quantity) ?? []);
  return columns.length === quantities.length ? columns : null;
}

/** A column with the instants of its channel. */
export function signalOf(channel: ChannelData | null, quantity: string, role?: FieldRole, factor = 1): Signal | null {
  const y = columnOf(channel, quantity, role);
  return channel === null || y === null ? null : scaled({ t_s: channel.series.t_s, y }, factor);
}

export function signalOfField({ series }: ChannelData, { name }: ChannelField, factor = 1): Signal | null {
  const y = series.columns.get(name);
  return y === undefined ? null : scaled({ t_s: series.t_s, y }, factor);
}

function scaled({ t_s, y }: Signal, factor: number): Signal {
  return { t_s, y: factor === 1 ? y : y.map((value) => factor * value) };
}

/** Every channel that asks for a quantity, with what it asks. */
export function askedFor({ channels }: VehicleData, quantity: string): { channel: ChannelData; signal: Signal }[] {
  return channels.flatMap((channel) => {
    const signal = signalOf(channel, quantity, "setpoint");
    return signal === null ? [] : [{ channel, signal }];
  });
}

/** What a channel is called beside others of its group: the last part of the path of what declares it, or of its topic. */
export function nameOf({ declared }: ChannelData): string {
  const path = declared.of ?? declared.topic;
  return path.slice(path.lastIndexOf("/") + 1);
}
