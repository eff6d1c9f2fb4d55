import { expect, test } from "vitest";
import { instants_s } from "../../test/support/report-sample.ts";
import { afterArrival, errorFigures, holdsOf, linesOf, nearestIn } from "./settled.ts";

test("errors count from 60 s after a set-point changed until it changes again", () => {
  const t_s = instants_s(300, 1);
  const setpoint = t_s.map((t) => (t < 100 ? 0 : t < 140 ? 5 : 10));
  expect(holdsOf(t_s, [setpoint], 60)).toEqual([
    { first: 0, counted: 60, end: 100 },
    { first: 100, counted: 140, end: 140 },
    { first: 140, counted: 200, end: 301 },
  ]);
});

test("of two set-points either one ends a hold, and so does one that is not known", () => {
  const t_s = instants_s(9, 1);
  const north = t_s.map((t) => (t < 3 ? 0 : 1));
  const east = t_s.map((t) => (t === 6 ? Number.NaN : 2));
  const spans = holdsOf(t_s, [north, east], 0).map(({ first, end }) => [first, end]);
  expect(spans).toEqual([
    [0, 3],
    [3, 6],
    [7, 10],
  ]);
});

test("a gap in the log ends a hold: it is unknown what was asked for meanwhile", () => {
  const t_s = Float64Array.from({ length: 100 }, (_, k) => (k < 50 ? k : k + 30));
  const holds = holdsOf(t_s, [new Float64Array(100)], 20);
  expect(holds).toEqual([
    { first: 0, counted: 20, end: 50 },
    { first: 50, counted: 70, end: 100 },
  ]);
});

test("a decaying error e^(−t/τ) counted from 60 s on is largest there, and its RMS is that of the exponential", () => {
  const tau_s = 30;
  const t_s = instants_s(600, 50);
  const error = t_s.map((t) => Math.exp(-t / tau_s));
  const figures = errorFigures(error, holdsOf(t_s, [new Float64Array(t_s.length)], 60))!;
  expect(figures.largest).toBe(Math.exp(-2));
  // ∫₆₀^∞ e^(−2t/τ) dt / 540 s = (τ/2) e^(−4) / 540; the sum of samples 0.02 s apart is off by 1e-4 of it at most.
  const rms = Math.sqrt(((tau_s / 2) * Math.exp(-4)) / 540);
  expect(Math.abs(figures.rms / rms - 1)).toBeLessThan(1e-3);
});

test("a cross-track error that jumps by 5 m in 0.1 s at 1.5 m/s is on a new line; one that swings by 5 m in 10 s is not", () => {
  const t_s = instants_s(60, 10);
  const crossTrack_m = t_s.map((t) => (t < 10 ? Number.NaN : t < 30 ? 0.5 * Math.min(10, t - 10) : 0));
  expect(linesOf(t_s, crossTrack_m, 1.5, 15).map(({ first, counted, end }) => [first, counted, end])).toEqual([
    [100, 250, 300],
    [300, 450, 601],
  ]);
});

test("nothing that counts gives no figure", () => {
  expect(errorFigures(Float64Array.of(1, 2), [{ first: 0, counted: 2, end: 2 }])).toBeNull();
  expect(errorFigures(Float64Array.of(Number.NaN), [{ first: 0, counted: 0, end: 1 }])).toBeNull();
});

test("errors count only after arrival: 80 m at 0.5 m/s are within 5 % of the way after 152 s, not after 60", () => {
  const t_s = instants_s(300, 1);
  const error = t_s.map((t) => Math.max(0.2, 80 - 0.5 * t));
  const holds = holdsOf(t_s, [new Float64Array(t_s.length)], 60);
  expect(afterArrival(error, holds)).toEqual([{ first: 0, counted: 152, end: 301 }]);
  expect(errorFigures(error, afterArrival(error, holds))!.largest).toBe(4);
  // Near from the start on: the settling time alone decides.
  expect(
    afterArrival(
      error.map(() => 0.5),
      holds,
    ),
  ).toEqual([{ first: 0, counted: 60, end: 301 }]);
});

test("a set-point that is never reached counts in no figure, and says how near the vehicle came", () => {
  const t_s = instants_s(300, 1);
  const error = t_s.map((t) => 3 + 7 * Math.exp(-t / 20));
  const [hold] = holdsOf(t_s, [new Float64Array(t_s.length)], 60);
  expect(errorFigures(error, afterArrival(error, [hold!]))).toBeNull();
  expect(nearestIn(error, hold!)).toBeCloseTo(3, 5);
});
