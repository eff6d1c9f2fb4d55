/**
 * A hull as small boxes, for the part of it that is under water.
 *
 * The bounding box L × W × H of the shape is cut into equal boxes. What of each lies inside the shape becomes a cell with
 * the volume, the centre and, by the length of its sides, the second moments of that part:
 *
 *   V_i = ∫ dV,   c_i = ∫ r dV / V_i,   a_i² = 3 (∫ x² dV / V_i − c_ix²), b_i², c_i² likewise        (1)
 *
 * since a uniform box of half-side a has the variance a²/3. So a hull of cells has the volume, the centre and very nearly
 * the waterplane of the shape itself, and inner cells are the boxes that they are. All volumes are scaled by one factor, so
 * that they add up to the volume that the vehicle displaces: a frame full of holes has the outline of its shape and the
 * buoyancy of its parts.
 *
 * Shapes, centred on Bcb and along the axes of B: box; cylinder, its axis along x, its section an ellipse W × H; ellipsoid.
 * Left out: hulls that are not symmetric about their centre of buoyancy.
 */

export const HULL_SHAPES = ["box", "cylinder", "ellipsoid"] as const;
export type HullShape = (typeof HULL_SHAPES)[number];

/** A cell: centre from Bo in B (3), volume in m³, squares of the half-sides in m² (3). */
export const CELL = { centre: 0, volume: 3, square: 4 } as const;
export const CELL_SIZE = 7;

/**
 * Boxes along x, y and z. A box needs none to be exact in heave, roll or pitch (see hydrostatics.ts); its few are for roll
 * and pitch at once. A cylinder is cut across its section, where it curves, an ellipsoid everywhere. With these the submerged
 * volume at any attitude is within 1 % of the hull's volume for a box that stands on an edge, within 0.3 % otherwise (the
 * tests hold that): less than what is known of a real hull's outline. Twice as many along each axis cost eight times the
 * time, which is now some 2 µs for a box and 4 to 8 µs for the others, near the surface only.
 */
const COUNTS: Readonly<Record<HullShape, readonly [number, number, number]>> = {
  box: [6, 4, 4],
  cylinder: [4, 8, 8],
  ellipsoid: [8, 8, 8],
};

/** Samples of each box along x and y; along z the integrals are exact. */
const SAMPLES = 16;

/** Volume of the shape itself; what a vehicle displaces can be less, never more. */
export function shapeVolume_m3(shape: HullShape, size_m: readonly number[]): number {
  const box_m3 = size_m[0] * size_m[1] * size_m[2];
  return shape === "box" ? box_m3 : (shape === "cylinder" ? Math.PI / 4 : Math.PI / 6) * box_m3;
}

/** The cells of a hull, CELL_SIZE numbers each. */
export function hullCells(
  shape: HullShape,
  size_m: readonly number[],
  volume_m3: number,
  cb_B_m: readonly number[],
): Float64Array {
  const [nx, ny, nz] = COUNTS[shape];
  const found: number[] = [];
  for (let i = 0; i < nx; i++) {
    for (let j = 0; j < ny; j++) {
      for (let k = 0; k < nz; k++) {
        addCell(found, shape, edge(i, nx), edge(i + 1, nx), edge(j, ny), edge(j + 1, ny), edge(k, nz), edge(k + 1, nz));
      }
    }
  }

  // From the cube [-1, 1]³ to the hull: volumes add up to the displaced one, centres to Bcb.
  const cells = Float64Array.from(found);
  let volume = 0;
  const moment = [0, 0, 0];
  for (let c = 0; c < cells.length; c += CELL_SIZE) {
    volume += cells[c + CELL.volume];
    for (let axis = 0; axis < 3; axis++) moment[axis] += cells[c + CELL.volume] * cells[c + axis];
  }
  for (let c = 0; c < cells.length; c += CELL_SIZE) {
    cells[c + CELL.volume] *= volume_m3 / volume;
    for (let axis = 0; axis < 3; axis++) {
      const half_m = 0.5 * size_m[axis];
      cells[c + axis] = cb_B_m[axis] + half_m * (cells[c + axis] - moment[axis] / volume);
      cells[c + CELL.square + axis] *= half_m * half_m;
    }
  }
  return cells;
}

/** Edge k of n equal parts of [-1, 1]; written so that edges are symmetric to the last bit. */
function edge(k: number, n: number): number {
  return (2 * k - n) / n;
}

/** (1) for one box of the cube [-1, 1]³, if any of it is inside the shape. */
function addCell(
  cells: number[],
  shape: HullShape,
  x0: number,
  x1: number,
  y0: number,
  y1: number,
  z0: number,
  z1: number,
): void {
  let V = 0;
  const first = [0, 0, 0];
  const second = [0, 0, 0];
  for (let i = 0; i < SAMPLES; i++) {
    const x = x0 + ((i + 0.5) / SAMPLES) * (x1 - x0);
    for (let j = 0; j < SAMPLES; j++) {
      const y = y0 + ((j + 0.5) / SAMPLES) * (y1 - y0);
      const height = halfHeight(shape, x, y);
      const from = Math.max(z0, -height);
      const to = Math.min(z1, height);
      if (!(to > from)) continue;
      const length = to - from;
      V += length;
      first[0] += length * x;
      first[1] += length * y;
      first[2] += (length * (from + to)) / 2;
      second[0] += length * x * x;
      second[1] += length * y * y;
      second[2] += (length * (from * from + from * to + to * to)) / 3;
    }
  }
  if (V === 0) return;
  const area = ((x1 - x0) / SAMPLES) * ((y1 - y0) / SAMPLES);
  const lower = [x0, y0, z0];
  const upper = [x1, y1, z1];
  const centre = first.map((sum) => sum / V);
  const squares = second.map((sum, axis) => {
    // The samples themselves are little boxes along x and y.
    const sample = axis === 2 ? 0 : (upper[axis] - lower[axis]) / SAMPLES;
    const square = 3 * (sum / V - centre[axis] * centre[axis]) + (sample * sample) / 4;
    // Within its box, so that the outline of the hull bounds its cells.
    const room = Math.min(centre[axis] - lower[axis], upper[axis] - centre[axis]);
    return Math.min(square, room * room);
  });
  cells.push(...centre, V * area, ...squares);
}

/** The shape in the cube [-1, 1]³ is |z| < halfHeight(x, y). */
function halfHeight(shape: HullShape, x: number, y: number): number {
  if (shape === "box") return 1;
  const square = shape === "cylinder" ? 1 - y * y : 1 - x * x - y * y;
  return square > 0 ? Math.sqrt(square) : 0;
}
