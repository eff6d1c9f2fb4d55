/**
 * Small dense linear systems of any size n, row-major in flat buffers.
 *
 *   A = L Lᵀ,  A x = b for symmetric positive definite A                          (1)  Cholesky
 *   P A = L U, A x = b for any regular A, rows exchanged so that |l| ≤ 1           (2)  LU with partial pivoting
 *
 * A factorisation never throws. It returns −1, or the index of the first pivot that cannot be used; that pivot is then
 * left on the diagonal, and `describePivotFailure` makes a sentence of it. Nothing is allocated.
 *
 * Valid: n up to a few dozen (loops are not blocked). 6×6 positive definite systems are faster with cholesky6.ts.
 * Left out: iterative refinement, scaling of rows, thresholds. A nearly singular matrix is solved as it is; judge
 * conditioning beforehand with eigen.ts or pseudo-inverse.ts.
 * Source: (1), (2) are definitions; any text on linear algebra, for example [Golub2013].
 */

/** Names of the six axes of spatial vectors, linear first. */
export const SPATIAL_AXES: readonly string[] = ["surge", "sway", "heave", "roll", "pitch", "yaw"];

/**
 * (1) Only the lower triangle of A is read and only that of L is written; L may be A. Returns −1, or the index of the
 * first pivot that is not positive; L then holds that pivot on its diagonal.
 */
export function choleskyFactorInto(L: Float64Array, o: number, A: Float64Array, i: number, n: number): number {
  for (let c = 0; c < n; c++) {
    let d = A[i + c * n + c];
    for (let k = 0; k < c; k++) d -= L[o + c * n + k] * L[o + c * n + k];
    if (!(d > 0)) {
      L[o + c * n + c] = d;
      return c;
    }
    const l_cc = Math.sqrt(d);
    L[o + c * n + c] = l_cc;
    for (let r = c + 1; r < n; r++) {
      let s = A[i + r * n + c];
      for (let k = 0; k < c; k++) s -= L[o + r * n + k] * L[o + c * n + k];
      L[o + r * n + c] = s / l_cc;
    }
  }
  return -1;
}

/** (1): x = A⁻¹ b from the factor L of A; x may be b. */
export function choleskySolveInto(
  x: Float64Array,
  o: number,
  L: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  n: number,
): void {
  // L y = b
  for (let r = 0; r < n; r++) {
    let s = b[j + r];
    for (let k = 0; k < r; k++) s -= L[i + r * n + k] * x[o + k];
    x[o + r] = s / L[i + r * n + r];
  }
  // Lᵀ x = y
  for (let r = n - 1; r >= 0; r--) {
    let s = x[o + r];
    for (let k = r + 1; k < n; k++) s -= L[i + k * n + r] * x[o + k];
    x[o + r] = s / L[i + r * n + r];
  }
}

/**
 * (2) LU holds U on and above the diagonal and L, whose diagonal is 1, below; LU may be A. At step c rows c and
 * swaps[is + c] were exchanged. Returns −1, or the index of the first column in which no pivot is left: all candidates
 * are zero, or one is not a number.
 */
export function luFactorInto(
  LU: Float64Array,
  o: number,
  swaps: Int32Array,
  is: number,
  A: Float64Array,
  i: number,
  n: number,
): number {
  for (let k = 0; k < n * n; k++) LU[o + k] = A[i + k];
  for (let c = 0; c < n; c++) {
    // The largest candidate; the first of equals, so that the order of operations is fixed.
    let pivotRow = c;
    let largest = Math.abs(LU[o + c * n + c]);
    for (let r = c + 1; r < n; r++) {
      const size = Math.abs(LU[o + r * n + c]);
      if (size > largest) {
        pivotRow = r;
        largest = size;
      }
    }
    if (!(largest > 0)) return c;
    swaps[is + c] = pivotRow;
    if (pivotRow !== c) {
      for (let k = 0; k < n; k++) {
        const kept = LU[o + c * n + k];
        LU[o + c * n + k] = LU[o + pivotRow * n + k];
        LU[o + pivotRow * n + k] = kept;
      }
    }
    const pivot = LU[o + c * n + c];
    for (let r = c + 1; r < n; r++) {
      const l = LU[o + r * n + c] / pivot;
      LU[o + r * n + c] = l;
      for (let k = c + 1; k < n; k++) LU[o + r * n + k] -= l * LU[o + c * n + k];
    }
  }
  return -1;
}

/** (2): x = A⁻¹ b from the factors of A; x may be b. */
export function luSolveInto(
  x: Float64Array,
  o: number,
  LU: Float64Array,
  i: number,
  swaps: Int32Array,
  is: number,
  b: Float64Array,
  j: number,
  n: number,
): void {
  for (let r = 0; r < n; r++) x[o + r] = b[j + r];
  for (let r = 0; r < n; r++) {
    const other = swaps[is + r];
    const kept = x[o + r];
    x[o + r] = x[o + other];
    x[o + other] = kept;
  }
  // L y = P b
  for (let r = 1; r < n; r++) {
    let s = x[o + r];
    for (let k = 0; k < r; k++) s -= LU[i + r * n + k] * x[o + k];
    x[o + r] = s;
  }
  // U x = y
  for (let r = n - 1; r >= 0; r--) {
    let s = x[o + r];
    for (let k = r + 1; k < n; k++) s -= LU[i + r * n + k] * x[o + k];
    x[o + r] = s / LU[i + r * n + r];
  }
}

/**
 * A failed Cholesky factorisation as a sentence: "not positive definite: pivot 3 (roll) is -0.12". L and index are what
 * the factorisation left and returned; axes name the rows, by default those of a spatial vector when n is 6.
 */
export function describePivotFailure(
  L: Float64Array,
  o: number,
  n: number,
  index: number,
  axes: readonly string[] = n === 6 ? SPATIAL_AXES : [],
): string {
  const axis = axes[index] === undefined ? "" : ` (${axes[index]})`;
  return `not positive definite: pivot ${index}${axis} is ${String(Number(L[o + index * n + index].toPrecision(4)))}`;
}
