/**
 * What a channel is, as its writer declares it: its fields with units and meaning, how to look at it, and what it is of. The
 * declarations are a metadata record of the log, by topic, as JSON; so a reader goes over what was declared and need not guess from
 * names. A log may come from any program: what is read is checked, and what does not fit is left out.
 *
 *   "/auv/pilot": {"plot":"lines","group":"control","vehicle":"auv","of":"auv/pilot",
 *                  "fields":[{"name":"depthError_m","unit":"m","role":"error","quantity":"depth"}, ...]}
 *
 * Fields in a row that differ in nothing but their names are written once, with a count: a picture has thousands.
 */
import { identifiers } from "./schemas.ts";

/** Metadata record of what channels declare. */
export const CHANNELS_METADATA = "channels";

/**
 * How to look at it: lines over time, steps that hold until the next, pictures, a motion in space, approaches to the window of a latch; a
 * timeline, each row of which is a span of time, from the field begin_s to the field end_s, of the sort that the first field with words says.
 */
export type PlotKind = "lines" | "steps" | "picture" | "motion" | "approaches" | "timeline";
const PLOTS: readonly PlotKind[] = ["lines", "steps", "picture", "motion", "approaches", "timeline"];

/** What a number is: something that is, that is asked for, the difference of the two, a command to a device, a count, one of a few states, what a
 * value would be without error, with the name of that value as its quantity, what software takes a quantity for, or when a sample was taken. */
export type FieldRole = "value" | "setpoint" | "error" | "command" | "count" | "state" | "truth" | "estimate" | "taken";
const ROLES: readonly FieldRole[] = [
  "value",
  "setpoint",
  "error",
  "command",
  "count",
  "state",
  "truth",
  "estimate",
  "taken",
];

/**
 * Quantities that reports know how to show; any other word is shown as what it is. Set-points and errors have the quantity of what
 * they ask for: "depth".
 */
export const QUANTITY = {
  ...{ north: "north", east: "east", depth: "depth", roll: "roll", pitch: "pitch", heading: "heading", speed: "speed" },
  ...{ surge: "surge velocity", sway: "sway velocity", heave: "heave velocity" },
  ...{ rollRate: "roll rate", pitchRate: "pitch rate", yawRate: "yaw rate" },
  ...{ surgeInWater: "surge through water", swayInWater: "sway through water", heaveInWater: "heave through water" },
  ...{ currentNorth: "current north", currentEast: "current east", currentDown: "current down" },
  ...{ temperature: "temperature", salinity: "salinity", density: "density", soundSpeed: "sound speed" },
  ...{ surface: "surface height", bottomDepth: "bottom depth", altitude: "altitude" },
  ...{ windNorth: "wind north", windEast: "wind east", windDown: "wind down", windHeight: "wind height" },
  ...{ crossTrack: "cross-track", routeDistance: "route distance" },
  ...{ power: "power", thrust: "thrust" },
} as const;

/** Fields that a channel of pictures begins with; behind them its values row by row, those of the south first. */
export const PICTURE_FIELDS = [
  "taken_s",
  "rows",
  "columns",
  "originNorth_m",
  "originEast_m",
  "depth_m",
  "spacing_m",
] as const;

export interface ChannelField {
  readonly name: string;
  /** As written beside a number: "m/s"; "" for a ratio or a count. */
  readonly unit: string;
  /** In words, for legends. */
  readonly label?: string;
  /** A value where it is left out. */
  readonly role?: FieldRole;
  /** Fields of one quantity share a panel. */
  readonly quantity?: string;
  /** What it is of where a channel is of several things: an actuator. */
  readonly part?: string;
  /** Name of the field of the channel that says, by 0, that this one is not to be trusted. */
  readonly validBy?: string;
  /** Of a number for one of several sorts: what 0, 1, 2 … mean. */
  readonly words?: readonly string[];
}

export interface ChannelDeclaration {
  readonly topic: string;
  readonly fields: readonly ChannelField[];
  readonly plot: PlotKind;
  /** In words, for headings. */
  readonly title?: string;
  /** The word in <log channels="…">, for channels that are written when something happens as well. */
  readonly group: string;
  /** Name of the vehicle that it belongs to. */
  readonly vehicle?: string;
  /** Path of what declares it: "auv/pilot". */
  readonly of?: string;
}

/** A field as it stands in the record: `count` columns in a row are like this one. */
interface WrittenField extends ChannelField {
  readonly count?: number;
}

/** More fields in a row than this that differ in nothing but their names are written once. */
const MANY = 32;

/** The text of a declaration; names of fields as the log has them. */
export function declarationText({ plot, title, group, vehicle, of, fields }: ChannelDeclaration): string {
  const names = identifiers(fields.map(({ name }) => name));
  const named = (name: string): string => names[fields.findIndex((field) => field.name === name)] ?? name;
  const inLog = fields.map((field) =>
    field.validBy === undefined ? field : { ...field, validBy: named(field.validBy) },
  );
  const meanings = inLog.map(({ name: _, ...meaning }) => JSON.stringify(meaning));
  const written: WrittenField[] = [];
  for (let from = 0, end = 0; from < fields.length; from = end) {
    for (end = from + 1; end < fields.length && meanings[end] === meanings[from]; ) end++;
    if (end - from > MANY) written.push({ ...inLog[from], name: names[from], count: end - from });
    else for (let i = from; i < end; i++) written.push({ ...inLog[i], name: names[i] });
  }
  return JSON.stringify({ plot, group, title, vehicle, of, fields: written });
}

/** A declaration as it was read, before the columns of its channel are known. */
export interface ReadDeclaration extends Omit<ChannelDeclaration, "fields"> {
  /** The field of each column, in the order of the columns; one that was not declared has its name alone. */
  fieldsOf(columns: readonly string[]): ChannelField[];
}

/** Sound declarations by topic; none where the log has no such record, or an older one. */
export function readDeclarations(
  metadata: ReadonlyMap<string, Readonly<Record<string, string>>>,
): Map<string, ReadDeclaration> {
  const out = new Map<string, ReadDeclaration>();
  for (const [topic, text] of Object.entries(metadata.get(CHANNELS_METADATA) ?? {})) {
    const declared = declarationOf(topic, text);
    if (declared !== null) out.set(topic, declared);
  }
  return out;
}

function declarationOf(topic: string, text: string): ReadDeclaration | null {
  const from = recordOf(parsed(text));
  const group = textOf(from?.group);
  if (from === null || group === undefined || !Array.isArray(from.fields)) return null;
  const written = from.fields.flatMap((field) => fieldOf(recordOf(field)) ?? []);
  const optional = { title: textOf(from.title), vehicle: textOf(from.vehicle), of: textOf(from.of) };
  return {
    topic,
    group,
    plot: PLOTS.find((plot) => plot === from.plot) ?? "lines",
    ...without(optional),
    fieldsOf: (columns) => aligned(written, columns),
  };
}

function fieldOf(from: Readonly<Record<string, unknown>> | null): WrittenField | null {
  if (from === null || typeof from.name !== "string" || typeof from.unit !== "string") return null;
  const role = ROLES.find((each) => each === from.role);
  const count = Number.isInteger(from.count) && (from.count as number) > 1 ? (from.count as number) : undefined;
  const words = { label: textOf(from.label), quantity: textOf(from.quantity), part: textOf(from.part) };
  const optional = { ...words, role, validBy: textOf(from.validBy), words: textsOf(from.words), count };
  return { name: from.name, unit: from.unit, ...without(optional) };
}

/** By name; inside a stretch that was written once, by place. */
function aligned(written: readonly WrittenField[], columns: readonly string[]): ChannelField[] {
  const byName = new Map(written.filter(({ count }) => count === undefined).map((field) => [field.name, field]));
  let k = 0;
  let left = written[0]?.count ?? 1;
  return columns.map((name) => {
    const here = written[k];
    if (here !== undefined && --left === 0) left = written[++k]?.count ?? 1;
    const { count, ...like } = byName.get(name) ?? (here?.count === undefined ? { name, unit: "" } : here);
    return { ...like, name };
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // another program's record of the same name
  }
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> | null {
  return value !== null && typeof value === "object" && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function textsOf(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === "string")
    ? value
    : undefined;
}

/** Without what is undefined. */
function without<T extends object>(record: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
