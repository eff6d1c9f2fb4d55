/**
 * The water at a place and a time: what hulls, sensors and acoustics ask.
 *
 * | places in a water record | what                                                                |
 * |--------------------------|---------------------------------------------------------------------|
 * | temperature_degC         | on ITS-90                                                           |
 * | salinity_psu             | practical salinity                                                  |
 * | pressure_dbar            | sea pressure: over the atmosphere's, waves left out                 |
 * | density_kgpm3            | EOS-80 at these three, unless a fixed one is given                  |
 * | soundSpeed_mps           | by the chosen formula, unless a fixed one is given                  |
 *
 * Temperature, salinity and any named scalar are sums of sources (scalar-source.ts). Above the mean surface pressure and
 * depth are 0, and the sources answer by their edge rules. A salinity that a sum or an extrapolation makes negative counts as 0.
 * Queries keep no state and allocate nothing. `outsideAt` says in words what lies outside the range of a formula or of
 * the data; the numbers are computed all the same.
 * Left out: double diffusion, internal waves, any effect of the vehicles on the water.
 */
import { invariant } from "../../core/index.ts";
import { POINT, POINT_SIZE } from "../flow.ts";
import { type AbsorptionModel, absorptionFormulas } from "./absorption.ts";
import { densityInto, eos80 } from "./density.ts";
import type { PressureLaw } from "./pressure.ts";
import { type ScalarSource, scalarInto } from "./scalar-source.ts";
import {
  type NamedFormula,
  outsideOf,
  SEAWATER,
  type SeawaterFormula,
  seawaterRecord,
  T68_PER_T90,
} from "./seawater.ts";
import { type SoundSpeedModel, soundSpeedFormulas } from "./sound-speed.ts";

export const WATER_COLUMN = {
  temperature_degC: 0,
  salinity_psu: 1,
  pressure_dbar: 2,
  density_kgpm3: 3,
  soundSpeed_mps: 4,
} as const;
export const WATER_COLUMN_SIZE = 5;

const DEPTH = POINT.p + 2;
const { t68_degC, salinity_psu, pressure_dbar, depth_m } = SEAWATER;

export interface WaterColumnOptions {
  readonly temperature: readonly ScalarSource[];
  readonly salinity: readonly ScalarSource[];
  readonly pressure: PressureLaw;
  readonly latitude_rad: number;
  readonly pH: number;
  readonly soundSpeedModel: SoundSpeedModel;
  readonly absorptionModel: AbsorptionModel;
  /** In place of EOS-80 and of the formula of sound speed: tanks, and figures published for one value. */
  readonly density_kgpm3?: number | undefined;
  readonly soundSpeed_mps?: number | undefined;
  /** Plankton density, turbidity …, by name. */
  readonly scalars?: Readonly<Record<string, readonly ScalarSource[]>>;
}

export class WaterColumn {
  readonly soundSpeedModel: SoundSpeedModel;
  readonly absorptionModel: AbsorptionModel;
  /** Names of the scalar maps; their indices are the numbers by which queries and messages name them. */
  readonly scalarNames: readonly string[];
  /** Whether temperature and salinity are the same everywhere at one depth, and always. */
  readonly isByDepth: boolean;
  readonly #temperature: readonly ScalarSource[];
  readonly #salinity: readonly ScalarSource[];
  readonly #scalars: readonly (readonly ScalarSource[])[];
  readonly #pressure: PressureLaw;
  readonly #soundSpeed: NamedFormula;
  readonly #absorption: NamedFormula;
  readonly #soundSpeedInto: SeawaterFormula;
  readonly #absorptionInto: SeawaterFormula;
  readonly #fixed: Float64Array;
  /** What the formulas are asked about: latitude and pH stand in it for good, the rest is filled by each query. */
  readonly #water: Float64Array;
  /** Temperature on today's scale, which the formulas' record does not hold. */
  readonly #t90 = new Float64Array(1);
  /** The place that is asked about, or the surface under it; holds nothing between calls. */
  readonly #below = new Float64Array(POINT_SIZE);

  constructor(options: WaterColumnOptions) {
    invariant(options.temperature.length > 0, "a water column without a source of temperature");
    invariant(options.salinity.length > 0, "a water column without a source of salinity");
    this.soundSpeedModel = options.soundSpeedModel;
    this.absorptionModel = options.absorptionModel;
    // Private copies, not frozen: reading an element of a frozen array costs some 20 ns.
    this.#temperature = [...options.temperature];
    this.#salinity = [...options.salinity];
    this.isByDepth = [...this.#temperature, ...this.#salinity].every((source) => source.isByDepth === true);
    const scalars = Object.entries(options.scalars ?? {});
    this.scalarNames = Object.freeze(scalars.map(([name]) => name));
    this.#scalars = scalars.map(([, sources]) => [...sources]);
    this.#pressure = options.pressure;
    this.#soundSpeed = soundSpeedFormulas[options.soundSpeedModel];
    this.#absorption = absorptionFormulas[options.absorptionModel];
    this.#soundSpeedInto = this.#soundSpeed.into;
    this.#absorptionInto = this.#absorption.into;
    this.#fixed = Float64Array.of(options.density_kgpm3 ?? Number.NaN, options.soundSpeed_mps ?? Number.NaN);
    this.#water = seawaterRecord({ latitude_rad: options.latitude_rad, pH: options.pH });
  }

  /** The whole record, to out[o ..], at point[i ..]. */
  waterInto(out: Float64Array, o: number, point: Float64Array, i: number): void {
    const water = this.#water;
    this.#fill(point, i);
    out[o + WATER_COLUMN.temperature_degC] = this.#t90[0];
    out[o + WATER_COLUMN.salinity_psu] = water[salinity_psu];
    out[o + WATER_COLUMN.pressure_dbar] = water[pressure_dbar];
    const fixed = this.#fixed;
    if (Number.isNaN(fixed[0])) densityInto(out, o + WATER_COLUMN.density_kgpm3, water, 0);
    else out[o + WATER_COLUMN.density_kgpm3] = fixed[0];
    if (Number.isNaN(fixed[1])) this.#soundSpeedInto(out, o + WATER_COLUMN.soundSpeed_mps, water, 0);
    else out[o + WATER_COLUMN.soundSpeed_mps] = fixed[1];
  }

  /** out[o] = density alone, for hulls, which ask for nothing else. */
  densityInto(out: Float64Array, o: number, point: Float64Array, i: number): void {
    if (!Number.isNaN(this.#fixed[0])) {
      out[o] = this.#fixed[0];
      return;
    }
    this.#fill(point, i);
    densityInto(out, o, this.#water, 0);
  }

  /** out[o] = absorption in dB/km of sound of frequency_Hz[f]. */
  absorptionInto(
    out: Float64Array,
    o: number,
    frequency_Hz: Float64Array,
    f: number,
    point: Float64Array,
    i: number,
  ): void {
    this.#fill(point, i);
    this.#water[SEAWATER.frequency_Hz] = frequency_Hz[f];
    this.#absorptionInto(out, o, this.#water, 0);
  }

  /** out[o] = a named scalar, by its index in scalarNames. */
  scalarInto(out: Float64Array, o: number, scalar: number, point: Float64Array, i: number): void {
    scalarInto(out, o, this.#scalars[scalar], point, i);
  }

  /** The sources of a named scalar, for excerpts. */
  scalarSources(scalar: number): readonly ScalarSource[] {
    invariant(this.#scalars[scalar] !== undefined, `there is no scalar map ${scalar}`);
    return this.#scalars[scalar];
  }

  /** False where an edge rule answers for temperature or salinity at point[i ..]; above the mean surface, as at it. */
  covers(point: Float64Array, i: number): boolean {
    const at = this.#below;
    for (let k = 0; k < POINT_SIZE; k++) at[k] = point[i + k];
    at[DEPTH] = Math.max(0, at[DEPTH]);
    for (let k = 0; k < this.#temperature.length; k++) if (!this.#temperature[k].covers(at, 0)) return false;
    for (let k = 0; k < this.#salinity.length; k++) if (!this.#salinity[k].covers(at, 0)) return false;
    return true;
  }

  /** True where a gap of a map has a share in temperature or salinity at point[i ..]; above the mean surface, as at it. */
  hasGap(point: Float64Array, i: number): boolean {
    const at = this.#below;
    for (let k = 0; k < POINT_SIZE; k++) at[k] = point[i + k];
    at[DEPTH] = Math.max(0, at[DEPTH]);
    for (let k = 0; k < this.#temperature.length; k++) if (this.#temperature[k].hasGap?.(at, 0) === true) return true;
    for (let k = 0; k < this.#salinity.length; k++) if (this.#salinity[k].hasGap?.(at, 0) === true) return true;
    return false;
  }

  /** What lies outside its range at point[i ..], in words; not for hot code. */
  outsideAt(point: Float64Array, i: number, frequency_Hz?: number): string[] {
    this.#fill(point, i);
    const water = this.#water;
    const words: string[] = [];
    const ask = (what: string, formula: NamedFormula): void => {
      for (const word of outsideOf(formula.valid, water, 0)) words.push(`${what}: ${word}`);
    };
    if (Number.isNaN(this.#fixed[0])) ask("density", eos80);
    if (Number.isNaN(this.#fixed[1])) ask("sound speed", this.#soundSpeed);
    if (frequency_Hz !== undefined) {
      water[SEAWATER.frequency_Hz] = frequency_Hz;
      ask("absorption", this.#absorption);
    }
    const uncovered = (what: string, sources: readonly ScalarSource[]): void => {
      if (!sources.every((source) => source.covers(point, i))) words.push(`${what}: the place is outside its data`);
    };
    uncovered("temperature", this.#temperature);
    uncovered("salinity", this.#salinity);
    this.#scalars.forEach((sources, k) => {
      uncovered(this.scalarNames[k], sources);
    });
    return words;
  }

  /** The formulas' record at point[i ..]. */
  #fill(point: Float64Array, i: number): void {
    const water = this.#water;
    water[depth_m] = Math.max(0, point[i + DEPTH]);
    scalarInto(this.#t90, 0, this.#temperature, point, i);
    water[t68_degC] = T68_PER_T90 * this.#t90[0];
    scalarInto(water, salinity_psu, this.#salinity, point, i);
    water[salinity_psu] = Math.max(0, water[salinity_psu]);
    this.#pressure.pressureInto(water, pressure_dbar, water, depth_m);
  }
}
