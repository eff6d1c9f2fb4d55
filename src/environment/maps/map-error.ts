/**
 * What can be wrong with a map file or with a place asked of it. A reader throws one MapError, and nothing else, that carries
 * every problem it found as a diagnostic; what does not stop it stays beside the map, as a warning.
 */
import {
  type CodeEntry,
  codedDiagnostic,
  codeEntry,
  type Diagnostic,
  DiagnosticList,
  formatDiagnostic,
  type SourceRange,
  startOfFile,
} from "../../core/index.ts";

export const mapCodes = Object.freeze({
  unknownFormat: codeEntry(
    "error",
    "MAP001",
    "The format of the file is not one of the map formats that are read.",
    "the file is neither an ESRI ASCII grid, nor a GeoTIFF, nor a NetCDF file, nor lines of x y z",
  ),
  unsupported: codeEntry(
    "error",
    "MAP002",
    "A variant of a map format that is not read.",
    "this is a NetCDF-4 file with values packed by szip, filter 4; only deflate and shuffle are read (nccopy -k nc6 in.nc out.nc unpacks it)",
  ),
  truncated: codeEntry(
    "error",
    "MAP003",
    "The file ends before what it announces.",
    "the file has 120 bytes, but strip 3 ends at byte 4096",
  ),
  malformed: codeEntry(
    "error",
    "MAP004",
    "A field of a binary map file is wrong, or contradicts another.",
    "tag 257 (ImageLength) is missing",
  ),
  tooLarge: codeEntry(
    "error",
    "MAP005",
    "The map, or the grid asked of it, has more cells than are read.",
    "43200 rows by 86400 columns are more than 33554432 cells",
  ),
  missingKey: codeEntry("error", "MAP006", "The header of a grid lacks a key.", "the header has no cellsize"),
  unknownKey: codeEntry(
    "error",
    "MAP007",
    "The header of a grid has an unknown key.",
    'unknown key "celsize" (did you mean "cellsize"?)',
  ),
  repeatedKey: codeEntry("error", "MAP008", "The header of a grid has a key twice.", "ncols was already given as 12"),
  badValue: codeEntry(
    "error",
    "MAP009",
    "A number of the header is out of its range.",
    "cellsize = -1 is not allowed; it must be above 0",
  ),
  notANumber: codeEntry("error", "MAP010", "Something in a grid is not a number.", '"12,5" is not a number'),
  wrongCount: codeEntry(
    "error",
    "MAP011",
    "A grid has more or fewer values than its header says.",
    "11 values where 3 rows of 4 columns need 12",
  ),
  unknownCoordinates: codeEntry(
    "error",
    "MAP012",
    "The file does not say whether its coordinates are degrees or metres, and neither does the scenario.",
    "the file does not say whether its coordinates are geographic or projected",
  ),
  noVariable: codeEntry(
    "error",
    "MAP013",
    "A NetCDF file lacks the depths or one of their axes.",
    "no variable elevation, topo, z, Band1 or depth; there are: lat, lon, tid",
  ),
  irregular: codeEntry(
    "error",
    "MAP014",
    "The points of an axis are not evenly spaced, or do not go one way.",
    "lat is not evenly spaced: 40.5 at index 3 where 40.3 belongs",
  ),
  noValues: codeEntry("error", "MAP015", "Every value of the map is a gap.", "all 144 values are gaps"),
  badUnit: codeEntry("error", "MAP016", "A unit is not known.", 'unit "cubits" of elevation is not known'),
  badRequest: codeEntry(
    "error",
    "MAP017",
    "The request for a local grid is not valid.",
    "a spacing of 0 m is not allowed; it must be above 0",
  ),
  offMap: codeEntry(
    "error",
    "MAP018",
    "The whole of the local grid lies off the map.",
    "the local grid around 43.6 N 3.4 E lies off the map, which covers 40 … 41 N, 5 … 6 E",
  ),
  outsideRefused: codeEntry(
    "error",
    "MAP019",
    "A part of the local grid lies off a map that declares no depths there.",
    "121 of 2601 places lie off the map, which covers north -300 to 300 m, east -300 to 300 m around the origin",
  ),
  gapsRefused: codeEntry(
    "error",
    "MAP020",
    "A part of the local grid falls into gaps of a map that must have none.",
    "9 of 2601 places fall into gaps of the map",
  ),
  noProjection: codeEntry(
    "error",
    "MAP021",
    "A geographic origin on a map whose projection is not known here.",
    "the map is projected by EPSG:27700, which is not known here; with a geographic origin its projection must be known",
  ),
  outside: codeEntry(
    "warning",
    "MAP022",
    "A part of the local grid lies off the map; the declared rule gave the depths.",
    "121 of 2601 places lie off the map: they take the depth of its nearest edge",
  ),
  gaps: codeEntry(
    "warning",
    "MAP023",
    "A part of the local grid falls into gaps of the map; the declared rule gave the depths.",
    "9 of 2601 places fall into gaps of the map: they are holes",
  ),
  otherOrigin: codeEntry(
    "error",
    "MAP030",
    "The origin in the metres of a map is another place than the world's origin in degrees.",
    "originNorth_m and originEast_m are north 0.0 m, east 0.0 m, but the world's origin lies at north 4700123.0 m, east 512000.0 m of the map: 4727927.8 m apart",
  ),
  foreignGap: codeEntry(
    "error",
    "MAP040",
    'A value is a usual mark of "no data", or one that a bottom on earth cannot have, and neither file nor scenario declares it as a gap.',
    "-32768 would be a bottom 32768 m deep, which the earth does not have (at most 11000 m deep, 9000 m high); 2 of 6 values are -32768",
  ),
  onlyLand: codeEntry(
    "error",
    "MAP041",
    "The whole of a bottom lies above the water: its depths are given as positive numbers, or the water level is missing.",
    "the whole of the map is land, 18 to 22 m above the water: its values are taken for heights",
  ),
  exchangedCounts: codeEntry(
    "error",
    "MAP050",
    "The lines of an ESRI ASCII grid have as many values as its header says rows: the counts are exchanged.",
    "the header says 3 rows of 4 columns, but the values are 4 lines of 3: nrows and ncols are exchanged",
  ),
  unclearColumns: codeEntry(
    "error",
    "MAP051",
    "The first line of an XYZ text names its columns, but not clearly, or against what else is stated of the map.",
    '"z" and "depth" are both names of the values',
  ),
  badPrj: codeEntry(
    "error",
    "MAP052",
    "The .prj file beside a map does not state a coordinate system, or one that is not read.",
    'UTM on the datum "NAD27" is not read; on WGS84, ETRS89 and NAD83 it is',
  ),
  otherSystem: codeEntry(
    "error",
    "MAP053",
    "A map or the .prj file beside it, and the scenario, state different coordinate systems; or two attributes of the scenario do.",
    'the file beside the map says EPSG:32632, but the scenario says epsg="32631"',
  ),
  undeclaredLevels: codeEntry(
    "error",
    "MAP054",
    "A vertical axis without units counts levels: it does not say whether they are metres.",
    '"level" has no units, and its values are whole numbers, 0, 1 …: depths in metres, or the numbers of levels?',
  ),
  massFraction: codeEntry(
    "error",
    "MAP055",
    "Salinities without a unit are so small that they are a mass fraction in kg/kg.",
    '"so" has no units, and its largest value is 0.038: fresh water, or a mass fraction in kg/kg?',
  ),
});

export interface MapProblemDetail {
  readonly range?: SourceRange;
  readonly hint?: string | undefined;
}

export function mapProblem(code: CodeEntry, file: string, message: string, detail: MapProblemDetail = {}): Diagnostic {
  return codedDiagnostic(code, detail.range ?? startOfFile(file), message, { hint: detail.hint });
}

/** All that is wrong with one file or one request; the message is the first problem, on one line. */
export class MapError extends Error {
  override readonly name = "MapError";
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    const list = new DiagnosticList();
    list.addAll(diagnostics);
    const sorted = list.sorted();
    const [first] = sorted;
    const more = sorted.length > 1 ? ` (and ${sorted.length - 1} more)` : "";
    super(`${first === undefined ? "a map cannot be read" : formatDiagnostic(first)}${more}`);
    this.diagnostics = Object.freeze(sorted);
  }
}

export function mapError(code: CodeEntry, file: string, message: string, detail: MapProblemDetail = {}): MapError {
  return new MapError([mapProblem(code, file, message, detail)]);
}

/** Text of a file as it is quoted in a message: one line, printable and short, whatever the file holds. */
export function shown(text: string, longest = 40): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/gu, "·");
  return line.length <= longest ? `"${line}"` : `"${line.slice(0, longest - 1)}…"`;
}

/** Of a file that leaves open whether it is in degrees or in metres. */
export function unknownCoordinates(file: string): MapError {
  return new MapError([unknownCoordinatesProblem(file)]);
}

export function unknownCoordinatesProblem(file: string): Diagnostic {
  const message = "the file does not say whether its coordinates are geographic or projected";
  const hint =
    'give the attribute coordinates="projected" where they are metres, coordinates="geographic" where they are degrees';
  return mapProblem(mapCodes.unknownCoordinates, file, message, { hint });
}
