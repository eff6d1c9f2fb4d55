import { expect, test } from "vitest";
import { hdf5, outsideFile } from "../../../test/support/hdf5-files.ts";
import { oldHdf5 } from "../../../test/support/hdf5-writer.ts";
import { outsideValue } from "../test/outside-maps.ts";
import { GEBCO_NETCDF4, SEA_NETCDF4 } from "../test/outside-netcdf4.ts";
import { MapError } from "./map-error.ts";
import { mapDepth_m } from "./map-grid.ts";
import { describeShape, findAxis, findVariable, readVariable } from "./netcdf-file.ts";
import { openNetcdf } from "./open-netcdf.ts";
import { readMap } from "./read-map.ts";

test("a file of the format's own library in the form of GEBCO's is a map: elevations up, south to north, cell centres", () => {
  const map = readMap("gebco.nc", outsideFile(GEBCO_NETCDF4));
  expect([map.rows, map.columns, map.coordinates, map.registration, map.gaps]).toEqual([
    6,
    8,
    "geographic",
    "pixel",
    0,
  ]);
  expect([map.firstNorth, map.firstEast]).toEqual([43 + 0.5 / 240, 3 + 0.5 / 240]);
  // Differences of numbers near 43, over 5 steps.
  expect(Math.abs(map.stepNorth - 1 / 240)).toBeLessThan(1e-14);
  for (let i = 0; i < 6; i++) {
    for (let j = 0; j < 8; j++) expect(map.depths_m[i * 8 + j]).toBe(outsideValue(i, j));
  }
});

test("a sea of the format's own library: packed, big-endian, growing, with variables that are not axes", () => {
  const netcdf = openNetcdf("sea.nc", outsideFile(SEA_NETCDF4));
  expect(netcdf.format).toBe("NetCDF-4");
  expect(Object.fromEntries(netcdf.variables.map((variable) => [variable.name, describeShape(variable)]))).toEqual({
    time: "time = 3",
    depth: "depth = 2",
    lat: "lat = 3",
    lon: "lon = 4",
    thetao: "time = 3, depth = 2, lat = 3, lon = 4",
    so: "time = 3, depth = 2, lat = 3, lon = 4",
    time_bnds: "time = 3, nv = 2",
    crs: "no dimension",
    w: "lon = 4",
    flag: "lat = 3, lon = 4",
    name: "nv = 2",
  });
  const read = (name: string): number[] => [...readVariable(netcdf, findVariable(netcdf, name)!)];
  expect(read("time")).toEqual([600000, 600006, 600012]);
  expect(read("depth")).toEqual([0.5, 10]);
  // 0.5 · (7 k − 60) + 20; of every first latitude the second longitude is a gap, and the third time was never written.
  const thetao = Array.from({ length: 72 }, (_, k) => (k >= 48 || k % 12 === 1 ? Number.NaN : 3.5 * k - 10));
  expect(read("thetao")).toEqual(thetao);
  const slab = { start: [1, 0, 1, 1], count: [2, 2, 1, 2] };
  const part = [29, 30, 41, 42, 53, 54, 65, 66].map((k) => thetao[k]);
  expect([...readVariable(netcdf, findVariable(netcdf, "thetao")!, slab)]).toEqual(part);
  expect(read("so")).toEqual(Array.from({ length: 72 }, (_, k) => k / 4));
  expect(read("crs")).toEqual([7]);
  expect(read("w")).toEqual([1, 2, 3, 4]);
  expect(read("flag")).toEqual(Array.from({ length: 12 }, (_, k) => 20 * k));
  expect(() => read("name")).toThrow('"name" holds text, not numbers');
  expect(findVariable(netcdf, "time")?.attributes.get("units")).toBe("hours since 1950-01-01");
  expect(findVariable(netcdf, "thetao")?.attributes.get("scale_factor")).toEqual([0.5]);
  expect([...netcdf.attributes]).toEqual(
    expect.arrayContaining([
      ["note", "any length"],
      ["two", "one\ntwo"],
      ["unit", "°C"],
      ["range", [1.5, -2.5]],
    ]),
  );
  expect(netcdf.attributes.size).toBe(4);
  expect(netcdf.groups).toEqual(["forecast"]);
  expect(findAxis(netcdf, { name: "lat", length: 3 })?.name).toBe("lat");
  // Of its dimension's name, but along another.
  expect(findAxis(netcdf, { name: "w", length: 5 })).toBeUndefined();
});

/** A plane with different slopes; whole numbers at quarters of a degree. */
const f = (north: number, east: number): number => -(1000 + 400 * (north - 42) + 1600 * (east - 3));
const lat = Float64Array.from({ length: 6 }, (_, i) => 42 + 0.25 * i);
const lon = Float64Array.from({ length: 6 }, (_, j) => 3 + 0.25 * j);
const sampled = (norths: Float64Array, easts: Float64Array): Float64Array =>
  Float64Array.from({ length: norths.length * easts.length }, (_, k) =>
    f(norths[Math.floor(k / easts.length)]!, easts[k % easts.length]!),
  );

test("a square map knows its axes by the references of the file, whichever comes first", async () => {
  for (const axes of [
    ["/lat", "/lon"],
    ["/lon", "/lat"],
  ] as const) {
    const bytes = await hdf5({ libver: "v108", track_order: true }, (file) => {
      for (const [name, data] of [
        ["lat", lat],
        ["lon", lon],
      ] as const) {
        const axis = file.create_dataset({ name, data });
        axis.make_scale(name);
        axis.create_attribute("units", name === "lat" ? "degrees_north" : "degrees_east");
      }
      const rows = sampled(lat, lon);
      const turned = Float64Array.from(rows, (_, k) => rows[(k % 6) * 6 + Math.floor(k / 6)]!);
      const data = Float32Array.from(axes[0] === "/lat" ? rows : turned);
      const z = file.create_dataset({ name: "z", data, shape: [6, 6], chunks: [4, 4], compression: "gzip" });
      axes.forEach((axis, d) => {
        z.attach_scale(d, axis);
      });
    });
    const map = readMap("square.nc", bytes);
    for (let k = 0; k < 12; k++) {
      const [north, east] = [42.02 + 0.1 * k, 3.9 - 0.07 * k];
      // Numbers below 1e4 rounded a few times.
      expect(mapDepth_m(map, north, east)).toBeCloseTo(-f(north, east), 9);
    }
  }
});

test("without references axes are found by their lengths, and where these do not distinguish them the map is refused", () => {
  const four = lon.slice(0, 4);
  const axis = (name: string, values: Float64Array) =>
    ({ name, lengths: [values.length], type: "float64", values }) as const;
  const z = { name: "z", type: "float64" } as const;
  const told = oldHdf5([axis("lat", lat), axis("lon", four), { ...z, lengths: [6, 4], values: sampled(lat, four) }]);
  expect(mapDepth_m(readMap("a.h5", told), 42.6, 3.3)).toBeCloseTo(-f(42.6, 3.3), 9);
  const square = oldHdf5([axis("lat", lat), axis("lon", lon), { ...z, lengths: [6, 6], values: sampled(lat, lon) }]);
  expect(problem(square)).toBe('a.h5:1:1: error MAP013: no variable "phony_dim_6" along the dimension of that name');
});

function problem(bytes: Uint8Array): string {
  try {
    readMap("a.h5", bytes);
  } catch (error) {
    if (error instanceof MapError) return error.message;
    throw error;
  }
  return "nothing";
}

test("the whole grid of GEBCO is refused with the number of cells that are held", () => {
  const axis = (name: string, length: number) => ({ name, lengths: [length], type: "float64", values: null }) as const;
  const lengths = [43200, 86400];
  const elevation = { name: "elevation", lengths, type: "int16", values: null, chunk: [600, 600] } as const;
  expect(problem(oldHdf5([axis("lat", 43200), axis("lon", 86400), elevation]))).toBe(
    "a.h5:1:1: error MAP005: 43200 rows by 86400 columns are more than 33554432 cells (cut out the region of the scenario)",
  );
});

test("a map that is only in a group, and a file without any map, are refused with what is there", async () => {
  const grouped = await hdf5({ libver: "v108" }, (file) => {
    file.create_group("land").create_dataset({ name: "elevation", data: [1, 2] });
    file.create_dataset({ name: "tid", data: [1, 2] });
  });
  expect(problem(grouped)).toBe(
    'a.h5:1:1: error MAP013: no variable "elevation", "topo", "z", "Band1" or "depth"; there are: "tid" (variables of its groups (land) are not read)',
  );
  const empty = await hdf5({ libver: "v108" }, () => {});
  expect(problem(empty)).toContain("there are: none (name the variable)");
});
