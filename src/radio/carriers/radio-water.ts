/**
 * The water as radio meets it: a MEDIUM by temperature and salinity at a place (water-permittivity.ts), with σ and ε_r replaced where they are given.
 * A world without <water> has 10 °C and 35 psu. A place below 0 m of depth is in the water, above the bottom.
 * Left out: waves at the surface.
 */
import {
  type CarrierWorld,
  type DescribedSea,
  describedSea,
  POINT,
  POINT_SIZE,
  SEAWATER,
  seawaterRecord,
  t68From90_degC,
  WATER_COLUMN,
  WATER_COLUMN_SIZE,
} from "../../environment/index.ts";
import { MEDIUM, MEDIUM_SIZE, PLANE_WAVE, PLANE_WAVE_SIZE, planeWaveInto } from "../medium.ts";
import { waterMediumInto } from "../water-permittivity.ts";

const USUAL = { t68_degC: 10, salinity_psu: 35 } as const;
/** What lies on the bottom may be so much in it. */
const IN_BOTTOM_M = 0.01;
const DEEPEST_M = 11_000;
const DEPTHS = 64;
/** What may lie below the least attenuation that was found. */
const BETWEEN = 0.9;

export interface RadioWaterParams {
  readonly conductivity_Spm?: number | undefined;
  readonly relativePermittivity?: number | undefined;
}

export class RadioWater {
  /** Whether nothing of it changes with the time. */
  readonly isSteady: boolean;
  readonly #sea: DescribedSea;
  readonly #given: RadioWaterParams;
  readonly #record = seawaterRecord(USUAL);
  readonly #column = new Float64Array(WATER_COLUMN_SIZE);
  readonly #depth = new Float64Array(1);
  readonly #least = new Map<number, number>();

  constructor({ described }: CarrierWorld, given: RadioWaterParams) {
    this.#sea = describedSea(described);
    this.#given = given;
    const { water } = this.#sea;
    this.isSteady = water === null || water.isByDepth;
  }

  /** Whether place[i ..] is above the bottom. */
  isFree(place: Float64Array, i: number): boolean {
    const z = place[i + 2];
    if (!Number.isFinite(z)) return false;
    const bottom = this.#sea.scene?.bottom ?? null;
    if (bottom === null) return true;
    bottom.depthInto(this.#depth, 0, place, i);
    return !(z > this.#depth[0] + IN_BOTTOM_M);
  }

  /** The MEDIUM at point[i ..] (POINT) for a frequency, to out[o ..]. */
  mediumInto(out: Float64Array, o: number, point: Float64Array, i: number, frequency_Hz: number): void {
    const { conductivity_Spm, relativePermittivity } = this.#given;
    const record = this.#record;
    const { water } = this.#sea;
    if (water !== null) {
      const column = this.#column;
      water.waterInto(column, 0, point, i);
      record[SEAWATER.t68_degC] = t68From90_degC(column[WATER_COLUMN.temperature_degC]);
      record[SEAWATER.salinity_psu] = column[WATER_COLUMN.salinity_psu];
      record[SEAWATER.pressure_dbar] = column[WATER_COLUMN.pressure_dbar];
    }
    record[SEAWATER.frequency_Hz] = frequency_Hz;
    waterMediumInto(out, o, record, 0);
    if (conductivity_Spm !== undefined) out[o + MEDIUM.conductivity_Spm] = conductivity_Spm;
    if (relativePermittivity !== undefined) out[o + MEDIUM.relativePermittivity] = relativePermittivity;
  }

  /** A lower bound of the attenuation anywhere in it, dB/m. */
  leastAttenuation_dBpm(frequency_Hz: number): number {
    const known = this.#least.get(frequency_Hz);
    if (known !== undefined) return known;
    const medium = new Float64Array(MEDIUM_SIZE);
    const wave = new Float64Array(PLANE_WAVE_SIZE);
    const point = new Float64Array(POINT_SIZE);
    let least = this.isSteady ? Number.POSITIVE_INFINITY : 0;
    for (let k = 0; this.isSteady && k <= DEPTHS; k++) {
      point[POINT.p + 2] = DEEPEST_M * (k / DEPTHS) * (k / DEPTHS);
      this.mediumInto(medium, 0, point, 0, frequency_Hz);
      planeWaveInto(wave, 0, medium, 0);
      least = Math.min(least, BETWEEN * wave[PLANE_WAVE.attenuation_dBpm]);
    }
    this.#least.set(frequency_Hz, least);
    return least;
  }
}
