/**
 * Eigenvalues of small general real matrices: Hessenberg form, then shifted QR in complex numbers.
 *
 *   D⁻¹ A D                  rows and columns of like size, D of powers of 2       (1)  balancing
 *   H = Pᵀ A P, h_rc = 0 for r > c + 1                                            (2)  Householder reflections
 *   H − μ = Q R,   H⁺ = R Q + μ                                                   (3)  QR step, by plane rotations
 *   μ: the eigenvalue of the last 2×2 block that is nearer to its last element     (4)  Wilkinson's shift
 *
 * (3) is a similarity and drives the last subdiagonal element of the block to zero, mostly within three steps; the last
 * diagonal element is then an eigenvalue, and the block one row smaller. Where nothing moves, as for a cyclic permutation, an
 * arbitrary shift breaks the circle.
 *
 * Used at load time: how fast, how damped, how stiff is a linearised vehicle.
 * Valid: n ≤ 64. A simple eigenvalue is exact to about ε times the norm of the balanced matrix, times its condition; one
 * that is m-fold and lacks eigenvectors only to the m-th root of that. Conjugate pairs come out equal to rounding.
 * Left out: eigenvectors.
 * Source: [Golub2013]; the complex step is the textbook form, twice the work of the real double step and half the code.
 */
import { invariant } from "../core/index.ts";

export interface GeneralEigenvalues {
  /** Real parts ascending; of equal ones, imaginary parts ascending. */
  readonly re: Float64Array;
  readonly im: Float64Array;
}

const LARGEST = 64;
/** For one eigenvalue; three are usual. */
const MOST_STEPS = 100;
/** Of balancing; two or three are usual. */
const MOST_ROUNDS = 100;

/** Eigenvalues of the n×n matrix at A[i]. Allocates: for load time and reports. */
export function generalEigenvalues(A: Float64Array, i: number, n: number): GeneralEigenvalues {
  invariant(n >= 1 && n <= LARGEST, `generalEigenvalues is for 1 to ${LARGEST} rows, not ${n}`);
  const h = A.slice(i, i + n * n);
  h.forEach((value, k) => {
    invariant(Number.isFinite(value), `generalEigenvalues: element (${Math.floor(k / n)}, ${k % n}) is ${value}`);
  });
  const scale = powerOfTwoFor(h);
  for (let k = 0; k < h.length; k++) h[k] *= scale;
  balance(h, n);
  toHessenberg(h, n);
  const g = new Float64Array(n * n);
  iterate(h, g, n);

  const order = Array.from({ length: n }, (_, k) => k * n + k);
  order.sort((p, q) => h[p] - h[q] || g[p] - g[q] || p - q);
  return { re: Float64Array.from(order, (k) => h[k] / scale), im: Float64Array.from(order, (k) => g[k] / scale) };
}

/** What brings the largest element near 1, so that products of three elements neither overflow nor vanish. */
function powerOfTwoFor(a: Float64Array): number {
  let largest = 0;
  for (const value of a) largest = Math.max(largest, Math.abs(value));
  let scale = 1;
  if (largest === 0) return scale;
  while (largest * scale < 0.5 && scale < 1e300) scale *= 2;
  while (largest * scale > 2) scale /= 2;
  return scale;
}

/** (1): scales row and column k until their sums of sizes are within a factor of 2, or for so many rounds: it only sharpens. */
function balance(a: Float64Array, n: number): void {
  for (let changed = true, round = 0; changed && round < MOST_ROUNDS; round++) {
    changed = false;
    for (let k = 0; k < n; k++) {
      let row = 0;
      let column = 0;
      for (let j = 0; j < n; j++) {
        if (j === k) continue;
        row += Math.abs(a[k * n + j]);
        column += Math.abs(a[j * n + k]);
      }
      if (row === 0 || column === 0) continue;
      let factor = 1;
      while (column * factor * factor * 2 < row) factor *= 2;
      while (column * factor * factor > 2 * row) factor /= 2;
      // Only where it helps: otherwise two rows could pass a factor to and fro.
      if (factor === 1 || column * factor + row / factor >= 0.95 * (row + column)) continue;
      changed = true;
      for (let j = 0; j < n; j++) a[k * n + j] /= factor;
      for (let j = 0; j < n; j++) a[j * n + k] *= factor;
    }
  }
}

/** (2): column by column, a reflection I − 2 v vᵀ takes what is below the subdiagonal. */
function toHessenberg(a: Float64Array, n: number): void {
  const v = new Float64Array(n);
  for (let c = 0; c < n - 2; c++) {
    let scale = 0;
    for (let r = c + 2; r < n; r++) scale += Math.abs(a[r * n + c]);
    if (scale === 0) continue;
    scale += Math.abs(a[(c + 1) * n + c]);
    let square = 0;
    for (let r = c + 1; r < n; r++) {
      v[r] = a[r * n + c] / scale;
      square += v[r] * v[r];
    }
    // Away from zero, so that nothing cancels.
    const length = Math.sqrt(square);
    v[c + 1] += v[c + 1] < 0 ? -length : length;
    let vv = 0;
    for (let r = c + 1; r < n; r++) vv += v[r] * v[r];
    for (let j = 0; j < n; j++) {
      let s = 0;
      for (let r = c + 1; r < n; r++) s += v[r] * a[r * n + j];
      s *= 2 / vv;
      for (let r = c + 1; r < n; r++) a[r * n + j] -= s * v[r];
    }
    for (let r = 0; r < n; r++) {
      let s = 0;
      for (let j = c + 1; j < n; j++) s += a[r * n + j] * v[j];
      s *= 2 / vv;
      for (let j = c + 1; j < n; j++) a[r * n + j] -= s * v[j];
    }
    for (let r = c + 2; r < n; r++) a[r * n + c] = 0;
  }
}

/** (3), (4) until h + i g is triangular. */
function iterate(h: Float64Array, g: Float64Array, n: number): void {
  const size = (r: number, c: number): number => Math.abs(h[r * n + c]) + Math.abs(g[r * n + c]);
  const shift = new Float64Array(2);
  let last = n - 1;
  let steps = 0;
  while (last > 0) {
    // The block that ends at last begins where a subdiagonal element is negligible.
    let first = last;
    while (first > 0) {
      const beside = size(first, first) + size(first - 1, first - 1);
      const below = size(first, first - 1);
      // The second where the diagonal is zero, as for a nilpotent matrix: far below the rounding of the whole, which is 1.
      if (beside + below === beside || below < 1e-30) {
        h[first * n + first - 1] = 0;
        g[first * n + first - 1] = 0;
        break;
      }
      first--;
    }
    if (first === last) {
      last--;
      steps = 0;
      continue;
    }
    steps++;
    invariant(steps <= MOST_STEPS, "generalEigenvalues: QR steps did not converge");
    if (steps % 10 === 0) {
      shift[0] = h[last * n + last] + 0.75 * size(last, last - 1);
      shift[1] = g[last * n + last] + 0.4375 * size(last, last - 1);
    } else {
      wilkinsonShift(shift, h, g, n, last);
    }
    qrStep(h, g, n, first, last, shift[0], shift[1]);
  }
}

/** (4): with d = (a_pp − a_qq) / 2, the nearer root is a_qq + d ∓ √(d² + a_pq a_qp), the sign that makes it smaller. */
function wilkinsonShift(shift: Float64Array, h: Float64Array, g: Float64Array, n: number, q: number): void {
  const p = q - 1;
  const dr = 0.5 * (h[p * n + p] - h[q * n + q]);
  const di = 0.5 * (g[p * n + p] - g[q * n + q]);
  const br = h[p * n + q] * h[q * n + p] - g[p * n + q] * g[q * n + p];
  const bi = h[p * n + q] * g[q * n + p] + g[p * n + q] * h[q * n + p];
  // Root of d² + b, with a real part of the sign of d's direction.
  const xr = dr * dr - di * di + br;
  const xi = 2 * dr * di + bi;
  const modulus = Math.sqrt(xr * xr + xi * xi);
  let rr = Math.sqrt(0.5 * (modulus + Math.abs(xr)));
  let ri = rr === 0 ? 0 : (0.5 * Math.abs(xi)) / rr;
  if (xr < 0) [rr, ri] = [ri, rr];
  if (xi < 0) ri = -ri;
  if (dr * rr + di * ri < 0) {
    rr = -rr;
    ri = -ri;
  }
  // a_qq − b / (d + root): the same number as a_qq + d − root, without cancellation.
  const wr = dr + rr;
  const wi = di + ri;
  const ww = wr * wr + wi * wi;
  shift[0] = h[q * n + q];
  shift[1] = g[q * n + q];
  if (ww === 0) return;
  shift[0] -= (br * wr + bi * wi) / ww;
  shift[1] -= (bi * wr - br * wi) / ww;
}

/** (3) on rows and columns first .. last. */
function qrStep(
  h: Float64Array,
  g: Float64Array,
  n: number,
  first: number,
  last: number,
  shiftRe: number,
  shiftIm: number,
): void {
  const rotations: number[] = [];
  for (let k = first; k <= last; k++) {
    h[k * n + k] -= shiftRe;
    g[k * n + k] -= shiftIm;
  }
  // R: the rotation [c̄ s̄; −s c] of rows k, k + 1 with c = x/ρ, s = y/ρ takes (x, y) to (ρ, 0).
  for (let k = first; k < last; k++) {
    const xr = h[k * n + k];
    const xi = g[k * n + k];
    const yr = h[(k + 1) * n + k];
    const yi = g[(k + 1) * n + k];
    const rho = Math.sqrt(xr * xr + xi * xi + yr * yr + yi * yi);
    const cr = rho === 0 ? 1 : xr / rho;
    const ci = rho === 0 ? 0 : xi / rho;
    const sr = rho === 0 ? 0 : yr / rho;
    const si = rho === 0 ? 0 : yi / rho;
    rotations.push(cr, ci, sr, si);
    for (let j = k; j <= last; j++) {
      const ar = h[k * n + j];
      const ai = g[k * n + j];
      const br = h[(k + 1) * n + j];
      const bi = g[(k + 1) * n + j];
      h[k * n + j] = cr * ar + ci * ai + sr * br + si * bi;
      g[k * n + j] = cr * ai - ci * ar + sr * bi - si * br;
      h[(k + 1) * n + j] = cr * br - ci * bi - (sr * ar - si * ai);
      g[(k + 1) * n + j] = cr * bi + ci * br - (sr * ai + si * ar);
    }
  }
  // R Q: columns k, k + 1 by the conjugate transpose.
  for (let k = first; k < last; k++) {
    const at = 4 * (k - first);
    const cr = rotations[at];
    const ci = rotations[at + 1];
    const sr = rotations[at + 2];
    const si = rotations[at + 3];
    for (let r = first; r <= Math.min(k + 1, last); r++) {
      const ar = h[r * n + k];
      const ai = g[r * n + k];
      const br = h[r * n + k + 1];
      const bi = g[r * n + k + 1];
      h[r * n + k] = ar * cr - ai * ci + br * sr - bi * si;
      g[r * n + k] = ar * ci + ai * cr + br * si + bi * sr;
      h[r * n + k + 1] = br * cr + bi * ci - (ar * sr + ai * si);
      g[r * n + k + 1] = bi * cr - br * ci - (ai * sr - ar * si);
    }
  }
  for (let k = first; k <= last; k++) {
    h[k * n + k] += shiftRe;
    g[k * n + k] += shiftIm;
  }
}
