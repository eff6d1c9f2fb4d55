/**
 * A triangle mesh and its rays: a tree of boxes, then the triangles of a few leaves.
 *
 * The ray's longest direction component becomes z, and the triangle is sheared so that the ray is the z axis; with corners
 * A, B, C seen from the origin and sheared,
 *
 *   U = C_x B_y − C_y B_x,   V = A_x C_y − A_y C_x,   W = B_x A_y − B_y A_x        (1)  doubled areas at the corners
 *   hit where U, V, W have one sign;   t = S_z (U A_z + V B_z + W C_z) / (U + V + W)   (2)
 *
 * Two triangles compute the term of (1) of a shared edge from the same products with the opposite sign, so a ray at an edge
 * or a corner meets at least one of them: closed meshes have no cracks. Of triangles at one distance the first is taken.
 *
 * Normals are those of the winding: counter-clockwise seen from outside, which is what OBJ and STL files use. On a mesh that
 * is wound the other way normals point inwards; distances are the same.
 * Valid: distances are exact to rounding, some 1e-16 of origin distance and mesh size.
 * Left out: triangles in whose plane the ray runs, or that have no area: U + V + W is then rounding, and t would be anything.
 * Their neighbours cover them, but for a sliver of 1e-11 m at 100 m. Motion.
 * Source: shear and edge functions of [Woop2013]; float64 throughout, without its way out of single precision.
 */
import { invariant } from "../../core/index.ts";
import { BVH_STACK, type Bvh, buildBvh } from "./bvh.ts";
import type { MeshData } from "./mesh-data.ts";
import type { Surface } from "./ray.ts";
import { type Solid, triangleSolid } from "./solid.ts";

/** Below this part of distance times size, U + V + W is the rounding of the shear: a few 1e-16 of it, with room. */
const EDGE_ON = 1e-13;

/** 1/d for a component that is 0: large, but finite, so that 0 times it is 0 and not NaN. */
const STEEP = 1e290;

export class TriangleMesh implements Surface {
  readonly bounds_m: Float64Array;
  readonly triangleCount: number;
  readonly #vertices: Float64Array;
  /** Three times the index of each corner, in the order of the leaves; beside it, which triangle it is. */
  readonly #corners: Int32Array;
  readonly #bvh: Bvh;
  /** Nodes still to visit and where the ray enters them; hold nothing between calls. */
  readonly #stack = new Int32Array(BVH_STACK);
  readonly #entries = new Float64Array(BVH_STACK);

  /** Vertices in N; at least one triangle. */
  constructor(data: MeshData) {
    const { vertices_m, triangles } = data;
    const n = triangles.length / 3;
    invariant(n >= 1, "a mesh has at least one triangle");
    const boxes = new Float64Array(6 * n);
    for (let k = 0; k < n; k++) {
      for (let axis = 0; axis < 3; axis++) {
        const a = vertices_m[3 * triangles[3 * k] + axis];
        const b = vertices_m[3 * triangles[3 * k + 1] + axis];
        const c = vertices_m[3 * triangles[3 * k + 2] + axis];
        boxes[6 * k + axis] = Math.min(a, b, c);
        boxes[6 * k + 3 + axis] = Math.max(a, b, c);
      }
    }
    this.triangleCount = n;
    this.#vertices = vertices_m;
    this.#bvh = buildBvh(boxes);
    this.#corners = new Int32Array(3 * n);
    this.#bvh.order.forEach((triangle, k) => {
      for (let corner = 0; corner < 3; corner++) this.#corners[3 * k + corner] = 3 * triangles[3 * triangle + corner];
    });
    this.bounds_m = Float64Array.from(this.#bvh.boxes_m.subarray(0, 6));
  }

  /** Each triangle by itself: of a closed mesh too, since it need not be convex. */
  solids(): readonly Solid[] {
    const v = this.#vertices;
    const corners = this.#corners;
    return Array.from({ length: this.triangleCount }, (_, k) =>
      triangleSolid(Array.from({ length: 9 }, (_, c) => v[corners[3 * k + Math.floor(c / 3)] + (c % 3)])),
    );
  }

  castInto(hit: Float64Array, o: number, ray: Float64Array, i: number): boolean {
    return this.#cast(hit, o, ray, i, false);
  }

  /** The same by asking every triangle: what the test compares the tree with. */
  castByEachInto(hit: Float64Array, o: number, ray: Float64Array, i: number): boolean {
    return this.#cast(hit, o, ray, i, true);
  }

  #cast(hit: Float64Array, o: number, ray: Float64Array, i: number, each: boolean): boolean {
    const { boxes_m: boxes, first, count, order } = this.#bvh;
    const vertices = this.#vertices;
    const corners = this.#corners;
    const stack = this.#stack;
    const entries = this.#entries;
    const ox = ray[i];
    const oy = ray[i + 1];
    const oz = ray[i + 2];
    const dx = ray[i + 3];
    const dy = ray[i + 4];
    const dz = ray[i + 5];
    const px = Math.abs(dx) < 1 / STEEP ? STEEP : 1 / dx;
    const py = Math.abs(dy) < 1 / STEEP ? STEEP : 1 / dy;
    const pz = Math.abs(dz) < 1 / STEEP ? STEEP : 1 / dz;

    // 1. Axes of the sheared frame: kz along the ray
    const ax = Math.abs(dx);
    const ay = Math.abs(dy);
    const az = Math.abs(dz);
    const kz = ax > ay ? (ax > az ? 0 : 2) : ay > az ? 1 : 2;
    const kx = kz === 2 ? 0 : kz + 1;
    const ky = kx === 2 ? 0 : kx + 1;
    const Sz = 1 / ray[i + 3 + kz];
    const Sx = ray[i + 3 + kx] * Sz;
    const Sy = ray[i + 3 + ky] * Sz;
    const qx = ray[i + kx];
    const qy = ray[i + ky];
    const qz = ray[i + kz];

    const farthest = ray[i + 6];
    let limit = Math.min(farthest, hit[o]);
    let met = -1;
    let metAt = 0;
    let node = 0;
    let from = 0;
    let to = each ? this.triangleCount : count[0];
    let depth = 0;
    for (;;) {
      if (to === 0) {
        // 2. Two children: the nearer one now, the other one later
        const left = first[node];
        let k = 6 * left;
        let x0 = (boxes[k] - ox) * px;
        let x1 = (boxes[k + 3] - ox) * px;
        let y0 = (boxes[k + 1] - oy) * py;
        let y1 = (boxes[k + 4] - oy) * py;
        let z0 = (boxes[k + 2] - oz) * pz;
        let z1 = (boxes[k + 5] - oz) * pz;
        let tl = x0 < x1 ? x0 : x1;
        let leave = x0 < x1 ? x1 : x0;
        let low = y0 < y1 ? y0 : y1;
        let high = y0 < y1 ? y1 : y0;
        if (low > tl) tl = low;
        if (high < leave) leave = high;
        low = z0 < z1 ? z0 : z1;
        high = z0 < z1 ? z1 : z0;
        if (low > tl) tl = low;
        if (high < leave) leave = high;
        if (tl < 0) tl = 0;
        const hitLeft = tl <= leave && tl <= limit;
        k += 6;
        x0 = (boxes[k] - ox) * px;
        x1 = (boxes[k + 3] - ox) * px;
        y0 = (boxes[k + 1] - oy) * py;
        y1 = (boxes[k + 4] - oy) * py;
        z0 = (boxes[k + 2] - oz) * pz;
        z1 = (boxes[k + 5] - oz) * pz;
        let tr = x0 < x1 ? x0 : x1;
        leave = x0 < x1 ? x1 : x0;
        low = y0 < y1 ? y0 : y1;
        high = y0 < y1 ? y1 : y0;
        if (low > tr) tr = low;
        if (high < leave) leave = high;
        low = z0 < z1 ? z0 : z1;
        high = z0 < z1 ? z1 : z0;
        if (low > tr) tr = low;
        if (high < leave) leave = high;
        if (tr < 0) tr = 0;
        const hitRight = tr <= leave && tr <= limit;
        if (hitLeft || hitRight) {
          const goRight = hitRight && (!hitLeft || tr < tl);
          if (hitLeft && hitRight) {
            stack[depth] = goRight ? left : left + 1;
            entries[depth] = goRight ? tl : tr;
            depth++;
          }
          node = goRight ? left + 1 : left;
          from = first[node];
          to = count[node];
          continue;
        }
      } else {
        // 3. A leaf: (1) and (2) for its triangles
        for (let k = from; k < from + to; k++) {
          const a = corners[3 * k];
          const b = corners[3 * k + 1];
          const c = corners[3 * k + 2];
          const Az = vertices[a + kz] - qz;
          const Bz = vertices[b + kz] - qz;
          const Cz = vertices[c + kz] - qz;
          const Ax = vertices[a + kx] - qx - Sx * Az;
          const Ay = vertices[a + ky] - qy - Sy * Az;
          const Bx = vertices[b + kx] - qx - Sx * Bz;
          const By = vertices[b + ky] - qy - Sy * Bz;
          const Cx = vertices[c + kx] - qx - Sx * Cz;
          const Cy = vertices[c + ky] - qy - Sy * Cz;
          const U = Cx * By - Cy * Bx;
          const V = Ax * Cy - Ay * Cx;
          const W = Bx * Ay - By * Ax;
          if ((U < 0 || V < 0 || W < 0) && (U > 0 || V > 0 || W > 0)) continue;
          const sum = U + V + W;
          const size = Math.max(Math.abs(Ax), Math.abs(Ay), Math.abs(Bx), Math.abs(By), Math.abs(Cx), Math.abs(Cy));
          const far = Math.max(Math.abs(Az), Math.abs(Bz), Math.abs(Cz)) + size;
          if (Math.abs(sum) <= EDGE_ON * far * size) continue;
          const t = (Sz * (U * Az + V * Bz + W * Cz)) / sum;
          if (!(t >= 0 && t <= limit)) continue;
          if (t < limit || (met < 0 ? t < hit[o] : order[k] < met)) {
            limit = t;
            met = order[k];
            metAt = k;
          }
        }
      }
      // 4. What was put aside, unless something nearer was met since
      do {
        if (depth === 0 || each) {
          if (met < 0) return false;
          hit[o] = limit;
          hit[o + 5] = met;
          this.#normalInto(hit, o + 1, metAt);
          return true;
        }
        depth--;
      } while (entries[depth] > limit);
      node = stack[depth];
      from = first[node];
      to = count[node];
    }
  }

  /** (B − A) × (C − A), of length 1. */
  #normalInto(out: Float64Array, o: number, k: number): void {
    const v = this.#vertices;
    const a = this.#corners[3 * k];
    const b = this.#corners[3 * k + 1];
    const c = this.#corners[3 * k + 2];
    const ux = v[b] - v[a];
    const uy = v[b + 1] - v[a + 1];
    const uz = v[b + 2] - v[a + 2];
    const wx = v[c] - v[a];
    const wy = v[c + 1] - v[a + 1];
    const wz = v[c + 2] - v[a + 2];
    const nx = uy * wz - uz * wy;
    const ny = uz * wx - ux * wz;
    const nz = ux * wy - uy * wx;
    const scale = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz);
    out[o] = nx * scale;
    out[o + 1] = ny * scale;
    out[o + 2] = nz * scale;
  }
}
