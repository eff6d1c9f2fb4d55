/**
 * Puts the page together: decodes the data, makes the plots, and holds what they share: the instant under the cursor, the
 * window of time that is shown, the vehicles and runs that are chosen, and the colours, which change for paper.
 *
 * `npm run generate` bundles this file with all that it imports into one script (tools/make-report-assets.ts). The plotting library,
 * uPlot, is a script of its own in front of it.
 */
import type { Display, DisplayMark } from "../display.ts";
import { AllanPlot } from "./allan-plot.ts";
import { decode, fixed, type Limits } from "./numbers.ts";
import { PathPlot } from "./path-plot.ts";
import { Player } from "./player.ts";
import { type PageData, type Plot, part, type Shared } from "./shared.ts";
import { SpansPlot } from "./spans-plot.ts";
import { type Colour, readTheme, swatch } from "./theme.ts";
import { TimePlot } from "./time-plot.ts";
import { Timeline } from "./timeline.ts";

const data = decoded(JSON.parse(part(document, "#report-data").textContent ?? "") as Display);

function decoded(display: Display): PageData {
  return {
    ...display,
    times: display.times.map(decode),
    columns: display.columns.map((column) => ({ time: column.time, values: decode(column) })),
    paths: display.paths.map(
      (path) => path && Object.fromEntries(Object.entries(path).map(([name, column]) => [name, decode(column)])),
    ),
  };
}

const plots: Plot[] = [];
const chosenVehicles = new Set(data.vehicles.keys());
const chosenRuns = new Set(data.runs.keys());

const shared: Shared = {
  dashes: data.dashes,
  span: data.span_s,
  shown: data.span_s,
  t_s: null,
  visible: (track) => {
    const { vehicle, run } = data.tracks[track]!;
    return chosenVehicles.has(vehicle) && chosenRuns.has(run);
  },
  setTime,
  setWindow,
};

/** Plots on the screen. The others take the instant over when they come into sight: a fleet has some hundred lines. */
const seen = new Set<Plot>();
function watch(): void {
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const plot = plots.find(({ host }) => host === target);
      if (plot === undefined) continue;
      if (!isIntersecting) seen.delete(plot);
      else if (!seen.has(plot)) {
        seen.add(plot);
        plot.follow(shared.t_s);
      }
    }
  });
  for (const { host } of plots) observer.observe(host);
}

let pending: number | null = null;
function setTime(t_s: number, source: Plot | null): void {
  shared.t_s = t_s;
  // At most once per frame: a mouse may report a thousand times a second.
  if (pending !== null) cancelAnimationFrame(pending);
  pending = requestAnimationFrame(() => {
    pending = null;
    for (const plot of plots) if (plot !== source && seen.has(plot)) plot.follow(t_s);
    showInstant();
  });
}

/** Plots report their new window too when they are given one: that changes nothing. */
function setWindow([from_s, until_s]: Limits): void {
  if (from_s === shared.shown[0] && until_s === shared.shown[1]) return;
  shared.shown = [from_s, until_s];
  for (const plot of plots) plot.window(shared.shown);
  resetButton.disabled = from_s === shared.span[0] && until_s === shared.span[1];
  // uPlot applies a new scale after this turn; the cursors have new places then.
  if (shared.t_s !== null) setTime(shared.t_s, null);
}

const instant = document.createElement("output");
const resetButton = document.createElement("button");
function showInstant(): void {
  if (shared.t_s !== null) player.follow(shared.t_s);
  instant.textContent = shared.t_s === null ? "" : `t = ${fixed(shared.t_s, 0.01)}\u202fs`;
}

function selectTracks(): void {
  for (const plot of plots) plot.select();
}

/** A row of boxes to choose from; `mark` gives the drawing of the lines of a choice. */
function chooser(
  title: string,
  names: readonly string[],
  chosen: Set<number>,
  mark: (k: number) => SVGSVGElement,
): HTMLFieldSetElement {
  const set = document.createElement("fieldset");
  const legend = document.createElement("legend");
  legend.textContent = title;
  set.append(legend);
  const choose = (k: number, on: boolean): void => {
    if (on) chosen.add(k);
    else chosen.delete(k);
  };
  const boxes = names.map((name, k) => {
    const label = document.createElement("label");
    const box = document.createElement("input");
    box.type = "checkbox";
    box.checked = true;
    box.addEventListener("change", () => {
      choose(k, box.checked);
      selectTracks();
    });
    label.append(box, mark(k), ` ${name}`);
    return { box, label };
  });
  for (const on of [true, false]) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = on ? "all" : "none";
    button.addEventListener("click", () => {
      boxes.forEach(({ box }, k) => {
        box.checked = on;
        choose(k, on);
      });
      selectTracks();
    });
    set.append(button);
  }
  set.append(...boxes.map(({ label }) => label));
  return set;
}

function makeControls(): Player {
  const controls = part(document, "#controls");
  const [several, many] = [data.runs.length > 1, data.vehicles.length > 1];
  if (several) controls.append(chooser("Logs", data.runs, chosenRuns, (r) => swatch(r % 10, [], false)));
  if (many) {
    const mark = (v: number): SVGSVGElement => {
      const { colour = 0, dash = 0 } = data.tracks.find((track) => track.vehicle === v) ?? {};
      return swatch(several ? "ink" : colour, data.dashes[dash] ?? [], false);
    };
    controls.append(chooser("Vehicles", data.vehicles, chosenVehicles, mark));
  }
  resetButton.type = "button";
  resetButton.textContent = "whole time";
  resetButton.disabled = true;
  resetButton.addEventListener("click", () => setWindow(shared.span));
  controls.append(instant, resetButton);
  const made = new Player(shared, controls);
  // In front: what everybody uses.
  controls.prepend(controls.lastElementChild!, instant, resetButton);
  return made;
}

function makePlots(): void {
  data.panels.forEach((panel, k) => {
    plots.push(new TimePlot(part(document, `#panel-${k}`), panel, data, shared));
  });
  for (const each of data.timelines) plots.push(new SpansPlot(part(document, `#${each.id}`), each, shared));
  for (const each of data.allan) plots.push(new AllanPlot(part(document, `#${each.id}`), each));
  const plan = document.getElementById("plan");
  const profile = document.getElementById("profile");
  const timeline = document.getElementById("timeline");
  const figures = data.profiles.map((each) => ({ ...each, figure: document.getElementById(each.id) }));
  if (plan !== null && profile !== null && data.paths.some((path) => path !== null)) {
    const ends = { equal: true, down: false, ends: true, marks: data.marks, scenery: data.scenery };
    const labels = {
      xLabel: "east (m)",
      yLabel: "north (m)",
      estimate: { x: "estimatedEast_m", y: "estimatedNorth_m" },
    };
    // As high as the tracks ask for, within what looks well beside the profiles.
    const height = (width: number, aspect: number): number => Math.round(width * Math.min(0.92, Math.max(0.6, aspect)));
    plots.push(new PathPlot(plan, { x: "east_m", y: "north_m", ...labels, ...ends, height }, data, shared));
    planKey(part(plan, ".legend"));
    const depths = { y: "depth_m", equal: false, down: true, height: () => 210 };
    const along = { x: "distance_m", xLabel: "distance travelled (m)", yLabel: "", fromZero: true, edges: true };
    plots.push(new PathPlot(profile, { ...depths, ...along }, data, shared));
    edgesKey(part(profile, ".legend"));
    for (const { figure, column, label, leastSpan } of figures) {
      const over = { x: column, xLabel: label, yLabel: "depth (m)", leastSpan };
      if (figure !== null) plots.push(new PathPlot(figure, { ...depths, ...over }, data, shared));
    }
  } else {
    for (const figure of [plan, profile, ...figures.map((each) => each.figure)]) figure?.remove();
  }
  if (timeline !== null) plots.push(new Timeline(timeline, data, shared));
}

function planKey(legend: HTMLElement): void {
  const has = (kind: DisplayMark["kind"]): boolean => data.marks.some((mark) => mark.kind === kind);
  const parts = ["○ start", "■ end"];
  if (data.paths.some((path) => path?.estimatedEast_m)) parts.push("┄ estimated by its software");
  if (has("setpoint")) parts.push("+ position set-point");
  if (has("event")) parts.push("◇ position at an event");
  const roles = new Set(data.scenery.map(({ role }) => role));
  if (roles.has("route")) parts.push("╌ route");
  if (roles.has("waypoint")) parts.push("⊙ waypoint, circle of acceptance");
  for (const words of new Set(data.scenery.filter(({ role }) => role === "range").map(({ label }) => label)))
    parts.push(`◌ ${words}`);
  if (roles.has("bottom")) parts.push("depth of the bottom in metres, brown");
  for (const { role, label, largest } of data.scenery)
    if (role === "current") parts.push(`→ ${label}${largest === undefined ? "" : `, up to ${largest}`}`);
  legend.textContent = parts.join("   ");
}

/** What the lines beside the track are, for one track; of several, the caption of the plot over time says it. */
function edgesKey(legend: HTMLElement): void {
  const [path] = data.paths;
  const [track] = data.tracks;
  if (data.paths.length !== 1 || !path || track === undefined) return;
  const entry = (name: string, colour: Colour): void => {
    const item = document.createElement("span");
    item.className = `entry ${colour}`;
    item.append(swatch(colour, [], false), ` ${name} `);
    legend.append(item);
  };
  if (path.bottom_m || path.surface_m) entry("depth", track.colour);
  if (path.bottom_m) entry("bottom", "bottom");
  if (path.surface_m) entry("sea surface", "surface");
}

function linkEvents(): void {
  for (const button of document.querySelectorAll<HTMLElement>("button.instant")) {
    const t_s = Number(button.dataset.t);
    button.addEventListener("click", () => setTime(t_s, null));
    (button.closest("tr") ?? button).addEventListener("mouseenter", () => setTime(t_s, null));
  }
}

function resizeAll(): void {
  for (const plot of plots) plot.resize();
  if (shared.t_s !== null) setTime(shared.t_s, null);
}

function recolour(): void {
  readTheme();
  for (const plot of plots) plot.redraw();
}

/** Paper: light colours, the width of a page, no cursor. */
function forPrint(on: boolean): void {
  const root = document.documentElement;
  if (root.classList.contains("for-print") === on) return;
  root.classList.toggle("for-print", on);
  for (const details of document.querySelectorAll("details")) {
    if (on) {
      details.dataset.open = String(details.open);
      details.open = true;
    } else {
      details.open = details.dataset.open === "true";
    }
  }
  readTheme();
  for (const plot of plots) {
    plot.follow(on ? null : shared.t_s);
    plot.resize();
    plot.redraw();
  }
}

readTheme();
const player = makeControls();
makePlots();
linkEvents();
watch();
document.documentElement.classList.add("ready");

let width = window.innerWidth;
window.addEventListener("resize", () => {
  if (window.innerWidth !== width) resizeAll();
  width = window.innerWidth;
});
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", recolour);
matchMedia("print").addEventListener("change", (event) => forPrint(event.matches));
window.addEventListener("beforeprint", () => forPrint(true));
window.addEventListener("afterprint", () => forPrint(false));

/** For whoever looks at the page from a console, and for tests. */
Object.assign(globalThis, { thetisReport: { plots, shared, player } });
