/**
 * A funnel: a hollow truncated cone, made of N flat plates, open at both ends.
 *
 * Frame O: origin in the middle of its axis, x along the axis from the mouth (x = −L/2) to the throat (x = L/2): the way in. Plate k lies
 * towards y cos θ_k + z sin θ_k, θ_k = 2π k / N, so that with four, eight, twelve … sides there is one to each side, above and below.
 *
 *   a(x) = (D_m + D_t)/4 − (D_m − D_t) x / (2 L)          distance of the inner faces from the axis                  (1)
 *   cos γ = L / √(L² + (D_m − D_t)²/4)                    γ: between the axis and a plate                            (2)
 *   a_o(x) = a(x) + w / cos γ                             the same of the outer faces; w: thickness of the wall      (3)
 *   corners at a / cos(π/N), at the angles θ_k ± π/N                                                                (4)
 *
 * D_m, D_t: diameters of mouth and throat, of the circles that fit inside: a ball of D_t just passes. Neighbours meet in the plane of the axis
 * and their common edge, each with its whole end, so that nothing is between them.
 *
 * As a solid, a plate is a core grown by ρ (solid.ts): its inner, outer and end faces are moved inwards by ρ, its joints are not moved, so
 * that two plates overlap there by ρ and no ball enters between them. In the inner corner of a joint the surface is round: it stands back by
 * ρ (1/cos(π/N) − 1) from the sharp corner, 0.08 mm for eight sides. Rays meet the sharp faces.
 *
 * Valid: D_m ≥ D_t > 0. Left out: flanges, bars instead of plates, water that is displaced by what comes in.
 * Source: (1) to (4) are plane geometry, derived here. Tests: funnel.test.ts.
 */
import { cos, sin } from "../../math/index.ts";
import { TriangleMesh } from "./mesh.ts";
import { Pose } from "./pose.ts";
import type { Surface } from "./ray.ts";
import { BOX, roundingOf, Solid } from "./solid.ts";

export interface FunnelSize {
  readonly mouth_m: number;
  readonly throat_m: number;
  readonly length_m: number;
  readonly wall_m: number;
  readonly sides: number;
}

export class Funnel implements Surface {
  readonly bounds_m: Float64Array;
  readonly #size: FunnelSize;
  readonly #pose: Pose;
  readonly #mesh: TriangleMesh;

  constructor(position_m: readonly number[], attitude_rad: readonly number[], size: FunnelSize) {
    this.#size = size;
    this.#pose = new Pose(position_m, attitude_rad);
    this.#mesh = new TriangleMesh(meshOf(size, this.#pose));
    this.bounds_m = this.#mesh.bounds_m;
  }

  castInto(hit: Float64Array, o: number, ray: Float64Array, i: number): boolean {
    return this.#mesh.castInto(hit, o, ray, i);
  }

  solids(): readonly Solid[] {
    const { length_m, wall_m, sides, throat_m } = this.#size;
    const edge_m = (throat_m * sin(Math.PI / sides)) / cos(Math.PI / sides);
    const rho_m = roundingOf(Math.min(length_m, wall_m, edge_m));
    const lean = leanOf(this.#size);
    const ends_m = [-length_m / 2 + rho_m, length_m / 2 - rho_m];
    // Inner and outer faces, each moved into the wall by ρ.
    const faces_m = [rho_m / lean, (wall_m - rho_m) / lean];
    return Array.from({ length: sides }, (_, plate) => {
      // As the corners of a box: x up for k & 1, out of the axis for k & 2, the greater angle for k & 4.
      const vertices_m = new Float64Array(24);
      for (let k = 0; k < 8; k++) {
        const x = ends_m[k & 1];
        const apothem_m = apothemOf(this.#size, x) + faces_m[(k >> 1) & 1];
        cornerInto(vertices_m, 3 * k, x, apothem_m, sides, plate + (k & 4 ? 0.5 : -0.5));
        this.#pose.pointOutInto(vertices_m, 3 * k, vertices_m, 3 * k);
      }
      return new Solid({ vertices_m, topology: BOX, radius_m: rho_m });
    });
  }

  outline(): (readonly [number, number])[] {
    const { length_m, wall_m, sides } = this.#size;
    const out_m = wall_m / leanOf(this.#size);
    const rim = new Float64Array(6 * sides);
    for (let k = 0; k < sides; k++) {
      for (const [end, x] of [-length_m / 2, length_m / 2].entries())
        cornerInto(rim, 6 * k + 3 * end, x, apothemOf(this.#size, x) + out_m, sides, k + 0.5);
    }
    return this.#pose.outlineOf(rim);
  }
}

/** (1) */
function apothemOf({ mouth_m, throat_m, length_m }: FunnelSize, x: number): number {
  return (mouth_m + throat_m) / 4 - ((mouth_m - throat_m) * x) / (2 * length_m);
}

/** (2): cos γ. */
function leanOf({ mouth_m, throat_m, length_m }: FunnelSize): number {
  const narrows_m = (mouth_m - throat_m) / 2;
  return length_m / Math.sqrt(length_m * length_m + narrows_m * narrows_m);
}

/** (4): a corner in O, at the angle 2π turn / N. */
function cornerInto(out: Float64Array, o: number, x: number, apothem_m: number, sides: number, turn: number): void {
  const radius_m = apothem_m / cos(Math.PI / sides);
  const angle = (2 * Math.PI * turn) / sides;
  out[o] = x;
  out[o + 1] = radius_m * cos(angle);
  out[o + 2] = radius_m * sin(angle);
}

/** Rings of corners: inner and outer, at the mouth and at the throat; two triangles for each stretch between two rings. */
function meshOf(size: FunnelSize, pose: Pose): { vertices_m: Float64Array; triangles: Uint32Array } {
  const { length_m, wall_m, sides } = size;
  const out_m = wall_m / leanOf(size);
  const vertices_m = new Float64Array(12 * sides);
  // Ring r: x up for r & 1, out for r & 2.
  for (let r = 0; r < 4; r++) {
    const x = r & 1 ? length_m / 2 : -length_m / 2;
    const apothem_m = apothemOf(size, x) + (r & 2 ? out_m : 0);
    for (let k = 0; k < sides; k++) {
      const at = 3 * (r * sides + k);
      cornerInto(vertices_m, at, x, apothem_m, sides, k + 0.5);
      pose.pointOutInto(vertices_m, at, vertices_m, at);
    }
  }
  const triangles: number[] = [];
  // Each pair of rings such that the face looks out of the wall.
  for (const [a, b] of [
    [0, 1],
    [3, 2],
    [2, 0],
    [1, 3],
  ]) {
    for (let k = 0; k < sides; k++) {
      const next = (k + 1) % sides;
      const [p, q, s, t] = [a * sides + k, b * sides + k, b * sides + next, a * sides + next];
      triangles.push(p, q, s, p, s, t);
    }
  }
  return { vertices_m, triangles: Uint32Array.from(triangles) };
}
