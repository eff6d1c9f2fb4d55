/**
 * Eigenvalues and eigenvectors of small symmetric matrices, by cyclic Jacobi rotations.
 *
 *   A = V diag(λ) Vᵀ                                                             (1)
 *   θ = (a_qq − a_pp) / (2 a_pq),   t = sign(θ) / (|θ| + √(θ² + 1))               (2)  tangent of the smaller angle
 *   c = 1/√(t² + 1),   s = t c,   a_pp ← a_pp − t a_pq,   a_qq ← a_qq + t a_pq     (3)  a_pq becomes 0
 *
 * Used at load time: is a mass matrix positive definite, how badly is it conditioned, along which axis.
 * Valid: n ≤ 12. Every eigenvalue is exact to about n ε times the largest one; small ones of badly scaled matrices
 * (kg beside kg·m²) have the same absolute error.
 * Left out: unsymmetric matrices. Only the lower triangle is read.
 * Source: (2), (3) follow from asking a_pq = 0 of a plane rotation; [Golub2013].
 */
import { invariant } from "../core/index.ts";

export interface SymmetricEigen {
  /** λ, ascending. */
  readonly values: Float64Array;
  /** V, row-major n×n; column k belongs to values[k]. Each column has length 1; its largest component is positive. */
  readonly vectors: Float64Array;
}

/** Convergence is quadratic: six or seven sweeps do for n ≤ 12. */
const MOST_SWEEPS = 40;

/** (1) for the symmetric n×n matrix at A[i], whose lower triangle is read. Allocates: for load time and reports. */
export function symmetricEigen(A: Float64Array, i: number, n: number): SymmetricEigen {
  invariant(n >= 1 && n <= 12, `symmetricEigen is for 1 to 12 rows, not ${n}`);
  const a = new Float64Array(n * n);
  const v = new Float64Array(n * n);
  for (let r = 0; r < n; r++) {
    v[r * n + r] = 1;
    for (let c = 0; c < n; c++) {
      a[r * n + c] = A[i + Math.max(r, c) * n + Math.min(r, c)];
      invariant(Number.isFinite(a[r * n + c]), `symmetricEigen: element (${r}, ${c}) is ${a[r * n + c]}`);
    }
  }

  let sweep = 0;
  while (sweepOnce(a, v, n)) {
    sweep++;
    invariant(sweep < MOST_SWEEPS, "symmetricEigen: Jacobi rotations did not converge");
  }

  const order = Array.from({ length: n }, (_, k) => k).sort((p, q) => a[p * n + p] - a[q * n + q] || p - q);
  const values = new Float64Array(n);
  const vectors = new Float64Array(n * n);
  order.forEach((from, k) => {
    values[k] = a[from * n + from];
    let largest = 0;
    for (let r = 0; r < n; r++) if (Math.abs(v[r * n + from]) > Math.abs(largest)) largest = v[r * n + from];
    for (let r = 0; r < n; r++) vectors[r * n + k] = largest < 0 ? -v[r * n + from] : v[r * n + from];
  });
  return { values, vectors };
}

/** One pass over all pairs; false when nothing was left to rotate. */
function sweepOnce(a: Float64Array, v: Float64Array, n: number): boolean {
  let rotated = false;
  for (let p = 0; p < n - 1; p++) {
    for (let q = p + 1; q < n; q++) {
      const a_pq = a[p * n + q];
      const a_pp = a[p * n + p];
      const a_qq = a[q * n + q];
      // Negligible: adding it to either diagonal element changes no bit.
      if (Math.abs(a_pp) + Math.abs(a_pq) === Math.abs(a_pp) && Math.abs(a_qq) + Math.abs(a_pq) === Math.abs(a_qq)) {
        a[p * n + q] = 0;
        a[q * n + p] = 0;
        continue;
      }
      rotated = true;
      const theta = (a_qq - a_pp) / (2 * a_pq); // (2)
      const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
      const c = 1 / Math.sqrt(t * t + 1); // (3)
      const s = t * c;
      a[p * n + p] = a_pp - t * a_pq;
      a[q * n + q] = a_qq + t * a_pq;
      a[p * n + q] = 0;
      a[q * n + p] = 0;
      for (let k = 0; k < n; k++) {
        const v_kp = v[k * n + p];
        const v_kq = v[k * n + q];
        v[k * n + p] = c * v_kp - s * v_kq;
        v[k * n + q] = s * v_kp + c * v_kq;
        if (k === p || k === q) continue;
        const a_kp = a[k * n + p];
        const a_kq = a[k * n + q];
        a[k * n + p] = c * a_kp - s * a_kq;
        a[p * n + k] = a[k * n + p];
        a[k * n + q] = s * a_kp + c * a_kq;
        a[q * n + k] = a[k * n + q];
      }
    }
  }
  return rotated;
}
