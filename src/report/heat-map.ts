/**
 * Pictures of the sea around a vehicle as drawings in the page: north up, one square per value, the vehicle in the middle. They
 * need no script. All pictures of one excerpt have one scale of colours, from its smallest value to its largest; what is not a
 * finite number has no colour.
 */
import { wordsByName } from "./by-name.ts";
import { LEVEL_COLOURS, LEVELS, levelOf, levelStrips } from "./colour-levels.ts";
import { escapeHtml } from "./encode.ts";
import type { ExcerptData, Picture } from "./input.ts";
import { digits } from "./tables.ts";

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
    d === "" ? "" : `<path fill="${LEVEL_COLOURS[level]}" d="${d}"/>`,
  );
  const [x, y] = [columns / 2, rows / 2];
  const arm = Math.max(rows, columns) / 24;
  const cross = `M${x - arm} ${y}h${2 * arm}M${x} ${y - arm}v${2 * arm}`;
  return `<div class="picture"><svg viewBox="0 0 ${columns} ${rows}" shape-rendering="crispEdges" role="img" aria-label="${where}">${paths.join("")}<path class="middle" fill="none" d="${cross}"/></svg><span>${where}</span></div>`;
}

/** By level of colour: the strips of the rows in which it stands, the northern row on top. */
export function strips({ rows, columns, values }: Picture, low: number, high: number): string[] {
  const grid = {
    rows,
    columns,
    left: (c: number) => c,
    top: (r: number) => rows - 1 - r,
    bottom: (r: number) => rows - r,
  };
  return levelStrips(grid, (row, column) => levelOf(values[row * columns + column]!, low, high));
}

function scaleBar(): string {
  const bars = LEVEL_COLOURS.map((colour, k) => `<path fill="${colour}" d="M${k} 0h1v1h-1z"/>`);
  return `<svg viewBox="0 0 ${LEVELS} 1" preserveAspectRatio="none" shape-rendering="crispEdges" aria-hidden="true">${bars.join("")}</svg>`;
}
