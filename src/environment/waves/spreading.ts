/**
 * How the waves of a sea are spread over directions.
 *
 *   D(θ) ∝ cos^2s(θ / 2),   −π < θ < π                                              (1)
 *
 * θ: angle from the mean direction; s: small for a wind sea that runs everywhere, large for swell. The mean of cos θ is
 * s / (s + 1), by which the width can be judged: s = 10 has most of its energy within ±35°.
 *
 * Each wave gets one direction. The N directions are the middles of N equal shares of (1), dealt to the waves at random, so
 * that long and short waves come from everywhere alike and the whole has the spread of (1) for every seed.
 *
 * Valid: s the same for all frequencies. Left out: its fall away from the peak; bimodal seas.
 * Source: the definition. Test: closed form for s = 1, the mean of cos θ.
 */
import { cos, pow } from "../../math/index.ts";

/** Panels over the whole circle; a straight line in each is off by less than 1e-5 rad for s up to 100. */
const PANELS = 8192;

/** The angles below which lie (i + ½)/count of (1), i = 0 … count − 1. */
export function spreadAngles_rad(s: number, count: number): Float64Array {
  const width = (2 * Math.PI) / PANELS;
  const share = new Float64Array(PANELS + 1);
  let before = 0;
  for (let i = 1; i <= PANELS; i++) {
    // At ±π the cosine may come out below zero by a rounding.
    const here = pow(Math.max(cos(0.5 * (i * width - Math.PI)), 0), 2 * s);
    share[i] = share[i - 1] + 0.5 * (before + here);
    before = here;
  }
  const angles = new Float64Array(count);
  let panel = 0;
  for (let i = 0; i < count; i++) {
    const wanted = ((i + 0.5) / count) * share[PANELS];
    while (share[panel + 1] < wanted) panel++;
    const fraction = (wanted - share[panel]) / (share[panel + 1] - share[panel]);
    angles[i] = (panel + fraction) * width - Math.PI;
  }
  return angles;
}
