/**
 * Values for the gaps of a map of the sea: land, and what lies under the bottom of the model that made it.
 *
 *   1. the nearest value of the same time and depth, by distance in metres; of several equally near, the southernmost, then
 *      the westernmost
 *   2. at a depth that has no value at all, the values of the depth above, filled as they are
 *
 * The first depth has nothing above it: where it is all gap, nothing is filled, and its time is reported.
 * Nearest exactly, in two passes: along each row the nearest value on either side; then over the rows, outwards from the gap until
 * the rows themselves are farther away than what has been found.
 * Tests: fill-gaps.test.ts, against a search through all values.
 */

export interface Block {
  /** By time, north, east and depth, the last fastest. */
  readonly values: Float64Array;
  readonly times: number;
  /** Metres, or what is proportional to them; ascending. */
  readonly norths: Float64Array;
  readonly easts: Float64Array;
  readonly depths: number;
}

/** A time whose first depth has no value. */
export interface Unfilled {
  readonly time: number;
}

/** Fills in place; returns the first time that cannot be filled, or null. */
export function fillGaps(block: Block): Unfilled | null {
  const { values, times, depths } = block;
  const places = block.norths.length * block.easts.length;
  const plane = new Float64Array(places);
  for (let t = 0; t < times; t++) {
    for (let d = 0; d < depths; d++) {
      const first = t * places * depths + d;
      let gaps = 0;
      for (let k = 0; k < places; k++) {
        plane[k] = values[first + k * depths];
        if (Number.isNaN(plane[k])) gaps++;
      }
      if (gaps === 0) continue;
      if (gaps < places) {
        const nearest = nearestValues(plane, block.norths, block.easts);
        for (let k = 0; k < places; k++) values[first + k * depths] = plane[nearest[k]];
      } else if (d > 0) {
        for (let k = 0; k < places; k++) values[first + k * depths] = values[first + k * depths - 1];
      } else return { time: t };
    }
  }
  return null;
}

/** For each place of a plane, row by row, the index of the nearest that has a value: its own where it has one. */
export function nearestValues(plane: Float64Array, norths: Float64Array, easts: Float64Array): Int32Array {
  const rows = norths.length;
  const columns = easts.length;
  const inRow = nearestInRows(plane, rows, easts);
  const nearest = new Int32Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column;
      nearest[at] = at;
      if (!Number.isNaN(plane[at])) continue;
      let best = -1;
      let bestSquare = Number.POSITIVE_INFINITY;
      // False when this row, and so every row behind it, is farther away than what has been found.
      const look = (other: number): boolean => {
        const north = norths[other] - norths[row];
        if (north * north > bestSquare) return false;
        const found = inRow[other * columns + column];
        if (found < 0) return true;
        const east = easts[found] - easts[column];
        const square = north * north + east * east;
        const index = other * columns + found;
        if (square < bestSquare || (square === bestSquare && index < best)) {
          bestSquare = square;
          best = index;
        }
        return true;
      };
      look(row);
      for (let other = row - 1; other >= 0 && look(other); other--);
      for (let other = row + 1; other < rows && look(other); other++);
      nearest[at] = best;
    }
  }
  return nearest;
}

/** For each place the column of the nearest value of its own row, the western of two; −1 in rows without any. */
function nearestInRows(plane: Float64Array, rows: number, easts: Float64Array): Int32Array {
  const columns = easts.length;
  const found = new Int32Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    const at = row * columns;
    let west = -1;
    for (let column = 0; column < columns; column++) {
      if (!Number.isNaN(plane[at + column])) west = column;
      found[at + column] = west;
    }
    let east = -1;
    for (let column = columns - 1; column >= 0; column--) {
      if (!Number.isNaN(plane[at + column])) east = column;
      const before = found[at + column];
      const isNearer = east >= 0 && (before < 0 || easts[east] - easts[column] < easts[column] - easts[before]);
      if (isNearer) found[at + column] = east;
    }
  }
  return found;
}
