/** erfc, J₁, scaled I₀ and quadrature against 15 digits of mpmath 1.3. */
import { expect, test } from "vitest";
import { besselI0Scaled, besselJ1 } from "./bessel.ts";
import { erfc, normalTail } from "./error-function.ts";
import { integral } from "./quadrature.ts";

test.each([
  [0.1, 0.887537083981715],
  [0.5, 0.479500122186953],
  [1, 0.157299207050285],
  [1.9, 0.00720957076474253],
  [2, 0.00467773498104727],
  [2.1, 0.00297946665633298],
  [3, 2.20904969985854e-5],
  [5, 1.53745979442803e-12],
  [10, 2.08848758376254e-45],
  [20, 5.3958656116079e-176],
  [26, 5.66319240885614e-296],
])("erfc(%f) = %e", (x, value) => {
  // The square in e^(−x²) is rounded: relative error x² · 1.1e-16, 7e-14 at 26.
  expect(Math.abs(erfc(x) / value - 1)).toBeLessThan(1e-13);
  expect(erfc(-x)).toBeCloseTo(2 - value, 14);
});

test("erfc ends at 0 and 2, keeps what is not a number, and Q(0) is a half", () => {
  expect(erfc(Number.POSITIVE_INFINITY)).toBe(0);
  expect(erfc(Number.NEGATIVE_INFINITY)).toBe(2);
  expect(erfc(40)).toBe(0);
  expect(erfc(Number.NaN)).toBeNaN();
  expect(normalTail(0)).toBe(0.5);
});

test.each([
  [0, 0],
  [0.5, 0.242268457674874],
  [1, 0.440050585744933],
  [2, 0.576724807756873],
  [3.8317, 2.40455904310363e-6],
  [10, 0.0434727461688614],
  [31.4, -0.101103992950942],
  [314, -0.0364540866874993],
])("J₁(%f) = %f, and it is odd", (x, value) => {
  // An average of cosines, each rounded at 1e-16 times its argument of up to 314.
  expect(Math.abs(besselJ1(x) - value)).toBeLessThan(1e-14);
  expect(Math.abs(besselJ1(-x) + value)).toBeLessThan(1e-14);
});

test.each([
  [0, 1],
  [0.5, 0.64503527044915],
  [2, 0.308508322553671],
  [10, 0.127833337163429],
  [19.9, 0.0900085888643896],
  [20, 0.089780311884826],
  [20.1, 0.0895537636206134],
  [50, 0.0565616266474542],
  [700, 0.0150812956515314],
  [1e4, 0.00398947267460473],
])("I₀(%f) e^(−x) = %f", (x, value) => {
  expect(Math.abs(besselI0Scaled(x) / value - 1)).toBeLessThan(1e-14);
});

test("five points are exact for x⁹ and x⁸, off for x¹⁰, and never ask the ends", () => {
  expect(integral((x) => x ** 9 + x ** 8, 0, 1, 1)).toBeCloseTo(1 / 10 + 1 / 9, 15);
  expect(Math.abs(integral((x) => x ** 10, -1, 1, 1) - 2 / 11)).toBeGreaterThan(1e-4);
  const asked: number[] = [];
  integral((x) => asked.push(x), 2, 3, 2);
  expect(asked.every((x) => x > 2 && x < 3 && x !== 2.5)).toBe(true);
  expect(asked.length).toBe(10);
});
