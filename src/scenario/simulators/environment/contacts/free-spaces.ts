/**
 * Gives bodies that touch nothing their free space: a ball, half-spaces towards what is near, and how deep the bottom is below.
 *
 *   ball         as large as WANTED says, and no larger than the distance to the ball of any body that was not looked at, or half the
 *                distance to one that gets a new ball itself                                                       (1)
 *   half-space   between a solid and another one, across the line of their nearest points. Of a thing that stands still: at
 *                TOUCHING from its surface. Of two bodies: the gap is shared in the ratio of their speeds towards it     (2)
 *   bottom       its least depth in the square around the ball, or, where that leaves no room, the gap to it itself     (3)
 *
 * So two bodies touch only after one of them has left its space. A body with more neighbours than it has half-spaces is looked at at
 * stated instants instead.
 */
import { S_PER_NS } from "../../../../core/index.ts";
import type { Moment, OutPort } from "../../../../engine/index.ts";
import {
  FREE_SPACE,
  FREE_SPACE_SIZE,
  FreeSpace,
  type freeSpace,
  GAP,
  GAP_SIZE,
  Gaps,
  MODE,
  MOST_PLANES,
  PLANE,
  PLANE_SIZE,
  type SolidBody,
  TOUCHING_M,
} from "../../../../environment/index.ts";
import { rotateInto } from "../../../../math/index.ts";
import type { Contacts } from "../../../load/contacts.ts";
import { dueBy, MEMORY, MEMORY_SIZE, touchable } from "./body-memory.ts";
import { ENTRY, ENTRY_SIZE, type Nearby } from "./nearby.ts";
import { Whereabouts } from "./whereabouts.ts";

/** (1): at least so far, or as far as the body goes in so much time; in the second time where more is near than FEW. */
const WANTED_M = 2;
const WANTED_S = 20;
const NEXT_WANTED_S = 3;
const FEW = 4;
const MOST_WANTED_M = 40;
/** Below this a ball is of little use. */
const LEAST_M = 1e-3;
/** Share of a gap that each of two bodies gets at least. */
const LEAST_SHARE = 0.05;
const SLOW_MPS = 0.01;

const data = new Float64Array(FREE_SPACE_SIZE);
const square = new Float64Array(1);
const floor = new Float64Array(1);
const centre = new Float64Array(3);
const other = new Float64Array(3);
const pair = new Float64Array(1);
const margin = new Float64Array(1);

export class FreeSpaces {
  /** Noted where bodies are looked at. Until spaces are granted only bodies that touch something are moved, and those limit no space. */
  readonly whereabouts: Whereabouts;
  readonly #contacts: Contacts;
  readonly #at: number;
  readonly #ports: readonly (OutPort<typeof freeSpace.fields> | null)[];
  readonly #bodies: Int32Array;
  /** By index of vehicle: its space has changed in this event; it has too many neighbours. */
  readonly #changed: Uint8Array;
  readonly #crowded: Uint8Array;
  /** Bodies that are known now and keep half-spaces from before. */
  readonly #keepers: Int32Array;
  #keeperCount = 0;
  /** What the guard of each body looks at. */
  readonly #guards: readonly (FreeSpace | null)[];

  constructor(contacts: Contacts, at: number, ports: readonly (OutPort<typeof freeSpace.fields> | null)[]) {
    this.#contacts = contacts;
    this.#at = at;
    this.#ports = ports;
    this.#bodies = touchable(contacts);
    this.whereabouts = new Whereabouts(contacts, at, this.#bodies);
    this.#keepers = new Int32Array(this.#bodies.length);
    this.#changed = new Uint8Array(contacts.bodies.length);
    this.#crowded = new Uint8Array(contacts.bodies.length);
    const gaps = new Gaps();
    this.#guards = contacts.bodies.map((body) =>
      body === null ? null : new FreeSpace(body.body, contacts.bottom, gaps, contacts.step_s),
    );
  }

  #of(i: number): number {
    return this.#at + i * MEMORY_SIZE;
  }

  #body(i: number): SolidBody {
    return this.#contacts.bodies[i]!.body;
  }

  /** out[0] = how far around its ball, at `from`, a body is looked at for a new space: (1). */
  needInto(out: Float64Array, reals: Float64Array, i: number, from: Float64Array): void {
    const v = this.#of(i) + MEMORY.motion + 7;
    const u = reals[v]!;
    const w = reals[v + 1]!;
    const d = reals[v + 2]!;
    const speed_mps = Math.sqrt(u * u + w * w + d * d);
    const far_m = Math.min(MOST_WANTED_M, Math.max(WANTED_M, WANTED_S * speed_mps));
    out[0] = far_m;
    let near = 0;
    const count = this.whereabouts.nearSpaces(i, from, far_m);
    for (let k = 0; k < count && near <= FEW; k++) {
      const j = this.whereabouts.found[k]!;
      this.apartInto(pair, 0, reals, from, this.#body(i), j, false);
      if (pair[0]! <= far_m) near++;
    }
    if (near > FEW) out[0] = Math.max(WANTED_M, NEXT_WANTED_S * speed_mps);
  }

  /**
   * out[o] = the least distance between the ball of a body, around `from`, and where the ball of body j can be: exactly where it is
   * known now, or anywhere in its space.
   */
  apartInto(
    out: Float64Array,
    o: number,
    reals: Float64Array,
    from: Float64Array,
    own: SolidBody,
    j: number,
    isFresh: boolean,
  ): void {
    const n = this.#of(j);
    const body = this.#body(j);
    const space = n + MEMORY.space;
    let slack_m = 0;
    if (isFresh) this.#centreInto(other, reals, j);
    else {
      for (let k = 0; k < 3; k++) other[k] = reals[space + FREE_SPACE.centre + k]!;
      // Nothing is known before its first report.
      slack_m = reals[space] === MODE.unknown ? Number.POSITIVE_INFINITY : reals[space + FREE_SPACE.radius]!;
    }
    const a = from[0]! - other[0]!;
    const b = from[1]! - other[1]!;
    const c = from[2]! - other[2]!;
    out[o] = Math.sqrt(a * a + b * b + c * c) - own.radius_m[0]! - body.radius_m[0]! - slack_m;
  }

  /** Whether the space of body j reaches to the ball of body i; half-spaces that it has towards that may be of when that was elsewhere. */
  mayMeet(reals: Float64Array, i: number, j: number): boolean {
    this.#centreInto(centre, reals, i);
    this.apartInto(pair, 0, reals, centre, this.#body(i), j, false);
    return pair[0]! <= 0;
  }

  #centreInto(out: Float64Array, reals: Float64Array, i: number): void {
    const pose = this.#of(i) + MEMORY.motion;
    rotateInto(out, 0, reals, pose + 3, this.#body(i).centre_m, 0);
    for (let k = 0; k < 3; k++) out[k] = out[k]! + reals[pose + k]!;
  }

  /** A body at rest: it may be displaced by so much. */
  rest(moment: Moment, i: number, slack_m: number): void {
    const { reals } = moment;
    const space = this.#begin(reals, i, MODE.resting);
    reals[space + FREE_SPACE.radius] = slack_m;
    for (let k = 0; k < 7; k++) reals[space + FREE_SPACE.pose + k] = reals[this.#of(i) + MEMORY.motion + k]!;
    this.#send(moment, i);
  }

  /** A body that is looked at at stated instants, until when it stays within reach_m. */
  watch(moment: Moment, i: number, reach_m: number): void {
    const { reals } = moment;
    const was = reals[this.#of(i) + MEMORY.space];
    const space = this.#begin(reals, i, MODE.watched);
    reals[space + FREE_SPACE.radius] = reach_m;
    if (was !== MODE.watched) this.#send(moment, i);
  }

  /** A record around where a body is, without half-spaces. */
  #begin(reals: Float64Array, i: number, mode: number): number {
    const m = this.#of(i);
    const space = m + MEMORY.space;
    this.#centreInto(centre, reals, i);
    reals[space] = mode;
    for (let k = 0; k < 3; k++) reals[space + FREE_SPACE.centre + k] = centre[k]!;
    reals[space + FREE_SPACE.floor] = Number.POSITIVE_INFINITY;
    reals[space + FREE_SPACE.ground] = 0;
    reals[space + FREE_SPACE.planes] = 0;
    return space;
  }

  #send(moment: Moment, i: number): void {
    const space = this.#of(i) + MEMORY.space;
    for (let k = 0; k < FREE_SPACE_SIZE; k++) data[k] = moment.reals[space + k]!;
    this.#ports[i]!.send(moment, data, 0);
  }

  /**
   * New spaces for the bodies that were looked at and touch nothing; ranges: how far around each was looked. Returns whether all of them
   * have one: those that have not are in crowded.
   */
  grant(moment: Moment, isFree: Uint8Array, ranges: Float64Array, nearby: Nearby): void {
    const { reals } = moment;
    const bodies = this.#bodies;
    this.#changed.fill(0);
    this.#crowded.fill(0);
    this.#prepare(moment, isFree);
    for (let k = 0; k < bodies.length; k++) {
      const i = bodies[k]!;
      if (isFree[i] === 0) continue;
      const space = this.#begin(reals, i, MODE.free);
      reals[space + FREE_SPACE.radius] = ranges[i]!;
      this.#changed[i] = 1;
      this.#forget(moment, i);
    }
    for (let k = 0; k < bodies.length; k++) if (isFree[bodies[k]!] === 1) this.#limit(moment, bodies[k]!, isFree);
    for (let g = 0; g < nearby.gapCount; g++) this.#separate(moment, g, nearby);
    for (let k = 0; k < bodies.length; k++) {
      const i = bodies[k]!;
      if (isFree[i] === 1) this.#overBottom(reals, i);
      if (isFree[i] === 1) this.#tryGuard(reals, i);
      if (this.#changed[i] === 1 && !this.isCrowded(reals, i)) this.#send(moment, i);
    }
  }

  /** Finds which of those that are known now and get no new space have half-spaces, and how far such a space reaches. */
  #prepare({ reals, instant_ns }: Moment, isFree: Uint8Array): void {
    const now_ns = instant_ns[0]!;
    this.#keeperCount = 0;
    for (let k = 0; k < this.#bodies.length; k++) {
      const j = this.#bodies[k]!;
      const n = this.#of(j);
      const space = n + MEMORY.space;
      if (isFree[j] === 1 || reals[n + MEMORY.fresh_ns] !== now_ns || reals[space] !== MODE.free) continue;
      if (reals[space + FREE_SPACE.planes]! > 0) this.#keepers[this.#keeperCount++] = j;
      // A ball of half the distance is not a limit beyond that: see #shrink.
      this.#centreInto(other, reals, j);
      this.whereabouts.reachOut(j, 2 * (reals[space + FREE_SPACE.radius]! + this.#movedBy(reals, space)));
    }
  }

  /** How far the place in `other` is from the centre of a space. */
  #movedBy(reals: Float64Array, space: number): number {
    let square = 0;
    for (let k = 0; k < 3; k++) {
      const d = other[k]! - reals[space + FREE_SPACE.centre + k]!;
      square += d * d;
    }
    return Math.sqrt(square);
  }

  /** A space that its guard would leave at once, as where it turns so fast that a corner may dip into something within a step, is none. */
  #tryGuard(reals: Float64Array, i: number): void {
    const m = this.#of(i);
    this.#guards[i]!.marginInto(margin, reals, m + MEMORY.motion, reals, m + MEMORY.space);
    if (!(margin[0]! > 0)) this.#crowded[i] = 1;
  }

  /** Whether a body that should have got a space has none that is of use. */
  isCrowded(reals: Float64Array, i: number): boolean {
    return this.#crowded[i] === 1 || reals[this.#of(i) + MEMORY.space + FREE_SPACE.radius]! < LEAST_M;
  }

  /** Half-spaces of others towards a body that gets new ones are dropped, where the others are known now. */
  #forget({ reals }: Moment, i: number): void {
    for (let k = 0; k < this.#keeperCount; k++) {
      const j = this.#keepers[k]!;
      const n = this.#of(j);
      const space = n + MEMORY.space;
      let kept = 0;
      const count = reals[space + FREE_SPACE.planes]!;
      for (let p = 0; p < count; p++) {
        if (reals[n + MEMORY.owners + p] === i) continue;
        if (p !== kept) {
          const to = space + FREE_SPACE.plane + kept * PLANE_SIZE;
          for (let w = 0; w < PLANE_SIZE; w++) reals[to + w] = reals[space + FREE_SPACE.plane + p * PLANE_SIZE + w]!;
          reals[n + MEMORY.owners + kept] = reals[n + MEMORY.owners + p]!;
        }
        kept++;
      }
      if (kept === count) continue;
      reals[space + FREE_SPACE.planes] = kept;
      this.#changed[j] = 1;
    }
  }

  /** (1) */
  #limit(moment: Moment, i: number, isFree: Uint8Array): void {
    const { reals, instant_ns } = moment;
    const own = this.#body(i);
    const space = this.#of(i) + MEMORY.space;
    const wanted_m = reals[space + FREE_SPACE.radius]!;
    this.#centreInto(centre, reals, i);
    // Half the distance to one that is known now counts.
    const count = this.whereabouts.nearPlaces(i, centre, 2 * wanted_m);
    for (let k = 0; k < count; k++) {
      const j = this.whereabouts.found[k]!;
      const n = this.#of(j);
      const isFresh = reals[n + MEMORY.fresh_ns] === instant_ns[0];
      this.apartInto(pair, 0, reals, centre, own, j, isFresh);
      const apart_m = pair[0]!;
      let radius_m = reals[space + FREE_SPACE.radius]!;
      if (!isFresh) radius_m = Math.min(radius_m, apart_m);
      // Nearer ones have half-spaces, or are looked at at stated instants.
      else if (apart_m > wanted_m && reals[n + MEMORY.space] === MODE.free) {
        radius_m = Math.min(radius_m, apart_m / 2);
        if (isFree[j] === 0) this.#shrink(reals, j, apart_m / 2);
      }
      reals[space + FREE_SPACE.radius] = radius_m;
    }
    this.#limitByMovers(moment, i, wanted_m);
  }

  /** What moves on a path asks for nothing: a body near it is looked at at stated instants, one farther away in good time. */
  #limitByMovers({ reals, instant_ns }: Moment, i: number, wanted_m: number): void {
    const { movers, vehicles } = this.#contacts;
    const space = this.#of(i) + MEMORY.space;
    for (let k = 0; k < movers.length; k++) {
      this.apartInto(pair, 0, reals, centre, this.#body(i), vehicles + k, true);
      const apart_m = pair[0]!;
      if (apart_m <= wanted_m) {
        this.#crowded[i] = 1;
        continue;
      }
      reals[space + FREE_SPACE.radius] = Math.min(reals[space + FREE_SPACE.radius]!, apart_m / 2);
      const until_ns = apart_m / (2 * Math.max(movers[k]!.fastest_mps, SLOW_MPS) * S_PER_NS);
      dueBy(reals, this.#of(i), instant_ns[0]! + Math.floor(until_ns));
    }
  }

  /** A ball within the one that a body has, around where it is now. */
  #shrink(reals: Float64Array, j: number, most_m: number): void {
    const space = this.#of(j) + MEMORY.space;
    this.#centreInto(other, reals, j);
    const moved_m = this.#movedBy(reals, space);
    const left_m = reals[space + FREE_SPACE.radius]! - moved_m;
    // The old ball reaches no farther than the new one may.
    if (reals[space + FREE_SPACE.radius]! + moved_m <= most_m) return;
    for (let k = 0; k < 3; k++) reals[space + FREE_SPACE.centre + k] = other[k]!;
    reals[space + FREE_SPACE.radius] = Math.max(0, Math.min(left_m, most_m));
    this.#changed[j] = 1;
  }

  /** (2), for one gap between solids. */
  #separate(moment: Moment, g: number, { gapEntries, gaps }: Nearby): void {
    const { reals } = moment;
    const e = g * ENTRY_SIZE;
    const i = gapEntries[e + ENTRY.body]!;
    const j = gapEntries[e + ENTRY.other]!;
    const at = g * GAP_SIZE;
    const isFree = (k: number): boolean => reals[this.#of(k) + MEMORY.space] === MODE.free;
    if (j < 0) {
      if (isFree(i)) this.#plane(reals, i, -1, gapEntries[e + ENTRY.solid]!, gaps, at, 1, 1);
      return;
    }
    const share = isFree(i) && isFree(j) ? this.#shareOf(reals, i, j, gaps, at) : 1;
    // A body that is watched looks out for others itself.
    const stays = (k: number): boolean => isFree(k) || reals[this.#of(k) + MEMORY.space] === MODE.resting;
    if (isFree(i) && stays(j)) this.#plane(reals, i, j, gapEntries[e + ENTRY.solid]!, gaps, at, 1, share);
    if (isFree(j) && stays(i))
      this.#plane(reals, j, i, gapEntries[e + ENTRY.otherSolid]!, gaps, at, -1, isFree(i) ? 1 - share : 1);
  }

  /** side 1: for the body of the gap's first surface, −1 for that of its second. */
  #plane(
    reals: Float64Array,
    i: number,
    owner: number,
    solid: number,
    gaps: Float64Array,
    at: number,
    side: number,
    share: number,
  ): void {
    const m = this.#of(i);
    const space = m + MEMORY.space;
    const count = reals[space + FREE_SPACE.planes]!;
    if (count >= MOST_PLANES) {
      this.#crowded[i] = 1;
      return;
    }
    const plane = space + FREE_SPACE.plane + count * PLANE_SIZE;
    const from = at + (side > 0 ? GAP.onA : GAP.onB);
    let along_m = 0;
    for (let k = 0; k < 3; k++) {
      // Out of the body, towards the other.
      const n = -side * gaps[at + GAP.normal + k]!;
      reals[plane + PLANE.normal + k] = n;
      along_m += n * gaps[from + k]!;
    }
    reals[plane + PLANE.offset] = along_m + share * (gaps[at + GAP.distance]! - TOUCHING_M);
    reals[plane + PLANE.solid] = solid;
    reals[m + MEMORY.owners + count] = owner;
    reals[space + FREE_SPACE.planes] = count + 1;
    this.#changed[i] = 1;
  }

  /** Share of a gap that the first of two bodies gets. */
  #shareOf(reals: Float64Array, i: number, j: number, gaps: Float64Array, at: number): number {
    const own = SLOW_MPS + Math.max(0, -this.#speedAlong(reals, i, gaps, at));
    const others = SLOW_MPS + Math.max(0, this.#speedAlong(reals, j, gaps, at));
    return Math.min(1 - LEAST_SHARE, Math.max(LEAST_SHARE, own / (own + others)));
  }

  #speedAlong(reals: Float64Array, i: number, gaps: Float64Array, at: number): number {
    const pose = this.#of(i) + MEMORY.motion;
    rotateInto(other, 0, reals, pose + 3, reals, pose + 7);
    const n = at + GAP.normal;
    return other[0]! * gaps[n]! + other[1]! * gaps[n + 1]! + other[2]! * gaps[n + 2]!;
  }

  /** (3) */
  #overBottom(reals: Float64Array, i: number): void {
    const { bottom } = this.#contacts;
    if (bottom === null) return;
    const space = this.#of(i) + MEMORY.space;
    const own = this.#body(i);
    const lowest_m = reals[space + FREE_SPACE.centre + 2]! + own.radius_m[0]!;
    if (bottom.shallowestWithinInto !== undefined) {
      for (let radius_m = reals[space + FREE_SPACE.radius]!; radius_m > own.radius_m[0]! / 4; radius_m /= 2) {
        square[0] = radius_m + own.radius_m[0]!;
        bottom.shallowestWithinInto(floor, 0, reals, space + FREE_SPACE.centre, square);
        floor[0]! -= TOUCHING_M;
        if (!(floor[0]! - lowest_m > 0.05 * radius_m)) continue;
        reals[space + FREE_SPACE.radius] = radius_m;
        reals[space + FREE_SPACE.floor] = floor[0]!;
        return;
      }
    }
    reals[space + FREE_SPACE.ground] = 1;
    reals[space + FREE_SPACE.radius] = Math.min(reals[space + FREE_SPACE.radius]!, Math.max(0.5, own.radius_m[0]!));
  }
}
