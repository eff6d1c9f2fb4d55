/**
 * A boundary as a curve, and the straight pieces that rays meet.
 *
 *   straight: linear between the points
 *   smooth:   z(u) = z₀ + u Δz + u (1 − u) ((1 − u)(m₀Δr − Δz) + u (Δz − m₁Δr)),   u = (r − r₀)/Δr             (1)
 *
 * The slope m of a smooth boundary at a point is that of the mean of the angles on both sides; at the first and the last point, of the only side.
 * Before the first and after the last point both are level. A smooth boundary is cut into pieces over which its angle turns by MOST_TURN at most;
 * on a piece, a ray meets the chord, and the angle there is interpolated between those of the curve at both ends.
 */
import { atan, tan } from "../../math/index.ts";
import type { Boundary } from "./ray-case.ts";

/** rad. The chord then differs from the curve by an eighth of this of its length. */
const MOST_TURN = 0.005;
const MOST_PIECES = 32;

/** A boundary as straight pieces. */
export interface BoundaryPieces {
  readonly ranges_m: Float64Array;
  readonly depths_m: Float64Array;
  /** Angle of the curve at the points, rad; null for straight ones. */
  readonly angles_rad: Float64Array | null;
  /** Which of the boundary's media holds from each point on. */
  readonly beyond: Int32Array;
}

/** Depth of a boundary at a range. */
export function depthAt_m(boundary: Boundary, range_m: number): number {
  const { ranges_m: r, depths_m: z } = boundary;
  const last = r.length - 1;
  if (range_m <= r[0]) return z[0];
  if (range_m >= r[last]) return z[last];
  let k = 0;
  while (range_m >= r[k + 1]) k++;
  const u = (range_m - r[k]) / (r[k + 1] - r[k]);
  if (boundary.shape === "straight") return z[k] + u * (z[k + 1] - z[k]);
  const width = r[k + 1] - r[k];
  return cubic(u, z[k], z[k + 1], tan(angleAt(boundary, k)) * width, tan(angleAt(boundary, k + 1)) * width);
}

export function piecesOf(boundary: Boundary): BoundaryPieces {
  const { ranges_m: r, depths_m: z, beyond, shape } = boundary;
  const media = (k: number): number => (beyond.length === 1 ? 0 : Math.min(k, beyond.length - 1));
  if (shape === "straight" || r.length === 1) {
    return { ranges_m: r, depths_m: z, angles_rad: null, beyond: Int32Array.from(r, (_, k) => media(k)) };
  }
  const points: [number, number, number, number][] = [];
  for (let k = 0; k < r.length - 1; k++) {
    const width = r[k + 1] - r[k];
    const [a, b] = [angleAt(boundary, k), angleAt(boundary, k + 1)];
    const [da, db] = [tan(a) * width, tan(b) * width];
    const chord = atan((z[k + 1] - z[k]) / width);
    const turn = Math.abs(chord - a) + Math.abs(b - chord);
    const count = Math.min(MOST_PIECES, Math.max(1, Math.ceil((3 * turn) / MOST_TURN)));
    for (let n = 0; n < count; n++) {
      const u = n / count;
      const slope = cubicSlope(u, z[k], z[k + 1], da, db) / width;
      points.push([r[k] + u * width, n === 0 ? z[k] : cubic(u, z[k], z[k + 1], da, db), atan(slope), media(k)]);
    }
  }
  const last = r.length - 1;
  points.push([r[last], z[last], angleAt(boundary, last), media(last)]);
  return {
    ranges_m: Float64Array.from(points, ([range]) => range),
    depths_m: Float64Array.from(points, ([, depth]) => depth),
    angles_rad: Float64Array.from(points, ([, , angle]) => angle),
    beyond: Int32Array.from(points, ([, , , medium]) => medium),
  };
}

/** Angle of a smooth boundary at its point k. */
function angleAt(boundary: Boundary, k: number): number {
  const { ranges_m: r, depths_m: z } = boundary;
  const last = r.length - 1;
  const side = (i: number): number => atan((z[i + 1] - z[i]) / (r[i + 1] - r[i]));
  if (k === 0) return side(0);
  return k === last ? side(last - 1) : 0.5 * (side(k - 1) + side(k));
}

/** (1), from values and slopes by u at both ends. */
function cubic(u: number, a: number, b: number, da: number, db: number): number {
  return a + u * (b - a) + u * (1 - u) * ((1 - u) * (da - b + a) + u * (b - a - db));
}

function cubicSlope(u: number, a: number, b: number, da: number, db: number): number {
  return b - a + (da - b + a) * (1 - u) * (1 - 3 * u) + (b - a - db) * u * (2 - 3 * u);
}
