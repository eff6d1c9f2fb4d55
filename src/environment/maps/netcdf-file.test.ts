import { expect, test } from "vitest";
import { outsideFile } from "../../../test/support/hdf5-files.ts";
import { oldHdf5 } from "../../../test/support/hdf5-writer.ts";
import { netcdf } from "../test/map-writers.ts";
import { outsideValue, RECORD_NETCDF } from "../test/outside-maps.ts";
import { GEBCO_NETCDF4 } from "../test/outside-netcdf4.ts";
import {
  findAxis,
  findVariable,
  type NetcdfFile,
  numberAttribute,
  numbersAttribute,
  readVariable,
  textAttribute,
} from "./netcdf-file.ts";
import { looksLikeNetcdf, openNetcdf } from "./open-netcdf.ts";

const LENGTHS = { time: 2, depth: 3, lat: 4, lon: 5 };
const NAMES = Object.keys(LENGTHS);
/** Each place of the four dimensions has its own number. */
const VALUES = Int16Array.from({ length: 120 }, (_, k) => 100 * k - 6000);
const axes = Object.entries(LENGTHS).map(([name, length]) => ({
  name,
  values: Float64Array.from({ length }, (_, k) => 10 + k),
}));

const classic = netcdf(2, LENGTHS, { title: " a sea " }, [
  ...axes.map(({ name, values }) => ({ name, dimensions: [name], type: "float64" as const, values })),
  {
    name: "Temp",
    dimensions: NAMES,
    type: "int16",
    attributes: { scale_factor: ["float64", 0.5], _FillValue: ["int16", 5900], units: "K" },
    values: VALUES,
  },
]);
const modern = oldHdf5([
  ...axes.map(({ name, values }) => ({ name, lengths: [values.length], type: "float64" as const, values })),
  {
    name: "Temp",
    lengths: Object.values(LENGTHS),
    type: "int16",
    values: VALUES,
    chunk: [1, 2, 3, 3],
    filters: ["shuffle", "deflate"],
    attributes: { scale_factor: [0.5], _FillValue: [5900], units: "K" },
  },
]);
const FILES: readonly (readonly [string, NetcdfFile])[] = [
  ["NetCDF-3", openNetcdf("a.nc", classic)],
  ["NetCDF-4", openNetcdf("a.nc", modern)],
];

test.each(FILES)("%s: dimensions, axes and attributes by name", (format, file) => {
  expect(file.format).toBe(format);
  const temp = findVariable(file, "temp")!;
  expect(temp.name).toBe("Temp");
  expect(temp.dimensions).toEqual(Object.entries(LENGTHS).map(([name, length]) => ({ name, length })));
  expect([...file.dimensions].sort((a, b) => a.length - b.length)).toEqual(temp.dimensions);
  expect(temp.dimensions.map((dimension) => findAxis(file, dimension)?.name)).toEqual(NAMES);
  expect(findVariable(file, "salt")).toBeUndefined();
  expect([textAttribute(temp.attributes, "units"), textAttribute(temp.attributes, "scale_factor")]).toEqual(["K", ""]);
  expect(numberAttribute(temp.attributes, "scale_factor")).toBe(0.5);
  expect([numberAttribute(temp.attributes, "units"), numbersAttribute(temp.attributes, "none")]).toEqual([
    undefined,
    [],
  ]);
});

test.each(FILES)("%s: any part of a variable is that part of the whole, unpacked, with gaps", (_, file) => {
  const temp = findVariable(file, "Temp")!;
  expect([...file.readStored(temp)]).toEqual([...VALUES]);
  const whole = [...readVariable(file, temp)];
  // 5900 is the last value.
  expect(whole).toEqual(Array.from(VALUES, (value) => (value === 5900 ? Number.NaN : value / 2)));
  const shape = Object.values(LENGTHS);
  for (let k = 0; k < 40; k++) {
    const start = shape.map((length, d) => (k * (d + 3) + d) % length);
    const count = shape.map((length, d) => 1 + ((k * (2 * d + 1)) % (length - start[d]!)));
    const part: number[] = [];
    for (let a = 0; a < count[0]!; a++) {
      for (let b = 0; b < count[1]!; b++) {
        for (let c = 0; c < count[2]!; c++) {
          for (let e = 0; e < count[3]!; e++) {
            const [i, j, l, m] = [start[0]! + a, start[1]! + b, start[2]! + c, start[3]! + e];
            part.push(whole[((i * 3 + j) * 4 + l) * 5 + m]!);
          }
        }
      }
    }
    expect([...readVariable(file, temp, { start, count })]).toEqual(part);
  }
});

test.each(FILES)("%s: a part that leaves the variable, or is empty or not whole, is refused", (_, file) => {
  const temp = findVariable(file, "Temp")!;
  const read = (start: readonly number[], count: readonly number[]) => () => readVariable(file, temp, { start, count });
  const shape = '"Temp" with time = 2, depth = 3, lat = 4, lon = 5 has no values from';
  expect(read([0, 0, 0, 1], [1, 1, 1, 5])).toThrow(`${shape} [0, 0, 0, 1], [1, 1, 1, 5] of them`);
  expect(read([0, 0, 0, 0], [1, 1, 0, 1])).toThrow(shape);
  expect(read([0, -1, 0, 0], [1, 1, 1, 1])).toThrow(shape);
  expect(read([0, 0.5, 0, 0], [1, 1, 1, 1])).toThrow(shape);
  expect(read([0, 0, 0], [1, 1, 1])).toThrow(shape);
});

test("records that lie interleaved are read in part, too", () => {
  const file = openNetcdf("record.nc", Buffer.from(RECORD_NETCDF, "base64"));
  const elevation = findVariable(file, "elevation")!;
  const expected = [1, 2].flatMap((i) => [2, 4].map((j) => -10 - outsideValue(i, j) / 2));
  const read = [2, 4].map((j) => [...readVariable(file, elevation, { start: [1, j], count: [2, 1] })]);
  expect([read[0]![0], read[1]![0], read[0]![1], read[1]![1]]).toEqual(expected);
  expect([...readVariable(file, findVariable(file, "lat")!, { start: [1], count: [2] })]).toEqual([43.5, 43]);
});

test("the first bytes say which format it is, and what is neither is refused", () => {
  expect([classic, modern, outsideFile(GEBCO_NETCDF4)].map(looksLikeNetcdf)).toEqual([true, true, true]);
  expect(looksLikeNetcdf(Buffer.from("ncols 3"))).toBe(false);
  expect(() => openNetcdf("a.nc", Buffer.from("ncols 3"))).toThrow("MAP004: the file does not begin as a NetCDF file");
});
