/**
 * From places around an origin to the coordinates of a map: degrees, UTM (utm.ts), the map's own metres, or any projection that is passed in
 * (place-table.ts).
 */
import { RAD_PER_DEG } from "../../core/index.ts";
import type { Projection, Projections } from "../../library/index.ts";
import { definitionOfEpsg, KNOWN_SYSTEMS, type MapSystem } from "./coordinate-system.ts";
import { LocalFrame } from "./local-frame.ts";
import type { MapOrigin } from "./local-grid.ts";
import { type MapError, mapCodes, mapError, shown } from "./map-error.ts";
import { PlaceTable } from "./place-table.ts";
import { utmFromGeodeticInto, utmZoneOfEpsg } from "./utm.ts";

/** From a place in N to north and east of the map. */
export type PlaceFinder = (found: Float64Array, place: Float64Array) => void;

/** What has to be known of a map. */
export interface PlacedMap extends MapSystem {
  readonly file: string;
  readonly coordinates: "geographic" | "projected";
}

/** Finds places up to `reach_m` north, south, east and west of the origin. */
export function placeFinder(
  map: PlacedMap,
  origin: MapOrigin,
  reach_m: number,
  projections: Projections | undefined,
): PlaceFinder {
  if (!("latitude_rad" in origin)) {
    if (map.coordinates === "geographic") {
      const message = "the map is in degrees, but the origin is in metres";
      throw mapError(mapCodes.badRequest, map.file, message, { hint: "give latitude and longitude" });
    }
    return (found, place) => {
      found[0] = origin.north_m + place[0];
      found[1] = origin.east_m + place[1];
    };
  }
  const frame = new LocalFrame(origin);
  const geodetic = new Float64Array(3);
  if (map.coordinates === "geographic") {
    return (found, place) => {
      frame.geodeticFromPlaceInto(geodetic, 0, place, 0);
      found[0] = geodetic[0] / RAD_PER_DEG;
      found[1] = geodetic[1] / RAD_PER_DEG;
    };
  }
  const zone = map.epsg === null ? null : utmZoneOfEpsg(map.epsg);
  if (zone !== null) {
    return (found, place) => {
      frame.geodeticFromPlaceInto(geodetic, 0, place, 0);
      utmFromGeodeticInto(found, 0, zone, geodetic, 0);
    };
  }
  const project = projectionOf(map, projections);
  const table = new PlaceTable(reach_m, (found, place) => {
    frame.geodeticFromPlaceInto(geodetic, 0, place, 0);
    const [east_m, north_m] = project(geodetic[1] / RAD_PER_DEG, geodetic[0] / RAD_PER_DEG);
    found[0] = north_m;
    found[1] = east_m;
  });
  const here = new Float64Array(2);
  table.findInto(here, new Float64Array(3));
  if (!here.every(Number.isFinite)) throw unknown(map, "which has no value at the origin");
  return (found, place) => table.findInto(found, place);
}

function projectionOf(map: PlacedMap, projections: Projections | undefined): Projection {
  const definition = (map.epsg === null ? undefined : definitionOfEpsg(map.epsg)) ?? map.definition;
  if (definition === undefined) throw unknown(map, "which is not known here");
  if (projections === undefined) throw unknown(map, "which this program cannot read");
  try {
    return projections(definition);
  } catch (cause) {
    throw unknown(map, `which is not understood: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}

function unknown(map: PlacedMap, why: string): MapError {
  const { epsg, definition } = map;
  const by =
    epsg !== null
      ? `EPSG:${epsg}, ${why}`
      : definition !== undefined
        ? `${shown(definition)}, ${why}`
        : "an unknown projection";
  return mapError(
    mapCodes.noProjection,
    map.file,
    `the map is projected by ${by}; with a geographic origin its projection must be known`,
    {
      hint: `known are ${KNOWN_SYSTEMS}; or give the map in degrees (gdalwarp -t_srs EPSG:4326), or the origin in the map's metres`,
    },
  );
}
