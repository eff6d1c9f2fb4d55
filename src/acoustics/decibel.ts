/**
 * Levels and powers: L = 10 log₁₀ P. Powers of independent sounds add; levels do not.
 *
 * Levels are re 1 µPa for pressures, re 1 µPa²/Hz for spectra, re 1 µPa at 1 m for sources, re 1 m² for targets; losses and ratios
 * are plain dB. Silence has the power 0 and the level −Infinity, and both are ordinary values here.
 */
import { exp, log10 } from "../math/index.ts";

const TENTH_LN10 = Math.LN10 / 10;

/** 10^(level/10). */
export function powerOf(level_dB: number): number {
  return exp(TENTH_LN10 * level_dB);
}

/** 10 log₁₀ power. */
export function levelOf(power: number): number {
  return 10 * log10(power);
}

/** Of two independent sounds together; exact where one is silent. */
export function sumOfLevels_dB(a_dB: number, b_dB: number): number {
  const loud_dB = Math.max(a_dB, b_dB);
  const soft_dB = Math.min(a_dB, b_dB);
  if (soft_dB === Number.NEGATIVE_INFINITY) return loud_dB;
  return loud_dB + levelOf(1 + powerOf(soft_dB - loud_dB));
}
