/**
 * Water as a kind of component: what its models share, and the models that need no file besides.
 *
 *   constant  one temperature and one salinity; density and sound speed may be fixed as well, for tanks and for figures
 *             that were published for one value
 *   profile   tables by depth, linear between their rows, at the ends held or continued
 *   map       temperature and salinity of map files: map-water.ts
 *
 * All have the pressure of their own column (hydrostatic.ts) under the gravity of their latitude.
 */
import { RAD_PER_DEG } from "../../core/index.ts";
import { defineKind, defineModel } from "../../library/index.ts";
import { ABSORPTION_MODELS } from "./absorption.ts";
import { HydrostaticPressure } from "./hydrostatic.ts";
import { ConstantScalar, ProfileScalar } from "./scalar-source.ts";
import { SOUND_SPEED_MODELS } from "./sound-speed.ts";
import { WaterColumn } from "./water-column.ts";

/** What liquid water of the earth's seas and lakes can be; the ranges of the formulas are narrower, and reported at run time. */
export const TEMPERATURE = { min: -3, max: 50 } as const;
export const SALINITY = { min: 0, max: 60 } as const;

const params = {
  latitude_deg: {
    doc: "of the place: gravity, and so pressure, depend on it; 45 where nothing is said. Of a map in degrees, that of the world's origin",
    min: -90,
    max: 90,
    inherited: true,
    optional: true,
  },
  pH: { doc: "acidity, which absorption depends on", unit: "1", min: 6, max: 9, default: 8 },
  soundSpeedModel: {
    type: "choice",
    choices: SOUND_SPEED_MODELS,
    doc: "formula of the speed of sound",
    default: "unesco",
  },
  absorptionModel: {
    type: "choice",
    choices: ABSORPTION_MODELS,
    doc: "formula of the absorption of sound",
    default: "francois-garrison",
  },
} as const;

export const water = defineKind<WaterColumn>()({
  kind: "water",
  doc: "Sea or lake water: temperature, salinity, and what follows from them.",
  params,
  id: "optional",
});

/** Gravity is nearest to its mean over the seas there. */
export const USUAL_LATITUDE_RAD = 45 * RAD_PER_DEG;

export const COMMON_READS = ["latitude_deg", "pH", "soundSpeedModel", "absorptionModel"] as const;

/** Of water that is known at some places only. */
export const waterEdge = {
  type: "choice",
  choices: ["clamp", "extrapolate"],
  doc: "beyond the ends of depth, and of a map's north and east: held, or continued as in the last cell",
  default: "clamp",
} as const;

export const constantWater = defineModel(water, {
  model: "constant",
  doc: "One temperature and one salinity everywhere",
  default: true,
  reads: COMMON_READS,
  params: {
    temperature_degC: { doc: "temperature, ITS-90", ...TEMPERATURE, example: 10 },
    salinity_psu: { doc: "practical salinity; 0 for fresh water", ...SALINITY, example: 35 },
    density_kgpm3: { doc: "in place of EOS-80, at all depths", min: 900, max: 1300, optional: true },
    soundSpeed_mps: { doc: "in place of the formula, at all depths", min: 1300, max: 1800, optional: true },
  },
  create(p) {
    const latitude_rad = p.latitude_rad ?? USUAL_LATITUDE_RAD;
    return new WaterColumn({
      ...p,
      latitude_rad,
      temperature: [new ConstantScalar(p.temperature_degC)],
      salinity: [new ConstantScalar(p.salinity_psu)],
      pressure: new HydrostaticPressure(
        {
          temperature_degC: () => p.temperature_degC,
          salinity_psu: () => p.salinity_psu,
          density_kgpm3: p.density_kgpm3,
        },
        latitude_rad,
      ),
    });
  },
});

export const profileWater = defineModel(water, {
  model: "profile",
  doc: "Temperature and salinity by depth, linear between the rows of a table",
  reads: COMMON_READS,
  params: {
    depths_m: {
      type: "reals",
      doc: "depths of the rows",
      min: 0,
      max: 12000,
      minLength: 2,
      increasing: true,
      example: [0, 20, 50],
    },
    temperatures_degC: {
      type: "reals",
      doc: "temperature of each row, ITS-90",
      ...TEMPERATURE,
      minLength: 2,
      example: [22, 20, 13],
    },
    salinities_psu: {
      type: "reals",
      doc: "practical salinity of each row",
      ...SALINITY,
      minLength: 2,
      example: [38, 38, 38.2],
    },
    edge: waterEdge,
  },
  check(p, report) {
    for (const name of ["temperatures_degC", "salinities_psu"] as const) {
      const rows = p.depths_m.length;
      if (p[name].length === rows) continue;
      report(name, `${name} has ${p[name].length} numbers for ${rows} depths`, { allowed: `${rows} numbers` });
    }
  },
  create(p) {
    const latitude_rad = p.latitude_rad ?? USUAL_LATITUDE_RAD;
    const temperature = new ProfileScalar(p.depths_m, p.temperatures_degC, p.edge);
    const salinity = new ProfileScalar(p.depths_m, p.salinities_psu, p.edge);
    return new WaterColumn({
      ...p,
      latitude_rad,
      temperature: [temperature],
      salinity: [salinity],
      pressure: new HydrostaticPressure(
        {
          temperature_degC: (depth_m) => temperature.at(depth_m),
          // As the column itself takes it.
          salinity_psu: (depth_m) => Math.max(0, salinity.at(depth_m)),
        },
        latitude_rad,
      ),
    });
  },
});
