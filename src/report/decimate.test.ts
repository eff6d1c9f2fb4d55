import fc from "fast-check";
import { expect, test } from "vitest";
import { instants_s } from "../../test/support/report-sample.ts";
import { binsOf, displayTimes_s, displayValues, pathSamples } from "./decimate.ts";

const samples = fc.array(fc.double({ min: -1e3, max: 1e3, noNaN: true }), { minLength: 1, maxLength: 400 });

test("smallest and largest value survive, at most one bin from where they were, and first and last instants stay", () => {
  fc.assert(
    fc.property(samples, fc.integer({ min: 4, max: 60 }), (list, mostPoints) => {
      const y = Float64Array.from(list);
      const t_s = instants_s(y.length - 1, 1);
      const bins = binsOf(t_s, mostPoints);
      const shown_s = displayTimes_s(bins);
      const shown = displayValues(bins, y);
      expect(shown.length).toBe(shown_s.length);
      expect(shown.length).toBeLessThanOrEqual(mostPoints + 1);
      expect([shown_s[0], shown_s.at(-1)]).toEqual([0, y.length - 1]);
      const perBin = y.length <= mostPoints ? 1 : Math.ceil((2 * y.length) / mostPoints);
      for (const extreme of [Math.min(...list), Math.max(...list)]) {
        const there = [...shown.keys()].filter((k) => shown[k] === extreme);
        expect(there.some((k) => Math.abs(shown_s[k]! - list.indexOf(extreme)) < perBin)).toBe(true);
      }
    }),
    { seed: 11 },
  );
});

test("what is short enough is shown as it is", () => {
  const t_s = Float64Array.of(0, 1, 2, 3);
  const bins = binsOf(t_s, 4);
  expect([...displayTimes_s(bins)]).toEqual([0, 1, 2, 3]);
  expect([...displayValues(bins, Float64Array.of(5, Number.NaN, 7, 8))]).toEqual([5, Number.NaN, 7, 8]);
  expect(bins.reduced).toBe(false);
  expect(displayTimes_s(binsOf(new Float64Array(), 4))).toHaveLength(0);
});

test("a needle of one sample in 30 000 is drawn at its full height", () => {
  const t_s = instants_s(600, 50);
  const y = new Float64Array(t_s.length);
  y[12_345] = 99;
  expect(Math.max(...displayValues(binsOf(t_s, 2000), y))).toBe(99);
});

test("a gap breaks every line once, and no bin reaches over it", () => {
  const t_s = Float64Array.from({ length: 1000 }, (_, k) => (k < 600 ? k : k + 500));
  const bins = binsOf(t_s, 100);
  const shown_s = displayTimes_s(bins);
  const shown = displayValues(bins, t_s);
  const broken = [...shown.keys()].filter((k) => Number.isNaN(shown[k]!));
  expect(broken).toHaveLength(1);
  // Between the last sample before, 599 s, and the first after, 1100 s.
  expect(shown_s[broken[0]!]).toBe(849.5);
  for (let k = 0; k < bins.from.length; k++) expect(bins.from[k]! < 600 && bins.to[k]! > 600).toBe(false);
});

test("a bin without a known value is unknown, one with some shows those", () => {
  const y = Float64Array.from({ length: 40 }, (_, k) => (k < 15 ? Number.NaN : k));
  const shown = displayValues(binsOf(instants_s(39, 1), 8), y);
  expect([...shown]).toEqual([Number.NaN, Number.NaN, 15, 19, 20, 29, 30, 39]);
});

test("a path keeps real samples: the corners of a square are among them", () => {
  const t_s = instants_s(400, 1);
  const along = (from: number, t: number): number => Math.min(Math.max(t - from, 0), 100);
  const north_m = t_s.map((t) => along(0, t) - along(200, t));
  const east_m = t_s.map((t) => along(100, t) - along(300, t));
  const kept = pathSamples(binsOf(t_s, 28), [north_m, east_m]);
  expect([...kept]).toEqual([...kept].sort((a, b) => a - b));
  for (const corner of [0, 100, 200, 300, 400]) {
    // Samples that lie on a side leave a corner only at the corner itself.
    const places = [...kept].map((i) => [north_m[i], east_m[i]]);
    expect(places).toContainEqual([north_m[corner], east_m[corner]]);
  }
});
