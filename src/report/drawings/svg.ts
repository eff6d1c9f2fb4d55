/**
 * One drawing as an SVG file of its own: a heading, a note below it, what is drawn, the styles. No script, nothing that is loaded.
 * Colours are written out, so that programs that know few styles draw it too; where the reader's system is dark, those that know
 * more draw it dark. They are those of the report's page (page/theme.css, held by a test).
 */
import { tenth } from "../colour-levels.ts";
import { escapeHtml } from "../encode.ts";

/** Lines of the page, light and dark. */
export const LINE_COLOURS = [
  ["#0d76ad", "#5cb4ef"],
  ["#cb6620", "#dc9e12"],
  ["#1ea381", "#29ea9e"],
  ["#8f204f", "#cc206f"],
  ["#2c3ac3", "#a568f9"],
  ["#c50a00", "#b8e1ff"],
] as const;

const THEME = {
  paper: ["#ffffff", "#14181d"],
  ink: ["#1b232c", "#e3e8ed"],
  soft: ["#505b68", "#a9b3be"],
  faint: ["#8a949f", "#6f7a86"],
  grid: ["#e4e8ec", "#2a3139"],
  bottom: ["#7d5a2e", "#c39a66"],
  surface: ["#5f7d8c", "#8ea9b5"],
} as const;

/** Margin on all sides, and the lines of the heading. */
export const MARGIN = 16;
const TITLE_HEIGHT = 24;
const NOTE_HEIGHT = 17;

export interface Heading {
  readonly title: string;
  /** What was drawn, in a sentence or two; "" for nothing. */
  readonly note: string;
}

/** Height of a heading in a drawing of this width: what is drawn begins below. */
export function headingHeight(heading: Heading, width: number): number {
  const lines = folded(heading.title, width - 2 * MARGIN, 16).length;
  return MARGIN + TITLE_HEIGHT * lines + NOTE_HEIGHT * noteLines(heading, width).length + 6;
}

/** The file. `body` lies where it will: its own y begins below headingHeight. */
export function svgFile(heading: Heading, width: number, height: number, body: string): string {
  const titles = folded(heading.title, width - 2 * MARGIN, 16);
  const titleLines = titles.map((line, k) =>
    text(MARGIN, MARGIN + 15 + TITLE_HEIGHT * k, line, { classes: "title", anchor: "start" }),
  );
  const top = MARGIN + TITLE_HEIGHT * titles.length;
  const notes = noteLines(heading, width).map((line, k) =>
    text(MARGIN, top + 12 + NOTE_HEIGHT * k, line, { classes: "soft", anchor: "start" }),
  );
  const [w, h] = [Math.ceil(width), Math.ceil(height)];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}" role="img" aria-label="${escapeHtml(heading.title)}">
<title>${escapeHtml(heading.title)}</title>
<style>${STYLE}</style>
<rect class="paper" width="${w}" height="${h}"/>
${[...titleLines, ...notes].join("\n")}
${body}
</svg>
`;
}

function noteLines({ note }: Heading, width: number): string[] {
  return note === "" ? [] : folded(note, width - 2 * MARGIN, 12);
}

export interface TextLook {
  readonly classes?: string;
  readonly anchor?: "start" | "middle" | "end";
  /** Turned to be read from below. */
  readonly isUpright?: boolean;
}

export function text(x: number, y: number, words: string, { classes, anchor, isUpright }: TextLook = {}): string {
  const place = isUpright
    ? `transform="translate(${tenth(x)} ${tenth(y)}) rotate(-90)"`
    : `x="${tenth(x)}" y="${tenth(y)}"`;
  const look = `${classes === undefined ? "" : ` class="${classes}"`}${anchor === "start" || anchor === undefined ? "" : ` text-anchor="${anchor}"`}`;
  return `<text ${place}${look}>${escapeHtml(words)}</text>`;
}

/** Width of a text, taken generously: fonts differ. */
export function textWidth(words: string, size = 12): number {
  return 0.58 * size * [...words].length;
}

/** Words in lines of at most this width. */
export function folded(words: string, width: number, size: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of words.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && textWidth(longer, size) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return line === "" ? lines : [...lines, line];
}

/** A line through points in pixels; a point that is not finite breaks it. "" where there is nothing to draw. */
export function linePath(xs: ArrayLike<number>, ys: ArrayLike<number>): string {
  let d = "";
  let isDown = false;
  for (let k = 0; k < xs.length; k++) {
    const [x, y] = [xs[k]!, ys[k]!];
    if (!Number.isFinite(x) || !Number.isFinite(y)) {
      isDown = false;
      continue;
    }
    d += `${isDown ? "L" : "M"}${tenth(x)} ${tenth(y)}`;
    isDown = true;
  }
  return d;
}

/** One entry of a legend: a piece of the line, or a mark, and its words. */
export interface LegendEntry {
  readonly line: string;
  readonly words: string;
}

/** One below another; the height is 20 for each. */
export function legend(x: number, y: number, entries: readonly LegendEntry[]): string {
  return entries
    .map(({ line, words }, k) => {
      const at = y + 20 * k;
      return `<path class="curve ${line}" d="M${tenth(x)} ${tenth(at)}h22"/>${text(x + 28, at + 4, words)}`;
    })
    .join("");
}

/** Width of a legend with its lines. */
export function legendWidth(entries: readonly LegendEntry[]): number {
  return 32 + Math.max(0, ...entries.map(({ words }) => textWidth(words)));
}

const STYLE = [
  "text{font:12px system-ui,-apple-system,'Segoe UI','DejaVu Sans',sans-serif}",
  "text.title{font-size:16px;font-weight:600}",
  ".curve,.frame,.lines,.stem{fill:none}",
  ".curve{stroke-width:1.8;stroke-linejoin:round}",
  ".thin{stroke-width:1;stroke-opacity:.8}",
  ".dashed{stroke-dasharray:7 4}",
  ".dotted{stroke-dasharray:2 3}",
  ".stem{stroke-width:1.6}",
  ".ground{fill-opacity:.25;stroke-width:1.5}",
  ".halo{paint-order:stroke;stroke-width:4;stroke-linejoin:round}",
  colours(0),
  `@media (prefers-color-scheme:dark){${colours(1)}}`,
].join("");

function colours(scheme: 0 | 1): string {
  const of = (name: keyof typeof THEME): string => THEME[name][scheme];
  return [
    `.paper{fill:${of("paper")}}.halo{stroke:${of("paper")}}`,
    `text{fill:${of("ink")}}text.soft{fill:${of("soft")}}`,
    `.frame{stroke:${of("faint")}}.lines{stroke:${of("grid")}}`,
    `.ground{fill:${of("bottom")};stroke:${of("bottom")}}`,
    `.surface{stroke:${of("surface")}}`,
    `.ink{stroke:${of("ink")}}.place{fill:${of("paper")};stroke:${of("ink")};stroke-width:1.8}`,
    ...LINE_COLOURS.map((pair, k) => `.line-${k}{stroke:${pair[scheme]}}.dot-${k}{fill:${pair[scheme]}}`),
  ].join("");
}
