/** The tables of a report: what was run, the key figures, their differences, the set-points that were held, the events. */
import { escapeHtml } from "./encode.ts";
import type { RunData } from "./input.ts";
import { FIGURES, type Figure, type KeyFigures } from "./key-figures.ts";
import { HOLD_SETTLING_S, LINE_SETTLING_S } from "./settled.ts";
import { DASHES, type Track } from "./tracks.ts";

/** Rows of events that a page lists; a log may hold a million. */
export const MOST_EVENTS = 1000;
/** Longer tables of held set-points start folded. */
const MOST_OPEN_SPANS = 16;

/** Four significant digits, at most four decimals (a tenth of a millimetre), a real minus sign. */
export function digits(value: number): string {
  const rounded = Number(Number(value.toPrecision(4)).toFixed(4)) + 0;
  return String(rounded).replace("-", "−");
}

/** The same as HTML, for what is never negative: next to nothing is not shown as nothing. */
function amount(value: number): string {
  if (Number.isNaN(value)) return "–";
  const text = digits(value);
  return text === "0" && value > 0 ? "&lt; 0.0001" : text;
}

export function seconds(t_s: number): string {
  return `${Number(t_s.toFixed(2))} s`;
}

/** "words" may break, "figures" and "spans" are aligned as numbers. */
type TableKind = "words" | "figures" | "spans";

/** A table with a header cell in every row; cells are HTML. Where a heading stands above it, the caption is for ears only. */
export function table(
  kind: TableKind,
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  caption: string,
  heard = false,
): string {
  const head = heads.map((h) => `<th scope="col">${h}</th>`).join("");
  const body = rows.map(([first = "", ...rest]) => {
    const cells = rest.map((cell) => `<td>${cell}</td>`).join("");
    return `<tr><th scope="row">${first}</th>${cells}</tr>`;
  });
  const label = `<caption${heard ? ' class="unseen"' : ""}>${caption}</caption>`;
  return `<div class="table ${kind}"><table>${label}<thead><tr>${head}</tr></thead><tbody>${body.join("\n")}</tbody></table></div>`;
}

export function runsTable(runs: readonly RunData[]): string {
  // A column that only runs with a date need.
  const isDated = runs.some(({ startDate }) => startDate != null);
  const rows = runs.map((run) => [
    escapeHtml(run.name),
    escapeHtml(run.scenario),
    escapeHtml(run.seed),
    escapeHtml(run.version),
    run.overrides.length === 0 ? "none" : run.overrides.map((o) => `<code>${escapeHtml(o)}</code>`).join("<br>"),
    ...(isDated ? [escapeHtml(run.startDate ?? "–")] : []),
    seconds(run.duration_s),
    String(run.vehicles.length),
  ]);
  const heads = [
    "log",
    "scenario",
    "seed",
    "version",
    "overrides",
    ...(isDated ? ["start"] : []),
    "duration",
    "vehicles",
  ];
  return table("words", heads, rows, "What was run", true);
}

/** The line of a track as it is in the plots; a legend that is printed too. */
export function swatch(track: Track): string {
  const { colour, dash } = track.style;
  const dashes = DASHES[dash]!.join(" ");
  return `<svg class="swatch" width="30" height="8" aria-hidden="true"><line class="line-${colour}" x1="1" y1="4" x2="29" y2="4"${dashes && ` stroke-dasharray="${dashes}"`}/></svg>`;
}

export function figuresTable(tracks: readonly Track[], figures: readonly KeyFigures[]): string {
  const shown = shownFigures(figures);
  const rows = tracks.map((track, k) => {
    const { values } = figures[k]!;
    return [
      `${swatch(track)} ${escapeHtml(track.label)}`,
      ...shown.map(({ key }) => (values.has(key) ? amount(values.get(key)!) : "–")),
    ];
  });
  return table("figures", ["track", ...shown.map(head)], rows, "Key figures, from every sample of the log");
}

/** Differences of every run to the first one that has a vehicle of that name; "" where there is nothing to compare. */
export function differencesTable(tracks: readonly Track[], figures: readonly KeyFigures[]): string {
  const shown = shownFigures(figures);
  const rows: string[][] = [];
  tracks.forEach((track, k) => {
    const first = tracks.findIndex((other) => other.vehicle === track.vehicle);
    if (first === k) return;
    const [ours, theirs] = [figures[k]!.values, figures[first]!.values];
    const cells = shown.map(({ key }) => {
      const [a, b] = [ours.get(key), theirs.get(key)];
      return a === undefined || b === undefined ? "–" : signed(a - b);
    });
    rows.push([`${swatch(track)} ${escapeHtml(`${track.label} − ${tracks[first]!.runName}`)}`, ...cells]);
  });
  if (rows.length === 0) return "";
  return table("figures", ["difference", ...shown.map(head)], rows, "Differences of the key figures to the first log");
}

/** How every figure that is shown is computed. */
export function figuresNotes(figures: readonly KeyFigures[]): string {
  const notes = shownFigures(figures).map(({ label, how }) => `<dt>${label}</dt><dd>${how}.</dd>`);
  return `<dl class="notes">${notes.join("")}</dl>
<p class="notes">“–”: the log cannot tell, or no sample counts. Stretches that are missing from a log add nothing to distance, mean and energy.</p>`;
}

export function spansTable(tracks: readonly Track[], figures: readonly KeyFigures[]): string {
  const rows = tracks.flatMap((track, k) =>
    figures[k]!.spans.map((span) => [
      `${swatch(track)} ${escapeHtml(track.label)}`,
      escapeHtml(span.what),
      `${seconds(span.from_s)} … ${seconds(span.until_s)}`,
      amount(span.largest),
      amount(span.rms),
    ]),
  );
  if (rows.length === 0) return "";
  const heads = ["track", "set-point", "counted", "largest error (m)", "RMS (m)"];
  const caption = `Errors by set-point, after arrival, and ${HOLD_SETTLING_S} s at one set-point or ${LINE_SETTLING_S} s on one line`;
  const open = rows.length <= MOST_OPEN_SPANS ? " open" : "";
  return `<details${open}><summary>Errors by set-point (${rows.length})</summary>${table("spans", heads, rows, caption)}</details>`;
}

const LEVELS = ["debug", "info", "warning", "error", "fatal"];

export function eventsTable(runs: readonly RunData[]): string {
  const events = runs.flatMap((run) => run.events.map((event) => ({ ...event, run: run.name })));
  if (events.length === 0) return "<p>No events in this log.</p>";
  events.sort((a, b) => a.t_s - b.t_s);
  const rows = events.slice(0, MOST_EVENTS).map((event) => {
    const level = LEVELS.includes(event.level) ? event.level : "info";
    return [
      `<button type="button" class="instant" data-t="${Number(event.t_s)}">${event.t_s.toFixed(2)} s</button>`,
      ...(runs.length > 1 ? [escapeHtml(event.run)] : []),
      `<span class="level level-${level}">${escapeHtml(event.level)}</span>`,
      escapeHtml(event.name),
      escapeHtml(event.message),
    ];
  });
  const heads = ["time", ...(runs.length > 1 ? ["log"] : []), "level", "from", "message"];
  const more = events.length - rows.length;
  const rest = more > 0 ? `<p>${more} more events are in the logs.</p>` : "";
  return `<div class="scroll">${table("words", heads, rows, "Events", true)}</div>${rest}`;
}

function shownFigures(figures: readonly KeyFigures[]): Figure[] {
  return FIGURES.filter(({ key }) => figures.some(({ values }) => values.has(key)));
}

function head({ label, unit }: Figure): string {
  return `${label} (${unit})`;
}

function signed(value: number): string {
  const text = digits(value);
  return value > 0 && text !== "0" ? `+${text}` : text;
}
