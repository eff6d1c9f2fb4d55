/** A map from the bytes of a file, whichever of the formats it is; the first bytes say so, the name does not matter. */
import { withCoordinates } from "./coordinate-system.ts";
import { looksLikeEsriAscii, readEsriAscii } from "./esri-ascii.ts";
import { readGeoTiff } from "./geotiff.ts";
import { mapCodes, mapError } from "./map-error.ts";
import type { MapGrid, MapOptions } from "./map-grid.ts";
import { readNetcdf } from "./netcdf.ts";
import { looksLikeNetcdf } from "./open-netcdf.ts";
import { checkAttributes } from "./stated-system.ts";
import { looksLikeTiff } from "./tiff-directory.ts";
import { looksLikeXyz, readXyz } from "./xyz.ts";

// Browsers, workers and Node all have it; the rooms that run anywhere know no platform's types.
declare const TextDecoder: new () => { decode(bytes: Uint8Array): string };

/** Where a header must have begun. */
const BEGINNING = 4096;
/** A V8 string holds no more; 33 million values of 15 characters. */
const LONGEST_TEXT = 500_000_000;

/** Throws a MapError, and nothing else, for what cannot be read. */
export function readMap(file: string, bytes: Uint8Array, stated: MapOptions = {}): MapGrid {
  checkAttributes(stated, file);
  const options = withCoordinates(stated);
  if (looksLikeTiff(bytes)) return readGeoTiff(file, bytes, options);
  if (looksLikeNetcdf(bytes)) return readNetcdf(file, bytes, options);
  const beginning = new TextDecoder().decode(bytes.subarray(0, BEGINNING));
  const readText = looksLikeEsriAscii(beginning) ? readEsriAscii : looksLikeXyz(beginning) ? readXyz : null;
  if (readText !== null) {
    if (bytes.length <= LONGEST_TEXT) return readText(file, new TextDecoder().decode(bytes), options);
    const message = `the file has ${bytes.length} bytes; of a text at most ${LONGEST_TEXT} are read`;
    throw mapError(mapCodes.tooLarge, file, message, { hint: "gdal_translate -of GTiff makes a GeoTIFF of it" });
  }
  const message = "the file is neither an ESRI ASCII grid, nor a GeoTIFF, nor a NetCDF file, nor lines of x y z";
  throw mapError(mapCodes.unknownFormat, file, message);
}
