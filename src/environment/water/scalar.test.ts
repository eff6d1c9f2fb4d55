import { inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { findVariable, readVariable } from "../maps/netcdf-file.ts";
import { openNetcdf } from "../maps/open-netcdf.ts";
import { esriAscii, geoTiff, sampled } from "../test/map-writers.ts";
import { SEA_NETCDF4 } from "../test/outside-netcdf4.ts";
import { mapComponentMaker, type SeaFunction, seaFile, steps } from "../test/sea-files.ts";
import { mapScalar } from "./map-scalar.ts";
import { constantScalar, type NamedScalar, profileScalar, scalar } from "./scalar.ts";

const { make, said } = mapComponentMaker([scalar, constantScalar, profileScalar, mapScalar], scalar);

function at(source: NamedScalar, n: number, e: number, d = 0, t = 0): number {
  const out = Float64Array.of(5, 100);
  source.addValue(out, 1, Float64Array.of(9, n, e, d, t), 1);
  return out[1]! - 100;
}

test("a constant has a value, a unit and the name that is given, or its id", () => {
  const turbidity = make('name="turbidity" unit="NTU" value="3.5"', {});
  expect([turbidity.name, turbidity.unit, at(turbidity, 1, 2, 3, 4)]).toEqual(["turbidity", "NTU", 3.5]);
  expect(turbidity.covers(Float64Array.of(1e9, 0, 0, 0), 0)).toBe(true);
  const plain = make('value="1"', {});
  expect([plain.name, plain.unit]).toEqual(["c", "1"]);
});

test("a profile is linear between its rows, and beyond them held or continued", () => {
  const rows = 'model="profile" unit="mg/m3" depths_m="0 10 30" values="4 2 1"';
  expect([5, 20, 50].map((d) => at(make(rows, {}), 0, 0, d))).toEqual([3, 1.5, 1]);
  expect(at(make(`${rows} edge="extrapolate"`, {}), 0, 0, 50)).toBeCloseTo(0, 12);
  expect([0, 31].map((d) => make(rows, {}).covers(Float64Array.of(0, 0, d, 0), 0))).toEqual([true, false]);
});

/** North of the row's middle and east of the column's: 4 rows of 10 m from 95 m down to 65 m, 5 columns from 205 m on. */
const chart = sampled((n, e) => n + e / 1000, 4, 5, [95, -10], [205, 10]);
const where = 'model="map" coordinates="projected" originNorth_m="80" originEast_m="225"';

test.each([
  ["ESRI ASCII", Buffer.from(esriAscii(chart, { registration: "corner", west: 200, south: 60, cell: 10 }))],
  [
    "GeoTIFF",
    geoTiff(chart, { scale: [10, 10, 0], tie: [0, 0, 0, 200, 100, 0], keys: { 1024: 1, 1025: 1, 3072: 32631 } }),
  ],
])("a chart from %s: the values at the centres of its cells, bilinear between, and half a cell around", (_, bytes) => {
  const source = make(`${where} map="chart" unit="mg/m3"`, { chart: new Uint8Array(bytes) });
  expect([source.name, source.unit]).toEqual(["c", "mg/m3"]);
  for (let row = 0; row < 4; row++) {
    for (let column = 0; column < 5; column++) {
      const [n, e] = [95 - 10 * row, 205 + 10 * column];
      // 100 is added and taken away: rounding of 200.
      expect(Math.abs(at(source, n - 80, e - 225) - (n + e / 1000))).toBeLessThan(1e-13);
    }
  }
  expect(at(source, 1, 3, 40)).toBeCloseTo(81 + 0.228, 12);
  // Half a cell around its outermost values the map holds them, and still covers.
  expect(at(source, 19, 0)).toBeCloseTo(95.225, 12);
  const covers = (n: number) => source.covers(Float64Array.of(n, 0, 0, 0), 0);
  expect([covers(19.9), covers(20.1), covers(-19.9), covers(-20.1)]).toEqual([true, false, true, false]);
});

const axes = {
  time: { points: [0, 12] },
  depth: { points: [0, 10, 40] },
  lat: { points: steps(42.8, 0.1, 5) },
  lon: { points: steps(3.8, 0.1, 5) },
};
const bloom: SeaFunction = (t, d, lat, lon) => (1 + t / 12) * (40 - d) * 0.1 + (lat - 43) + (lon - 4);
const GEOGRAPHIC = 'model="map" map="c.nc" latitude_deg="43" longitude_deg="4"';

test("plankton in four dimensions, with the unit of the file; the only map of a file needs no name", () => {
  const files = { "c.nc": seaFile({ axes, variables: [{ name: "chl", attributes: { units: "mg m-3" }, f: bloom }] }) };
  const chl = make(`${GEOGRAPHIC} name="chlorophyll"`, files);
  expect([chl.name, chl.unit]).toEqual(["chlorophyll", "mg m-3"]);
  expect(at(chl, 0, 0, 0, 0)).toBeCloseTo(4, 10);
  expect(at(chl, 0, 0, 20, 6 * 3600)).toBeCloseTo(3, 10);
  // 0.1° north is 11.11 km.
  expect(at(chl, 11_111, 0, 0, 0)).toBeCloseTo(4.1, 4);
  expect([0, 13 * 3600].map((t) => chl.covers(Float64Array.of(0, 0, 1, t), 0))).toEqual([true, false]);
});

test("a NetCDF-4 file of netCDF-C: the value at 42° N 6° E, at each depth and time, and a time that was never written", () => {
  const bytes = new Uint8Array(inflateSync(Buffer.from(SEA_NETCDF4, "base64")));
  const netcdf = openNetcdf("c.nc", bytes);
  const values = readVariable(netcdf, findVariable(netcdf, "so")!);
  const so = make('model="map" map="c.nc" variable="so" latitude_deg="42" longitude_deg="6"', { "c.nc": bytes });
  for (let t = 0; t < 3; t++) {
    for (let d = 0; d < 2; d++) {
      // By time, depth, 3 latitudes from 41° and 4 longitudes from 5°; values of salinity are near 38, and 100 is added for a while.
      const there = values[((t * 2 + d) * 3 + 1) * 4 + 1]!;
      expect(Math.abs(at(so, 0, 0, [0.5, 10][d], 6 * 3600 * t) - there)).toBeLessThan(1e-12);
    }
  }
  const told = said('model="map" map="c.nc" variable="thetao" latitude_deg="42" longitude_deg="6"', { "c.nc": bytes });
  expect(told.join()).toContain('"thetao" has no value at its first depth, 0.5 m, at index 2 of time');
});

test("gaps: the nearest value, 0, or an error", () => {
  const gappy: SeaFunction = (_t, _d, lat) => (lat > 42.95 ? Number.NaN : 2);
  const files = { "c.nc": seaFile({ axes, variables: [{ name: "chl", f: gappy }] }) };
  expect(at(make(GEOGRAPHIC, files), 0, 0)).toBe(2);
  expect(at(make(`${GEOGRAPHIC} gaps="zero"`, files), 0, 0)).toBe(0);
  expect(said(`${GEOGRAPHIC} gaps="refuse"`, files).join()).toContain('90 of 150 values of "chl" are gaps');
});

test("several maps in one file need a name, and a file without any is reported with what it has", () => {
  const two = [
    { name: "chl", f: bloom },
    { name: "oxygen", f: () => 5 },
  ];
  const files = { "c.nc": seaFile({ axes, variables: two }) };
  expect(said(GEOGRAPHIC, files).join()).toContain(
    'several variables are maps; there are: "time", "depth", "lat", "lon", "chl", "oxygen" (name the variable)',
  );
  expect(at(make(`${GEOGRAPHIC} variable="oxygen"`, files), 0, 0)).toBe(5);
  expect(said(GEOGRAPHIC, { "c.nc": seaFile({ axes, variables: [] }) }).join()).toContain(
    "no variable over north and east",
  );
});

test("what is not a name is reported", () => {
  expect(said('name="two words" value="1"', {}).join()).toContain('name = "two words" is not a name');
  expect(said('model="profile" depths_m="0 1 2" values="1 2"', {}).join()).toContain(
    "values has 2 numbers for 3 depths",
  );
});

test("a mark of no data that the file does not declare is refused before it is mixed with its neighbours, unless the scenario declares it", () => {
  const marked = { ...chart, elevations: chart.elevations.map((value, k) => (k === 7 ? 1e20 : value)) };
  const files = {
    chart: new Uint8Array(Buffer.from(esriAscii(marked, { registration: "corner", west: 200, south: 60, cell: 10 }))),
    "sea.nc": seaFile({
      axes: { lat: { points: steps(43, 0.01, 4) }, lon: { points: steps(6, 0.01, 4) } },
      variables: [{ name: "chl", f: (_t, _d, lat, lon) => (lat > 43.025 && lon > 6.025 ? -99999 : 0.3) }],
    }),
  };
  expect(said(`${where} map="chart"`, files).join()).toMatch(/chart:8:\d+: error MAP040: 1e20 is a usual mark/);
  expect(said(`${where} map="chart" noData="1e20"`, files).join()).toBe("");
  const here = 'model="map" map="sea.nc" latitude_deg="43.01" longitude_deg="6.01"';
  expect(said(here, files).join()).toMatch(
    /sea\.nc:1:1: error MAP040: "chl" is -99999 at north 43.03, east 6.03, depth 0 m of the map, a usual mark of "no data" .*; 1 of 16 values are -99999 \(declare it: the attribute missing_value of the variable, or noData="-99999" in the scenario\)/,
  );
  expect(said(`${here} noData="-99999"`, files).join()).toBe("");
});
