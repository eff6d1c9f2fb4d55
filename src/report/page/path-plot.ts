/**
 * A plot of one coordinate over another along the tracks: the plan view, whose two scales are equal, and depth over distance.
 * Drawn here rather than by uPlot, which wants rising values on its horizontal axis.
 *
 * Dragging zooms, a double-click shows everything; moving over a track sets the instant of all plots. While the plots over time are
 * zoomed, the parts of the tracks outside their window are faint.
 */
import type { DisplayMark } from "../display.ts";
import type { DisplayScenery } from "../scenery.ts";
import { drawEdge, joined, limitsOf, type Mapping, withBottom } from "./edges.ts";
import { Labels } from "./labels.ts";
import { drawMark, nameEvents } from "./marks.ts";
import { type Column, fixed, type Limits, niceStep, padded, ticks } from "./numbers.ts";
import { centreAt, circlesInView, positionAt, type TrackPath } from "./places.ts";
import { drawAround, drawScenery, nameScenery, numberWaypoints } from "./scenery.ts";
import { type PageData, type PagePath, type Plot, part, type Shared } from "./shared.ts";
import { FONT, lineColour, theme } from "./theme.ts";

const MARGIN = { right: 18, top: 8, bottom: 44 };
const LETTER_PIXELS = 7;
const LABEL_PIXELS = 20;
const NEAR_PIXELS = 30;
const LEAST_SPAN_M = 0.1;
const ESTIMATE_DASH: readonly number[] = [5, 4];

export interface PathOptions {
  /** Names of columns of the paths. */
  readonly x: string;
  readonly y: string;
  readonly xLabel: string;
  readonly yLabel: string;
  /** Columns of where software took the vehicle to be: drawn dashed. */
  readonly estimate?: { readonly x: string; readonly y: string };
  /** The same scale on both axes. */
  readonly equal: boolean;
  /** y grows downwards. */
  readonly down: boolean;
  /** Start and end of each track are marked. */
  readonly ends?: boolean;
  readonly marks?: readonly DisplayMark[];
  /** What stands around the tracks. */
  readonly scenery?: readonly DisplayScenery[];
  /** x begins where the tracks do. */
  readonly fromZero?: boolean;
  /** Of x. */
  readonly leastSpan?: number;
  /** With bottom and surface of the sea. */
  readonly edges?: boolean;
  height(width: number, aspect: number): number;
}

type Box = [x0: number, x1: number, y0: number, y1: number];

/** What is shown, and the way from values to pixels and back. */
interface Frame extends Mapping {
  readonly left: number;
  readonly w: number;
  readonly h: number;
  readonly x0: number;
  readonly x1: number;
  readonly y0: number;
  readonly y1: number;
  fromX(px: number): number;
  fromY(py: number): number;
}

interface Drag {
  readonly x: number;
  readonly y: number;
  box: Box | null;
}

export class PathPlot implements Plot {
  readonly host: HTMLElement;
  readonly #options: PathOptions;
  readonly #shared: Shared;
  readonly #data: PageData;
  readonly #figure: HTMLElement;
  readonly #canvas = document.createElement("canvas");
  /** What does not move with the cursor, drawn once. */
  readonly #still = document.createElement("canvas");
  readonly #paths: readonly TrackPath[];
  #zoom: Box | null = null;
  #t_s: number | null = null;
  #width = 0;
  #height = 0;
  #drag: Drag | null = null;
  #frame: Frame;

  constructor(figure: HTMLElement, options: PathOptions, data: PageData, shared: Shared) {
    this.#options = options;
    this.#shared = shared;
    this.#data = data;
    this.#figure = figure;
    this.host = part(figure, ".canvas");
    this.host.append(this.#canvas);
    this.#paths = data.paths.flatMap((path, track): TrackPath[] => {
      const [t, x, y] = [path?.t_s, path?.[options.x], path?.[options.y]];
      return path === null || !t || !x || !y ? [] : [{ track, t, x, y, path }];
    });
    this.#canvas.addEventListener("pointerdown", (event) => this.#dragStarts(event));
    this.#canvas.addEventListener("pointermove", (event) => this.#pointerMoves(event));
    this.#canvas.addEventListener("pointerup", () => this.#dragEnds());
    this.#canvas.addEventListener("dblclick", () => this.#view(null));
    this.#frame = this.#makeFrame();
    this.resize();
  }

  resize(): void {
    this.#width = Math.max(240, Math.floor(this.host.clientWidth));
    const [x0, x1, y0, y1] = this.#everything();
    this.#height = this.#options.height(this.#width, (y1 - y0) / (x1 - x0));
    const ratio = window.devicePixelRatio;
    for (const canvas of [this.#canvas, this.#still]) {
      canvas.width = Math.round(this.#width * ratio);
      canvas.height = Math.round(this.#height * ratio);
    }
    this.#canvas.style.width = `${this.#width}px`;
    this.#canvas.style.height = `${this.#height}px`;
    this.redraw();
  }

  #view(zoom: Box | null): void {
    this.#zoom = zoom;
    this.redraw();
  }

  select(): void {
    this.redraw();
  }

  window(): void {
    this.redraw();
  }

  follow(t_s: number | null): void {
    this.#t_s = t_s;
    this.#paint();
  }

  #makeFrame(): Frame {
    const { equal, down } = this.#options;
    const h = this.#height - MARGIN.top - MARGIN.bottom;
    let [x0, x1, y0, y1] = this.#zoom ?? this.#everything();
    // Room for the longest number at the vertical axis.
    const step = niceStep(y1 - y0, h, 36);
    const letters = Math.max(3, ...[y0, y1].map((y) => fixed(y, step).length));
    const left = 12 + LETTER_PIXELS * letters + (this.#options.yLabel === "" ? 0 : LABEL_PIXELS);
    const w = this.#width - left - MARGIN.right;
    if (equal) {
      const scale = Math.max((x1 - x0) / w, (y1 - y0) / h);
      [x0, x1] = [0.5 * (x0 + x1 - scale * w), 0.5 * (x0 + x1 + scale * w)];
      [y0, y1] = [0.5 * (y0 + y1 - scale * h), 0.5 * (y0 + y1 + scale * h)];
    }
    const toX = (x: number): number => left + ((x - x0) / (x1 - x0)) * w;
    const toY = (y: number): number => MARGIN.top + (down ? (y - y0) / (y1 - y0) : (y1 - y) / (y1 - y0)) * h;
    const fromX = (px: number): number => x0 + ((px - left) / w) * (x1 - x0);
    const fromY = (py: number): number =>
      down ? y0 + ((py - MARGIN.top) / h) * (y1 - y0) : y1 - ((py - MARGIN.top) / h) * (y1 - y0);
    return { left, w, h, x0, x1, y0, y1, toX, toY, fromX, fromY };
  }

  #everything(): Box {
    let xs: Limits | null = null;
    let ys: Limits | null = null;
    const include = (x: number | null | undefined, y: number | null | undefined): void => {
      if (x === null || y === null || x === undefined || y === undefined) return;
      xs = joined(xs, [x, x]);
      ys = joined(ys, [y, y]);
    };
    for (const { x, y } of this.#withEstimates()) for (let i = 0; i < x.length; i++) include(x[i], y[i]);
    for (const mark of this.#chosenMarks()) include(mark.east_m, mark.north_m);
    // Where a vehicle is to go belongs into the picture; the sea around it does not make the picture larger.
    for (const { vehicle, lines, circles } of this.#chosenScenery().map(ofPlan)) {
      if (!vehicle) continue;
      for (const line of lines) for (const [x, y] of line) include(x, y);
      for (const [x, y, r] of circles) {
        include(x - r, y - r);
        include(x + r, y + r);
      }
    }
    for (const [x, y, r] of circlesInView(this.#chosen(), this.#chosenScenery(), xs, ys)) {
      include(x - r, y - r);
      include(x + r, y + r);
    }
    const [across, up] = [xs as Limits | null, ys as Limits | null];
    if (across === null || up === null) return [0, 1, 0, 1];
    const [x0, x1] = padded(across, this.#options.leastSpan ?? LEAST_SPAN_M);
    const y = padded(this.#withEdges(up), LEAST_SPAN_M);
    // Distances begin at their zero.
    return [this.#options.fromZero ? across[0] : x0, x1, ...y];
  }

  /** Limits of the depth, widened to the sea's surface and, within reach, its bottom. */
  #withEdges(depth: Limits): Limits {
    let limits: Limits | null = depth;
    let bottom: Limits | null = null;
    for (const { path } of this.#options.edges ? this.#chosen() : []) {
      const surface = this.#edge(path, "surface_m");
      if (surface) limits = joined(limits, limitsOf(surface));
      if (path.bottom_m) bottom = joined(bottom, limitsOf(path.bottom_m));
    }
    const widened = withBottom(limits, bottom) ?? depth;
    this.#figure.classList.toggle("bottom-beyond", bottom !== null && bottom[0] > widened[1]);
    return widened;
  }

  /** An edge that is drawn. As in the plots over time, the surface stands only where one track does. */
  #edge(path: PagePath, edge: "bottom_m" | "surface_m"): Column | null {
    const shown = this.#options.edges && (edge === "bottom_m" || this.#paths.length === 1);
    return (shown && path[edge]) || null;
  }

  #chosen(): TrackPath[] {
    return this.#paths.filter(({ track }) => this.#shared.visible(track));
  }

  /** The chosen paths, those of the estimates behind. */
  #withEstimates(): (TrackPath & { readonly estimated?: true })[] {
    const { estimate } = this.#options;
    const paths = this.#chosen();
    if (estimate === undefined) return paths;
    const estimates = paths.flatMap((each) => {
      const [x, y] = [each.path[estimate.x], each.path[estimate.y]];
      return x && y ? [{ ...each, x, y, estimated: true as const }] : [];
    });
    return [...paths, ...estimates];
  }

  #chosenMarks(): DisplayMark[] {
    return (this.#options.marks ?? []).filter(({ track }) => this.#shared.visible(track));
  }

  #chosenScenery(): DisplayScenery[] {
    return (this.#options.scenery ?? []).filter(
      ({ tracks }) => tracks.length === 0 || tracks.some((track) => this.#shared.visible(track)),
    );
  }

  redraw(): void {
    const f = this.#makeFrame();
    this.#frame = f;
    const g = this.#context(printing() ? this.#canvas : this.#still);
    this.#drawAxes(g, f);
    this.#clip(g, f);
    const view = { left: f.left + 2, top: MARGIN.top + 2, right: f.left + f.w - 2, bottom: MARGIN.top + f.h - 2 };
    const labels = new Labels(g, view.left, view.top, view.right, view.bottom);
    const scenery = this.#chosenScenery();
    const colourOf = ({ tracks: [track] }: DisplayScenery): string =>
      track === undefined ? theme().ink : this.#style(track).colour;
    drawScenery(g, f, scenery, { colourOf }, view);
    for (const path of this.#chosen()) this.#drawEdges(g, f, path);
    for (const path of this.#withEstimates()) this.#drawPath(g, f, path);
    const marks = this.#chosenMarks();
    for (const mark of marks) if (mark.kind === "event") drawMark(g, f, mark);
    if (this.#options.ends) for (const path of this.#chosen()) this.#drawEnds(g, f, path);
    for (const mark of marks) if (mark.kind === "setpoint") drawMark(g, f, mark);
    numberWaypoints(f, scenery, { colourOf }, labels);
    nameEvents(f, marks, labels);
    nameScenery(f, scenery, labels);
    if (printing()) this.#drawAround(g, f);
    g.restore();
    this.#paint();
  }

  /** The still picture, and on it the vehicles at the cursor's time. */
  #paint(): void {
    if (printing()) return;
    const g = this.#context(this.#canvas);
    g.drawImage(this.#still, 0, 0, this.#width, this.#height);
    if (this.#drag?.box) drawBox(g, this.#drag.box);
    this.#clip(g, this.#frame);
    this.#drawAround(g, this.#frame);
    if (this.#t_s !== null) for (const path of this.#chosen()) this.#drawPosition(g, this.#frame, path, this.#t_s);
    g.restore();
  }

  /** Circles that go along with their vehicles: where those are at the cursor's time, or else at their first position. */
  #drawAround(g: CanvasRenderingContext2D, f: Frame): void {
    for (const { around, tracks } of this.#chosenScenery()) {
      if (around === undefined) continue;
      for (const path of this.#chosen()) {
        const at = tracks.includes(path.track) ? centreAt(path, this.#t_s) : null;
        if (at !== null) drawAround(g, f, around, at, this.#style(path.track).colour);
      }
    }
  }

  #context(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
    const g = canvas.getContext("2d");
    if (g === null) throw new Error("this viewer cannot draw on a canvas");
    const ratio = window.devicePixelRatio;
    g.setTransform(ratio, 0, 0, ratio, 0, 0);
    g.clearRect(0, 0, this.#width, this.#height);
    return g;
  }

  #clip(g: CanvasRenderingContext2D, f: Frame): void {
    g.save();
    g.beginPath();
    g.rect(f.left, MARGIN.top, f.w, f.h);
    g.clip();
  }

  #drawAxes(g: CanvasRenderingContext2D, f: Frame): void {
    const { ink, grid, faint } = theme();
    // Equal scales carry equal steps, or the eye takes them for unequal.
    const xStep = niceStep(f.x1 - f.x0, f.w, 70);
    const yStep = this.#options.equal ? xStep : niceStep(f.y1 - f.y0, f.h, 36);
    g.font = FONT;
    g.lineWidth = 1;
    g.fillStyle = ink;
    g.textAlign = "center";
    g.textBaseline = "top";
    const line = (x0: number, y0: number, x1: number, y1: number, colour: string): void => {
      g.strokeStyle = colour;
      g.beginPath();
      g.moveTo(Math.round(x0) + 0.5, Math.round(y0) + 0.5);
      g.lineTo(Math.round(x1) + 0.5, Math.round(y1) + 0.5);
      g.stroke();
    };
    const bottom = MARGIN.top + f.h;
    for (const x of ticks(f.x0, f.x1, xStep)) {
      line(f.toX(x), MARGIN.top, f.toX(x), bottom, grid);
      g.fillText(fixed(x, xStep), f.toX(x), bottom + 6);
    }
    g.fillText(this.#options.xLabel, f.left + f.w / 2, bottom + 26);
    g.textAlign = "right";
    g.textBaseline = "middle";
    for (const y of ticks(f.y0, f.y1, yStep)) {
      line(f.left, f.toY(y), f.left + f.w, f.toY(y), grid);
      g.fillText(fixed(y, yStep), f.left - 6, f.toY(y));
    }
    if (this.#options.yLabel !== "") {
      g.save();
      g.translate(10, MARGIN.top + f.h / 2);
      g.rotate(-Math.PI / 2);
      g.textAlign = "center";
      g.fillText(this.#options.yLabel, 0, 0);
      g.restore();
    }
    line(f.left, MARGIN.top, f.left, bottom, faint);
    line(f.left, bottom, f.left + f.w, bottom, faint);
  }

  #style(track: number): { colour: string; dash: number[] } {
    const { colour, dash } = this.#data.tracks[track]!;
    return { colour: lineColour(colour), dash: [...(this.#data.dashes[dash] ?? [])] };
  }

  #drawEdges(g: CanvasRenderingContext2D, f: Frame, { track, x, path }: TrackPath): void {
    const one = this.#paths.length === 1;
    const floor_px = MARGIN.top + f.h;
    const bottom = this.#edge(path, "bottom_m");
    const surface = this.#edge(path, "surface_m");
    const { colour, dash } = one ? { colour: lineColour("bottom"), dash: [] } : this.#style(track);
    if (bottom) drawEdge(g, f, x, bottom, { colour, dash, fill: one ? theme().ground : null, floor_px });
    if (surface) drawEdge(g, f, x, surface, { colour: lineColour("surface"), dash: [], fill: null, floor_px });
  }

  #drawPath(g: CanvasRenderingContext2D, f: Frame, path: TrackPath & { readonly estimated?: true }): void {
    const { track, t, x, y, estimated } = path;
    const style = this.#style(track);
    // Of one track in the ink of the text, to be told from it; of several in their colours.
    const colour = estimated && this.#paths.length === 1 ? theme().ink : style.colour;
    const dash = estimated ? ESTIMATE_DASH : style.dash;
    const [from_s, until_s] = this.#shared.shown;
    g.strokeStyle = colour;
    g.lineWidth = estimated ? 1.25 : 1.5;
    g.lineJoin = "round";
    g.setLineDash([...dash]);
    const stroke = (inside: boolean, alpha: number): void => {
      g.globalAlpha = alpha;
      g.beginPath();
      let pen = false;
      for (let i = 0; i < x.length; i++) {
        const [t_s, px, py] = [t[i] ?? 0, x[i] ?? null, y[i] ?? null];
        const here = px !== null && py !== null && (t_s >= from_s && t_s <= until_s) === inside;
        if (here && pen) g.lineTo(f.toX(px), f.toY(py));
        else if (here) g.moveTo(f.toX(px), f.toY(py));
        pen = here;
      }
      g.stroke();
    };
    if (from_s > (t[0] ?? 0) || until_s < (t.at(-1) ?? 0)) stroke(false, 0.25);
    stroke(true, 1);
    g.globalAlpha = 1;
    g.setLineDash([]);
  }

  /** Start: a ring. End: a filled square. */
  #drawEnds(g: CanvasRenderingContext2D, f: Frame, { track, x, y }: TrackPath): void {
    const { colour } = this.#style(track);
    const [x0, y0, x1, y1] = [x[0] ?? 0, y[0] ?? 0, x.at(-1) ?? 0, y.at(-1) ?? 0];
    g.lineWidth = 2;
    g.strokeStyle = colour;
    g.fillStyle = theme().paper;
    g.beginPath();
    g.arc(f.toX(x0), f.toY(y0), 5, 0, 2 * Math.PI);
    g.fill();
    g.stroke();
    g.fillStyle = colour;
    g.fillRect(f.toX(x1) - 4.5, f.toY(y1) - 4.5, 9, 9);
  }

  /** The vehicle at the cursor's time, straight between the samples that are drawn. */
  #drawPosition(g: CanvasRenderingContext2D, f: Frame, path: TrackPath, t_s: number): void {
    const at = positionAt(path, t_s);
    if (at === null) return;
    g.fillStyle = this.#style(path.track).colour;
    g.strokeStyle = theme().paper;
    g.lineWidth = 1.5;
    g.beginPath();
    g.arc(f.toX(at.x), f.toY(at.y), 5, 0, 2 * Math.PI);
    g.fill();
    g.stroke();
  }

  #dragStarts(event: PointerEvent): void {
    this.#drag = { x: event.offsetX, y: event.offsetY, box: null };
    this.#canvas.setPointerCapture(event.pointerId);
  }

  #pointerMoves(event: PointerEvent): void {
    const [px, py] = [event.offsetX, event.offsetY];
    if (this.#drag !== null) {
      const { x, y } = this.#drag;
      this.#drag.box = Math.hypot(px - x, py - y) > 5 ? [x, px, y, py] : null;
      this.#paint();
      return;
    }
    const t_s = this.#nearest(px, py);
    if (t_s !== null) this.#shared.setTime(t_s, null);
  }

  #dragEnds(): void {
    const box = this.#drag?.box ?? null;
    this.#drag = null;
    if (box === null) return;
    const { fromX, fromY } = this.#frame;
    const [xa, xb, ya, yb] = [fromX(box[0]), fromX(box[1]), fromY(box[2]), fromY(box[3])];
    this.#view([Math.min(xa, xb), Math.max(xa, xb), Math.min(ya, yb), Math.max(ya, yb)]);
  }

  /** The instant of the drawn sample nearest to the pointer, if one is near. */
  #nearest(px: number, py: number): number | null {
    let best = NEAR_PIXELS * NEAR_PIXELS;
    let t_s: number | null = null;
    const { toX, toY } = this.#frame;
    for (const { t, x, y } of this.#chosen()) {
      for (let i = 0; i < x.length; i++) {
        const [here, there] = [x[i] ?? null, y[i] ?? null];
        if (here === null || there === null) continue;
        const d = (toX(here) - px) ** 2 + (toY(there) - py) ** 2;
        if (d < best) [best, t_s] = [d, t[i] ?? null];
      }
    }
    return t_s;
  }
}

function drawBox(g: CanvasRenderingContext2D, [x0, x1, y0, y1]: Box): void {
  g.strokeStyle = theme().ink;
  g.lineWidth = 1;
  g.setLineDash([4, 3]);
  g.strokeRect(Math.min(x0, x1), Math.min(y0, y1), Math.abs(x1 - x0), Math.abs(y1 - y0));
  g.setLineDash([]);
}

/** What a vehicle is to do, of all scenery. */
function ofPlan({ tracks, lines, circles = [] }: DisplayScenery) {
  return { vehicle: tracks.length > 0, lines, circles };
}

/** On paper nothing moves, and what is drawn straight on the canvas can be printed as lines rather than as a picture. */
function printing(): boolean {
  return document.documentElement.classList.contains("for-print");
}
