/**
 * A place in degrees, for kinds that have a `position_m`: they declare these parameters beside it. Only a scenario knows the origin, so
 * it is the scenario that makes a position of them (scenario/load/geographic-places.ts) and that refuses both, or half of one.
 */
import type { Report } from "./kind.ts";

export const geographicPlace = {
  latitude_deg: {
    doc: "with longitude_deg, where the world has an origin: the place, instead of position_m",
    min: -90,
    max: 90,
    optional: true,
  },
  longitude_deg: { doc: "likewise", min: -180, max: 360, optional: true },
  depth_m: { doc: "the depth of a place in degrees", optional: true },
} as const;

interface Place {
  readonly position_m?: readonly number[] | undefined;
  readonly latitude_rad?: number | undefined;
  readonly depth_m?: number | undefined;
}

/** For kinds that need a place, with its depth. */
export function checkHasPlace(p: Place, report: Report<"position_m" | "latitude_deg">): void {
  if (p.position_m !== undefined) return;
  const allowed = "position_m, or latitude_deg, longitude_deg and depth_m";
  if (p.latitude_rad === undefined)
    report("position_m", "position_m is not given", { allowed, hint: `give ${allowed}` });
  else if (p.depth_m === undefined) {
    report("latitude_deg", "a place in degrees needs its depth", { allowed, hint: 'add depth_m="…"' });
  }
}
