/**
 * Cholesky factorisation and solution of symmetric positive definite 6×6 systems: mass matrices, once per step.
 *
 *   A = L Lᵀ,   l_cc = √(a_cc − Σ l_ck²),   l_rc = (a_rc − Σ l_rk l_ck) / l_cc,  k < c      (1)
 *   L y = b,   Lᵀ x = y                                                                    (2)
 *   row c of A⁻¹ is the x of (2) for b = e_c                                               (3)
 *
 * Written out without loops, and with divisions that do not wait for one another: two thirds of the time of the loops in
 * solve.ts, which are the test's oracle (bench/solvers.ts measures both). Row-major. Only the lower triangle of A is read and only the lower triangle of L
 * is written, so L may be A.
 *
 * Left out: a test of symmetry, and a threshold: a pivot of 1e-30 kg counts as positive. Judge conditioning at load
 * time, with eigen.ts.
 * Source: (1) is A = L Lᵀ solved column by column; any text on linear algebra, for example [Golub2013].
 */

/** Marks a failed factorisation: the offending pivot itself is left in its place on the diagonal. */
function failAt(L: Float64Array, o: number, index: number, pivot: number): number {
  L[o + 7 * index] = pivot;
  return index;
}

/**
 * (1) Returns −1, or the index of the first pivot that is not positive (or not a number); L then holds that pivot at
 * its place on the diagonal, for `describePivotFailure`, and the columns before it.
 */
export function choleskyFactor6Into(L: Float64Array, o: number, A: Float64Array, i: number): number {
  const d0 = A[i];
  if (!(d0 > 0)) return failAt(L, o, 0, d0);
  const l00 = Math.sqrt(d0);
  const r0 = 1 / l00;
  const l10 = A[i + 6] * r0;
  const l20 = A[i + 12] * r0;
  const l30 = A[i + 18] * r0;
  const l40 = A[i + 24] * r0;
  const l50 = A[i + 30] * r0;
  L[o] = l00;
  L[o + 6] = l10;
  L[o + 12] = l20;
  L[o + 18] = l30;
  L[o + 24] = l40;
  L[o + 30] = l50;

  const d1 = A[i + 7] - l10 * l10;
  if (!(d1 > 0)) return failAt(L, o, 1, d1);
  const l11 = Math.sqrt(d1);
  const r1 = 1 / l11;
  const l21 = (A[i + 13] - l20 * l10) * r1;
  const l31 = (A[i + 19] - l30 * l10) * r1;
  const l41 = (A[i + 25] - l40 * l10) * r1;
  const l51 = (A[i + 31] - l50 * l10) * r1;
  L[o + 7] = l11;
  L[o + 13] = l21;
  L[o + 19] = l31;
  L[o + 25] = l41;
  L[o + 31] = l51;

  const d2 = A[i + 14] - l20 * l20 - l21 * l21;
  if (!(d2 > 0)) return failAt(L, o, 2, d2);
  const l22 = Math.sqrt(d2);
  const r2 = 1 / l22;
  const l32 = (A[i + 20] - l30 * l20 - l31 * l21) * r2;
  const l42 = (A[i + 26] - l40 * l20 - l41 * l21) * r2;
  const l52 = (A[i + 32] - l50 * l20 - l51 * l21) * r2;
  L[o + 14] = l22;
  L[o + 20] = l32;
  L[o + 26] = l42;
  L[o + 32] = l52;

  const d3 = A[i + 21] - l30 * l30 - l31 * l31 - l32 * l32;
  if (!(d3 > 0)) return failAt(L, o, 3, d3);
  const l33 = Math.sqrt(d3);
  const r3 = 1 / l33;
  const l43 = (A[i + 27] - l40 * l30 - l41 * l31 - l42 * l32) * r3;
  const l53 = (A[i + 33] - l50 * l30 - l51 * l31 - l52 * l32) * r3;
  L[o + 21] = l33;
  L[o + 27] = l43;
  L[o + 33] = l53;

  const d4 = A[i + 28] - l40 * l40 - l41 * l41 - l42 * l42 - l43 * l43;
  if (!(d4 > 0)) return failAt(L, o, 4, d4);
  const l44 = Math.sqrt(d4);
  const r4 = 1 / l44;
  const l54 = (A[i + 34] - l50 * l40 - l51 * l41 - l52 * l42 - l53 * l43) * r4;
  L[o + 28] = l44;
  L[o + 34] = l54;

  const d5 = A[i + 35] - l50 * l50 - l51 * l51 - l52 * l52 - l53 * l53 - l54 * l54;
  if (!(d5 > 0)) return failAt(L, o, 5, d5);
  const l55 = Math.sqrt(d5);
  L[o + 35] = l55;
  return -1;
}

/** (2): x = A⁻¹ b from the factor L of A; x may be b. */
export function choleskySolve6Into(
  x: Float64Array,
  o: number,
  L: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
): void {
  // Six independent divisions, early, instead of twelve that wait for one another.
  const r0 = 1 / L[i];
  const r1 = 1 / L[i + 7];
  const r2 = 1 / L[i + 14];
  const r3 = 1 / L[i + 21];
  const r4 = 1 / L[i + 28];
  const r5 = 1 / L[i + 35];

  const y0 = b[j] * r0;
  const y1 = (b[j + 1] - L[i + 6] * y0) * r1;
  const y2 = (b[j + 2] - L[i + 12] * y0 - L[i + 13] * y1) * r2;
  const y3 = (b[j + 3] - L[i + 18] * y0 - L[i + 19] * y1 - L[i + 20] * y2) * r3;
  const y4 = (b[j + 4] - L[i + 24] * y0 - L[i + 25] * y1 - L[i + 26] * y2 - L[i + 27] * y3) * r4;
  const y5 = (b[j + 5] - L[i + 30] * y0 - L[i + 31] * y1 - L[i + 32] * y2 - L[i + 33] * y3 - L[i + 34] * y4) * r5;

  const x5 = y5 * r5;
  const x4 = (y4 - L[i + 34] * x5) * r4;
  const x3 = (y3 - L[i + 33] * x5 - L[i + 27] * x4) * r3;
  const x2 = (y2 - L[i + 32] * x5 - L[i + 26] * x4 - L[i + 20] * x3) * r2;
  const x1 = (y1 - L[i + 31] * x5 - L[i + 25] * x4 - L[i + 19] * x3 - L[i + 13] * x2) * r1;
  const x0 = (y0 - L[i + 30] * x5 - L[i + 24] * x4 - L[i + 18] * x3 - L[i + 12] * x2 - L[i + 6] * x1) * r0;

  x[o] = x0;
  x[o + 1] = x1;
  x[o + 2] = x2;
  x[o + 3] = x3;
  x[o + 4] = x4;
  x[o + 5] = x5;
}

/** (3): out = A⁻¹, whole and exactly symmetric, from the factor L of A; out must not be L. */
export function choleskyInverse6Into(out: Float64Array, o: number, L: Float64Array, i: number): void {
  for (let row = 0; row < 6; row++) {
    const at = o + 6 * row;
    for (let c = 0; c < 6; c++) out[at + c] = c === row ? 1 : 0;
    choleskySolve6Into(out, at, L, i, out, at);
  }
  for (let row = 1; row < 6; row++) {
    for (let c = 0; c < row; c++) out[o + 6 * c + row] = out[o + 6 * row + c];
  }
}
