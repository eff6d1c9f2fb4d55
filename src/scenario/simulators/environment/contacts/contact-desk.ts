/**
 * Contacts between bodies, and of bodies with the bottom and what stands in the water: found by guards of the bodies, decided here.
 *
 * Each body that moves has a free space (environment/contacts/free-space.ts): a ball, and half-spaces between it and what is near. When it
 * leaves that, its state comes here, at that instant. The states of bodies near it are asked for, in later rounds of the same instant
 * (gathering.ts). When all are there:
 *
 *   1. gaps and contact points among what is near (nearby.ts)
 *   2. bodies that touch (gap ≤ TOUCHING) with all that they touch: impacts (environment/contacts/contact-problem.ts). Where there was one,
 *      velocities are corrected (corrections.ts), and the bodies are asked again: their free accelerations have changed
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
import { type Moment, PHASE } from "../../../../engine/index.ts";
import { CONTACT_SIZE, FREE_SPACE, TOUCHING_M } from "../../../../environment/index.ts";
import type { Contacts } from "../../../load/contacts.ts";
import { dueBy, freshMemory, MEMORY, MEMORY_SIZE, STATUS, touchable } from "./body-memory.ts";
import type { ContactLog } from "./contact-log.ts";
import { displace, sendCorrection } from "./corrections.ts";
import { Foresight, speedOf } from "./foresight.ts";
import type { FreeSpaces } from "./free-spaces.ts";
import { type DeskPorts, Gathering } from "./gathering.ts";
import { ENTRY, ENTRY_SIZE, type Nearby } from "./nearby.ts";
import { Touching } from "./touching.ts";

/** Approach below which the forces of the next period do what an impact would. */
const SLOW_MPS = Float64Array.of(1e-3);
/** Overlap that is pushed apart. */
const OVERLAP_M = Float64Array.of(1e-5);
/** Speed at which a body counts as calm, of any point of it; looks until it rests. */
const CALM_MPS = 1e-5;
const CALM = 12;
/** Slack of a body at rest. */
const REST_M = 1e-5;
/** Impacts of a body at one instant; after them forces and overlap have to do. */
const MOST_BLOWS = 32;

// Scratch of one event.
const wrench = new Float64Array(6);
const velocity = new Float64Array(6);
const span = new Float64Array(1);
const slop = new Float64Array(1);
/** Impulses on the body that is corrected next. */
const struck = new Float64Array(1);

export class ContactDesk {
  readonly #contacts: Contacts;
  readonly #at: number;
  readonly #ports: readonly (DeskPorts | null)[];
  readonly #log: ContactLog;
  readonly #spaces: FreeSpaces;
  readonly #gathering: Gathering;
  readonly #nearby: Nearby;
  readonly #touching: Touching;
  readonly #foresight: Foresight;
  /** Indices of the bodies that may touch. */
  readonly #bodies: Int32Array;
  /** By index: it was looked at and touches nothing. */
  readonly #isFree: Uint8Array;
  /** It was stopped in this event. */
  readonly #halted: Uint8Array;

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
    this.#bodies = touchable(contacts);
    this.#gathering = new Gathering(contacts, at, ports, spaces, this.#bodies);
    this.#nearby = this.#gathering.nearby;
    this.#touching = new Touching(contacts, at, this.#nearby);
    this.#foresight = new Foresight(contacts, at, this.#nearby, this.#touching);
    this.#isFree = new Uint8Array(contacts.bodies.length);
    this.#halted = new Uint8Array(contacts.bodies.length);
  }

  /** What its memory begins with. */
  static initial(count: number): number[] {
    return Array.from({ length: count }, freshMemory).flat();
  }

  handle(moment: Moment): void {
    this.#gathering.placeMovers(moment);
    this.#gathering.receive(moment);
    if (this.#gathering.gather(moment)) return; // answers wake it again
    this.#decide(moment);
  }

  /** Memory of a body: its place in reals. */
  #of(i: number): number {
    return this.#at + i * MEMORY_SIZE;
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
      this.#isFree[i] = this.#gathering.seen[i] === 1 && !touching.has(i) ? 1 : 0;
      if (this.#gathering.seen[i] === 0) continue;
      reals[m + MEMORY.needs] = 0;
      if (this.#isFree[i] === 1) this.#release(moment, i);
    }
    this.#spaces.grant(moment, this.#isFree, this.#gathering.ranges, this.#nearby);
    for (let k = 0; k < bodies.length; k++) {
      const i = bodies[k]!;
      const m = this.#of(i);
      if (this.#gathering.seen[i] === 0) continue;
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
      struck[0] = 0;
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
      if (overlaps && displace(reals, m, problem, touching.slot(i))) moves = true;
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

  /** It is left alone until something moves it; those whose spaces reach to it get new ones, with half-spaces towards it. */
  #layDown(moment: Moment, i: number): void {
    const { reals } = moment;
    const now_ns = moment.instant_ns[0]!;
    const wasResting = reals[this.#of(i) + MEMORY.status] === STATUS.resting;
    reals[this.#of(i) + MEMORY.status] = STATUS.resting;
    this.#spaces.rest(moment, i, REST_M);
    if (wasResting) return; // and it is where it was
    for (let k = 0; k < this.#bodies.length; k++) {
      const j = this.#bodies[k]!;
      const m = this.#of(j);
      // What is looked at now gets its space after this.
      if (j === i || reals[m + MEMORY.status] !== STATUS.free || this.#gathering.seen[j] === 1) continue;
      if (this.#spaces.mayMeet(reals, i, j)) reals[m + MEMORY.due_ns] = now_ns;
    }
  }

  #watch(moment: Moment, i: number): void {
    const { reals } = moment;
    const m = this.#of(i);
    reals[m + MEMORY.status] = STATUS.watched;
    // Until the next look it goes nowhere else.
    this.#spaces.watch(moment, i, this.#gathering.nearOf(reals, m, this.#contacts.bodies[i]!.body.radius_m[0]!));
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

  /** Tells a body of its contact forces, `wrench`, and of its motion where that has changed. */
  #correct(moment: Moment, i: number, moves: boolean): void {
    sendCorrection(moment, this.#ports[i]!, this.#of(i), wrench, struck, moves);
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
