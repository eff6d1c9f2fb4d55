/**
 * Singular values and the Moore–Penrose inverse of small m×n matrices, by one-sided Jacobi rotations.
 *
 *   A = U diag(σ) Vᵀ,   A⁺ = Σ_k v_k u_kᵀ / σ_k   over σ_k > τ σ_1                     (1)
 *
 * Columns of a working copy W of A are turned in pairs until all are perpendicular; then W = U diag(σ), and the turns
 * make V. For columns p, q with α = |w_p|², β = |w_q|², γ = w_p · w_q:
 *
 *   ζ = (β − α) / (2 γ),   t = sign(ζ) / (|ζ| + √(1 + ζ²)),   c = 1/√(1 + t²),   s = c t    (2)
 *
 * x = A⁺ b is the shortest of the vectors that come nearest to b: thrust allocation, load-time reports.
 * Valid: m, n ≤ 16. Small singular values are found to high relative accuracy, better than from AᵀA.
 * Left out: weights; scale rows and columns before the call.
 * Source: (2) asks w_p · w_q = 0 of a plane rotation (Hestenes); [Golub2013].
 */
import { invariant } from "../core/index.ts";

export interface PseudoInverse {
  /** A⁺, row-major n×m. */
  readonly inverse: Float64Array;
  /** σ, descending, min(m, n) of them. */
  readonly singularValues: Float64Array;
  /** How many σ count as non-zero. */
  readonly rank: number;
  /** σ_1 / σ_min of a matrix of full rank; Infinity when the rank is not full. */
  readonly condition: number;
}

const MOST_SWEEPS = 60;
const EPSILON = 2.220446049250313e-16;
/** Columns shorter than 1e-20 beside a largest element of 1 are far below rounding. */
const NO_LENGTH_SQUARED = 1e-40;

/**
 * (1) for the row-major m×n matrix at A[i]. Singular values below relativeTolerance σ_1 count as zero; by default
 * max(m, n) ε, the usual size of rounding. Allocates: for load time.
 */
export function pseudoInverse(
  A: Float64Array,
  i: number,
  m: number,
  n: number,
  relativeTolerance: number = Math.max(m, n) * EPSILON,
): PseudoInverse {
  invariant(m >= 1 && n >= 1 && m <= 16 && n <= 16, `pseudoInverse is for 1 to 16 rows and columns, not ${m} × ${n}`);
  // Work on the tall shape: rows ≥ columns. (Aᵀ)⁺ = (A⁺)ᵀ.
  const wide = m < n;
  const rows = wide ? n : m;
  const columns = wide ? m : n;
  const w = new Float64Array(rows * columns);
  const v = new Float64Array(columns * columns);
  // The largest element is scaled to 1, so that squares neither overflow nor vanish.
  let scale = 0;
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      w[r * columns + c] = wide ? A[i + c * n + r] : A[i + r * n + c];
      invariant(Number.isFinite(w[r * columns + c]), "pseudoInverse: the matrix has an element that is not finite");
      scale = Math.max(scale, Math.abs(w[r * columns + c]));
    }
  }
  if (scale === 0) scale = 1;
  for (let k = 0; k < rows * columns; k++) w[k] /= scale;
  for (let c = 0; c < columns; c++) v[c * columns + c] = 1;

  let sweep = 0;
  while (sweepOnce(w, v, rows, columns)) {
    sweep++;
    invariant(sweep < MOST_SWEEPS, "pseudoInverse: Jacobi rotations did not converge");
  }

  // σ_k is the length of column k.
  const lengths = new Float64Array(columns);
  for (let c = 0; c < columns; c++) {
    let sum = 0;
    for (let r = 0; r < rows; r++) sum += w[r * columns + c] * w[r * columns + c];
    lengths[c] = Math.sqrt(sum);
  }
  const order = Array.from({ length: columns }, (_, k) => k).sort((p, q) => lengths[q] - lengths[p] || p - q);
  const singularValues = Float64Array.from(order, (k) => scale * lengths[k]);
  const largest = lengths[order[0]];

  // (1) With W = U diag(σ), v_k u_kᵀ / σ_k = v_k w_kᵀ / σ_k².
  const inverse = new Float64Array(n * m);
  let rank = 0;
  for (const k of order) {
    const sigma = lengths[k];
    if (!(sigma > relativeTolerance * largest)) break;
    rank++;
    for (let c = 0; c < columns; c++) {
      const vOverSigma = v[c * columns + k] / sigma;
      for (let r = 0; r < rows; r++) {
        const term = (vOverSigma * (w[r * columns + k] / sigma)) / scale;
        if (wide) inverse[r * m + c] += term;
        else inverse[c * m + r] += term;
      }
    }
  }
  const condition = rank === columns ? largest / lengths[order[columns - 1]] : Number.POSITIVE_INFINITY;
  return { inverse, singularValues, rank, condition };
}

/** One pass over all pairs of columns; false when all were already perpendicular. */
function sweepOnce(w: Float64Array, v: Float64Array, rows: number, columns: number): boolean {
  let rotated = false;
  for (let p = 0; p < columns - 1; p++) {
    for (let q = p + 1; q < columns; q++) {
      let alpha = 0;
      let beta = 0;
      let gamma = 0;
      for (let r = 0; r < rows; r++) {
        const a = w[r * columns + p];
        const b = w[r * columns + q];
        alpha += a * a;
        beta += b * b;
        gamma += a * b;
      }
      // Perpendicular to within the rounding of the sum itself; what is left of a zero column is perpendicular to all.
      if (Math.min(alpha, beta) <= NO_LENGTH_SQUARED) continue;
      if (Math.abs(gamma) <= rows * EPSILON * Math.sqrt(alpha) * Math.sqrt(beta)) continue;
      rotated = true;
      const zeta = (beta - alpha) / (2 * gamma); // (2)
      const t = (zeta < 0 ? -1 : 1) / (Math.abs(zeta) + Math.sqrt(1 + zeta * zeta));
      const c = 1 / Math.sqrt(1 + t * t);
      turnColumns(w, rows, columns, p, q, c, c * t);
      turnColumns(v, columns, columns, p, q, c, c * t);
    }
  }
  return rotated;
}

function turnColumns(a: Float64Array, rows: number, columns: number, p: number, q: number, c: number, s: number): void {
  for (let r = 0; r < rows; r++) {
    const x = a[r * columns + p];
    const y = a[r * columns + q];
    a[r * columns + p] = c * x - s * y;
    a[r * columns + q] = s * x + c * y;
  }
}
