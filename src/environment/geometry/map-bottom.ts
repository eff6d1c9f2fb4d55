/**
 * A bottom from a map file: the piece of it that lies around the world's origin (maps/local-grid.ts), as a grid of depths.
 * Outside that piece the bottom goes on level, as its border is; holes of the map stay holes.
 */
import { defineModel, type ParamsOf } from "../../library/index.ts";
import { type LocalGrid, localGrid } from "../maps/local-grid.ts";
import { MapError } from "../maps/map-error.ts";
import { readMap } from "../maps/read-map.ts";
import { bottom, GROUND_READS } from "./bottom.ts";
import { HeightGrid } from "./height-grid.ts";

const READS = [
  "map",
  "latitude_deg",
  "longitude_deg",
  "originNorth_m",
  "originEast_m",
  "waterLevel_m",
  "coordinates",
  "epsg",
  "quantity",
  "variable",
  "outside",
  "gaps",
  "centre_m",
  "extent_m",
  "spacing_m",
  ...GROUND_READS,
] as const;

type MapParams = ParamsOf<Pick<typeof bottom.params, (typeof READS)[number]>>;

export const mapBottom = defineModel(bottom, {
  model: "map",
  doc: "the bottom of a map file around a place",
  reads: READS,
  check(p, report) {
    const geographic = p.latitude_rad !== undefined && p.longitude_rad !== undefined;
    const projected = p.originNorth_m !== undefined && p.originEast_m !== undefined;
    if (p.map === undefined) report("map", "a bottom of this model needs a map", { hint: 'add map="FILE"' });
    if (geographic === projected) {
      const hint = "latitude_deg and longitude_deg, or originNorth_m and originEast_m";
      report("latitude_deg", "the world's origin on the map is not given, or given twice", { hint });
    }
    if (p.map === undefined || geographic === projected) return;
    try {
      gridOf(p);
    } catch (error) {
      if (!(error instanceof MapError)) throw error;
      report("map", error.message);
    }
  },
  create: (p) => new HeightGrid(gridOf(p), "extend"),
});

/** Read twice, when it is checked and when it is made: nothing is kept between the two. */
function gridOf(p: MapParams): LocalGrid {
  const { map, latitude_rad, longitude_rad, coordinates, epsg, quantity, variable } = p;
  const given = { coordinates, epsg, quantity, variable };
  const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const options = { ...known, ...(map?.beside === undefined ? {} : { beside: map.beside }) };
  const grid = readMap(map?.name ?? "", map?.bytes ?? new Uint8Array(0), options);
  const height_m = p.waterLevel_m;
  const origin =
    latitude_rad === undefined || longitude_rad === undefined
      ? { north_m: p.originNorth_m ?? 0, east_m: p.originEast_m ?? 0, height_m }
      : { latitude_rad, longitude_rad, height_m };
  const [north, east] = p.centre_m;
  const [northSize, eastSize] = p.extent_m;
  const extent = {
    south_m: north - northSize / 2,
    north_m: north + northSize / 2,
    west_m: east - eastSize / 2,
    east_m: east + eastSize / 2,
  };
  return localGrid(grid, origin, extent, p.spacing_m, { outside: p.outside, gaps: p.gaps }, map?.projections);
}
