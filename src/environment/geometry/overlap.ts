/**
 * How deep two convex cores overlap: the point of the border of D = A − B (core-pair.ts) that is nearest to the origin inside, by
 * expanding a polytope.
 *
 *   depth = min over unit n of h_D(n),   attained at a face of the polytope whose plane D does not pass          (1)
 *   A moved by −n · depth touches B from outside; the normal from B to A is −n                                   (2)
 *
 * It starts with the tetrahedron that GJK ended with; one with fewer points is completed. Faces keep the winding that they are made with, so that
 * a face through the origin has a side. The face whose plane is nearest is pushed out to the support of D until that is
 * within CLOSE of the size: exact to rounding for polytopes; for discs to CLOSE, or as near as MOST_VERTICES points come.
 * Where D is flat (two segments that cross, a point on a sheet) the depth is 0 and n is across it.
 * Left out: speed. Bodies that touch overlap by less than their rounding, and never come here.
 * Source: van den Bergen (2001), Proximity queries and penetration depth computation on 3D game objects. Written from (1).
 */
import type { CorePair } from "./core-pair.ts";
import type { Nearest } from "./nearest.ts";

const CLOSE = 1e-13;
/** Points in one plane to this part of the size are in it. */
const COPLANAR = 1e-12;
const FLAT = 1e-10;
const MOST_VERTICES = 256;
const MOST_FACES = 2 * MOST_VERTICES;

export class Overlap {
  /** −n of (2), the depth, and the points on A and B. */
  readonly normal = new Float64Array(3);
  readonly depth = new Float64Array(1);
  readonly p = new Float64Array(6);

  readonly #w = new Float64Array(3 * MOST_VERTICES);
  readonly #onA = new Float64Array(3 * MOST_VERTICES);
  readonly #onB = new Float64Array(3 * MOST_VERTICES);
  #vertices = 0;
  /** Corners of each face; its unit normal and how far its plane is from the origin, along the normal. */
  readonly #corners = new Int32Array(3 * MOST_FACES);
  readonly #planes = new Float64Array(4 * MOST_FACES);
  #faces = 0;
  /** Edges of the hole that is made, from and to. */
  readonly #rim = new Int32Array(6 * MOST_FACES);
  #rimLength = 0;

  /** Of two cores that `nearest` has found to overlap, or to touch. */
  find(pair: CorePair, nearest: Nearest): void {
    this.#vertices = nearest.count;
    this.#faces = 0;
    for (let k = 0; k < 3 * nearest.count; k++) {
      this.#w[k] = nearest.w[k];
      this.#onA[k] = nearest.onA[k];
      this.#onB[k] = nearest.onB[k];
    }
    if (!this.#complete(pair)) {
      this.#flat(pair, nearest);
      return;
    }
    const size = pair.size[0];
    let face = 0;
    for (;;) {
      face = this.#nearestFace();
      const at = 4 * face;
      const planes = this.#planes;
      pair.d[0] = planes[at];
      pair.d[1] = planes[at + 1];
      pair.d[2] = planes[at + 2];
      pair.support();
      const w = pair.w;
      const reach = w[0] * planes[at] + w[1] * planes[at + 1] + w[2] * planes[at + 2];
      if (reach - planes[at + 3] <= CLOSE * size || this.#vertices === MOST_VERTICES) break;
      if (!this.#expand(pair, COPLANAR * size)) break;
    }
    this.#answer(pair, face);
  }

  #add(pair: CorePair): number {
    const k = 3 * this.#vertices;
    for (let axis = 0; axis < 3; axis++) {
      this.#w[k + axis] = pair.w[axis];
      this.#onA[k + axis] = pair.onA[axis];
      this.#onB[k + axis] = pair.onB[axis];
    }
    return this.#vertices++;
  }

  /** Four points that are not in a plane, and their faces; false where D is flat. Leaves in pair.d what D is flat across. */
  #complete(pair: CorePair): boolean {
    const w = this.#w;
    const d = pair.d;
    const flat = FLAT * pair.size[0];
    if (this.#vertices === 4 && Math.abs(this.#volume()) <= flat * pair.size[0] * pair.size[0]) this.#vertices = 3;
    if (this.#vertices === 3 && !this.#acrossTriangle(d, flat)) this.#vertices = 2;
    if (this.#vertices === 2 && !(length(w, 3, 0) > flat)) this.#vertices = 1;
    // 1. A second point: along an axis, either way
    for (let k = 0; this.#vertices === 1 && k < 6; k++) {
      d.fill(0);
      d[k >> 1] = k & 1 ? -1 : 1;
      pair.support();
      this.#add(pair);
      if (!(length(w, 3, 0) > flat)) this.#vertices = 1;
    }
    if (this.#vertices === 1) {
      // A point: any direction is across it. The one between the centres, or else upwards.
      const other = pair.other;
      const far = Math.sqrt(other[0] * other[0] + other[1] * other[1] + other[2] * other[2]);
      d.fill(0);
      d[2] = 1;
      if (far > flat) for (let k = 0; k < 3; k++) d[k] = other[k] / far;
      return false;
    }
    // 2. A third: across the line of the first two
    for (let k = 0; this.#vertices === 2 && k < 4; k++) {
      this.#acrossLine(d, k);
      pair.support();
      this.#add(pair);
      if (!this.#acrossTriangle(pair.d, flat)) this.#vertices = 2;
    }
    if (this.#vertices === 2) {
      this.#acrossLine(d, 0);
      return false;
    }
    // 3. A fourth: across the plane of the three
    for (let k = 0; this.#vertices === 3 && k < 2; k++) {
      this.#acrossTriangle(d, flat);
      if (k === 1) for (let axis = 0; axis < 3; axis++) d[axis] = -d[axis];
      pair.support();
      const x = pair.w[0] - w[0];
      const y = pair.w[1] - w[1];
      const z = pair.w[2] - w[2];
      if (Math.abs(x * d[0] + y * d[1] + z * d[2]) > flat) this.#add(pair);
    }
    if (this.#vertices === 3) return false;
    const turned = this.#volume() > 0;
    this.#face(0, turned ? 2 : 1, turned ? 1 : 2);
    this.#face(0, turned ? 1 : 3, turned ? 3 : 1);
    this.#face(0, turned ? 3 : 2, turned ? 2 : 3);
    this.#face(1, turned ? 2 : 3, turned ? 3 : 2);
    return true;
  }

  /** Six times the volume of the first four points. */
  #volume(): number {
    const w = this.#w;
    const ux = w[3] - w[0];
    const uy = w[4] - w[1];
    const uz = w[5] - w[2];
    const vx = w[6] - w[0];
    const vy = w[7] - w[1];
    const vz = w[8] - w[2];
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    return nx * (w[9] - w[0]) + ny * (w[10] - w[1]) + nz * (w[11] - w[2]);
  }

  /** A unit vector across the first two points to d: four of them, a quarter turn apart. */
  #acrossLine(d: Float64Array, quarter: number): void {
    const w = this.#w;
    const far = length(w, 3, 0);
    const ex = (w[3] - w[0]) / far;
    const ey = (w[4] - w[1]) / far;
    const ez = (w[5] - w[2]) / far;
    // e × the axis that it is least along; and e × that.
    const ax = Math.abs(ex);
    const ay = Math.abs(ey);
    const az = Math.abs(ez);
    let x = az <= ax && az <= ay ? ey : ay <= ax ? -ez : 0;
    let y = az <= ax && az <= ay ? -ex : ay <= ax ? 0 : ez;
    let z = az <= ax && az <= ay ? 0 : ay <= ax ? ex : -ey;
    if (quarter & 1) {
      const tx = ey * z - ez * y;
      const ty = ez * x - ex * z;
      const tz = ex * y - ey * x;
      x = tx;
      y = ty;
      z = tz;
    }
    const scale = (quarter & 2 ? -1 : 1) / Math.sqrt(x * x + y * y + z * z);
    d[0] = x * scale;
    d[1] = y * scale;
    d[2] = z * scale;
  }

  /** The unit normal of the first three points to d; false where they lie in a line. */
  #acrossTriangle(d: Float64Array, flat: number): boolean {
    const w = this.#w;
    const ux = w[3] - w[0];
    const uy = w[4] - w[1];
    const uz = w[5] - w[2];
    const vx = w[6] - w[0];
    const vy = w[7] - w[1];
    const vz = w[8] - w[2];
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    const area = Math.sqrt(x * x + y * y + z * z);
    if (!(area > flat * Math.max(length(w, 3, 0), length(w, 6, 0), length(w, 6, 3)))) return false;
    d[0] = x / area;
    d[1] = y / area;
    d[2] = z / area;
    return true;
  }

  #face(a: number, b: number, c: number): void {
    const f = this.#faces++;
    const corners = this.#corners;
    const planes = this.#planes;
    const w = this.#w;
    corners[3 * f] = a;
    corners[3 * f + 1] = b;
    corners[3 * f + 2] = c;
    const ux = w[3 * b] - w[3 * a];
    const uy = w[3 * b + 1] - w[3 * a + 1];
    const uz = w[3 * b + 2] - w[3 * a + 2];
    const vx = w[3 * c] - w[3 * a];
    const vy = w[3 * c + 1] - w[3 * a + 1];
    const vz = w[3 * c + 2] - w[3 * a + 2];
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    const area = Math.sqrt(x * x + y * y + z * z);
    const at = 4 * f;
    // Three points in a line span no plane: it is never the nearest.
    const scale = area > 0 ? 1 / area : 0;
    planes[at] = x * scale;
    planes[at + 1] = y * scale;
    planes[at + 2] = z * scale;
    planes[at + 3] =
      area > 0
        ? planes[at] * w[3 * a] + planes[at + 1] * w[3 * a + 1] + planes[at + 2] * w[3 * a + 2]
        : Number.POSITIVE_INFINITY;
  }

  #nearestFace(): number {
    const planes = this.#planes;
    let nearest = 0;
    for (let f = 1; f < this.#faces; f++) if (planes[4 * f + 3] < planes[4 * nearest + 3]) nearest = f;
    return nearest;
  }

  /** Takes the faces away that see pair.w, and closes the hole with it; false where it sees none, or there is no room. */
  #expand(pair: CorePair, coplanar: number): boolean {
    const w = pair.w;
    const planes = this.#planes;
    const corners = this.#corners;
    this.#rimLength = 0;
    let kept = 0;
    for (let f = 0; f < this.#faces; f++) {
      const over = planes[4 * f] * w[0] + planes[4 * f + 1] * w[1] + planes[4 * f + 2] * w[2] - planes[4 * f + 3];
      if (over > coplanar) {
        this.#addRim(corners[3 * f], corners[3 * f + 1]);
        this.#addRim(corners[3 * f + 1], corners[3 * f + 2]);
        this.#addRim(corners[3 * f + 2], corners[3 * f]);
        continue;
      }
      if (kept < f) {
        for (let k = 0; k < 3; k++) corners[3 * kept + k] = corners[3 * f + k];
        for (let k = 0; k < 4; k++) planes[4 * kept + k] = planes[4 * f + k];
      }
      kept++;
    }
    if (kept === this.#faces || kept + this.#rimLength / 2 > MOST_FACES) return false;
    this.#faces = kept;
    const vertex = this.#add(pair);
    for (let k = 0; k < this.#rimLength; k += 2) this.#face(this.#rim[k], this.#rim[k + 1], vertex);
    return true;
  }

  /** An edge that is met again the other way round is inside the hole. */
  #addRim(from: number, to: number): void {
    const rim = this.#rim;
    for (let k = 0; k < this.#rimLength; k += 2) {
      if (rim[k] !== to || rim[k + 1] !== from) continue;
      this.#rimLength -= 2;
      rim[k] = rim[this.#rimLength];
      rim[k + 1] = rim[this.#rimLength + 1];
      return;
    }
    rim[this.#rimLength++] = from;
    rim[this.#rimLength++] = to;
  }

  /** Of the faces in the plane of the nearest, the one that the origin is above: its point is a mixture of the corners. */
  #answer(pair: CorePair, nearest: number): void {
    const planes = this.#planes;
    const corners = this.#corners;
    const w = this.#w;
    const { p, normal } = this;
    const size = pair.size[0];
    let bestLeast = Number.NEGATIVE_INFINITY;
    for (let f = 0; f < this.#faces; f++) {
      const at = 4 * f;
      if (!(planes[at + 3] - planes[4 * nearest + 3] <= COPLANAR * size)) continue;
      const along =
        planes[at] * planes[4 * nearest] +
        planes[at + 1] * planes[4 * nearest + 1] +
        planes[at + 2] * planes[4 * nearest + 2];
      if (along < 1 - 1e-12) continue;
      const a = 3 * corners[3 * f];
      const b = 3 * corners[3 * f + 1];
      const c = 3 * corners[3 * f + 2];
      const x = planes[at];
      const y = planes[at + 1];
      const z = planes[at + 2];
      let wa = tripleOf(w, b, c, x, y, z);
      let wb = tripleOf(w, c, a, x, y, z);
      let wc = tripleOf(w, a, b, x, y, z);
      const sum = wa + wb + wc;
      const least = Math.min(wa, wb, wc) / sum;
      if (!(least > bestLeast)) continue;
      bestLeast = least;
      wa = Math.max(wa, 0);
      wb = Math.max(wb, 0);
      wc = Math.max(wc, 0);
      const scale = 1 / (wa + wb + wc);
      for (let axis = 0; axis < 3; axis++) {
        p[axis] = scale * (wa * this.#onA[a + axis] + wb * this.#onA[b + axis] + wc * this.#onA[c + axis]);
        p[3 + axis] = scale * (wa * this.#onB[a + axis] + wb * this.#onB[b + axis] + wc * this.#onB[c + axis]);
        normal[axis] = -planes[at + axis];
      }
    }
    this.depth[0] = planes[4 * nearest + 3];
  }

  /** D is flat across pair.d: depth 0, the normal on the side of A's centre. */
  #flat(pair: CorePair, nearest: Nearest): void {
    const { normal, p } = this;
    const d = pair.d;
    const other = pair.other;
    const towards = other[0] * d[0] + other[1] * d[1] + other[2] * d[2];
    const sign = towards > 0 ? -1 : 1;
    for (let axis = 0; axis < 3; axis++) {
      normal[axis] = sign * d[axis];
      p[axis] = nearest.p[axis];
      p[3 + axis] = nearest.p[3 + axis];
    }
    this.depth[0] = 0;
  }
}

function length(w: Float64Array, a: number, b: number): number {
  const x = w[a] - w[b];
  const y = w[a + 1] - w[b + 1];
  const z = w[a + 2] - w[b + 2];
  return Math.sqrt(x * x + y * y + z * z);
}

/** (w_a × w_b) · n. */
function tripleOf(w: Float64Array, a: number, b: number, x: number, y: number, z: number): number {
  return (
    (w[a + 1] * w[b + 2] - w[a + 2] * w[b + 1]) * x +
    (w[a + 2] * w[b] - w[a] * w[b + 2]) * y +
    (w[a] * w[b + 1] - w[a + 1] * w[b]) * z
  );
}
