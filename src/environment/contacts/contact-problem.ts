/**
 * Contacts of several bodies at one instant: impulses of impacts, forces of a coming period, corrections of positions.
 *
 * Bodies and contacts are put in anew for each instant; nothing is allocated once the arrays have grown. Bodies that touch form
 * islands, and islands are solved one by one: a far body changes no bit of another's.
 *
 * **impact()**, velocities only, for contacts that approach:
 * - One contact of an island approaches, and its impact leaves no other approaching: impact.ts, exactly.
 * - Several: compression and restitution of the island as wholes.
 *     compression:  v_c = v⁻ + W p_c, the frictional problem without restitution (island-solver.ts)          (1)
 *     W_i = −½ p_c,i (v⁻_n,i + v_c,n,i), work absorbed by contact i on the straight path                       (2)
 *     restitution:  p_r,n,i = κ e_i p_c,i, friction for these and the velocities at its end                     (3)
 *     κ ≤ 1, the largest for which the work of (3) is at most Σ e_i² max(0, W_i), and with friction at most what (1) lost   (4)
 *   Without friction and with equal e, κ = 1 and v⁺_n = −e v⁻_n: Newton, Poisson and Stronge agree. What approaches after
 *   that is stopped by (1) once more. Energy is lost in (1), since pᵀv_c ≤ 0, and not gained as a whole by (4).
 * - e_i = 0 where the contact approaches more slowly than `restSpeed`.
 *
 * **forces()**, constant over a period h, for V⁺ = V + h (acc + M⁻¹ Jᵀ f):
 *     0 ≤ f_n ⊥ J_n V⁺ + gap/h ≥ 0,  Coulomb's cone with the slip of V⁺                                       (5)
 *   A gap below 1e-9 m, or an overlap, counts as none.
 *
 * **separate(slop)**: displacements d, least in the metric of the masses, without friction:
 *     J_n d ≥ −gap − slop for every contact                                                              (6)
 *
 * Tolerance: see (4) of island-solver.ts; `residual` and `solved` say what was reached. Velocities of approach below 1e-12 of the
 * fastest contact of the island count as none.
 * Units: SI. V: V_NB_B, linear first, about Bo in B. Forces on body a; equal and opposite on b at the same point.
 * Valid: kinetic energy ½ Vᵀ M V of bodies with the water that moves with them; a fixed body that moves may do work.
 * Left out: the order in which several impacts of one island would follow each other (a row of balls shares what would travel
 * through it), rolling and spin friction, different static and kinetic friction.
 * Source: [Stronge1991] for energetic restitution, here of an island; the rest derived here. Test: contact-problem.test.ts.
 */
import { invariant } from "../../core/index.ts";
import { ContactSet } from "./contact-set.ts";
import { IMPACT, IMPACT_SIZE, PointImpact } from "./impact.ts";
import { type Form, FRICTION, GIVEN_NORMALS, IslandSolver, SMOOTH } from "./island-solver.ts";

/** The body that is the world at rest. */
export const WORLD = -1;

export interface ContactProblemOptions {
  /** Contacts that approach more slowly do not rebound, in m/s. */
  readonly restSpeed_mps?: number;
  /** Room to begin with. */
  readonly bodies?: number;
  readonly contacts?: number;
}

/** Speeds below this share of the fastest of an island are none. */
const NO_SPEED = 1e-12;
/** Gaps up to this are none: their rounding would be a speed of 1e-13 m/s that asks for other forces in every period. */
const TOUCHING_M = 1e-9;
/** Steps towards κ; regula falsi usually needs six. */
const MOST_SHARES = 60;
/** How near to all of the work allowed κ comes, and how far above it κ = 1 still counts as allowed; relative. */
const SHARE_TOLERANCE = 1e-12;
const ALLOWANCE = 4e-12;
/** Times that an island is stopped after its rebound; the last is without friction, which always succeeds. */
const MOST_STOPS = 4;

// Numbers of an impact under way.
const SHARE = 0;
const BUDGET = 1;
const LOST = 2;
const CHANGE = 3;
const EXCESS = 4;
const LEAST = 5; // speed of approach that counts

export class ContactProblem {
  readonly restSpeed_mps: number;
  /** Largest residual of the last call, in m/s (in m for separate), sum of iterations, and whether all islands were solved. */
  residual = 0;
  iterations = 0;
  solved = true;

  readonly #set: ContactSet;
  readonly #solver: IslandSolver;
  readonly #point = new PointImpact();
  readonly #one = new Float64Array(IMPACT_SIZE);
  readonly #surface = new Float64Array(2);
  readonly #part = new Float64Array(3);
  readonly #law = new Float64Array(6);

  // By slot.
  #acceleration: Float64Array = new Float64Array(0); // 6
  #next: Float64Array = new Float64Array(0); // 6: V⁺ of forces
  #shift: Float64Array = new Float64Array(0); // 6: d of separate
  #parent = new Int32Array(0);
  #island = new Int32Array(0);

  // By contact, 3 each.
  #before: Float64Array = new Float64Array(0); // v⁻
  #middle: Float64Array = new Float64Array(0); // v_c
  #bias: Float64Array = new Float64Array(0);
  #compression: Float64Array = new Float64Array(0);
  #restitution: Float64Array = new Float64Array(0);
  #impulse: Float64Array = new Float64Array(0);
  #force: Float64Array = new Float64Array(0);
  #push: Float64Array = new Float64Array(0); // impulses under way, of forces and of separate
  #work: Float64Array = new Float64Array(0);
  #share: Float64Array = new Float64Array(0); // 1: e_i p_c,i

  // Contacts sorted by island.
  #list = new Int32Array(0);
  #first = new Int32Array(0);
  #islands = 0;
  #grouped = false;

  constructor(options: ContactProblemOptions = {}) {
    this.restSpeed_mps = options.restSpeed_mps ?? 0.01;
    this.#set = new ContactSet(options.bodies ?? 16, options.contacts ?? 32);
    this.#solver = new IslandSolver(this.#set);
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
    return this.#islands;
  }

  clear(): void {
    this.#set.clear();
    this.#grouped = false;
    this.residual = 0;
    this.iterations = 0;
    this.solved = true;
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
      this.#impulse[3 * c + r] = 0;
      this.#work[3 * c + r] = 0;
      const at = 9 * c + 3 * r;
      this.#force[3 * c + r] =
        start === undefined
          ? 0
          : set.axes[at] * start[s] + set.axes[at + 1] * start[s + 1] + set.axes[at + 2] * start[s + 2];
    }
    this.#grouped = false;
    return c;
  }

  keyOf(contact: number): number {
    return this.#set.key[contact];
  }

  /** acc[i ..]: rate of V_NB_B without contact forces, 6; zero unless it is set. */
  setAcceleration(body: number, acc: Float64Array, i: number): void {
    const at = 6 * (body + 1);
    for (let n = 0; n < 6; n++) this.#acceleration[at + n] = acc[i + n];
  }

  /** Impulses of what approaches; velocities of bodies become those after it. Returns `solved`. */
  impact(): boolean {
    this.#begin();
    const set = this.#set;
    for (let c = 0; c < set.contacts; c++) {
      set.velocityInto(this.#before, 3 * c, c, set.velocity);
      for (let n = 3 * c; n < 3 * c + 3; n++) {
        this.#impulse[n] = 0;
        this.#work[n] = 0;
      }
    }
    for (let i = 0; i < this.#islands; i++) {
      const start = this.#first[i];
      const end = this.#first[i + 1];

      // 1. Who approaches?
      let fastest = 0;
      for (let n = start; n < end; n++) fastest = Math.max(fastest, this.#speedOf(this.#before, this.#list[n]));
      this.#law[LEAST] = -NO_SPEED * fastest;
      let active = 0;
      let which = 0;
      for (let n = start; n < end; n++) {
        const c = this.#list[n];
        if (this.#before[3 * c + 2] >= this.#law[LEAST]) continue;
        active++;
        which = c;
      }
      if (active === 0) continue;

      // 2. One by itself, or all together.
      if (active === 1 && this.#impactAlone(which, start, end)) continue;
      this.#impactTogether(start, end);
    }
    return this.solved;
  }

  /** span[0]: h in s. Forces (5); `nextInto` gives V⁺. Velocities stay. Returns `solved`. */
  forces(span: Float64Array): boolean {
    this.#begin();
    const set = this.#set;
    const h = span[0];
    const V = this.#next;
    for (let n = 0; n < 6 * set.slots; n++) V[n] = set.velocity[n] + h * this.#acceleration[n];
    for (let c = 0; c < set.contacts; c++) {
      set.velocityInto(this.#bias, 3 * c, c, V);
      if (set.gap[c] > TOUCHING_M) this.#bias[3 * c + 2] += set.gap[c] / h;
      const start = this.#movableOf(c) === 0 ? 0 : h;
      for (let n = 3 * c; n < 3 * c + 3; n++) this.#push[n] = start * this.#force[n];
    }
    for (let i = 0; i < this.#islands; i++) {
      const start = this.#first[i];
      const end = this.#first[i + 1];
      this.#solver.choose(this.#list, start, end - start);
      this.#solver.solve(this.#push, this.#bias, FRICTION);
      this.#count();
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
    for (let n = 0; n < 6 * set.slots; n++) this.#shift[n] = 0;
    for (let c = 0; c < set.contacts; c++) {
      this.#bias[3 * c] = 0;
      this.#bias[3 * c + 1] = 0;
      this.#bias[3 * c + 2] = set.gap[c] + slop[0];
      for (let n = 3 * c; n < 3 * c + 3; n++) this.#push[n] = 0;
    }
    for (let i = 0; i < this.#islands; i++) {
      const start = this.#first[i];
      const end = this.#first[i + 1];
      let overlaps = false;
      for (let n = start; n < end; n++) overlaps ||= this.#bias[3 * this.#list[n] + 2] < 0;
      if (!overlaps) continue;
      this.#solver.choose(this.#list, start, end - start);
      this.#solver.solve(this.#push, this.#bias, SMOOTH);
      this.#count();
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
    this.#inN(out, o, this.#impulse, contact);
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
    for (let n = 0; n < 3; n++) out[o + n] = this.#work[3 * contact + n];
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
    return this.#island[body + 1];
  }

  /** impact.ts for contact c; refused (false, nothing done) if another contact would then approach. */
  #impactAlone(c: number, start: number, end: number): boolean {
    const set = this.#set;
    const one = this.#one;
    this.#surface[0] = set.surface[2 * c];
    this.#surface[1] = this.#restitutionOf(c);
    const ended = this.#point.impactInto(one, 0, set.W, 9 * c, this.#before, 3 * c, this.#surface, 0);
    set.react(set.velocity, c, one, IMPACT.IMPULSE);
    for (let n = start; n < end; n++) {
      const d = this.#list[n];
      if (d === c) continue;
      set.velocityInto(this.#part, 0, d, set.velocity);
      if (this.#part[2] >= this.#law[LEAST]) continue;
      for (let r = 0; r < 3; r++) one[r] = -one[r];
      set.react(set.velocity, c, one, IMPACT.IMPULSE);
      return false;
    }
    for (let r = 0; r < 3; r++) {
      this.#impulse[3 * c + r] = one[IMPACT.IMPULSE + r];
      this.#work[3 * c + r] = one[IMPACT.COMPRESSION_WORK + r];
    }
    this.solved &&= ended;
    return true;
  }

  /** (1)–(4). */
  #impactTogether(start: number, end: number): void {
    const set = this.#set;
    const law = this.#law;
    const before = this.#before;
    const middle = this.#middle;
    const p = this.#compression;
    this.#solver.choose(this.#list, start, end - start);

    // 1. Compression (1), (2).
    this.#stop(p, before, start, end, FRICTION);
    law[LOST] = -law[CHANGE];
    law[BUDGET] = 0;
    for (let n = start; n < end; n++) {
      const c = this.#list[n];
      const at = 3 * c;
      set.velocityInto(middle, at, c, this.#solver.change);
      for (let k = at; k < at + 3; k++) middle[k] += before[k];
      const absorbed = Math.max(0, -0.5 * p[at + 2] * (before[at + 2] + middle[at + 2]));
      const e = this.#restitutionOf(c);
      law[BUDGET] += e * e * absorbed;
      this.#share[c] = e * p[at + 2];
    }
    this.#accumulate(p, before, start, end);

    // 2. Restitution (3), (4).
    if (law[BUDGET] > 0) {
      this.#rebound(start, end);
      this.#accumulate(this.#restitution, middle, start, end);
    }

    // 3. What approaches now is stopped.
    for (let n = 0; n < MOST_STOPS; n++) {
      let approaches = false;
      for (let k = start; k < end; k++) {
        const c = this.#list[k];
        set.velocityInto(middle, 3 * c, c, set.velocity);
        approaches ||= middle[3 * c + 2] < this.#law[LEAST];
      }
      if (!approaches) return;
      this.#stop(p, middle, start, end, n < MOST_STOPS - 1 ? FRICTION : SMOOTH);
      this.#accumulate(p, middle, start, end);
    }
  }

  /** (1): f stops what approaches with v; law[CHANGE] is the change of energy, which is not positive. */
  #stop(f: Float64Array, v: Float64Array, start: number, end: number, form: Form): void {
    for (let n = start; n < end; n++) for (let k = 0; k < 3; k++) f[3 * this.#list[n] + k] = 0;
    this.#solver.solve(f, v, form);
    this.#count();
    // Energy changes by fᵀv + ½ fᵀWf = fᵀv_c − ½ fᵀWf; an answer that is not quite solved is cut down to where it falls.
    let speed = 0;
    let square = 0;
    for (let n = start; n < end; n++) {
      const c = this.#list[n];
      const at = 3 * c;
      this.#set.velocityInto(this.#bias, at, c, this.#solver.change);
      for (let k = at; k < at + 3; k++) {
        speed += f[k] * v[k];
        square += f[k] * this.#bias[k];
      }
    }
    this.#law[CHANGE] = speed + 0.5 * square;
    if (this.#law[CHANGE] <= 0) return;
    const share = speed < 0 ? -speed / square : 0;
    for (let n = start; n < end; n++) for (let k = 0; k < 3; k++) f[3 * this.#list[n] + k] *= share;
    const slots = 6 * this.#set.slots;
    for (let n = 0; n < slots; n++) this.#solver.change[n] *= share;
    this.#law[CHANGE] = share * (speed + 0.5 * share * square);
  }

  /** The largest κ of (4): 1, or by regula falsi (Illinois) between what is allowed and what is not. */
  #rebound(start: number, end: number): void {
    const law = this.#law;
    const r = this.#restitution;
    for (let n = start; n < end; n++) for (let k = 0; k < 3; k++) r[3 * this.#list[n] + k] = 0;
    law[SHARE] = 1;
    this.#tryShare(start, end);
    if (law[EXCESS] <= 0) return;
    let low = 0;
    let below = -Math.min(law[BUDGET], law[LOST]);
    let high = 1;
    let above = law[EXCESS];
    let side = 0;
    for (let n = 0; n < MOST_SHARES && high - low > 1e-15 && -below > SHARE_TOLERANCE * law[BUDGET]; n++) {
      let share = (low * above - high * below) / (above - below);
      if (!(share > low && share < high)) share = 0.5 * (low + high);
      law[SHARE] = share;
      this.#tryShare(start, end);
      if (law[EXCESS] > 0) {
        high = share;
        above = law[EXCESS];
        if (side === 1) below *= 0.5;
        side = 1;
      } else {
        low = share;
        below = law[EXCESS];
        if (side === -1) above *= 0.5;
        side = -1;
      }
    }
    if (law[SHARE] === low) return;
    law[SHARE] = low;
    this.#tryShare(start, end);
  }

  /** (3) for κ = law[SHARE], into #restitution; law[EXCESS] is positive when (4) does not allow it. */
  #tryShare(start: number, end: number): void {
    const set = this.#set;
    const law = this.#law;
    const r = this.#restitution;
    for (let n = start; n < end; n++) {
      const c = this.#list[n];
      r[3 * c + 2] = law[SHARE] * this.#share[c];
    }
    this.#solver.solve(r, this.#middle, GIVEN_NORMALS);
    this.#count();
    let normal = 0;
    let total = 0;
    for (let n = start; n < end; n++) {
      const c = this.#list[n];
      const at = 3 * c;
      set.velocityInto(this.#bias, at, c, this.#solver.change);
      for (let k = at; k < at + 3; k++) total += r[k] * (this.#middle[k] + 0.5 * this.#bias[k]);
      normal += r[at + 2] * (this.#middle[at + 2] + 0.5 * this.#bias[at + 2]);
    }
    // With κ = 1 and no friction both sides of (4) are equal but for rounding and the tolerance of (1).
    law[EXCESS] = Math.max(normal - law[BUDGET] * (1 + ALLOWANCE), total - law[LOST]);
  }

  /** Impulses f, which began with relative velocities v, are added to velocities, impulses and works. */
  #accumulate(f: Float64Array, v: Float64Array, start: number, end: number): void {
    const set = this.#set;
    for (let n = start; n < end; n++) {
      const c = this.#list[n];
      set.react(set.velocity, c, f, 3 * c);
    }
    for (let n = start; n < end; n++) {
      const c = this.#list[n];
      const at = 3 * c;
      set.velocityInto(this.#part, 0, c, set.velocity);
      const normal = 0.5 * f[at + 2] * (v[at + 2] + this.#part[2]);
      this.#work[at + (normal < 0 ? 0 : 1)] += normal;
      this.#work[at + 2] += 0.5 * (f[at] * (v[at] + this.#part[0]) + f[at + 1] * (v[at + 1] + this.#part[1]));
      for (let k = at; k < at + 3; k++) this.#impulse[k] += f[k];
    }
  }

  #restitutionOf(c: number): number {
    return -this.#before[3 * c + 2] < this.restSpeed_mps ? 0 : this.#set.surface[2 * c + 1];
  }

  #speedOf(v: Float64Array, c: number): number {
    const at = 3 * c;
    return Math.sqrt(v[at] * v[at] + v[at + 1] * v[at + 1] + v[at + 2] * v[at + 2]);
  }

  #begin(): void {
    this.#group();
    this.residual = 0;
    this.iterations = 0;
    this.solved = true;
  }

  #count(): void {
    const solver = this.#solver;
    this.residual = Math.max(this.residual, solver.residual);
    this.iterations += solver.iterations;
    this.solved &&= solver.solved;
  }

  #inN(out: Float64Array, o: number, f: Float64Array, c: number): void {
    const axes = this.#set.axes;
    const x = f[3 * c];
    const y = f[3 * c + 1];
    const z = f[3 * c + 2];
    for (let n = 0; n < 3; n++) out[o + n] = axes[9 * c + n] * x + axes[9 * c + 3 + n] * y + axes[9 * c + 6 + n] * z;
  }

  /** Islands: movable bodies joined by contacts; contacts sorted by island, in the order in which they came. */
  #group(): void {
    if (this.#grouped) return;
    this.#grouped = true;
    const set = this.#set;
    const parent = this.#parent;
    const island = this.#island;
    const first = this.#first;
    for (let s = 0; s < set.slots; s++) {
      parent[s] = s;
      island[s] = -1;
    }

    // 1. Join.
    for (let c = 0; c < set.contacts; c++) {
      const a = set.slotA[c];
      const b = set.slotB[c];
      if (set.movable[a] === 0 || set.movable[b] === 0) continue;
      const ra = this.#rootOf(a);
      const rb = this.#rootOf(b);
      if (ra < rb) parent[rb] = ra;
      else parent[ra] = rb;
    }

    // 2. Number and count; contacts between fixed bodies are in none.
    this.#islands = 0;
    for (let c = 0; c < set.contacts; c++) {
      const slot = this.#movableOf(c);
      if (slot === 0) continue;
      const root = this.#rootOf(slot);
      if (island[root] < 0) {
        island[root] = this.#islands++;
        first[island[root]] = 0;
      }
      first[island[root]]++;
    }
    for (let s = 1; s < set.slots; s++) island[s] = set.movable[s] === 0 ? -1 : island[this.#rootOf(s)];

    // 3. Starts from counts, then places; filling moves each start to its end, so go backwards.
    let end = 0;
    for (let i = 0; i < this.#islands; i++) {
      end += first[i];
      first[i] = end;
    }
    first[this.#islands] = end;
    for (let c = set.contacts - 1; c >= 0; c--) {
      const slot = this.#movableOf(c);
      if (slot !== 0) this.#list[--first[island[slot]]] = c;
    }
  }

  /** A movable body of a contact, 0 if both are fixed. */
  #movableOf(c: number): number {
    const set = this.#set;
    if (set.movable[set.slotA[c]] !== 0) return set.slotA[c];
    return set.movable[set.slotB[c]] !== 0 ? set.slotB[c] : 0;
  }

  #rootOf(slot: number): number {
    const parent = this.#parent;
    let s = slot;
    while (parent[s] !== s) {
      parent[s] = parent[parent[s]];
      s = parent[s];
    }
    return s;
  }

  /** Room for as much as the set has. */
  #grow(): void {
    const slots = this.#set.movable.length;
    if (this.#parent.length < slots) {
      this.#acceleration = widened(this.#acceleration, 6 * slots);
      this.#next = widened(this.#next, 6 * slots);
      this.#shift = widened(this.#shift, 6 * slots);
      this.#parent = new Int32Array(slots);
      this.#island = new Int32Array(slots);
    }
    const contacts = this.#set.slotA.length;
    if (this.#list.length < contacts) {
      this.#before = widened(this.#before, 3 * contacts);
      this.#middle = widened(this.#middle, 3 * contacts);
      this.#bias = widened(this.#bias, 3 * contacts);
      this.#compression = widened(this.#compression, 3 * contacts);
      this.#restitution = widened(this.#restitution, 3 * contacts);
      this.#impulse = widened(this.#impulse, 3 * contacts);
      this.#force = widened(this.#force, 3 * contacts);
      this.#push = widened(this.#push, 3 * contacts);
      this.#work = widened(this.#work, 3 * contacts);
      this.#share = widened(this.#share, contacts);
      this.#list = new Int32Array(contacts);
      this.#first = new Int32Array(contacts + 1);
    }
  }
}

function widened(a: Float64Array, size: number): Float64Array {
  const b = new Float64Array(size);
  b.set(a);
  return b;
}
