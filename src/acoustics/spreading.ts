/**
 * Loss by spreading, relative to 1 m from the source.
 *
 *   factor      TL = k · 10 log r                                                                    (1)
 *   geometric   TL = 20 log r,  r ≤ r₀;   20 log r₀ + 10 log(r/r₀) beyond                             (2)
 *
 * r: distance in m. k: 2 spherical, 1 cylindrical, 1.5 "practical". r₀ is the range at which sound fills the water from surface to
 * bottom, about the depth of the water or a few times that. Nearer than 1 m the loss is 0: levels are referred to 1 m, and the
 * near field of a transducer is not described.
 * Left out: refraction, boundaries, shadows, focusing: that is rays/.
 * Source: (1) [Parodi2008Communications, eq. (7)] with k = 2, [Erdemir2018, eq. (2.1)]; (2) [Urick1983].
 */
import { invariant } from "../core/index.ts";
import { log10 } from "../math/index.ts";

export type Spreading =
  | { readonly law: "factor"; readonly k: number }
  | { readonly law: "geometric"; readonly transition_m: number };

/** The one of the papers: 20 log r. */
export const SPHERICAL: Spreading = Object.freeze({ law: "factor", k: 2 });

/** Slopes of (1) and (2) in one form: TL = near log r, up to the transition, and from there far log r + offset. */
export interface SpreadingSlopes {
  readonly near_dBpdecade: number;
  readonly far_dBpdecade: number;
  readonly transition_m: number;
  readonly offset_dB: number;
}

export function slopesOf(spreading: Spreading): SpreadingSlopes {
  if (spreading.law === "factor") {
    invariant(spreading.k >= 0, `a spreading factor of ${spreading.k}`);
    const slope = 10 * spreading.k;
    return { near_dBpdecade: slope, far_dBpdecade: slope, transition_m: 1, offset_dB: 0 };
  }
  invariant(spreading.transition_m >= 1, `spherical spreading up to ${spreading.transition_m} m, nearer than 1 m`);
  const { transition_m } = spreading;
  return { near_dBpdecade: 20, far_dBpdecade: 10, transition_m, offset_dB: 10 * log10(transition_m) };
}

/** (1), (2) */
export function spreadingLoss_dB(spreading: Spreading, range_m: number): number {
  const { near_dBpdecade, far_dBpdecade, transition_m, offset_dB } = slopesOf(spreading);
  const decades = log10(Math.max(1, range_m));
  return range_m <= transition_m ? near_dBpdecade * decades : offset_dB + far_dBpdecade * decades;
}
