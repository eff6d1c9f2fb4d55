import fc from "fast-check";
import { expect, test } from "vitest";
import { uniform } from "../../test/support/uniform.ts";
import { type CubicSpline, clampedSpline, monotoneSpline, naturalSpline, notAKnotSpline } from "./spline.ts";

const cells = new Int32Array(1);

function evaluate(spline: CubicSpline, x: number): number[] {
  const out = new Float64Array(3);
  spline.evaluateInto(out, 0, cells, 0, Float64Array.of(x), 0);
  return [...out];
}

/** Knots that are not evenly spaced, values without structure. */
const X = [0, 0.7, 1.1, 2.5, 3, 4.6, 5];
const Y = [1, -2, 0.5, 0.4, 3, 2.2, -1];

test("the natural spline through (0 0), (1 1), (2 0) has the moments 0, −3, 0: s(½) = ½ + 3/16 = 11/16", () => {
  // By hand: M₁ from (1/6) M₀ + (2/3) M₁ + (1/6) M₂ = 0 − 2·1 + 0; s(½) = mean − (M₀ + M₁) h²/16.
  const spline = naturalSpline([0, 1, 2], [0, 1, 0], "clamp");
  expect(Math.abs(spline.value(cells, 0, 0.5) - 11 / 16)).toBeLessThan(1e-15);
  expect(Math.abs(evaluate(spline, 1)[2]! + 3)).toBeLessThan(1e-14);
  expect(Math.abs(evaluate(spline, 0)[2]!)).toBeLessThan(1e-14);
  expect(Math.abs(evaluate(spline, 2)[2]!)).toBeLessThan(1e-14);
});

test("a not-a-knot spline reproduces any cubic, inside and beyond its knots, with both derivatives", () => {
  fc.assert(
    fc.property(fc.array(uniform(-1, 1), { minLength: 4, maxLength: 4 }), uniform(-1, 6), (c, x) => {
      const f = (t: number): number => c[0]! + t * (c[1]! + t * (c[2]! + t * c[3]!));
      const spline = notAKnotSpline(X, X.map(f), "extrapolate");
      // Values up to 150 and cells down to 0.4: second derivatives lose 150 · 1e-16 / 0.16 and the system some more.
      expect(Math.abs(evaluate(spline, x)[0]! - f(x))).toBeLessThan(1e-11);
      expect(Math.abs(evaluate(spline, x)[1]! - (c[1]! + x * (2 * c[2]! + x * 3 * c[3]!)))).toBeLessThan(1e-11);
      expect(Math.abs(evaluate(spline, x)[2]! - (2 * c[2]! + 6 * x * c[3]!))).toBeLessThan(1e-10);
    }),
    { seed: 101 },
  );
});

test("with two knots a not-a-knot spline is the line, with three the parabola", () => {
  const line = notAKnotSpline([0, 2], [1, 5], "extrapolate");
  expect(evaluate(line, 1)).toEqual([3, 2, 0]);
  const parabola = notAKnotSpline([0, 1, 3], [0, 1, 9], "extrapolate");
  expect(Math.abs(parabola.value(cells, 0, 2) - 4)).toBeLessThan(1e-14);
  expect(Math.abs(parabola.value(cells, 0, 5) - 25)).toBeLessThan(1e-13);
});

test("a clamped spline has the slopes it was given and reproduces the cubic that has them", () => {
  const f = (t: number): number => 1 - t + 0.5 * t * t * t;
  const spline = clampedSpline(X, X.map(f), -1, -1 + 1.5 * 25, "clamp");
  expect(Math.abs(evaluate(spline, 0)[1]! + 1)).toBeLessThan(1e-14);
  for (const x of [0.3, 1.9, 4.9]) expect(Math.abs(spline.value(cells, 0, x) - f(x))).toBeLessThan(1e-12);
});

test("all kinds pass through their data; slopes are continuous for all, curvatures for all but the monotone", () => {
  const kinds = {
    natural: naturalSpline(X, Y, "extrapolate"),
    clamped: clampedSpline(X, Y, 2, -3, "extrapolate"),
    notAKnot: notAKnotSpline(X, Y, "extrapolate"),
    monotone: monotoneSpline(X, Y, "extrapolate"),
  };
  for (const [name, spline] of Object.entries(kinds)) {
    X.forEach((x, k) => {
      expect(Math.abs(spline.value(cells, 0, x) - Y[k]!)).toBeLessThan(1e-14);
      if (k === 0 || k === X.length - 1) return;
      // Just left of the knot: 1e-9 away, where third derivatives of up to 100 leave 1e-7 in s″.
      const left = evaluate(spline, x - 1e-9);
      const right = evaluate(spline, x);
      expect(Math.abs(left[1]! - right[1]!)).toBeLessThan(1e-7);
      if (name !== "monotone") expect(Math.abs(left[2]! - right[2]!)).toBeLessThan(1e-6);
    });
  }
});

test("derivatives equal central differences of the value", () => {
  const spline = naturalSpline(X, Y, "clamp");
  const h = 1e-4;
  for (const x of [0.2, 0.9, 2, 4, 4.8]) {
    const [before, here, after] = [x - h, x, x + h].map((t) => evaluate(spline, t));
    // Truncation h² s‴/6 ≈ 1e-8 · 60/6 for s′; s″ is straight inside a cell, so only rounding, 1e-14/1e-4, is left.
    expect(Math.abs(here![1]! - (after![0]! - before![0]!) / (2 * h))).toBeLessThan(1e-6);
    expect(Math.abs(here![2]! - (after![1]! - before![1]!) / (2 * h))).toBeLessThan(1e-9);
  }
});

test("halving the spacing divides the error on eˣ by 2⁴ for clamped and not-a-knot splines", () => {
  const error = (n: number, make: (x: number[], y: number[]) => CubicSpline): number => {
    const x = Array.from({ length: n + 1 }, (_, k) => (3 * k) / n);
    const spline = make(x, x.map(Math.exp));
    let worst = 0;
    for (let k = 0; k <= 3000; k++) {
      worst = Math.max(worst, Math.abs(spline.value(cells, 0, k / 1000) - Math.exp(k / 1000)));
    }
    return worst;
  };
  const clamped = (x: number[], y: number[]): CubicSpline => clampedSpline(x, y, 1, Math.exp(3), "clamp");
  const notAKnot = (x: number[], y: number[]): CubicSpline => notAKnotSpline(x, y, "clamp");
  for (const make of [clamped, notAKnot]) {
    const order = Math.log2(error(20, make) / error(40, make));
    // The next term of the error is some 10 % of the leading one at this spacing.
    expect(order).toBeGreaterThan(3.8);
    expect(order).toBeLessThan(4.3);
  }
});

test("a monotone spline never leaves the range between two neighbouring data, whatever the data", () => {
  const value = uniform(-10, 10);
  fc.assert(
    fc.property(fc.array(value, { minLength: 7, maxLength: 7 }), (y) => {
      const spline = monotoneSpline(X, y, "clamp");
      for (let k = 0; k < X.length - 1; k++) {
        let last = y[k]!;
        for (let step = 1; step <= 20; step++) {
          const now = spline.value(cells, 0, X[k]! + ((X[k + 1]! - X[k]!) * step) / 20);
          const along = y[k + 1]! >= y[k]! ? now - last : last - now;
          // Values up to 10, a dozen roundings.
          expect(along).toBeGreaterThan(-1e-13);
          last = now;
        }
      }
    }),
    { seed: 102 },
  );
});

test("a step in the data, 0 0 0 1 1 1, overshoots with a natural spline and not with a monotone one", () => {
  const x = [0, 1, 2, 3, 4, 5];
  const y = [0, 0, 0, 1, 1, 1];
  expect(naturalSpline(x, y, "clamp").value(cells, 0, 3.4)).toBeGreaterThan(1.05);
  for (let t = 0; t <= 5; t += 0.1) {
    const s = monotoneSpline(x, y, "clamp").value(cells, 0, t);
    expect(s).toBeGreaterThanOrEqual(0);
    expect(s).toBeLessThanOrEqual(1);
  }
});

test("beyond its ends a spline holds its value, continues its cubic or answers NaN, as declared", () => {
  expect(evaluate(naturalSpline(X, Y, "clamp"), 9)).toEqual([expect.closeTo(-1, 13), 0, 0]);
  expect(evaluate(naturalSpline(X, Y, "nan"), 9)).toEqual([Number.NaN, Number.NaN, Number.NaN]);
  const natural = naturalSpline(X, Y, "extrapolate");
  expect(Number.isFinite(natural.value(cells, 0, 9))).toBe(true);
  // The natural end has no curvature, but its cubic has one just beyond.
  expect(Math.abs(evaluate(natural, 6)[2]!)).toBeGreaterThan(0.1);
});

test("values that do not fit the knots are refused in words", () => {
  expect(() => naturalSpline([0, 1, 2], [1, 2], "clamp")).toThrow("the spline has 3 knots but 2 values");
  expect(() => naturalSpline([0], [1], "clamp")).toThrow("at least two knots, not 1");
});
