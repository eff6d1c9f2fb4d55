/**
 * XYZ texts: one point in each line, east, north and height (or depth), on a regular grid, in any order.
 *
 *   x y z                         one line of words at the beginning may name the columns, in any order: xyz-header.ts
 *   512000.0 4774000.0 -12.5      columns are separated by white space, commas or semicolons; other columns are not read
 *
 * Comments after # are passed over, except for one before the first point that names all three columns.
 *
 * Of degrees, x is the longitude. The step of the grid is the smallest difference of two values of x, and of y; every value must be
 * within a hundredth of it of a line of the grid, and every place may have one point. Places without a point are gaps, and so are −9999 and nan. What
 * is not on a grid (a cloud of soundings) is refused at the line that does not fit: grid it first (gdal_grid, gmt surface).
 *
 * The format says neither what its coordinates are nor its values: see MapOptions; a .prj file beside it does. A point is a place: the map ends
 * at its outermost points.
 * Tests: xyz.test.ts.
 */
import type { SourceRange } from "../../core/index.ts";
import { SourceText } from "../../library/index.ts";
import { firstSystem } from "./coordinate-system.ts";
import { type MapError, mapCodes, mapError, shown, unknownCoordinates } from "./map-error.ts";
import {
  checkSize,
  type MapCoordinates,
  type MapGrid,
  type MapOptions,
  MOST_CELLS,
  makeMapGrid,
  type RawMap,
} from "./map-grid.ts";
import { readPrj } from "./prj-file.ts";
import { columnsOfNames, namesAll, namesOf, PLAIN_COLUMNS, type XyzColumns } from "./xyz-header.ts";

const NODATA = -9999;
/** Of a step: how far a point may lie from a line of the grid, since its digits are few. */
const OFF_LINE = 0.01;
/** Values of x nearer than this share of all of them are one. */
const SAME = 1e-9;
/** A grid with fewer points than this share of its places is a cloud. */
const FILLED = 0.02;

const HINT = "grid it first, for example by gdal_grid or gmt surface";

/** True of what begins as lines of three numbers, or of more where a line of words before them names three. */
export function looksLikeXyz(text: string): boolean {
  const lines = text.split(/\r\n|\r|\n/);
  // The last one may be cut.
  const words = (lines.length > 1 ? lines.slice(0, -1) : lines).map(columnsOf).filter((each) => each.length > 0);
  const [first, second] = words;
  if (first === undefined) return false;
  const isPoint = (each: readonly string[] | undefined): boolean =>
    each !== undefined && each.length >= 3 && each.slice(0, 3).every((word) => isNumber(word));
  if (isPoint(first)) return true;
  if (first.length < 3 || first.some(isNumber) || second === undefined) return false;
  const head = lines.find((line) => columnsOf(line).length > 0) ?? "";
  return isPoint(second) || (namesAll(namesOf(withoutComment(head))) && second.filter(isNumber).length >= 3);
}

export function readXyz(file: string, text: string, options: MapOptions = {}): MapGrid {
  const beside = readPrj(file, options);
  const system = firstSystem(beside.system, { epsg: options.epsg ?? null });
  const stated = beside.coordinates ?? options.coordinates;
  const points = readPoints(new SourceText(file, text), stated);
  const { columns } = points;
  const coordinates = stated ?? columns.coordinates;
  if (coordinates === undefined) throw unknownCoordinates(file);
  checkNames(points, coordinates);
  const unit_m = coordinates === "projected" ? (columns.coordinateUnit_m ?? beside.unit_m ?? 1) : 1;
  const east = axisOf(points, 0);
  const north = axisOf(points, 1);
  checkSize(file, north.count, east.count);
  if (points.count < FILLED * north.count * east.count) {
    throw irregular(
      points,
      0,
      `${points.count} points are on no grid: their distances would make one of ${north.count} by ${east.count}`,
    );
  }
  const raw: RawMap = {
    file,
    coordinates,
    ...system,
    registration: "gridline",
    rows: north.count,
    columns: east.count,
    firstNorth: unit_m * north.first,
    firstEast: unit_m * east.first,
    stepNorth: unit_m * north.step,
    stepEast: unit_m * east.step,
    quantity: options.quantity ?? columns.quantity ?? beside.quantity ?? "elevation",
    unit_m: options.unit_m ?? columns.valueUnit_m ?? beside.valueUnit_m ?? 1,
    values: valuesOn(points, north, east),
    rangeOf: (index) => rangeOfPlace(points, north, east, index),
  };
  return makeMapGrid(raw, options);
}

interface Points {
  readonly source: SourceText;
  readonly columns: XyzColumns;
  /** Of the line that names the columns; the beginning of the file where there is none. */
  readonly head: SourceRange;
  readonly count: number;
  /** x, y and z of each. */
  readonly xyz: Float64Array;
  /** Where each line starts in the text. */
  readonly starts: Float64Array;
}

interface Axis {
  readonly first: number;
  readonly step: number;
  readonly count: number;
}

/** Names of degrees for coordinates that are lengths, or the other way round. */
function checkNames({ source, columns, head }: Points, coordinates: MapCoordinates): void {
  if (columns.coordinates === undefined || columns.coordinates === coordinates) return;
  const inWords = { geographic: "degrees", projected: "lengths" };
  const message = `the names of the columns say that the coordinates are ${inWords[columns.coordinates]}, but the map is stated to be ${coordinates}`;
  throw mapError(mapCodes.unclearColumns, source.file, message, {
    range: head,
    hint: "mend the names, or the attributes coordinates and epsg, or the .prj file",
  });
}

function readPoints(source: SourceText, stated: MapCoordinates | undefined): Points {
  const { text, file } = source;
  let columns = PLAIN_COLUMNS;
  let head = source.range(0, 0);
  let xyz = new Float64Array(3 * 1024);
  let starts = new Float64Array(1024);
  let count = 0;
  let isFirst = true;
  for (let at = 0; at < text.length; ) {
    let end = at;
    while (end < text.length && text[end] !== "\n" && text[end] !== "\r") end++;
    const line = text.slice(at, end);
    const words = columnsOf(line);
    const isHead = isFirst && words.length > 0 && !words.some(isNumber);
    const isComment = isFirst && words.length === 0 && line.trimStart().startsWith("#");
    if (isHead || isComment) {
      const names = namesOf(isHead ? withoutComment(line) : line.replace(/^[\s#]+/, ""));
      if (isHead || namesAll(names)) {
        head = source.range(at, end);
        columns = columnsOfNames(file, names, head, stated) ?? columns;
      }
    }
    if (words.length > 0 && !isHead) {
      const { east, north, value } = columns;
      const three = [words[east], words[north], words[value]];
      const range = source.range(at, end);
      if (words.length < columns.count) {
        const wanted =
          columns === PLAIN_COLUMNS
            ? "a point has three: east, north, height"
            : `the first line names ${columns.count}`;
        throw mapError(mapCodes.wrongCount, file, `a line of ${words.length} columns; ${wanted}`, { range });
      }
      const wrong = three.find((word) => !isNumber(word));
      if (wrong !== undefined) throw mapError(mapCodes.notANumber, file, `${shown(wrong)} is not a number`, { range });
      if (count === MOST_CELLS) {
        throw mapError(mapCodes.tooLarge, file, `more than ${MOST_CELLS} points`, { hint: "cut out the region" });
      }
      if (count === starts.length) {
        xyz = grown(xyz);
        starts = grown(starts);
      }
      for (let k = 0; k < 3; k++) xyz[3 * count + k] = Number(three[k]);
      starts[count++] = at;
    }
    if (words.length > 0) isFirst = false;
    at = end + 1;
  }
  if (count === 0) throw mapError(mapCodes.noValues, file, "the file has no point");
  return { source, columns, head, count, xyz, starts };
}

/** The lines of the grid along x (0) or y (1). */
function axisOf(points: Points, which: 0 | 1): Axis {
  const { xyz, count } = points;
  const sorted = Float64Array.from({ length: count }, (_, k) => xyz[3 * k + which]).sort();
  const first = sorted[0];
  const span = sorted[count - 1] - first;
  let step = Number.POSITIVE_INFINITY;
  for (let k = 1; k < count; k++) {
    const gap = sorted[k] - sorted[k - 1];
    if (gap > SAME * span && gap < step) step = gap;
  }
  const name = which === 0 ? "x" : "y";
  if (!(span > 0) || !Number.isFinite(step)) {
    throw irregular(points, 0, `all points have one ${name}; a grid has at least two rows and two columns`);
  }
  // The smallest gap has the error of its digits; the mean over the whole axis has less.
  const cells = Math.round(span / step);
  const even = span / cells;
  for (let k = 0; k < count; k++) {
    const place = (xyz[3 * k + which] - first) / even;
    if (Math.abs(place - Math.round(place)) <= OFF_LINE) continue;
    const message = `${name} = ${xyz[3 * k + which]} is not on a regular grid: from ${first}, the smallest step of ${name} is ${Number(step.toPrecision(6))}`;
    throw irregular(points, k, message);
  }
  return { first, step: even, count: cells + 1 };
}

function valuesOn(points: Points, north: Axis, east: Axis): Float64Array {
  const { xyz, count, source, starts } = points;
  const values = new Float64Array(north.count * east.count).fill(Number.NaN);
  const by = new Int32Array(values.length);
  for (let k = 0; k < count; k++) {
    const at = placeOf(xyz, k, north, east);
    if (by[at] !== 0) {
      const { line } = source.range(starts[by[at] - 1], starts[by[at] - 1]);
      throw irregular(points, k, `this point has the place of line ${line}`);
    }
    by[at] = k + 1;
    values[at] = xyz[3 * k + 2] === NODATA ? Number.NaN : xyz[3 * k + 2];
  }
  return values;
}

function placeOf(xyz: Float64Array, k: number, north: Axis, east: Axis): number {
  const row = Math.round((xyz[3 * k + 1] - north.first) / north.step);
  const column = Math.round((xyz[3 * k] - east.first) / east.step);
  return row * east.count + column;
}

/** The line of the point at a place of the grid. */
function rangeOfPlace({ source, count, xyz, starts }: Points, north: Axis, east: Axis, place: number): SourceRange {
  let k = 0;
  while (k < count - 1 && placeOf(xyz, k, north, east) !== place) k++;
  return source.range(starts[k], starts[k]);
}

function irregular({ source, starts }: Points, k: number, message: string): MapError {
  const range = source.range(starts[k], starts[k]);
  return mapError(mapCodes.irregular, source.file, message, { range, hint: HINT });
}

function withoutComment(line: string): string {
  const comment = line.indexOf("#");
  return comment < 0 ? line : line.slice(0, comment);
}

function columnsOf(line: string): string[] {
  return withoutComment(line)
    .split(/[\s,;]+/)
    .filter((word) => word !== "");
}

function isNumber(word: string): boolean {
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(word) || /^[-+]?nan$/i.test(word);
}

function grown(values: Float64Array): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(2 * values.length);
  larger.set(values);
  return larger;
}
