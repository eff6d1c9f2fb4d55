/**
 * The gap between two solids of two bodies, and the points at which they touch.
 *
 *   d = |a − b| − ρ_A − ρ_B                                                               (1)  cores apart: nearest.ts
 *   d = −(depth + ρ_A + ρ_B)                                                              (2)  cores overlap: overlap.ts
 *
 * Both are exact: growing by a ball adds its radius to the distance, and to the depth of overlap. The normal is a unit vector in N from B
 * towards A. Discs: see nearest.ts for how exact.
 *
 * | places in a gap  | what                                                                             |
 * |------------------|----------------------------------------------------------------------------------|
 * | distance         | d, m; below 0: how deep they overlap                                              |
 * | normal           | unit vector in N, from B towards A                                                |
 * | onA, onB         | nearest points of the two surfaces, in N; where they overlap, the deepest ones      |
 *
 * Everything that a call needs lies in arrays that are made once; a body with more vertices than any before makes them larger.
 */
import { CorePair } from "./core-pair.ts";
import { GroundContacts } from "./ground-contacts.ts";
import { Manifold } from "./manifold.ts";
import { Nearest } from "./nearest.ts";
import { Overlap } from "./overlap.ts";
import type { Bottom } from "./ray.ts";
import type { SolidBody } from "./solid-body.ts";

export const GAP = { distance: 0, normal: 1, onA: 4, onB: 7 } as const;
export const GAP_SIZE = 10;

export class Gaps {
  readonly #pair = new CorePair();
  readonly #nearest = new Nearest();
  readonly #overlap = new Overlap();
  readonly #manifold = new Manifold();
  readonly #ground = new GroundContacts();
  readonly #gap = new Float64Array(GAP_SIZE);

  /** The gap between solid a of body A at poseA[i ..] and solid b of body B at poseB[j ..], to out[o ..] as GAP says. */
  gapInto(
    out: Float64Array,
    o: number,
    A: SolidBody,
    a: number,
    poseA: Float64Array,
    i: number,
    B: SolidBody,
    b: number,
    poseB: Float64Array,
    j: number,
  ): void {
    const pair = this.#pair;
    const nearest = this.#nearest;
    const solidA = A.solids[a];
    const solidB = B.solids[b];
    pair.place(solidA, poseA, i, solidB, poseB, j);
    const rhoA = solidA.round[0];
    const rhoB = solidB.round[0];
    let p = nearest.p;
    let x = 0;
    let y = 0;
    let z = 0;
    if (nearest.find(pair)) {
      const v = nearest.v;
      const distance = nearest.distance[0];
      x = v[0] / distance;
      y = v[1] / distance;
      z = v[2] / distance;
      out[o] = distance - rhoA - rhoB; // (1)
    } else {
      const overlap = this.#overlap;
      overlap.find(pair);
      p = overlap.p;
      x = overlap.normal[0];
      y = overlap.normal[1];
      z = overlap.normal[2];
      out[o] = -(overlap.depth[0] + rhoA + rhoB); // (2)
    }
    const origin = pair.origin;
    out[o + 1] = x;
    out[o + 2] = y;
    out[o + 3] = z;
    out[o + 4] = origin[0] + (p[0] - rhoA * x);
    out[o + 5] = origin[1] + (p[1] - rhoA * y);
    out[o + 6] = origin[2] + (p[2] - rhoA * z);
    out[o + 7] = origin[0] + (p[3] + rhoB * x);
    out[o + 8] = origin[1] + (p[4] + rhoB * y);
    out[o + 9] = origin[2] + (p[5] + rhoB * z);
  }

  /**
   * The points at which they touch, or come as near as reach[0] m: up to MOST_CONTACTS records at out[o ..] as CONTACT says. Returns how many.
   * One of them has the gap of gapInto, to rounding.
   */
  contactsInto(
    out: Float64Array,
    o: number,
    A: SolidBody,
    a: number,
    poseA: Float64Array,
    i: number,
    B: SolidBody,
    b: number,
    poseB: Float64Array,
    j: number,
    reach: Float64Array,
  ): number {
    const gap = this.#gap;
    this.gapInto(gap, 0, A, a, poseA, i, B, b, poseB, j);
    if (!(gap[0] <= reach[0])) return 0;
    return this.#manifold.contactsInto(out, o, this.#pair, A.solids[a], B.solids[b], gap, reach);
  }

  /**
   * The same of solid a of body A against the bottom. The gap is measured along the bottom's normal at the place: exact on a plane, to
   * first order elsewhere. Where there is no bottom, nothing touches.
   */
  groundContactsInto(
    out: Float64Array,
    o: number,
    bottom: Bottom,
    A: SolidBody,
    a: number,
    pose: Float64Array,
    i: number,
    reach: Float64Array,
  ): number {
    return this.#ground.contactsInto(out, o, bottom, A.solids[a], pose, i, reach);
  }

  /** The least such gap of the whole body to out[o], Infinity without a bottom; its point of the surface to out[o + 1 .. o + 3]. */
  clearanceInto(out: Float64Array, o: number, bottom: Bottom, A: SolidBody, pose: Float64Array, i: number): void {
    this.#ground.clearanceInto(out, o, bottom, A, pose, i);
  }
}
