/**
 * The figures by which runs are compared, from every sample of the log. How each is computed is said in `FIGURES`, which is
 * also what the reader of a report sees below the table.
 */
import { QUANTITY } from "../logging/index.ts";
import { driftOf, SETTLING_S } from "./drift.ts";
import { channelOf, columnOf, columnsOf, fieldsOf, motionOf } from "./fields.ts";
import type { ChannelData, VehicleData } from "./input.ts";
import {
  ARRIVED_M,
  ARRIVED_SHARE,
  afterArrival,
  type ErrorFigures,
  errorFigures,
  HOLD_SETTLING_S,
  type Hold,
  holdsOf,
  JUMP_FACTOR,
  LINE_SETTLING_S,
  linesOf,
  nearestIn,
  wholeLog,
} from "./settled.ts";
import { cumulativeDistance_m, cumulativeIntegral, magnitude, sumOf, timeMean } from "./signals.ts";

export interface Figure {
  readonly key: string;
  readonly label: string;
  /** Unit as shown. */
  readonly unit: string;
  readonly how: string;
}

const arrived = `after arrival (first within ${ARRIVED_M} m, or ${100 * ARRIVED_SHARE} % of the way, of what was asked for)`;
const held = `while the set-point has been constant for at least ${HOLD_SETTLING_S} s, and ${arrived}`;
const onLine = `at least ${LINE_SETTLING_S} s after the last change of line, and ${arrived}`;

export const FIGURES: readonly Figure[] = [
  {
    key: "distance",
    label: "distance travelled",
    unit: "m",
    how: "sum of the straight, three-dimensional distances over ground between successive samples of the position",
  },
  { key: "depth", label: "largest depth", unit: "m", how: "largest depth_m of all samples" },
  {
    key: "altitude",
    label: "smallest altitude above the bottom",
    unit: "m",
    how: "smallest altitude_m of all samples with something below: straight down from the vehicle's origin to the bottom, or to an obstacle that stands on it",
  },
  {
    key: "speed",
    label: "mean speed through water",
    unit: "m/s",
    how: "mean over time (trapezoidal rule) of the length of the velocity through the water, whole log",
  },
  {
    key: "drift",
    label: "drift, stopped in the wind",
    unit: "m/s",
    how: `straight, horizontal way over ground over its time, at the end of a log with wind: from ${SETTLING_S} s after the last command to a thruster on, or from the first sample where there was none`,
  },
  {
    key: "leeway",
    label: "leeway, stopped in the wind",
    unit: "m/s",
    how: "the same through the water: less what the current at the vehicle did in that time",
  },
  {
    key: "energy",
    label: "energy",
    unit: "kJ",
    how: "electrical power of the actuators whose power is in the log, integrated over the whole log by the trapezoidal rule (3.6 kJ = 1 Wh)",
  },
  {
    key: "depthLargest",
    label: "depth error, largest",
    unit: "m",
    how: `largest absolute depth error ${held}`,
  },
  { key: "depthRms", label: "depth error, RMS", unit: "m", how: "root mean square over the same samples" },
  {
    key: "routeDistance",
    label: "distance from route, largest",
    unit: "m",
    how: "largest distance from the lines of a route as drawn, corners included, whole log",
  },
  {
    key: "crossTrack",
    label: "cross-track, largest",
    unit: "m",
    how: "largest absolute cross-track error on any line of a route, corners included: it begins with the cut of each corner",
  },
  {
    key: "crossTrackSettled",
    label: "cross-track, settled",
    unit: "m",
    how: `largest absolute cross-track error ${onLine}; a line changes where the error jumps faster than ${JUMP_FACTOR} times the vehicle's largest speed`,
  },
  {
    key: "station",
    label: "station error, largest",
    unit: "m",
    how: "largest distance from the position set-point (three-dimensional where the log has a depth error), whole log",
  },
  { key: "stationSettled", label: "station error, settled", unit: "m", how: `largest such distance ${held}` },
  { key: "stationRms", label: "station error, RMS", unit: "m", how: "root mean square over the same samples" },
];

/** Figure by key; what the log cannot tell is missing. */
export type FigureValues = ReadonlyMap<string, number>;

/** One set-point or line that was held long enough to count. */
export interface HeldSpan extends ErrorFigures {
  readonly what: string;
  readonly from_s: number;
  readonly until_s: number;
}

export interface KeyFigures {
  readonly values: FigureValues;
  readonly spans: readonly HeldSpan[];
}

export function keyFigures(vehicle: VehicleData): KeyFigures {
  const values = new Map<string, number>();
  const spans: HeldSpan[] = [];
  // Where several laws control one quantity, the figures are those of the first; the spans of all are listed.
  const set = (key: string, value: number | null | undefined): void => {
    if (value !== null && value !== undefined && Number.isFinite(value) && !values.has(key)) values.set(key, value);
  };
  motionFigures(motionOf(vehicle), set);
  set("altitude", smallestOf(columnOf(channelOf(vehicle, "water"), QUANTITY.altitude)));
  const drift = driftOf(vehicle);
  set("drift", drift?.drift_mps);
  set("leeway", drift?.leeway_mps);
  const actuators = channelOf(vehicle, "actuators");
  const powers = powerColumns(actuators);
  if (actuators !== null && powers.length > 0) {
    set("energy", cumulativeIntegral(actuators.series.t_s, sumOf(powers)).at(-1)! / 1000);
  }
  for (const channel of vehicle.channels) {
    depthFigures(channel, set, spans);
    crossTrackFigures(vehicle, channel, set, spans);
    stationFigures(channel, set, spans);
  }
  return { values, spans };
}

type Setter = (key: string, value: number | null | undefined) => void;

function motionFigures(motion: ChannelData | null, set: Setter): void {
  if (motion === null) return;
  const { t_s } = motion.series;
  const position = columnsOf(motion, QUANTITY.north, QUANTITY.east, QUANTITY.depth);
  if (position !== null) set("distance", cumulativeDistance_m(t_s, position).at(-1));
  set("depth", largestOf(columnOf(motion, QUANTITY.depth)));
  const water = columnsOf(motion, QUANTITY.surgeInWater, QUANTITY.swayInWater, QUANTITY.heaveInWater);
  if (water !== null) set("speed", timeMean(t_s, magnitude(water)));
}

function depthFigures(law: ChannelData, set: Setter, spans: HeldSpan[]): void {
  const error = columnOf(law, QUANTITY.depth, "error");
  const setpoint = columnOf(law, QUANTITY.depth, "setpoint");
  if (error === null || setpoint === null) return;
  const { t_s } = law.series;
  const settled = holdsOf(t_s, [setpoint], HOLD_SETTLING_S);
  const holds = afterArrival(error, settled);
  const figures = errorFigures(error, holds);
  set("depthLargest", figures?.largest);
  set("depthRms", figures?.rms);
  addSpans(spans, t_s, error, settled, (h) => `depth ${round(setpoint[h.first]!)} m`);
}

function crossTrackFigures(vehicle: VehicleData, law: ChannelData, set: Setter, spans: HeldSpan[]): void {
  const error = columnOf(law, QUANTITY.crossTrack, "error");
  const velocity = columnsOf(motionOf(vehicle), QUANTITY.surge, QUANTITY.sway, QUANTITY.heave);
  if (error === null || velocity === null) return;
  const { t_s } = law.series;
  const settled = linesOf(t_s, error, largestOf(magnitude(velocity)) ?? 0, LINE_SETTLING_S);
  const lines = afterArrival(error, settled);
  const distance_m = columnOf(law, QUANTITY.routeDistance, "error");
  if (distance_m === null) set("crossTrack", errorFigures(error, wholeLog(law.series))?.largest);
  else set("routeDistance", errorFigures(distance_m, wholeLog(law.series))?.largest);
  set("crossTrackSettled", errorFigures(error, lines)?.largest);
  let line = 0;
  addSpans(spans, t_s, error, settled, () => `line ${++line} of routes`);
}

function stationFigures(law: ChannelData, set: Setter, spans: HeldSpan[]): void {
  const north_m = columnOf(law, QUANTITY.north, "error");
  const east_m = columnOf(law, QUANTITY.east, "error");
  if (north_m === null || east_m === null) return;
  const depth_m = columnOf(law, QUANTITY.depth, "error");
  const distance_m = magnitude(depth_m === null ? [north_m, east_m] : [north_m, east_m, depth_m]);
  const asked = [QUANTITY.north, QUANTITY.east, ...(depth_m === null ? [] : [QUANTITY.depth])];
  // Without set-points in the log, the first sample is taken for the beginning of the only one.
  const setpoints = asked.flatMap((quantity) => columnOf(law, quantity, "setpoint") ?? []);
  const { t_s } = law.series;
  const holds = holdsOf(t_s, setpoints, HOLD_SETTLING_S);
  const settled = errorFigures(distance_m, afterArrival(distance_m, holds));
  set("station", errorFigures(distance_m, wholeLog(law.series))?.largest);
  set("stationSettled", settled?.largest);
  set("stationRms", settled?.rms);
  const place = (h: Hold): string =>
    setpoints.length === 0 ? "position" : `position ${setpoints.map((s) => round(s[h.first]!)).join(", ")} m`;
  addSpans(spans, t_s, distance_m, holds, place);
}

/** holds: before the arrival is looked at. One that was held long enough and never reached is listed, too. */
function addSpans(
  spans: HeldSpan[],
  t_s: Float64Array,
  error: Float64Array,
  holds: readonly Hold[],
  what: (hold: Hold) => string,
): void {
  const after = afterArrival(error, holds);
  holds.forEach((hold, k) => {
    const name = what(hold);
    const { counted, end } = after[k]!;
    const figures = errorFigures(error, [after[k]!]);
    if (figures !== null) spans.push({ what: name, from_s: t_s[counted]!, until_s: t_s[end - 1]!, ...figures });
    else if (hold.counted < end) {
      const nearest = nearestIn(error, hold);
      if (nearest === null) return;
      const missed = `${name}: not reached, ${round(nearest)} m at the nearest`;
      const unknown = { largest: Number.NaN, rms: Number.NaN };
      spans.push({ what: missed, from_s: t_s[hold.counted]!, until_s: t_s[end - 1]!, ...unknown });
    }
  });
}

/** Columns of electrical power, in the order of the log. A thruster whose file gives no torque logs 0 W: that is not a figure. */
export function powerColumns(actuators: ChannelData | null): Float64Array[] {
  const fields = fieldsOf(actuators, { quantity: QUANTITY.power });
  const columns = fields.flatMap(({ name }) => actuators?.series.columns.get(name) ?? []);
  return columns.some((column) => column.some((power_W) => power_W !== 0)) ? columns : [];
}

function largestOf(column: Float64Array | null): number | null {
  let largest = Number.NEGATIVE_INFINITY;
  for (const value of column ?? []) if (value > largest) largest = value;
  return Number.isFinite(largest) ? largest : null;
}

function smallestOf(column: Float64Array | null): number | null {
  let smallest = Number.POSITIVE_INFINITY;
  for (const value of column ?? []) if (Number.isFinite(value) && value < smallest) smallest = value;
  return Number.isFinite(smallest) ? smallest : null;
}

function round(value: number): string {
  return String(Number(value.toFixed(2)) + 0);
}
