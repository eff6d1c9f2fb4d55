/** Arrivals of one sound at one receiver: a stem for each, its level over its delay, coloured by how often it was reflected. */
import { tenth } from "../colour-levels.ts";
import { type Axis, type Box, frame, LABELS, limitsOf } from "./axes.ts";
import { clipped } from "./curves.ts";
import { type Heading, headingHeight, LINE_COLOURS, legend, legendWidth, MARGIN, svgFile } from "./svg.ts";

export interface DrawnArrival {
  readonly delay_s: number;
  /** Pressure relative to that at 1 m: 0 − loss. */
  readonly level_dB: number;
  readonly surfaceBounces: number;
  readonly bottomBounces: number;
}

export interface ArrivalsDrawing extends Heading {
  readonly arrivals: readonly DrawnArrival[];
}

const SIZE = { width: 640, height: 320 } as const;
/** A stem needs a pixel. */
const MOST_STEMS = 1500;
/** What is drawn below the strongest. */
const DEEPEST_DB = 60;
const LAST = LINE_COLOURS.length - 1;

export function arrivalsSvg({ title, note, arrivals }: ArrivalsDrawing): string {
  const known = arrivals.filter(({ delay_s, level_dB }) => Number.isFinite(delay_s) && Number.isFinite(level_dB));
  const strongest = [...known].sort((a, b) => b.level_dB - a.level_dB);
  const floor_dB = (strongest[0]?.level_dB ?? 0) - DEEPEST_DB;
  const shown = strongest.filter(({ level_dB }) => level_dB >= floor_dB).slice(0, MOST_STEMS);
  const left = arrivals.length - shown.length;
  const heading = { title, note: left === 0 ? note : `${note} ${left} weaker arrivals are not drawn.`.trim() };

  const bounces = ({ surfaceBounces, bottomBounces }: DrawnArrival): number =>
    Math.min(LAST, surfaceBounces + bottomBounces);
  const entries = LINE_COLOURS.flatMap((_, k) => {
    const count = shown.filter((arrival) => bounces(arrival) === k).length;
    return count === 0 ? [] : [{ line: `line-${k}`, words: `${bounceWords(k)} (${count})` }];
  });
  const width = MARGIN + LABELS.left + SIZE.width + LABELS.right + legendWidth(entries) + 18 + MARGIN;
  const box: Box = { left: MARGIN + LABELS.left, top: headingHeight(heading, width) + LABELS.top, ...SIZE };
  const { x, y, behind, before } = frame(box, delayAxis(shown), levelAxis(shown));
  const foot = tenth(box.top + box.height);
  // The strongest last: they lie on top.
  const stems = shown.reverse().map((arrival) => {
    const [px, py] = [tenth(x(1000 * arrival.delay_s)), tenth(y(arrival.level_dB))];
    const colour = bounces(arrival);
    return `<path class="stem line-${colour}" d="M${px} ${foot}V${py}"/><circle class="dot-${colour}" cx="${px}" cy="${py}" r="3"/>`;
  });
  const body = [
    behind,
    clipped(box, stems.join("\n")),
    before,
    legend(box.left + box.width + LABELS.right + 4, box.top + 10, entries),
  ];
  return svgFile(heading, width, box.top + box.height + LABELS.below + MARGIN, body.join("\n"));
}

function bounceWords(count: number): string {
  if (count === 0) return "direct";
  if (count === 1) return "1 bounce";
  return `${count}${count === LAST ? " or more" : ""} bounces`;
}

function delayAxis(arrivals: readonly DrawnArrival[]): Axis {
  const [from, to] = limitsOf(
    arrivals.map(({ delay_s }) => 1000 * delay_s),
    0.05,
  );
  return { label: "delay (ms)", from, to };
}

function levelAxis(arrivals: readonly DrawnArrival[]): Axis {
  const levels = arrivals.map(({ level_dB }) => level_dB);
  const [low, high] = limitsOf(levels, 3);
  return { label: "level, relative to 1 m (dB)", from: 5 * Math.floor(low / 5), to: 5 * Math.ceil(high / 5) };
}
