/**
 * The coordinate system that the GeoKeys of a projected GeoTIFF give: an EPSG number; WKT in a citation, as ESRI's programs write it; or a method
 * with its parameters, which become a proj string.
 *
 *   1 transverse Mercator     7 Mercator     8, 9 Lambert conformal conic, two parallels and one
 *   10 Lambert azimuthal equal-area          11 Albers equal-area         15 polar stereographic
 *
 * Left out: other methods; ellipsoids that are neither numbered here nor given by their axis and flattening.
 * Source: [GeoTIFF11, 7.5 and annex C]. Tests: file-systems.test.ts.
 */
import { type MapSystem, systemOfText } from "./coordinate-system.ts";
import type { TiffDirectory } from "./tiff-directory.ts";

const KEY = {
  citation: 1026,
  geodeticSystem: 2048,
  datum: 2050,
  ellipsoid: 2056,
  semiMajor: 2057,
  inverseFlattening: 2059,
  projectedSystem: 3072,
  projectedCitation: 3073,
  method: 3075,
  parallel1: 3078,
  parallel2: 3079,
  naturalLongitude: 3080,
  naturalLatitude: 3081,
  falseEasting: 3082,
  falseNorthing: 3083,
  originLongitude: 3084,
  originLatitude: 3085,
  originEasting: 3086,
  originNorthing: 3087,
  centreLongitude: 3088,
  centreLatitude: 3089,
  scale: 3092,
  poleLongitude: 3095,
} as const;

/** No number: the parameters follow, one by one. */
const USER_DEFINED = 32767;

/** Numbers of geographic systems, datums and ellipsoids that are WGS-84 or taken for it. */
const GRS80 = [4171, 4258, 4269, 6171, 6258, 6269, 7019];
const WGS84 = [4326, 6326, 7030];

/** Lengths of false origins are in the coordinates' own unit. */
export function systemOfGeoKeys(
  directory: TiffDirectory,
  keys: ReadonlyMap<number, number>,
  unit_m: number,
): MapSystem | undefined {
  const epsg = keys.get(KEY.projectedSystem) ?? 0;
  if (epsg !== 0 && epsg !== USER_DEFINED) return { epsg };
  const texts = directory.geoTexts();
  for (const key of [KEY.projectedCitation, KEY.citation]) {
    const wkt = /(PROJCS|PROJCRS)\s*\[.*$/is.exec(texts.get(key) ?? "");
    const system = wkt === null ? undefined : systemOfText(wkt[0].replace(/\|+\s*$/, ""));
    if (system !== undefined) return system;
  }
  const definition = projString(keys, unit_m);
  return definition === undefined ? undefined : { epsg: null, definition };
}

function projString(keys: ReadonlyMap<number, number>, unit_m: number): string | undefined {
  const first = (...some: readonly number[]): number | undefined =>
    some.map((key) => keys.get(key)).find((value) => value !== undefined);
  const ellipsoid = ellipsoidOf(keys);
  const lon_0 = first(KEY.naturalLongitude, KEY.originLongitude, KEY.centreLongitude) ?? 0;
  const lat_0 = first(KEY.naturalLatitude, KEY.originLatitude, KEY.centreLatitude) ?? 0;
  const x_0 = unit_m * (first(KEY.falseEasting, KEY.originEasting) ?? 0);
  const y_0 = unit_m * (first(KEY.falseNorthing, KEY.originNorthing) ?? 0);
  const k_0 = keys.get(KEY.scale) ?? 1;
  const lat_1 = keys.get(KEY.parallel1);
  const lat_2 = keys.get(KEY.parallel2);
  const centre = `+lat_0=${lat_0} +lon_0=${lon_0}`;
  const parallels = lat_1 === undefined || lat_2 === undefined ? undefined : `+lat_1=${lat_1} +lat_2=${lat_2}`;
  const methods: Readonly<Record<number, string | undefined>> = {
    1: `+proj=tmerc ${centre} +k=${k_0}`,
    7: lat_1 === undefined ? `+proj=merc +lon_0=${lon_0} +k=${k_0}` : `+proj=merc +lon_0=${lon_0} +lat_ts=${lat_1}`,
    8: parallels && `+proj=lcc ${centre} ${parallels}`,
    9: `+proj=lcc ${centre} +lat_1=${lat_0} +k_0=${k_0}`,
    10: `+proj=laea ${centre}`,
    11: parallels && `+proj=aea ${centre} ${parallels}`,
    // The latitude of the origin is that of true scale.
    15: `+proj=stere +lat_0=${lat_0 < 0 ? -90 : 90} +lat_ts=${lat_0} +lon_0=${keys.get(KEY.poleLongitude) ?? lon_0}`,
  };
  const method = methods[keys.get(KEY.method) ?? 0];
  if (method === undefined || ellipsoid === undefined) return undefined;
  return `${method} +x_0=${x_0} +y_0=${y_0} ${ellipsoid} +units=m +no_defs`;
}

function ellipsoidOf(keys: ReadonlyMap<number, number>): string | undefined {
  const named = [KEY.geodeticSystem, KEY.datum, KEY.ellipsoid].map((key) => keys.get(key) ?? 0);
  if (named.some((number) => WGS84.includes(number))) return "+datum=WGS84";
  if (named.some((number) => GRS80.includes(number))) return "+ellps=GRS80 +towgs84=0,0,0,0,0,0,0";
  const a = keys.get(KEY.semiMajor);
  const rf = keys.get(KEY.inverseFlattening);
  return a === undefined || rf === undefined ? undefined : `+a=${a} +rf=${rf}`;
}
