/** erfc, J₁, scaled I₀ and quadrature against 17 digits of mpmath 1.3. */
import { expect, test } from "vitest";
import { besselI0Scaled, besselJ1 } from "./bessel.ts";
import { erfc, normalTail } from "./error-function.ts";
import { integral } from "./quadrature.ts";

test.each([
  [0.1, 0.8875370839817151],
  [0.5, 0.47950012218695346],
  [1, 0.15729920705028513],
  [1.9, 0.0072095707647425328],
  [2, 0.0046777349810472658],
  [2.1, 0.0029794666563329843],
  [3, 2.2090496998585441e-5],
  [5, 1.5374597944280349e-12],
  [10, 2.0884875837625448e-45],
  [20, 5.3958656116079009e-176],
  [26, 5.6631924088561428e-296],
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
  [0.5, 0.24226845767487389],
  [1, 0.44005058574493352],
  [2, 0.57672480775687339],
  [3.8317, 2.4045590431036321e-6],
  [10, 0.043472746168861437],
  [31.4, -0.10110399295094176],
  [314, -0.036454086687499331],
])("J₁(%f) = %f, and it is odd", (x, value) => {
  // An average of cosines, each rounded at 1e-16 times its argument of up to 314.
  expect(Math.abs(besselJ1(x) - value)).toBeLessThan(1e-14);
  expect(Math.abs(besselJ1(-x) + value)).toBeLessThan(1e-14);
});

test.each([
  [0, 1],
  [0.5, 0.64503527044915007],
  [2, 0.30850832255367104],
  [10, 0.12783333716342861],
  [19.9, 0.090008588864389597],
  [20, 0.089780311884826022],
  [20.1, 0.089553763620613444],
  [50, 0.056561626647454193],
  [700, 0.015081295651531358],
  [1e4, 0.0039894726746047321],
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
