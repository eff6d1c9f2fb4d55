/**
 * Lines of equal value on a grid: marching squares, straight between the nodes. A cell whose four corners alternate is cut by the value
 * in its middle. Pieces are joined into lines. Cells with an unknown corner have none.
 */

/** [north, east] */
export type Place = readonly [number, number];

export interface Grid {
  readonly origin: Place;
  readonly spacing: Place;
  readonly rows: number;
  readonly columns: number;
  /** Row by row from south to north. */
  readonly values: readonly (number | null)[];
}

export interface Contour {
  readonly level: number;
  readonly lines: readonly (readonly Place[])[];
}

const MOST_LEVELS = 9;

/** Lines at round values, some five to nine of them; none where all values are equal. */
export function contoursOf(grid: Grid): Contour[] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of grid.values) {
    if (value === null) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (!(high > low)) return [];
  const step = roundStep((high - low) / MOST_LEVELS);
  const contours: Contour[] = [];
  for (let k = Math.ceil(low / step); k * step <= high; k++) {
    // Without the rounding of k * step, 3 * 0.1 would be 0.30000000000000004.
    const level = Number((k * step).toPrecision(12));
    const lines = linesAt(grid, level);
    if (lines.length > 0) contours.push({ level, lines });
  }
  return contours;
}

/** The smallest of 1, 2, 5 times a power of ten that is not below. */
function roundStep(least: number): number {
  let power = 1;
  while (power > least) power /= 10;
  while (10 * power <= least) power *= 10;
  return power * ([1, 2, 5].find((factor) => factor * power >= least) ?? 10);
}

/** An edge of the grid: those along a row are even, those along a column odd. */
type Edge = number;

function linesAt(grid: Grid, level: number): Place[][] {
  const { rows, columns, values } = grid;
  const across = (row: number, column: number): Edge => 2 * (row * columns + column);
  const along = (row: number, column: number): Edge => 2 * (row * columns + column) + 1;
  /** From each crossed edge to those that a piece leads to: one, or two. */
  const next = new Map<Edge, Edge[]>();
  const join = (a: Edge, b: Edge): void => {
    next.set(a, [...(next.get(a) ?? []), b]);
    next.set(b, [...(next.get(b) ?? []), a]);
  };
  for (let row = 0; row + 1 < rows; row++) {
    for (let column = 0; column + 1 < columns; column++) {
      const at = row * columns + column;
      const known = [at, at + 1, at + columns + 1, at + columns].flatMap((node) => values[node] ?? []);
      if (known.length < 4) continue;
      const edges = [across(row, column), along(row, column + 1), across(row + 1, column), along(row, column)];
      const crossed = edges.filter((_, k) => known[k]! >= level !== known[(k + 1) % 4]! >= level);
      if (crossed.length === 2) join(crossed[0]!, crossed[1]!);
      if (crossed.length !== 4) continue;
      const middle = (known[0]! + known[1]! + known[2]! + known[3]!) / 4;
      // The first corner and the middle on one side: pieces cut off the second and the fourth corner.
      const together = middle >= level === known[0]! >= level;
      join(edges[0]!, edges[together ? 1 : 3]!);
      join(edges[2]!, edges[together ? 3 : 1]!);
    }
  }
  return chains(next).map((chain) => chain.map((edge) => placeOn(grid, edge, level)));
}

/** Edges one behind another, open lines first, then rings. */
function chains(next: ReadonlyMap<Edge, readonly Edge[]>): Edge[][] {
  const left = new Map([...next].map(([edge, to]) => [edge, [...to]]));
  const follow = (start: Edge): Edge[] => {
    const chain = [start];
    for (let at = start; ; ) {
      const to = left.get(at)?.pop();
      if (to === undefined) return chain;
      const back = left.get(to)!;
      back.splice(back.indexOf(at), 1);
      chain.push(to);
      at = to;
    }
  };
  const ends = [...next.keys()].filter((edge) => next.get(edge)!.length === 1);
  return [...ends, ...next.keys()].map(follow).filter((chain) => chain.length > 1);
}

function placeOn({ origin, spacing, columns, values }: Grid, edge: Edge, level: number): Place {
  const node = edge >> 1;
  const [row, column] = [Math.floor(node / columns), node % columns];
  const alongColumn = edge % 2 === 1;
  const from = values[node]!;
  const to = values[alongColumn ? node + columns : node + 1]!;
  const share = to === from ? 0.5 : (level - from) / (to - from);
  const [north, east] = alongColumn ? [row + share, column] : [row, column + share];
  return [origin[0] + north * spacing[0], origin[1] + east * spacing[1]];
}
