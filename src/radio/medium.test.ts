import { expect, test } from "vitest";
import { DB_PER_NP, EPSILON_0_FPM, MU_0_HPM, planeWave } from "./medium.ts";

const lake = { conductivity_Spm: 0.01, relativePermittivity: 80 };
const sea = { conductivity_Spm: 4, relativePermittivity: 80 };

test("10 MHz in water of 0.01 S/m: 1.818 dB/m, α 0.2093 Np/m, β 1.886 rad/m, λ 3.331 m, 3.331e7 m/s, loss tangent 0.225", () => {
  const wave = planeWave(10e6, lake);
  // Half a unit of the last digit that the hand calculation was written down with.
  expect(Math.abs(wave.attenuation_dBpm - 1.818)).toBeLessThan(5e-4);
  expect(Math.abs(wave.attenuation_Nppm - 0.2093)).toBeLessThan(5e-5);
  expect(Math.abs(wave.phase_radpm - 1.886)).toBeLessThan(5e-4);
  expect(Math.abs(wave.wavelength_m - 3.331)).toBeLessThan(5e-4);
  expect(Math.abs(wave.speed_mps - 3.331e7)).toBeLessThan(5e3);
  expect(Math.abs(wave.lossTangent - 0.225)).toBeLessThan(5e-4);
});

test("10 MHz in sea water of 4 S/m: 108.5 dB/m", () => {
  expect(Math.abs(planeWave(10e6, sea).attenuation_dBpm - 108.5)).toBeLessThan(0.05);
});

test("erratum: 20/ln(α) as printed in the thesis would be a gain of 2.68 dB/m; 20/ln(10) is the loss", () => {
  const alpha = planeWave(10e6, lake).attenuation_Nppm;
  // Rounded to the second decimal.
  expect(Math.abs(alpha * (20 / Math.log(alpha)) - -2.68)).toBeLessThan(5e-3);
  // From e^(−α d): the power falls by 20 lg(e^(α d)) dB.
  const distance_m = 3;
  const loss_dB = -20 * Math.log10(Math.exp(-alpha * distance_m));
  // Two roundings of library functions on 5.5 dB.
  expect(Math.abs(DB_PER_NP * alpha * distance_m - loss_dB)).toBeLessThan(1e-12);
  expect(planeWave(10e6, lake).attenuation_dBpm).toBe(DB_PER_NP * alpha);
});

test("γ² = −ω²με + jωμσ for its real and its imaginary part", () => {
  for (const f of [100, 1e4, 1e6, 1e8, 1e9]) {
    for (const conductivity_Spm of [1e-6, 0.01, 4, 50]) {
      const { attenuation_Nppm: a, phase_radpm: b } = planeWave(f, { conductivity_Spm, relativePermittivity: 80 });
      const omega = 2 * Math.PI * f;
      const real = -omega * omega * MU_0_HPM * EPSILON_0_FPM * 80;
      const imaginary = omega * MU_0_HPM * conductivity_Spm;
      const scale = Math.hypot(real, imaginary);
      // a² − b² of two numbers near each other: a few roundings of the larger.
      expect(Math.abs(a * a - b * b - real) / scale).toBeLessThan(1e-15);
      expect(Math.abs(2 * a * b - imaginary) / imaginary).toBeLessThan(2e-15);
    }
  }
});

test("little conduction keeps its digits: α = (σ/2) √(μ/ε) to 1e-12 at σ = 1e-9 S/m", () => {
  const found = planeWave(1e9, { conductivity_Spm: 1e-9, relativePermittivity: 80 }).attenuation_Nppm;
  const expected = 0.5e-9 * Math.sqrt(MU_0_HPM / (80 * EPSILON_0_FPM));
  // The next term of the series is p²/8, 1e-22.
  expect(Math.abs(found / expected - 1)).toBeLessThan(1e-12);
});

test("much conduction is the skin depth of a metal: 1/α = √(2/(ωμσ)), 7.958 m at 1 kHz in 4 S/m", () => {
  const wave = planeWave(1e3, sea);
  // √(2/(2π·1000·4π·1e-7·4)) = 7.9577 m; 1 − p⁻¹/2 of it, p = 9e5.
  expect(Math.abs(1 / wave.attenuation_Nppm - 7.9577)).toBeLessThan(1e-4);
  expect(Math.abs(wave.phase_radpm / wave.attenuation_Nppm - 1)).toBeLessThan(2e-6);
});

test("in a vacuum nothing is lost and the speed is that of light", () => {
  const wave = planeWave(1e9, { conductivity_Spm: 0, relativePermittivity: 1 });
  expect(wave.attenuation_dBpm).toBe(0);
  // Three roundings.
  expect(Math.abs(wave.speed_mps / 299792458 - 1)).toBeLessThan(1e-15);
});
