import { expect, test } from "vitest";
import { NOT_FINITE, type OdeSystem } from "./ode.ts";
import { solveOde } from "./solve-ode.ts";

const oscillator: OdeSystem = {
  size: 2,
  derivativesInto(dx, x, at) {
    dx[0] = x[at + 1]!;
    dx[1] = -x[at]!;
  },
};
const tolerances = { relativeTolerance: 1e-8, absoluteTolerance: 1e-8, minStep_s: 1e-9 };

test("samples of the oscillator are cos t and −sin t at the instants asked for, both ends included", () => {
  const times_s = Array.from({ length: 101 }, (_, k) => k / 10);
  const solution = solveOde(oscillator, [1, 0], 0, 10, tolerances, times_s);
  expect(solution.code).toBe(0);
  expect(solution.reached_s).toBe(10);
  expect(solution.samples).toHaveLength(101);
  times_s.forEach((t, k) => {
    // Some 80 substeps of at most one tolerance each, and the dense output's error of the same size.
    expect(Math.abs(solution.samples[k]![0]! - Math.cos(t))).toBeLessThan(1e-6);
    expect(Math.abs(solution.samples[k]![1]! + Math.sin(t))).toBeLessThan(1e-6);
  });
  expect(solution.samples[100]![0]).toBeCloseTo(solution.final[0]!, 14);
});

test("inside, every substep but the first reuses a derivative: six evaluations each, plus two at the start", () => {
  const smooth = solveOde(oscillator, [1, 0], 0, 10, tolerances);
  // Rejected attempts would add six each; the oscillator has none after the start.
  expect((smooth.evaluations - 2) % 6).toBe(0);
  expect((smooth.evaluations - 2) / 6).toBeGreaterThanOrEqual(smooth.substeps);
  expect((smooth.evaluations - 2) / 6).toBeLessThanOrEqual(smooth.substeps + 2);
});

test("a failure reports how far it came, with the samples up to there", () => {
  const broken: OdeSystem = {
    size: 1,
    derivativesInto(dx, _x, _at, time) {
      dx[0] = time[0]! < 0.5 ? 1 : Number.NaN;
    },
  };
  const solution = solveOde(broken, [0], 0, 1, { ...tolerances, minStep_s: 1e-5 }, [0, 0.25, 0.75]);
  expect(solution.code).toBe(NOT_FINITE);
  expect(solution.samples).toHaveLength(2);
  expect(solution.reached_s).toBeLessThan(0.5);
  expect(solution.final[0]).toBeCloseTo(solution.reached_s, 12);
});

test("samples out of order, or out of the interval, are refused in words", () => {
  expect(() => solveOde(oscillator, [1, 0], 0, 1, tolerances, [0.5, 0.2])).toThrow("sample time 0.2 s is out of order");
  expect(() => solveOde(oscillator, [1, 0], 0, 1, tolerances, [2])).toThrow("sample time 2 s is out of order");
  expect(() => solveOde(oscillator, [1], 0, 1, tolerances)).toThrow("2 states and 0 held inputs but x0 has 1");
});
