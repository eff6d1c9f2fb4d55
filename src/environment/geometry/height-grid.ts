/**
 * A bottom given by depths on a regular grid: bilinear between four nodes, so that there is no diagonal to choose and depth
 * and slope are those of math/interpolate. Depth, normal and rays all use this one surface.
 *
 *   D(u, v) = (1−u)(1−v) D₀₀ + (1−u) v D₀₁ + u (1−v) D₁₀ + u v D₁₁      (1)  u, v from 0 to 1 along north, east
 *   f(t) = z(t) − D(u(t), v(t)) = f₀ + B s + A s²                        (2)  above the bottom f < 0; s = t − t_in
 *   A = −e u' v',  e = D₀₀ − D₀₁ − D₁₀ + D₁₁,  B = (f₁ − f₀)/L − A L      (3)  f₀, f₁ at entry and exit, L apart
 *
 * A ray crosses a cell between the grid lines that it meets at t_in and t_out. Since f₀ and f₁ are computed from the edge
 * that two cells share, with one formula, both see the same number and no ray slips through between them. (3) measures
 * from the cell's own entry, so that a far origin costs no digits.
 *
 * Cells are found by descending the pyramid of depth ranges: a block whose depths the ray does not reach is passed at once.
 * Which cell comes next is decided by comparing the t of grid lines only, each computed in one way: the march meets exactly
 * the cells that a search of all cells would (the test does that).
 *
 * A line belongs to the cells north and east of it: there a level or upright ray along the line looks for its crossing.
 * Holes: a node that is NaN (NODATA) makes the up to four cells around it holes: depth and normal NaN, rays pass.
 * Edge "hole": there is no bottom outside. Edge "extend": the border's depths go on outwards, level, to FAR_M.
 * Valid: depths and coordinates up to some 10⁵ m at full precision (an ulp of 10⁵ m is 1.5e-11 m).
 * Left out: overhangs (obstacles are for that), curvature of the Earth.
 * Source: the definition of bilinear interpolation.
 */
import { invariant } from "../../core/index.ts";
import { type DepthPyramid, depthPyramid } from "./depth-pyramid.ts";
import { type Bottom, FAR_M } from "./ray.ts";

export interface GridOfDepths {
  /** Nodes along north and along east; at least 2. */
  readonly rows: number;
  readonly columns: number;
  readonly spacing_m: number;
  /** North and east of the first node, the most southern and most western one. */
  readonly origin_m: readonly number[];
  /** Row by row from south to north, each from west to east; NaN where there is no data. */
  readonly depths_m: Float64Array;
  /** 1 for each node that lies outside the data its depths are from; none where it is left out. */
  readonly off?: Uint8Array | null;
}

export type GridEdge = "hole" | "extend";

/** Blocks of 16 × 16 cells: where a march begins. From the top it would descend in vain for most rays. */
const FIRST_LEVEL = 4;
/** Blocks along a side of a square of which the shallowest depth is asked. */
const MOST_BLOCKS = 4;
/** A place nearer to a line than this part of the spacing is on both sides of it: more than the rounding of places. */
const ON_LINE = 1e-6;

/** Between a and b, exactly a at w = 0 and exactly b at w = 1. */
function blend(w: number, a: number, b: number): number {
  return w <= 0.5 ? a + (b - a) * w : b - (b - a) * (1 - w);
}

export class HeightGrid implements Bottom {
  readonly bounds_m: Float64Array | null;
  /** Beyond its border it is as deep as there. */
  readonly shallowest_m: number;
  readonly edge: GridEdge;
  /** Cells along north and east, with the ring outside where the edge is extended. A hit's part is row · columns + column. */
  readonly cellRows: number;
  readonly cellColumns: number;
  /** Where grid lines are, the far ones of an extended edge included. */
  readonly #north: Float64Array;
  readonly #east: Float64Array;
  readonly #nodes_m: Float64Array;
  /** North and east of the first line of the grid proper, 1 / spacing. */
  readonly #frame: Float64Array;
  readonly #ring: number;
  readonly #off: Uint8Array | null;
  readonly #pyramid: DepthPyramid;
  /** A cell and a place in it: arguments, in arrays since calls box numbers. */
  readonly #cell = new Int32Array(2);
  readonly #place = new Float64Array(2);
  /** First and last cell of a square along north, and along east. */
  readonly #span = new Int32Array(4);

  constructor(grid: GridOfDepths, edge: GridEdge) {
    const { rows, columns, spacing_m, depths_m } = grid;
    invariant(rows >= 2 && columns >= 2 && spacing_m > 0, "a grid of depths has at least 2 × 2 nodes, apart");
    invariant(depths_m.length === rows * columns, `${rows} × ${columns} nodes, but ${depths_m.length} depths`);
    invariant(
      depths_m.every((d) => d !== Number.POSITIVE_INFINITY && d !== Number.NEGATIVE_INFINITY),
      "a depth is infinite",
    );
    const ring = edge === "extend" ? 1 : 0;
    this.edge = edge;
    this.#ring = ring;
    this.#off = grid.off ?? null;
    this.cellRows = rows - 1 + 2 * ring;
    this.cellColumns = columns - 1 + 2 * ring;
    this.#north = lines(grid.origin_m[0], spacing_m, rows, ring);
    this.#east = lines(grid.origin_m[1], spacing_m, columns, ring);
    this.#frame = Float64Array.of(grid.origin_m[0], grid.origin_m[1], 1 / spacing_m);
    this.#nodes_m = new Float64Array((rows + 2 * ring) * (columns + 2 * ring));
    for (let r = 0, k = 0; r < rows + 2 * ring; r++) {
      const from = Math.min(Math.max(r - ring, 0), rows - 1) * columns;
      for (let c = 0; c < columns + 2 * ring; c++, k++) {
        this.#nodes_m[k] = depths_m[from + Math.min(Math.max(c - ring, 0), columns - 1)];
      }
    }
    this.#pyramid = depthPyramid(this.#nodes_m, this.cellRows, this.cellColumns);
    this.bounds_m = edge === "extend" ? null : this.#bounds();
    this.shallowest_m = this.#pyramid.ranges_m[this.#pyramid.ranges_m.length - 2];
  }

  #bounds(): Float64Array {
    const [north, east] = [this.#north, this.#east];
    const { ranges_m } = this.#pyramid;
    const top = ranges_m.length - 2;
    return Float64Array.of(north[0], east[0], ranges_m[top], north.at(-1)!, east.at(-1)!, ranges_m[top + 1]);
  }

  /** Whether the place at p[i ..] lies on the data, holes included: where not, depths are the edge rule's. */
  covers(p: Float64Array, i: number): boolean {
    const north = this.#north;
    const east = this.#east;
    const ring = this.#ring;
    const n = p[i];
    const e = p[i + 1];
    const on =
      n >= north[ring] && n <= north[north.length - 1 - ring] && e >= east[ring] && e <= east[east.length - 1 - ring];
    const off = this.#off;
    if (!on || off === null) return on;
    // All four nodes of its cell; a place on the last line belongs to the last cell.
    const columns = this.cellColumns - 2 * ring + 1;
    this.#locate(p, i);
    const row = Math.min(this.#cell[0] - ring, this.cellRows - 2 * ring - 1);
    const column = Math.min(this.#cell[1] - ring, columns - 2);
    const at = row * columns + column;
    return off[at] + off[at + 1] + off[at + columns] + off[at + columns + 1] === 0;
  }

  /** By the ranges of blocks around the square, MOST_BLOCKS along each side at most: as deep as the shallowest of these, or a little less. */
  shallowestWithinInto(out: Float64Array, o: number, p: Float64Array, i: number, half: Float64Array): void {
    const { rows, columns, start, ranges_m } = this.#pyramid;
    out[o] = Number.POSITIVE_INFINITY;
    const span = this.#span;
    if (!this.#spanOf(span, 0, this.#north, p[i], half, this.#frame[0])) return;
    if (!this.#spanOf(span, 2, this.#east, p[i + 1], half, this.#frame[1])) return;
    let level = 1;
    const last = rows.length - 1;
    while (
      level < last &&
      ((span[1] >> level) - (span[0] >> level) >= MOST_BLOCKS || (span[3] >> level) - (span[2] >> level) >= MOST_BLOCKS)
    )
      level++;
    for (let r = span[0] >> level; r <= span[1] >> level; r++) {
      for (let c = span[2] >> level; c <= span[3] >> level; c++) {
        const least_m = ranges_m[2 * (start[level] + r * columns[level] + c)];
        if (least_m < out[o]) out[o] = least_m;
      }
    }
  }

  /** First and last cell of a stretch along one axis to span[k], span[k + 1], one more where it ends on a line; false where there is none. */
  #spanOf(
    span: Int32Array,
    k: number,
    lines_m: Float64Array,
    at_m: number,
    half: Float64Array,
    first_m: number,
  ): boolean {
    const last = lines_m.length - 2;
    const from_m = at_m - half[0];
    const to_m = at_m + half[0];
    if (!(to_m >= lines_m[0] && from_m <= lines_m[last + 1])) return false;
    const perSpacing = this.#frame[2];
    const from = Math.floor((from_m - first_m) * perSpacing - ON_LINE) + this.#ring;
    const to = Math.floor((to_m - first_m) * perSpacing + ON_LINE) + this.#ring;
    span[k] = Math.min(last, Math.max(0, from));
    span[k + 1] = Math.min(last, Math.max(0, to));
    return true;
  }

  /** The cell of the place at p[i ..] to #cell; false where the lines end. */
  #locate(p: Float64Array, i: number): boolean {
    const north = this.#north;
    const east = this.#east;
    const n = p[i];
    const e = p[i + 1];
    const lastRow = this.cellRows - 1;
    const lastColumn = this.cellColumns - 1;
    if (!(n >= north[0] && n <= north[lastRow + 1] && e >= east[0] && e <= east[lastColumn + 1])) return false;
    const perSpacing = this.#frame[2];
    let row = Math.floor((n - this.#frame[0]) * perSpacing) + this.#ring;
    let column = Math.floor((e - this.#frame[1]) * perSpacing) + this.#ring;
    row = row < 0 ? 0 : row > lastRow ? lastRow : row;
    column = column < 0 ? 0 : column > lastColumn ? lastColumn : column;
    // Division rounds: the lines themselves have the last word.
    if (north[row] > n) row--;
    else if (row < lastRow && north[row + 1] <= n) row++;
    if (east[column] > e) column--;
    else if (column < lastColumn && east[column + 1] <= e) column++;
    this.#cell[0] = row;
    this.#cell[1] = column;
    return true;
  }

  depthInto(out: Float64Array, o: number, p: Float64Array, i: number): void {
    if (!this.#locate(p, i)) {
      out[o] = Number.NaN;
      return;
    }
    const row = this.#cell[0];
    const column = this.#cell[1];
    const n0 = this.#north[row];
    const e0 = this.#east[column];
    const u = (p[i] - n0) / (this.#north[row + 1] - n0);
    const v = (p[i + 1] - e0) / (this.#east[column + 1] - e0);
    const z = this.#nodes_m;
    const at = row * (this.cellColumns + 1) + column;
    const next = at + this.cellColumns + 1;
    out[o] = blend(u, blend(v, z[at], z[at + 1]), blend(v, z[next], z[next + 1])); // (1)
  }

  normalInto(out: Float64Array, o: number, p: Float64Array, i: number): void {
    if (!this.#locate(p, i)) {
      out.fill(Number.NaN, o, o + 3);
      return;
    }
    this.#place[0] = p[i];
    this.#place[1] = p[i + 1];
    this.#normalAtPlaceInto(out, o);
  }

  /** The gradient of D − z, of length 1, at #place in #cell. */
  #normalAtPlaceInto(out: Float64Array, o: number): void {
    const n = this.#place[0];
    const e = this.#place[1];
    const row = this.#cell[0];
    const column = this.#cell[1];
    const n0 = this.#north[row];
    const e0 = this.#east[column];
    const perN = 1 / (this.#north[row + 1] - n0);
    const perE = 1 / (this.#east[column + 1] - e0);
    const u = (n - n0) * perN;
    const v = (e - e0) * perE;
    const z = this.#nodes_m;
    const at = row * (this.cellColumns + 1) + column;
    const next = at + this.cellColumns + 1;
    const Dn = blend(v, z[next] - z[at], z[next + 1] - z[at + 1]) * perN;
    const De = blend(u, z[at + 1] - z[at], z[next + 1] - z[next]) * perE;
    const scale = 1 / Math.sqrt(1 + Dn * Dn + De * De);
    out[o] = Dn * scale;
    out[o + 1] = De * scale;
    out[o + 2] = -scale;
  }

  castInto(hit: Float64Array, o: number, ray: Float64Array, i: number): boolean {
    const north = this.#north;
    const east = this.#east;
    const { rows, columns, start, ranges_m, levels } = this.#pyramid;
    const ox = ray[i];
    const oy = ray[i + 1];
    const oz = ray[i + 2];
    const dz = ray[i + 5];
    const perX = reciprocal(ray[i + 3]);
    const perY = reciprocal(ray[i + 4]);
    const perZ = reciprocal(dz);
    const lastRow = this.cellRows - 1;
    const lastColumn = this.cellColumns - 1;

    // 1. The stretch of the ray above the grid and between its least and its largest depth
    const top = ranges_m.length - 2;
    let t = 0;
    let end = Math.min(ray[i + 6], hit[o], FAR_M);
    if (perX === 0) {
      if (!(ox >= north[0] && ox <= north[lastRow + 1])) return false;
    } else {
      t = Math.max(t, ((perX > 0 ? north[0] : north[lastRow + 1]) - ox) * perX);
      end = Math.min(end, ((perX > 0 ? north[lastRow + 1] : north[0]) - ox) * perX);
    }
    if (perY === 0) {
      if (!(oy >= east[0] && oy <= east[lastColumn + 1])) return false;
    } else {
      t = Math.max(t, ((perY > 0 ? east[0] : east[lastColumn + 1]) - oy) * perY);
      end = Math.min(end, ((perY > 0 ? east[lastColumn + 1] : east[0]) - oy) * perY);
    }
    if (perZ === 0) {
      if (!(oz >= ranges_m[top] && oz <= ranges_m[top + 1])) return false;
    } else {
      t = Math.max(t, (ranges_m[top + (perZ > 0 ? 0 : 1)] - oz) * perZ);
      end = Math.min(end, (ranges_m[top + (perZ > 0 ? 1 : 0)] - oz) * perZ);
    }
    if (!(t <= end)) return false;

    // 2. The cell where it begins; the t of lines have the last word
    const perSpacing = this.#frame[2];
    let row = Math.floor((ox + ray[i + 3] * t - this.#frame[0]) * perSpacing) + this.#ring;
    let column = Math.floor((oy + ray[i + 4] * t - this.#frame[1]) * perSpacing) + this.#ring;
    row = row < 0 ? 0 : row > lastRow ? lastRow : row;
    column = column < 0 ? 0 : column > lastColumn ? lastColumn : column;
    while (row > 0 && isBelow(north[row], ox, perX, t)) row--;
    while (row < lastRow && !isBelow(north[row + 1], ox, perX, t)) row++;
    while (column > 0 && isBelow(east[column], oy, perY, t)) column--;
    while (column < lastColumn && !isBelow(east[column + 1], oy, perY, t)) column++;

    // 3. From block to block
    let level = Math.min(FIRST_LEVEL, levels - 1);
    row >>= level;
    column >>= level;
    for (;;) {
      const lineN = perX > 0 ? Math.min((row + 1) << level, lastRow + 1) : row << level;
      const lineE = perY > 0 ? Math.min((column + 1) << level, lastColumn + 1) : column << level;
      const tN = perX === 0 ? Number.POSITIVE_INFINITY : (north[lineN] - ox) * perX;
      const tE = perY === 0 ? Number.POSITIVE_INFINITY : (east[lineE] - oy) * perY;
      const tOut = Math.min(tN, tE, end);
      if (level === 0) {
        // 4. A cell
        if (this.castCellInto(hit, o, ray, i, row, column)) return true;
      } else {
        const zIn = oz + dz * t;
        const zOut = oz + dz * tOut;
        const k = 2 * (start[level] + row * columns[level] + column);
        if (Math.min(zIn, zOut) <= ranges_m[k + 1] && Math.max(zIn, zOut) >= ranges_m[k]) {
          // 5. A block that the ray may meet: the quarter of it where the ray is
          level--;
          const middleN = (2 * row + 1) << level;
          const middleE = (2 * column + 1) << level;
          row = 2 * row + (middleN <= lastRow && !isBelow(north[middleN], ox, perX, t) ? 1 : 0);
          column = 2 * column + (middleE <= lastColumn && !isBelow(east[middleE], oy, perY, t) ? 1 : 0);
          continue;
        }
      }
      if (tOut >= end) return false;
      t = tOut;
      // 6. The next block; a larger one where a larger one begins
      if (tN <= tE) {
        row += perX > 0 ? 1 : -1;
        if (row < 0 || row >= rows[level]) return false;
        if (level < levels - 1 && (row & 1) === (perX > 0 ? 0 : 1)) {
          row >>= 1;
          column >>= 1;
          level++;
        }
      } else {
        column += perY > 0 ? 1 : -1;
        if (column < 0 || column >= columns[level]) return false;
        if (level < levels - 1 && (column & 1) === (perY > 0 ? 0 : 1)) {
          row >>= 1;
          column >>= 1;
          level++;
        }
      }
    }
  }

  /** (2), (3): the same for one cell alone, without any search. The test does it for all cells. */
  castCellInto(hit: Float64Array, o: number, ray: Float64Array, i: number, row: number, column: number): boolean {
    const ox = ray[i];
    const oy = ray[i + 1];
    const oz = ray[i + 2];
    const dx = ray[i + 3];
    const dy = ray[i + 4];
    const dz = ray[i + 5];
    const perX = reciprocal(dx);
    const perY = reciprocal(dy);
    const n0 = this.#north[row];
    const n1 = this.#north[row + 1];
    const e0 = this.#east[column];
    const e1 = this.#east[column + 1];

    // 1. The stretch of the ray above the cell
    let tIn = 0;
    let tOut = Math.min(ray[i + 6], hit[o], FAR_M);
    if (perX === 0) {
      if (ox < n0 || ox > n1 || (ox === n1 && row < this.cellRows - 1)) return false;
    } else {
      tIn = Math.max(tIn, ((perX > 0 ? n0 : n1) - ox) * perX);
      tOut = Math.min(tOut, ((perX > 0 ? n1 : n0) - ox) * perX);
    }
    if (perY === 0) {
      if (oy < e0 || oy > e1 || (oy === e1 && column < this.cellColumns - 1)) return false;
    } else {
      tIn = Math.max(tIn, ((perY > 0 ? e0 : e1) - oy) * perY);
      tOut = Math.min(tOut, ((perY > 0 ? e1 : e0) - oy) * perY);
    }
    const L = tOut - tIn;
    // A cell that is only touched at a corner leaves the crossing to its neighbours, which have the same corner.
    if (!(L > 0)) return false;

    // 2. Over or under the bottom at both ends
    const z = this.#nodes_m;
    const at = row * (this.cellColumns + 1) + column;
    const next = at + this.cellColumns + 1;
    const z00 = z[at];
    const z01 = z[at + 1];
    const z10 = z[next];
    const z11 = z[next + 1];
    const e = z00 - z01 - (z10 - z11);
    if (Number.isNaN(e)) return false;
    const u0 = along(tIn, ox, dx, perX, n0, n1);
    const v0 = along(tIn, oy, dy, perY, e0, e1);
    const u1 = along(tOut, ox, dx, perX, n0, n1);
    const v1 = along(tOut, oy, dy, perY, e0, e1);
    const f0 = oz + dz * tIn - blend(u0, blend(v0, z00, z01), blend(v0, z10, z11)); // (1)
    const f1 = oz + dz * tOut - blend(u1, blend(v1, z00, z01), blend(v1, z10, z11));

    // 3. The first zero of (2)
    let s = 0;
    if (f0 !== 0) {
      // Turned so that f begins positive: c + B s + A s²
      const side = f0 < 0 ? -1 : 1;
      const c = side * f0;
      const A = -side * e * (dx / (n1 - n0)) * (dy / (e1 - e0)); // (3)
      const B = (side * (f1 - f0)) / L - A * L;
      if (side * f1 > 0 && !(A > 0 && B < 0 && B + 2 * A * L > 0)) return false;
      const square = B * B - 4 * A * c;
      if (square < 0 && side * f1 > 0) return false;
      const root = Math.sqrt(Math.max(square, 0));
      s = B <= 0 ? (2 * c) / (root - B) : (-B - root) / (2 * A);
    }
    // Never beyond the cell, so that the next one's hits are never nearer.
    const t = s < L ? Math.min(tIn + s, tOut) : tOut;
    if (!(t < hit[o])) return false;
    hit[o] = t;
    hit[o + 5] = row * this.cellColumns + column;
    this.#cell[0] = row;
    this.#cell[1] = column;
    this.#place[0] = ox + dx * t;
    this.#place[1] = oy + dy * t;
    this.#normalAtPlaceInto(hit, o + 1);
    return true;
  }
}

/** 1/d, or 0 for a component so small that it moves nothing within FAR_M. */
function reciprocal(d: number): number {
  return d > -1e-200 && d < 1e-200 ? 0 : 1 / d;
}

/** Whether a ray at t is on the lower side of a line; one that is on the line is on the side to which it goes. */
function isBelow(line: number, origin: number, per: number, t: number): boolean {
  if (per > 0) return (line - origin) * per > t;
  if (per < 0) return (line - origin) * per <= t;
  return line > origin;
}

/** Where in a cell from a to b the ray is, 0 to 1: exactly 0 or 1 on the lines, whose t is computed as the march does. */
function along(t: number, origin: number, d: number, per: number, a: number, b: number): number {
  if (per !== 0) {
    if ((a - origin) * per === t) return 0;
    if ((b - origin) * per === t) return 1;
  }
  const w = (origin + d * t - a) / (b - a);
  return w < 0 ? 0 : w > 1 ? 1 : w;
}

function lines(first: number, spacing: number, count: number, ring: number): Float64Array {
  const out = new Float64Array(count + 2 * ring);
  for (let k = 0; k < count; k++) out[k + ring] = first + k * spacing;
  if (ring === 1) {
    out[0] = first - FAR_M;
    out[count + 1] = out[count] + FAR_M;
  }
  return out;
}
