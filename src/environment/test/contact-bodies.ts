/** Bodies and contacts for tests of contact dynamics. */
import { choleskyFactor6Into, choleskyInverse6Into, quaternionFromRpyInto } from "../../math/index.ts";
import type { ContactProblem } from "../contacts/contact-problem.ts";

/** Inverse of a 6×6 mass matrix. */
export function inverseOf(M: Float64Array): Float64Array {
  const L = new Float64Array(36);
  if (choleskyFactor6Into(L, 0, M, 0) >= 0) throw new Error("the mass matrix of a test is not positive definite");
  const out = new Float64Array(36);
  choleskyInverse6Into(out, 0, L, 0);
  return out;
}

export function diagonal(...values: readonly number[]): Float64Array {
  const M = new Float64Array(36);
  values.forEach((value, n) => {
    M[7 * n] = value;
  });
  return M;
}

/** Mass matrix of a uniform box about its centre. */
export function boxMass(mass_kg: number, x: number, y: number, z: number): Float64Array {
  const m = mass_kg;
  return diagonal(m, m, m, (m / 12) * (y * y + z * z), (m / 12) * (x * x + z * z), (m / 12) * (x * x + y * y));
}

/** A random symmetric positive definite n×n matrix: A Aᵀ + a little, entries of A from `draw`, −1 … 1. */
export function positiveDefinite(n: number, draw: () => number, least: number): Float64Array {
  const A = Float64Array.from({ length: n * n }, draw);
  const M = new Float64Array(n * n);
  for (let r = 0; r < n; r++) {
    for (let c = 0; c < n; c++) {
      for (let k = 0; k < n; k++) M[r * n + c] += A[r * n + k] * A[c * n + k];
      if (r === c) M[r * n + c] += least;
    }
  }
  return M;
}

/** A small generator of numbers −1 … 1, so that a failure can be repeated from its seed. */
export function numbers(seed: number): () => number {
  let s = seed >>> 0;
  return () => {
    s = (s + 0x6d2b79f5) >>> 0;
    let t = Math.imul(s ^ (s >>> 15), 1 | s);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2_147_483_648 - 1;
  };
}

/** p_NB, q_NB, V_NB_B. */
export function motion(
  p: readonly number[],
  rpy: readonly number[] = [0, 0, 0],
  V: readonly number[] = [0, 0, 0, 0, 0, 0],
): Float64Array {
  const out = new Float64Array(13);
  out.set(p, 0);
  quaternionFromRpyInto(out, 3, rpy[0], rpy[1], rpy[2]);
  out.set(V, 7);
  return out;
}

/** Adds a contact; place, normal and gap in one list. */
export function touch(
  problem: ContactProblem,
  a: number,
  b: number,
  point: readonly number[],
  normal: readonly number[],
  mu: number,
  e: number,
  gap = 0,
): number {
  return problem.addContact(a, b, Float64Array.of(...point, ...normal, gap), 0, Float64Array.of(mu, e), 0);
}
