/**
 * Bit error rates in white Gaussian noise, by g = E_b/N₀ as a ratio of powers; and their mean where g fades as a Rayleigh channel does (g is
 * then the mean). Q: the tail of the normal distribution.
 *
 *   bpsk, qpsk (Gray)            Q(√(2 g))                       ½ (1 − √(g/(1 + g)))                  (1)
 *   dbpsk                        ½ e^(−g)                        ½/(1 + g)                            (2)
 *   bfsk, coherent               Q(√g)                           ½ (1 − √(g/(2 + g)))                  (3)
 *   bfsk, noncoherent            ½ e^(−g/2)                      1/(2 + g)                            (4)
 *   two signals of correlation ρ, coherent: (3) with g (1 − ρ) for g                                  (5)
 *   M orthogonal signals, noncoherent, s = g log₂ M:
 *     P_s = Σ (−1)^(n+1) C(M − 1, n)/(n + 1) e^(−n s/(n + 1)),  n = 1 … M − 1                          (6)
 *         = ∫ 2u e^(−(u − a)²) I₀(2ua) e^(−2ua) (1 − (1 − e^(−u²))^(M−1)) du,   a = √s                  (6′)
 *     P_b = P_s (M/2)/(M − 1);  Rayleigh: P_s = 1 − Π k (1 + s)/(k (1 + s) + 1),  k = 1 … M − 1         (7)
 *
 *   E_b/N₀ = SNR + 10 log(W/R_b)                                                                     (8)
 *
 * The terms of (6) alternate and are as large as 2^M: it is computed as (6′), whose integrand has one sign. A chirp of two slopes is (5) with
 * the correlation of its two signals, 0 for long ones; chirps that carry their message in their start (CSS) are (6) with M = 2^SF.
 * A spread signal (DSSS) has the rate of its modulation: the processing gain 10 log(R_c/R_b) is already in (8), W being the chip rate.
 *
 * Valid: independent bits, perfect synchronisation, no echoes. Left out: error floors by Doppler, interference between symbols, equalisers.
 * Source: (1) to (6) are textbook results [Proakis2008]; (6′), (7) are derived: (7) is the mean of (6) over an exponential s.
 */
import { besselI0Scaled, exp, expm1, integral, log, log1p, normalTail } from "../math/index.ts";

/** What a receiver makes of E_b/N₀, both ratios of powers. */
export interface Modulation {
  readonly doc: string;
  /** In white noise. */
  bitErrorRate(g: number): number;
  /** Its mean over a Rayleigh channel of this mean. */
  fadedBitErrorRate(g: number): number;
}

/** (1) */
export const bpsk: Modulation = Object.freeze({
  doc: "two phases, coherent",
  bitErrorRate: (g: number) => normalTail(Math.sqrt(2 * g)),
  fadedBitErrorRate: (g: number) => meanOfTail(g),
});

/** (1), per bit. */
export const qpsk: Modulation = Object.freeze({ ...bpsk, doc: "four phases in Gray's order, coherent" });

/** (2) */
export const dbpsk: Modulation = Object.freeze({
  doc: "two phases, each relative to the last",
  bitErrorRate: (g: number) => 0.5 * exp(-g),
  fadedBitErrorRate: (g: number) => 0.5 / (1 + g),
});

/** (4) */
export const bfsk: Modulation = Object.freeze({
  doc: "two tones, noncoherent",
  bitErrorRate: (g: number) => 0.5 * exp(-0.5 * g),
  fadedBitErrorRate: (g: number) => 1 / (2 + g),
});

/** (5): two tones or chirps of a real cross-correlation, coherent. */
export function binaryCoherent(correlation: number, doc: string): Modulation {
  const share = 1 - correlation;
  return Object.freeze({
    doc,
    bitErrorRate: (g: number) => normalTail(Math.sqrt(share * g)),
    fadedBitErrorRate: (g: number) => meanOfTail(0.5 * share * g),
  });
}

/** (6′), (7): M = 2^bits orthogonal signals, noncoherent; bits from 1 to 16. */
export function orthogonalNoncoherent(bits: number, doc: string): Modulation {
  const M = 1 << bits;
  const perBit = M / 2 / (M - 1);
  return Object.freeze({
    doc,
    bitErrorRate: (g: number) => perBit * symbolErrorRate(M, bits * g),
    fadedBitErrorRate: (g: number) => perBit * fadedSymbolErrorRate(M, bits * g),
  });
}

/** The modulations by name; those with a parameter are made by the functions above. */
export const modulations = Object.freeze({
  bpsk,
  qpsk,
  dbpsk,
  bfsk,
  "bfsk-coherent": binaryCoherent(0, "two tones, coherent"),
  dsss: Object.freeze({ ...bpsk, doc: "two phases, spread by a code of chips" }),
  chirp: binaryCoherent(0, "two chirps of opposite slopes, coherent"),
  "chirp-noncoherent": Object.freeze({ ...bfsk, doc: "two chirps of opposite slopes, by their envelopes" }),
});
export type ModulationName = keyof typeof modulations;

/** The mean of Q(√(2x)) over an exponential x of the mean g; without the difference of numbers near 1. */
function meanOfTail(g: number): number {
  const root = Math.sqrt(g / (1 + g));
  return 0.5 / ((1 + g) * (1 + root));
}

/** How far the integrand of (6′) reaches beyond a = √s and ahead of it: e^(−81) of its peak. */
const REACH = 9;
/** Widest panel of (6′). */
const PANEL = 0.2;

/** (6′) */
export function symbolErrorRate(M: number, s: number): number {
  const a = Math.sqrt(s);
  // An error needs another signal as strong: the integrand is largest between a/2, where two meet half-way, and a.
  const from = Math.max(0, 0.5 * a - REACH);
  const to = a + REACH;
  return integral(
    (u) => {
      const apart = u - a;
      const density = 2 * u * exp(-apart * apart) * besselI0Scaled(2 * u * a);
      return -density * expm1((M - 1) * log1p(-exp(-u * u)));
    },
    from,
    to,
    Math.ceil((to - from) / PANEL),
  );
}

/** (7) */
export function fadedSymbolErrorRate(M: number, s: number): number {
  let sum = 0;
  for (let k = 1; k < M; k++) sum += log1p(1 / (k * (1 + s)));
  return -expm1(-sum);
}

/** (8), as ratios: E_b/N₀ of a signal-to-noise ratio in the band W. */
export function energyPerBit(snr: number, bandwidth_Hz: number, bitRate_bps: number): number {
  return (snr * bandwidth_Hz) / bitRate_bps;
}

/** 10 log of chips per bit, or of the bandwidth times the duration of a chirp. */
export function processingGain_dB(ratio: number): number {
  return (10 / Math.LN10) * log(ratio);
}
