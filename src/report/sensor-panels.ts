/**
 * Plots of what is measured beside the truth, by vehicle: a small plot for each value, with its samples, the invalid ones among them, the
 * truth at the same instants, and what the sensor's events say. Angles go on without jumps, the measured one beside the true one.
 */
import { capital, groupsOfChannel } from "./channel-panels.ts";
import type { EventData, ReportInput } from "./input.ts";
import { type Aside, type Line, type Panel, together } from "./panels.ts";
import { type AllanResult, allanOf } from "./sensor-allan.ts";
import {
  errorAt,
  isValid,
  type Pair,
  type SensorData,
  type Span,
  sensorOf,
  silence_s,
  spansOf,
  spanTexts,
} from "./sensor-channels.ts";
import { type PairFigures, pairFigures } from "./sensor-figures.ts";
import { medianInterval_s } from "./signals.ts";
import type { Track } from "./tracks.ts";
import { shownUnit, UNITS, type Unit } from "./units.ts";

/** Plots of pairs in one page; more would make it slow, and tables have them all. */
export const MOST_PAIR_PANELS = 240;
/** Marks of events on a plot; the table of events has more. */
const MOST_MARKS = 100;
/** Stretches of invalid samples that are drawn apart. */
const MOST_STRETCHES = 500;
/** The least span of an axis is so many deviations of the error: noise is seen as noise, and rounding is not. */
const DEVIATIONS_SHOWN = 8;

export interface Sensor {
  readonly data: SensorData;
  readonly spans: readonly Span[];
  readonly figures: readonly PairFigures[];
  readonly allan: AllanResult;
  readonly panels: readonly Panel[];
}

export interface SensorTrack {
  readonly track: Track;
  readonly sensors: readonly Sensor[];
  /** Values that are in the table only. */
  readonly notDrawn: number;
}

/** Of every track that measures something beside a truth. */
export function sensorTracks(input: ReportInput, tracks: readonly Track[]): SensorTrack[] {
  let left = MOST_PAIR_PANELS;
  const eventsBy = input.runs.map(({ events }) => byName(events));
  return tracks.flatMap((track, k): SensorTrack[] => {
    const found = track.data.channels.flatMap((channel) => sensorOf(channel) ?? []);
    let notDrawn = 0;
    const sensors = found.map((data): Sensor => {
      const events = eventsBy[track.run]?.get(data.channel.declared.of ?? "") ?? [];
      const spans = spansOf(data, events);
      const figures = data.pairs.map(pairFigures);
      const shown = data.pairs.length <= left;
      if (shown) left -= data.pairs.length;
      else notDrawn += data.pairs.length;
      const panels = shown ? panelsOfSensor(data, figures, asideOf(data, spans, events), k, track) : [];
      return { data, spans, figures, allan: allanOf(data, spans), panels };
    });
    return sensors.length === 0 ? [] : [{ track, sensors, notDrawn }];
  });
}

function byName(events: readonly EventData[]): Map<string, EventData[]> {
  const lists = new Map<string, EventData[]>();
  for (const event of events) {
    const list = lists.get(event.name);
    if (list === undefined) lists.set(event.name, [event]);
    else list.push(event);
  }
  return lists;
}

export const sensorSection = (track: number): string => `sensors of ${track}`;

function panelsOfSensor(
  data: SensorData,
  figures: readonly PairFigures[],
  aside: Aside,
  k: number,
  track: Track,
): Panel[] {
  const { channel, pairs, name, others } = data;
  const section = sensorSection(k);
  const t_s = channel.series.t_s;
  const gap_s = silence_s(t_s);
  const made = pairs.map((pair, i): Panel => {
    const unit = unitOfPair(pair, figures[i]!);
    const { measured, truth } = besideEachOther(pair, unit.factor);
    // No copies of what most logs have: valid samples only.
    const someInvalid = figures[i]!.valid < measured.length;
    const valid = someInvalid ? measured.map((value, j) => (isValid(pair, j) ? value : Number.NaN)) : measured;
    const invalid = someInvalid ? measured.map((value, j) => (isValid(pair, j) ? Number.NaN : value)) : null;
    const line = (label: string, colour: Line["colour"], y: Float64Array, look?: Line["look"]): Line[] =>
      y.some(Number.isFinite)
        ? [
            {
              ...{ label, entry: label, track: k, dotted: false, colour, dash: 0 },
              signal: { t_s, y, gap_s },
              ...(look && { look }),
            },
          ]
        : [];
    return {
      section,
      row: "",
      title: capital(`${name}: ${pair.label}`),
      unit,
      down: false,
      steps: false,
      lines: [
        ...line("measured", 0, valid, "samples"),
        ...line("true", 1, truth),
        ...(invalid === null ? [] : line("invalid", "invalid", invalid, "points")),
      ],
      aside,
    };
  });
  const rest = { declared: { ...channel.declared, fields: others }, series: channel.series };
  const besides = groupsOfChannel(rest, track, section, name).flatMap((group) => together(group, track));
  const ofTrack = (panel: Panel): Panel => ({ ...panel, lines: panel.lines.map((line) => ({ ...line, track: k })) });
  const ofTheRest = [...besides.map(ofTrack), ...agePanel(data, section, k, gap_s)].map((panel) => ({
    ...panel,
    aside,
  }));
  // Nothing is known of what an instrument lacks, such as the field without magnetometers.
  return [...made.filter(({ lines }) => lines.length > 0), ...ofTheRest];
}

/** How old samples are when they arrive, where that changes by more than an interval: a clock that stands, an echo from far away. */
function agePanel({ channel, taken_s, name }: SensorData, section: string, k: number, gap_s: number): Panel[] {
  const { t_s } = channel.series;
  if (taken_s === t_s) return [];
  const y = t_s.map((t, i) => t - taken_s[i]!);
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const age of y) {
    if (age < low) low = age;
    if (age > high) high = age;
  }
  if (!(high - low > medianInterval_s(t_s))) return [];
  const look = { label: "age", entry: "age", track: k, dotted: false, colour: 0, dash: 0 };
  const title = capital(`${name}: age of samples when they arrive`);
  const lines: Line[] = [{ ...look, signal: { t_s, y, gap_s }, look: "samples" }];
  return [{ section, row: "", title, unit: UNITS.s, down: false, steps: false, lines }];
}

function unitOfPair({ field, measured, truth }: Pair, { deviation }: PairFigures): Unit {
  let largest = 0;
  for (const column of [measured, truth])
    for (const value of column) if (Number.isFinite(value)) largest = Math.max(largest, Math.abs(value));
  const unit = shownUnit(field.unit, largest);
  const noise = DEVIATIONS_SHOWN * deviation * unit.factor;
  return noise > 0 && noise < unit.leastSpan ? { ...unit, leastSpan: noise } : unit;
}

/** Both as they are drawn: of an angle the truth goes on without jumps, and the measured one stands beside it. */
function besideEachOther(pair: Pair, factor: number): { measured: Float64Array; truth: Float64Array } {
  const { turn } = pair;
  const shown = (column: Float64Array): Float64Array => (factor === 1 ? column : column.map((value) => factor * value));
  if (turn === null) return { measured: shown(pair.measured), truth: shown(pair.truth) };
  const truth = goingOn(pair.truth, turn);
  const apart = goingOn(pair.measured, turn);
  const measured = truth.map((value, i) => (Number.isNaN(value) ? apart[i]! : value + errorAt(pair, i)));
  return { measured: shown(measured), truth: shown(truth) };
}

/** The same angles without jumps; the first known one stays what it is. */
function goingOn(angle: Float64Array, turn: number): Float64Array {
  let last = Number.NaN;
  return angle.map((value) => {
    if (!Number.isFinite(value)) return Number.NaN;
    const shown = Number.isNaN(last) ? value : value - turn * Math.round((value - last) / turn);
    last = shown;
    return shown;
  });
}

function asideOf(data: SensorData, spans: readonly Span[], events: readonly EventData[]): Aside {
  const ofSpans = spanTexts(data);
  const marks = events.filter(({ message }) => !ofSpans.has(message)).slice(0, MOST_MARKS);
  return {
    spans,
    marks: marks.map(({ t_s, level, message }) => ({ t_s, level, text: message })),
    invalid: invalidStretches(data),
  };
}

/** Of the sample as a whole: the samples of which no value is valid. */
function invalidStretches({ channel, pairs }: SensorData): [number, number][] {
  const { t_s } = channel.series;
  const near_s = ((t_s.at(-1) ?? 0) - (t_s[0] ?? 0)) / MOST_STRETCHES;
  const stretches: [number, number][] = [];
  let open = false;
  for (let i = 0; i < t_s.length; i++) {
    const invalid = pairs.every((pair) => !isValid(pair, i));
    const last = stretches.at(-1);
    if (invalid && last !== undefined && (open || t_s[i]! - last[1] <= near_s)) last[1] = t_s[i]!;
    else if (invalid) stretches.push([t_s[i]!, t_s[i]!]);
    open = invalid;
  }
  return stretches;
}
