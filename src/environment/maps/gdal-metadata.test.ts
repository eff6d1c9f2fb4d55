/** Packed values and units of GeoTIFF files, as GDAL states them. */
import { expect, test } from "vitest";
import { geoTiff, sampled, type TiffLayout } from "../test/map-writers.ts";
import { readGeoTiff } from "./geotiff.ts";

/** Stored in tenths: −200 is −20 m. */
const stored = sampled((north, east) => -(100 + 10 * (north - 40) + 20 * (east - 3)), 3, 4, [42, -1], [3, 1]);
const item = (role: string, text: string, sample = 0): string =>
  `  <Item name="${role.toUpperCase()}" sample="${sample}" role="${role}">${text}</Item>\n`;
const layout: TiffLayout = {
  scale: [1, 1, 0],
  tie: [0, 0, 0, 3, 42, 0],
  keys: { 1024: 2, 1025: 2, 2048: 4326 },
  type: "int16",
};
const read = (items: string, more: TiffLayout = {}, options = {}) =>
  readGeoTiff(
    "a.tif",
    geoTiff(stored, { ...layout, metadata: `<GDALMetadata>\n${items}</GDALMetadata>\n`, ...more }),
    options,
  );

/** South-western value: 100 stored. Products of small decimals are right to a few 1e-15 of 10. */
const close = (actual: number | undefined, expected: number): void => expect(actual).toBeCloseTo(expected, 12);

test("scale and offset of GDAL_METADATA make the values", () => {
  close(read(item("scale", "0.1")).depths_m[0], 10);
  close(read(item("offset", "-2.5") + item("scale", "0.1")).depths_m[0], 12.5);
  // Of another layer, and a remark without a role.
  close(read(`${item("scale", "0.1", 1)}<Item name="SCALE">0.1</Item>`).depths_m[0], 100);
});

test("marks of no data are stored values, of the file and of the scenario", () => {
  const packed = item("scale", "0.1");
  expect(read(packed, { nodata: "-100" }).gaps).toBe(1);
  expect(read(packed, {}, { noData: -100 }).gaps).toBe(1);
});

test("the unit is honoured, and one that is not known, or that contradicts the GeoKey, is refused", () => {
  close(read(item("unittype", "ft")).depths_m[0], 30.48);
  close(read(item("unittype", "cm")).depths_m[0], 1);
  close(read(item("unittype", "US survey foot")).depths_m[0], (100 * 1200) / 3937);
  close(read(item("unittype", "m") + item("scale", "0.5")).depths_m[0], 50);
  expect(() => read(item("unittype", "cubits"))).toThrow('MAP016: unit "cubits" of the values, in GDAL_METADATA');
  const keys = { ...layout.keys, 4099: 9002 };
  close(read(item("unittype", "ft"), { keys }).depths_m[0], 30.48);
  expect(() => read(item("unittype", "m"), { keys })).toThrow(
    'unit EPSG:9002 by GeoKey 4099, but in "m" by GDAL_METADATA',
  );
});

test("a scale that is not a number, or 0, is refused", () => {
  expect(() => read(item("scale", "tenth"))).toThrow('MAP004: the scale of the values in GDAL_METADATA is "tenth"');
  expect(() => read(item("scale", "0"))).toThrow("not a number other than 0");
});
