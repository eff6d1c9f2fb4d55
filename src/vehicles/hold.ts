/**
 * Degrees of freedom that are held, as in a test rig: north, east, depth, roll, pitch, heading stay what they are at the start.
 *
 *   J ν = 0,   M ν̇ = F + Jᵀ λ,   J ν̇ = −J̇ ν                                               (1)
 *   λ = −(J M⁻¹ Jᵀ)⁻¹ (J M⁻¹ F + J̇ ν),   ν̇ = M⁻¹ F + M⁻¹ Jᵀ λ                               (2)
 *
 * Jᵀ λ is what the rig pushes with, and does no work. Rows of J, with R = R_NB and d its third row, multiplied by cos θ where that
 * avoids a division:
 *
 *   place i:   [R_i, 0],                          J̇ ν = R_i · (ω × v)
 *   roll:      [0; d₂² + d₃², −d₁ d₂, −d₁ d₃]       roll' cos² θ
 *   pitch:     [0; 0, d₃, −d₂]                     pitch' cos θ                              (3)
 *   heading:   [0; 0, d₂, d₃]                      heading' cos² θ
 *   ḋ = d × ω
 *
 * After each step what (1) has left over is taken off: held coordinates are set to their values, and
 *
 *   ν ← ν − M⁻¹ Jᵀ (J M⁻¹ Jᵀ)⁻¹ J ν                                                        (4)
 *
 * which is also done at the start. Angles are roll, pitch, yaw in the order Z-Y-X.
 * Held inputs: the six values, taken from the pose at the start; code that moves the body by hand writes them again (setInto).
 * Valid: |pitch| below 90°, where roll and heading are apart. Left out: play and compliance of the rig.
 * Source: constrained dynamics by Lagrange multipliers, any text; (3) is derived here. Tests: hold.test.ts.
 */
import {
  choleskyFactorInto,
  choleskySolveInto,
  quaternionFromRpyInto,
  rotationFromQuaternionInto,
  rpyFromQuaternionInto,
} from "../math/index.ts";
import { STATE } from "./body.ts";

export const HELD_NAMES = ["north", "east", "depth", "roll", "pitch", "heading"] as const;
export type HeldName = (typeof HELD_NAMES)[number];

const ROLL = 3;
const PITCH = 4;

export class Hold {
  /** Number of held inputs: a value for each of the six coordinates. */
  static readonly SIZE = 6;
  /** Indices of the held coordinates, in the order of HELD_NAMES. */
  readonly #which: Int32Array;
  readonly #holdsAngles: boolean;
  readonly #holdsAllAngles: boolean;
  // Scratch: J, M⁻¹ Jᵀ by rows, J M⁻¹ Jᵀ, J̇ ν and λ, R, angles.
  readonly #J = new Float64Array(36);
  readonly #Y = new Float64Array(36);
  readonly #G = new Float64Array(36);
  readonly #rate = new Float64Array(6);
  readonly #R = new Float64Array(9);
  readonly #angles = new Float64Array(3);

  constructor(names: readonly HeldName[]) {
    this.#which = Int32Array.from(HELD_NAMES.flatMap((name, i) => (names.includes(name) ? [i] : [])));
    const angles = this.#which.filter((i) => i >= ROLL).length;
    this.#holdsAngles = angles > 0;
    this.#holdsAllAngles = angles === 3;
  }

  /** Takes the pose at x[at ..] for the values to hold, to x[h ..]. */
  setInto(x: Float64Array, at: number, h: number): void {
    for (let i = 0; i < 3; i++) x[h + i] = x[at + STATE.p + i];
    rpyFromQuaternionInto(x, h + ROLL, x, at + STATE.q);
  }

  /** (2): dx[7 .. 12] is M⁻¹ F and becomes ν̇. V[v ..] is ν, R[r ..] is R_NB. */
  constrain(
    dx: Float64Array,
    massInverse6: Float64Array,
    V: Float64Array,
    v: number,
    R: Float64Array,
    r: number,
  ): void {
    const n = this.#which.length;
    const { p, q, V: at } = STATE;
    this.#rows(R, r, V, v);
    const rate = this.#rate;
    for (let i = 0; i < n; i++) {
      let sum = rate[i];
      for (let j = 0; j < 6; j++) sum += this.#J[6 * i + j] * dx[at + j];
      rate[i] = -sum;
    }
    this.#solve(massInverse6);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < 6; j++) dx[at + j] += this.#Y[6 * i + j] * rate[i];
      // Places that are held do not move, whatever rounding leaves.
      if (this.#which[i] < 3) dx[p + this.#which[i]] = 0;
    }
    // Held in roll, pitch and heading, it does not turn.
    if (this.#holdsAllAngles) for (let j = 0; j < 4; j++) dx[q + j] = 0;
  }

  /** Sets the held coordinates of x[at ..] to x[h ..], and (4). */
  projectInto(x: Float64Array, at: number, h: number, massInverse6: Float64Array): void {
    const n = this.#which.length;
    const angles = this.#angles;
    if (this.#holdsAngles) rpyFromQuaternionInto(angles, 0, x, at + STATE.q);
    for (let i = 0; i < n; i++) {
      const k = this.#which[i];
      if (k < ROLL) x[at + STATE.p + k] = x[h + k];
      else angles[k - ROLL] = x[h + k];
    }
    if (this.#holdsAngles) quaternionFromRpyInto(x, at + STATE.q, angles[0], angles[1], angles[2]);
    rotationFromQuaternionInto(this.#R, 0, x, at + STATE.q);
    this.#rows(this.#R, 0, x, at + STATE.V);
    for (let i = 0; i < n; i++) {
      let sum = 0;
      for (let j = 0; j < 6; j++) sum += this.#J[6 * i + j] * x[at + STATE.V + j];
      this.#rate[i] = -sum;
    }
    this.#solve(massInverse6);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < 6; j++) x[at + STATE.V + j] += this.#Y[6 * i + j] * this.#rate[i];
    }
  }

  /** (3): J, and J̇ ν to #rate. */
  #rows(R: Float64Array, r: number, V: Float64Array, at: number): void {
    const J = this.#J;
    const u = V[at];
    const v = V[at + 1];
    const w = V[at + 2];
    const p = V[at + 3];
    const q = V[at + 4];
    const s = V[at + 5];
    const d1 = R[r + 6];
    const d2 = R[r + 7];
    const d3 = R[r + 8];
    // ḋ = d × ω
    const e1 = d2 * s - d3 * q;
    const e2 = d3 * p - d1 * s;
    const e3 = d1 * q - d2 * p;
    J.fill(0);
    for (let i = 0; i < this.#which.length; i++) {
      const k = this.#which[i];
      const row = 6 * i;
      if (k < ROLL) {
        const a = R[r + 3 * k];
        const b = R[r + 3 * k + 1];
        const c = R[r + 3 * k + 2];
        J[row] = a;
        J[row + 1] = b;
        J[row + 2] = c;
        this.#rate[i] = a * (q * w - s * v) + b * (s * u - p * w) + c * (p * v - q * u);
      } else if (k === ROLL) {
        J[row + 3] = d2 * d2 + d3 * d3;
        J[row + 4] = -d1 * d2;
        J[row + 5] = -d1 * d3;
        this.#rate[i] = 2 * (d2 * e2 + d3 * e3) * p - e1 * (d2 * q + d3 * s) - d1 * (e2 * q + e3 * s);
      } else if (k === PITCH) {
        J[row + 4] = d3;
        J[row + 5] = -d2;
        this.#rate[i] = e3 * q - e2 * s;
      } else {
        // Heading.
        J[row + 4] = d2;
        J[row + 5] = d3;
        this.#rate[i] = e2 * q + e3 * s;
      }
    }
  }

  /** #rate ← (J M⁻¹ Jᵀ)⁻¹ #rate, and M⁻¹ Jᵀ to #Y, a row for each held coordinate. */
  #solve(massInverse6: Float64Array): void {
    const n = this.#which.length;
    const J = this.#J;
    const Y = this.#Y;
    const G = this.#G;
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < 6; j++) {
        let sum = 0;
        for (let k = 0; k < 6; k++) sum += massInverse6[6 * j + k] * J[6 * i + k];
        Y[6 * i + j] = sum;
      }
    }
    for (let i = 0; i < n; i++) {
      for (let j = 0; j <= i; j++) {
        let sum = 0;
        for (let k = 0; k < 6; k++) sum += J[6 * i + k] * Y[6 * j + k];
        G[n * i + j] = sum;
      }
    }
    if (choleskyFactorInto(G, 0, G, 0, n) !== -1) {
      throw new Error("the held degrees of freedom depend on each other: the pitch is 90° with roll and heading held");
    }
    choleskySolveInto(this.#rate, 0, G, 0, this.#rate, 0, n);
  }
}
