/**
 * How deep two convex cores overlap: the point of the border of D = A − B (core-pair.ts) that is nearest to the origin inside.
 *
 *   depth = min over unit n of h_D(n),   h_D(n) = s_A(n) + s_B(−n)                         (1)
 *   A moved by −n · depth touches B from outside; the normal from B to A is −n             (2)
 *
 * The ball around the origin that just fills D touches its border where that is smooth: on one of its faces. These are known one by one,
 * so that nothing is built up that rounding could tear:
 *
 *   faces of A and of B                                                                     n across them
 *   parallelograms, an edge of A along an edge of B                                          n = ± e_A × e_B
 *   the flat sides of a disc                                                                 n = ± â
 *   ruled ones, an edge along the rim of a disc                                              n ⟂ e: minima on that circle
 *   ones doubly curved, rim along rim                                                        n anywhere: descent from many starts
 *
 * h_D is exact for any n, so that what is found is a way out in any case; that it is the least one is exact for polytopes, and for discs as
 * near as minima of smooth functions are found, some 1e-9 of the size.
 *
 *   The points on A and B are the nearest ones when B is moved by (depth + δ) n                (3)  nearest.ts
 *
 * Where D is flat (two segments that cross, a point on a sheet) the depth is 0 and n is across it.
 * Left out: speed; a pair of polytopes with 100 edges each takes some 10,000 directions, most of which end at the first vertices. Bodies that
 * touch overlap by less than their rounding, and never come here.
 * Source: (1) by definition; the faces of a Minkowski sum as in de Berg et al. (2008), Computational Geometry, 13.3. Written from these.
 */
import { cos, sin } from "../../math/index.ts";
import type { CorePair } from "./core-pair.ts";
import { acrossInto } from "./feature.ts";
import { Nearest } from "./nearest.ts";
import type { Solid } from "./solid.ts";

/** Two depths that differ by this part of the size are the same: the way that leads A away from B's centre is taken. */
const SAME = 1e-13;
/** Edges whose directions have a smaller cross product are parallel. */
const PARALLEL = 1e-9;
/** Slack in asking whether a vertex is the farthest, as part of the size. */
const SUPPORTING = 1e-12;
/** Directions of a circle that are tried before its minima are narrowed down, and of the sphere. */
const OF_CIRCLE = 24;
const OF_SPHERE = 200;
/** How many of those are followed. */
const FOLLOWED = 6;
const NARROWINGS = 60;
const DESCENTS = 200;
/** Squares of what is shorter lose digits to underflow, and a direction made of it has no length of 1. */
const NO_LENGTH = 1e-140;
const GOLDEN = (Math.sqrt(5) - 1) / 2;

export class Overlap {
  /** −n of (2), the depth, and the points on A and B. */
  readonly normal = new Float64Array(3);
  readonly depth = new Float64Array(1);
  readonly p = new Float64Array(6);

  readonly #nearest = new Nearest();
  /** n of the least h so far, and h. */
  readonly #best = new Float64Array(4);
  /** A direction, two across it, and values along a circle. */
  readonly #n = new Float64Array(3);
  readonly #edge = new Float64Array(3);
  readonly #other = new Float64Array(3);
  readonly #across = new Float64Array(6);
  readonly #circle = new Float64Array(OF_CIRCLE);
  readonly #starts = new Float64Array(4 * FOLLOWED);

  /** Of two cores that overlap, or touch. */
  find(pair: CorePair): void {
    this.#best.fill(0);
    this.#best[3] = Number.POSITIVE_INFINITY;
    this.#tryFaces(pair, pair.A, 0, 1);
    this.#tryFaces(pair, pair.B, 9, -1);
    this.#tryEdgePairs(pair);
    if (pair.A.normals.length + pair.B.normals.length === 0) this.#tryLines(pair);
    if (pair.disc[0] > 0) this.#tryAxis(pair, 0);
    if (pair.disc[4] > 0) this.#tryAxis(pair, 4);
    if (pair.disc[0] > 0 || pair.disc[4] > 0) this.#tryRuled(pair);
    if (pair.disc[0] > 0 && pair.disc[4] > 0) this.#tryRims(pair);
    this.#answer(pair);
  }

  /** h of a direction of any length but none; keeps the least. */
  #try(pair: CorePair, x: number, y: number, z: number): void {
    const length = Math.sqrt(x * x + y * y + z * z);
    if (!(length > NO_LENGTH)) return;
    this.#tryUnit(pair, x / length, y / length, z / length);
  }

  #tryUnit(pair: CorePair, x: number, y: number, z: number): number {
    const { d, w, other } = pair;
    const best = this.#best;
    d[0] = x;
    d[1] = y;
    d[2] = z;
    pair.support();
    const h = w[0] * x + w[1] * y + w[2] * z;
    const same = SAME * pair.size[0];
    const isLess = h < best[3] - same;
    const isAway =
      h <= best[3] + same &&
      x * other[0] + y * other[1] + z * other[2] > best[0] * other[0] + best[1] * other[1] + best[2] * other[2] + same;
    if (isLess || isAway) {
      best[0] = x;
      best[1] = y;
      best[2] = z;
      best[3] = h;
    }
    return h;
  }

  /** sign −1: of B, whose faces D has turned about. */
  #tryFaces(pair: CorePair, { normals }: Solid, r: number, sign: number): void {
    const R = pair.R;
    for (let f = 0; f < normals.length; f += 3) {
      const n0 = sign * normals[f];
      const n1 = sign * normals[f + 1];
      const n2 = sign * normals[f + 2];
      this.#try(
        pair,
        R[r] * n0 + R[r + 1] * n1 + R[r + 2] * n2,
        R[r + 3] * n0 + R[r + 4] * n1 + R[r + 5] * n2,
        R[r + 6] * n0 + R[r + 7] * n1 + R[r + 8] * n2,
      );
    }
  }

  #tryEdgePairs(pair: CorePair): void {
    const { A, B, a, b } = pair;
    const edgesA = A.topology.edges;
    const edgesB = B.topology.edges;
    const slack = SUPPORTING * pair.size[0];
    for (let k = 0; k < edgesA.length; k += 2) {
      if (!directionInto(this.#edge, a, edgesA, k)) continue;
      const [ux, uy, uz] = [this.#edge[0], this.#edge[1], this.#edge[2]];
      for (let l = 0; l < edgesB.length; l += 2) {
        if (!directionInto(this.#other, b, edgesB, l)) continue;
        const [vx, vy, vz] = [this.#other[0], this.#other[1], this.#other[2]];
        const x = uy * vz - uz * vy;
        const y = uz * vx - ux * vz;
        const z = ux * vy - uy * vx;
        const length = Math.sqrt(x * x + y * y + z * z);
        if (length < PARALLEL) continue;
        for (let sign = 1; sign >= -1; sign -= 2) {
          const s = sign / length;
          if (!isFarthest(a, pair.aEnd, 3 * edgesA[k], s * x, s * y, s * z, slack)) continue;
          if (!isFarthest(b, pair.bEnd, 3 * edgesB[l], -s * x, -s * y, -s * z, slack)) continue;
          this.#tryUnit(pair, s * x, s * y, s * z);
        }
      }
    }
  }

  /** Points and segments: D may be a segment or a point, and any direction across it will do. */
  #tryLines(pair: CorePair): void {
    const { other } = pair;
    const n = this.#n;
    for (let which = 0; which < 2; which++) {
      const edges = (which === 0 ? pair.A : pair.B).topology.edges;
      if (edges.length === 0 || !directionInto(this.#edge, which === 0 ? pair.a : pair.b, edges, 0)) continue;
      const [x, y, z] = [this.#edge[0], this.#edge[1], this.#edge[2]];
      for (let sign = 1; sign >= -1; sign -= 2) {
        this.#try(pair, 0, sign * z, -sign * y);
        this.#try(pair, -sign * z, 0, sign * x);
        this.#try(pair, sign * y, -sign * x, 0);
      }
      // Across the segment towards the centre of B.
      const along = other[0] * x + other[1] * y + other[2] * z;
      for (let k = 0; k < 3; k++) n[k] = other[k] - along * this.#edge[k];
      const rest = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
      if (rest > SUPPORTING * pair.size[0]) this.#try(pair, n[0], n[1], n[2]);
    }
    this.#try(pair, other[0], other[1], other[2]);
    this.#tryUnit(pair, 0, 0, 1);
  }

  #tryAxis(pair: CorePair, at: number): void {
    const { disc } = pair;
    this.#try(pair, disc[at + 1], disc[at + 2], disc[at + 3]);
    this.#try(pair, -disc[at + 1], -disc[at + 2], -disc[at + 3]);
  }

  /** Minima on the circles across every edge. */
  #tryRuled(pair: CorePair): void {
    for (let which = 0; which < 2; which++) {
      const edges = (which === 0 ? pair.A : pair.B).topology.edges;
      for (let k = 0; k < edges.length; k += 2) {
        if (directionInto(this.#edge, which === 0 ? pair.a : pair.b, edges, k)) this.#tryCircle(pair);
      }
    }
  }

  #tryCircle(pair: CorePair): void {
    const values = this.#circle;
    acrossInto(this.#across, this.#edge, 0);
    const step = (2 * Math.PI) / OF_CIRCLE;
    for (let k = 0; k < OF_CIRCLE; k++) values[k] = this.#onCircle(pair, k * step);
    for (let k = 0; k < OF_CIRCLE; k++) {
      const before = values[(k + OF_CIRCLE - 1) % OF_CIRCLE];
      const after = values[(k + 1) % OF_CIRCLE];
      if (values[k] <= before && values[k] <= after) this.#narrow(pair, (k - 1) * step, (k + 1) * step);
    }
  }

  #onCircle(pair: CorePair, angle: number): number {
    const u = this.#across;
    const c = cos(angle);
    const s = sin(angle);
    const x = c * u[0] + s * u[3];
    const y = c * u[1] + s * u[4];
    const z = c * u[2] + s * u[5];
    const scale = 1 / Math.sqrt(x * x + y * y + z * z);
    return this.#tryUnit(pair, x * scale, y * scale, z * scale);
  }

  /** Golden section. */
  #narrow(pair: CorePair, from: number, to: number): void {
    let low = from;
    let high = to;
    let p = high - GOLDEN * (high - low);
    let q = low + GOLDEN * (high - low);
    let atP = this.#onCircle(pair, p);
    let atQ = this.#onCircle(pair, q);
    for (let k = 0; k < NARROWINGS; k++) {
      if (atP <= atQ) {
        high = q;
        q = p;
        atQ = atP;
        p = high - GOLDEN * (high - low);
        atP = this.#onCircle(pair, p);
      } else {
        low = p;
        p = q;
        atP = atQ;
        q = low + GOLDEN * (high - low);
        atQ = this.#onCircle(pair, q);
      }
    }
  }

  /** Two discs: the best of directions all over the sphere (a spiral), each followed downhill. */
  #tryRims(pair: CorePair): void {
    const starts = this.#starts;
    starts.fill(Number.POSITIVE_INFINITY);
    for (let k = 0; k < OF_SPHERE; k++) {
      const z = 1 - (2 * k + 1) / OF_SPHERE;
      const r = Math.sqrt(1 - z * z);
      const turn = 2 * Math.PI * GOLDEN * k;
      const x = r * cos(turn);
      const y = r * sin(turn);
      const h = this.#tryUnit(pair, x, y, z);
      let at = FOLLOWED;
      while (at > 0 && starts[4 * at - 1] > h) at--;
      if (at === FOLLOWED) continue;
      starts.copyWithin(4 * at + 4, 4 * at, 4 * FOLLOWED - 4);
      starts[4 * at] = x;
      starts[4 * at + 1] = y;
      starts[4 * at + 2] = z;
      starts[4 * at + 3] = h;
    }
    for (let k = 0; k < FOLLOWED; k++) this.#descend(pair, starts, 4 * k);
  }

  /** The slope of h on the sphere is the part of the support point w across n. */
  #descend(pair: CorePair, from: Float64Array, at: number): void {
    const n = this.#n;
    for (let k = 0; k < 3; k++) n[k] = from[at + k];
    let h = from[at + 3];
    let step = 0.1 / pair.size[0];
    for (let k = 0; k < DESCENTS; k++) {
      pair.d[0] = n[0];
      pair.d[1] = n[1];
      pair.d[2] = n[2];
      pair.support();
      const { w } = pair;
      const x = n[0] - step * (w[0] - h * n[0]);
      const y = n[1] - step * (w[1] - h * n[1]);
      const z = n[2] - step * (w[2] - h * n[2]);
      const scale = 1 / Math.sqrt(x * x + y * y + z * z);
      const next = this.#tryUnit(pair, x * scale, y * scale, z * scale);
      if (next < h) {
        n[0] = x * scale;
        n[1] = y * scale;
        n[2] = z * scale;
        h = next;
        step *= 1.5;
      } else {
        step /= 3;
        if (step * pair.size[0] < 1e-12) return;
      }
    }
  }

  /** (2) and (3). */
  #answer(pair: CorePair): void {
    const best = this.#best;
    const nearest = this.#nearest;
    const { b, bEnd, other } = pair;
    const depth = best[3];
    const out = depth + 0.1 * pair.size[0];
    for (let k = 0; k < bEnd; k++) b[k] += out * best[k % 3];
    for (let k = 0; k < 3; k++) other[k] += out * best[k];
    nearest.find(pair);
    for (let k = 0; k < bEnd; k++) b[k] -= out * best[k % 3];
    for (let k = 0; k < 3; k++) {
      other[k] -= out * best[k];
      this.normal[k] = -best[k];
      this.p[k] = nearest.p[k];
      this.p[3 + k] = nearest.p[3 + k] - out * best[k];
    }
    this.depth[0] = depth;
  }
}

/** The unit vector along an edge of a core; false where it has no length. */
function directionInto(out: Float64Array, vertices: Float64Array, edges: Int32Array, k: number): boolean {
  const from = 3 * edges[k];
  const to = 3 * edges[k + 1];
  const x = vertices[to] - vertices[from];
  const y = vertices[to + 1] - vertices[from + 1];
  const z = vertices[to + 2] - vertices[from + 2];
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(length > 0)) return false;
  out[0] = x / length;
  out[1] = y / length;
  out[2] = z / length;
  return true;
}

/** Whether no vertex of a core is farther along n than this one, but for the slack. */
function isFarthest(
  vertices: Float64Array,
  end: number,
  at: number,
  x: number,
  y: number,
  z: number,
  slack: number,
): boolean {
  const most = vertices[at] * x + vertices[at + 1] * y + vertices[at + 2] * z + slack;
  for (let k = 0; k < end; k += 3) if (vertices[k] * x + vertices[k + 1] * y + vertices[k + 2] * z > most) return false;
  return true;
}
