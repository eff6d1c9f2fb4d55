/**
 * Path loss of a radio link below the surface.
 *
 *   L = A d                          "none": the plane wave of medium.ts alone                    (1)
 *   L = A d + 20 lg max(d, 1)        "spherical": and spreading from 1 m                          (2)
 *   L = A d + 20 lg max(4πd/λ, 1)    "friis": and spreading between antennas, λ that of the water  (3)
 *   t = d/v                                                                                       (4)
 *
 * (1) is the model of the thesis. It has no spreading at all, which no antenna does; (3) is the link of two isotropic antennas in the far field, (2)
 * lies between. At 10 MHz in water of 0.01 S/m and 31.76 dB to spend they reach 17.47, 7.71 and 4.23 m.
 * Inside the limits of the maximum, where an antenna has no far field, nothing is added, so that a loss is never below 0.
 *
 * Valid: away from surface and bottom by several skin depths 1/α, for antennas that the water is not in contact with.
 * Left out: the near field (reactive, ∝ 1/d³ and 1/d⁶), the wave that goes up, along the surface and down again, which beats (1) over tens of
 * metres in shallow water; conductive bottoms.
 * Source: [Erdemir2018, eq. (2.7)] set right (errata) for (1); [Qureshi2016] for (3). Test: water-link.test.ts.
 */
import { log10 } from "../math/index.ts";
import { PLANE_WAVE, PLANE_WAVE_SIZE, planeWave } from "./medium.ts";

export const WATER_SPREADINGS = ["none", "spherical", "friis"] as const;
export type WaterSpreading = (typeof WATER_SPREADINGS)[number];

/** Places of the spreadings in hot code. */
export const SPREADING = { none: 0, spherical: 1, friis: 2 } as const;

/** What `waterPathInto` writes: out[o + …]. */
export const WATER_PATH = { loss_dB: 0, delay_s: 1 } as const;
export const WATER_PATH_SIZE = 2;

/** (1) to (4) for the plane wave wave[w ..] (PLANE_WAVE) over distances[d]; spreading is one of SPREADING. */
export function waterPathInto(
  out: Float64Array,
  o: number,
  wave: Float64Array,
  w: number,
  distances: Float64Array,
  d: number,
  spreading: number,
): void {
  const distance_m = distances[d];
  let ratio = 1;
  if (spreading === SPREADING.spherical) ratio = distance_m;
  else if (spreading === SPREADING.friis) ratio = (4 * Math.PI * distance_m) / wave[w + PLANE_WAVE.wavelength_m];
  const spread_dB = ratio > 1 ? 20 * log10(ratio) : 0;
  out[o + WATER_PATH.loss_dB] = wave[w + PLANE_WAVE.attenuation_dBpm] * distance_m + spread_dB;
  out[o + WATER_PATH.delay_s] = distance_m / wave[w + PLANE_WAVE.speed_mps];
}

/** A link in words. */
export interface WaterLink {
  readonly frequency_Hz: number;
  readonly conductivity_Spm: number;
  readonly relativePermittivity: number;
  readonly spreading: WaterSpreading;
}

/** The loss at a distance, for code that is not hot. */
export function waterLoss_dB(link: WaterLink, distance_m: number): number {
  const out = new Float64Array(WATER_PATH_SIZE);
  waterPathInto(out, 0, waveOf(link), 0, Float64Array.of(distance_m), 0, SPREADING[link.spreading]);
  return out[WATER_PATH.loss_dB];
}

function waveOf(link: WaterLink): Float64Array {
  const wave = planeWave(link.frequency_Hz, link);
  const out = new Float64Array(PLANE_WAVE_SIZE);
  for (const [name, at] of Object.entries(PLANE_WAVE)) out[at] = wave[name as keyof typeof PLANE_WAVE];
  return out;
}

/** Halvings of the range: from 1e9 m to below a nanometre. */
const HALVINGS = 100;
const FARTHEST_M = 1e9;

/** The largest distance whose loss is not above budget_dB; 0 where the budget is below 0, Infinity beyond 1e9 m. */
export function waterRange_m(link: WaterLink, budget_dB: number): number {
  if (!(budget_dB >= 0)) return 0;
  if (waterLoss_dB(link, FARTHEST_M) <= budget_dB) return Number.POSITIVE_INFINITY;
  let near = 0;
  let far = FARTHEST_M;
  for (let k = 0; k < HALVINGS; k++) {
    const middle = (near + far) / 2;
    if (waterLoss_dB(link, middle) <= budget_dB) near = middle;
    else far = middle;
  }
  return near;
}
