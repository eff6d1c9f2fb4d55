/**
 * The report: one HTML file that needs nothing else. The tables are in the HTML, so that they can be read, printed and
 * searched without a script; the script draws the plots into the figures that stand ready for them.
 *
 * Its content security policy allows the three scripts below by their hashes and no load from anywhere. So even a text from
 * a log that got through the escaping could neither run nor phone home.
 */
import { base64, invariant, sha256Bytes } from "../core/index.ts";
import { approachFigures } from "./approaches.ts";
import { channelsSection } from "./channel-list.ts";
import { sectionTitles } from "./channel-panels.ts";
import { type Display, displayOf } from "./display.ts";
import { embeddedJson, escapeHtml } from "./encode.ts";
import { channelOf, motionOf } from "./fields.ts";
import { PAGE_ASSETS } from "./generated/page-assets.ts";
import { SECTIONS } from "./groups.ts";
import { excerptFigures } from "./heat-map.ts";
import type { PlotLibrary, ReportInput, RunData } from "./input.ts";
import { keyFigures, powerColumns } from "./key-figures.ts";
import { missionTimelines } from "./mission-timeline.ts";
import { type Panel, panelsOf } from "./panels.ts";
import type { Profile } from "./sea-panels.ts";
import { sensorSection, sensorTracks } from "./sensor-panels.ts";
import { allanDisplay, sensorsSection } from "./sensor-section.ts";
import { type SpanGroup, spanGroups, spanSection } from "./span-section.ts";
import { timelinesOf } from "./spans.ts";
import {
  differencesTable,
  digits,
  eventsTable,
  figuresNotes,
  figuresTable,
  runsTable,
  seconds,
  spansTable,
} from "./tables.ts";
import { type Track, tracksOf } from "./tracks.ts";

/** Paper shows more than most screens: every canvas has at least two pixels per CSS pixel. Runs before the plotting library. */
const PIXELS_SCRIPT = `(() => {
  const own = Object.getOwnPropertyDescriptor(window, "devicePixelRatio");
  const real = () => own?.get?.call(window) ?? own?.value ?? 1;
  Object.defineProperty(window, "devicePixelRatio", { configurable: true, get: () => Math.max(2, real()) });
})();`;

/** By which a report is known before it is replaced. */
export const REPORT_MARK = '<meta name="generator" content="thetis report">';

/** What stands in front of the runs, where they were made for something; as HTML, but for the lead. */
export interface PageFront {
  readonly lead: string;
  readonly contents: string;
  readonly sections: string;
  readonly style: string;
}

export function reportHtml(input: ReportInput, library: PlotLibrary, front: PageFront | null = null): string {
  const tracks = tracksOf(input);
  const sensors = sensorTracks(input, tracks);
  const panels = [...panelsOf(tracks), ...sensors.flatMap((group) => group.sensors.flatMap((each) => each.panels))];
  const vehicles = tracks.filter((track) => track.isVehicle);
  const figures = vehicles.map((track) => keyFigures(track.data));
  const spans = spanGroups(timelinesOf(input, tracks));
  const display = displayOf(input, tracks, panels, allanDisplay(sensors), spans);
  const scripts = [PIXELS_SCRIPT, library.script, PAGE_ASSETS.pageScript];
  const styles = [library.style, PAGE_ASSETS.documentStyle, PAGE_ASSETS.plotStyle, ...(front ? [front.style] : [])];
  for (const script of scripts) invariant(!/<\/script|<!--/i.test(script), "a script of the report ends its element");
  const hashes = scripts.map((s) => `'sha256-${base64(sha256Bytes(s))}'`);
  const images = front === null ? "" : " img-src data:;";
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src ${hashes.join(" ")};${images} base-uri 'none'; form-action 'none'`;

  return `${documentHead(input.title, policy, styles)}
<body>
<main>
<header>
<h1>${escapeHtml(input.title)}</h1>
${front === null ? leadOf(input.runs) : `<p class="lead">${escapeHtml(front.lead)}</p>`}
<nav class="contents" aria-label="Contents">${front?.contents ?? ""}${spans.map(({ id, title }) => `<a href="#${id}-title">${escapeHtml(title)}</a>`).join("")}${sensors.length === 0 ? "" : '<a href="#sensors">Sensors</a>'}<a href="#figures">Key figures</a><a href="#events">Events</a><a href="#runs">What was run</a><a href="#channels">Channels</a></nav>
</header>
${lossesSection(input.runs)}
${front?.sections ?? ""}<noscript><p class="warning">The plots need JavaScript, which this viewer does not run.</p></noscript>
<div id="controls" class="controls"></div>
${vehicles.length === 0 ? "" : vehicleSections(input, vehicles, panels, display.profiles)}${sensorsSection(sensors, ({ track }) => panelFigures(panels, sensorSection(tracks.indexOf(track))))}${spanSections(input, spans, display, panels)}${otherSections(tracks, panels, spans)}
<section aria-labelledby="events"><h2 id="events">Events</h2>
${display.events.length === 0 ? "" : figure("timeline", "Timeline", "timeline", `${display.events.length} events over time.`)}
${eventsTable(input.runs)}
</section>
<section aria-labelledby="figures"><h2 id="figures">Key figures</h2>
${vehicles.length === 0 ? "<p>No vehicle in these logs.</p>" : figuresTable(vehicles, figures)}
${differencesTable(vehicles, figures)}
${vehicles.length === 0 ? "" : figuresNotes(figures)}
${spansTable(vehicles, figures)}
</section>
<section aria-labelledby="runs"><h2 id="runs">What was run</h2>
${runsTable(input.runs)}
</section>
${scenarioSection(input.runs)}
${channelsSection(input.runs)}
<footer>
<p>${samplesNote(display.bin_s)}</p>
<p class="screen-only">Drag over a plot to zoom all plots over time; double-click to see everything again. Move over any plot, or over an event, to read all plots at that instant; the space bar plays, left and right step. Click an entry of a legend to hide its line.</p>
</footer>
</main>
<script type="application/json" id="report-data">${embeddedJson(display)}</script>
${scripts.map((script) => `<script>${script}</script>`).join("\n")}
</body>
</html>
`;
}

/** From the document type to the end of the head, in which a report says that it is one. */
export function documentHead(title: string, policy: string, styles: readonly string[]): string {
  for (const style of styles) invariant(!/<\/style/i.test(style), "a style of the report ends its element");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${REPORT_MARK}
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
${styles.map((style) => `<style>${style}</style>`).join("\n")}
</head>`;
}

/** What is known of every vehicle: a section says so where a log has nothing for it. */
function vehicleSections(
  input: ReportInput,
  vehicles: readonly Track[],
  panels: readonly Panel[],
  profiles: readonly Profile[],
): string {
  const trajectory = `<section aria-labelledby="trajectory"><h2 id="trajectory">Trajectory</h2>
<div class="trajectory">
${figure("plan", "Plan view, north up, equal scales", "plan", "Plan view of the tracks, north up, east to the right, with equal scales.")}
<div class="profiles">
${panelFigures(panels, "depth")}
${figure("profile", `Depth over distance${thinBottoms(panels)} (m)`, "profile", "Depth in metres, growing downwards, over the distance travelled in metres.")}
</div>
</div>
</section>
`;
  return `${vehicles.some(({ data }) => motionOf(data) !== null) ? trajectory : ""}${missionSection(vehicles)}${dockingSection(input.runs)}${panelSection(panels, "attitude", "Attitude", "No attitude in this log.")}
${panelSection(panels, "speeds", "Speeds", "No speeds in this log.")}
${waterSection(input, vehicles, panels, profiles)}${panelSection(panels, "actuators", "Actuators", "No actuators in this log.")}
${panelSection(panels, "power", "Power and energy", "No power in this log.", powerNote(input))}
${panelSection(panels, "control", "Control", "No control law in this log.")}
`;
}

/** A section for each further group of channels, with the words that they declare. */
function otherSections(tracks: readonly Track[], panels: readonly Panel[], spans: readonly SpanGroup[]): string {
  const sections = [...sectionTitles(tracks)].flatMap(([group, title], k) => {
    const figures = panelFigures(panels, group);
    if (figures === "" || spans.some((each) => each.group === group)) return [];
    return `<section aria-labelledby="group-${k}"><h2 id="group-${k}">${escapeHtml(title)}</h2>
<div class="panels columns-2">\n${figures}\n</div>\n</section>`;
  });
  return sections.join("\n");
}

/** A section for each group with timelines, with the plots of the group where it has no section elsewhere. */
function spanSections(
  { runs }: ReportInput,
  spans: readonly SpanGroup[],
  { timelines }: Display,
  panels: readonly Panel[],
): string {
  const names = runs.map(({ name }) => name);
  const sections = spans.map((each, k) => {
    const isElsewhere = (SECTIONS as readonly string[]).includes(each.group);
    const figures = isElsewhere ? "" : panelFigures(panels, each.group);
    const plots = figures === "" ? "" : `<div class="panels columns-2">\n${figures}\n</div>\n`;
    return spanSection(each, timelines[k]!, names, plots);
  });
  return sections.join("\n");
}

/** The first description, shortened by the style sheet; all of them stand below in full. */
function leadOf(runs: readonly RunData[]): string {
  const doc = runs.map((run) => run.doc.trim()).find((text) => text !== "");
  return doc === undefined ? "" : `<p class="lead">${escapeHtml(doc.replace(/\s+/g, " "))}</p>`;
}

function lossesSection(runs: readonly RunData[]): string {
  const items = runs.flatMap((run) =>
    run.losses.map((loss) => `<li><strong>${escapeHtml(run.name)}</strong>: ${escapeHtml(loss)}</li>`),
  );
  if (items.length === 0) return "";
  return `<section class="warning" aria-labelledby="losses"><h2 id="losses">Not everything could be read</h2>
<ul>${items.join("\n")}</ul></section>`;
}

/** Each description once, with the scenario's name where there are several. */
function scenarioSection(runs: readonly RunData[]): string {
  const docs = new Map<string, string>();
  for (const { scenario, doc } of runs) if (doc.trim() !== "") docs.set(doc, scenario);
  const parts = [...docs].map(([doc, scenario]) => {
    const paragraphs = doc.trim().split(/\n\s*\n/);
    const text = paragraphs.map((p) => `<p>${escapeHtml(p.replace(/\s+/g, " ").trim())}</p>`).join("\n");
    return docs.size > 1 ? `<h3>${escapeHtml(scenario)}</h3>\n${text}` : text;
  });
  if (parts.length === 0) return "";
  return `<section aria-labelledby="scenario"><h2 id="scenario">Scenario</h2>\n${parts.join("\n")}</section>`;
}

function panelSection(panels: readonly Panel[], section: string, title: string, none: string, note = ""): string {
  const figures = panelFigures(panels, section);
  const columns = section === "actuators" ? actuatorColumns(panels) : 2;
  const body = figures === "" ? `<p>${none}</p>` : `${note}<div class="panels columns-${columns}">\n${figures}\n</div>`;
  return `<section aria-labelledby="${section}"><h2 id="${section}">${title}</h2>\n${body}\n</section>`;
}

/** "" for logs without a mission. */
function missionSection(tracks: readonly Track[]): string {
  const timelines = tracks.flatMap(({ label, data }) => missionTimelines(label, data)).join("\n");
  return timelines === ""
    ? ""
    : `<section aria-labelledby="mission"><h2 id="mission">Mission</h2>\n${timelines}</section>\n`;
}

/** "" for logs without latches. */
function dockingSection(runs: readonly RunData[]): string {
  const figures = runs.flatMap((run) => {
    const html = approachFigures(run);
    return html === "" ? [] : [runs.length > 1 ? `<h3>${escapeHtml(run.name)}</h3>\n${html}` : html];
  });
  if (figures.length === 0) return "";
  return `<section aria-labelledby="docking"><h2 id="docking">Docking</h2>\n${figures.join("\n")}\n</section>\n`;
}

/** Of several tracks the bottoms are thin lines, as in the plot over time. */
function thinBottoms(panels: readonly Panel[]): string {
  return panels.some(({ lines }) => lines.some(({ edge, colour }) => edge && edge !== colour)) ? ", thin: bottom" : "";
}

/** "" for logs without a sea. */
function waterSection(
  { runs }: ReportInput,
  tracks: readonly Track[],
  panels: readonly Panel[],
  profiles: readonly Profile[],
): string {
  const overTime = panelFigures(panels, "water");
  const pictures = tracks
    .map(({ label, data }) => excerptFigures(label, data.excerpts ?? []))
    .filter((html) => html !== "");
  const about = runs.flatMap(({ name, sea = [] }) => (sea.length === 0 ? [] : [{ name, text: sea.join(" ") }]));
  if (overTime === "" && profiles.length === 0 && pictures.length === 0 && about.length === 0) return "";
  const overDepth = profiles.map(({ id, title, label }) =>
    figure(id, title, "profile", `Depth in metres, growing downwards, over the ${label} that was met there.`),
  );
  const figures = [overTime, ...overDepth].filter((html) => html !== "").join("\n");
  return `<section aria-labelledby="water"><h2 id="water">Water</h2>
<p>True values at the vehicle; what a sensor measures of them may differ.</p>
${about.map(({ name, text }) => `<p>${escapeHtml(runs.length > 1 ? `${name}: ${text}` : text)}</p>`).join("\n")}
<div class="panels columns-2">\n${figures}\n</div>
${pictures.join("\n")}
</section>\n`;
}

/** Three where every actuator has three plots, so that each has a row of its own; else two, which leaves axes readable. */
function actuatorColumns(panels: readonly Panel[]): number {
  const counts = new Map<string, number>();
  for (const { section, row } of panels) if (section === "actuators") counts.set(row, (counts.get(row) ?? 0) + 1);
  const [first = 2, ...others] = new Set(counts.values());
  return others.length === 0 && first === 3 ? 3 : 2;
}

function panelFigures(panels: readonly Panel[], section: string): string {
  const figures = panels.flatMap((panel, k) => {
    if (panel.section !== section) return [];
    const unit = panel.unit.label === "" ? "" : ` (${panel.unit.label})`;
    return [figure(`panel-${k}`, `${panel.title}${unit}`, "time", description(panel))];
  });
  return figures.join("\n");
}

function figure(id: string, title: string, kind: string, label: string): string {
  return `<figure id="${id}" class="plot ${kind}"><figcaption>${escapeHtml(title)}</figcaption><div class="canvas" role="img" aria-label="${escapeHtml(label)}"></div><div class="legend"></div></figure>`;
}

/** What a plot shows, for a reader who cannot see it. */
function description({ title, unit, lines, aside }: Panel): string {
  const MOST = 12;
  const ranges = lines.slice(0, MOST).map(({ label, signal }) => {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (const value of signal.y) {
      if (!Number.isFinite(value)) continue;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    return `${label} from ${digits(low)} to ${digits(high)} ${unit.label}`.trim();
  });
  const more = lines.length > MOST ? [`and ${lines.length - MOST} more lines`] : [];
  const failures = (aside?.spans ?? []).map(
    ({ what, from_s, to_s }) => `${what} from ${seconds(from_s)}${to_s === null ? "" : ` to ${seconds(to_s)}`}`,
  );
  const failed = failures.length === 0 ? "" : ` Failures: ${failures.join("; ")}.`;
  return `${title}, over time: ${[...ranges, ...more].join("; ")}.${failed}`;
}

function powerNote({ runs }: ReportInput): string {
  const without = runs.flatMap((run) =>
    run.vehicles
      .filter((v) => powerColumns(channelOf(v, "actuators")).length === 0)
      .map((v) => `${v.name} (${run.name})`),
  );
  return without.length === 0 ? "" : `<p>No power in the log of ${escapeHtml(without.join(", "))}.</p>`;
}

function samplesNote(bin_s: number): string {
  if (bin_s === 0) return "Plots show every sample of the log.";
  return `Plots show the smallest and the largest value of every ${digits(bin_s)} s or less, so that no peak is lost; figures and tables use every sample.`;
}
