/**
 * How long a wave of a given frequency is.
 *
 *   ω² = g k tanh(k h)                                       (1)
 *   x tanh x = y,   x = k h,   y = ω² h / g                  (2)  the same without dimensions
 *
 * ω: rad/s; k: wavenumber, rad/m; h: depth of the water, m, or Infinity, where tanh is 1.
 *
 * (2) by Newton's method from x₀ = y / √tanh y, which is within 5 % of the root everywhere, so that four or five steps
 * reach the last digit.
 * Valid: small waves on water of even depth, without current. Left out: surface tension (waves shorter than 2 cm), the
 * shift of frequency by a current, the growth of the speed with steepness.
 * Source: linear (Airy) theory; (1) follows from the conditions at surface and bottom, see waves.ts.
 */
import { tanh } from "../../math/index.ts";

/** Above this, tanh differs from 1 by less than half a last place. */
const DEEP = 20;
/** Newton doubles the digits from one and a half on; ten steps are twice what it takes. */
const STEPS = 10;

/** k of (1). */
export function wavenumber_radpm(frequency_radps: number, depth_m: number, gravity_mps2: number): number {
  const deep_radpm = (frequency_radps * frequency_radps) / gravity_mps2;
  const y = deep_radpm * depth_m;
  if (!(y < DEEP)) return deep_radpm;
  let x = y / Math.sqrt(tanh(y));
  for (let step = 0; step < STEPS; step++) {
    const t = tanh(x);
    const next = x - (x * t - y) / (t + x * (1 - t * t));
    if (next === x) break;
    x = next;
  }
  return x / depth_m;
}
