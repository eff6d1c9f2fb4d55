/**
 * One axis of a grid: ascending points, evenly spaced or not, and the rule beyond its ends.
 *
 *   u = (x − x_i) / (x_{i+1} − x_i),   x_i ≤ x < x_{i+1}                          (1)  cell i, fraction u
 *
 * Evenly spaced axes find their cell by division, others by a search that starts from a cell the caller remembers:
 * a vehicle asks for neighbouring places, step after step. The axis itself never changes, so that any number of callers,
 * snapshots and replays can share it; and the cell found does not depend on the hint, only the time to find it does.
 *
 * Edge rules: "clamp" answers as at the nearest end, "extrapolate" continues the last cell, "nan" answers NaN.
 * An axis of one point is constant along itself under every rule but "nan".
 */
import { invariant } from "../core/index.ts";

export type EdgeRule = "clamp" | "extrapolate" | "nan";

export interface GridAxis {
  /** Ascending; a private copy that nobody writes. */
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

/** What `locateInto` writes, from its offset on. */
export const FRACTION = 0;
export const SLOPE = 1;
export const LOCATED = 2;

/**
 * (1) for x = place[ip]. The cell, 0 … count − 2, goes to cells[at], which on entry is the hint: any integer will do.
 * It is the end cell for an x beyond the ends, and −1 when x is not a number, or beyond the ends under "nan". The fraction u
 * goes to out[o], held to 0 … 1 under "clamp", and du/dx to out[o + 1], 0 where u is held; both are NaN without a cell.
 *
 * Coordinates come and go in arrays: numbers handed to a function that was not inlined would be boxed.
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
