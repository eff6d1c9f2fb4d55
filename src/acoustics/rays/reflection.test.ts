import { expect, test } from "vitest";
import { DEG, fluid, list, RIGID, VACUUM } from "../test/ray-cases.ts";
import type { BeyondBoundary } from "./ray-case.ts";
import { Reflector } from "./reflection.ts";

function reflected(
  beyond: BeyondBoundary,
  grazing_rad: number,
  roughness_m = 0,
  frequency_Hz = 1000,
): [number, number] {
  const out = new Float64Array(3);
  new Reflector(beyond, roughness_m, frequency_Hz).reflectionInto(out, 1, list(9, Math.sin(grazing_rad), 1500), 1);
  return [out[1], out[2]];
}
const modulus = ([re, im]: [number, number]): number => Math.sqrt(re * re + im * im);
const solid = (shear: number, attenuation = 0): BeyondBoundary => ({
  model: "halfSpace",
  soundSpeed_mps: 2400,
  density_kgpm3: 2000,
  attenuation_dBpWavelength: 0,
  shearSpeed_mps: shear,
  shearAttenuation_dBpWavelength: attenuation,
});

test("vacuum turns the pressure over, a rigid wall keeps it, a table is read between its angles", () => {
  expect(reflected(VACUUM, 0.3)).toEqual([-1, 0]);
  expect(reflected(RIGID, 0.3)).toEqual([1, 0]);
  const table: BeyondBoundary = {
    model: "table",
    grazing_rad: list(0, 1),
    magnitude: list(1, 0.5),
    phase_rad: list(Math.PI, 0),
  };
  // Half way: 0.75 at 90°.
  const [re, im] = reflected(table, 0.5);
  expect(re).toBeCloseTo(0, 12);
  expect(im).toBeCloseTo(0.75, 12);
  expect(reflected(table, 1.4)[0]).toBeCloseTo(0.5, 12);
});

test("a lossless fluid straight on: (1.5 · 1700 − 1500)/(1.5 · 1700 + 1500) = 0.2593; at the angle of intromission nothing", () => {
  const [re, im] = reflected(fluid(1700, 1500, 0), 90 * DEG);
  expect(re).toBeCloseTo(1050 / 4050, 12);
  expect(im).toBeCloseTo(0, 12);
  // A slow bottom, c = 1450, ρ = 1.3: cos²β = (m² − n²)/(m² − 1) with n = 1500/1450 gives R = 0.
  const [m, n] = [1.3, 1500 / 1450];
  const cos2 = (m * m - n * n) / (m * m - 1);
  expect(modulus(reflected(fluid(1450, 1300, 0), Math.acos(Math.sqrt(cos2))))).toBeLessThan(1e-9);
});

test("below the critical angle of 28.07° a lossless fluid reflects all, with the phase 2 atan(√(cos²β − n²)/(m sin β)) of a time factor e^{iωt}", () => {
  for (const beta of [2, 10, 20, 27.9].map((x) => x * DEG)) {
    const factor = reflected(fluid(1700, 1500, 0), beta);
    expect(modulus(factor)).toBeCloseTo(1, 12);
    const n = 1500 / 1700;
    const lag = 2 * Math.atan(Math.sqrt(Math.cos(beta) * Math.cos(beta) - n * n) / (1.5 * Math.sin(beta)));
    expect(Math.atan2(factor[1], factor[0])).toBeCloseTo(lag, 12);
  }
});

test("attenuation of 0.5 dB a wavelength takes sound below the critical angle too; a boundary of water itself sends nothing back", () => {
  expect(modulus(reflected(fluid(1700, 1500, 0.5), 15 * DEG))).toBeLessThan(0.98);
  for (const beta of [1, 30, 90]) expect(modulus(reflected(fluid(1500, 1000, 0), beta * DEG))).toBeLessThan(1e-12);
});

test("a solid: with little shear it is the fluid; straight on, shear makes no difference; without losses energy is kept below all critical angles", () => {
  const beta = 50 * DEG;
  const weak = reflected(solid(1), beta);
  const [re, im] = reflected({ ...solid(0) }, beta);
  // The transmitted shear wave takes (c_s/c)³ of it.
  expect(weak[0]).toBeCloseTo(re, 5);
  expect(weak[1]).toBeCloseTo(im, 5);
  expect(reflected(solid(1200), 90 * DEG)[0]).toBeCloseTo(reflected(solid(0), 90 * DEG)[0], 12);
  // c_s = 1800 > 1500: critical for shear at 33.6°, for pressure at 51.3°.
  expect(modulus(reflected(solid(1800), 30 * DEG))).toBeCloseTo(1, 12);
  expect(modulus(reflected(solid(1800), 40 * DEG))).toBeLessThan(0.999);
});

test("a lossless solid above both critical angles is the impedance Z_p cos² 2θ_s + Z_s sin² 2θ_s", () => {
  const [c, cp, cs, m] = [1500, 2400, 1000, 2];
  for (const beta of [55, 70, 85].map((x) => x * DEG)) {
    const kx = Math.cos(beta) / c;
    const [gw, gp, gs] = [c, cp, cs].map((speed) => Math.sqrt(1 / (speed * speed) - kx * kx));
    const a = 1 - 2 * kx * kx * cs * cs;
    // Z_p = m/γ_p, Z_s = m/γ_s, Z_w = 1/γ_w; cos 2θ_s = 1 − 2 k_x² c_s², sin 2θ_s = 2 k_x γ_s c_s².
    const total = (m / gp) * a * a + (m / gs) * 4 * kx * kx * gs * gs * cs * cs * cs * cs;
    const expected = (total - 1 / gw) / (total + 1 / gw);
    const [re, im] = reflected(solid(cs), beta);
    expect(re).toBeCloseTo(expected, 12);
    expect(im).toBeCloseTo(0, 12);
  }
});

test("a rough boundary keeps exp(−2 (k σ sin β)²) of the pressure: k = 4.189/m, σ = 0.1 m, 30° give 0.9160", () => {
  expect(reflected(RIGID, 30 * DEG, 0.1)[0]).toBeCloseTo(Math.exp(-2 * (4.18879 * 0.1 * 0.5) ** 2), 6);
  expect(reflected(RIGID, 30 * DEG, 0.1)[0]).toBeCloseTo(0.916, 4);
});

test("no angle and no half-space gives a number that is not finite, nor one above 1", () => {
  for (const c of [200, 1499, 1500, 1501, 6000]) {
    for (const attenuation of [0, 1e-9, 0.5, 20]) {
      for (const shear of [0, 100, 0.8 * c]) {
        const half: BeyondBoundary = {
          ...solid(shear, attenuation),
          soundSpeed_mps: c,
          attenuation_dBpWavelength: attenuation,
        } as BeyondBoundary;
        for (const beta of [1e-9, 1e-5, 0.1, 0.7, 1.57, Math.PI / 2]) {
          const size = modulus(reflected(half, beta));
          expect(size).toBeLessThan(1 + 1e-6);
        }
      }
    }
  }
});
