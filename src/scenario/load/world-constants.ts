/**
 * The constants of a world. Gravity is the one that is given; else that of the latitude (WGS-84, environment/water/pressure.ts),
 * where world, water, bottom or any other part of it states one; else 9.81 m/s².
 */
import { gravity_mps2 } from "../../environment/index.ts";
import type { Component, ParamsOf } from "../../library/index.ts";
import type { world as worldKind } from "./kinds.ts";

const USUAL_GRAVITY_MPS2 = 9.81;

export interface WorldConstants extends Omit<ParamsOf<typeof worldKind.params>, "gravity_mps2"> {
  readonly gravity_mps2: number;
}

export function worldConstants(world: Component): WorldConstants {
  const params = world.params as ParamsOf<typeof worldKind.params>;
  const latitude_rad = latitudeOf(world);
  const normal = latitude_rad === undefined ? USUAL_GRAVITY_MPS2 : gravity_mps2(latitude_rad);
  return Object.freeze({ ...params, gravity_mps2: params.gravity_mps2 ?? normal });
}

/** The first that is written: the world's own, then that of a part. A default does not count as written. */
export function latitudeOf(world: Component): number | undefined {
  const stated = [world, ...world.children].find(({ given }) => given.includes("latitude_deg"));
  return stated?.params.latitude_rad as number | undefined;
}
