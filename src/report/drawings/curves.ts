/** Curves over one axis: noise over frequency, range over frequency, loss over range; with a legend beside them. */
import { tenth } from "../colour-levels.ts";
import { type Axis, type Box, frame, LABELS } from "./axes.ts";
import { neededPoints } from "./needed-points.ts";
import {
  type Heading,
  headingHeight,
  LINE_COLOURS,
  legend,
  legendWidth,
  linePath,
  MARGIN,
  svgFile,
  text,
  textWidth,
} from "./svg.ts";

export interface Curve {
  readonly words: string;
  readonly xs: ArrayLike<number>;
  /** What is not finite breaks the curve. */
  readonly ys: ArrayLike<number>;
  /** Drawn in ink and broader: the sum of the others. */
  readonly isSum?: boolean;
}

/** A point with its words. */
export interface CurveMark {
  readonly x: number;
  readonly y: number;
  readonly words: string;
}

export interface Curves extends Heading {
  readonly x: Axis;
  readonly y: Axis;
  readonly curves: readonly Curve[];
  readonly marks?: readonly CurveMark[];
}

const SIZE = { width: 640, height: 380 } as const;
/** Marks that stand one above the other, in pixels. */
const NEAR = 80;
export const DASHES = ["", " dashed", " dotted"] as const;

/** Classes of the k-th line: the colours first with whole lines, then with dashes. */
export function lineClasses(k: number): string {
  return `line-${k % LINE_COLOURS.length}${DASHES[Math.floor(k / LINE_COLOURS.length) % DASHES.length]}`;
}

export function curvesSvg(drawn: Curves): string {
  let counted = 0;
  const lines = drawn.curves.map((curve) => ({ curve, classes: curve.isSum ? "ink" : lineClasses(counted++) }));
  const entries = lines.map(({ curve, classes }) => ({ line: classes, words: curve.words }));
  const hasLegend = entries.length > 1 || (entries[0]?.words ?? "") !== "";
  const beside = hasLegend ? legendWidth(entries) + 18 : 0;
  const width = MARGIN + LABELS.left + SIZE.width + LABELS.right + beside + MARGIN;
  const box: Box = {
    left: MARGIN + LABELS.left,
    top: headingHeight(drawn, width) + LABELS.top,
    ...SIZE,
  };
  const { x, y, behind, before } = frame(box, drawn.x, drawn.y);
  const paths = lines.map(({ curve, classes }) => curvePath(curve, classes, x, y));
  const places = (drawn.marks ?? []).map((mark) => ({ mark, px: x(mark.x), py: y(mark.y) }));
  const marks = places.map(({ mark, px, py }) => {
    const isBelow = places.some((other) => Math.abs(other.px - px) < NEAR && other.py < py);
    return markText(mark, px, py, box, isBelow);
  });
  const body = [
    behind,
    clipped(box, paths.join("\n")),
    before,
    ...marks,
    hasLegend ? legend(box.left + box.width + LABELS.right + 4, box.top + 10, entries) : "",
  ];
  const high = Math.max(box.top + box.height + LABELS.below, box.top + 20 * entries.length) + MARGIN;
  return svgFile(drawn, width, high, body.join("\n"));
}

/** One curve in a frame. */
export function curvePath(
  { xs, ys }: Pick<Curve, "xs" | "ys">,
  classes: string,
  x: (value: number) => number,
  y: (value: number) => number,
): string {
  const px = Float64Array.from({ length: xs.length }, (_, k) => x(xs[k]!));
  const py = Float64Array.from({ length: xs.length }, (_, k) => y(ys[k]!));
  const kept = neededPoints(px, py);
  const d = linePath(
    kept.map((k) => px[k]!),
    kept.map((k) => py[k]!),
  );
  return d === "" ? "" : `<path class="curve ${classes}" d="${d}"/>`;
}

/** Only what lies in the box is seen. An element and not a clip path, whose name would have to be unlike those of other drawings. */
export function clipped({ left, top, width, height }: Box, inside: string): string {
  const [x, y, w, h] = [tenth(left), tenth(top), tenth(width), tenth(height)];
  return `<svg x="${x}" y="${y}" width="${w}" height="${h}" viewBox="${x} ${y} ${w} ${h}" overflow="hidden" aria-hidden="true">${inside}</svg>`;
}

/** A disc with words on the side that has room for them; below it where another one is near above. */
function markText({ words }: CurveMark, x: number, y: number, box: Box, isUnder: boolean): string {
  const wide = textWidth(words);
  const isLeft = x + 10 + wide > box.left + box.width && x - 10 - wide > box.left;
  const isBelow = isUnder || y - 22 < box.top;
  const place = text(isLeft ? x - 9 : x + 9, isBelow ? y + 18 : y - 8, words, {
    classes: "halo",
    anchor: isLeft ? "end" : "start",
  });
  return `<circle class="place" cx="${tenth(x)}" cy="${tenth(y)}" r="4.5"/>${place}`;
}
