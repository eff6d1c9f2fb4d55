/**
 * Forces and torques from outside: a crane, a hand, a tug, a scripted push. Any number of them may act at once; the body holds their sum.
 *
 * A push is a force F at a point r of the body (from Bo, in B) and a torque T, given in N or in B. Those in B add up to one wrench.
 * Of those in N the force turns into B with the attitude of every stage, and so does its moment:
 *
 *   f = R_BN Σ F_k + Σ F_k,B                                                              (1)
 *   W = Σ r_k F_kᵀ,   A = W R_NB,   moment = [A₂₃ − A₃₂; A₃₁ − A₁₃; A₁₂ − A₂₁]              (2)  Σ r_k × R_BN F_k
 *   F += [f; moment + R_BN Σ T_k + Σ (r_k × F_k,B + T_k,B)]                                (3)
 *
 * Held inputs: the number of pushes in force, then the sums, as PUSH says. Events add and remove pushes with addPushInto; with the last
 * one all sums are set to 0, so that no rounding stays.
 *
 * Valid: forces that stay constant in their frame between events. Left out: forces that depend on the motion (a tether).
 * Source: (2) is r × R_BN F written out. Tests: push.test.ts.
 */
import { MOTION } from "../actuators/index.ts";
import type { BodyPart, Signal } from "./body.ts";

/** Places in a body's block of pushes. */
export const PUSH = {
  /** Number of pushes in force. */
  count: 0,
  /** Σ F_k in N. */
  force_N: 1,
  /** W, row-major: row j is component j of r. */
  arm_N: 4,
  /** Σ T_k in N. */
  torque_N: 13,
  /** Σ F_k in B, and the sum of their moments and torques about Bo in B. */
  force_B: 16,
  torque_B: 19,
} as const;

export const PUSH_SIZE = 22;

const { count: COUNT, force_N: FORCE_N, arm_N: ARM_N, torque_N: TORQUE_N, force_B: FORCE_B, torque_B: TORQUE_B } = PUSH;
const { R } = MOTION;

/**
 * Adds (sign 1) a push to the block at x[at ..], or removes (sign −1) one that was added with the same numbers. force: N, torque: N·m,
 * both in `frame`; point_m: where the force acts, from Bo in B.
 */
export function addPushInto(
  x: Float64Array,
  at: number,
  sign: 1 | -1,
  frame: "N" | "B",
  force: ArrayLike<number>,
  torque: ArrayLike<number>,
  point_m: ArrayLike<number>,
): void {
  x[at + COUNT] += sign;
  if (!(x[at + COUNT] > 0)) {
    x.fill(0, at, at + PUSH_SIZE);
    return;
  }
  const inN = frame === "N";
  for (let i = 0; i < 3; i++) {
    x[at + (inN ? FORCE_N : FORCE_B) + i] += sign * force[i];
    x[at + (inN ? TORQUE_N : TORQUE_B) + i] += sign * torque[i];
    if (inN) {
      for (let j = 0; j < 3; j++) x[at + ARM_N + 3 * i + j] += sign * (point_m[i] * force[j]); // (2)
    } else {
      const [j, k] = [(i + 1) % 3, (i + 2) % 3];
      x[at + TORQUE_B + i] += sign * (point_m[j] * force[k] - point_m[k] * force[j]);
    }
  }
}

export class Pushes implements BodyPart {
  readonly states = 0;
  readonly commands = 0;
  readonly commandSignals: readonly Signal[] = [];
  readonly held = PUSH_SIZE;
  readonly outputs: readonly Signal[] = [];

  addForce(
    F_Bo_B: Float64Array,
    _dx: Float64Array,
    _d: number,
    motion: Float64Array,
    x: Float64Array,
    _s: number,
    _commands: Float64Array,
    _c: number,
    h: number,
  ): void {
    if (x[h + COUNT] === 0) return;
    const F = F_Bo_B;
    for (let i = 0; i < 3; i++) {
      // (1), and the torques of (3): column i of R_NB is axis i of B in N.
      const r1 = motion[R + i];
      const r2 = motion[R + 3 + i];
      const r3 = motion[R + 6 + i];
      const f = h + FORCE_N;
      const t = h + TORQUE_N;
      F[i] += x[h + FORCE_B + i] + r1 * x[f] + r2 * x[f + 1] + r3 * x[f + 2];
      F[3 + i] += x[h + TORQUE_B + i] + r1 * x[t] + r2 * x[t + 1] + r3 * x[t + 2];
      // (2): column i of A = W R_NB.
      const w = h + ARM_N;
      const a1 = x[w] * r1 + x[w + 1] * r2 + x[w + 2] * r3;
      const a2 = x[w + 3] * r1 + x[w + 4] * r2 + x[w + 5] * r3;
      const a3 = x[w + 6] * r1 + x[w + 7] * r2 + x[w + 8] * r3;
      if (i === 0) {
        F[4] += a3;
        F[5] -= a2;
      } else if (i === 1) {
        F[3] -= a3;
        F[5] += a1;
      } else {
        F[3] += a2;
        F[4] -= a1;
      }
    }
  }

  outputValuesInto(): void {}
}
