/**
 * Impact at one point: Coulomb friction while the bodies touch, and energetic restitution.
 *
 * An impact is so short that positions stay. Its clock is the normal impulse p_n, which only grows [Routh1905]:
 *
 *   dv = W dp,   dp = (dp_t, dp_n)                                                       (1)
 *   slip:   dp_t = −μ d dp_n,  d = u / |u|                                               (2)  u: tangential part of v
 *   halt:   dp_t = f dp_n, see hold-or-slip.ts                                               (3)
 *
 * While it slips, the direction φ of d may turn. With r = |u| and dp_n = r dτ nothing is singular as the slip halts:
 *
 *   φ̇ = d⊥ᵀ(w_tn − μ W_tt d),   ṙ = r dᵀ(w_tn − μ W_tt d),   ṗ_n = r,   ṗ_t = −μ r d         (4)
 *
 * φ runs to a zero of its rate and r decays (a halt) or grows; where φ does not turn, all is linear in p_n and in closed form.
 * Elsewhere (4) is integrated by Taylor series of order 24, whose polynomials also give the instants below.
 *
 *   W⁻ = ∫ −v_n dp_n where v_n < 0,   W⁺ = ∫ v_n dp_n where v_n > 0                         (5)  compression, restitution
 *   the impact ends when v_n ≥ 0 and W⁺ = e² W⁻                                            (6)  [Stronge1991]
 *   T⁺ − T⁻ = pᵀ(v⁻ + v⁺)/2 = W⁺ − W⁻ + work of friction                                    (7)
 *
 * Both parts of (7) are never positive for e ≤ 1, so no impact gains energy, also where slip turns or friction jams: with
 * dv_n/dp_n < 0 the contact is compressed further, but then the slip decays (W is positive definite), halts and lets go. If it
 * is compressed again during restitution, (5) and (6) count both compressions.
 *
 * W: 3×3 inverse effective mass at the point in 1/kg, axes t1, t2, n; v: velocity of body a relative to body b in m/s, n from b
 * towards a; p: impulse on a in N·s. e: share of speed, e² of work. Works in J.
 * Valid: rigid bodies that touch at one point, e 0 … 1, μ ≥ 0, W symmetric and at least semidefinite.
 * Left out: tangential compliance (super-balls), friction about the normal (spin), a μ that depends on speed, deformation that
 * moves the point, several points at once (contact-problem.ts).
 * Source: [Stronge1991], [Routh1905]; (4) derived here. Test: impact.test.ts.
 */
import { invariant } from "../../core/index.ts";
import { pow } from "../../math/index.ts";
import { holdOrSlipInto } from "./hold-or-slip.ts";

/** Places in the result of an impact. */
export const IMPACT = {
  /** p on body a, 3, in N·s. */
  IMPULSE: 0,
  /** v⁺, 3, in m/s. */
  VELOCITY: 3,
  /** Work of the normal impulse in compression, −W⁻ ≤ 0, in J. */
  COMPRESSION_WORK: 6,
  /** … and in restitution, W⁺ ≥ 0. */
  RESTITUTION_WORK: 7,
  /** Work of friction, ≤ 0. */
  FRICTION_WORK: 8,
} as const;
export const IMPACT_SIZE = 9;

/** Order of the Taylor series. */
const ORDER = 24;
const SIZE = ORDER + 1;
/** What the last terms of a series may be, relative: below the rounding of a double. */
const TRUNCATION = 1e-17;
/** Turning that rounding cannot tell from none, in rad per unit of normalised τ. */
const NO_TURN = 1e-14;
/** Slip of this share of the impact's speed has halted: what is left of it moves less than the last digit. */
const HALTED = 1e-17;
/** A normal speed that changes less than this share of w_nn does not change. */
const NO_CHANGE = 1e-13;
/** Random cases take fewer than 60 steps. */
const MOST_STEPS = 1000;

// Numbers of an impact under way, normalised: speeds by |v⁻|, W by w_nn.
const R = 0;
const C = 1;
const S = 2;
const VN = 3;
const P = 4; // 4, 5, 6: impulse
const NEGATIVE = 7;
const POSITIVE = 8;
const SHARE = 9; // e²
const MU = 10;
const FX = 11; // impulse per normal impulse while halted
const FY = 12;
const LENGTH = 13; // of a step
const BX = 14; // w_tn
const BY = 15;

export class PointImpact {
  readonly #now = new Float64Array(16);
  readonly #W = new Float64Array(9);
  readonly #c = new Float64Array(SIZE);
  readonly #s = new Float64Array(SIZE);
  readonly #c2 = new Float64Array(SIZE);
  readonly #s2 = new Float64Array(SIZE);
  readonly #r = new Float64Array(SIZE);
  readonly #g = new Float64Array(SIZE);
  readonly #h = new Float64Array(SIZE);
  readonly #pn = new Float64Array(SIZE);
  readonly #qx = new Float64Array(SIZE);
  readonly #qy = new Float64Array(SIZE);
  readonly #vn = new Float64Array(SIZE);
  readonly #work = new Float64Array(SIZE);

  /**
   * out[o ..]: IMPACT. W[i ..]: 3×3 row-major, v[j ..]: v⁻, surface[k ..]: μ, e. Returns false when the impact could not end,
   * since no impulse stops the approach (W is singular); what was done until then is the result.
   */
  impactInto(
    out: Float64Array,
    o: number,
    W: Float64Array,
    i: number,
    v: Float64Array,
    j: number,
    surface: Float64Array,
    k: number,
  ): boolean {
    const vx = v[j];
    const vy = v[j + 1];
    const vn = v[j + 2];
    const mu = surface[k];
    const e = surface[k + 1];
    invariant(mu >= 0, "friction is negative");
    invariant(e >= 0 && e <= 1, "restitution is not within 0 … 1");
    for (let n = 0; n < IMPACT_SIZE; n++) out[o + n] = 0;
    out[o + IMPACT.VELOCITY] = vx;
    out[o + IMPACT.VELOCITY + 1] = vy;
    out[o + IMPACT.VELOCITY + 2] = vn;
    if (!(vn < 0)) return true;
    const w = W[i + 8];
    if (!(w > 0)) return false;

    // 1. Normalise.
    const now = this.#now;
    const speed = Math.sqrt(vx * vx + vy * vy + vn * vn);
    for (let n = 0; n < 9; n++) this.#W[n] = W[i + n] / w;
    const x = vx / speed;
    const y = vy / speed;
    const r = Math.sqrt(x * x + y * y);
    now.fill(0);
    now[R] = r > HALTED ? r : 0;
    now[C] = r > HALTED ? x / r : 1;
    now[S] = r > HALTED ? y / r : 0;
    now[VN] = vn / speed;
    now[SHARE] = e * e;
    now[MU] = mu;
    if (now[R] === 0) this.#halt();

    // 2. Pieces of the course, until (6).
    let steps = 0;
    let ended = false;
    let possible = true;
    while (!ended && possible && steps < MOST_STEPS) {
      steps++;
      if (now[R] > 0 && !this.#keepsDirection()) ended = this.#turningStep();
      else {
        const code = this.#straightPiece();
        ended = code > 0;
        possible = code >= 0;
      }
    }

    // 3. Result: v⁺ from (1), works from (5) and (7).
    const impulse = speed / w;
    const energy = speed * impulse;
    const px = now[P] * impulse;
    const py = now[P + 1] * impulse;
    const pn = now[P + 2] * impulse;
    const ux = vx + W[i] * px + W[i + 1] * py + W[i + 2] * pn;
    const uy = vy + W[i + 3] * px + W[i + 4] * py + W[i + 5] * pn;
    const un = vn + W[i + 6] * px + W[i + 7] * py + W[i + 8] * pn;
    out[o] = px;
    out[o + 1] = py;
    out[o + 2] = pn;
    out[o + 3] = ux;
    out[o + 4] = uy;
    out[o + 5] = un;
    const negative = now[NEGATIVE] * energy;
    const positive = now[POSITIVE] * energy;
    out[o + IMPACT.COMPRESSION_WORK] = -negative;
    out[o + IMPACT.RESTITUTION_WORK] = positive;
    const change = 0.5 * (px * (vx + ux) + py * (vy + uy) + pn * (vn + un));
    out[o + IMPACT.FRICTION_WORK] = Math.min(0, change + negative - positive);
    return ended;
  }

  /** (3) from here on. */
  #halt(): void {
    const now = this.#now;
    const W = this.#W;
    now[R] = 0;
    now[C] = 0;
    now[S] = 0;
    now[BX] = W[2];
    now[BY] = W[5];
    if (holdOrSlipInto(now, FX, W, 0, now, BX, now, MU)) return;
    // It slips in the direction in which u grows.
    const x = W[2] + W[0] * now[FX] + W[1] * now[FY];
    const y = W[5] + W[1] * now[FX] + W[4] * now[FY];
    const length = Math.sqrt(x * x + y * y);
    if (!(length > 0)) return;
    now[C] = x / length;
    now[S] = y / length;
  }

  /** Is the rate of φ in (4) zero within rounding? */
  #keepsDirection(): boolean {
    const W = this.#W;
    const c = this.#now[C];
    const s = this.#now[S];
    const mu = this.#now[MU];
    const turn = W[5] * c - W[2] * s - mu * ((W[4] - W[0]) * c * s + W[1] * (c * c - s * s));
    return Math.abs(turn) <= NO_TURN * (Math.abs(W[2]) + Math.abs(W[5]) + mu * (W[0] + W[4]));
  }

  /** A piece with constant dv/dp_n, up to its halt, the end of a compression or the end. 1: ended, 0: goes on, −1: without end. */
  #straightPiece(): number {
    const now = this.#now;
    const W = this.#W;
    const r = now[R];
    const vn = now[VN];
    const slips = r > 0;
    const fx = slips ? -now[MU] * now[C] : now[FX];
    const fy = slips ? -now[MU] * now[S] : now[FY];
    const rate_n = W[8] + W[2] * fx + W[5] * fy;
    const rate_r = (W[2] + W[0] * fx + W[1] * fy) * now[C] + (W[5] + W[1] * fx + W[4] * fy) * now[S];
    const halt = slips && rate_r < 0 ? -r / rate_r : Number.POSITIVE_INFINITY;
    let length = halt;
    let event = false;
    if (vn < 0) {
      const end = rate_n > NO_CHANGE ? -vn / rate_n : Number.POSITIVE_INFINITY;
      event = end <= halt;
      if (event) length = end;
      if (!(length < Number.POSITIVE_INFINITY)) return -1;
      now[NEGATIVE] -= length * (vn + 0.5 * rate_n * length);
    } else {
      const rest = Math.max(0, now[SHARE] * now[NEGATIVE] - now[POSITIVE]);
      const square = vn * vn + 2 * rate_n * rest;
      const end = rest === 0 ? 0 : square >= 0 ? (2 * rest) / (vn + Math.sqrt(square)) : Number.POSITIVE_INFINITY;
      const again = rate_n < -NO_CHANGE ? -vn / rate_n : Number.POSITIVE_INFINITY;
      if (end <= halt && end <= again) {
        this.#advance(end, fx, fy, rate_n, rate_r);
        now[POSITIVE] += rest;
        return 1;
      }
      event = again < halt;
      if (event) length = again;
      if (!(length < Number.POSITIVE_INFINITY)) return -1;
      now[POSITIVE] += length * (vn + 0.5 * rate_n * length);
    }
    this.#advance(length, fx, fy, rate_n, rate_r);
    if (length === halt) this.#halt();
    if (!event) return 0;
    // Compressed again: below zero by less than any digit, so that the next piece is a compression.
    now[VN] = vn < 0 ? 0 : -Number.MIN_VALUE;
    return vn < 0 && now[SHARE] * now[NEGATIVE] <= now[POSITIVE] ? 1 : 0;
  }

  #advance(length: number, fx: number, fy: number, rate_n: number, rate_r: number): void {
    const now = this.#now;
    now[P] += length * fx;
    now[P + 1] += length * fy;
    now[P + 2] += length;
    now[VN] += length * rate_n;
    now[R] = Math.max(0, now[R] + length * rate_r);
  }

  /** (4) over as much of τ as its series allow, or up to an event. Has the impact ended? */
  #turningStep(): boolean {
    const now = this.#now;
    this.#series();
    this.#chooseLength();
    const compresses = now[VN] < 0;

    // 1. Does v_n change sign? Its rate is r (w_nn − μ w_tn·d): where that changes sign, an extremum may hide two crossings.
    let crosses = compresses ? seriesAt(this.#vn, now[LENGTH]) >= 0 : seriesAt(this.#vn, now[LENGTH]) < 0;
    if (!crosses) {
      const start = this.#vn[1];
      const end = slopeAt(this.#vn, now[LENGTH]);
      if (compresses ? start > 0 && end < 0 : start < 0 && end > 0) {
        const extremum = rootOf(this.#vn, now[LENGTH], 0, true);
        const there = seriesAt(this.#vn, extremum);
        if (compresses ? there >= 0 : there < 0) {
          crosses = true;
          now[LENGTH] = extremum;
        }
      }
    }
    if (crosses) now[LENGTH] = crossingOf(this.#vn, now[LENGTH], compresses);

    // 2. Work; in restitution it may be all that there is to give back.
    let ended = false;
    const work = seriesAt(this.#work, now[LENGTH]);
    if (compresses) now[NEGATIVE] -= work;
    else {
      const rest = Math.max(0, now[SHARE] * now[NEGATIVE] - now[POSITIVE]);
      ended = work >= rest;
      if (ended) {
        now[LENGTH] = rootOf(this.#work, now[LENGTH], rest, false);
        crosses = false;
        now[POSITIVE] += rest;
      } else now[POSITIVE] += work;
    }

    // 3. Advance.
    const length = now[LENGTH];
    const mu = now[MU];
    now[P] -= mu * seriesAt(this.#qx, length);
    now[P + 1] -= mu * seriesAt(this.#qy, length);
    now[P + 2] += seriesAt(this.#pn, length);
    now[VN] = seriesAt(this.#vn, length);
    now[R] = seriesAt(this.#r, length);
    const c = seriesAt(this.#c, length);
    const s = seriesAt(this.#s, length);
    const norm = Math.sqrt(c * c + s * s);
    now[C] = c / norm;
    now[S] = s / norm;
    if (now[R] <= HALTED) this.#halt();
    if (crosses) {
      now[VN] = compresses ? 0 : -Number.MIN_VALUE;
      if (compresses) ended = now[SHARE] * now[NEGATIVE] <= now[POSITIVE];
    }
    return ended;
  }

  /** Taylor coefficients of (4) about now, with cos φ, sin φ, cos 2φ, sin 2φ as variables: products are all that is needed. */
  #series(): void {
    const now = this.#now;
    const W = this.#W;
    const mu = now[MU];
    const c = this.#c;
    const s = this.#s;
    const c2 = this.#c2;
    const s2 = this.#s2;
    const r = this.#r;
    const g = this.#g;
    const h = this.#h;
    const pn = this.#pn;
    const qx = this.#qx;
    const qy = this.#qy;
    const vn = this.#vn;
    const work = this.#work;
    const wx = W[2];
    const wy = W[5];
    const mean = 0.5 * mu * (W[0] + W[4]);
    const half = 0.5 * mu * (W[0] - W[4]);
    const shear = mu * W[1];

    c[0] = now[C];
    s[0] = now[S];
    c2[0] = c[0] * c[0] - s[0] * s[0];
    s2[0] = 2 * c[0] * s[0];
    r[0] = now[R];
    vn[0] = now[VN];
    pn[0] = 0;
    qx[0] = 0;
    qy[0] = 0;
    work[0] = 0;
    for (let n = 0; n < ORDER; n++) {
      // Rates of ln r and of φ.
      g[n] = wx * c[n] + wy * s[n] - half * c2[n] - shear * s2[n] - (n === 0 ? mean : 0);
      h[n] = wy * c[n] - wx * s[n] + half * s2[n] - shear * c2[n];
      let ch = 0;
      let sh = 0;
      let c2h = 0;
      let s2h = 0;
      let rg = 0;
      let rc = 0;
      let rs = 0;
      let rv = 0;
      for (let k = 0; k <= n; k++) {
        const hk = h[n - k];
        const rk = r[n - k];
        ch += c[k] * hk;
        sh += s[k] * hk;
        c2h += c2[k] * hk;
        s2h += s2[k] * hk;
        rg += g[k] * rk;
        rc += c[k] * rk;
        rs += s[k] * rk;
        rv += vn[k] * rk;
      }
      const by = 1 / (n + 1);
      c[n + 1] = -sh * by;
      s[n + 1] = ch * by;
      c2[n + 1] = -2 * s2h * by;
      s2[n + 1] = 2 * c2h * by;
      r[n + 1] = rg * by;
      pn[n + 1] = r[n] * by;
      qx[n + 1] = rc * by;
      qy[n + 1] = rs * by;
      vn[n + 1] = (W[8] * r[n] - mu * (wx * rc + wy * rs)) * by;
      work[n + 1] = rv * by;
    }
  }

  /** The length of τ at which the last two terms of the series are TRUNCATION. */
  #chooseLength(): void {
    const r0 = this.#r[0];
    let length = Number.POSITIVE_INFINITY;
    for (let n = ORDER - 1; n <= ORDER; n++) {
      const term = Math.max(
        Math.abs(this.#c[n]) + Math.abs(this.#s[n]),
        Math.abs(this.#r[n]) / r0,
        Math.abs(this.#pn[n]) / r0,
        Math.abs(this.#work[n]) / r0,
      );
      if (term > 0) length = Math.min(length, pow(TRUNCATION / term, 1 / n));
    }
    this.#now[LENGTH] = Math.min(length, 1e3);
  }
}

function seriesAt(a: Float64Array, x: number): number {
  let y = a[ORDER];
  for (let n = ORDER - 1; n >= 0; n--) y = y * x + a[n];
  return y;
}

function slopeAt(a: Float64Array, x: number): number {
  let y = ORDER * a[ORDER];
  for (let n = ORDER - 1; n >= 1; n--) y = y * x + n * a[n];
  return y;
}

/** Where the polynomial, or its slope, is `target` between 0 and `end`, of which it is on different sides there. */
function rootOf(a: Float64Array, end: number, target: number, slope: boolean): number {
  let low = 0;
  let high = end;
  const below = (slope ? a[1] : a[0]) < target;
  // Halving to the last digit; a Newton step first where it stays inside.
  for (let n = 0; n < 200; n++) {
    const middle = 0.5 * (low + high);
    if (!(middle > low && middle < high)) break;
    const y = slope ? slopeAt(a, middle) : seriesAt(a, middle);
    if (y < target === below) low = middle;
    else high = middle;
    if (slope) continue;
    // A Newton step from the middle, widened by rounding on either side.
    const rate = slopeAt(a, middle);
    const guess = middle - (y - target) / rate;
    const width = 4 * Number.EPSILON * end;
    const before = guess - width;
    const after = guess + width;
    if (before > low && before < high && seriesAt(a, before) < target === below) low = before;
    if (after > low && after < high && seriesAt(a, after) < target !== below) high = after;
  }
  return high;
}

/** Where v_n crosses zero; at the start of a restitution it is zero and leaves it first. */
function crossingOf(vn: Float64Array, end: number, upwards: boolean): number {
  if (upwards) return rootOf(vn, end, 0, false);
  // v_n(0) ≥ 0 counts as above.
  let low = 0;
  let high = end;
  for (let n = 0; n < 200; n++) {
    const middle = 0.5 * (low + high);
    if (!(middle > low && middle < high)) break;
    if (seriesAt(vn, middle) >= 0) low = middle;
    else high = middle;
  }
  return high;
}
