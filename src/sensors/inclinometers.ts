/**
 * Inclinometers: roll and pitch of the sensor from where it feels down to be.
 *
 *   τ ḟ' = f_S − f'                                                            (1)  specific force, felt with a lag
 *   φ = atan2(−f'_y, −f'_z),   θ = atan2(f'_x, √(f'_y² + f'_z²))                 (2)
 *
 * At rest f_S = −R_SN g, and (2) is the attitude. In a turn or when it speeds up the vehicle's acceleration is taken for gravity: 0.1 m/s²
 * is 0.6°. A pendulum in oil does the same.
 * Symbols: f_S of mounting.ts (6), τ responseTime_s; (1) is stepped as if f_S had kept its value since the sample before.
 * Errors: those of error-model.ts on both angles; out of range where either is.
 * Left out: the swing of a pendulum that is not well damped. Source: statics. Tests: inclinometers.test.ts.
 */
import type { Thing, ThingSite } from "../engine/index.ts";
import { defineModel } from "../library/index.ts";
import { atan2, rpyFromQuaternionInto } from "../math/index.ts";
import { checkErrors, Errors, errorParams, errorsOf } from "./error-model.ts";
import { RESPONSE_TIME, share } from "./first-order.ts";
import { tiltSample } from "./messages.ts";
import { Mounting } from "./mounting.ts";
import { READS, sensor } from "./sensor.ts";
import { type Measure, SAMPLE, sensorThing } from "./sensor-thing.ts";

export const inclinometers = defineModel(sensor, {
  model: "inclinometers",
  doc: "Roll and pitch from where down is felt to be: accelerations of the vehicle are errors",
  reads: READS,
  params: {
    ...errorParams("tilt", "deg", "roll and pitch"),
    responseTime_s: RESPONSE_TIME,
  },
  check: (p, report) => checkErrors("tilt", "deg", p, report),
  create: (p, component): Thing =>
    sensorThing(component, p, {
      message: tiltSample,
      words: { roll_rad: "roll", pitch_rad: "pitch" },
      join: (site) => join(site, p),
    }),
});

interface TiltParams {
  readonly rate_Hz: number;
  readonly responseTime_s: number;
}

function join(site: ThingSite, p: TiltParams): Measure {
  const { gravity_mps2 } = site.world.constants;
  const errors = new Errors(site, "tilt", errorsOf("tilt", "rad", p), 2, p.rate_Hz);
  const mounting = new Mounting(site.mount);
  const at = site.reals("felt", 3);
  const f = new Float64Array(3);
  const q = new Float64Array(4);
  const rpy = new Float64Array(3);
  const felt = new Float64Array(2);
  return (reading, truth, input, moment) => {
    const { motion, elapsed_s } = input;
    const { reals } = moment;
    mounting.attitudeInto(q, 0, motion);
    rpyFromQuaternionInto(rpy, 0, q, 0);
    truth[0] = rpy[0];
    truth[1] = rpy[1];
    mounting.forceInto(f, 0, motion, gravity_mps2);
    const part = share(elapsed_s, p.responseTime_s);
    for (let i = 0; i < 3; i++) reals[at + i] += part * (f[i] - reals[at + i]); // (1)
    const x = reals[at];
    const y = reals[at + 1];
    const z = reals[at + 2];
    felt[0] = atan2(-y, -z); // (2)
    felt[1] = atan2(x, Math.sqrt(y * y + z * z));
    return errors.readInto(reading, 0, felt, 0, input, moment) ? SAMPLE.valid : SAMPLE.outOfRange;
  };
}
