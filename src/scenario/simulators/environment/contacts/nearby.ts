/**
 * What is near what at an instant: gaps between solids, and contact points where a gap is small. Lists that are filled anew at each
 * instant and hold nothing between.
 *
 * The other side of an entry is a body (its index, 0 or more), the bottom (GROUND) or a piece of what stands still (pieceCode).
 */
import {
  type Bottom,
  CONTACT_SIZE,
  GAP,
  GAP_SIZE,
  Gaps,
  MOST_CONTACTS,
  MOST_PLANES,
  type SolidBody,
} from "../../../../environment/index.ts";
import { rotateInto } from "../../../../math/index.ts";
import type { Contacts } from "../../../load/contacts.ts";

export const GROUND = -1;

export function pieceCode(piece: number): number {
  return -2 - piece;
}

export function pieceOf(code: number): number {
  return -2 - code;
}

/** Integers of an entry: the body, the other side, and which solids of each. */
export const ENTRY = { body: 0, other: 1, solid: 2, otherSolid: 3 } as const;
export const ENTRY_SIZE = 4;

/** Contact points are looked for up to this gap. */
export const REACH_M = 0.02;

/** No smaller range is tried. */
const LEAST_RANGE_M = 0.1;

const IDENTITY = Float64Array.of(0, 0, 0, 1, 0, 0, 0);

export class Nearby {
  readonly #contacts: Contacts;
  readonly #gapper = new Gaps();
  readonly #gap = new Float64Array(GAP_SIZE);
  readonly #points = new Float64Array(MOST_CONTACTS * CONTACT_SIZE);
  readonly #reach = Float64Array.of(REACH_M);
  readonly #centre = new Float64Array(3);
  readonly #radius = new Float64Array(1);
  readonly #found: Int32Array;
  gapCount = 0;
  gapEntries: Int32Array = new Int32Array(64 * ENTRY_SIZE);
  gaps: Float64Array = new Float64Array(64 * GAP_SIZE);
  pointCount = 0;
  pointEntries: Int32Array = new Int32Array(64 * ENTRY_SIZE);
  points: Float64Array = new Float64Array(64 * CONTACT_SIZE);

  constructor(contacts: Contacts) {
    this.#contacts = contacts;
    this.#found = new Int32Array(Math.max(1, contacts.pieces.solids.count));
  }

  clear(): void {
    this.gapCount = 0;
    this.pointCount = 0;
  }

  /** out[o ..] = centre of the ball around body i at its pose. */
  centreInto(out: Float64Array, o: number, i: number, poses: Float64Array, at: number): void {
    const { body } = this.#contacts.bodies[i]!;
    rotateInto(out, o, poses, at + 3, body.centre_m, 0);
    for (let k = 0; k < 3; k++) out[o + k]! += poses[at + k]!;
  }

  /** Two bodies at poses, whose balls are within range of each other. */
  lookAtPair(i: number, poseI: Float64Array, p: number, j: number, poseJ: Float64Array, q: number): void {
    const a = this.#contacts.bodies[i]!.body;
    const b = this.#contacts.bodies[j]!.body;
    for (let k = 0; k < a.count; k++) {
      for (let l = 0; l < b.count; l++) this.#look(i, a, k, poseI, p, j, b, l, poseJ, q);
    }
  }

  /**
   * What stands still within range[0] of the ball of a body. Where that is more than it can have half-spaces for, the range may be made
   * smaller.
   */
  lookAround(i: number, pose: Float64Array, p: number, range: Float64Array, mayShrink: boolean): void {
    const { pieces } = this.#contacts;
    const { body } = this.#contacts.bodies[i]!;
    if (pieces.solids.count === 0) return;
    this.centreInto(this.#centre, 0, i, pose, p);
    let found = 0;
    for (;;) {
      this.#radius[0] = body.radius_m[0]! + range[0]!;
      found = pieces.solids.near(this.#centre, 0, this.#radius, this.#found);
      if (!mayShrink || found * body.count <= MOST_PLANES || range[0]! < LEAST_RANGE_M) break;
      range[0] = range[0]! / 2;
    }
    for (let f = 0; f < found; f++) {
      const piece = this.#found[f]!;
      for (let k = 0; k < body.count; k++) {
        this.#look(i, body, k, pose, p, pieceCode(piece), pieces.solids.body(piece), 0, IDENTITY, 0);
      }
    }
  }

  /** The bottom below a body. */
  lookDown(i: number, pose: Float64Array, p: number, bottom: Bottom): void {
    const { body } = this.#contacts.bodies[i]!;
    for (let k = 0; k < body.count; k++) {
      const count = this.#gapper.groundContactsInto(this.#points, 0, bottom, body, k, pose, p, this.#reach);
      this.#take(count, i, k, GROUND, 0);
    }
  }

  #look(
    i: number,
    a: SolidBody,
    k: number,
    poseI: Float64Array,
    p: number,
    other: number,
    b: SolidBody,
    l: number,
    poseJ: Float64Array,
    q: number,
  ): void {
    const gap = this.#gap;
    this.#gapper.gapInto(gap, 0, a, k, poseI, p, b, l, poseJ, q);
    this.#growGaps();
    const e = this.gapCount * ENTRY_SIZE;
    this.#enter(this.gapEntries, e, i, other, k, l);
    this.gaps.set(gap, this.gapCount * GAP_SIZE);
    this.gapCount++;
    if (gap[GAP.distance]! > REACH_M) return;
    const count = this.#gapper.contactsInto(this.#points, 0, a, k, poseI, p, b, l, poseJ, q, this.#reach);
    this.#take(count, i, k, other, l);
  }

  #take(count: number, i: number, solid: number, other: number, otherSolid: number): void {
    while ((this.pointCount + count) * CONTACT_SIZE > this.points.length) {
      this.points = twice(this.points);
      this.pointEntries = twiceInts(this.pointEntries);
    }
    for (let c = 0; c < count; c++) {
      this.#enter(this.pointEntries, this.pointCount * ENTRY_SIZE, i, other, solid, otherSolid);
      const to = this.pointCount * CONTACT_SIZE;
      for (let m = 0; m < CONTACT_SIZE; m++) this.points[to + m] = this.#points[c * CONTACT_SIZE + m]!;
      this.pointCount++;
    }
  }

  #enter(entries: Int32Array, e: number, i: number, other: number, solid: number, otherSolid: number): void {
    entries[e + ENTRY.body] = i;
    entries[e + ENTRY.other] = other;
    entries[e + ENTRY.solid] = solid;
    entries[e + ENTRY.otherSolid] = otherSolid;
  }

  #growGaps(): void {
    if ((this.gapCount + 1) * GAP_SIZE <= this.gaps.length) return;
    this.gaps = twice(this.gaps);
    this.gapEntries = twiceInts(this.gapEntries);
  }
}

function twice(array: Float64Array): Float64Array {
  const larger = new Float64Array(2 * array.length);
  larger.set(array);
  return larger;
}

function twiceInts(array: Int32Array): Int32Array {
  const larger = new Int32Array(2 * array.length);
  larger.set(array);
  return larger;
}
