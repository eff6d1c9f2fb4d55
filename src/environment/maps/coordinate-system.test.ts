import { expect, test } from "vitest";
import {
  coordinatesOfDefinition,
  definitionOfEpsg,
  firstSystem,
  systemOfText,
  unitOfDefinition_m,
} from "./coordinate-system.ts";
import { readMap } from "./read-map.ts";
import { utmZoneOfEpsg } from "./utm.ts";

const GEOGCS =
  'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],UNIT["degree",0.0174532925199433]]';
const UTM = `PROJCS["WGS 84 / UTM zone 31N",${GEOGCS},PROJECTION["Transverse_Mercator"],PARAMETER["central_meridian",3],UNIT["metre",1,AUTHORITY["EPSG","9001"]],AUTHORITY["EPSG","32631"]]`;

test("a number is given by itself, as a URN, at the end of WKT 1 or of WKT 2, and not by the parts of it", () => {
  expect(systemOfText(" EPSG:2154\n")).toEqual({ epsg: 2154 });
  expect(systemOfText("urn:ogc:def:crs:EPSG::2154")).toEqual({ epsg: 2154 });
  expect(systemOfText(UTM)).toEqual({ epsg: 32631, definition: UTM });
  const wkt2 = 'PROJCRS["a",BASEGEOGCRS["b",ID["EPSG",4171]],CS[Cartesian,2],ID["EPSG",2154]]';
  expect(systemOfText(wkt2)?.epsg).toBe(2154);
  // The unit has a number, the system has none.
  expect(systemOfText(UTM.replace(',AUTHORITY["EPSG","32631"]', ""))?.epsg).toBeNull();
});

test("of a system with heights only the part over the map is taken, whatever stands in quotes", () => {
  const compound = `COMPD_CS["UTM [31N] + height",${UTM},VERT_CS["sea",UNIT["metre",1]],AUTHORITY["EPSG","1"]]`;
  expect(systemOfText(compound)).toEqual({ epsg: 32631, definition: UTM });
  const odd = UTM.replace("zone 31N", "zone ]]31N");
  expect(systemOfText(`COMPD_CS["x",${odd},VERT_CS["y"]]`)?.definition).toBe(odd);
});

test("texts that are not a system say nothing: words of older programs, nothing at all, brackets without an end, a megabyte", () => {
  expect(systemOfText("Projection UTM\nZone 31\nDatum WGS84")).toBeUndefined();
  expect(systemOfText("")).toBeUndefined();
  expect(systemOfText(`PROJCS["${"x".repeat(1e6)}"]`)).toBeUndefined();
  expect(systemOfText("PROJCS[[[[")).toEqual({ epsg: null, definition: "PROJCS[[[[" });
  expect(firstSystem(undefined, { epsg: 1 }, { epsg: 2 })).toEqual({ epsg: 1 });
  expect(firstSystem(undefined)).toEqual({ epsg: null });
});

test("definitions say whether they are degrees or lengths, and in which unit", () => {
  const of = (text: string) => coordinatesOfDefinition(systemOfText(text)!);
  expect([UTM, GEOGCS, "+proj=lcc +lat_1=3", "+proj=longlat"].map(of)).toEqual([
    "projected",
    "geographic",
    "projected",
    "geographic",
  ]);
  expect(of("EPSG:2154")).toBeUndefined();
  expect(unitOfDefinition_m(systemOfText(UTM)!)).toBe(1);
  expect(unitOfDefinition_m(systemOfText(UTM.replace('"metre",1', '"Foot_US",0.3048006096012192'))!)).toBe(
    0.3048006096012192,
  );
  expect(unitOfDefinition_m({ epsg: 2154 })).toBe(1);
});

test("UTM stays with utm.ts, and what would need a file of grid shifts is not known", () => {
  for (const epsg of [32631, 25832, 32733]) expect(definitionOfEpsg(epsg)).toBeUndefined();
  for (const epsg of [27700, 28992, 4326, 26900, 26924, 26910.5, Number.NaN])
    expect(definitionOfEpsg(epsg)).toBeUndefined();
  for (const epsg of [2154, 9793, 9794, 3034, 3035, 26901, 26923]) {
    expect(definitionOfEpsg(epsg)).toMatch(/^\+proj=/);
    expect(utmZoneOfEpsg(epsg)).toBeNull();
  }
});

test("an EPSG number that is known says whether the coordinates are degrees or lengths", () => {
  const text = new TextEncoder().encode("0 40 -1\n1 40 -2\n0 41 -3\n1 41 -4\n");
  expect(readMap("a.xyz", text, { epsg: 4326 }).coordinates).toBe("geographic");
  for (const epsg of [32631, 32731, 25832, 26910, 2154, 3857]) {
    expect(readMap("a.xyz", text, { epsg }).coordinates).toBe("projected");
  }
  expect(() => readMap("a.xyz", text, { epsg: 27700 })).toThrow("MAP012");
  expect(readMap("a.xyz", text, { epsg: 27700, coordinates: "projected" }).epsg).toBe(27700);
});
