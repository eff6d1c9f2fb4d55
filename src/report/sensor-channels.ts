/**
 * Channels that show what is measured beside the truth. What they are follows from what their fields declare, whatever wrote them:
 *
 *   role "truth"     the true value of the field of its quantity; the two are a pair
 *   validBy          names the field that says, by 0, that a value is not to be trusted
 *   role "taken"     when the sample was taken; the log's own time is that of its arrival
 *
 * and from the metadata of the channel: `rate_Hz`, how often it takes samples; `inertial`, the first words of the values whose errors get an
 * Allan deviation; `spans`, by what goes on, the texts of the events that begin and end it, as JSON.
 */
import type { ChannelField } from "../logging/index.ts";
import type { ChannelData, EventData } from "./input.ts";
import { medianInterval_s } from "./signals.ts";

/** A measured value with its truth, sample by sample. */
export interface Pair {
  readonly field: ChannelField;
  readonly label: string;
  readonly measured: Float64Array;
  readonly truth: Float64Array;
  /** By sample: 0, and what is not a number, for what is not to be trusted; null where the channel does not say. */
  readonly validity: Float64Array | null;
  /** Of an angle: one turn, in its unit; null of anything else. */
  readonly turn: number | null;
}

export interface SensorData {
  readonly channel: ChannelData;
  /** What it is called on its vehicle. */
  readonly name: string;
  readonly pairs: readonly Pair[];
  /** When each sample was taken; when it was written, where the channel does not say. */
  readonly taken_s: Float64Array;
  /** Fields without a truth, such as a dilution; not those that say when a sample was taken, or whether it is valid. */
  readonly others: readonly ChannelField[];
}

const TURNS: Readonly<Record<string, number>> = { rad: 2 * Math.PI, "°": 360 };

/** null for a channel without a truth of anything. */
export function sensorOf(channel: ChannelData): SensorData | null {
  const { declared, series } = channel;
  const { fields } = declared;
  if (declared.plot !== "lines" && declared.plot !== "steps") return null;
  const pairs: Pair[] = [];
  const paired = new Set<ChannelField>();
  for (const truth of fields) {
    if (truth.role !== "truth" || truth.quantity === undefined) continue;
    const field = fields.find((other) => other.name === truth.quantity && other.role !== "truth");
    const measured = field && series.columns.get(field.name);
    const values = series.columns.get(truth.name);
    if (field === undefined || measured === undefined || values === undefined || paired.has(field)) continue;
    paired.add(field).add(truth);
    pairs.push({
      field,
      label: field.label ?? field.name,
      measured,
      truth: values,
      validity: (field.validBy === undefined ? undefined : series.columns.get(field.validBy)) ?? null,
      turn: Object.hasOwn(TURNS, field.unit) ? TURNS[field.unit]! : null,
    });
  }
  if (pairs.length === 0) return null;
  const saying = new Set(fields.map(({ validBy }) => validBy));
  const taken = fields.find(({ role }) => role === "taken");
  const path = declared.of ?? declared.topic;
  return {
    channel,
    // A vehicle's heading stands above; of what belongs to none the whole path.
    name:
      declared.vehicle !== undefined && path.startsWith(`${declared.vehicle}/`)
        ? path.slice(declared.vehicle.length + 1)
        : path,
    pairs,
    taken_s: (taken && series.columns.get(taken.name)) ?? series.t_s,
    others: fields.filter((field) => !paired.has(field) && field !== taken && !saying.has(field.name)),
  };
}

export function isValid({ validity }: Pair, i: number): boolean {
  if (validity === null) return true;
  const said = validity[i]!;
  return said !== 0 && !Number.isNaN(said);
}

/** Measured less true, an angle by the shorter way round: from minus half a turn to half a turn. */
export function errorAt({ measured, truth, turn }: Pair, i: number): number {
  const error = measured[i]! - truth[i]!;
  return turn === null ? error : error - turn * Math.round(error / turn);
}

/** A stretch of time in which something is wrong. to_s is null where the log ends before it does. */
export interface Span {
  readonly what: string;
  readonly from_s: number;
  readonly to_s: number | null;
}

/** What the events of a sensor, in rising time, say of the spans that its channel declares; in the order of their beginnings. */
export function spansOf({ channel }: SensorData, events: readonly EventData[]): Span[] {
  const texts = declaredSpans(channel.about?.spans);
  const spans: { what: string; from_s: number; to_s: number | null }[] = [];
  for (const { t_s, message } of events) {
    for (const [what, [begins, ends]] of texts) {
      if (message === begins) spans.push({ what, from_s: t_s, to_s: null });
      else if (message === ends) {
        // Of two that overlap the first that began ends first: which of them it is makes no difference to what is covered.
        const open = spans.find((span) => span.what === what && span.to_s === null);
        if (open !== undefined) open.to_s = t_s;
      }
    }
  }
  return spans;
}

/** Texts that begin or end a span. */
export function spanTexts({ channel }: SensorData): Set<string> {
  return new Set(declaredSpans(channel.about?.spans).flatMap(([, texts]) => texts));
}

function declaredSpans(text: string | undefined): [what: string, texts: readonly [string, string]][] {
  if (text === undefined) return [];
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return []; // another program's metadata of the same name
  }
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([what, texts]): [string, readonly [string, string]][] => {
    const [begins, ends]: unknown[] = Array.isArray(texts) ? texts : [];
    return typeof begins === "string" && typeof ends === "string" ? [[what, [begins, ends]]] : [];
  });
}

/** Samples per second that the channel declares; null where it does not. */
export function declaredRate_Hz({ channel }: SensorData): number | null {
  const rate_Hz = Number(channel.about?.rate_Hz ?? Number.NaN);
  return Number.isFinite(rate_Hz) && rate_Hz > 0 ? rate_Hz : null;
}

/** An interval this many times as long as the usual one is a silence. */
const SILENCE_FACTOR = 2.5;
/** A silence shorter than this part of the log is not seen in a plot of a thousand pixels, and many would fill the page. */
const SEEN_PARTS = 500;

/** The longest interval between two samples that a line of the plots goes across. */
export function silence_s(t_s: Float64Array): number {
  const span_s = (t_s.at(-1) ?? 0) - (t_s[0] ?? 0);
  return Math.max(SILENCE_FACTOR * medianInterval_s(t_s), span_s / SEEN_PARTS);
}
