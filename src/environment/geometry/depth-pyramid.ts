/**
 * Smallest and largest depth of every 2 × 2 cells of a grid, of every 4 × 4, and so on to one block: what lets a ray pass over
 * a thousand cells in one step. Level 0 is the cells themselves, which have their corners and need no ranges.
 *
 * Depths are in float32, rounded outwards: half the memory, and a block never promises less than its cells hold. A cell
 * with a corner that is NaN counts for nothing; a block of such is min = Infinity, max = −Infinity, where no depth is.
 */
export interface DepthPyramid {
  /** At least 2. */
  readonly levels: number;
  /** Of each level: blocks along north, along east, and where its first range is. */
  readonly rows: Int32Array;
  readonly columns: Int32Array;
  readonly start: Int32Array;
  /** min and max of block k at 2k and 2k + 1. */
  readonly ranges_m: Float32Array;
}

/** Of nodes (rows + 1) × (columns + 1) around rows × columns cells. */
export function depthPyramid(nodes_m: Float64Array, cellRows: number, cellColumns: number): DepthPyramid {
  const rows: number[] = [cellRows];
  const columns: number[] = [cellColumns];
  const start: number[] = [0];
  let total = 0;
  let [r, c] = [cellRows, cellColumns];
  do {
    r = (r + 1) >> 1;
    c = (c + 1) >> 1;
    rows.push(r);
    columns.push(c);
    start.push(total);
    total += r * c;
  } while (r > 1 || c > 1);
  const ranges_m = new Float32Array(2 * total);

  // 1. Blocks of cells, from their corners: a bilinear patch lies between its lowest and its highest.
  const across = cellColumns + 1;
  for (let k = 0; k < rows[1] * columns[1]; k++) {
    ranges_m[2 * k] = Number.POSITIVE_INFINITY;
    ranges_m[2 * k + 1] = Number.NEGATIVE_INFINITY;
  }
  for (let row = 0; row < cellRows; row++) {
    for (let column = 0; column < cellColumns; column++) {
      const at = row * across + column;
      const z00 = nodes_m[at];
      const z01 = nodes_m[at + 1];
      const z10 = nodes_m[at + across];
      const z11 = nodes_m[at + across + 1];
      if (Number.isNaN(z00 + z01 + z10 + z11)) continue;
      const k = (row >> 1) * columns[1] + (column >> 1);
      ranges_m[2 * k] = Math.min(ranges_m[2 * k], below(Math.min(z00, z01, z10, z11)));
      ranges_m[2 * k + 1] = Math.max(ranges_m[2 * k + 1], above(Math.max(z00, z01, z10, z11)));
    }
  }

  // 2. Blocks, from the four blocks below them; at the far borders from two or one.
  for (let level = 2; level < rows.length; level++) {
    const [finerRows, finerColumns, finer] = [rows[level - 1], columns[level - 1], start[level - 1]];
    for (let r = 0; r < rows[level]; r++) {
      for (let c = 0; c < columns[level]; c++) {
        let min = Number.POSITIVE_INFINITY;
        let max = Number.NEGATIVE_INFINITY;
        for (let rr = 2 * r; rr < Math.min(2 * r + 2, finerRows); rr++) {
          for (let cc = 2 * c; cc < Math.min(2 * c + 2, finerColumns); cc++) {
            const k = finer + rr * finerColumns + cc;
            min = Math.min(min, ranges_m[2 * k]);
            max = Math.max(max, ranges_m[2 * k + 1]);
          }
        }
        const k = start[level] + r * columns[level] + c;
        ranges_m[2 * k] = min;
        ranges_m[2 * k + 1] = max;
      }
    }
  }
  return {
    levels: rows.length,
    rows: Int32Array.from(rows),
    columns: Int32Array.from(columns),
    start: Int32Array.from(start),
    ranges_m,
  };
}

/**
 * One last place of a float32, and a little for depths around 0: more than the rounding of anything that is computed from
 * the corners in float64, so that a ray that the cell's own test would stop is never let pass.
 */
const ROOM = 1.2e-7;
const LEAST_M = 1e-9;

function below(depth_m: number): number {
  return Math.fround(depth_m - ROOM * Math.abs(depth_m) - LEAST_M);
}

function above(depth_m: number): number {
  return Math.fround(depth_m + ROOM * Math.abs(depth_m) + LEAST_M);
}
