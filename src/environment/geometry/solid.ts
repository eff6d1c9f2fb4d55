/**
 * A convex solid fixed in a frame (N for an obstacle, B for a vehicle's shape), for contacts: a core grown by a radius.
 *
 *   S = conv(v₁ … v_n) ⊕ disc(R, â) ⊕ ball(ρ)                                             (1)
 *   h(n) = max_k v_k · n + R √(1 − (â · n)²) + ρ        its support along a unit vector n     (2)
 *
 * | solid          | core                                      | ρ                                           |
 * |----------------|-------------------------------------------|---------------------------------------------|
 * | sphere         | a point                                   | its radius                                  |
 * | capsule        | a segment                                 | its radius                                  |
 * | box, polytope  | itself, each face moved inwards by ρ      | min(1 mm, 5 % of its smallest size)         |
 * | cylinder       | a segment and a disc, smaller by ρ        | the same                                    |
 * | plate of a funnel | itself, each face moved inwards by ρ but for its joints | the same                    |
 * | wall, triangle | itself, without thickness                 | 0.5 mm, which is added                      |
 * | convex mesh    | itself                                    | the same                                    |
 *
 * The radius keeps the distance of two cores above 0 while the surfaces touch, so that a contact has a normal. It rounds the edges
 * and corners of boxes: a corner ends up to (√3 − 1) ρ = 0.7 mm inside the sharp one, an edge (√2 − 1) ρ. Faces are where they are.
 *
 * Vertices are given from the solid's centre, so that a solid far from its frame's origin keeps its digits.
 * Left out: solids that are not convex (they are several), scaling, motion within the frame.
 */
import { invariant } from "../../core/index.ts";

/** What is round about a solid: places in Solid.round. */
export const ROUND = {
  /** ρ, m. */
  radius: 0,
  /** R of the disc, m; 0 for a core without one. */
  disc: 1,
  /** â, unit vector across the disc. */
  axis: 2,
  /** Of a ball around the centre that holds all of it, m. */
  ball: 5,
} as const;
export const ROUND_SIZE = 6;

/** ρ of what has thickness, at most. */
const MOST_ROUNDING_M = 1e-3;
const ROUNDING = 0.05;
/** ρ of what has none. */
export const SHEET_ROUNDING_M = 5e-4;

/** Vertices that a core may have. */
export const MOST_VERTICES = 65_536;

/** How the vertices of a core hang together. Solids of one form share it. */
export interface Topology {
  /** Vertices of each face, counter-clockwise seen from outside: face f is loops[faceStart[f] … faceStart[f + 1] − 1]. */
  readonly faceStart: Int32Array;
  readonly loops: Int32Array;
  /** Two vertices of each edge, the smaller one first. */
  readonly edges: Int32Array;
}

/** How much a solid of this smallest size is rounded, m. */
export function roundingOf(smallest_m: number): number {
  return Math.min(MOST_ROUNDING_M, ROUNDING * smallest_m);
}

export interface Core {
  /** x, y, z of each vertex, in the frame. */
  readonly vertices_m: ArrayLike<number>;
  readonly topology: Topology;
  readonly radius_m: number;
  /** Of a cylinder. */
  readonly disc?: { readonly radius_m: number; readonly axis: ArrayLike<number> };
}

export class Solid {
  /** In its frame. */
  readonly centre_m: Float64Array;
  /** From the centre: x, y, z of each. */
  readonly vertices_m: Float64Array;
  readonly vertexCount: number;
  readonly topology: Topology;
  /** Unit vector out of each face. */
  readonly normals: Float64Array;
  readonly round: Float64Array;
  /** Smallest and largest x, y, z, of all of it. */
  readonly bounds_m: Float64Array;

  constructor({ vertices_m, topology, radius_m, disc }: Core) {
    const n = vertices_m.length / 3;
    invariant(n >= 1 && n <= MOST_VERTICES && Number.isInteger(n), `a solid has 1 to ${MOST_VERTICES} vertices`);
    invariant(radius_m > 0, "a solid is rounded");
    const core = boundsOf(vertices_m);
    this.centre_m = Float64Array.of((core[0] + core[3]) / 2, (core[1] + core[4]) / 2, (core[2] + core[5]) / 2);
    this.vertices_m = Float64Array.from(vertices_m, (x, k) => x - this.centre_m[k % 3]);
    this.vertexCount = n;
    this.topology = topology;
    this.normals = normalsOf(this.vertices_m, topology);
    this.round = new Float64Array(ROUND_SIZE);
    const discRadius_m = disc?.radius_m ?? 0;
    this.round[ROUND.radius] = radius_m;
    this.round[ROUND.disc] = discRadius_m;
    if (disc !== undefined) this.round.set(Array.from(disc.axis), ROUND.axis);
    this.bounds_m = core;
    for (let k = 0; k < 3; k++) {
      const axis = this.round[ROUND.axis + k];
      const reach_m = radius_m + discRadius_m * Math.sqrt(Math.max(0, 1 - axis * axis));
      core[k] -= reach_m;
      core[3 + k] += reach_m;
    }
    this.round[ROUND.ball] = ballOf(this.vertices_m, discRadius_m) + radius_m;
  }

  /** The point of the core that is farthest along the unit vector n[j ..], in the frame, to out[o ..]. */
  supportInto(out: Float64Array, o: number, n: Float64Array, j: number): void {
    const v = this.vertices_m;
    const c = this.centre_m;
    const round = this.round;
    const nx = n[j];
    const ny = n[j + 1];
    const nz = n[j + 2];
    let at = 0;
    let most = v[0] * nx + v[1] * ny + v[2] * nz;
    for (let k = 3; k < v.length; k += 3) {
      const along = v[k] * nx + v[k + 1] * ny + v[k + 2] * nz;
      if (along > most) {
        most = along;
        at = k;
      }
    }
    let x = c[0] + v[at];
    let y = c[1] + v[at + 1];
    let z = c[2] + v[at + 2];
    if (round[1] > 0) {
      const along = round[2] * nx + round[3] * ny + round[4] * nz;
      let ex = nx - along * round[2];
      let ey = ny - along * round[3];
      let ez = nz - along * round[4];
      const rest = ex * round[2] + ey * round[3] + ez * round[4];
      ex -= rest * round[2];
      ey -= rest * round[3];
      ez -= rest * round[4];
      const square = ex * ex + ey * ey + ez * ez;
      // Along the axis to rounding: any point of the disc is as far.
      if (square > 1e-30) {
        const scale = round[1] / Math.sqrt(square);
        x += scale * ex;
        y += scale * ey;
        z += scale * ez;
      }
    }
    out[o] = x;
    out[o + 1] = y;
    out[o + 2] = z;
  }
}

const NO_FACES = { faceStart: Int32Array.of(0), loops: new Int32Array(0) };
const POINT: Topology = { ...NO_FACES, edges: new Int32Array(0) };
const SEGMENT: Topology = { ...NO_FACES, edges: Int32Array.of(0, 1) };
/** Both sides of a flat polygon of n corners. */
function sheet(n: number): Topology {
  const front = Array.from({ length: n }, (_, k) => k);
  return topologyOf([front, [...front].reverse()]);
}
const TRIANGLE = sheet(3);
const RECTANGLE = sheet(4);
/** Corner k has x up for k & 1, y up for k & 2, z up for k & 4. Faces in the order −x, x, −y, y, −z, z. */
export const BOX = topologyOf([
  [0, 4, 6, 2],
  [1, 3, 7, 5],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 2, 3, 1],
  [4, 5, 7, 6],
]);

/** Of faces, each by its vertices counter-clockwise seen from outside. */
export function topologyOf(faces: readonly (readonly number[])[]): Topology {
  const faceStart = new Int32Array(faces.length + 1);
  const edges: number[] = [];
  const seen = new Set<number>();
  faces.forEach((face, f) => {
    faceStart[f + 1] = faceStart[f] + face.length;
    face.forEach((vertex, k) => {
      const next = face[(k + 1) % face.length];
      const key = Math.min(vertex, next) * MOST_VERTICES + Math.max(vertex, next);
      if (seen.has(key)) return;
      seen.add(key);
      edges.push(Math.min(vertex, next), Math.max(vertex, next));
    });
  });
  return { faceStart, loops: Int32Array.from(faces.flat()), edges: Int32Array.from(edges) };
}

/** A ball. */
export function pointSolid(centre_m: ArrayLike<number>, radius_m: number): Solid {
  return new Solid({ vertices_m: centre_m, topology: POINT, radius_m });
}

/** A capsule around the segment between two points. */
export function segmentSolid(ends_m: ArrayLike<number>, radius_m: number): Solid {
  return new Solid({ vertices_m: ends_m, topology: SEGMENT, radius_m });
}

/** A cylinder: the centres of its two ends, and its radius. */
export function cylinderSolid(ends_m: ArrayLike<number>, radius_m: number): Solid {
  const d = [ends_m[3] - ends_m[0], ends_m[4] - ends_m[1], ends_m[5] - ends_m[2]];
  const length_m = Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
  const axis = d.map((x) => x / length_m);
  const rounding_m = roundingOf(Math.min(length_m, 2 * radius_m));
  const vertices_m = Array.from(ends_m, (x, k) => x + (k < 3 ? 1 : -1) * rounding_m * axis[k % 3]);
  const disc = { radius_m: radius_m - rounding_m, axis };
  return new Solid({ vertices_m, topology: SEGMENT, radius_m: rounding_m, disc });
}

/** Where a solid stands: takes a point of its own frame to the frame in which it is fixed. */
export interface Placing {
  pointOutInto(out: Float64Array, o: number, p: Float64Array, i: number): void;
}

/** A box with these half edges. */
export function boxSolid(half_m: ArrayLike<number>, placing: Placing): Solid {
  const rounding_m = roundingOf(2 * Math.min(half_m[0], half_m[1], half_m[2]));
  const corners = new Float64Array(24);
  for (let k = 0; k < 8; k++) {
    for (let axis = 0; axis < 3; axis++) {
      corners[3 * k + axis] = ((k >> axis) & 1 ? 1 : -1) * (half_m[axis] - rounding_m);
    }
  }
  return new Solid({ vertices_m: placed(corners, placing), topology: BOX, radius_m: rounding_m });
}

/** A rectangle across x, with these half edges along y and z. */
export function rectangleSolid(half_m: ArrayLike<number>, placing: Placing): Solid {
  const [b, c] = [half_m[0], half_m[1]];
  const corners = Float64Array.of(0, -b, -c, 0, b, -c, 0, b, c, 0, -b, c);
  return new Solid({ vertices_m: placed(corners, placing), topology: RECTANGLE, radius_m: SHEET_ROUNDING_M });
}

/** A triangle by its corners. */
export function triangleSolid(corners_m: ArrayLike<number>): Solid {
  return new Solid({ vertices_m: corners_m, topology: TRIANGLE, radius_m: SHEET_ROUNDING_M });
}

/** A solid as it stands in another frame. */
export function movedSolid(solid: Solid, placing: Placing): Solid {
  const { centre_m: c, vertices_m, topology, round } = solid;
  const points = Float64Array.from(vertices_m, (x, k) => x + c[k % 3]);
  const core = { vertices_m: placed(points, placing), topology, radius_m: round[ROUND.radius] };
  if (!(round[ROUND.disc] > 0)) return new Solid(core);
  const ends = Float64Array.of(0, 0, 0, round[ROUND.axis], round[ROUND.axis + 1], round[ROUND.axis + 2]);
  placed(ends, placing);
  const axis = [ends[3] - ends[0], ends[4] - ends[1], ends[5] - ends[2]];
  return new Solid({ ...core, disc: { radius_m: round[ROUND.disc], axis } });
}

function placed(points: Float64Array, placing: Placing): Float64Array {
  for (let k = 0; k < points.length; k += 3) placing.pointOutInto(points, k, points, k);
  return points;
}

function boundsOf(vertices_m: ArrayLike<number>): Float64Array {
  const out = Float64Array.of(...new Array(3).fill(Infinity), ...new Array(3).fill(-Infinity));
  for (let k = 0; k < vertices_m.length; k++) {
    out[k % 3] = Math.min(out[k % 3], vertices_m[k]);
    out[3 + (k % 3)] = Math.max(out[3 + (k % 3)], vertices_m[k]);
  }
  return out;
}

/** Of a ball around the core. A disc lies across the segment whose middle the centre is. */
function ballOf(vertices_m: Float64Array, disc_m: number): number {
  let most = 0;
  for (let k = 0; k < vertices_m.length; k += 3) {
    const [x, y, z] = [vertices_m[k], vertices_m[k + 1], vertices_m[k + 2]];
    most = Math.max(most, x * x + y * y + z * z);
  }
  return Math.sqrt(most + disc_m * disc_m);
}

/** Newell's sum over each face, of length 1. */
function normalsOf(v: Float64Array, { faceStart, loops }: Topology): Float64Array {
  const out = new Float64Array(3 * (faceStart.length - 1));
  for (let f = 0; f + 1 < faceStart.length; f++) {
    let [x, y, z] = [0, 0, 0];
    for (let k = faceStart[f]; k < faceStart[f + 1]; k++) {
      const a = 3 * loops[k];
      const b = 3 * loops[k + 1 < faceStart[f + 1] ? k + 1 : faceStart[f]];
      x += (v[a + 1] - v[b + 1]) * (v[a + 2] + v[b + 2]);
      y += (v[a + 2] - v[b + 2]) * (v[a] + v[b]);
      z += (v[a] - v[b]) * (v[a + 1] + v[b + 1]);
    }
    const scale = 1 / Math.sqrt(x * x + y * y + z * z);
    out[3 * f] = x * scale;
    out[3 * f + 1] = y * scale;
    out[3 * f + 2] = z * scale;
  }
  return out;
}
