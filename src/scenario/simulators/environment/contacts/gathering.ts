/**
 * What is known at an instant around the bodies that need a decision: their states and those of all that is near them, asked for where they
 * are not there, and the gaps and contact points among them (nearby.ts).
 */
import { S_PER_NS } from "../../../../core/index.ts";
import type { InPort, Moment, OutPort } from "../../../../engine/index.ts";
import { CONTACT, CONTACT_SIZE, contactQuestion, type correction, KEEP_M } from "../../../../environment/index.ts";
import { crossInto } from "../../../../math/index.ts";
import { contactState } from "../../../../vehicles/index.ts";
import type { Contacts } from "../../../load/contacts.ts";
import { MEMORY, MEMORY_SIZE, STATUS } from "./body-memory.ts";
import { speedOf } from "./foresight.ts";
import type { FreeSpaces } from "./free-spaces.ts";
import { ENTRY, ENTRY_SIZE, Nearby } from "./nearby.ts";

const TOLD = contactState.at;

/** What is near a body that is watched, beyond what it moves until the next look. */
const NEAR_M = 0.05;
/** Share of the period that is allowed for what speeds up within it. */
const FAST_MPS2 = 50;

// Scratch of one event.
const told = new Float64Array(contactState.size);
const asked = new Float64Array(contactQuestion.size);
const force = new Float64Array(3);
const span = new Float64Array(1);
const range = new Float64Array(1);
const centre = new Float64Array(3);
const apart = new Float64Array(1);

export interface DeskPorts {
  readonly states: InPort<typeof contactState.fields>;
  readonly questions: OutPort<typeof contactQuestion.fields>;
  readonly corrections: OutPort<typeof correction.fields>;
}

export class Gathering {
  readonly nearby: Nearby;
  /** By index: seen in this event; how far around it was looked for what stands still. */
  readonly seen: Uint8Array;
  readonly ranges: Float64Array;
  readonly #contacts: Contacts;
  readonly #at: number;
  readonly #ports: readonly (DeskPorts | null)[];
  readonly #spaces: FreeSpaces;
  /** Indices of the bodies that may touch. */
  readonly #bodies: Int32Array;
  /** How far around each it was looked for bodies. */
  readonly #near: Float64Array;

  constructor(
    contacts: Contacts,
    at: number,
    ports: readonly (DeskPorts | null)[],
    spaces: FreeSpaces,
    bodies: Int32Array,
  ) {
    this.#contacts = contacts;
    this.#at = at;
    this.#ports = ports;
    this.#spaces = spaces;
    this.#bodies = bodies;
    this.nearby = new Nearby(contacts);
    this.seen = new Uint8Array(contacts.bodies.length);
    this.ranges = new Float64Array(contacts.bodies.length);
    this.#near = new Float64Array(contacts.bodies.length);
  }

  /** Memory of a body: its place in reals. */
  #of(i: number): number {
    return this.#at + i * MEMORY_SIZE;
  }

  /** Where obstacles on a path are is known at any time. */
  placeMovers({ reals, instant_ns }: Moment): void {
    const { movers, vehicles } = this.#contacts;
    span[0] = instant_ns[0]! * S_PER_NS;
    for (let k = 0; k < movers.length; k++) {
      const m = this.#of(vehicles + k);
      movers[k]!.path.motionInto(reals, m + MEMORY.motion, span, 0);
      reals[m + MEMORY.fresh_ns] = instant_ns[0]!;
      reals[m + MEMORY.status] = STATUS.watched;
    }
  }

  /** Takes in the states that have come, and notes what is due. */
  receive(moment: Moment): void {
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
  gather(moment: Moment): boolean {
    const { reals } = moment;
    const { nearby } = this;
    const bodies = this.#bodies;
    nearby.clear();
    this.seen.fill(0);
    let waits = false;
    let isNoted = false;
    for (let more = true; more; ) {
      more = false;
      for (let k = 0; k < bodies.length; k++) {
        const i = bodies[k]!;
        const m = this.#of(i);
        if (reals[m + MEMORY.needs] === 0 || this.seen[i] === 1) continue;
        if (!this.#isFresh(moment, m)) {
          waits = this.#ask(moment, i) || waits;
          continue;
        }
        this.seen[i] = 1;
        if (!isNoted) this.#spaces.whereabouts.note(reals, moment.instant_ns[0]!);
        isNoted = true;
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
    const { nearby } = this;
    const m = this.#of(i);
    const pose = m + MEMORY.motion;
    const own = this.#contacts.bodies[i]!.body;
    const isWatched = reals[m + MEMORY.status] !== STATUS.free;
    nearby.centreInto(centre, 0, i, reals, pose);
    if (isWatched) range[0] = this.nearOf(reals, m, own.radius_m[0]!);
    else this.#spaces.needInto(range, reals, i, centre);
    const near_m = range[0]!;
    this.#near[i] = near_m;
    let waits = false;
    const { whereabouts } = this.#spaces;
    const count = whereabouts.nearPlaces(i, centre, near_m);
    for (let k = 0; k < count; k++) {
      const j = whereabouts.found[k]!;
      const n = this.#of(j);
      const isFresh = this.#isFresh(moment, n);
      this.#spaces.apartInto(apart, 0, reals, centre, own, j, isFresh);
      if (apart[0]! > near_m + (isFresh ? this.#comesBy(reals, i, j) : 0)) continue;
      // A pair is looked at once.
      if (isFresh && this.seen[j] === 1 && apart[0]! <= this.#near[j]! + this.#comesBy(reals, j, i)) continue;
      if (!isFresh) waits = this.#ask(moment, j) || waits;
      else if (i < j) nearby.lookAtPair(i, reals, pose, j, reals, n + MEMORY.motion);
      else nearby.lookAtPair(j, reals, n + MEMORY.motion, i, reals, pose);
    }
    for (let j = this.#contacts.vehicles; j < this.#contacts.bodies.length; j++) {
      this.#spaces.apartInto(apart, 0, reals, centre, own, j, true);
      if (apart[0]! > near_m + this.#comesBy(reals, i, j)) continue;
      nearby.lookAtPair(i, reals, pose, j, reals, this.#of(j) + MEMORY.motion);
    }
    nearby.lookAround(i, reals, pose, range, !isWatched);
    this.ranges[i] = range[0]!;
    if (this.#contacts.bottom !== null) nearby.lookDown(i, reals, pose, this.#contacts.bottom);
    return waits;
  }

  /** How far another body comes towards one that is watched, until the next look. */
  #comesBy(reals: Float64Array, i: number, j: number): number {
    if (reals[this.#of(i) + MEMORY.status] === STATUS.free) return 0;
    const speed_mps = speedOf(reals, this.#of(j) + MEMORY.motion + 7, this.#contacts.bodies[j]!.body.radius_m[0]!);
    return this.#contacts.period_ns * S_PER_NS * speed_mps;
  }

  /** How far around a body that is watched something may be that it meets before its next look. */
  nearOf(reals: Float64Array, m: number, radius_m: number): number {
    const period_s = this.#contacts.period_ns * S_PER_NS;
    return NEAR_M + period_s * (2 * speedOf(reals, m + MEMORY.motion + 7, radius_m) + FAST_MPS2 * period_s);
  }

  /** What touches a body that needs a decision needs one too; true where that is new. */
  #drawIn({ reals }: Moment, from: number): boolean {
    const { points, pointEntries, pointCount } = this.nearby;
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
}
