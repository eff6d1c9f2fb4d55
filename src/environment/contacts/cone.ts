/**
 * One contact with Coulomb friction, exactly: impulse and velocity at the end of a period or of an impact without restitution.
 *
 *   u = q + W f,   0 ≤ f_n ⊥ u_n ≥ 0,   |f_t| ≤ μ f_n,   f_t = −μ f_n u_t/|u_t| where u_t ≠ 0       (1)
 *
 * Three cases:
 *
 *   open:   q_n ≥ 0: f = 0                                                              (2)
 *   stick:  f = −W⁻¹ q, if it lies in the cone                                          (3)
 *   slip:   u_n = 0 and u_t = r d give (A + ρ I) d = b, |d| = 1, ρ > 0, with             (4)
 *           a = −q_t/q_n,  A = μ (W_tt + a w_tnᵀ),  b = a w_nn + w_tn,  ρ = r/f_n
 *           f_n = −q_n/(w_nn − μ w_tnᵀ d),  f_t = −μ f_n d                               (5)
 *
 * |d| = 1 is a polynomial of degree 4 in ρ, det² = |adj b|², negative at ρ = 0 where (3) left the cone, positive at
 * |A| + |b|: its root is bracketed. Where friction can jam (w_nn < μ w_tnᵀ d) the root found may be of no use; then the
 * directions d are searched.
 * Where q_n ≥ 0 and friction jams, (1) may have more solutions than (2), which is the one taken.
 * Units: W in 1/kg, q and u in m/s, f in N·s, axes t1, t2, n.
 * Source: (1) is Coulomb's law with Signorini's condition; (4) derived here. Test: cone.test.ts.
 */
import { cos, sin } from "../../math/index.ts";

const MOST_STEPS = 100;
/** Directions that are tried where friction jams. */
const DIRECTIONS = 64;
const DIRECTION = new Float64Array(2 * DIRECTIONS + 2);
for (let n = 0; n <= DIRECTIONS; n++) {
  DIRECTION[2 * n] = cos((2 * Math.PI * n) / DIRECTIONS);
  DIRECTION[2 * n + 1] = sin((2 * Math.PI * n) / DIRECTIONS);
}

/** f[o .. o + 2] of (1). W[i ..]: 3×3 row-major, q[j .. j + 2], mu[m]. f may not be q. */
export function contactImpulseInto(
  f: Float64Array,
  o: number,
  W: Float64Array,
  i: number,
  q: Float64Array,
  j: number,
  mu: Float64Array,
  m: number,
): void {
  const qn = q[j + 2];
  const wnn = W[i + 8];
  f[o] = 0;
  f[o + 1] = 0;
  f[o + 2] = 0;
  if (qn >= 0 || !(wnn > 0)) return; // (2)
  const friction = mu[m];
  if (friction === 0) {
    f[o + 2] = -qn / wnn;
    return;
  }

  // 1. (3), by elimination of the tangents.
  const wxx = W[i];
  const wxy = W[i + 1];
  const wyy = W[i + 4];
  const wx = W[i + 2];
  const wy = W[i + 5];
  const qx = q[j];
  const qy = q[j + 1];
  const trace = wxx + wyy;
  const det_t = wxx * wyy - wxy * wxy;
  if (det_t > 1e-13 * trace * trace) {
    // h = W_tt⁻¹ w_tn, g = W_tt⁻¹ q_t
    const hx = (wyy * wx - wxy * wy) / det_t;
    const hy = (wxx * wy - wxy * wx) / det_t;
    const schur = wnn - wx * hx - wy * hy;
    if (schur > 1e-13 * wnn) {
      const fn = (wx * ((wyy * qx - wxy * qy) / det_t) + wy * ((wxx * qy - wxy * qx) / det_t) - qn) / schur;
      const fx = -((wyy * (qx + wx * fn) - wxy * (qy + wy * fn)) / det_t);
      const fy = -((wxx * (qy + wy * fn) - wxy * (qx + wx * fn)) / det_t);
      if (fn >= 0 && fx * fx + fy * fy <= friction * friction * fn * fn) {
        f[o] = fx;
        f[o + 1] = fy;
        f[o + 2] = fn;
        return;
      }
    }
  }

  // 2. (4), in units of w_nn.
  const ax = -qx / qn;
  const ay = -qy / qn;
  const scale = friction / wnn;
  const a11 = scale * (wxx + ax * wx);
  const a12 = scale * (wxy + ax * wy);
  const a21 = scale * (wxy + ay * wx);
  const a22 = scale * (wyy + ay * wy);
  const bx = ax + wx / wnn;
  const by = ay + wy / wnn;
  const tr = a11 + a22;
  const det = a11 * a22 - a12 * a21;
  const cx = a22 * bx - a12 * by;
  const cy = a11 * by - a21 * bx;
  const bb = bx * bx + by * by;
  const bc = bx * cx + by * cy;
  const cc = cx * cx + cy * cy;
  let low = 0;
  let high = Math.sqrt(a11 * a11 + a12 * a12 + a21 * a21 + a22 * a22) + Math.sqrt(bb);
  let rho = high;
  if (det * det < cc) {
    for (let n = 0; n < MOST_STEPS; n++) {
      const D = (rho + tr) * rho + det;
      const F = D * D - (bb * rho + 2 * bc) * rho - cc;
      if (F > 0) high = rho;
      else low = rho;
      const slope = 2 * D * (2 * rho + tr) - 2 * bb * rho - 2 * bc;
      let next = rho - F / slope;
      if (!(next > low && next < high)) next = 0.5 * (low + high);
      if (!(next > low && next < high) || Math.abs(next - rho) <= 1e-16 * rho) break;
      rho = next;
    }
    const D = (rho + tr) * rho + det;
    let dx = (rho * bx + cx) / D;
    let dy = (rho * by + cy) / D;
    const length = Math.sqrt(dx * dx + dy * dy);
    dx /= length;
    dy /= length;
    const rate = wnn - friction * (wx * dx + wy * dy);
    if (D > 0 && rate > 0) {
      slipInto(f, o, friction, dx, dy, -qn / rate);
      return;
    }
  }
  jammedInto(f, o, W, i, q, j, friction);
}

function slipInto(f: Float64Array, o: number, mu: number, dx: number, dy: number, fn: number): void {
  f[o] = -mu * fn * dx;
  f[o + 1] = -mu * fn * dy;
  f[o + 2] = fn;
}

/** Slip in a direction in which u_t of (5) points: the first that a search finds; without any, no friction, which gains nothing. */
function jammedInto(
  f: Float64Array,
  o: number,
  W: Float64Array,
  i: number,
  q: Float64Array,
  j: number,
  mu: number,
): void {
  const qn = q[j + 2];
  const wnn = W[i + 8];
  slipInto(f, o, 0, 1, 0, -qn / wnn);
  let before = 0;
  let hasBefore = false;
  for (let n = 0; n <= DIRECTIONS; n++) {
    const now = sidewaysOf(W, i, q, j, mu, DIRECTION[2 * n], DIRECTION[2 * n + 1], false);
    const usable = !Number.isNaN(now);
    if (usable && hasBefore && now > 0 !== before > 0) {
      let lx = DIRECTION[2 * n - 2];
      let ly = DIRECTION[2 * n - 1];
      let hx = DIRECTION[2 * n];
      let hy = DIRECTION[2 * n + 1];
      for (let k = 0; k < 60; k++) {
        let x = lx + hx;
        let y = ly + hy;
        const length = Math.sqrt(x * x + y * y);
        x /= length;
        y /= length;
        if (sidewaysOf(W, i, q, j, mu, x, y, false) > 0 === before > 0) {
          lx = x;
          ly = y;
        } else {
          hx = x;
          hy = y;
        }
      }
      if (sidewaysOf(W, i, q, j, mu, hx, hy, true) > 0) {
        slipInto(f, o, mu, hx, hy, -qn / (wnn - mu * (W[i + 2] * hx + W[i + 5] * hy)));
        return;
      }
    }
    before = now;
    hasBefore = usable;
  }
}

/** d × u_t of (5), or d · u_t; NaN where f_n is not positive. */
function sidewaysOf(
  W: Float64Array,
  i: number,
  q: Float64Array,
  j: number,
  mu: number,
  x: number,
  y: number,
  along: boolean,
): number {
  const rate = W[i + 8] - mu * (W[i + 2] * x + W[i + 5] * y);
  if (!(rate > 0)) return Number.NaN;
  const fn = -q[j + 2] / rate;
  const ux = q[j] + fn * (W[i + 2] - mu * (W[i] * x + W[i + 1] * y));
  const uy = q[j + 1] + fn * (W[i + 5] - mu * (W[i + 1] * x + W[i + 4] * y));
  return along ? x * ux + y * uy : x * uy - y * ux;
}
