/**
 * The bodies that touch something at an instant, put into a contact problem, and what is asked of its answer.
 *
 * Two things begin to touch at a gap of ENTER_M, and are apart again at KEEP_M. Contacts are kept at TOUCHING_M: the gap that the problem
 * sees is what is left beyond it. Friction and restitution of a pair are the geometric means of those of its sides.
 */
import { S_PER_NS } from "../../../../core/index.ts";
import {
  addTurningInto,
  CONTACT,
  CONTACT_SIZE,
  ContactProblem,
  CurvedGround,
  ENTER_M,
  KEEP_M,
  ROUND,
  TOUCHING_M,
  WORLD,
} from "../../../../environment/index.ts";
import type { Contacts } from "../../../load/contacts.ts";
import { FORCE, FORCE_SIZE, MEMORY, MEMORY_SIZE, MOST_FORCES, STATUS } from "./body-memory.ts";
import { ENTRY, ENTRY_SIZE, GROUND, type Nearby, pieceOf } from "./nearby.ts";

const surface = new Float64Array(2);
const place = new Float64Array(7);
const force = new Float64Array(3);
const drift = new Float64Array(3);
const massInverse = new Float64Array(36);
const before = new Float64Array(6);
const after = new Float64Array(6);
const period = new Float64Array(1);

/** Deep overlaps are pushed apart by so much at a look, so that nothing jumps. */
const MOST_APART_M = 0.01;
/** What moves on a path counts as so many times as heavy as what it meets, where it cannot be stopped and there is no way out. */
const YIELDING = 1e4;

export class Touching {
  readonly problem = new ContactProblem();
  readonly #curving = new CurvedGround();
  readonly #contacts: Contacts;
  readonly #at: number;
  readonly #nearby: Nearby;
  /** By index of body: whether it touches something, and its index in the problem, or −1. */
  readonly #touches: Uint8Array;
  readonly #slot: Int32Array;
  /** By contact of the problem: the point in nearby. */
  #pointOf: Int32Array = new Int32Array(64);

  constructor(contacts: Contacts, at: number, nearby: Nearby) {
    this.#contacts = contacts;
    this.#at = at;
    this.#nearby = nearby;
    this.#touches = new Uint8Array(contacts.bodies.length);
    this.#slot = new Int32Array(contacts.bodies.length);
  }

  #of(i: number): number {
    return this.#at + i * MEMORY_SIZE;
  }

  /** Whether a body touches something. */
  has(i: number): boolean {
    return this.#touches[i] === 1;
  }

  /** Its index in the problem, −1 for none. */
  slot(i: number): number {
    return this.#slot[i]!;
  }

  /** Whether a point in nearby is a contact of the problem. */
  holds(point: number): boolean {
    for (let c = 0; c < this.problem.contacts; c++) if (this.#pointOf[c] === point) return true;
    return false;
  }

  /** The point in nearby of a contact of the problem. */
  pointOf(contact: number): number {
    return this.#pointOf[contact]!;
  }

  /**
   * Puts the bodies that touch, and where they do, into the problem. yielding: what moves on a path is a heavy body instead of one that
   * nothing stops, so that there is an answer where it presses something against a wall. ahead: normals are those in the middle of the period,
   * for forces that are held.
   */
  pose(reals: Float64Array, yielding = false, ahead = false): void {
    const { points, pointEntries, pointCount } = this.#nearby;
    const { problem } = this;
    this.#touches.fill(0);
    for (let c = 0; c < pointCount; c++) {
      const e = c * ENTRY_SIZE;
      const i = pointEntries[e + ENTRY.body]!;
      const j = pointEntries[e + ENTRY.other]!;
      if (!this.isOn(reals, points[c * CONTACT_SIZE + CONTACT.gap]!, i, j)) continue;
      this.#touches[i] = 1;
      if (j >= 0) this.#touches[j] = 1;
    }
    problem.clear();
    for (let i = 0; i < this.#slot.length; i++) {
      this.#slot[i] = -1;
      if (this.#touches[i] === 0) continue;
      const m = this.#of(i);
      if (i >= this.#contacts.vehicles) {
        if (yielding) this.#heavyInto(massInverse, reals, i);
        this.#slot[i] = yielding
          ? problem.addBody(reals, m + MEMORY.motion, massInverse, 0)
          : problem.addFixed(reals, m + MEMORY.motion);
        continue;
      }
      // What a latch holds has the inverse mass 0.
      if (reals[m + MEMORY.massInverse] === 0) {
        this.#slot[i] = problem.addFixed(reals, m + MEMORY.motion);
        continue;
      }
      this.#slot[i] = problem.addBody(reals, m + MEMORY.motion, reals, m + MEMORY.massInverse);
      problem.setAcceleration(this.#slot[i]!, reals, m + MEMORY.acceleration);
    }
    for (let c = 0; c < pointCount; c++) this.#addPoint(reals, c, ahead);
  }

  /** Of an obstacle on a path: 1/YIELDING of the least of what it could meet. */
  #heavyInto(out: Float64Array, reals: Float64Array, mover: number): void {
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i < this.#contacts.vehicles; i++) {
      const inverse = reals[this.#of(i) + MEMORY.massInverse]!;
      if (this.#touches[i] === 1 && inverse > 0) least = Math.min(least, inverse);
    }
    const radius_m = this.#contacts.bodies[mover]!.body.radius_m[0]!;
    out.fill(0);
    for (let n = 0; n < 6; n++) out[7 * n] = least / YIELDING / (n < 3 ? 1 : radius_m * radius_m);
  }

  /** Of forces() with yielding movers: whether any of them would lose a part of its speed, as none does. */
  stopsMovers(): boolean {
    for (let i = this.#contacts.vehicles; i < this.#touches.length; i++) {
      if (this.#touches[i] === 0) continue;
      this.problem.velocityInto(before, 0, this.#slot[i]!);
      this.problem.nextInto(after, 0, this.#slot[i]!);
      let [lost, had] = [0, 0];
      for (let n = 0; n < 3; n++) {
        lost += (after[n]! - before[n]!) * (after[n]! - before[n]!);
        had += before[n]! * before[n]!;
      }
      if (lost > 0.01 * had) return true;
    }
    return false;
  }

  /** Whether any of the obstacles that move touches something. */
  get hasMovers(): boolean {
    for (let i = this.#contacts.vehicles; i < this.#touches.length; i++) if (this.#touches[i] === 1) return true;
    return false;
  }

  /** Whether a body hangs together with an obstacle that moves. */
  isWithMover(i: number): boolean {
    const { problem } = this;
    const island = problem.island(this.#slot[i]!);
    for (let j = 0; j < this.#contacts.vehicles; j++) {
      if (this.#touches[j] === 1 && problem.island(this.#slot[j]!) === island && this.isOnMover(j)) return true;
    }
    return false;
  }

  /** Whether a body touches an obstacle that moves. */
  isOnMover(i: number): boolean {
    const { pointEntries } = this.#nearby;
    for (let c = 0; c < this.problem.contacts; c++) {
      const e = this.#pointOf[c]! * ENTRY_SIZE;
      if (pointEntries[e + ENTRY.body] === i && pointEntries[e + ENTRY.other]! >= this.#contacts.vehicles) return true;
    }
    return false;
  }

  /** Whether two things touch at a point. */
  isOn(reals: Float64Array, gap_m: number, i: number, j: number): boolean {
    if (gap_m <= ENTER_M) return true;
    if (gap_m > KEEP_M) return false;
    return (
      reals[this.#of(i) + MEMORY.status] !== STATUS.free &&
      (j < 0 || reals[this.#of(j) + MEMORY.status] !== STATUS.free)
    );
  }

  #addPoint(reals: Float64Array, c: number, ahead: boolean): void {
    const { points, pointEntries } = this.#nearby;
    const e = c * ENTRY_SIZE;
    const at = c * CONTACT_SIZE;
    const i = pointEntries[e + ENTRY.body]!;
    const j = pointEntries[e + ENTRY.other]!;
    if (!this.isOn(reals, points[at + CONTACT.gap]!, i, j)) return;
    for (let n = 0; n < 6; n++) place[n] = points[at + CONTACT.point + n]!;
    // Contacts are kept at TOUCHING_M: a gap below it is closed.
    place[6] = Math.max(points[at + CONTACT.gap]!, -MOST_APART_M) - TOUCHING_M;
    const { speed } = this.#curving;
    const bent = ahead && this.#bendAt(reals, c);
    if (bent) this.#lean(i, pointEntries[e + ENTRY.solid]!, points[at + CONTACT.gap]!);
    this.#surfaceInto(pointEntries, e);
    this.#recall(reals, c);
    const contact = this.problem.addContact(
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
    if (contact >= this.#pointOf.length) {
      const larger = new Int32Array(2 * this.#pointOf.length);
      larger.set(this.#pointOf);
      this.#pointOf = larger;
    }
    this.#pointOf[contact] = c;
    this.driftInto(drift, reals, c);
    // Half of what the normal turns is in the normal itself.
    if (bent)
      for (let n = 0; n < 3; n++) drift[n]! -= (0.5 * speed[0]! * points[at + CONTACT.normal + n]!) / period[0]!;
    this.problem.setDrift(contact, drift, 0);
  }

  /** Gives the contact in `place` the normal of the middle of the period; the point goes round the core with it. */
  #lean(i: number, solid: number, gap_m: number): void {
    const { turn } = this.#curving;
    const up = this.#contacts.bodies[i]!.body.solids[solid]!.round[ROUND.radius]! + 0.5 * gap_m;
    let square = 0;
    for (let n = 3; n < 6; n++) {
      place[n - 3]! += up * place[n]!;
      place[n]! += 0.5 * turn[n - 3]!;
      square += place[n]! * place[n]!;
    }
    const scale = 1 / Math.sqrt(square);
    for (let n = 3; n < 6; n++) {
      place[n]! *= scale;
      place[n - 3]! -= up * place[n]!;
    }
  }

  /** What the turning of the bodies, and of the normal of a curved bottom, adds to the rate of their relative velocity at a point, in N. */
  driftInto(out: Float64Array, reals: Float64Array, c: number): void {
    const { points, pointEntries } = this.#nearby;
    const e = c * ENTRY_SIZE;
    const at = c * CONTACT_SIZE + CONTACT.point;
    out.fill(0);
    for (let side = 0; side < 2; side++) {
      const i = pointEntries[e + (side === 0 ? ENTRY.body : ENTRY.other)]!;
      if (i < 0) continue;
      const solid = pointEntries[e + (side === 0 ? ENTRY.solid : ENTRY.otherSolid)]!;
      const { solids } = this.#contacts.bodies[i]!.body;
      addTurningInto(out, 0, reals, this.#of(i) + MEMORY.motion, solids[solid]!, points, at, side === 0 ? 1 : -1);
    }
    if (!this.#bendAt(reals, c)) return;
    const { speed } = this.#curving;
    for (let n = 0; n < 3; n++) out[n]! += (speed[0]! / period[0]!) * points[at + 3 + n]!;
  }

  /** Finds how the normal of a point turns until the end of the period; false where it does not. */
  #bendAt(reals: Float64Array, c: number): boolean {
    const { points, pointEntries } = this.#nearby;
    const { bottom, bodies, period_ns } = this.#contacts;
    const e = c * ENTRY_SIZE;
    if (pointEntries[e + ENTRY.other] !== GROUND || bottom === null) return false;
    const i = pointEntries[e + ENTRY.body]!;
    const solid = bodies[i]!.body.solids[pointEntries[e + ENTRY.solid]!]!;
    period[0] = period_ns * S_PER_NS;
    return this.#curving.find(bottom, reals, this.#of(i) + MEMORY.motion, solid, points, c * CONTACT_SIZE, period);
  }

  /** Whether any contact is with a bottom whose normal turns as the body slides. */
  bends(reals: Float64Array): boolean {
    for (let c = 0; c < this.problem.contacts; c++) if (this.#bendAt(reals, this.#pointOf[c]!)) return true;
    return false;
  }

  /** Friction and restitution of a pair: the geometric means of those of its two sides. */
  #surfaceInto(entries: Int32Array, e: number): void {
    const { bodies, pieces, ground } = this.#contacts;
    const own = bodies[entries[e + ENTRY.body]!]!;
    const solid = entries[e + ENTRY.solid]!;
    const other = entries[e + ENTRY.other]!;
    const otherSolid = entries[e + ENTRY.otherSolid]!;
    const side = other >= 0 ? bodies[other]! : other === GROUND ? ground : pieces.rubbing[pieceOf(other)]!;
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

  /** Whether anything approaches at this speed or faster. */
  strikes(speed: Float64Array): boolean {
    for (let c = 0; c < this.problem.contacts; c++) {
      this.problem.relativeVelocityInto(force, 0, c);
      if (-force[2]! >= speed[0]!) return true;
    }
    return false;
  }

  /** Whether any contact overlaps by more than this. */
  overlaps(by: Float64Array): boolean {
    const { points } = this.#nearby;
    for (let c = 0; c < this.problem.contacts; c++) {
      if (points[this.#pointOf[c]! * CONTACT_SIZE + CONTACT.gap]! < -by[0]!) return true;
    }
    return false;
  }

  /** Sum of the normal impulses on a body, N·s. */
  impulseOn(i: number): number {
    const { points, pointEntries } = this.#nearby;
    let sum = 0;
    for (let c = 0; c < this.problem.contacts; c++) {
      const at = this.#pointOf[c]! * CONTACT_SIZE + CONTACT.normal;
      const e = this.#pointOf[c]! * ENTRY_SIZE;
      if (pointEntries[e + ENTRY.body] !== i && pointEntries[e + ENTRY.other] !== i) continue;
      this.problem.impulseInto(force, 0, c);
      sum += force[0]! * points[at]! + force[1]! * points[at + 1]! + force[2]! * points[at + 2]!;
    }
    return sum;
  }

  /** How many points of a body are in contact. */
  pointsOf(i: number): number {
    let count = 0;
    for (let c = 0; c < this.problem.contacts; c++) {
      const e = this.#pointOf[c]! * ENTRY_SIZE;
      const { pointEntries } = this.#nearby;
      if (pointEntries[e + ENTRY.body] === i || pointEntries[e + ENTRY.other] === i) count++;
    }
    return count;
  }

  /** Keeps the forces that were found: where the next solution begins. */
  remember(reals: Float64Array): void {
    const { problem } = this;
    const { points, pointEntries } = this.#nearby;
    for (let i = 0; i < this.#touches.length; i++) {
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
}

/** One number for the two solids of a contact. */
function pairOf(entries: Int32Array, e: number): number {
  const other = entries[e + ENTRY.other]! + 16_777_216;
  return (other * 256 + entries[e + ENTRY.solid]!) * 256 + entries[e + ENTRY.otherSolid]!;
}
