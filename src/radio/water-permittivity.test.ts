import { expect, test } from "vitest";
import { SEAWATER, SEAWATER_SIZE } from "../environment/index.ts";
import { EPSILON_0_FPM, MEDIUM, MEDIUM_SIZE, planeWave } from "./medium.ts";
import { waterMediumInto } from "./water-permittivity.ts";

function medium(frequency_Hz: number, T: number, S: number) {
  const water = new Float64Array(SEAWATER_SIZE);
  water[SEAWATER.t68_degC] = T;
  water[SEAWATER.salinity_psu] = S;
  water[SEAWATER.frequency_Hz] = frequency_Hz;
  const out = new Float64Array(MEDIUM_SIZE);
  waterMediumInto(out, 0, water, 0);
  return { conductivity_Spm: out[MEDIUM.conductivity_Spm]!, relativePermittivity: out[MEDIUM.relativePermittivity]! };
}

/** Static permittivity of fresh water, measured by Malmberg and Maryott (1956): 87.74 − 0.40008 T + 9.398e-4 T² − 1.41e-6 T³. */
test.each([
  [0, 87.74],
  [10, 83.83],
  [20, 80.1],
  [25, 78.3],
  [30, 76.55],
])("fresh water at %d °C has the static permittivity %d", (T, expected) => {
  // The fit lies within 0.7 % of these measurements; it is lowest at 0 °C.
  expect(Math.abs(medium(1e6, T, 0).relativePermittivity / expected - 1)).toBeLessThan(7e-3);
});

test("the relaxation of fresh water at 20 °C lies at 17 GHz: ε' falls half way, ε'' is greatest", () => {
  const static_ = medium(1e6, 20, 0).relativePermittivity;
  const f = 17.2e9;
  const { conductivity_Spm, relativePermittivity } = medium(f, 20, 0);
  const losses = conductivity_Spm / (2 * Math.PI * f * EPSILON_0_FPM);
  // τ = 9.27 ps, 1/(2πτ) = 17.17 GHz: both are (ε_s − ε_∞)/2 there, to 0.2 % of the frequency.
  expect(Math.abs(relativePermittivity - (static_ + 4.9) / 2)).toBeLessThan(0.15);
  expect(Math.abs(losses - (static_ - 4.9) / 2)).toBeLessThan(0.15);
});

test("the sea at 20 °C, below the relaxation, is ε_r 72 and 4.8 S/m, which 10 MHz cross with 118 dB/m", () => {
  const sea = medium(10e6, 20, 35);
  // 80.12 · (1 + 0.0113 − 0.128 + 0.0393 − 0.0181) = 72.5; C(35, 20, 0) = 4.79 S/m.
  expect(Math.abs(sea.relativePermittivity - 72.5)).toBeLessThan(0.2);
  expect(Math.abs(sea.conductivity_Spm - 4.79)).toBeLessThan(5e-3);
  // √(ωμσ/2) = √(2π 1e7 · 4πe-7 · 4.79/2) = 13.75 Np/m, 119.4 dB/m; ε_r takes a part of p⁻¹/2 = 0.4 % off.
  expect(Math.abs(planeWave(10e6, sea).attenuation_dBpm - 119)).toBeLessThan(0.6);
});
