/**
 * The geographic origin of a world: the place of north 0, east 0, depth 0 on the ellipsoid (environment/maps/local-frame.ts). It is
 * the latitude and the longitude of `<world>`; a latitude alone is for gravity, and is not an origin.
 */
import { RAD_PER_DEG } from "../../core/index.ts";
import { type GeographicOrigin, LocalFrame } from "../../environment/index.ts";
import type { Component, ParamsOf } from "../../library/index.ts";
import type { world as worldKind } from "./kinds.ts";

/** undefined for a world that does not say where on the earth it is. */
export function originOf(world: Component): GeographicOrigin | undefined {
  const { latitude_rad, longitude_rad, waterLevel_m } = world.params as ParamsOf<typeof worldKind.params>;
  if (latitude_rad === undefined || longitude_rad === undefined) return undefined;
  return Object.freeze({ latitude_rad, longitude_rad, height_m: waterLevel_m });
}

/** Fields of a geodetic position, in the order of GeodeticFinder. */
export const GEODETIC = { latitude_deg: 0, longitude_deg: 1, height_m: 2 } as const;

/**
 * Where p_NB[i ..] (north, east, depth) lies on the earth, to out[o ..] as GEODETIC says: degrees, the longitude from −180 to 180,
 * and the height above the ellipsoid. Allocates nothing.
 */
export type GeodeticFinder = (out: Float64Array, o: number, p_NB: Float64Array, i: number) => void;

/** Finds positions around an origin, such as that of a scenario. */
export function geodeticFinder(origin: GeographicOrigin): GeodeticFinder {
  const frame = new LocalFrame(origin);
  return (out, o, p_NB, i) => {
    frame.geodeticFromPlaceInto(out, o, p_NB, i);
    out[o] = out[o]! / RAD_PER_DEG;
    out[o + 1] = out[o + 1]! / RAD_PER_DEG;
  };
}
