/**
 * The magnetic field where a sensor is, iron around it included, and the north that follows from it.
 *
 *   m_S = W R_SN m_N + h                                                       (1)  h hard iron, W soft iron, both fixed to S
 *   e = d × m,   α = atan2(−e_n, e_e)                                           (2)  d down; e towards magnetic east, in N
 *
 * α is where magnetic north is found, clockwise from true north: the declination D where neither iron nor a wrong down disturbs it. An
 * instrument with a declination D_set that measures the angle ψ_m of its x axis from there shows ψ_m + D_set = ψ − α + D_set.     (3)
 *
 * h moves the field by the same vector whatever the heading: a deviation that goes round once in a turn. W stretches and shears it: one
 * that goes round twice.
 * Symbols: m_N the field of the world (environment/magnetic-field.ts), d where the instrument takes down to be.
 * Left out: iron that does not turn with the sensor; currents of motors.
 */
import type { ThingSite } from "../engine/index.ts";
import { magneticFieldInto } from "../environment/index.ts";
import { atan2, crossInto, rotateInto } from "../math/index.ts";
import type { Mounting } from "./mounting.ts";

export const MAGNETIC_PARAMS = {
  hardIron_T: {
    type: "reals",
    length: 3,
    doc: "h, field of magnetised iron around the sensor, in its axes",
    min: -1e-3,
    max: 1e-3,
    default: [0, 0, 0],
  },
  softIron: {
    type: "reals",
    length: 9,
    doc: "W, what iron around the sensor makes of the earth's field, in its axes, row by row: 1 0 0 0 1 0 0 0 1 for none",
    unit: "1",
    min: -10,
    max: 10,
    default: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  },
} as const;

/** Of an instrument that shows a heading. */
export const DECLINATION = {
  doc: "D_set, declination that is set in it; that of the world where not given",
  min: -180,
  max: 180,
  optional: true,
} as const;

export interface MagneticParams {
  readonly hardIron_T: readonly number[];
  readonly softIron: readonly number[];
}

/** Horizontal field below which no north is found; the weakest of the inhabited earth is some 5e-6 T. */
const WEAK_T = 1e-7;

export class Magnetics {
  readonly #mounting: Mounting;
  readonly #m_N = new Float64Array(3);
  readonly #hard: Float64Array;
  readonly #soft: Float64Array;
  /** Room inside one call; holds nothing between calls. */
  readonly #a = new Float64Array(3);

  constructor(site: ThingSite, { hardIron_T, softIron }: MagneticParams, mounting: Mounting) {
    this.#mounting = mounting;
    this.#hard = Float64Array.from(hardIron_T);
    this.#soft = Float64Array.from(softIron);
    magneticFieldInto(this.#m_N, 0, site.world.constants);
  }

  /** R_SN m_N: without the iron. */
  earthInto(out: Float64Array, o: number, motion: Float64Array): void {
    this.#mounting.fromNorthInto(out, o, motion, this.#m_N, 0);
  }

  /** (1) */
  fieldInto(out: Float64Array, o: number, motion: Float64Array): void {
    const a = this.#a;
    const W = this.#soft;
    this.earthInto(a, 0, motion);
    for (let i = 0; i < 3; i++) {
      out[o + i] = W[3 * i] * a[0] + W[3 * i + 1] * a[1] + W[3 * i + 2] * a[2] + this.#hard[i];
    }
  }

  /** (2): α from down[d ..] and a field, both in S; q_NS[q ..]. NaN where the field is too weak across down. */
  northFrom(down: Float64Array, d: number, m_S: Float64Array, m: number, q_NS: Float64Array, q: number): number {
    const a = this.#a;
    crossInto(a, 0, down, d, m_S, m);
    rotateInto(a, 0, q_NS, q, a, 0);
    if (a[0] * a[0] + a[1] * a[1] < WEAK_T * WEAK_T) return Number.NaN;
    return atan2(-a[0], a[1]);
  }
}
