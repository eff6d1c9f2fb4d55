import fc from "fast-check";
import { expect, test } from "vitest";
import { type GridAxis, locateInto, rectilinearAxis, uniformAxis } from "./grid-axis.ts";

function locate(axis: GridAxis, x: number, hint = 0): [cell: number, fraction: number, slope: number] {
  const out = new Float64Array(2);
  const cells = Int32Array.of(hint);
  locateInto(out, 0, cells, 0, axis, Float64Array.of(x), 0);
  return [cells[0]!, out[0]!, out[1]!];
}

const locateCell = (axis: GridAxis, x: number, hint: number): number => locate(axis, x, hint)[0];

test("a point belongs to the cell above it, except the last, which closes the last cell", () => {
  const axis = rectilinearAxis([0, 1, 4, 9], "clamp");
  const cells = [0, 0.5, 1, 3.9, 4, 8.9, 9].map((x) => locateCell(axis, x, 0));
  expect(cells).toEqual([0, 0, 1, 1, 2, 2, 2]);
});

test("the cell does not depend on the hint, whatever integer it is", () => {
  const points = fc
    .uniqueArray(fc.double({ min: -50, max: 50, noNaN: true }), { minLength: 2, maxLength: 40 })
    .map((values) => values.sort((a, b) => a - b))
    .filter((values) => values.every((x, k) => k === 0 || x > values[k - 1]!));
  fc.assert(
    fc.property(
      points,
      fc.double({ min: -60, max: 60, noNaN: true }),
      fc.integer({ min: -5, max: 50 }),
      (all, x, hint) => {
        const axis = rectilinearAxis(all, "extrapolate");
        // The plain definition: count the inner points that are not above x.
        const expected = all.slice(1, -1).filter((point) => point <= x).length;
        expect(locateCell(axis, x, hint)).toBe(expected);
      },
    ),
    { seed: 81 },
  );
});

test("an evenly spaced axis finds the same cells by division as a search finds among its points", () => {
  const uniform = uniformAxis(-0.3, 0.1, 40, "nan");
  const searched = rectilinearAxis(uniform.points, "nan");
  for (let k = 0; k < 40; k++) {
    for (const step of [-1e-15, 0, 1e-15, 0.03]) {
      const x = uniform.points[k]! + step;
      expect(locateCell(uniform, x, 0)).toBe(locateCell(searched, x, 20));
    }
  }
});

test("beyond the ends: clamp holds the fraction, extrapolate continues it, nan has no cell; not a number never has one", () => {
  const points = [0, 2, 4];
  const nothing = [-1, Number.NaN, Number.NaN];
  const clamp = rectilinearAxis(points, "clamp");
  expect(locate(clamp, 3)).toEqual([1, 0.5, 0.5]);
  expect(locate(clamp, 5)).toEqual([1, 1, 0]);
  expect(locate(clamp, -5)).toEqual([0, 0, 0]);
  expect(locate(clamp, Number.POSITIVE_INFINITY)).toEqual([1, 1, 0]);
  const extrapolate = rectilinearAxis(points, "extrapolate");
  expect(locate(extrapolate, 5)).toEqual([1, 1.5, 0.5]);
  expect(locate(extrapolate, -1)).toEqual([0, -0.5, 0.5]);
  const nan = rectilinearAxis(points, "nan");
  expect(locate(nan, 4)).toEqual([1, 1, 0.5]);
  expect(locate(nan, 4.0001)).toEqual(nothing);
  expect(locate(nan, -1)).toEqual(nothing);
  for (const axis of [clamp, extrapolate, nan]) expect(locate(axis, Number.NaN)).toEqual(nothing);
});

test("points that do not ascend, are not finite or are missing are refused in words", () => {
  expect(() => rectilinearAxis([0, 1, 1], "clamp")).toThrow("must ascend: 1 is followed by 1");
  expect(() => rectilinearAxis([0, Number.NaN], "clamp")).toThrow("point 1 of a grid axis is NaN");
  expect(() => rectilinearAxis([], "clamp")).toThrow("at least one point");
  expect(() => uniformAxis(0, 0, 3, "clamp")).toThrow("must be positive, not 0");
});

test("an axis is a copy: changing the array it was made from changes nothing", () => {
  const points = Float64Array.of(0, 1, 2);
  const axis = rectilinearAxis(points, "clamp");
  points[1] = 5;
  expect(axis.points[1]).toBe(1);
});
