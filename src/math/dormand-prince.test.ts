import { expect, test } from "vitest";
import { DormandPrince, type Tolerances } from "./dormand-prince.ts";
import { NOT_FINITE, type OdeSystem, STEP_TOO_SMALL } from "./ode.ts";

const oscillator: OdeSystem = {
  size: 2,
  derivativesInto(dx, x, at) {
    dx[0] = x[at + 1]!;
    dx[1] = -x[at]!;
  },
};

/** Moon-like orbit of eccentricity 0.6, period 2π: fast at the near point, slow at the far one. */
const orbit: OdeSystem = {
  size: 4,
  derivativesInto(dx, x, at) {
    const r3 = Math.hypot(x[at]!, x[at + 1]!) ** 3;
    dx[0] = x[at + 2]!;
    dx[1] = x[at + 3]!;
    dx[2] = -x[at]! / r3;
    dx[3] = -x[at + 1]! / r3;
  },
};
const nearPoint = [0.4, 0, 0, 2];

function tolerance(size: number, minStep_s = 1e-9): Tolerances {
  return { relativeTolerance: size, absoluteTolerance: size, minStep_s };
}

/** The span of a step: from t_s, h_s long. */
function from(t_s: number, h_s: number): Float64Array {
  return Float64Array.of(t_s, h_s);
}

function withMemory(x0: readonly number[]): Float64Array {
  const x = new Float64Array(x0.length + 2);
  x.set(x0);
  return x;
}

test("the error follows the tolerance: after ten turns of the oscillator it is below 100 tolerances, from 1e-4 to 1e-10", () => {
  for (const size of [1e-4, 1e-6, 1e-8, 1e-10]) {
    const x = withMemory([1, 0]);
    const evaluations = new DormandPrince(2, tolerance(size)).step(oscillator, x, 0, from(0, 20 * Math.PI));
    expect(evaluations).toBeGreaterThan(0);
    // Local errors of one tolerance each add up over some 60 to 900 substeps; the estimate is of the lower order, so that
    // the result is better than the sum.
    expect(Math.hypot(x[0]! - 1, x[1]!)).toBeLessThan(100 * size);
  }
});

test("a hundred times tighter tolerance costs about 100^(1/5) = 2.5 times the work", () => {
  const work = [1e-6, 1e-8, 1e-10].map((size) =>
    new DormandPrince(2, tolerance(size)).step(oscillator, withMemory([1, 0]), 0, from(0, 60)),
  );
  for (const ratio of [work[1]! / work[0]!, work[2]! / work[1]!]) {
    expect(ratio).toBeGreaterThan(2.1);
    expect(ratio).toBeLessThan(2.9);
  }
});

test("an eccentric orbit closes after one period, with substeps that vary by more than five", () => {
  const x = withMemory(nearPoint);
  const integrator = new DormandPrince(4, tolerance(1e-9));
  let t_s = 0;
  let shortest_s = Number.POSITIVE_INFINITY;
  let longest_s = 0;
  while (2 * Math.PI - t_s > 1e-12) {
    expect(integrator.substep(orbit, x, 0, from(t_s, 2 * Math.PI - t_s))).toBeGreaterThan(0);
    const taken_s = integrator.length_s;
    shortest_s = Math.min(shortest_s, taken_s);
    longest_s = Math.max(longest_s, taken_s);
    t_s += taken_s;
  }
  // Errors at the near point are magnified by the rest of the orbit: some 100 tolerances, and ten more to be safe.
  for (const [n, value] of nearPoint.entries()) expect(Math.abs(x[n]! - value)).toBeLessThan(1e-6);
  expect(longest_s / shortest_s).toBeGreaterThan(5);
});

test("steps land exactly: the last derivative is taken at t + h, and ẋ = 1 arrives at h to the last rounding", () => {
  const times: number[] = [];
  const clock: OdeSystem = {
    size: 1,
    derivativesInto(dx, _x, _at, time) {
      times.push(time[0]!);
      dx[0] = 1;
    },
  };
  const integrator = new DormandPrince(1, tolerance(1e-6));
  for (const [t_s, h_s] of [
    [0, 1],
    [3.7, 0.013],
    [1e5, 1e-9],
    [0.1, 1 / 3],
  ] as const) {
    times.length = 0;
    const x = withMemory([0]);
    integrator.step(clock, x, 0, from(t_s, h_s));
    expect(Math.abs(x[0]! - h_s)).toBeLessThan(4e-16 * Math.max(1, h_s));
    expect(Math.abs(Math.max(...times) - (t_s + h_s))).toBeLessThanOrEqual(4e-16 * t_s);
    expect(integrator.reached_s).toBe(t_s + h_s);
  }
});

test("state and memory are everything: a copy continued by another integrator gives the same bits", () => {
  const one = new DormandPrince(4, tolerance(1e-7));
  const x = withMemory(nearPoint);
  for (let k = 0; k < 10; k++) one.step(orbit, x, 0, from(0.1 * k, 0.1));
  const copy = x.slice();
  // The first integrator is used for something else in between; the second has never been used.
  const other = new DormandPrince(4, tolerance(1e-7));
  one.step(orbit, withMemory([1, 0, 0, 1]), 0, from(0, 0.5));
  for (let k = 10; k < 20; k++) {
    one.step(orbit, x, 0, from(0.1 * k, 0.1));
    other.step(orbit, copy, 0, from(0.1 * k, 0.1));
  }
  expect(copy).toEqual(x);
});

test("a step cut short by its end does not forget the length it had: many short steps cost one substep each", () => {
  const integrator = new DormandPrince(2, tolerance(1e-6));
  const x = withMemory([1, 0]);
  integrator.step(oscillator, x, 0, from(0, 5));
  const length_s = x[2]!;
  for (let k = 0; k < 20; k++) expect(integrator.step(oscillator, x, 0, from(5 + k * 1e-3, 1e-3))).toBe(7);
  expect(x[2]).toBeGreaterThanOrEqual(length_s);
});

test("where the tolerance cannot be met it answers with a code and leaves the state where it was good", () => {
  // ẋ = x²: from 1 it reaches infinity at t = 1.
  const explosion: OdeSystem = {
    size: 1,
    derivativesInto(dx, x, at) {
      dx[0] = x[at]! * x[at]!;
    },
  };
  const integrator = new DormandPrince(1, tolerance(1e-8, 1e-6));
  const x = withMemory([1]);
  expect(integrator.step(explosion, x, 0, from(0, 2))).toBe(STEP_TOO_SMALL);
  expect(integrator.reached_s).toBeGreaterThan(0.99);
  expect(integrator.reached_s).toBeLessThan(1.001);
  expect(Number.isFinite(x[0]!)).toBe(true);
});

test("derivatives that are not finite are answered with their own code, at once or in the middle", () => {
  const broken: OdeSystem = {
    size: 1,
    derivativesInto(dx, _x, _at, time) {
      dx[0] = time[0]! < 0.5 ? 1 : Number.NaN;
    },
  };
  const integrator = new DormandPrince(1, tolerance(1e-6, 1e-4));
  const x = withMemory([0]);
  expect(integrator.step(broken, x, 0, from(0, 1))).toBe(NOT_FINITE);
  expect(Math.abs(x[0]! - integrator.reached_s)).toBeLessThan(1e-12);
  expect(integrator.reached_s).toBeGreaterThan(0.49);
  expect(integrator.step(broken, withMemory([0]), 0, from(1, 1))).toBe(NOT_FINITE);
});

test("a step of no length does nothing", () => {
  const x = withMemory([1, 0]);
  expect(new DormandPrince(2, tolerance(1e-6)).step(oscillator, x, 0, from(0, 0))).toBe(0);
  expect([...x]).toEqual([1, 0, 0, 0]);
});

test("dense output meets both ends of the substep, with their slopes", () => {
  const integrator = new DormandPrince(2, tolerance(1e-6));
  const x = withMemory([1, 0]);
  integrator.substep(oscillator, x, 0, from(0, 10));
  const h_s = integrator.length_s;
  const out = new Float64Array(2);
  integrator.denseInto(out, 0);
  expect([...out]).toEqual([1, 0]);
  integrator.denseInto(out, 1);
  // start + (end − start): one rounding.
  expect(Math.abs(out[0]! - x[0]!)).toBeLessThan(3e-16);
  const near = new Float64Array(2);
  integrator.denseInto(near, 1 - 1e-6);
  // Secant over 1e-6 of the substep: off by 1e-6 h |ẍ|/2, and rounding 1e-16 / (1e-6 h).
  expect(Math.abs((out[0]! - near[0]!) / (1e-6 * h_s) - x[1]!)).toBeLessThan(1e-6);
});

test("dense output has order 4: half the substep, 2⁵ less error inside it, on the logistic ẋ = x (1 − x)", () => {
  // A linear system would flatter it: there the conditions of order 5 that fail play no part.
  const logistic: OdeSystem = {
    size: 1,
    derivativesInto(dx, x, at) {
      dx[0] = x[at]! * (1 - x[at]!);
    },
  };
  const exact = (t: number): number => 1 / (1 + Math.exp(-t));
  const worst = (h_s: number): number => {
    const integrator = new DormandPrince(1, { relativeTolerance: 0, absoluteTolerance: 1e9, minStep_s: 1e-9 });
    const x = withMemory([exact(0.7)]);
    x[1] = h_s;
    integrator.substep(logistic, x, 0, from(0, h_s));
    const out = new Float64Array(1);
    let error = 0;
    for (let k = 1; k < 20; k++) {
      integrator.denseInto(out, k / 20);
      error = Math.max(error, Math.abs(out[0]! - exact(0.7 + (h_s * k) / 20)));
    }
    return error;
  };
  // Over a single substep the error of an order-4 formula is O(h⁵); the next term is some 10 % of it at these lengths.
  const order = Math.log2(worst(0.4) / worst(0.2));
  expect(order).toBeGreaterThan(4.7);
  expect(order).toBeLessThan(5.3);
});

test("before the first substep there is nothing to look into", () => {
  const integrator = new DormandPrince(1, tolerance(1e-6));
  const out = new Float64Array(1);
  integrator.denseInto(out, 0.5);
  expect(out[0]).toBeNaN();
});
