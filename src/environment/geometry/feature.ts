/**
 * What of a solid lies farthest along a direction: a face, an edge, or a corner, of its core, with its corners in order.
 *
 * A face counts while its normal is within 20° of the direction, an edge while it is within 20° of lying across it. That is wide, since
 * what touches is decided by the gap of each corner, and a corner that lies farther back has a larger one. A cylinder has the
 * octagon in its end, with corners that are fixed on it, or the line of its mantle.
 */
import { cos, sin } from "../../math/index.ts";
import type { Solid } from "./solid.ts";

const LEVEL_COS = 0.94;
const LEVEL_SIN = 0.34;

/** Corners on the rim of a cylinder's end. */
export const RIM = 8;
/** Their cosines and sines. */
export const RING = Float64Array.from({ length: 2 * RIM }, (_, k) => {
  const angle = (Math.PI / RIM) * (k - (k % 2));
  return k % 2 === 0 ? cos(angle) : sin(angle);
});

/** Numbers that name a cylinder's corners: its two ends, then the rims. */
const RIM_NAMES = 2;

export class Feature {
  /** x, y, z of each corner, from the centre of A. */
  points = new Float64Array(3 * 64);
  /** Names of the corners. */
  names = new Int32Array(64);
  count = 0;
  /** Of a face: its unit normal out of the solid, about which the corners go counter-clockwise. */
  readonly normal = new Float64Array(3);
  readonly #d = new Float64Array(3);
  readonly #u = new Float64Array(6);

  /** Of a solid whose vertices are placed at v[0 ..], turned by R[r ..], with its disc at disc[q ..]: along the unit vector d[0 .. 2]. */
  find(
    solid: Solid,
    v: Float64Array,
    R: Float64Array,
    r: number,
    disc: Float64Array,
    q: number,
    d: Float64Array,
  ): void {
    if (disc[q] > 0) {
      this.#findOfCylinder(v, disc, q, d);
      return;
    }
    const { normals, topology } = solid;
    const { faceStart, loops } = topology;
    const own = this.#d;
    for (let k = 0; k < 3; k++) own[k] = R[r + k] * d[0] + R[r + 3 + k] * d[1] + R[r + 6 + k] * d[2];
    let best = -1;
    let level = LEVEL_COS;
    for (let k = 0; k < normals.length; k += 3) {
      const along = normals[k] * own[0] + normals[k + 1] * own[1] + normals[k + 2] * own[2];
      if (along > level) {
        level = along;
        best = k;
      }
    }
    if (best >= 0) {
      const face = best / 3;
      const from = faceStart[face];
      const to = faceStart[face + 1];
      this.#room(to - from);
      for (let k = from; k < to; k++) {
        const at = 3 * loops[k];
        const o = 3 * (k - from);
        this.names[k - from] = loops[k];
        this.points[o] = v[at];
        this.points[o + 1] = v[at + 1];
        this.points[o + 2] = v[at + 2];
      }
      this.count = to - from;
      for (let k = 0; k < 3; k++) {
        const at = r + 3 * k;
        this.normal[k] = R[at] * normals[best] + R[at + 1] * normals[best + 1] + R[at + 2] * normals[best + 2];
      }
      return;
    }
    this.#findEdge(solid, v, d);
  }

  #findEdge({ topology, vertexCount }: Solid, v: Float64Array, d: Float64Array): void {
    const { edges } = topology;
    let corner = 0;
    let most = Number.NEGATIVE_INFINITY;
    for (let k = 0; k < vertexCount; k++) {
      const along = v[3 * k] * d[0] + v[3 * k + 1] * d[1] + v[3 * k + 2] * d[2];
      if (along > most) {
        most = along;
        corner = k;
      }
    }
    let best = -1;
    let least = LEVEL_SIN;
    for (let k = 0; k < edges.length; k += 2) {
      if (edges[k] !== corner && edges[k + 1] !== corner) continue;
      const a = 3 * edges[k];
      const b = 3 * edges[k + 1];
      const x = v[b] - v[a];
      const y = v[b + 1] - v[a + 1];
      const z = v[b + 2] - v[a + 2];
      const slant = Math.abs(x * d[0] + y * d[1] + z * d[2]) / Math.sqrt(x * x + y * y + z * z);
      if (slant < least) {
        least = slant;
        best = k;
      }
    }
    this.count = best < 0 ? 1 : 2;
    for (let k = 0; k < this.count; k++) {
      const name = best < 0 ? corner : edges[best + k];
      this.names[k] = name;
      this.points[3 * k] = v[3 * name];
      this.points[3 * k + 1] = v[3 * name + 1];
      this.points[3 * k + 2] = v[3 * name + 2];
    }
  }

  #findOfCylinder(v: Float64Array, disc: Float64Array, q: number, d: Float64Array): void {
    const { points, names } = this;
    const u = this.#u;
    const ax = disc[q + 1];
    const ay = disc[q + 2];
    const az = disc[q + 3];
    const along = ax * d[0] + ay * d[1] + az * d[2];
    const end = (v[0] - v[3]) * d[0] + (v[1] - v[4]) * d[1] + (v[2] - v[5]) * d[2] >= 0 ? 0 : 1;
    if (Math.abs(along) > LEVEL_COS) {
      const sign = along > 0 ? 1 : -1;
      acrossInto(u, disc, q + 1);
      for (let k = 0; k < RIM; k++) {
        const c = disc[q] * RING[2 * k];
        const s = sign * disc[q] * RING[2 * k + 1];
        names[k] = RIM_NAMES + RIM * end + k;
        for (let axis = 0; axis < 3; axis++) points[3 * k + axis] = v[3 * end + axis] + c * u[axis] + s * u[3 + axis];
      }
      this.count = RIM;
      this.normal[0] = sign * ax;
      this.normal[1] = sign * ay;
      this.normal[2] = sign * az;
      return;
    }
    const x = d[0] - along * ax;
    const y = d[1] - along * ay;
    const z = d[2] - along * az;
    const scale = disc[q] / Math.sqrt(x * x + y * y + z * z);
    const lies = Math.abs(along) < LEVEL_SIN;
    this.count = lies ? 2 : 1;
    for (let k = 0; k < this.count; k++) {
      const from = lies ? k : end;
      names[k] = from;
      points[3 * k] = v[3 * from] + scale * x;
      points[3 * k + 1] = v[3 * from + 1] + scale * y;
      points[3 * k + 2] = v[3 * from + 2] + scale * z;
    }
  }

  #room(count: number): void {
    if (count <= this.names.length) return;
    this.points = new Float64Array(6 * count);
    this.names = new Int32Array(2 * count);
  }
}

/** Two unit vectors across the unit vector at n[i ..], so that u × w = n, to out[0 .. 5]. The same for the same n. */
export function acrossInto(out: Float64Array, n: Float64Array, i: number): void {
  const x = n[i];
  const y = n[i + 1];
  const z = n[i + 2];
  // e × n, with the axis e that n is least along
  let ux = 0;
  let uy = 0;
  let uz = 0;
  if (Math.abs(x) <= Math.abs(y) && Math.abs(x) <= Math.abs(z)) {
    uy = -z;
    uz = y;
  } else if (Math.abs(y) <= Math.abs(z)) {
    ux = z;
    uz = -x;
  } else {
    ux = -y;
    uy = x;
  }
  const scale = 1 / Math.sqrt(ux * ux + uy * uy + uz * uz);
  ux *= scale;
  uy *= scale;
  uz *= scale;
  out[0] = ux;
  out[1] = uy;
  out[2] = uz;
  out[3] = y * uz - z * uy;
  out[4] = z * ux - x * uz;
  out[5] = x * uy - y * ux;
}
