/**
 * A body of convex solids that are fixed in its frame B, and how far it reaches along a direction when it stands at a pose.
 *
 *   h(n) = n · p_NB + max_k (n_B · c_k + h_k(n_B)),   n_B = R_NBᵀ n                        (1)  h_k: solid.ts (2), from its centre c_k
 *
 * A pose is p_NB at [0 .. 2] and q_NB at [3 .. 6] (scalar first), as a vehicle's state begins.
 */
import { invariant } from "../../core/index.ts";
import type { Solid } from "./solid.ts";

/** Numbers of a pose. */
export const POSE_SIZE = 7;

export class SolidBody {
  /** Not frozen: reading an element of a frozen array costs a ray some 20 ns. */
  readonly solids: readonly Solid[];
  readonly count: number;
  /** In B, of a ball around all of it; the radius at radius_m[0]. */
  readonly centre_m: Float64Array;
  readonly radius_m: Float64Array;
  /** Holds nothing between calls. */
  readonly #n = new Float64Array(5);

  /** At least one solid. */
  constructor(solids: readonly Solid[]) {
    invariant(solids.length > 0, "a body has at least one solid");
    this.solids = [...solids];
    this.count = solids.length;
    this.centre_m = new Float64Array(3);
    for (let k = 0; k < 3; k++) {
      let low = Infinity;
      let high = -Infinity;
      for (const { bounds_m } of solids) {
        low = Math.min(low, bounds_m[k]);
        high = Math.max(high, bounds_m[3 + k]);
      }
      this.centre_m[k] = (low + high) / 2;
    }
    const [x, y, z] = this.centre_m;
    let radius_m = 0;
    for (const { centre_m: c, round } of solids) {
      const [dx, dy, dz] = [c[0] - x, c[1] - y, c[2] - z];
      radius_m = Math.max(radius_m, Math.sqrt(dx * dx + dy * dy + dz * dz) + round[5]);
    }
    this.radius_m = Float64Array.of(radius_m);
  }

  /** (1) of solid k alone, m, to out[o]: the body at pose[i ..], the unit vector in N at n[j ..]. */
  reachInto(out: Float64Array, o: number, k: number, pose: Float64Array, i: number, n: Float64Array, j: number): void {
    this.#turnIn(pose, i, n, j);
    reachInto(this.#n, this.solids[k]);
    out[o] = this.#n[3] + this.#n[4];
  }

  /** (1), to out[o]. */
  reachesInto(out: Float64Array, o: number, pose: Float64Array, i: number, n: Float64Array, j: number): void {
    this.#turnIn(pose, i, n, j);
    const own = this.#n;
    const solids = this.solids;
    let most = Number.NEGATIVE_INFINITY;
    for (let k = 0; k < solids.length; k++) {
      reachInto(own, solids[k]);
      if (own[4] > most) most = own[4];
    }
    out[o] = own[3] + most;
  }

  /** n_B and n · p_NB. With the vector part r of the quaternion, n_B = n − w t + r × t, t = 2 r × n. */
  #turnIn(pose: Float64Array, i: number, n: Float64Array, j: number): void {
    const out = this.#n;
    const x = n[j];
    const y = n[j + 1];
    const z = n[j + 2];
    const w = pose[i + 3];
    const rx = pose[i + 4];
    const ry = pose[i + 5];
    const rz = pose[i + 6];
    const tx = 2 * (ry * z - rz * y);
    const ty = 2 * (rz * x - rx * z);
    const tz = 2 * (rx * y - ry * x);
    out[0] = x - w * tx + (ry * tz - rz * ty);
    out[1] = y - w * ty + (rz * tx - rx * tz);
    out[2] = z - w * tz + (rx * ty - ry * tx);
    out[3] = x * pose[i] + y * pose[i + 1] + z * pose[i + 2];
  }
}

/** How far a solid reaches along n[0 .. 2] of its own frame, m, to n[4]. */
function reachInto(n: Float64Array, solid: Solid): void {
  const v = solid.vertices_m;
  const c = solid.centre_m;
  const round = solid.round;
  const x = n[0];
  const y = n[1];
  const z = n[2];
  let most = v[0] * x + v[1] * y + v[2] * z;
  for (let k = 3; k < v.length; k += 3) {
    const along = v[k] * x + v[k + 1] * y + v[k + 2] * z;
    if (along > most) most = along;
  }
  most += c[0] * x + c[1] * y + c[2] * z + round[0];
  if (round[1] > 0) {
    const along = round[2] * x + round[3] * y + round[4] * z;
    most += round[1] * Math.sqrt(Math.max(0, 1 - along * along));
  }
  n[4] = most;
}
