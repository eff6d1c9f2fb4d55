/**
 * Timelines as the page's script gets them: for each channel two lanes of pieces, what is done and received above, losses below. With few
 * spans each stands with its numbers; with more, without them; where there are more than a page should hold, short ones are merged
 * (span-merging.ts) at the smallest width at which all of them fit.
 *
 * A lane is a list of whole numbers, each 7 bits to a byte with the low ones first, in base64: for each piece the gap from the begin
 * before, its length (both in units of unit_s), twice its code, one more where it is of several spans; of those their number, less 2, and
 * the share of its length that they take, in fifteenths.
 */
import { base64 } from "../core/index.ts";
import { inWords } from "../logging/index.ts";
import { type EncodedColumn, encodeColumn } from "./encode.ts";
import { asPieces, merged, type Pieces, picked, where } from "./span-merging.ts";
import { SPAN_FIELDS, sortFieldOf, type Timeline } from "./spans.ts";
import { shownUnit } from "./units.ts";

/** Spans that a page holds with their numbers, in all its timelines. */
const MOST_NUMBERED = 12_000;
/** Pieces that a page holds. */
const MOST_PIECES = 100_000;
/** Rows that are drawn of one group. */
export const MOST_ROWS = 120;
/** The last width that is tried, as a share of the time that is shown. */
const COARSEST = 1 / 256;
/** The first one, as a share of that at which each lane would have one piece for each width. */
const FINEST = 1 / 8;
const SHARES = 15;

export interface DisplaySort {
  readonly word: string;
  readonly lost: boolean;
  readonly colour: string | number;
}

export interface DisplayTimeline {
  /** Of the figure. */
  readonly id: string;
  /** The last one is of mixed pieces. */
  readonly sorts: readonly DisplaySort[];
  readonly rows: readonly DisplaySpans[];
  readonly unit_s: number;
  /** Spans shorter than this are merged; 0 where none are. */
  readonly merged_s: number;
}

export interface DisplaySpans {
  readonly label: string;
  readonly track: number;
  /** What is done and received; losses. */
  readonly lanes: readonly [DisplayLane, DisplayLane];
}

export interface DisplayLane {
  readonly pieces: number;
  readonly data: string;
  /** Numbers of each piece, where each is one span. */
  readonly numbers?: readonly DisplayNumbers[];
}

export interface DisplayNumbers {
  readonly label: string;
  readonly unit: string;
  readonly column: EncodedColumn;
  /** Names of the ends that are known by such a number. */
  readonly names?: Readonly<Record<string, string>>;
}

/** What another end is called, by its address, as a timeline knows it. */
export type EndNames = (timeline: Timeline) => Readonly<Record<string, string>>;

/** groups: the timelines of each figure, by its id. */
export function displayTimelines(
  groups: ReadonlyMap<string, readonly Timeline[]>,
  span_s: readonly [number, number],
  endNames: EndNames,
): DisplayTimeline[] {
  const shown = [...groups].map(([id, timelines]) => ({ id, timelines: timelines.slice(0, MOST_ROWS) }));
  const total = shown.reduce((sum, { timelines }) => sum + timelines.reduce((n, { code }) => n + code.length, 0), 0);
  const made = shown.map(({ id, timelines }) => {
    const sorts = commonSorts(timelines);
    return { id, timelines, sorts, lanes: timelines.map((timeline) => lanesOf(timeline, sorts)) };
  });
  const length_s = Math.max(1e-9, span_s[1] - span_s[0]);
  let width_s = 0;
  if (total > MOST_PIECES) {
    const lanes = made.reduce((sum, each) => sum + 2 * each.lanes.length, 0);
    for (width_s = (FINEST * length_s * lanes) / MOST_PIECES; width_s < COARSEST * length_s; width_s *= 2) {
      const pieces = made.reduce((sum, { lanes, sorts }) => sum + numberOfPieces(lanes, width_s, sorts.length), 0);
      if (pieces <= MOST_PIECES) break;
    }
  }
  // Finer than any screen, and small numbers where spans are merged.
  const unit_s = Math.max(length_s / 1_073_741_824, width_s / 64);
  return made.map(({ id, timelines, sorts, lanes }) => ({
    id,
    sorts: [...sorts, { word: "mixed", lost: false, colour: "mixed" }],
    unit_s,
    merged_s: width_s,
    rows: timelines.map((timeline, k): DisplaySpans => {
      const encoded = lanes[k]!.map(({ pieces, at }): DisplayLane => {
        const drawn = merged(pieces, width_s, sorts.length);
        const lane = { pieces: drawn.code.length, data: encodedPieces(drawn, unit_s) };
        return total > MOST_NUMBERED ? lane : { ...lane, numbers: numbersOf(timeline, at, endNames(timeline)) };
      });
      return { label: timeline.label, track: timeline.track, lanes: encoded as [DisplayLane, DisplayLane] };
    }),
  }));
}

interface Lane {
  readonly pieces: Pieces;
  /** Spans of the timeline. */
  readonly at: Int32Array;
}

/** Sorts of several channels that have one word are one sort; only those that occur, in the order of their first channel. */
function commonSorts(timelines: readonly Timeline[]): DisplaySort[] {
  const occurring = new Set<string>();
  for (const { code, sorts } of timelines) {
    const seen = new Set<number>();
    for (const each of code) seen.add(each);
    for (const each of seen) occurring.add(keyOf(sorts[each]!));
  }
  const common = new Map<string, DisplaySort>();
  for (const sort of timelines.flatMap(({ sorts }) => sorts)) {
    const { word, lost, colour } = sort;
    const key = keyOf(sort);
    if (occurring.has(key) && !common.has(key)) common.set(key, { word, lost, colour });
  }
  return [...common.values()];
}

const keyOf = ({ word, lost }: Pick<DisplaySort, "word" | "lost">): string => `${lost ? "-" : "+"}${word}`;

function lanesOf({ sorts, begin_s, end_s, code }: Timeline, common: readonly DisplaySort[]): [Lane, Lane] {
  const placeOf = new Map(common.map((sort, k) => [keyOf(sort), k]));
  const codes = sorts.map((sort) => placeOf.get(keyOf(sort)) ?? -1);
  const lane = (lost: boolean): Lane => {
    const at = where(code.length, (k) => sorts[code[k]!]!.lost === lost);
    const own = at.map((k) => codes[code[k]!]!);
    return { at, pieces: asPieces({ begin_s: picked(begin_s, at), end_s: picked(end_s, at), code: own }) };
  };
  return [lane(false), lane(true)];
}

function numberOfPieces(lanes: readonly (readonly Lane[])[], width_s: number, mixed: number): number {
  return lanes.flat().reduce((sum, { pieces }) => sum + merged(pieces, width_s, mixed).code.length, 0);
}

function encodedPieces({ begin_s, end_s, code, count, covered_s }: Pieces, unit_s: number): string {
  const bytes: number[] = [];
  const put = (value: number): void => {
    let left = value;
    while (left >= 128) {
      bytes.push(128 + (left % 128));
      left = Math.floor(left / 128);
    }
    bytes.push(left);
  };
  let before = 0;
  for (let k = 0; k < code.length; k++) {
    // A span may have begun before what is shown.
    const begin = Math.max(0, Math.round(begin_s[k]! / unit_s));
    const length = Math.max(0, Math.round(end_s[k]! / unit_s) - begin);
    const several = count[k]! > 1;
    put(Math.max(0, begin - before));
    put(length);
    put(2 * code[k]! + (several ? 1 : 0));
    if (several) {
      const lasts = end_s[k]! - begin_s[k]!;
      put(count[k]! - 2);
      put(lasts > 0 ? Math.max(1, Math.min(SHARES, Math.round((SHARES * covered_s[k]!) / lasts))) : SHARES);
    }
    before = Math.max(before, begin);
  }
  return base64(Uint8Array.from(bytes));
}

/** Every number of the rows but those that say where the span lies and of which sort it is. */
function numbersOf(
  { channel, rows }: Timeline,
  at: Int32Array,
  names: Readonly<Record<string, string>>,
): DisplayNumbers[] {
  const sortField = sortFieldOf(channel);
  return channel.declared.fields.flatMap((field) => {
    const column = channel.series.columns.get(field.name);
    if (column === undefined || SPAN_FIELDS.has(field.name) || field.name === sortField) return [];
    const unit = shownUnit(field.unit, 0);
    const values = Float64Array.from(at, (k) => column[rows[k]!]! * unit.factor);
    if (!values.some(Number.isFinite)) return [];
    const stem = field.unit === "" ? field.name : field.name.replace(/_[A-Za-z0-9]+$/, "");
    const label = field.label ?? inWords(stem);
    const shown = { label, unit: unit.label, column: encodeColumn(values) };
    return [field.name === "other" && Object.keys(names).length > 0 ? { ...shown, names } : shown];
  });
}
