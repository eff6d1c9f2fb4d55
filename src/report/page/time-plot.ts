/**
 * A plot over time: lines by uPlot, a legend of our own. Cursor and zoom are shared by all plots (shared.ts).
 *
 * With many lines a legend below every plot would be longer than the plot: then the line nearest to the pointer is named, the
 * others step back, and the controls at the top are the legend.
 */
import type { DisplayLine } from "../display.ts";
import type { Aside } from "../panels.ts";
import { asideAt, asideKey, drawAside } from "./aside.ts";
import { leadCursor, placeCursor, reportWindow, showWindow, timeAxis, valueAxis } from "./axes.ts";
import { joined, limitsOf, withBottom } from "./edges.ts";
import { type Column, type Limits, padded, reading } from "./numbers.ts";
import { type PageData, type Panel, type Plot, part, type Shared } from "./shared.ts";
import { DOTS, lineColour, swatch, theme } from "./theme.ts";

const MANY_TRACKS = 6;
const MANY_LINES = 14;
/** Entries of a legend from which on one switch for all is worth its room. */
const MANY_ENTRIES = 5;
const NEAR_PIXELS = 40;

/** An entry of the legend, for all lines that share it. */
interface Entry {
  readonly button: HTMLButtonElement;
  readonly value: HTMLElement;
  readonly lines: readonly number[];
  readonly track: number;
}

export class TimePlot implements Plot {
  readonly panel: Panel;
  readonly host: HTMLElement;
  readonly plot: uPlot;
  readonly #figure: HTMLElement;
  readonly #legend: HTMLElement;
  readonly #shared: Shared;
  readonly #hidden = new Set<number>();
  readonly #crowded: boolean;
  readonly #named = document.createElement("span");
  readonly #entries: readonly Entry[];
  readonly #aside: Aside | null;
  readonly #happening = document.createElement("span");
  /** Of the series nearest to the pointer. */
  #focused: number | null = null;

  constructor(figure: HTMLElement, panel: Panel, data: PageData, shared: Shared) {
    this.panel = panel;
    this.#shared = shared;
    this.#figure = figure;
    this.host = part(figure, ".canvas");
    this.#legend = part(figure, ".legend");
    const entries = new Set(panel.lines.map(({ entry }) => entry)).size;
    this.#aside = panel.aside === undefined ? null : data.asides[panel.aside]!;
    // A plot of one sensor has few lines, however many vehicles there are.
    this.#crowded = (data.tracks.length > MANY_TRACKS && this.#aside === null) || entries > MANY_LINES;
    const options: uPlot.Options = {
      ...this.#size(),
      legend: { show: false },
      padding: [8, 18, 0, 0],
      series: [{}, ...panel.lines.map((line) => this.#series(line))],
      scales: {
        x: { time: false, auto: false, min: shared.span[0], max: shared.span[1] },
        y: { range: (u, low, high) => this.#range(u, low, high), dir: panel.down ? -1 : 1 },
      },
      axes: [timeAxis(shared), valueAxis(panel.steps)],
      cursor: {
        y: false,
        drag: { x: true, y: false, dist: 4 },
        points: { size: 6 },
        ...(this.#crowded && { focus: { prox: NEAR_PIXELS } }),
        bind: {
          dblclick: () => () => {
            shared.setWindow(shared.span);
            return null;
          },
          // The cursor stays where it was left, so that the values can be read.
          mouseleave: () => null,
        },
      },
      focus: { alpha: 0.25 },
      hooks: {
        drawAxes: [(u) => this.#aside && drawAside(u, this.#aside)],
        setCursor: [(u) => this.#cursorMoved(u)],
        setScale: [(u, key) => reportWindow(u, key, shared)],
        setSeries: [(u, index, options) => "focus" in options && this.#focusOn(u, index)],
      },
    };
    this.#entries = this.#makeLegend();
    this.plot = new uPlot(options, aligned(panel, data), this.host);
    leadCursor(this, this.plot, shared);
  }

  /** uPlot gives the limits of all lines but the bottom, within the window; null where there are none. */
  #range(u: uPlot, low: number | null, high: number | null): [number, number] {
    let bottom: Limits | null = null;
    this.panel.lines.forEach(({ edge }, i) => {
      const { show, idxs } = u.series[i + 1]!;
      if (edge !== "bottom" || !show) return;
      bottom = joined(bottom, limitsOf(u.data[i + 1]!, idxs?.[0], idxs?.[1]));
    });
    const known = bottom as Limits | null;
    const [from, to] = padded(
      withBottom(low === null || high === null ? null : [low, high], known),
      this.panel.leastSpan,
    );
    this.#figure.classList.toggle("bottom-beyond", known !== null && known[0] > to);
    return [from, to];
  }

  #series({ colour, dash, dotted, label, edge, look }: DisplayLine): uPlot.Series {
    if (look !== undefined) return sampled(label, colour, look);
    const stepped = this.panel.steps ? uPlot.paths.stepped?.({ align: 1 }) : undefined;
    return {
      label,
      stroke: () => lineColour(colour),
      width: edge ? 1 : dotted ? 2 : 1.5,
      ...(edge === "bottom" && { auto: false }),
      ...(colour === "bottom" && { fill: () => theme().ground, fillTo: (u: uPlot) => u.scales.y?.max ?? 0 }),
      dash: [...(dotted ? DOTS : (this.#shared.dashes[dash] ?? []))],
      points: { show: false },
      ...(stepped && { paths: stepped }),
    };
  }

  #makeLegend(): Entry[] {
    if (this.#crowded) {
      this.#figure.classList.add("crowded");
      this.#legend.append(this.#named);
      this.#nameNone();
      return [];
    }
    const { lines: all } = this.panel;
    const names = [...new Set(all.map((line) => line.entry))];
    if (names.length >= MANY_ENTRIES) this.#legend.append(this.#switchOfAll());
    const entries = names.map((name): Entry => {
      const lines = [...all.keys()].filter((i) => all[i]!.entry === name);
      const first = lines[0]!;
      const { colour, dash, dotted, track, edge } = all[first]!;
      const button = document.createElement("button");
      button.type = "button";
      button.setAttribute("aria-pressed", "true");
      const value = document.createElement("span");
      value.className = "value";
      if (edge === "bottom") button.className = "bottom";
      button.append(swatch(colour, this.#shared.dashes[dash] ?? [], dotted), ` ${name} `, value);
      button.addEventListener("click", () => {
        for (const i of lines) if (!this.#hidden.delete(i)) this.#hidden.add(i);
        button.setAttribute("aria-pressed", String(!this.#hidden.has(first)));
        this.select();
      });
      this.#legend.append(button);
      return { button, value, lines, track };
    });
    if (this.#aside !== null) this.#addAsideKey(this.#aside);
    return entries;
  }

  /** Behind the entries of the lines, in the order of the page. */
  #addAsideKey(aside: Aside): void {
    const keys = asideKey(aside).map(({ sign, text }) => {
      const entry = document.createElement("span");
      entry.className = "entry aside";
      const drawn = document.createElement("span");
      drawn.className = sign === "┊" ? "event" : "invalid";
      drawn.textContent = sign;
      entry.append(drawn, ` ${text}`);
      return entry;
    });
    this.#happening.className = "happening";
    this.#legend.append(...keys, this.#happening);
  }

  /** Hides all lines of a plot of many, or shows them again: to look at one of eight, hide all and click it. */
  #switchOfAll(): HTMLButtonElement {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "all";
    const name = (): void => {
      button.textContent = this.#hidden.size < this.panel.lines.length ? "none" : "all";
    };
    button.addEventListener("click", () => {
      const hide = this.#hidden.size < this.panel.lines.length;
      this.#hidden.clear();
      if (hide) for (const i of this.panel.lines.keys()) this.#hidden.add(i);
      for (const entry of this.#entries) entry.button.setAttribute("aria-pressed", String(!hide));
      name();
      this.select();
    });
    name();
    return button;
  }

  /** Shows the lines of the chosen tracks, without those that the legend hides. */
  select(): void {
    // What is of one sensor is of one track.
    const [first] = this.panel.lines;
    if (this.#aside !== null && first !== undefined) this.#showAll(this.#shared.visible(first.track));
    this.plot.batch(() => {
      this.panel.lines.forEach((line, i) => {
        const show = this.#shared.visible(line.track) && !this.#hidden.has(i);
        if (this.plot.series[i + 1]!.show !== show) this.plot.setSeries(i + 1, { show });
      });
    });
    for (const { button, track } of this.#entries) button.hidden = !this.#shared.visible(track);
  }

  #showAll(shown: boolean): void {
    if (this.#figure.hidden === !shown) return;
    this.#figure.hidden = !shown;
    // Its width may have changed while it was away.
    if (shown) this.resize();
  }

  #cursorMoved(u: uPlot): void {
    if (this.#crowded) {
      this.#focusOn(u, this.#focused);
      return;
    }
    const { left = -1, idxs } = u.cursor;
    if (this.#aside !== null)
      this.#happening.textContent = left < 0 ? "" : asideAt(u, this.#aside, u.posToVal(left, "x"));
    for (const { value, lines } of this.#entries) {
      const [first = "", ...others] = left < 0 ? [] : lines.map((i) => this.#valueAt(u, i + 1, idxs?.[i + 1]));
      value.textContent = others.length === 0 ? first : `${first} (${others.join(", ")})`;
    }
  }

  #valueAt(u: uPlot, series: number, index: number | null | undefined): string {
    const { min = 0, max = 1 } = u.scales.y ?? {};
    const y = index === null || index === undefined ? null : u.data[series]?.[index];
    const text = reading(y, this.panel.unit, max - min);
    // Among the values of a track the bottom has its name in front.
    const { edge, colour } = this.panel.lines[series - 1]!;
    return edge && colour !== edge ? `${edge} ${text}` : text;
  }

  #focusOn(u: uPlot, series: number | null): void {
    this.#focused = series;
    if (!this.#crowded) return;
    const line = series === null ? undefined : this.panel.lines[series - 1];
    if (series === null || line === undefined) {
      this.#nameNone();
      return;
    }
    this.#named.replaceChildren(
      swatch(line.colour, this.#shared.dashes[line.dash] ?? [], line.dotted),
      ` ${line.label}: ${this.#valueAt(u, series, u.cursor.idxs?.[series])}`,
    );
  }

  #nameNone(): void {
    this.#named.textContent = `${this.panel.lines.length} lines; the nearest to the pointer is named here`;
  }

  follow(t_s: number | null): void {
    // Far above the plot: in a crowded one no line is nearest.
    placeCursor(this.plot, t_s, this.#crowded ? -1e4 : 0);
  }

  window(shown: Limits): void {
    showWindow(this.plot, shown);
  }

  #size(): { width: number; height: number } {
    const width = Math.max(200, Math.floor(this.host.clientWidth));
    return { width, height: this.#figure.closest(".columns-3") ? 180 : 210 };
  }

  resize(): void {
    this.plot.setSize(this.#size());
  }

  redraw(): void {
    this.plot.redraw(false);
  }
}

/** Samples, a line with a point where one stands alone; or points without a line. */
function sampled(label: string, colour: DisplayLine["colour"], look: "samples" | "points"): uPlot.Series {
  const stroke = (): string => lineColour(colour);
  if (look === "points")
    return { label, stroke, width: 0, paths: () => null, points: { show: true, size: 5, width: 1.25, stroke } };
  return {
    label,
    stroke,
    width: 1.25,
    points: {
      size: 4,
      stroke,
      fill: stroke,
      filter: (u, series, show) => (show ? null : isolated(u.data[series]!)),
    },
  };
}

/** Places of samples without a neighbour, which a line does not show. */
function isolated(values: ArrayLike<number | null | undefined>): number[] {
  const places: number[] = [];
  let before: number | null | undefined = null;
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (value === undefined) continue; // a sample of another line
    if (value !== null && before === null && (values[i + 1] ?? null) === null) places.push(i);
    before = value;
  }
  return places;
}

/** uPlot's form: one list of instants, one list of values per line; undefined where another line has a sample. */
function aligned(panel: Panel, data: PageData): uPlot.AlignedData {
  const timeOf = (line: DisplayLine): number => data.columns[line.column]!.time;
  const bases = [...new Set(panel.lines.map(timeOf))];
  const order: DisplayLine[] = [];
  const tables = bases.map((base): uPlot.AlignedData => {
    const lines = panel.lines.filter((line) => timeOf(line) === base);
    order.push(...lines);
    const instants_s = data.times[base]!.map((t) => t ?? 0);
    return [instants_s, ...lines.map((line): Column => data.columns[line.column]!.values)];
  });
  const [only] = tables;
  const all = tables.length === 1 && only !== undefined ? only : uPlot.join(tables);
  // join puts the lines in the order of the tables.
  return [all[0], ...panel.lines.map((line) => all[1 + order.indexOf(line)] as Column)];
}
