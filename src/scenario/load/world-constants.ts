/**
 * The constants of a world. Gravity is the one that is given; else that of the latitude (WGS-84, environment/water/pressure.ts),
 * where world, water, bottom or any other part of it states one; else 9.81 m/s². The magnetic field is likewise the one that is given, or
 * that of a dipole at the same latitude (environment/magnetic-field.ts).
 */
import { dipoleField, gravity_mps2, USUAL_LATITUDE_RAD } from "../../environment/index.ts";
import type { Component, ParamsOf } from "../../library/index.ts";
import type { world as worldKind } from "./kinds.ts";

const USUAL_GRAVITY_MPS2 = 9.81;

type Filled = "gravity_mps2" | "magneticInclination_rad" | "magneticField_T";
/** How contacts are found is of no concern to anything else. */
type OfContacts = "contacts" | "contact_Hz";

export interface WorldConstants
  extends Omit<ParamsOf<typeof worldKind.params>, Filled | OfContacts>,
    Readonly<Record<Filled, number>> {}

export function worldConstants(world: Component): WorldConstants {
  const { contacts: _, contact_Hz: __, ...params } = world.params as ParamsOf<typeof worldKind.params>;
  const latitude_rad = latitudeOf(world);
  const normal = latitude_rad === undefined ? USUAL_GRAVITY_MPS2 : gravity_mps2(latitude_rad);
  const dipole = dipoleField(latitude_rad ?? USUAL_LATITUDE_RAD);
  return Object.freeze({
    ...params,
    gravity_mps2: params.gravity_mps2 ?? normal,
    magneticInclination_rad: params.magneticInclination_rad ?? dipole.magneticInclination_rad,
    magneticField_T: params.magneticField_T ?? dipole.magneticField_T,
  });
}

/** The first that is written: the world's own, then that of a part. A default does not count as written. */
export function latitudeOf(world: Component): number | undefined {
  const stated = [world, ...world.children].find(({ given }) => given.includes("latitude_deg"));
  return stated?.params.latitude_rad as number | undefined;
}
