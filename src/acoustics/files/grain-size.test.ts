import { expect, test } from "vitest";
import { sedimentOf } from "./grain-size.ts";

test("grain sizes at the joints of the polynomials: the pieces meet, speed within 0.3 %, density within 1.5 %, attenuation within 2 %", () => {
  for (const joint of [1, 5.3]) {
    const below = sedimentOf(joint - 1e-9);
    const above = sedimentOf(joint);
    // The pieces are fits of their own: what they miss each other by is theirs, a wrong digit would be more.
    expect(Math.abs(below.soundSpeed_mps / above.soundSpeed_mps - 1)).toBeLessThan(3e-3);
    expect(Math.abs(below.density_kgpm3 / above.density_kgpm3 - 1)).toBeLessThan(0.015);
  }
  for (const joint of [0, 2.6, 4.5, 6]) {
    const jump = sedimentOf(joint - 1e-9).attenuation_dBpWavelength / sedimentOf(joint).attenuation_dBpWavelength;
    expect(Math.abs(jump - 1)).toBeLessThan(0.02);
  }
});

test("M_z = 1.5, medium sand: ratios 1.1782 and 1.845 of the report's own table, as bottoms of type sand have them", () => {
  const sand = sedimentOf(1.5);
  // Four digits are printed.
  expect(Math.abs(sand.soundSpeed_mps / 1500 - 1.1782)).toBeLessThan(6e-4);
  expect(Math.abs(sand.density_kgpm3 / 1000 - 1.845)).toBeLessThan(6e-4);
  // δ = 0.01624 there: 54.575 δ = 0.8863 dB per wavelength. κ at 1.5 is 0.49235: 0.870; the table was rounded otherwise.
  expect(Math.abs(sand.attenuation_dBpWavelength - 0.8863)).toBeLessThan(0.02);
});
