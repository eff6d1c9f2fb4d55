/**
 * A capsule: all that is within r of a segment of half-length h along x of its frame O.
 *
 *   where |x| ≤ h   y² + z² = r²                  (1)   a cylinder
 *   beyond          (x ∓ h)² + y² + z² = r²        (2)   two balls
 *
 * A ray meets the convex solid where the first of the three stretches that it cuts out of (1) between the ends and of (2) begins, and leaves it
 * where the last one ends, since they overlap.
 * Accuracy: that of the primitives (primitives.ts). Left out: scaling.
 */
import { invariant } from "../../core/index.ts";
import { Pose } from "./pose.ts";
import type { Surface } from "./ray.ts";
import { pointSolid, type Solid, segmentSolid } from "./solid.ts";

/** Below this share of the radius the segment is a point. */
const POINT = 1e-9;
const RING = 16;

export class Capsule implements Surface {
  readonly bounds_m: Float64Array;
  readonly #pose: Pose;
  /** r, h. */
  readonly #size_m: Float64Array;
  /** Ray in O; where it enters and leaves. Hold nothing between calls. */
  readonly #ray = new Float64Array(6);
  readonly #span = new Float64Array(2);

  /** length_m: from cap to cap, at least the diameter. */
  constructor(
    position_m: readonly number[],
    attitude_rad: readonly number[],
    size: { readonly diameter_m: number; readonly length_m: number },
  ) {
    const r = size.diameter_m / 2;
    const h = size.length_m / 2 - r;
    invariant(h >= -1e-12 * r, "a capsule is at least as long as it is thick");
    this.#pose = new Pose(position_m, attitude_rad);
    this.#size_m = Float64Array.of(r, Math.max(0, h));
    this.bounds_m = this.#pose.boundsOf([Math.max(0, h), 0, 0]);
    for (let k = 0; k < 3; k++) {
      this.bounds_m[k] -= r;
      this.bounds_m[k + 3] += r;
    }
  }

  outline(): (readonly [number, number])[] {
    const [r, h] = this.#size_m;
    // Points of both balls on a grid of directions: their hull is the outline to a percent.
    const points: number[] = [];
    for (const end of [-h, h]) {
      for (let a = 0; a < RING; a++) {
        for (let b = 0; b < RING; b++) {
          const [u, v] = [(2 * (a + 0.5)) / RING - 1, (2 * (b + 0.5)) / RING - 1];
          const length = Math.sqrt(u * u + v * v + 1);
          for (const [x, y, z] of [
            [u, v, 1],
            [u, 1, v],
            [1, u, v],
          ]) {
            for (const sign of [-1, 1])
              points.push(end + (sign * r * x) / length, (sign * r * y) / length, (sign * r * z) / length);
          }
        }
      }
    }
    return this.#pose.outlineOf(Float64Array.from(points));
  }

  solids(): readonly Solid[] {
    const [r, h] = this.#size_m;
    const ends = Float64Array.of(-h, 0, 0, h, 0, 0);
    this.#pose.pointOutInto(ends, 0, ends, 0);
    this.#pose.pointOutInto(ends, 3, ends, 3);
    return [h > POINT * r ? segmentSolid(ends, r) : pointSolid([...ends.subarray(0, 3)], r)];
  }

  castInto(hit: Float64Array, o: number, ray: Float64Array, i: number): boolean {
    const local = this.#ray;
    const span = this.#span;
    this.#pose.rayIntoFrame(local, 0, ray, i);
    span[0] = Number.POSITIVE_INFINITY;
    span[1] = Number.NEGATIVE_INFINITY;
    this.#cutMantle();
    this.#cutBall(-1);
    this.#cutBall(1);
    if (!(span[0] <= span[1])) return false;
    const t = span[0] >= 0 ? span[0] : span[1];
    if (!(t >= 0 && t <= ray[i + 6] && t < hit[o])) return false;
    const h = this.#size_m[1];
    const x = local[0] + t * local[3];
    const axial = Math.min(h, Math.max(-h, x));
    const nx = x - axial;
    const ny = local[1] + t * local[4];
    const nz = local[2] + t * local[5];
    const scale = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz);
    hit[o] = t;
    hit[o + 1] = nx * scale;
    hit[o + 2] = ny * scale;
    hit[o + 3] = nz * scale;
    hit[o + 5] = 0;
    this.#pose.turnOut(hit, o + 1);
    return true;
  }

  /** (1), between the ends. */
  #cutMantle(): void {
    const ray = this.#ray;
    const [r, h] = this.#size_m;
    const a = ray[4] * ray[4] + ray[5] * ray[5];
    const across = ray[1] * ray[5] - ray[2] * ray[4];
    const rho = Math.sqrt(ray[1] * ray[1] + ray[2] * ray[2]);
    if (a === 0) return; // along the axis: the balls say it all
    const square = a * r * r - across * across;
    if (square < 0) return;
    this.#take(a, ray[1] * ray[4] + ray[2] * ray[5], (rho - r) * (rho + r), square, -h, h);
  }

  /** (2) of one end. */
  #cutBall(end: number): void {
    const ray = this.#ray;
    const [r, h] = this.#size_m;
    const x = ray[0] - end * h;
    const a = ray[3] * ray[3] + ray[4] * ray[4] + ray[5] * ray[5];
    const cx = ray[1] * ray[5] - ray[2] * ray[4];
    const cy = ray[2] * ray[3] - x * ray[5];
    const cz = x * ray[4] - ray[1] * ray[3];
    const rho = Math.sqrt(x * x + ray[1] * ray[1] + ray[2] * ray[2]);
    const square = a * r * r - (cx * cx + cy * cy + cz * cz);
    if (square < 0) return;
    const b = x * ray[3] + ray[1] * ray[4] + ray[2] * ray[5];
    this.#take(a, b, (rho - r) * (rho + r), square, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
  }

  /** Roots of a t² + 2 b t + c = 0 whose x lies from low to high widen the stretch; of the two the one that does not cancel first. */
  #take(a: number, b: number, c: number, square: number, low: number, high: number): void {
    const ray = this.#ray;
    const q = -(b + (b >= 0 ? 1 : -1) * Math.sqrt(square));
    const first = q / a;
    const second = q === 0 ? first : c / q;
    for (const t of [first, second]) {
      const x = ray[0] + t * ray[3];
      if (x < low || x > high) continue;
      this.#span[0] = Math.min(this.#span[0], t);
      this.#span[1] = Math.max(this.#span[1], t);
    }
  }
}
