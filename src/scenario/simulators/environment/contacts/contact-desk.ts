/**
 * Contacts between bodies, and of bodies with the bottom and what stands in the water: found by guards of the bodies, decided here.
 *
 * Each body that moves has a free space (environment/contacts/free-space.ts): a ball, and half-spaces between it and what is near. When it
 * leaves that, its state comes here, at that instant. The states of bodies near it are asked for, in later rounds of the same instant.
 * When all are there:
 *
 *   1. gaps and contact points among what is near (nearby.ts)
 *   2. bodies that touch (gap ≤ TOUCHING) with all that they touch: impacts (environment/contacts/contact-problem.ts). Where there was one,
 *      velocities are corrected, and the bodies are asked again: their free accelerations have changed
 *   3. overlaps are pushed apart; forces of lasting contacts are found that hold until the next look, at most a period later, earlier
 *      where another point will touch before. At rest for CALM looks: velocities become 0, forces stay, and the guard watches that the
 *      body stays where it is
 *   4. bodies that touch nothing get a new free space (free-spaces.ts)
 *
 * To look at a body moves no bit of it. Only bodies with contact forces, impacts or overlaps are landed. Nothing is done at the rate of
 * the water, and a body that is far from everything costs a guard that rests.
 *
 * Everything that is remembered lies in the engine's state (body-memory.ts); lists and problems are scratch of one event.
 */
import { S_PER_NS } from "../../../../core/index.ts";
import { type InPort, type Moment, type OutPort, PHASE } from "../../../../engine/index.ts";
import {
  CONTACT,
  CONTACT_SIZE,
  ContactProblem,
  contactQuestion,
  correction,
  ENTER_M,
  GAP,
  GAP_SIZE,
  KEEP_M,
  TOUCHING_M,
  WORLD,
} from "../../../../environment/index.ts";
import { integrateQuaternionInto, rotateInto } from "../../../../math/index.ts";
import { contactState } from "../../../../vehicles/index.ts";
import type { Contacts } from "../../../load/contacts.ts";
import { FORCE, FORCE_SIZE, freshMemory, MEMORY, MEMORY_SIZE, MOST_FORCES, STATUS } from "./body-memory.ts";
import type { ContactLog } from "./contact-log.ts";
import type { FreeSpaces } from "./free-spaces.ts";
import { ENTRY, ENTRY_SIZE, GROUND, Nearby, pieceOf, REACH_M } from "./nearby.ts";

const TOLD = contactState.at;
const DONE = correction.at;

/** Approach below which the forces of the next period do what an impact would. */
const SLOW_MPS = 1e-3;
/** Overlap that is pushed apart. */
const OVERLAP_M = 1e-5;
/** Speed at which a body counts as calm, of any point of it; looks until it rests. */
const CALM_MPS = 1e-5;
const CALM = 12;
/** Slack of a body at rest. */
const REST_M = 1e-5;
/** Shortest time between two looks. */
const SHORTEST_NS = 20_000;
/** What is near a body that is watched, beyond what it moves until the next look. */
const NEAR_M = 0.05;
/** Share of the period that is allowed for what speeds up within it. */
const FAST_MPS2 = 50;

// Scratch of one event.
const told = new Float64Array(contactState.size);
const asked = new Float64Array(contactQuestion.size);
const done = new Float64Array(correction.size);
const wrench = new Float64Array(6);
const velocity = new Float64Array(6);
const displacement = new Float64Array(6);
const surface = new Float64Array(2);
const place = new Float64Array(7);
const force = new Float64Array(3);
const speeds = new Float64Array(6);
const span = new Float64Array(1);
const slop = new Float64Array(1);
const range = new Float64Array(1);
const centre = new Float64Array(3);
/** Impulses on the body that is corrected next. */
const struck = new Float64Array(1);
const apart = new Float64Array(1);

export interface DeskPorts {
  readonly states: InPort<typeof contactState.fields>;
  readonly questions: OutPort<typeof contactQuestion.fields>;
  readonly corrections: OutPort<typeof correction.fields>;
}

export class ContactDesk {
  readonly #contacts: Contacts;
  readonly #at: number;
  readonly #ports: readonly (DeskPorts | null)[];
  readonly #log: ContactLog;
  readonly #spaces: FreeSpaces;
  readonly #nearby: Nearby;
  readonly #problem = new ContactProblem();
  /** Indices of the bodies that may touch. */
  readonly #bodies: Int32Array;
  /** By index of vehicle: seen in this event; touches something; its index in the problem, or −1. */
  readonly #seen: Uint8Array;
  readonly #touches: Uint8Array;
  readonly #slot: Int32Array;
  /** It was looked at and touches nothing; how far around it was looked for bodies, and for what stands still. */
  readonly #isFree: Uint8Array;
  readonly #near: Float64Array;
  readonly #ranges: Float64Array;
  /** By contact of the problem: the point in nearby. */
  #pointOf: Int32Array = new Int32Array(64);

  constructor(
    contacts: Contacts,
    at: number,
    ports: readonly (DeskPorts | null)[],
    log: ContactLog,
    spaces: FreeSpaces,
  ) {
    this.#contacts = contacts;
    this.#at = at;
    this.#ports = ports;
    this.#log = log;
    this.#spaces = spaces;
    this.#nearby = new Nearby(contacts);
    this.#bodies = Int32Array.from(contacts.bodies.flatMap((body, i) => (body === null ? [] : [i])));
    this.#seen = new Uint8Array(ports.length);
    this.#touches = new Uint8Array(ports.length);
    this.#slot = new Int32Array(ports.length);
    this.#isFree = new Uint8Array(ports.length);
    this.#near = new Float64Array(ports.length);
    this.#ranges = new Float64Array(ports.length);
  }

  /** What its memory begins with. */
  static initial(count: number): number[] {
    return Array.from({ length: count }, freshMemory).flat();
  }

  handle(moment: Moment): void {
    this.#receive(moment);
    if (this.#gather(moment)) return; // answers wake it again
    this.#decide(moment);
  }

  /** Memory of a body: its place in reals. */
  #of(i: number): number {
    return this.#at + i * MEMORY_SIZE;
  }

  #receive(moment: Moment): void {
    const { reals } = moment;
    const now_ns = moment.instant_ns[0]!;
    const bodies = this.#bodies;
    for (let k = 0; k < bodies.length; k++) {
      const i = bodies[k]!;
      const m = this.#of(i);
      while (this.#ports[i]!.states.receive(moment, told, 0)) {
        for (let n = 0; n < 13; n++) reals[m + MEMORY.motion + n] = told[TOLD.p_NB_m + n]!;
        for (let n = 0; n < 36; n++) reals[m + MEMORY.massInverse + n] = told[TOLD.massInverse + n]!;
        for (let n = 0; n < 6; n++) reals[m + MEMORY.acceleration + n] = told[TOLD.dv_NB_B_mps2 + n]!;
        reals[m + MEMORY.fresh_ns] = now_ns;
        if (told[TOLD.cause] !== 0) reals[m + MEMORY.needs] = 1;
      }
      if (reals[m + MEMORY.due_ns] === now_ns) {
        reals[m + MEMORY.due_ns] = Number.POSITIVE_INFINITY;
        reals[m + MEMORY.needs] = 1;
      }
    }
  }

  /** Finds all that is near what needs a decision; true where states were asked for that are not there yet. */
  #gather(moment: Moment): boolean {
    const { reals } = moment;
    const nearby = this.#nearby;
    const bodies = this.#bodies;
    nearby.clear();
    this.#seen.fill(0);
    let waits = false;
    for (let more = true; more; ) {
      more = false;
      for (let k = 0; k < bodies.length; k++) {
        const i = bodies[k]!;
        const m = this.#of(i);
        if (reals[m + MEMORY.needs] === 0 || this.#seen[i] === 1) continue;
        if (!this.#isFresh(moment, m)) {
          waits = this.#ask(moment, i) || waits;
          continue;
        }
        this.#seen[i] = 1;
        const before = nearby.pointCount;
        if (this.#lookAt(moment, i)) waits = true;
        if (this.#drawIn(moment, before)) more = true;
      }
    }
    return waits;
  }

  #isFresh(moment: Moment, m: number): boolean {
    return moment.reals[m + MEMORY.fresh_ns] === moment.instant_ns[0]!;
  }

  /** Asks a body for its state, once per instant and state; always true. */
  #ask(moment: Moment, i: number): boolean {
    const { reals } = moment;
    const m = this.#of(i);
    const now_ns = moment.instant_ns[0]!;
    if (reals[m + MEMORY.asked_ns] !== now_ns) {
      reals[m + MEMORY.asked_ns] = now_ns;
      asked[0] = now_ns;
      this.#ports[i]!.questions.send(moment, asked, 0);
    }
    return true;
  }

  /** Gaps and contact points around a body; true where a state that is needed for them is not there. */
  #lookAt(moment: Moment, i: number): boolean {
    const { reals } = moment;
    const nearby = this.#nearby;
    const m = this.#of(i);
    const pose = m + MEMORY.motion;
    const bodies = this.#bodies;
    const own = this.#contacts.bodies[i]!.body;
    const isWatched = reals[m + MEMORY.status] !== STATUS.free;
    if (isWatched) range[0] = this.#nearOf(reals, m, own.radius_m[0]!);
    else this.#spaces.needInto(range, reals, m);
    const near_m = range[0]!;
    this.#near[i] = near_m;
    nearby.centreInto(centre, 0, i, reals, pose);
    let waits = false;
    for (let k = 0; k < bodies.length; k++) {
      const j = bodies[k]!;
      if (j === i) continue;
      const n = this.#of(j);
      const isFresh = this.#isFresh(moment, n);
      this.#spaces.apartInto(apart, 0, reals, centre, own, j, isFresh);
      if (apart[0]! > near_m) continue;
      // A pair is looked at once.
      if (isFresh && this.#seen[j] === 1 && apart[0]! <= this.#near[j]!) continue;
      if (!isFresh) waits = this.#ask(moment, j) || waits;
      else nearby.lookAtPair(i, reals, pose, j, reals, n + MEMORY.motion);
    }
    nearby.lookAround(i, reals, pose, range, !isWatched);
    this.#ranges[i] = range[0]!;
    if (this.#contacts.bottom !== null) nearby.lookDown(i, reals, pose, this.#contacts.bottom);
    return waits;
  }

  /** How far around a body that is watched something may be that it meets before its next look. */
  #nearOf(reals: Float64Array, m: number, radius_m: number): number {
    const period_s = this.#contacts.period_ns * S_PER_NS;
    return NEAR_M + period_s * (2 * speedOf(reals, m + MEMORY.motion + 7, radius_m) + FAST_MPS2 * period_s);
  }

  /** What touches a body that needs a decision needs one too; true where that is new. */
  #drawIn({ reals }: Moment, from: number): boolean {
    const { points, pointEntries, pointCount } = this.#nearby;
    let more = false;
    for (let c = from; c < pointCount; c++) {
      const other = pointEntries[c * ENTRY_SIZE + ENTRY.other]!;
      if (other < 0 || points[c * CONTACT_SIZE + CONTACT.gap]! > KEEP_M) continue;
      const m = this.#of(other) + MEMORY.needs;
      if (reals[m] !== 0) continue;
      reals[m] = 1;
      more = true;
    }
    return more;
  }

  #decide(moment: Moment): void {
    const { reals } = moment;
    const bodies = this.#bodies;
    const now_ns = moment.instant_ns[0]!;
    this.#pose(moment);
    if (this.#strike(moment)) return; // looked at again in the next round
    this.#rest(moment);
    for (let k = 0; k < bodies.length; k++) {
      const i = bodies[k]!;
      const m = this.#of(i);
      this.#isFree[i] = this.#seen[i] === 1 && this.#touches[i] === 0 ? 1 : 0;
      if (this.#seen[i] === 0) continue;
      reals[m + MEMORY.needs] = 0;
      if (this.#isFree[i] === 1) this.#release(moment, i);
    }
    this.#spaces.grant(moment, this.#isFree, this.#ranges, this.#nearby);
    for (let k = 0; k < bodies.length; k++) {
      const i = bodies[k]!;
      const m = this.#of(i);
      if (this.#seen[i] === 0) continue;
      if (this.#isFree[i] === 1) {
        reals[m + MEMORY.status] = STATUS.free;
        if (this.#spaces.isCrowded(reals, i)) {
          this.#watch(moment, i);
          this.#dueBy(reals, m, now_ns + this.#contacts.period_ns);
        }
      }
      this.#dueBy(reals, m, this.#log.clear(moment, i));
    }
    this.#foresee(moment);
    this.#schedule(moment);
  }

  /** Puts the bodies that touch, and where they do, into the problem. */
  #pose(moment: Moment): void {
    const { reals } = moment;
    const { points, pointEntries, pointCount } = this.#nearby;
    const problem = this.#problem;
    this.#touches.fill(0);
    for (let c = 0; c < pointCount; c++) {
      const e = c * ENTRY_SIZE;
      const i = pointEntries[e + ENTRY.body]!;
      const j = pointEntries[e + ENTRY.other]!;
      if (!this.#isOn(reals, points[c * CONTACT_SIZE + CONTACT.gap]!, i, j)) continue;
      this.#touches[i] = 1;
      if (j >= 0) this.#touches[j] = 1;
    }
    problem.clear();
    this.#slot.fill(-1);
    for (let k = 0; k < this.#bodies.length; k++) {
      const i = this.#bodies[k]!;
      const m = this.#of(i);
      if (this.#touches[i] === 0) continue;
      this.#slot[i] = problem.addBody(reals, m + MEMORY.motion, reals, m + MEMORY.massInverse);
      problem.setAcceleration(this.#slot[i]!, reals, m + MEMORY.acceleration);
    }
    for (let c = 0; c < pointCount; c++) this.#pointOf = this.#addPoint(reals, c);
  }

  /** Whether two things touch at a point: when they come together at one gap, until they are apart by a larger one. */
  #isOn(reals: Float64Array, gap_m: number, i: number, j: number): boolean {
    if (gap_m <= ENTER_M) return true;
    if (gap_m > KEEP_M) return false;
    return (
      reals[this.#of(i) + MEMORY.status] !== STATUS.free &&
      (j < 0 || reals[this.#of(j) + MEMORY.status] !== STATUS.free)
    );
  }

  #addPoint(reals: Float64Array, c: number): Int32Array {
    const { points, pointEntries } = this.#nearby;
    const e = c * ENTRY_SIZE;
    const at = c * CONTACT_SIZE;
    const i = pointEntries[e + ENTRY.body]!;
    const j = pointEntries[e + ENTRY.other]!;
    let pointOf = this.#pointOf;
    if (!this.#isOn(reals, points[at + CONTACT.gap]!, i, j)) return pointOf;
    for (let n = 0; n < 6; n++) place[n] = points[at + CONTACT.point + n]!;
    // Contacts are kept at TOUCHING_M: a gap below it is closed.
    place[6] = points[at + CONTACT.gap]! - TOUCHING_M;
    this.#surfaceInto(pointEntries, e);
    this.#recall(reals, c);
    const contact = this.#problem.addContact(
      this.#slot[i]!,
      j >= 0 ? this.#slot[j]! : WORLD,
      place,
      0,
      surface,
      0,
      0,
      force,
      0,
    );
    if (contact >= pointOf.length) {
      const larger = new Int32Array(2 * pointOf.length);
      larger.set(pointOf);
      pointOf = larger;
    }
    pointOf[contact] = c;
    return pointOf;
  }

  /** Friction and restitution of a pair: the geometric means of those of its two sides. */
  #surfaceInto(entries: Int32Array, e: number): void {
    const { bodies, pieces, ground } = this.#contacts;
    const own = bodies[entries[e + ENTRY.body]!]!;
    const solid = entries[e + ENTRY.solid]!;
    const other = entries[e + ENTRY.other]!;
    const otherSolid = entries[e + ENTRY.otherSolid]!;
    const side = other >= 0 ? bodies[other]! : other === GROUND ? ground : pieces.surface(pieceOf(other));
    const k = other >= 0 ? otherSolid : 0;
    surface[0] = Math.sqrt(own.friction[solid]! * side.friction[k]!);
    surface[1] = Math.sqrt(own.restitution[solid]! * side.restitution[k]!);
  }

  /** The force that was at a contact before, to `force`: where a solution begins. */
  #recall(reals: Float64Array, c: number): void {
    const { points, pointEntries } = this.#nearby;
    const e = c * ENTRY_SIZE;
    const m = this.#of(pointEntries[e + ENTRY.body]!);
    const pair = pairOf(pointEntries, e);
    const key = points[c * CONTACT_SIZE + CONTACT.key]!;
    force.fill(0);
    const count = reals[m + MEMORY.forceCount]!;
    for (let k = 0; k < count; k++) {
      const at = m + MEMORY.forces + k * FORCE_SIZE;
      if (reals[at + FORCE.pair] !== pair || reals[at + FORCE.key] !== key) continue;
      for (let n = 0; n < 3; n++) force[n] = reals[at + FORCE.force_N + n]!;
      return;
    }
  }

  /** 2: impacts. True where there was one. */
  #strike(moment: Moment): boolean {
    const { reals } = moment;
    const problem = this.#problem;
    if (!this.#strikes()) return false;
    this.#log.beforeImpact(problem);
    problem.impact();
    this.#log.impact(moment, problem, this.#nearby, this.#pointOf);
    for (let k = 0; k < this.#bodies.length; k++) {
      const i = this.#bodies[k]!;
      if (this.#touches[i] === 0) continue;
      const m = this.#of(i);
      problem.velocityInto(velocity, 0, this.#slot[i]!);
      for (let n = 0; n < 6; n++) reals[m + MEMORY.motion + 7 + n] = velocity[n]!;
      reals[m + MEMORY.calm] = 0;
      reals[m + MEMORY.needs] = 1;
      reals[m + MEMORY.fresh_ns] = -1;
      reals[m + MEMORY.asked_ns] = -1;
      this.#watch(moment, i);
      wrench.fill(0);
      struck[0] = this.#impulseOn(i);
      this.#correct(moment, i, true);
    }
    moment.schedule(moment.instant_ns[0]!, PHASE.correct);
    return true;
  }

  /** Whether anything approaches faster than forces may stop it. */
  #strikes(): boolean {
    for (let c = 0; c < this.#problem.contacts; c++) {
      this.#problem.relativeVelocityInto(force, 0, c);
      if (-force[2]! >= SLOW_MPS) return true;
    }
    return false;
  }

  /** Whether any contact overlaps by more than is left. */
  #overlaps(): boolean {
    const { points } = this.#nearby;
    for (let c = 0; c < this.#problem.contacts; c++) {
      if (points[this.#pointOf[c]! * CONTACT_SIZE + CONTACT.gap]! < -OVERLAP_M) return true;
    }
    return false;
  }

  /** Sum of the normal impulses on a body, N·s. */
  #impulseOn(i: number): number {
    const { points, pointEntries } = this.#nearby;
    let sum = 0;
    for (let c = 0; c < this.#problem.contacts; c++) {
      const at = this.#pointOf[c]! * CONTACT_SIZE + CONTACT.normal;
      const e = this.#pointOf[c]! * ENTRY_SIZE;
      if (pointEntries[e + ENTRY.body] !== i && pointEntries[e + ENTRY.other] !== i) continue;
      this.#problem.impulseInto(force, 0, c);
      sum += force[0]! * points[at]! + force[1]! * points[at + 1]! + force[2]! * points[at + 2]!;
    }
    return sum;
  }

  /** 3: overlaps, and the forces until the next look. */
  #rest(moment: Moment): void {
    const { reals } = moment;
    const problem = this.#problem;
    if (problem.contacts === 0) return;
    const now_ns = moment.instant_ns[0]!;
    const period_ns = this.#contacts.period_ns;
    span[0] = period_ns * S_PER_NS;
    const overlaps = this.#overlaps();
    if (overlaps) {
      slop[0] = TOUCHING_M;
      problem.separate(slop);
    }
    problem.forces(span);
    this.#remember(reals);
    for (let k = 0; k < this.#bodies.length; k++) {
      const i = this.#bodies[k]!;
      if (this.#touches[i] === 0) continue;
      const m = this.#of(i);
      const slot = this.#slot[i]!;
      let moves = false;
      if (overlaps) moves = this.#displace(reals, m, slot);
      const radius_m = this.#contacts.bodies[i]!.body.radius_m[0]!;
      problem.nextInto(velocity, 0, slot);
      const isCalm =
        Math.max(speedOf(reals, m + MEMORY.motion + 7, radius_m), speedOf(velocity, 0, radius_m)) < CALM_MPS;
      reals[m + MEMORY.calm] = isCalm ? reals[m + MEMORY.calm]! + 1 : 0;
      if (reals[m + MEMORY.calm] === CALM && !moves) {
        for (let n = 7; n < 13; n++) reals[m + MEMORY.motion + n] = 0;
        moves = true;
      }
      problem.wrenchInto(wrench, 0, slot);
      this.#correct(moment, i, moves);
      const rests = this.#mayRest(reals, i);
      this.#log.force(moment, i, this.#pointsOf(i), wrench, rests);
      if (rests) this.#layDown(moment, i);
      else {
        this.#watch(moment, i);
        this.#dueBy(reals, m, now_ns + period_ns);
      }
    }
    for (let c = 0; c < problem.contacts; c++) {
      const point = this.#pointOf[c]!;
      const e = point * ENTRY_SIZE;
      const { points, pointEntries } = this.#nearby;
      this.#log.touch(
        moment,
        pointEntries[e + ENTRY.body]!,
        pointEntries[e + ENTRY.other]!,
        points,
        point * CONTACT_SIZE,
        0,
      );
    }
  }

  /** How many points of a body are in contact. */
  #pointsOf(i: number): number {
    let count = 0;
    for (let c = 0; c < this.#problem.contacts; c++) {
      const e = this.#pointOf[c]! * ENTRY_SIZE;
      const { pointEntries } = this.#nearby;
      if (pointEntries[e + ENTRY.body] === i || pointEntries[e + ENTRY.other] === i) count++;
    }
    return count;
  }

  /** Whether a body and all that it touches have been calm for long enough. */
  #mayRest(reals: Float64Array, i: number): boolean {
    const island = this.#problem.island(this.#slot[i]!);
    for (let k = 0; k < this.#bodies.length; k++) {
      const j = this.#bodies[k]!;
      if (this.#touches[j] === 0 || this.#problem.island(this.#slot[j]!) !== island) continue;
      if (!(reals[this.#of(j) + MEMORY.calm]! > CALM)) return false;
    }
    return true;
  }

  /** It is left alone until something moves it; those that are near get half-spaces towards it. */
  #layDown(moment: Moment, i: number): void {
    const { reals } = moment;
    const { gapCount, gapEntries } = this.#nearby;
    reals[this.#of(i) + MEMORY.status] = STATUS.resting;
    this.#spaces.rest(moment, i, REST_M);
    for (let g = 0; g < gapCount; g++) {
      const a = gapEntries[g * ENTRY_SIZE + ENTRY.body]!;
      const b = gapEntries[g * ENTRY_SIZE + ENTRY.other]!;
      if (b < 0 || (a !== i && b !== i)) continue;
      const near = this.#of(a === i ? b : a);
      if (reals[near + MEMORY.status] === STATUS.free) reals[near + MEMORY.due_ns] = moment.instant_ns[0]!;
    }
  }

  #watch(moment: Moment, i: number): void {
    const { reals } = moment;
    const m = this.#of(i);
    reals[m + MEMORY.status] = STATUS.watched;
    // Until the next look it goes nowhere else.
    this.#spaces.watch(moment, i, this.#nearOf(reals, m, this.#contacts.bodies[i]!.body.radius_m[0]!));
  }

  /** It touches nothing any more. */
  #release(moment: Moment, i: number): void {
    const { reals } = moment;
    const m = this.#of(i);
    reals[m + MEMORY.calm] = 0;
    reals[m + MEMORY.forceCount] = 0;
    if (reals[m + MEMORY.pushed] === 0) return;
    wrench.fill(0);
    this.#correct(moment, i, false);
    this.#log.force(moment, i, 0, wrench, false);
  }

  /** Moves a body by what separates it, and says whether it does. */
  #displace(reals: Float64Array, m: number, slot: number): boolean {
    const pose = m + MEMORY.motion;
    this.#problem.displacementInto(displacement, 0, slot);
    let any = false;
    for (let n = 0; n < 6; n++) if (displacement[n] !== 0) any = true;
    if (!any) return false;
    rotateInto(force, 0, reals, pose + 3, displacement, 0);
    for (let n = 0; n < 3; n++) reals[pose + n] = reals[pose + n]! + force[n]!;
    integrateQuaternionInto(reals, pose + 3, reals, pose + 3, displacement, 3, 1);
    return true;
  }

  /** Sends a body its contact forces, `wrench`, and what is remembered of its motion where that has changed. */
  #correct(moment: Moment, i: number, moves: boolean): void {
    const { reals } = moment;
    const m = this.#of(i);
    let pushes = 0;
    for (let n = 0; n < 6; n++) if (wrench[n] !== 0) pushes = 1;
    if (!moves && pushes === 0 && reals[m + MEMORY.pushed] === 0) return;
    reals[m + MEMORY.pushed] = pushes;
    done[DONE.t_ns] = moment.instant_ns[0]!;
    done[DONE.moves] = moves ? 1 : 0;
    for (let n = 0; n < 13; n++) done[DONE.p_NB_m + n] = reals[m + MEMORY.motion + n]!;
    for (let n = 0; n < 6; n++) done[DONE.force_N + n] = wrench[n]!;
    done[DONE.impulse_Ns] = struck[0]!;
    struck[0] = 0;
    this.#ports[i]!.corrections.send(moment, done, 0);
  }

  #remember(reals: Float64Array): void {
    const problem = this.#problem;
    const { points, pointEntries } = this.#nearby;
    for (let k = 0; k < this.#bodies.length; k++) {
      const i = this.#bodies[k]!;
      if (this.#touches[i] === 1) reals[this.#of(i) + MEMORY.forceCount] = 0;
    }
    for (let c = 0; c < problem.contacts; c++) {
      const point = this.#pointOf[c]!;
      const e = point * ENTRY_SIZE;
      const m = this.#of(pointEntries[e + ENTRY.body]!);
      const count = reals[m + MEMORY.forceCount]!;
      if (count >= MOST_FORCES) continue;
      const at = m + MEMORY.forces + count * FORCE_SIZE;
      reals[at + FORCE.pair] = pairOf(pointEntries, e);
      reals[at + FORCE.key] = points[point * CONTACT_SIZE + CONTACT.key]!;
      problem.forceInto(force, 0, c);
      for (let n = 0; n < 3; n++) reals[at + FORCE.force_N + n] = force[n]!;
      reals[m + MEMORY.forceCount] = count + 1;
    }
  }

  /** Where what is watched will touch something before its next look, that look comes earlier. */
  #foresee(moment: Moment): void {
    const { reals } = moment;
    const { pointEntries, pointCount, gapEntries, gaps, gapCount } = this.#nearby;
    for (let c = 0; c < pointCount; c++) if (this.#isWatched(reals, pointEntries, c)) this.#foreseePoint(moment, c);
    // Beyond the reach of points: a bound.
    for (let g = 0; g < gapCount; g++) {
      const gap_m = gaps[g * GAP_SIZE + GAP.distance]!;
      if (gap_m <= REACH_M || !this.#isWatched(reals, gapEntries, g)) continue;
      let speed_mps = 0;
      for (const side of [ENTRY.body, ENTRY.other]) {
        const i = gapEntries[g * ENTRY_SIZE + side]!;
        if (i < 0) continue;
        speed_mps += speedOf(reals, this.#of(i) + MEMORY.motion + 7, this.#contacts.bodies[i]!.body.radius_m[0]!);
      }
      this.#lookBefore(moment, gapEntries, g, (gap_m - REACH_M / 2) / (speed_mps + SLOW_MPS));
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
    if (gap_m === 0 && this.#isOn(reals, at_m, i, j)) return;
    const period_s = this.#contacts.period_ns * S_PER_NS;
    this.#closingInto(speeds, 0, reals, c, false);
    this.#closingInto(speeds, 1, reals, c, true);
    // gap = u t + a t² / 2, its first root; a from the velocities at the end of the period.
    const u = speeds[0]!;
    const a = (speeds[1]! - u) / period_s;
    const square = u * u + 2 * a * gap_m;
    const root = u + Math.sqrt(Math.max(0, square));
    if (square >= 0 && root > 0) this.#lookBefore(moment, pointEntries, c, (2 * gap_m) / root);
  }

  #lookBefore(moment: Moment, entries: Int32Array, k: number, t_s: number): void {
    const { reals } = moment;
    if (!(t_s < this.#contacts.period_ns * S_PER_NS)) return;
    const t_ns = moment.instant_ns[0]! + Math.max(SHORTEST_NS, Math.ceil(t_s / S_PER_NS));
    const j = entries[k * ENTRY_SIZE + ENTRY.other]!;
    const isWatched = (b: number): boolean => reals[this.#of(b) + MEMORY.status] === STATUS.watched;
    const i = entries[k * ENTRY_SIZE + ENTRY.body]!;
    if (isWatched(i)) this.#dueBy(reals, this.#of(i), t_ns);
    if (j >= 0 && isWatched(j)) this.#dueBy(reals, this.#of(j), t_ns);
  }

  /** out[o] = how fast a gap closes at a point: now, or at the end of the period under the forces that were found. */
  #closingInto(out: Float64Array, o: number, reals: Float64Array, c: number, later: boolean): void {
    const { points, pointEntries } = this.#nearby;
    const at = c * CONTACT_SIZE;
    out[o] = 0;
    for (let side = 0; side < 2; side++) {
      const i = pointEntries[c * ENTRY_SIZE + (side === 0 ? ENTRY.body : ENTRY.other)]!;
      if (i < 0) continue;
      const pose = this.#of(i) + MEMORY.motion;
      const slot = this.#slot[i]!;
      for (let n = 0; n < 6; n++) velocity[n] = reals[pose + 7 + n]!;
      if (later && slot >= 0) this.#problem.nextInto(velocity, 0, slot);
      pointVelocityInto(force, reals, pose, velocity, points, at + CONTACT.point);
      let along = 0;
      for (let n = 0; n < 3; n++) along += force[n]! * points[at + CONTACT.normal + n]!;
      out[o] = out[o]! + (side === 0 ? -along : along);
    }
  }

  #dueBy(reals: Float64Array, m: number, t_ns: number): void {
    if (t_ns < reals[m + MEMORY.due_ns]!) reals[m + MEMORY.due_ns] = t_ns;
  }

  /** Events for what is due: one for all that is due at one instant. */
  #schedule(moment: Moment): void {
    const { reals } = moment;
    const bodies = this.#bodies;
    const now_ns = moment.instant_ns[0]!;
    for (let k = 0; k < bodies.length; k++) {
      const i = bodies[k]!;
      const due_ns = reals[this.#of(i) + MEMORY.due_ns]!;
      if (!(due_ns < Number.POSITIVE_INFINITY) || (this.#seen[i] === 0 && due_ns > now_ns)) continue;
      let first = true;
      for (let n = 0; n < k && first; n++) first = reals[this.#of(bodies[n]!) + MEMORY.due_ns] !== due_ns;
      if (first) moment.schedule(due_ns, PHASE.correct);
    }
  }
}

/** A bound of the speed of any point of a body, from V_NB_B at x[at ..]. */
function speedOf(x: Float64Array, at: number, radius_m: number): number {
  const u = x[at]!;
  const v = x[at + 1]!;
  const w = x[at + 2]!;
  const p = x[at + 3]!;
  const q = x[at + 4]!;
  const r = x[at + 5]!;
  return Math.sqrt(u * u + v * v + w * w) + radius_m * Math.sqrt(p * p + q * q + r * r);
}

const arm = new Float64Array(3);

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

/** One number for the two solids of a contact. */
function pairOf(entries: Int32Array, e: number): number {
  const other = entries[e + ENTRY.other]! + 16_777_216;
  return (other * 256 + entries[e + ENTRY.solid]!) * 256 + entries[e + ENTRY.otherSolid]!;
}
