import { expect, test } from "vitest";
import { utmFromGeodeticInto, utmZoneOfEpsg } from "./utm.ts";

const DEG = Math.PI / 180;

function utm(epsg: number, latitude_deg: number, longitude_deg: number): [number, number] {
  const zone = utmZoneOfEpsg(epsg);
  if (zone === null) throw new Error(`EPSG:${epsg} is not a zone`);
  const out = new Float64Array(2);
  utmFromGeodeticInto(out, 0, zone, Float64Array.of(latitude_deg * DEG, longitude_deg * DEG), 0);
  return [out[0]!, out[1]!];
}

/** From PROJ 9.5.1 (EPSG:4326 to the zone): north, east. */
const POINTS = [
  [32631, 43.6486, 3.3836, 4832916.3018112, 530935.7339746],
  [32631, 0.5, 0.01, 55340.8794725, 167148.3377843],
  [32631, 72, 6, 7991508.54271, 603433.0543752],
  [32701, -17.5, -179.9, 8062786.0540825, 192036.3827699],
  [32760, -64.25, 174.2, 2872139.9318316, 364304.5017896],
  [32733, -33.9, 18.4, 6243724.8400748, 814420.3309513],
] as const;

test.each(POINTS)("in EPSG:%d, %d° N %d° E is %d m north and %d m east", (epsg, lat, lon, north_m, east_m) => {
  const [north, east] = utm(epsg, lat, lon);
  // Cut after n⁴ the series is off by up to 0.2 µm; PROJ goes on to n⁶.
  expect(Math.abs(north - north_m)).toBeLessThan(1e-6);
  expect(Math.abs(east - east_m)).toBeLessThan(1e-6);
});

test("the central meridian on the equator is 500 km east, 0 m north, or 10 000 km in the south", () => {
  expect(utm(32631, 0, 3)).toEqual([0, 500_000]);
  expect(utm(32731, 0, 3)).toEqual([10_000_000, 500_000]);
});

test("a zone is mirrored about its meridian and about the equator", () => {
  const [north, east] = utm(32631, 40, 5);
  const [north2, east2] = utm(32631, -40, 1);
  expect(north2).toBeCloseTo(-north, 8);
  expect(east2 - 500_000).toBeCloseTo(500_000 - east, 8);
});

test("along the central meridian lengths are 0.9996 of those on the ellipsoid: 10 001 965.729 m from equator to pole", () => {
  // The quarter meridian of WGS-84 is 10 001 965.729 m; the last degree is left to the pole, where tan φ has no value.
  const [north] = utm(32631, 89.999999, 3);
  // 1e-6 degrees short of the pole is 0.1117 m.
  expect(north / 0.9996 + 0.1117).toBeCloseTo(10_001_965.729, 2);
});

test("other EPSG numbers are not UTM zones", () => {
  for (const epsg of [4326, 32600, 32661, 32700, 32761, 25827, 25839, 2154, 32631.5, Number.NaN]) {
    expect(utmZoneOfEpsg(epsg)).toBeNull();
  }
});
