/**
 * What friction does at a contact whose slip has stopped: hold it, or let it go in one direction.
 *
 *   stick:     u′ = 0,  f = −W_tt⁺ w_tn,  if |f| ≤ μ                                     (1)  per unit of normal impulse
 *   slip out:  (μ W_tt + λ I) d = w_tn,  |d| = 1,  λ > 0,  f = −μ d                       (2)  else; λ = du/dp_n
 *
 * In the axes of the eigenvectors of W_tt, |d(λ)| falls steadily from |f| / μ > 1 to 0, so (2) has exactly one solution.
 * W_tt: 2×2 inverse effective mass of the tangents, in 1/kg; w_tn: its coupling with the normal. Eigenvalues below 1e-13 of
 * the trace count as directions in which the contact cannot move (⁺: pseudo-inverse).
 * Source: derived here; (1) is Coulomb's cone, (2) says that slip goes on in the direction in which it began.
 */

/** Sums of the secular equation converge quadratically; 200 halvings would do without that. */
const MOST_STEPS = 100;

/**
 * f[o], f[o + 1]: tangential impulse per unit of normal impulse. W[i ..]: 3×3, axes t1, t2, n. mu[m]: μ. Returns true when it
 * sticks; with slip, −f / μ is the direction of slip.
 */
export function slipOutInto(
  f: Float64Array,
  o: number,
  W: Float64Array,
  i: number,
  mu: Float64Array,
  m: number,
): boolean {
  const a = W[i];
  const b = W[i + 1];
  const c = W[i + 4];
  const x = W[i + 2];
  const y = W[i + 5];
  const friction = mu[m];

  // Eigenvectors (k, s), (−s, k) of W_tt.
  const half = 0.5 * (a - c);
  const root = Math.sqrt(half * half + b * b);
  const large = 0.5 * (a + c) + root;
  const small = large > 0 ? Math.max(0, (a * c - b * b) / large) : 0;
  let k = 1;
  let s = 0;
  if (root > 0) {
    // The longer of two forms of the eigenvector of the larger value.
    if (half >= 0) {
      k = half + root;
      s = b;
    } else {
      k = b;
      s = root - half;
    }
    const length = Math.sqrt(k * k + s * s);
    k /= length;
    s /= length;
  }
  const along = k * x + s * y;
  const across = k * y - s * x;

  // (1)
  const least = 1e-13 * (a + c);
  const holdAlong = large > least ? along / large : 0;
  const holdAcross = small > least ? across / small : 0;
  const needed = Math.sqrt(holdAlong * holdAlong + holdAcross * holdAcross);
  if (needed <= friction) {
    f[o] = -(k * holdAlong - s * holdAcross);
    f[o + 1] = -(s * holdAlong + k * holdAcross);
    return true;
  }

  // (2) Newton on 1 − 1/|d(λ)|, which is nearly linear, from the left: it never oversteps.
  const p = friction * large;
  const q = friction * small;
  let lambda = 0;
  if (!(q > 0) || !(p > 0)) {
    // The root is at least as large as with one of the two terms alone.
    lambda = Math.max(0, Math.abs(along) - p, Math.abs(across) - q);
  }
  for (let n = 0; n < MOST_STEPS; n++) {
    const d1 = along / (p + lambda);
    const d2 = across / (q + lambda);
    const square = d1 * d1 + d2 * d2;
    const length = Math.sqrt(square);
    const slope = (d1 * d1) / (p + lambda) + (d2 * d2) / (q + lambda);
    const step = (square * (length - 1)) / (length * slope);
    if (!(step > 1e-16 * lambda)) break;
    lambda += step;
  }
  let d1 = p + lambda > 0 ? along / (p + lambda) : 0;
  let d2 = q + lambda > 0 ? across / (q + lambda) : 0;
  const length = Math.sqrt(d1 * d1 + d2 * d2);
  if (length > 0) {
    d1 /= length;
    d2 /= length;
  }
  f[o] = -friction * (k * d1 - s * d2);
  f[o + 1] = -friction * (s * d1 + k * d2);
  return false;
}
