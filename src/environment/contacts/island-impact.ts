/**
 * Impact of one island: of one contact exactly, of several together.
 *
 * One contact approaches, and its impact leaves no other approaching: impact.ts. Several:
 *
 *   compression:  v_c = v⁻ + W p_c, the frictional problem without restitution (island-solver.ts)               (1)
 *   W_i = −½ p_c,i (v⁻_n,i + v_c,n,i), work absorbed by contact i on the straight path                            (2)
 *   restitution:  p_r,n,i = κ e_i p_c,i, friction for these normal impulses and the velocities at its end         (3)
 *   κ ≤ 1, the largest for which the normal work of (3) is at most Σ e_i² max(0, W_i), and its whole work at most
 *   what (1) lost                                                                                           (4)
 *
 * Without friction and with equal e, κ = 1 and v⁺_n = −e v⁻_n: Newton, Poisson and Stronge agree. What approaches after that is
 * stopped by (1) once more. Energy is lost in (1), since pᵀv_c ≤ 0, and not gained as a whole by (4). e_i = 0 where the contact
 * approaches more slowly than the rest speed.
 *
 * Velocities of approach below 1e-12 of the fastest contact of the island count as none; the work of (3) comes within 1e-12 of (4).
 * Units: v in m/s, p in N·s, work in J; axes t1, t2, n of each contact.
 * Left out: the order in which several blows of one impact follow each other.
 * Source: [Stronge1991] for energetic restitution, here of an island; the rest derived here. Test: contact-problem.test.ts.
 */
import type { ContactSet } from "./contact-set.ts";
import { IMPACT, IMPACT_SIZE, PointImpact } from "./impact.ts";
import { type Form, FRICTION, GIVEN_NORMALS, type IslandSolver, SMOOTH } from "./island-solver.ts";

/** Speeds below this share of the fastest of an island are none. */
const NO_SPEED = 1e-12;
/** Steps towards κ; regula falsi usually needs six. */
const MOST_SHARES = 60;
/** How near to all of the work allowed κ comes, and how far above it κ = 1 still counts as allowed; relative. */
const SHARE_TOLERANCE = 1e-12;
const ALLOWANCE = 4e-12;
/** Times that an island is stopped after its rebound; the last is without friction, which is a convex problem. */
const MOST_STOPS = 4;

// Numbers of an impact under way.
const SHARE = 0;
const BUDGET = 1;
const LOST = 2;
const CHANGE = 3;
const EXCESS = 4;
const LEAST = 5; // speed of approach that counts

export class IslandImpact {
  /** By contact, 3: impulse on a; work of compression, restitution and friction. */
  impulse: Float64Array = new Float64Array(0);
  work: Float64Array = new Float64Array(0);
  readonly #set: ContactSet;
  readonly #solver: IslandSolver;
  readonly #restSpeed_mps: number;
  readonly #point = new PointImpact();
  readonly #one = new Float64Array(IMPACT_SIZE);
  readonly #surface = new Float64Array(2);
  readonly #part = new Float64Array(3);
  readonly #law = new Float64Array(6);
  #list: Int32Array = new Int32Array(0);

  // By contact, 3 each.
  #before: Float64Array = new Float64Array(0); // v⁻
  #middle: Float64Array = new Float64Array(0); // v_c
  #bias: Float64Array = new Float64Array(0);
  #compression: Float64Array = new Float64Array(0);
  #restitution: Float64Array = new Float64Array(0);
  #share: Float64Array = new Float64Array(0); // 1: e_i p_c,i

  constructor(set: ContactSet, solver: IslandSolver, restSpeed_mps: number) {
    this.#set = set;
    this.#solver = solver;
    this.#restSpeed_mps = restSpeed_mps;
  }

  /** Velocities of all contacts before the impact; impulses and works are zero. */
  begin(): void {
    const set = this.#set;
    const size = 3 * set.slotA.length;
    if (this.impulse.length < size) {
      this.impulse = new Float64Array(size);
      this.work = new Float64Array(size);
      this.#before = new Float64Array(size);
      this.#middle = new Float64Array(size);
      this.#bias = new Float64Array(size);
      this.#compression = new Float64Array(size);
      this.#restitution = new Float64Array(size);
      this.#share = new Float64Array(set.slotA.length);
    }
    for (let c = 0; c < set.contacts; c++) {
      set.velocityInto(this.#before, 3 * c, c, set.velocity);
      for (let n = 3 * c; n < 3 * c + 3; n++) {
        this.impulse[n] = 0;
        this.work[n] = 0;
      }
    }
  }

  /** The island of contacts list[start .. end): velocities of the set become those after it. */
  solve(list: Int32Array, start: number, end: number): void {
    this.#list = list;

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
    if (active === 0) return;

    // 2. One by itself, or all together.
    if (active === 1 && this.#impactAlone(which, start, end)) return;
    this.#impactTogether(start, end);
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
      this.impulse[3 * c + r] = one[IMPACT.IMPULSE + r];
      this.work[3 * c + r] = one[IMPACT.COMPRESSION_WORK + r];
    }
    this.#solver.allSolved &&= ended;
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
      this.work[at + (normal < 0 ? 0 : 1)] += normal;
      this.work[at + 2] += 0.5 * (f[at] * (v[at] + this.#part[0]) + f[at + 1] * (v[at + 1] + this.#part[1]));
      for (let k = at; k < at + 3; k++) this.impulse[k] += f[k];
    }
  }

  #restitutionOf(c: number): number {
    return -this.#before[3 * c + 2] < this.#restSpeed_mps ? 0 : this.#set.surface[2 * c + 1];
  }

  #speedOf(v: Float64Array, c: number): number {
    const at = 3 * c;
    return Math.sqrt(v[at] * v[at] + v[at + 1] * v[at + 1] + v[at + 2] * v[at + 2]);
  }
}
