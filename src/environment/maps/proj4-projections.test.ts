import fc from "fast-check";
import proj4 from "proj4";
import { expect, test } from "vitest";
import { LAMBERT_93, lambert93, lambertConic } from "../../../test/support/lambert-conic.ts";
import { uniform } from "../../../test/support/uniform.ts";
import { definitionOfEpsg, systemOfText } from "./coordinate-system.ts";
import { type Proj4, projectionsBy } from "./proj4-projections.ts";

const projections = projectionsBy(proj4 as Proj4);

/** From PROJ 9.5.1, from each system's own geographic one: latitude, longitude, north, east. */
const POINTS = [
  [2154, 43.6486, 3.3836, 6283359.3295704, 730956.6741358],
  [2154, 48.3829, -4.4942, 6835489.2347443, 145957.0297388],
  [2154, 42.3, 9.15, 6153096.4120492, 1207475.6538449],
  [2154, 46.5, 3, 6600000, 700000],
  [9793, 51.05, 2.37, 7106216.0620694, 655723.3484317],
  [9794, 43.1, 5.93, 6226730.8479818, 938661.1324379],
  [3035, 50, 5, 2999718.8531596, 3962799.4509551],
  [3035, 60, -2, 4156604.9080362, 3653423.5436622],
  [3034, 43.1, 5.93, 1850946.4948131, 3677434.6699137],
  [3034, 60, -2, 3717666.1492213, 3347308.5415115],
  [3395, 43.1, 5.93, 5298000.6239115, 660124.5804041],
  [3395, -33, 151, -3872033.7328972, 16809243.1097843],
  [3857, 43.1, 5.93, 5327205.2742705, 660124.5804041],
  [3031, -75, 120, -819391.6192036, 1419227.9157568],
  [3031, -66.5, -40, 1982747.53951, -1663722.7291205],
  [3413, 78.2, 15.6, -629641.5431841, 1117433.7218596],
  [3413, 70, -50, -2179601.9240201, -190690.4593511],
  [3995, 78.2, 15.6, -1239076.4631054, 345956.364661],
  [3996, 78.2, 15.6, -1252065.9657489, 349583.0989644],
  [3006, 57.7, 11.9, 6399536.7787034, 315270.1412132],
  [3067, 60.1, 24.9, 6664403.3916749, 383233.6926267],
  [26919, 43, -70, 4761299.9251058, 418491.352169],
  [26910, 36.8, -121.9, 4073250.4094571, 598131.1386761],
] as const;

test.each(POINTS)("in EPSG:%d, %d° N %d° E is %d m north and %d m east", (epsg, lat, lon, north_m, east_m) => {
  const [east, north] = projections(definitionOfEpsg(epsg)!)(lon, lat);
  // PROJ's values have seven digits; the two take different series and closed forms, which agree far below a micrometre.
  expect(Math.abs(north - north_m)).toBeLessThan(1e-6);
  expect(Math.abs(east - east_m)).toBeLessThan(1e-6);
});

test("the constants of Lambert-93 are those that IGN publishes: n = 0.7256077650, c = 11 754 255.426 m, Y_s = 12 655 612.050 m", () => {
  // Ten digits, cut and not rounded.
  expect(Math.abs(LAMBERT_93.n - 0.725607765)).toBeLessThan(1e-10);
  expect(LAMBERT_93.radius_m).toBeCloseTo(11_754_255.426, 3);
  expect(6_600_000 + LAMBERT_93.poleRadius_m).toBeCloseTo(12_655_612.05, 3);
});

test("the formulas give the example of EPSG's guidance note: 28.5° N 96° W in Texas South Central is 2 963 503.91 feet east, 254 759.80 north", () => {
  const foot = 1200 / 3937;
  const { project, n } = lambertConic({
    a_m: 6378206.4,
    inverseFlattening: 294.9786982,
    parallels_deg: [28 + 23 / 60, 30 + 17 / 60],
    falseOrigin_deg: [27 + 50 / 60, -99],
    falseOrigin_m: [2_000_000 * foot, 0],
  });
  const [east, north] = project(-96, 28.5);
  expect(n).toBeCloseTo(0.48991263, 8);
  expect(east / foot).toBeCloseTo(2963503.91, 2);
  expect(north / foot).toBeCloseTo(254759.8, 2);
});

test("Lambert-93 equals its formulas over France and its seas, and comes back to the degrees it came from", () => {
  const project = projections(definitionOfEpsg(2154)!);
  const back = proj4(definitionOfEpsg(2154)!);
  const longitude = uniform(-9.86, 10.38);
  const latitude = uniform(41.15, 51.56);
  fc.assert(
    fc.property(longitude, latitude, (lon, lat) => {
      const [east, north] = project(lon, lat);
      const [east2, north2] = lambert93(lon, lat);
      // Both are closed forms; 7000 km have 1e-9 m between neighbouring doubles, and powers lose a few of them.
      expect(Math.abs(east - east2)).toBeLessThan(1e-6);
      expect(Math.abs(north - north2)).toBeLessThan(1e-6);
      const [lon2, lat2] = back.inverse([east, north]);
      // 1e-10 degrees are 11 µm, the end of proj4's iteration.
      expect(Math.abs(lon2! - lon)).toBeLessThan(1e-10);
      expect(Math.abs(lat2! - lat)).toBeLessThan(1e-10);
    }),
    { seed: 93 },
  );
});

const WKT1 =
  'PROJCS["RGF93 v1 / Lambert-93",GEOGCS["RGF93 v1",DATUM["Reseau_Geodesique_Francais_1993_v1",SPHEROID["GRS 1980",6378137,298.257222101]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Lambert_Conformal_Conic_2SP"],PARAMETER["latitude_of_origin",46.5],PARAMETER["central_meridian",3],PARAMETER["standard_parallel_1",49],PARAMETER["standard_parallel_2",44],PARAMETER["false_easting",700000],PARAMETER["false_northing",6600000],UNIT["metre",1],AXIS["Easting",EAST],AXIS["Northing",NORTH]]';
const ESRI =
  'PROJCS["RGF_1993_Lambert_93",GEOGCS["GCS_RGF_1993",DATUM["D_RGF_1993",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Lambert_Conformal_Conic"],PARAMETER["False_Easting",700000.0],PARAMETER["False_Northing",6600000.0],PARAMETER["Central_Meridian",3.0],PARAMETER["Standard_Parallel_1",49.0],PARAMETER["Standard_Parallel_2",44.0],PARAMETER["Latitude_Of_Origin",46.5],UNIT["Meter",1.0]]';
const WKT2 =
  'PROJCRS["RGF93 v1 / Lambert-93",BASEGEOGCRS["RGF93 v1",DATUM["Reseau Geodesique Francais 1993 v1",ELLIPSOID["GRS 1980",6378137,298.257222101,LENGTHUNIT["metre",1]]],PRIMEM["Greenwich",0,ANGLEUNIT["degree",0.0174532925199433]]],CONVERSION["Lambert-93",METHOD["Lambert Conic Conformal (2SP)",ID["EPSG",9802]],PARAMETER["Latitude of false origin",46.5,ANGLEUNIT["degree",0.0174532925199433]],PARAMETER["Longitude of false origin",3,ANGLEUNIT["degree",0.0174532925199433]],PARAMETER["Latitude of 1st standard parallel",49,ANGLEUNIT["degree",0.0174532925199433]],PARAMETER["Latitude of 2nd standard parallel",44,ANGLEUNIT["degree",0.0174532925199433]],PARAMETER["Easting at false origin",700000,LENGTHUNIT["metre",1]],PARAMETER["Northing at false origin",6600000,LENGTHUNIT["metre",1]]],CS[Cartesian,2],AXIS["easting (X)",east,ORDER[1],LENGTHUNIT["metre",1]],AXIS["northing (Y)",north,ORDER[2],LENGTHUNIT["metre",1]]]';

test.each([
  ["WKT of GDAL", WKT1],
  ["WKT of ESRI", ESRI],
  ["WKT 2", WKT2],
])("%s is Lambert-93 as the number is", (_, wkt) => {
  const [east, north] = projections(systemOfText(wkt)!.definition!)(5.93, 43.1);
  expect(east).toBeCloseTo(938661.1324379, 5);
  expect(north).toBeCloseTo(6226730.8479818, 5);
});

test("lengths of a system in feet come as metres", () => {
  const metres = "+proj=lcc +lat_0=46.5 +lon_0=3 +lat_1=49 +lat_2=44 +x_0=700000 +y_0=6600000 +ellps=GRS80";
  const [east, north] = projections(`${metres} +to_meter=0.3048`)(5.93, 43.1);
  const [east2, north2] = projections(metres)(5.93, 43.1);
  expect(east).toBeCloseTo(east2, 6);
  expect(north).toBeCloseTo(north2, 6);
});

test.each([
  ["nonsense", "it is not a proj string or WKT of a known projection"],
  ["toString", "it is not a proj string or WKT of a known projection"],
  ["+proj=nosuch +lon_0=3", "it is not a proj string or WKT of a known projection"],
  ["+proj=longlat +datum=WGS84", "it is not a system of metres on a map"],
  ["+proj=tmerc +lat_0=49 +lon_0=-2 +ellps=airy +nadgrids=OSTN15.gsb", "it needs the grid shifts OSTN15.gsb"],
  [
    "+proj=lcc +lat_1=28 +lat_2=30 +lat_0=27 +lon_0=-99 +ellps=clrk66",
    "it does not say where its ellipsoid lies to that of WGS-84 (TOWGS84)",
  ],
])("%s is refused: %s", (definition, reason) => {
  expect(() => projections(definition)).toThrow(reason);
});

test("a sphere is taken as ocean models mean it, and another ellipsoid with its shift", () => {
  const [east, north] = projections("+proj=merc +R=6371000")(90, 0);
  expect(east).toBeCloseTo((6371000 * Math.PI) / 2, 6);
  expect(north).toBeCloseTo(0, 6);
  const shifted =
    "+proj=tmerc +lat_0=0 +lon_0=9 +k=1 +x_0=3500000 +ellps=bessel +towgs84=598.1,73.7,418.2,0.202,0.045,-2.455,6.7";
  expect(projections(shifted)(9, 54).every(Number.isFinite)).toBe(true);
});

test.each([
  ["brackets", `PROJCS${"[".repeat(60_000)}`],
  ["systems in systems", `PROJCS["a",${"A[".repeat(20_000)}${"]".repeat(20_000)}]`],
  ["quotes", `PROJCS[${'"'.repeat(60_000)}]`],
  ["numbers", `PROJCS["a",${'ID["EPSG",1]'.repeat(5_000)} x]`],
  ["a projection of itself", "+proj=ob_tran +o_proj=ob_tran +o_lat_p=30 +ellps=WGS84"],
])("a hostile definition, %s, is refused like any other", (_, text) => {
  expect(() => projections(systemOfText(text)?.definition ?? text)).toThrow(/^it is not a proj string or WKT/);
});

test("definitions with anything changed in them are understood or refused, and never more", () => {
  const texts = [WKT1, ESRI, WKT2, definitionOfEpsg(2154)!, definitionOfEpsg(3035)!];
  const piece = fc.oneof(fc.string({ maxLength: 6 }), fc.constantFrom("[", "]", '"', ",", "+", "=", "[[[[[[", "1e400"));
  const change = fc.tuple(fc.constantFrom(...texts), uniform(0, 1), fc.nat(12), piece);
  let refused = 0;
  fc.assert(
    fc.property(change, ([text, where, gone, put]) => {
      const at = Math.floor(where * text.length);
      const definition = text.slice(0, at) + put + text.slice(at + gone);
      try {
        const [east, north] = projections(definition)(5, 45);
        expect([typeof east, typeof north]).toEqual(["number", "number"]);
      } catch (error) {
        refused++;
        expect((error as Error).message).toMatch(/^it [a-z][^\n]*$/);
      }
    }),
    { seed: 11, numRuns: 2000 },
  );
  expect(refused).toBeGreaterThan(50);
});
