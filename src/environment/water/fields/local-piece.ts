/**
 * The piece of a map of the sea that a world uses: values at nodes of N, with their depths and simulated times.
 *
 *   norths_m, easts_m   where the map's own rows and columns cross the meridian and the parallel of the origin (map-places.ts)
 *   value at a node     bilinear in the map, at the place of the node                                              (1)
 *   time of the run     time of the map − its first − start_s                                                     (2)
 *
 * Nodes lie on the map's own lines near the origin, and in N everywhere where the origin is given in the map's metres: (1) is then
 * the map's value itself. Away from a geographic origin the lines of the map are bent (by e² tan φ / 2R, 7 m at 10 km), and (1) is a
 * value between four of the map's. Nodes that the bend moves off the map take its nearest value.
 * Velocities along the map's north and east are turned into N, by the convergence of its meridians.
 *
 * Gaps of the map are filled before (1), by fill-gaps.ts or with 0, from the piece and MARGIN cells around it.
 * The water above the first depth is that of the first depth, and counts as covered where the first depth is at most as deep as
 * the first two are apart; below the last depth, outside the times and off the map, `covers` is false.
 * Valid: up to 500 km from the origin, off the poles.
 * Left out: averages where the nodes of N are coarser than the map (they never are).
 * Tests: local-piece.test.ts.
 */
import { dateOfSeconds, secondsOfDate } from "../../../core/index.ts";
import type { Projections } from "../../../library/index.ts";
import { POINT } from "../../flow.ts";
import { foreignGap, markText } from "../../maps/foreign-gaps.ts";
import { mapCodes, mapError, shown } from "../../maps/map-error.ts";
import { markNoData } from "../../maps/map-grid.ts";
import { agreedOrigin, type MapOrigins } from "../../maps/map-origin.ts";
import { MOST_VALUES, type SeaMap, type Span } from "../../maps/netcdf-grid.ts";
import { isGregorian, timeUnitsOf } from "./file-time.ts";
import { fillGaps } from "./fill-gaps.ts";
import { GapMask } from "./gap-mask.ts";
import { MapPlaces } from "./map-places.ts";

/** Farthest from the origin that a piece reaches. */
const REACH_M = 500_000;
/** Lines farther from the origin than this are beyond the reach at all latitudes below 85°. */
const FAR_DEG = 60;
/** Cells around the piece in which the gaps at its border may find a value. */
const MARGIN = 4;

export interface PieceRequest extends MapOrigins {
  /** Size along north and east around the origin. */
  readonly extent_m?: readonly [number, number];
  /** (2), or the date of the map at which the run begins. */
  readonly start_s?: number;
  readonly startDate?: string;
  /** A value that means "no data", besides those that the file declares. */
  readonly noData?: number;
  /** Of maps whose projection is neither degrees nor UTM. */
  readonly projections?: Projections;
}

export type GapRule = "nearest" | "zero" | "refuse";

export class LocalPiece {
  readonly norths_m: Float64Array;
  readonly easts_m: Float64Array;
  readonly depths_m: Float64Array;
  /** Of the run. */
  readonly times_s: Float64Array;
  readonly #map: SeaMap;
  readonly #places: MapPlaces;
  /** (1): row and column of each node on the map, counted from the block that is read. */
  readonly #onMap: Float64Array;
  readonly #rows: Span;
  readonly #columns: Span;
  /** Where the piece was cut out of a larger map: south, north, west, east. */
  readonly #cut: Float64Array;
  readonly #top_m: number;
  readonly #noData: number | undefined;
  /** Of all maps whose values were taken; null while none had a gap. */
  #gaps: GapMask | null = null;
  readonly #found = new Float64Array(2);
  readonly #place = new Float64Array(3);

  constructor(map: SeaMap, request: PieceRequest) {
    this.#map = map;
    this.#noData = request.noData;
    const [northSize, eastSize] = request.extent_m ?? [2 * REACH_M, 2 * REACH_M];
    // The lines beyond the piece that its nodes may take belong to it.
    const reach_m = Math.max(northSize, eastSize) / 2 + Math.max(widest(map.norths), widest(map.easts));
    const places = new MapPlaces(map, agreedOrigin(map, request, request.projections), reach_m, request.projections);
    this.#places = places;
    const rows = linesWithin(northSize / 2, candidates(map, places, "rows"), (row) => places.northOfRow_m(row));
    const columns = linesWithin(eastSize / 2, candidates(map, places, "columns"), (c) => places.eastOfColumn_m(c));
    this.norths_m = rows.points_m;
    this.easts_m = columns.points_m;
    this.#cut = Float64Array.of(...rows.cut, ...columns.cut);
    this.depths_m = map.depths_m;
    this.times_s = timesOf(map, request);
    this.#top_m = topOf(map.depths_m);
    this.#checkSize();
    this.#onMap = this.#nodesOnMap();
    this.#rows = spanOf(this.#onMap, 0, map.norths.length, false);
    this.#columns = spanOf(this.#onMap, 1, map.easts.length, map.wraps);
  }

  get nodes(): number {
    return this.norths_m.length * this.easts_m.length;
  }

  /** Values by time, north, east and depth of a map with the axes of this piece. */
  valuesOf(map: SeaMap, gaps: GapRule): Float64Array {
    const rows = this.#rows;
    const columns = this.#columns;
    const depths = this.depths_m.length;
    const times = this.times_s.length;
    const block = map.read(rows, columns);
    if (this.#noData !== undefined) markNoData(block, this.#noData);
    this.#refuseForeignGaps(map, block);
    const missing = gapsOf(block);
    if (missing !== null) this.#withoutGaps(map, block, gaps);
    const values = new Float64Array(times * this.nodes * depths);
    const alongRow = columns.count * depths;
    let k = 0;
    for (let t = 0; t < times; t++) {
      for (let node = 0; node < this.nodes; node++) {
        const row = this.#onMap[2 * node] - rows.from;
        const column = this.#onMap[2 * node + 1] - columns.from;
        const i = Math.min(Math.floor(row), Math.max(0, rows.count - 2));
        const j = Math.min(Math.floor(column), Math.max(0, columns.count - 2));
        const v = row - i;
        const u = column - j;
        // To the next row and column; along an axis of one line there is none, and its share is 0.
        const north = rows.count > 1 ? alongRow : 0;
        const east = columns.count > 1 ? depths : 0;
        for (let d = 0; d < depths; d++) {
          const at = t * rows.count * alongRow + i * alongRow + j * depths + d;
          const south = mix(block[at], block[at + east], u);
          if (missing !== null && touches(missing, at, u, east, v, north)) this.#addGap(k);
          values[k++] = mix(south, mix(block[at + north], block[at + north + east], u), v); // (1)
        }
      }
    }
    return values;
  }

  /** As the file has them: between a mark and its neighbours there are values that look like others. */
  #refuseForeignGaps(map: SeaMap, block: Float64Array): void {
    const at = foreignGap(block);
    if (at < 0) return;
    const depths = this.depths_m.length;
    const column = Math.floor(at / depths) % this.#columns.count;
    const row = Math.floor(at / (depths * this.#columns.count)) % this.#rows.count;
    const east = map.easts[(this.#columns.from + column + map.easts.length) % map.easts.length];
    const value = markText(Number(block[at].toPrecision(6)));
    const place = `north ${map.norths[this.#rows.from + row]}, east ${east}, depth ${this.depths_m[at % depths]} m of the map`;
    const same = block.reduce((count, other) => count + (other === block[at] ? 1 : 0), 0);
    const message = `${shown(map.variable)} is ${value} at ${place}, a usual mark of "no data" far from all other values that is not declared as one; ${same} of ${block.length} values are ${value}`;
    const hint = `declare it: the attribute missing_value of the variable, or noData="${value}" in the scenario`;
    throw mapError(mapCodes.foreignGap, map.file, message, { hint });
  }

  /** Turns, in place, values along the map's north and east into values along the axes of N. */
  turn(norths: Float64Array, easts: Float64Array): void {
    if (this.#places.isShifted) return;
    const depths = this.depths_m.length;
    const axes = new Float64Array(4);
    const place = new Float64Array(2);
    for (let node = 0; node < this.nodes; node++) {
      this.#placeOf(place, node);
      this.#places.axesInto(axes, 0, place);
      for (let t = 0; t < this.times_s.length; t++) {
        for (let d = 0; d < depths; d++) {
          const at = (t * this.nodes + node) * depths + d;
          const north = norths[at];
          const east = easts[at];
          norths[at] = axes[0] * north + axes[2] * east;
          easts[at] = axes[1] * north + axes[3] * east;
        }
      }
    }
  }

  /** False where an edge rule answers at point[i ..] in place of the map. Allocates nothing. */
  covers(point: Float64Array, i: number): boolean {
    const t = point[i + POINT.t_s];
    const { times_s, depths_m } = this;
    if (times_s.length > 1 && !(t >= times_s[0] && t <= times_s[times_s.length - 1])) return false;
    const depth_m = point[i + POINT.p + 2];
    if (depths_m.length > 1 && !(depth_m >= this.#top_m && depth_m <= depths_m[depths_m.length - 1])) return false;
    const north = point[i + POINT.p];
    const east = point[i + POINT.p + 1];
    const cut = this.#cut;
    if (!(north >= cut[0] && north <= cut[1] && east >= cut[2] && east <= cut[3])) return false;
    const place = this.#place;
    place[0] = north;
    place[1] = east;
    this.#places.rowAndColumnInto(this.#found, place);
    return this.#places.isOn(this.#found[0], this.#found[1]);
  }

  /** Whether a gap of the map has a share in the values at point[i ..], where the map covers them. Allocates nothing. */
  hasGap(point: Float64Array, i: number): boolean {
    return this.#gaps?.has(point, i) === true && this.covers(point, i);
  }

  #addGap(index: number): void {
    this.#gaps ??= new GapMask(this);
    this.#gaps.add(index);
  }

  /** A node in words. */
  describe(index: number): string {
    const depths = this.depths_m.length;
    const place = new Float64Array(2);
    this.#placeOf(place, Math.floor(index / depths) % this.nodes);
    const [north, east] = [...place].map((x) => Number(x.toFixed(1)));
    return `${north} m north, ${east} m east, ${this.depths_m[index % depths]} m down`;
  }

  /** Before anything of that size is allocated. */
  #checkSize(): void {
    const [times, rows, columns] = [this.times_s.length, this.norths_m.length, this.easts_m.length];
    const depths = this.depths_m.length;
    if (times * rows * columns * depths <= MOST_VALUES) return;
    const message = `${times} times of ${rows} by ${columns} places at ${depths} depths are more than ${MOST_VALUES} values`;
    const hint = "give a smaller extent_m, or cut out fewer times or depths";
    throw mapError(mapCodes.tooLarge, this.#map.file, message, { hint });
  }

  #placeOf(place: Float64Array, node: number): void {
    const columns = this.easts_m.length;
    place[0] = this.norths_m[Math.floor(node / columns)];
    place[1] = this.easts_m[node % columns];
  }

  /** Row and column of each node, moved onto the map. */
  #nodesOnMap(): Float64Array {
    const { norths, easts, wraps } = this.#map;
    const onMap = new Float64Array(2 * this.nodes);
    const place = new Float64Array(3);
    for (let node = 0; node < this.nodes; node++) {
      this.#placeOf(place, node);
      this.#places.rowAndColumnInto(this.#found, place);
      onMap[2 * node] = Math.max(0, Math.min(this.#found[0], norths.length - 1));
      onMap[2 * node + 1] = wraps ? this.#found[1] : Math.max(0, Math.min(this.#found[1], easts.length - 1));
    }
    return onMap;
  }

  /** Fills the gaps of a block in place, or refuses them. */
  #withoutGaps(map: SeaMap, block: Float64Array, rule: GapRule): void {
    let gaps = 0;
    for (let k = 0; k < block.length; k++) {
      if (!Number.isNaN(block[k])) continue;
      gaps++;
      if (rule === "zero") block[k] = 0;
    }
    if (gaps === 0 || rule === "zero") return;
    const said = `${gaps} of ${block.length} values of ${shown(map.variable)} are gaps`;
    if (gaps === block.length) throw mapError(mapCodes.noValues, map.file, `all ${said.slice(said.indexOf("of") + 3)}`);
    if (rule === "refuse") throw mapError(mapCodes.gapsRefused, map.file, said, { hint: 'gaps="nearest" fills them' });
    const { from, count } = this.#rows;
    const norths = Float64Array.from({ length: count }, (_, k) => this.#places.northOfRow_m(from + k));
    const first = this.#columns.from;
    const easts = Float64Array.from({ length: this.#columns.count }, (_, k) => this.#places.eastOfColumn_m(first + k));
    const times = this.times_s.length;
    const unfilled = fillGaps({ values: block, times, norths, easts, depths: this.depths_m.length });
    if (unfilled === null) return;
    const message = `${shown(map.variable)} has no value at its first depth, ${this.depths_m[0]} m, at index ${unfilled.time} of time`;
    throw mapError(mapCodes.gapsRefused, map.file, message, { hint: "its gaps cannot be filled; cut that out" });
  }
}

/** 1 for each gap of a block; null where there is none. */
function gapsOf(block: Float64Array): Uint8Array | null {
  let gaps: Uint8Array | null = null;
  for (let k = 0; k < block.length; k++) {
    if (!Number.isNaN(block[k])) continue;
    gaps ??= new Uint8Array(block.length);
    gaps[k] = 1;
  }
  return gaps;
}

/** Whether a marked value has a share in (1): that at an index, or one of those to the east and to the north of it. */
function touches(marks: Uint8Array, at: number, u: number, east: number, v: number, north: number): boolean {
  const from = at + (u === 1 ? east : 0) + (v === 1 ? north : 0);
  const toEast = u === 0 || u === 1 ? 0 : east;
  const toNorth = v === 0 || v === 1 ? 0 : north;
  return (marks[from] | marks[from + toEast] | marks[from + toNorth] | marks[from + toEast + toNorth]) !== 0;
}

/** The widest step of an axis, in its own unit: of degrees that is below a metre, and they are not projected. */
function widest(points: Float64Array): number {
  return points.reduce((most, x, k) => (k === 0 ? 0 : Math.max(most, x - points[k - 1])), 0);
}

/** Exactly b at a share of 1. */
function mix(a: number, b: number, share: number): number {
  return share === 1 ? b : a + share * (b - a);
}

/** Indices of the lines that could lie in the piece. */
function candidates(map: SeaMap, places: MapPlaces, of: "rows" | "columns"): Span {
  const points = of === "rows" ? map.norths : map.easts;
  const count = points.length;
  if (map.coordinates === "projected") return { from: 0, count };
  const origin = places.origin[of === "rows" ? 0 : 1];
  const isNear = (east: number): boolean => Math.abs(east - origin) <= FAR_DEG;
  const around = of === "columns" && map.wraps ? count : 0;
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (let k = -around; k < count + around; k++) {
    if (!isNear(of === "rows" ? points[k] : places.eastOf(k))) continue;
    from = Math.min(from, k);
    to = k;
  }
  // The origin is on the map, so a line is near, except in cells of more than 60 degrees.
  return from <= to ? { from, count: to - from + 1 } : { from: 0, count };
}

/** From the last line before −half to the first behind +half, or to the ends. */
function linesWithin(
  half_m: number,
  { from, count }: Span,
  placeOf: (line: number) => number,
): { points_m: Float64Array; cut: readonly [number, number] } {
  const all = Float64Array.from({ length: count }, (_, k) => placeOf(from + k));
  let low = 0;
  let high = count - 1;
  while (low < high && all[low + 1] <= -half_m) low++;
  while (high > low && all[high - 1] >= half_m) high--;
  const cut = [
    low > 0 ? all[low] : Number.NEGATIVE_INFINITY,
    high < count - 1 ? all[high] : Number.POSITIVE_INFINITY,
  ] as const;
  return { points_m: all.slice(low, high + 1), cut };
}

/** The lines of the map between which the nodes lie, and MARGIN more on either side. */
function spanOf(onMap: Float64Array, which: number, count: number, wraps: boolean): Span {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (let k = which; k < onMap.length; k += 2) {
    least = Math.min(least, onMap[k]);
    most = Math.max(most, onMap[k]);
  }
  let from = Math.floor(least) - MARGIN;
  let to = Math.ceil(most) + MARGIN;
  if (!wraps) {
    from = Math.max(0, from);
    to = Math.min(count - 1, to);
  }
  return { from, count: to - from + 1 };
}

/** From where on down the piece covers: the surface and above, where the first depth is near enough to it. */
function topOf(depths_m: Float64Array): number {
  const [first, second] = depths_m;
  return depths_m.length > 1 && first <= second - first ? Number.NEGATIVE_INFINITY : first;
}

/** (2) */
function timesOf(map: SeaMap, { start_s, startDate }: PieceRequest): Float64Array {
  const { file, times } = map;
  // One time is a steady map, whenever it was.
  if (times.length === 1) return new Float64Array(1);
  const units = timeUnitsOf(map.timeUnits);
  if (units === null) {
    const message = `unit ${shown(map.timeUnits)} of the times is not known; seconds, minutes, hours and days since a date are`;
    throw mapError(mapCodes.badUnit, file, message);
  }
  const since = (k: number): number => (times[k] - times[0]) * units.unit_s;
  const last_s = since(times.length - 1);
  let begin_s = start_s ?? 0;
  if (startDate !== undefined) {
    const reference_s = secondsOfDate(units.since);
    if (reference_s === null || !isGregorian(map.calendar, reference_s)) {
      const calendar = map.calendar === "" ? "" : ` in calendar ${shown(map.calendar)}`;
      const message = `dates of times ${shown(map.timeUnits)}${calendar} are not known here`;
      throw mapError(mapCodes.badUnit, file, message, { hint: "give start_s instead of startDate" });
    }
    const wanted_s = secondsOfDate(startDate.trim());
    if (wanted_s === null) {
      throw mapError(
        mapCodes.badRequest,
        file,
        `startDate ${shown(startDate)} is not a date such as 2024-06-01T12:00:00Z`,
      );
    }
    const first_s = reference_s + times[0] * units.unit_s;
    begin_s = wanted_s - first_s;
    if (!(begin_s >= 0 && begin_s <= last_s)) {
      const span = `${dateOfSeconds(first_s)} to ${dateOfSeconds(first_s + last_s)}`;
      throw mapError(mapCodes.offMap, file, `startDate ${shown(startDate)} lies outside the map's times, ${span}`);
    }
  } else if (!(begin_s >= 0 && begin_s <= last_s)) {
    throw mapError(mapCodes.offMap, file, `start_s = ${begin_s} lies outside the map's times, 0 to ${last_s} s`);
  }
  return Float64Array.from(times, (_, k) => since(k) - begin_s);
}
