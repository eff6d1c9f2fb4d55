/** The .prj file beside a map: what is read of it, and what is refused. */
import { expect, test } from "vitest";
import type { MapOptions } from "./map-grid.ts";
import { readMap } from "./read-map.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const grid = bytes("ncols 2\nnrows 2\nxllcenter 10\nyllcenter 40\ncellsize 1\n-1 -2\n-3 -4\n");
const read = (prj: string, options: MapOptions = {}) =>
  readMap("sea/a.asc", grid, { ...options, beside: (ending) => (ending === "prj" ? bytes(prj) : null) });
const UTM31 =
  'PROJCS["WGS 84 / UTM zone 31N",GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",3],PARAMETER["scale_factor",0.9996],PARAMETER["false_easting",500000],PARAMETER["false_northing",0],UNIT["metre",1]]';
const words = (more: string): string => `Projection    UTM\nZone          31\nDatum         WGS84\n${more}Parameters\n`;

test("the words of older programs: UTM, degrees, and the units of coordinates and values", () => {
  const map = read(words("Units         METERS\r\nZunits        FEET\r\nXshift        0.0\n"));
  expect([map.coordinates, map.epsg, map.depths_m[0]]).toEqual(["projected", 32631, 3 * 0.3048]);
  expect(read(words("Zunits NO\n").replace("31", "-31")).epsg).toBe(32731);
  expect(read(words("Units FEET\n")).firstEast).toBeCloseTo(10 * 0.3048, 12);
  expect(read("Projection GEOGRAPHIC\nDatum WGS84\nUnits DD\nParameters\n").coordinates).toBe("geographic");
  // Of a projection that is not read, its units; the scenario has the system.
  const lambert = read("Projection LAMBERT\nUnits METERS\nZunits DECIMETERS\n", { epsg: 2154 });
  expect([lambert.coordinates, lambert.epsg]).toEqual(["projected", 2154]);
  expect(lambert.depths_m[0]).toBeCloseTo(0.3, 12);
});

test.each([
  [
    "garbage here\n",
    'sea/a.prj:1:1: error MAP052: the file beside the map does not state a coordinate system: "garbage here"',
  ],
  ["", "MAP052"],
  [words("").replace("WGS84", "NAD27"), 'sea/a.prj:3:1: error MAP052: UTM on the datum "NAD27" is not read'],
  [words("").replace("Datum         WGS84\n", ""), 'UTM on the datum "" is not read'],
  [words("Zunits 100\n"), 'sea/a.prj:4:1: error MAP052: Zunits "100" are not read'],
  [words("").replace("31", "three"), 'sea/a.prj:2:1: error MAP052: Zone "three"'],
  [words("Yshift 1000\n"), "a shift"],
  ["Projection GEOGRAPHIC\nUnits DS\n", 'Units "DS"'],
])("%j is refused", (prj, expected) => {
  expect(() => read(prj, { coordinates: "projected", epsg: 32631 })).toThrow(expected);
});

test("a vertical system gives the unit of the values and their direction", () => {
  const vertical = (rest: string): string =>
    `COMPD_CS["both",${UTM31},VERT_CS["MLLW",VERT_DATUM["MLLW",2005],${rest}]]`;
  const foot = 'UNIT["US survey foot",0.304800609601219],AXIS["Up",UP]';
  // By the digits of the text.
  expect(read(vertical(foot)).depths_m[0]).toBe(3 * 0.304800609601219);
  expect(read(vertical(foot)).firstEast).toBe(10);
  expect(read(vertical('UNIT["metre",1],AXIS["Depth",DOWN]')).depths_m[0]).toBe(-3);
  expect(read(vertical('UNIT["metre",1],AXIS["Depth",DOWN]'), { quantity: "elevation" }).depths_m[0]).toBe(3);
  const esri = `${UTM31},VERTCS["Depth",VDATUM["Unknown"],PARAMETER["Vertical_Shift",0.0],PARAMETER["Direction",-1.0],UNIT["Foot",0.3048]]`;
  expect(read(esri).depths_m[0]).toBe(-3 * 0.3048);
  expect(() => read(vertical('UNIT["foot",0]'))).toThrow("MAP052");
});

test("a scenario that states another system is refused", () => {
  expect(() => read(words("").replace("31", "32"), { epsg: 32631 })).toThrow(
    'sea/a.prj:1:1: error MAP053: the file beside the map says EPSG:32632, but the scenario says epsg="32631"',
  );
  expect(() => read(UTM31, { epsg: 32632 })).toThrow(
    "MAP053: the file beside the map says a projection around the meridian 3",
  );
  expect(() => read(UTM31, { epsg: 4326 })).toThrow(
    'MAP053: the file beside the map says that the coordinates are projected, but the scenario says epsg="4326", geographic',
  );
  expect(read(UTM31, { epsg: 32631, coordinates: "projected" }).coordinates).toBe("projected");
  // ETRS-89 is taken for WGS-84.
  expect(read(words(""), { epsg: 25831 }).epsg).toBe(32631);
});
