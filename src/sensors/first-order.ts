/**
 * A first-order response of several values, in the engine's state: φ = e^(−Δt/τ), x_{k+1} = x_k + (1 − φ)(u − x_k), which is exact for an
 * input that keeps its value since the last sample. τ = 0 follows at once.
 */
import { expm1 } from "../math/index.ts";

/** Of every sensor that follows with a lag. */
export const RESPONSE_TIME = { doc: "τ, lag with which it follows", min: 0, max: 100, default: 0 } as const;

/** 1 − φ for a time Δt; 1 for the first sample (NaN) and for τ = 0. */
export function share(elapsed_s: number, time_s: number): number {
  return elapsed_s > 0 && time_s > 0 ? -expm1(-elapsed_s / time_s) : 1;
}
