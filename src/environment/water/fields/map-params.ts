/**
 * What the map models of water, current and scalar have in common in a file: the map, where on it the world's origin lies,
 * which piece of it is used, and when of it the run begins.
 */
import type { FileValue, Report } from "../../../library/index.ts";
import { noData } from "../../maps/foreign-gaps.ts";
import { MapError } from "../../maps/map-error.ts";
import type { MapCoordinates } from "../../maps/map-grid.ts";
import { checkMapOrigin, mapOrigins } from "../../maps/map-origin.ts";
import type { PieceRequest } from "./local-piece.ts";

const where = {
  longitude_deg: {
    doc: "of the world's origin, for a map in degrees or of a known projection; in a world that has an origin it is not needed",
    min: -180,
    max: 360,
    inherited: true,
    optional: true,
  },
  originNorth_m: { doc: "of the world's origin in the metres of a projected map, instead", optional: true },
  originEast_m: { doc: "likewise", optional: true },
  coordinates: {
    type: "choice",
    choices: ["geographic", "projected"],
    doc: "of a map that does not say it itself",
    optional: true,
  },
  epsg: { type: "integer", doc: "number of its coordinate system, likewise", min: 1, max: 99999, optional: true },
  noData,
  extent_m: {
    type: "reals",
    length: 2,
    doc: "size along north and east, around the origin, of the piece that is used; all of the map where nothing is said, up to 500 km from the origin",
    above: 0,
    max: 1e6,
    optional: true,
  },
  start_s: {
    doc: "time of the map, counted from its first, at which the run begins; 0 where nothing is said",
    optional: true,
  },
  startDate: {
    type: "text",
    doc: "the same as a date of the map, such as 2024-06-01T12:00:00Z, instead",
    optional: true,
  },
} as const;

/** Parameters of every model `map`, besides its file and `latitude_deg`. */
export const mapParams = where;

/** Of a map alone; water has a latitude of its own, for its gravity. */
export const mapLatitude = {
  latitude_deg: {
    doc: "of the world's origin, for a map in degrees or of a known projection",
    min: -90,
    max: 90,
    inherited: true,
    optional: true,
  },
} as const;

/** What models get of these. */
export interface MapModelParams {
  readonly map: FileValue;
  readonly latitude_rad: number | undefined;
  readonly longitude_rad: number | undefined;
  readonly originNorth_m: number | undefined;
  readonly originEast_m: number | undefined;
  readonly coordinates: MapCoordinates | undefined;
  readonly epsg: number | undefined;
  readonly noData?: number | undefined;
  readonly extent_m: readonly number[] | undefined;
  readonly start_s: number | undefined;
  readonly startDate: string | undefined;
}

/** Reports contradictions; false where there is one. A latitude alone is not an origin: water has one for its gravity. */
export function checkMapParams(p: MapModelParams, report: Report<"longitude_deg" | "startDate">): boolean {
  const isPlaced = checkMapOrigin(p, (message, hint) => report("longitude_deg", message, { hint }));
  const startsOnce = p.start_s === undefined || p.startDate === undefined;
  if (!startsOnce)
    report("startDate", "start_s and startDate both say when the run begins", { hint: "give one of them" });
  return isPlaced && startsOnce;
}

/** Place and time of the piece that a model needs. */
export function pieceRequest(p: MapModelParams): PieceRequest {
  const { extent_m } = p;
  return {
    ...mapOrigins(p, 0),
    ...(p.noData === undefined ? {} : { noData: p.noData }),
    ...(extent_m === undefined ? {} : { extent_m: [extent_m[0], extent_m[1]] }),
    ...(p.map.projections === undefined ? {} : { projections: p.map.projections }),
    ...(p.startDate === undefined ? { start_s: p.start_s ?? 0 } : { startDate: p.startDate }),
  };
}

/** Runs what reads a map, and reports what is wrong with the file at the parameter that names it. */
export function reportMapErrors<N extends string>(name: N, report: Report<N>, act: () => void): void {
  try {
    act();
  } catch (error) {
    if (!(error instanceof MapError)) throw error;
    report(name, error.message);
  }
}
