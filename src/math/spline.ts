/**
 * Cubic splines of one variable, in Hermite form: values y_i and slopes d_i at knots x_i. In the cell of width h from
 * x_i, with t = x − x_i and the secant Δ = (y_{i+1} − y_i) / h:
 *
 *   s(t) = y_i + t (d_i + t (c + t e)),   c = (3Δ − 2d_i − d_{i+1}) / h,   e = (d_i + d_{i+1} − 2Δ) / h²       (1)
 *
 * The kinds differ in how the slopes are chosen. The first three make s″ continuous at the inner knots,
 *
 *   d_{i−1}/h_{i−1} + 2 (1/h_{i−1} + 1/h_i) d_i + d_{i+1}/h_i = 3 (Δ_{i−1}/h_{i−1} + Δ_i/h_i)              (2)
 *
 * and close the system at both ends:
 *
 *   natural      s″ = 0:                2 d_0 + d_1 = 3 Δ_0                                              (3)
 *   clamped      s′ given:              d_0 = slope                                                      (4)
 *   not-a-knot   s‴ continuous at x_1:  h_1 d_0 + (h_0 + h_1) d_1 =
 *                                        ((3h_0 + 2h_1) h_1 Δ_0 + h_0² Δ_1) / (h_0 + h_1)                 (5)
 *
 * (5) is s‴ of the first two cells made equal, with d_2 eliminated by (2). The monotone kind [FritschCarlson1980]
 * gives up the continuity of s″: slopes start from the parabola through three points, are 0 where the data turn, and
 * are shortened into the circle
 *
 *   α² + β² ≤ 9,   α = d_i/Δ_i,   β = d_{i+1}/Δ_i                                                        (6)
 *
 * so that the spline rises where the data rise, falls where they fall, and never overshoots.
 *
 * Accuracy on smooth data: O(h⁴) for clamped and not-a-knot, O(h²) at the ends of natural, O(h²) near extremes of monotone.
 * Beyond the ends the edge rule of grid-axis.ts holds; "extrapolate" continues the end cubic and soon grows large.
 * Left out: periodic splines, smoothing.
 */
import { invariant } from "../core/index.ts";
import { type EdgeRule, FRACTION, type GridAxis, LOCATED, locateInto, rectilinearAxis, SLOPE } from "./grid-axis.ts";

/** Holds nothing between calls. */
const located = new Float64Array(LOCATED);
const scratch = new Float64Array(4);

/** A frozen cubic spline; the cell found last is kept by the caller, in cells[at], which any integer may start. */
export class CubicSpline {
  readonly knots: GridAxis;
  /** Per cell: y_i, d_i, c, e of (1). */
  readonly #coefficients: Float64Array;

  /** From slopes at the knots; the functions below choose them. */
  constructor(knots: GridAxis, y: ArrayLike<number>, d: ArrayLike<number>) {
    const count = knots.points.length;
    invariant(count >= 2, `a spline needs at least two knots, not ${count}`);
    invariant(y.length === count && d.length === count, `the spline has ${count} knots but ${y.length} values`);
    this.knots = knots;
    const coefficients = new Float64Array(4 * (count - 1));
    for (let i = 0; i < count - 1; i++) {
      const h = knots.points[i + 1] - knots.points[i];
      const secant = (y[i + 1] - y[i]) / h;
      coefficients[4 * i] = y[i];
      coefficients[4 * i + 1] = d[i];
      coefficients[4 * i + 2] = (3 * secant - 2 * d[i] - d[i + 1]) / h; // (1)
      coefficients[4 * i + 3] = (d[i] + d[i + 1] - 2 * secant) / (h * h);
    }
    this.#coefficients = coefficients;
  }

  /** s(x), for code that is not hot. */
  value(cells: Int32Array, at: number, x: number): number {
    scratch[0] = x;
    this.evaluateInto(scratch, 1, cells, at, scratch, 0);
    return scratch[1];
  }

  /** out = [s, s′, s″] at x = place[ip]; beyond the ends of a clamped edge s is constant and both derivatives are 0. */
  evaluateInto(out: Float64Array, o: number, cells: Int32Array, at: number, place: Float64Array, ip: number): void {
    locateInto(located, 0, cells, at, this.knots, place, ip);
    const i = cells[at];
    if (i < 0) {
      out[o] = Number.NaN;
      out[o + 1] = Number.NaN;
      out[o + 2] = Number.NaN;
      return;
    }
    const points = this.knots.points;
    // A fraction that does not move with x is held at one of the ends.
    const held = located[SLOPE] === 0;
    const t = held ? located[FRACTION] * (points[i + 1] - points[i]) : place[ip] - points[i];
    const k = 4 * i;
    const y = this.#coefficients[k];
    const d = this.#coefficients[k + 1];
    const c = this.#coefficients[k + 2];
    const e = this.#coefficients[k + 3];
    out[o] = y + t * (d + t * (c + t * e)); // (1)
    out[o + 1] = held ? 0 : d + t * (2 * c + t * 3 * e);
    out[o + 2] = held ? 0 : 2 * c + t * 6 * e;
  }
}

/** (2) and (3): no curvature at the ends. */
export function naturalSpline(x: ArrayLike<number>, y: ArrayLike<number>, edge: EdgeRule): CubicSpline {
  const system = new SlopeSystem(rectilinearAxis(x, edge), y);
  const n = system.count;
  system.setRow(0, 0, 2, 1, 3 * system.secants[0]);
  system.setRow(n - 1, 1, 2, 0, 3 * system.secants[n - 2]);
  return system.solve();
}

/** (2) and (4): the slopes at both ends are given. */
export function clampedSpline(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  firstSlope: number,
  lastSlope: number,
  edge: EdgeRule,
): CubicSpline {
  const system = new SlopeSystem(rectilinearAxis(x, edge), y);
  system.setRow(0, 0, 1, 0, firstSlope);
  system.setRow(system.count - 1, 0, 1, 0, lastSlope);
  return system.solve();
}

/** (2) and (5): the first two cells share one cubic, and the last two. Two knots give a line, three a parabola. */
export function notAKnotSpline(x: ArrayLike<number>, y: ArrayLike<number>, edge: EdgeRule): CubicSpline {
  const system = new SlopeSystem(rectilinearAxis(x, edge), y);
  const n = system.count;
  const { widths: h, secants } = system;
  if (n === 2) {
    system.setRow(0, 0, 1, 0, secants[0]);
    system.setRow(1, 0, 1, 0, secants[0]);
  } else if (n === 3) {
    // Both ends state (5) for the same knot; the parabola is the cubic with the missing condition s‴ = 0.
    system.setRow(0, 0, 1, 1, 2 * secants[0]);
    system.setRow(2, 1, 1, 0, 2 * secants[1]);
  } else {
    system.setRow(0, 0, h[1], h[0] + h[1], notAKnotRight(h[0], h[1], secants[0], secants[1]));
    const right = notAKnotRight(h[n - 2], h[n - 3], secants[n - 2], secants[n - 3]);
    system.setRow(n - 1, h[n - 3] + h[n - 2], h[n - 3], 0, right);
  }
  return system.solve();
}

/** Right side of (5), counted from either end. */
function notAKnotRight(h0: number, h1: number, secant0: number, secant1: number): number {
  return ((3 * h0 + 2 * h1) * h1 * secant0 + h0 * h0 * secant1) / (h0 + h1);
}

/** (6): monotone between the data, s′ continuous, s″ not. */
export function monotoneSpline(x: ArrayLike<number>, y: ArrayLike<number>, edge: EdgeRule): CubicSpline {
  const { knots, count: n, widths: h, secants } = new SlopeSystem(rectilinearAxis(x, edge), y);
  const d = new Float64Array(n);
  d[0] = secants[0];
  d[n - 1] = secants[n - 2];
  for (let i = 1; i < n - 1; i++) {
    // The parabola through three points, unless the data turn or rest at the middle one.
    const turns = secants[i - 1] * secants[i] <= 0;
    d[i] = turns ? 0 : (h[i] * secants[i - 1] + h[i - 1] * secants[i]) / (h[i - 1] + h[i]);
  }
  for (let i = 0; i < n - 1; i++) {
    if (secants[i] === 0) {
      d[i] = 0;
      d[i + 1] = 0;
      continue;
    }
    const alpha = d[i] / secants[i];
    const beta = d[i + 1] / secants[i];
    const radius = Math.sqrt(alpha * alpha + beta * beta);
    if (radius > 3) {
      d[i] = (3 / radius) * d[i];
      d[i + 1] = (3 / radius) * d[i + 1];
    }
  }
  return new CubicSpline(knots, y, d);
}

/** The tridiagonal system (2) for the slopes; its first and last row are left to the caller. */
class SlopeSystem {
  readonly knots: GridAxis;
  readonly count: number;
  readonly widths: Float64Array;
  readonly secants: Float64Array;
  readonly #y: Float64Array;
  readonly #lower: Float64Array;
  readonly #middle: Float64Array;
  readonly #upper: Float64Array;
  readonly #right: Float64Array;

  constructor(knots: GridAxis, y: ArrayLike<number>) {
    const n = knots.points.length;
    invariant(n >= 2, `a spline needs at least two knots, not ${n}`);
    invariant(y.length === n, `the spline has ${n} knots but ${y.length} values`);
    this.knots = knots;
    this.count = n;
    this.#y = Float64Array.from(y);
    this.widths = Float64Array.from({ length: n - 1 }, (_, i) => knots.points[i + 1] - knots.points[i]);
    this.secants = Float64Array.from({ length: n - 1 }, (_, i) => (y[i + 1] - y[i]) / this.widths[i]);
    this.#lower = new Float64Array(n);
    this.#middle = new Float64Array(n);
    this.#upper = new Float64Array(n);
    this.#right = new Float64Array(n);
    for (let i = 1; i < n - 1; i++) {
      const before = 1 / this.widths[i - 1];
      const after = 1 / this.widths[i];
      this.setRow(i, before, 2 * (before + after), after, 3 * (this.secants[i - 1] * before + this.secants[i] * after));
    }
  }

  setRow(i: number, lower: number, middle: number, upper: number, right: number): void {
    this.#lower[i] = lower;
    this.#middle[i] = middle;
    this.#upper[i] = upper;
    this.#right[i] = right;
  }

  /** Elimination down, substitution up; no pivot is small, since (2)–(4) are diagonally dominant and (5) nearly so. */
  solve(): CubicSpline {
    const n = this.count;
    const d = new Float64Array(n);
    for (let i = 1; i < n; i++) {
      const factor = this.#lower[i] / this.#middle[i - 1];
      this.#middle[i] -= factor * this.#upper[i - 1];
      this.#right[i] -= factor * this.#right[i - 1];
    }
    d[n - 1] = this.#right[n - 1] / this.#middle[n - 1];
    for (let i = n - 2; i >= 0; i--) d[i] = (this.#right[i] - this.#upper[i] * d[i + 1]) / this.#middle[i];
    return new CubicSpline(this.knots, this.#y, d);
  }
}
