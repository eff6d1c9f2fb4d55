import { expect, test } from "vitest";
import { RandomStream, STREAM_WORDS } from "../core/index.ts";
import {
  bfsk,
  binaryCoherent,
  bpsk,
  dbpsk,
  energyPerBit,
  fadedSymbolErrorRate,
  type Modulation,
  modulations,
  orthogonalNoncoherent,
  processingGain_dB,
  qpsk,
  symbolErrorRate,
} from "./bit-errors.ts";
import { BlockFading, coherenceTime_s } from "./fading.ts";
import { isAboveThreshold, packetErrorRate, packetSuccess, rayleighSuccess, riceSuccess } from "./packet-errors.ts";

const ratio = (dB: number): number => 10 ** (dB / 10);
const printed = (value: number): number => Number(value.toPrecision(4));

test("at 8 dB: BPSK and QPSK 1.909e-4, coherent BFSK 6.004e-3, chirps of correlation 0.2 1.233e-2, noncoherent 2.132e-2, DBPSK 9.094e-4", () => {
  const g = ratio(8);
  expect(printed(bpsk.bitErrorRate(g))).toBe(1.909e-4);
  expect(printed(qpsk.bitErrorRate(g))).toBe(1.909e-4);
  expect(printed(modulations["bfsk-coherent"].bitErrorRate(g))).toBe(6.004e-3);
  expect(printed(binaryCoherent(0.2, "").bitErrorRate(g))).toBe(1.233e-2);
  expect(printed(bfsk.bitErrorRate(g))).toBe(2.132e-2);
  expect(printed(dbpsk.bitErrorRate(g))).toBe(9.094e-4);
});

test("at 8 dB, noncoherent: four signals 1.684e-3 per bit, eight 1.445e-4", () => {
  expect(printed(orthogonalNoncoherent(2, "").bitErrorRate(ratio(8)))).toBe(1.684e-3);
  expect(printed(orthogonalNoncoherent(3, "").bitErrorRate(ratio(8)))).toBe(1.445e-4);
});

test("at 10 dB: BPSK 3.872e-6, coherent BFSK 7.827e-4, noncoherent 3.369e-3", () => {
  const g = ratio(10);
  expect(printed(bpsk.bitErrorRate(g))).toBe(3.872e-6);
  expect(printed(modulations["bfsk-coherent"].bitErrorRate(g))).toBe(7.827e-4);
  expect(printed(bfsk.bitErrorRate(g))).toBe(3.369e-3);
});

/** The alternating sum in 60 digits and more (mpmath). */
test.each([
  [2, 1, 0.303265329856317],
  [2, 30, 1.52951160250913e-7],
  [4, 12.6, 0.00254926223268246],
  [8, 18.9, 0.00025643980516679],
  [16, 3, 0.452095722870778],
  [64, 5, 0.396159903822092],
  [128, 0, 0.9921875],
  [128, 20, 0.0018313909059244],
  [256, 20, 0.00307990503973868],
  [1024, 10, 0.242318752235263],
  [1024, 60, 4.73955520457887e-11],
  [4096, 25, 0.00252710906972722],
])(
  "%d signals at E_s/N₀ = %f: an error in %e of the symbols, though the terms of the sum are as large as 2^M",
  (M, s, rate) => {
    // Five points on each of the panels: some 1e-10 where the integrand is steepest, with M = 4096.
    expect(Math.abs(symbolErrorRate(M, s) / rate - 1)).toBeLessThan(1e-9);
  },
);

test("two signals are noncoherent BFSK, ½ e^(−g/2), down to 1e-280", () => {
  for (const g of [0, 0.1, 1, 10, 100, 1000, 1290]) {
    // Both exponents are rounded at 1e-16 of up to 645.
    expect(Math.abs(orthogonalNoncoherent(1, "").bitErrorRate(g) / bfsk.bitErrorRate(g) - 1)).toBeLessThan(1e-9);
  }
});

/** ∫ P_b(x g) e^(−x) dx, trapezoids in y = ln x: for an integrand that vanishes at both ends. */
function meanOverRayleigh(modulation: Modulation, g: number): number {
  const h = 0.02;
  let sum = 0;
  for (let y = -40; y < 5; y += h) {
    const x = Math.exp(y);
    sum += h * x * Math.exp(-x) * modulation.bitErrorRate(x * g);
  }
  return sum;
}

test.each([
  ["bpsk", modulations.bpsk],
  ["dbpsk", modulations.dbpsk],
  ["bfsk", modulations.bfsk],
  ["bfsk-coherent", modulations["bfsk-coherent"]],
  ["chirps of correlation 0.2", binaryCoherent(0.2, "")],
  ["16 signals", orthogonalNoncoherent(4, "")],
] as const)("over a Rayleigh channel %s has the mean of its rate over an exponential E_b/N₀", (_, modulation) => {
  for (const g of [0.1, 1, 10, 100]) {
    expect(Math.abs(modulation.fadedBitErrorRate(g) / meanOverRayleigh(modulation, g) - 1)).toBeLessThan(1e-7);
  }
});

test("with fading, BPSK is [1 − √(g/(1 + g))]/2 and noncoherent BFSK 1/(2 + g); far up it keeps its digits: 1/(4 g)", () => {
  expect(bpsk.fadedBitErrorRate(10)).toBeCloseTo((1 - Math.sqrt(10 / 11)) / 2, 15);
  expect(bfsk.fadedBitErrorRate(10)).toBeCloseTo(1 / 12, 15);
  // 1 − 3/(4 g) of it, second order.
  expect(bpsk.fadedBitErrorRate(1e12) * 4e12).toBeCloseTo(1, 10);
  // One signal right of M by chance.
  expect(fadedSymbolErrorRate(128, 0)).toBeCloseTo(127 / 128, 13);
});

test("without any signal every modulation guesses: half of the bits are wrong", () => {
  for (const modulation of [...Object.values(modulations), orthogonalNoncoherent(7, "")]) {
    expect(modulation.bitErrorRate(0)).toBeCloseTo(0.5, 9);
    expect(modulation.fadedBitErrorRate(0)).toBeCloseTo(0.5, 12);
  }
});

test("SNR 0 dB in 5 kHz at 500 bit/s is E_b/N₀ = 10 dB; 127 chips gain 21.04 dB; 5 kHz for 20 ms gain 20 dB", () => {
  expect(10 * Math.log10(energyPerBit(1, 5000, 500))).toBeCloseTo(10, 12);
  expect(Number(processingGain_dB(127).toFixed(2))).toBe(21.04);
  expect(processingGain_dB(5000 * 0.02)).toBeCloseTo(20, 12);
});

test("256 bits at 1e-4 fail in 0.02528 of packets, at 1e-3 in 0.2260; at 1e-18 in 2.56e-16, not in 0", () => {
  expect(printed(packetErrorRate(1e-4, 256))).toBe(0.02528);
  expect(printed(packetErrorRate(1e-3, 256))).toBe(0.226);
  expect(packetErrorRate(1e-18, 256)).toBeCloseTo(2.56e-16, 25);
});

test("a coding gain of 3 dB at 5 dB is 8 dB without", () => {
  expect(packetSuccess(bpsk, 5, 3, 256)).toBe(packetSuccess(bpsk, 8, 0, 256));
  expect(packetSuccess(bpsk, 8, 0, 256)).toBeCloseTo((1 - 1.909e-4) ** 256, 4);
});

test("the threshold receiver of the paper hears what is above it, and not what is at it", () => {
  expect(isAboveThreshold(15.01, 15)).toBe(true);
  expect(isAboveThreshold(15, 15)).toBe(false);
  expect(isAboveThreshold(Number.NaN, 15)).toBe(false);
});

test("under Rayleigh fading margins of 0, 3, 6, 10, 13, 20 dB let 0.368, 0.606, 0.778, 0.905, 0.951, 0.990 of packets through", () => {
  const shares = [0, 3, 6, 10, 13, 20].map((margin) => Number(rayleighSuccess(margin).toFixed(3)));
  expect(shares).toEqual([0.368, 0.606, 0.778, 0.905, 0.951, 0.99]);
  // The 13.6 dB of the thesis' radio at 10 m.
  expect(Number(rayleighSuccess(13.6).toFixed(3))).toBe(0.957);
});

/** Marcum's Q by quadrature of its integral in 25 digits (mpmath). */
test.each([
  [1, 0, 0.39429685889233],
  [1, 10, 0.92665361264037],
  [5, 6, 0.94990858080663],
  [10, 3, 0.90015005191848],
  [10, -3, 0.019628134692885],
  [100, 1, 0.93479072712265],
  [0.1, 5, 0.72978211858696],
])("under Rice fading of K = %f a margin of %f dB lets %f through", (K, margin_dB, share) => {
  expect(riceSuccess(margin_dB, K)).toBeCloseTo(share, 12);
});

test("K = 0 is Rayleigh, and a strong steady path a step at 0 dB", () => {
  expect(riceSuccess(5, 0)).toBeCloseTo(rayleighSuccess(5), 15);
  expect(riceSuccess(5, 1e-9)).toBeCloseTo(rayleighSuccess(5), 8);
  expect(riceSuccess(0.5, 1e4)).toBeGreaterThan(0.999);
  expect(riceSuccess(-0.5, 1e4)).toBeLessThan(0.001);
});

const stream = new RandomStream({ campaign: 3, run: 0 }, "auv1/modem/from/auv2");

function gains(K: number, count: number): number[] {
  const fading = new BlockFading(stream, 1e6, K);
  const [t, out] = [new Float64Array(1), new Float64Array(1)];
  return Array.from({ length: count }, (_, k) => {
    t[0] = 1e6 * k + 5;
    fading.gainInto(out, 0, t, 0);
    return out[0]!;
  });
}

test.each([0, 1, 6])(
  "gains of K = %d have mean 1, and fall below a tenth as often as packets of 10 dB margin are lost",
  (K) => {
    const all = gains(K, 100_000);
    const mean = all.reduce((sum, gain) => sum + gain, 0) / all.length;
    // Variance at most 1: four deviations of the mean of 1e5 are 0.013.
    expect(Math.abs(mean - 1)).toBeLessThan(0.013);
    const lost = all.filter((gain) => gain < 0.1).length / all.length;
    const expected = 1 - riceSuccess(10, K);
    expect(Math.abs(lost - expected)).toBeLessThan(4 * Math.sqrt(expected / all.length));
  },
);

test("neighbouring blocks are independent: the correlation of gains is within four deviations of 0", () => {
  const all = gains(0, 50_000);
  const sum = all.slice(1).reduce((total, gain, k) => total + (gain - 1) * (all[k]! - 1), 0);
  expect(Math.abs(sum / all.length)).toBeLessThan(4 / Math.sqrt(all.length));
});

test("a gain is a function of the block: constant within it, the same in any order, and the stream is not advanced", () => {
  const fading = new BlockFading(stream, 1e6, 2);
  const at = (t_ns: number): number => {
    const out = new Float64Array(1);
    fading.gainInto(out, 0, Float64Array.of(t_ns), 0);
    return out[0]!;
  };
  const first = at(3e6);
  expect(at(3999999)).toBe(first);
  expect(at(4e6)).not.toBe(first);
  at(9e15);
  expect(at(3e6)).toBe(first);
  const words = new Int32Array(STREAM_WORDS);
  const untouched = new RandomStream({ campaign: 3, run: 0 }, "auv1/modem/from/auv2");
  expect(stream.uniform(words)).toBe(untouched.uniform(new Int32Array(STREAM_WORDS)));
});

test("K = ∞ does not fade; without a coherence time there are no blocks", () => {
  expect(gains(Number.POSITIVE_INFINITY, 3)).toEqual([1, 1, 1]);
  expect(() => new BlockFading(stream, 0, 1)).toThrow("a coherence time of 0 ns");
  expect(coherenceTime_s(25e3 * (0.5 / 1500))).toBeCloseTo(0.0215, 4);
});
