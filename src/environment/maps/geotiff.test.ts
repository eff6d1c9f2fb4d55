import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { geoTiff, type SampledMap, type SampleType, sampled, type TiffLayout } from "../test/map-writers.ts";
import { DEFLATE_TIFF, LZW_TIFF, outsideValue } from "../test/outside-maps.ts";
import { readGeoTiff } from "./geotiff.ts";
import { MapError } from "./map-error.ts";
import { mapDepth_m } from "./map-grid.ts";

/**
 * Whole numbers at every place below, so that int16 holds them; a plane, so that bilinear interpolation meets it. Half a cell
 * is 100 m along north and 200 m along east: no shift of both cancels.
 */
const f = (north: number, east: number): number => -(1000 + 400 * (north - 44) + 1600 * (east - 3));

const GEOGRAPHIC = { 1024: 2, 2048: 4326 };
const AREA = { ...GEOGRAPHIC, 1025: 1 };
const POINT = { ...GEOGRAPHIC, 1025: 2 };
const place = { scale: [0.25, 0.5, 0], tie: [0, 0, 0, 3, 44, 0] };

/** 11 rows by 21 columns: neither strips of 4 rows nor tiles of 16 fit. First value at half a cell from 44° N 3° E, or on it. */
function area(): SampledMap {
  return sampled(f, 11, 21, [43.75, -0.5], [3.125, 0.25]);
}
function point(): SampledMap {
  return sampled(f, 11, 21, [44, -0.5], [3, 0.25]);
}

function worst(bytes: Uint8Array): number {
  const map = readGeoTiff("a.tif", bytes);
  let most = 0;
  for (let k = 0; k < 40; k++) {
    const [north, east] = [39.1 + 0.1 * k, 3.3 + 0.11 * k];
    most = Math.max(most, Math.abs(mapDepth_m(map, north, east) + f(north, east)));
  }
  return most;
}

/** Numbers below 1e4 rounded a few times; half a cell of error would be 100 m. */
const ROUNDING_M = 1e-9;

const TYPES: SampleType[] = ["int16", "int32", "float32", "float64"];
const BLOCKS: TiffLayout[] = [{}, { strip: 4 }, { tile: [16, 16] }, { tile: [32, 16] }];

test.each(TYPES)("%s in strips and tiles, of both byte orders, as areas and as points, is where it belongs", (type) => {
  for (const blocks of BLOCKS) {
    for (const littleEndian of [true, false]) {
      const layout = { ...place, ...blocks, littleEndian, type };
      expect(worst(geoTiff(area(), { ...layout, keys: AREA }))).toBeLessThan(ROUNDING_M);
      expect(worst(geoTiff(point(), { ...layout, keys: POINT }))).toBeLessThan(ROUNDING_M);
    }
  }
});

test("pixels are areas where the file does not say; registration and EPSG number are kept", () => {
  const map = readGeoTiff("a.tif", geoTiff(area(), { ...place, keys: GEOGRAPHIC }));
  expect([map.registration, map.coordinates, map.epsg]).toEqual(["pixel", "geographic", 4326]);
  expect([map.firstNorth, map.firstEast]).toEqual([38.75, 3.125]);
  expect(readGeoTiff("a.tif", geoTiff(point(), { ...place, keys: POINT })).registration).toBe("gridline");
});

test("a tie point in the middle, a transformation, and a map that is stored south up", () => {
  const middle = { scale: place.scale, tie: [4, 2, 0, 4, 43, 0] };
  expect(worst(geoTiff(area(), { ...middle, keys: AREA }))).toBeLessThan(ROUNDING_M);
  const matrix = [0.25, 0, 0, 3, 0, -0.5, 0, 44, 0, 0, 0, 0, 0, 0, 0, 1];
  expect(worst(geoTiff(area(), { matrix, keys: AREA }))).toBeLessThan(ROUNDING_M);
  const southUp = sampled(f, 11, 21, [38.75, 0.5], [3.125, 0.25]);
  const up = [0.25, 0, 0, 3, 0, 0.5, 0, 38.5, 0, 0, 0, 0, 0, 0, 0, 1];
  expect(worst(geoTiff(southUp, { matrix: up, keys: AREA }))).toBeLessThan(ROUNDING_M);
});

test("projected maps keep metres and EPSG number; feet become metres, of coordinates and of values", () => {
  const map = sampled((north, east) => -(north + 2 * east), 3, 3, [400, -100], [700, 100]);
  const layout = { scale: [100, 100, 0], tie: [0.5, 0.5, 0, 700, 400, 0] };
  const metres = readGeoTiff("a.tif", geoTiff(map, { ...layout, keys: { 1024: 1, 3072: 32631, 3076: 9001 } }));
  expect([metres.coordinates, metres.epsg, metres.firstNorth, metres.firstEast]).toEqual([
    "projected",
    32631,
    200,
    700,
  ]);
  const feet = readGeoTiff("a.tif", geoTiff(map, { ...layout, keys: { 1024: 1, 3076: 9002, 4099: 9002 } }));
  expect(feet.firstNorth).toBeCloseTo(200 * 0.3048, 10);
  expect(feet.depths_m[0]).toBeCloseTo((200 + 1400) * 0.3048, 10);
  expect(feet.epsg).toBeNull();
});

test("gaps are GDAL_NODATA, NaN and tiles that were not written", () => {
  const map = area();
  map.elevations[5] = Number.NaN;
  map.elevations[40] = Number.NaN;
  const int16 = geoTiff(map, { ...place, keys: AREA, type: "int16", nodata: "-32768" });
  expect(readGeoTiff("a.tif", int16).gaps).toBe(2);
  expect(readGeoTiff("a.tif", geoTiff(map, { ...place, keys: AREA, nodata: "nan" })).gaps).toBe(2);
  const sparse = geoTiff(area(), {
    ...place,
    keys: AREA,
    tile: [16, 16],
    // The second tile, of 5 columns by 11 rows, has no bytes.
    compression: [
      1,
      (bytes) => (new DataView(bytes.buffer).getFloat64(8 * 15, true) === 77 ? new Uint8Array(0) : bytes),
    ],
  });
  expect(readGeoTiff("a.tif", sparse).gaps).toBe(55);
});

test("Deflate by zlib and PackBits are unpacked, strip by strip", () => {
  const deflate = [8, (bytes: Uint8Array) => new Uint8Array(deflateSync(bytes))] as const;
  expect(worst(geoTiff(area(), { ...place, keys: AREA, strip: 4, compression: deflate }))).toBeLessThan(ROUNDING_M);
  const old = [32946, deflate[1]] as const;
  expect(worst(geoTiff(area(), { ...place, keys: AREA, tile: [16, 16], compression: old }))).toBeLessThan(ROUNDING_M);
  // Literals of one byte each: the least clever PackBits.
  const pack = [32773, (bytes: Uint8Array) => Uint8Array.from([...bytes].flatMap((byte) => [0, byte]))] as const;
  expect(worst(geoTiff(area(), { ...place, keys: AREA, strip: 3, compression: pack }))).toBeLessThan(ROUNDING_M);
});

test("a file of another program: LZW, big-endian, one strip of 700 codes and more", () => {
  const map = readGeoTiff("lzw.tif", Buffer.from(LZW_TIFF, "base64"));
  expect([map.rows, map.columns, map.firstEast, map.firstNorth, map.registration]).toEqual([
    24,
    24,
    3.125,
    32.25,
    "pixel",
  ]);
  for (let i = 0; i < 24; i++) {
    for (let j = 0; j < 24; j++) expect(map.depths_m[(23 - i) * 24 + j]).toBe(outsideValue(i, j));
  }
});

test("a file of another program: Deflate with the floating-point predictor, in tiles, pixels as points", () => {
  const map = readGeoTiff("deflate.tif", Buffer.from(DEFLATE_TIFF, "base64"));
  expect([map.rows, map.columns, map.firstEast, map.firstNorth, map.registration]).toEqual([
    10,
    20,
    3,
    39.5,
    "gridline",
  ]);
  for (let i = 0; i < 10; i++) {
    for (let j = 0; j < 20; j++) expect(map.depths_m[(9 - i) * 20 + j]).toBe(outsideValue(i, j) / 8);
  }
});

test("reading changes no byte of the file, not even of a Node Buffer with a predictor and no compression", () => {
  const file = Buffer.from(geoTiff(area(), { ...place, keys: AREA, type: "float32", tags: { 317: 3 } }));
  const before = Buffer.from(file);
  // The predictor makes nonsense of values that were written without it.
  readGeoTiff("a.tif", file, { of: "anything" });
  expect(file.equals(before)).toBe(true);
});

function problem(bytes: Uint8Array): string {
  try {
    readGeoTiff("a.tif", bytes);
  } catch (error) {
    if (error instanceof MapError) return error.message;
    throw error;
  }
  return "nothing";
}

test("what is not read is refused with the number that was seen and a way out", () => {
  const write = (change: TiffLayout): Uint8Array => geoTiff(area(), { ...place, keys: AREA, ...change });
  expect(problem(write({ tags: { 259: 7 } }))).toBe(
    "a.tif:1:1: error MAP002: compression 7 is not read; only none, LZW, Deflate and PackBits are (gdal_translate -co COMPRESS=NONE in.tif out.tif converts it)",
  );
  expect(problem(write({ tags: { 277: 3 } }))).toContain("3 samples per pixel: a picture, not a map of depths");
  expect(problem(write({ tags: { 258: 12 } }))).toContain("samples of 12 bits and format 3");
  expect(problem(write({ tags: { 317: 4 } }))).toContain("predictor 4");
  expect(problem(write({ keys: { 1024: 2, 2054: 9101 } }))).toContain("MAP016: angles in unit EPSG:9101");
  expect(problem(write({ keys: { 1024: 1, 3076: 9999 } }))).toContain("MAP016: coordinates in unit EPSG:9999");
  expect(problem(write({ keys: { 1024: 3 } }))).toContain("MAP012");
  expect(problem(write({ nodata: "none" }))).toContain('GDAL_NODATA is "none"');
  const rotated = [0.25, 0.1, 0, 3, 0.1, -0.5, 0, 44, 0, 0, 0, 0, 0, 0, 0, 1];
  expect(problem(geoTiff(area(), { matrix: rotated, keys: AREA }))).toContain("rotated");
  expect(problem(geoTiff(area(), { keys: AREA }))).toContain("does not say where it lies");
  const big = write({});
  big[2] = 43;
  expect(problem(big)).toContain("BigTIFF");
});

test("sizes that do not fit are reported before memory is taken for them", () => {
  const write = (tags: Record<number, number>): Uint8Array => geoTiff(area(), { ...place, keys: AREA, tags });
  expect(problem(write({ 256: 65000, 257: 65000 }))).toContain("MAP005");
  expect(problem(write({ 256: 2100 }))).toContain("strip 1 has 1848 bytes");
  expect(problem(write({ 278: 2 }))).toContain("the file lists 1 of its 6 strips");
  expect(problem(write({ 257: 0 }))).toContain("0 rows by 21 columns is not a grid; each must be at least 1");
  const cut = write({}).slice(0, -30);
  expect(problem(cut)).toContain("MAP003");
});
