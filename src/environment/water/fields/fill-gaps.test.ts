import fc from "fast-check";
import { expect, test } from "vitest";
import { fillGaps, nearestValues } from "./fill-gaps.ts";

const GAP = Number.NaN;

/** The plain definition: the least distance over all values; of equals the first, from the south and from the west. */
function searched(plane: Float64Array, norths: Float64Array, easts: Float64Array): number[] {
  return [...plane].map((value, at) => {
    if (!Number.isNaN(value)) return at;
    let [best, least] = [-1, Number.POSITIVE_INFINITY];
    plane.forEach((other, k) => {
      const dn = norths[Math.floor(k / easts.length)]! - norths[Math.floor(at / easts.length)]!;
      const de = easts[k % easts.length]! - easts[at % easts.length]!;
      if (Number.isNaN(other) || dn * dn + de * de >= least) return;
      [best, least] = [k, dn * dn + de * de];
    });
    return best;
  });
}

test("every gap finds the value that a search through all values finds, ties included", () => {
  // Whole metres up to 30, so that ties are many and squares exact.
  const axis = fc
    .uniqueArray(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 9 })
    .map((points) => Float64Array.from(points.sort((a, b) => a - b)));
  const cases = fc.tuple(axis, axis).chain(([norths, easts]) =>
    fc.tuple(
      fc.constant(norths),
      fc.constant(easts),
      fc.array(fc.constantFrom(GAP, GAP, GAP, 1), {
        minLength: norths.length * easts.length,
        maxLength: norths.length * easts.length,
      }),
    ),
  );
  fc.assert(
    fc.property(cases, ([norths, easts, values]) => {
      const plane = Float64Array.from(values);
      fc.pre(values.some((x) => x === 1));
      expect([...nearestValues(plane, norths, easts)]).toEqual(searched(plane, norths, easts));
    }),
    { seed: 11, numRuns: 500 },
  );
});

test("values stay; gaps take the nearest of their depth; a depth without any takes the filled one above", () => {
  // One row of four columns 0, 1, 2 and 10 m east, three depths each; two times.
  const column = (...depths: number[]): number[] => depths;
  const once = [column(1, GAP, GAP), column(2, 20, GAP), column(GAP, GAP, GAP), column(4, 40, GAP)].flat();
  const filled = [column(1, 20, 20), column(2, 20, 20), column(2, 20, 20), column(4, 40, 40)].flat();
  const values = Float64Array.from([...once, ...once.map((x) => x + 100)]);
  const block = { values, times: 2, norths: Float64Array.of(0), easts: Float64Array.of(0, 1, 2, 10), depths: 3 };
  expect(fillGaps(block)).toBeNull();
  expect([...values]).toEqual([...filled, ...filled.map((x) => x + 100)]);
});

test("a first depth that is all gap cannot be filled, and its time is reported", () => {
  const values = Float64Array.from([1, 2, GAP, 3, GAP, 4]);
  const block = { values, times: 3, norths: Float64Array.of(0), easts: Float64Array.of(0), depths: 2 };
  expect(fillGaps(block)).toEqual({ time: 1 });
});

test("a coast of 200 by 200 cells, half of them land, at 20 depths, is filled within the time that a test has", () => {
  const axis = Float64Array.from({ length: 200 }, (_, k) => k);
  const values = Float64Array.from({ length: 200 * 200 * 20 }, (_, k) => (Math.floor(k / 20) % 200 < 100 ? 1 : GAP));
  expect(fillGaps({ values, times: 1, norths: axis, easts: axis, depths: 20 })).toBeNull();
  expect(values.every((x) => x === 1)).toBe(true);
});
