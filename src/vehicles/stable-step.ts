/**
 * How long a step may be: the linearised vehicle against the stability of each integrator.
 *
 *   ẋ = f(x),   J = ∂f/∂x by central differences,   λ: eigenvalues of J                        (1)
 *   one step of a Runge–Kutta method multiplies the mode λ by R(h λ),
 *     rk4:             R(z) = 1 + z + z²/2 + z³/6 + z⁴/24                                      (2)
 *     dormand-prince:  R(z) = 1 + z + z²/2 + z³/6 + z⁴/24 + z⁵/120 + z⁶/600                     (3)
 *   and of semi-implicit Euler the state [p; v] by the matrix
 *     v⁺ = v + h (J_vp p + J_vv v),   p⁺ = p + h (J_pp p + J_pv v⁺)                            (4)
 *
 * The largest stable step is the largest h up to which |R(h λ)| ≤ 1 for every mode, or no eigenvalue of (4) is beyond the
 * unit circle. (2) reaches −2.785 on the real axis and ±2.828 i on the imaginary one, (3) −3.307 and ±1.0 i.
 * A mode that grows by itself bounds no step: it grows in nature, too.
 * Valid: near the state at which J was taken. Quadratic drag makes J larger with speed, so ask at the highest speed.
 * Left out: accuracy. A step at the limit is stable, and wrong; a tenth of it is a usual choice.
 * Source: [Hairer1993] for (2), (3) (the coefficient 1/600 follows from the tableau, see the test); (4) is the method itself.
 */
import { generalEigenvalues, type Integrator, type OdeSystem } from "../math/index.ts";

export type StableSteps = Readonly<Record<Integrator["name"], number>>;

export interface Linearisation {
  /** J, row-major. */
  readonly jacobian: Float64Array;
  readonly re: Float64Array;
  readonly im: Float64Array;
  /** Largest stable step of each integrator, s; Infinity where nothing bounds it. */
  readonly steps_s: StableSteps;
}

const RK4 = [1, 1, 1 / 2, 1 / 6, 1 / 24];
const DORMAND_PRINCE = [1, 1, 1 / 2, 1 / 6, 1 / 24, 1 / 120, 1 / 600];
/** Modes that grow by less than this part of their own speed are undamped ones, seen through differences. */
const UNDAMPED = 1e-6;

/** x: the state, and behind it what system holds. null where a derivative is not finite: such a system has no modes. */
export function linearise(system: OdeSystem, x: Float64Array): Linearisation | null {
  const n = system.size;
  const jacobian = jacobianOf(system, x, [...Array(n).keys()]);
  if (!jacobian.every(Number.isFinite)) return null;
  const { re, im } = generalEigenvalues(jacobian, 0, n);
  return {
    jacobian,
    re,
    im,
    steps_s: {
      "semi-implicit-euler": semiImplicitStep_s(jacobian, n, system.positions ?? 0, re, im),
      rk4: rungeKuttaStep_s(RK4, re, im),
      "dormand-prince": rungeKuttaStep_s(DORMAND_PRINCE, re, im),
    },
  };
}

/** (1): the rates of all n states by some places of x, row-major, n × places; states themselves, or what the system holds. */
export function jacobianOf(system: OdeSystem, x: Float64Array, places: readonly number[]): Float64Array {
  const n = system.size;
  const width = places.length;
  const J = new Float64Array(n * width);
  const moved = x.slice();
  const time = new Float64Array(1);
  const ahead = new Float64Array(n);
  const behind = new Float64Array(n);
  places.forEach((place, c) => {
    const e = 1e-6 * Math.max(1, Math.abs(x[place]));
    moved[place] = x[place] + e;
    system.derivativesInto(ahead, moved, 0, time);
    moved[place] = x[place] - e;
    system.derivativesInto(behind, moved, 0, time);
    moved[place] = x[place];
    for (let r = 0; r < n; r++) J[r * width + c] = (ahead[r] - behind[r]) / (2 * e);
  });
  return J;
}

/** (2) or (3): the least over all modes. */
export function rungeKuttaStep_s(coefficients: readonly number[], re: Float64Array, im: Float64Array): number {
  let least_s = Number.POSITIVE_INFINITY;
  re.forEach((x, k) => {
    const size = modulus(x, im[k]);
    if (size === 0 || x > UNDAMPED * size) return;
    least_s = Math.min(least_s, stabilityReach(coefficients, Math.min(0, x) / size, im[k] / size) / size);
  });
  return least_s;
}

/** |x + i y|, without squares that overflow: a mode of 1e200 1/s is still one. */
function modulus(x: number, y: number): number {
  const largest = Math.max(Math.abs(x), Math.abs(y));
  if (largest === 0 || largest === Number.POSITIVE_INFINITY) return largest;
  return largest * Math.sqrt((x / largest) * (x / largest) + (y / largest) * (y / largest));
}

/** Beyond this |z| no R of the methods above is within the unit circle: the last power alone is more than all others. */
const FARTHEST = 20;

/** The largest r up to which |R(r (cos + i sin))| ≤ 1. */
export function stabilityReach(coefficients: readonly number[], cosine: number, sine: number): number {
  const stable = (r: number): boolean => {
    // Horner's rule.
    let a = 0;
    let b = 0;
    for (let k = coefficients.length - 1; k >= 0; k--) {
      const next = r * (a * cosine - b * sine) + coefficients[k];
      b = r * (a * sine + b * cosine);
      a = next;
    }
    return a * a + b * b <= 1 + 1e-10;
  };
  let inside = 0;
  let outside = 0;
  while (outside < FARTHEST && stable(outside)) {
    inside = outside;
    outside += 0.01;
  }
  for (let k = 0; k < 40; k++) {
    const middle = 0.5 * (inside + outside);
    if (stable(middle)) inside = middle;
    else outside = middle;
  }
  return inside;
}

/** (4): by doubling, then bisection. As many eigenvalues may lie beyond the unit circle as modes grow by themselves. */
function semiImplicitStep_s(J: Float64Array, n: number, positions: number, re: Float64Array, im: Float64Array): number {
  let fastest = 0;
  let growing = 0;
  re.forEach((x, k) => {
    const size = modulus(x, im[k]);
    fastest = Math.max(fastest, size);
    if (x > UNDAMPED * size) growing++;
  });
  if (fastest === 0) return Number.POSITIVE_INFINITY;
  // Beyond these the search below would leave the range of doubles.
  if (fastest < 1e-290) return Number.POSITIVE_INFINITY;
  if (fastest > 1e290) return 0;
  const G = new Float64Array(n * n);
  const stable = (h: number): boolean => {
    for (let r = positions; r < n; r++) {
      for (let c = 0; c < n; c++) G[r * n + c] = (r === c ? 1 : 0) + h * J[r * n + c];
    }
    for (let r = 0; r < positions; r++) {
      for (let c = 0; c < n; c++) {
        let sum = c < positions ? J[r * n + c] : 0;
        for (let v = positions; v < n; v++) sum += J[r * n + v] * G[v * n + c];
        G[r * n + c] = (r === c ? 1 : 0) + h * sum;
      }
    }
    if (!G.every(Number.isFinite)) return false;
    const eigenvalues = generalEigenvalues(G, 0, n);
    // Drifting positions are double eigenvalues at 1, which rounding spreads by the root of 1e-16 and more.
    const most = (1 + 1e-5) * (1 + 1e-5);
    let beyond = 0;
    eigenvalues.re.forEach((x, k) => {
      if (x * x + eigenvalues.im[k] * eigenvalues.im[k] > most) beyond++;
    });
    return beyond <= growing;
  };
  let inside_s = 0;
  let outside_s = 0.4 / fastest;
  while (stable(outside_s)) {
    inside_s = outside_s;
    outside_s *= 2;
    if (outside_s * fastest > 1e6) return Number.POSITIVE_INFINITY;
  }
  for (let k = 0; k < 24; k++) {
    const middle_s = 0.5 * (inside_s + outside_s);
    if (stable(middle_s)) inside_s = middle_s;
    else outside_s = middle_s;
  }
  return inside_s;
}
