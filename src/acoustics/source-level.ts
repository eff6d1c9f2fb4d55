/**
 * Source level from electrical power:
 *
 *   SL = 170.8 + 10 log(η P) + DI                                                                    (1)
 *
 * SL in dB re 1 µPa at 1 m on the axis, P in W, η: what of it becomes sound, DI: index of directivity. 170.8 is that of 1 W from a
 * point: p² = P ρ c/(4π) at 1 m, ρ c = 1.5e6.
 * Left out: cavitation near the surface, which limits it to some 0.3 W/cm² of the transducer there.
 * Source: [Urick1983].
 */
import { log10 } from "../math/index.ts";
import { powerOf } from "./decibel.ts";

export const LEVEL_OF_ONE_WATT_DB = 170.8;

/** (1) */
export function sourceLevel_dB(power_W: number, efficiency: number, directivityIndex_dB: number): number {
  return LEVEL_OF_ONE_WATT_DB + 10 * log10(efficiency * power_W) + directivityIndex_dB;
}

/** (1), backwards: the electrical power that a source level takes. */
export function powerForSourceLevel_W(level_dB: number, efficiency: number, directivityIndex_dB: number): number {
  return powerOf(level_dB - LEVEL_OF_ONE_WATT_DB - directivityIndex_dB) / efficiency;
}
