/**
 * What the page's script gets: panels, tracks, paths and events as one JSON document, with their numbers thinned out for the
 * screen (decimate.ts) and packed (encode.ts). Columns that were sampled together share one list of instants.
 */
import { QUANTITY } from "../logging/index.ts";
import { binsOf, displayTimes_s, displayValues, pathSamples } from "./decimate.ts";
import { type EncodedColumn, encodeColumn } from "./encode.ts";
import { channelOf, columnOf, columnsOf, motionOf, signalOf } from "./fields.ts";
import type { EventData, ReportInput } from "./input.ts";
import type { Aside, Line, Panel } from "./panels.ts";
import { type DisplayScenery, sceneryOf } from "./scenery.ts";
import { DEPTH_EDGES, type Profile, profilesOf } from "./sea-panels.ts";
import { holdsOf } from "./settled.ts";
import { cumulativeDistance_m, resampled } from "./signals.ts";
import type { DisplayTimeline } from "./span-display.ts";
import { displaySpans, type SpanGroup } from "./span-section.ts";
import { DASHES, type Signal, type Track, vehicleNames } from "./tracks.ts";

/** Bytes of base64 that all columns of time plots may take together, as far as the least number of points allows. */
const COLUMN_BYTES = 2_200_000;
const BYTES_PER_POINT = 16 / 3;
/** A plot is about a thousand pixels wide, and more on paper. */
const LEAST_POINTS = 1200;
const MOST_POINTS = 6000;
/** Samples of paths, shared by all tracks. */
const PATH_POINTS = 12_000;
/** Time, north, east, depth, distance. */
const PATH_COLUMNS = 5;
const MOST_MARKS = 60;
/** With more tracks than this, marks of events would hide the tracks. */
const MOST_TRACKS_WITH_EVENTS = 3;

export interface Display {
  readonly dashes: readonly (readonly number[])[];
  readonly runs: readonly string[];
  readonly vehicles: readonly string[];
  readonly tracks: readonly { label: string; vehicle: number; run: number; colour: number; dash: number }[];
  readonly span_s: readonly [number, number];
  readonly times: readonly EncodedColumn[];
  readonly columns: readonly DisplayColumn[];
  readonly panels: readonly DisplayPanel[];
  readonly asides: readonly Aside[];
  readonly allan: readonly DisplayAllan[];
  readonly timelines: readonly DisplayTimeline[];
  readonly paths: readonly (DisplayPath | null)[];
  readonly profiles: readonly Profile[];
  readonly scenery: readonly DisplayScenery[];
  readonly marks: readonly DisplayMark[];
  readonly events: readonly DisplayEvent[];
  /** Seconds that one pair of points stands for where it stands for most; 0 where every sample is drawn. */
  readonly bin_s: number;
}

export interface DisplayColumn extends EncodedColumn {
  /** Index into times. */
  readonly time: number;
}

export interface DisplayPanel {
  readonly unit: string;
  readonly leastSpan: number;
  readonly down: boolean;
  readonly steps: boolean;
  readonly lines: readonly DisplayLine[];
  /** Index into asides. */
  readonly aside?: number;
}

export interface DisplayLine {
  readonly label: string;
  readonly entry: string;
  readonly track: number;
  readonly colour: Line["colour"];
  readonly dash: number;
  readonly dotted: boolean;
  readonly column: number;
  readonly edge?: Line["edge"];
  readonly look?: Line["look"];
}

export interface DisplayPath {
  readonly t_s: EncodedColumn;
  readonly north_m: EncodedColumn;
  readonly east_m: EncodedColumn;
  readonly depth_m: EncodedColumn;
  readonly distance_m: EncodedColumn;
  /** What the log knows of the sea: at the same samples, as depths. */
  readonly bottom_m?: EncodedColumn;
  readonly surface_m?: EncodedColumn;
  readonly temperature_degC?: EncodedColumn;
  readonly soundSpeed_mps?: EncodedColumn;
  /** Where software took the vehicle to be, at the same samples. */
  readonly estimatedNorth_m?: EncodedColumn;
  readonly estimatedEast_m?: EncodedColumn;
}

/** Allan deviations over averaging times, both scales logarithmic. */
export interface DisplayAllan {
  readonly id: string;
  readonly unit: string;
  readonly times_s: readonly number[];
  readonly lines: readonly { readonly label: string; readonly deviations: readonly number[] }[];
}

/** A place in the plan view: a position set-point, or where the vehicle was at an event. */
export interface DisplayMark {
  readonly track: number;
  readonly kind: "setpoint" | "event";
  /** What happened there. */
  readonly text?: string;
  readonly north_m: number;
  readonly east_m: number;
}

export interface DisplayEvent {
  readonly t_s: number;
  readonly level: string;
  readonly text: string;
  readonly run: number;
}

export function displayOf(
  input: ReportInput,
  tracks: readonly Track[],
  panels: readonly Panel[],
  allan: readonly DisplayAllan[] = [],
  spans: readonly SpanGroup[] = [],
): Display {
  const lines = panels.reduce((sum, p) => sum + p.lines.length, 0);
  const wanted = Math.floor(COLUMN_BYTES / (BYTES_PER_POINT * Math.max(1, lines)));
  const pool = new ColumnPool(Math.min(MOST_POINTS, Math.max(LEAST_POINTS, wanted)));
  const asides: Aside[] = [];
  const asideOf = (aside: Aside): number => {
    const known = asides.indexOf(aside);
    return known >= 0 ? known : asides.push(aside) - 1;
  };
  const shown = panels.map(
    (p): DisplayPanel => ({
      unit: p.unit.label,
      leastSpan: p.unit.leastSpan,
      down: p.down,
      steps: p.steps,
      lines: p.lines.map(({ label, entry, track, colour, dash, dotted, signal, edge, look }) => {
        const column = pool.add(signal);
        return { label, entry, track, colour, dash, dotted, column, ...(edge && { edge }), ...(look && { look }) };
      }),
      ...(p.aside && { aside: asideOf(p.aside) }),
    }),
  );
  const names = vehicleNames(input);
  const span_s = spanOf(input, tracks);
  return {
    dashes: DASHES,
    runs: input.runs.map((run) => run.name),
    vehicles: names,
    tracks: tracks.map(({ label, vehicle, run, style }) => ({
      label,
      vehicle: names.indexOf(vehicle),
      run,
      ...style,
    })),
    span_s,
    times: pool.times,
    columns: pool.columns,
    panels: shown,
    asides,
    allan,
    timelines: displaySpans(spans, span_s),
    paths: tracks.map((track) => pathOf(track, Math.max(400, Math.floor(PATH_POINTS / tracks.length)))),
    profiles: profilesOf(tracks),
    scenery: sceneryOf(input, tracks),
    marks: tracks.flatMap((track, k) =>
      marksOf(track, k, tracks.length <= MOST_TRACKS_WITH_EVENTS ? input.runs[track.run]!.events : []),
    ),
    events: input.runs.flatMap((run, r) =>
      run.events.map(({ t_s, level, name, message }) => ({ t_s, level, text: `${name}: ${message}`, run: r })),
    ),
    bin_s: pool.bin_s,
  };
}

class ColumnPool {
  readonly times: EncodedColumn[] = [];
  readonly columns: DisplayColumn[] = [];
  /** By instants and, where a signal states one, the longest interval that its line goes across. */
  readonly #bins = new Map<Float64Array, Map<number | undefined, { bins: ReturnType<typeof binsOf>; time: number }>>();
  readonly #timeByText = new Map<string, number>();
  readonly #columnByText = new Map<string, number>();
  readonly #mostPoints: number;
  bin_s = 0;

  constructor(mostPoints: number) {
    this.#mostPoints = mostPoints;
  }

  /** The index of the signal's column; equal columns are stored once. */
  add({ t_s, y, gap_s }: Signal): number {
    const { bins, time } = this.#binsFor(t_s, gap_s);
    const column = { ...encodeColumn(displayValues(bins, y)), time };
    return indexIn(this.#columnByText, this.columns, column);
  }

  #binsFor(t_s: Float64Array, gap_s: number | undefined): { bins: ReturnType<typeof binsOf>; time: number } {
    const byGap =
      this.#bins.get(t_s) ?? new Map<number | undefined, { bins: ReturnType<typeof binsOf>; time: number }>();
    const known = byGap.get(gap_s);
    if (known !== undefined) return known;
    const bins = binsOf(t_s, this.#mostPoints, gap_s);
    const time = indexIn(this.#timeByText, this.times, encodeColumn(displayTimes_s(bins)));
    if (bins.reduced) {
      for (let k = 0; k < bins.from.length; k++) {
        if (bins.to[k]! > bins.from[k]!) this.bin_s = Math.max(this.bin_s, t_s[bins.to[k]! - 1]! - t_s[bins.from[k]!]!);
      }
    }
    const made = { bins, time };
    this.#bins.set(t_s, byGap.set(gap_s, made));
    return made;
  }
}

function indexIn<T>(index: Map<string, number>, list: T[], item: T): number {
  const text = JSON.stringify(item);
  const known = index.get(text);
  if (known !== undefined) return known;
  index.set(text, list.length);
  return list.push(item) - 1;
}

function spanOf({ runs }: ReportInput, tracks: readonly Track[]): [number, number] {
  let last = 0;
  for (const run of runs) {
    if (Number.isFinite(run.duration_s)) last = Math.max(last, run.duration_s);
    for (const { t_s } of run.events) last = Math.max(last, t_s);
  }
  for (const { data } of tracks) {
    for (const { series } of data.channels) last = Math.max(last, series.t_s.at(-1) ?? 0);
  }
  return [0, last > 0 ? last : 1];
}

function pathOf(track: Track, mostPoints: number): DisplayPath | null {
  const motion = motionOf(track.data);
  const position = columnsOf(motion, QUANTITY.north, QUANTITY.east, QUANTITY.depth);
  if (motion === null || position === null || motion.series.t_s.length === 0) return null;
  const { t_s } = motion.series;
  const distance_m = cumulativeDistance_m(t_s, position);
  const sea = { ...seaAlong(track, t_s), ...estimateAlong(track, t_s) } as Readonly<Record<string, Float64Array>>;
  // More columns at fewer instants: a path takes the same room in the page with the sea as without.
  const columns = Object.values(sea);
  const points = Math.floor((mostPoints * PATH_COLUMNS) / (PATH_COLUMNS + columns.length));
  const samples = pathSamples(binsOf(t_s, points), [...position, ...columns]);
  const pick = (y: Float64Array): EncodedColumn => encodeColumn(Float64Array.from(samples, (i) => y[i] ?? Number.NaN));
  // A gap has an instant too, in its middle, so that the page can search among the instants.
  const instants_s = Float64Array.from(samples, (i, k) =>
    i >= 0 ? t_s[i]! : 0.5 * (t_s[samples[k - 1]!]! + t_s[samples[k + 1]!]!),
  );
  const [north, east, depth] = position as [Float64Array, Float64Array, Float64Array];
  return {
    t_s: encodeColumn(instants_s),
    north_m: pick(north),
    east_m: pick(east),
    depth_m: pick(depth),
    distance_m: pick(distance_m),
    ...Object.fromEntries(Object.entries(sea).map(([name, y]) => [name, pick(y)])),
  };
}

/** The sea at the instants of the motion, as far as anything of it is known. */
function seaAlong(track: Track, at_s: Float64Array): Readonly<Record<string, Float64Array>> {
  const [bottom, surface] = DEPTH_EDGES.map(({ of }) => of(track));
  const signals = {
    bottom_m: bottom,
    surface_m: surface,
    temperature_degC: signalOf(channelOf(track.data, "water"), QUANTITY.temperature),
    soundSpeed_mps: signalOf(channelOf(track.data, "water"), QUANTITY.soundSpeed),
  };
  const known = Object.entries(signals).flatMap(([name, s]): [string, Float64Array][] =>
    s?.y.some(Number.isFinite) ? [[name, resampled(at_s, s.t_s, s.y)]] : [],
  );
  return Object.fromEntries(known);
}

/** The place that software took the vehicle to be at, where a channel declares one; the first of several. */
function estimateAlong({ data }: Track, at_s: Float64Array): Readonly<Record<string, Float64Array>> {
  for (const channel of data.channels) {
    const north = columnOf(channel, QUANTITY.north, "estimate");
    const east = columnOf(channel, QUANTITY.east, "estimate");
    if (north === null || east === null) continue;
    const { t_s } = channel.series;
    return { estimatedNorth_m: resampled(at_s, t_s, north), estimatedEast_m: resampled(at_s, t_s, east) };
  }
  return {};
}

function marksOf({ data, vehicle }: Track, track: number, events: readonly EventData[]): DisplayMark[] {
  const marks: DisplayMark[] = [];
  for (const channel of data.channels) {
    const north = columnOf(channel, QUANTITY.north, "setpoint");
    const east = columnOf(channel, QUANTITY.east, "setpoint");
    if (north === null || east === null) continue;
    for (const { first, counted, end } of holdsOf(channel.series.t_s, [north, east], 1)) {
      // A set-point that moves on within a second is a moving one, not a place to mark.
      if (counted < end) marks.push({ track, kind: "setpoint", north_m: north[first]!, east_m: east[first]! });
    }
  }
  const motion = motionOf(data);
  const [north, east] = columnsOf(motion, QUANTITY.north, QUANTITY.east) ?? [];
  if (motion !== null && north !== undefined && east !== undefined) {
    for (const event of events.filter((e) => concerns(e, vehicle))) {
      const i = sampleAt(motion.series.t_s, event.t_s);
      if (i >= 0) marks.push({ track, kind: "event", north_m: north[i]!, east_m: east[i]!, text: event.message });
    }
  }
  return marks.filter((m) => Number.isFinite(m.north_m) && Number.isFinite(m.east_m)).slice(0, MOST_MARKS);
}

/** Whether an event's name is the vehicle's or the path of a part of it. */
function concerns({ name }: EventData, vehicle: string): boolean {
  return name === vehicle || name.startsWith(`${vehicle}/`) || name.startsWith(`${vehicle}.`);
}

/** The last sample at or before t, or −1. */
function sampleAt(t_s: Float64Array, t: number): number {
  let low = -1;
  let high = t_s.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (t_s[middle]! <= t) low = middle;
    else high = middle;
  }
  return low;
}
