import { expect, test } from "vitest";
import {
  BUDGET,
  BUDGET_SIZE,
  dBmOfWatts,
  LINK,
  LINK_SIZE,
  linkInto,
  rayleighFade_dB,
  rayleighSuccess,
  wattsOfdBm,
} from "./link-budget.ts";

function linkOf(given: Partial<Record<keyof typeof BUDGET, number>>): Record<keyof typeof LINK, number> {
  const budget = new Float64Array(BUDGET_SIZE);
  for (const [name, value] of Object.entries(given)) budget[BUDGET[name as keyof typeof BUDGET]] = value;
  const out = new Float64Array(LINK_SIZE);
  linkInto(out, 0, budget, 0);
  return { received_dBm: out[LINK.received_dBm]!, noise_dBm: out[LINK.noise_dBm]!, snr_dB: out[LINK.snr_dB]! };
}

test("kTB at 290 K is −174 dBm in 1 Hz, and −107 dBm in 1 MHz with a noise figure of 7 dB", () => {
  const one = linkOf({ bandwidth_Hz: 1, noiseTemperature_K: 290 });
  // 10 lg(1.380649e-23 · 290 · 1000) = −173.975.
  expect(Math.abs(one.noise_dBm - -173.975)).toBeLessThan(5e-4);
  const wide = linkOf({ bandwidth_Hz: 1e6, noiseTemperature_K: 290, noiseFigure_dB: 7 });
  expect(Math.abs(wide.noise_dBm - -106.975)).toBeLessThan(5e-4);
});

test("30 dBm + 2 + 1 dBi − 40 − 3 dB are −10 dBm", () => {
  const { received_dBm, noise_dBm, snr_dB } = linkOf({
    transmit_dBm: 30,
    transmitGain_dBi: 2,
    receiveGain_dBi: 1,
    pathLoss_dB: 40,
    otherLoss_dB: 3,
    bandwidth_Hz: 1e3,
    noiseTemperature_K: 290,
  });
  expect(received_dBm).toBe(-10);
  expect(snr_dB).toBe(-10 - noise_dBm);
});

test("3 W are 34.77 dBm, 2 mW 3.01 dBm, and back", () => {
  expect(Math.abs(dBmOfWatts(3) - 34.7712)).toBeLessThan(5e-5);
  expect(Math.abs(dBmOfWatts(2e-3) - 3.0103)).toBeLessThan(5e-5);
  // Rounding, times ln 10 / 10 · 35.
  expect(Math.abs(wattsOfdBm(dBmOfWatts(3)) - 3)).toBeLessThan(1e-14);
});

test.each([
  [0, 0.368],
  [3, 0.606],
  [6, 0.778],
  [10, 0.905],
  [13, 0.951],
  [20, 0.99],
])("with a margin of %d dB over the threshold, a Rayleigh channel lets %d of the messages through", (margin_dB, p) => {
  // Half a unit of the third decimal.
  expect(Math.abs(rayleighSuccess(margin_dB) - p)).toBeLessThan(5.1e-4);
});

test("draws of the fading have the power 1 on average, and are above a threshold as often as (4) says", () => {
  let sum = 0;
  let above = 0;
  const count = 10_000;
  for (let k = 0; k < count; k++) {
    const fade_dB = rayleighFade_dB((k + 0.5) / count);
    sum += wattsOfdBm(fade_dB) / 1e-3;
    if (fade_dB >= -6) above++;
  }
  // Midpoints of 10⁴ strata: the last one's mean is ln(count) + 1 in place of ln(2 count), 3e-5 of the sum.
  expect(Math.abs(sum / count - 1)).toBeLessThan(1e-4);
  expect(Math.abs(above / count - rayleighSuccess(6))).toBeLessThan(1.1e-4);
  expect(rayleighFade_dB(0)).toBe(Number.NEGATIVE_INFINITY);
});

test("erratum: with the printed density of the envelope in place of the power's, 10 dB of margin would let 0.995 through", () => {
  // Rayleigh envelope r of mean power Ω: P(r > r₀) = exp(−r₀²/Ω), so for powers exp(−P₀/Ω). Taken as a density of the power with
  // the same scale it would be exp(−P₀²/(2σ²)), 2σ² = Ω²: exp(−0.01).
  expect(Math.abs(rayleighSuccess(10) - Math.exp(-0.1))).toBeLessThan(1e-15);
  expect(rayleighSuccess(10)).toBeLessThan(Math.exp(-0.01));
});
