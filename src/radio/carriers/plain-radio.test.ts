import { expect, test } from "vitest";
import { PATH, PATH_SIZE, type Transducer } from "../../environment/index.ts";
import { POLARISATIONS } from "../boundary.ts";
import { waterLoss_dB } from "../water-link.ts";
import { PlainRadio, type PlainRadioParams } from "./plain-radio.ts";

const WORLD = { described: { constants: {}, quantities: [] }, ambient_dB: () => 0 };
const C = 299_792_458;
const PLAIN: PlainRadioParams = {
  noiseFigure_dB: 6,
  noiseTemperature_K: 290,
  waterSpreading: "none",
  airModel: "free-space",
  polarisation: "in-plane",
  fading: null,
};
const antenna = (frequency_Hz: number): Transducer => ({
  medium: "radio",
  frequency_Hz,
  bandwidth_Hz: 1e5,
  pattern: null,
  greatestLevel_dB: 20,
  leastSnr_dB: 0,
});
const posed = (...p: number[]): Float64Array => Float64Array.of(...p, 1, 0, 0, 0, 0, 0, 0);
function path(p: Partial<PlainRadioParams>, f: number, from: Float64Array, to: Float64Array): Float64Array | null {
  const carrier = new PlainRadio(WORLD, { ...PLAIN, ...p });
  const out = new Float64Array(PATH_SIZE);
  return carrier.pathInto(out, 0, antenna(f), from, 0, antenna(f), to, 0, new Float64Array(1)) ? out : null;
}

test("in air: Friis' 100.0 dB over 1 km at 2.4 GHz, d/c = 3.336 µs, noise kTB + F = −117.98 dBm in 100 kHz", () => {
  const out = path({}, 2.4e9, posed(0, 0, -2), posed(1000, 0, -2))!;
  expect(out[PATH.gain_dB]).toBeCloseTo(-20 * Math.log10((4 * Math.PI * 1000 * 2.4e9) / C), 9);
  expect(out[PATH.delay_s]).toBeCloseTo(1000 / C, 18);
  expect(out[PATH.noise_dB]).toBeCloseTo(10 * Math.log10(1.380649e-23 * 290 * 1e5 * 1000) + 6, 9);
});

test("two rays beyond the crossover: 40 log d − 20 log h₁h₂", () => {
  const out = path({ airModel: "two-ray" }, 2.4e9, posed(0, 0, -1), posed(3000, 0, -2))!;
  const d = Math.hypot(3000, 1);
  expect(out[PATH.gain_dB]).toBeCloseTo(-(40 * Math.log10(d) - 20 * Math.log10(2)), 9);
});

test("in water of 0.01 S/m at 10 MHz: 1.818 dB/m and nothing else, as the thesis has it", () => {
  const given = { conductivity_Spm: 0.01, relativePermittivity: 80 };
  const out = path(given, 1e7, posed(0, 0, 3), posed(0, 10, 3))!;
  expect(out[PATH.gain_dB]).toBeCloseTo(-waterLoss_dB({ frequency_Hz: 1e7, spreading: "none", ...given }, 10), 9);
  expect(out[PATH.gain_dB]).toBeCloseTo(-18.18, 2);
});

test("an antenna of 2.4 GHz that goes under 0.2 m of sea water loses over 150 dB more than above it", () => {
  const above = path({}, 2.4e9, posed(0, 0, -1), posed(100, 0, -0.2))!;
  const below = path({}, 2.4e9, posed(0, 0, -1), posed(100, 0, 0.2))!;
  expect(above[PATH.gain_dB]! - below[PATH.gain_dB]!).toBeGreaterThan(150);
});

test("straight up through calm fresh water: absorption, the step of impedance 4n/(n + 1)², and Friis over z + n h", () => {
  // Next to no conduction: n = √80, 𝒯 = 4 n/(n + 1)².
  const n = Math.sqrt(80 / 1.0006);
  const given = { conductivity_Spm: 1e-9, relativePermittivity: 80, waterSpreading: "friis" } as const;
  const out = path(given, 1e8, posed(0, 0, 2), posed(0, 0, -5))!;
  const step = -10 * Math.log10((4 * n) / (n + 1) ** 2);
  const friis = 20 * Math.log10((4 * Math.PI * (2 + Math.sqrt(80) * 5) * 1e8) / C);
  expect(out[PATH.gain_dB]).toBeCloseTo(-(step + friis), 4);
  expect(out[PATH.delay_s]).toBeCloseTo((2 * Math.sqrt(80) + 5) / C, 15);
  expect([...out.slice(PATH.direction_N, PATH.direction_N + 3)].map((x) => Math.abs(x))).toEqual([0, 0, 1]);
  expect(out[PATH.direction_N + 2]).toBe(1);
});

test.each(POLARISATIONS)("is the same both ways through the surface, %s", (polarisation) => {
  for (const waterSpreading of ["none", "spherical", "friis"] as const) {
    const p = { polarisation, waterSpreading };
    const up = path(p, 1e7, posed(0, 0, 1.5), posed(30, 10, -4))!;
    const down = path(p, 1e7, posed(30, 10, -4), posed(0, 0, 1.5))!;
    expect(down[PATH.gain_dB]).toBeCloseTo(up[PATH.gain_dB]!, 9);
    expect(down[PATH.delay_s]).toBeCloseTo(up[PATH.delay_s]!, 15);
  }
});

test("nothing within 10 km and outside the reach is over the noise", () => {
  const carrier = new PlainRadio(WORLD, PLAIN);
  const reach = carrier.reach_m(antenna(2.4e9), 20, antenna(2.4e9));
  expect(Number.isFinite(reach)).toBe(true);
  const out = new Float64Array(PATH_SIZE);
  carrier.pathInto(
    out,
    0,
    antenna(2.4e9),
    posed(0, 0, -1),
    0,
    antenna(2.4e9),
    posed(reach, 0, -1),
    0,
    new Float64Array(1),
  );
  expect(20 + out[PATH.gain_dB]! - out[PATH.noise_dB]!).toBeLessThan(0);
});
