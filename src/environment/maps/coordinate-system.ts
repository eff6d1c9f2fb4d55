/**
 * Which coordinate system a projected map has: its EPSG number, or a definition of its own, a proj string or WKT.
 *
 * Numbers in this table become definitions here; UTM is utm.ts's, and every other number is unknown. A system is in the table where marine
 * data come in it and its definition is complete without a file of grid shifts: the British and the Dutch grid (27700, 28992) are left out, since
 * without their grids they are metres off.
 *
 *   2154, 9793, 9794     Lambert-93, all of France           3034, 3035   Europe, conformal and equal-area
 *   3395, 3857           Mercator of the world; of the web   3031, 3413, 3995, 3996   polar stereographic, 3996 being IBCAO's
 *   3006, 3067           Sweden and Finland                  26901 … 26923   UTM on NAD-83
 *
 * ETRS-89, RGF-93 and NAD-83 are taken for WGS-84, as in utm.ts: they differ by the drift of the plates, up to 2 m.
 * Source: the EPSG dataset as PROJ 9.5.1 gives it. Tests: coordinate-system.test.ts, proj4-projections.test.ts.
 */
import { utmZoneOfEpsg } from "./utm.ts";

const GRS80 = "+ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +units=m +no_defs";
const WGS84 = "+datum=WGS84 +units=m +no_defs";
const LAMBERT_93 = `+proj=lcc +lat_0=46.5 +lon_0=3 +lat_1=49 +lat_2=44 +x_0=700000 +y_0=6600000 ${GRS80}`;
const polar = (lat_0: number, lat_ts: number, lon_0: number): string =>
  `+proj=stere +lat_0=${lat_0} +lat_ts=${lat_ts} +lon_0=${lon_0} +x_0=0 +y_0=0 ${WGS84}`;

const DEFINITIONS: Readonly<Record<number, string>> = {
  2154: LAMBERT_93,
  9793: LAMBERT_93,
  9794: LAMBERT_93,
  3006: `+proj=utm +zone=33 ${GRS80}`,
  3031: polar(-90, -71, 0),
  3034: `+proj=lcc +lat_0=52 +lon_0=10 +lat_1=35 +lat_2=65 +x_0=4000000 +y_0=2800000 ${GRS80}`,
  3035: `+proj=laea +lat_0=52 +lon_0=10 +x_0=4321000 +y_0=3210000 ${GRS80}`,
  3067: `+proj=utm +zone=35 ${GRS80}`,
  3395: `+proj=merc +lon_0=0 +k=1 +x_0=0 +y_0=0 ${WGS84}`,
  3413: polar(90, 70, -45),
  3857: "+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +nadgrids=@null +no_defs",
  3995: polar(90, 71, 0),
  3996: polar(90, 75, 0),
};

/** The numbers that have a definition here, for messages. */
export const KNOWN_SYSTEMS = "UTM, Lambert-93 (2154) and the others that docs/sea.md lists";

/** Longest text that is taken for a definition; real ones have some 2000 letters. */
const LONGEST = 65_536;

/** What a file or its reader's caller says of a map's coordinates. */
export interface MapSystem {
  /** EPSG number, null where it is not stated. */
  readonly epsg: number | null;
  /** Proj string or WKT of the file itself. */
  readonly definition?: string;
}

/** The proj string of an EPSG number; undefined for numbers that are not known, and for those of utm.ts. */
export function definitionOfEpsg(epsg: number): string | undefined {
  if (Number.isInteger(epsg) && epsg >= 26901 && epsg <= 26923) return `+proj=utm +zone=${epsg - 26900} ${GRS80}`;
  return Object.hasOwn(DEFINITIONS, epsg) ? DEFINITIONS[epsg] : undefined;
}

/** Geographic systems on datums that are taken for WGS-84. */
const DEGREES: ReadonlySet<number> = new Set([
  ...[4326, 4979, 4258, 4937, 4171, 4619, 4269, 4617, 6318, 4674, 4167, 4283, 7844, 4490, 4612, 6668],
]);

/** Whether the coordinates of an EPSG number are degrees or lengths; undefined for numbers that are not known here. */
export function coordinatesOfEpsg(epsg: number): "geographic" | "projected" | undefined {
  if (DEGREES.has(epsg)) return "geographic";
  return utmZoneOfEpsg(epsg) !== null || definitionOfEpsg(epsg) !== undefined ? "projected" : undefined;
}

/** What a caller states of a map, with the kind of coordinates that its EPSG number has. */
export function withCoordinates<
  T extends { readonly coordinates?: "geographic" | "projected"; readonly epsg?: number },
>(options: T): T {
  if (options.coordinates !== undefined || options.epsg === undefined) return options;
  const coordinates = coordinatesOfEpsg(options.epsg);
  return coordinates === undefined ? options : { ...options, coordinates };
}

/** The system that a text of a file means: "EPSG:2154", a proj string, or WKT; undefined where it is none of these. */
export function systemOfText(text: string): MapSystem | undefined {
  const trimmed = text.trim();
  if (trimmed.length > LONGEST) return undefined;
  const code = /^(?:urn:ogc:def:crs:)?EPSG::?(\d{1,6})$/i.exec(trimmed);
  if (code !== null) return { epsg: Number(code[1]) };
  if (trimmed.startsWith("+")) return { epsg: null, definition: trimmed };
  if (!isWkt(trimmed)) return undefined;
  const definition = horizontalPart(trimmed);
  return { epsg: epsgOfWkt(definition), definition };
}

/** The first of some statements, what the file says before what its reader was given. */
export function firstSystem(...systems: readonly (MapSystem | undefined)[]): MapSystem {
  return systems.find((system) => system !== undefined) ?? { epsg: null };
}

function isWkt(text: string): boolean {
  return /^[A-Z_]+(CS|CRS)\s*[[(]/i.test(text);
}

/** Whether a definition's coordinates are degrees or lengths; undefined where it does not say. */
export function coordinatesOfDefinition({ definition }: MapSystem): "geographic" | "projected" | undefined {
  if (definition === undefined) return undefined;
  if (/^(PROJCS|PROJCRS)\b/i.test(definition)) return "projected";
  if (/^(GEOGCS|GEOGCRS|GEODCRS)\b/i.test(definition)) return "geographic";
  if (!definition.startsWith("+")) return undefined;
  return /\+proj=(longlat|latlong|lonlat|latlon)\b/.test(definition) ? "geographic" : "projected";
}

/** Metres in one unit of a definition's coordinates: the last length unit of its WKT. */
export function unitOfDefinition_m({ definition }: MapSystem): number {
  const units = Array.from((definition ?? "").matchAll(/\b(?:LENGTH)?UNIT\s*[[(]\s*"[^"]*"\s*,\s*([0-9.eE+-]+)/gi));
  const unit_m = Number(units[units.length - 1]?.[1] ?? 1);
  return unit_m > 0 && Number.isFinite(unit_m) ? unit_m : 1;
}

/** Of a system with heights, or bound to another, the part over the map: the first PROJCS or GEOGCS with all that is in its brackets. */
function horizontalPart(wkt: string): string {
  const from = wkt.search(/\b(PROJCS|PROJCRS)\s*[[(]/i);
  const start = from >= 0 ? from : Math.max(0, wkt.search(/\b(GEOGCS|GEOGCRS|GEODCRS)\s*[[(]/i));
  let depth = 0;
  let isQuoted = false;
  for (let k = start; k < wkt.length; k++) {
    const letter = wkt[k];
    if (letter === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (letter === "[" || letter === "(") depth++;
    else if ((letter === "]" || letter === ")") && --depth === 0) return wkt.slice(start, k + 1);
  }
  return wkt;
}

/** The number that the outermost brackets end with. */
function epsgOfWkt(wkt: string): number | null {
  const found = /\b(?:AUTHORITY|ID)\s*[[(]\s*"EPSG"\s*,\s*"?(\d{1,6})"?\s*[\])]\s*[\])]\s*$/i.exec(wkt);
  return found === null ? null : Number(found[1]);
}
