/**
 * Bottoms given by a formula: a plane, flat or sloping, and a seamount on a flat bottom.
 *
 *   plane      D = D_c + g · (p − c)                                        (1)  g towards deeper, |g| = tan(slope)
 *   seamount   D = D_c − H exp(−r²/2σ²),  r = |p − c|                        (2)  c: north and east of the centre
 *
 * On a ray, with τ the time of nearest approach to the axis, h the horizontal speed and r₀ the distance there,
 *
 *   f(t) = z(t) − D = α + z' t + G exp(−h²(t − τ)²/2σ²),   G = H exp(−r₀²/2σ²)   (3)
 *   f'(t) = z' − G (h/σ) s exp(−s²/2),   s = h (t − τ)/σ                         (4)
 *
 * s exp(−s²/2) rises to e^(−1/2) at s = 1 and falls again, and is odd: f has two extrema, on the side of s where f' can
 * vanish, one on each side of |s| = 1, or none. Between them f is monotone, so that each stretch holds one crossing or
 * none, and the first that has one is bisected and refined (Newton inside the bracket) down to rounding: crossings are right
 * to 1e-9 m, and none is skipped that reaches deeper than rounding.
 *
 * Left out: anything but the Gaussian's circles; see the generated bottom for more. A negative H is a pit.
 */
import { cos, exp, sin, tan } from "../../math/index.ts";
import { type Bottom, FAR_M } from "./ray.ts";

/** (1) */
export class PlaneBottom implements Bottom {
  readonly bounds_m = null;
  /** D_c, g, the unit normal, c. */
  readonly #p: Float64Array;

  /** depth_m is that at centre_m (north, east); gradient is g, see slopeGradient. */
  constructor(depth_m: number, centre_m: readonly number[] = [0, 0], gradient: readonly number[] = [0, 0]) {
    const [gn, ge] = gradient;
    const scale = 1 / Math.sqrt(1 + gn * gn + ge * ge);
    this.#p = Float64Array.of(depth_m, gn, ge, gn * scale, ge * scale, -scale, centre_m[0], centre_m[1]);
  }

  depthInto(out: Float64Array, o: number, at: Float64Array, i: number): void {
    const p = this.#p;
    out[o] = p[0] + p[1] * (at[i] - p[6]) + p[2] * (at[i + 1] - p[7]);
  }

  normalInto(out: Float64Array, o: number): void {
    const p = this.#p;
    out[o] = p[3];
    out[o + 1] = p[4];
    out[o + 2] = p[5];
  }

  /** In a corner of the square. */
  shallowestWithinInto(out: Float64Array, o: number, at: Float64Array, i: number, half: Float64Array): void {
    const p = this.#p;
    this.depthInto(out, o, at, i);
    out[o] -= (Math.abs(p[1]) + Math.abs(p[2])) * half[0];
  }

  castInto(hit: Float64Array, o: number, ray: Float64Array, i: number): boolean {
    const p = this.#p;
    const f = ray[i + 2] - (p[0] + p[1] * (ray[i] - p[6]) + p[2] * (ray[i + 1] - p[7]));
    const slope = ray[i + 5] - (p[1] * ray[i + 3] + p[2] * ray[i + 4]);
    const t = f === 0 ? 0 : -f / slope;
    if (!(t >= 0 && t <= ray[i + 6] && t < hit[o])) return false;
    hit[o] = t;
    hit[o + 5] = 0;
    this.normalInto(hit, o + 1);
    return true;
  }
}

/** g of (1) of a bottom that deepens towards direction_rad, clockwise from north. */
export function slopeGradient(slope_rad: number, direction_rad: number): number[] {
  const g = tan(slope_rad);
  return [g * cos(direction_rad), g * sin(direction_rad)];
}

/** e^(−1/2), the largest value of s exp(−s²/2). */
const LARGEST_SLOPE = 0.6065306597126334;
/** Beyond this s the Gaussian is below 1e-17 of its height: nothing that a float64 depth could show. */
const FAR = 9;
/** Rays with less horizontal speed than this move less than 1e-13 m sideways within FAR_M. */
const VERTICAL = 1e-20;

/** Places in the scratch of a cast: an array, since numbers that are passed to a function may be boxed. */
const ALPHA = 0;
const RISE = 1;
const GAUSS = 2;
const RATE = 3;
const TAU = 4;
const FROM = 5;
const TO = 6;
const F_FROM = 7;
const F_TO = 8;
/** s exp(−s²/2) that is looked for, and the bracket of s; then the answer. */
const WANTED = 9;
const S_LOW = 10;
const S_HIGH = 11;
const S = 12;
/** The crossing, and the place of it. */
const T = 13;
const NORTH = 14;
const EAST = 15;
const SCRATCH = 16;

export class SeamountBottom implements Bottom {
  readonly bounds_m = null;
  /** D_c, H, σ, centre. */
  readonly #p: Float64Array;
  /** Holds nothing between calls. */
  readonly #work = new Float64Array(SCRATCH);

  constructor(mount: {
    readonly depth_m: number;
    readonly height_m: number;
    readonly sigma_m: number;
    readonly centre_m: readonly number[];
  }) {
    this.#p = Float64Array.of(mount.depth_m, mount.height_m, mount.sigma_m, mount.centre_m[0], mount.centre_m[1]);
  }

  depthInto(out: Float64Array, o: number, at: Float64Array, i: number): void {
    const p = this.#p;
    const n = (at[i] - p[3]) / p[2];
    const e = (at[i + 1] - p[4]) / p[2];
    out[o] = p[0] - p[1] * exp(-0.5 * (n * n + e * e)); // (2)
  }

  /** Of a mountain where the square is nearest to the axis, of a pit where it is farthest. */
  shallowestWithinInto(out: Float64Array, o: number, at: Float64Array, i: number, half: Float64Array): void {
    const p = this.#p;
    const north = Math.abs(at[i] - p[3]);
    const east = Math.abs(at[i + 1] - p[4]);
    const h = half[0];
    const n = (p[1] > 0 ? Math.max(0, north - h) : north + h) / p[2];
    const e = (p[1] > 0 ? Math.max(0, east - h) : east + h) / p[2];
    out[o] = p[0] - p[1] * exp(-0.5 * (n * n + e * e)); // (2)
  }

  normalInto(out: Float64Array, o: number, at: Float64Array, i: number): void {
    this.#work[NORTH] = at[i];
    this.#work[EAST] = at[i + 1];
    this.#normalAtPlaceInto(out, o);
  }

  #normalAtPlaceInto(out: Float64Array, o: number): void {
    const p = this.#p;
    const n = (this.#work[NORTH] - p[3]) / p[2];
    const e = (this.#work[EAST] - p[4]) / p[2];
    const steep = (p[1] / p[2]) * exp(-0.5 * (n * n + e * e));
    const Dn = steep * n;
    const De = steep * e;
    const scale = 1 / Math.sqrt(1 + Dn * Dn + De * De);
    out[o] = Dn * scale;
    out[o + 1] = De * scale;
    out[o + 2] = -scale;
  }

  castInto(hit: Float64Array, o: number, ray: Float64Array, i: number): boolean {
    const p = this.#p;
    const work = this.#work;
    const x = ray[i] - p[3];
    const y = ray[i + 1] - p[4];
    const dx = ray[i + 3];
    const dy = ray[i + 4];
    const sigma = p[2];

    // 1. (3)
    const h = Math.sqrt(dx * dx + dy * dy);
    const isVertical = h < VERTICAL;
    const tau = isVertical ? 0 : -(x * (dx / h) + y * (dy / h)) / h;
    const across = isVertical ? Math.sqrt(x * x + y * y) : x * (dy / h) - y * (dx / h);
    const rate = isVertical ? 0 : h / sigma;
    const G = p[1] * exp(-0.5 * (across / sigma) * (across / sigma));
    const alpha = ray[i + 2] - p[0];
    const rise = ray[i + 5];
    const limit = Math.min(ray[i + 6], hit[o], FAR_M);
    if (!(limit >= 0)) return false;
    // Wholly above the summit, or wholly below the foot: most rays need no more.
    const last = alpha + rise * limit;
    if (Math.max(alpha, last) + Math.max(G, 0) < 0 || Math.min(alpha, last) + Math.min(G, 0) > 0) return false;
    work[ALPHA] = alpha;
    work[RISE] = rise;
    work[GAUSS] = G;
    work[RATE] = rate;
    work[TAU] = tau;

    // 2. The ends of the monotone stretches: extrema of f, in order
    let first = limit;
    let second = limit;
    const wanted = rise / (G * rate);
    if (Math.abs(wanted) < LARGEST_SLOPE) {
      const side = wanted < 0 ? -1 : 1;
      work[WANTED] = Math.abs(wanted);
      work[S_LOW] = 0;
      work[S_HIGH] = 1;
      findExtremum(work);
      const near = tau + (side * work[S]) / rate;
      work[S_LOW] = 1;
      work[S_HIGH] = FAR;
      findExtremum(work);
      const far = tau + (side * work[S]) / rate;
      first = Math.min(near, far, limit);
      second = Math.min(Math.max(near, far), limit);
    }

    // 3. The first stretch with a change of sign
    work[TO] = 0;
    evaluate(work);
    if (work[F_TO] !== 0) {
      for (let stretch = 0; ; stretch++) {
        if (stretch === 3) return false;
        const to = stretch === 0 ? first : stretch === 1 ? second : limit;
        if (!(to > work[TO])) continue;
        work[FROM] = work[TO];
        work[F_FROM] = work[F_TO];
        work[TO] = to;
        evaluate(work);
        if (work[F_FROM] < 0 !== work[F_TO] < 0 || work[F_TO] === 0) break;
      }
      refine(work);
    } else {
      work[T] = 0;
    }
    const t = work[T];
    if (!(t <= ray[i + 6] && t < hit[o])) return false;
    hit[o] = t;
    hit[o + 5] = 0;
    work[NORTH] = ray[i] + t * dx;
    work[EAST] = ray[i + 1] + t * dy;
    this.#normalAtPlaceInto(hit, o + 1);
    return true;
  }
}

/** (3): f at TO, to F_TO. */
function evaluate(w: Float64Array): void {
  const s = w[RATE] * (w[TO] - w[TAU]);
  w[F_TO] = w[ALPHA] + w[RISE] * w[TO] + w[GAUSS] * exp(-0.5 * s * s);
}

/** The crossing between FROM and TO, where f is monotone, to T: Newton steps, halving where one would leave the bracket. */
function refine(w: Float64Array): void {
  const rising = w[F_FROM] < 0;
  let low = w[FROM];
  let high = w[TO];
  let t = low + (high - low) * (w[F_FROM] / (w[F_FROM] - w[F_TO]));
  for (let k = 0; k < 100; k++) {
    const s = w[RATE] * (t - w[TAU]);
    const bell = w[GAUSS] * exp(-0.5 * s * s);
    const f = w[ALPHA] + w[RISE] * t + bell;
    if (f === 0) break;
    if (f < 0 === rising) low = t;
    else high = t;
    const slope = w[RISE] - bell * s * w[RATE];
    let next = t - f / slope;
    // Every third step halves, so that a slow Newton cannot creep along the bracket.
    if (!(next > low && next < high) || k % 3 === 2) next = low + 0.5 * (high - low);
    const step = Math.abs(next - t);
    t = next;
    if (step <= 1e-15 * Math.abs(t) || t === low || t === high) break;
  }
  w[T] = t;
}

/**
 * (4): s between S_LOW and S_HIGH, where s exp(−s²/2) is monotone, at which it has the value WANTED, to S. To 1e-9 is enough:
 * f is flat there, so that its error is the square of that.
 */
function findExtremum(w: Float64Array): void {
  let low = w[S_LOW];
  let high = w[S_HIGH];
  const rising = high <= 1;
  let s = rising ? 0.5 : 2;
  for (let k = 0; k < 60 && high - low > 1e-9; k++) {
    const bell = exp(-0.5 * s * s);
    const over = s * bell - w[WANTED];
    if (over < 0 === rising) low = s;
    else high = s;
    let next = s - over / ((1 - s * s) * bell);
    if (!(next > low && next < high) || k % 3 === 2) next = 0.5 * (low + high);
    const step = Math.abs(next - s);
    s = next;
    if (step < 1e-10) break;
  }
  w[S] = s;
}
