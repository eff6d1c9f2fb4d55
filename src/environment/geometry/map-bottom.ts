/**
 * A bottom from a map file: the piece of it that lies around the world's origin (maps/local-grid.ts), as a grid of depths.
 * Outside that piece the bottom goes on level, as its border is; holes of the map stay holes.
 */
import { defineModel, type ParamsOf } from "../../library/index.ts";
import { noData } from "../maps/foreign-gaps.ts";
import { type LocalGrid, localGrid, type MapOrigin } from "../maps/local-grid.ts";
import { MapError, mapCodes, mapError } from "../maps/map-error.ts";
import { type MapExtent, mapExtent } from "../maps/map-extent.ts";
import type { MapGrid, MapQuantity } from "../maps/map-grid.ts";
import { agreedOrigin, checkMapOrigin, mapOrigins } from "../maps/map-origin.ts";
import { readMap } from "../maps/read-map.ts";
import { bottom, bottomParams, GROUND_READS } from "./bottom.ts";
import { HeightGrid } from "./height-grid.ts";

const params = {
  map: {
    type: "file",
    doc: "bathymetry: ESRI ASCII grid, GeoTIFF, NetCDF, or lines of x y z on a grid",
    optional: true,
  },
  latitude_deg: {
    doc: "of the world's origin, for a map in degrees or of a known projection",
    min: -90,
    max: 90,
    inherited: true,
    optional: true,
  },
  longitude_deg: { doc: "of the world's origin", min: -180, max: 360, inherited: true, optional: true },
  originNorth_m: { doc: "of the world's origin in the metres of a projected map, instead", optional: true },
  originEast_m: { doc: "likewise", optional: true },
  waterLevel_m: {
    doc: "height of the water above the map's zero: 139 for a lake at that altitude",
    inherited: true,
    default: 0,
  },
  coordinates: {
    type: "choice",
    choices: ["geographic", "projected"],
    doc: "of a map that does not say it itself",
    optional: true,
  },
  epsg: { type: "integer", doc: "number of its coordinate system, likewise", min: 1, max: 99999, optional: true },
  quantity: { type: "choice", choices: ["elevation", "depth"], doc: "what the map's values are", optional: true },
  variable: { type: "text", doc: "name of the variable in a NetCDF file", optional: true },
  noData,
  outside: { type: "choice", choices: ["clamp", "hole", "refuse"], doc: "off the map", default: "refuse" },
  gaps: { type: "choice", choices: ["hole", "refuse"], doc: "where the map has no data", default: "hole" },
  centre_m: bottomParams.centre_m,
  extent_m: bottomParams.extent_m,
  spacing_m: bottomParams.spacing_m,
} as const;

type MapParams = ParamsOf<typeof params>;

export const mapBottom = defineModel(bottom, {
  model: "map",
  doc: "the bottom of a map file around a place",
  reads: GROUND_READS,
  params,
  check(p, report) {
    if (p.map === undefined) report("map", "a bottom of this model needs a map", { hint: 'add map="FILE"' });
    const isPlaced = checkMapOrigin(p, (message, hint) => report("latitude_deg", message, { hint }));
    if (p.map === undefined || !isPlaced) return;
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
  const { map, coordinates, epsg, quantity, variable, noData: gap } = p;
  const given = { coordinates, epsg, quantity, variable, noData: gap };
  const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const options = { ...known, ...(map?.beside === undefined ? {} : { beside: map.beside }) };
  const grid = readMap(map?.name ?? "", map?.bytes ?? new Uint8Array(0), options);
  const origin = agreedOrigin(grid, mapOrigins(p, p.waterLevel_m), map?.projections);
  const { extent, spacing_m } = pieceOf(p, grid, origin);
  const rules = { outside: p.outside, gaps: p.gaps };
  const piece = localGrid(grid, origin, extent, spacing_m, rules, map?.projections);
  refuseLand(piece, grid, quantity);
  return piece;
}

/** A sea without water is a sign that was taken the wrong way, or a lake whose level is not given. */
function refuseLand(
  { depths_m }: LocalGrid,
  { file, quantity: taken }: MapGrid,
  stated: MapQuantity | undefined,
): void {
  let least_m = Number.POSITIVE_INFINITY;
  let most_m = Number.NEGATIVE_INFINITY;
  for (const depth_m of depths_m) {
    if (depth_m < least_m) least_m = depth_m;
    if (depth_m > most_m) most_m = depth_m;
  }
  // Holes alone, or water somewhere.
  if (!(most_m <= 0)) return;
  const other = taken === "elevation" ? "depth" : "elevation";
  const words = taken === "elevation" ? "heights" : "depths";
  const how = stated === undefined ? "" : `, as quantity="${stated}" says`;
  const message = `the whole of the map is land, ${short(-most_m)} to ${short(-least_m)} m above the water: its values are taken for ${words}${how}`;
  const hint = `where they are ${taken === "elevation" ? "depths, positive down" : "heights, positive up"}, give the attribute quantity="${other}"; the bottom of a lake needs its waterLevel_m`;
  throw mapError(mapCodes.onlyLand, file, message, { hint });
}

function short(value_m: number): string {
  return String(Number(value_m.toFixed(2)) + 0);
}

/** Nodes that are taken of a map whose extent is not given. */
const MOST_NODES = 8_388_608;

/** Extent and spacing as given, and else those of the map. */
function pieceOf(p: MapParams, map: MapGrid, origin: MapOrigin): MapExtent {
  const { centre_m, extent_m, spacing_m } = p;
  const [north, east] = centre_m;
  const given =
    extent_m === undefined
      ? undefined
      : {
          south_m: north - extent_m[0] / 2,
          north_m: north + extent_m[0] / 2,
          west_m: east - extent_m[1] / 2,
          east_m: east + extent_m[1] / 2,
        };
  if (given !== undefined && spacing_m !== undefined) return { extent: given, spacing_m };
  const own = mapExtent(map, origin, p.map?.projections);
  const spacing = spacing_m ?? own.spacing_m;
  if (given !== undefined) return { extent: given, spacing_m: spacing };
  // Whole steps from the south and the west, so that the last node is on the map.
  const { south_m, west_m } = own.extent;
  const rows = Math.floor((own.extent.north_m - south_m) / spacing + 1e-6);
  const columns = Math.floor((own.extent.east_m - west_m) / spacing + 1e-6);
  if ((rows + 1) * (columns + 1) > MOST_NODES) {
    const message = `all of the map has ${rows + 1} by ${columns + 1} nodes of ${Number(spacing.toPrecision(3))} m; where extent_m is not given, at most ${MOST_NODES} are taken`;
    throw mapError(mapCodes.tooLarge, map.file, message, { hint: "give extent_m, or a larger spacing_m" });
  }
  const extent = {
    south_m,
    north_m: south_m + Math.max(1, rows) * spacing,
    west_m,
    east_m: west_m + Math.max(1, columns) * spacing,
  };
  return { extent, spacing_m: spacing };
}
