import fc from "fast-check";
import proj4 from "proj4";
import { expect, test } from "vitest";
import { lambert93 } from "../../../test/support/lambert-conic.ts";
import { uniform } from "../../../test/support/uniform.ts";
import { LocalFrame } from "./local-frame.ts";
import { MapError } from "./map-error.ts";
import { placeFinder } from "./place-finder.ts";
import { type Proj4, projectionsBy } from "./proj4-projections.ts";

const DEG = Math.PI / 180;
const projections = projectionsBy(proj4 as Proj4);
const origin = { latitude_rad: 48.3 * DEG, longitude_rad: -4.6 * DEG, height_m: 0 };
const map = { file: "rade.tif", coordinates: "projected", epsg: 2154 } as const;

test.each([50, 3_000, 100_000, 500_000])(
  "up to %d m from the origin a place is found within 6 µm of where the formulas of Lambert-93 have it",
  (reach_m) => {
    const find = placeFinder(map, origin, reach_m, projections);
    const frame = new LocalFrame(origin);
    const geodetic = new Float64Array(3);
    const found = new Float64Array(2);
    const along = uniform(-reach_m, reach_m);
    fc.assert(
      fc.property(along, along, (north_m, east_m) => {
        const place = Float64Array.of(north_m, east_m, 0);
        find(found, place);
        frame.geodeticFromPlaceInto(geodetic, 0, place, 0);
        const [east, north] = lambert93(geodetic[1]! / DEG, geodetic[0]! / DEG);
        // Nodes are rounded by up to 0.5 µm, of which the weights of a cubic make at most 1.25² times that, 0.8 µm. The rest is the cubic's own
        // error, which is measured, not derived: up to 5 µm here.
        expect(Math.abs(found[0]! - north)).toBeLessThan(6e-6);
        expect(Math.abs(found[1]! - east)).toBeLessThan(6e-6);
      }),
      { seed: 5, numRuns: 400 },
    );
  },
);

test("what enters is rounded: the origin's own place has whole micrometres", () => {
  const found = new Float64Array(2);
  placeFinder(map, origin, 1000, projections)(found, new Float64Array(3));
  for (const x of found) expect(x).toBe(Math.round(x * 1e6) / 1e6);
});

test("UTM is found without anything passed in, to the same bits as with it, and so are degrees", () => {
  for (const known of [{ ...map, epsg: 32630 }, { ...map, coordinates: "geographic" } as const]) {
    const [a, b] = [new Float64Array(2), new Float64Array(2)];
    const place = Float64Array.of(123, -456, 0);
    placeFinder(known, origin, 1000, undefined)(a, place);
    placeFinder(known, origin, 1000, () => () => [0, 0])(b, place);
    expect(a).toEqual(b);
  }
});

function problem(...args: Parameters<typeof placeFinder>): string {
  try {
    placeFinder(...args);
  } catch (error) {
    if (error instanceof MapError) return error.message;
    throw error;
  }
  return "none";
}

test("a system that is not known, not understood, cannot be read here or has no value at the origin is MAP021", () => {
  const start = "rade.tif:1:1: error MAP021: the map is projected by";
  const end = "; with a geographic origin its projection must be known";
  expect(problem({ ...map, epsg: 27700 }, origin, 1000, projections)).toContain(
    `${start} EPSG:27700, which is not known here${end}`,
  );
  expect(problem({ ...map, epsg: null }, origin, 1000, projections)).toContain(`${start} an unknown projection${end}`);
  expect(problem(map, origin, 1000, undefined)).toContain(`${start} EPSG:2154, which this program cannot read${end}`);
  expect(problem({ ...map, epsg: null, definition: "+proj=nosuch" }, origin, 1000, projections)).toContain(
    `${start} "+proj=nosuch", which is not understood: it is not a proj string or WKT of a known projection${end}`,
  );
  const nowhere = { ...map, epsg: null, definition: "+proj=gnom +lat_0=-48.3 +lon_0=175.4 +R=6371000" };
  expect(problem(nowhere, origin, 1000, () => () => [Number.NaN, 0])).toContain("which has no value at the origin");
});

test("a number that is not known gives way to the definition that the file has beside it", () => {
  const definition = "+proj=lcc +lat_0=46.5 +lon_0=3 +lat_1=49 +lat_2=44 +x_0=700000 +y_0=6600000 +ellps=GRS80";
  const [a, b] = [new Float64Array(2), new Float64Array(2)];
  placeFinder({ ...map, epsg: 99999, definition }, origin, 1000, projections)(a, new Float64Array(3));
  placeFinder(map, origin, 1000, projections)(b, new Float64Array(3));
  expect(a).toEqual(b);
});
