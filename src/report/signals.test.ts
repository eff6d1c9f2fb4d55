import { expect, test } from "vitest";
import { instants_s } from "../../test/support/report-sample.ts";
import {
  cumulativeDistance_m,
  cumulativeIntegral,
  gapLimit_s,
  magnitude,
  resampled,
  timeMean,
  unwrapped,
  unwrappedNear,
} from "./signals.ts";

const DEG = Math.PI / 180;

test("100 W + 2 W/s for 10 s are 100 · 10 + 2 · 50 = 1100 J, exactly: the trapezoidal rule integrates lines", () => {
  const t_s = Float64Array.of(0, 1, 1.5, 4, 10);
  const energy_J = cumulativeIntegral(
    t_s,
    t_s.map((t) => 100 + 2 * t),
  );
  expect([...energy_J]).toEqual([0, 101, 152.25, 416, 1100]);
});

test("half the step gives a quarter of the error: the integral of sin over a half turn is 2", () => {
  const error = (n: number): number => {
    const t_s = Float64Array.from({ length: n + 1 }, (_, k) => (Math.PI * k) / n);
    return 2 - cumulativeIntegral(t_s, t_s.map(Math.sin)).at(-1)!;
  };
  // Second order; the next term is (h²/60 of the error) below 1e-3 here.
  expect(error(50) / error(100)).toBeCloseTo(4, 2);
});

test("the mean weighs by time, not by samples: 1 for 1 s and 3 for 9 s, with a step between, is 2.8", () => {
  const t_s = Float64Array.of(0, 0.5, 1, 1, 5.5, 10);
  expect(timeMean(t_s, Float64Array.of(1, 1, 1, 3, 3, 3))).toBeCloseTo(2.8, 12);
  expect(timeMean(Float64Array.of(3), Float64Array.of(7))).toBeNull();
});

test("around a circle of 10 m in n straight pieces the distance is 2 n r sin(π/n)", () => {
  const n = 240;
  const t_s = instants_s(n, 1);
  const axes = [
    t_s.map((t) => 10 * Math.cos((2 * Math.PI * t) / n)),
    t_s.map((t) => 10 * Math.sin((2 * Math.PI * t) / n)),
  ];
  // 240 roundings of numbers near 10.
  expect(cumulativeDistance_m(t_s, axes).at(-1)).toBeCloseTo(2 * n * 10 * Math.sin(Math.PI / n), 9);
});

test("a gap and an unknown sample add nothing to integral, mean and distance", () => {
  // 1 Hz, and 50 s missing after 100 s: 10 intervals make a gap.
  const t_s = Float64Array.from({ length: 201 }, (_, k) => (k <= 100 ? k : k + 50));
  expect(gapLimit_s(t_s)).toBe(10);
  const one = new Float64Array(201).fill(1);
  expect(cumulativeIntegral(t_s, one).at(-1)).toBe(199);
  expect(cumulativeDistance_m(t_s, [t_s]).at(-1)).toBe(199);
  const hole = one.slice();
  hole[7] = Number.NaN;
  expect(cumulativeIntegral(t_s, hole).at(-1)).toBe(197);
  expect(timeMean(t_s, hole)).toBe(1);
});

test("a heading through north has no jump, whichever way it turns and however it was logged", () => {
  const degrees = (list: readonly number[]): number[] =>
    [...unwrapped(Float64Array.from(list, (d) => d * DEG))].map((a) => Math.round((a / DEG) * 1e6) / 1e6);
  expect(degrees([350 - 1, 355, 0, 5, 90, 180, -179, -90, 0])).toEqual([349, 355, 360, 365, 450, 540, 541, 630, 720]);
  expect(degrees([5, 355, 350])).toEqual([5, -5, -10]);
  // A little noise about north at the start looks the same in every run.
  expect(degrees([359.9, 0.1])).toEqual([-0.1, 0.1]);
  expect(degrees([Number.NaN, 10, Number.NaN, 370])).toEqual([Number.NaN, 10, Number.NaN, 10]);
});

test("a heading set-point is drawn on the turn that the heading is on", () => {
  const reference_s = Float64Array.of(0, 10, 20);
  const reference_rad = Float64Array.of(0, 400 * DEG, 800 * DEG);
  const asked = unwrappedNear(
    Float64Array.of(0, 12, 25),
    Float64Array.of(350, 30, 90).map((d) => d * DEG),
    reference_s,
    reference_rad,
  );
  expect([...asked].map((a) => Math.round(a / DEG))).toEqual([-10, 390, 810]);
});

test("a column at other instants is straight between its samples, and unknown outside, in gaps and beside the infinite", () => {
  // 1 Hz of y = 3 t; 50 s are missing after 4 s, and the sample at 56 s is infinite.
  const t_s = Float64Array.of(0, 1, 2, 3, 4, 54, 55, 56, 57, 58);
  const y = t_s.map((t) => (t === 56 ? Number.POSITIVE_INFINITY : 3 * t));
  const at_s = Float64Array.of(-1, 0, 0.5, 4, 4.5, 54, 55.5, 56, 57, 58, 59);
  const no = Number.NaN;
  expect([...resampled(at_s, t_s, y)]).toEqual([no, 0, 1.5, 12, no, 162, no, no, 171, 174, no]);
  expect([...resampled(at_s.subarray(0, 2), new Float64Array(), new Float64Array())]).toEqual([no, no]);
});

test("3, 4 and 12 make 13", () => {
  expect([...magnitude([Float64Array.of(3), Float64Array.of(4), Float64Array.of(12)])]).toEqual([13]);
});
