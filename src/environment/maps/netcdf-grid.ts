/**
 * A variable of the sea over time, depth, north and east, as models of the ocean write it: temperature, a velocity, plankton.
 *
 * | axis  | known by its coordinate variable                                                                             |
 * |-------|--------------------------------------------------------------------------------------------------------------|
 * | time  | axis "T", standard name time, units "… since …", or named time, time_counter, ocean_time, t                   |
 * | depth | axis "Z", standard name depth, altitude or height, an attribute positive, or named depth, lev, level, z        |
 * | north | axis "Y", standard name latitude, units degrees_north, or named lat, latitude, y, northing                     |
 * | east  | axis "X", standard name longitude, units degrees_east, or named lon, longitude, x, easting                     |
 *
 * in this order of trust: axis, standard name, units, positive, name. Dimensions come in any order; time and depth may be missing,
 * and stand then for always and everywhere; a dimension of length 1 that is not one of these does not count.
 * Whatever the file's order was, depths are metres down and ascend, rows run from south to north and columns from west to east;
 * unevenly spaced axes are fine, axes that turn around are not. Depths that are negative throughout are heights, unless
 * the file says positive = "down". Longitudes may pass the date line.
 * Values stand at the points of the axes, and the map ends at the outermost; one that goes around the earth has no end in the east.
 *
 * Left out: axes of pressure, density or sigma levels (with a message); two-dimensional coordinates; ensembles.
 * Source: [CF], sections 4 and 5. Tests: netcdf-grid.test.ts.
 */
import { firstSystem, type MapSystem, withCoordinates } from "./coordinate-system.ts";
import { mapCodes, mapError, shown, unknownCoordinates } from "./map-error.ts";
import type { MapCoordinates, MapOptions } from "./map-grid.ts";
import {
  describeShape,
  findAxis,
  type NetcdfDimension,
  type NetcdfFile,
  type NetcdfVariable,
  readVariable,
  textAttribute,
} from "./netcdf-file.ts";
import { systemOfVariable } from "./netcdf-system.ts";
import { checkAttributes, checkStated } from "./stated-system.ts";

/** Values that are held of one variable: 67 MB. */
export const MOST_VALUES = 8_388_608;

/** A run of indices along an axis; of columns around the earth it may begin below 0 and end beyond the last. */
export interface Span {
  readonly from: number;
  readonly count: number;
}

/** A map of up to four axes, whichever file it came from. */
export interface SeaMap extends MapSystem {
  readonly file: string;
  /** As messages name it. */
  readonly variable: string;
  /** Of the values; empty where the file does not say. */
  readonly units: string;
  readonly coordinates: MapCoordinates;
  /** In degrees or metres, ascending; east may go beyond 180 and 360. */
  readonly norths: Float64Array;
  readonly easts: Float64Array;
  /** Goes once around the earth. */
  readonly wraps: boolean;
  /** How far the map reaches beyond its outermost points, in cells: 0, or a half where a value stands for its cell. */
  readonly rim: number;
  /** Ascending, down; one where depth does not matter. */
  readonly depths_m: Float64Array;
  /** As in the file, ascending, with the units they are counted in; one where time does not matter. */
  readonly times: Float64Array;
  readonly timeUnits: string;
  readonly calendar: string;
  /** By time, north, east and depth, the last fastest; gaps are NaN. */
  read(rows: Span, columns: Span): Float64Array;
}

type Role = "time" | "depth" | "north" | "east";
const ROLES: readonly Role[] = ["time", "depth", "north", "east"];

const LETTER: Readonly<Record<Role, string>> = { time: "T", depth: "Z", north: "Y", east: "X" };
const STANDARD_NAME: Readonly<Record<Role, RegExp>> = {
  time: /^time$/,
  depth: /^(depth|altitude|height)/,
  north: /^(latitude|grid_latitude|projection_y_coordinate)$/,
  east: /^(longitude|grid_longitude|projection_x_coordinate)$/,
};
const UNITS: Readonly<Record<Role, RegExp>> = {
  time: / since /i,
  depth: /^$(?!)/,
  north: /^degrees?_?n(orth)?$/i,
  east: /^degrees?_?e(ast)?$/i,
};
const NAME: Readonly<Record<Role, RegExp>> = {
  time: /^(t|(ocean_?)?time(_?counter)?)$/i,
  depth: /^(depth[a-z]?|lev(el)?|z(lev)?|st_ocean)$/i,
  north: /^((nav_)?lat(itude)?|y|northing)$/i,
  east: /^((nav_)?lon(gitude)?|x|easting)$/i,
};

/** Metres in the units of axes. */
const LENGTHS: readonly (readonly [RegExp, number])[] = [
  [/^(m|met(er|re)s?)$/i, 1],
  [/^(km|kilomet(er|re)s?)$/i, 1000],
];

/** One dimension of a variable. */
interface Axis {
  readonly role: Role;
  readonly name: string;
  /** Where it stands among the variable's dimensions. */
  readonly at: number;
  /** Ascending. */
  readonly points: Float64Array;
  /** The file has them the other way round. */
  readonly isFlipped: boolean;
  readonly units: string;
  readonly standardName: string;
  readonly calendar: string;
}

/** True for a variable that lies over north and east, whatever else: a map, not an axis. */
export function isOverNorthAndEast(netcdf: NetcdfFile, variable: NetcdfVariable): boolean {
  const roles = variable.dimensions.map((dimension) => roleOf(netcdf, dimension));
  return variable.type !== "text" && variable.type !== "other" && roles.includes("north") && roles.includes("east");
}

/** Reads the axes; values are read when asked for. */
export function openSeaVariable(
  netcdf: NetcdfFile,
  variable: NetcdfVariable,
  options: Pick<MapOptions, "coordinates" | "epsg"> = {},
): SeaMap {
  const { file } = netcdf;
  const axes = axesOf(netcdf, variable);
  const { north, east, depth, time } = axes;
  if (north === undefined || east === undefined) {
    const message = `${shown(variable.name)} has ${describeShape(variable)}, and so no axes of north and east`;
    throw mapError(mapCodes.noVariable, file, message, {
      hint: "one-dimensional lat and lon, or y and x, are wanted",
    });
  }
  checkAttributes(options, file);
  const given = withCoordinates(options);
  const coordinates = coordinatesOf(file, north, east, given);
  const own = coordinates === "geographic" ? undefined : systemOfVariable(netcdf, variable);
  checkStated({ coordinates, system: own }, given, file);
  const unit_m = coordinates === "projected" ? metresOf(file, north, east) : 1;
  const easts = coordinates === "geographic" ? unturned(east.points) : east.points;
  checkAscent(file, { ...east, points: easts });
  if (coordinates === "geographic") checkDegrees(file, north.points, easts);
  const stated = { epsg: options.epsg ?? null };
  return Object.freeze({
    file,
    variable: variable.name,
    units: textAttribute(variable.attributes, "units"),
    coordinates,
    ...firstSystem(own, stated),
    norths: north.points.map((x) => unit_m * x),
    easts: easts.map((x) => unit_m * x),
    wraps: coordinates === "geographic" && goesAround(easts),
    rim: 0,
    depths_m: depth?.points ?? new Float64Array(1),
    times: time?.points ?? new Float64Array(1),
    timeUnits: time?.units ?? "",
    calendar: time?.calendar ?? "",
    read: (rows: Span, columns: Span) => readBlock(netcdf, variable, { ...axes, north, east }, rows, columns),
  });
}

function roleOf(netcdf: NetcdfFile, dimension: NetcdfDimension): Role | undefined {
  const attributes = findAxis(netcdf, dimension)?.attributes ?? new Map();
  const letter = textAttribute(attributes, "axis").toUpperCase();
  const standardName = textAttribute(attributes, "standard_name");
  const units = textAttribute(attributes, "units");
  const isVertical = /^(up|down)$/i.test(textAttribute(attributes, "positive"));
  return (
    ROLES.find((role) => LETTER[role] === letter) ??
    ROLES.find((role) => STANDARD_NAME[role].test(standardName)) ??
    ROLES.find((role) => UNITS[role].test(units)) ??
    (isVertical ? "depth" : ROLES.find((role) => NAME[role].test(dimension.name)))
  );
}

function axesOf(netcdf: NetcdfFile, variable: NetcdfVariable): Partial<Readonly<Record<Role, Axis>>> {
  const { file } = netcdf;
  const axes: Partial<Record<Role, Axis>> = {};
  for (const [at, dimension] of variable.dimensions.entries()) {
    const role = roleOf(netcdf, dimension);
    const coordinate = findAxis(netcdf, dimension);
    if (dimension.length === 1 && (role === undefined || coordinate === undefined)) continue;
    const named = `dimension ${shown(dimension.name)} = ${dimension.length} of ${shown(variable.name)}`;
    if (coordinate === undefined) {
      const message = `the ${named} has no coordinate variable of its name`;
      throw mapError(mapCodes.noVariable, file, message, { hint: "two-dimensional coordinates are not read" });
    }
    if (role === undefined) {
      const message = `the ${named} is not one of time, depth, north and east`;
      throw mapError(mapCodes.noVariable, file, message, { hint: "cut out one index of it" });
    }
    const other = axes[role];
    if (other !== undefined) {
      const message = `both ${shown(other.name)} and ${shown(dimension.name)} of ${shown(variable.name)} are axes of ${role}`;
      throw mapError(mapCodes.noVariable, file, message);
    }
    axes[role] = readAxis(netcdf, coordinate, role, at);
  }
  return axes;
}

function readAxis(netcdf: NetcdfFile, coordinate: NetcdfVariable, role: Role, at: number): Axis {
  const { file } = netcdf;
  const { name, attributes } = coordinate;
  const points = readVariable(netcdf, coordinate);
  const hole = points.findIndex((x) => !Number.isFinite(x));
  if (hole >= 0) throw mapError(mapCodes.irregular, file, `${shown(name)} has no value at index ${hole}`);
  if (role === "depth") toDepths(file, coordinate, points);
  // Longitudes that pass the date line have one step the other way: the longest steps do not decide.
  const rising = points.subarray(1).reduce((sum, x, k) => sum + Math.sign(x - points[k]), 0);
  const isFlipped = rising < 0 && role !== "time";
  if (isFlipped) points.reverse();
  const axis = {
    role,
    name,
    at,
    points,
    isFlipped,
    units: textAttribute(attributes, "units"),
    standardName: textAttribute(attributes, "standard_name"),
    calendar: textAttribute(attributes, "calendar"),
  };
  if (role !== "east") checkAscent(file, axis);
  return axis;
}

/** In place: metres, down. */
function toDepths(file: string, coordinate: NetcdfVariable, points: Float64Array): void {
  const { name, attributes } = coordinate;
  const units = textAttribute(attributes, "units");
  if (units === "") refuseNumbers(file, coordinate, points);
  const unit_m = units === "" ? 1 : lengthOf(units);
  if (unit_m === undefined) {
    const message = `unit ${shown(units)} of the depths ${shown(name)} is not known; metres and kilometres are`;
    throw mapError(mapCodes.badUnit, file, message, {
      hint: "levels of pressure or sigma are to be turned into depths before",
    });
  }
  const positive = textAttribute(attributes, "positive").toLowerCase();
  const isHeight = /^(altitude|height)/.test(textAttribute(attributes, "standard_name"));
  const isNegative = points.every((x) => x <= 0) && points.some((x) => x < 0);
  const isUp = positive === "up" || (positive !== "down" && (isHeight || isNegative));
  // + 0 turns −0 into 0.
  for (let k = 0; k < points.length; k++) points[k] = (isUp ? -unit_m : unit_m) * points[k] + 0;
  if (points.some((x) => x >= 0)) return;
  const message = `every depth of ${shown(name)} lies above the surface, the first at ${points[0]} m`;
  throw mapError(mapCodes.irregular, file, message, { hint: 'does its attribute "positive" say the wrong direction?' });
}

/** An axis of levels that are counted, 0, 1, 2 …, is not one of metres; where it is, its unit says so. */
function refuseNumbers(file: string, { name, attributes }: NetcdfVariable, points: Float64Array): void {
  const isNamed = /^(lev(el)?s?|layers?|s_rho|sigma)$/i.test(name);
  const isDeclared = ["positive", "standard_name"].some((key) => textAttribute(attributes, key) !== "");
  if (!isNamed || isDeclared || points.length < 2 || !points.every(Number.isInteger)) return;
  const message = `${shown(name)} has no units, and its values are whole numbers, ${points[0]}, ${points[1]} …: depths in metres, or the numbers of levels?`;
  const hint = `give the axis units = "m" where they are depths (ncatted -a units,${name},c,c,m in.nc out.nc); levels by number are to be turned into depths before`;
  throw mapError(mapCodes.undeclaredLevels, file, message, { hint });
}

function checkAscent(file: string, { role, name, points }: Pick<Axis, "role" | "name" | "points">): void {
  for (let k = 1; k < points.length; k++) {
    if (points[k] > points[k - 1]) continue;
    const message =
      role === "time"
        ? `the times ${shown(name)} must ascend, but ${points[k]} follows ${points[k - 1]}`
        : `${shown(name)} does not go one way: ${points[k]} beside ${points[k - 1]}`;
    throw mapError(mapCodes.irregular, file, message);
  }
}

/** Longitudes across the date line: each the turn that lies nearest to the one before. */
function unturned(points: Float64Array): Float64Array {
  const straight = points.slice();
  for (let k = 1; k < straight.length; k++) {
    straight[k] -= 360 * Math.round((straight[k] - straight[k - 1]) / 360);
  }
  return straight;
}

function goesAround(easts: Float64Array): boolean {
  const count = easts.length;
  if (count < 3) return false;
  const step = (easts[count - 1] - easts[0]) / (count - 1);
  return Math.abs(easts[0] + 360 - easts[count - 1] - step) < 0.01 * step;
}

function checkDegrees(file: string, norths: Float64Array, easts: Float64Array): void {
  const south = norths[0];
  const north = norths[norths.length - 1];
  const round = easts[easts.length - 1] - easts[0];
  const hint = { hint: "are these metres of a projection?" };
  if (south < -90 || north > 90) {
    throw mapError(mapCodes.malformed, file, `latitudes from ${south} to ${north} degrees do not exist`, hint);
  }
  if (round > 360) {
    throw mapError(
      mapCodes.malformed,
      file,
      `longitudes over ${round} degrees go more than once around the earth`,
      hint,
    );
  }
}

function coordinatesOf(
  file: string,
  north: Axis,
  east: Axis,
  options: Pick<MapOptions, "coordinates">,
): MapCoordinates {
  const axes = [north, east];
  const isDegrees = ({ name, units, standardName }: Axis): boolean =>
    /^degree/i.test(units) || /^l(at|ong)itude$/.test(standardName) || (units === "" && /^(nav_)?l(at|on)/i.test(name));
  if (axes.every(isDegrees)) return "geographic";
  if (axes.every(({ units }) => lengthOf(units) !== undefined)) return "projected";
  if (options.coordinates !== undefined) return options.coordinates;
  throw unknownCoordinates(file);
}

function metresOf(file: string, north: Axis, east: Axis): number {
  const unit_m = lengthOf(north.units) ?? 1;
  if (unit_m === (lengthOf(east.units) ?? 1)) return unit_m;
  throw mapError(mapCodes.badUnit, file, `${shown(north.name)} and ${shown(east.name)} have different units`);
}

function lengthOf(units: string): number | undefined {
  return LENGTHS.find(([pattern]) => pattern.test(units))?.[1];
}

function readBlock(
  netcdf: NetcdfFile,
  variable: NetcdfVariable,
  axes: Readonly<Partial<Record<Role, Axis>>> & { readonly north: Axis; readonly east: Axis },
  rows: Span,
  columns: Span,
): Float64Array {
  const { file } = netcdf;
  const { north, east, depth, time } = axes;
  const times = time?.points.length ?? 1;
  const depths = depth?.points.length ?? 1;
  if (times * rows.count * columns.count * depths > MOST_VALUES) {
    const message = `${times} times of ${rows.count} by ${columns.count} places at ${depths} depths are more than ${MOST_VALUES} values`;
    throw mapError(mapCodes.tooLarge, file, message, {
      hint: "give a smaller extent_m, or cut out fewer times or depths",
    });
  }
  // Columns that pass the end of a map around the earth are taken out of whole rows.
  const total = east.points.length;
  const passes = columns.from < 0 || columns.from + columns.count > total;
  const read = { north: rows, east: passes ? { from: 0, count: total } : columns };
  const spans = new Map<Axis, Span>([
    [north, read.north],
    [east, read.east],
  ]);
  const start = variable.dimensions.map(() => 0);
  const count = variable.dimensions.map(() => 1);
  for (const axis of [time, depth, north, east]) {
    if (axis === undefined) continue;
    const span = spans.get(axis) ?? { from: 0, count: axis.points.length };
    start[axis.at] = axis.isFlipped ? axis.points.length - span.from - span.count : span.from;
    count[axis.at] = span.count;
  }
  const values = readVariable(netcdf, variable, { start, count });

  // From one value to the next along each axis, and where the first of them lies.
  const strides = count.map((_, k) => count.slice(k + 1).reduce((product, length) => product * length, 1));
  const stride = (axis: Axis | undefined): number =>
    axis === undefined ? 0 : (axis.isFlipped ? -1 : 1) * strides[axis.at];
  let first = 0;
  for (const axis of [time, depth, north, east]) {
    if (axis?.isFlipped === true) first += (count[axis.at] - 1) * strides[axis.at];
  }
  const [alongTime, alongDepth, alongNorth, alongEast] = [time, depth, north, east].map(stride);
  const block = new Float64Array(times * rows.count * columns.count * depths);
  let k = 0;
  for (let t = 0; t < times; t++) {
    for (let row = 0; row < rows.count; row++) {
      for (let column = 0; column < columns.count; column++) {
        const index = passes ? (((columns.from + column) % total) + total) % total : column;
        const at = first + t * alongTime + row * alongNorth + index * alongEast;
        for (let d = 0; d < depths; d++) block[k++] = values[at + d * alongDepth];
      }
    }
  }
  return block;
}
