/**
 * Whether a packet arrives: by its bits, by its power in fading, or by the plain threshold of the paper.
 *
 *   PER = 1 − (1 − P_b)ⁿ                                                                             (1)  n independent bits
 *   P_b taken at g + G                                                                               (2)  coding gain G, dB
 *   received ⇔ SL − TL − NL > threshold                                                              (3)
 *   P(P > P_th) = e^(−P_th/P̄)                                                                        (4)  Rayleigh
 *               = Q₁(√(2K), √(2 (K + 1) P_th/P̄))                                                     (5)  Rice
 *
 * P̄: mean power, P_th: the least that is decoded, P̄/P_th their margin; K: power of the steady path over that of the scattered ones (0: Rayleigh).
 * (5) is summed in positive terms: Q₁ = Σ e^(−K) Kⁿ/n! Σ_{k ≤ n} e^(−y) y^k/k!,  y = (K + 1) P_th/P̄.
 *
 * The thesis prints the density of the envelope for (4) and calls it received power, see errata: (4) is what its simulator needs.
 * Valid: (1) errors independent of one another, as interleaved bits are. Left out: bursts, the decoder itself (its gain stands for it).
 * Source: (1) is elementary; (3) [Parodi2008Communications, eq. (10)]; (4) [Erdemir2018, eq. (2.4)] set right; (5) [Proakis2008].
 */
import { exp, expm1, log, log1p } from "../math/index.ts";
import type { Modulation } from "./bit-errors.ts";
import { powerOf } from "./decibel.ts";

/** (1) */
export function packetErrorRate(bitErrorRate: number, bits: number): number {
  return -expm1(bits * log1p(-bitErrorRate));
}

/** (1), (2) in white noise. energyPerBit_dB: E_b/N₀. */
export function packetSuccess(
  modulation: Modulation,
  energyPerBit_dB: number,
  codingGain_dB: number,
  bits: number,
): number {
  return 1 - packetErrorRate(modulation.bitErrorRate(powerOf(energyPerBit_dB + codingGain_dB)), bits);
}

/** (3) */
export function isAboveThreshold(snr_dB: number, threshold_dB: number): boolean {
  return snr_dB > threshold_dB;
}

/** (4). margin_dB: 10 log(P̄/P_th). */
export function rayleighSuccess(margin_dB: number): number {
  return exp(-powerOf(-margin_dB));
}

/** (5). riceFactor: K, up to 10⁵; 0 is (4). */
export function riceSuccess(margin_dB: number, riceFactor: number): number {
  const K = riceFactor;
  const y = (K + 1) * powerOf(-margin_dB);
  if (K === 0) return exp(-y);
  // Beyond these both Poisson laws have nothing left.
  const last = Math.ceil(K + 12 * Math.sqrt(K) + 60);
  const logK = log(K);
  const logY = log(y);
  let logOuter = -K;
  let logInner = -y;
  let inner = exp(logInner);
  let sum = exp(logOuter) * inner;
  for (let n = 1; n <= last; n++) {
    const logN = log(n);
    logOuter += logK - logN;
    logInner += logY - logN;
    inner += exp(logInner);
    sum += exp(logOuter) * inner;
  }
  return Math.min(1, sum);
}
