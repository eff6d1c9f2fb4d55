import { expect, test } from "vitest";
import { jonswapWaves } from "./jonswap-waves.ts";
import { spectralBins } from "./spectral-bins.ts";
import { fetchAlpha, fetchSpectrum, fullyGrownSpectrum, type Spectrum, spectralDensity_m2s } from "./spectrum.ts";

const G = 9.81;
const PEAK = Math.PI / 4;
const pm: Spectrum = { significantHeight_m: 2, peakFrequency_radps: PEAK, peakEnhancement: 1 };
const jonswap: Spectrum = { ...pm, peakEnhancement: 3.3 };

/** ∫ ωⁿ S dω by the midpoint rule in ln ω: up to 200 ω_p, so without 2e-9 of m₀. */
function moment(s: Spectrum, n: number): number {
  const cells = 100_000;
  const top = Math.log(200);
  const bottom = Math.log(0.2);
  let sum = 0;
  for (let i = 0; i < cells; i++) {
    const omega = s.peakFrequency_radps * Math.exp(bottom + ((i + 0.5) / cells) * (top - bottom));
    sum += omega ** (n + 1) * spectralDensity_m2s(s, omega);
  }
  return (sum * (top - bottom)) / cells;
}

test("H_s 2 m, T_p 8 s, γ 1: S is 0.45599 at the peak and 0.29560 m² s at 1 rad/s, and m₀ is 0.25 m²", () => {
  expect(spectralDensity_m2s(pm, PEAK)).toBeCloseTo(0.45599, 5);
  expect(spectralDensity_m2s(pm, 1)).toBeCloseTo(0.2956, 5);
  // By Simpson's rule in u, whose stated error is 1e-11.
  expect(spectralBins(pm, 10).m0_m2).toBeCloseTo(0.25, 10);
});

test("γ 3.3: S is 0.98914 at the peak and 0.19664 m² s at 1 rad/s, and 4 √m₀ is 2.002 m", () => {
  expect(spectralDensity_m2s(jonswap, PEAK)).toBeCloseTo(0.98914, 5);
  expect(spectralDensity_m2s(jonswap, 1)).toBeCloseTo(0.19664, 5);
  expect(4 * Math.sqrt(spectralBins(jonswap, 10).m0_m2)).toBeCloseTo(2.002, 3);
});

test("4 √m₀ is within 0.17 % of H_s for γ up to 5.5, 0.35 % low at 6 and 0.89 % low at 7, as spectrum.ts says", () => {
  /** Deviation in per cent, by the plain integral, which lacks 1e-9 of H_s. */
  const off = (peakEnhancement: number): number => 100 * (2 * Math.sqrt(moment({ ...pm, peakEnhancement }, 0)) - 1);
  for (let gamma = 1; gamma <= 5.5; gamma += 0.5) expect(Math.abs(off(gamma))).toBeLessThan(0.17);
  // Rounded outwards in the text, so it holds from both sides within a unit of its last digit.
  expect(off(6)).toBeGreaterThan(-0.35);
  expect(off(6)).toBeLessThan(-0.34);
  expect(off(7)).toBeGreaterThan(-0.89);
  expect(off(7)).toBeLessThan(-0.88);
  // What a user reads beside the parameter.
  const doc = jonswapWaves.params?.peakEnhancement.doc;
  expect(doc).toContain("within 0.17 % of the significant height up to 5.5, 0.89 % low at 7");
});

test("a wind of 10 m/s at 19.5 m raises 2.133 m with the peak at 0.8605 rad/s", () => {
  const s = fullyGrownSpectrum(10, G);
  expect(s.peakFrequency_radps).toBeCloseTo(0.8605, 4);
  expect(s.significantHeight_m).toBeCloseTo(2.133, 3);
  // The form with α and β, at a frequency off the peak.
  const omega = 1.3;
  const direct = ((0.0081 * G ** 2) / omega ** 5) * Math.exp(-0.74 * (G / (10 * omega)) ** 4);
  expect(spectralDensity_m2s(s, omega)).toBeCloseTo(direct, 14);
});

test("a wind of 10 m/s over 20 km has α = 0.01434 and its peak at 3.555 s, and the tail is α g² ω⁻⁵", () => {
  const s = fetchSpectrum(10, 20_000, 3.3, G);
  expect((2 * Math.PI) / s.peakFrequency_radps).toBeCloseTo(3.555, 3);
  expect(fetchAlpha(10, 20_000, G)).toBeCloseTo(0.01434, 5);
  const omega = 20 * s.peakFrequency_radps;
  const tail = (fetchAlpha(10, 20_000, G) * G ** 2) / omega ** 5;
  // e^(−5/4 · 20⁻⁴) is 8e-6 below 1.
  expect(spectralDensity_m2s(s, omega) / tail).toBeCloseTo(1, 4);
});

test("m₀ and m₂ of the bins are those of the spectrum, for any number of bins", () => {
  for (const s of [pm, jonswap, { ...pm, peakEnhancement: 7 }]) {
    const [m0, m2] = [moment(s, 0), moment(s, 2)];
    for (const count of [1, 7, 200]) {
      const bins = spectralBins(s, count);
      const sum = bins.frequencies_radps.reduce((all, w) => all + 0.5 * bins.amplitude_m ** 2 * w * w, 0);
      // Sums of up to 200 roundings.
      expect((0.5 * count * bins.amplitude_m ** 2) / bins.m0_m2).toBeCloseTo(1, 13);
      expect(sum / bins.m2_m2ps2).toBeCloseTo(1, 12);
      // Against the plain integral, which lacks the tail: 2e-9 of m₀, and 3e-5 of m₂.
      expect(bins.m0_m2 / m0).toBeCloseTo(1, 7);
      expect(Math.abs(bins.m2_m2ps2 / m2 - 1)).toBeLessThan(4e-5);
    }
  }
});

test("m₂ of Pierson-Moskowitz is √(5π/4) ω_p² m₀", () => {
  const { m0_m2, m2_m2ps2 } = spectralBins(pm, 50);
  expect(m2_m2ps2 / m0_m2 / PEAK ** 2).toBeCloseTo(Math.sqrt(1.25 * Math.PI), 10);
});

test("bins of Pierson-Moskowitz end where e^(−5/4 (ω_p/ω)⁴) = i/N, and each wave lies in its bin", () => {
  const count = 100;
  const { frequencies_radps: w } = spectralBins(pm, count);
  const edge = (i: number): number => PEAK * (1.25 / Math.log(count / i)) ** 0.25;
  for (let i = 0; i < count; i++) {
    expect(w[i]).toBeGreaterThan(i === 0 ? 0 : edge(i));
    expect(w[i]).toBeLessThan(i === count - 1 ? Number.POSITIVE_INFINITY : edge(i + 1));
  }
});

test("two thousand waves have two thousand frequencies", () => {
  const { frequencies_radps: w } = spectralBins({ ...pm, peakEnhancement: 7 }, 2000);
  for (let i = 1; i < w.length; i++) expect(w[i]).toBeGreaterThan(w[i - 1]);
});

test("there are no waves of frequency 0 or below", () => {
  expect([0, -0, -1, -PEAK].map((omega) => spectralDensity_m2s(jonswap, omega))).toEqual([0, 0, 0, 0]);
});
