/**
 * Dormand–Prince 5(4): order 5 with an embedded error estimate, step size control and dense output.
 *
 * Equations (1)–(3) and their coefficients are in dormand-prince-tableau.ts. A step() is as many substeps as the
 * tolerance asks for; a substep of length h is accepted when
 *
 *   E = max_n |error_n| / (a + r max(|x_n|, |x⁺_n|)) ≤ 1                            (4)  a, r: tolerances
 *
 * The largest component counts, not the mean: a thousand states at rest must not hide one that moves. The next length is
 *
 *   h⁺ = h · min(5, max(0.2, 0.9 E^−5/32 E_before^1/16))                            (5)  accepted: PI control
 *   h⁺ = h · max(0.2, 0.9 E^−1/4)                                                   (6)  rejected
 *
 * The exponents are near the usual 0.17, 0.04 and 0.2, but need square roots only, which are exact everywhere and cheap.
 *
 * Memory behind the state, so that state and memory are everything and a snapshot between two step() calls loses nothing:
 * the first is the length to try next (0: chosen from the derivatives), the second is E_before (0: none yet).
 * k₇ becomes k₁ of the next substep inside one step() only, and only where no projection moved the state in between.
 *
 * Failure: step() returns STEP_TOO_SMALL or NOT_FINITE and x stays at the last accepted substep, `reached_s`. A substep
 * may be shorter than minStep_s where the end of the step asks for it; it fails only when the error does.
 * Valid: smooth, non-stiff f. Local error is controlled, the global one is usually some ten tolerances.
 * Left out: detection of stiffness, events inside a step (the engine lands steps on them), steps backwards in time.
 * Source: [DormandPrince1980]; the kind of control and the first step as described in [Hairer1993].
 */
import { invariant } from "../core/index.ts";
import { A, B, B_HAT, C, D, type Fraction } from "./dormand-prince-tableau.ts";
import { type Integrator, NOT_FINITE, type OdeSystem, STEP_TOO_SMALL } from "./ode.ts";

export interface Tolerances {
  /** r of (4). */
  readonly relativeTolerance: number;
  /** a of (4), in the units of the states. */
  readonly absoluteTolerance: number;
  /** Shortest length to which the error may push a substep. */
  readonly minStep_s: number;
}

const SAFETY = 0.9;
const SHRINK_MOST = 0.2;
const GROW_MOST = 5;
/** (5) takes no error for smaller than this: one lucky substep must not decide the next. */
const SMALLEST_ERROR = 1e-4;

// Numbers that pass between the methods below, in #now.
const START = 0;
const LENGTH = 1;
const ERROR = 2;
const REACHED = 3;

const value = (f: Fraction): number => f[0] / f[1];
const [, C2, C3, C4, C5] = C.map(value);
const [A21] = A[1].map(value);
const [A31, A32] = A[2].map(value);
const [A41, A42, A43] = A[3].map(value);
const [A51, A52, A53, A54] = A[4].map(value);
const [A61, A62, A63, A64, A65] = A[5].map(value);
const [B1, , B3, B4, B5, B6] = B.map(value);
const [E1, , E3, E4, E5, E6, E7] = B.map((b, i) => value(b) - value(B_HAT[i]));
const [D1, , D3, D4, D5, D6, D7] = D.map(value);

export class DormandPrince implements Integrator {
  readonly name = "dormand-prince";
  readonly order = 5;
  readonly memory = 2;
  readonly maxSize: number;
  readonly #tolerances: Tolerances;
  readonly #start: Float64Array;
  readonly #end: Float64Array;
  readonly #stage: Float64Array;
  #k1: Float64Array;
  readonly #k2: Float64Array;
  readonly #k3: Float64Array;
  readonly #k4: Float64Array;
  readonly #k5: Float64Array;
  readonly #k6: Float64Array;
  #k7: Float64Array;
  /** The accepted substep that #start, #end and the stages describe; size 0 when they describe none. */
  #denseSize = 0;
  #evaluations = 0;
  readonly #time = new Float64Array(1);
  readonly #now = new Float64Array(4);
  readonly #part = new Float64Array(2);

  /** maxSize: the largest size + held of the systems it will serve. */
  constructor(maxSize: number, tolerances: Tolerances) {
    this.maxSize = maxSize;
    const { relativeTolerance, absoluteTolerance, minStep_s } = tolerances;
    invariant(relativeTolerance >= 0, `relativeTolerance = ${relativeTolerance} is negative`);
    invariant(absoluteTolerance > 0, `absoluteTolerance must be above 0, not ${absoluteTolerance}`);
    invariant(minStep_s > 0, `minStep_s must be above 0, not ${minStep_s}`);
    this.#tolerances = Object.freeze({ relativeTolerance, absoluteTolerance, minStep_s });
    this.#start = new Float64Array(maxSize);
    this.#end = new Float64Array(maxSize);
    this.#stage = new Float64Array(maxSize);
    this.#k1 = new Float64Array(maxSize);
    this.#k2 = new Float64Array(maxSize);
    this.#k3 = new Float64Array(maxSize);
    this.#k4 = new Float64Array(maxSize);
    this.#k5 = new Float64Array(maxSize);
    this.#k6 = new Float64Array(maxSize);
    this.#k7 = new Float64Array(maxSize);
  }

  /** Length of the last accepted substep. */
  get length_s(): number {
    return this.#now[LENGTH];
  }

  /** How far the last step() or substep() came; for messages after a failure. */
  get reached_s(): number {
    return this.#now[REACHED];
  }

  step(system: OdeSystem, x: Float64Array, at: number, span: Float64Array): number {
    const t_s = span[0];
    const h_s = span[1];
    const part = this.#part;
    let done_s = 0;
    let evaluations = 0;
    let sameStart = false;
    while (done_s < h_s) {
      part[0] = t_s + done_s;
      part[1] = h_s - done_s;
      const code = this.substep(system, x, at, part, sameStart);
      if (code < 0) return code;
      evaluations += code;
      // The last substep is exactly what was left; adding it up could miss the end by a rounding.
      const taken_s = this.#now[LENGTH];
      done_s = taken_s === part[1] ? h_s : done_s + taken_s;
      sameStart = system.projectInto === undefined;
    }
    this.#now[REACHED] = t_s + h_s;
    return evaluations;
  }

  /**
   * One accepted substep from span[0] of at most span[1] seconds; `length_s` is its length. Returns the number of
   * evaluations, or a negative code. With reuse, k₇ of the substep before, which must have ended in this very state,
   * serves as k₁.
   */
  substep(system: OdeSystem, x: Float64Array, at: number, span: Float64Array, reuse = false): number {
    const now = this.#now;
    const time = this.#time;
    const t_s = span[0];
    const limit_s = span[1];
    const size = system.size;
    const memory = at + size + (system.held ?? 0);
    invariant(memory - at <= this.#start.length, "the system is larger than its integrator");
    const { minStep_s } = this.#tolerances;
    now[START] = t_s;
    now[REACHED] = t_s;
    this.#evaluations = 0;
    for (let n = 0; n < size; n++) this.#start[n] = x[at + n];
    for (let n = size; at + n < memory; n++) {
      this.#stage[n] = x[at + n];
      this.#end[n] = x[at + n];
    }

    // 1. Slope at the start.
    if (reuse && this.#denseSize === size) {
      const k = this.#k1;
      this.#k1 = this.#k7;
      this.#k7 = k;
    } else {
      time[0] = t_s;
      system.derivativesInto(this.#k1, x, at, time);
      this.#evaluations++;
    }
    this.#denseSize = 0;

    // 2. Length: what is remembered, cut at the limit; two equal halves rather than a long substep and a crumb.
    let wanted_s = x[memory];
    if (!(wanted_s > 0)) {
      now[LENGTH] = limit_s;
      this.#chooseFirstLength(system);
      wanted_s = now[LENGTH];
    }
    const cut = wanted_s >= limit_s;
    let h_s = cut ? limit_s : Math.min(wanted_s, 0.5 * limit_s);

    // 3. Attempts until the error fits.
    let rejected = false;
    now[LENGTH] = h_s;
    this.#attempt(system);
    let error = now[ERROR];
    while (!(error <= 1)) {
      if (!(h_s > minStep_s)) {
        x[memory] = h_s;
        return error < Number.POSITIVE_INFINITY ? STEP_TOO_SMALL : NOT_FINITE;
      }
      const factor =
        error < Number.POSITIVE_INFINITY ? Math.max(SHRINK_MOST, SAFETY / Math.sqrt(Math.sqrt(error))) : SHRINK_MOST; // (6)
      h_s = Math.max(minStep_s, factor * h_s);
      rejected = true;
      now[LENGTH] = h_s;
      this.#attempt(system);
      error = now[ERROR];
    }

    // 4. Next length (5); no growth right after a rejection, and a substep cut short does not forget the length it had.
    const before = x[memory + 1] > 0 ? x[memory + 1] : SMALLEST_ERROR;
    const e = Math.max(error, SMALLEST_ERROR);
    const eighth = Math.sqrt(Math.sqrt(Math.sqrt(e)));
    const damped = Math.sqrt(Math.sqrt(Math.sqrt(Math.sqrt(before))));
    const growth = Math.max(SHRINK_MOST, (SAFETY * damped) / (eighth * Math.sqrt(Math.sqrt(eighth))));
    const next_s = Math.max(minStep_s, h_s * Math.min(growth, rejected ? 1 : GROW_MOST));
    x[memory] = !rejected && h_s < wanted_s ? Math.max(next_s, wanted_s) : next_s;
    x[memory + 1] = e;

    // 5. Accept.
    for (let n = 0; n < size; n++) x[at + n] = this.#end[n];
    if (system.projectInto !== undefined) system.projectInto(x, at);
    this.#denseSize = size;
    now[REACHED] = t_s + h_s;
    return this.#evaluations;
  }

  /** (3): out[o ..] = state at the fraction theta, 0 … 1, of the last accepted substep, before projection; NaN if there is none. */
  denseInto(out: Float64Array, theta: number, o = 0): void {
    const size = this.#denseSize;
    if (size === 0) {
      out[o] = Number.NaN;
      return;
    }
    const h = this.#now[LENGTH];
    const rest = 1 - theta;
    const start = this.#start;
    const end = this.#end;
    const k1 = this.#k1;
    const k3 = this.#k3;
    const k4 = this.#k4;
    const k5 = this.#k5;
    const k6 = this.#k6;
    const k7 = this.#k7;
    for (let n = 0; n < size; n++) {
      const r = end[n] - start[n];
      const r3 = h * k1[n] - r;
      const r4 = r - h * k7[n] - r3;
      const r5 = h * (D1 * k1[n] + D3 * k3[n] + D4 * k4[n] + D5 * k5[n] + D6 * k6[n] + D7 * k7[n]);
      out[o + n] = start[n] + theta * (r + rest * (r3 + theta * (r4 + rest * r5)));
    }
  }

  /** (1), (2), (4): the seven stages of a substep of now[LENGTH] from #start; now[ERROR] becomes E, or +∞ when something is not finite. */
  #attempt(system: OdeSystem): void {
    const size = system.size;
    const t = this.#now[START];
    const h = this.#now[LENGTH];
    const time = this.#time;
    const x = this.#start;
    const end = this.#end;
    const stage = this.#stage;
    const k1 = this.#k1;
    const k2 = this.#k2;
    const k3 = this.#k3;
    const k4 = this.#k4;
    const k5 = this.#k5;
    const k6 = this.#k6;
    const k7 = this.#k7;

    // (1) Stages.
    for (let n = 0; n < size; n++) stage[n] = x[n] + h * (A21 * k1[n]);
    time[0] = t + C2 * h;
    system.derivativesInto(k2, stage, 0, time);
    for (let n = 0; n < size; n++) stage[n] = x[n] + h * (A31 * k1[n] + A32 * k2[n]);
    time[0] = t + C3 * h;
    system.derivativesInto(k3, stage, 0, time);
    for (let n = 0; n < size; n++) stage[n] = x[n] + h * (A41 * k1[n] + A42 * k2[n] + A43 * k3[n]);
    time[0] = t + C4 * h;
    system.derivativesInto(k4, stage, 0, time);
    for (let n = 0; n < size; n++) stage[n] = x[n] + h * (A51 * k1[n] + A52 * k2[n] + A53 * k3[n] + A54 * k4[n]);
    time[0] = t + C5 * h;
    system.derivativesInto(k5, stage, 0, time);
    for (let n = 0; n < size; n++) {
      stage[n] = x[n] + h * (A61 * k1[n] + A62 * k2[n] + A63 * k3[n] + A64 * k4[n] + A65 * k5[n]);
    }
    time[0] = t + h;
    system.derivativesInto(k6, stage, 0, time);
    for (let n = 0; n < size; n++) {
      end[n] = x[n] + h * (B1 * k1[n] + B3 * k3[n] + B4 * k4[n] + B5 * k5[n] + B6 * k6[n]);
    }
    system.derivativesInto(k7, end, 0, time);
    this.#evaluations += 6;

    // (2), (4) Error; the sum over all of it is finite only if every part is.
    const { relativeTolerance, absoluteTolerance } = this.#tolerances;
    let largest = 0;
    let sum = 0;
    for (let n = 0; n < size; n++) {
      const error = h * (E1 * k1[n] + E3 * k3[n] + E4 * k4[n] + E5 * k5[n] + E6 * k6[n] + E7 * k7[n]);
      const scale = absoluteTolerance + relativeTolerance * Math.max(Math.abs(x[n]), Math.abs(end[n]));
      const size_n = Math.abs(error) / scale;
      sum += size_n;
      if (size_n > largest) largest = size_n;
    }
    this.#now[ERROR] = Number.isFinite(sum) ? largest : Number.POSITIVE_INFINITY;
  }

  /**
   * A first length for a state without memory: an Euler step that moves the state by about 1 % shows how fast the slope
   * changes, and the length is such that h⁴ times that change is about 1 % of the tolerance. now[LENGTH] is the limit, and
   * becomes the choice.
   */
  #chooseFirstLength(system: OdeSystem): void {
    const size = system.size;
    const now = this.#now;
    const limit_s = now[LENGTH];
    const { relativeTolerance, absoluteTolerance } = this.#tolerances;
    const x = this.#start;
    const k1 = this.#k1;
    const k2 = this.#k2;
    const stage = this.#stage;
    let d0 = 0;
    let d1 = 0;
    for (let n = 0; n < size; n++) {
      const scale = absoluteTolerance + relativeTolerance * Math.abs(x[n]);
      d0 = Math.max(d0, Math.abs(x[n]) / scale);
      d1 = Math.max(d1, Math.abs(k1[n]) / scale);
    }
    const euler_s = Math.min(limit_s, d0 < 1e-5 || d1 < 1e-5 ? 1e-6 : (0.01 * d0) / d1);
    if (!(euler_s > 0)) return;

    for (let n = 0; n < size; n++) stage[n] = x[n] + euler_s * k1[n];
    this.#time[0] = now[START] + euler_s;
    system.derivativesInto(k2, stage, 0, this.#time);
    this.#evaluations++;
    let d2 = 0;
    for (let n = 0; n < size; n++) {
      const scale = absoluteTolerance + relativeTolerance * Math.abs(x[n]);
      d2 = Math.max(d2, Math.abs(k2[n] - k1[n]) / (scale * euler_s));
    }
    const steepest = Math.max(d1, d2);
    const smooth_s = steepest <= 1e-15 ? Math.max(1e-6, 1e-3 * euler_s) : Math.sqrt(Math.sqrt(0.01 / steepest));
    const first_s = Math.min(100 * euler_s, smooth_s);
    if (first_s > 0) now[LENGTH] = first_s;
  }
}
