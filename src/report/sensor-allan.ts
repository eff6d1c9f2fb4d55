/**
 * The Allan deviation of the errors of inertial sensors (math/allan.ts): of measured less true, so that the motion of the vehicle
 * is not in it. Which values these are the channel declares; see sensor-channels.ts.
 *
 * It needs samples at even times. They are taken from the longest stretch of the log in which samples are valid, no failure is
 * declared, and the intervals between the times at which they were taken are equal; where that is too short, or the log does not hold every sample, the report
 * says so instead.
 */
import { type AllanPoint, allanCurve } from "../math/index.ts";
import { declaredRate_Hz, errorAt, isValid, type Pair, type SensorData, type Span } from "./sensor-channels.ts";
import { medianInterval_s } from "./signals.ts";

/** Intervals that differ by less than this share of the usual one are equal: it is some 10⁴ times what rounding to 1 ns does at 100 Hz, and what a clock does. */
const EVEN_SHARE = 0.01;
/** Intervals this many times as long as declared: samples are missing throughout, not only uneven. */
const THINNED = 1.5;
/** Fewer samples give less than a decade and a half of averaging times. */
const LEAST_SAMPLES = 200;
/** An averaging time counts as 1 s within this share: 30 Hz has 30 samples in it, 33 Hz 0.99 s or 1.02 s. */
const NEAR_SECOND_SHARE = 0.1;

export interface AllanLine {
  readonly label: string;
  readonly points: readonly AllanPoint[];
  /** At the averaging time nearest to 1 s; null where the curve does not reach it. */
  readonly atSecond: AllanPoint | null;
  readonly least: AllanPoint;
  /** Whether the least one is the last of the curve: a longer record would show a lower one. */
  readonly falling: boolean;
}

export interface AllanFigure {
  /** "rate" */
  readonly word: string;
  readonly unit: string;
  readonly lines: readonly AllanLine[];
  /** The stretch that it is from, and its samples. */
  readonly from_s: number;
  readonly to_s: number;
  readonly samples: number;
  readonly period_s: number;
}

export interface AllanResult {
  readonly figures: readonly AllanFigure[];
  /** Why there are none, in words; "" where there are, and for what is not inertial. */
  readonly refused: string;
}

const NOTHING: AllanResult = { figures: [], refused: "" };

export function allanOf(sensor: SensorData, spans: readonly Span[]): AllanResult {
  const words = (sensor.channel.about?.inertial ?? "").split(" ").filter((word) => word !== "");
  const groups = words.map((word) => ({ word, pairs: sensor.pairs.filter(({ field }) => isOf(field.name, word)) }));
  const known = groups.filter(({ pairs }) => pairs.length > 0);
  if (known.length === 0) return NOTHING;
  const period_s = medianInterval_s(sensor.taken_s);
  if (!(period_s > 0)) return { figures: [], refused: "most samples have the time of the one before" };
  const rate_Hz = declaredRate_Hz(sensor);
  if (rate_Hz !== null && period_s * rate_Hz > THINNED) {
    const kept = `one sample in ${Number((period_s * rate_Hz).toPrecision(3))} is in the log or in the report`;
    return { figures: [], refused: `${kept}, and thinned noise has another deviation` };
  }
  const figures: AllanFigure[] = [];
  let longest = 0;
  for (const { word, pairs } of known) {
    const [first, end] = longestEvenStretch(sensor, pairs, spans, period_s);
    longest = Math.max(longest, end - first);
    if (end - first < LEAST_SAMPLES) continue;
    figures.push({
      word,
      unit: pairs[0]!.field.unit,
      lines: pairs.map((pair) => lineOf(pair, first, end, period_s)),
      from_s: sensor.taken_s[first]!,
      to_s: sensor.taken_s[end - 1]!,
      samples: end - first,
      period_s,
    });
  }
  if (figures.length > 0) return { figures, refused: "" };
  const needed = `it needs ${LEAST_SAMPLES} valid samples in a row at even times, without a failure`;
  return { figures: [], refused: `${needed}; the longest such stretch has ${longest}` };
}

/** Whether a field is of a word that the channel declares: "rateX_radps" and "rate_radps" of "rate". */
function isOf(name: string, word: string): boolean {
  const rest = name.slice(word.length);
  return name.startsWith(word) && /^([A-Z0-9]|_|$)/.test(rest);
}

/** Samples [first, end). */
function longestEvenStretch(
  { taken_s }: SensorData,
  pairs: readonly Pair[],
  spans: readonly Span[],
  period_s: number,
): readonly [first: number, end: number] {
  const tolerance_s = EVEN_SHARE * period_s;
  let best: readonly [number, number] = [0, 0];
  let first = 0;
  for (let i = 0; i < taken_s.length; i++) {
    const t_s = taken_s[i]!;
    const sound =
      pairs.every((pair) => isValid(pair, i) && Number.isFinite(errorAt(pair, i))) &&
      spans.every(({ from_s, to_s }) => t_s < from_s || (to_s !== null && t_s >= to_s));
    if (!sound) first = i + 1;
    else if (i > first && !(Math.abs(t_s - taken_s[i - 1]! - period_s) <= tolerance_s)) first = i;
    if (i + 1 - first > best[1] - best[0]) best = [first, i + 1];
  }
  return best;
}

function lineOf(pair: Pair, first: number, end: number, period_s: number): AllanLine {
  const errors = Float64Array.from({ length: end - first }, (_, k) => errorAt(pair, first + k));
  const points = allanCurve(errors, period_s);
  const offSecond = ({ time_s }: AllanPoint): number => Math.abs(time_s - 1);
  const nearest = points.reduce((best, point) => (offSecond(point) < offSecond(best) ? point : best));
  const least = points.reduce((best, point) => (point.deviation < best.deviation ? point : best));
  return {
    label: pair.label,
    points,
    atSecond: offSecond(nearest) <= NEAR_SECOND_SHARE ? nearest : null,
    least,
    falling: least === points.at(-1),
  };
}
