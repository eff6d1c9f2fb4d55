/**
 * Rays as beams, added up on a grid of receivers. A receiver at the distance n from a ray, beside the place where the neighbouring rays are
 * q apart per radian of launch angle, gets from it
 *
 *   A² = c / (|q| σ)                                                                              (1)  power through dα dφ
 *   hat:       w = max(0, 1 − |n|/W),   W = |q| Δα                                                 (2)
 *   Gaussian:  w = |q| Δα / (√(2π) W) · exp(−n²/(2W²)),   W = max(|q| Δα, min(π, 0.2 f τ) λ)       (3)
 *   incoherent:   I += |R|² A² w                                                                  (4)
 *   semicoherent: I += 2 sin²(ω z_s sin α / c) |R|² A² w                                           (5)
 *   coherent:     p += R A w e^{i(πm/2 − ω t)},   I = |p|²,   t = τ + p n²/(2q)                      (6)  m caustics passed
 *
 * The weights w of neighbouring rays add up to 1, hats exactly. σ = ∫ c ds spreads the rays across the plane; in a sea that is level, σ = r c₀/cos α,
 * and (1) is the usual c cos α/(c₀ r q). On slopes it is that of a sea that goes on unchanged across the plane, and keeps (1) the same when source and
 * receiver change places.
 *
 * A ray meets the range of a receiver at one place of each of its legs; n and the way e along the ray are those of the receiver above or below
 * it, and q, σ, τ are carried on by e. A leg is carried on beyond its two ends as well, as if there were no boundary, as far as its beam reaches back into
 * the water: so the weights add up to 1 up to the boundary. At the surface itself direct and reflected sound cancel.
 *
 * Valid: where rays are (frequency high against c/depth and against the gradients), away from caustics, where (2) with (1) has a peak without bound.
 * (3) has none, and its least width is the published one.
 * Left out: sound in shadows, beyond what the width of (3) brings there.
 * Source: [PorterBucker1987] for beams and (3), [JensenKuperman2011] 3.3 to 3.5 for (1) and (5). Test: transmission-loss.test.ts.
 */
import { exp, sinCosInto } from "../../math/index.ts";
import type { BeamShape, Sum } from "./ray-case.ts";
import {
  END,
  HIT_BOTTOM,
  HIT_SURFACE,
  LEAVE,
  MARK,
  MARK_SIZE,
  type RayPath,
  reachOf_m,
  START,
  VERTEX,
  VERTEX_SIZE,
  wayTo_m,
} from "./ray-path.ts";

const NEPER_PER_DB = Math.LN10 / 20;
/** A Gaussian beam is followed to this many widths: e⁻⁸ of its middle. */
const WIDTHS = 4;
const ROOT_2PI = Math.sqrt(2 * Math.PI);

/** What a ray is where it meets the range of a receiver. */
const AT = { z: 0, tr: 1, tz: 2, c: 3, tau: 4, q: 5, p: 6, sigma: 7, loss: 8, kappa: 9, absorption: 10 } as const;

export interface ReceiverGrid {
  /** Increasing. */
  readonly ranges_m: Float64Array;
  /** Increasing. */
  readonly depths_m: Float64Array;
  /** Depths of surface and bottom at each range: receivers outside get nothing. */
  readonly surface_m: Float64Array;
  readonly bottom_m: Float64Array;
}

export interface BeamOptions {
  readonly frequency_Hz: number;
  readonly beam: BeamShape;
  readonly sum: Sum;
  /** Δα, rad. */
  readonly spacing_rad: number;
}

export class BeamField {
  /** Of the sum so far: intensity, or real and imaginary part; range after range, depth by depth. */
  readonly re: Float64Array;
  readonly im: Float64Array;
  readonly #ranges: Float64Array;
  readonly #depths: Float64Array;
  readonly #first: Int32Array;
  readonly #last: Int32Array;
  readonly #omega: number;
  readonly #frequency: number;
  readonly #spacing: number;
  readonly #coherent: boolean;
  readonly #gaussian: boolean;
  /** 1 over the distance of the depths where they are even, else 0. */
  readonly #perDepth: number;
  readonly #at = new Float64Array(11);
  readonly #turn = new Float64Array(2);
  /** Of the leg at hand: product of reflections, caustics at the vertex before. */
  #re = 1;
  #im = 0;
  #power = 1;
  #caustics = 0;
  #qSign = 0;

  constructor(grid: ReceiverGrid, options: BeamOptions) {
    const { ranges_m, depths_m } = grid;
    this.#ranges = ranges_m;
    this.#depths = depths_m;
    const count = ranges_m.length * depths_m.length;
    this.re = new Float64Array(count);
    this.#coherent = options.sum === "coherent";
    this.im = new Float64Array(this.#coherent ? count : 0);
    this.#gaussian = options.beam === "gaussian";
    this.#omega = 2 * Math.PI * options.frequency_Hz;
    this.#frequency = options.frequency_Hz;
    this.#spacing = options.spacing_rad;
    this.#first = new Int32Array(ranges_m.length);
    this.#last = new Int32Array(ranges_m.length);
    for (let i = 0; i < ranges_m.length; i++) {
      let first = 0;
      while (first < depths_m.length && depths_m[first] < grid.surface_m[i]) first++;
      let last = depths_m.length - 1;
      while (last >= 0 && depths_m[last] > grid.bottom_m[i]) last--;
      this.#first[i] = first;
      this.#last[i] = last;
    }
    const n = depths_m.length;
    const even_m = n > 1 ? (depths_m[n - 1] - depths_m[0]) / (n - 1) : 0;
    const isEven = depths_m.every((z, k) => Math.abs(z - depths_m[0] - k * even_m) <= 1e-9 * Math.abs(even_m));
    this.#perDepth = n > 1 && isEven ? 1 / even_m : 0;
  }

  clear(): void {
    this.re.fill(0);
    this.im.fill(0);
  }

  /** Adds one ray; power: factor of its intensity, such as that of (5). */
  add(path: RayPath, power: number): void {
    const v = path.vertices;
    const marks = path.marks;
    const ranges = this.#ranges;
    const count = ranges.length;
    // The first receiver at or beyond the ray, which mostly goes forward.
    let next = 0;
    for (let i = 0; i < path.count; i++) {
      const b = i * VERTEX_SIZE;
      const kind = marks[i * MARK_SIZE + MARK.kind];
      if (kind === START || kind === LEAVE) {
        const re = v[b + VERTEX.re];
        const im = v[b + VERTEX.im];
        this.#re = re;
        this.#im = im;
        this.#power = power * (re * re + im * im);
        if (kind === LEAVE) {
          const other = (i + 1 < path.count ? i + 1 : i - 2) * VERTEX_SIZE;
          this.#beyond(v, b, other, -1, next, marks[i * MARK_SIZE + MARK.caustics]);
        }
        continue;
      }
      const a = b - VERTEX_SIZE;
      const ra = v[a + VERTEX.r];
      const rb = v[b + VERTEX.r];
      this.#caustics = marks[i * MARK_SIZE - MARK_SIZE + MARK.caustics];
      this.#qSign = v[a + VERTEX.q];
      if (rb > ra) {
        while (next > 0 && ranges[next - 1] >= ra) next--;
        while (next < count && ranges[next] < ra) next++;
        for (; next < count && ranges[next] < rb; next++) this.#cross(v, a, b, next);
        if (kind === END && next < count && ranges[next] === rb) this.#cross(v, a, b, next);
      } else if (rb < ra) {
        while (next < count && ranges[next] <= ra) next++;
        while (next > 0 && ranges[next - 1] > ra) next--;
        for (; next > 0 && ranges[next - 1] > rb; next--) this.#cross(v, a, b, next - 1);
      }
      if (kind === HIT_SURFACE || kind === HIT_BOTTOM) {
        this.#beyond(v, b, a, 1, next, marks[i * MARK_SIZE + MARK.caustics]);
      }
    }
  }

  /** The ray between vertices a and b at range i, by cubics through both ends; s is their parameter. */
  #cross(v: Float64Array, a: number, b: number, i: number): void {
    const at = this.#at;
    const target = this.#ranges[i];
    const ra = v[a + VERTEX.r];
    const dr = v[b + VERTEX.r] - ra;
    const za = v[a + VERTEX.z];
    const dz = v[b + VERTEX.z] - za;
    const ds = v[b + VERTEX.s] - v[a + VERTEX.s];
    const ta = v[a + VERTEX.tr];
    const tb = v[b + VERTEX.tr];
    const kappa = v[a + VERTEX.kappa];
    let u = (target - ra) / dr;
    const qa = v[a + VERTEX.q];
    const qb = v[b + VERTEX.q];
    const ca = v[a + VERTEX.c];
    const cb = v[b + VERTEX.c];
    const pa = v[a + VERTEX.p];
    const pb = v[b + VERTEX.pIn];
    if (kappa === 0) {
      at[AT.z] = za + u * dz;
      at[AT.tr] = ta;
      at[AT.tz] = v[a + VERTEX.tz];
    } else {
      // Excess of the slopes at both ends over the chord; Newton for r(u) = target.
      const ea = ds * ta - dr;
      const eb = dr - ds * tb;
      for (let k = 0; k < 3; k++) {
        const m = 1 - u;
        const f = ra + u * dr + u * m * (m * ea + u * eb) - target;
        const slope = dr + ea * m * (1 - 3 * u) + eb * u * (2 - 3 * u);
        const to = u - f / slope;
        u = to < 0 ? 0 : to > 1 ? 1 : to;
      }
      const m = 1 - u;
      const fa = ds * v[a + VERTEX.tz] - dz;
      const fb = dz - ds * v[b + VERTEX.tz];
      at[AT.z] = za + u * dz + u * m * (m * fa + u * fb);
      const tr = dr + ea * m * (1 - 3 * u) + eb * u * (2 - 3 * u);
      const tz = dz + fa * m * (1 - 3 * u) + fb * u * (2 - 3 * u);
      const length = 1 / Math.sqrt(tr * tr + tz * tz);
      at[AT.tr] = tr * length;
      at[AT.tz] = tz * length;
    }
    const m = 1 - u;
    const dq = qb - qa;
    const qSlopeA = ds * ca * pa - dq;
    const qSlopeB = dq - ds * cb * pb;
    at[AT.q] = qa + u * dq + u * m * (m * qSlopeA + u * qSlopeB);
    at[AT.p] = pa + u * (pb - pa);
    at[AT.c] = ca + u * (cb - ca);
    const dTau = v[b + VERTEX.tau] - v[a + VERTEX.tau];
    at[AT.tau] = v[a + VERTEX.tau] + u * dTau + u * m * (m * (ds / ca - dTau) + u * (dTau - ds / cb));
    const dSigma = v[b + VERTEX.sigma] - v[a + VERTEX.sigma];
    at[AT.sigma] = v[a + VERTEX.sigma] + u * dSigma + u * m * (m * (ds * ca - dSigma) + u * (dSigma - ds * cb));
    const dLoss = v[b + VERTEX.loss_dB] - v[a + VERTEX.loss_dB];
    at[AT.loss] = v[a + VERTEX.loss_dB] + u * dLoss;
    at[AT.kappa] = kappa;
    at[AT.absorption] = ds > 0 ? dLoss / ds : 0;
    this.#spread(i);
  }

  /**
   * A leg carried on beyond its end at vertex a, forward (1) or back (−1), on the circle of its curvature there, to the receivers that its
   * beam still reaches; b: a vertex on the other side of a step there.
   */
  #beyond(v: Float64Array, a: number, b: number, way: number, next: number, caustics: number): void {
    const ranges = this.#ranges;
    const count = ranges.length;
    const tr = v[a + VERTEX.tr];
    const tz = v[a + VERTEX.tz];
    if (tr === 0) return;
    const forward = tr * way > 0;
    const from = v[a + VERTEX.r];
    // Receivers at the end itself belong to the way forward.
    let i = next;
    if (forward) {
      while (i > 0 && ranges[i - 1] >= from) i--;
      while (i < count && (way > 0 ? ranges[i] < from : ranges[i] <= from)) i++;
      if (i >= count) return;
    } else {
      while (i < count && ranges[i] <= from) i++;
      while (i > 0 && (way > 0 ? ranges[i - 1] > from : ranges[i - 1] >= from)) i--;
      i--;
      if (i < 0) return;
    }
    const kappa = v[a + VERTEX.kappa];
    const c = v[a + VERTEX.c];
    const p = way > 0 ? v[a + VERTEX.pIn] : v[a + VERTEX.p];
    const q = v[a + VERTEX.q];
    const spacing = this.#spacing;
    const widths = this.#gaussian ? WIDTHS : 1;
    const spread = Math.abs(q) * spacing;
    const width = this.#gaussian ? widths * this.#width(spread, v[a + VERTEX.tau], c) : spread;
    const reach = reachOf_m(v, a, way, width, widths * Math.abs(c * p) * spacing);
    const ds = Math.abs(v[b + VERTEX.s] - v[a + VERTEX.s]);
    const absorption = ds > 0 ? Math.abs(v[b + VERTEX.loss_dB] - v[a + VERTEX.loss_dB]) / ds : 0;
    this.#caustics = caustics;
    this.#qSign = q;
    const at = this.#at;
    for (; forward ? i < count : i >= 0; i += forward ? 1 : -1) {
      const e = wayTo_m(v, a, ranges[i]);
      if (!(Math.abs(e) <= reach && e * way >= 0)) return;
      at[AT.z] = v[a + VERTEX.z] + e * (tz + 0.5 * kappa * tr * e);
      at[AT.tr] = tr - kappa * tz * e;
      at[AT.tz] = tz + kappa * tr * e;
      at[AT.c] = c;
      at[AT.tau] = v[a + VERTEX.tau] + e / c;
      at[AT.q] = q + c * p * e;
      at[AT.p] = p;
      at[AT.sigma] = v[a + VERTEX.sigma] + c * e;
      at[AT.loss] = v[a + VERTEX.loss_dB] + absorption * e;
      at[AT.kappa] = kappa;
      at[AT.absorption] = absorption;
      this.#spread(i);
    }
  }

  /** W of (3). */
  #width(spread: number, tau: number, c: number): number {
    const least = (Math.min(Math.PI, 0.2 * this.#frequency * tau) * c) / this.#frequency;
    return Math.max(spread, least);
  }

  /** (1) to (6) for the receivers of range i. */
  #spread(i: number): void {
    const at = this.#at;
    const depths = this.#depths;
    const z = at[AT.z];
    const tr = at[AT.tr];
    const tz = at[AT.tz];
    const c = at[AT.c];
    const q = at[AT.q];
    const p = at[AT.p];
    const cp = c * p;
    const spacing = this.#spacing;
    const gaussian = this.#gaussian;
    let width = Math.abs(q) * spacing;
    if (gaussian) width = WIDTHS * this.#width(width, at[AT.tau], c);
    // |q| at the edge of the beam is not that in its middle where the ray is steep.
    const across = Math.max(Math.abs(tr) - (gaussian ? WIDTHS : 1) * Math.abs(cp * tz) * spacing, 1e-9);
    const half = width / across;
    let j = this.#first[i];
    let last = this.#last[i];
    if (this.#perDepth > 0) {
      const low = Math.ceil((z - half - depths[0]) * this.#perDepth - 1e-9);
      const high = Math.floor((z + half - depths[0]) * this.#perDepth + 1e-9);
      if (low > j) j = low;
      if (high < last) last = high;
    } else {
      while (j <= last && depths[j] < z - half) j++;
    }
    const o = i * depths.length;
    for (; j <= last; j++) {
      const d = depths[j] - z;
      if (d > half) return;
      const e = d * tz;
      const n = Math.abs(d * tr - 0.5 * at[AT.kappa] * e * e);
      const qe = q + cp * e;
      const spread = Math.abs(qe) * spacing;
      const sigma = at[AT.sigma] + c * e;
      if (!(sigma > 0) || spread === 0) continue;
      let weight = 0;
      if (gaussian) {
        const w = this.#width(spread, at[AT.tau], c);
        const x = n / w;
        if (x > WIDTHS) continue;
        weight = (spread / (ROOT_2PI * w)) * exp(-0.5 * x * x); // (3)
      } else {
        if (n >= spread) continue;
        weight = 1 - n / spread; // (2)
      }
      const loss = at[AT.loss] + at[AT.absorption] * e;
      const power = c / (Math.abs(qe) * sigma); // (1)
      const factor = loss > 0 ? exp(-NEPER_PER_DB * loss) : 1;
      if (!this.#coherent) {
        this.re[o + j] += this.#power * power * factor * factor * weight; // (4), (5)
        continue;
      }
      const amplitude = Math.sqrt(power) * factor * weight;
      const time = at[AT.tau] + e / c + (0.5 * p * n * n) / qe;
      const caustics = this.#caustics + (this.#qSign * qe < 0 ? 1 : 0);
      sinCosInto(this.#turn, 0, 0.5 * Math.PI * (caustics & 3) - this.#omega * time);
      const sine = this.#turn[0];
      const cosine = this.#turn[1];
      this.re[o + j] += amplitude * (this.#re * cosine - this.#im * sine); // (6)
      this.im[o + j] += amplitude * (this.#re * sine + this.#im * cosine);
    }
  }
}
