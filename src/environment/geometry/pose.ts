/** Where an obstacle stands: p_NO and R_NO, and rays seen from its frame O. */
import { rotationFromRpyInto } from "../../math/index.ts";
import { outlineOf } from "./outline.ts";

/** p_NO at 0, R_NO row by row at 3. */
const P = 0;
const R = 3;

export class Pose {
  readonly #x = new Float64Array(12);

  constructor(position_m: readonly number[], attitude_rad: readonly number[]) {
    this.#x.set(position_m, P);
    rotationFromRpyInto(this.#x, R, attitude_rad[0], attitude_rad[1], attitude_rad[2]);
  }

  /** Origin and direction of the ray at ray[i ..], in O, to out[o .. o + 5]. */
  rayIntoFrame(out: Float64Array, o: number, ray: Float64Array, i: number): void {
    const x = this.#x;
    const a = ray[i] - x[P];
    const b = ray[i + 1] - x[P + 1];
    const c = ray[i + 2] - x[P + 2];
    const d = ray[i + 3];
    const e = ray[i + 4];
    const f = ray[i + 5];
    for (let k = 0; k < 3; k++) {
      const r0 = x[R + k];
      const r1 = x[R + 3 + k];
      const r2 = x[R + 6 + k];
      out[o + k] = r0 * a + r1 * b + r2 * c;
      out[o + 3 + k] = r0 * d + r1 * e + r2 * f;
    }
  }

  /** v_O at v[i ..] becomes v_N. */
  turnOut(v: Float64Array, i: number): void {
    const x = this.#x;
    const a = v[i];
    const b = v[i + 1];
    const c = v[i + 2];
    for (let k = 0; k < 3; k++) v[i + k] = x[R + 3 * k] * a + x[R + 3 * k + 1] * b + x[R + 3 * k + 2] * c;
  }

  /** p_NQ of a point given by p_OQ at p[i ..], to out[o ..]. */
  pointOutInto(out: Float64Array, o: number, p: Float64Array, i: number): void {
    const x = this.#x;
    const a = p[i];
    const b = p[i + 1];
    const c = p[i + 2];
    for (let k = 0; k < 3; k++) {
      out[o + k] = x[P + k] + x[R + 3 * k] * a + x[R + 3 * k + 1] * b + x[R + 3 * k + 2] * c;
    }
  }

  /** The convex outline, seen from above, of points in O that stand one behind another in p. */
  outlineOf(p: Float64Array): (readonly [number, number])[] {
    const out = new Float64Array(3);
    return outlineOf(
      Array.from({ length: p.length / 3 }, (_, k) => {
        this.pointOutInto(out, 0, p, 3 * k);
        return [out[0], out[1]] as const;
      }),
    );
  }

  /** Smallest and largest north, east, down of a box around Oo with these half sizes along the axes of O. */
  boundsOf(half_m: readonly number[]): Float64Array {
    const x = this.#x;
    const out = new Float64Array(6);
    for (let k = 0; k < 3; k++) {
      const reach_m =
        Math.abs(x[R + 3 * k]) * half_m[0] +
        Math.abs(x[R + 3 * k + 1]) * half_m[1] +
        Math.abs(x[R + 3 * k + 2]) * half_m[2];
      out[k] = x[P + k] - reach_m;
      out[k + 3] = x[P + k] + reach_m;
    }
    return out;
  }
}
