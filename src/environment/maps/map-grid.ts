/**
 * A map as it was loaded: depths on a regular grid, in degrees of latitude and longitude or in metres of a projection.
 *
 *   value [row, column] stands at   north = firstNorth + row stepNorth,   east = firstEast + column stepEast     (1)
 *   depth = − unit · elevation,  or + unit · depth                                                            (2)
 *   between the values: bilinear                                                                             (3)
 *
 * Whatever the file's order was, rows run from south to north and columns from west to east, and (1) is where the value
 * stands: the centre of its cell. Registration says how far the map reaches. In a "pixel" map a value stands for its cell, so
 * the map covers half a cell around its outermost values, where the depth is that of the nearest; a "gridline" map ends
 * at its outermost values. Gaps are NaN; a place is a gap when a value with a share in (3) is one.
 *
 * A geographic map that goes once around the earth has no western and no eastern end.
 * Places within 10⁻⁷ of a cell from a line of the grid are taken to be on it: rounding makes no gap and no outside.
 * Left out: maps that are rotated or unevenly spaced; vertical datums (the map's zero is taken for mean sea level).
 * Tests: map-grid.test.ts and those of the readers.
 */
import type { SourceRange } from "../../core/index.ts";
import type { MapSystem } from "./coordinate-system.ts";
import { DEEPEST_M, foreignGap, HIGHEST_M, impossibleBottom, markText } from "./foreign-gaps.ts";
import { mapCodes, mapError } from "./map-error.ts";

/** 2²⁵ cells, 256 MiB of depths: a square of 5792 cells, or 24° × 24° of the 15″ GEBCO grid. */
export const MOST_CELLS = 33_554_432;

/** As a share of a cell. */
const ROUNDING = 1e-7;

export type MapCoordinates = "geographic" | "projected";
export type Registration = "pixel" | "gridline";
export type MapQuantity = "elevation" | "depth";

/** What the user knows and a file may not say. What a file states itself goes first, except for `unit_m` and `quantity`. */
export interface MapOptions {
  readonly coordinates?: MapCoordinates;
  /** EPSG number of the coordinates. */
  readonly epsg?: number;
  readonly quantity?: MapQuantity;
  /** Metres in one unit of the values. */
  readonly unit_m?: number;
  /** A value of the file that means "no data", besides those that the file declares. */
  readonly noData?: number;
  /** What the values are: depths or heights of a bottom, or anything. Default: a bottom. */
  readonly of?: "bottom" | "anything";
  /** Name of the NetCDF variable with the depths. */
  readonly variable?: string;
  /** The file of the same name with another ending, such as "prj"; null where there is none. */
  readonly beside?: (ending: string) => Uint8Array | null;
}

export interface MapGrid extends MapSystem {
  /** Where it came from, for messages. */
  readonly file: string;
  readonly coordinates: MapCoordinates;
  readonly registration: Registration;
  readonly rows: number;
  readonly columns: number;
  /** (1), in degrees or metres. Steps are positive. */
  readonly firstNorth: number;
  readonly firstEast: number;
  readonly stepNorth: number;
  readonly stepEast: number;
  /** Goes once around the earth. */
  readonly wraps: boolean;
  /** What the values of the file were taken for. */
  readonly quantity: MapQuantity;
  /** Row by row from the south, each from the west; NaN in gaps. */
  readonly depths_m: Float64Array;
  readonly gaps: number;
}

/** A map as a reader found it: values in the order of the file, gaps as NaN, steps with the sign they have there. */
export interface RawMap extends MapSystem {
  readonly file: string;
  readonly coordinates: MapCoordinates;
  readonly registration: Registration;
  readonly rows: number;
  readonly columns: number;
  readonly firstNorth: number;
  readonly firstEast: number;
  readonly stepNorth: number;
  readonly stepEast: number;
  readonly quantity: MapQuantity;
  readonly unit_m: number;
  /** Turned into depths in place. */
  readonly values: Float64Array;
  /** Where a value stands in a text; absent where the file has no lines. */
  readonly rangeOf?: (index: number) => SourceRange;
  /** How the format declares a gap value, in words; absent where it cannot. */
  readonly declaredBy?: string;
}

/** Refuses sizes below 1, or too large, before anything is allocated. */
export function checkSize(file: string, rows: number, columns: number): void {
  if (!(Number.isInteger(rows) && Number.isInteger(columns) && rows >= 1 && columns >= 1)) {
    throw mapError(
      mapCodes.malformed,
      file,
      `${rows} rows by ${columns} columns is not a grid; each must be at least 1`,
    );
  }
  if (rows * columns <= MOST_CELLS) return;
  const message = `${rows} rows by ${columns} columns are more than ${MOST_CELLS} cells`;
  throw mapError(mapCodes.tooLarge, file, message, { hint: "cut out the region of the scenario" });
}

/** The map in its normal form: (2), south to north, west to east. */
export function makeMapGrid(raw: RawMap, options: Pick<MapOptions, "noData" | "of"> = {}): MapGrid {
  const { file, rows, columns, values } = raw;
  checkSize(file, rows, columns);
  const places = [raw.firstNorth, raw.firstEast, raw.stepNorth, raw.stepEast];
  if (!places.every(Number.isFinite) || raw.stepNorth === 0 || raw.stepEast === 0) {
    const [north, east, stepNorth, stepEast] = places;
    const message = `no grid starts at ${north} north, ${east} east with steps of ${stepNorth} and ${stepEast}`;
    throw mapError(mapCodes.malformed, file, message);
  }
  if (options.noData !== undefined) markNoData(values, options.noData);
  refuseForeignGaps(raw, options.of ?? "bottom");
  if (raw.stepNorth < 0) reverseRows(values, rows, columns);
  if (raw.stepEast < 0) reverseColumns(values, rows, columns);
  const stepNorth = Math.abs(raw.stepNorth);
  const stepEast = Math.abs(raw.stepEast);
  const firstNorth = raw.stepNorth < 0 ? raw.firstNorth + (rows - 1) * raw.stepNorth : raw.firstNorth;
  const firstEast = raw.stepEast < 0 ? raw.firstEast + (columns - 1) * raw.stepEast : raw.firstEast;
  if (raw.coordinates === "geographic") checkDegrees(file, firstNorth, stepNorth, rows, stepEast, columns);

  const gaps = toDepths(raw);
  if (gaps === values.length) throw mapError(mapCodes.noValues, file, `all ${gaps} values are gaps`);
  return Object.freeze({
    file,
    coordinates: raw.coordinates,
    epsg: raw.epsg,
    ...(raw.definition === undefined ? {} : { definition: raw.definition }),
    registration: raw.registration,
    rows,
    columns,
    firstNorth,
    firstEast,
    stepNorth,
    stepEast,
    wraps: raw.coordinates === "geographic" && columns * stepEast > 360 - 0.01 * stepEast,
    quantity: raw.quantity,
    depths_m: values,
    gaps,
  });
}

/** Values of a file that mean "no data" become gaps; as float32 too, as writers print them. */
export function markNoData(values: Float64Array, noData: number): void {
  const gap = Math.fround(noData);
  for (let k = 0; k < values.length; k++) if (Math.fround(values[k]) === gap) values[k] = Number.NaN;
}

/** Values in the order of the file, so that the message can say where it is. */
function refuseForeignGaps(raw: RawMap, of: "bottom" | "anything"): void {
  const { file, values, columns } = raw;
  const factor = depthFactor(raw);
  const impossible = of === "bottom" ? impossibleBottom(values, factor) : -1;
  const at = impossible >= 0 ? impossible : foreignGap(values);
  if (at < 0) return;
  const value = values[at];
  const text = markText(value);
  const same = values.reduce((count, other) => count + (other === value ? 1 : 0), 0);
  const depth_m = factor * value;
  const what =
    impossible >= 0
      ? `would be a bottom ${markText(Math.abs(depth_m))} m ${depth_m > 0 ? "deep" : "high"}, which the earth does not have (at most ${DEEPEST_M} m deep, ${HIGHEST_M} m high)`
      : 'is a usual mark of "no data", far from all other values, and is not declared as one';
  const place =
    raw.rangeOf === undefined ? ` in row ${Math.floor(at / columns) + 1}, column ${(at % columns) + 1}` : "";
  const message = `${text}${place} ${what}; ${same} of ${values.length} values are ${text}`;
  const own = raw.declaredBy === undefined ? "" : `${raw.declaredBy} ${text} in the file, or `;
  const hint = `where it marks places without data, declare it: ${own}the attribute noData="${text}"${impossible >= 0 ? "; or is the unit wrong?" : ""}`;
  throw mapError(mapCodes.foreignGap, file, message, {
    hint,
    ...(raw.rangeOf === undefined ? {} : { range: raw.rangeOf(at) }),
  });
}

function depthFactor({ quantity, unit_m }: RawMap): number {
  return quantity === "elevation" ? -unit_m : unit_m;
}

/** (2) in place; returns the number of gaps. */
function toDepths(raw: RawMap): number {
  const { values } = raw;
  const factor = depthFactor(raw);
  let gaps = 0;
  for (let k = 0; k < values.length; k++) {
    // + 0 turns a depth of −0 into 0.
    const depth_m = factor * values[k] + 0;
    values[k] = Number.isFinite(depth_m) ? depth_m : Number.NaN;
    if (!Number.isFinite(depth_m)) gaps++;
  }
  return gaps;
}

/** Latitudes reach the poles, by half a cell more when their cells are counted, and longitudes go around the earth at most once. */
function checkDegrees(
  file: string,
  firstNorth: number,
  stepNorth: number,
  rows: number,
  stepEast: number,
  columns: number,
): void {
  const lastNorth = firstNorth + (rows - 1) * stepNorth;
  const slack = 0.01 * stepNorth;
  if (firstNorth < -90 - slack || lastNorth > 90 + slack) {
    const message = `latitudes from ${firstNorth} to ${lastNorth} degrees do not exist`;
    throw mapError(mapCodes.malformed, file, message, { hint: "are these metres of a projection?" });
  }
  if ((columns - 1) * stepEast > 360 + 0.01 * stepEast) {
    const message = `${columns} columns of ${stepEast} degrees go more than once around the earth`;
    throw mapError(mapCodes.malformed, file, message, { hint: "are these metres of a projection?" });
  }
}

function reverseRows(values: Float64Array, rows: number, columns: number): void {
  const row = new Float64Array(columns);
  for (let low = 0, high = rows - 1; low < high; low++, high--) {
    row.set(values.subarray(low * columns, (low + 1) * columns));
    values.copyWithin(low * columns, high * columns, (high + 1) * columns);
    values.set(row, high * columns);
  }
}

function reverseColumns(values: Float64Array, rows: number, columns: number): void {
  for (let row = 0; row < rows; row++) values.subarray(row * columns, (row + 1) * columns).reverse();
}

/** True where the map says something, be it a gap. */
export function isOnMap(map: MapGrid, north: number, east: number): boolean {
  const rim = (map.registration === "pixel" ? 0.5 : 0) + ROUNDING;
  const row = (north - map.firstNorth) / map.stepNorth;
  if (!(row >= -rim && row <= map.rows - 1 + rim)) return false;
  const column = columnOf(map, east);
  return map.wraps || (column >= -rim && column <= map.columns - 1 + rim);
}

/** (3), as at the nearest place of the map; NaN in gaps. */
export function mapDepth_m(map: MapGrid, north: number, east: number): number {
  const { rows, columns, depths_m } = map;
  const row = onLine(Math.max(0, Math.min((north - map.firstNorth) / map.stepNorth, rows - 1)));
  const i0 = Math.floor(row);
  const i1 = Math.min(i0 + 1, rows - 1);
  const v = row - i0;

  let column = columnOf(map, east);
  if (!map.wraps) column = Math.max(0, Math.min(column, columns - 1));
  column = onLine(column);
  let j0 = Math.floor(column);
  const u = column - j0;
  let j1 = j0 + 1;
  if (map.wraps) {
    j0 = ((j0 % columns) + columns) % columns;
    j1 = (j0 + 1) % columns;
  } else j1 = Math.min(j1, columns - 1);

  // A corner without a share must not enter the sum: 0 · NaN = NaN.
  const south = mix(depths_m[i0 * columns + j0], depths_m[i0 * columns + j1], u);
  const north_ = v === 0 ? 0 : mix(depths_m[i1 * columns + j0], depths_m[i1 * columns + j1], u);
  return mix(south, north_, v);
}

function mix(a: number, b: number, share: number): number {
  return share === 0 ? a : a + share * (b - a);
}

/** Columns from the first; of a geographic longitude, the turn of it that is nearest to the middle of the map. */
function columnOf(map: MapGrid, east: number): number {
  if (map.coordinates === "projected") return (east - map.firstEast) / map.stepEast;
  const middle = map.firstEast + 0.5 * (map.columns - 1) * map.stepEast;
  const turned = east - 360 * Math.round((east - middle) / 360);
  return (turned - map.firstEast) / map.stepEast;
}

function onLine(x: number): number {
  const line = Math.round(x);
  return Math.abs(x - line) < ROUNDING ? line : x;
}

/** What the map covers, in words. */
export function describeCover(map: MapGrid): string {
  const rim = map.registration === "pixel" ? 0.5 : 0;
  const south = map.firstNorth - rim * map.stepNorth;
  const north = map.firstNorth + (map.rows - 1 + rim) * map.stepNorth;
  const west = map.firstEast - rim * map.stepEast;
  const east = map.firstEast + (map.columns - 1 + rim) * map.stepEast;
  const unit = map.coordinates === "geographic" ? "°" : " m";
  const digits = map.coordinates === "geographic" ? 5 : 1;
  const span = (from: number, to: number): string => `${tidy(from, digits)}${unit} to ${tidy(to, digits)}${unit}`;
  return `north ${span(south, north)}, east ${span(west, east)}`;
}

function tidy(x: number, digits: number): string {
  return String(Number(x.toFixed(digits)));
}
