/**
 * Smallest and largest depth of every cell of a grid, of every 2 × 2 cells, 4 × 4, and so on to one block: what lets a ray
 * pass over a thousand cells in one step.
 *
 * Depths are in float32, rounded outwards: half the memory, and a block never promises less than its cells hold. A cell
 * with a corner that is NaN is empty: min = Infinity, max = −Infinity, which no depth lies between.
 */
export interface DepthPyramid {
  readonly levels: number;
  /** Of each level: blocks along north, along east, and where its first block is. */
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
  let total = cellRows * cellColumns;
  for (let r = cellRows, c = cellColumns; r > 1 || c > 1; ) {
    r = (r + 1) >> 1;
    c = (c + 1) >> 1;
    rows.push(r);
    columns.push(c);
    start.push(total);
    total += r * c;
  }
  const ranges_m = new Float32Array(2 * total);

  // 1. Cells, from their corners: a bilinear patch lies between its lowest and its highest.
  const across = cellColumns + 1;
  for (let r = 0, k = 0; r < cellRows; r++) {
    for (let c = 0; c < cellColumns; c++, k++) {
      const at = r * across + c;
      const z00 = nodes_m[at];
      const z01 = nodes_m[at + 1];
      const z10 = nodes_m[at + across];
      const z11 = nodes_m[at + across + 1];
      const hole = Number.isNaN(z00 + z01 + z10 + z11);
      ranges_m[2 * k] = hole ? Number.POSITIVE_INFINITY : below(Math.min(z00, z01, z10, z11));
      ranges_m[2 * k + 1] = hole ? Number.NEGATIVE_INFINITY : above(Math.max(z00, z01, z10, z11));
    }
  }

  // 2. Blocks, from the four blocks below them; at the far borders from two or one.
  for (let level = 1; level < rows.length; level++) {
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
