/** How a coupling stands to a latch: equations (1) to (6) of latch.ts. */
import { atan2, rotateInto, rotateInverseInto } from "../../math/index.ts";
import { STATE } from "../body.ts";
import type { CouplingPlace } from "./coupling.ts";

/** Places in the record of an approach. */
export const APPROACH = {
  depth_m: 0,
  offset_m: 1,
  angle_rad: 2,
  speed_mps: 3,
  /** The angle, negative where the vehicle points towards the axis of the latch. */
  outward_rad: 4,
  /** C in N. */
  point_m: 5,
} as const;
export const APPROACH_SIZE = 8;

/** S, O, A, U of (5). */
export interface LatchWindow {
  readonly depth_m: number;
  readonly offset_m: number;
  readonly angle_rad: number;
  readonly speed_mps: number;
}

const { depth_m: DEPTH, offset_m: OFFSET, angle_rad: ANGLE, speed_mps: SPEED } = APPROACH;
const { outward_rad: OUTWARD, point_m: POINT } = APPROACH;

// Scratch of one call.
const turned = new Float64Array(3);

export class Approach {
  /** p_NL 3, q_NL 4. */
  readonly #latch: Float64Array;
  readonly #window: Float64Array;
  /** C 3, â 3, in B. */
  readonly #coupling: Float64Array;

  constructor(pose: ArrayLike<number>, window: LatchWindow, { point_m, q_BC }: CouplingPlace) {
    this.#latch = Float64Array.from(pose);
    this.#window = Float64Array.of(window.depth_m, window.offset_m, window.angle_rad, window.speed_mps);
    this.#coupling = Float64Array.of(...point_m, 1, 0, 0);
    rotateInto(this.#coupling, 3, Float64Array.from(q_BC), 0, this.#coupling, 3);
  }

  /** (1) to (4) of a vehicle whose state is x[at ..], to out[o ..] as APPROACH says. */
  into(out: Float64Array, o: number, x: Float64Array, at: number): void {
    const latch = this.#latch;
    const c = this.#coupling;
    rotateInto(turned, 0, x, at + STATE.q, c, 0);
    for (let k = 0; k < 3; k++) out[o + POINT + k] = x[at + STATE.p + k] + turned[k];
    for (let k = 0; k < 3; k++) turned[k] = out[o + POINT + k] - latch[k];
    rotateInverseInto(turned, 0, latch, 3, turned, 0);
    out[o + DEPTH] = turned[0];
    const y = turned[1];
    const z = turned[2];
    out[o + OFFSET] = Math.sqrt(y * y + z * z);
    rotateInto(turned, 0, x, at + STATE.q, c, 3);
    rotateInverseInto(turned, 0, latch, 3, turned, 0);
    out[o + ANGLE] = atan2(Math.sqrt(turned[1] * turned[1] + turned[2] * turned[2]), turned[0]);
    out[o + OUTWARD] = y * turned[1] + z * turned[2] < 0 ? 0 - out[o + ANGLE] : out[o + ANGLE];
    const v = at + STATE.V;
    const a = x[v] + x[v + 4] * c[2] - x[v + 5] * c[1];
    const b = x[v + 1] + x[v + 5] * c[0] - x[v + 3] * c[2];
    const d = x[v + 2] + x[v + 3] * c[1] - x[v + 4] * c[0];
    out[o + SPEED] = Math.sqrt(a * a + b * b + d * d);
  }

  /** out[o]: the least of s, S − s and O − o of the approach a[i ..]. */
  nearInto(out: Float64Array, o: number, a: Float64Array, i: number): void {
    const w = this.#window;
    const s = a[i + DEPTH];
    out[o] = Math.min(s, w[0] - s, w[1] - a[i + OFFSET]);
  }

  /** out[o]: (6). */
  marginInto(out: Float64Array, o: number, a: Float64Array, i: number): void {
    const w = this.#window;
    this.nearInto(out, o, a, i);
    out[o] = Math.min(out[o], w[2] - a[i + ANGLE], w[3] - a[i + SPEED]);
  }
}
