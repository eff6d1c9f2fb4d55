/** Events on a strip under the same time axis as the plots: one row per run, one mark per event. */
import type { DisplayEvent } from "../display.ts";
import { leadCursor, placeCursor, reportWindow, showWindow, timeAxis } from "./axes.ts";
import { fixed, type Limits } from "./numbers.ts";
import { type PageData, type Plot, part, type Shared } from "./shared.ts";
import { lineColour, theme } from "./theme.ts";

const NEAR_PIXELS = 12;
const ROW_PIXELS = 26;

export class Timeline implements Plot {
  readonly host: HTMLElement;
  readonly plot: uPlot;
  readonly #legend: HTMLElement;
  readonly #data: PageData;
  readonly #height: number;

  constructor(figure: HTMLElement, data: PageData, shared: Shared) {
    this.#data = data;
    this.host = part(figure, ".canvas");
    this.#legend = part(figure, ".legend");
    const runs = data.runs.length;
    this.#height = 50 + ROW_PIXELS * runs;
    const [from_s, until_s] = shared.span;
    const options: uPlot.Options = {
      width: this.host.clientWidth,
      height: this.#height,
      legend: { show: false },
      padding: [4, 18, 0, 18],
      // Nothing but the axis is uPlot's: the marks are drawn in the hook.
      series: [{}, { show: false }],
      scales: {
        x: { time: false, auto: false, min: from_s, max: until_s },
        y: { range: [-0.5, runs - 0.5], dir: -1 },
      },
      axes: [timeAxis(shared), { show: false }],
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
        draw: [(u) => this.#drawMarks(u)],
        setCursor: [(u) => this.#cursorMoved(u)],
        setScale: [(u, key) => reportWindow(u, key, shared)],
      },
    };
    this.plot = new uPlot(
      options,
      [
        [from_s, until_s],
        [null, null],
      ],
      this.host,
    );
    leadCursor(this, this.plot, shared);
  }

  #drawMarks(u: uPlot): void {
    const g = u.ctx;
    const ratio = uPlot.pxRatio;
    const { left, top, width, height } = u.bbox;
    g.save();
    g.beginPath();
    g.rect(left, top, width, height);
    g.clip();
    this.#data.runs.forEach((_, r) => {
      const y = u.valToPos(r, "y", true);
      g.strokeStyle = lineColour(this.#data.runs.length > 1 ? r % 10 : 0);
      g.lineWidth = ratio;
      g.beginPath();
      g.moveTo(left, y);
      g.lineTo(left + width, y);
      g.stroke();
    });
    const { levels } = theme();
    for (const event of this.#data.events) {
      const level = event.level in levels ? event.level : "info";
      g.fillStyle = levels[level] ?? "";
      drawMark(g, u.valToPos(event.t_s, "x", true), u.valToPos(event.run, "y", true), ratio, level);
    }
    g.restore();
  }

  #cursorMoved(u: uPlot): void {
    const { left = -1 } = u.cursor;
    const near = left < 0 ? null : this.#nearest(u, left);
    this.#legend.textContent = near === null ? "" : `${fixed(near.t_s, 0.01)}\u202fs, ${near.level}: ${near.text}`;
  }

  #nearest(u: uPlot, left: number): DisplayEvent | null {
    let best = NEAR_PIXELS;
    let found: DisplayEvent | null = null;
    for (const event of this.#data.events) {
      const d = Math.abs(u.valToPos(event.t_s, "x") - left);
      if (d < best) [best, found] = [d, event];
    }
    return found;
  }

  follow(t_s: number | null): void {
    placeCursor(this.plot, t_s, 0);
  }

  window(shown: Limits): void {
    showWindow(this.plot, shown);
  }

  select(): void {}

  resize(): void {
    this.plot.setSize({ width: Math.max(200, Math.floor(this.host.clientWidth)), height: this.#height });
  }

  redraw(): void {
    this.plot.redraw(false);
  }
}

/** Levels differ in shape as well as in colour: a bar, a triangle, a diamond. */
function drawMark(g: CanvasRenderingContext2D, x: number, y: number, ratio: number, level: string): void {
  const r = 6 * ratio;
  g.beginPath();
  if (level === "warning") {
    g.moveTo(x, y - r);
    g.lineTo(x + r, y + 0.8 * r);
    g.lineTo(x - r, y + 0.8 * r);
  } else if (level === "error" || level === "fatal") {
    g.moveTo(x, y - 1.2 * r);
    g.lineTo(x + 1.2 * r, y);
    g.lineTo(x, y + 1.2 * r);
    g.lineTo(x - 1.2 * r, y);
  } else {
    g.rect(x - 1.25 * ratio, y - r, 2.5 * ratio, 2 * r);
  }
  g.closePath();
  g.fill();
}
