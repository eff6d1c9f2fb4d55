/** Colours out of the style sheet, and lines as they are drawn in legends. */

/** Index of a line colour, or the name of one: an edge of the sea, or the ink of the text. */
export type Colour = number | string;

export interface Theme {
  readonly ink: string;
  readonly faint: string;
  readonly grid: string;
  readonly paper: string;
  /** Behind plots. */
  readonly panel: string;
  readonly soft: string;
  readonly ground: string;
  /** By index, and by name for the edges of the sea. */
  readonly lines: Readonly<Record<Colour, string>>;
  readonly levels: Readonly<Record<string, string>>;
}

export const FONT = '12px system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';
/** Set-points and commands. */
export const DOTS: readonly number[] = [2, 3];

/** Of sorts of spans (span-sorts.ts). */
const SORTS = [
  ...["sending", "waiting", "received", "heard", "signal", "unknown", "mixed"],
  ...["range", "noise", "collision", "duplex", "fading", "antenna", "cutoff", "queue", "unanswered"],
];
const LINES: readonly Colour[] = [...Array(10).keys(), "bottom", "surface", "invalid", ...SORTS];
const LEVELS = ["debug", "info", "warning", "error", "fatal"];

let current: Theme = {
  ink: "",
  faint: "",
  grid: "",
  paper: "",
  panel: "",
  soft: "",
  ground: "",
  lines: {},
  levels: {},
};

export function theme(): Theme {
  return current;
}

/** Colours as the style sheet has them now: light, dark, or for paper. */
export function readTheme(): void {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  current = {
    ink: colour("--ink"),
    faint: colour("--faint"),
    grid: colour("--grid"),
    paper: colour("--paper"),
    panel: colour("--panel"),
    soft: colour("--soft"),
    lines: Object.fromEntries(LINES.map((name) => [name, colour(`--line-${name}`)])),
    ground: colour("--ground"),
    levels: Object.fromEntries(LEVELS.map((level) => [level, colour(`--level-${level}`)])),
  };
}

export function lineColour(colour: Colour): string {
  return current.lines[colour] ?? current.ink;
}

/** A small drawing of a line as it is in the plots. */
export function swatch(colour: Colour, dash: readonly number[], dotted: boolean): SVGSVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const line = document.createElementNS("http://www.w3.org/2000/svg", "line");
  for (const [name, value] of Object.entries({ width: 26, height: 8, class: "swatch", "aria-hidden": "true" }))
    svg.setAttribute(name, String(value));
  const dashes = dotted ? DOTS : dash;
  const attributes = { class: `line-${colour}`, x1: 1, y1: 4, x2: 25, y2: 4, "stroke-dasharray": dashes.join(" ") };
  for (const [name, value] of Object.entries(attributes)) line.setAttribute(name, String(value));
  svg.append(line);
  return svg;
}
