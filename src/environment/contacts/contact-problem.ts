/**
 * Contacts of several bodies at one instant: impulses of impacts, forces of a coming period, corrections of positions.
 *
 * Bodies and contacts are put in anew for each instant; nothing is allocated once the arrays have grown. Bodies that touch form
 * islands, and islands are solved one by one: a far body changes no bit of another's.
 *
 * **impact()**, velocities only, for contacts that approach:
 * - see island-impact.ts: one contact of an island exactly as impact.ts has it, several jointly;
 * - contacts that approach more slowly than the rest speed do not rebound.
 *
 * **forces()**, constant over a period h, for V⁺ = V + h (acc + M⁻¹ Jᵀ f):
 *     0 ≤ f_n ⊥ u_n + gap/h ≥ 0,  Coulomb's cone with the slip of u,   u = J V⁺ + h c                       (1)
 *   A gap below 1e-9 m, or an overlap, counts as none. c: what the turning of bodies adds (point-motion.ts).
 *
 * **separate(slop)**: displacements d, least in the metric of the masses, without friction:
 *     J_n d ≥ −gap − slop for every contact                                                              (2)
 *
 * Tolerance: see (4) of island-solver.ts; `residual` and `solved` say what was reached.
 * Units: SI. V: V_NB_B, linear first, about Bo in B; V⁺ in the axes of B now. Forces on body a; equal and opposite on b at the same point.
 * Valid: kinetic energy ½ Vᵀ M V of bodies with the water that moves with them; a fixed body that moves may do work.
 * Left out: rolling and spin friction, different static and kinetic friction, deformation.
 * Source: (1) is Coulomb's law with Signorini's condition on velocities; (2) derived here. Test: contact-problem.test.ts.
 */
import { invariant } from "../../core/index.ts";
import { ContactSet } from "./contact-set.ts";
import { IslandImpact } from "./island-impact.ts";
import { FRICTION, IslandSolver, SMOOTH } from "./island-solver.ts";
import { Islands } from "./islands.ts";

/** The body that is the world at rest. */
export const WORLD = -1;

export interface ContactProblemOptions {
  /** Contacts that approach more slowly do not rebound, in m/s. */
  readonly restSpeed_mps?: number;
  /** Room to begin with. */
  readonly bodies?: number;
  readonly contacts?: number;
}

/** Gaps up to this are none: their rounding would be a speed of 1e-13 m/s that asks for other forces in every period. */
const TOUCHING_M = 1e-9;

export class ContactProblem {
  readonly restSpeed_mps: number;
  readonly #set: ContactSet;
  readonly #solver: IslandSolver;
  readonly #islands: Islands;
  readonly #impact: IslandImpact;
  readonly #part = new Float64Array(3);
  #grouped = false;

  // By slot, 6 each.
  #acceleration: Float64Array = new Float64Array(0);
  #next: Float64Array = new Float64Array(0); // V⁺ of forces
  #shift: Float64Array = new Float64Array(0); // d of separate

  // By contact, 3 each.
  #bias: Float64Array = new Float64Array(0);
  #force: Float64Array = new Float64Array(0);
  #drift: Float64Array = new Float64Array(0);
  #push: Float64Array = new Float64Array(0); // impulses under way, of forces and of separate

  constructor(options: ContactProblemOptions = {}) {
    this.restSpeed_mps = options.restSpeed_mps ?? 0.01;
    this.#set = new ContactSet(options.bodies ?? 16, options.contacts ?? 32);
    this.#solver = new IslandSolver(this.#set);
    this.#islands = new Islands(this.#set);
    this.#impact = new IslandImpact(this.#set, this.#solver, this.restSpeed_mps);
    this.#impact.begin();
    this.#grow();
  }

  get bodies(): number {
    return this.#set.slots - 1;
  }

  get contacts(): number {
    return this.#set.contacts;
  }

  /** Islands with contacts; they are numbered in the order of their first contacts. */
  get islands(): number {
    this.#group();
    return this.#islands.count;
  }

  /** Largest residual of the last call, in m/s; in m of separate(). */
  get residual(): number {
    return this.#solver.worst;
  }

  /** Sweeps and Newton steps of the last call. */
  get iterations(): number {
    return this.#solver.steps;
  }

  /** Were all islands of the last call solved to the tolerance? */
  get solved(): boolean {
    return this.#solver.allSolved;
  }

  clear(): void {
    this.#set.clear();
    this.#grouped = false;
    this.#solver.begin();
  }

  /** motion[i ..]: p_NB 3, q_NB 4, V_NB_B 6. massInverse[j ..]: 6×6 about Bo in B. Returns its index. */
  addBody(motion: Float64Array, i: number, massInverse: Float64Array, j: number): number {
    return this.#addSlot(this.#set.addBody(motion, i, massInverse, j));
  }

  /** A body that no impulse moves; its velocity may be other than zero. */
  addFixed(motion: Float64Array, i: number): number {
    return this.#addSlot(this.#set.addBody(motion, i, undefined, 0));
  }

  #addSlot(slot: number): number {
    this.#grow();
    for (let n = 0; n < 6; n++) {
      this.#acceleration[6 * slot + n] = 0;
      this.#next[6 * slot + n] = 0;
      this.#shift[6 * slot + n] = 0;
    }
    this.#grouped = false;
    return slot - 1;
  }

  /**
   * place[k ..]: point in N 3, unit normal in N from b towards a 3, gap_m 1 (negative: overlap). surface[m ..]: μ, e. key: the
   * caller's, returned by keyOf. start[s ..]: force in N, N, from which forces() starts. Returns its index.
   */
  addContact(
    a: number,
    b: number,
    place: Float64Array,
    k: number,
    surface: Float64Array,
    m: number,
    key = 0,
    start?: Float64Array,
    s = 0,
  ): number {
    const set = this.#set;
    invariant(a >= 0 && a < set.slots - 1, "a contact's first body is not one that was added");
    invariant(b >= WORLD && b < set.slots - 1 && b !== a, "a contact's second body is not another one that was added");
    invariant(surface[m] >= 0, "friction is negative");
    invariant(surface[m + 1] >= 0 && surface[m + 1] <= 1, "restitution is not within 0 … 1");
    const c = set.addContact(a + 1, b + 1, place, k, surface, m, key);
    this.#grow();
    for (let r = 0; r < 3; r++) {
      const at = 9 * c + 3 * r;
      this.#force[3 * c + r] =
        start === undefined
          ? 0
          : set.axes[at] * start[s] + set.axes[at + 1] * start[s + 1] + set.axes[at + 2] * start[s + 2];
    }
    this.#drift.fill(0, 3 * c, 3 * c + 3);
    this.#grouped = false;
    return c;
  }

  /** drift[i ..]: c of (1), rate of the relative velocity of a and b at a contact besides those of V, in N; zero unless it is set. */
  setDrift(contact: number, drift: Float64Array, i: number): void {
    const { axes } = this.#set;
    for (let n = 0; n < 3; n++) {
      const at = 9 * contact + 3 * n;
      this.#drift[3 * contact + n] = axes[at] * drift[i] + axes[at + 1] * drift[i + 1] + axes[at + 2] * drift[i + 2];
    }
  }

  keyOf(contact: number): number {
    return this.#set.key[contact];
  }

  /** acc[i ..]: rate of the velocity without contact forces, as seen in N, in axes of B: 6; zero unless it is set. */
  setAcceleration(body: number, acc: Float64Array, i: number): void {
    const at = 6 * (body + 1);
    for (let n = 0; n < 6; n++) this.#acceleration[at + n] = acc[i + n];
  }

  /** Its velocity is 0 from now on. */
  halt(body: number): void {
    this.#set.velocity.fill(0, 6 * (body + 1), 6 * (body + 2));
  }

  /** Impulses of what approaches; velocities of bodies become those after it. Returns `solved`. */
  impact(): boolean {
    this.#begin();
    const { list, first, count } = this.#islands;
    this.#impact.begin();
    for (let i = 0; i < count; i++) this.#impact.solve(list, first[i], first[i + 1]);
    return this.solved;
  }

  /** span[0]: h in s. Forces (1); `nextInto` gives V⁺. Velocities stay. Returns `solved`. */
  forces(span: Float64Array): boolean {
    this.#begin();
    const set = this.#set;
    const { list, first, count } = this.#islands;
    const h = span[0];
    const V = this.#next;
    for (let n = 0; n < 6 * set.slots; n++) V[n] = set.velocity[n] + h * this.#acceleration[n];
    for (let c = 0; c < set.contacts; c++) {
      set.velocityInto(this.#bias, 3 * c, c, V);
      for (let n = 3 * c; n < 3 * c + 3; n++) this.#bias[n] += h * this.#drift[n];
      if (set.gap[c] > TOUCHING_M) this.#bias[3 * c + 2] += set.gap[c] / h;
      const start = this.#islands.isIn(c) ? h : 0;
      for (let n = 3 * c; n < 3 * c + 3; n++) this.#push[n] = start * this.#force[n];
    }
    for (let i = 0; i < count; i++) {
      const start = first[i];
      const end = first[i + 1];
      this.#solver.choose(list, start, end - start);
      this.#solver.solve(this.#push, this.#bias, FRICTION);
    }
    for (let c = 0; c < set.contacts; c++) {
      set.react(V, c, this.#push, 3 * c);
      for (let n = 3 * c; n < 3 * c + 3; n++) this.#force[n] = this.#push[n] / h;
    }
    return this.solved;
  }

  /** Displacements (6); slop: overlap that is left, in m. Returns `solved`. */
  separate(slop: Float64Array): boolean {
    this.#begin();
    const set = this.#set;
    const { list, first, count } = this.#islands;
    for (let n = 0; n < 6 * set.slots; n++) this.#shift[n] = 0;
    for (let c = 0; c < set.contacts; c++) {
      this.#bias[3 * c] = 0;
      this.#bias[3 * c + 1] = 0;
      this.#bias[3 * c + 2] = set.gap[c] + slop[0];
      for (let n = 3 * c; n < 3 * c + 3; n++) this.#push[n] = 0;
    }
    for (let i = 0; i < count; i++) {
      const start = first[i];
      const end = first[i + 1];
      let overlaps = false;
      for (let n = start; n < end; n++) overlaps ||= this.#bias[3 * list[n] + 2] < 0;
      if (!overlaps) continue;
      this.#solver.choose(list, start, end - start);
      this.#solver.solve(this.#push, this.#bias, SMOOTH);
    }
    for (let c = 0; c < set.contacts; c++) set.react(this.#shift, c, this.#push, 3 * c);
    return this.solved;
  }

  /** V_NB_B of a body: as added, or after impact(). */
  velocityInto(out: Float64Array, o: number, body: number): void {
    const at = 6 * (body + 1);
    for (let n = 0; n < 6; n++) out[o + n] = this.#set.velocity[at + n];
  }

  /** V⁺ of forces(). */
  nextInto(out: Float64Array, o: number, body: number): void {
    const at = 6 * (body + 1);
    for (let n = 0; n < 6; n++) out[o + n] = this.#next[at + n];
  }

  /** d of separate(): translation of Bo and rotation vector, in B. */
  displacementInto(out: Float64Array, o: number, body: number): void {
    const at = 6 * (body + 1);
    for (let n = 0; n < 6; n++) out[o + n] = this.#shift[at + n];
  }

  /** Impulse on body a of the last impact(), in N, N·s. */
  impulseInto(out: Float64Array, o: number, contact: number): void {
    this.#inN(out, o, this.#impact.impulse, contact);
  }

  /** Force on body a of the last forces(), in N, N. */
  forceInto(out: Float64Array, o: number, contact: number): void {
    this.#inN(out, o, this.#force, contact);
  }

  /** Relative velocity of a and b at the contact for the bodies' velocities, axes t1, t2, n; their axes in N by axesInto. */
  relativeVelocityInto(out: Float64Array, o: number, contact: number): void {
    this.#set.velocityInto(out, o, contact, this.#set.velocity);
  }

  /** The same for V⁺ of forces(). */
  nextRelativeInto(out: Float64Array, o: number, contact: number): void {
    this.#set.velocityInto(out, o, contact, this.#next);
  }

  /** Rows t1, t2, n in N, 9. */
  axesInto(out: Float64Array, o: number, contact: number): void {
    for (let n = 0; n < 9; n++) out[o + n] = this.#set.axes[9 * contact + n];
  }

  /** Works of the last impact(): compression ≤ 0, restitution, friction, in J. */
  workInto(out: Float64Array, o: number, contact: number): void {
    for (let n = 0; n < 3; n++) out[o + n] = this.#impact.work[3 * contact + n];
  }

  /** Sum of the contact forces on a body in N, and their torque about Bo in N: 6. */
  wrenchInto(out: Float64Array, o: number, body: number): void {
    const set = this.#set;
    const slot = body + 1;
    const f = this.#part;
    for (let n = 0; n < 6; n++) out[o + n] = 0;
    for (let c = 0; c < set.contacts; c++) {
      const isA = set.slotA[c] === slot;
      if (!isA && set.slotB[c] !== slot) continue;
      this.#inN(f, 0, this.#force, c);
      const r = 6 * c + (isA ? 0 : 3);
      const sign = isA ? 1 : -1;
      const x = sign * f[0];
      const y = sign * f[1];
      const z = sign * f[2];
      const rx = set.arms[r];
      const ry = set.arms[r + 1];
      const rz = set.arms[r + 2];
      out[o] += x;
      out[o + 1] += y;
      out[o + 2] += z;
      out[o + 3] += ry * z - rz * y;
      out[o + 4] += rz * x - rx * z;
      out[o + 5] += rx * y - ry * x;
    }
  }

  /** Number of a body's island, −1 if it touches nothing or is fixed. */
  island(body: number): number {
    this.#group();
    return this.#islands.of(body + 1);
  }

  #begin(): void {
    this.#group();
    this.#solver.begin();
  }

  #group(): void {
    if (this.#grouped) return;
    this.#grouped = true;
    this.#islands.group();
  }

  #inN(out: Float64Array, o: number, f: Float64Array, c: number): void {
    const axes = this.#set.axes;
    const x = f[3 * c];
    const y = f[3 * c + 1];
    const z = f[3 * c + 2];
    for (let n = 0; n < 3; n++) out[o + n] = axes[9 * c + n] * x + axes[9 * c + 3 + n] * y + axes[9 * c + 6 + n] * z;
  }

  /** Room for as much as the set has. */
  #grow(): void {
    const slots = this.#set.movable.length;
    if (this.#next.length < 6 * slots) {
      this.#acceleration = widened(this.#acceleration, 6 * slots);
      this.#next = widened(this.#next, 6 * slots);
      this.#shift = widened(this.#shift, 6 * slots);
    }
    const contacts = this.#set.slotA.length;
    if (this.#force.length < 3 * contacts) {
      this.#bias = widened(this.#bias, 3 * contacts);
      this.#force = widened(this.#force, 3 * contacts);
      this.#drift = widened(this.#drift, 3 * contacts);
      this.#push = widened(this.#push, 3 * contacts);
    }
  }
}

function widened(a: Float64Array, size: number): Float64Array {
  const b = new Float64Array(size);
  b.set(a);
  return b;
}
