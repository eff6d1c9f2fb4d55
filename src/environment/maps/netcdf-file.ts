/**
 * A NetCDF file, whichever of its formats it has: dimensions, variables, attributes and values.
 *
 *   value = scale_factor · stored + add_offset                                       (1)
 *
 *   const netcdf = openNetcdf("sea.nc", bytes);                           open-netcdf.ts
 *   const variable = findVariable(netcdf, "thetao");
 *   readVariable(netcdf, variable)                                        all values, by (1), gaps as NaN
 *   readVariable(netcdf, variable, { start: [0, 0, 10, 20], count: [1, 5, 30, 40] })     a part of them
 *   netcdf.readStored(variable)                                           as stored, neither (1) nor gaps
 *
 * Values come in the order of the variable's dimensions, the last fastest. Opening a file reads its names and attributes only;
 * values are read when asked for, and of a chunked file only the chunks that are touched.
 *
 * Gaps: stored values equal to _FillValue or missing_value, or outside valid_min, valid_max or valid_range; without _FillValue
 * the default fill value of the type, which types of one byte lack; NaN.
 * Everything that is wrong with a file is a MapError; at most MOST_CELLS values are read at once.
 * Left out: values that are not numbers (texts of variables).
 * Formats: netcdf3.ts, netcdf4.ts.
 * Source: [NetCDF3], [CF]. Tests: netcdf-file.test.ts.
 */
import type { NumberType } from "./byte-reader.ts";
import { mapCodes, mapError, shown } from "./map-error.ts";
import { MOST_CELLS } from "./map-grid.ts";

export interface NetcdfDimension {
  readonly name: string;
  readonly length: number;
}

export type NetcdfAttributes = ReadonlyMap<string, string | readonly number[]>;

export interface NetcdfVariable {
  readonly name: string;
  /** How it is stored; "text" and "other" hold no numbers and cannot be read. */
  readonly type: NumberType | "text" | "other";
  /** None for a single value. */
  readonly dimensions: readonly NetcdfDimension[];
  readonly attributes: NetcdfAttributes;
}

/** A part of a variable: per dimension the first index and how many. */
export interface NetcdfSlab {
  readonly start: readonly number[];
  readonly count: readonly number[];
}

export interface NetcdfFile {
  /** Where it came from, for messages. */
  readonly file: string;
  readonly format: "NetCDF-3" | "NetCDF-4";
  readonly dimensions: readonly NetcdfDimension[];
  readonly attributes: NetcdfAttributes;
  readonly variables: readonly NetcdfVariable[];
  /** Names of the groups below the root, whose variables are not read. */
  readonly groups: readonly string[];
  /** The stored numbers of one of `variables`, the last dimension fastest. */
  readStored(variable: NetcdfVariable, slab?: NetcdfSlab): Float64Array;
}

/** What the library leaves where nothing was written. [NetCDF3]; types of one byte have none. */
const DEFAULT_FILL: Readonly<Record<string, number>> = {
  int16: -32767,
  uint16: 65535,
  int32: -2147483647,
  uint32: 4294967295,
  // −2⁶³ + 2 and 2⁶⁴ − 2, as the nearest doubles; so are the stored numbers.
  int64: -0x8000000000000000,
  uint64: 0x10000000000000000,
  float32: 9.969209968386869e36,
  float64: 9.969209968386869e36,
};

/** By its exact name, or else by its name in other letter case. */
export function findVariable(netcdf: NetcdfFile, name: string): NetcdfVariable | undefined {
  const { variables } = netcdf;
  const lower = name.toLowerCase();
  return (
    variables.find((variable) => variable.name === name) ??
    variables.find((variable) => variable.name.toLowerCase() === lower)
  );
}

/** The variable with the name of a dimension and along it: the places on that axis. */
export function findAxis(netcdf: NetcdfFile, dimension: NetcdfDimension): NetcdfVariable | undefined {
  return netcdf.variables.find(
    ({ name, dimensions }) => name === dimension.name && dimensions.length === 1 && dimensions[0].name === name,
  );
}

/** (1), with gaps as NaN. */
export function readVariable(netcdf: NetcdfFile, variable: NetcdfVariable, slab?: NetcdfSlab): Float64Array {
  const values = netcdf.readStored(variable, slab);
  const { attributes, type } = variable;
  const fill = numberAttribute(attributes, "_FillValue") ?? DEFAULT_FILL[type] ?? Number.NaN;
  const missing = numberAttribute(attributes, "missing_value") ?? Number.NaN;
  const [from, to] = numbersAttribute(attributes, "valid_range");
  const least = from ?? numberAttribute(attributes, "valid_min") ?? Number.NEGATIVE_INFINITY;
  const most = to ?? numberAttribute(attributes, "valid_max") ?? Number.POSITIVE_INFINITY;
  const scale = numberAttribute(attributes, "scale_factor") ?? 1;
  const offset = numberAttribute(attributes, "add_offset") ?? 0;
  for (let k = 0; k < values.length; k++) {
    const stored = values[k];
    const isGap = stored === fill || stored === missing || !(stored >= least && stored <= most);
    values[k] = isGap ? Number.NaN : scale * stored + offset; // (1)
  }
  return values;
}

/** All numbers of an attribute; none when it is a text, or not there. */
export function numbersAttribute(attributes: NetcdfAttributes, name: string): readonly number[] {
  const value = attributes.get(name);
  return typeof value === "object" ? value : [];
}

/** The first number of an attribute. */
export function numberAttribute(attributes: NetcdfAttributes, name: string): number | undefined {
  return numbersAttribute(attributes, name)[0];
}

/** Trimmed; empty when it is a number, or not there. */
export function textAttribute(attributes: NetcdfAttributes, name: string): string {
  const value = attributes.get(name);
  return typeof value === "string" ? value.trim() : "";
}

/**
 * The slab that is asked for, or the whole; refuses one that leaves the variable, one of no value and one of more than
 * MOST_CELLS, before anything is allocated.
 */
export function checkedSlab(file: string, variable: NetcdfVariable, slab: NetcdfSlab | undefined): NetcdfSlab {
  const { name, type, dimensions } = variable;
  if (type === "text" || type === "other") {
    const what = type === "text" ? "text" : "values of a kind that is not read";
    throw mapError(mapCodes.malformed, file, `${shown(name)} holds ${what}, not numbers`);
  }
  const start = slab?.start ?? dimensions.map(() => 0);
  const count = slab?.count ?? dimensions.map(({ length }) => length);
  let cells = start.length === dimensions.length && count.length === dimensions.length ? 1 : Number.NaN;
  for (const [k, { length }] of dimensions.entries()) {
    const isInside = Number.isInteger(start[k]) && Number.isInteger(count[k]) && start[k] >= 0 && count[k] >= 1;
    cells *= isInside && start[k] + count[k] <= length ? count[k] : Number.NaN;
  }
  if (cells <= MOST_CELLS) return { start, count };
  const shape = describeShape(variable);
  if (Number.isNaN(cells)) {
    const asked =
      slab === undefined ? "no value" : `no values from [${start.join(", ")}], [${count.join(", ")}] of them`;
    throw mapError(mapCodes.malformed, file, `${shown(name)} with ${shape} has ${asked}`);
  }
  const message = `${shown(name)}, ${count.join(" by ")} values, has more than the ${MOST_CELLS} that are read at once`;
  throw mapError(mapCodes.tooLarge, file, message, { hint: "cut out the region of the scenario" });
}

/** "lat = 3, lon = 5". */
export function describeShape({ dimensions }: NetcdfVariable): string {
  return dimensions.map(({ name, length }) => `${shown(name).slice(1, -1)} = ${length}`).join(", ") || "no dimension";
}
