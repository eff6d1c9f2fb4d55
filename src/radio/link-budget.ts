/**
 * What is left of a radio signal at a receiver, and whether it is understood.
 *
 *   P_r = P_t + G_t + G_r − L − M                                                     (1)  dBm; M other losses, dB
 *   N   = 10 lg(k T B / 1 mW) + F                                                     (2)  dBm; F noise figure of the receiver
 *   SNR = P_r − N                                                                     (3)  dB
 *   P(success) = exp(−P_th / P̄_r)                                                     (4)  Rayleigh fading: power is exponential
 *   P_r  = −P̄_r ln(1 − u)                                                             (5)  one draw, u in [0, 1)
 *
 * A receiver by threshold understands what is at least P_th, or at least the SNR that it needs. Under (4) the margin 0, 3, 6, 10, 13, 20 dB
 * gives 0.368, 0.606, 0.778, 0.905, 0.951, 0.990.
 * In water the thermal noise (2) is what is left: noise from outside is damped like the signal. In air, below 100 MHz, it is many decibels
 * above; it then belongs into F.
 * Valid: (4), (5) where many paths of equal strength and none straight arrive, and one draw holds for a whole message.
 * Left out: interference between messages (modems), modulation and coding.
 * Source: (4), (5): [Erdemir2018, eq. (2.4), (2.5)], which calls the distribution of the envelope that of the power: see errata.
 * Test: link-budget.test.ts.
 */
import { exp, log1p, log10 } from "../math/index.ts";

/** Exact by definition. */
const BOLTZMANN_JPK = 1.380649e-23;
const W_PER_MW = 1e-3;

/** What the budget is made of: in[i + …]. */
export const BUDGET = {
  transmit_dBm: 0,
  transmitGain_dBi: 1,
  receiveGain_dBi: 2,
  pathLoss_dB: 3,
  otherLoss_dB: 4,
  bandwidth_Hz: 5,
  noiseTemperature_K: 6,
  noiseFigure_dB: 7,
} as const;
export const BUDGET_SIZE = 8;

/** What it comes to: out[o + …]. */
export const LINK = { received_dBm: 0, noise_dBm: 1, snr_dB: 2 } as const;
export const LINK_SIZE = 3;

/** (1) to (3). */
export function linkInto(out: Float64Array, o: number, budget: Float64Array, i: number): void {
  const received =
    budget[i + BUDGET.transmit_dBm] +
    budget[i + BUDGET.transmitGain_dBi] +
    budget[i + BUDGET.receiveGain_dBi] -
    budget[i + BUDGET.pathLoss_dB] -
    budget[i + BUDGET.otherLoss_dB];
  const thermal_W = BOLTZMANN_JPK * budget[i + BUDGET.noiseTemperature_K] * budget[i + BUDGET.bandwidth_Hz];
  const noise = 10 * log10(thermal_W / W_PER_MW) + budget[i + BUDGET.noiseFigure_dB];
  out[o + LINK.received_dBm] = received;
  out[o + LINK.noise_dBm] = noise;
  out[o + LINK.snr_dB] = received - noise;
}

export function dBmOfWatts(power_W: number): number {
  return 10 * log10(power_W / W_PER_MW);
}

export function wattsOfdBm(power_dBm: number): number {
  return W_PER_MW * exp((power_dBm / 10) * Math.LN10);
}

/** (4), from the margin of the mean power over the threshold, or of the mean SNR over the one needed. */
export function rayleighSuccess(margin_dB: number): number {
  return exp(-exp((-margin_dB / 10) * Math.LN10));
}

/** (5) as a change of level, dB, for a number u of a stream, 0 ≤ u < 1; −Infinity at 0. */
export function rayleighFade_dB(u: number): number {
  return 10 * log10(-log1p(-u));
}
