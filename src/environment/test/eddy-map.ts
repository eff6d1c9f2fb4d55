/**
 * The map of components/places/gulf-of-lion-eddy.nc: a small warm eddy, made from formulas. No number of it was measured.
 *
 *   q = exp(−r² / 2R²),   r² = x² + y²                        x, y metres east and north of the centre
 *   (u, v) = (y, −x) V/R √e q exp(−z/80 m)                      (1)  turns clockwise, V at r = R and the surface
 *   T = T₀(z) + 1.5 °C q exp(−((z − 30 m)/25 m)²)               (2)  T₀ the table of western-mediterranean-shelf.xml
 *   S = 38 + 0.001 z/m − 0.1 q                                (3)
 *   C = 0.1 + 1.2 (1 − 0.6 q) exp(−((z − 50 m)/15 m)²)          (4)  chlorophyll in mg/m³, least in the eddy's core
 *
 * 21 × 21 places 0.4 km apart, nine depths, packed into 16 bits as ocean models are. The test beside map-water.ts compares the
 * shipped file with this, byte by byte.
 */
import { exp } from "../../math/index.ts";
import { type NetcdfAttributes, type NetcdfVariableLayout, netcdf } from "./map-writers.ts";

export const EDDY = { latitude_deg: 42.6, longitude_deg: 4.6, radius_m: 1500, speed_mps: 0.35 } as const;
/** Lengths of a degree at 42.6° N, rounded: they belong to the formula, not to the earth. */
const M_PER_DEG_NORTH = 111_080;
const M_PER_DEG_EAST = 82_060;
const DEPTHS_M = [0, 10, 20, 30, 40, 50, 60, 80, 120];
const TABLE = [
  [0, 25],
  [20, 24.5],
  [30, 19],
  [50, 15],
  [100, 13.5],
  [200, 13.3],
] as const;

export interface EddyWater {
  readonly north_mps: number;
  readonly east_mps: number;
  readonly temperature_degC: number;
  readonly salinity_psu: number;
  readonly chlorophyll_mgpm3: number;
}

/** (1) to (4), at a place in metres north and east of the centre. */
export function eddyAt(north_m: number, east_m: number, depth_m: number): EddyWater {
  const { radius_m: R, speed_mps: V } = EDDY;
  const q = exp(-(north_m * north_m + east_m * east_m) / (2 * R * R));
  const turn = (V / R) * exp(0.5) * q * exp(-depth_m / 80);
  const bell = (middle_m: number, width_m: number): number => {
    const u = (depth_m - middle_m) / width_m;
    return exp(-u * u);
  };
  const below = TABLE.findIndex(([depth]) => depth > depth_m);
  const [[z0, T0], [z1, T1]] = [TABLE[below - 1]!, TABLE[below]!];
  return {
    north_mps: -turn * east_m,
    east_mps: turn * north_m,
    temperature_degC: T0 + ((depth_m - z0) / (z1 - z0)) * (T1 - T0) + 1.5 * q * bell(30, 25),
    salinity_psu: 38 + 0.001 * depth_m - 0.1 * q,
    chlorophyll_mgpm3: 0.1 + 1.2 * (1 - 0.6 * q) * bell(50, 15),
  };
}

/** The bytes of the file. */
export function eddyMap(): Uint8Array {
  const lat = Array.from({ length: 21 }, (_, k) => Math.round(1e4 * EDDY.latitude_deg + 40 * (k - 10)) / 1e4);
  const lon = Array.from({ length: 21 }, (_, k) => Math.round(1e4 * EDDY.longitude_deg + 50 * (k - 10)) / 1e4);
  const packed = (
    name: string,
    standardName: string,
    units: string,
    scale: number,
    offset: number,
    of: (water: EddyWater) => number,
  ): NetcdfVariableLayout => {
    const values: number[] = [];
    for (const depth_m of DEPTHS_M) {
      for (const north of lat) {
        for (const east of lon) {
          const north_m = M_PER_DEG_NORTH * (north - EDDY.latitude_deg);
          const east_m = M_PER_DEG_EAST * (east - EDDY.longitude_deg);
          values.push(Math.round((of(eddyAt(north_m, east_m, depth_m)) - offset) / scale));
        }
      }
    }
    const attributes: NetcdfAttributes = {
      standard_name: standardName,
      units,
      scale_factor: ["float64", scale],
      add_offset: ["float64", offset],
      _FillValue: ["int16", -32_768],
    };
    return { name, dimensions: ["depth", "latitude", "longitude"], type: "int16", attributes, values };
  };
  const axis = (
    name: string,
    units: string,
    values: readonly number[],
    more: NetcdfAttributes = {},
  ): NetcdfVariableLayout => {
    return { name, dimensions: [name], type: "float64", attributes: { standard_name: name, units, ...more }, values };
  };
  const title = "A small warm eddy, made from formulas; no number was measured";
  return netcdf(1, { depth: DEPTHS_M.length, latitude: 21, longitude: 21 }, { Conventions: "CF-1.8", title }, [
    axis("depth", "m", DEPTHS_M, { positive: "down" }),
    axis("latitude", "degrees_north", lat),
    axis("longitude", "degrees_east", lon),
    packed("thetao", "sea_water_potential_temperature", "degrees_C", 1e-3, 20, (w) => w.temperature_degC),
    packed("so", "sea_water_salinity", "1e-3", 1e-4, 38, (w) => w.salinity_psu),
    packed("uo", "eastward_sea_water_velocity", "m s-1", 1e-4, 0, (w) => w.east_mps),
    packed("vo", "northward_sea_water_velocity", "m s-1", 1e-4, 0, (w) => w.north_mps),
    packed("chl", "mass_concentration_of_chlorophyll_a_in_sea_water", "mg m-3", 1e-4, 0, (w) => w.chlorophyll_mgpm3),
  ]);
}
