/**
 * Friction in one plane with a given limit: it holds, or it lets go in one direction.
 *
 *   u = b + W_tt f,  |f| ≤ l                                                              (1)
 *   hold:  u = 0,  f = −W_tt⁺ b,  if |f| ≤ l                                              (2)
 *   slip:  (l W_tt + λ I) d = b,  |d| = 1,  λ > 0,  f = −l d,  u = λ d                     (3)  else
 *
 * In the axes of the eigenvectors of W_tt, |d(λ)| falls steadily from |f| / l > 1 to 0, so (3) has exactly one solution.
 * W_tt: 2×2 inverse effective mass of the tangents, in 1/kg. Eigenvalues below 1e-13 of the trace count as directions in which
 * the contact cannot move (⁺: pseudo-inverse). With b a speed in m/s and l an impulse in N·s it answers for given normal
 * impulses; with b = w_tn and l = μ it answers for the next instant of an impact whose slip has halted.
 * Source: derived here; it is Coulomb's law.
 */

/** Newton's method converges quadratically; it needs about ten steps at worst. */
const MOST_STEPS = 100;

/**
 * f[o], f[o + 1] by (2) or (3). W[i ..]: 3×3 row-major, axes t1, t2, n, of which the tangential part is read; b[j], b[j + 1];
 * limit[m]: l ≥ 0. Returns true when it holds. f may be b.
 */
export function holdOrSlipInto(
  f: Float64Array,
  o: number,
  W: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  limit: Float64Array,
  m: number,
): boolean {
  const w11 = W[i];
  const w12 = W[i + 1];
  const w22 = W[i + 4];
  const x = b[j];
  const y = b[j + 1];
  const most = limit[m];

  // 1. Eigenvectors (k, s), (−s, k) of W_tt, from the longer of two forms.
  const half = 0.5 * (w11 - w22);
  const root = Math.sqrt(half * half + w12 * w12);
  const large = 0.5 * (w11 + w22) + root;
  const small = large > 0 ? Math.max(0, (w11 * w22 - w12 * w12) / large) : 0;
  let k = 1;
  let s = 0;
  if (root > 0) {
    k = half >= 0 ? half + root : w12;
    s = half >= 0 ? w12 : root - half;
    const length = Math.sqrt(k * k + s * s);
    k /= length;
    s /= length;
  }
  const along = k * x + s * y;
  const across = k * y - s * x;

  // 2. (2)
  const least = 1e-13 * (w11 + w22);
  const holdAlong = large > least ? along / large : 0;
  const holdAcross = small > least ? across / small : 0;
  if (holdAlong * holdAlong + holdAcross * holdAcross <= most * most) {
    f[o] = s * holdAcross - k * holdAlong;
    f[o + 1] = -s * holdAlong - k * holdAcross;
    return true;
  }

  // 3. (3): Newton on 1 − 1/|d(λ)|, which falls and is convex: from the left it never oversteps.
  const p = most * large;
  const q = most * small;
  let lambda = Math.max(0, Math.abs(along) - p, Math.abs(across) - q);
  for (let n = 0; n < MOST_STEPS; n++) {
    const d1 = along / (p + lambda);
    const d2 = across / (q + lambda);
    const square = d1 * d1 + d2 * d2;
    const length = Math.sqrt(square);
    const slope = (d1 * d1) / (p + lambda) + (d2 * d2) / (q + lambda);
    const step = (square * (length - 1)) / slope;
    if (!(step > 1e-16 * lambda)) break;
    lambda += step;
  }
  let d1 = along / (p + lambda);
  let d2 = across / (q + lambda);
  const length = Math.sqrt(d1 * d1 + d2 * d2);
  d1 /= length;
  d2 /= length;
  f[o] = most * (s * d2 - k * d1);
  f[o + 1] = -most * (s * d1 + k * d2);
  return false;
}
