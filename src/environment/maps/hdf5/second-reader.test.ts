/** The HDF5 library itself (h5wasm) as a second reader: of sound files both give the same numbers and the same texts. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import h5wasm, { Dataset, File } from "h5wasm/node";
import { beforeAll, expect, test } from "vitest";
import { outsideFile } from "../../../../test/support/hdf5-files.ts";
import { GEBCO_NETCDF4, NEW_HDF5, OLD_HDF5, SEA_NETCDF4 } from "../../test/outside-netcdf4.ts";
import { openNetcdf } from "../open-netcdf.ts";

const FILES: readonly (readonly [string, Uint8Array])[] = [
  ["in the form of GEBCO's", outsideFile(GEBCO_NETCDF4)],
  ["of a sea", outsideFile(SEA_NETCDF4)],
  ["of an old library", outsideFile(OLD_HDF5)],
  ["of a new one", outsideFile(NEW_HDF5)],
];

beforeAll(async () => {
  await h5wasm.ready;
});

/** Numbers and texts of the datasets in the root, as the library reads them. */
function byTheLibrary(bytes: Uint8Array): Map<string, { numbers: number[] | null; units: unknown }> {
  const folder = mkdtempSync(join(tmpdir(), "thetis-second-"));
  try {
    const path = join(folder, "a.h5");
    writeFileSync(path, bytes);
    const file = new File(path, "r");
    const found = new Map<string, { numbers: number[] | null; units: unknown }>();
    for (const name of file.keys()) {
      const dataset = file.get(name);
      if (!(dataset instanceof Dataset)) continue;
      const { type, size } = dataset.metadata;
      const isNumber = (type === 0 || type === 1) && size <= 8 && !(type === 1 && size < 4);
      const value = isNumber ? dataset.value : null;
      const numbers =
        value === null ? null : ArrayBuffer.isView(value) ? Array.from(value as Float64Array, Number) : [Number(value)];
      found.set(name.replace("_nc4_non_coord_", ""), { numbers, units: dataset.attrs.units?.value });
    }
    file.close();
    return found;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test.each(FILES)("a file %s", (_, bytes) => {
  const theirs = byTheLibrary(bytes);
  const netcdf = openNetcdf("a.nc", bytes);
  let compared = 0;
  for (const variable of netcdf.variables) {
    const other = theirs.get(variable.name);
    expect(other).toBeDefined();
    const units = variable.attributes.get("units");
    if (typeof units === "string") expect(other?.units).toBe(units);
    if (variable.type === "text" || variable.type === "other" || other?.numbers == null) continue;
    const mine = [...netcdf.readStored(variable)];
    // What can grow is filled up to the longest along its dimension; the library gives only what was written.
    if (mine.length !== other.numbers.length) expect(mine.length).toBeGreaterThan(other.numbers.length);
    else {
      expect(mine).toEqual(other.numbers);
      compared++;
    }
  }
  expect(compared).toBeGreaterThanOrEqual(3);
});
