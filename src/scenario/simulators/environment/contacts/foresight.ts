/**
 * When bodies that are watched will touch something: a look at that instant, where it comes before the next one of the period.
 *
 *   gap = u t + (a + a') t² / 2,   a = (u' − u) / h,   a' = Σ |ω| (2 v + R |ω|)               (1)  its first root
 *   t = (max(gap, REACH) − REACH/2) / Σ (v + R |ω|)                                         (2)  points that are beyond REACH
 *
 * u: speed at which the gap of a contact point closes, now; u': at the end of the period h under the forces that were found. a' bounds
 * what turning does to the gap besides, so that the look comes before they touch; the next look sees less of it, and the last of them
 * comes within the width in which two things begin to touch. (2) is a bound for corners that are in no list of points, also of solids of
 * which another corner is: one look after the other comes near enough for (1).
 */
import { S_PER_NS } from "../../../../core/index.ts";
import type { Moment } from "../../../../engine/index.ts";
import { CONTACT, CONTACT_SIZE, GAP, GAP_SIZE, TOUCHING_M } from "../../../../environment/index.ts";
import { rotateInto } from "../../../../math/index.ts";
import type { Contacts } from "../../../load/contacts.ts";
import { dueBy, MEMORY, MEMORY_SIZE, STATUS } from "./body-memory.ts";
import { ENTRY, ENTRY_SIZE, type Nearby, REACH_M } from "./nearby.ts";
import type { Touching } from "./touching.ts";

/** Shortest time between two looks. */
const SHORTEST_NS = 20_000;
/** So that nothing is divided by 0. */
const LEAST_MPS = 1e-3;

const velocity = new Float64Array(6);
const point = new Float64Array(3);
const speeds = new Float64Array(2);
const arm = new Float64Array(3);

export class Foresight {
  readonly #contacts: Contacts;
  readonly #at: number;
  readonly #nearby: Nearby;
  readonly #touching: Touching;

  constructor(contacts: Contacts, at: number, nearby: Nearby, touching: Touching) {
    this.#contacts = contacts;
    this.#at = at;
    this.#nearby = nearby;
    this.#touching = touching;
  }

  #of(i: number): number {
    return this.#at + i * MEMORY_SIZE;
  }

  /** Where what is watched will touch something before its next look, that look comes earlier. */
  look(moment: Moment): void {
    const { reals } = moment;
    const { pointEntries, pointCount, gapEntries, gaps, gapCount } = this.#nearby;
    for (let c = 0; c < pointCount; c++) if (this.#isWatched(reals, pointEntries, c)) this.#foreseePoint(moment, c);
    // Beyond the reach of points: a bound.
    for (let g = 0; g < gapCount; g++) {
      const gap_m = Math.max(REACH_M, gaps[g * GAP_SIZE + GAP.distance]!);
      if (!this.#isWatched(reals, gapEntries, g)) continue;
      let speed_mps = 0;
      for (const side of [ENTRY.body, ENTRY.other]) {
        const i = gapEntries[g * ENTRY_SIZE + side]!;
        if (i < 0) continue;
        speed_mps += speedOf(reals, this.#of(i) + MEMORY.motion + 7, this.#contacts.bodies[i]!.body.radius_m[0]!);
      }
      this.#lookBefore(moment, gapEntries, g, (gap_m - REACH_M / 2) / (speed_mps + LEAST_MPS));
    }
    if (this.#contacts.bottom !== null) this.#foreseeBottom(moment);
    if (this.#contacts.movers.length > 0) this.#foreseeLegs(moment);
  }

  /** Forces that are held, and times that are foreseen, hold until what moves on a path turns another way. */
  #foreseeLegs(moment: Moment): void {
    const { reals } = moment;
    const now_s = moment.instant_ns[0]! * S_PER_NS;
    let leg_s = Number.POSITIVE_INFINITY;
    for (let k = 0; k < this.#contacts.movers.length; k++) {
      speeds[0] = now_s;
      this.#contacts.movers[k]!.path.nextLegInto(speeds, 1, speeds, 0);
      leg_s = Math.min(leg_s, speeds[1]!);
    }
    for (let i = 0; i < this.#contacts.vehicles; i++) {
      if (reals[this.#of(i) + MEMORY.fresh_ns] === moment.instant_ns[0]) this.#lookAtBy(moment, i, leg_s - now_s);
    }
  }

  /** (2) for the bottom, which has no gap in the list. */
  #foreseeBottom(moment: Moment): void {
    const { reals } = moment;
    for (let i = 0; i < this.#contacts.vehicles; i++) {
      const body = this.#contacts.bodies[i] ?? null;
      const m = this.#of(i);
      if (body === null || reals[m + MEMORY.status] !== STATUS.watched) continue;
      if (reals[m + MEMORY.fresh_ns] !== moment.instant_ns[0]) continue;
      const speed_mps = speedOf(reals, m + MEMORY.motion + 7, body.body.radius_m[0]!);
      this.#lookAtBy(moment, i, REACH_M / 2 / (speed_mps + LEAST_MPS));
    }
  }

  #isWatched(reals: Float64Array, entries: Int32Array, k: number): boolean {
    const i = entries[k * ENTRY_SIZE + ENTRY.body]!;
    const j = entries[k * ENTRY_SIZE + ENTRY.other]!;
    const isWatched = (b: number): boolean => reals[this.#of(b) + MEMORY.status] === STATUS.watched;
    return isWatched(i) || (j >= 0 && isWatched(j));
  }

  #foreseePoint(moment: Moment, c: number): void {
    const { reals } = moment;
    const { points, pointEntries } = this.#nearby;
    const e = c * ENTRY_SIZE;
    const i = pointEntries[e + ENTRY.body]!;
    const j = pointEntries[e + ENTRY.other]!;
    const at_m = points[c * CONTACT_SIZE + CONTACT.gap]!;
    const gap_m = Math.max(0, at_m - TOUCHING_M);
    // The forces keep what is in contact apart.
    if (this.#touching.holds(c)) return;
    const period_s = this.#contacts.period_ns * S_PER_NS;
    this.#closingInto(speeds, 0, reals, c, false);
    this.#closingInto(speeds, 1, reals, c, true);
    // gap = u t + a t² / 2, its first root; a from the velocities at the end of the period.
    const u = speeds[0]!;
    const a = (speeds[1]! - u) / period_s + this.#turningOf(reals, i) + this.#turningOf(reals, j);
    const square = u * u + 2 * a * gap_m;
    const root = u + Math.sqrt(Math.max(0, square));
    if (square >= 0 && root > 0) this.#lookBefore(moment, pointEntries, c, (2 * gap_m) / root);
  }

  /** a' of (1). */
  #turningOf(reals: Float64Array, i: number): number {
    if (i < 0) return 0;
    const V = this.#of(i) + MEMORY.motion + 7;
    const radius_m = this.#contacts.bodies[i]!.body.radius_m[0]!;
    const whole_mps = speedOf(reals, V, radius_m);
    const still_mps = speedOf(reals, V, 0);
    // R |ω|² + 2 |ω| v
    return radius_m > 0 ? ((whole_mps - still_mps) * (whole_mps + still_mps)) / radius_m : 0;
  }

  #lookBefore(moment: Moment, entries: Int32Array, k: number, t_s: number): void {
    this.#lookAtBy(moment, entries[k * ENTRY_SIZE + ENTRY.body]!, t_s);
    this.#lookAtBy(moment, entries[k * ENTRY_SIZE + ENTRY.other]!, t_s);
  }

  #lookAtBy({ reals, instant_ns }: Moment, i: number, t_s: number): void {
    if (i < 0 || reals[this.#of(i) + MEMORY.status] !== STATUS.watched) return;
    if (!(t_s < this.#contacts.period_ns * S_PER_NS)) return;
    dueBy(reals, this.#of(i), instant_ns[0]! + Math.max(SHORTEST_NS, Math.ceil(t_s / S_PER_NS)));
  }

  /** out[o] = how fast a gap closes at a point: now, or at the end of the period under the forces that were found. */
  #closingInto(out: Float64Array, o: number, reals: Float64Array, c: number, later: boolean): void {
    const { points, pointEntries } = this.#nearby;
    const at = c * CONTACT_SIZE;
    const period_s = this.#contacts.period_ns * S_PER_NS;
    out[o] = 0;
    if (later) {
      this.#touching.driftInto(point, reals, c);
      for (let n = 0; n < 3; n++) out[o]! -= period_s * point[n]! * points[at + CONTACT.normal + n]!;
    }
    for (let side = 0; side < 2; side++) {
      const i = pointEntries[c * ENTRY_SIZE + (side === 0 ? ENTRY.body : ENTRY.other)]!;
      if (i < 0) continue;
      const pose = this.#of(i) + MEMORY.motion;
      const slot = this.#touching.slot(i);
      for (let n = 0; n < 6; n++) velocity[n] = reals[pose + 7 + n]!;
      if (later && slot >= 0) this.#touching.problem.nextInto(velocity, 0, slot);
      else if (later) {
        for (let n = 0; n < 6; n++) velocity[n]! += period_s * reals[this.#of(i) + MEMORY.acceleration + n]!;
      }
      pointVelocityInto(point, reals, pose, velocity, points, at + CONTACT.point);
      let along = 0;
      for (let n = 0; n < 3; n++) along += point[n]! * points[at + CONTACT.normal + n]!;
      out[o] = out[o]! + (side === 0 ? -along : along);
    }
  }
}

/** A bound of the speed of any point of a body, from V_NB_B at x[at ..]. */
export function speedOf(x: Float64Array, at: number, radius_m: number): number {
  const u = x[at]!;
  const v = x[at + 1]!;
  const w = x[at + 2]!;
  const p = x[at + 3]!;
  const q = x[at + 4]!;
  const r = x[at + 5]!;
  return Math.sqrt(u * u + v * v + w * w) + radius_m * Math.sqrt(p * p + q * q + r * r);
}

/** out = velocity in N of the point of a body that is at point[k ..], with V_NB_B = V and its pose at x[at ..]. */
function pointVelocityInto(
  out: Float64Array,
  x: Float64Array,
  at: number,
  V: Float64Array,
  point: Float64Array,
  k: number,
): void {
  rotateInto(arm, 0, x, at + 3, V, 3);
  rotateInto(out, 0, x, at + 3, V, 0);
  const a = point[k]! - x[at]!;
  const b = point[k + 1]! - x[at + 1]!;
  const c = point[k + 2]! - x[at + 2]!;
  out[0] = out[0]! + arm[1]! * c - arm[2]! * b;
  out[1] = out[1]! + arm[2]! * a - arm[0]! * c;
  out[2] = out[2]! + arm[0]! * b - arm[1]! * a;
}
