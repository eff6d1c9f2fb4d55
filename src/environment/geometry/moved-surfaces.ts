/**
 * Surfaces that are fixed in a frame that moves, met by rays in N: the hull of a vehicle, an obstacle on its path.
 *
 *   p_Q = R_NQᵀ (p_N − p_NQ),  d_Q = R_NQᵀ d_N                               (1)  the ray in the frame Q of the surfaces
 *   n_N = R_NQ n_Q                                                          (2)  the normal of the hit; its distance stays
 *
 * A ray that passes the ball around all of them is not turned: with c_N = p_NQ + R_NQ c_Q and r of the ball, and s = c_N − p,
 *
 *   |s × d|² > r² d·d,   s·d < −r |d|   or   s·d / d·d − r / |d| > the nearest hit and the range          (3)
 *
 * The ball is half a diagonal of the box around the boxes of the surfaces; surfaces without end have none, and are always asked.
 * Valid: the frame stands still while the ray is on its way. Accuracy: that of the surfaces, and 1e-12 of the distance by (1).
 * Test: moved-surfaces.test.ts, against primitives that are placed where the frame is.
 */
import { rotateInto, rotateInverseInto } from "../../math/index.ts";
import { RAY, RAY_SIZE, type Surface } from "./ray.ts";

/** The ball is taken larger by this, so that the rounding of (3) loses no hit. */
const ROOM_M = 1e-6;

export class MovedSurfaces {
  /** Centre of the ball in Q at 0, its radius at 3; a radius of Infinity for surfaces without end, below 0 for none. */
  readonly ball_m: Float64Array;
  readonly #surfaces: readonly Surface[];
  /** All hold nothing between calls. */
  readonly #ray = new Float64Array(RAY_SIZE);
  readonly #centre = new Float64Array(3);
  readonly #arm = new Float64Array(3);

  /** surfaces: in Q. */
  constructor(surfaces: readonly Surface[]) {
    this.#surfaces = [...surfaces];
    this.ball_m = ballAround(surfaces);
  }

  get isEmpty(): boolean {
    return this.#surfaces.length === 0;
  }

  /** As Surface.castInto, of the frame whose p_NQ and q_NQ are pose[j ..]. Leaves hit[o + HIT.object] alone. */
  castInto(hit: Float64Array, o: number, ray: Float64Array, i: number, pose: Float64Array, j: number): boolean {
    if (this.#misses(hit, o, ray, i, pose, j)) return false;
    const turned = this.#ray;
    const arm = this.#arm;
    for (let k = 0; k < 3; k++) arm[k] = ray[i + k] - pose[j + k];
    rotateInverseInto(turned, RAY.origin, pose, j + 3, arm, 0); // (1)
    rotateInverseInto(turned, RAY.direction, pose, j + 3, ray, i + RAY.direction);
    turned[RAY.range] = ray[i + RAY.range];
    const surfaces = this.#surfaces;
    let met = false;
    for (let k = 0; k < surfaces.length; k++) if (surfaces[k].castInto(hit, o, turned, 0)) met = true;
    if (met) rotateInto(hit, o + 1, pose, j + 3, hit, o + 1); // (2)
    return met;
  }

  /** (3) */
  #misses(hit: Float64Array, o: number, ray: Float64Array, i: number, pose: Float64Array, j: number): boolean {
    const r = this.ball_m[3];
    if (r < 0) return true;
    if (r === Number.POSITIVE_INFINITY) return false;
    const centre = this.#centre;
    rotateInto(centre, 0, pose, j + 3, this.ball_m, 0);
    const x = centre[0] + pose[j] - ray[i];
    const y = centre[1] + pose[j + 1] - ray[i + 1];
    const z = centre[2] + pose[j + 2] - ray[i + 2];
    const dx = ray[i + 3];
    const dy = ray[i + 4];
    const dz = ray[i + 5];
    const square = dx * dx + dy * dy + dz * dz;
    const cx = y * dz - z * dy;
    const cy = z * dx - x * dz;
    const cz = x * dy - y * dx;
    if (cx * cx + cy * cy + cz * cz > r * r * square) return true;
    const along = x * dx + y * dy + z * dz;
    const reach = r * Math.sqrt(square);
    return along < -reach || along - reach > Math.min(hit[o], ray[i + 6]) * square;
  }
}

function ballAround(surfaces: readonly Surface[]): Float64Array {
  if (surfaces.length === 0) return Float64Array.of(0, 0, 0, -1);
  const low = [1, 1, 1].map(() => Number.POSITIVE_INFINITY);
  const high = low.map((end) => -end);
  for (const { bounds_m } of surfaces) {
    if (bounds_m === null) return Float64Array.of(0, 0, 0, Number.POSITIVE_INFINITY);
    for (let k = 0; k < 3; k++) {
      low[k] = Math.min(low[k], bounds_m[k]);
      high[k] = Math.max(high[k], bounds_m[k + 3]);
    }
  }
  const centre = low.map((end, k) => (end + high[k]) / 2);
  const half = low.map((end, k) => (high[k] - end) / 2);
  const radius = Math.sqrt(half.reduce((sum, edge) => sum + edge * edge, 0));
  return Float64Array.of(...centre, Number.isFinite(radius) ? radius + ROOM_M : Number.POSITIVE_INFINITY);
}
