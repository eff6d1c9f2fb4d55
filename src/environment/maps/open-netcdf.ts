/** A NetCDF file from its bytes, whichever of its formats it has; the first bytes say so. */
import { looksLikeHdf5 } from "./hdf5/hdf5-source.ts";
import { mapCodes, mapError } from "./map-error.ts";
import type { NetcdfFile } from "./netcdf-file.ts";
import { looksLikeNetcdf3 } from "./netcdf-header.ts";
import { openNetcdf3 } from "./netcdf3.ts";
import { openNetcdf4 } from "./netcdf4.ts";

export function looksLikeNetcdf(bytes: Uint8Array): boolean {
  return looksLikeNetcdf3(bytes) || looksLikeHdf5(bytes);
}

/** Throws a MapError, and nothing else, for what cannot be read. */
export function openNetcdf(file: string, bytes: Uint8Array): NetcdfFile {
  if (looksLikeNetcdf3(bytes)) return openNetcdf3(file, bytes);
  if (looksLikeHdf5(bytes)) return openNetcdf4(file, bytes);
  throw mapError(mapCodes.malformed, file, "the file does not begin as a NetCDF file");
}
