/**
 * A map of the sea from the bytes of a file: a variable of a NetCDF file, found by its name, its standard name or a usual name; or the
 * one layer of an ESRI ASCII grid or a GeoTIFF. And its values in the units that are wanted.
 */
import type { FileValue } from "../../../library/index.ts";
import { mapCodes, mapError, shown } from "../../maps/map-error.ts";
import type { MapGrid, MapOptions } from "../../maps/map-grid.ts";
import { findVariable, type NetcdfFile, type NetcdfVariable, textAttribute } from "../../maps/netcdf-file.ts";
import { isOverNorthAndEast, openSeaVariable, type SeaMap, type Span } from "../../maps/netcdf-grid.ts";
import { looksLikeNetcdf, openNetcdf } from "../../maps/open-netcdf.ts";
import { readMap } from "../../maps/read-map.ts";

/** What a variable can be known by. */
export interface VariableNames {
  /** In words. */
  readonly what: string;
  readonly standardNames: readonly string[];
  /** In any letter case. */
  readonly names: readonly string[];
}

export type SeaMapOptions = Pick<MapOptions, "coordinates" | "epsg" | "noData">;

/** Parameters that are absent, left out. */
export function seaMapOptions(p: {
  readonly coordinates: MapOptions["coordinates"] | undefined;
  readonly epsg: number | undefined;
  readonly noData?: number | undefined;
}): SeaMapOptions {
  return {
    ...(p.coordinates === undefined ? {} : { coordinates: p.coordinates }),
    ...(p.epsg === undefined ? {} : { epsg: p.epsg }),
    ...(p.noData === undefined ? {} : { noData: p.noData }),
  };
}

/**
 * The variable that is named, or else the one known by its standard name, or else by a usual name; null for none. Of several, the first
 * that is a map: a file may have a "w" or a "temp" that is something else.
 */
export function findSeaVariable(
  netcdf: NetcdfFile,
  given: string | undefined,
  { standardNames, names }: VariableNames,
): NetcdfVariable | null {
  if (given !== undefined) return findVariable(netcdf, given) ?? null;
  const known = standardNames.flatMap((standardName) =>
    netcdf.variables.filter(({ attributes }) => textAttribute(attributes, "standard_name") === standardName),
  );
  for (const name of names) {
    const found = findVariable(netcdf, name);
    if (found !== undefined) known.push(found);
  }
  return known.find((variable) => isOverNorthAndEast(netcdf, variable)) ?? known[0] ?? null;
}

/** The same; where the file lacks the variable, the error lists what it has. */
export function seaVariable(
  netcdf: NetcdfFile,
  given: string | undefined,
  names: VariableNames,
  options: SeaMapOptions,
): SeaMap {
  const found = findSeaVariable(netcdf, given, names);
  if (found !== null) return openSeaVariable(netcdf, found, options);
  const wanted =
    given === undefined ? `${names.what}, known by its standard name or as ${names.names.join(", ")}` : shown(given);
  throw noVariable(netcdf, `no variable ${wanted}`);
}

/** A map whose values are what the user says they are, from any of the formats. */
export function openScalarMap(file: FileValue, given: string | undefined, options: SeaMapOptions): SeaMap {
  const { name, bytes, beside } = file;
  if (!looksLikeNetcdf(bytes)) {
    const more = { ...options, ...(beside === undefined ? {} : { beside }) };
    return seaMapOf(readMap(name, bytes, { ...more, quantity: "depth", unit_m: 1, of: "anything" }));
  }
  const netcdf = openNetcdf(name, bytes);
  if (given !== undefined) return seaVariable(netcdf, given, { what: given, standardNames: [], names: [] }, options);
  const maps = netcdf.variables.filter((variable) => isOverNorthAndEast(netcdf, variable));
  if (maps.length === 1) return openSeaVariable(netcdf, maps[0], options);
  throw noVariable(netcdf, maps.length === 0 ? "no variable over north and east" : "several variables are maps");
}

function noVariable(netcdf: NetcdfFile, message: string): Error {
  const there = netcdf.variables.slice(0, 24).map(({ name }) => shown(name, 24));
  const more = netcdf.variables.length > 24 ? " …" : "";
  const text = `${message}; there are: ${there.join(", ") || "none"}${more}`;
  return mapError(mapCodes.noVariable, netcdf.file, text, { hint: "name the variable" });
}

/** A chart of one layer; readMap is given that its values are positive and in units of 1, so that it leaves them as they are. */
function seaMapOf(grid: MapGrid): SeaMap {
  const { rows, columns, depths_m: values } = grid;
  return Object.freeze({
    file: grid.file,
    variable: "the map",
    units: "",
    coordinates: grid.coordinates,
    epsg: grid.epsg,
    ...(grid.definition === undefined ? {} : { definition: grid.definition }),
    norths: Float64Array.from({ length: rows }, (_, k) => grid.firstNorth + k * grid.stepNorth),
    easts: Float64Array.from({ length: columns }, (_, k) => grid.firstEast + k * grid.stepEast),
    wraps: grid.wraps,
    rim: grid.registration === "pixel" ? 0.5 : 0,
    depths_m: new Float64Array(1),
    times: new Float64Array(1),
    timeUnits: "",
    calendar: "",
    read(some: Span, across: Span): Float64Array {
      const block = new Float64Array(some.count * across.count);
      for (let row = 0; row < some.count; row++) {
        for (let column = 0; column < across.count; column++) {
          const index = (((across.from + column) % columns) + columns) % columns;
          block[row * across.count + column] = values[(some.from + row) * columns + index];
        }
      }
      return block;
    },
  });
}

/** value = factor · value of the file + offset, for units that match. */
export type UnitRule = readonly [units: RegExp, factor: number, offset: number];

/** Converts in place. A file that names no unit is taken to have the right one; the range of its values is checked later. */
export function convertUnits(map: SeaMap, values: Float64Array, rules: readonly UnitRule[], known: string): void {
  if (map.units === "") return;
  const rule = rules.find(([units]) => units.test(map.units));
  if (rule === undefined) {
    const message = `unit ${shown(map.units)} of ${shown(map.variable)} is not known; ${known} are`;
    throw mapError(mapCodes.badUnit, map.file, message);
  }
  const [, factor, offset] = rule;
  if (factor === 1 && offset === 0) return;
  for (let k = 0; k < values.length; k++) values[k] = factor * values[k] + offset;
}

/** Refuses values that the thing cannot have: a wrong unit, or a gap that the file does not declare. */
export function checkRange(
  map: SeaMap,
  values: Float64Array,
  range: { readonly min: number; readonly max: number },
  unit: string,
  placeOf: (index: number) => string,
): void {
  const at = values.findIndex((x) => !(x >= range.min && x <= range.max));
  if (at < 0) return;
  const value = Math.abs(values[at]) < 1e9 ? Number(values[at].toPrecision(6)) : values[at].toExponential(3);
  const message = `${shown(map.variable)} is ${value} ${unit} at ${placeOf(at)}`;
  const hint = `it must be within ${range.min} … ${range.max} ${unit}; is the unit wrong, or a fill value not declared?`;
  throw mapError(mapCodes.badValue, map.file, message, { hint });
}
