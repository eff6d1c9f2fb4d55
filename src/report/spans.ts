/**
 * Channels that are declared as timelines, as spans of time: each row from begin_s to end_s, of the sort that the first field with words says.
 * A row whose times are not those of a run, or that ends before it begins, is not a span: it is counted and left out. A sort without a word is
 * drawn as an unknown one.
 */
import type { ChannelData, ReportInput } from "./input.ts";
import { picked } from "./span-merging.ts";
import { type SpanSort, sortsOf } from "./span-sorts.ts";
import type { Track } from "./tracks.ts";

/** A channel as spans, in the order in which they begin. */
export interface Timeline {
  readonly channel: ChannelData;
  /** Index of the track. */
  readonly track: number;
  readonly run: number;
  /** What its row is called. */
  readonly label: string;
  readonly sorts: readonly SpanSort[];
  readonly begin_s: Float64Array;
  readonly end_s: Float64Array;
  /** Index into sorts. */
  readonly code: Int32Array;
  /** Rows of the channel. */
  readonly rows: Int32Array;
  /** Rows that are not spans. */
  readonly malformed: number;
  readonly duration_s: number;
}

/** No run has later instants: 2⁵³ ns. */
const LATEST_S = 9_007_199;
/** Fields that say where a span lies, rather than what belongs to it. */
export const SPAN_FIELDS: ReadonlySet<string> = new Set(["begin_s", "end_s"]);

export function timelinesOf({ runs }: ReportInput, tracks: readonly Track[]): Timeline[] {
  const found = tracks.flatMap((track, k) =>
    track.data.channels
      .filter(({ declared }) => declared.plot === "timeline")
      .map((channel) => ({ channel, track, k })),
  );
  return found.map(({ channel, track, k }) => {
    const alone = found.filter((other) => other.track === track).length === 1 && track.isVehicle;
    const { of, topic } = channel.declared;
    const own = (of ?? topic).replace(/^\//, "");
    const within = own.startsWith(`${track.vehicle}/`) ? own.slice(track.vehicle.length + 1) : own;
    const label = alone ? track.label : track.isVehicle ? `${track.label}: ${within}` : own;
    return { ...spansOf(channel), channel, track: k, run: track.run, label, duration_s: runs[track.run]!.duration_s };
  });
}

type Spans = Pick<Timeline, "sorts" | "begin_s" | "end_s" | "code" | "rows" | "malformed">;

export function spansOf(channel: ChannelData): Spans {
  const { declared, series } = channel;
  const { columns } = series;
  const sortField = sortFieldOf(channel);
  const words = declared.fields.find(({ name }) => name === sortField)?.words ?? [];
  const sorts = sortsOf(channel, words);
  const [begins, ends, numbers] = ["begin_s", "end_s", sortField].map((name) => columns.get(name));
  const total = series.t_s.length;
  const order = new Int32Array(total);
  let sound = 0;
  if (begins !== undefined && ends !== undefined)
    for (let i = 0; i < total; i++) {
      const [begin, end] = [begins[i]!, ends[i]!];
      // NaN fails each.
      if (begin > -LATEST_S && end >= begin && end < LATEST_S) order[sound++] = i;
    }
  const rows = order.subarray(0, sound);
  if (begins !== undefined) sortByBegin(rows, begins);
  const code = new Int32Array(sound);
  for (let k = 0; k < sound; k++) {
    const number = numbers?.[rows[k]!] ?? Number.NaN;
    code[k] = Number.isInteger(number) && number >= 0 && number < words.length ? number : words.length;
  }
  const none = new Float64Array(0);
  const [begin_s, end_s] = [picked(begins ?? none, rows), picked(ends ?? none, rows)];
  return { sorts, begin_s, end_s, code, rows, malformed: total - sound };
}

/** The first field with words; "" where there is none. */
export function sortFieldOf({ declared }: ChannelData): string {
  return declared.fields.find(({ words }) => words !== undefined)?.name ?? "";
}

/** More moves than so many per row: the rows are not nearly in order. */
const MANY_MOVES = 32;

/** Rows come in the order in which they end, so hardly any is far from its place: insertion, and a full sort only where it takes too long. */
function sortByBegin(rows: Int32Array, begin_s: Float64Array): void {
  let moves = MANY_MOVES * rows.length;
  for (let k = 1; k < rows.length; k++) {
    const row = rows[k]!;
    const begin = begin_s[row]!;
    let at = k;
    for (; at > 0 && begin_s[rows[at - 1]!]! > begin; at--) rows[at] = rows[at - 1]!;
    rows[at] = row;
    moves -= k - at;
    if (moves < 0) {
      rows.sort((a, b) => begin_s[a]! - begin_s[b]! || a - b);
      return;
    }
  }
}
