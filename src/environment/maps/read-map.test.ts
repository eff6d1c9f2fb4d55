import { deflateSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { outsideFile } from "../../../test/support/hdf5-files.ts";
import { oldHdf5 } from "../../../test/support/hdf5-writer.ts";
import { esriAscii, geoTiff, netcdf, sampled } from "../test/map-writers.ts";
import { DEFLATE_TIFF, LZW_TIFF, RECORD_NETCDF } from "../test/outside-maps.ts";
import { GEBCO_NETCDF4 } from "../test/outside-netcdf4.ts";
import { MapError } from "./map-error.ts";
import { mapDepth_m } from "./map-grid.ts";
import { readMap } from "./read-map.ts";

/** One bottom in every format: a + b x + c y + d x y, which bilinear interpolation meets between the values. */
const f = (north: number, east: number): number =>
  -(700 + 64 * (north - 40) - 32 * (east - 6) + 16 * (north - 40) * (east - 6));
const CELL = 0.25;
const [ROWS, COLUMNS] = [12, 9];
/** Centre of the north-western cell. */
const [NORTH, EAST] = [42.875, 6.125];
const map = sampled(f, ROWS, COLUMNS, [NORTH, -CELL], [EAST, CELL]);
const keys = { 1024: 2, 1025: 1, 2048: 4326 };
const placed = { scale: [CELL, CELL, 0], tie: [0, 0, 0, EAST - CELL / 2, NORTH + CELL / 2, 0], keys };
const lat = Array.from({ length: ROWS }, (_, i) => NORTH - CELL * i);
const lon = Array.from({ length: COLUMNS }, (_, j) => EAST + CELL * j);
const axes = [
  { name: "lat", dimensions: ["lat"], type: "float64", attributes: { units: "degrees_north" }, values: lat },
  { name: "lon", dimensions: ["lon"], type: "float64", attributes: { units: "degrees_east" }, values: lon },
] as const;
const south = NORTH - CELL * (ROWS - 1);
const options = { coordinates: "geographic" } as const;

const FILES: Readonly<Record<string, Uint8Array>> = {
  "ESRI ASCII by corners": Buffer.from(
    esriAscii(map, { registration: "corner", west: EAST - CELL / 2, south: south - CELL / 2, cell: CELL }),
  ),
  "ESRI ASCII by centres": Buffer.from(esriAscii(map, { registration: "center", west: EAST, south, cell: CELL })),
  "GeoTIFF of areas": geoTiff(map, { ...placed, strip: 5 }),
  "GeoTIFF of points": geoTiff(map, {
    ...placed,
    tie: [0, 0, 0, EAST, NORTH, 0],
    keys: { ...keys, 1025: 2 },
    tile: [16, 16],
  }),
  "compressed GeoTIFF": geoTiff(map, {
    ...placed,
    littleEndian: false,
    type: "float32",
    compression: [8, (bytes) => new Uint8Array(deflateSync(bytes))],
  }),
  NetCDF: netcdf(1, { lat: ROWS, lon: COLUMNS }, { title: "a test" }, [
    ...axes,
    {
      name: "elevation",
      dimensions: ["lat", "lon"],
      type: "float64",
      attributes: { units: "m" },
      values: map.elevations,
    },
  ]),
  "NetCDF with 64-bit offsets": netcdf(2, { lat: ROWS, lon: COLUMNS }, {}, [
    ...axes,
    { name: "z", dimensions: ["lat", "lon"], type: "float32", values: map.elevations },
  ]),
  "NetCDF-4": oldHdf5([
    { name: "lat", lengths: [ROWS], type: "float64", values: lat },
    { name: "lon", lengths: [COLUMNS], type: "float32", values: lon },
    {
      name: "elevation",
      lengths: [ROWS, COLUMNS],
      type: "float32",
      values: map.elevations,
      chunk: [5, 4],
      filters: ["shuffle", "deflate"],
    },
  ]),
};

test.each(Object.keys(FILES))("%s: the same bottom, between the values too", (name) => {
  const read = readMap(name, FILES[name]!, options);
  for (let k = 0; k < 25; k++) {
    const [north, east] = [40.2 + 0.1 * k, 6.2 + 0.07 * k];
    // All values are multiples of 1/4 below 2¹⁰, exact in float32; half a cell of error would be 4 m and more.
    expect(mapDepth_m(read, north, east)).toBeCloseTo(-f(north, east), 9);
  }
});

function attempt(bytes: Uint8Array): "read" | "refused" {
  try {
    const read = readMap("damaged", bytes, options);
    expect(read.depths_m.length).toBe(read.rows * read.columns);
    return "read";
  } catch (error) {
    // Anything else is a bug of a reader: a RangeError, a TypeError, an endless loop.
    if (!(error instanceof MapError)) throw error;
    expect(error.message).toMatch(/^damaged:\d+:\d+: error MAP\d\d\d: [^\n\r]+$/);
    return "refused";
  }
}

const SOUND: Readonly<Record<string, Uint8Array>> = {
  ...FILES,
  "LZW of another program": Buffer.from(LZW_TIFF, "base64"),
  "Deflate of another program": Buffer.from(DEFLATE_TIFF, "base64"),
  "records of another program": Buffer.from(RECORD_NETCDF, "base64"),
  "NetCDF-4 of another program": outsideFile(GEBCO_NETCDF4),
};

test.each(Object.keys(SOUND))("%s, cut anywhere, is read or refused with one line", (name) => {
  const bytes = SOUND[name]!;
  let refused = 0;
  for (let length = 0; length < bytes.length; length++) if (attempt(bytes.subarray(0, length)) === "refused") refused++;
  // What is read after all lacks only its padding, a tag behind the values, a comment, or digits of the last value.
  expect(refused).toBeGreaterThan(0.9 * bytes.length);
});

test.each(Object.keys(SOUND))("%s, with any bytes changed, is read or refused with one line", (name) => {
  const bytes = SOUND[name]!;
  // Headers are at the start, in TIFF files of ours near the end: half of the damage goes there.
  const at = fc.oneof(
    fc.nat(bytes.length - 1),
    fc.nat(Math.min(300, bytes.length - 1)),
    fc.nat(300).map((k) => Math.max(0, bytes.length - 1 - k)),
  );
  const value = fc.oneof(fc.constantFrom(0, 1, 0x7f, 0x80, 0xff), fc.nat(255));
  const damage = fc.array(fc.tuple(at, value), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(damage, (changes) => {
      const damaged = bytes.slice();
      for (const [place, byte] of changes) damaged[place] = byte;
      attempt(damaged);
    }),
    { seed: 17, numRuns: 400 },
  );
});

test("bytes of anything are refused, and so is nothing at all", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(attempt(bytes)).toBe("refused");
    }),
    { seed: 1, numRuns: 300 },
  );
  expect(attempt(new Uint8Array(0))).toBe("refused");
  const starts = ["II*\0", "MM\0*", "CDF\x01", "CDF\x02", "\x89HDF\r\n\x1a\n\0", "\x89HDF\r\n\x1a\n\x02", "ncols "];
  fc.assert(
    fc.property(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 300 }), (start, bytes) => {
      attempt(Uint8Array.from([...Buffer.from(start, "latin1"), ...bytes]));
    }),
    { seed: 4, numRuns: 1500 },
  );
});

test("one changed byte in the structures of a NetCDF-4 file is found by its checksum", () => {
  const bytes = outsideFile(GEBCO_NETCDF4);
  // The superblock behind the sizes, and the header of the root group that follows it.
  for (let at = 12; at < 120; at++) {
    const damaged = bytes.slice();
    damaged[at]! ^= 16;
    expect(attempt(damaged)).toBe("refused");
  }
});

test("a header whose first key is misspelt is still reported as a header", () => {
  const text = "ncol 2\nnrows 1\nxllcorner 0\nyllcorner 0\ncellsize 1\n1 2";
  expect(() => readMap("a.asc", Buffer.from(text), options)).toThrow("MAP006: the header has no ncols (and 1 more)");
});
