/**
 * Transmission loss in closed form: spreading, absorption, and what volume scattering takes out of the path.
 *
 *   TL = TL_spreading(r) + (α + α_s) r/1000                                                          (1)
 *
 * r in m, α in dB/km by a formula of environment/water, α_s in dB/km by scattering.ts. The paper leaves α_s ("diffusion") out, as
 * α_s = 0 does here. The range at which a given loss is met is found by bisection: (1) grows with r.
 *
 * Valid: one homogeneous water, straight paths. Left out: everything that needs boundaries or a profile: rays/.
 * Source: (1) [Parodi2008Communications], the sum below eq. (7); [Erdemir2018, eq. (2.3)], whose eq. (2.2) is misprinted, see errata.
 */
import { type Spreading, spreadingLoss_dB } from "./spreading.ts";

/** Farther than sound goes on earth: half of its circumference. */
export const FARTHEST_M = 2e7;

/** (1). attenuation: α + α_s. */
export function transmissionLoss_dB(spreading: Spreading, attenuation_dBpkm: number, range_m: number): number {
  return spreadingLoss_dB(spreading, range_m) + (attenuation_dBpkm * range_m) / 1000;
}

/**
 * The distance up to which excess(r) ≥ 0, for an excess that falls with r: 0 where it is negative at 1 m already (or is not a number),
 * Infinity where it is still met at FARTHEST_M. Bisection to the last digit, so that no shape of the excess can lead it astray.
 */
export function greatestRange_m(excess_dB: (range_m: number) => number): number {
  if (!(excess_dB(1) >= 0)) return 0;
  if (excess_dB(FARTHEST_M) >= 0) return Number.POSITIVE_INFINITY;
  let near_m = 1;
  let far_m = 2;
  while (excess_dB(far_m) >= 0) {
    near_m = far_m;
    far_m *= 2;
  }
  for (;;) {
    const middle_m = 0.5 * (near_m + far_m);
    if (!(middle_m > near_m && middle_m < far_m)) return near_m;
    if (excess_dB(middle_m) >= 0) near_m = middle_m;
    else far_m = middle_m;
  }
}

/** The range up to which the loss stays within a budget. */
export function rangeOfLoss_m(spreading: Spreading, attenuation_dBpkm: number, budget_dB: number): number {
  return greatestRange_m((range_m) => budget_dB - transmissionLoss_dB(spreading, attenuation_dBpkm, range_m));
}
