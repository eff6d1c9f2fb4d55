/**
 * Transmission loss over range and depth as a field of colours: little loss is bright, much is dark. The scale goes from the loss
 * that 1 % of the values are below to 5 dB more than what 10 % are above, in steps of 5 dB; what lies beyond has the colour of the end. So
 * a shadow, which may be a hundred decibels deeper, does not take the colours away from what is heard.
 */

import { log10, pow } from "../../math/index.ts";
import { LEVEL_COLOURS, LEVELS, levelOf, levelStrips, tenth } from "../colour-levels.ts";
import { type Box, frame, LABELS } from "./axes.ts";
import { clipped } from "./curves.ts";
import { placesIn, stretchWords, type Water, type WaterAxes, waterAxes, waterBody } from "./seabed.ts";
import { type Heading, headingHeight, MARGIN, svgFile, text } from "./svg.ts";

export interface LossFieldDrawing extends Heading, Water {
  /** Increasing both. */
  readonly ranges_m: ArrayLike<number>;
  readonly depths_m: ArrayLike<number>;
  /** Depth after depth; infinite where no sound comes, NaN where there is no water. */
  readonly losses_dB: ArrayLike<number>;
}

const SIZE = { width: 680, height: 320 } as const;
const BAR_WIDTH = 16;
/** What a drawing of this size can show; a finer field is averaged. */
const MOST = { columns: 400, rows: 200 } as const;
const LEAST_SPAN_DB = 20;
const MOST_SPAN_DB = 60;
/** Above what 10 % of the values exceed. */
const BEYOND_DB = 5;
/** Distances that differ by less of them are even. */
const EVEN = 1e-6;

export function lossFieldSvg(drawn: LossFieldDrawing): string {
  const axes = waterAxes(drawn);
  const width = MARGIN + LABELS.left + SIZE.width + 24 + BAR_WIDTH + 52 + MARGIN;
  const left = MARGIN + LABELS.left;
  const note = [drawn.note, stretchWords(axes, { left, top: 0, ...SIZE })].filter((part) => part !== "").join(" ");
  const heading = { title: drawn.title, note };
  const box: Box = { left, top: headingHeight(heading, width) + LABELS.top, ...SIZE };
  const plane = frame(box, axes.range, axes.depth, { isCovered: true });
  const field = shownField(drawn);
  const scale = scaleOf(field.losses_dB);
  const body = [
    clipped(box, `${strips(field, scale, axes, plane)}\n${waterBody(drawn, axes, plane, box, true)}`),
    plane.behind,
    plane.before,
    placesIn(drawn, axes, plane),
    colourBar(scale, { left: box.left + box.width + 24, top: box.top, width: BAR_WIDTH, height: box.height }),
  ];
  return svgFile(heading, width, box.top + box.height + LABELS.below + MARGIN, body.join("\n"));
}

type Field = Pick<LossFieldDrawing, "ranges_m" | "depths_m" | "losses_dB">;
interface Scale {
  readonly from_dB: number;
  readonly to_dB: number;
}

/** The scale of a field; some scale for a field without any sound. */
export function scaleOf(losses_dB: ArrayLike<number>): Scale {
  const known = Float64Array.from(Array.from(losses_dB).filter(Number.isFinite)).sort();
  if (known.length === 0) return { from_dB: 40, to_dB: 100 };
  const at = (share: number): number => known[Math.min(known.length - 1, Math.floor(share * known.length))]!;
  const from_dB = 5 * Math.floor(at(0.01) / 5);
  const to_dB = 5 * Math.ceil((at(0.9) + BEYOND_DB) / 5);
  return { from_dB, to_dB: Math.min(from_dB + MOST_SPAN_DB, Math.max(from_dB + LEAST_SPAN_DB, to_dB)) };
}

/** The field as it can be seen: where it is finer than the drawing, mean intensities of neighbours. */
function shownField({ ranges_m, depths_m, losses_dB }: LossFieldDrawing): Field {
  const across = Math.ceil(ranges_m.length / MOST.columns);
  const down = Math.ceil(depths_m.length / MOST.rows);
  if (across === 1 && down === 1) return { ranges_m, depths_m, losses_dB };
  const middles = (values: ArrayLike<number>, every: number): number[] =>
    Array.from({ length: Math.ceil(values.length / every) }, (_, k) => {
      const last = Math.min(values.length, (k + 1) * every) - 1;
      return 0.5 * (values[k * every]! + values[last]!);
    });
  const shown = { ranges_m: middles(ranges_m, across), depths_m: middles(depths_m, down) };
  const mean = (row: number, column: number): number => {
    let sum = 0;
    let count = 0;
    for (let r = row * down; r < Math.min(depths_m.length, (row + 1) * down); r++) {
      for (let c = column * across; c < Math.min(ranges_m.length, (column + 1) * across); c++) {
        const loss_dB = losses_dB[r * ranges_m.length + c]!;
        if (Number.isNaN(loss_dB)) continue;
        sum += pow(10, -loss_dB / 10);
        count++;
      }
    }
    return count === 0 ? Number.NaN : sum === 0 ? Number.POSITIVE_INFINITY : -10 * log10(sum / count);
  };
  const losses = shown.depths_m.flatMap((_, row) => shown.ranges_m.map((__, column) => mean(row, column)));
  return { ...shown, losses_dB: losses };
}

function strips(
  { ranges_m, depths_m, losses_dB }: Field,
  { from_dB, to_dB }: Scale,
  axes: WaterAxes,
  plane: { readonly x: (value: number) => number; readonly y: (value: number) => number },
): string {
  const columns = edgesOf(ranges_m).map((r) => plane.x(r * axes.rangePerMetre));
  const rows = edgesOf(depths_m).map((z) => plane.y(z * axes.depthPerMetre));
  // Even cells are drawn as squares of 1 that are then stretched, which makes the file half as long.
  const isEven = isEvenly(ranges_m) && isEvenly(depths_m);
  const grid = {
    rows: depths_m.length,
    columns: ranges_m.length,
    left: (k: number) => (isEven ? k : columns[k]!),
    top: (k: number) => (isEven ? k : rows[k]!),
    bottom: (k: number) => (isEven ? k + 1 : rows[k + 1]!),
  };
  const paths = levelStrips(grid, (row, column) => {
    const loss_dB = losses_dB[row * ranges_m.length + column]!;
    if (Number.isNaN(loss_dB)) return -1;
    return LEVELS - 1 - levelOf(Math.min(loss_dB, to_dB), from_dB, to_dB);
  });
  const drawn = paths.map((d, level) => (d === "" ? "" : `<path fill="${LEVEL_COLOURS[level]}" d="${d}"/>`));
  const [x, y] = [columns[0]!, rows[0]!];
  const stretch = isEven
    ? ` transform="translate(${exact(x)} ${exact(y)}) scale(${exact((columns.at(-1)! - x) / grid.columns)} ${exact((rows.at(-1)! - y) / grid.rows)})"`
    : "";
  return `<g shape-rendering="crispEdges"${stretch}>${drawn.join("")}</g>`;
}

function exact(value: number): string {
  return String(Number(value.toPrecision(8)));
}

function isEvenly(values: ArrayLike<number>): boolean {
  const n = values.length;
  if (n === 1) return true;
  const step = (values[n - 1]! - values[0]!) / (n - 1);
  for (let k = 1; k < n; k++) if (Math.abs(values[k]! - values[k - 1]! - step) > EVEN * step) return false;
  return true;
}

/** Half-way between neighbours, as far beyond the first and the last; one more than values. */
function edgesOf(values: ArrayLike<number>): number[] {
  const n = values.length;
  if (n === 1) return [values[0]! - 0.5, values[0]! + 0.5];
  const between = Array.from({ length: n - 1 }, (_, k) => 0.5 * (values[k]! + values[k + 1]!));
  return [values[0]! - (between[0]! - values[0]!), ...between, values[n - 1]! + (values[n - 1]! - between[n - 2]!)];
}

/** Little loss above, as it is bright; the ends say that more lies beyond them. */
function colourBar({ from_dB, to_dB }: Scale, { left, top, width, height }: Box): string {
  const each = height / LEVELS;
  const cells = LEVEL_COLOURS.map((colour, level) => {
    const y = top + (LEVELS - 1 - level) * each;
    return `<path fill="${colour}" d="M${tenth(left)} ${tenth(y)}h${width}V${tenth(y + each)}h-${width}z"/>`;
  });
  const labels = barTicks({ from_dB, to_dB }).map((dB) => {
    const y = top + ((dB - from_dB) / (to_dB - from_dB)) * height;
    const beyond = dB === to_dB ? "≥ " : dB === from_dB ? "≤ " : "";
    const tick = `<path class="frame" d="M${tenth(left + width)} ${tenth(y)}h4"/>`;
    return `${tick}${text(left + width + 8, y + 4, `${beyond}${dB}`)}`;
  });
  const frameOf = `<path class="frame" d="M${tenth(left)} ${tenth(top)}h${width}v${tenth(height)}h-${width}z"/>`;
  const words = text(left + width + 4, top + height + 36, "loss (dB)", { anchor: "middle" });
  return `<g shape-rendering="crispEdges">${cells.join("")}</g>${frameOf}${labels.join("")}${words}`;
}

/** Both ends, and round values between them that do not come too near. */
function barTicks({ from_dB, to_dB }: Scale): number[] {
  const step = to_dB - from_dB > 50 ? 10 : 5;
  const between: number[] = [];
  for (let dB = Math.ceil(from_dB / step) * step; dB < to_dB; dB += step) {
    if (dB - from_dB >= 5 && to_dB - dB >= 5) between.push(dB);
  }
  return [from_dB, ...between, to_dB];
}
