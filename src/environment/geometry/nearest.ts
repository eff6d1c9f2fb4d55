/**
 * Nearest points of two convex cores: the point of D = A − B (core-pair.ts) that is nearest to the origin, by GJK.
 *
 *   v_k = nearest point of conv(W_k),   w = support of D along −v_k                       (1)
 *   |v_k| − d ≤ (v_k · v_k − v_k · w)/|v_k|                                              (2)  d: the distance
 *   W_k+1 = w and those points of W_k that v_k is a mixture of                            (3)
 *
 * The simplex W has one to four points. Its nearest point is found by its faces: a face is looked at when the origin lies on the other
 * side of it than the fourth point, or when the tetrahedron is flat to rounding. In a triangle r = w_i is freed of its parts along the
 * longest edge e and across it, f, each twice (Gram and Schmidt), so that a triangle as thin as 1e-8 gives the right distance; where a
 * weight is negative, the edges opposite to such corners are looked at. That keeps digits which determinants of W lose.
 *
 * It ends when (2) is below CLOSE of the size, when a point comes again, or when v does not become shorter. Points, segments and polytopes end
 * exactly, to rounding, but where features are parallel to some 1e-8, any v between their ends is as short: as of discs, the distance is good to
 * CLOSE then, and the direction to its square root.
 * Source: Gilbert, Johnson and Keerthi (1988), IEEE Journal of Robotics and Automation 4, 193; the faces as in Ericson (2005), Real-Time
 * Collision Detection, 9.5. Written from the definitions.
 */
import type { CorePair } from "./core-pair.ts";

const CLOSE = 4e-15;
/** Below this part of the size the cores overlap, and there is nothing to normalise. */
export const TOUCHING = 1e-9;
const MOST_STEPS = 128;
/** A tetrahedron of less height than this part of its edges is flat. */
const FLAT = 1e-12;

/** Places in the result of a simplex: weights of four points, |v|², v. */
const SQUARE = 4;
const V = 5;
const TRIAL_SIZE = 8;

export class Nearest {
  /** Points of W, and where they are on A and B: 3 numbers each. */
  readonly w = new Float64Array(12);
  readonly onA = new Float64Array(12);
  readonly onB = new Float64Array(12);
  count = 0;
  /** v, from B to A; its length; the nearest points on A and B. */
  readonly v = new Float64Array(3);
  readonly distance = new Float64Array(1);
  readonly p = new Float64Array(6);
  /** How many supports the last call took. */
  steps = 0;
  readonly #best = new Float64Array(TRIAL_SIZE);
  readonly #trial = new Float64Array(TRIAL_SIZE);

  /** False where the cores overlap: W is then around the origin, or has it within TOUCHING. */
  find(pair: CorePair): boolean {
    const { w, onA, onB, v } = this;
    const best = this.#best;
    const d = pair.d;
    const size = pair.size[0];
    const least = TOUCHING * size * (TOUCHING * size);

    // Towards the centre of B first.
    d[0] = pair.other[0];
    d[1] = pair.other[1];
    d[2] = pair.other[2];
    if (d[0] === 0 && d[1] === 0 && d[2] === 0) d[0] = 1;
    pair.support();
    store(w, 0, pair.w);
    store(onA, 0, pair.onA);
    store(onB, 0, pair.onB);
    this.count = 1;
    best[0] = 1;
    v[0] = w[0];
    v[1] = w[1];
    v[2] = w[2];
    let square = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    this.steps = 1;
    for (; this.steps < MOST_STEPS; this.steps++) {
      if (square <= least) return this.#finish(square, false);
      d[0] = -v[0];
      d[1] = -v[1];
      d[2] = -v[2];
      pair.support();
      const point = pair.w;
      const gap = square - (v[0] * point[0] + v[1] * point[1] + v[2] * point[2]);
      if (gap <= CLOSE * size * Math.sqrt(square) || this.#holds(point)) break; // (2)
      const n = this.count;
      store(w, 3 * n, point);
      store(onA, 3 * n, pair.onA);
      store(onB, 3 * n, pair.onB);
      best[SQUARE] = Number.POSITIVE_INFINITY;
      if (n === 1) this.#line(0, 1);
      else if (n === 2) this.#triangle(0, 1, 2);
      else if (this.#tetrahedron()) {
        this.count = 4;
        return this.#finish(0, false);
      }
      if (!(best[SQUARE] < square)) break; // W has its old points, and v is theirs
      square = best[SQUARE];
      v[0] = best[V];
      v[1] = best[V + 1];
      v[2] = best[V + 2];
      this.#reduce(n + 1);
    }
    return this.#finish(square, true);
  }

  #holds(point: Float64Array): boolean {
    const w = this.w;
    for (let k = 0; k < 3 * this.count; k += 3) {
      if (w[k] === point[0] && w[k + 1] === point[1] && w[k + 2] === point[2]) return true;
    }
    return false;
  }

  /** (3): keeps the points with a weight, of the first n. Weights of kept points are those of the result. */
  #reduce(n: number): void {
    const { w, onA, onB } = this;
    const best = this.#best;
    let kept = 0;
    for (let k = 0; k < n; k++) {
      if (!(best[k] > 0)) continue;
      if (kept < k) {
        for (let axis = 0; axis < 3; axis++) {
          w[3 * kept + axis] = w[3 * k + axis];
          onA[3 * kept + axis] = onA[3 * k + axis];
          onB[3 * kept + axis] = onB[3 * k + axis];
        }
      }
      this.#kept[kept] = best[k];
      kept++;
    }
    this.count = kept;
  }

  /** Weights of the points of W. */
  readonly #kept = Float64Array.of(1, 0, 0, 0);

  #finish(square: number, apart: boolean): boolean {
    this.distance[0] = Math.sqrt(square);
    const { p, onA, onB } = this;
    const kept = this.#kept;
    p.fill(0);
    if (this.count === 1) kept[0] = 1;
    for (let k = 0; k < this.count; k++) {
      const share = kept[k];
      for (let axis = 0; axis < 3; axis++) {
        p[axis] += share * onA[3 * k + axis];
        p[3 + axis] += share * onB[3 * k + axis];
      }
    }
    return apart;
  }

  /** Takes the trial where it is nearer than what there is. */
  #take(): void {
    const best = this.#best;
    const trial = this.#trial;
    if (!(trial[SQUARE] < best[SQUARE])) return;
    for (let k = 0; k < TRIAL_SIZE; k++) best[k] = trial[k];
  }

  /** The nearest point between points i and j of W. */
  #line(i: number, j: number): void {
    const w = this.w;
    const trial = this.#trial;
    const a = 3 * i;
    const b = 3 * j;
    const ex = w[b] - w[a];
    const ey = w[b + 1] - w[a + 1];
    const ez = w[b + 2] - w[a + 2];
    const ee = ex * ex + ey * ey + ez * ez;
    let x = w[a];
    let y = w[a + 1];
    let z = w[a + 2];
    let u = ee > 0 ? -(x * ex + y * ey + z * ez) / ee : 0;
    trial[0] = 0;
    trial[1] = 0;
    trial[2] = 0;
    trial[3] = 0;
    if (!(u > 0)) {
      trial[i] = 1;
    } else if (u >= 1) {
      trial[j] = 1;
      x = w[b];
      y = w[b + 1];
      z = w[b + 2];
    } else {
      x += u * ex;
      y += u * ey;
      z += u * ez;
      const more = -(x * ex + y * ey + z * ez) / ee;
      x += more * ex;
      y += more * ey;
      z += more * ez;
      u = Math.min(Math.max(u + more, 0), 1);
      trial[i] = 1 - u;
      trial[j] = u;
    }
    trial[SQUARE] = x * x + y * y + z * z;
    trial[V] = x;
    trial[V + 1] = y;
    trial[V + 2] = z;
    this.#take();
  }

  /** The nearest point of the triangle of points i, j and k of W. */
  #triangle(i: number, j: number, k: number): void {
    const w = this.w;
    const trial = this.#trial;
    let a = 3 * i;
    let b = 3 * j;
    let c = 3 * k;
    const ab = squareBetween(w, a, b);
    const bc = squareBetween(w, b, c);
    const ca = squareBetween(w, c, a);
    // The longest edge from a to b.
    if (bc > ab && bc >= ca) {
      const first = a;
      a = b;
      b = c;
      c = first;
    } else if (ca > ab && ca > bc) {
      const first = a;
      a = c;
      c = b;
      b = first;
    }
    const ex = w[b] - w[a];
    const ey = w[b + 1] - w[a + 1];
    const ez = w[b + 2] - w[a + 2];
    let fx = w[c] - w[a];
    let fy = w[c + 1] - w[a + 1];
    let fz = w[c + 2] - w[a + 2];
    const perEE = 1 / (ex * ex + ey * ey + ez * ez);
    let along = (fx * ex + fy * ey + fz * ez) * perEE;
    fx -= along * ex;
    fy -= along * ey;
    fz -= along * ez;
    const rest = (fx * ex + fy * ey + fz * ez) * perEE;
    fx -= rest * ex;
    fy -= rest * ey;
    fz -= rest * ez;
    along += rest;
    const ff = fx * fx + fy * fy + fz * fz;
    let x = w[a];
    let y = w[a + 1];
    let z = w[a + 2];
    let u = -1;
    let s = -1;
    if (ff * perEE > 1e-30) {
      const perFF = 1 / ff;
      u = -(x * ex + y * ey + z * ez) * perEE;
      x += u * ex;
      y += u * ey;
      z += u * ez;
      s = -(x * fx + y * fy + z * fz) * perFF;
      x += s * fx;
      y += s * fy;
      z += s * fz;
      // Once more: what rounding left of the two parts.
      const du = -(x * ex + y * ey + z * ez) * perEE;
      const ds = -(x * fx + y * fy + z * fz) * perFF;
      x += du * ex + ds * fx;
      y += du * ey + ds * fy;
      z += du * ez + ds * fz;
      u += du;
      s += ds;
      u -= s * along;
      if (u >= 0 && s >= 0 && u + s <= 1) {
        trial[0] = 0;
        trial[1] = 0;
        trial[2] = 0;
        trial[3] = 0;
        trial[a / 3] = 1 - u - s;
        trial[b / 3] = u;
        trial[c / 3] = s;
        trial[SQUARE] = x * x + y * y + z * z;
        trial[V] = x;
        trial[V + 1] = y;
        trial[V + 2] = z;
        this.#take();
        return;
      }
      if (u + s > 1) this.#line(b / 3, c / 3);
      if (u < 0) this.#line(a / 3, c / 3);
      if (s < 0) this.#line(a / 3, b / 3);
      return;
    }
    this.#line(a / 3, b / 3);
    this.#line(a / 3, c / 3);
    this.#line(b / 3, c / 3);
  }

  /** True where the tetrahedron has the origin inside; else the nearest of its faces. */
  #tetrahedron(): boolean {
    let outside = false;
    for (let m = 0; m < 4; m++) {
      const i = m === 0 ? 1 : 0;
      const j = m <= 1 ? 2 : 1;
      const k = m === 3 ? 2 : 3;
      if (!this.#isBeyond(i, j, k, m)) continue;
      outside = true;
      this.#triangle(i, j, k);
    }
    return !outside;
  }

  /** Whether the origin is on the other side of the face i j k than point m; also where that is not sure. */
  #isBeyond(i: number, j: number, k: number, m: number): boolean {
    const w = this.w;
    const a = 3 * i;
    const ux = w[3 * j] - w[a];
    const uy = w[3 * j + 1] - w[a + 1];
    const uz = w[3 * j + 2] - w[a + 2];
    const tx = w[3 * k] - w[a];
    const ty = w[3 * k + 1] - w[a + 1];
    const tz = w[3 * k + 2] - w[a + 2];
    const mx = w[3 * m] - w[a];
    const my = w[3 * m + 1] - w[a + 1];
    const mz = w[3 * m + 2] - w[a + 2];
    const nx = uy * tz - uz * ty;
    const ny = uz * tx - ux * tz;
    const nz = ux * ty - uy * tx;
    const height = nx * mx + ny * my + nz * mz;
    const uu = ux * ux + uy * uy + uz * uz;
    const tt = tx * tx + ty * ty + tz * tz;
    const mm = mx * mx + my * my + mz * mz;
    if (height * height <= FLAT * FLAT * uu * tt * mm) return true;
    const origin = -(nx * w[a] + ny * w[a + 1] + nz * w[a + 2]);
    return height > 0 ? origin < 0 : origin > 0;
  }
}

function store(out: Float64Array, o: number, p: Float64Array): void {
  out[o] = p[0];
  out[o + 1] = p[1];
  out[o + 2] = p[2];
}

function squareBetween(w: Float64Array, a: number, b: number): number {
  const x = w[b] - w[a];
  const y = w[b + 1] - w[a + 1];
  const z = w[b + 2] - w[a + 2];
  return x * x + y * y + z * z;
}
