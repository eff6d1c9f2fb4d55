import { expect, test } from "vitest";
import {
  lambFactors,
  spheroidAddedMassInto,
  spheroidPitchInertia_kgm2,
  spheroidRollInertia_kgm2,
  spheroidVolume_m3,
} from "./prolate-spheroid.ts";

/** Lamb's integrals (1) by Simpson's rule after λ = a² s² / (1 − s)², which makes both integrands smooth on [0, 1]. */
function integrals(a: number, b: number): { alpha0: number; beta0: number } {
  const steps = 20_000;
  let alpha0 = 0;
  let beta0 = 0;
  for (let i = 0; i < steps; i++) {
    const weight = i === 0 ? 1 : i % 2 === 1 ? 4 : 2;
    const s = i / steps;
    const lambda = (a * a * s * s) / (1 - s) ** 2;
    const slope = (2 * a * a * s) / (1 - s) ** 3;
    alpha0 += (weight * slope) / ((a * a + lambda) ** 1.5 * (b * b + lambda));
    beta0 += (weight * slope) / (Math.sqrt(a * a + lambda) * (b * b + lambda) ** 2);
  }
  // The last point, s = 1, has no share: there both integrands are slope / λ^(5/2) = 2 (1 − s)² / (a³ s⁴) = 0.
  const h = 1 / steps / 3;
  return { alpha0: a * b * b * h * alpha0, beta0: a * b * b * h * beta0 };
}

test.each([
  ["half length 0.8 m, radius 0.095 m", 0.8, 0.095, 0.027036, 0.948702, 0.850647, 5e-7],
  ["Taipan 300, 1.93 m by 0.15 m", 0.965, 0.075, 0.0139, 0.9729, 0.9202, 5e-5],
  ["Taipan 2, 1.80 m by 0.20 m", 0.9, 0.1, 0.0244, 0.9535, 0.8642, 5e-5],
])("%s: the factors as tabulated, to half a unit of their last digit", (_name, a, b, k1, k2, kPrime, half) => {
  const k = lambFactors(a, b);
  expect(Math.abs(k.k1 - k1)).toBeLessThan(half);
  expect(Math.abs(k.k2 - k2)).toBeLessThan(half);
  expect(Math.abs(k.kPrime - kPrime)).toBeLessThan(half);
});

test.each([1.001, 1.1, 1.15, 1.16, 1.5, 3, 8])(
  "a/b = %s: the factors are those of Lamb's integrals, by quadrature",
  (ratio) => {
    const a = ratio;
    const b = 1;
    const { alpha0, beta0 } = integrals(a, b);
    // The identity behind (2), and a check of the quadrature itself.
    expect(Math.abs(alpha0 + 2 * beta0 - 2)).toBeLessThan(1e-9);

    const k = lambFactors(a, b);
    // Simpson's rule with 20 000 steps leaves less than 1e-10 for a/b up to 8; 1e-8 leaves room for its division by β₀ − α₀.
    expect(Math.abs(k.k1 - alpha0 / (2 - alpha0))).toBeLessThan(1e-8);
    expect(Math.abs(k.k2 - beta0 / (2 - beta0))).toBeLessThan(1e-8);
    const d = beta0 - alpha0;
    const kPrime = ((a * a - b * b) ** 2 * d) / ((a * a + b * b) * (2 * (a * a - b * b) - (a * a + b * b) * d));
    // The textbook form divides by a² − b²: of the digits of d, 1/(a² − b²) are lost.
    expect(Math.abs(k.kPrime - kPrime)).toBeLessThan(1e-8 / (a * a - b * b));
  },
);

test("a sphere has half its displaced mass as added mass in every direction and none in rotation", () => {
  const k = lambFactors(2, 2);
  // Four roundings.
  expect(Math.abs(k.k1 - 0.5)).toBeLessThan(1e-15);
  expect(Math.abs(k.k2 - 0.5)).toBeLessThan(1e-15);
  expect(k.kPrime).toBe(0);
});

test("nearly a sphere, the added inertia is e⁴/6 of the water's: the first term of the series, not noise", () => {
  const e2 = 1e-6;
  const k = lambFactors(1, Math.sqrt(1 - e2));
  // The next term is of relative size e², and e² itself has lost 10 of its 16 digits in 1 − (b/a)².
  expect(Math.abs(k.kPrime / ((e2 * e2) / 6) - 1)).toBeLessThan(3e-6);
});

test("a needle carries no water along and its own displacement across: k₁ → 0, k₂ → 1, k′ → 1", () => {
  const k = lambFactors(1, 1e-5);
  // k₁ ≈ (b/a)² ln(2a/b): 1e-10 times 12.
  expect(k.k1).toBeGreaterThan(0);
  expect(k.k1).toBeLessThan(2e-9);
  expect(1 - k.k2).toBeLessThan(4e-9);
  expect(1 - k.kPrime).toBeLessThan(2e-8);
});

test("series and closed form meet without a step at e² = 1/4", () => {
  const b = Math.sqrt(0.75);
  const below = lambFactors(1, b * (1 + 1e-12));
  const above = lambFactors(1, b * (1 - 1e-12));
  // 2e-12 of change in b moves the factors by some 1e-12; the closed form's cancellation, 1/e⁵ = 32 roundings, is 1e-14.
  expect(Math.abs(below.k1 - above.k1)).toBeLessThan(1e-11);
  expect(Math.abs(below.k2 - above.k2)).toBeLessThan(1e-11);
  expect(Math.abs(below.kPrime - above.kPrime)).toBeLessThan(1e-11);
});

test("a = 3, b = 1: volume 4π m³; 10 kg of it have inertia 4 and 20 kg m²", () => {
  // One or two roundings each.
  expect(spheroidVolume_m3(3, 1)).toBeCloseTo(4 * Math.PI, 13);
  expect(spheroidRollInertia_kgm2(10, 1)).toBeCloseTo(4, 14);
  expect(spheroidPitchInertia_kgm2(10, 3, 1)).toBeCloseTo(20, 13);
});

test("added mass of the 1.6 m spheroid in water of 1026 kg/m³: 0.8389, 29.4376, 29.4376 kg; 0, 3.4262, 3.4262 kg m²", () => {
  const A = new Float64Array(37);
  spheroidAddedMassInto(A, 1, 0.8, 0.095, 1026);
  const diagonal = [0, 1, 2, 3, 4, 5].map((i) => A[1 + 7 * i]!);
  const expected = [0.838909, 29.437637, 29.437637, 0, 3.42621, 3.42621];
  // Six digits after the point are printed.
  diagonal.forEach((value, i) => {
    expect(Math.abs(value - expected[i]!)).toBeLessThan(1e-6);
  });
  expect(A.filter((value) => value !== 0).length).toBe(5);
});

test("a body wider than long is refused: the formulas are those of the prolate spheroid", () => {
  expect(() => lambFactors(1, 1.1)).toThrow("at least as long as it is wide");
});

test("the matrix is written where it is asked for, over whatever was there, and is symmetric about the axis", () => {
  const A = new Float64Array(40).fill(Number.NaN);
  spheroidAddedMassInto(A, 2, 0.8, 0.095, 1025);
  expect([A[0], A[1], A[38], A[39]]).toEqual([Number.NaN, Number.NaN, Number.NaN, Number.NaN]);
  const m = A.subarray(2, 38);
  const { k1, k2, kPrime } = lambFactors(0.8, 0.095);
  const water_kg = 1025 * (4 / 3) * Math.PI * 0.8 * 0.095 ** 2;
  const water_kgm2 = (water_kg / 5) * (0.8 ** 2 + 0.095 ** 2);
  const diagonal = [k1 * water_kg, k2 * water_kg, k2 * water_kg, 0, kPrime * water_kgm2, kPrime * water_kgm2];
  // Products of four numbers, in another order.
  m.forEach((value, k) => {
    expect(value).toBeCloseTo(k % 7 === 0 ? diagonal[k / 7]! : 0, 12);
  });
});
