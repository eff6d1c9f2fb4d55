/** From places around an origin to the coordinates of a map: degrees, UTM, or the map's own metres. */
import { RAD_PER_DEG } from "../../core/index.ts";
import { LocalFrame } from "./local-frame.ts";
import type { MapOrigin } from "./local-grid.ts";
import { mapCodes, mapError } from "./map-error.ts";
import { utmFromGeodeticInto, utmZoneOfEpsg } from "./utm.ts";

/** From a place in N to north and east of the map. */
export type PlaceFinder = (found: Float64Array, place: Float64Array) => void;

/** What has to be known of a map. */
export interface PlacedMap {
  readonly file: string;
  readonly coordinates: "geographic" | "projected";
  readonly epsg: number | null;
}

export function placeFinder(map: PlacedMap, origin: MapOrigin): PlaceFinder {
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
  if (zone === null) {
    const by = map.epsg === null ? "an unknown projection" : `EPSG:${map.epsg}, which is not known here`;
    throw mapError(mapCodes.noProjection, map.file, `the map is projected by ${by}; a geographic origin needs UTM`, {
      hint: "give the map in degrees (gdalwarp -t_srs EPSG:4326), its EPSG code where that is UTM, or the origin in the map's metres",
    });
  }
  return (found, place) => {
    frame.geodeticFromPlaceInto(geodetic, 0, place, 0);
    utmFromGeodeticInto(found, 0, zone, geodetic, 0);
  };
}
