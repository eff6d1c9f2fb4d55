/**
 * The piece of a map that a world uses: depths on a square grid of N around the world's origin.
 *
 * Node (row, column) is the place north = north₀ + row · spacing, east = east₀ + column · spacing of N, and its depth is
 * measured from the water level along the ellipsoid's normal (local-frame.ts):
 *
 *   (n, e) → (φ, λ)                         on the ellipsoid, by (3) of local-frame.ts
 *   (φ, λ) → (north, east) of the map       degrees; or metres, by utm.ts or a projection that is passed in
 *   depth = depth of the map, bilinear, + height of the water level                                   (1)
 *
 * The water level of (1) is 0 at sea; a lake's bottom at 100 m and its level at 139 m above the sea make a depth of 39 m.
 *
 * A projected map also takes an origin in its own metres. Its axes are then the axes of N: right for a pool or a harbour
 * plan, and for UTM off by its convergence (up to 3° of heading) and scale (4 · 10⁻⁴).
 * What lies off the map, or in a gap of it, follows the declared rule and is reported once, with its count.
 * Left out: detail finer than the spacing (a node takes what is at its place, not a mean of its cell).
 * Tests: local-grid.test.ts.
 */
import { type Diagnostic, RAD_PER_DEG } from "../../core/index.ts";
import type { Projections } from "../../library/index.ts";
import type { GeographicOrigin } from "./local-frame.ts";
import { MapError, mapCodes, mapError, mapProblem } from "./map-error.ts";
import { describeExtent, mapExtent } from "./map-extent.ts";
import { describeCover, isOnMap, type MapGrid, MOST_CELLS, mapDepth_m } from "./map-grid.ts";
import { placeFinder } from "./place-finder.ts";

/** An origin in the metres of a projected map. */
export interface ProjectedOrigin {
  readonly north_m: number;
  readonly east_m: number;
  /** Height of the water level; 0 at sea. */
  readonly height_m: number;
}

export type MapOrigin = GeographicOrigin | ProjectedOrigin;

/** Bounds of the local grid in N. */
export interface LocalExtent {
  readonly south_m: number;
  readonly north_m: number;
  readonly west_m: number;
  readonly east_m: number;
}

export interface LocalGridRules {
  /** Off the map: the depth of its nearest edge, a hole (NaN), or an error. */
  readonly outside: "clamp" | "hole" | "refuse";
  /** In gaps of the map: a hole (NaN), an error, or this depth in m. */
  readonly gaps: "hole" | "refuse" | number;
}

export interface LocalGrid {
  /** South to north. */
  readonly rows: number;
  /** West to east. */
  readonly columns: number;
  readonly spacing_m: number;
  /** North and east of node (0, 0), in N. */
  readonly origin_m: readonly [number, number];
  /** Row by row; NaN in holes. */
  readonly depths_m: Float64Array;
  /** 1 for each node off the map, whose depth is the rule's; null where all are on it. */
  readonly off: Uint8Array | null;
  /** Nodes that lay off the map, and nodes that fell into gaps of it. */
  readonly outside: number;
  readonly gaps: number;
  /** At most one warning for each of the two. */
  readonly notes: readonly Diagnostic[];
}

export function localGrid(
  map: MapGrid,
  origin: MapOrigin,
  extent: LocalExtent,
  spacing_m: number,
  rules: LocalGridRules,
  projections?: Projections,
): LocalGrid {
  const { rows, columns } = gridSize(map.file, extent, spacing_m);
  checkOrigin(map.file, origin);
  const reach_m = Math.max(...Object.values(extent).map(Math.abs));
  const find = placeFinder(map, origin, reach_m, projections);
  const depths_m = new Float64Array(rows * columns);
  const off = new Uint8Array(rows * columns);
  const place = new Float64Array(3);
  const found = new Float64Array(2);
  let outside = 0;
  let gaps = 0;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      place[0] = extent.south_m + row * spacing_m;
      place[1] = extent.west_m + column * spacing_m;
      find(found, place);
      const on = isOnMap(map, found[0], found[1]);
      if (!on) {
        outside++;
        off[row * columns + column] = 1;
      }
      let depth_m = Number.NaN;
      if (on || rules.outside === "clamp") {
        depth_m = mapDepth_m(map, found[0], found[1]) + origin.height_m; // (1)
        if (Number.isNaN(depth_m)) {
          gaps++;
          if (typeof rules.gaps === "number") depth_m = rules.gaps;
        }
      }
      depths_m[row * columns + column] = depth_m;
    }
  }
  if (outside === rows * columns) throw offMap(map, origin);
  const covered = (): string => {
    const { extent: most } = mapExtent(map, origin, projections);
    return describeExtent(most);
  };
  const notes = coverNotes(map.file, rows * columns, outside, gaps, rules, covered);
  return Object.freeze({
    rows,
    columns,
    spacing_m,
    origin_m: Object.freeze([extent.south_m, extent.west_m] as const),
    depths_m,
    off: outside === 0 ? null : off,
    outside,
    gaps,
    notes: Object.freeze(notes),
  });
}

/** The fewest nodes that reach all of the extent. */
function gridSize(file: string, extent: LocalExtent, spacing_m: number): { rows: number; columns: number } {
  const { south_m, north_m, west_m, east_m } = extent;
  if (!(spacing_m > 0 && Number.isFinite(spacing_m))) {
    throw mapError(mapCodes.badRequest, file, `a spacing of ${spacing_m} m is not allowed; it must be above 0`);
  }
  if (![south_m, north_m, west_m, east_m].every(Number.isFinite) || north_m <= south_m || east_m <= west_m) {
    const message = `north from ${south_m} to ${north_m} m and east from ${west_m} to ${east_m} m is not an area; both must ascend`;
    throw mapError(mapCodes.badRequest, file, message);
  }
  // A millionth of a cell is rounding: 0.3 / 0.1 needs three cells, not four.
  const rows = Math.ceil((north_m - south_m) / spacing_m - 1e-6) + 1;
  const columns = Math.ceil((east_m - west_m) / spacing_m - 1e-6) + 1;
  if (rows * columns > MOST_CELLS) {
    const message = `a local grid of ${rows} rows by ${columns} columns has more than ${MOST_CELLS} nodes`;
    throw mapError(mapCodes.tooLarge, file, message, { hint: "take a larger spacing or a smaller extent" });
  }
  return { rows: Math.max(2, rows), columns: Math.max(2, columns) };
}

function checkOrigin(file: string, origin: MapOrigin): void {
  const isPlace = Object.values(origin).every(Number.isFinite);
  const isOnEarth = !("latitude_rad" in origin) || Math.abs(origin.latitude_rad) <= Math.PI / 2;
  if (isPlace && isOnEarth) return;
  throw mapError(
    mapCodes.badRequest,
    file,
    `the origin ${describeOrigin(origin)} is not a place; its numbers must be finite, and the latitude within 90°`,
  );
}

/** Warnings, one per kind; or the error, where the rule is to refuse. */
function coverNotes(
  file: string,
  nodes: number,
  outside: number,
  gaps: number,
  rules: LocalGridRules,
  covered: () => string,
): Diagnostic[] {
  const notes: Diagnostic[] = [];
  if (outside > 0) {
    const message = `${outside} of ${nodes} places lie off the map`;
    if (rules.outside === "refuse") {
      const hint = 'leave extent_m out to take all of the map, or give outside="clamp" or "hole"';
      const allowed = `${message}, which covers ${covered()} around the origin`;
      notes.push(mapProblem(mapCodes.outsideRefused, file, allowed, { hint }));
    } else {
      const effect = rules.outside === "clamp" ? "they take the depth of its nearest edge" : "they are holes";
      notes.push(mapProblem(mapCodes.outside, file, `${message}: ${effect}`));
    }
  }
  if (gaps > 0) {
    const message = `${gaps} of ${nodes} places fall into gaps of the map`;
    if (rules.gaps === "refuse") notes.push(mapProblem(mapCodes.gapsRefused, file, message));
    else {
      const effect = rules.gaps === "hole" ? "they are holes" : `their depth is ${rules.gaps} m`;
      notes.push(mapProblem(mapCodes.gaps, file, `${message}: ${effect}`));
    }
  }
  const errors = notes.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new MapError(errors);
  return notes;
}

function offMap(map: MapGrid, origin: MapOrigin): MapError {
  const message = `the local grid around ${describeOrigin(origin)} lies off the map, which covers ${describeCover(map)}`;
  const swapped =
    "latitude_rad" in origin &&
    map.coordinates === "geographic" &&
    isOnMap(map, origin.longitude_rad / RAD_PER_DEG, origin.latitude_rad / RAD_PER_DEG);
  const hint = { hint: "are latitude and longitude exchanged?" };
  return mapError(mapCodes.offMap, map.file, message, swapped ? hint : {});
}

function describeOrigin(origin: MapOrigin): string {
  if (!("latitude_rad" in origin)) return `north ${origin.north_m} m, east ${origin.east_m} m`;
  const degrees = (angle_rad: number): string => `${Number((angle_rad / RAD_PER_DEG).toFixed(6))}°`;
  return `north ${degrees(origin.latitude_rad)}, east ${degrees(origin.longitude_rad)}`;
}
