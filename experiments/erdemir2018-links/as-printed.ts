/** The thesis's formulas as they are printed, for the side of the table where they stand. Nothing else uses them; docs/errata.md has what is right. */

import { exp, log, log10 } from "../../src/math/index.ts";
import { dBmOfWatts, planeWave } from "../../src/radio/index.ts";
import { absorptionOf, radioLoss_dB } from "./links.ts";
import { THESIS } from "./parameters.ts";

/** (2.2): 10 log α for an α that is in dB/km already. */
export function printedAbsorption_dBpkm(): number {
  return 10 * log10(absorptionOf("thorp"));
}

/** (2.6): P_r = P_t + PL. */
export function printedReceived_dBm(power_W: number, distance_m: number): number {
  return dBmOfWatts(power_W) + radioLoss_dB(distance_m);
}

/** (2.7): 20/ln α in place of 20/ln 10. */
export function printedAttenuation_dBpm(): number {
  const alpha = planeWave(THESIS.radio.frequency_Hz, THESIS.radio).attenuation_Nppm;
  return (alpha * 20) / log(alpha);
}

/**
 * (2.4): P(r > r₀) = e^(−r₀²/Ω), Ω = E(R²), with r the received power as printed. A Rayleigh R of mean P̄ has E(R²) = 4 P̄²/π, so that the
 * share of packets above a threshold P_th is e^(−(π/4) (P_th/P̄)²).
 */
export function printedSuccess(margin_dB: number): number {
  const ratio = exp((-margin_dB / 10) * Math.LN10);
  return exp(-(Math.PI / 4) * ratio * ratio);
}
