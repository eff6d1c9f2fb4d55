/**
 * Where bodies can be at one instant, close together in memory, so that the search around one vehicle passes over those that are far away
 * without walking through all that is remembered of them:
 *
 *   |c_i − c_j| > R_i + R_j + slack_j + range   →   no part of j is within range of i
 *
 * c, R: centre and radius of the ball around a body. slack: how far from c_j the centre of j can be. What is not passed over is looked at
 * exactly by the one who asks, so nothing of a run depends on this but its time. A cache of one event, filled from the engine's state.
 */
import { S_PER_NS } from "../../../../core/index.ts";
import { FREE_SPACE, MODE, type SolidBody } from "../../../../environment/index.ts";
import { rotateInto } from "../../../../math/index.ts";
import type { Contacts } from "../../../load/contacts.ts";
import { MEMORY, MEMORY_SIZE } from "./body-memory.ts";
import { speedOf } from "./foresight.ts";

/** More than the rounding of places of 1e6 m. */
const SPARE_M = 1e-6;
/** Numbers of a ball: its centre, and how far around that any part of the body can be. */
const BALL = 4;

export class Whereabouts {
  readonly #contacts: Contacts;
  readonly #at: number;
  readonly #bodies: Int32Array;
  /** By index of body: anywhere in its space. */
  readonly #spaces: Float64Array;
  /** By index of body: where it is known to be now, or else anywhere in its space. */
  readonly #places: Float64Array;
  readonly #found: Int32Array;

  /** bodies: indices of those that may touch, ascending. */
  constructor(contacts: Contacts, at: number, bodies: Int32Array) {
    this.#contacts = contacts;
    this.#at = at;
    this.#bodies = bodies;
    this.#spaces = new Float64Array(BALL * contacts.bodies.length);
    this.#places = new Float64Array(BALL * contacts.bodies.length);
    this.#found = new Int32Array(bodies.length);
  }

  /** What the last nearSpaces() or nearPlaces() found, ascending. */
  get found(): Int32Array {
    return this.#found;
  }

  #body(i: number): SolidBody {
    return this.#contacts.bodies[i]!.body;
  }

  /** Takes down where all bodies can be; those that are known now with what they move in a period. */
  note(reals: Float64Array, now_ns: number): void {
    const period_s = this.#contacts.period_ns * S_PER_NS;
    for (let k = 0; k < this.#bodies.length; k++) {
      const i = this.#bodies[k]!;
      const m = this.#at + i * MEMORY_SIZE;
      const space = m + MEMORY.space;
      const { radius_m } = this.#body(i);
      const o = BALL * i;
      for (let n = 0; n < 3; n++) this.#spaces[o + n] = reals[space + FREE_SPACE.centre + n]!;
      // Nothing is known before its first report.
      const slack_m = reals[space] === MODE.unknown ? Number.POSITIVE_INFINITY : reals[space + FREE_SPACE.radius]!;
      this.#spaces[o + 3] = radius_m[0]! + slack_m;
      for (let n = 0; n < BALL; n++) this.#places[o + n] = this.#spaces[o + n]!;
      if (reals[m + MEMORY.fresh_ns] !== now_ns) continue;
      const motion = m + MEMORY.motion;
      rotateInto(this.#places, o, reals, motion + 3, this.#body(i).centre_m, 0);
      for (let n = 0; n < 3; n++) this.#places[o + n]! += reals[motion + n]!;
      this.#places[o + 3] = radius_m[0]! + period_s * speedOf(reals, motion + 7, radius_m[0]!);
    }
  }

  /** Of a body that is known now: others that are so near as this are to be found by nearPlaces(). */
  reachOut(i: number, range_m: number): void {
    this.#places[BALL * i + 3] = this.#body(i).radius_m[0]! + range_m;
  }

  /** How many other bodies may have a part of their space within range of body i, whose ball is around from. */
  nearSpaces(i: number, from: Float64Array, range_m: number): number {
    return this.#near(this.#spaces, i, from, range_m);
  }

  /** How many other bodies may be within range of body i, whose ball is around from. */
  nearPlaces(i: number, from: Float64Array, range_m: number): number {
    return this.#near(this.#places, i, from, range_m);
  }

  #near(balls: Float64Array, i: number, from: Float64Array, range_m: number): number {
    const x = from[0]!;
    const y = from[1]!;
    const z = from[2]!;
    const reach_m = this.#body(i).radius_m[0]! + range_m + SPARE_M;
    let count = 0;
    for (let k = 0; k < this.#bodies.length; k++) {
      const j = this.#bodies[k]!;
      const o = BALL * j;
      const a = x - balls[o]!;
      const b = y - balls[o + 1]!;
      const c = z - balls[o + 2]!;
      const most_m = reach_m + balls[o + 3]!;
      if (j !== i && a * a + b * b + c * c <= most_m * most_m) this.#found[count++] = j;
    }
    return count;
  }
}
