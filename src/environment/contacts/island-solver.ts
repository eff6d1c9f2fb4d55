/**
 * Impulses of the contacts of one island, jointly: bodies that touch, directly or through others.
 *
 *   u = b + J M⁻¹ Jᵀ f,   0 ≤ f_n ⊥ u_n ≥ 0,   f_t = −μ f_n u_t/|u_t|, or |f_t| ≤ μ f_n where u_t = 0      (1)
 *
 * Three forms: FRICTION as it stands, SMOOTH with f_t = 0, GIVEN_NORMALS with f_n given and u_n free. Two methods by turns:
 *
 * - Newton on the projected equations, with s = w_nn, t = trace W_tt / 2 of the contact itself [AlartCurnier1991]:
 *     f_n = max(0, f_n − u_n/s),   f_t = the point of the disc of radius μ f_n nearest to f_t − u_t/t       (2)
 *   With statically indeterminate contacts (a box on four corners) their matrix is singular; PROXIMAL on its diagonal makes
 *   the step the shortest one, so that from f = 0 the load is shared evenly. Dense LU; for at most DIRECT_MOST contacts.
 * - Projected block Gauss-Seidel: contact by contact exactly (cone.ts), forwards and backwards. Slow but robust.
 *
 * A run of Newton steps is kept if it at least halves the residual; otherwise sweeps follow, and more each time, until rounds of both
 * lead no nearer.
 *
 *   residual = max over contacts of s |(2)_n|, t |(2)_t|, a speed in m/s                    (3)
 *   solved:   residual ≤ 1e-12 max |b| (1e-13 is aimed at), or the rounding of the sums if that is more       (4)
 *
 * u is unique in common cases, f is not where contacts are statically indeterminate: what is found depends on where it starts.
 * Left out: a proof that (1) has a solution where friction jams; `residual` says what was reached.
 * Source: [AlartCurnier1991] for (2); the rest is common property. Test: contact-problem.test.ts.
 */
import { luFactorInto, luSolveInto } from "../../math/index.ts";
import { contactImpulseInto } from "./cone.ts";
import type { ContactSet } from "./contact-set.ts";
import { holdOrSlipInto } from "./hold-or-slip.ts";

export const FRICTION = 0;
export const SMOOTH = 1;
export const GIVEN_NORMALS = 2;
export type Form = typeof FRICTION | typeof SMOOTH | typeof GIVEN_NORMALS;

/** Larger islands are swept only: LU of 3 · 48 unknowns takes about a millisecond. */
const DIRECT_MOST = 48;
const PROXIMAL = 1e-6;
const AIM = 1e-13;
const START = 1e-15;
const TOLERANCE = 1e-12;
const ROUNDING = 1e-15;
const NEWTON_RUN = 8;
/**
 * Run after run: share of a Newton step (a whole one may jump to and fro between two sets of slipping contacts), and what is on the
 * diagonal (where slip makes the matrix almost singular, and not quite, PROXIMAL would slow the steps down).
 */
const RUNS: readonly (readonly [number, number])[] = [
  [1, PROXIMAL],
  [1, 1e-9],
  [0.5, PROXIMAL],
  [1, 1e-12],
  [0.25, PROXIMAL],
];
const FIRST_SWEEPS = 4;
const MOST_SWEEPS = 3000;
/** What is as near as NEAR, and has not halved in so many rounds of steps and sweeps, is left so. */
const MOST_IDLE = 3;
const NEAR = 1e-4;

// Places in #now.
const SCALE = 0;
const LOAD = 1;
const RESIDUAL = 2;
const DAMPING = 3;
const DIAGONAL = 4;

export class IslandSolver {
  readonly #set: ContactSet;
  /** 6 by slot: M⁻¹ Jᵀ f of the last solution. */
  change: Float64Array = new Float64Array(0);
  /** Sweeps and Newton steps of the last solution. */
  iterations = 0;
  /** Of all solutions since begin(): largest residual, sum of iterations, whether all were solved. */
  worst = 0;
  steps = 0;
  allSolved = true;
  #list: Int32Array = new Int32Array(0);
  #start = 0;
  #count = 0;
  #form: Form = FRICTION;
  #assembled = false;
  readonly #now = new Float64Array(5);
  readonly #q = new Float64Array(3);
  readonly #f = new Float64Array(3);
  readonly #limit = new Float64Array(1);
  /** By contact: velocity, kept impulses. */
  #u: Float64Array = new Float64Array(0);
  #kept: Float64Array = new Float64Array(0);
  readonly #zero = new Float64Array(1);
  // Dense system.
  #W: Float64Array = new Float64Array(0);
  #A: Float64Array = new Float64Array(0);
  #LU: Float64Array = new Float64Array(0);
  #rhs: Float64Array = new Float64Array(0);
  #swaps: Int32Array = new Int32Array(0);
  #s: Float64Array = new Float64Array(0);

  constructor(set: ContactSet) {
    this.#set = set;
  }

  /** Residual (3) of the last solution, in m/s. */
  get residual(): number {
    return this.#now[RESIDUAL];
  }

  /** (4) of the last solution. */
  get solved(): boolean {
    const now = this.#now;
    return now[RESIDUAL] <= TOLERANCE * now[SCALE] + 10 * ROUNDING * now[LOAD];
  }

  begin(): void {
    this.worst = 0;
    this.steps = 0;
    this.allSolved = true;
  }

  /** Chooses the island: contacts list[start .. start + count). Its geometry is that of the set now. */
  choose(list: Int32Array, start: number, count: number): void {
    this.#list = list;
    this.#start = start;
    this.#count = count;
    this.#assembled = false;
    const set = this.#set;
    if (this.change.length < 6 * set.slots) this.change = new Float64Array(12 * set.slots);
    if (this.#u.length < 3 * set.contacts) {
      this.#u = new Float64Array(6 * set.contacts);
      this.#kept = new Float64Array(6 * set.contacts);
    }
  }

  /** Solves (1) from where f, 3 by contact of the set, starts; b likewise. f is a solution or the best found. */
  solve(f: Float64Array, b: Float64Array, form: Form): boolean {
    const now = this.#now;
    this.#form = form;
    this.iterations = 0;
    this.#measure(b);
    this.#project(f);
    this.#evaluate(f, b);
    const direct = this.#count <= DIRECT_MOST;
    let sweeps = FIRST_SWEEPS;
    let swept = 0;
    let attempt = 0;
    let idle = 0;
    // A start is held to more than a result: else a correction below AIM, which the next period must take back, would go to and fro.
    let starts = now[RESIDUAL] > START * now[SCALE] + ROUNDING * now[LOAD];
    while ((starts || !this.#reached()) && swept < MOST_SWEEPS) {
      const before = now[RESIDUAL];
      if (idle >= MOST_IDLE && now[RESIDUAL] <= NEAR * now[SCALE] + ROUNDING * now[LOAD]) break;
      const run = RUNS[attempt++ % RUNS.length];
      now[DAMPING] = run[0];
      now[DIAGONAL] = run[1];
      if (direct && this.#newtonRun(f, b, starts) && now[RESIDUAL] <= 0.5 * before) {
        starts = false;
        continue;
      }
      starts = false;
      if (this.#reached() || (direct && this.solved)) break;
      for (let n = 0; n < sweeps; n++) this.#sweep(f, b);
      swept += sweeps;
      sweeps = Math.min(2 * sweeps, 200);
      this.#evaluate(f, b);
      idle = now[RESIDUAL] > 0.5 * before ? idle + 1 : 0;
    }
    this.worst = Math.max(this.worst, now[RESIDUAL]);
    this.steps += this.iterations;
    this.allSolved &&= this.solved;
    return this.solved;
  }

  #reached(): boolean {
    const now = this.#now;
    return now[RESIDUAL] <= AIM * now[SCALE] + ROUNDING * now[LOAD];
  }

  /** max |b|, what residuals are relative to. */
  #measure(b: Float64Array): void {
    let scale = 0;
    for (let n = 0; n < this.#count; n++) {
      const at = 3 * this.#list[this.#start + n];
      const square = b[at] * b[at] + b[at + 1] * b[at + 1] + b[at + 2] * b[at + 2];
      scale = Math.max(scale, square);
    }
    this.#now[SCALE] = Math.sqrt(scale);
  }

  /** Into the cone: a start may come from another geometry. */
  #project(f: Float64Array): void {
    const surface = this.#set.surface;
    for (let n = 0; n < this.#count; n++) {
      const c = this.#list[this.#start + n];
      const at = 3 * c;
      const fn = Math.max(0, f[at + 2]);
      const limit = this.#form === SMOOTH ? 0 : surface[2 * c] * fn;
      const size = Math.sqrt(f[at] * f[at] + f[at + 1] * f[at + 1]);
      const share = size > limit ? limit / size : 1;
      f[at] *= share;
      f[at + 1] *= share;
      f[at + 2] = fn;
    }
  }

  /** `change` and u from f, then (3). */
  #evaluate(f: Float64Array, b: Float64Array): void {
    const set = this.#set;
    const list = this.#list;
    const start = this.#start;
    const count = this.#count;
    const form = this.#form;
    const V = this.change;
    const u = this.#u;
    const W = set.W;
    for (let n = 0; n < count; n++) {
      const c = list[start + n];
      const a = 6 * set.slotA[c];
      const d = 6 * set.slotB[c];
      for (let k = 0; k < 6; k++) V[a + k] = 0;
      for (let k = 0; k < 6; k++) V[d + k] = 0;
    }
    for (let n = 0; n < count; n++) {
      const c = list[start + n];
      set.react(V, c, f, 3 * c);
    }
    let residual = 0;
    let load = 0;
    for (let n = 0; n < count; n++) {
      const c = list[start + n];
      const at = 3 * c;
      set.velocityInto(u, at, c, V);
      u[at] += b[at];
      u[at + 1] += b[at + 1];
      u[at + 2] += b[at + 2];
      const s = W[9 * c + 8];
      const t = 0.5 * (W[9 * c] + W[9 * c + 4]);
      const fn = f[at + 2];
      if (form !== GIVEN_NORMALS) residual = Math.max(residual, Math.abs(s * fn - Math.max(0, s * fn - u[at + 2])));
      if (form !== SMOOTH && t > 0) {
        const limit = t * set.surface[2 * c] * fn;
        const x = t * f[at] - u[at];
        const y = t * f[at + 1] - u[at + 1];
        const size = Math.sqrt(x * x + y * y);
        const share = size > limit ? limit / size : 1;
        residual = Math.max(residual, Math.abs(t * f[at] - share * x), Math.abs(t * f[at + 1] - share * y));
      }
      load = Math.max(load, (s + t) * (Math.abs(f[at]) + Math.abs(f[at + 1]) + fn));
    }
    this.#now[RESIDUAL] = residual;
    this.#now[LOAD] = load;
  }

  /** Gauss-Seidel, there and back; `change` is kept up. */
  #sweep(f: Float64Array, b: Float64Array): void {
    const last = this.#count - 1;
    for (let n = 0; n <= last; n++) this.#relax(this.#list[this.#start + n], f, b);
    for (let n = last - 1; n >= 0; n--) this.#relax(this.#list[this.#start + n], f, b);
    this.iterations++;
  }

  #relax(c: number, f: Float64Array, b: Float64Array): void {
    const set = this.#set;
    const W = set.W;
    const q = this.#q;
    const g = this.#f;
    const at = 3 * c;
    const w = 9 * c;
    set.velocityInto(q, 0, c, this.change);
    const fx = f[at];
    const fy = f[at + 1];
    const fn = f[at + 2];
    const given = this.#form === GIVEN_NORMALS;
    const own = given ? 0 : fn;
    q[0] += b[at] - W[w] * fx - W[w + 1] * fy - W[w + 2] * own;
    q[1] += b[at + 1] - W[w + 3] * fx - W[w + 4] * fy - W[w + 5] * own;
    q[2] += b[at + 2] - W[w + 6] * fx - W[w + 7] * fy - W[w + 8] * own;
    if (given) {
      this.#limit[0] = set.surface[2 * c] * fn;
      holdOrSlipInto(g, 0, W, w, q, 0, this.#limit, 0);
      g[2] = fn;
    } else if (this.#form === SMOOTH) contactImpulseInto(g, 0, W, w, q, 0, this.#zero, 0);
    else contactImpulseInto(g, 0, W, w, q, 0, set.surface, 2 * c);
    f[at] = g[0];
    f[at + 1] = g[1];
    f[at + 2] = g[2];
    g[0] -= fx;
    g[1] -= fy;
    g[2] -= fn;
    set.react(this.change, c, g, 0);
  }

  /** Newton steps on (2) while they lead somewhere; f ends as the best of them, or as it was. Did it get better? */
  #newtonRun(f: Float64Array, b: Float64Array, atLeastOne: boolean): boolean {
    if (!this.#assembled) this.#assemble();
    const now = this.#now;
    const first = now[RESIDUAL];
    let best = first;
    this.#copy(this.#kept, f);
    let worse = 0;
    for (let n = 0; n * this.#now[DAMPING] < NEWTON_RUN && worse * this.#now[DAMPING] < 4; n++) {
      if (this.#reached() && !(atLeastOne && n === 0)) break;
      if (!this.#newtonStep(f)) break;
      this.iterations++;
      this.#project(f);
      this.#evaluate(f, b);
      if (now[RESIDUAL] < best) {
        worse = now[RESIDUAL] < 0.5 * best ? 0 : worse + 1;
        best = now[RESIDUAL];
        this.#copy(this.#kept, f);
      } else worse++;
    }
    if (now[RESIDUAL] !== best || worse > 0) {
      this.#copy(f, this.#kept);
      this.#evaluate(f, b);
    }
    return best < first;
  }

  #copy(out: Float64Array, f: Float64Array): void {
    for (let n = 0; n < this.#count; n++) {
      const at = 3 * this.#list[this.#start + n];
      out[at] = f[at];
      out[at + 1] = f[at + 1];
      out[at + 2] = f[at + 2];
    }
  }

  /** J M⁻¹ Jᵀ of the island, scaled on both sides by 1/√w_nn of each contact. */
  #assemble(): void {
    const set = this.#set;
    const count = this.#count;
    const size = 3 * count;
    if (this.#rhs.length < size) {
      this.#W = new Float64Array(4 * size * size);
      this.#A = new Float64Array(4 * size * size);
      this.#LU = new Float64Array(4 * size * size);
      this.#rhs = new Float64Array(2 * size);
      this.#swaps = new Int32Array(2 * size);
      this.#s = new Float64Array(2 * size);
    }
    const W = this.#W;
    const s = this.#s;
    for (let n = 0; n < size * size; n++) W[n] = 0;
    for (let n = 0; n < count; n++) {
      const w = set.W[9 * this.#list[this.#start + n] + 8];
      s[n] = w > 0 ? Math.sqrt(w) : 1;
    }
    for (let n = 0; n < count; n++) {
      const c = this.#list[this.#start + n];
      for (let m = 0; m <= n; m++) {
        const d = this.#list[this.#start + m];
        const o = 3 * n * size + 3 * m;
        set.addCoupling(W, o, size, c, d);
        const by = 1 / (s[n] * s[m]);
        for (let r = 0; r < 3; r++) for (let k = 0; k < 3; k++) W[o + r * size + k] *= by;
        if (m === n) continue;
        for (let r = 0; r < 3; r++) {
          for (let k = 0; k < 3; k++) W[(3 * m + k) * size + 3 * n + r] = W[o + r * size + k];
        }
      }
    }
    this.#assembled = true;
  }

  /** f += the Newton step of (2) at f and u. False when the matrix cannot be factored. */
  #newtonStep(f: Float64Array): boolean {
    const set = this.#set;
    const count = this.#count;
    const size = 3 * count;
    const A = this.#A;
    const W = this.#W;
    const rhs = this.#rhs;
    const u = this.#u;
    const form = this.#form;
    for (let n = 0; n < count; n++) {
      const c = this.#list[this.#start + n];
      const at = 3 * c;
      const root = this.#s[n];
      const s = set.W[9 * c + 8];
      const t = 0.5 * (set.W[9 * c] + set.W[9 * c + 4]);
      const row = 3 * n * size;
      const col = 3 * n;
      const fn = f[at + 2];

      // 1. Normal: open, given or u_n = 0.
      const open = form !== GIVEN_NORMALS && s * fn - u[at + 2] <= 0;
      if (open || form === GIVEN_NORMALS) this.#unitRow(row + 2 * size, size, col + 2, open ? -fn * root : 0, col + 2);
      else this.#velocityRow(row + 2 * size, size, col + 2, -u[at + 2] / root);

      // 2. Tangents: f_t = 0, u_t = 0 or on the rim of the disc.
      const limit = form === SMOOTH || open ? 0 : set.surface[2 * c] * fn;
      if (open || form === SMOOTH || set.surface[2 * c] === 0 || !(t > 0)) {
        this.#unitRow(row, size, col, -f[at] * root, col);
        this.#unitRow(row + size, size, col + 1, -f[at + 1] * root, col + 1);
        continue;
      }
      const x = f[at] - u[at] / t;
      const y = f[at + 1] - u[at + 1] / t;
      const length = Math.sqrt(x * x + y * y);
      // The radius that is meant while u_n is not yet zero, as at the start from f = 0.
      const meant = form === GIVEN_NORMALS ? limit : set.surface[2 * c] * Math.max(fn, fn - u[at + 2] / s);
      if (length <= meant) {
        this.#velocityRow(row, size, col, -u[at] / root);
        this.#velocityRow(row + size, size, col + 1, -u[at + 1] / root);
        continue;
      }
      const dx = x / length;
      const dy = y / length;
      const share = limit / length;
      const mu = form === GIVEN_NORMALS ? 0 : set.surface[2 * c];
      // df_t − μ d df_n − share (I − d dᵀ)(df_t − du_t/t) = limit d − f_t
      const xx = share * dy * dy;
      const xy = -share * dx * dy;
      const yy = share * dx * dx;
      const by = (root * root) / t;
      for (let k = 0; k < size; k++) {
        const wx = by * W[row + k];
        const wy = by * W[row + size + k];
        A[row + k] = xx * wx + xy * wy;
        A[row + size + k] = xy * wx + yy * wy;
      }
      A[row + col] += 1 - xx;
      A[row + col + 1] -= xy;
      A[row + col + 2] -= mu * dx;
      A[row + size + col] -= xy;
      A[row + size + col + 1] += 1 - yy;
      A[row + size + col + 2] -= mu * dy;
      rhs[col] = (limit * dx - f[at]) * root;
      rhs[col + 1] = (limit * dy - f[at + 1]) * root;
    }
    if (luFactorInto(this.#LU, 0, this.#swaps, 0, A, 0, size) >= 0) return false;
    luSolveInto(rhs, 0, this.#LU, 0, this.#swaps, 0, rhs, 0, size);
    for (let n = 0; n < count; n++) {
      const at = 3 * this.#list[this.#start + n];
      const by = this.#now[DAMPING] / this.#s[n];
      const x = rhs[3 * n] * by;
      const y = rhs[3 * n + 1] * by;
      const z = rhs[3 * n + 2] * by;
      if (!Number.isFinite(x + y + z)) return false;
      f[at] += x;
      f[at + 1] += y;
      f[at + 2] += z;
    }
    return true;
  }

  #unitRow(at: number, size: number, col: number, value: number, row: number): void {
    const A = this.#A;
    for (let k = 0; k < size; k++) A[at + k] = 0;
    A[at + col] = 1;
    this.#rhs[row] = value;
  }

  #velocityRow(at: number, size: number, col: number, value: number): void {
    const A = this.#A;
    const W = this.#W;
    for (let k = 0; k < size; k++) A[at + k] = W[at + k];
    A[at + col] += this.#now[DIAGONAL];
    this.#rhs[col] = value;
  }
}
