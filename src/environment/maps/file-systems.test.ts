/** What files say of their coordinate systems, in each of the formats, and where a place of the map then lies. */
import proj4 from "proj4";
import { expect, test } from "vitest";
import { lambert93 } from "../../../test/support/lambert-conic.ts";
import { esriAscii, geoTiff, netcdf, sampled } from "../test/map-writers.ts";
import { localGrid } from "./local-grid.ts";
import type { MapGrid, MapOptions } from "./map-grid.ts";
import { findVariable } from "./netcdf-file.ts";
import { openSeaVariable } from "./netcdf-grid.ts";
import { openNetcdf } from "./open-netcdf.ts";
import { type Proj4, projectionsBy } from "./proj4-projections.ts";
import { readMap } from "./read-map.ts";

const projections = projectionsBy(proj4 as Proj4);
const DEG = Math.PI / 180;

/** Off Toulon, 43.05° N 5.93° E; a plane over the metres of Lambert-93, which bilinear interpolation meets. */
const [EAST, NORTH] = lambert93(5.93, 43.05);
const origin = { latitude_rad: 43.05 * DEG, longitude_rad: 5.93 * DEG, height_m: 0 };
const [WEST, SOUTH] = [Math.floor(EAST) - 1000, Math.floor(NORTH) - 1000];
const depth = (north: number, east: number): number => 60 + 0.01 * (north - NORTH) + 0.02 * (east - EAST);
const plane = sampled((north, east) => -depth(north, east), 41, 41, [SOUTH + 2000, -50], [WEST, 50]);
const WKT =
  'PROJCS["RGF_1993_Lambert_93",GEOGCS["GCS_RGF_1993",DATUM["D_RGF_1993",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Lambert_Conformal_Conic"],PARAMETER["False_Easting",700000.0],PARAMETER["False_Northing",6600000.0],PARAMETER["Central_Meridian",3.0],PARAMETER["Standard_Parallel_1",49.0],PARAMETER["Standard_Parallel_2",44.0],PARAMETER["Latitude_Of_Origin",46.5],UNIT["Meter",1.0]]';
const PROJ = "+proj=lcc +lat_0=46.5 +lon_0=3 +lat_1=49 +lat_2=44 +x_0=700000 +y_0=6600000 +ellps=GRS80 +units=m";
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The depth at the origin is 60 m, and 100 m north of it what the plane has there. */
function expectPlaced(map: MapGrid): void {
  const square = { south_m: -100, north_m: 100, west_m: -100, east_m: 100 };
  const grid = localGrid(map, origin, square, 100, { outside: "refuse", gaps: "refuse" }, projections);
  // A grid line is taken for a place within 1e-7 of a cell: 5 µm of 50 m, 1e-7 m of depth; nodes of places are right to 3 µm.
  expect(grid.depths_m[4]).toBeCloseTo(60, 6);
  const [east, north] = lambert93(5.93, 43.05 + 100 / 111_086);
  // A degree of the meridian has 111 086 m here, to 1e-4: 1 cm of 100 m, 1e-4 m of depth.
  expect(Math.abs(grid.depths_m[7]! - depth(north, east))).toBeLessThan(2e-4);
}

const tiff = { scale: [50, 50, 0], tie: [0, 0, 0, WEST, SOUTH + 2000, 0] };
/** The model is projected, a pixel is a point. */
const common = { 1024: 1, 1025: 2 };
const METHOD = {
  3072: 32767,
  3075: 8,
  3078: [49],
  3079: [44],
  3084: [3],
  3085: [46.5],
  3086: [700000],
  3087: [6600000],
} as const;

test.each([
  ["its number", { ...common, 3072: 2154 }],
  ["a method with its parameters and the number of a geographic system", { ...common, ...METHOD, 2048: 4171 }],
  [
    "a method with its parameters and an ellipsoid",
    { ...common, ...METHOD, 2048: 32767, 2057: [6378137], 2059: [298.257222101] },
  ],
  ["WKT in a citation", { ...common, 3072: 32767, 3073: `ESRI PE String = ${WKT}` }],
] as const)("a GeoTIFF in Lambert-93 by %s", (_, keys) => {
  expectPlaced(readMap("a.tif", geoTiff(plane, { ...tiff, keys })));
});

test("a GeoTIFF by a method that is not read, or on an ellipsoid that is not known, has no definition", () => {
  const of = (keys: Record<number, number | readonly [number]>) => readMap("a.tif", geoTiff(plane, { ...tiff, keys }));
  for (const keys of [
    { ...common, ...METHOD, 2048: 4171, 3075: 5 },
    { ...common, ...METHOD, 2048: 4277 },
    { ...common, 3072: 32767, 2048: 4326 },
  ]) {
    const map = of(keys);
    expect([map.epsg, map.definition]).toEqual([null, undefined]);
  }
  expect(readMap("a.tif", geoTiff(plane, { ...tiff, keys: common }), { epsg: 2154 }).epsg).toBe(2154);
});

test("the other methods of GeoTIFF become proj strings", () => {
  const of = (keys: Record<number, number | readonly [number]>) =>
    readMap("a.tif", geoTiff(plane, { ...tiff, keys: { ...common, 3072: 32767, 2048: 4326, ...keys } })).definition;
  const rest = "+x_0=0 +y_0=0 +datum=WGS84 +units=m +no_defs";
  expect(of({ 3075: 1, 3080: [9], 3081: [0], 3092: [0.9996] })).toBe(`+proj=tmerc +lat_0=0 +lon_0=9 +k=0.9996 ${rest}`);
  expect(of({ 3075: 7, 3080: [9] })).toBe(`+proj=merc +lon_0=9 +k=1 ${rest}`);
  expect(of({ 3075: 7, 3080: [9], 3078: [40] })).toBe(`+proj=merc +lon_0=9 +lat_ts=40 ${rest}`);
  expect(of({ 3075: 9, 3080: [3], 3081: [46], 3092: [0.9999] })).toBe(
    `+proj=lcc +lat_0=46 +lon_0=3 +lat_1=46 +k_0=0.9999 ${rest}`,
  );
  expect(of({ 3075: 10, 3088: [10], 3089: [52] })).toBe(`+proj=laea +lat_0=52 +lon_0=10 ${rest}`);
  expect(of({ 3075: 11, 3078: [29], 3079: [45], 3080: [-96], 3081: [23] })).toBe(
    `+proj=aea +lat_0=23 +lon_0=-96 +lat_1=29 +lat_2=45 ${rest}`,
  );
  expect(of({ 3075: 15, 3081: [-71], 3095: [0] })).toBe(`+proj=stere +lat_0=-90 +lat_ts=-71 +lon_0=0 ${rest}`);
});

function netcdfMap(mapping: Record<string, string | ["int32", number]>, global = {}, own = {}): Uint8Array {
  const axis = (first: number) => Array.from({ length: 41 }, (_, k) => first + 50 * k);
  return netcdf(1, { y: 41, x: 41 }, global, [
    {
      name: "y",
      dimensions: ["y"],
      type: "float64",
      attributes: { units: "m" },
      values: axis(SOUTH + 2000).map((_, k) => SOUTH + 2000 - 50 * k),
    },
    { name: "x", dimensions: ["x"], type: "float64", attributes: { units: "m" }, values: axis(WEST) },
    { name: "crs", dimensions: [], type: "int32", attributes: mapping, values: [0] },
    { name: "elevation", dimensions: ["y", "x"], type: "float64", attributes: own, values: plane.elevations },
  ]);
}

test.each([
  ["crs_wkt", netcdfMap({ crs_wkt: WKT }, {}, { grid_mapping: "crs" })],
  [
    "spatial_ref, of the longer form of grid_mapping",
    netcdfMap({ spatial_ref: WKT }, {}, { grid_mapping: "crs: x y" }),
  ],
  ["a proj string", netcdfMap({ proj4: PROJ }, {}, { grid_mapping: "crs" })],
  ["a number", netcdfMap({ epsg_code: ["int32", 2154] }, {}, { grid_mapping: "crs" })],
  ["a number in words", netcdfMap({ epsg_code: "EPSG:2154" }, {}, { grid_mapping: "crs" })],
  ["an attribute of the file", netcdfMap({}, { proj4: PROJ })],
  ["an attribute of its own", netcdfMap({}, {}, { esri_pe_string: WKT })],
])("a NetCDF map in Lambert-93 by %s, read as a bottom and as a map of the sea", (_, file) => {
  const map = readMap("a.nc", file);
  expectPlaced(map);
  const opened = openNetcdf("a.nc", file);
  const sea = openSeaVariable(opened, findVariable(opened, "elevation")!);
  expect([sea.epsg, sea.definition]).toEqual([map.epsg, map.definition]);
});

test("a mapping that says nothing leaves the word to the caller, and one that does is believed", () => {
  const silent = netcdfMap(
    { grid_mapping_name: "lambert_conformal_conic", crs_wkt: "see report" },
    {},
    { grid_mapping: "crs" },
  );
  expect(readMap("a.nc", silent, { epsg: 2154 }).epsg).toBe(2154);
  const saying = netcdfMap({ crs_wkt: WKT }, {}, { grid_mapping: "crs" });
  expect(readMap("a.nc", saying, { epsg: 32631 })).toMatchObject({ epsg: null, definition: WKT });
});

const asc = bytes(esriAscii(plane, { registration: "center", west: WEST, south: SOUTH, cell: 50 }));
const withPrj = (text: string): MapOptions => ({ beside: (ending) => (ending === "prj" ? bytes(text) : null) });

test("an ESRI ASCII grid has its system, and that it is projected, from the .prj file beside it", () => {
  expectPlaced(readMap("a.asc", asc, withPrj(`${WKT}\r\n`)));
  const geographic =
    'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],UNIT["Degree",0.0174532925199433]]';
  const degrees = bytes("ncols 2\nnrows 2\nxllcenter 5\nyllcenter 43\ncellsize 1\n-1 -2\n-3 -4\n");
  expect(readMap("a.asc", degrees, withPrj(geographic)).coordinates).toBe("geographic");
});

test("feet of a .prj file become metres", () => {
  const foot = 0.3048;
  const feet = bytes(
    esriAscii(plane, { registration: "center", west: WEST / foot, south: SOUTH / foot, cell: 50 / foot }),
  );
  const text = WKT.replace('UNIT["Meter",1.0]', 'UNIT["Foot",0.3048]').replace("700000.0", `${700000 / foot}`);
  expectPlaced(readMap("a.asc", feet, withPrj(text.replace("6600000.0", `${6600000 / foot}`))));
});

test("a .prj file of words that name another projection than UTM, or none, leaves the word to the caller", () => {
  expect(() => readMap("a.asc", asc, { beside: () => null })).toThrow("MAP012");
  for (const options of [withPrj("Projection LAMBERT\nUnits METERS"), { beside: () => null }]) {
    expectPlaced(readMap("a.asc", asc, { ...options, coordinates: "projected", epsg: 2154 }));
  }
});
