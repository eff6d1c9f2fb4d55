/**
 * Where the world's origin lies on a map: in degrees, which the world states or the map's own element, or in the metres of a projected map.
 *
 * Both may be known, of a plan in a world that has an origin. Where the projection of the map is known, the degrees place it, and the
 * metres must agree with them; else the metres do, and the map's axes are those of the world.
 */
import type { Projections } from "../../library/index.ts";
import type { GeographicOrigin } from "./local-frame.ts";
import type { MapOrigin, ProjectedOrigin } from "./local-grid.ts";
import { MapError, mapCodes, mapError } from "./map-error.ts";
import { type PlacedMap, placeFinder } from "./place-finder.ts";

/** Degrees with four digits behind the point are good to 11 m. */
const AGREED_M = 20;

/** As the elements of maps give it. */
export interface OriginParams {
  readonly latitude_rad: number | undefined;
  readonly longitude_rad: number | undefined;
  readonly originNorth_m: number | undefined;
  readonly originEast_m: number | undefined;
}

export interface MapOrigins {
  readonly origin: MapOrigin;
  /** The same in the map's metres, where both are given. */
  readonly plan?: ProjectedOrigin;
}

/** Reports an origin that is missing, or half of one; false where it does. */
export function checkMapOrigin(p: OriginParams, report: (message: string, hint: string) => void): boolean {
  const hint = "latitude_deg and longitude_deg in <world>, or originNorth_m and originEast_m of this map";
  if ((p.originNorth_m === undefined) !== (p.originEast_m === undefined)) {
    report("the world's origin on the map is given by half", hint);
    return false;
  }
  if (p.originNorth_m !== undefined) return true;
  if (p.longitude_rad !== undefined && p.latitude_rad !== undefined) return true;
  report("the world's origin on the map is not given", hint);
  return false;
}

/** Of parameters that were checked. height_m: of the water above the map's zero. */
export function mapOrigins(p: OriginParams, height_m: number): MapOrigins {
  const { latitude_rad, longitude_rad, originNorth_m: north_m, originEast_m: east_m } = p;
  const plan = north_m === undefined || east_m === undefined ? undefined : { north_m, east_m, height_m };
  if (latitude_rad === undefined || longitude_rad === undefined) {
    return { origin: plan ?? { north_m: 0, east_m: 0, height_m } };
  }
  return { origin: { latitude_rad, longitude_rad, height_m }, ...(plan === undefined ? {} : { plan }) };
}

/** The one that places the map. */
export function agreedOrigin(map: PlacedMap, { origin, plan }: MapOrigins, projections?: Projections): MapOrigin {
  if (plan === undefined || !("latitude_rad" in origin) || map.coordinates === "geographic") return plan ?? origin;
  const found = foundBy(map, origin, projections);
  if (found === null) return plan;
  const north_m = found[0] - plan.north_m;
  const east_m = found[1] - plan.east_m;
  const apart_m = Math.sqrt(north_m * north_m + east_m * east_m);
  if (apart_m <= AGREED_M) return origin;
  const metres = (north: number, east: number): string => `north ${north.toFixed(1)} m, east ${east.toFixed(1)} m`;
  const message = `originNorth_m and originEast_m are ${metres(plan.north_m, plan.east_m)}, but the world's origin lies at ${metres(found[0], found[1])} of the map: ${apart_m.toFixed(1)} m apart`;
  const hint = "leave originNorth_m and originEast_m out: the map's projection is known";
  throw mapError(mapCodes.otherOrigin, map.file, message, { hint });
}

/** North and east of an origin on the map; null where its projection is not known. */
function foundBy(map: PlacedMap, origin: GeographicOrigin, projections: Projections | undefined): Float64Array | null {
  const found = new Float64Array(2);
  try {
    placeFinder(map, origin, 1000, projections)(found, new Float64Array(3));
  } catch (error) {
    if (!(error instanceof MapError)) throw error;
    return null;
  }
  return found;
}
