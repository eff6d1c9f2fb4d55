import fc from "fast-check";
import { expect, test } from "vitest";
import { EarGrid } from "./ear-grid.ts";

const coordinate = fc.double({ min: -5000, max: 5000, noNaN: true });
const spread = fc.array(fc.tuple(coordinate, coordinate), { minLength: 1, maxLength: 300 });
/** On one line, and all at one place. */
const line = fc.array(coordinate, { minLength: 1, maxLength: 100 }).map((all) => all.map((x) => [x, 7] as const));
const one = fc.integer({ min: 1, max: 50 }).map((n) => Array.from({ length: n }, () => [3, 4] as const));

test("finds everything within a reach, as a look at all of them does, and nothing twice", () => {
  fc.assert(
    fc.property(
      fc.oneof(spread, line, one),
      fc.tuple(coordinate, coordinate),
      fc.double({ min: 0, max: 8000, noNaN: true }),
      (places, at, reach_m) => {
        const ears = places.map((_, k) => 10 * k);
        const grid = new EarGrid(ears, Float64Array.from(places.flat()));
        const out = new Int32Array(ears.length);
        const count = grid.nearInto(out, Float64Array.from(at), 0, reach_m);
        const found = [...out.subarray(0, count)];
        expect(new Set(found).size).toBe(count);
        const near = ears.filter((_, k) => Math.hypot(places[k]![0] - at[0], places[k]![1] - at[1]) <= reach_m);
        expect(near.filter((ear) => !found.includes(ear))).toEqual([]);
      },
    ),
    { seed: 18, numRuns: 300 },
  );
});

test("an infinite reach finds all, and no ears are found among none", () => {
  const grid = new EarGrid([1, 2, 3], Float64Array.of(0, 0, 10, 5, -3, 8));
  const out = new Int32Array(3);
  expect(grid.nearInto(out, Float64Array.of(1e7, 0), 0, Number.POSITIVE_INFINITY)).toBe(3);
  expect([...out].sort()).toEqual([1, 2, 3]);
  expect(new EarGrid([], new Float64Array(0)).nearInto(out, Float64Array.of(0, 0), 0, 10)).toBe(0);
});

test("of 900 ears in a square of 30 by 30, one of ten squares is looked at for a tenth of the way around", () => {
  const places = Float64Array.from({ length: 1800 }, (_, k) => (k % 2 === 0 ? Math.floor(k / 60) : (k >> 1) % 30));
  const ears = Array.from({ length: 900 }, (_, k) => k);
  const count = new EarGrid(ears, places).nearInto(new Int32Array(900), Float64Array.of(15, 15), 0, 3);
  // 29 lie within; squares reach beyond by at most their side.
  expect(count).toBeGreaterThanOrEqual(29);
  expect(count).toBeLessThan(150);
});
