/** Axes of a drawing: where a value lies, which values are written beside it, and the frame with its grid. */
import { log10 } from "../../math/index.ts";
import { tenth } from "../colour-levels.ts";
import { digits } from "../tables.ts";
import { text, textWidth } from "./svg.ts";

export interface Axis {
  /** With its unit: "range (km)". */
  readonly label: string;
  readonly from: number;
  readonly to: number;
  readonly isLog?: boolean;
  /** Written with the prefix of its power: 20 k. */
  readonly isPrefixed?: boolean;
}

/** A rectangle of a drawing, in pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Tick {
  readonly at: number;
  readonly words: string;
}

/** Room that a frame needs for its labels. */
export const LABELS = { left: 58, below: 42, right: 14, top: 8 } as const;

/** From a value to its share of the way along the axis. */
export function shareOn({ from, to, isLog }: Axis, value: number): number {
  if (isLog) return log10(value / from) / log10(to / from);
  return (value - from) / (to - from) + 0;
}

/** Round values within the axis, at most so many; the axis may run either way. */
export function ticksOf(axis: Axis, most: number): Tick[] {
  const low = Math.min(axis.from, axis.to);
  const high = Math.max(axis.from, axis.to);
  const values = axis.isLog ? logTicks(low, high, most) : linearTicks(low, high, most);
  return values.map((at) => ({ at, words: axis.isPrefixed ? prefixed(at) : tickWords(at, high - low) }));
}

function linearTicks(low: number, high: number, most: number): number[] {
  const least = (high - low) / Math.max(1, most);
  if (!(least > 0)) return [low];
  const power = floor10(least);
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= least * (1 - 1e-9)) ?? 10);
  const ticks: number[] = [];
  const slack = 1e-9 * (high - low);
  for (let k = Math.ceil((low - slack) / step); k * step <= high + slack; k++)
    ticks.push(Number((k * step).toPrecision(12)));
  return ticks;
}

/** 1, 2, 5 of each decade, or the decades alone, or every second of them; of less than a decade as a linear axis has them. */
function logTicks(low: number, high: number, most: number): number[] {
  if (high / low < 8) return linearTicks(low, high, most);
  for (const steps of [[1, 2, 5], [1, 3], [1]]) {
    const ticks: number[] = [];
    for (let power = floor10(low); power <= high; power = Number((10 * power).toPrecision(12))) {
      for (const step of steps) {
        const at = Number((step * power).toPrecision(12));
        if (at >= low * (1 - 1e-9) && at <= high * (1 + 1e-9)) ticks.push(at);
      }
    }
    if (ticks.length <= most) return ticks;
    if (steps.length === 1) {
      const every = Math.ceil(ticks.length / most);
      return ticks.filter((_, k) => k % every === 0);
    }
  }
  return [];
}

/** The largest power of ten that is not above; exact, however a logarithm rounds. */
function floor10(value: number): number {
  return Number(`1e${value.toExponential().split("e")[1]}`);
}

/** A value to the digits in which neighbours differ. */
function tickWords(value: number, span: number): string {
  const kept = Number(value.toPrecision(Math.max(4, Math.ceil(log10(Math.abs(value) / span + 1)) + 3)));
  return Math.abs(kept) >= 1e-4 || kept === 0 ? String(kept).replace("-", "−") : digitsSmall(kept);
}

function digitsSmall(value: number): string {
  return value.toExponential().replace("-", "−").replace("+", "");
}

/** 500, 20 k, 1 M; no-break, so that it stays one word. */
export function prefixed(value: number): string {
  if (value >= 1e6) return `${digits(value / 1e6)}\u00a0M`;
  if (value >= 1e3) return `${digits(value / 1e3)}\u00a0k`;
  return value >= 1 ? digits(value) : String(Number(value.toPrecision(4)));
}

/** 500 Hz, 33 kHz. */
export function hertz(frequency_Hz: number): string {
  const words = prefixed(frequency_Hz);
  return /[kM]$/.test(words) ? `${words}Hz` : `${words}\u00a0Hz`;
}

/** An axis of lengths from 0 or wherever: metres, or kilometres where they are long. */
export function lengthAxis(
  word: string,
  from_m: number,
  to_m: number,
): { readonly axis: Axis; readonly perMetre: number } {
  const perMetre = Math.max(Math.abs(from_m), Math.abs(to_m)) >= 10_000 ? 1e-3 : 1;
  const unit = perMetre === 1 ? "m" : "km";
  return { axis: { label: `${word} (${unit})`, from: from_m * perMetre, to: to_m * perMetre }, perMetre };
}

/** The limits of values, widened a little; of equal values by `least` on both sides. */
export function limitsOf(values: Iterable<number>, least: number): readonly [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (low > high) return [0, 1];
  const margin = Math.max(least, 0.04 * (high - low));
  return [low - margin, high + margin];
}

export interface Frame {
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
  /** Grid, ticks and labels, to be drawn before what lies in the frame. */
  readonly behind: string;
  /** The frame, to be drawn after it. */
  readonly before: string;
}

export interface FrameParts {
  /** Without the labels of y: its neighbour to the left has them. */
  readonly isWithoutY?: boolean;
  /** A field covers the grid: ticks stand outside. */
  readonly isCovered?: boolean;
}

/** A frame in a box, which is without the room for its labels. y goes from the bottom of the box to its top, as its axis says. */
export function frame(box: Box, across: Axis, up: Axis, parts: FrameParts = {}): Frame {
  const { left, top, width, height } = box;
  const low = top + height;
  const x = (value: number): number => left + width * shareOn(across, value);
  const y = (value: number): number => low - height * shareOn(up, value);
  const inside = parts.isCovered === true ? ["v5", "h-5"] : [`V${tenth(top)}`, `H${tenth(left + width)}`];
  const xTicks = fitting(across, width, (words) => textWidth(words) + 14);
  const yTicks = fitting(up, height, () => 22);
  const grid = [
    ...xTicks.map(({ at }) => `M${tenth(x(at))} ${tenth(low)}${inside[0]}`),
    ...(parts.isWithoutY && parts.isCovered
      ? []
      : yTicks.map(({ at }) => `M${tenth(left)} ${tenth(y(at))}${inside[1]}`)),
  ].join("");
  const xWords = xTicks.map(({ at, words }) => text(x(at), low + 18, words, { anchor: "middle" }));
  const yWords = parts.isWithoutY
    ? []
    : yTicks.map(({ at, words }) => text(left - 8, y(at) + 4, words, { anchor: "end" }));
  const widest = Math.max(0, ...yTicks.map(({ words }) => textWidth(words)));
  const labels = [
    text(left + width / 2, low + 36, across.label, { anchor: "middle" }),
    ...(parts.isWithoutY
      ? []
      : [text(left - 16 - widest, top + height / 2, up.label, { anchor: "middle", isUpright: true })]),
  ];
  return {
    x,
    y,
    behind: `<path class="${parts.isCovered ? "frame" : "lines"}" d="${grid}"/>${[...xWords, ...yWords, ...labels].join("")}`,
    before: `<path class="frame" d="M${tenth(left)} ${tenth(top)}h${tenth(width)}v${tenth(height)}h-${tenth(width)}z"/>`,
  };
}

/** As many ticks as have room. */
function fitting(axis: Axis, room: number, needs: (words: string) => number): Tick[] {
  for (let most = 10; most > 1; most--) {
    const ticks = ticksOf(axis, most);
    const shares = ticks.map(({ at }) => shareOn(axis, at) * room).sort((a, b) => a - b);
    const widest = Math.max(0, ...ticks.map(({ words }) => needs(words)));
    if (shares.every((share, k) => k === 0 || share - shares[k - 1]! >= widest)) return ticks;
  }
  return ticksOf(axis, 1);
}
