/**
 * GeoTIFF maps: the values of a TIFF file, and where they are.
 *
 *   x = X + (column − I) s_x,   y = Y − (row − J) s_y         tie point (I, J) → (X, Y), pixel scale (s_x, s_y)   (1)
 *   or the same from a 4 × 4 matrix without rotation
 *
 * Columns and rows of (1) are raster coordinates. Where a pixel is an area, which is the default, (0, 0) is the outer corner of the
 * first pixel and its value stands at (½, ½): a "pixel" map. Where it is a point, the first value stands at (0, 0): a
 * "gridline" map. To miss this shifts the map by half a cell.
 *
 * Gaps: the number in the tag GDAL_NODATA, NaN, and blocks that were not written.
 * Packed values and their unit: gdal-metadata.ts.
 * Projections: geotiff-system.ts.
 * Left out: rotated maps, tie points without a scale, pyramids, BigTIFF.
 * Source: [GeoTIFF11]. Tests: geotiff.test.ts.
 */
import { firstSystem, type MapSystem } from "./coordinate-system.ts";
import { type GdalMetadata, gdalMetadata } from "./gdal-metadata.ts";
import { systemOfGeoKeys } from "./geotiff-system.ts";
import { KNOWN_LENGTHS, metresIn } from "./length-units.ts";
import { mapCodes, mapError, shown, unknownCoordinates } from "./map-error.ts";
import {
  type MapCoordinates,
  type MapGrid,
  type MapOptions,
  makeMapGrid,
  markNoData,
  type RawMap,
} from "./map-grid.ts";
import { checkStated } from "./stated-system.ts";
import { TiffDirectory } from "./tiff-directory.ts";
import { readTiffRaster } from "./tiff-raster.ts";

/** GeoKeys that are read. */
const KEY = {
  modelType: 1024,
  rasterType: 1025,
  geographicType: 2048,
  angularUnits: 2054,
  linearUnits: 3076,
  verticalUnits: 4099,
} as const;

const PROJECTED = 1;
const GEOGRAPHIC = 2;
const PIXEL_IS_POINT = 2;
const USER_DEFINED = 32767;
const DEGREE = 9102;

/** Metres in the length units of EPSG. */
const LENGTH_UNITS: Readonly<Record<number, number>> = { 9001: 1, 9002: 0.3048, 9003: 1200 / 3937, 9014: 1.8288 };

interface Placement {
  /** Model coordinates of raster (0, 0), and per column and row. */
  readonly east: number;
  readonly north: number;
  readonly stepEast: number;
  readonly stepNorth: number;
}

export function readGeoTiff(file: string, bytes: Uint8Array, options: MapOptions = {}): MapGrid {
  const directory = new TiffDirectory(file, bytes);
  const keys = directory.geoKeys();
  const coordinates = coordinatesOf(file, keys, options);
  const placement = placementOf(directory);
  const unit = coordinates === "projected" ? lengthUnit(file, keys.get(KEY.linearUnits), "coordinates") : 1;
  const stated = { epsg: options.epsg ?? null };
  const own = coordinates === "geographic" ? geographicSystem(keys) : systemOfGeoKeys(directory, keys, unit);
  checkStated({ coordinates, system: own }, options, file);
  const system = firstSystem(own, stated);
  const metadata = gdalMetadata(directory);
  const unit_m = options.unit_m ?? unitOfValues(file, keys.get(KEY.verticalUnits), metadata);
  const isPoint = keys.get(KEY.rasterType) === PIXEL_IS_POINT;
  const half = isPoint ? 0 : 0.5;

  const { rows, columns, values } = readTiffRaster(directory);
  markGaps(directory, values);
  unpack(values, metadata, options.noData);
  const raw: RawMap = {
    file,
    coordinates,
    ...system,
    registration: isPoint ? "gridline" : "pixel",
    rows,
    columns,
    firstNorth: unit * (placement.north + half * placement.stepNorth), // (1)
    firstEast: unit * (placement.east + half * placement.stepEast),
    stepNorth: unit * placement.stepNorth,
    stepEast: unit * placement.stepEast,
    quantity: options.quantity ?? "elevation",
    unit_m,
    values,
    declaredBy: "gdal_edit.py -a_nodata",
  };
  return makeMapGrid(raw, options);
}

function coordinatesOf(file: string, keys: Map<number, number>, options: MapOptions): MapCoordinates {
  const model = keys.get(KEY.modelType);
  if (model === PROJECTED) return "projected";
  if (model === GEOGRAPHIC) {
    const unit = keys.get(KEY.angularUnits) ?? DEGREE;
    if (unit === DEGREE) return "geographic";
    throw mapError(mapCodes.badUnit, file, `angles in unit EPSG:${unit} are not read; only degrees are`);
  }
  if (options.coordinates !== undefined) return options.coordinates;
  throw unknownCoordinates(file);
}

function geographicSystem(keys: Map<number, number>): MapSystem | undefined {
  const epsg = keys.get(KEY.geographicType) ?? 0;
  return epsg === USER_DEFINED || epsg === 0 ? undefined : { epsg };
}

function lengthUnit(file: string, unit: number | undefined, what: string): number {
  const metres = LENGTH_UNITS[unit ?? 9001];
  if (metres !== undefined) return metres;
  throw mapError(mapCodes.badUnit, file, `${what} in unit EPSG:${unit} are not read; metres, feet and fathoms are`);
}

/** Metres, by the GeoKey and by what GDAL says; where both do, they must agree. */
function unitOfValues(file: string, key: number | undefined, { unit }: GdalMetadata): number {
  const keyed = key === undefined ? undefined : lengthUnit(file, key, "values");
  if (unit === undefined) return keyed ?? 1;
  const named = metresIn(unit);
  if (named === undefined) {
    const message = `unit ${shown(unit)} of the values, in GDAL_METADATA, is not known; ${KNOWN_LENGTHS} are`;
    throw mapError(mapCodes.badUnit, file, message, { hint: "gdal_edit.py -units m states metres" });
  }
  // Feet and US survey feet differ by 2e-6, and writers take one for the other.
  if (keyed === undefined || Math.abs(keyed - named) < 1e-5 * named) return named;
  const message = `the values are in unit EPSG:${key} by GeoKey 4099, but in ${shown(unit)} by GDAL_METADATA`;
  throw mapError(mapCodes.badUnit, file, message, { hint: "gdal_edit.py -units m states one of them" });
}

/** Stored values into what they mean, in place. A mark of "no data" that the scenario states is one of the stored ones too. */
function unpack(values: Float64Array, { scale, offset }: GdalMetadata, noData: number | undefined): void {
  if (scale === 1 && offset === 0) return;
  if (noData !== undefined) markNoData(values, noData);
  for (let k = 0; k < values.length; k++) values[k] = scale * values[k] + offset;
}

/** (1), from tie point and scale or from the matrix. */
function placementOf(directory: TiffDirectory): Placement {
  const { file } = directory;
  const scale = directory.numbers("ModelPixelScale");
  const tie = directory.numbers("ModelTiepoint");
  if (scale !== null && tie !== null && scale.length >= 2 && tie.length >= 6) {
    const [I, J, , X, Y] = tie;
    const [stepEast, scaleNorth] = scale;
    return { east: X - I * stepEast, north: Y + J * scaleNorth, stepEast, stepNorth: -scaleNorth };
  }
  const matrix = directory.numbers("ModelTransformation");
  if (matrix !== null && matrix.length >= 16) {
    if (matrix[1] !== 0 || matrix[4] !== 0) {
      throw mapError(mapCodes.unsupported, file, "the map is rotated, which is not read", {
        hint: "gdalwarp in.tif out.tif turns it north up",
      });
    }
    return { east: matrix[3], north: matrix[7], stepEast: matrix[0], stepNorth: matrix[5] };
  }
  const message = "the file does not say where it lies: no tie point with a pixel scale, and no transformation";
  throw mapError(mapCodes.malformed, file, message);
}

function markGaps(directory: TiffDirectory, values: Float64Array): void {
  const text = directory.text("GdalNodata")?.trim();
  if (text === undefined || text === "") return;
  const nodata = Number(text);
  if (Number.isNaN(nodata)) {
    // "nan" is what NaN values need, and they are gaps anyway.
    if (/^[-+]?nan/i.test(text)) return;
    throw mapError(mapCodes.malformed, directory.file, `GDAL_NODATA is ${shown(text)}, not a number`);
  }
  markNoData(values, nodata);
}
