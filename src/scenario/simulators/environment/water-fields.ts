/** What the log's columns of the water and the wind at a vehicle are. */
import { type ChannelField, QUANTITY } from "../../../logging/index.ts";
import type { SEA_FIELDS, WIND_FIELDS } from "../../load/sea.ts";

type WaterField = (typeof SEA_FIELDS)[number] | (typeof WIND_FIELDS)[number];

const field = (name: WaterField, unit: string, quantity: string, label = quantity): ChannelField => ({
  name,
  unit,
  quantity,
  label,
});

export const WATER_FIELDS: Readonly<Record<WaterField, ChannelField>> = {
  temperature_degC: field("temperature_degC", "°C", QUANTITY.temperature),
  salinity_psu: field("salinity_psu", "psu", QUANTITY.salinity),
  density_kgpm3: field("density_kgpm3", "kg/m³", QUANTITY.density),
  soundSpeed_mps: field("soundSpeed_mps", "m/s", QUANTITY.soundSpeed),
  surface_m: field("surface_m", "m", QUANTITY.surface, "height of the surface above its mean"),
  bottomDepth_m: field("bottomDepth_m", "m", QUANTITY.bottomDepth),
  altitude_m: field("altitude_m", "m", QUANTITY.altitude),
  windNorth_mps: field("windNorth_mps", "m/s", QUANTITY.windNorth, "wind towards north"),
  windEast_mps: field("windEast_mps", "m/s", QUANTITY.windEast, "wind towards east"),
  windDown_mps: field("windDown_mps", "m/s", QUANTITY.windDown, "wind downwards"),
  windHeight_m: field("windHeight_m", "m", QUANTITY.windHeight, "height in the wind"),
};
