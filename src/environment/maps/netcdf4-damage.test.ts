/**
 * Damaged and hostile NetCDF-4 files. Checksums are left out here: they find most damage before anything else does, and a hostile file has
 * right ones. That they are looked at is tested in read-map.test.ts.
 */
import fc from "fast-check";
import { beforeAll, expect, test, vi } from "vitest";
import { hdf5, outsideFile } from "../../../test/support/hdf5-files.ts";
import { oldHdf5 } from "../../../test/support/hdf5-writer.ts";
import { GEBCO_NETCDF4, NEW_HDF5, OLD_HDF5, SEA_NETCDF4 } from "../test/outside-netcdf4.ts";
import { MapError } from "./map-error.ts";
import { readVariable } from "./netcdf-file.ts";
import { openNetcdf } from "./open-netcdf.ts";
import { readMap } from "./read-map.ts";

vi.mock("./hdf5/checksum.ts", () => ({ checkChecksum: () => {}, checkInnerChecksum: () => {} }));

const values = Int16Array.from({ length: 48 }, (_, k) => -3 * k);
const axis = (name: string, length: number) =>
  ({ name, lengths: [length], type: "float64", values: Float64Array.from({ length }, (_, k) => k) }) as const;
const OLD = oldHdf5([
  axis("lat", 6),
  axis("lon", 8),
  { name: "elevation", lengths: [6, 8], type: "int16", values, chunk: [2, 3], filters: ["shuffle", "deflate"] },
  {
    name: "other",
    lengths: [6, 8],
    type: "int16",
    values,
    layout: 1,
    fill: [2, -1],
    attributes: { units: "m", n: [1] },
  },
]);

const files = new Map<string, Uint8Array>([
  ["from the specification", OLD],
  ["GEBCO's form", outsideFile(GEBCO_NETCDF4)],
  ["a sea", outsideFile(SEA_NETCDF4)],
  ["old", outsideFile(OLD_HDF5)],
]);

beforeAll(async () => {
  const build = (compression?: "gzip") => (file: Parameters<Parameters<typeof hdf5>[1]>[0]) => {
    const shape = [6, 8];
    file.create_dataset({ name: "lat", data: Float64Array.from({ length: 6 }, (_, k) => k) }).make_scale("lat");
    file.create_dataset({ name: "lon", data: Float64Array.from({ length: 8 }, (_, k) => k) }).make_scale("lon");
    const more = compression === undefined ? {} : { compression };
    for (const [name, maxshape] of [
      ["elevation", shape],
      ["grows", [null, 8]],
      ["grows twice", [null, null]],
    ] as const) {
      const dataset = file.create_dataset({
        name,
        data: values,
        shape,
        maxshape: [...maxshape],
        chunks: [1, 2],
        ...more,
      });
      dataset.attach_scale(0, "/lat");
      dataset.attach_scale(1, "/lon");
      dataset.create_attribute("units", "m");
    }
    for (let k = 0; k < 12; k++) file.create_attribute(`note ${k}`, "text");
  };
  files.set("newest", await hdf5({ libver: "v110", track_order: true }, build()));
  files.set("newest, deflated", await hdf5({ libver: "v110" }, build("gzip")));
});

/** Reads all there is; anything but a MapError with one line is a bug. Returns how many variables could be read. */
function attempt(bytes: Uint8Array): number {
  let read = 0;
  const guarded = (work: () => void): void => {
    try {
      work();
      read++;
    } catch (error) {
      if (!(error instanceof MapError)) throw error;
      expect(error.message).toMatch(/^damaged:1:1: error MAP\d\d\d: [^\n\r]+$/);
    }
  };
  guarded(() => {
    const netcdf = openNetcdf("damaged", bytes);
    read--;
    for (const variable of netcdf.variables) guarded(() => void readVariable(netcdf, variable));
    read++;
  });
  return read;
}

const NAMES = ["from the specification", "GEBCO's form", "a sea", "old", "newest", "newest, deflated"];

test.each(NAMES)("%s, with any bytes changed, is read or refused with one line", (name) => {
  const bytes = files.get(name)!;
  const whole = attempt(bytes);
  expect(whole).toBeGreaterThan(2);
  // Metadata are everywhere: bytes that are not zero are changed ten times as often as the padding between.
  const used = Array.from(bytes.keys()).filter((k) => bytes[k] !== 0);
  const at = fc.oneof(
    { arbitrary: fc.constantFrom(...used), weight: 10 },
    { arbitrary: fc.nat(bytes.length - 1), weight: 1 },
  );
  const value = fc.oneof(
    fc.constantFrom(0, 1, 2, 0x7f, 0x80, 0xfe, 0xff),
    fc.nat(255),
    fc.constantFrom(...used.map((k) => bytes[k]!)),
  );
  const damage = fc.array(fc.tuple(at, value), { minLength: 1, maxLength: 5 });
  let spoilt = 0;
  fc.assert(
    fc.property(damage, (changes) => {
      const damaged = bytes.slice();
      for (const [place, byte] of changes) damaged[place] = byte;
      if (attempt(damaged) < whole) spoilt++;
    }),
    { seed: 29, numRuns: 300 },
  );
  // The damage reaches what is read.
  expect(spoilt).toBeGreaterThan(60);
});

test.each(NAMES)("%s, with pieces of itself in other places, is read or refused with one line", (name) => {
  const bytes = files.get(name)!;
  // Structures that stand where others belong are sound in themselves, and point to each other.
  const place = fc.nat(Math.floor((bytes.length - 1) / 8)).map((k) => 8 * k);
  const move = fc.tuple(place, place, fc.constantFrom(8, 16, 64, 512));
  fc.assert(
    fc.property(fc.array(move, { minLength: 1, maxLength: 4 }), (moves) => {
      const damaged = bytes.slice();
      for (const [to, from, size] of moves) damaged.copyWithin(to, from, from + size);
      attempt(damaged);
    }),
    { seed: 31, numRuns: 150 },
  );
});

test("anything behind the signature is refused or read with one line", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.constantFrom(0, 1, 2, 3), (bytes, version) => {
      attempt(Uint8Array.from([0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a, version, 8, 8, 0, ...bytes]));
    }),
    { seed: 5, numRuns: 1000 },
  );
});

/** The file with the first number `from` that stands behind the letters replaced by `to`. */
function redirected(bytes: Uint8Array, letters: string, skip: number, to: number): Uint8Array {
  const changed = bytes.slice();
  const at = Buffer.from(bytes).indexOf(letters, 0, "latin1");
  expect(at).toBeGreaterThan(0);
  new DataView(changed.buffer).setBigUint64(at + skip, BigInt(to), true);
  return changed;
}

test("a tree whose node is its own child ends, and so does a header that continues itself", () => {
  // Behind "TREE", type, level, count and two siblings of eight bytes come a key and a child. The first tree is one of chunks.
  const tree = Buffer.from(OLD).lastIndexOf("TREE", undefined, "latin1");
  const looped = OLD.slice();
  new DataView(looped.buffer).setBigUint64(tree + 8 + 16 + 8, BigInt(tree), true);
  expect(() => openNetcdf("damaged", looped)).toThrow(/MAP004: a B-tree of a group has a node of type 0 and level 1/);

  // A continuation message (type 16, size 16) that points to the block it stands in, over and over.
  const bytes = files.get("GEBCO's form")!;
  const block = Buffer.from(bytes).indexOf("OCHK", 0, "latin1");
  const endless = bytes.slice();
  const view = new DataView(endless.buffer);
  const size = 4 + 4 * 22 + 4;
  for (let k = 0; k < 4; k++) {
    const at = block + 4 + 22 * k;
    endless.set([0x10, 16, 0, 0, 0, 0], at);
    view.setBigUint64(at + 6, BigInt(block), true);
    view.setBigUint64(at + 14, BigInt(size), true);
  }
  expect(() => openNetcdf("damaged", endless)).toThrow("MAP004: the structures of the file lead in circles");
});

test("a heap that begins elsewhere and a root that is not a group are reported", () => {
  expect(() => openNetcdf("damaged", redirected(OLD, "HEAP", 24, OLD.length))).toThrow(
    /MAP003: the file has \d+ bytes, but a local heap ends at byte \d+/,
  );
  // The root's address is the second of its entry, behind four addresses.
  const rootless = OLD.slice();
  const data = Buffer.from(OLD).indexOf("SNOD", 0, "latin1");
  const dataset = new DataView(OLD.buffer).getBigUint64(data + 16, true);
  new DataView(rootless.buffer).setBigUint64(24 + 5 * 8, dataset, true);
  expect(() => openNetcdf("damaged", rootless)).toThrow("MAP004: the root of the file is not a group");
});

test("of the newest indexes the holes, too, survive damage", () => {
  const bytes = outsideFile(NEW_HDF5);
  const used = Array.from(bytes.keys()).filter((k) => bytes[k] !== 0 && bytes[k] !== 0xff && bytes[k] !== 0x7a);
  fc.assert(
    fc.property(fc.constantFrom(...used), fc.nat(255), (at, byte) => {
      const damaged = bytes.slice();
      damaged[at] = byte;
      attempt(damaged);
    }),
    { seed: 37, numRuns: 80 },
  );
});

test("readMap gives the same for damaged maps: a map or one line", () => {
  fc.assert(
    fc.property(fc.nat(OLD.length - 1), fc.nat(255), (at, byte) => {
      const damaged = OLD.slice();
      damaged[at] = byte;
      try {
        const map = readMap("damaged", damaged);
        expect(map.depths_m.length).toBe(map.rows * map.columns);
      } catch (error) {
        if (!(error instanceof MapError)) throw error;
      }
    }),
    { seed: 41, numRuns: 500 },
  );
});
