import fc from "fast-check";
import { expect, test } from "vitest";
import { uniform } from "../../../test/support/uniform.ts";
import type { EdgeRule } from "../../math/index.ts";
import { rectilinearAxis, uniformAxis } from "../../math/index.ts";
import { flowAt, slopeMiss } from "../test/flow-probe.ts";
import { GriddedCurrent } from "./gridded-current.ts";
import { SpaceTimeGrid } from "./space-time-grid.ts";

const N = [-100, -20, 0, 150];
const E = [0, 40, 90];
const Z = [0, 5, 30, 31];
const T = [0, 600, 900];

/** Linear in each variable alone: what the interpolation must return, with its derivatives. */
const field = (n: number, e: number, z: number, t: number): number[] => [
  0.5 + 1e-3 * n - 2e-3 * e + 1e-2 * z + 1e-4 * t + 1e-5 * n * e - 1e-6 * n * z * t,
  -0.2 + 1e-6 * e * z * t + 1e-7 * n * e * z,
  1e-2 - 1e-4 * z + 1e-9 * n * e * z * t,
];

function gridOf(sample: (n: number, e: number, z: number, t: number) => number[], edge: EdgeRule, times = T) {
  const values = times.flatMap((t) => N.flatMap((n) => E.flatMap((e) => Z.flatMap((z) => sample(n, e, z, t)))));
  const axis = (points: readonly number[]) => rectilinearAxis(points, edge);
  return new GriddedCurrent(axis(N), axis(E), axis(Z), axis(times), values);
}

/** A table without any structure. */
const rough = (n: number, e: number, z: number, t: number): number[] =>
  [1, 2, 3].map((c) => Math.sin(c * (13.7 * n + 7.1 * e + 3.3 * z + 0.01 * t)));

const north = uniform(-100, 150);
const east = uniform(0, 90);
const depth = uniform(0, 31);
const time = uniform(0, 900);

test("a field linear in each variable is returned with its gradient and rate, inside and, continued, outside", () => {
  const current = gridOf(field, "extrapolate");
  const wider = fc.tuple(uniform(-300, 300), uniform(-100, 200), uniform(-5, 60), uniform(-100, 1500));
  fc.assert(
    fc.property(wider, ([n, e, z, t]) => {
      const { velocity, gradient, rate } = flowAt(current, [n, e, z], t);
      // Corner values up to 5, weights up to 30 beyond the layer of 1 m: 16 terms of 150 · 1e-16.
      field(n, e, z, t).forEach((v, c) => {
        expect(Math.abs(velocity[c]! - v)).toBeLessThan(1e-11);
      });
      expect(Math.abs(gradient[0]![0]! - (1e-3 + 1e-5 * e - 1e-6 * z * t))).toBeLessThan(1e-11);
      expect(Math.abs(gradient[0]![1]! - (-2e-3 + 1e-5 * n))).toBeLessThan(1e-11);
      expect(Math.abs(gradient[0]![2]! - (1e-2 - 1e-6 * n * t))).toBeLessThan(1e-11);
      expect(Math.abs(gradient[1]![2]! - (1e-6 * e * t + 1e-7 * n * e))).toBeLessThan(1e-11);
      expect(Math.abs(gradient[2]![2]! - (-1e-4 + 1e-9 * n * e * t))).toBeLessThan(1e-11);
      expect(Math.abs(rate[0]! - (1e-4 - 1e-6 * n * z))).toBeLessThan(1e-11);
      expect(Math.abs(rate[1]! - 1e-6 * e * z)).toBeLessThan(1e-11);
    }),
    { seed: 521 },
  );
});

test("every point of the grid is returned as it is, at every time", () => {
  const current = gridOf(rough, "nan");
  for (const t of T)
    for (const n of N)
      for (const e of E)
        for (const z of Z) {
          // a + 1 · (b − a) at the last point of up to four axes; elsewhere exact.
          flowAt(current, [n, e, z], t).velocity.forEach((v, c) => {
            expect(Math.abs(v - rough(n, e, z, t)[c]!)).toBeLessThan(5e-16);
          });
        }
});

test("across the border of two cells the velocity of a rough field has no jump, in any direction", () => {
  const current = gridOf(rough, "clamp");
  const inner = [[-20, 0], [40], [5, 30], [600]] as const;
  fc.assert(
    fc.property(
      fc.tuple(north, east, depth, time),
      fc.integer({ min: 0, max: 3 }),
      fc.integer({ min: 0, max: 1 }),
      uniform(1e-13, 1e-6),
      (place, axis, which, step) => {
        const border = inner[axis]![which % inner[axis]!.length]!;
        const at = (x: number) => {
          const there = place.map((v, a) => (a === axis ? x : v));
          return flowAt(current, there.slice(0, 3), there[3]!).velocity;
        };
        const before = at(border - step);
        const after = at(border + step);
        // Values up to 1 over cells of at least 1 m: slopes up to 2 per metre, over two steps; and rounding of 16 terms.
        for (let c = 0; c < 3; c++) expect(Math.abs(after[c]! - before[c]!)).toBeLessThan(4 * step + 5e-14);
      },
    ),
    { seed: 522, numRuns: 300 },
  );
});

test("inside a cell gradient and rate of a rough field equal central differences", () => {
  const current = gridOf(rough, "clamp");
  for (const [n, e, z, t] of [
    [-60, 20, 2, 300],
    [-10, 41, 17, 610],
    [75, 89, 30.5, 899],
  ] as const) {
    // Straight along each axis: rounding alone, 1e-15 / 1e-3.
    expect(slopeMiss(current, [n, e, z], t, 1e-3)).toBeLessThan(1e-11);
  }
});

test("a grid of one time is steady; held axes have no slope beyond their ends", () => {
  const current = gridOf(rough, "clamp", [0]);
  const there = flowAt(current, [10, 10, 10], 0);
  expect(flowAt(current, [10, 10, 10], 1e6)).toEqual(there);
  expect(there.rate).toEqual([0, 0, 0]);
  const deep = flowAt(current, [10, 10, 500]);
  expect(deep.velocity).toEqual(flowAt(current, [10, 10, 31]).velocity);
  expect(deep.gradient.map((row) => row[2])).toEqual([0, 0, 0]);
  expect(deep.gradient[0]![0]).not.toBe(0);
  expect([
    current.covers(Float64Array.of(10, 10, 500, 0), 0),
    current.covers(Float64Array.of(10, 10, 31, 5e6), 0),
    current.covers(Float64Array.of(10, 91, 3, 0), 0),
  ]).toEqual([false, true, false]);
});

test("beyond an axis declared so, and at a place that is not a number, there is no answer", () => {
  expect(flowAt(gridOf(rough, "nan"), [200, 10, 10]).velocity).toEqual([Number.NaN, Number.NaN, Number.NaN]);
  expect(flowAt(gridOf(rough, "clamp"), [Number.NaN, 10, 10]).velocity).toEqual([Number.NaN, Number.NaN, Number.NaN]);
});

test("the answer depends on the place alone, to the bit, never on where the last question was", () => {
  // Places within and beyond the grid, and often the points of an axis themselves, where one cell ends and the next begins.
  const along = (points: readonly number[]) =>
    fc.oneof(fc.constantFrom(...points), uniform(points[0]! - 50, points.at(-1)! + 50));
  const place = fc.tuple(along(N), along(E), along(Z), along(T));
  for (const edge of ["clamp", "extrapolate", "nan"] as const) {
    // Of one time as well: a single point stands for all times, or, under "nan", for itself.
    for (const times of [T, [600]]) {
      const used = gridOf(rough, edge, times);
      fc.assert(
        fc.property(place, ([n, e, z, t]) => {
          expect(flowAt(used, [n, e, z], t)).toEqual(flowAt(gridOf(rough, edge, times), [n, e, z], t));
        }),
        { seed: 524, numRuns: 60 },
      );
    }
  }
});

test("so it is one step along one axis from the last question, on to the point where the next cell begins or just off the last", () => {
  const inside = [-10, 20, 10, 700];
  const next = [
    [-20, 0, -21],
    [0, 40, 41],
    [5, 30, 4],
    [600, 900, 599],
  ];
  for (const [axis, places] of next.entries()) {
    for (const there of places) {
      const used = gridOf(rough, "extrapolate");
      const [n = 0, e = 0, z = 0, t = 0] = inside.with(axis, there);
      flowAt(used, inside.slice(0, 3), inside[3]);
      expect(flowAt(used, [n, e, z], t)).toEqual(flowAt(gridOf(rough, "extrapolate"), [n, e, z], t));
    }
  }
});

test("asked for values alone, a grid answers with the same bits as with gradient and rate", () => {
  const values = T.flatMap((t) => N.flatMap((n) => E.flatMap((e) => Z.flatMap((z) => rough(n, e, z, t)))));
  const axis = (points: readonly number[]) => rectilinearAxis(points, "clamp");
  const grid = new SpaceTimeGrid(axis(N), axis(E), axis(Z), axis(T), 3, values);
  fc.assert(
    fc.property(north, east, depth, time, (n, e, z, t) => {
      const point = Float64Array.of(n, e, z, t);
      const all = new Float64Array(15);
      const alone = new Float64Array(3);
      grid.addInto(all, 0, 3, 12, point, 0);
      grid.addValues(alone, 0, point, 0);
      expect([...alone]).toEqual([...all.slice(0, 3)]);
    }),
    { seed: 525 },
  );
});

test("a question that has no answer leaves no trace in the next", () => {
  const current = gridOf(rough, "clamp");
  const there = flowAt(current, [10, 10, 10], 5);
  expect(flowAt(current, [10, Number.NaN, 10], 5).velocity[0]).toBeNaN();
  expect(flowAt(current, [10, 10, 10], 5)).toEqual(there);
});

test("evenly spaced axes and the same points given one by one answer alike", () => {
  const values = Float64Array.from({ length: 5 * 4 * 3 * 3 }, (_, k) => Math.cos(5 * k));
  const time0 = rectilinearAxis([0], "clamp");
  const even = new GriddedCurrent(
    uniformAxis(0, 2, 5, "clamp"),
    uniformAxis(1, 3, 4, "clamp"),
    uniformAxis(0, 5, 3, "clamp"),
    time0,
    values,
  );
  const listed = new GriddedCurrent(
    rectilinearAxis([0, 2, 4, 6, 8], "clamp"),
    rectilinearAxis([1, 4, 7, 10], "clamp"),
    rectilinearAxis([0, 5, 10], "clamp"),
    time0,
    values,
  );
  fc.assert(
    fc.property(fc.array(uniform(-1, 11), { minLength: 3, maxLength: 3 }), (place) => {
      expect(flowAt(even, place)).toEqual(flowAt(listed, place));
    }),
    { seed: 523 },
  );
});

test("values that do not fit the axes are refused in words", () => {
  const axis = rectilinearAxis([0, 1], "clamp");
  expect(() => new SpaceTimeGrid(axis, axis, axis, axis, 3, [1, 2])).toThrow("16 points of 3 numbers but 2 values");
});
