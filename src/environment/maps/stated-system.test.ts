/** A scenario that states another coordinate system of a map than its file does, or two at once. */
import { expect, test } from "vitest";
import { esriAscii, geoTiff, netcdf, sampled } from "../test/map-writers.ts";
import type { MapOptions } from "./map-grid.ts";
import { openSeaVariable } from "./netcdf-grid.ts";
import { openNetcdf } from "./open-netcdf.ts";
import { readMap } from "./read-map.ts";

const grid = sampled(() => -20, 3, 3, [4_830_020, -10], [500_000, 10]);
const tiff = (keys: Readonly<Record<number, number>>): Uint8Array =>
  geoTiff(grid, { scale: [10, 10, 0], tie: [0, 0, 0, 500_000, 4_830_020, 0], keys });
const UTM_31 = { 1024: 1, 1025: 2, 3072: 32631 };
const degrees = geoTiff(
  sampled(() => -20, 3, 3, [44, -0.5], [3, 0.5]),
  {
    ...{ scale: [0.5, 0.5, 0], tie: [0, 0, 0, 3, 44, 0], keys: { 1024: 2, 1025: 2, 2048: 4326 } },
  },
);

/** As an ocean model writes it; units of the axes, and what the file says of its projection. */
const ncOf = (units: string, globals: Readonly<Record<string, string>> = {}): Uint8Array =>
  netcdf(1, { y: 3, x: 3 }, globals, [
    { name: "y", dimensions: ["y"], type: "float64", attributes: { units }, values: [10, 20, 30] },
    { name: "x", dimensions: ["x"], type: "float64", attributes: { units }, values: [10, 20, 30] },
    {
      name: "elevation",
      dimensions: ["y", "x"],
      type: "float64",
      attributes: { units: "m" },
      values: Array(9).fill(-20),
    },
  ]);

const read = (bytes: Uint8Array, options: MapOptions) => readMap("sea/a.tif", bytes, options);

test.each<[string, Uint8Array, MapOptions, string]>([
  ["another zone", tiff(UTM_31), { epsg: 32632 }, 'the file says EPSG:32631, but the scenario says epsg="32632"'],
  [
    "degrees for lengths",
    tiff(UTM_31),
    { coordinates: "geographic" },
    "the file says that the coordinates are projected, but the scenario says geographic",
  ],
  ["a projection for degrees", degrees, { epsg: 32631 }, 'the file says EPSG:4326, but the scenario says epsg="32631"'],
  [
    "lengths for degrees",
    degrees,
    { coordinates: "projected" },
    "the file says that the coordinates are geographic, but the scenario says projected",
  ],
  [
    "a NetCDF file with a projection",
    ncOf("m", { proj4: "+proj=tmerc +lat_0=0 +lon_0=9 +k=0.9996 +x_0=500000 +ellps=GRS80" }),
    { epsg: 32631 },
    'the file says a projection around the meridian 9, but the scenario says epsg="32631", around 3',
  ],
  [
    "a NetCDF file in metres",
    ncOf("m"),
    { epsg: 4326 },
    'the file says that the coordinates are projected, but the scenario says epsg="4326", geographic',
  ],
  [
    "attributes against each other, of a file that says nothing",
    new TextEncoder().encode(esriAscii(grid, { registration: "corner", west: 500_000, south: 4_830_000, cell: 10 })),
    { coordinates: "geographic", epsg: 32631 },
    'the scenario says coordinates="geographic" and epsg="32631", which is projected',
  ],
])("%s: refused, with what file and scenario say", (_, bytes, options, words) => {
  expect(() => read(bytes, options)).toThrow(`sea/a.tif:1:1: error MAP053: ${words}`);
});

test("so are maps of water and currents", () => {
  const file = openNetcdf("sea.nc", ncOf("m", { epsg_code: "EPSG:2154" }));
  const variable = file.variables.find(({ name }) => name === "elevation")!;
  expect(() => openSeaVariable(file, variable, { epsg: 32631 })).toThrow(
    'sea.nc:1:1: error MAP053: the file says EPSG:2154, but the scenario says epsg="32631"',
  );
  expect(() => openSeaVariable(file, variable, { epsg: 2154, coordinates: "geographic" })).toThrow("MAP053");
  expect(openSeaVariable(file, variable, { epsg: 9794 }).epsg).toBe(2154);
});

test("what says the same is taken: zones on ETRS-89 are those on WGS-84, and a number that the file lacks is the scenario's", () => {
  expect(read(tiff(UTM_31), { epsg: 25831, coordinates: "projected" }).epsg).toBe(32631);
  expect(read(degrees, { epsg: 4258 }).epsg).toBe(4326);
  expect(read(tiff({ 1024: 1, 1025: 2 }), { epsg: 32632 }).epsg).toBe(32632);
});
