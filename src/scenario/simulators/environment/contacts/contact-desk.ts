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
  contactQuestion,
  correction,
  FREE_SPACE,
  KEEP_M,
  TOUCHING_M,
} from "../../../../environment/index.ts";
import {
  choleskyFactor6Into,
  choleskySolve6Into,
  crossInto,
  integrateQuaternionInto,
  rotateInto,
  rotateInverseInto,
} from "../../../../math/index.ts";
import { contactState } from "../../../../vehicles/index.ts";
import type { Contacts } from "../../../load/contacts.ts";
import { dueBy, freshMemory, MEMORY, MEMORY_SIZE, STATUS } from "./body-memory.ts";
import type { ContactLog } from "./contact-log.ts";
import { Foresight, speedOf } from "./foresight.ts";
import type { FreeSpaces } from "./free-spaces.ts";
import { ENTRY, ENTRY_SIZE, Nearby } from "./nearby.ts";
import { Touching } from "./touching.ts";

const TOLD = contactState.at;
const DONE = correction.at;

/** Approach below which the forces of the next period do what an impact would. */
const SLOW_MPS = Float64Array.of(1e-3);
/** Overlap that is pushed apart. */
const OVERLAP_M = Float64Array.of(1e-5);
/** Speed at which a body counts as calm, of any point of it; looks until it rests. */
const CALM_MPS = 1e-5;
const CALM = 12;
/** Slack of a body at rest. */
const REST_M = 1e-5;
/** What is near a body that is watched, beyond what it moves until the next look. */
const NEAR_M = 0.05;
/** Impacts of a body at one instant; after them forces and overlap have to do. */
const MOST_BLOWS = 32;
/** Share of the period that is allowed for what speeds up within it. */
const FAST_MPS2 = 50;

// Scratch of one event.
const told = new Float64Array(contactState.size);
const asked = new Float64Array(contactQuestion.size);
const done = new Float64Array(correction.size);
const wrench = new Float64Array(6);
const velocity = new Float64Array(6);
const displacement = new Float64Array(6);
const factor = new Float64Array(36);
const force = new Float64Array(3);
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
  readonly #touching: Touching;
  readonly #foresight: Foresight;
  /** Indices of the bodies that may touch. */
  readonly #bodies: Int32Array;
  /** By index: seen in this event. */
  readonly #seen: Uint8Array;
  /** It was looked at and touches nothing; how far around it was looked for bodies, and for what stands still. */
  readonly #isFree: Uint8Array;
  /** It was stopped in this event. */
  readonly #halted: Uint8Array;
  readonly #near: Float64Array;
  readonly #ranges: Float64Array;

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
    this.#touching = new Touching(contacts, at, this.#nearby);
    this.#foresight = new Foresight(contacts, at, this.#nearby, this.#touching);
    this.#bodies = Int32Array.from(
      contacts.bodies.flatMap((body, i) => (body === null || i >= contacts.vehicles ? [] : [i])),
    );
    this.#seen = new Uint8Array(contacts.bodies.length);
    this.#isFree = new Uint8Array(contacts.bodies.length);
    this.#halted = new Uint8Array(contacts.bodies.length);
    this.#near = new Float64Array(contacts.bodies.length);
    this.#ranges = new Float64Array(contacts.bodies.length);
  }

  /** What its memory begins with. */
  static initial(count: number): number[] {
    return Array.from({ length: count }, freshMemory).flat();
  }

  handle(moment: Moment): void {
    this.#placeMovers(moment);
    this.#receive(moment);
    if (this.#gather(moment)) return; // answers wake it again
    this.#decide(moment);
  }

  /** Where obstacles on a path are is known at any time. */
  #placeMovers({ reals, instant_ns }: Moment): void {
    const { movers, vehicles } = this.#contacts;
    span[0] = instant_ns[0]! * S_PER_NS;
    for (let k = 0; k < movers.length; k++) {
      const m = this.#of(vehicles + k);
      movers[k]!.path.motionInto(reals, m + MEMORY.motion, span, 0);
      reals[m + MEMORY.fresh_ns] = instant_ns[0]!;
      reals[m + MEMORY.status] = STATUS.watched;
    }
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
        // v̇ in N is R (v̇_B + ω × v_B).
        crossInto(force, 0, told, TOLD.p_NB_m + 10, told, TOLD.p_NB_m + 7);
        for (let n = 0; n < 3; n++) reals[m + MEMORY.acceleration + n]! += force[n]!;
        reals[m + MEMORY.fresh_ns] = now_ns;
        if (told[TOLD.cause] !== 0) reals[m + MEMORY.needs] = 1;
      }
      if (reals[m + MEMORY.due_ns] === now_ns) {
        reals[m + MEMORY.due_ns] = Number.POSITIVE_INFINITY;
        reals[m + MEMORY.scheduled_ns] = -1;
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
    nearby.centreInto(centre, 0, i, reals, pose);
    if (isWatched) range[0] = this.#nearOf(reals, m, own.radius_m[0]!);
    else this.#spaces.needInto(range, reals, i, centre);
    const near_m = range[0]!;
    this.#near[i] = near_m;
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
      else if (i < j) nearby.lookAtPair(i, reals, pose, j, reals, n + MEMORY.motion);
      else nearby.lookAtPair(j, reals, n + MEMORY.motion, i, reals, pose);
    }
    for (let j = this.#contacts.vehicles; j < this.#contacts.bodies.length; j++) {
      this.#spaces.apartInto(apart, 0, reals, centre, own, j, true);
      if (apart[0]! <= near_m) nearby.lookAtPair(i, reals, pose, j, reals, this.#of(j) + MEMORY.motion);
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
      if (points[c * CONTACT_SIZE + CONTACT.gap]! > KEEP_M) continue;
      for (let side = 0; side < 2; side++) {
        const i = pointEntries[c * ENTRY_SIZE + (side === 0 ? ENTRY.body : ENTRY.other)]!;
        if (i < 0 || i >= this.#contacts.vehicles || reals[this.#of(i) + MEMORY.needs] !== 0) continue;
        reals[this.#of(i) + MEMORY.needs] = 1;
        more = true;
      }
    }
    return more;
  }

  #decide(moment: Moment): void {
    const { reals } = moment;
    const bodies = this.#bodies;
    const now_ns = moment.instant_ns[0]!;
    const touching = this.#touching;
    touching.pose(reals);
    if (this.#strike(moment)) return; // looked at again in the next round
    this.#rest(moment);
    for (let k = 0; k < bodies.length; k++) {
      const i = bodies[k]!;
      const m = this.#of(i);
      this.#isFree[i] = this.#seen[i] === 1 && !touching.has(i) ? 1 : 0;
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
          dueBy(reals, m, now_ns + this.#contacts.period_ns);
        }
      }
      dueBy(reals, m, this.#log.clear(moment, i));
    }
    this.#foresight.look(moment);
    this.#schedule(moment);
  }

  /** 2: impacts. True where there was one. */
  #strike(moment: Moment): boolean {
    const { reals } = moment;
    const touching = this.#touching;
    const { problem } = touching;
    if (!touching.strikes(SLOW_MPS) || this.#areSpent(moment)) return false;
    this.#log.beforeImpact(problem);
    problem.impact();
    this.#log.impact(moment, touching, this.#nearby);
    for (let k = 0; k < this.#bodies.length; k++) {
      const i = this.#bodies[k]!;
      if (!touching.has(i)) continue;
      const m = this.#of(i);
      problem.velocityInto(velocity, 0, touching.slot(i));
      for (let n = 0; n < 6; n++) reals[m + MEMORY.motion + 7 + n] = velocity[n]!;
      reals[m + MEMORY.blows] = reals[m + MEMORY.struck_ns] === moment.instant_ns[0] ? reals[m + MEMORY.blows]! + 1 : 1;
      reals[m + MEMORY.struck_ns] = moment.instant_ns[0]!;
      reals[m + MEMORY.calm] = 0;
      reals[m + MEMORY.needs] = 1;
      reals[m + MEMORY.fresh_ns] = -1;
      reals[m + MEMORY.asked_ns] = -1;
      this.#watch(moment, i);
      wrench.fill(0);
      struck[0] = touching.impulseOn(i);
      this.#correct(moment, i, true);
    }
    moment.schedule(moment.instant_ns[0]!, PHASE.correct);
    return true;
  }

  /** Whether a body that touches something has had its impacts of this instant: between two things that close in there is no end of them. */
  #areSpent({ reals, instant_ns }: Moment): boolean {
    for (let k = 0; k < this.#bodies.length; k++) {
      const i = this.#bodies[k]!;
      const m = this.#of(i);
      if (!this.#touching.has(i) || reals[m + MEMORY.struck_ns] !== instant_ns[0]) continue;
      if (reals[m + MEMORY.blows]! >= MOST_BLOWS) return true;
    }
    return this.#isSqueezed(reals);
  }

  /** Whether anything that touches something had no place at the look before. */
  #isSqueezed(reals: Float64Array): boolean {
    for (let k = 0; k < this.#bodies.length; k++) {
      const i = this.#bodies[k]!;
      if (this.#touching.has(i) && reals[this.#of(i) + MEMORY.squeezed] === 1) return true;
    }
    return false;
  }

  /** 3: overlaps, and the forces until the next look. */
  #rest(moment: Moment): void {
    const { reals } = moment;
    const touching = this.#touching;
    const { problem } = touching;
    if (problem.contacts === 0) return;
    const now_ns = moment.instant_ns[0]!;
    const period_ns = this.#contacts.period_ns;
    span[0] = period_ns * S_PER_NS;
    const overlaps = touching.overlaps(OVERLAP_M);
    const bends = touching.bends(reals);
    if (bends) touching.pose(reals, false, true);
    let squeezes = false;
    const isFree = !this.#isSqueezed(reals) && this.#solve(reals, overlaps);
    if (!isFree && touching.hasMovers) {
      touching.pose(reals, true, bends);
      this.#solve(reals, overlaps);
      squeezes = touching.stopsMovers();
    }
    touching.remember(reals);
    for (let k = 0; k < this.#bodies.length; k++) {
      const i = this.#bodies[k]!;
      if (!touching.has(i)) continue;
      const m = this.#of(i);
      problem.nextInto(velocity, 0, touching.slot(i));
      const isCalm = speedOf(velocity, 0, this.#contacts.bodies[i]!.body.radius_m[0]!) < CALM_MPS;
      reals[m + MEMORY.calm] = isCalm ? reals[m + MEMORY.calm]! + 1 : 0;
    }
    for (let k = 0; k < this.#bodies.length; k++) {
      const i = this.#bodies[k]!;
      if (!touching.has(i)) continue;
      const m = this.#of(i);
      let moves = this.#halted[i] === 1;
      if (overlaps && this.#displace(reals, m, touching.slot(i))) moves = true;
      problem.wrenchInto(wrench, 0, touching.slot(i));
      this.#correct(moment, i, moves);
      const rests = this.#mayRest(reals, i);
      this.#log.force(moment, i, touching.pointsOf(i), wrench, rests);
      this.#log.squeeze(moment, i, squeezes && touching.isWithMover(i));
      if (rests) this.#layDown(moment, i);
      else {
        this.#watch(moment, i);
        dueBy(reals, m, now_ns + period_ns);
      }
    }
    for (let c = 0; c < problem.contacts; c++) {
      const point = touching.pointOf(c);
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

  /** Displacements and forces; false where there are none that do what they should. */
  #solve(reals: Float64Array, overlaps: boolean): boolean {
    const { problem } = this.#touching;
    let isSolved = true;
    if (overlaps) {
      slop[0] = TOUCHING_M;
      isSolved = problem.separate(slop);
    }
    this.#halt(reals);
    return problem.forces(span) && isSolved;
  }

  /**
   * Bodies that have been calm for long enough stop, so that the forces found next are in balance and can be held for any time. Those
   * that have moved since are not calm.
   */
  #halt(reals: Float64Array): void {
    const touching = this.#touching;
    for (let k = 0; k < this.#bodies.length; k++) {
      const i = this.#bodies[k]!;
      if (!touching.has(i)) continue;
      const m = this.#of(i);
      if (speedOf(reals, m + MEMORY.motion + 7, this.#contacts.bodies[i]!.body.radius_m[0]!) >= CALM_MPS)
        reals[m + MEMORY.calm] = 0;
    }
    for (let k = 0; k < this.#bodies.length; k++) {
      const i = this.#bodies[k]!;
      this.#halted[i] = 0;
      if (!touching.has(i) || !this.#mayRest(reals, i)) continue;
      const m = this.#of(i);
      const at = m + MEMORY.motion;
      for (let n = 7; n < 13; n++) if (reals[at + n] !== 0) this.#halted[i] = 1;
      for (let n = 7; n < 13; n++) reals[at + n] = 0;
      touching.problem.halt(touching.slot(i));
      if (reals[m + MEMORY.status] !== STATUS.resting) continue;
      // Back to where it lay, so that it does not creep by the slack of its guard.
      for (let n = 0; n < 7; n++) {
        const lay = reals[m + MEMORY.space + FREE_SPACE.pose + n]!;
        if (reals[at + n] !== lay) this.#halted[i] = 1;
        reals[at + n] = lay;
      }
    }
  }

  /** Whether a body and all that it touches have been calm for long enough; on what moves nothing rests. */
  #mayRest(reals: Float64Array, i: number): boolean {
    const touching = this.#touching;
    const { problem } = touching;
    const island = problem.island(touching.slot(i));
    for (let k = 0; k < this.#bodies.length; k++) {
      const j = this.#bodies[k]!;
      if (!touching.has(j) || problem.island(touching.slot(j)) !== island) continue;
      if (reals[this.#of(j) + MEMORY.calm]! < CALM || touching.isOnMover(j)) return false;
    }
    return true;
  }

  /** It is left alone until something moves it; those that are near get half-spaces towards it. */
  #layDown(moment: Moment, i: number): void {
    const { reals } = moment;
    const { gapCount, gapEntries } = this.#nearby;
    const wasResting = reals[this.#of(i) + MEMORY.status] === STATUS.resting;
    reals[this.#of(i) + MEMORY.status] = STATUS.resting;
    this.#spaces.rest(moment, i, REST_M);
    if (wasResting) return; // and it is where it was
    for (let g = 0; g < gapCount; g++) {
      const a = gapEntries[g * ENTRY_SIZE + ENTRY.body]!;
      const b = gapEntries[g * ENTRY_SIZE + ENTRY.other]!;
      if (b < 0 || (a !== i && b !== i)) continue;
      const near = a === i ? b : a;
      const m = this.#of(near);
      // What is looked at now gets its space after this.
      if (reals[m + MEMORY.status] === STATUS.free && this.#seen[near] === 0)
        reals[m + MEMORY.due_ns] = moment.instant_ns[0]!;
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
    this.#touching.problem.displacementInto(displacement, 0, slot);
    let any = false;
    for (let n = 0; n < 6; n++) if (displacement[n] !== 0) any = true;
    if (!any) return false;
    rotateInto(force, 0, reals, pose + 3, displacement, 0);
    for (let n = 0; n < 3; n++) reals[pose + n] = reals[pose + n]! + force[n]!;
    // The momentum, of the body with its added mass, stays as it is in N.
    const isMovable = choleskyFactor6Into(factor, 0, reals, m + MEMORY.massInverse) < 0;
    if (isMovable) {
      choleskySolve6Into(velocity, 0, factor, 0, reals, pose + 7);
      for (let n = 0; n < 6; n += 3) rotateInto(velocity, n, reals, pose + 3, velocity, n);
    }
    integrateQuaternionInto(reals, pose + 3, reals, pose + 3, displacement, 3, 1);
    if (!isMovable) return true;
    for (let n = 0; n < 6; n += 3) rotateInverseInto(velocity, n, reals, pose + 3, velocity, n);
    for (let n = 0; n < 6; n++) {
      let sum = 0;
      for (let k = 0; k < 6; k++) sum += reals[m + MEMORY.massInverse + 6 * n + k]! * velocity[k]!;
      reals[pose + 7 + n] = sum;
    }
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

  /** Events for what is due: one for all that is due at one instant. */
  #schedule(moment: Moment): void {
    const { reals } = moment;
    const bodies = this.#bodies;
    for (let k = 0; k < bodies.length; k++) {
      const i = bodies[k]!;
      const m = this.#of(i);
      const due_ns = reals[m + MEMORY.due_ns]!;
      if (!(due_ns < Number.POSITIVE_INFINITY) || reals[m + MEMORY.scheduled_ns] === due_ns) continue;
      reals[m + MEMORY.scheduled_ns] = due_ns;
      let first = true;
      for (let n = 0; n < k && first; n++) first = reals[this.#of(bodies[n]!) + MEMORY.scheduled_ns] !== due_ns;
      if (first) moment.schedule(due_ns, PHASE.correct);
    }
  }
}
