import { expect, test } from "vitest";
import { type NetcdfAttributes, type NetcdfVariableLayout, netcdf, sampled } from "../test/map-writers.ts";
import { outsideValue, RECORD_NETCDF } from "../test/outside-maps.ts";
import { MapError } from "./map-error.ts";
import { type MapOptions, mapDepth_m } from "./map-grid.ts";
import { readNetcdf } from "./netcdf.ts";

/** Whole numbers at the places below; a plane. Half a cell is 100 m along north and 200 m along east: no shift of both cancels. */
const f = (north: number, east: number): number => -(1000 + 400 * (north - 44) + 1600 * (east - 3));
const ROWS = 5;
const COLUMNS = 7;

interface Layout {
  readonly version?: 1 | 2;
  readonly northDown?: boolean;
  readonly eastFirst?: boolean;
  readonly type?: NetcdfVariableLayout["type"];
  readonly name?: string;
  readonly axes?: readonly [string, string];
  readonly units?: readonly [string, string];
  readonly attributes?: NetcdfAttributes;
  readonly globals?: NetcdfAttributes;
  readonly values?: (elevation: number, k: number) => number;
}

/** A grid of 5 latitudes by 7 longitudes, in every arrangement that CF allows. */
function write(layout: Layout): Uint8Array {
  const [latName, lonName] = layout.axes ?? ["lat", "lon"];
  const [latUnits, lonUnits] = layout.units ?? ["degrees_north", "degrees_east"];
  const lat = Array.from({ length: ROWS }, (_, i) => (layout.northDown ? 44 - 0.5 * i : 42 + 0.5 * i));
  const lon = Array.from({ length: COLUMNS }, (_, j) => 3 + 0.25 * j);
  const grid = sampled(f, ROWS, COLUMNS, [lat[0]!, lat[1]! - lat[0]!], [3, 0.25]).elevations.map(
    layout.values ?? ((elevation) => elevation),
  );
  const turned = Float64Array.from(
    { length: grid.length },
    (_, k) => grid[(k % ROWS) * COLUMNS + Math.floor(k / ROWS)]!,
  );
  return netcdf(layout.version ?? 1, { [latName]: ROWS, [lonName]: COLUMNS }, layout.globals ?? { title: "a test" }, [
    { name: latName, dimensions: [latName], type: "float64", attributes: { units: latUnits }, values: lat },
    { name: lonName, dimensions: [lonName], type: "float32", attributes: { units: lonUnits }, values: lon },
    {
      name: layout.name ?? "elevation",
      dimensions: layout.eastFirst ? [lonName, latName] : [latName, lonName],
      type: layout.type ?? "float64",
      attributes: layout.attributes ?? { units: "m" },
      values: layout.eastFirst ? turned : grid,
    },
  ]);
}

function worst(bytes: Uint8Array, options: MapOptions = {}): number {
  const map = readNetcdf("a.nc", bytes, options);
  let most = 0;
  for (let k = 0; k < 15; k++) {
    const [north, east] = [42.05 + 0.13 * k, 3.02 + 0.1 * k];
    most = Math.max(most, Math.abs(mapDepth_m(map, north, east) + f(north, east)));
  }
  return most;
}

/** Numbers below 1e4 rounded a few times; half a cell of error would be 100 m. */
const ROUNDING_M = 1e-9;

test.each(["int16", "int32", "float32", "float64"] as const)(
  "%s, classic and with 64-bit offsets, north or south first, latitude or longitude first, is where it belongs",
  (type) => {
    for (const version of [1, 2] as const) {
      for (const northDown of [true, false]) {
        for (const eastFirst of [true, false]) {
          expect(worst(write({ type, version, northDown, eastFirst }))).toBeLessThan(ROUNDING_M);
        }
      }
    }
  },
);

test("coordinates are the places of the values, whatever the registration; node_offset only says how far the map reaches", () => {
  const gridline = readNetcdf("a.nc", write({}));
  const pixel = readNetcdf("a.nc", write({ globals: { node_offset: ["int32", 1] } }));
  expect([gridline.registration, pixel.registration]).toEqual(["gridline", "pixel"]);
  expect([pixel.firstNorth, pixel.firstEast]).toEqual([gridline.firstNorth, gridline.firstEast]);
  expect([gridline.firstNorth, gridline.firstEast]).toEqual([42, 3]);
});

test("a grid around the earth that does not repeat its first longitude is a pixel map, as GEBCO's", () => {
  const lon = Array.from({ length: 8 }, (_, j) => -157.5 + 45 * j);
  const lat = [-45, 45];
  const file = netcdf(1, { lat: 2, lon: 8 }, {}, [
    { name: "lat", dimensions: ["lat"], type: "float64", values: lat },
    { name: "lon", dimensions: ["lon"], type: "float64", values: lon },
    {
      name: "elevation",
      dimensions: ["lat", "lon"],
      type: "int16",
      values: Array.from({ length: 16 }, (_, k) => -k % 8),
    },
  ]);
  const map = readNetcdf("a.nc", file);
  expect([map.registration, map.wraps, map.coordinates]).toEqual(["pixel", true, "geographic"]);
  // Between 7 at 157.5° and 0 at −157.5°.
  expect(mapDepth_m(map, -45, 180)).toBe(3.5);
});

test("packed values are unpacked: 0.5 · stored − 20, and fills, missing and invalid values are gaps", () => {
  const packed = (elevation: number): number => (elevation + 20) / 0.5;
  const attributes: NetcdfAttributes = {
    scale_factor: ["float64", 0.5],
    add_offset: ["float64", -20],
    _FillValue: ["int16", -32000],
    missing_value: ["int16", -31000],
    valid_range: ["int16", -30000, 30000],
  };
  expect(worst(write({ type: "int16", attributes, values: packed }))).toBeLessThan(ROUNDING_M);
  const gappy = (elevation: number, k: number): number => [-32000, -31000, 30001, -32767][k] ?? packed(elevation);
  expect(readNetcdf("a.nc", write({ type: "int16", attributes, values: gappy })).gaps).toBe(4);
});

test("without _FillValue the default of the type is a gap", () => {
  const first = (value: number) => (elevation: number, k: number) => (k === 0 ? value : elevation);
  const cases = [
    ["int16", -32767],
    ["int32", -2147483647],
    ["float32", 9.969209968386869e36],
    ["float64", 9.969209968386869e36],
    ["float64", Number.NaN],
  ] as const;
  for (const [type, value] of cases) expect(readNetcdf("a.nc", write({ type, values: first(value) })).gaps).toBe(1);
});

test.each(["topo", "z", "Band1", "Elevation"])("the depths may be called %s", (name) => {
  expect(worst(write({ name }))).toBeLessThan(ROUNDING_M);
});

test("a standard name of CF that counts down makes depths, whatever the name of the variable", () => {
  const down = (elevation: number): number => -elevation;
  const attributes = { standard_name: "sea_floor_depth_below_mean_sea_level", units: "m" };
  expect(worst(write({ name: "z", attributes, values: down }))).toBeLessThan(ROUNDING_M);
});

test("depths that grow downwards, by name or by the attribute positive, stay depths; units are converted", () => {
  const down = (elevation: number): number => -elevation;
  expect(worst(write({ name: "depth", values: down }))).toBeLessThan(ROUNDING_M);
  expect(worst(write({ name: "depth", attributes: { positive: "up" } }))).toBeLessThan(ROUNDING_M);
  expect(worst(write({ name: "z", attributes: { positive: "down", units: "meters" }, values: down }))).toBeLessThan(
    ROUNDING_M,
  );
  const km = (elevation: number): number => elevation / 1000;
  expect(worst(write({ attributes: { units: "km" }, values: km }))).toBeLessThan(ROUNDING_M);
  expect(worst(write({ name: "bathy", values: down }), { variable: "bathy", quantity: "depth" })).toBeLessThan(
    ROUNDING_M,
  );
});

test("x and y are degrees or metres by their units, and must be stated where the file does not", () => {
  const axes = ["y", "x"] as const;
  expect(readNetcdf("a.nc", write({ axes })).coordinates).toBe("geographic");
  expect(readNetcdf("a.nc", write({ axes, units: ["m", "m"] })).coordinates).toBe("projected");
  const km = readNetcdf("a.nc", write({ axes, units: ["km", "km"] }));
  expect([km.firstNorth, km.stepEast]).toEqual([42000, 250]);
  expect(problem(write({ axes, units: ["", ""] }))).toContain("MAP012");
  expect(worst(write({ axes, units: ["", ""] }), { coordinates: "geographic", epsg: 4326 })).toBeLessThan(ROUNDING_M);
});

test("a time axis of length 1 in front is passed over; a longer one is not a map", () => {
  const file = (times: number): Uint8Array =>
    netcdf(1, { time: times, lat: 2, lon: 2 }, {}, [
      { name: "lat", dimensions: ["lat"], type: "float64", values: [1, 2] },
      { name: "lon", dimensions: ["lon"], type: "float64", values: [3, 4] },
      { name: "z", dimensions: ["time", "lat", "lon"], type: "float32", values: new Float32Array(4 * times).fill(-5) },
    ]);
  expect([...readNetcdf("a.nc", file(1)).depths_m]).toEqual([5, 5, 5, 5]);
  expect(problem(file(2))).toBe('a.nc:1:1: error MAP013: "z" has time = 2, lat = 2, lon = 2, not two axes');
});

test("a file of the format's own library: latitude as the record dimension, two record variables, packed, a value missing", () => {
  const map = readNetcdf("record.nc", Buffer.from(RECORD_NETCDF, "base64"));
  expect([map.rows, map.columns, map.firstNorth, map.firstEast, map.gaps]).toEqual([3, 5, 43, 3, 1]);
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 5; j++) {
      const expected = i === 1 && j === 3 ? Number.NaN : 10 + outsideValue(i, j) / 2;
      expect(map.depths_m[(2 - i) * 5 + j]).toBe(expected);
    }
  }
});

function problem(bytes: Uint8Array, options: MapOptions = {}): string {
  try {
    readNetcdf("a.nc", bytes, options);
  } catch (error) {
    if (error instanceof MapError) return error.message;
    throw error;
  }
  return "nothing";
}

test("CDF-5 is refused with the command that converts it", () => {
  expect(problem(Uint8Array.from([0x43, 0x44, 0x46, 5, 0, 0, 0, 0]))).toBe(
    "a.nc:1:1: error MAP002: this is a NetCDF file of 64-bit data (CDF-5); NetCDF-3 and NetCDF-4 are read (nccopy -k nc4 in.nc out.nc converts it)",
  );
});

test("missing variables and axes, uneven axes and unknown units are reported by name", () => {
  expect(problem(write({ name: "tid" }))).toBe(
    'a.nc:1:1: error MAP013: no variable "elevation", "topo", "z", "Band1" or "depth"; there are: "lat", "lon", "tid" (name the variable)',
  );
  expect(problem(write({}), { variable: "bathy" })).toContain('no variable "bathy"');
  expect(problem(write({ axes: ["row", "column"], units: ["", ""] }))).toContain(
    'the axes "row" and "column" are not known',
  );
  expect(problem(write({ attributes: { units: "cubits" } }))).toContain('MAP016: unit "cubits" of "elevation"');
  const uneven = netcdf(1, { lat: 3, lon: 2 }, {}, [
    { name: "lat", dimensions: ["lat"], type: "float64", values: [10, 10.5, 12] },
    { name: "lon", dimensions: ["lon"], type: "float64", values: [3, 4] },
    { name: "z", dimensions: ["lat", "lon"], type: "int16", values: [1, 2, 3, 4, 5, 6] },
  ]);
  expect(problem(uneven)).toBe('a.nc:1:1: error MAP014: "lat" is not evenly spaced: 10.5 at index 1 where 11 belongs');
  const axisless = netcdf(1, { lat: 2, lon: 2 }, {}, [
    { name: "z", dimensions: ["lat", "lon"], type: "int16", values: [1, 2, 3, 4] },
  ]);
  expect(problem(axisless)).toContain('no variable "lat"');
});

test("a file that was cut says which variable is missing its end", () => {
  expect(problem(write({}).slice(0, -8))).toMatch(
    /MAP003: the file has \d+ bytes, but variable "elevation" ends at byte \d+/,
  );
});
