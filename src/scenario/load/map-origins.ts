/**
 * Whether the maps of a world agree about its origin: a map that states one states that of the world, and where the world states none,
 * that of the others.
 */
import { codedDiagnostic, type Diagnostic, RAD_PER_DEG } from "../../core/index.ts";
import { type GeographicOrigin, LocalFrame } from "../../environment/index.ts";
import { type Component, placeOfValue } from "../../library/index.ts";
import { scenarioCodes } from "./codes.ts";

/** Below a metre, two origins differ by the digits that were written. */
const NEAR_M = 1;

interface Stated {
  readonly what: string;
  readonly latitude_rad: number;
  readonly longitude_rad: number;
}

export function checkMapOrigins(
  world: Component,
  origin: GeographicOrigin | undefined,
  report: (d: Diagnostic) => void,
): void {
  let first: Stated | null = origin === undefined ? null : { what: "that of the world is", ...origin };
  for (const part of world.children) {
    const states = (name: string): boolean => part.given.includes(name) && !part.unread.includes(name);
    const { latitude_rad, longitude_rad } = part.params as Record<string, number | undefined>;
    if (part.model !== "map" || latitude_rad === undefined || longitude_rad === undefined) continue;
    if (!states("latitude_deg") && !states("longitude_deg")) continue;
    const path = `world/${part.id}`;
    const here = { what: `${path} states`, latitude_rad, longitude_rad };
    if (first === null) {
      first = { ...here, what: `that of ${path} is` };
      continue;
    }
    const apart_m = distance_m(first, here);
    if (apart_m <= NEAR_M) continue;
    const apart = apart_m < 1000 ? `${apart_m.toFixed(1)} m` : `${(apart_m / 1000).toFixed(1)} km`;
    const message = `${path} states its origin at ${degrees(here)}, but ${first.what} ${degrees(first)}: ${apart} apart`;
    const range = placeOfValue(part, states("latitude_deg") ? "latitude_deg" : "longitude_deg");
    const hint =
      origin === undefined
        ? "give latitude_deg and longitude_deg in <world>, and leave them out in its maps"
        : "leave both out: maps are placed by the world's origin";
    const code = origin === undefined ? scenarioCodes.differentOrigins : scenarioCodes.otherOrigin;
    report(codedDiagnostic(code, range, message, { hint }));
  }
}

/** Straight through the earth, which is near enough for words. */
function distance_m(a: Stated, b: Stated): number {
  const frame = new LocalFrame({ ...a, height_m: 0 });
  const p_N = Float64Array.of(b.latitude_rad, b.longitude_rad, 0);
  frame.pointFromGeodeticInto(p_N, 0, p_N, 0);
  return Math.sqrt(p_N.reduce((sum, x) => sum + x * x, 0));
}

/** "42.6° N, 4.6° E". */
function degrees({ latitude_rad, longitude_rad }: Stated): string {
  const one = (angle_rad: number, [plus, minus]: readonly [string, string]): string =>
    `${Number(Math.abs(angle_rad / RAD_PER_DEG).toFixed(6))}° ${angle_rad < 0 ? minus : plus}`;
  const turned = longitude_rad > Math.PI ? longitude_rad - 2 * Math.PI : longitude_rad;
  return `${one(latitude_rad, ["N", "S"])}, ${one(turned, ["E", "W"])}`;
}
