/**
 * What a map excerpt may show, numbered: the index of a quantity is the `map` of the dialogue's excerptRequest. Names are those
 * of the log's fields; named scalars follow under their own names.
 *
 * | quantity                                | where the world has    | what                                             |
 * |-----------------------------------------|------------------------|--------------------------------------------------|
 * | temperature_degC … soundSpeed_mps       | <water>                | at the depth of the picture                      |
 * | currentNorth_mps, currentEast_mps,      | any child              | all currents and waves together; the speed is    |
 * | currentSpeed_mps                        |                        | the length of all three components               |
 * | surface_m                               | <waves>                | height of the surface                            |
 * | bottomDepth_m                           | <bottom> or <obstacle> | of the first thing below the picture, or the bottom |
 * |                                         |                        | above it; Infinity for none                      |
 */
import { FLOW, FLOW_SIZE, type ScalarSource } from "../environment/index.ts";
import { SEA_FIELDS, type Sea, type SeaQuery } from "./sea.ts";

export interface SeaQuantity {
  readonly name: string;
  /** In words: "m/s". */
  readonly unit: string;
}

type Field = (typeof SEA_FIELDS)[number];

const UNITS: Readonly<Record<Field, string>> = {
  temperature_degC: "°C",
  salinity_psu: "psu",
  density_kgpm3: "kg/m³",
  soundSpeed_mps: "m/s",
  surface_m: "m",
  bottomDepth_m: "m",
  altitude_m: "m",
};

const WATER: readonly Field[] = ["temperature_degC", "salinity_psu", "density_kgpm3", "soundSpeed_mps"];
export const CURRENT_QUANTITIES = ["currentNorth_mps", "currentEast_mps", "currentSpeed_mps"] as const;

/** None for a world of constants. */
export function quantitiesOf(sea: Sea | null): readonly SeaQuantity[] {
  if (sea === null) return [];
  const fields: Field[] = [];
  if (sea.water !== null) fields.push(...WATER);
  if (sea.waves !== null) fields.push("surface_m");
  if (sea.scene !== null) fields.push("bottomDepth_m");
  return Object.freeze([
    ...fields.map((name) => ({ name, unit: UNITS[name] })),
    ...CURRENT_QUANTITIES.map((name) => ({ name, unit: "m/s" })),
    ...sea.scalars.map(({ name, unit }) => ({ name, unit })),
  ]);
}

/** One quantity as a source for an excerpt. Hold `reals` before asking: currents may keep state there. */
export class QuantitySource implements ScalarSource {
  reals: Float64Array = new Float64Array(0);
  readonly #sea: SeaQuery;
  /** Index in SEA_FIELDS, or −1. */
  readonly #field: number;
  /** Index in CURRENT_QUANTITIES, or −1. */
  readonly #current: number;
  /** Index of the named scalar, or −1. */
  readonly #scalar: number;
  readonly #flow = new Float64Array(FLOW_SIZE);
  readonly #values = new Float64Array(SEA_FIELDS.length);

  constructor(sea: SeaQuery, name: string) {
    this.#sea = sea;
    this.#field = SEA_FIELDS.indexOf(name as Field);
    this.#current = CURRENT_QUANTITIES.indexOf(name as (typeof CURRENT_QUANTITIES)[number]);
    this.#scalar = sea.scalarIndex(name);
  }

  addValue(out: Float64Array, o: number, point: Float64Array, i: number): void {
    if (this.#field >= 0) {
      this.#sea.fieldsInto(this.#values, 0, point, i);
      out[o]! += this.#values[this.#field]!;
    } else if (this.#scalar >= 0) {
      this.#sea.scalarInto(this.#values, 0, this.#scalar, point, i);
      out[o]! += this.#values[0]!;
    } else {
      this.#sea.flowInto(this.#flow, 0, point, i, this.reals);
      const north = this.#flow[FLOW.velocity]!;
      const east = this.#flow[FLOW.velocity + 1]!;
      const down = this.#flow[FLOW.velocity + 2]!;
      if (this.#current === 0) out[o]! += north;
      else if (this.#current === 1) out[o]! += east;
      else out[o]! += Math.sqrt(north * north + east * east + down * down);
    }
  }

  /** Edge rules are told of elsewhere (sea-edges.ts), for where the vehicle is. */
  covers(): boolean {
    return true;
  }
}
