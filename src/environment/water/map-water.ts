/**
 * Water from maps: temperature and salinity over north, east, depth and perhaps time, of one NetCDF file or of two.
 *
 * | what        | standard names                                                        | usual names            | units             |
 * |-------------|-----------------------------------------------------------------------|------------------------|-------------------|
 * | temperature | sea_water_temperature, sea_water_potential_temperature                | thetao, temperature, temp | °C, K           |
 * | salinity    | sea_water_practical_salinity, sea_water_salinity                      | so, salinity, salt     | psu, 1, 1e-3, g/kg, kg/kg |
 *
 * Pressure is that of the column at the origin at the start of the run: hydrostatic.ts knows one column for the region.
 * Left out: potential temperature is taken for the temperature in place, which is higher by some 0.1 °C per 1000 m of depth
 * (0.4 m/s of sound speed); absolute salinity (g/kg) for practical salinity, which is lower by 0.5 %; temperatures of maps are
 * taken to be on ITS-90. Anomalies on top of another water: a world has one water.
 */
import { defineModel, type FileValue, type ParamsOf } from "../../library/index.ts";
import { POINT, POINT_SIZE } from "../flow.ts";
import { mapCodes, mapError, shown } from "../maps/map-error.ts";
import type { SeaMap } from "../maps/netcdf-grid.ts";
import { openNetcdf } from "../maps/open-netcdf.ts";
import { FieldScalar } from "./fields/field-scalar.ts";
import { LocalPiece } from "./fields/local-piece.ts";
import { checkMapParams, mapParams, pieceRequest, reportMapErrors } from "./fields/map-params.ts";
import {
  checkRange,
  convertUnits,
  seaMapOptions,
  seaVariable,
  type UnitRule,
  type VariableNames,
} from "./fields/open-sea-map.ts";
import { HydrostaticPressure } from "./hydrostatic.ts";
import type { ScalarSource } from "./scalar-source.ts";
import { COMMON_READS, SALINITY, TEMPERATURE, USUAL_LATITUDE_RAD, water, waterEdge } from "./water.ts";
import { WaterColumn } from "./water-column.ts";

interface Quantity {
  readonly names: VariableNames;
  readonly units: readonly UnitRule[];
  readonly known: string;
  readonly range: { readonly min: number; readonly max: number };
  readonly unit: string;
}

const temperature: Quantity = {
  names: {
    what: "temperature",
    standardNames: ["sea_water_temperature", "sea_water_potential_temperature"],
    names: ["thetao", "temperature", "temp"],
  },
  units: [
    [/^(°|deg(ree)?s?)?[ _]?c(els[iu]+s)?$/i, 1, 0],
    [/^(deg(ree)?s?)?[ _]?k(elvins?)?$/i, 1, -273.15],
  ],
  known: "degrees Celsius and kelvins",
  range: TEMPERATURE,
  unit: "°C",
};

const salinity: Quantity = {
  names: {
    what: "salinity",
    standardNames: ["sea_water_practical_salinity", "sea_water_salinity"],
    names: ["so", "salinity", "salt"],
  },
  units: [
    [/^(psu|pss(-?78)?|ppt|1|1e-3|1e-03|0\.001|g\/kg|g kg-1|g kg\^-1|parts? per thousand)$/i, 1, 0],
    [/^(kg\/kg|kg kg-1|kg kg\^-1)$/i, 1000, 0],
  ],
  known: "psu, 1, 1e-3, g/kg and kg/kg",
  // Values packed into 16 bits may come out a little below 0; the column takes those for 0.
  range: { min: SALINITY.min - 0.01, max: SALINITY.max },
  unit: "psu",
};

const params = {
  map: {
    type: "file",
    doc: "NetCDF file of temperature, and of salinity where salinityMap is not given",
    example: "map.nc",
  },
  salinityMap: { type: "file", doc: "NetCDF file of salinity", optional: true },
  temperatureVariable: { type: "text", doc: "its name in the file, where neither standard nor usual", optional: true },
  salinityVariable: { type: "text", doc: "likewise", optional: true },
  gaps: {
    type: "choice",
    choices: ["nearest", "refuse"],
    doc: "land, and below the map's own bottom: the nearest value at the same depth, or else the one above; or an error",
    default: "nearest",
  },
  ...mapParams,
  edge: waterEdge,
} as const;

type MapWaterParams = ParamsOf<typeof water.params & typeof params>;

export const mapWater = defineModel(water, {
  model: "map",
  doc: "Temperature and salinity on the grid of map files: linear in space and time",
  reads: COMMON_READS,
  params,
  check(p, report) {
    if (!checkMapParams(p, report)) return;
    reportMapErrors("map", report, () => temperatureOf(p));
    reportMapErrors(p.salinityMap === undefined ? "map" : "salinityMap", report, () => salinityOf(p));
  },
  create(p) {
    const temperatures = temperatureOf(p);
    const salinities = salinityOf(p);
    const latitude_rad = p.latitude_rad ?? USUAL_LATITUDE_RAD;
    return new WaterColumn({
      ...p,
      latitude_rad,
      temperature: [temperatures],
      salinity: [salinities],
      pressure: new HydrostaticPressure(
        {
          temperature_degC: (depth_m) => atOrigin(temperatures, depth_m),
          // As the column itself takes it.
          salinity_psu: (depth_m) => Math.max(0, atOrigin(salinities, depth_m)),
        },
        latitude_rad,
      ),
    });
  },
});

function temperatureOf(p: MapWaterParams): FieldScalar {
  return fieldOf(p, p.map, p.temperatureVariable, temperature);
}

function salinityOf(p: MapWaterParams): FieldScalar {
  return fieldOf(p, p.salinityMap ?? p.map, p.salinityVariable, salinity);
}

/** Read twice, when it is checked and when it is made: nothing is kept between the two. */
function fieldOf(p: MapWaterParams, file: FileValue, variable: string | undefined, quantity: Quantity): FieldScalar {
  const netcdf = openNetcdf(file.name, file.bytes);
  const map = seaVariable(netcdf, variable, quantity.names, seaMapOptions(p));
  const piece = new LocalPiece(map, pieceRequest(p));
  const values = piece.valuesOf(map, p.gaps);
  if (quantity === salinity) refuseMassFraction(map, values);
  convertUnits(map, values, quantity.units, quantity.known);
  checkRange(map, values, quantity.range, quantity.unit, (index) => piece.describe(index));
  return new FieldScalar(piece, values, p.edge);
}

function atOrigin(source: ScalarSource, depth_m: number): number {
  const point = new Float64Array(POINT_SIZE);
  point[POINT.p + 2] = depth_m;
  const value = new Float64Array(1);
  source.addValue(value, 0, point, 0);
  return value[0];
}

/** Without a unit 0.038 would be fresh water; a sea of 38 psu is meant. Water without any salt stays what it is. */
function refuseMassFraction(map: SeaMap, values: Float64Array): void {
  if (map.units !== "" && map.units !== "1") return;
  let most = 0;
  for (const value of values) if (value > most) most = value;
  if (!(most > 0.001 && most < 0.05)) return;
  const without = map.units === "" ? "has no units" : 'has units = "1"';
  const message = `${shown(map.variable)} ${without}, and its largest value is ${Number(most.toPrecision(4))}: fresh water, or a mass fraction in kg/kg?`;
  const hint = `declare it in the file: units = "kg/kg", or units = "psu" for fresh water (ncatted -a units,${map.variable},o,c,kg/kg in.nc out.nc)`;
  throw mapError(mapCodes.massFraction, map.file, message, { hint });
}
