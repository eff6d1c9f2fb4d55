/**
 * What the first line of an XYZ text says of its columns.
 *
 *   easting northing depth_ft            east: x, e, east, easting, lon, long, longitude;  north: y, n, north, northing, lat, latitude
 *   lat, lon, uncertainty, height (m)    values: z, depth, elevation, height, altitude, or the unit itself, fathoms
 *
 * A name may have a unit, behind _ or in brackets, and words that do not matter (utm, point, water, mean …). lon and lat are degrees, easting and northing
 * lengths; x, y, e and n say nothing. A depth counts down, elevation, height and altitude up; z says nothing. Every other name is of a column that is not
 * read: depth_uncertainty is not a depth. Where neither east, north nor values are named, the first three columns are these.
 * Tests: xyz-header.test.ts.
 */
import type { SourceRange } from "../../core/index.ts";
import { KNOWN_LENGTHS, metresIn } from "./length-units.ts";
import { mapCodes, mapError, shown } from "./map-error.ts";
import type { MapCoordinates, MapQuantity } from "./map-grid.ts";

type Role = "east" | "north" | "value";

/** Places of the columns, and what their names say. */
export interface XyzColumns {
  readonly east: number;
  readonly north: number;
  readonly value: number;
  /** Columns that every line has at least. */
  readonly count: number;
  readonly coordinates?: MapCoordinates;
  /** Metres in one unit of the coordinates, and of the values, where the names say so. */
  readonly coordinateUnit_m?: number;
  readonly valueUnit_m?: number;
  readonly quantity?: MapQuantity;
}

export const PLAIN_COLUMNS: XyzColumns = { east: 0, north: 1, value: 2, count: 3 };

interface Name {
  readonly at: number;
  readonly text: string;
  readonly role: Role;
  readonly coordinates?: MapCoordinates;
  readonly quantity?: MapQuantity;
  readonly unit?: string;
}

const WORDS: Readonly<Record<string, Pick<Name, "role" | "coordinates" | "quantity">>> = {
  ...of(["x", "e", "east"], { role: "east" }),
  ...of(["y", "n", "north"], { role: "north" }),
  ...of(["easting", "eastings"], { role: "east", coordinates: "projected" }),
  ...of(["northing", "northings"], { role: "north", coordinates: "projected" }),
  ...of(["lon", "long", "longitude"], { role: "east", coordinates: "geographic" }),
  ...of(["lat", "latitude"], { role: "north", coordinates: "geographic" }),
  z: { role: "value" },
  ...of(["depth", "depths"], { role: "value", quantity: "depth" }),
  ...of(["elevation", "elev", "height", "altitude"], { role: "value", quantity: "elevation" }),
};
const FILLERS = /^(utm|wgs84|point|coord|coordinate|water|seabed|seafloor|bottom|mean|median|average|msl|mllw)$/;
const DEGREES = /^(°|deg|degs|degrees?|dd|decimaldegrees?)$/;
/** Units that are told from other words behind a name, and are not read. */
const OTHER_UNITS = /^(yd|yards?|in|inch|inches|nmi|mi|miles?|dbar|bar|rad|radians?)$/;

function of<T>(words: readonly string[], meaning: T): Record<string, T> {
  return Object.fromEntries(words.map((word) => [word, meaning]));
}

/** Names between commas, semicolons or tabs, or else between spaces, with units in brackets at their names. */
export function namesOf(line: string): string[] {
  const text = line.replace(/["']/g, "");
  const parts = /[,;\t]/.test(text) ? text.split(/[,;\t]/) : text.replace(/\s+([[(])/g, "$1").split(/\s+/);
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

/** Null where no name is known. A line that names some columns, but not clearly, is refused. */
export function columnsOfNames(
  file: string,
  names: readonly string[],
  range: SourceRange,
  stated: MapCoordinates | undefined,
): XyzColumns | null {
  const known = names.flatMap((text, at) => meaningOf(text, at) ?? []);
  if (known.length === 0) return null;
  const refuse = (message: string, hint: string): never => {
    throw mapError(mapCodes.unclearColumns, file, message, { range, hint });
  };
  const pick = (role: Role): Name | undefined => {
    const all = known.filter((name) => name.role === role);
    const fitting = all.filter(({ coordinates }) => stated !== undefined && coordinates === stated);
    const [first, second] = role !== "value" && all.length > 1 && fitting.length > 0 ? fitting : all;
    if (first !== undefined && second !== undefined) {
      refuse(
        `${shown(first.text)} and ${shown(second.text)} are both names of ${inWords(role)}`,
        "leave one of the columns out, or give it another name",
      );
    }
    return first;
  };
  const [east, north, value] = [pick("east"), pick("north"), pick("value")];
  const columns = { east: east?.at ?? 0, north: north?.at ?? 1, value: value?.at ?? -1 };
  const isWhole = east !== undefined && north !== undefined;
  // Without a name of the values they are the first column that is left.
  if (value === undefined) columns.value = [0, 1, 2].find((at) => at !== columns.east && at !== columns.north) ?? 2;
  const isUsual = columns.east === 0 && columns.north === 1 && columns.value === 2;
  if (!isWhole && !isUsual) {
    const there = known.map(({ text, role, at }) => `column ${at + 1}, ${shown(text)}, as ${inWords(role)}`);
    refuse(
      `the first line names ${there.join("; ")}, but not which columns are east and north`,
      "name them x and y, easting and northing, or lon and lat",
    );
  }
  const coordinates = sameOf(east, north, (name) => name.coordinates ?? degreesOf(name), refuse);
  const coordinateUnit_m = sameOf(east, north, (name) => lengthOf(file, range, name), refuse);
  const valueUnit_m = value === undefined ? undefined : lengthOf(file, range, value);
  return {
    ...columns,
    count: Math.max(names.length, 3),
    ...(coordinates === undefined ? {} : { coordinates }),
    ...(coordinateUnit_m === undefined ? {} : { coordinateUnit_m }),
    ...(valueUnit_m === undefined ? {} : { valueUnit_m }),
    ...(value?.quantity === undefined ? {} : { quantity: value.quantity }),
  };
}

/** True where names say all three, so that a comment is taken for the line of names. */
export function namesAll(names: readonly string[]): boolean {
  const roles = new Set(names.flatMap((text, at) => meaningOf(text, at)?.role ?? []));
  return roles.size === 3 && names.length <= 32;
}

function meaningOf(text: string, at: number): Name | null {
  const [, before = "", inside] = /^([^[(]*)(?:[[(]([^\])]*)[\])])?/.exec(text.toLowerCase()) ?? [];
  const words = before.split(/[^a-z0-9°]+/).filter((word) => word !== "" && !FILLERS.test(word));
  let unit: string | undefined = (inside as string | undefined)?.trim();
  const last = words[words.length - 1] ?? "";
  if (words.length > 1 && unit === undefined && isUnit(last)) {
    unit = last;
    words.pop();
  }
  if (words.length !== 1) return null;
  const [word] = words;
  if (/^(fathoms?|feet|met(er|re)s)$/.test(word)) return { at, text, role: "value", unit: word };
  if (!Object.hasOwn(WORDS, word)) return null;
  return { at, text, ...WORDS[word], ...(unit === undefined || unit === "" ? {} : { unit }) };
}

function isUnit(word: string): boolean {
  return metresIn(word) !== undefined || DEGREES.test(word) || OTHER_UNITS.test(word);
}

function degreesOf({ unit }: Name): MapCoordinates | undefined {
  if (unit === undefined) return undefined;
  if (metresIn(unit) !== undefined) return "projected";
  return DEGREES.test(unit.replaceAll(" ", "")) ? "geographic" : undefined;
}

function lengthOf(file: string, range: SourceRange, { unit, text, role, coordinates }: Name): number | undefined {
  if (unit === undefined) return undefined;
  const unit_m = metresIn(unit);
  const isAngle = role !== "value" && (coordinates === "geographic" || unit_m === undefined);
  // "°e" and "degrees north" too.
  if (isAngle && DEGREES.test(unit.replace(/[\s_]|(?<=°|s|e|g)[\s_]*(n|e|north|east)$/g, ""))) return undefined;
  if (unit_m !== undefined && coordinates !== "geographic") return unit_m;
  const known = isAngle && coordinates === "geographic" ? "degrees" : KNOWN_LENGTHS;
  throw mapError(mapCodes.badUnit, file, `unit ${shown(unit)} of the column ${shown(text)} is not read; ${known} are`, {
    range,
  });
}

/** What the names of east and north both say; what one of them says where the other is silent. */
function sameOf<T>(
  east: Name | undefined,
  north: Name | undefined,
  read: (name: Name) => T | undefined,
  refuse: (message: string, hint: string) => never,
): T | undefined {
  const [a, b] = [east, north].map((name) => (name === undefined ? undefined : read(name)));
  if (a !== undefined && b !== undefined && a !== b) {
    refuse(
      `the columns ${shown(east?.text ?? "")} and ${shown(north?.text ?? "")} do not go together`,
      "both are degrees, or both are lengths of one unit",
    );
  }
  return a ?? b;
}

function inWords(role: Role): string {
  return role === "value" ? "the values" : role;
}
