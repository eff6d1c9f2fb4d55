/**
 * Where a ball is nearest to the bottom: its foot f, the normal n there, and the gap.
 *
 *   c − f = h n(f),   gap = h − ρ                                                          (1)
 *   f₀: below c;   f_k+1 = c − h_k n(f_k), seen from above;   h_k = n(f_k) · (c − f_k)         (2)
 *
 * (2) ends at once on a plane, where the place below c says as much, and comes nearer by ρ/r at each step, r: radius of the bottom's curvature.
 * So the gap changes as c moves along the normal, and not as it moves across it: what slides along a curved bottom is not lifted by it.
 * Without (2), on a slope s that grows by 1/r for each metre, it is by ρ s/r of the way.
 *
 * Valid: for r > ρ. Where steps become no shorter (a kink, a hollow that is narrower than the ball) the smaller of the last two gaps is
 * taken. For balls below LEAST_M, and for those farther away than their radius, the place below c has to do.
 * Source: (1) is geometry. Test: ground-foot.test.ts.
 */
import type { Bottom } from "./ray.ts";

const LEAST_M = 5e-3;
const MOST_STEPS = 8;
/** A step that is shorter than this part of ρ leaves its square of the gap. */
const CLOSE = 1e-8;

export class GroundFoot {
  readonly normal = new Float64Array(3);
  /** Infinity where there is no bottom. */
  readonly gap = new Float64Array(1);
  readonly #place = new Float64Array(3);
  readonly #depth = new Float64Array(1);
  readonly #n = new Float64Array(3);

  /** Of the ball around c[i .. i + 2], N, with the radius at radius[j]. */
  find(bottom: Bottom, c: Float64Array, i: number, radius: Float64Array, j: number): void {
    const { normal, gap } = this;
    const place = this.#place;
    const depth = this.#depth;
    const n = this.#n;
    const rho = radius[j];
    const x = c[i];
    const y = c[i + 1];
    const z = c[i + 2];
    for (let k = 0; k < 3; k++) place[k] = c[i + k];
    bottom.depthInto(depth, 0, place, 0);
    bottom.normalInto(normal, 0, place, 0);
    let h = -normal[2] * (depth[0] - z);
    gap[0] = Number.isNaN(h) ? Number.POSITIVE_INFINITY : h - rho;
    if (rho < LEAST_M || !(gap[0] < rho)) return;
    let last = Number.POSITIVE_INFINITY;
    for (let k = 0; k < MOST_STEPS; k++) {
      // (2)
      const north = x - h * normal[0];
      const east = y - h * normal[1];
      const square = (north - place[0]) * (north - place[0]) + (east - place[1]) * (east - place[1]);
      if (square <= CLOSE * CLOSE * rho * rho) return;
      place[0] = north;
      place[1] = east;
      bottom.depthInto(depth, 0, place, 0);
      bottom.normalInto(n, 0, place, 0);
      const next = n[0] * (x - north) + n[1] * (y - east) + n[2] * (z - depth[0]);
      // No bottom there, or a plane.
      if (Number.isNaN(next) || (n[0] === normal[0] && n[1] === normal[1] && n[2] === normal[2])) return;
      const isShorter = square < 0.25 * last;
      if (!isShorter && next >= h) return;
      h = next;
      gap[0] = h - rho;
      for (let axis = 0; axis < 3; axis++) normal[axis] = n[axis];
      if (!isShorter) return;
      last = square;
    }
  }
}
