/** What stands around the tracks on the plan view: contours, obstacles, routes with their points, currents. By role, not by kind. */
import type { DisplayScenery } from "../scenery.ts";
import type { Mapping } from "./edges.ts";
import type { Labels } from "./labels.ts";
import { theme } from "./theme.ts";

/** Pixels of the longest arrow, at most; and how near arrows may stand to each other. */
const ARROW_PIXELS = 26;
const ARROW_DISTANCE = 34;
const RANGE_DASH = [2, 3];

/** What is seen, in pixels. */
export interface View {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface SceneryLook {
  /** Of what belongs to a track. */
  colourOf(item: DisplayScenery): string;
}

/** Behind the tracks, from the ground up. */
const ORDER = ["bottom", "area", "current", "obstacle", "range", "route", "waypoint"];

export function inOrder(items: readonly DisplayScenery[]): DisplayScenery[] {
  const place = ({ role }: DisplayScenery): number => ORDER.indexOf(role);
  return [...items].sort((a, b) => place(a) - place(b));
}

export function drawScenery(
  g: CanvasRenderingContext2D,
  f: Mapping,
  items: readonly DisplayScenery[],
  look: SceneryLook,
  view: View,
): void {
  for (const item of inOrder(items)) {
    g.save();
    if (item.arrows) drawArrows(g, arrowsIn(f, item.arrows, view));
    if (item.role === "waypoint") drawWaypoints(g, f, item, look);
    else drawPlain(g, f, item, look);
    g.restore();
  }
}

/** Contour values and names of obstacles: behind all that is drawn, where room is left. */
export function nameScenery(f: Mapping, items: readonly DisplayScenery[], labels: Labels): void {
  const { lines, soft } = theme();
  for (const { role, label, texts = [], lines: outlines } of inOrder(items)) {
    for (const { at, text } of texts) labels.on(text, f.toX(at[0]), f.toY(at[1]), lines.bottom ?? soft);
    const [outline] = outlines;
    if (role !== "obstacle" || outline === undefined || outline.length === 0) continue;
    const [e, n] = outline.reduce(([x, y], [east, north]) => [x + east, y + north], [0, 0]);
    labels.beside(label.replace(/^obstacle /, ""), f.toX(e / outline.length), f.toY(n / outline.length), 10, soft);
  }
}

function drawPlain(g: CanvasRenderingContext2D, f: Mapping, item: DisplayScenery, look: SceneryLook): void {
  const { lines, faint, ground, ink } = theme();
  const isBottom = item.role === "bottom";
  g.strokeStyle = isBottom ? (lines.bottom ?? faint) : item.role === "route" ? look.colourOf(item) : ink;
  g.lineWidth = item.role === "route" ? 1.25 : isBottom ? 0.75 : 1;
  g.globalAlpha = isBottom ? 0.55 : item.role === "route" ? 0.8 : 1;
  if (item.role === "route") g.setLineDash([6, 4]);
  if (item.role === "range" || item.role === "area") g.setLineDash(RANGE_DASH);
  for (const line of item.lines) {
    g.beginPath();
    for (const [x, y] of line) g.lineTo(f.toX(x), f.toY(y));
    if (item.closed) g.closePath();
    if (item.role === "obstacle") {
      g.fillStyle = ground;
      g.fill();
    }
    g.stroke();
  }
  for (const [x, y, radius] of item.circles ?? []) {
    g.beginPath();
    g.arc(f.toX(x), f.toY(y), Math.abs(f.toX(x + radius) - f.toX(x)), 0, 2 * Math.PI);
    g.stroke();
  }
}

/** A circle around each place of what it belongs to; it is drawn with what moves. */
export function drawAround(
  g: CanvasRenderingContext2D,
  f: Mapping,
  radius: number,
  { x, y }: { readonly x: number; readonly y: number },
  colour: string,
): void {
  g.save();
  g.strokeStyle = colour;
  g.lineWidth = 1.25;
  g.setLineDash(RANGE_DASH);
  g.beginPath();
  g.arc(f.toX(x), f.toY(y), Math.abs(f.toX(x + radius) - f.toX(x)), 0, 2 * Math.PI);
  g.stroke();
  g.restore();
}

/** A point with its number, and around it the circle in which it counts as reached. */
function drawWaypoints(g: CanvasRenderingContext2D, f: Mapping, item: DisplayScenery, look: SceneryLook): void {
  const colour = look.colourOf(item);
  const circles = item.circles ?? [];
  g.strokeStyle = colour;
  g.fillStyle = colour;
  circles.forEach(([x, y, radius]) => {
    const [px, py] = [f.toX(x), f.toY(y)];
    const r = Math.abs(f.toX(x + radius) - px);
    g.lineWidth = 1;
    g.globalAlpha = 0.75;
    g.beginPath();
    g.arc(px, py, r, 0, 2 * Math.PI);
    g.stroke();
    g.globalAlpha = 0.1;
    g.fill();
    g.globalAlpha = 1;
    g.beginPath();
    g.arc(px, py, 2.5, 0, 2 * Math.PI);
    g.fill();
  });
}

/** Numbers of waypoints, above the tracks. A closed square passes one place twice: its numbers stand together. */
export function numberWaypoints(f: Mapping, items: readonly DisplayScenery[], look: SceneryLook, labels: Labels): void {
  const MOST_NUMBERED = 60;
  for (const item of items) {
    const { role, circles = [] } = item;
    if (role !== "waypoint" || circles.length < 2 || circles.length > MOST_NUMBERED) continue;
    const numbers = new Map<string, { at: readonly [number, number]; list: number[] }>();
    circles.forEach(([x, y], k) => {
      const key = `${x} ${y}`;
      const known = numbers.get(key) ?? { at: [x, y], list: [] };
      known.list.push(k + 1);
      numbers.set(key, known);
    });
    for (const { at, list } of numbers.values())
      labels.beside(list.join(", "), f.toX(at[0]), f.toY(at[1]), 6, look.colourOf(item));
  }
}

/** An arrow on the canvas: its middle, and its parts as shares of the longest. */
interface PlacedArrow {
  readonly px: number;
  readonly py: number;
  readonly east: number;
  readonly north: number;
}

/** Those that are seen, well apart. Where the view lies between all of them, the nearest one stands in its corner. */
function arrowsIn(f: Mapping, arrows: NonNullable<DisplayScenery["arrows"]>, view: View): PlacedArrow[] {
  const placed = arrows.map(([x, y, east, north]) => ({ px: f.toX(x), py: f.toY(y), east, north }));
  const { left, right, top, bottom } = view;
  const drawn: PlacedArrow[] = [];
  for (const arrow of placed) {
    const { px, py } = arrow;
    if (px < left || px > right || py < top || py > bottom) continue;
    if (drawn.every((other) => Math.hypot(other.px - px, other.py - py) >= ARROW_DISTANCE)) drawn.push(arrow);
  }
  if (drawn.length > 0) return drawn;
  const away = ({ px, py }: PlacedArrow): number => Math.hypot(px - (left + right) / 2, py - (top + bottom) / 2);
  const [nearest] = [...placed].sort((a, b) => away(a) - away(b));
  return nearest === undefined ? [] : [{ ...nearest, px: left + ARROW_PIXELS, py: top + ARROW_PIXELS }];
}

/** The longest is ARROW_PIXELS long. */
function drawArrows(g: CanvasRenderingContext2D, arrows: readonly PlacedArrow[]): void {
  g.strokeStyle = theme().lines.surface ?? theme().faint;
  g.fillStyle = g.strokeStyle;
  g.lineWidth = 1.25;
  g.globalAlpha = 0.6;
  for (const { px, py, east, north } of arrows) {
    const [dx, dy] = [ARROW_PIXELS * east, -ARROW_PIXELS * north];
    const length = Math.hypot(dx, dy);
    if (length < 1) continue;
    const [ux, uy] = [dx / length, dy / length];
    const head = Math.min(5, 0.5 * length);
    const [tx, ty] = [px + dx / 2, py + dy / 2];
    g.beginPath();
    g.moveTo(px - dx / 2, py - dy / 2);
    g.lineTo(tx - head * ux, ty - head * uy);
    g.stroke();
    g.beginPath();
    g.moveTo(tx, ty);
    g.lineTo(tx - head * (ux + 0.5 * uy), ty - head * (uy - 0.5 * ux));
    g.lineTo(tx - head * (ux - 0.5 * uy), ty - head * (uy + 0.5 * ux));
    g.closePath();
    g.fill();
  }
}
