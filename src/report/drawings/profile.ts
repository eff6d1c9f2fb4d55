/** Quantities of the water over depth, side by side; depth is down. */
import { type Box, frame, LABELS, lengthAxis, limitsOf } from "./axes.ts";
import { clipped, curvePath, lineClasses } from "./curves.ts";
import { type Heading, headingHeight, legend, legendWidth, MARGIN, svgFile } from "./svg.ts";

export interface ProfileColumn {
  /** With its unit. */
  readonly label: string;
  /** The least span of its axis, on each side. */
  readonly least: number;
  /** At each depth, by profile. */
  readonly values: readonly ArrayLike<number>[];
}

export interface ProfileDrawing extends Heading {
  readonly depths_m: ArrayLike<number>;
  readonly columns: readonly ProfileColumn[];
  /** Of the profiles; one may stay without. */
  readonly words: readonly string[];
}

const WIDTH = 190;
const HEIGHT = 380;
const BETWEEN = 26;

export function profileSvg(drawn: ProfileDrawing): string {
  const { depths_m, columns, words } = drawn;
  const entries = words.length > 1 ? words.map((of, k) => ({ line: lineClasses(k), words: of })) : [];
  const beside = entries.length === 0 ? 0 : legendWidth(entries) + 18;
  const across = columns.length * WIDTH + (columns.length - 1) * BETWEEN;
  const width = MARGIN + LABELS.left + across + LABELS.right + beside + MARGIN;
  const top = headingHeight(drawn, width) + LABELS.top;
  const { axis: depth, perMetre } = lengthAxis("depth", depths_m[depths_m.length - 1]!, Math.min(0, depths_m[0]!));
  const ys = Array.from(depths_m, (z) => z * perMetre);
  const parts = columns.map(({ label, least, values }, k) => {
    const box: Box = { left: MARGIN + LABELS.left + k * (WIDTH + BETWEEN), top, width: WIDTH, height: HEIGHT };
    const [from, to] = limitsOf(
      values.flatMap((of) => Array.from(of)),
      least,
    );
    const { x, y, behind, before } = frame(box, { label, from, to }, depth, { isWithoutY: k > 0 });
    const curves = values.map((xs, n) => curvePath({ xs, ys }, values.length === 1 ? "line-0" : lineClasses(n), x, y));
    return [behind, clipped(box, curves.join("\n")), before].join("\n");
  });
  const high = Math.max(top + HEIGHT + LABELS.below, top + 20 * entries.length) + MARGIN;
  const body = [...parts, legend(MARGIN + LABELS.left + across + LABELS.right + 4, top + 10, entries)];
  return svgFile(drawn, width, high, body.join("\n"));
}
