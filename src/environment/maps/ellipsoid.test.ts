import fc from "fast-check";
import { expect, test } from "vitest";
import { uniform } from "../../../test/support/uniform.ts";
import {
  ecefFromGeodeticInto,
  geodeticFromEcefInto,
  meridianRadius_m,
  primeVerticalRadius_m,
  WGS84,
} from "./ellipsoid.ts";

const DEG = Math.PI / 180;
const { semiMajor_m: a, semiMinor_m: b } = WGS84;

function ecef(latitude_deg: number, longitude_deg: number, height_m: number): Float64Array {
  const p_E = new Float64Array(3);
  ecefFromGeodeticInto(p_E, 0, Float64Array.of(latitude_deg * DEG, longitude_deg * DEG, height_m), 0);
  return p_E;
}

function geodetic(x: number, y: number, z: number): Float64Array {
  const out = new Float64Array(3);
  geodeticFromEcefInto(out, 0, Float64Array.of(x, y, z), 0);
  return out;
}

/** Spacing of numbers near 6.4e6 is 9.3e-10 m; a conversion makes a handful of roundings of that size. */
const ROUNDING_M = 5e-9;

test("the semi-minor axis is 6 356 752.314 245 m, as the definition of WGS-84 lists it", () => {
  // Listed to 0.1 mm, and known to more digits.
  expect(b).toBeCloseTo(6356752.314245, 6);
});

test("on the equator x or y is a + h, and on the poles z is b + h", () => {
  expect([...ecef(0, 0, 100)]).toEqual([a + 100, 0, 0]);
  expect(ecef(0, 90, -50)[1]).toBeCloseTo(a - 50, 8);
  expect(ecef(0, 180, 0)[0]).toBeCloseTo(-a, 8);
  // cos 90° of a double is 6e-17, times a: 4e-10 m.
  expect(ecef(90, 0, 10)[2]).toBeCloseTo(b + 10, 8);
  expect(ecef(-90, 45, 0)[2]).toBeCloseTo(-b, 8);
  expect(Math.abs(ecef(90, 0, 10)[0]!)).toBeLessThan(1e-9);
});

/** Evaluated from (1) and (2) with 60 digits in mpmath; PROJ 9.5.1 (EPSG:4979 to 4978) gives the same to its last digit. */
const POINTS = [
  [45, 0, 0, 4517590.878848931, 0, 4487348.408865919],
  [45, 45, 1000, 3194919.145060574, 3194919.145060574, 4488055.515647107],
  [43.6486, 3.3836, 139, 4614554.316893688, 272829.56030522106, 4380018.919566276],
  [-30, 120, -10000, -2759798.1926274956, 4780110.688267582, -3165373.7353836377],
  [89.9999, -77, 50, 2.512587477250253, -10.88321203973796, 6356802.314235432],
  [0.0001, 179.9999, 0, -6378136.999980636, 11.131949079304864, 11.057427582153935],
] as const;

test.each(POINTS)("%d° N %d° E at %d m is (%d, %d, %d) m, and back", (lat, lon, h, x, y, z) => {
  const p = ecef(lat, lon, h);
  expect(Math.hypot(p[0]! - x, p[1]! - y, p[2]! - z)).toBeLessThan(ROUNDING_M);
  const g = geodetic(x, y, z);
  expect(Math.abs(g[0]! - lat * DEG) * a).toBeLessThan(ROUNDING_M);
  // The circle of latitude is smaller near the poles.
  expect(Math.abs(g[1]! - lon * DEG) * a * Math.cos(lat * DEG)).toBeLessThan(ROUNDING_M);
  expect(Math.abs(g[2]! - h)).toBeLessThan(ROUNDING_M);
});

test("earth-centred to geodetic and back is exact to a few roundings, from −100 km to 10 000 km, poles and equator included", () => {
  const latitude_deg = fc.oneof(uniform(-90, 90), fc.constantFrom(-90, 0, 90, 1e-9, 89.9999999));
  const longitude_deg = uniform(-180, 180);
  const height_m = uniform(-1e5, 1e7);
  fc.assert(
    fc.property(latitude_deg, longitude_deg, height_m, (lat, lon, h) => {
      const p = ecef(lat, lon, h);
      const g = geodetic(p[0]!, p[1]!, p[2]!);
      const q = new Float64Array(3);
      ecefFromGeodeticInto(q, 0, g, 0);
      // Numbers up to 1.6e7 m are spaced by up to 1.9e-9 m: twice as many roundings as at the surface.
      expect(Math.hypot(q[0]! - p[0]!, q[1]! - p[1]!, q[2]! - p[2]!)).toBeLessThan(2.5 * ROUNDING_M);
      expect(Math.abs(g[2]! - h)).toBeLessThan(2.5 * ROUNDING_M);
    }),
    { seed: 11, numRuns: 2000 },
  );
});

test("the result may overwrite the input", () => {
  const place = Float64Array.of(0, 0.7, 0.1, 30);
  ecefFromGeodeticInto(place, 1, place, 1);
  geodeticFromEcefInto(place, 1, place, 1);
  expect(place[1]).toBeCloseTo(0.7, 14);
  expect(place[2]).toBeCloseTo(0.1, 14);
  expect(place[3]).toBeCloseTo(30, 8);
});

test("the radii of curvature are what small steps along the surface measure", () => {
  for (const lat of [0, 17, 45, 80]) {
    const h = 1e-4;
    const along = (i: number, j: number): number => {
      const [p, q] = [ecef(lat + i * h, j * h, 0), ecef(lat - i * h, -j * h, 0)];
      return Math.hypot(p[0]! - q[0]!, p[1]! - q[1]!, p[2]! - q[2]!) / (2 * h * DEG);
    };
    // 1e-9 m of rounding over 3.5e-6 rad is 3e-4 m; the chord is short by 1e-12 of itself.
    expect(Math.abs(along(1, 0) - meridianRadius_m(lat * DEG))).toBeLessThan(5e-3);
    expect(Math.abs(along(0, 1) - primeVerticalRadius_m(lat * DEG) * Math.cos(lat * DEG))).toBeLessThan(5e-3);
  }
});
