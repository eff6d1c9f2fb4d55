/**
 * Pictures of the sea around a vehicle as drawings in the page: north up, one square per value, the vehicle in the middle. They
 * need no script. All pictures of one excerpt have one scale of colours, from its smallest value to its largest; what is not a
 * finite number has no colour.
 *
 * Squares of one colour are one path of strips, so that a picture takes a few kilobytes.
 */
import { wordsByName } from "./by-name.ts";
import { escapeHtml } from "./encode.ts";
import type { ExcerptData, Picture } from "./input.ts";
import { digits } from "./tables.ts";

const LEVELS = 24;

/** From low to high: dark blue over green to yellow, of ever greater lightness, so that grey paper and all eyes see the order. */
const STOPS = [
  [38, 30, 95],
  [44, 90, 140],
  [38, 145, 140],
  [110, 190, 95],
  [250, 230, 60],
] as const;

const COLOURS = Array.from({ length: LEVELS }, (_, level) => {
  const place = (level / (LEVELS - 1)) * (STOPS.length - 1);
  const k = Math.min(Math.floor(place), STOPS.length - 2);
  const mix = STOPS[k]!.map((low, c) => Math.round(low + (place - k) * (STOPS[k + 1]![c]! - low)));
  return `#${mix.map((c) => c.toString(16).padStart(2, "0")).join("")}`;
});

/** "" for a vehicle without pictures. */
export function excerptFigures(label: string, excerpts: readonly ExcerptData[]): string {
  return excerpts.map((excerpt) => excerptFigure(label, excerpt)).join("\n");
}

function excerptFigure(label: string, { quantity, unit, range_m, pictures }: ExcerptData): string {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const { values } of pictures) {
    for (const value of values) {
      if (!Number.isFinite(value)) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }
  const words = unit === "" || unit === "1" ? "" : ` ${unit}`;
  const title = `${wordsByName(quantity)} within ${digits(range_m)} m of ${label}`;
  const known = low <= high;
  const drawn = pictures.map((picture) => pictureHtml(picture, low, high)).join("\n");
  const scale = known
    ? `<div class="scale"><span>${digits(low)}${escapeHtml(words)}</span>${scaleBar()}<span>${digits(high)}${escapeHtml(words)}</span></div>`
    : "<p>No value is known in these pictures.</p>";
  return `<figure class="excerpt"><figcaption>${escapeHtml(title)}</figcaption>
<div class="pictures">${drawn}</div>
${scale}</figure>`;
}

function pictureHtml(picture: Picture, low: number, high: number): string {
  const { t_s, rows, columns, originNorth_m, originEast_m, depth_m, spacing_m } = picture;
  const north = originNorth_m + ((rows - 1) / 2) * spacing_m;
  const east = originEast_m + ((columns - 1) / 2) * spacing_m;
  const where = `${digits(t_s)} s: north ${digits(north)} m, east ${digits(east)} m, depth ${digits(depth_m)} m`;
  const paths = strips(picture, low, high).map((d, level) =>
    d === "" ? "" : `<path fill="${COLOURS[level]}" d="${d}"/>`,
  );
  const [x, y] = [columns / 2, rows / 2];
  const arm = Math.max(rows, columns) / 24;
  const cross = `M${x - arm} ${y}h${2 * arm}M${x} ${y - arm}v${2 * arm}`;
  return `<div class="picture"><svg viewBox="0 0 ${columns} ${rows}" shape-rendering="crispEdges" role="img" aria-label="${where}">${paths.join("")}<path class="middle" fill="none" d="${cross}"/></svg><span>${where}</span></div>`;
}

/** By level of colour: the strips of the rows in which it stands, the northern row on top. */
export function strips({ rows, columns, values }: Picture, low: number, high: number): string[] {
  const paths = COLOURS.map(() => "");
  for (let row = 0; row < rows; row++) {
    let from = 0;
    for (let column = 1; column <= columns; column++) {
      const level = levelOf(values[row * columns + from]!, low, high);
      if (column < columns && levelOf(values[row * columns + column]!, low, high) === level) continue;
      const width = column - from;
      if (level >= 0) paths[level] += `M${from} ${rows - 1 - row}h${width}v1h-${width}z`;
      from = column;
    }
  }
  return paths;
}

/** −1 for what has no colour; the middle where all values are equal. */
function levelOf(value: number, low: number, high: number): number {
  if (!Number.isFinite(value)) return -1;
  if (high === low) return LEVELS >> 1;
  return Math.min(LEVELS - 1, Math.floor(((value - low) / (high - low)) * LEVELS));
}

function scaleBar(): string {
  const bars = COLOURS.map((colour, k) => `<path fill="${colour}" d="M${k} 0h1v1h-1z"/>`);
  return `<svg viewBox="0 0 ${LEVELS} 1" preserveAspectRatio="none" shape-rendering="crispEdges" aria-hidden="true">${bars.join("")}</svg>`;
}
