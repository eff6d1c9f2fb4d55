/**
 * NetCDF maps in the CF conventions, as GEBCO, GMT and GDAL write them: two axes, and the depths over them.
 *
 * The depths are the variable elevation, topo, z, Band1 or depth, or the one that the caller names; its last two dimensions
 * are the axes, in either order, and any before them have length 1. Axes are the variables of the dimensions' names: lat,
 * latitude or degrees_north are degrees; x and y are what their units say. They hold the places of the values, whichever
 * registration the map has; the attribute node_offset = 1 says that it is a "pixel" map, and so do values around the earth
 * whose last is not the first again.
 *
 * Packed values and gaps: netcdf-file.ts.
 * Left out: the one-dimensional grids of GMT 3 and of the GEBCO Digital Atlas, unevenly spaced axes (Mercator), two-dimensional
 * coordinates. Grid mappings: netcdf-system.ts.
 * Source: [NetCDF3], [CF]. Tests: netcdf.test.ts.
 */
import { firstSystem } from "./coordinate-system.ts";
import { KNOWN_LENGTHS, metresIn } from "./length-units.ts";
import { mapCodes, mapError, shown, unknownCoordinates } from "./map-error.ts";
import { checkSize, type MapCoordinates, type MapGrid, type MapOptions, makeMapGrid, type RawMap } from "./map-grid.ts";
import {
  describeShape,
  findAxis,
  findVariable,
  type NetcdfDimension,
  type NetcdfFile,
  type NetcdfVariable,
  numberAttribute,
  readVariable,
  textAttribute,
} from "./netcdf-file.ts";
import { systemOfVariable } from "./netcdf-system.ts";
import { openNetcdf } from "./open-netcdf.ts";
import { checkStated } from "./stated-system.ts";

const NAMES = ["elevation", "topo", "z", "Band1", "depth"];
const NORTH = /^(lat(itude)?|y|northing)$/i;
const EAST = /^(lon(gitude)?|x|easting)$/i;

/** Coordinates may be stored as float32: 2 % of a cell is far above its rounding and far below a wrong grid. */
const UNEVENNESS = 0.02;

interface Axis {
  readonly name: string;
  readonly first: number;
  readonly step: number;
  readonly count: number;
  readonly units: string;
}

export function readNetcdf(file: string, bytes: Uint8Array, options: MapOptions = {}): MapGrid {
  const netcdf = openNetcdf(file, bytes);
  const variable = depthsOf(netcdf, options);
  const extra = variable.dimensions.slice(0, -2).find(({ length }) => length !== 1);
  if (variable.dimensions.length < 2 || extra !== undefined) {
    const message = `${shown(variable.name)} has ${describeShape(variable)}, not two axes`;
    throw mapError(mapCodes.noVariable, file, message);
  }
  const [slow, fast] = variable.dimensions.slice(-2);
  checkSize(file, slow.length, fast.length);
  const first = readAxis(netcdf, slow);
  const second = readAxis(netcdf, fast);
  const northFirst = isNorth(first) && isEast(second);
  if (!northFirst && !(isEast(first) && isNorth(second))) {
    const message = `the axes ${shown(first.name)} and ${shown(second.name)} are not known as north and east`;
    throw mapError(mapCodes.noVariable, file, message, { hint: "lat and lon, or x and y, are" });
  }
  const north = northFirst ? first : second;
  const east = northFirst ? second : first;
  const coordinates = coordinatesOf(file, north, east, options);
  const unit = coordinates === "projected" ? projectedUnit(file, north, east) : 1;

  const stated = { epsg: options.epsg ?? null };
  const own = coordinates === "geographic" ? undefined : systemOfVariable(netcdf, variable);
  checkStated({ coordinates, system: own }, options, file);
  const values = readVariable(netcdf, variable);
  const offset =
    numberAttribute(netcdf.attributes, "node_offset") ?? numberAttribute(variable.attributes, "node_offset");
  const around =
    coordinates === "geographic" && Math.abs(east.count * Math.abs(east.step) - 360) < 0.01 * Math.abs(east.step);
  const raw: RawMap = {
    file,
    coordinates,
    ...firstSystem(own, stated),
    registration: offset === 1 || around ? "pixel" : "gridline",
    rows: north.count,
    columns: east.count,
    firstNorth: unit * north.first,
    firstEast: unit * east.first,
    stepNorth: unit * north.step,
    stepEast: unit * east.step,
    quantity: options.quantity ?? quantityOf(variable),
    unit_m: options.unit_m ?? unitOf(file, variable),
    values: northFirst ? values : transposed(values, first.count, second.count),
    declaredBy: "missing_value =",
  };
  return makeMapGrid(raw, options);
}

function depthsOf(netcdf: NetcdfFile, options: MapOptions): NetcdfVariable {
  const wanted = options.variable === undefined ? NAMES : [options.variable];
  for (const name of wanted) {
    const found = findVariable(netcdf, name);
    if (found !== undefined) return found;
  }
  const { file } = netcdf;
  const there = netcdf.variables.slice(0, 12).map(({ name }) => shown(name, 24));
  const message = `no variable ${listed(wanted)}; there are: ${there.join(", ") || "none"}`;
  const isGmt3 = netcdf.variables.some(({ name }) => name === "x_range");
  const inGroups = `variables of its groups (${netcdf.groups.slice(0, 3).join(", ")}) are not read`;
  const plain = netcdf.groups.length > 0 ? inGroups : "name the variable";
  const hint = isGmt3 ? "a one-dimensional grid of GMT 3 is converted by gmt grdconvert" : plain;
  throw mapError(mapCodes.noVariable, file, message, { hint });
}

function listed(names: readonly string[]): string {
  const quoted = names.map((name) => shown(name));
  return quoted.length === 1 ? quoted[0] : `${quoted.slice(0, -1).join(", ")} or ${quoted[quoted.length - 1]}`;
}

/** The variable with a dimension's name, evenly spaced in either direction. */
function readAxis(netcdf: NetcdfFile, dimension: NetcdfDimension): Axis {
  const { file } = netcdf;
  const { name } = dimension;
  const variable = findAxis(netcdf, dimension);
  if (variable === undefined) {
    throw mapError(mapCodes.noVariable, file, `no variable ${shown(name)} along the dimension of that name`);
  }
  const points = readVariable(netcdf, variable);
  const count = points.length;
  if (count < 2) throw mapError(mapCodes.irregular, file, `${shown(name)} has ${count} points; an axis needs two`);
  const first = points[0];
  const step = (points[count - 1] - first) / (count - 1);
  for (let k = 0; k < count; k++) {
    const even = first + k * step;
    if (Math.abs(points[k] - even) <= UNEVENNESS * Math.abs(step) && step !== 0) continue;
    const message = `${shown(name)} is not evenly spaced: ${points[k]} at index ${k} where ${even} belongs`;
    throw mapError(mapCodes.irregular, file, message);
  }
  return { name, first, step, count, units: textAttribute(variable.attributes, "units") };
}

function isNorth({ name, units }: Axis): boolean {
  return NORTH.test(name) || /^degrees?_?n/i.test(units);
}

function isEast({ name, units }: Axis): boolean {
  return EAST.test(name) || /^degrees?_?e/i.test(units);
}

function coordinatesOf(file: string, north: Axis, east: Axis, options: MapOptions): MapCoordinates {
  const degrees = [north, east].every(({ name, units }) => /^degree/i.test(units) || /^l(at|on)/i.test(name));
  if (degrees) return "geographic";
  if ([north, east].every(({ units }) => metresIn(units) !== undefined)) return "projected";
  if (options.coordinates !== undefined) return options.coordinates;
  throw unknownCoordinates(file);
}

function projectedUnit(file: string, north: Axis, east: Axis): number {
  const unit = metresIn(north.units) ?? 1;
  if (unit === (metresIn(east.units) ?? 1)) return unit;
  throw mapError(mapCodes.badUnit, file, `${shown(north.name)} and ${shown(east.name)} have different units`);
}

function unitOf(file: string, variable: NetcdfVariable): number {
  const units = textAttribute(variable.attributes, "units");
  const unit_m = units === "" ? 1 : metresIn(units);
  if (unit_m !== undefined) return unit_m;
  const message = `unit ${shown(units)} of ${shown(variable.name)} is not known; ${KNOWN_LENGTHS} are`;
  throw mapError(mapCodes.badUnit, file, message, { hint: "state the unit" });
}

function quantityOf(variable: NetcdfVariable): "elevation" | "depth" {
  const positive = textAttribute(variable.attributes, "positive");
  if (/^down$/i.test(positive)) return "depth";
  // [CF]: sea_floor_depth_below_sea_level, _below_geoid, _below_mean_sea_level … count down by their definition.
  if (/^sea_floor_depth_below_/i.test(textAttribute(variable.attributes, "standard_name"))) return "depth";
  return /^depth$/i.test(variable.name) && !/^up$/i.test(positive) ? "depth" : "elevation";
}

function transposed(values: Float64Array, rows: number, columns: number): Float64Array {
  const turned = new Float64Array(values.length);
  for (let i = 0; i < rows; i++) for (let j = 0; j < columns; j++) turned[j * rows + i] = values[i * columns + j];
  return turned;
}
