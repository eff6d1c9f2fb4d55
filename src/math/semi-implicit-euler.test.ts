import { expect, test } from "vitest";
import type { OdeSystem } from "./ode.ts";
import { SemiImplicitEuler } from "./semi-implicit-euler.ts";

const oscillator: OdeSystem = {
  size: 2,
  positions: 1,
  derivativesInto(dx, x, at) {
    dx[0] = x[at + 1]!;
    dx[1] = -x[at]!;
  },
};

test("one step of 0.1 s from x = 1, v = 0: v = −0.1, then x = 1 − 0.1 · 0.1 = 0.99", () => {
  const x = Float64Array.of(1, 0);
  expect(new SemiImplicitEuler(2).step(oscillator, x, 0, Float64Array.of(0, 0.1))).toBe(2);
  expect([...x]).toEqual([0.99, -0.1]);
});

test("x² + v² − h x v of the oscillator is kept for a million steps, and with it the energy within h/2 of itself", () => {
  // The map is linear with determinant 1 and has exactly this quadratic invariant.
  const h_s = 0.1;
  const x = Float64Array.of(1, 0);
  const integrator = new SemiImplicitEuler(2);
  const span = Float64Array.of(0, h_s);
  let lowest = 1;
  let highest = 1;
  for (let k = 0; k < 1_000_000; k++) {
    integrator.step(oscillator, x, 0, span);
    const energy = x[0]! * x[0]! + x[1]! * x[1]!;
    lowest = Math.min(lowest, energy);
    highest = Math.max(highest, energy);
  }
  // The invariant starts at 1. Rounding walks at random: √10⁶ · 1e-16 = 1e-13, times ten.
  expect(Math.abs(x[0]! * x[0]! + x[1]! * x[1]! - h_s * x[0]! * x[1]! - 1)).toBeLessThan(1e-12);
  // |h x v| ≤ h/2 (x² + v²), so the energy stays between 1/(1 + h/2) and 1/(1 − h/2).
  expect(lowest).toBeGreaterThan(1 / (1 + h_s / 2) - 1e-9);
  expect(highest).toBeLessThan(1 / (1 - h_s / 2) + 1e-9);
});

test("explicit Euler, which a system without positions gets, multiplies that energy by 1 + h² per step", () => {
  const { positions: _, ...withoutPositions } = oscillator;
  const x = Float64Array.of(1, 0);
  expect(new SemiImplicitEuler(2).step(withoutPositions, x, 0, Float64Array.of(0, 0.1))).toBe(1);
  expect(x[0]! ** 2 + x[1]! ** 2).toBeCloseTo(1.01, 14);
});

test("positionRatesInto sees the advanced velocities and the end of the step, and is asked for positions only", () => {
  const seen: number[] = [];
  const system: OdeSystem = {
    size: 2,
    positions: 1,
    derivativesInto(dx) {
      dx[0] = Number.NaN;
      dx[1] = 2;
    },
    positionRatesInto(dx, x, at, time) {
      seen.push(x[at]!, x[at + 1]!, time[0]!);
      dx[0] = x[at + 1]!;
    },
  };
  const x = Float64Array.of(5, 1);
  new SemiImplicitEuler(2).step(system, x, 0, Float64Array.of(10, 0.5));
  expect(seen).toEqual([5, 2, 10.5]);
  expect([...x]).toEqual([6, 2]);
});
