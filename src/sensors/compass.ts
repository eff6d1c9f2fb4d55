/**
 * A compass: the heading of the sensor's x axis from the magnetic field across the down that it feels.
 *
 *   d = −f_S / |f_S|                                                           (1)  down as felt: accelerations of the vehicle tilt it
 *   ψ_m = ψ − α                                                                (2)  α where magnetic north is found, magnetics.ts (2)
 *   τ ċ = [cos ψ_m, sin ψ_m] − c                                               (3)  the card is damped
 *   heading = angle of c + D_set                                               (4)  then the errors of error-model.ts
 *
 * In a turn the felt down leans inwards and the field, which dips steeply, shows a false north: the turning error of every compass.
 * Beyond tiltLimit_deg between the felt down and its z axis, or where the field is too weak across it, the sample is not valid.
 * Symbols: ψ heading of x_S in N; τ responseTime_s; D_set declination_deg. Angles between −180° and 180°.
 * Left out: the swing of a card that is not well damped; errors that depend on temperature. Source: the geometry. Tests: compass.test.ts.
 */
import type { Thing, ThingSite } from "../engine/index.ts";
import { defineModel } from "../library/index.ts";
import { atan2, cos, rpyFromQuaternionInto, sin } from "../math/index.ts";
import { wrapAngle } from "./angles.ts";
import { Errors, errorParams, errorsOf } from "./error-model.ts";
import { RESPONSE_TIME, share } from "./first-order.ts";
import { DECLINATION, MAGNETIC_PARAMS, type MagneticParams, Magnetics } from "./magnetics.ts";
import { headingSample } from "./messages.ts";
import { Mounting } from "./mounting.ts";
import { READS, sensor } from "./sensor.ts";
import { type Measure, SAMPLE, sensorThing } from "./sensor-thing.ts";

/** An angle that goes round has no range and no error of scale. */
const HEADING = errorParams("heading", "deg", "heading");

export const compass = defineModel(sensor, {
  model: "compass",
  doc: "Heading from the magnetic field: declination, iron, and the lean of a turn included",
  reads: READS,
  params: {
    headingNoise_deg: HEADING.headingNoise_deg,
    headingBias_deg: HEADING.headingBias_deg,
    headingTurnOnBias_deg: HEADING.headingTurnOnBias_deg,
    headingBiasInstability_deg: HEADING.headingBiasInstability_deg,
    headingBiasTime_s: HEADING.headingBiasTime_s,
    headingResolution_deg: HEADING.headingResolution_deg,
    declination_deg: DECLINATION,
    ...MAGNETIC_PARAMS,
    responseTime_s: RESPONSE_TIME,
    tiltLimit_deg: { doc: "beyond this lean its samples are not valid", above: 0, max: 180, default: 180 },
  },
  create: (p, component): Thing =>
    sensorThing(component, p, {
      message: headingSample,
      words: { heading_rad: "heading" },
      join: (site) => join(site, p),
    }),
});

interface CompassParams extends MagneticParams {
  readonly rate_Hz: number;
  readonly declination_rad: number | undefined;
  readonly responseTime_s: number;
  readonly tiltLimit_rad: number;
}

function join(site: ThingSite, p: CompassParams): Measure {
  const { gravity_mps2, magneticDeclination_rad } = site.world.constants;
  const errors = new Errors(site, "heading", errorsOf("heading", "rad", p), 1, p.rate_Hz);
  const mounting = new Mounting(site.mount);
  const magnetics = new Magnetics(site, p, mounting);
  const declination_rad = p.declination_rad ?? magneticDeclination_rad;
  const leanest = cos(p.tiltLimit_rad);
  const at = site.reals("card", 2);
  const m = new Float64Array(3);
  const down = new Float64Array(3);
  const q = new Float64Array(4);
  const rpy = new Float64Array(3);
  const shown = new Float64Array(1);
  return (reading, truth, input, moment) => {
    const { motion, elapsed_s } = input;
    const { reals } = moment;
    mounting.attitudeInto(q, 0, motion);
    rpyFromQuaternionInto(rpy, 0, q, 0);
    truth[0] = rpy[2];
    mounting.forceInto(down, 0, motion, gravity_mps2);
    const f = Math.sqrt(down[0] * down[0] + down[1] * down[1] + down[2] * down[2]);
    for (let i = 0; i < 3; i++) down[i] /= -f; // (1)
    magnetics.fieldInto(m, 0, motion);
    const north_rad = magnetics.northFrom(down, 0, m, 0, q, 0);
    const found = !Number.isNaN(north_rad); // as over a magnetic pole, or in free fall
    if (found) {
      const magnetic_rad = truth[0] - north_rad; // (2)
      const part = share(elapsed_s, p.responseTime_s);
      reals[at] += part * (cos(magnetic_rad) - reals[at]); // (3)
      reals[at + 1] += part * (sin(magnetic_rad) - reals[at + 1]);
    }
    shown[0] = atan2(reals[at + 1], reals[at]) + declination_rad; // (4)
    errors.readInto(reading, 0, shown, 0, input, moment);
    reading[0] = wrapAngle(reading[0]);
    return found && down[2] >= leanest ? SAMPLE.valid : SAMPLE.invalid;
  };
}
