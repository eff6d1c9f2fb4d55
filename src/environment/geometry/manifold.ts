/**
 * The points at which two solids touch, once their gap and its normal n are known.
 *
 * The features of both that lie farthest against each other (feature.ts) are seen along n: their outlines are cut with one another, and
 * each corner of what they share is a contact, with the gap of the two there:
 *
 *   d = z_A(x, y) − z_B(x, y) − ρ_A − ρ_B,   z along n                                    (1)
 *
 * Two faces give a polygon, a face and an edge two points, two edges that are nearly parallel their ends where they lie side by side, all
 * else the nearest points themselves. These are added wherever no corner has their gap, as with the rim of a cylinder between
 * two corners of its octagon. A corner is named by the two edges that meet in it, of one solid or of both.
 *
 * (1) is exact where n is the normal of one of the two faces, and first order in the tilt otherwise.
 * Left out: the curve of a cylinder's rim between its corners; what else touches of two solids that are not convex.
 * Source: cutting polygons as Sutherland and Hodgman (1974), Communications of the ACM 17, 32.
 */
import { CONTACT_SIZE, ContactList } from "./contact.ts";
import type { CorePair } from "./core-pair.ts";
import { acrossInto, Feature } from "./feature.ts";
import type { Solid } from "./solid.ts";

/** A corner that lies beyond an edge by less than this part of the size is not cut off. */
const ON_EDGE = 1e-7;
/** Corners nearer than this part of the size are one. */
const ONE_PLACE = 1e-4;
/** Sine of the angle below which two edges are parallel. */
const PARALLEL = 0.1;

/** Numbers of a corner seen along n: x, y, z along n, and the edge that begins in it. */
const CORNER = 4;
const NAMES = 262_144;

export class Manifold {
  readonly #a = new Feature();
  readonly #b = new Feature();
  readonly #list = new ContactList();
  readonly #d = new Float64Array(3);
  /** Two unit vectors across n. */
  readonly #across = new Float64Array(6);
  /** Outlines seen along n: of the one that is cut, before and after; of the one that cuts. */
  #cut = new Float64Array(CORNER * 256);
  #next = new Float64Array(CORNER * 256);
  #by = new Float64Array(CORNER * 128);
  #count = 0;
  readonly #near = new Float64Array(1);
  readonly #size = new Float64Array(1);
  /** Of the edge that cuts: x and y of a point, the unit vector inwards, its name, how much may lie beyond. */
  readonly #edge = new Float64Array(6);
  /** Of the plane that cuts: z = p₀ + p₁ x + p₂ y. */
  readonly #plane = new Float64Array(3);
  /** ρ_A, ρ_B; the corner that is added: x, y, z_A, z_B, its name. */
  readonly #rho = new Float64Array(2);
  readonly #at = new Float64Array(5);
  /** 1 where A is the one that is cut. */
  #ofA = true;

  /** Contacts of two solids that `pair` has placed, with their gap (gaps.ts); gaps up to reach[0]. Returns how many. */
  contactsInto(
    out: Float64Array,
    o: number,
    pair: CorePair,
    A: Solid,
    B: Solid,
    gap: Float64Array,
    reach: Float64Array,
  ): number {
    const a = this.#a;
    const b = this.#b;
    const d = this.#d;
    const list = this.#list;
    list.count = 0;
    this.#size[0] = pair.size[0];
    this.#rho[0] = A.round[0];
    this.#rho[1] = B.round[0];
    this.#near[0] = ONE_PLACE * Math.min(A.round[5], B.round[5]);
    for (let k = 0; k < 3; k++) d[k] = -gap[1 + k];
    a.find(A, pair.a, pair.R, 0, pair.disc, 0, d);
    for (let k = 0; k < 3; k++) d[k] = gap[1 + k];
    b.find(B, pair.b, pair.R, 9, pair.disc, 4, d);
    acrossInto(this.#across, d, 0);

    if (a.count >= 3 && b.count >= 3) {
      this.#ofA = true;
      this.#see(a, 0);
      this.#cutBy(b, 1);
      this.#addCorners(pair, gap, reach, true);
    } else if (a.count >= 3 && b.count === 2) {
      this.#ofA = false;
      this.#see(b, 1);
      this.#cutBy(a, 0);
      this.#addCorners(pair, gap, reach, false);
    } else if (a.count === 2 && b.count >= 3) {
      this.#ofA = true;
      this.#see(a, 0);
      this.#cutBy(b, 1);
      this.#addCorners(pair, gap, reach, false);
    } else if (a.count === 2 && b.count === 2) {
      this.#addSideBySide(pair, gap, reach);
    }
    this.#addNearest(pair, gap, reach);
    return list.into(out, o);
  }

  /** The corners of a feature, seen along n, as what is cut. `which` is 0 for A, 1 for B. */
  #see({ points, names, count }: Feature, which: number): void {
    if (CORNER * 4 * count > this.#cut.length) {
      this.#cut = new Float64Array(CORNER * 8 * count);
      this.#next = new Float64Array(CORNER * 8 * count);
    }
    this.#count = count;
    this.#project(this.#cut, points, names, count, which);
  }

  #project(to: Float64Array, points: Float64Array, names: Int32Array, count: number, which: number): void {
    const u = this.#across;
    const n = this.#d;
    for (let k = 0; k < count; k++) {
      const x = points[3 * k];
      const y = points[3 * k + 1];
      const z = points[3 * k + 2];
      to[CORNER * k] = u[0] * x + u[1] * y + u[2] * z;
      to[CORNER * k + 1] = u[3] * x + u[4] * y + u[5] * z;
      to[CORNER * k + 2] = n[0] * x + n[1] * y + n[2] * z;
      to[CORNER * k + 3] = 2 * names[k] + which;
    }
  }

  /** Cuts the outline down to what a face covers, edge by edge, and notes the face's plane. */
  #cutBy(face: Feature, which: number): void {
    const isPolygon = this.#count > 2;
    const { points, names, count } = face;
    const u = this.#across;
    const d = this.#d;
    if (CORNER * count > this.#by.length) this.#by = new Float64Array(CORNER * 2 * count);
    if (CORNER * 2 * (this.#count + count) > this.#cut.length) {
      const cut = new Float64Array(CORNER * 4 * (this.#count + count));
      cut.set(this.#cut);
      this.#cut = cut;
      this.#next = new Float64Array(cut.length);
    }
    const by = this.#by;
    this.#project(by, points, names, count, which);
    // z = p₀ + p₁ x + p₂ y from normal · (r − corner) = 0
    const { normal } = face;
    const along = normal[0] * d[0] + normal[1] * d[1] + normal[2] * d[2];
    const p1 = -(normal[0] * u[0] + normal[1] * u[1] + normal[2] * u[2]) / along;
    const p2 = -(normal[0] * u[3] + normal[1] * u[4] + normal[2] * u[5]) / along;
    this.#plane[0] = by[2] - p1 * by[0] - p2 * by[1];
    this.#plane[1] = p1;
    this.#plane[2] = p2;
    // Corners go round to the left seen against n for B, and to the right for A.
    const side = which === 1 ? 1 : -1;
    for (let k = 0; k < count && this.#count > 0; k++) {
      const from = CORNER * k;
      const to = k + 1 < count ? from + CORNER : 0;
      const ex = by[to] - by[from];
      const ey = by[to + 1] - by[from + 1];
      const scale = side / Math.sqrt(ex * ex + ey * ey);
      // An edge is named by the corner that it begins in.
      const edge = this.#edge;
      edge[0] = by[from];
      edge[1] = by[from + 1];
      edge[2] = -ey * scale;
      edge[3] = ex * scale;
      edge[4] = by[from + 3];
      edge[5] = ON_EDGE * this.#size[0];
      if (isPolygon) this.#cutPolygon();
      else this.#cutSegment();
    }
  }

  /** Keeps what lies on the inner side of #edge, or within its slack. */
  #cutPolygon(): void {
    const cut = this.#cut;
    const next = this.#next;
    const edge = this.#edge;
    const x0 = edge[0];
    const y0 = edge[1];
    const nx = edge[2];
    const ny = edge[3];
    const name = edge[4];
    const slack = edge[5];
    const n = this.#count;
    let kept = 0;
    let at = CORNER * (n - 1);
    let height = (cut[at] - x0) * nx + (cut[at + 1] - y0) * ny;
    for (let k = 0; k < n; k++) {
      const to = CORNER * k;
      const toHeight = (cut[to] - x0) * nx + (cut[to + 1] - y0) * ny;
      const inside = height >= -slack;
      const toInside = toHeight >= -slack;
      if (inside !== toInside) {
        const t = height / (height - toHeight);
        const o = CORNER * kept++;
        next[o] = cut[at] + t * (cut[to] - cut[at]);
        next[o + 1] = cut[at + 1] + t * (cut[to + 1] - cut[at + 1]);
        next[o + 2] = cut[at + 2] + t * (cut[to + 2] - cut[at + 2]);
        // On the way out the outline goes on along the edge that cuts.
        next[o + 3] = inside ? name : cut[at + 3];
      }
      if (toInside) {
        const o = CORNER * kept++;
        for (let q = 0; q < CORNER; q++) next[o + q] = cut[to + q];
      }
      at = to;
      height = toHeight;
    }
    this.#cut = next;
    this.#next = cut;
    this.#count = kept;
  }

  /** The same of a segment, whose ends are moved; each keeps its own name, or gets that of the edge. */
  #cutSegment(): void {
    const cut = this.#cut;
    const edge = this.#edge;
    const x0 = edge[0];
    const y0 = edge[1];
    const nx = edge[2];
    const ny = edge[3];
    const name = edge[4];
    const slack = edge[5];
    const first = (cut[0] - x0) * nx + (cut[1] - y0) * ny;
    const last = (cut[CORNER] - x0) * nx + (cut[CORNER + 1] - y0) * ny;
    const firstInside = first >= -slack;
    const lastInside = last >= -slack;
    if (!firstInside && !lastInside) this.#count = 0;
    if (firstInside === lastInside) return;
    const t = first / (first - last);
    const o = firstInside ? CORNER : 0;
    for (let q = 0; q < 3; q++) cut[o + q] = cut[q] + t * (cut[CORNER + q] - cut[q]);
    cut[o + 3] = name;
  }

  #addCorners(pair: CorePair, gap: Float64Array, reach: Float64Array, round: boolean): void {
    const cut = this.#cut;
    const plane = this.#plane;
    const at = this.#at;
    const n = this.#count;
    for (let k = 0; k < n; k++) {
      const from = CORNER * k;
      const other = plane[0] + plane[1] * cut[from] + plane[2] * cut[from + 1];
      at[0] = cut[from];
      at[1] = cut[from + 1];
      at[2] = this.#ofA ? cut[from + 2] : other;
      at[3] = this.#ofA ? other : cut[from + 2];
      const before = round ? cut[CORNER * (k === 0 ? n - 1 : k - 1) + 3] : k;
      at[4] = before * NAMES + cut[from + 3];
      this.#add(pair, gap, reach);
    }
  }

  /** (1) for the corner in #at, as a contact. */
  #add(pair: CorePair, gap: Float64Array, reach: Float64Array): void {
    const list = this.#list;
    const r = list.records;
    const o = list.next;
    const u = this.#across;
    const n = this.#d;
    const at = this.#at;
    const zA = at[2] - this.#rho[0];
    const zB = at[3] + this.#rho[1];
    const z = 0.5 * (zA + zB);
    for (let k = 0; k < 3; k++) {
      r[o + k] = pair.origin[k] + (u[k] * at[0] + u[3 + k] * at[1] + n[k] * z);
      r[o + 3 + k] = gap[1 + k];
    }
    r[o + 6] = zA - zB;
    r[o + 7] = at[4];
    list.added(reach, this.#near);
  }

  /** Two edges: the ends of each that lie beside the other, where they are nearly parallel. */
  #addSideBySide(pair: CorePair, gap: Float64Array, reach: Float64Array): void {
    const p = this.#a.points;
    const q = this.#b.points;
    const ax = p[3] - p[0];
    const ay = p[4] - p[1];
    const az = p[5] - p[2];
    const bx = q[3] - q[0];
    const by = q[4] - q[1];
    const bz = q[5] - q[2];
    const cx = ay * bz - az * by;
    const cy = az * bx - ax * bz;
    const cz = ax * by - ay * bx;
    const aa = ax * ax + ay * ay + az * az;
    const bb = bx * bx + by * by + bz * bz;
    if (cx * cx + cy * cy + cz * cz > PARALLEL * PARALLEL * aa * bb) return;
    for (let k = 0; k < 2; k++) this.#addBeside(pair, gap, reach, p, 3 * k, q, true, 2 * this.#a.names[k]);
    for (let k = 0; k < 2; k++) this.#addBeside(pair, gap, reach, q, 3 * k, p, false, 2 * this.#b.names[k] + 1);
  }

  /** The end e[i ..] of one edge, and the point of the other, s[0 .. 5], beside it. */
  #addBeside(
    pair: CorePair,
    gap: Float64Array,
    reach: Float64Array,
    e: Float64Array,
    i: number,
    s: Float64Array,
    ofA: boolean,
    name: number,
  ): void {
    const x = s[3] - s[0];
    const y = s[4] - s[1];
    const z = s[5] - s[2];
    const t = ((e[i] - s[0]) * x + (e[i + 1] - s[1]) * y + (e[i + 2] - s[2]) * z) / (x * x + y * y + z * z);
    if (t < -ON_EDGE || t > 1 + ON_EDGE) return;
    const sign = ofA ? 1 : -1;
    const dx = sign * (e[i] - (s[0] + t * x));
    const dy = sign * (e[i + 1] - (s[1] + t * y));
    const dz = sign * (e[i + 2] - (s[2] + t * z));
    const list = this.#list;
    const r = list.records;
    const o = list.next;
    const along = dx * gap[1] + dy * gap[2] + dz * gap[3];
    const apart = Math.sqrt(dx * dx + dy * dy + dz * dz);
    const d = (along < 0 ? -apart : apart) - this.#rho[0] - this.#rho[1];
    // From the end to the middle between the two surfaces.
    const shift = -sign * (this.#rho[ofA ? 0 : 1] + 0.5 * d);
    for (let k = 0; k < 3; k++) {
      r[o + k] = pair.origin[k] + (e[i + k] + shift * gap[1 + k]);
      r[o + 3 + k] = gap[1 + k];
    }
    r[o + 6] = d;
    r[o + 7] = name * NAMES + name;
    list.added(reach, this.#near);
  }

  /** The nearest points themselves, where no corner is as near as they are. */
  #addNearest(pair: CorePair, gap: Float64Array, reach: Float64Array): void {
    const list = this.#list;
    const r = list.records;
    const slack = ON_EDGE * pair.size[0];
    for (let k = 0; k < list.next; k += CONTACT_SIZE) if (r[k + 6] <= gap[0] + slack) return;
    const o = list.next;
    for (let k = 0; k < 3; k++) {
      r[o + k] = 0.5 * (gap[4 + k] + gap[7 + k]);
      r[o + 3 + k] = gap[1 + k];
    }
    r[o + 6] = gap[0];
    r[o + 7] = -1 - (this.#a.names[0] * NAMES + this.#b.names[0]);
    list.added(reach, this.#near);
  }
}
