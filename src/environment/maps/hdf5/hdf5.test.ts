import type { File } from "h5wasm/node";
import { expect, test } from "vitest";
import { hdf5, outsideFile, VERSIONS } from "../../../../test/support/hdf5-files.ts";
import { type OldDataset, oldHdf5 } from "../../../../test/support/hdf5-writer.ts";
import { outsideValue } from "../../test/outside-maps.ts";
import { NEW_HDF5, OLD_HDF5 } from "../../test/outside-netcdf4.ts";
import { MapError } from "../map-error.ts";
import { findVariable, type NetcdfFile, type NetcdfSlab } from "../netcdf-file.ts";
import { openNetcdf } from "../open-netcdf.ts";

const ROWS = 60;
const COLUMNS = 50;
/** All different, so that no two places can be mistaken for each other. */
const VALUES = Int16Array.from({ length: ROWS * COLUMNS }, (_, k) => k - 1500);

function stored(netcdf: NetcdfFile, name: string, slab?: NetcdfSlab): number[] {
  return [...netcdf.readStored(findVariable(netcdf, name)!, slab)];
}

/** The whole, and parts that begin and end everywhere in chunks. */
function expectValues(netcdf: NetcdfFile, name: string): void {
  expect(stored(netcdf, name)).toEqual([...VALUES]);
  for (let k = 0; k < 12; k++) {
    const start = [(k * 7) % ROWS, (k * 11) % COLUMNS];
    const count = [1 + ((k * 5) % (ROWS - start[0]!)), 1 + ((k * 13) % (COLUMNS - start[1]!))];
    const part = Array.from(
      { length: count[0]! * count[1]! },
      (_, c) => VALUES[(start[0]! + Math.floor(c / count[1]!)) * COLUMNS + start[1]! + (c % count[1]!)],
    );
    expect(stored(netcdf, name, { start, count })).toEqual(part);
  }
}

type Storage = Omit<Parameters<File["create_dataset"]>[0], "name" | "data" | "shape">;

/** With the newest version every kind of index is among these, fixed arrays in pages too. */
const STORAGES: Readonly<Record<string, Storage>> = {
  "in one piece": {},
  "in chunks": { chunks: [16, 20] },
  deflated: { chunks: [16, 20], compression: "gzip", compression_opts: 6 },
  shuffled: { chunks: [16, 20], compression: 2, compression_opts: [] },
  "with checksums": { chunks: [16, 20], compression: 3, compression_opts: [] },
  "in one chunk": { chunks: [60, 50] },
  "in one deflated chunk": { chunks: [60, 50], compression: "gzip" },
  "in 3000 chunks": { chunks: [1, 1] },
  "growing along the first dimension": { chunks: [4, 10], maxshape: [null, 50] },
  "growing along the second, deflated": { chunks: [1, 3], maxshape: [60, null], compression: "gzip" },
  "growing along both": { chunks: [1, 2], maxshape: [null, null] },
  "growing along both, deflated": { chunks: [4, 10], maxshape: [null, null], compression: "gzip" },
  "growing to a limit": { chunks: [7, 9], maxshape: [100, 90] },
};

test.each([0, 2, 3] as const)(
  "superblock %i: values lie where the library put them, however they are stored",
  async (version) => {
    for (const track_order of [false, true]) {
      const bytes = await hdf5({ libver: [...VERSIONS[version]], track_order }, (file) => {
        for (const [name, storage] of Object.entries(STORAGES)) {
          file.create_dataset({ name, data: VALUES, shape: [ROWS, COLUMNS], ...storage });
        }
      });
      expect(bytes[8]).toBe(version === 0 && track_order ? 0 : version);
      const netcdf = openNetcdf("a.h5", bytes);
      for (const name of Object.keys(STORAGES)) expectValues(netcdf, name);
    }
  },
);

const NUMBERS: readonly (readonly [string, string, readonly number[]])[] = [
  ["int8", "<b", [-128, 0, 127]],
  ["uint8", "<B", [0, 1, 255]],
  ["int16", "<h", [-32768, 1, 32767]],
  ["uint16", "<H", [0, 1, 65535]],
  ["int32", "<i", [-2147483648, 1, 2147483647]],
  ["uint32", "<I", [0, 1, 4294967295]],
  ["float32", "<f", [-1.5, 0.125, 2 ** 100]],
  ["float64", "<d", [-1.5, 0.1, 1e300]],
];

test("every type of number of the library is read", async () => {
  const bytes = await hdf5({ libver: "v108" }, (file) => {
    for (const [name, dtype, values] of NUMBERS) file.create_dataset({ name, data: [...values], dtype });
    file.create_dataset({ name: "int64", data: BigInt64Array.from([-(2n ** 53n), 5n]) });
    file.create_dataset({ name: "uint64", data: BigUint64Array.from([2n ** 63n, 7n]) });
  });
  const netcdf = openNetcdf("a.h5", bytes);
  for (const [name, , values] of NUMBERS) expect(stored(netcdf, name)).toEqual(values);
  expect(stored(netcdf, "int64")).toEqual([-9007199254740992, 5]);
  expect(stored(netcdf, "uint64")).toEqual([2 ** 63, 7]);
  for (const { name, type } of netcdf.variables) expect(type).toBe(name);
});

test("numbers with their highest byte first are read, too", () => {
  const types = ["int8", "uint16", "int16", "int32", "float32", "float64"] as const;
  const datasets = types.map((type): OldDataset => {
    const values = NUMBERS.find(([name]) => name === type)![2];
    return { name: type, type, values, lengths: [3], littleEndian: false };
  });
  const netcdf = openNetcdf("a.h5", oldHdf5(datasets));
  for (const { name, values } of datasets) expect(stored(netcdf, name)).toEqual(values);
});

test("a checksum whose sums come to 65535 is that of the library", async () => {
  // 0xffff; 0x0001 + 0xfffe; and sums of sums: 2 · 0x5555 + 0x5555 = 0xffff.
  const cases = [[-1], [256, -257], [0x5555, 0x5555, 0], [-1, -1, 0, -1]];
  const bytes = await hdf5({ libver: "v108" }, (file) => {
    cases.forEach((values, k) => {
      const data = Int16Array.from(values);
      file.create_dataset({ name: `c${k}`, data, chunks: [values.length], compression: 3, compression_opts: [] });
    });
  });
  const netcdf = openNetcdf("a.h5", bytes);
  cases.forEach((values, k) => {
    expect(stored(netcdf, `c${k}`)).toEqual(values);
  });
});

test("many links and many long attributes, in heaps of several levels, are all found", async () => {
  const letters = (k: number): string => `${k} ${"x".repeat(3500)}`;
  const bytes = await hdf5({ libver: "v108", track_order: true }, (file) => {
    for (let k = 0; k < 120; k++) file.create_dataset({ name: `variable-${k}`, data: [k, k + 1] });
    // Together 1.05 MB: blocks of the heap have at most 64 kB, and rows of them end at 512 kB.
    for (let k = 0; k < 300; k++) file.create_attribute(`a${k}`, letters(k));
  });
  const netcdf = openNetcdf("a.h5", bytes);
  expect(netcdf.variables.map(({ name }) => name)).toEqual(Array.from({ length: 120 }, (_, k) => `variable-${k}`));
  expect(stored(netcdf, "variable-77")).toEqual([77, 78]);
  expect(netcdf.attributes.size).toBe(300);
  for (let k = 0; k < 300; k++) expect(netcdf.attributes.get(`a${k}`)).toBe(letters(k));
});

const G = Array.from({ length: 48 }, (_, k) => outsideValue(Math.floor(k / 8), k % 8));

test("an old file of h5py: superblock 1, addresses of four bytes, shuffled and deflated with checksums, fill values, types of its own", () => {
  const netcdf = openNetcdf("old.h5", outsideFile(OLD_HDF5));
  for (const name of ["be", "le", "u8", "compact"]) expect(stored(netcdf, name)).toEqual(G);
  expect(stored(netcdf, "i1")).toEqual(G.map((value) => (value % 100) - 50));
  // Chunks of 2 × 3: only the one around (5, 7) was written, and the rest of it is filled, too.
  expect(stored(netcdf, "sparse")).toEqual(G.map((_, k) => (k === 47 ? 3 : -7.5)));
  expect(stored(netcdf, "nothing")).toEqual(G.map(() => -3));
  expect(stored(netcdf, "committed")).toEqual([0, 1, 2, 3, 4]);
  expect(stored(netcdf, "enum")).toEqual([1, 2, 1]);
  expect(() => stored(netcdf, "records")).toThrow('"records" holds values of a kind that is not read, not numbers');
  expect(() => stored(netcdf, "half")).toThrow('"half" holds values of a kind that is not read');
  expect(findVariable(netcdf, "soft")).toBeUndefined();
});

test("a new file of h5py: chunks without index, arrays in pages with holes, edges without filters, an attribute of 70 000 letters", () => {
  const netcdf = openNetcdf("new.h5", outsideFile(NEW_HDF5));
  for (const name of ["implicit", "one", "tree", "edges"]) expect(stored(netcdf, name)).toEqual(G);
  expect(stored(netcdf, "pages")).toEqual(
    Array.from({ length: 3000 }, (_, k) => (k === 1500 ? 1 : k === 2999 ? 2 : -5)),
  );
  const grown = new Array<number>(1200).fill(-6);
  grown.splice(1196, 4, 1, 2, 3, 4);
  grown[13] = 9;
  expect(stored(netcdf, "grown")).toEqual(grown);
  expect(netcdf.attributes.get("long")).toBe("z".repeat(70000));
  expect(netcdf.attributes.get("a7")).toEqual([7]);
});

const SHAPE = {
  lengths: [5, 7],
  type: "int16",
  values: Int16Array.from({ length: 35 }, (_, k) => 3 * k - 50),
} as const;
const OLD: readonly OldDataset[] = [
  { ...SHAPE, name: "chunks 1", layout: 1, chunk: [2, 3] },
  { ...SHAPE, name: "chunks 2", layout: 2, chunk: [2, 3], filters: ["shuffle", "deflate"] },
  { ...SHAPE, name: "chunks 3", chunk: [2, 3], filters: ["shuffle", "deflate", "fletcher32"], littleEndian: false },
  { ...SHAPE, name: "checksum first", chunk: [5, 2], filters: ["fletcher32", "deflate"] },
  { ...SHAPE, name: "compact 1", layout: 1, chunk: "compact" },
  { ...SHAPE, name: "compact 3", chunk: "compact", type: "float32" },
  { ...SHAPE, name: "piece 1", layout: 1, type: "int32" },
  { ...SHAPE, name: "piece 2", layout: 2, type: "float64", littleEndian: false },
  { ...SHAPE, name: "piece 3", attributes: { units: "m", two: [1.5, -2] } },
];

test.each([
  [0, 8],
  [1, 8],
  [0, 4],
  [1, 2],
] as const)(
  "superblock %i with addresses of %i bytes, written from the specification: old layouts, filters in any order",
  (superblock, offsetSize) => {
    const netcdf = openNetcdf("old.h5", oldHdf5(OLD, { superblock, offsetSize }));
    expect(netcdf.variables.map(({ name }) => name)).toEqual(OLD.map(({ name }) => name).sort());
    for (const { name } of OLD) expect(stored(netcdf, name)).toEqual([...SHAPE.values]);
    const { attributes } = findVariable(netcdf, "piece 3")!;
    expect([attributes.get("units"), attributes.get("two")]).toEqual(["m", [1.5, -2]]);
  },
);

test("where nothing was written stands the fill value of any version of its message, or 0", () => {
  const versions = ["old", 1, 2, 3] as const;
  const datasets = versions.map((version): OldDataset => {
    return { ...SHAPE, name: `fill ${version}`, chunk: [2, 3], holes: [0, 4], fill: [version, -7] };
  });
  const none: OldDataset = { ...SHAPE, name: "none", chunk: [2, 3], holes: [0, 4] };
  const nothing: OldDataset = { ...SHAPE, name: "nothing", values: null, fill: [3, 12] };
  const netcdf = openNetcdf("old.h5", oldHdf5([...datasets, none, nothing]));
  // Chunks 0 and 4 of 3 by 3 begin at (0, 0) and at (2, 3).
  const isHole = (i: number, j: number): boolean => (i < 2 && j < 3) || (i >= 2 && i < 4 && j >= 3 && j < 6);
  const withHoles = (fill: number): number[] =>
    Array.from(SHAPE.values, (value, k) => (isHole(Math.floor(k / 7), k % 7) ? fill : value));
  for (const version of versions) expect(stored(netcdf, `fill ${version}`)).toEqual(withHoles(-7));
  expect(stored(netcdf, "none")).toEqual(withHoles(0));
  expect(stored(netcdf, "nothing")).toEqual(new Array(35).fill(12));
});

function problem(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (error instanceof MapError) return error.message;
    throw error;
  }
  return "nothing";
}

test("filters that are not read are named; a variable that has one does not spoil the others", () => {
  const files = [32015, 4, 40000].map((id) => oldHdf5([{ ...SHAPE, name: "z", chunk: [2, 3], filters: [id] }, ...OLD]));
  const [zstd, szip, other] = files.map((bytes) => {
    const netcdf = openNetcdf("a.nc", bytes);
    expect(stored(netcdf, "chunks 3")).toEqual([...SHAPE.values]);
    return problem(() => stored(netcdf, "z"));
  });
  const hint = "(nccopy -k nc6 in.nc out.nc unpacks it)";
  expect(zstd).toBe(
    `a.nc:1:1: error MAP002: this is a NetCDF-4 file with values packed by Zstandard, filter 32015; only deflate and shuffle are read ${hint}`,
  );
  expect(szip).toContain("packed by szip, filter 4; only");
  expect(other).toContain("packed by filter 40000; only");
});

test("a wrong checksum of a chunk, a chunk that does not inflate and a file that was cut are reported as what they are", () => {
  const plain = oldHdf5([{ ...SHAPE, name: "z", chunk: [5, 7], filters: ["fletcher32"] }]);
  // The only chunk is the first structure behind the superblock.
  const summed = plain.slice();
  summed[100]! ^= 1;
  expect(problem(() => stored(openNetcdf("a.nc", summed), "z"))).toContain(
    'MAP004: the checksum of chunk [0, 0] of "z" is wrong: the file is damaged',
  );
  const packed = oldHdf5([{ ...SHAPE, name: "z", chunk: [5, 7], filters: ["deflate"] }]);
  packed[100]! ^= 1;
  expect(problem(() => stored(openNetcdf("a.nc", packed), "z"))).toContain(
    'MAP004: chunk [0, 0] of "z" cannot be inflated to 70 bytes: the file is damaged',
  );
  expect(problem(() => openNetcdf("a.nc", packed.subarray(0, -1)))).toMatch(
    /MAP003: the file has \d+ bytes of the \d+ that it says it has \(was its download cut\?\)$/,
  );
});

test("more than can be held or unpacked is refused before it is", () => {
  const lengths = [43200, 86400];
  const huge = oldHdf5([{ name: "z", lengths, type: "int16", values: null, chunk: [600, 600] }]);
  expect(problem(() => stored(openNetcdf("a.nc", huge), "z"))).toBe(
    'a.nc:1:1: error MAP005: "z", 43200 by 86400 values, has more than the 33554432 that are read at once (cut out the region of the scenario)',
  );
  const netcdf = openNetcdf("a.nc", huge);
  expect(stored(netcdf, "z", { start: [43000, 86000], count: [2, 2] })).toEqual([0, 0, 0, 0]);
  const coarse = oldHdf5([{ name: "z", lengths, type: "int16", values: null, chunk: [40000, 40000] }]);
  expect(problem(() => stored(openNetcdf("a.nc", coarse), "z", { start: [0, 0], count: [1, 1] }))).toContain(
    'MAP005: 1 chunks of 3200000000 bytes of "z" are more than the 1048576 chunks or 1073741824 bytes that are unpacked at once',
  );
});
