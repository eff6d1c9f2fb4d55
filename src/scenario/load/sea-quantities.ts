/**
 * What a map excerpt may show, numbered: the index of a quantity is the `map` of an excerptRequest. Names are those
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
import type { ThingWorld } from "../../engine/index.ts";
import type { DescribedSea, GeographicOrigin, MagneticConstants, MovedSurfaces } from "../../environment/index.ts";
import type { SEA_FIELDS, Sea } from "./sea.ts";

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

/** What things may know of the world before a run: its constants, what can be asked of its sea, and what rays meet of its vehicles. */
export function describedWorld(
  sea: Sea | null,
  world: { readonly gravity_mps2: number; readonly density_kgpm3: number } & MagneticConstants,
  origin: GeographicOrigin | undefined,
  bodies: readonly MovedSurfaces[],
): ThingWorld {
  const described: DescribedSea = Object.freeze({
    scene: sea?.scene ?? null,
    water: sea?.water ?? null,
    bodies: Object.freeze(bodies),
    origin,
  });
  return Object.freeze({
    constants: Object.freeze({
      gravity_mps2: world.gravity_mps2,
      density_kgpm3: world.density_kgpm3,
      magneticDeclination_rad: world.magneticDeclination_rad,
      magneticInclination_rad: world.magneticInclination_rad,
      magneticField_T: world.magneticField_T,
      bottomDepth_m: sea?.bottomDepth_m ?? Number.POSITIVE_INFINITY,
    }),
    quantities: quantitiesOf(sea),
    sea: described,
  });
}
