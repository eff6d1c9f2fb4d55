/**
 * What a map covers around an origin, in N: the rectangle that its outermost values enclose, and their distance.
 *
 * The edges of a map in degrees, or of a projection, are bent or turned in N; the rectangle lies inside all four of them, found at
 * EDGE_POINTS places of each. Of a projection, a place of the map is found in N by Newton's steps on place-finder.ts:
 *
 *   p ← p + J⁻¹ (wanted − found(p)),   J by differences over ± 10 m                                    (1)
 *
 * At most 500 km from the origin. The distance of values is the smaller of that along north and along east.
 * Tests: map-extent.test.ts.
 */
import { RAD_PER_DEG } from "../../core/index.ts";
import type { Projections } from "../../library/index.ts";
import { cos } from "../../math/index.ts";
import { LocalFrame } from "./local-frame.ts";
import type { LocalExtent, MapOrigin } from "./local-grid.ts";
import { mapCodes, mapError } from "./map-error.ts";
import type { MapGrid } from "./map-grid.ts";
import { type PlaceFinder, placeFinder } from "./place-finder.ts";

const EDGE_POINTS = 17;
const REACH_M = 500_000;
/** Of latitude, and of longitude at the equator, within the reach. */
const REACH_DEG = 4.5;
const STEP_M = 10;
const NEWTON_STEPS = 6;
/** Inside an edge by this share of a cell, since edges bend between the points. */
const INSET = 0.01;

export interface MapExtent {
  readonly extent: LocalExtent;
  readonly spacing_m: number;
}

export function mapExtent(map: MapGrid, origin: MapOrigin, projections?: Projections): MapExtent {
  const whole = {
    south: map.firstNorth,
    north: map.firstNorth + (map.rows - 1) * map.stepNorth,
    west: map.firstEast,
    east: map.firstEast + (map.columns - 1) * map.stepEast,
  };
  if (!("latitude_rad" in origin)) {
    const extent = {
      south_m: whole.south - origin.north_m,
      north_m: whole.north - origin.north_m,
      west_m: whole.west - origin.east_m,
      east_m: whole.east - origin.east_m,
    };
    return { extent, spacing_m: Math.min(map.stepNorth, map.stepEast) };
  }
  const cut = map.coordinates === "geographic" ? withinReach(map, whole, origin) : whole;
  const locate = map.coordinates === "geographic" ? byDegrees(origin) : byNewton(map, whole, origin, projections);
  const extent = enclosed(cut, locate);
  const cells = (from: number, to: number, step: number): number => Math.max(1, (to - from) / step);
  const spacing_m = Math.min(
    (extent.north_m - extent.south_m) / cells(cut.south, cut.north, map.stepNorth),
    (extent.east_m - extent.west_m) / cells(cut.west, cut.east, map.stepEast),
  );
  if (!(extent.north_m > extent.south_m && extent.east_m > extent.west_m && spacing_m > 0)) {
    const message = "the map has no part within 500 km of the world's origin whose extent could be taken";
    throw mapError(mapCodes.offMap, map.file, message, {
      hint: "is it the right map? else give extent_m and spacing_m",
    });
  }
  const inset_m = INSET * spacing_m;
  return {
    extent: {
      south_m: extent.south_m + inset_m,
      north_m: extent.north_m - inset_m,
      west_m: extent.west_m + inset_m,
      east_m: extent.east_m - inset_m,
    },
    spacing_m,
  };
}

interface Edges {
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
}

/** North and east in N, to place[0], place[1], of a north and an east of the map. */
type Locate = (place: Float64Array, north: number, east: number) => void;

function enclosed({ south, north, west, east }: Edges, locate: Locate): LocalExtent {
  const place = new Float64Array(3);
  const extent = { south_m: -REACH_M, north_m: REACH_M, west_m: -REACH_M, east_m: REACH_M };
  for (let k = 0; k < EDGE_POINTS; k++) {
    const share = k / (EDGE_POINTS - 1);
    const alongEast = west + share * (east - west);
    const alongNorth = south + share * (north - south);
    locate(place, south, alongEast);
    extent.south_m = Math.max(extent.south_m, place[0]);
    locate(place, north, alongEast);
    extent.north_m = Math.min(extent.north_m, place[0]);
    locate(place, alongNorth, west);
    extent.west_m = Math.max(extent.west_m, place[1]);
    locate(place, alongNorth, east);
    extent.east_m = Math.min(extent.east_m, place[1]);
  }
  return extent;
}

/** The part of a map in degrees that lies near the origin, whose longitude is turned to the map. */
function withinReach(map: MapGrid, whole: Edges, origin: { latitude_rad: number; longitude_rad: number }): Edges {
  const latitude = origin.latitude_rad / RAD_PER_DEG;
  const middle = 0.5 * (whole.west + whole.east);
  const stated = origin.longitude_rad / RAD_PER_DEG;
  const longitude = stated - 360 * Math.round((stated - middle) / 360);
  const east_deg = REACH_DEG / Math.max(0.05, cos(origin.latitude_rad));
  return {
    south: Math.max(whole.south, latitude - REACH_DEG),
    north: Math.min(whole.north, latitude + REACH_DEG),
    west: map.wraps ? longitude - Math.min(east_deg, 90) : Math.max(whole.west, longitude - east_deg),
    east: map.wraps ? longitude + Math.min(east_deg, 90) : Math.min(whole.east, longitude + east_deg),
  };
}

function byDegrees(origin: { latitude_rad: number; longitude_rad: number; height_m: number }): Locate {
  const frame = new LocalFrame(origin);
  const geodetic = new Float64Array(3);
  return (place, north, east) => {
    geodetic[0] = north * RAD_PER_DEG;
    geodetic[1] = east * RAD_PER_DEG;
    frame.placeFromGeodeticInto(place, 0, geodetic, 0);
  };
}

/** (1) */
function byNewton(map: MapGrid, whole: Edges, origin: MapOrigin, projections: Projections | undefined): Locate {
  const found = new Float64Array(2);
  const at = new Float64Array(3);
  placeFinder(map, origin, STEP_M, projections)(found, at);
  const far_m = Math.max(
    ...[whole.south - found[0], whole.north - found[0], whole.west - found[1], whole.east - found[1]].map(Math.abs),
  );
  // Turned axes reach farther along one of them; places beyond the reach are moved to it.
  const reach_m = Math.min(REACH_M, 1.5 * far_m + STEP_M);
  const find = placeFinder(map, origin, reach_m + STEP_M, projections);
  const limit = (x: number): number => Math.max(-reach_m, Math.min(x, reach_m));
  return (place, north, east) => {
    place[0] = 0;
    place[1] = 0;
    for (let k = 0; k < NEWTON_STEPS; k++) {
      const [nn, en] = slope(find, place, 0);
      const [ne, ee] = slope(find, place, 1);
      find(found, place);
      const [north_, east_] = [north - found[0], east - found[1]];
      const determinant = nn * ee - ne * en;
      place[0] = limit(place[0] + (ee * north_ - ne * east_) / determinant);
      place[1] = limit(place[1] + (nn * east_ - en * north_) / determinant);
    }
  };
}

/** Change of the map's north and east per metre along an axis of N. */
function slope(find: PlaceFinder, place: Float64Array, axis: number): [north: number, east: number] {
  const moved = Float64Array.from(place);
  const [ahead, behind] = [new Float64Array(2), new Float64Array(2)];
  moved[axis] = place[axis] + STEP_M;
  find(ahead, moved);
  moved[axis] = place[axis] - STEP_M;
  find(behind, moved);
  return [(ahead[0] - behind[0]) / (2 * STEP_M), (ahead[1] - behind[1]) / (2 * STEP_M)];
}

/** In words, for messages. */
export function describeExtent({ south_m, north_m, west_m, east_m }: LocalExtent): string {
  const span = (from: number, to: number): string => `${Math.ceil(from)} to ${Math.floor(to)} m`;
  return `north ${span(south_m, north_m)}, east ${span(west_m, east_m)}`;
}
