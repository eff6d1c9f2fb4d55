/**
 * Bottom and surface of the sea in plots of depth. The bottom may lie a thousand times as deep as the vehicle goes: an axis
 * follows it only as far as the depth stays readable, and where that does not show it, the legend says so.
 */
import type { Column, Limits } from "./numbers.ts";

/** The axis grows to at most this many times what the vehicle's depth needs, counted from the sea's mean surface. */
const REACH = 5;

/** Limits of the depth, widened to those of the bottom as far as they are in reach. */
export function withBottom(depth: Limits | null, bottom: Limits | null): Limits | null {
  if (depth === null || bottom === null) return depth ?? bottom;
  const [low, high] = depth;
  const top = Math.min(0, low);
  const limit = top + REACH * (high - top);
  const [shallowest, deepest] = bottom;
  const until = shallowest > limit ? high : Math.max(high, Math.min(deepest, limit));
  return [Math.min(low, Math.max(shallowest, top - (limit - top))), until];
}

/** Smallest and largest known value of values[from .. to], both included; null where there is none. */
export function limitsOf(
  values: ArrayLike<number | null | undefined>,
  from = 0,
  to = values.length - 1,
): Limits | null {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = from; i <= to; i++) {
    const y = values[i];
    if (y === null || y === undefined) continue;
    if (y < low) low = y;
    if (y > high) high = y;
  }
  return low <= high ? [low, high] : null;
}

/** The limits of both; null knows nothing. */
export function joined(a: Limits | null, b: Limits | null): Limits | null {
  return a && b ? [Math.min(a[0], b[0]), Math.max(a[1], b[1])] : (a ?? b);
}

/** From values to places on the canvas. */
export interface Mapping {
  toX(x: number): number;
  toY(y: number): number;
}

/** Stretches of a line without gaps: lists of [x, y] on the canvas. */
function stretches(xs: Column, ys: Column, { toX, toY }: Mapping): [number, number][][] {
  const lists: [number, number][][] = [];
  let open: [number, number][] | null = null;
  for (let i = 0; i < xs.length; i++) {
    const [x, y] = [xs[i] ?? null, ys[i] ?? null];
    if (x === null || y === null) {
      open = null;
      continue;
    }
    if (open === null) {
      open = [];
      lists.push(open);
    }
    open.push([toX(x), toY(y)]);
  }
  return lists;
}

export interface EdgeLook {
  readonly colour: string;
  readonly dash: readonly number[];
  /** Colour below the line, down to `floor_px`; null leaves it open. */
  readonly fill: string | null;
  readonly floor_px: number;
}

/** The bottom or the surface along a path. */
export function drawEdge(g: CanvasRenderingContext2D, f: Mapping, xs: Column, ys: Column, look: EdgeLook): void {
  const lists = stretches(xs, ys, f);
  const trace = (list: readonly (readonly [number, number])[]): void => {
    g.beginPath();
    for (const [x, y] of list) g.lineTo(x, y);
  };
  if (look.fill !== null) {
    g.fillStyle = look.fill;
    for (const list of lists) {
      trace(list);
      g.lineTo(list.at(-1)![0], look.floor_px);
      g.lineTo(list[0]![0], look.floor_px);
      g.closePath();
      g.fill();
    }
  }
  g.strokeStyle = look.colour;
  g.lineWidth = 1;
  g.lineJoin = "round";
  g.setLineDash([...look.dash]);
  for (const list of lists) {
    trace(list);
    g.stroke();
  }
  g.setLineDash([]);
}
