/**
 * Where a body can be without touching anything: what the environment gives it, and what a guard of the body watches.
 *
 *   m = min( ρ − |c − c₀|,   z_f − (c_z + r),   g − s,   d_k − h_k(n_k) ) − R (|ω| h)²/8       (1)  mode free
 *
 * c: centre of the ball of radius r around all solids of the body, now; c₀, ρ: centre and radius of the ball in which it may go.
 * z_f: least depth of the bottom within reach; g: gap to the bottom itself, where that is near (ground = 1), s the gap at which things
 * touch. n_k, d_k: half-spaces n·x ≤ d, each for one solid of the body, h_k(n) = max n·x over that solid. All in N, metres. While m ≥ 0
 * the body touches nothing: beyond the half-spaces are the other things, and beyond ρ is whatever was not looked at. The last term is how far a
 * corner can dip between the ends of a step h, at which m is looked at.
 *
 *   m = ρ − (|p − p₀| + 2 R |vec(q₀* ⊗ q)|)                                                    (2)  mode resting
 *
 * A body that rests on others may be displaced by ρ, its turning taken at the distance R = r + |centre|, before it is looked at again.
 *
 * Nothing else moves m by itself faster than the body moves; so a body whose acceleration stays below FASTEST_MPS2 cannot reach m = 0
 * before (3). A shock that is stronger (a blow, a jerk of a line) is an event that lands the body, and after it the guard is looked
 * at anew.
 *
 *   t = 2 m / (v + √(v² + 2 a m)),   v = |v_Bo| + R |ω|                                          (3)
 *
 * Left out: that the gap to a rough bottom may change faster than its place moves: there half of (3) is taken.
 */
import { rotateInto } from "../../math/index.ts";
import type { Gaps } from "../geometry/gaps.ts";
import type { Bottom } from "../geometry/ray.ts";
import type { SolidBody } from "../geometry/solid-body.ts";

/** Half-spaces that a body can have at once. */
export const MOST_PLANES = 16;
export const PLANE = { normal: 0, offset: 3, solid: 4 } as const;
export const PLANE_SIZE = 5;

export const FREE_SPACE = {
  /** 0: nothing is known, and the guard asks for attention; 1: free; 2: resting; 3: looked after at stated instants, no guard. */
  mode: 0,
  centre: 1,
  radius: 4,
  /** z_f; Infinity for none. */
  floor: 5,
  /** 1: the gap to the bottom counts. */
  ground: 6,
  planes: 7,
  plane: 8,
  /** Of a resting body, in place of the planes: p₀, q₀. */
  pose: 8,
} as const;
export const FREE_SPACE_SIZE = FREE_SPACE.plane + MOST_PLANES * PLANE_SIZE;

export const MODE = { unknown: 0, free: 1, resting: 2, watched: 3 } as const;

/** Gap at which two things touch, m. Contacts are kept between it and 0. */
export const TOUCHING_M = 1e-4;
/** Two things begin to touch at this gap, and are apart again at that one. */
export const ENTER_M = 1.1e-4;
export const KEEP_M = 2e-4;

const FASTEST_MPS2 = 200;
/** For a mode without a margin. */
const FAR_M = 1e9;

export class FreeSpace {
  readonly #body: SolidBody;
  readonly #bottom: Bottom | null;
  readonly #gaps: Gaps;
  /** Of (2). */
  readonly #arm_m: Float64Array;
  readonly #p = new Float64Array(3);
  readonly #gap = new Float64Array(4);
  readonly #reach = new Float64Array(1);
  /** R h²/8 of (1), and h²/4 times what a body may be accelerated by. */
  readonly #dip: Float64Array;

  /** step_s: the longest step of the body's integration. */
  constructor(body: SolidBody, bottom: Bottom | null, gaps: Gaps, step_s: number) {
    const [x, y, z] = body.centre_m;
    this.#body = body;
    this.#bottom = bottom;
    this.#gaps = gaps;
    this.#arm_m = Float64Array.of(body.radius_m[0] + Math.sqrt(x * x + y * y + z * z));
    this.#dip = Float64Array.of((this.#arm_m[0] * step_s * step_s) / 8, 0.25 * FASTEST_MPS2 * step_s * step_s);
  }

  /** out[0] = m of (1) or (2) for the pose p_NB, q_NB at x[at ..] and the record data[d ..]. */
  marginInto(out: Float64Array, x: Float64Array, at: number, data: Float64Array, d: number): void {
    const mode = data[d];
    if (mode === MODE.free) this.#freeInto(out, x, at, data, d);
    else if (mode === MODE.resting) this.#restingInto(out, x, at, data, d);
    else out[0] = mode === MODE.watched ? FAR_M : -1;
  }

  /** out[0] = the time of (3), s; velocities follow the pose in x. */
  horizonInto(out: Float64Array, x: Float64Array, at: number, data: Float64Array, d: number): void {
    this.marginInto(out, x, at, data, d);
    const m = out[0];
    if (!(m > 0)) {
      out[0] = 0;
      return;
    }
    const u = x[at + 7];
    const v = x[at + 8];
    const w = x[at + 9];
    const p = x[at + 10];
    const q = x[at + 11];
    const r = x[at + 12];
    const rate = Math.sqrt(p * p + q * q + r * r);
    // The dip changes by R h²/4 |ω| dω/dt, and R dω/dt is part of what accelerates.
    const speed = Math.sqrt(u * u + v * v + w * w) + this.#arm_m[0] * rate + this.#dip[1] * rate;
    out[0] = (2 * m) / (speed + Math.sqrt(speed * speed + 2 * FASTEST_MPS2 * m)); // (3)
    if (data[d] === MODE.free && data[d + FREE_SPACE.ground] !== 0) out[0] *= 0.5;
  }

  #freeInto(out: Float64Array, x: Float64Array, at: number, data: Float64Array, d: number): void {
    const body = this.#body;
    const p = this.#p;
    rotateInto(p, 0, x, at + 3, body.centre_m, 0);
    const a = p[0] + x[at] - data[d + 1];
    const b = p[1] + x[at + 1] - data[d + 2];
    const c = p[2] + x[at + 2] - data[d + 3];
    let m = data[d + FREE_SPACE.radius] - Math.sqrt(a * a + b * b + c * c);
    const floor = data[d + FREE_SPACE.floor] - (p[2] + x[at + 2] + body.radius_m[0]);
    if (floor < m) m = floor;
    const planes = data[d + FREE_SPACE.planes];
    for (let k = 0; k < planes; k++) {
      const plane = d + FREE_SPACE.plane + k * PLANE_SIZE;
      body.reachInto(this.#reach, 0, data[plane + PLANE.solid], x, at, data, plane);
      const left = data[plane + PLANE.offset] - this.#reach[0];
      if (left < m) m = left;
    }
    if (data[d + FREE_SPACE.ground] !== 0 && this.#bottom !== null) {
      this.#gaps.clearanceInto(this.#gap, 0, this.#bottom, body, x, at);
      const left = this.#gap[0] - TOUCHING_M;
      if (left < m) m = left;
    }
    const p1 = x[at + 10];
    const q1 = x[at + 11];
    const r1 = x[at + 12];
    out[0] = m - this.#dip[0] * (p1 * p1 + q1 * q1 + r1 * r1);
  }

  #restingInto(out: Float64Array, x: Float64Array, at: number, data: Float64Array, d: number): void {
    const o = d + FREE_SPACE.pose;
    const a = x[at] - data[o];
    const b = x[at + 1] - data[o + 1];
    const c = x[at + 2] - data[o + 2];
    const w0 = data[o + 3];
    const x0 = data[o + 4];
    const y0 = data[o + 5];
    const z0 = data[o + 6];
    const w1 = x[at + 3];
    const x1 = x[at + 4];
    const y1 = x[at + 5];
    const z1 = x[at + 6];
    const ex = w0 * x1 - x0 * w1 - y0 * z1 + z0 * y1;
    const ey = w0 * y1 - y0 * w1 - z0 * x1 + x0 * z1;
    const ez = w0 * z1 - z0 * w1 - x0 * y1 + y0 * x1;
    const turned = 2 * this.#arm_m[0] * Math.sqrt(ex * ex + ey * ey + ez * ez);
    out[0] = data[d + FREE_SPACE.radius] - (Math.sqrt(a * a + b * b + c * c) + turned); // (2)
  }
}
