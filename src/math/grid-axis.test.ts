import fc from "fast-check";
import { expect, test } from "vitest";
import { uniform } from "../../test/support/uniform.ts";
import {
  type EdgeRule,
  type GridAxis,
  locateInto,
  rectilinearAxis,
  STRETCH,
  STRETCH_SIZE,
  stretchInto,
  uniformAxis,
} from "./grid-axis.ts";

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

/** Points of an axis, in no order of distance. */
const pointsOf = (minLength: number, maxLength: number): fc.Arbitrary<number[]> =>
  fc
    .uniqueArray(uniform(-50, 50), { minLength, maxLength })
    .map((values) => values.sort((a, b) => a - b))
    .filter((values) => values.every((x, k) => k === 0 || x > values[k - 1]!));

test("the cell does not depend on the hint, whatever integer it is", () => {
  const points = pointsOf(2, 40);
  fc.assert(
    fc.property(points, uniform(-60, 60), fc.integer({ min: -5, max: 50 }), (all, x, hint) => {
      const axis = rectilinearAxis(all, "extrapolate");
      // The plain definition: count the inner points that are not above x.
      const expected = all.slice(1, -1).filter((point) => point <= x).length;
      expect(locateCell(axis, x, hint)).toBe(expected);
    }),
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

interface Stretch {
  readonly line: Float64Array;
  readonly cell: number;
}

function stretchAround(axis: GridAxis, x: number): Stretch {
  const line = new Float64Array(STRETCH_SIZE);
  const cells = new Int32Array(1);
  stretchInto(line, 0, cells, 0, axis, Float64Array.of(x), 0);
  return { line, cell: cells[0]! };
}

/** (2) of grid-axis.ts. */
const fractionOn = ({ line }: Stretch, x: number): number =>
  line[STRETCH.u0]! + (x - line[STRETCH.start]!) / line[STRETCH.width]!;

const holds = ({ line }: Stretch, x: number): boolean => x >= line[STRETCH.from]! && x < line[STRETCH.to]!;

test("wherever a stretch holds, it gives the cell, the fraction and the slope of a new search, to the bit", () => {
  const edge = fc.constantFrom<EdgeRule>("clamp", "extrapolate", "nan");
  const place = fc.oneof(uniform(-60, 60), fc.integer({ min: 0, max: 5 }));
  fc.assert(
    fc.property(pointsOf(1, 6), edge, place, fc.array(place), (points, rule, first, others) => {
      const axis = rectilinearAxis(points, rule);
      // An integer stands for one of the points themselves.
      const xOf = (x: number): number => (Number.isInteger(x) ? points[x % points.length]! : x);
      const asked = xOf(first);
      const stretch = stretchAround(axis, asked);
      const known = [asked, ...others.map(xOf).filter((x) => holds(stretch, x))];
      for (const x of known) {
        const [cell, fraction, slope] = locate(axis, x);
        expect([stretch.cell, fractionOn(stretch, x), stretch.line[STRETCH.slope]]).toEqual([
          Math.max(0, cell),
          fraction,
          slope,
        ]);
      }
    }),
    { seed: 82, numRuns: 2000 },
  );
});

test("a stretch is as long as it can be: a cell, all beyond a held end, an end cell and all beyond it where it is continued", () => {
  const points = [0, 2, 4];
  const [least, most] = [-Number.MAX_VALUE, Number.MAX_VALUE];
  const ends = (edge: EdgeRule, x: number, at = points): number[] => [
    ...stretchAround(rectilinearAxis(at, edge), x).line.slice(0, 2),
  ];
  expect([ends("clamp", 1), ends("clamp", 4), ends("clamp", -1)]).toEqual([
    [0, 2],
    [2, 4],
    [least, 0],
  ]);
  // The last point has the slope of its cell, so what is held begins above it, at the latest with the x asked about.
  expect(ends("clamp", 5)).toEqual([5, most]);
  expect([ends("extrapolate", 1), ends("extrapolate", 9)]).toEqual([
    [least, 2],
    [2, most],
  ]);
  expect([ends("clamp", 7, [3]), ends("nan", 3, [3])]).toEqual([
    [least, most],
    [0, 0],
  ]);
  for (const x of [-1, 5, Number.NaN]) expect(ends("nan", x)).toEqual([0, 0]);
});

test("a memory of zeros holds for no place", () => {
  const nothing = { line: new Float64Array(STRETCH_SIZE), cell: 0 };
  expect([-1, 0, 1].map((x) => holds(nothing, x))).toEqual([false, false, false]);
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
