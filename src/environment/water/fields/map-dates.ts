/** From when to when a map of the sea has values, as dates; for what begins all maps of a run at one date. */
import { secondsOfDate } from "../../../core/index.ts";
import type { FileValue } from "../../../library/index.ts";
import { MapError } from "../../maps/map-error.ts";
import { isOverNorthAndEast, openSeaVariable } from "../../maps/netcdf-grid.ts";
import { looksLikeNetcdf, openNetcdf } from "../../maps/open-netcdf.ts";
import { isGregorian, timeUnitsOf } from "./file-time.ts";
import type { SeaMapOptions } from "./open-sea-map.ts";

export interface MapDates {
  /** Seconds since 1970. */
  readonly first_s: number;
  readonly last_s: number;
}

/** "steady" for a map of one time, "undated" for several times that are not dates, or cannot be read. */
export function mapDates({ name, bytes }: FileValue, options: SeaMapOptions): MapDates | "steady" | "undated" {
  if (!looksLikeNetcdf(bytes)) return "steady";
  try {
    const netcdf = openNetcdf(name, bytes);
    for (const variable of netcdf.variables) {
      if (!isOverNorthAndEast(netcdf, variable)) continue;
      const { times, timeUnits, calendar } = openSeaVariable(netcdf, variable, options);
      if (times.length < 2) continue;
      const units = timeUnitsOf(timeUnits);
      const since_s = units === null ? null : secondsOfDate(units.since);
      if (units === null || since_s === null || !isGregorian(calendar, since_s)) return "undated";
      return { first_s: since_s + times[0] * units.unit_s, last_s: since_s + times[times.length - 1] * units.unit_s };
    }
    return "steady";
  } catch (error) {
    // What is wrong with the file is reported where it is read for its values.
    if (error instanceof MapError) return "undated";
    throw error;
  }
}
