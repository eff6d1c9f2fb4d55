/**
 * Where an obstacle is that moves on a script: a pure function of time, so that everything that asks gets the same without a message.
 *
 *   p_NO(t) = p_k + (t − t_k) v_k,   v_k = (p_k+1 − p_k) / (t_k+1 − t_k)      t_k ≤ t < t_k+1          (1)
 *   R_NO(t) = R_z(ψ(t)) R_y(θ) R_x(φ),   ψ likewise between ψ_k and ψ_k+1                             (2)
 *   v_NO_O = R_NOᵀ v_k,   w_NO_O = R_NOᵀ (0, 0, ψ')                                                  (3)
 *
 * Before t_0 it stands at p_0, from the last instant on at the last place; φ, θ, and ψ where no headings are given, are those of its
 * attitude. Headings are numbers: from 350° to 370° it turns by 20° to starboard, from 350° to 10° by 340° to port.
 * At a corner the velocity is that of the leg that begins.
 * Left out: accelerations (its velocity jumps at corners), rolling and pitching.
 */
import { quaternionFromRpyInto, rotateInverseInto, sinCosInto } from "../../math/index.ts";

/** Places in what motionInto writes: p_NO, q_NO, V_NO_O. */
export const MOTION = { p: 0, q: 3, V: 7 } as const;
export const MOTION_SIZE = 13;

export interface PathPoints {
  /** Increasing. */
  readonly times_s: readonly number[];
  /** north, east, down of each. */
  readonly positions_m: readonly number[];
  /** Of each; undefined where the attitude stays. */
  readonly headings_rad?: readonly number[] | undefined;
  /** Roll, pitch, yaw. */
  readonly attitude_rad: readonly number[];
}

/** Numbers of a point: time, place, heading. */
const POINT = 5;
const HEADING = 4;

export class ObstaclePath {
  readonly #points: Float64Array;
  readonly #last: number;
  /** The quaternion of roll and pitch alone. */
  readonly #tilt = new Float64Array(4);
  /** Holds nothing between calls: heading, v_k and ψ'. */
  readonly #leg = new Float64Array(7);
  readonly #place = new Float64Array(3);
  /** sin and cos of half the heading; likewise. */
  readonly #turn = new Float64Array(2);

  constructor({ times_s, positions_m, headings_rad, attitude_rad }: PathPoints) {
    const [roll, pitch, yaw] = attitude_rad;
    this.#points = Float64Array.from(
      times_s.flatMap((t, k) => [t, ...positions_m.slice(3 * k, 3 * k + 3), headings_rad?.[k] ?? yaw]),
    );
    this.#last = times_s.length - 1;
    quaternionFromRpyInto(this.#tilt, 0, roll, pitch, 0);
  }

  /** The largest speed of O, and the largest rate of turn, on any leg. */
  get fastest(): { readonly speed_mps: number; readonly rate_radps: number } {
    const p = this.#points;
    let speed_mps = 0;
    let rate_radps = 0;
    for (let k = 0; k < this.#last; k++) {
      const [a, b] = [POINT * k, POINT * (k + 1)];
      const dt_s = p[b] - p[a];
      const [n, e, d] = [p[b + 1] - p[a + 1], p[b + 2] - p[a + 2], p[b + 3] - p[a + 3]];
      speed_mps = Math.max(speed_mps, Math.sqrt(n * n + e * e + d * d) / dt_s);
      rate_radps = Math.max(rate_radps, Math.abs(p[b + HEADING] - p[a + HEADING]) / dt_s);
    }
    return { speed_mps, rate_radps };
  }

  /** p_NO and q_NO at the time time[j], s, to out[o .. o + 6]. */
  poseInto(out: Float64Array, o: number, time: Float64Array, j: number): void {
    this.#legInto(out, o, time, j);
    // (2): (cos ψ/2, 0, 0, sin ψ/2) ⊗ that of the tilt.
    sinCosInto(this.#turn, 0, 0.5 * this.#leg[0]);
    const s = this.#turn[0];
    const c = this.#turn[1];
    const w = this.#tilt[0];
    const x = this.#tilt[1];
    const y = this.#tilt[2];
    const z = this.#tilt[3];
    out[o + MOTION.q] = c * w - s * z;
    out[o + MOTION.q + 1] = c * x - s * y;
    out[o + MOTION.q + 2] = c * y + s * x;
    out[o + MOTION.q + 3] = c * z + s * w;
  }

  /** The same, and V_NO_O, linear first, to out[o .. o + MOTION_SIZE − 1]. */
  motionInto(out: Float64Array, o: number, time: Float64Array, j: number): void {
    this.poseInto(out, o, time, j);
    rotateInverseInto(out, o + MOTION.V, out, o + MOTION.q, this.#leg, 1); // (3)
    rotateInverseInto(out, o + MOTION.V + 3, out, o + MOTION.q, this.#leg, 4);
  }

  /** ψ at the time time[j] to out[o]. */
  headingInto(out: Float64Array, o: number, time: Float64Array, j: number): void {
    this.#legInto(this.#place, 0, time, j);
    out[o] = this.#leg[0];
  }

  /** out[o] = the time after time[j] at which its next leg begins, s; Infinity for none. */
  nextLegInto(out: Float64Array, o: number, time: Float64Array, j: number): void {
    const points = this.#points;
    out[o] = Number.POSITIVE_INFINITY;
    for (let k = this.#last; k >= 0 && points[POINT * k] > time[j]; k--) out[o] = points[POINT * k];
  }

  /** The places that it comes by: [north, east] each. */
  get corners(): (readonly [number, number])[] {
    const points = this.#points;
    return Array.from({ length: this.#last + 1 }, (_, k) => [points[POINT * k + 1], points[POINT * k + 2]] as const);
  }

  /** p_NO to out[o ..], (1); heading and velocities to #leg. */
  #legInto(out: Float64Array, o: number, time: Float64Array, j: number): void {
    const points = this.#points;
    const leg = this.#leg;
    const t = time[j];
    for (let k = 1; k < 7; k++) leg[k] = 0;
    let low = 0;
    if (t >= points[POINT * this.#last]) low = this.#last;
    else if (t >= points[0]) {
      let high = this.#last;
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (points[POINT * middle] <= t) low = middle;
        else high = middle;
      }
      const from = POINT * low;
      const to = from + POINT;
      const whole_s = points[to] - points[from];
      const passed_s = t - points[from];
      for (let k = 0; k < 3; k++) {
        leg[1 + k] = (points[to + 1 + k] - points[from + 1 + k]) / whole_s;
        out[o + k] = points[from + 1 + k] + passed_s * leg[1 + k];
      }
      leg[6] = (points[to + HEADING] - points[from + HEADING]) / whole_s;
      leg[0] = points[from + HEADING] + passed_s * leg[6];
      return;
    }
    const at = POINT * low;
    for (let k = 0; k < 3; k++) out[o + k] = points[at + 1 + k];
    leg[0] = points[at + HEADING];
  }
}
