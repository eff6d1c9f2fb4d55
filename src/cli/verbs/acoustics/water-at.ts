/** The water and the bottom of a scenario at a place. */
import {
  type AbsorptionModel,
  absorption_dBpkm,
  POINT,
  POINT_SIZE,
  t68From90_degC,
  WATER_COLUMN,
  WATER_COLUMN_SIZE,
  type WaterColumn,
} from "../../../environment/index.ts";
import type { Scenario } from "../../../scenario/index.ts";

/** A place as water columns are asked about it, at time 0. */
export function placePoint(north_m: number, east_m: number, depth_m: number): Float64Array {
  const point = new Float64Array(POINT_SIZE);
  point.set([north_m, east_m, depth_m], POINT.p);
  return point;
}

/** Which water, and what is asked of its absorption: that of its own formula where none is named. */
export interface WaterQuestion {
  readonly water: WaterColumn;
  readonly frequency_Hz: number;
  readonly absorption: AbsorptionModel | "none" | undefined;
}

/** The record of the water, with the absorption behind it. */
export function columnAt(
  { water, frequency_Hz, absorption: formula }: WaterQuestion,
  north_m: number,
  east_m: number,
  depth_m: number,
): Float64Array {
  const point = placePoint(north_m, east_m, depth_m);
  const out = new Float64Array(WATER_COLUMN_SIZE + 1);
  water.waterInto(out, 0, point, 0);
  if (formula === undefined) water.absorptionInto(out, WATER_COLUMN_SIZE, Float64Array.of(frequency_Hz), 0, point, 0);
  else if (formula !== "none") {
    out[WATER_COLUMN_SIZE] = absorption_dBpkm(formula, {
      frequency_Hz,
      depth_m,
      t68_degC: t68From90_degC(out[WATER_COLUMN.temperature_degC]!),
      salinity_psu: out[WATER_COLUMN.salinity_psu]!,
      pressure_dbar: out[WATER_COLUMN.pressure_dbar]!,
    });
  }
  return out;
}

/** Infinity where there is none. */
export function bottomBelow_m({ sea }: Scenario, north_m: number, east_m: number): number {
  const depth = new Float64Array([Number.POSITIVE_INFINITY]);
  sea?.scene?.bottom?.depthInto(depth, 0, Float64Array.of(north_m, east_m), 0);
  return Number.isNaN(depth[0]) ? Number.POSITIVE_INFINITY : depth[0]!;
}
