/**
 * A depth gauge: the pressure where it is mounted, and the depth that it makes of it.
 *
 *   p(z) = ∫₀ᶻ ρ g dz                                                       (1)  above that of the air, at the depth z of the sensor
 *   z' = p' / (ρ_a g_a)                                                    (2)  p' the pressure as measured, ρ_a g_a as set in the gauge
 *
 * Frames: z is that of So, z_S = z_B + (R_NB p_BS)_z, below the mean surface. The errors (error-model.ts) are those of the
 * depth, as data sheets give them, and act on p / (ρ_a g_a); the range is that of the depth. A gauge with a wrong density is wrong in
 * scale, as at sea: 1.3 % for fresh water against ρ_a of the sea.
 * The pressure (1) is that of the world's <water>, or ρ g z where it has one density.
 * Left out: the pressure of waves and of the flow around the hull; changes of the air's pressure.
 * Source: hydrostatics. Tests: test/sensor-gauges.test.ts.
 */
import { S_PER_NS } from "../core/index.ts";
import type { Thing, ThingSite } from "../engine/index.ts";
import { describedSea, POINT, POINT_SIZE, WATER_COLUMN, WATER_COLUMN_SIZE } from "../environment/index.ts";
import { defineModel } from "../library/index.ts";
import { checkErrors, Errors, errorParams, errorsOf } from "./error-model.ts";
import { bodyMotion, depthSample } from "./messages.ts";
import { Mounting } from "./mounting.ts";
import { READS, sensor } from "./sensor.ts";
import { type Measure, SAMPLE, sensorThing } from "./sensor-thing.ts";

const MOTION = bodyMotion.at;
const PA_PER_DBAR = 1e4;

export const depthGauge = defineModel(sensor, {
  model: "depth-gauge",
  doc: "Pressure, and the depth that follows from it",
  reads: READS,
  params: {
    ...errorParams("depth", "m", "depth"),
    assumedDensity_kgpm3: {
      doc: "ρ_a, density of the water that is set in it; that of the world where not given",
      above: 0,
      max: 2000,
      optional: true,
    },
    assumedGravity_mps2: {
      doc: "g_a, gravity that is set in it; that of the world where not given",
      above: 0,
      max: 30,
      optional: true,
    },
  },
  check: (p, report) => checkErrors("depth", "m", p, report),
  create: (p, component): Thing =>
    sensorThing(component, p, {
      message: depthSample,
      words: { depth_m: "depth", pressure_Pa: "pressure above that of the air" },
      join: (site) => join(site, p),
    }),
});

interface DepthParams {
  readonly rate_Hz: number;
  readonly assumedDensity_kgpm3: number | undefined;
  readonly assumedGravity_mps2: number | undefined;
}

function join(site: ThingSite, p: DepthParams): Measure {
  const { gravity_mps2, density_kgpm3 } = site.world.constants;
  const { water } = describedSea(site.world);
  const weight = (p.assumedDensity_kgpm3 ?? density_kgpm3) * (p.assumedGravity_mps2 ?? gravity_mps2);
  const errors = new Errors(site, "depth", errorsOf("depth", "m", p), 1, p.rate_Hz);
  const mounting = new Mounting(site.mount);
  const place = new Float64Array(POINT_SIZE);
  const column = new Float64Array(WATER_COLUMN_SIZE);
  const z = new Float64Array(1);
  return (reading, truth, input, moment) => {
    const { motion } = input;
    mounting.placeInto(place, POINT.p, motion);
    const depth_m = place[POINT.p + 2];
    truth[0] = depth_m;
    truth[1] = density_kgpm3 * gravity_mps2 * depth_m; // (1)
    if (water !== null && depth_m > 0) {
      place[POINT.t_s] = motion[MOTION.t_ns] * S_PER_NS;
      water.waterInto(column, 0, place, 0);
      truth[1] = column[WATER_COLUMN.pressure_dbar] * PA_PER_DBAR;
    }
    z[0] = truth[1] / weight; // (2)
    const inside = errors.readInto(reading, 0, z, 0, input, moment);
    reading[1] = reading[0] * weight;
    return inside ? SAMPLE.valid : SAMPLE.outOfRange;
  };
}
