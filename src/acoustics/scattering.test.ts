import { expect, test } from "vitest";
import { boundaryCell_m2, boundaryReverberation_dB, volumeCell_m3, volumeReverberation_dB } from "./reverberation.ts";
import {
  bottomScattering_dB,
  lambertReflectionLoss_dB,
  roughReflectionLoss_dB,
  surfaceScattering_dB,
  volumeScatteringLoss_dBpkm,
  windSeaDeviation_m,
} from "./scattering.ts";
import {
  cylinderStrength_dB,
  ellipsoidStrength_dB,
  largeSphereStrength_dB,
  plateStrength_dB,
  rigidSphereStrength_dB,
  smallSphereStrength_dB,
} from "./target-strength.ts";

const RAD = Math.PI / 180;
const KNOT = 1852 / 3600;
const rounded = (value: number, digits = 2): number => Number(value.toFixed(digits));

test.each([
  [10, 10, 1000, -58.65],
  [20, 20, 1000, -38.29],
  [10, 20, 5000, -36.74],
])("the surface at %d° in %d knots at %d Hz scatters %f dB", (theta_deg, v_kn, f_Hz, level_dB) => {
  expect(rounded(surfaceScattering_dB(theta_deg * RAD, v_kn * KNOT, f_Hz))).toBe(level_dB);
});

test("Chapman and Harris' β at 10 knots and 1 kHz is 158 (10 · 10)^−0.58 = 10.931", () => {
  // At θ = 30° only −42.4 log β + 2.6 is left.
  const beta = 10 ** ((2.6 - surfaceScattering_dB(30 * RAD, 10 * KNOT, 1000)) / 42.4);
  expect(rounded(beta, 3)).toBe(10.931);
});

test("a Lambert bottom of −27 dB scatters −48.19 dB at 5°, −42.21 at 10°, −33.02 at 30°", () => {
  expect([5, 10, 30].map((theta) => rounded(bottomScattering_dB(theta * RAD, -27)))).toEqual([-48.19, -42.21, -33.02]);
});

test("Lambert's law sends π μ of the incident power back: the integral of μ sin θᵢ sin θₛ over the half-space, over sin θᵢ", () => {
  const mu = 10 ** -2.7;
  let sum = 0;
  for (let k = 0; k < 10_000; k++) {
    const theta = (Math.PI / 2) * ((k + 0.5) / 10_000);
    sum += 2 * Math.PI * mu * Math.sin(theta) * Math.cos(theta) * (Math.PI / 2 / 10_000);
  }
  expect(lambertReflectionLoss_dB(-27)).toBeCloseTo(-10 * Math.log10(1 - sum), 7);
});

test("a surface with k σ sin θ = 0.5 keeps e^(−0.5) of the pressure: 4.343 dB", () => {
  expect(roughReflectionLoss_dB(2, 0.5, Math.PI / 6)).toBeCloseTo(-20 * Math.log10(Math.exp(-2 * 0.25)), 10);
  expect(roughReflectionLoss_dB(2, 0, 1)).toBe(0);
  // 10 m/s: Hs = 0.21 · 100/9.81 = 2.14 m.
  expect(windSeaDeviation_m(10, 9.81)).toBeCloseTo(0.535, 3);
});

test("a volume of −70 dB scatters 4π 10⁻⁷ of the power per metre: 5.46e-3 dB/km", () => {
  const left = 1 - 4 * Math.PI * 1e-7;
  // The first order of the logarithm: 1e-6 of it.
  expect(volumeScatteringLoss_dBpkm(-70) / (-1e4 * Math.log10(left))).toBeCloseTo(1, 5);
  expect(rounded(volumeScatteringLoss_dBpkm(-70), 5)).toBe(0.00546);
});

test("SL 200 dB, 1 ms at 100 m: the bottom at 10° sends 88.96 dB back from 13.09 m², the water 68.75 dB from 75 m³", () => {
  const pulse = { sourceLevel_dB: 200, transmissionLoss_dB: 40, range_m: 100, soundSpeed_mps: 1500, duration_s: 1e-3 };
  expect(rounded(boundaryCell_m2(100, 1500, 1e-3, 10 * RAD))).toBe(13.09);
  const bottom = { ...pulse, scattering_dB: bottomScattering_dB(10 * RAD, -27) };
  expect(rounded(boundaryReverberation_dB(bottom, 10 * RAD))).toBe(88.96);
  expect(volumeCell_m3(100, 1500, 1e-3, 0.01)).toBeCloseTo(75, 9);
  expect(rounded(volumeReverberation_dB({ ...pulse, scattering_dB: -70 }, 0.01))).toBe(68.75);
});

test("a large sphere of 0.5 m has −12.04 dB, one of 2 m none", () => {
  expect(rounded(largeSphereStrength_dB(0.5))).toBe(-12.04);
  expect(largeSphereStrength_dB(2)).toBe(0);
});

test.each([
  [0.05, -53.63587519],
  [0.1, -41.62782818],
  [1, -6.57541065],
  [10, -6.208687252],
  [30, -5.984977259],
])("a rigid sphere of 1 m at k a = %f has %f dB, by its series in 30 digits", (ka, level_dB) => {
  // Ten digits in hand.
  expect(rigidSphereStrength_dB(1, ka)).toBeCloseTo(level_dB, 7);
});

test("the series meets Rayleigh's law below, −53.62 and −41.58 dB, and the geometric one above", () => {
  expect(rounded(smallSphereStrength_dB(1, 0.05))).toBe(-53.62);
  expect(rounded(smallSphereStrength_dB(1, 0.1))).toBe(-41.58);
  expect(Math.abs(rigidSphereStrength_dB(1, 0.01) - smallSphereStrength_dB(1, 0.01))).toBeLessThan(1e-3);
  // The creeping wave leaves 0.03 dB at k a = 100, as 1/(ka).
  expect(Math.abs(rigidSphereStrength_dB(1, 100) - largeSphereStrength_dB(1))).toBeLessThan(0.05);
  // The size scales: 20 log a.
  expect(rigidSphereStrength_dB(3, 1) - rigidSphereStrength_dB(1, 3)).toBeCloseTo(20 * Math.log10(3), 9);
});

test("a cylinder of 0.1 by 1 m at 50 kHz: 2.22 dB broadside, −3.31 at 0.5°, −15.21 at 1°", () => {
  const at = (deg: number): number => rounded(cylinderStrength_dB(0.1, 1, 0.03, deg * RAD));
  expect([0, 0.5, 1].map(at)).toEqual([2.22, -3.31, -15.21]);
});

test("a plate of 0.3 by 0.3 m at 50 kHz: 9.54 dB, 7.72 at 1°, 0.92 at 2°; an ellipsoid that is a sphere has the sphere's", () => {
  const at = (deg: number): number => rounded(plateStrength_dB(0.09, 0.3, 0.03, deg * RAD));
  expect([0, 1, 2].map(at)).toEqual([9.54, 7.72, 0.92]);
  expect(ellipsoidStrength_dB(0.7, 0.7, 0.7)).toBeCloseTo(largeSphereStrength_dB(0.7), 12);
});
