/**
 * What inertial units have in common, an attitude reference (ahrs.ts) included: gyros, accelerometers and, in most, magnetometers, all of
 * three axes and in the axes of the instrument.
 *
 *   gyros            w_NS_S                                                    (1)  mounting.ts (4)
 *   accelerometers   f_S, the specific force at the place of the sensor         (2)  mounting.ts (6): −g along z at rest
 *   magnetometers    m_S, iron included; the truth is that of the earth alone   (3)  magnetics.ts (1)
 *
 * each with the errors of error-model.ts.
 */
import type { Moment, ThingSite } from "../engine/index.ts";
import type { Report } from "../library/index.ts";
import { axesParams, checkErrors, densityParams, Errors, errorParams, errorsOf } from "./error-model.ts";
import { MAGNETIC_PARAMS, type MagneticParams, Magnetics } from "./magnetics.ts";
import { Mounting } from "./mounting.ts";
import type { SensorInput } from "./sensor-thing.ts";

export const INERTIAL_PARAMS = {
  ...errorParams("gyro", "degps", "rate of turn"),
  ...axesParams("gyro", "gyros"),
  ...densityParams("gyro", "degps", "rate of turn"),
  ...errorParams("accelerometer", "mps2", "specific force"),
  ...axesParams("accelerometer", "accelerometers"),
  ...densityParams("accelerometer", "mps2", "specific force"),
  magnetometer: {
    type: "boolean",
    doc: "whether it has magnetometers; without them the field reads NaN",
    default: true,
  },
  ...errorParams("magnetometer", "T", "magnetic field"),
  ...axesParams("magnetometer", "magnetometers"),
  ...MAGNETIC_PARAMS,
} as const;

export interface InertialParams extends MagneticParams {
  readonly rate_Hz: number;
  readonly magnetometer: boolean;
}

export const INERTIAL_WORDS = {
  rate_radps: "rate of turn",
  force_mps2: "specific force",
  field_T: "magnetic field",
} as const;

export function checkInertial(p: object, report: Report<never>): void {
  checkErrors("gyro", "degps", p, report);
  checkErrors("accelerometer", "mps2", p, report);
  checkErrors("magnetometer", "T", p, report);
}

/** Numbers of an inertial reading: rate, force, field. */
export const INERTIAL = { rate: 0, force: 3, field: 6 } as const;

export class Inertial {
  readonly mounting: Mounting;
  readonly magnetics: Magnetics;
  readonly #gravity_mps2: number;
  readonly #gyro: Errors;
  readonly #accelerometer: Errors;
  readonly #magnetometer: Errors | null;
  /** Room inside one call; holds nothing between calls. */
  readonly #field = new Float64Array(3);

  constructor(site: ThingSite, p: InertialParams) {
    const errors = (value: string, unit: string): Errors =>
      new Errors(site, value, errorsOf(value, unit, p), 3, p.rate_Hz);
    this.mounting = new Mounting(site.mount);
    this.magnetics = new Magnetics(site, p, this.mounting);
    this.#gravity_mps2 = site.world.constants.gravity_mps2;
    this.#gyro = errors("gyro", "radps");
    this.#accelerometer = errors("accelerometer", "mps2");
    this.#magnetometer = p.magnetometer ? errors("magnetometer", "T") : null;
  }

  /** (1) to (3), as INERTIAL says, to truth[t ..], and the readings to reading[r ..]. False where one is out of range. */
  readInto(
    reading: Float64Array,
    r: number,
    truth: Float64Array,
    t: number,
    input: SensorInput,
    moment: Pick<Moment, "now_ns" | "reals" | "integers">,
  ): boolean {
    const { motion } = input;
    const { rate, force, field } = INERTIAL;
    this.mounting.rateInto(truth, t + rate, motion);
    this.mounting.forceInto(truth, t + force, motion, this.#gravity_mps2);
    let inside = this.#gyro.readInto(reading, r + rate, truth, t + rate, input, moment);
    if (!this.#accelerometer.readInto(reading, r + force, truth, t + force, input, moment)) inside = false;
    if (this.#magnetometer === null) {
      for (let i = 0; i < 3; i++) {
        truth[t + field + i] = Number.NaN;
        reading[r + field + i] = Number.NaN;
      }
      return inside;
    }
    this.magnetics.earthInto(truth, t + field, motion);
    this.magnetics.fieldInto(this.#field, 0, motion);
    if (!this.#magnetometer.readInto(reading, r + field, this.#field, 0, input, moment)) inside = false;
    return inside;
  }
}
