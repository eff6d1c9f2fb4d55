/**
 * One axis of a grid: ascending points, evenly spaced or not, and the rule beyond its ends.
 *
 *   u = (x − x_i) / (x_{i+1} − x_i),   x_i ≤ x < x_{i+1}                          (1)  cell i, fraction u
 *   u = u_0 + (x − start) / width,     from ≤ x < to                              (2)  a stretch: a cell, or beyond an end
 *
 * A vehicle asks for neighbouring places, step after step, so the cell that the caller remembers is tried first. From
 * another, evenly spaced axes find theirs by division and others by a search that starts at the one remembered. The axis
 * itself never changes, so that any number of callers, snapshots and replays can share it; and the cell found does not
 * depend on the hint, only the time to find it does. A caller that keeps the stretch itself, with the borders within which it holds,
 * finds u with no look at the axis at all.
 *
 * Edge rules: "clamp" answers as at the nearest end, "extrapolate" continues the last cell, "nan" answers NaN.
 * An axis of one point is constant along itself under every rule but "nan".
 */
import { invariant } from "../core/index.ts";

export type EdgeRule = "clamp" | "extrapolate" | "nan";

export interface GridAxis {
  /** Ascending; a private copy that is never written. */
  readonly points: Float64Array;
  readonly edge: EdgeRule;
  /** Cells per unit when the points are evenly spaced, otherwise 0. */
  readonly cellsPerUnit: number;
}

/** Points start, start + step … : count of them. */
export function uniformAxis(start: number, step: number, count: number, edge: EdgeRule): GridAxis {
  invariant(Number.isInteger(count) && count >= 1, `a grid axis needs at least one point, not ${count}`);
  invariant(step > 0, `the step of a uniform grid axis must be positive, not ${step}`);
  const points = Float64Array.from({ length: count }, (_, k) => start + k * step);
  return makeAxis(points, edge, 1 / step);
}

/** Points as given, strictly ascending. */
export function rectilinearAxis(points: ArrayLike<number>, edge: EdgeRule): GridAxis {
  invariant(points.length >= 1, "a grid axis needs at least one point");
  return makeAxis(Float64Array.from(points), edge, 0);
}

function makeAxis(points: Float64Array, edge: EdgeRule, cellsPerUnit: number): GridAxis {
  for (let k = 0; k < points.length; k++) {
    invariant(Number.isFinite(points[k]), `point ${k} of a grid axis is ${points[k]}`);
    if (k === 0) continue;
    invariant(
      points[k] > points[k - 1],
      `points of a grid axis must ascend: ${points[k - 1]} is followed by ${points[k]}`,
    );
  }
  return Object.freeze({ points, edge, cellsPerUnit });
}

/** Whether x lies where the axis has data: between its ends, ends included; anywhere, where one point stands for all. */
export function isOnAxis(axis: GridAxis, x: number): boolean {
  const points = axis.points;
  if (points.length === 1 && axis.edge !== "nan") return !Number.isNaN(x);
  return x >= points[0] && x <= points[points.length - 1];
}

/** What `locateInto` writes, from its offset on. */
export const FRACTION = 0;
export const SLOPE = 1;
export const LOCATED = 2;

/**
 * (1) for x = place[ip]. The cell, 0 … count − 2, goes to cells[at], which on entry is the hint: any integer will do.
 * It is the end cell for an x beyond the ends, and −1 when x is not a number, or beyond the ends under "nan". The fraction u
 * goes to out[o], held to 0 … 1 under "clamp", and du/dx to out[o + 1], 0 where u is held; both are NaN without a cell.
 *
 * Coordinates come and go in arrays: numbers passed to a function that was not inlined would be boxed.
 */
export function locateInto(
  out: Float64Array,
  o: number,
  cells: Int32Array,
  at: number,
  axis: GridAxis,
  place: Float64Array,
  ip: number,
): void {
  const points = axis.points;
  const x = place[ip];
  const hint = cells[at];
  if (hint >= 0 && hint < points.length - 1 && x >= points[hint] && x < points[hint + 1]) {
    // Still in the cell found last: by far the most frequent case.
    const width = points[hint + 1] - points[hint];
    out[o + FRACTION] = (x - points[hint]) / width;
    out[o + SLOPE] = 1 / width;
  } else {
    locateAnewInto(out, o, cells, at, axis, place, ip);
  }
}

/** The same where the cell is another, or x lies beyond the ends. */
function locateAnewInto(
  out: Float64Array,
  o: number,
  cells: Int32Array,
  at: number,
  axis: GridAxis,
  place: Float64Array,
  ip: number,
): void {
  const points = axis.points;
  const last = points.length - 1;
  const x = place[ip];
  const beyond = !(x >= points[0] && x <= points[last]);
  if (beyond && (axis.edge === "nan" || Number.isNaN(x))) {
    cells[at] = -1;
    out[o + FRACTION] = Number.NaN;
    out[o + SLOPE] = Number.NaN;
    return;
  }
  if (last === 0) {
    cells[at] = 0;
    out[o + FRACTION] = 0;
    out[o + SLOPE] = 0;
    return;
  }
  const cell = findCell(axis, place, ip, cells[at]);
  cells[at] = cell;
  if (beyond && axis.edge === "clamp") {
    out[o + FRACTION] = x < points[0] ? 0 : 1;
    out[o + SLOPE] = 0;
    return;
  }
  // Divided, not multiplied by the inverse: so that u is exactly 1 at the last point.
  const width = points[cell + 1] - points[cell];
  out[o + FRACTION] = (x - points[cell]) / width;
  out[o + SLOPE] = 1 / width;
}

/** The cell 0 … count − 2 of an axis of at least two points. */
function findCell(axis: GridAxis, place: Float64Array, ip: number, hint: number): number {
  const points = axis.points;
  const last = points.length - 1;
  const endCell = last - 1;
  const x = place[ip];
  if (x < points[1]) return 0;
  if (x >= points[endCell]) return endCell;

  if (axis.cellsPerUnit > 0) {
    // Rounding may miss by one beside a point; the points decide, as they do in the search below.
    const cell = Math.min(endCell, Math.floor((x - points[0]) * axis.cellsPerUnit));
    if (x < points[cell]) return cell - 1;
    return x >= points[cell + 1] ? cell + 1 : cell;
  }
  // Same cell or its neighbours; cells 0 and endCell are already excluded.
  if (hint >= 1 && hint < endCell) {
    if (x >= points[hint]) {
      if (x < points[hint + 1]) return hint;
      if (x < points[hint + 2]) return hint + 1;
    } else if (x >= points[hint - 1]) return hint - 1;
  }
  // Bisection: points[low] ≤ x < points[high].
  let low = 1;
  let high = endCell;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (x >= points[middle]) low = middle;
    else high = middle;
  }
  return low;
}

/** What `stretchInto` writes, from its offset on; slope is du/dx. */
export const STRETCH = { from: 0, to: 1, start: 2, width: 3, u0: 4, slope: 5 } as const;
export const STRETCH_SIZE = 6;

/**
 * (2) around x = place[ip], to out[o ..], and its cell, by which corners are found, to cells[at] (on entry the hint; 0 where
 * there is none). By (2) u is what `locateInto` says, to the bit, for every x from ≤ x < to and for x itself, but for an x
 * that is infinite: that u is NaN. Where there is no cell u₀ and slope are NaN and no x lies within the stretch; nor does any
 * in a stretch of zeros, which is how a caller's memory begins.
 */
export function stretchInto(
  out: Float64Array,
  o: number,
  cells: Int32Array,
  at: number,
  axis: GridAxis,
  place: Float64Array,
  ip: number,
): void {
  const points = axis.points;
  const last = points.length - 1;
  const x = place[ip];
  // u and its slope at x; they stay where u is held, or does not exist.
  locateInto(out, o + STRETCH.u0, cells, at, axis, place, ip);
  out[o + STRETCH.from] = 0;
  out[o + STRETCH.to] = 0;
  out[o + STRETCH.start] = 0;
  out[o + STRETCH.width] = Number.POSITIVE_INFINITY;
  const cell = cells[at];
  if (cell < 0) {
    cells[at] = 0;
  } else if (last === 0) {
    // Under "nan" x is the one point, and no other x has this u.
    if (axis.edge === "nan") return;
    out[o + STRETCH.from] = -Number.MAX_VALUE;
    out[o + STRETCH.to] = Number.MAX_VALUE;
  } else if (out[o + STRETCH.slope] === 0) {
    // Held. Above the end from x on, no lower: the last point itself still belongs to the last cell.
    const below = x < points[0];
    out[o + STRETCH.from] = below ? -Number.MAX_VALUE : x;
    out[o + STRETCH.to] = below ? points[0] : Number.MAX_VALUE;
  } else {
    const goesOn = axis.edge === "extrapolate";
    out[o + STRETCH.from] = goesOn && cell === 0 ? -Number.MAX_VALUE : points[cell];
    out[o + STRETCH.to] = goesOn && cell === last - 1 ? Number.MAX_VALUE : points[cell + 1];
    out[o + STRETCH.start] = points[cell];
    out[o + STRETCH.width] = points[cell + 1] - points[cell];
    out[o + STRETCH.u0] = 0;
  }
}
