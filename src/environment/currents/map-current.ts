/**
 * A current from a map: velocities to the east and to the north, and perhaps up, over north, east, depth and time, of a NetCDF file.
 *
 * | what  | standard names                                       | usual names     | units      |
 * |-------|------------------------------------------------------|-----------------|------------|
 * | east  | eastward_sea_water_velocity, sea_water_x_velocity     | uo, u, water_u  | m/s, cm/s  |
 * | north | northward_sea_water_velocity, sea_water_y_velocity    | vo, v, water_v  | likewise   |
 * | up    | upward_sea_water_velocity                            | wo, w           | likewise   |
 *
 * East and north are those of the map at the place, turned into N (water/fields/local-piece.ts): of a projected map, its own axes.
 * Beyond the map the edge rule holds: "zero" adds a border of one more cell to the north, east, south and west in which the velocity
 * falls to 0, so that it has no jump; below and above the map's depths it is held. Times are always held.
 * Left out: velocities on grids of their own (staggered), which have to be brought to one before.
 */
import { defineModel, type ParamsOf } from "../../library/index.ts";
import { rectilinearAxis } from "../../math/index.ts";
import { mapCodes, mapError, shown } from "../maps/map-error.ts";
import type { NetcdfFile } from "../maps/netcdf-file.ts";
import { isOverNorthAndEast, type SeaMap } from "../maps/netcdf-grid.ts";
import { openNetcdf } from "../maps/open-netcdf.ts";
import { LocalPiece } from "../water/fields/local-piece.ts";
import { checkMapParams, mapLatitude, mapParams, pieceRequest, reportMapErrors } from "../water/fields/map-params.ts";
import {
  checkRange,
  convertUnits,
  findSeaVariable,
  seaMapOptions,
  seaVariable,
  type UnitRule,
  type VariableNames,
} from "../water/fields/open-sea-map.ts";
import { current, currentParams, SPEED } from "./current.ts";
import { GriddedCurrent } from "./gridded-current.ts";
import { type JoinedFlow, stateless } from "./joined-flow.ts";

const east: VariableNames = {
  what: "velocity to the east",
  standardNames: ["eastward_sea_water_velocity", "sea_water_x_velocity"],
  names: ["uo", "u", "water_u"],
};
const north: VariableNames = {
  what: "velocity to the north",
  standardNames: ["northward_sea_water_velocity", "sea_water_y_velocity"],
  names: ["vo", "v", "water_v"],
};
const up: VariableNames = {
  what: "velocity upwards",
  standardNames: ["upward_sea_water_velocity"],
  names: ["wo", "w"],
};

const PER_SECOND = "(\\/s(ec(ond)?)?| ?s-1| s\\^-1| second-1)";
const UNITS: readonly UnitRule[] = [
  [new RegExp(`^m(et(er|re)s?)?${PER_SECOND}$`, "i"), 1, 0],
  [new RegExp(`^c(enti)?m(et(er|re)s?)?${PER_SECOND}$`, "i"), 0.01, 0],
];

const params = {
  map: {
    type: "file",
    doc: "NetCDF file of the velocities to the east and to the north, and perhaps up",
    example: "map.nc",
  },
  eastVariable: {
    type: "text",
    doc: "name of the velocity to the east, where neither standard nor usual",
    optional: true,
  },
  northVariable: { type: "text", doc: "likewise to the north", optional: true },
  upVariable: { type: "text", doc: "likewise upwards; none leaves it out", optional: true },
  gaps: {
    type: "choice",
    choices: ["zero", "nearest", "refuse"],
    doc: "land, and below the map's own bottom: still water; the nearest velocity at the same depth, or else the one above; or an error",
    default: "zero",
  },
  ...mapLatitude,
  ...mapParams,
  edge: currentParams.edge,
} as const;

type MapCurrentParams = ParamsOf<typeof params>;

/** Leaves the vertical velocity out. */
const NONE = "none";

export const mapCurrent = defineModel(current, {
  model: "map",
  doc: "On the grid of a map file: linear in space and time",
  params,
  check(p, report) {
    if (checkMapParams(p, report)) reportMapErrors("map", report, () => flowOf(p));
  },
  create: (p) => stateless(flowOf(p)),
});

/** A current on a grid, with the borders of its map. */
class FieldCurrent implements JoinedFlow {
  readonly #grid: GriddedCurrent;
  readonly #piece: LocalPiece;

  constructor(grid: GriddedCurrent, piece: LocalPiece) {
    this.#grid = grid;
    this.#piece = piece;
  }

  addFlow(flow: Float64Array, o: number, point: Float64Array, i: number): void {
    this.#grid.addFlow(flow, o, point, i);
  }

  covers(point: Float64Array, i: number): boolean {
    return this.#piece.covers(point, i);
  }

  hasGap(point: Float64Array, i: number): boolean {
    return this.#piece.hasGap(point, i);
  }
}

/** Read twice, when it is checked and when it is made: nothing is kept between the two. */
function flowOf(p: MapCurrentParams): JoinedFlow {
  const netcdf = openNetcdf(p.map.name, p.map.bytes);
  const options = seaMapOptions(p);
  const eastward = seaVariable(netcdf, p.eastVariable, east, options);
  const northward = seaVariable(netcdf, p.northVariable, north, options);
  const upward = upwardOf(p, netcdf);
  checkSameAxes(eastward, northward, "bring both to the same points before");
  if (upward !== null) checkSameAxes(eastward, upward, `upVariable="${NONE}" leaves it out`);

  const piece = new LocalPiece(eastward, pieceRequest(p));
  if (p.edge === "zero" && Math.min(piece.norths_m.length, piece.easts_m.length) < 2) {
    const message = "edge = zero needs a map of at least two rows and two columns";
    throw mapError(mapCodes.badRequest, eastward.file, message, { hint: "take clamp: one line stands for all places" });
  }
  const velocities = (map: SeaMap): Float64Array => {
    const values = piece.valuesOf(map, p.gaps);
    convertUnits(map, values, UNITS, "m/s and cm/s");
    checkRange(map, values, SPEED, "m/s", (index) => piece.describe(index));
    return values;
  };
  const easts = velocities(eastward);
  const norths = velocities(northward);
  const ups = upward === null ? null : velocities(upward);
  piece.turn(norths, easts);
  return new FieldCurrent(gridOf(piece, interleaved(norths, easts, ups), p.edge), piece);
}

/** The one that is named, or a map known by its name, or none. */
function upwardOf(p: MapCurrentParams, netcdf: NetcdfFile): SeaMap | null {
  if (p.upVariable === NONE) return null;
  const found = findSeaVariable(netcdf, p.upVariable, up);
  const isMap = found !== null && isOverNorthAndEast(netcdf, found);
  return p.upVariable === undefined && !isMap ? null : seaVariable(netcdf, p.upVariable, up, seaMapOptions(p));
}

function checkSameAxes(a: SeaMap, b: SeaMap, hint: string): void {
  for (const axis of ["norths", "easts", "depths_m", "times"] as const) {
    if (a[axis].length === b[axis].length && a[axis].every((x, k) => x === b[axis][k])) continue;
    const message = `${shown(a.variable)} and ${shown(b.variable)} lie on different points of ${axis.replace(/s(_m)?$/, "")}`;
    throw mapError(mapCodes.irregular, a.file, message, { hint });
  }
}

/** North, east and down side by side. */
function interleaved(norths: Float64Array, easts: Float64Array, ups: Float64Array | null): Float64Array {
  const all = new Float64Array(3 * norths.length);
  for (let k = 0; k < norths.length; k++) {
    all[3 * k] = norths[k];
    all[3 * k + 1] = easts[k];
    // + 0 turns −0 into 0.
    all[3 * k + 2] = ups === null ? 0 : 0 - ups[k];
  }
  return all;
}

/** The velocities on the nodes of the piece, and for "zero" on one more line of still water around them. */
function gridOf(piece: LocalPiece, velocities_mps: Float64Array, edge: MapCurrentParams["edge"]): GriddedCurrent {
  const isBordered = edge === "zero";
  const rule = isBordered ? "clamp" : edge;
  const { norths_m, easts_m, depths_m, times_s } = piece;
  const axis = (points: Float64Array) => rectilinearAxis(isBordered ? withBorder(points) : points, rule);
  const values = isBordered
    ? withStillBorder(velocities_mps, times_s.length, norths_m.length, easts_m.length, 3 * depths_m.length)
    : velocities_mps;
  return new GriddedCurrent(
    axis(norths_m),
    axis(easts_m),
    rectilinearAxis(depths_m, rule),
    rectilinearAxis(times_s, "clamp"),
    values,
  );
}

/** One more point on either side, as far as the last two are apart. */
function withBorder(points: Float64Array): Float64Array {
  const last = points.length - 1;
  const bordered = new Float64Array(points.length + 2);
  bordered.set(points, 1);
  bordered[0] = 2 * points[0] - points[1];
  bordered[last + 2] = 2 * points[last] - points[last - 1];
  return bordered;
}

/** Values by time, north and east, `size` numbers each. */
function withStillBorder(
  values: Float64Array,
  times: number,
  rows: number,
  columns: number,
  size: number,
): Float64Array {
  const bordered = new Float64Array(times * (rows + 2) * (columns + 2) * size);
  for (let t = 0; t < times; t++) {
    for (let row = 0; row < rows; row++) {
      const from = (t * rows + row) * columns * size;
      const to = ((t * (rows + 2) + row + 1) * (columns + 2) + 1) * size;
      bordered.set(values.subarray(from, from + columns * size), to);
    }
  }
  return bordered;
}
