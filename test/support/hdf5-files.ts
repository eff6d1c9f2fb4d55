/** HDF5 files for the tests, written by the HDF5 library itself (h5wasm). */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import h5wasm, { type File, type FileOptions } from "h5wasm/node";

/** Oldest to newest: superblock 0 with old groups; superblock 2, as NetCDF-4 has; superblock 3 with the newer indexes of chunks. */
export const VERSIONS = { 0: ["earliest", "v108"], 2: ["v108", "v108"], 3: ["v110", "v110"] } as const;

/** The bytes of the file that `build` fills. */
export async function hdf5(options: FileOptions, build: (file: File) => void): Promise<Uint8Array> {
  await h5wasm.ready;
  const folder = mkdtempSync(join(tmpdir(), "thetis-hdf5-"));
  try {
    const path = join(folder, "a.h5");
    const file = new h5wasm.File(path, "w", options);
    build(file);
    file.close();
    return new Uint8Array(readFileSync(path));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A file of outside-netcdf4.ts. */
export function outsideFile(base64: string): Uint8Array {
  return new Uint8Array(inflateSync(Buffer.from(base64, "base64")));
}
