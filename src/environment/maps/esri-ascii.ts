/**
 * ESRI ASCII grids: a header of keys and numbers, then the values from the north-western cell, row by row, west to east.
 *
 *   ncols 4
 *   nrows 3
 *   xllcorner 3.25      or xllcenter: the corner, or the centre, of the south-western cell
 *   yllcorner 43.5      or yllcenter
 *   cellsize 0.25       or dx and dy
 *   NODATA_value -9999  optional; this is its default
 *   -12.5 -13 …
 *
 * Keys in any case and order. Values are separated by any white space, line ends included, so a row may take several lines,
 * but not as many of nrows values each as there are columns: then the header has its counts exchanged.
 * A # starts a comment up to the end of its line. "nan" is a gap. Two values that are the same float32 are the same to the
 * NODATA test: writers print −3.4028234663852886e+38 and −3.40282e+38 for one number.
 *
 * xllcorner means a pixel map, xllcenter a gridline map. The format itself does not say what its coordinates and values are: see MapOptions.
 * A .prj file beside the grid does: prj-file.ts.
 * Tests: esri-ascii.test.ts.
 */
import { type Diagnostic, didYouMean } from "../../core/index.ts";
import { SourceText } from "../../library/index.ts";
import { firstSystem } from "./coordinate-system.ts";
import { MapError, mapCodes, mapProblem, shown, unknownCoordinatesProblem } from "./map-error.ts";
import { type MapGrid, type MapOptions, MOST_CELLS, makeMapGrid, type RawMap } from "./map-grid.ts";
import { readPrj } from "./prj-file.ts";

const LF = 10;
const CR = 13;
const SPACE = 32;
const HASH = 35;
const NO_BREAK_SPACE = 0xa0;

/** Messages about values: a file of another kind would have millions. */
const MOST_MESSAGES = 20;

const KEYS = [
  ...["ncols", "nrows", "xllcorner", "xllcenter", "yllcorner", "yllcenter"],
  ...["cellsize", "dx", "dy", "nodata_value"],
] as const;
type Key = (typeof KEYS)[number];

interface Entry {
  readonly value: number;
  readonly start: number;
  readonly end: number;
}

interface Header {
  readonly rows: number;
  readonly columns: number;
  readonly stepNorth: number;
  readonly stepEast: number;
  /** Where the centre of the south-western cell is. */
  readonly firstNorth: number;
  readonly firstEast: number;
  readonly corner: boolean;
  readonly nodata: number;
}

/** True of what begins as an ESRI ASCII grid: a known key among the first words, comments aside. */
export function looksLikeEsriAscii(text: string): boolean {
  const tokens = new Tokens(new SourceText("", text));
  for (let k = 0; k < 6 && tokens.next(); k++) if (isKey(tokens.text.toLowerCase())) return true;
  return false;
}

export function readEsriAscii(file: string, text: string, options: MapOptions = {}): MapGrid {
  const problems: Diagnostic[] = [];
  const tokens = new Tokens(new SourceText(file, text));
  const entries = readEntries(tokens, problems);
  const header = checkHeader(tokens.source, entries, problems);
  const beside = readPrj(file, options);
  const system = firstSystem(beside.system, { epsg: options.epsg ?? null });
  const coordinates = beside.coordinates ?? options.coordinates;
  const unit_m = coordinates === "projected" ? (beside.unit_m ?? 1) : 1;
  if (coordinates === undefined) problems.push(unknownCoordinatesProblem(file));
  // Without a header the number of values is not known, and gaps are not known from values.
  if (header === null) throw new MapError(problems);
  const dataStart = tokens.end;
  const values = readValues(tokens, header, problems);
  if (problems.length > 0 || coordinates === undefined) throw new MapError(problems);
  const raw: RawMap = {
    file,
    coordinates,
    ...system,
    registration: header.corner ? "pixel" : "gridline",
    rows: header.rows,
    columns: header.columns,
    // The first row of the file is the northernmost.
    firstNorth: unit_m * (header.firstNorth + (header.rows - 1) * header.stepNorth),
    firstEast: unit_m * header.firstEast,
    stepNorth: -unit_m * header.stepNorth,
    stepEast: unit_m * header.stepEast,
    quantity: options.quantity ?? beside.quantity ?? "elevation",
    unit_m: options.unit_m ?? beside.valueUnit_m ?? 1,
    values,
    declaredBy: "NODATA_value",
    rangeOf(index) {
      tokens.rewind(dataStart);
      for (let k = 0; k <= index; k++) tokens.next();
      return tokens.source.range(tokens.start, tokens.end);
    },
  };
  return makeMapGrid(raw, options);
}

/** Words of a text, comments left out. */
class Tokens {
  readonly source: SourceText;
  start = 0;
  end = 0;

  constructor(source: SourceText) {
    this.source = source;
  }

  get text(): string {
    return this.source.text.slice(this.start, this.end);
  }

  /** Moves to the next word; false at the end. */
  next(): boolean {
    const text = this.source.text;
    let at = this.end;
    while (at < text.length) {
      const code = text.charCodeAt(at);
      if (code === HASH) at = endOfLine(text, at);
      else if (isSpace(code)) at++;
      else break;
    }
    this.start = at;
    while (at < text.length) {
      const code = text.charCodeAt(at);
      if (isSpace(code) || code === HASH) break;
      at++;
    }
    this.end = at;
    return this.end > this.start;
  }

  /** Back to before a word. */
  rewind(to: number): void {
    this.start = to;
    this.end = to;
  }
}

function isSpace(code: number): boolean {
  return code <= SPACE || code === NO_BREAK_SPACE;
}

function endOfLine(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) !== LF && text.charCodeAt(at) !== CR) at++;
  return at;
}

function isKey(word: string): word is Key {
  return (KEYS as readonly string[]).includes(word);
}

/** Keys and their numbers, up to the first word that begins no key; the tokens then stand before it. */
function readEntries(tokens: Tokens, problems: Diagnostic[]): Map<Key, Entry> {
  const { source } = tokens;
  const entries = new Map<Key, Entry>();
  while (tokens.next()) {
    const word = tokens.text;
    if (!/^[a-z]/i.test(word) || /^(nan|inf)/i.test(word)) {
      tokens.rewind(tokens.start);
      break;
    }
    const name = word.toLowerCase();
    const range = source.range(tokens.start, tokens.end);
    const hasValue = tokens.next();
    const value = hasValue ? numberOf(tokens.text) : Number.NaN;
    if (!isKey(name)) {
      const hint = didYouMean(name, KEYS);
      problems.push(mapProblem(mapCodes.unknownKey, source.file, `unknown key ${shown(word)}`, { range, hint }));
      // A file of another kind is words throughout; what follows would only repeat this.
      if (problems.length >= MOST_MESSAGES) break;
      continue;
    }
    const before = entries.get(name);
    if (before !== undefined) {
      const message = `${name} was already given as ${before.value}`;
      problems.push(mapProblem(mapCodes.repeatedKey, source.file, message, { range }));
      continue;
    }
    if (Number.isNaN(value) && !(name === "nodata_value" && /^[-+]?nan$/i.test(tokens.text))) {
      const message = hasValue ? `${name}: ${shown(tokens.text)} is not a number` : `${name} has no value`;
      problems.push(
        mapProblem(mapCodes.notANumber, source.file, message, { range: source.range(tokens.start, tokens.end) }),
      );
    }
    entries.set(name, { value, start: tokens.start, end: tokens.end });
  }
  return entries;
}

/** A finite decimal number, or NaN: no hexadecimal, no Infinity, no empty text. */
function numberOf(word: string): number {
  const second = word.charCodeAt(1) | 32;
  if (second === 120 || second === 98 || second === 111) return Number.NaN; // 0x, 0b, 0o
  const value = Number(word);
  return Number.isFinite(value) ? value : Number.NaN;
}

function checkHeader(source: SourceText, entries: Map<Key, Entry>, problems: Diagnostic[]): Header | null {
  const before = problems.length;
  const say = (entry: Entry, message: string): void => {
    problems.push(mapProblem(mapCodes.badValue, source.file, message, { range: source.range(entry.start, entry.end) }));
  };
  const required = (...names: Key[]): Entry | null => {
    const found = names.flatMap((name) => entries.get(name) ?? []);
    if (found.length === 1) return found[0];
    if (found.length > 1) say(found[1], `${names.join(" and ")} are both given; one of them is enough`);
    else problems.push(mapProblem(mapCodes.missingKey, source.file, `the header has no ${names.join(" or ")}`));
    return null;
  };
  const count = (name: "ncols" | "nrows"): number => {
    const entry = required(name);
    if (entry === null) return 0;
    if (!(Number.isInteger(entry.value) && entry.value >= 1) && !Number.isNaN(entry.value)) {
      say(entry, `${name} = ${entry.value} is not allowed; it must be a whole number above 0`);
    }
    return entry.value;
  };
  const step = (name: "dx" | "dy"): number => {
    const separate = entries.has("dx") || entries.has("dy");
    const entry = separate ? required("cellsize", name) : required("cellsize");
    if (entry === null) return 0;
    if (entry.value <= 0) say(entry, `a cell of ${entry.value} is not allowed; it must be above 0`);
    return entry.value;
  };

  const columns = count("ncols");
  const rows = count("nrows");
  const x = required("xllcorner", "xllcenter");
  const y = required("yllcorner", "yllcenter");
  const stepEast = step("dx");
  const stepNorth = step("dy");
  if (rows * columns > MOST_CELLS) {
    const message = `${rows} rows by ${columns} columns are more than ${MOST_CELLS} cells`;
    problems.push(mapProblem(mapCodes.tooLarge, source.file, message, { hint: "cut out the region of the scenario" }));
  }
  // What is not a number is already reported, at its place.
  if (problems.length > before || x === null || y === null) return null;
  if ([rows, columns, stepEast, stepNorth, x.value, y.value].some(Number.isNaN)) return null;
  const xCorner = entries.has("xllcorner");
  const yCorner = entries.has("yllcorner");
  return {
    rows,
    columns,
    stepNorth,
    stepEast,
    firstNorth: y.value + (yCorner ? 0.5 * stepNorth : 0),
    firstEast: x.value + (xCorner ? 0.5 * stepEast : 0),
    corner: xCorner && yCorner,
    nodata: entries.get("nodata_value")?.value ?? -9999,
  };
}

function readValues(tokens: Tokens, header: Header, problems: Diagnostic[]): Float64Array {
  const { source } = tokens;
  const cells = header.rows * header.columns;
  // Every value takes a character and a space: a header that promises more than the text can hold allocates no more than that.
  const values = new Float64Array(Math.min(cells, (source.text.length >> 1) + 1));
  const gap = Math.fround(header.nodata);
  const dataStart = tokens.end;
  let count = 0;
  let wrong = 0;
  while (tokens.next()) {
    const word = tokens.text;
    let value = numberOf(word);
    if (Number.isNaN(value) && !/^[-+]?nan$/i.test(word)) {
      if (wrong++ < MOST_MESSAGES) problems.push(notANumber(source, tokens.start, tokens.end, word));
    } else if (Math.fround(value) === gap) value = Number.NaN;
    if (count < values.length) values[count] = value;
    count++;
  }
  if (wrong > MOST_MESSAGES) {
    const message = `${wrong - MOST_MESSAGES} more values are not numbers`;
    problems.push(mapProblem(mapCodes.notANumber, source.file, message, { range: source.range(dataStart, dataStart) }));
  }
  const miscounted =
    count === cells ? exchangedCounts(source, dataStart, header) : wrongCount(source, dataStart, header, count);
  if (miscounted !== null) problems.push(miscounted);
  return values;
}

function notANumber(source: SourceText, start: number, end: number, word: string): Diagnostic {
  const hint = /^[-+]?\d+,\d+$/.test(word) ? { hint: "decimals are written with a point" } : {};
  const range = source.range(start, end);
  return mapProblem(mapCodes.notANumber, source.file, `${shown(word)} is not a number`, { range, ...hint });
}

/** A line of words, comments and empty lines left out. */
interface Line {
  readonly start: number;
  readonly end: number;
  readonly words: number;
}

function* linesFrom(source: SourceText, dataStart: number): Generator<Line> {
  const tokens = new Tokens(source);
  tokens.rewind(dataStart);
  while (tokens.next()) {
    const { start } = tokens;
    let { end } = tokens;
    let words = 1;
    const lineEnd = endOfLine(source.text, end);
    while (end < lineEnd && tokens.next()) {
      if (tokens.start >= lineEnd) {
        tokens.rewind(tokens.start);
        break;
      }
      words++;
      end = tokens.end;
    }
    yield { start, end, words };
  }
}

/**
 * A header whose counts are exchanged: the number of values fits, but every line has as many of them as there should be rows, and there are as many
 * lines as there should be columns. Null where one line says otherwise, as the first does of every other file.
 */
function exchangedCounts(source: SourceText, dataStart: number, { rows, columns }: Header): Diagnostic | null {
  if (rows === columns || rows === 1 || columns === 1) return null;
  let lines = 0;
  let first: Line | null = null;
  for (const line of linesFrom(source, dataStart)) {
    if (line.words !== rows) return null;
    first ??= line;
    lines++;
  }
  if (first === null || lines !== columns) return null;
  const message = `the header says ${rows} rows of ${columns} columns, but the values are ${lines} lines of ${rows}: nrows and ncols are exchanged`;
  const hint = `nrows ${columns} and ncols ${rows} fit; where the rows are broken into shorter lines, write each on one line`;
  return mapProblem(mapCodes.exchangedCounts, source.file, message, {
    range: source.range(first.start, first.end),
    hint,
  });
}

/** Points at the row to blame where every row has its own line; at the end of the text otherwise. */
function wrongCount(source: SourceText, dataStart: number, header: Header, count: number): Diagnostic {
  const { rows, columns } = header;
  const total = `${count} values where ${rows} rows of ${columns} columns need ${rows * columns}`;
  let lines = 0;
  let odd = 0;
  let firstOdd: Line | null = null;
  for (const line of linesFrom(source, dataStart)) {
    lines++;
    if (line.words !== columns && odd++ === 0) firstOdd = line;
  }
  if (firstOdd !== null && odd < lines && (odd === 1 || lines === rows)) {
    const range = source.range(firstOdd.start, firstOdd.end);
    return mapProblem(mapCodes.wrongCount, source.file, `${total}; this row has ${firstOdd.words}`, { range });
  }
  const end = source.text.trimEnd().length;
  return mapProblem(mapCodes.wrongCount, source.file, total, { range: source.range(end, end) });
}
