import fc from "fast-check";
import { expect, test } from "vitest";
import { uniform } from "../../../test/support/uniform.ts";
import { MapError } from "./map-error.ts";
import { describeCover, isOnMap, makeMapGrid, mapDepth_m, type RawMap } from "./map-grid.ts";

/** 2 rows by 3 columns in metres: elevations from the north-west, as files have them. */
const small = {
  file: "small",
  coordinates: "projected",
  epsg: null,
  registration: "gridline",
  rows: 2,
  columns: 3,
  firstNorth: 110,
  firstEast: 200,
  stepNorth: -10,
  stepEast: 20,
  quantity: "elevation",
  unit_m: 1,
} as const;

function map(values: readonly number[], change: Partial<RawMap> = {}) {
  return makeMapGrid({ ...small, ...change, values: Float64Array.from(values) });
}

test("elevations up become depths down, south to north and west to east, from all four orders of a file", () => {
  const expected = [4, 5, 6, 1, 2, 3];
  const orders: [number[], Partial<RawMap>][] = [
    [[-1, -2, -3, -4, -5, -6], {}],
    [[-4, -5, -6, -1, -2, -3], { firstNorth: 100, stepNorth: 10 }],
    [[-3, -2, -1, -6, -5, -4], { firstEast: 240, stepEast: -20 }],
    [[-6, -5, -4, -3, -2, -1], { firstNorth: 100, stepNorth: 10, firstEast: 240, stepEast: -20 }],
  ];
  for (const [values, change] of orders) {
    const grid = map(values, change);
    expect([...grid.depths_m]).toEqual(expected);
    expect([grid.firstNorth, grid.firstEast, grid.stepNorth, grid.stepEast]).toEqual([100, 200, 10, 20]);
  }
});

test("depths stay depths, fathoms become metres, and sea level is 0 and not −0", () => {
  expect([...map([1, 2, 3, 4, 5, 0], { quantity: "depth", unit_m: 1.8288 }).depths_m]).toEqual([
    4 * 1.8288,
    5 * 1.8288,
    0,
    1 * 1.8288,
    2 * 1.8288,
    3 * 1.8288,
  ]);
  expect(Object.is(map([0, 0, 0, 0, 0, 0]).depths_m[0], 0)).toBe(true);
});

test("between the values the depth is bilinear: a + b x + c y + d x y is met everywhere", () => {
  const f = (north: number, east: number): number => 7 + 0.5 * north - 0.25 * east + 0.125 * north * east;
  const values = [110, 100].flatMap((north) => [200, 220, 240].map((east) => -f(north, east)));
  const grid = map(values);
  const north = uniform(100, 110);
  const east = uniform(200, 240);
  fc.assert(
    // Values near 3000 are rounded to 4e-13 a few times; a place within 1e-7 of a cell from a line is moved by up to 2e-6 m,
    // on slopes of up to 30: 6e-5.
    fc.property(north, east, (n, e) => {
      expect(Math.abs(mapDepth_m(grid, n, e) - f(n, e))).toBeLessThan(1e-4);
    }),
    { seed: 3 },
  );
  expect(mapDepth_m(grid, 105, 230)).toBeCloseTo(f(105, 230), 9);
});

test("a gap spoils what it has a share in, and nothing else: not the lines and points beside it", () => {
  const grid = map([-1, -2, Number.NaN, -4, -5, -6]);
  expect(grid.gaps).toBe(1);
  expect(mapDepth_m(grid, 105, 230)).toBeNaN();
  expect(mapDepth_m(grid, 110, 239)).toBeNaN();
  expect(mapDepth_m(grid, 110, 220)).toBe(2);
  expect(mapDepth_m(grid, 100, 230)).toBe(5.5);
  expect(mapDepth_m(grid, 105, 220)).toBe(3.5);
  // Rounding of a place must not reach into the gap.
  expect(mapDepth_m(grid, 100 + 1e-12, 230)).toBe(5.5);
});

test("a gridline map ends at its outermost values, a pixel map half a cell beyond them, with the depth of the nearest", () => {
  const gridline = map([-1, -2, -3, -4, -5, -6]);
  const pixel = map([-1, -2, -3, -4, -5, -6], { registration: "pixel" });
  const places = [
    [100, 200, true, true],
    [95.1, 200, false, true],
    [94.9, 200, false, false],
    [114.9, 249.9, false, true],
    [115.1, 249.9, false, false],
    [105, 189.9, false, false],
    [105, 190.1, false, true],
  ] as const;
  for (const [north, east, onGridline, onPixel] of places) {
    expect(isOnMap(gridline, north, east)).toBe(onGridline);
    expect(isOnMap(pixel, north, east)).toBe(onPixel);
  }
  expect(mapDepth_m(pixel, 95.1, 190.1)).toBe(4);
  expect(mapDepth_m(pixel, 114.9, 249.9)).toBe(3);
  expect(describeCover(gridline)).toBe("north 100 m to 110 m, east 200 m to 240 m");
  expect(describeCover(pixel)).toBe("north 95 m to 115 m, east 190 m to 250 m");
});

const around = {
  coordinates: "geographic",
  rows: 2,
  columns: 4,
  firstNorth: 10,
  stepNorth: -10,
  firstEast: -135,
  stepEast: 90,
} as const;

test("a map around the earth has no end: between its last and its first column the depth goes on", () => {
  const grid = map([-1, -2, -3, -5, -1, -2, -3, -5], { ...around, registration: "pixel" });
  expect(grid.wraps).toBe(true);
  expect(mapDepth_m(grid, 0, 135)).toBe(5);
  expect(mapDepth_m(grid, 0, 180)).toBe(3);
  expect(mapDepth_m(grid, 0, -180)).toBe(3);
  expect(mapDepth_m(grid, 0, 202.5)).toBe(2);
  expect(mapDepth_m(grid, 0, -157.5)).toBe(2);
  expect(isOnMap(grid, 5, 180)).toBe(true);
});

test("a map whose last column is its first again has no seam either", () => {
  const grid = map([-1, -2, -3, -5, -1, -1, -2, -3, -5, -1], { ...around, columns: 5, firstEast: -180 });
  expect(mapDepth_m(grid, 0, 180)).toBe(1);
  expect(mapDepth_m(grid, 0, 157.5)).toBe(2);
  expect(mapDepth_m(grid, 0, -157.5)).toBe(1.25);
  expect(mapDepth_m(grid, 0, 540)).toBe(1);
  expect(isOnMap(grid, 5, -180)).toBe(true);
});

test("longitudes find a map from 0 to 360° as well as one from −180 to 180°, and one across the date line", () => {
  const pacific = map([-1, -2, -3, -4, -5, -6], { ...around, columns: 3, firstEast: 350, stepEast: 10 });
  expect(mapDepth_m(pacific, 10, 0)).toBe(2);
  expect(mapDepth_m(pacific, 10, -10)).toBe(1);
  expect(mapDepth_m(pacific, 10, 365)).toBe(2.5);
  expect(isOnMap(pacific, 5, -12)).toBe(false);
});

function problem(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof MapError) return error.message;
    throw error;
  }
  return "nothing";
}

test("maps that cannot be are refused: steps of 0, no finite place, latitudes beyond the poles, twice around, only gaps", () => {
  const values = [1, 2, 3, 4, 5, 6];
  expect(problem(() => map(values, { stepEast: 0 }))).toBe(
    "small:1:1: error MAP004: no grid starts at 110 north, 200 east with steps of -10 and 0",
  );
  expect(problem(() => map(values, { firstNorth: Number.NaN }))).toContain("MAP004");
  expect(problem(() => map(values, { coordinates: "geographic" }))).toBe(
    "small:1:1: error MAP004: latitudes from 100 to 110 degrees do not exist (are these metres of a projection?)",
  );
  expect(problem(() => map(values, { coordinates: "geographic", firstNorth: 50, stepEast: 300 }))).toContain(
    "more than once",
  );
  expect(problem(() => map(values.map(() => Number.NaN)))).toBe("small:1:1: error MAP015: all 6 values are gaps");
  expect(problem(() => map([], { rows: 6000, columns: 6000 }))).toContain("MAP005");
  expect(problem(() => map([], { rows: 0 }))).toContain("0 rows by 3 columns is not a grid");
});

test("depths that the earth does not have are refused by row and column where the file has no lines", () => {
  expect(problem(() => map([-1, -2, -3, -4, -32768, -32768]))).toMatch(
    /^small:1:1: error MAP040: -32768 in row 2, column 2 would be a bottom 32768 m deep, .*; 2 of 6 values are -32768 /,
  );
});
