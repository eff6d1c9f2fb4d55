/** The section of the sensors: plots, Allan deviations, the table of their errors, what failed and when. */
import { capital } from "./channel-panels.ts";
import type { DisplayAllan } from "./display.ts";
import { escapeHtml } from "./encode.ts";
import type { AllanFigure, AllanLine } from "./sensor-allan.ts";
import { declaredRate_Hz } from "./sensor-channels.ts";
import { rate_Hz } from "./sensor-figures.ts";
import { MOST_PAIR_PANELS, type Sensor, type SensorTrack } from "./sensor-panels.ts";
import { seconds, swatch, table } from "./tables.ts";
import { shownUnit } from "./units.ts";

/** Longer tables start folded. */
const MOST_OPEN_ROWS = 60;
const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** Three significant digits; of what is small or large with a power of ten. */
export function measure(value: number): string {
  if (!Number.isFinite(value)) return "–";
  const [mantissa = "", exponent = "0"] = value.toExponential(2).split("e");
  const power = Number(exponent);
  if (value === 0 || (power >= -3 && power < 5)) return String(Number(value.toPrecision(3))).replace("-", "−");
  const raised = [...String(Math.abs(power))].map((digit) => SUPERSCRIPTS[Number(digit)]).join("");
  return `${mantissa.replace("-", "−")}·10${power < 0 ? "⁻" : ""}${raised}`;
}

const signed = (value: number): string => (value > 0 ? `+${measure(value)}` : measure(value));

/** The curves, for the page's script; their figures in the page have these ids. */
export function allanDisplay(groups: readonly SensorTrack[]): DisplayAllan[] {
  return allanFigures(groups).map(({ id, figure }) => {
    const { label: unit, factor } = shownUnit(figure.unit, 0);
    return {
      id,
      unit,
      times_s: figure.lines[0]!.points.map(({ time_s }) => time_s),
      lines: figure.lines.map(({ label, points }) => ({ label, deviations: points.map((p) => factor * p.deviation) })),
    };
  });
}

function allanFigures(
  groups: readonly SensorTrack[],
): { id: string; group: SensorTrack; sensor: Sensor; figure: AllanFigure }[] {
  return groups
    .flatMap((group) =>
      group.sensors.flatMap((sensor) => sensor.allan.figures.map((figure) => ({ group, sensor, figure }))),
    )
    .map((each, k) => ({ ...each, id: `allan-${k}` }));
}

/** "" where nothing is measured. plots: the figures of a group's panels. */
export function sensorsSection(groups: readonly SensorTrack[], plots: (group: SensorTrack) => string): string {
  if (groups.length === 0) return "";
  const parts = groups.map((group) => {
    if (group.notDrawn > 0 && group.sensors.every(({ panels }) => panels.length === 0)) return "";
    const heading = groups.length > 1 ? `<h3>${swatch(group.track)} ${escapeHtml(group.track.label)}</h3>\n` : "";
    return `${heading}<div class="panels columns-3">\n${plots(group)}\n</div>\n`;
  });
  const notDrawn = groups.reduce((sum, group) => sum + group.notDrawn, 0);
  if (notDrawn > 0)
    parts.push(`<p>${notDrawn} further values are in the table only: a page draws at most ${MOST_PAIR_PANELS}.</p>`);
  return `<section aria-labelledby="sensors"><h2 id="sensors">Sensors</h2>
<p>Samples at the time of their arrival, and beside each the true value of the instant at which it was taken. Shaded: a failure of the sensor. A dotted line: an
event of it. A bar at the foot: samples that it calls invalid. A line is interrupted where no sample came.</p>
${parts.filter((part) => part !== "").join("\n")}
${allanPart(groups)}${figuresPart(groups)}${spansPart(groups)}</section>\n`;
}

function nameIn(groups: readonly SensorTrack[], group: SensorTrack, sensor: Sensor): string {
  const { name } = sensor.data;
  return escapeHtml(groups.length > 1 ? `${group.track.label}: ${name}` : name);
}

function figuresPart(groups: readonly SensorTrack[]): string {
  const rows = groups.flatMap((group) =>
    group.sensors.flatMap((sensor) =>
      sensor.data.pairs.map(({ field, label }, i) => {
        const { samples, valid, mean, deviation, rms, largest } = sensor.figures[i]!;
        const { label: unit, factor } = shownUnit(field.unit, 0);
        const share = samples === 0 ? "–" : `${shareOf(valid / samples)} %`;
        return [
          nameIn(groups, group, sensor),
          escapeHtml(label),
          escapeHtml(unit === "" ? "–" : unit),
          String(samples),
          share,
          rateOf(sensor),
          signed(factor * mean),
          measure(factor * deviation),
          measure(factor * rms),
          measure(factor * largest),
        ];
      }),
    ),
  );
  const heads = ["sensor", "value", "unit", "samples", "valid", "rate (Hz)"];
  const errors = ["mean error", "deviation", "RMS", "largest"];
  const open = rows.length <= MOST_OPEN_ROWS ? " open" : "";
  return `<details${open}><summary>Errors of the sensors (${rows.length} values)</summary>${table("spans", [...heads, ...errors], rows, "Errors of the sensors", true)}
<p class="notes">Errors are measured less true, of angles by the shorter way round, from the samples that are valid and whose value and truth are known; the largest is that of the absolute error. The rate is that of the samples that arrived, from the first to the last, silences included; behind it the declared one.</p></details>\n`;
}

/** Not 100 % while one is missing. */
function shareOf(share: number): string {
  const percent = Math.floor(1000 * share) / 10;
  return percent === 0 && share > 0 ? "&lt; 0.1" : String(percent);
}

function rateOf({ data }: Sensor): string {
  const rate = rate_Hz(data);
  const declared = declaredRate_Hz(data);
  const shown = Number.isNaN(rate) ? "–" : String(Number(rate.toPrecision(3)));
  return declared === null ? shown : `${shown} of ${Number(declared.toPrecision(6))}`;
}

/** "" where nothing fails. */
function spansPart(groups: readonly SensorTrack[]): string {
  const rows = groups.flatMap((group) =>
    group.sensors.flatMap((sensor) =>
      sensor.spans.map(({ what, from_s, to_s }) => [
        nameIn(groups, group, sensor),
        escapeHtml(what),
        seconds(from_s),
        to_s === null ? "end of the log" : seconds(to_s),
      ]),
    ),
  );
  if (rows.length === 0) return "";
  const open = rows.length <= MOST_OPEN_ROWS ? " open" : "";
  return `<details${open}><summary>Failures of the sensors (${rows.length})</summary>${table("words", ["sensor", "failure", "from", "to"], rows, "Failures of the sensors", true)}</details>\n`;
}

/** "" where nothing is inertial. */
function allanPart(groups: readonly SensorTrack[]): string {
  const figures = allanFigures(groups);
  const refused = groups.flatMap((group) =>
    group.sensors.flatMap((sensor) =>
      sensor.allan.refused === ""
        ? []
        : [`<p>No Allan deviation of ${nameIn(groups, group, sensor)}: ${escapeHtml(sensor.allan.refused)}.</p>`],
    ),
  );
  if (figures.length === 0 && refused.length === 0) return "";
  const plots = figures.map(({ id, group, sensor, figure }) => {
    const { label: unit, factor } = shownUnit(figure.unit, 0);
    const whose = groups.length > 1 ? `${group.track.label}: ` : "";
    const title = `${whose}${capital(sensor.data.name)}: Allan deviation of the error of ${figure.word} (${unit})`;
    const of = `from ${figure.samples} samples each ${measure(figure.period_s)} s, ${seconds(figure.from_s)} … ${seconds(figure.to_s)}`;
    const words = figure.lines.map((line) => lineWords(line, factor, unit));
    const spoken = `${title}, over averaging times, both scales logarithmic, ${of}: ${words.join("; ")}.`;
    return `<figure id="${id}" class="plot allan"><figcaption>${escapeHtml(title)}</figcaption><div class="canvas" role="img" aria-label="${escapeHtml(spoken)}"></div><div class="legend"></div><p class="notes">${escapeHtml(`Measured less true, ${of}.`)}</p></figure>`;
  });
  const grid = plots.length === 0 ? "" : `<div class="panels columns-3">\n${plots.join("\n")}\n</div>\n`;
  return `<h3>Allan deviation of inertial errors</h3>\n${grid}${figuresTable(groups)}${refused.join("\n")}\n`;
}

function lineWords({ label, atSecond, least, falling }: AllanLine, factor: number, unit: string): string {
  const second =
    atSecond === null ? "" : `${measure(factor * atSecond.deviation)} ${unit} at ${measure(atSecond.time_s)} s, `;
  return `${label} ${second}least ${measure(factor * least.deviation)} ${unit} at ${measure(least.time_s)} s${falling ? ", still falling" : ""}`;
}

function figuresTable(groups: readonly SensorTrack[]): string {
  const figures = allanFigures(groups);
  if (figures.length === 0) return "";
  const rows = figures.flatMap(({ group, sensor, figure }) => {
    const { label: unit, factor } = shownUnit(figure.unit, 0);
    return figure.lines.map(({ label, atSecond, least, falling }) => [
      nameIn(groups, group, sensor),
      escapeHtml(label),
      escapeHtml(unit),
      atSecond === null ? "–" : `${measure(factor * atSecond.deviation)} at ${measure(atSecond.time_s)} s`,
      `${measure(factor * least.deviation)} at ${measure(least.time_s)} s${falling ? ", still falling" : ""}`,
    ]);
  });
  const heads = ["sensor", "value", "unit", "deviation at 1 s", "least deviation"];
  const open = rows.length <= MOST_OPEN_ROWS ? " open" : "";
  return `<details${open}><summary>Allan deviations (${rows.length})</summary>${table("spans", heads, rows, "Allan deviations of the errors", true)}
<p class="notes">White noise of density N has N / √T: its deviation at 1 s is N. The least deviation estimates the bias instability where the curve rises behind it; one that still falls at the longest time is an upper bound.</p></details>\n`;
}
