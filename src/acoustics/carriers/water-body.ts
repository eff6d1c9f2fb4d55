/**
 * The water between two transducers, as the carriers of sound meet it: whether a place lies in it, its speed of sound and its absorption.
 *
 * Of a world with <water> they are those of its column at the place. One without has SOUND_MPS and the absorption of ABSORBING at all depths. A
 * value that is given replaces either everywhere.
 * A place lies in the water below the mean surface and above the bottom, to IN_BOTTOM_M; without a bottom, at any depth.
 * Left out: waves at the surface, obstacles.
 */

import type { CarrierWorld, NamedFormula } from "../../environment/index.ts";
import {
  type AbsorptionModel,
  absorptionFormulas,
  type DescribedSea,
  describedSea,
  POINT,
  POINT_SIZE,
  SEAWATER,
  seawaterRecord,
  WATER_COLUMN,
  WATER_COLUMN_SIZE,
} from "../../environment/index.ts";

/** Where a world has no <water>. */
const SOUND_MPS = 1500;
const ABSORBING = { t68_degC: 10, salinity_psu: 35, pH: 8, depth_m: 0, pressure_dbar: 0 } as const;
/** What lies on the bottom may be so much in it. */
const IN_BOTTOM_M = 0.01;
/** Depths at which least absorption is looked for, to the deepest sea; and how much less may be between them. */
const DEEPEST_M = 11_000;
const DEPTHS = 256;
const BETWEEN = 0.97;
/** Any water of the earth's. */
const TEMPERATURES_DEGC = [-2, 0, 5, 10, 15, 20, 25, 30, 35];
const SALINITIES_PSU = [0, 5, 10, 20, 30, 35, 42];
const DBAR_PER_M = 1.02;

export interface WaterBodyParams {
  readonly soundSpeed_mps?: number | undefined;
  readonly absorption_dBpm?: number | undefined;
  readonly absorptionModel?: AbsorptionModel | undefined;
}

/** Places in what is written for a place. */
export const WATER_BODY = { soundSpeed_mps: 0, absorption_dBpm: 1 } as const;

export class WaterBody {
  /** Whether nothing of it changes with the time. */
  readonly isSteady: boolean;
  readonly #sea: DescribedSea;
  readonly #given: WaterBodyParams;
  readonly #formula: NamedFormula | null;
  readonly #seawater = seawaterRecord(ABSORBING);
  readonly #column = new Float64Array(WATER_COLUMN_SIZE);
  readonly #frequency = new Float64Array(1);
  readonly #depth = new Float64Array(1);
  readonly #least = new Map<number, number>();

  constructor({ described }: CarrierWorld, given: WaterBodyParams) {
    this.#sea = describedSea(described);
    this.#given = given;
    const { water } = this.#sea;
    this.isSteady = water === null || water.isByDepth;
    const name = given.absorptionModel ?? (water === null ? "francois-garrison" : null);
    this.#formula = name === null ? null : absorptionFormulas[name];
  }

  /** Whether place[i ..] lies in the water. */
  holds(place: Float64Array, i: number): boolean {
    const z = place[i + 2];
    if (!(z >= 0)) return false;
    const bottom = this.#sea.scene?.bottom ?? null;
    if (bottom === null) return true;
    bottom.depthInto(this.#depth, 0, place, i);
    return !(z > this.#depth[0] + IN_BOTTOM_M);
  }

  /** WATER_BODY to out[o ..], at point[i ..] (POINT), for sound of a frequency. */
  waterInto(out: Float64Array, o: number, point: Float64Array, i: number, frequency_Hz: number): void {
    const { soundSpeed_mps, absorption_dBpm } = this.#given;
    const { water } = this.#sea;
    const column = this.#column;
    if (water !== null && (soundSpeed_mps === undefined || this.#formula !== null))
      water.waterInto(column, 0, point, i);
    const c = soundSpeed_mps ?? (water === null ? SOUND_MPS : column[WATER_COLUMN.soundSpeed_mps]);
    out[o + WATER_BODY.soundSpeed_mps] = c;
    if (absorption_dBpm !== undefined) {
      out[o + WATER_BODY.absorption_dBpm] = absorption_dBpm;
      return;
    }
    const at = o + WATER_BODY.absorption_dBpm;
    if (this.#formula === null) {
      this.#frequency[0] = frequency_Hz;
      water!.absorptionInto(out, at, this.#frequency, 0, point, i);
    } else {
      const seawater = this.#seawater;
      if (water !== null) {
        seawater[SEAWATER.t68_degC] = column[WATER_COLUMN.temperature_degC];
        seawater[SEAWATER.salinity_psu] = column[WATER_COLUMN.salinity_psu];
        seawater[SEAWATER.pressure_dbar] = column[WATER_COLUMN.pressure_dbar];
        seawater[SEAWATER.depth_m] = Math.max(0, point[i + POINT.p + 2]);
      }
      seawater[SEAWATER.frequency_Hz] = frequency_Hz;
      this.#formula.into(out, at, seawater, 0);
    }
    out[at] *= 1e-3;
  }

  /** A lower bound of the absorption anywhere in it, dB/m: bounds how far sound of a frequency is heard. */
  leastAbsorption_dBpm(frequency_Hz: number): number {
    const known = this.#least.get(frequency_Hz);
    if (known !== undefined) return known;
    const least = this.#leastAbsorption_dBpm(frequency_Hz);
    this.#least.set(frequency_Hz, least);
    return least;
  }

  #leastAbsorption_dBpm(frequency_Hz: number): number {
    const { water } = this.#sea;
    if (this.#given.absorption_dBpm !== undefined) return this.#given.absorption_dBpm;
    const out = new Float64Array(2);
    const point = new Float64Array(POINT_SIZE);
    let least = Number.POSITIVE_INFINITY;
    if (this.isSteady) {
      for (let k = 0; k <= DEPTHS; k++) {
        // Close together where water varies most.
        point[POINT.p + 2] = DEEPEST_M * (k / DEPTHS) * (k / DEPTHS);
        this.waterInto(out, 0, point, 0, frequency_Hz);
        least = Math.min(least, out[WATER_BODY.absorption_dBpm]);
      }
      return water === null ? least : BETWEEN * least;
    }
    const { into } = this.#formula ?? absorptionFormulas[water!.absorptionModel];
    for (const depth_m of [0, 0.25 * DEEPEST_M, 0.5 * DEEPEST_M, DEEPEST_M]) {
      for (const t68_degC of TEMPERATURES_DEGC) {
        for (const salinity_psu of SALINITIES_PSU) {
          const pressure_dbar = DBAR_PER_M * depth_m;
          into(out, 0, seawaterRecord({ t68_degC, salinity_psu, depth_m, pressure_dbar, pH: 8, frequency_Hz }), 0);
          least = Math.min(least, 1e-3 * out[0]);
        }
      }
    }
    return Math.max(0, BETWEEN * least);
  }
}
