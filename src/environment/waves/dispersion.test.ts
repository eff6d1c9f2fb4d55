import fc from "fast-check";
import { expect, test } from "vitest";
import { uniform } from "../../../test/support/uniform.ts";
import { wavenumber_radpm } from "./dispersion.ts";

const G = 9.81;

test("in deep water a wave of 8 s has k = ω²/g and is g T²/2π = 9.81 · 64 / 6.283185 = 99.924 m long", () => {
  const k = wavenumber_radpm(Math.PI / 4, Number.POSITIVE_INFINITY, G);
  expect(k).toBe((Math.PI / 4) ** 2 / G);
  expect((2 * Math.PI) / k).toBeCloseTo(99.924, 3);
});

test("where k h is 1, ω² = (g/h) tanh 1, and the solution is 1/h to the last places, in a puddle and in an ocean", () => {
  for (const h of [0.01, 0.7, 10, 4000]) {
    const omega = Math.sqrt((G / h) * Math.tanh(1));
    // ω is rounded, ω² doubles that: two or three last places of k.
    expect(Math.abs(wavenumber_radpm(omega, h, G) * h - 1)).toBeLessThan(1e-15);
  }
});

test("ω² = g k tanh(k h) holds to the last places for any period and depth", () => {
  const period = uniform(0.2, 1e4);
  const depth = uniform(1e-3, 12_000);
  fc.assert(
    fc.property(period, depth, (T, h) => {
      const omega = (2 * Math.PI) / T;
      const k = wavenumber_radpm(omega, h, G);
      // Both sides carry three roundings each, k half a last place or so: 1e-15 is four to nine last places.
      expect(Math.abs((G * k * Math.tanh(k * h)) / omega ** 2 - 1)).toBeLessThan(1e-15);
    }),
    { seed: 11, numRuns: 2000 },
  );
});

test("a tide of 12.42 h in 100 m of water runs with √(g h) = 31.32 m/s", () => {
  const omega = (2 * Math.PI) / (12.42 * 3600);
  // The first term left out is (k h)²/6 = 3e-8 of the speed, 1e-6 m/s.
  expect(omega / wavenumber_radpm(omega, 100, G)).toBeCloseTo(Math.sqrt(G * 100), 5);
});
