/**
 * What a scenario states of a map's coordinates, beside what the map's file says of them: they must be the same.
 *
 * Zones of UTM on WGS-84, ETRS-89 and NAD-83 are taken for one. Of a definition without a number only the central meridian is compared, with that
 * of a zone of UTM. What the file does not say is not compared.
 * Tests: stated-system.test.ts, prj-file.test.ts.
 */
import { coordinatesOfEpsg, type MapSystem } from "./coordinate-system.ts";
import { mapCodes, mapError } from "./map-error.ts";
import type { MapCoordinates, MapOptions } from "./map-grid.ts";
import { utmZoneOfEpsg } from "./utm.ts";

export interface SaidSystem {
  readonly coordinates?: MapCoordinates;
  readonly system?: MapSystem | undefined;
}

type Stated = Pick<MapOptions, "coordinates" | "epsg">;

/** Throws where they differ. who: the beginning of the message, "the file beside the map". */
export function checkStated(
  said: SaidSystem,
  options: Stated,
  file: string,
  who = "the file",
  mend = "leave the attribute out",
): void {
  const refuse = (found: string, stated: string): never => {
    const message = `${who} says ${found}, but the scenario says ${stated}`;
    throw mapError(mapCodes.otherSystem, file, message, { hint: mend });
  };
  const { coordinates, system } = said;
  const { epsg } = options;
  const own = system?.epsg ?? null;
  if (epsg !== undefined && own !== null && own !== epsg && !isSame(own, epsg)) refuse(`EPSG:${own}`, `epsg="${epsg}"`);
  if (epsg !== undefined && own === null) {
    const zone = utmZoneOfEpsg(epsg);
    const meridian = /(?:"central_meridian"\s*,\s*|\+lon_0=)([-+0-9.eE]+)/i.exec(system?.definition ?? "")?.[1];
    const wanted_deg = zone === null ? Number.NaN : Math.round((zone.centralMeridian_rad * 180) / Math.PI);
    if (meridian !== undefined && Math.abs(Number(meridian) - wanted_deg) > 1e-6) {
      refuse(`a projection around the meridian ${meridian}`, `epsg="${epsg}", around ${wanted_deg}`);
    }
  }
  if (coordinates === undefined || options.coordinates === undefined || coordinates === options.coordinates) return;
  const attribute = epsg !== undefined && coordinatesOfEpsg(epsg) === options.coordinates ? `epsg="${epsg}", ` : "";
  refuse(`that the coordinates are ${coordinates}`, `${attribute}${options.coordinates}`);
}

/** Throws where the attributes contradict each other. */
export function checkAttributes({ coordinates, epsg }: Stated, file: string): void {
  const meant = epsg === undefined ? undefined : coordinatesOfEpsg(epsg);
  if (coordinates === undefined || meant === undefined || meant === coordinates) return;
  const message = `the scenario says coordinates="${coordinates}" and epsg="${epsg}", which is ${meant}`;
  throw mapError(mapCodes.otherSystem, file, message, { hint: "leave one of them out" });
}

/** Systems that are taken for one: all in degrees, zones of UTM, and Lambert-93 on its three datums. */
function isSame(a: number, b: number): boolean {
  if (coordinatesOfEpsg(a) === "geographic" && coordinatesOfEpsg(b) === "geographic") return true;
  if (LAMBERT_93.has(a) && LAMBERT_93.has(b)) return true;
  return zoneOf(a) === zoneOf(b);
}

const LAMBERT_93: ReadonlySet<number> = new Set([2154, 9793, 9794]);

/** Negative in the south; NaN for what is not a zone, which equals nothing. */
function zoneOf(epsg: number): number {
  if (epsg >= 26901 && epsg <= 26923) return epsg - 26900;
  const zone = utmZoneOfEpsg(epsg);
  return zone === null ? Number.NaN : zone.southern ? -(epsg % 100) : epsg % 100;
}
