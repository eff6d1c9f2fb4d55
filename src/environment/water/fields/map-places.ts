/**
 * Where a place of N lies on a map, and where the lines of the map lie in N.
 *
 *   place (n, e) → (north, east) of the map     degrees, by local-frame.ts; metres, by place-finder.ts; or shifted by the origin
 *   (north, east) → (row, column)               counted in cells, fractions between the map's points                  (1)
 *
 * Points within 10⁻⁷ of a cell from a line of the map are taken to be on it. Longitudes are turned to the map; around the earth,
 * columns are counted on from the origin's, in both directions.
 * Tests: local-piece.test.ts.
 */
import { RAD_PER_DEG } from "../../../core/index.ts";
import type { Projections } from "../../../library/index.ts";
import { LocalFrame } from "../../maps/local-frame.ts";
import type { MapOrigin } from "../../maps/local-grid.ts";
import { mapCodes, mapError } from "../../maps/map-error.ts";
import type { SeaMap } from "../../maps/netcdf-grid.ts";
import { type PlaceFinder, placeFinder } from "../../maps/place-finder.ts";

/** As a share of a cell. */
const ROUNDING = 1e-7;

/** Differences over ± 10 m: 10⁻⁴ degrees, of which rounding takes 10⁻¹⁰. */
const STEP_M = 10;

export class MapPlaces {
  /** North and east of the origin on the map, the east turned to it. */
  readonly origin: readonly [north: number, east: number];
  /** Where N has the map's own axes, places are only shifted and nothing turns. */
  readonly isShifted: boolean;
  readonly #map: SeaMap;
  readonly #frame: LocalFrame | null;
  readonly #find: PlaceFinder;
  readonly #found = new Float64Array(2);
  readonly #place = new Float64Array(3);

  constructor(map: SeaMap, origin: MapOrigin, reach_m: number, projections?: Projections) {
    this.#map = map;
    this.isShifted = !("latitude_rad" in origin);
    this.#frame = "latitude_rad" in origin ? new LocalFrame(origin) : null;
    this.#find = placeFinder(map, origin, reach_m, projections);
    this.#find(this.#found, this.#place);
    this.origin = Object.freeze([this.#found[0], turned(map, this.#found[1])] as const);
    this.#checkOnMap();
  }

  /** (1) to found[0], found[1], of the place [n, e, …]. Allocates nothing. */
  rowAndColumnInto(found: Float64Array, place: Float64Array): void {
    const map = this.#map;
    this.#find(found, place);
    found[0] = placeAmong(map.norths, found[0]);
    found[1] = map.wraps ? this.#columnAround(found[1]) : placeAmong(map.easts, turned(map, found[1]));
  }

  /** Whether a row and a column of (1) lie on the map. */
  isOn(row: number, column: number): boolean {
    const { norths, easts, wraps, rim } = this.#map;
    const reach = rim + ROUNDING;
    // A map of one row or column stands for all places along it.
    const isRow = norths.length === 1 || (row >= -reach && row <= norths.length - 1 + reach);
    return isRow && (wraps || easts.length === 1 || (column >= -reach && column <= easts.length - 1 + reach));
  }

  /** Metres north of the origin at which the row crosses its meridian, or what is one on a projected map. */
  northOfRow_m(row: number): number {
    const north = this.#map.norths[row];
    if (this.#map.coordinates === "projected") return north - this.origin[0];
    return this.#localPlace(north, this.origin[1])[0];
  }

  /** Likewise to the east, of a column that may pass the end of a map around the earth. */
  eastOfColumn_m(column: number): number {
    const east = this.eastOf(column);
    if (this.#map.coordinates === "projected") return east - this.origin[1];
    return this.#localPlace(this.origin[0], east)[1];
  }

  /** The map's east of a column, counted on around the earth. */
  eastOf(column: number): number {
    const { easts } = this.#map;
    const turns = Math.floor(column / easts.length);
    return easts[column - turns * easts.length] + 360 * turns;
  }

  /** Unit vectors of N along the map's north and its east at a place: [n_n, n_e, e_n, e_e]. */
  axesInto(out: Float64Array, o: number, place: Float64Array): void {
    if (this.isShifted) {
      out.set([1, 0, 0, 1], o);
      return;
    }
    // Columns of the inverse of d(north, east)/d(n, e), by differences over ± STEP_M; their lengths do not matter.
    const [n_n, e_n] = this.#slopes(place, 0);
    const [n_e, e_e] = this.#slopes(place, 1);
    const sign = Math.sign(n_n * e_e - n_e * e_n);
    const north = Math.sqrt(e_e * e_e + e_n * e_n);
    const east = Math.sqrt(n_n * n_n + n_e * n_e);
    out[o] = (sign * e_e) / north;
    out[o + 1] = (-sign * e_n) / north;
    out[o + 2] = (-sign * n_e) / east;
    out[o + 3] = (sign * n_n) / east;
  }

  /** Change of the map's north and east along an axis of N. */
  #slopes(place: Float64Array, axis: number): [north: number, east: number] {
    const moved = (by: number): [number, number] => {
      this.#place.set(place.subarray(0, 2));
      this.#place[axis] += by;
      this.#find(this.#found, this.#place);
      return [this.#found[0], this.#found[1]];
    };
    const [north1, east1] = moved(STEP_M);
    const [north0, east0] = moved(-STEP_M);
    const turn = this.#map.coordinates === "geographic" ? 360 * Math.round((east1 - east0) / 360) : 0;
    return [north1 - north0, east1 - east0 - turn];
  }

  /** Only for a geographic map, whose origin has a frame. */
  #localPlace(north: number, east: number): Float64Array {
    this.#frame?.placeFromGeodeticInto(this.#place, 0, Float64Array.of(north * RAD_PER_DEG, east * RAD_PER_DEG, 0), 0);
    return this.#place;
  }

  /** Columns around the earth, the turn of them that is nearest to the origin. */
  #columnAround(east: number): number {
    const { easts } = this.#map;
    const near = east - 360 * Math.round((east - this.origin[1]) / 360);
    const turns = Math.floor((near - easts[0]) / 360);
    const first = near - 360 * turns;
    const last = easts.length - 1;
    const inside =
      first <= easts[last]
        ? placeAmong(easts, first)
        : onLine(last + (first - easts[last]) / (easts[0] + 360 - easts[last]));
    return inside + turns * easts.length;
  }

  #checkOnMap(): void {
    const map = this.#map;
    const [north, east] = this.origin;
    const row = placeAmong(map.norths, north);
    const column = map.wraps ? 0 : placeAmong(map.easts, east);
    if (this.isOn(row, column)) return;
    const unit = map.coordinates === "geographic" ? "°" : " m";
    const number = (x: number): string => `${Number(x.toFixed(5))}${unit}`;
    const span = (points: Float64Array): string => `${number(points[0])} to ${number(points[points.length - 1])}`;
    const cover = `north ${span(map.norths)}, east ${span(map.easts)}`;
    const message = `the world's origin, north ${number(north)}, east ${number(east)}, lies off the map, which covers ${cover}`;
    const isSwapped =
      map.coordinates === "geographic" &&
      this.isOn(placeAmong(map.norths, east), placeAmong(map.easts, turned(map, north)));
    const hint = { hint: "are latitude and longitude exchanged?" };
    throw mapError(mapCodes.offMap, map.file, message, isSwapped ? hint : {});
  }
}

/** Of a geographic longitude, the turn of it that is nearest to the middle of the map. */
function turned(map: SeaMap, east: number): number {
  if (map.coordinates === "projected") return east;
  const middle = 0.5 * (map.easts[0] + map.easts[map.easts.length - 1]);
  return east - 360 * Math.round((east - middle) / 360);
}

/** Where x lies among ascending points, counted in cells; beyond the ends, in cells like the last. */
export function placeAmong(points: Float64Array, x: number): number {
  const last = points.length - 1;
  if (last === 0) return 0;
  let low = 0;
  let high = last;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (x >= points[middle]) low = middle;
    else high = middle;
  }
  return onLine(low + (x - points[low]) / (points[high] - points[low]));
}

function onLine(x: number): number {
  const line = Math.round(x);
  return Math.abs(x - line) < ROUNDING ? line : x;
}
