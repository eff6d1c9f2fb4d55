/**
 * A plot of timelines: one row for each channel, in it what is done and received above and losses below, each span in the colour of its
 * sort; nothing where it is idle. What is shorter than a pixel is merged (span-merging.ts). Cursor and zoom are those of all plots; the
 * pointer over a row shows its spans with their numbers.
 */
import type { DisplayTimeline } from "../span-display.ts";
import { merged, type Pieces, piecesAt, where } from "../span-merging.ts";
import { leadCursor, placeCursor, reportWindow, showWindow, timeAxis } from "./axes.ts";
import type { Limits } from "./numbers.ts";
import { type Plot, part, type Shared } from "./shared.ts";
import { decodedLane, type Lane, spansAt } from "./span-lanes.ts";
import { FONT, lineColour, swatch, theme } from "./theme.ts";

const AXIS_PIXELS = 50;
/** Of a row, by the number of rows. */
const rowPixels = (rows: number): number => (rows <= 8 ? 30 : rows <= 20 ? 22 : 15);
/** Of a row's height: a gap, and what losses take where there are any. */
const [GAP, LOSSES] = [0.14, 0.4];
const LONGEST_LABEL = 26;
const LETTER_PIXELS = 6.6;
const NEAR_PIXELS = 2;
/** A piece is at least so wide; a loss is seen wherever it is. */
const LEAST_PIXELS = [1, 2] as const;
/** Of a piece that takes next to none of its time. */
const PALEST = [0.3, 0.6] as const;

interface Row {
  readonly label: string;
  readonly track: number;
  readonly lanes: readonly [Lane, Lane];
}

export class SpansPlot implements Plot {
  readonly host: HTMLElement;
  readonly plot: uPlot;
  readonly #figure: HTMLElement;
  readonly #timeline: DisplayTimeline;
  readonly #shared: Shared;
  readonly #rows: readonly Row[];
  readonly #hidden = new Set<number>();
  readonly #tip = document.createElement("div");
  #shown: readonly Row[];

  constructor(figure: HTMLElement, timeline: DisplayTimeline, shared: Shared) {
    this.#figure = figure;
    this.#timeline = timeline;
    this.#shared = shared;
    this.host = part(figure, ".canvas");
    this.#rows = timeline.rows.map(({ label, track, lanes: [done, lost] }) => ({
      ...{ label, track },
      lanes: [decodedLane(done, timeline.unit_s), decodedLane(lost, timeline.unit_s)],
    }));
    this.#shown = this.#rows;
    const longest = Math.max(...this.#rows.map(({ label }) => Math.min(LONGEST_LABEL, label.length)));
    const [from_s, until_s] = shared.span;
    const options: uPlot.Options = {
      ...this.#size(),
      legend: { show: false },
      padding: [4, 18, 0, 0],
      // The axes are uPlot's; the spans are drawn in the hook.
      series: [{}, { show: false }],
      scales: {
        x: { time: false, auto: false, min: from_s, max: until_s },
        y: { range: () => [-0.5, this.#shown.length - 0.5], dir: -1 },
      },
      axes: [
        timeAxis(shared),
        {
          stroke: () => theme().ink,
          font: FONT,
          size: 14 + LETTER_PIXELS * longest,
          grid: { show: false },
          ticks: { show: false },
          splits: () => this.#shown.map((_, k) => k),
          values: () => this.#shown.map(({ label }) => shortened(label)),
        },
      ],
      cursor: {
        y: false,
        drag: { x: true, y: false, dist: 4 },
        points: { show: false },
        bind: {
          dblclick: () => () => {
            shared.setWindow(shared.span);
            return null;
          },
          mouseleave: () => null,
        },
      },
      hooks: {
        drawClear: [(u) => this.#drawGround(u)],
        draw: [(u) => this.#drawRows(u)],
        setScale: [(u, key) => reportWindow(u, key, shared)],
      },
    };
    this.#makeLegend();
    this.plot = new uPlot(
      options,
      [
        [from_s, until_s],
        [null, null],
      ],
      this.host,
    );
    this.#tip.className = "tip";
    this.#tip.hidden = true;
    this.plot.over.append(this.#tip);
    this.plot.over.addEventListener("mousemove", (event) => this.#hover(event));
    this.plot.over.addEventListener("mouseleave", () => {
      this.#tip.hidden = true;
    });
    leadCursor(this, this.plot, shared);
  }

  #makeLegend(): void {
    const legend = part(this.#figure, ".legend");
    this.#timeline.sorts.forEach(({ word, lost, colour }, k) => {
      // "mixed" goes with what it is made of.
      const isMixed = k === this.#timeline.sorts.length - 1;
      const button = document.createElement("button");
      button.type = "button";
      button.setAttribute("aria-pressed", "true");
      button.append(swatch(colour, [], false), ` ${lost ? `lost: ${word}` : word}`);
      button.disabled = isMixed;
      button.addEventListener("click", () => {
        if (!this.#hidden.delete(k)) this.#hidden.add(k);
        button.setAttribute("aria-pressed", String(!this.#hidden.has(k)));
        this.redraw();
      });
      legend.append(button);
    });
  }

  /** The ground of each row: where nothing stands on it, it is idle. */
  #drawGround(u: uPlot): void {
    const { ctx: g, bbox } = u;
    g.save();
    g.fillStyle = theme().grid;
    g.globalAlpha = 0.55;
    this.#shown.forEach((_, k) => {
      const [top, height] = this.#rowBox(u, k);
      g.fillRect(bbox.left, top, bbox.width, height);
    });
    g.restore();
  }

  /** Top and height of a row in pixels of the canvas. */
  #rowBox(u: uPlot, k: number): [top: number, height: number] {
    const [above, below] = [u.valToPos(k - 0.5, "y", true), u.valToPos(k + 0.5, "y", true)];
    const gap = GAP * (below - above);
    return [Math.round(above + gap / 2), Math.max(1, Math.round(below - above - gap))];
  }

  #drawRows(u: uPlot): void {
    const { ctx: g, bbox } = u;
    g.save();
    g.beginPath();
    g.rect(bbox.left, bbox.top, bbox.width, bbox.height);
    g.clip();
    this.#shown.forEach(({ lanes: [done, lost] }, k) => {
      const [top, height] = this.#rowBox(u, k);
      // A row that loses nothing is of one lane.
      const below = lost.code.length === 0 ? 0 : Math.max(2, Math.round(LOSSES * height));
      this.#drawLane(u, done, top, height - below, 0);
      if (below > 0) this.#drawLane(u, lost, top + height - below, below, 1);
    });
    g.restore();
  }

  #drawLane(u: uPlot, lane: Lane, top: number, height: number, which: 0 | 1): void {
    const { ctx: g, bbox } = u;
    const { min = 0, max = 1 } = u.scales.x ?? {};
    const perPixel_s = ((max - min) / Math.max(1, bbox.width)) * uPlot.pxRatio;
    const mixed = this.#timeline.sorts.length - 1;
    const pieces = merged(this.#inWindow(lane, min, max), perPixel_s, mixed);
    const toX = (t_s: number): number => bbox.left + ((t_s - min) / (max - min)) * bbox.width;
    const least = LEAST_PIXELS[which] * uPlot.pxRatio;
    let code = -1;
    for (let k = 0; k < pieces.code.length; k++) {
      const [begin, end] = [pieces.begin_s[k]!, pieces.end_s[k]!];
      if (pieces.code[k]! !== code) {
        code = pieces.code[k]!;
        g.fillStyle = lineColour(this.#timeline.sorts[code]?.colour ?? "unknown");
      }
      const left = toX(begin);
      const width = Math.max(least, toX(end) - left);
      const share = Math.min(1, pieces.covered_s[k]! / Math.max(1e-12, (width * (max - min)) / bbox.width));
      // A span that stands alone and is wide enough has its own colour.
      g.globalAlpha = pieces.count[k] === 1 && width > least ? 1 : PALEST[which] + (1 - PALEST[which]) * share;
      g.fillRect(left, top, width, height);
    }
    g.globalAlpha = 1;
  }

  /** What is seen of a lane, without the sorts that the legend hides. */
  #inWindow(lane: Lane, min: number, max: number): Pieces {
    const { begin_s, end_s, code } = lane;
    const all = this.#hidden.size === 0 && min <= this.#shared.span[0] && max >= this.#shared.span[1];
    if (all) return lane;
    const seen = where(code.length, (k) => begin_s[k]! <= max && end_s[k]! >= min && !this.#hidden.has(code[k]!));
    return piecesAt(lane, seen);
  }

  #hover(event: MouseEvent): void {
    const box = this.plot.over.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const row = this.#shown[Math.round(this.plot.posToVal(y, "y"))];
    if (row === undefined) return;
    const near_s = NEAR_PIXELS * (this.plot.posToVal(1, "x") - this.plot.posToVal(0, "x"));
    const lines = spansAt(row, row.lanes, this.#timeline, this.plot.posToVal(x, "x"), near_s);
    this.#tip.textContent = lines.join("\n");
    this.#tip.hidden = false;
    // On the side of the pointer where there is room.
    const right = x > box.width / 2;
    this.#tip.style.left = right ? "" : `${x + 14}px`;
    this.#tip.style.right = right ? `${box.width - x + 14}px` : "";
    const below = y + 14 + this.#tip.offsetHeight > box.height;
    this.#tip.style.top = `${below ? Math.max(0, y - 14 - this.#tip.offsetHeight) : y + 14}px`;
  }

  follow(t_s: number | null): void {
    if (t_s === null) this.#tip.hidden = true;
    placeCursor(this.plot, t_s, 0);
  }

  window(shown: Limits): void {
    showWindow(this.plot, shown);
  }

  select(): void {
    this.#shown = this.#rows.filter(({ track }) => this.#shared.visible(track));
    this.resize();
    this.redraw();
  }

  #size(): { width: number; height: number } {
    const rows = Math.max(1, this.#shown?.length ?? this.#rows.length);
    const width = Math.max(200, Math.floor(this.host.clientWidth));
    return { width, height: AXIS_PIXELS + rows * rowPixels(rows) };
  }

  resize(): void {
    this.plot.setSize(this.#size());
  }

  redraw(): void {
    this.plot.redraw(false, true);
  }
}

function shortened(label: string): string {
  return label.length > LONGEST_LABEL ? `${label.slice(0, LONGEST_LABEL - 1)}…` : label;
}
