/** Where tracks are at an instant, and what of the circles that go along with them belongs into the picture. */
import type { DisplayScenery } from "../scenery.ts";
import type { Column, Limits } from "./numbers.ts";
import type { PagePath } from "./shared.ts";

/** A circle that goes along with a vehicle is at most so many times as wide as the tracks for the view to hold it, unless all of them stand. */
const MOST_AROUND = 6;
const STANDS_M = 1;

export interface TrackPath {
  readonly track: number;
  readonly t: Column;
  readonly x: Column;
  readonly y: Column;
  readonly path: PagePath;
}

/** [x, y, radius] of circles around first positions: not those beside which the tracks would be a point. */
export function circlesInView(
  paths: readonly TrackPath[],
  scenery: readonly DisplayScenery[],
  xs: Limits | null,
  ys: Limits | null,
): (readonly [x: number, y: number, radius: number])[] {
  if (xs === null || ys === null) return [];
  const extent = Math.max(xs[1] - xs[0], ys[1] - ys[0]);
  return scenery.flatMap(({ around, tracks }) => {
    if (around === undefined || (extent > STANDS_M && 2 * around > MOST_AROUND * extent)) return [];
    const centres = paths.map((path) => (tracks.includes(path.track) ? centreAt(path, null) : null));
    return centres.flatMap((at) => (at === null ? [] : [[at.x, at.y, around] as const]));
  });
}

/** Where a track is at the cursor's time; without one, where it begins. */
export function centreAt(path: Pick<TrackPath, "t" | "x" | "y">, t_s: number | null): { x: number; y: number } | null {
  const now = t_s === null ? null : positionAt(path, t_s);
  const [x, y] = [path.x[0] ?? null, path.y[0] ?? null];
  return now ?? (x === null || y === null ? null : { x, y });
}

/** Straight between two samples; null before, after and in gaps. */
export function positionAt(
  { t, x, y }: { readonly t: Column; readonly x: Column; readonly y: Column },
  t_s: number,
): { x: number; y: number } | null {
  const time = (i: number): number => t[i] ?? Number.NaN;
  let low = 0;
  let high = t.length - 1;
  if (high < 0 || t_s < time(0) || t_s > time(high)) return null;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (time(middle) <= t_s) low = middle;
    else high = middle;
  }
  const [xa, xb, ya, yb] = [x[low] ?? null, x[high] ?? null, y[low] ?? null, y[high] ?? null];
  if (xa === null || xb === null || ya === null || yb === null) return null;
  const share = time(high) > time(low) ? (t_s - time(low)) / (time(high) - time(low)) : 0;
  return { x: xa + share * (xb - xa), y: ya + share * (yb - ya) };
}
