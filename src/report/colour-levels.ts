/**
 * Colours for numbers on a field, and the field as strips: neighbours of one colour are one rectangle, and the rectangles of one
 * colour are one path, so that a picture of thousands of values takes a few kilobytes.
 */

export const LEVELS = 24;

/** From low to high: dark blue over green to yellow, of ever greater lightness, so that grey paper and all eyes see the order. */
const STOPS = [
  [38, 30, 95],
  [44, 90, 140],
  [38, 145, 140],
  [110, 190, 95],
  [250, 230, 60],
] as const;

export const LEVEL_COLOURS: readonly string[] = Array.from({ length: LEVELS }, (_, level) => {
  const place = (level / (LEVELS - 1)) * (STOPS.length - 1);
  const k = Math.min(Math.floor(place), STOPS.length - 2);
  const mix = STOPS[k]!.map((low, c) => Math.round(low + (place - k) * (STOPS[k + 1]![c]! - low)));
  return `#${mix.map((c) => c.toString(16).padStart(2, "0")).join("")}`;
});

/** Where the rows and columns of a field lie in a drawing. */
export interface StripGrid {
  readonly rows: number;
  readonly columns: number;
  /** The left edge of a column; that of `columns` is the right edge of the last. */
  readonly left: (column: number) => number;
  readonly top: (row: number) => number;
  readonly bottom: (row: number) => number;
}

/** By level: the strips of the rows in which it stands. A level below 0 has no colour. */
export function levelStrips(grid: StripGrid, levelAt: (row: number, column: number) => number): string[] {
  const paths = LEVEL_COLOURS.map(() => "");
  for (let row = 0; row < grid.rows; row++) {
    const top = tenth(grid.top(row));
    const height = tenth(tenth(grid.bottom(row)) - top);
    let from = 0;
    for (let column = 1; column <= grid.columns; column++) {
      const level = levelAt(row, from);
      if (column < grid.columns && levelAt(row, column) === level) continue;
      const left = tenth(grid.left(from));
      // From rounded edges, so that neighbours meet.
      const width = tenth(tenth(grid.left(column)) - left);
      if (level >= 0) paths[level] += `M${left} ${top}h${width}v${height}h-${width}z`;
      from = column;
    }
  }
  return paths;
}

/** −1 for what has no colour; the middle where all values are equal. */
export function levelOf(value: number, low: number, high: number): number {
  if (!Number.isFinite(value)) return -1;
  if (high === low) return LEVELS >> 1;
  return Math.max(0, Math.min(LEVELS - 1, Math.floor(((value - low) / (high - low)) * LEVELS)));
}

/** To a tenth of a pixel. */
export function tenth(value: number): number {
  return Math.round(10 * value) / 10 + 0;
}
