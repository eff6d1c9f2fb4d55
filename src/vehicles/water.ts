/**
 * The water around a vehicle, and the air above it, as its equations need them: held inputs, the water to first order in
 * place and time (the message "surroundings", as the vehicle keeps it).
 *
 *   v_c(p, t) = v_c0 + G (p − p₀) + v̇_c0 (t − t₀)          (1)  all in N
 */
import { AIR_SIZE } from "./windage.ts";

export const WATER = {
  /** v_c0, m/s. */
  current: 0,
  /** 0: the current is the same everywhere and always, and what follows is not read; 1: (1) in full. */
  varies: 3,
  /** G, row-major, 1/s: row i is the gradient of component i. */
  gradient: 4,
  /** ∂v_c/∂t, m/s². */
  rate: 13,
  /** p₀, m, and t₀, s. */
  around: 16,
  since: 19,
  /** kg/m³. */
  density: 20,
  /** Height of the surface above mean sea level, m. */
  surface: 21,
  /** A record of AIR (windage.ts). */
  air: 22,
} as const;

export const WATER_SIZE = WATER.air + AIR_SIZE;

/** Still water of one density, and no air. */
export function stillWaterInto(x: Float64Array, at: number, density_kgpm3: number): void {
  x.fill(0, at, at + WATER_SIZE);
  x[at + WATER.density] = density_kgpm3;
}

/** A current that is the same everywhere and always. */
export function uniformCurrentInto(x: Float64Array, at: number, current_N_mps: readonly number[]): void {
  for (let i = 0; i < 3; i++) x[at + WATER.current + i] = current_N_mps[i];
  x[at + WATER.varies] = 0;
}
