import proj4 from "proj4";
import { expect, test } from "vitest";
import { lambert93 } from "../../../test/support/lambert-conic.ts";
import { type LocalExtent, type LocalGridRules, localGrid } from "./local-grid.ts";
import { MapError } from "./map-error.ts";
import { makeMapGrid, type RawMap } from "./map-grid.ts";
import { type Proj4, projectionsBy } from "./proj4-projections.ts";
import { utmFromGeodeticInto, utmZoneOfEpsg } from "./utm.ts";

const DEG = Math.PI / 180;
const square: LocalExtent = { south_m: -2000, north_m: 2000, west_m: -3000, east_m: 3000 };
const strict: LocalGridRules = { outside: "refuse", gaps: "refuse" };
const soft: LocalGridRules = { outside: "clamp", gaps: "hole" };

function mapOf(
  elevation: (north: number, east: number) => number,
  change: Partial<RawMap> & Pick<RawMap, "firstNorth" | "firstEast" | "stepNorth" | "stepEast">,
) {
  const { rows = 81, columns = 101 } = change;
  const values = new Float64Array(rows * columns);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) {
      values[i * columns + j] = elevation(
        change.firstNorth + i * change.stepNorth,
        change.firstEast + j * change.stepEast,
      );
    }
  }
  const rest = { file: "bay", epsg: null, registration: "gridline", quantity: "elevation", unit_m: 1 } as const;
  return makeMapGrid({ coordinates: "geographic", ...rest, ...change, rows, columns, values });
}

const origin = { latitude_rad: 43.5 * DEG, longitude_rad: 4.1 * DEG, height_m: 0 };
const place = { firstNorth: 43.3, firstEast: 3.8, stepNorth: 0.005, stepEast: 0.006 };

/** Meridian and parallel arcs of one degree at the origin, from published series in the cosines of multiples of the latitude. */
const NORTH_M_PER_DEG = 111132.92 - 559.82 * Math.cos(87 * DEG) + 1.175 * Math.cos(174 * DEG);
const EAST_M_PER_DEG = 111412.84 * Math.cos(43.5 * DEG) - 93.5 * Math.cos(130.5 * DEG) + 0.118 * Math.cos(217.5 * DEG);

test("node (row, column) has the depth of the map at its place: 1 km north of the origin is 0.009° further", () => {
  const map = mapOf((north, east) => -(500 + 1000 * (north - 43.5) + 2000 * (east - 4.1)), place);
  const grid = localGrid(map, origin, square, 500, strict);
  expect([grid.rows, grid.columns, grid.spacing_m, ...grid.origin_m]).toEqual([9, 13, 500, -2000, -3000]);
  expect(grid.notes).toEqual([]);
  for (let row = 0; row < 9; row++) {
    for (let column = 0; column < 13; column++) {
      const [n, e] = [-2000 + 500 * row, -3000 + 500 * column];
      const expected = 500 + (1000 * n) / NORTH_M_PER_DEG + (2000 * e) / EAST_M_PER_DEG;
      // 3 km from the origin parallels curve by e² tan φ / 2R = 0.7 m, 0.006 m of depth, and longitudes close up by n / R tan φ,
      // 3e-4 of 53 m, 0.016 m; together below 0.03.
      expect(Math.abs(grid.depths_m[row * 13 + column]! - expected)).toBeLessThan(0.03);
    }
  }
  // At the origin all of that is zero: rounding, and the grid's 1e-7 of a cell.
  expect(grid.depths_m[4 * 13 + 6]).toBeCloseTo(500, 5);
});

test("a UTM map and a geographic map of one bottom give one local grid", () => {
  const zone = utmZoneOfEpsg(32631)!;
  const [northOrigin, eastOrigin] = [4816400, 588900];
  const utm = new Float64Array(2);
  const depth = (north: number, east: number): number =>
    100 + 0.01 * (north - northOrigin) - 0.02 * (east - eastOrigin);
  const projected = mapOf((north, east) => -depth(north, east), {
    ...{ coordinates: "projected", epsg: 32631, registration: "pixel" },
    ...{ firstNorth: northOrigin - 4000, firstEast: eastOrigin - 5000, stepNorth: 100, stepEast: 100 },
  });
  const geographic = mapOf(
    (north, east) => {
      utmFromGeodeticInto(utm, 0, zone, Float64Array.of(north * DEG, east * DEG), 0);
      return -depth(utm[0]!, utm[1]!);
    },
    { firstNorth: 43.45, firstEast: 4.04, stepNorth: 0.00125, stepEast: 0.0012 },
  );
  const a = localGrid(projected, origin, square, 250, strict);
  const b = localGrid(geographic, origin, square, 250, strict);
  const worst = Math.max(...a.depths_m.map((depth_m, k) => Math.abs(depth_m - b.depths_m[k]!)));
  // Between its values the geographic map is straight where the projection curves: cell² / 8R · slope = 139² / 5.1e7 · 0.02 = 8e-6 m.
  expect(worst).toBeLessThan(2e-5);
  // Grid north is not true north here: 1.1° · sin 43.5° = 0.76° of convergence over 3 km east is 40 m north, 0.4 m of depth.
  const plan = localGrid(projected, { north_m: northOrigin, east_m: eastOrigin, height_m: 0 }, square, 250, strict);
  expect(plan.depths_m[8 * 25 + 24]).toBeCloseTo(100 - 0.02 * 3000, 6);
});

test("a Lambert-93 map and a geographic map of one bottom give one local grid", () => {
  const [northOrigin, eastOrigin] = [6267700, 789000];
  const depth = (north: number, east: number): number =>
    100 + 0.01 * (north - northOrigin) - 0.02 * (east - eastOrigin);
  const projected = mapOf((north, east) => -depth(north, east), {
    ...{ coordinates: "projected", epsg: 2154, registration: "pixel" },
    ...{ firstNorth: northOrigin - 4000, firstEast: eastOrigin - 5000, stepNorth: 100, stepEast: 100 },
  });
  const geographic = mapOf(
    (north, east) => {
      const [x, y] = lambert93(east, north);
      return -depth(y, x);
    },
    { firstNorth: 43.45, firstEast: 4.04, stepNorth: 0.00125, stepEast: 0.0012 },
  );
  const a = localGrid(projected, origin, square, 250, strict, projectionsBy(proj4 as Proj4));
  const b = localGrid(geographic, origin, square, 250, strict);
  const worst = Math.max(...a.depths_m.map((depth_m, k) => Math.abs(depth_m - b.depths_m[k]!)));
  // As for UTM, the geographic map is straight between its values; its scale and curvature are those of the earth in both.
  expect(worst).toBeLessThan(2e-5);
});

test("an origin in the map's own metres takes its axes for north and east, exactly", () => {
  const pool = mapOf((north, east) => -(2 + 0.1 * north - 0.2 * east), {
    ...{ coordinates: "projected", firstNorth: 0, firstEast: 0, stepNorth: 0.5, stepEast: 0.25, rows: 51, columns: 51 },
  });
  const extent = { south_m: -5, north_m: 5, west_m: -2, east_m: 2 };
  const grid = localGrid(pool, { north_m: 10, east_m: 5, height_m: 0 }, extent, 0.1, strict);
  expect([grid.rows, grid.columns]).toEqual([101, 41]);
  for (const [row, column] of [
    [0, 0],
    [37, 11],
    [100, 40],
  ] as const) {
    const expected = 2 + 0.1 * (5 + 0.1 * row) - 0.2 * (3 + 0.1 * column);
    expect(grid.depths_m[row * 41 + column]).toBeCloseTo(expected, 7);
  }
});

test("a lake's level is added: its bottom at 100 m above the sea lies 39 m below a level of 139 m", () => {
  const lake = mapOf(() => 100, place);
  const grid = localGrid(lake, { ...origin, height_m: 139 }, square, 1000, strict);
  expect([...new Set(grid.depths_m)]).toEqual([39]);
});

/** 4 × 4 km of the map lie under the 4 × 6 km that are asked for: 5 of 7 columns. */
const narrow = () =>
  mapOf((_, east) => -(100 + 0.001 * east), {
    ...{
      coordinates: "projected",
      firstNorth: -3000,
      firstEast: -2000,
      stepNorth: 1000,
      stepEast: 1000,
      rows: 7,
      columns: 5,
    },
  });
const here = { north_m: 0, east_m: 0, height_m: 0 };

test("off the map the declared rule gives the depths, and one warning gives the count", () => {
  const clamped = localGrid(narrow(), here, square, 1000, soft);
  expect([...clamped.depths_m.subarray(0, 7)]).toEqual([98, 98, 99, 100, 101, 102, 102]);
  expect(clamped.outside).toBe(10);
  expect(clamped.notes.map(({ code, severity, message }) => [code, severity, message])).toEqual([
    ["MAP022", "warning", "10 of 35 places lie off the map: they take the depth of its nearest edge"],
  ]);
  const holes = localGrid(narrow(), here, square, 1000, { outside: "hole", gaps: "hole" });
  expect([...holes.depths_m.subarray(0, 7)]).toEqual([Number.NaN, 98, 99, 100, 101, 102, Number.NaN]);
  expect(holes.notes[0]?.message).toBe("10 of 35 places lie off the map: they are holes");
});

function problem(act: () => unknown): string[] {
  try {
    act();
  } catch (error) {
    if (!(error instanceof MapError)) throw error;
    return error.diagnostics.map(
      ({ code, message, hint }) => `${code} ${message}${hint === undefined ? "" : ` (${hint})`}`,
    );
  }
  return [];
}

test("where the rule is to refuse, what lies off the map and what falls into gaps are both reported at once", () => {
  const gappy = mapOf((north) => (north === 0 ? Number.NaN : -50), {
    ...{
      coordinates: "projected",
      firstNorth: -3000,
      firstEast: -2000,
      stepNorth: 1000,
      stepEast: 1000,
      rows: 7,
      columns: 5,
    },
  });
  expect(problem(() => localGrid(gappy, here, square, 1000, strict))).toEqual([
    'MAP019 10 of 35 places lie off the map, which covers north -3000 to 3000 m, east -2000 to 2000 m around the origin (leave extent_m out to take all of the map, or give outside="clamp" or "hole")',
    "MAP020 5 of 35 places fall into gaps of the map",
  ]);
  const filled = localGrid(gappy, here, square, 1000, { outside: "hole", gaps: 3 });
  expect(filled.gaps).toBe(5);
  expect([...filled.depths_m.subarray(14, 21)]).toEqual([Number.NaN, 3, 3, 3, 3, 3, Number.NaN]);
  expect(filled.notes[1]?.message).toBe("5 of 35 places fall into gaps of the map: their depth is 3 m");
  const holes = localGrid(gappy, here, square, 1000, soft);
  // Clamped places beside the gap fall into it, too.
  expect([holes.outside, holes.gaps, holes.depths_m[15]]).toEqual([10, 7, Number.NaN]);
});

test("a grid that lies off the map altogether is an error whatever the rule, and exchanged coordinates are guessed", () => {
  const map = mapOf(() => -10, place);
  const away = { latitude_rad: 10 * DEG, longitude_rad: 10 * DEG, height_m: 0 };
  expect(problem(() => localGrid(map, away, square, 500, soft))).toEqual([
    "MAP018 the local grid around north 10°, east 10° lies off the map, which covers north 43.3° to 43.7°, east 3.8° to 4.4°",
  ]);
  const exchanged = { latitude_rad: 4.1 * DEG, longitude_rad: 43.5 * DEG, height_m: 0 };
  expect(problem(() => localGrid(map, exchanged, square, 500, soft))[0]).toContain("exchanged?");
});

test("requests that make no sense are reported with what was asked", () => {
  const map = mapOf(() => -10, place);
  const ask = (change: Partial<LocalExtent>, spacing_m: number, from = origin) =>
    problem(() => localGrid(map, from, { ...square, ...change }, spacing_m, soft))[0];
  expect(ask({}, 0)).toBe("MAP017 a spacing of 0 m is not allowed; it must be above 0");
  expect(ask({}, Number.NaN)).toContain("MAP017");
  expect(ask({ north_m: -3000 }, 10)).toBe(
    "MAP017 north from -2000 to -3000 m and east from -3000 to 3000 m is not an area; both must ascend",
  );
  expect(ask({}, 0.1)).toContain("MAP005 a local grid of 40001 rows by 60001 columns");
  expect(ask({}, 100, { ...origin, latitude_rad: 2 })).toContain("is not a place");
  expect(ask({}, 100, { ...origin, height_m: Number.NaN })).toContain("is not a place");
  expect(problem(() => localGrid(map, here, square, 500, soft))[0]).toContain("the origin is in metres");
  const british = mapOf(() => -10, { ...place, coordinates: "projected", epsg: 27700 });
  expect(problem(() => localGrid(british, origin, square, 500, soft))[0]).toContain(
    "MAP021 the map is projected by EPSG:27700, which is not known here",
  );
});
