import fc from "fast-check";
import { expect, test } from "vitest";
import { conductivity_Spm, practicalSalinity_psu, pss78, STANDARD_CONDUCTIVITY_SPM } from "./conductivity.ts";
import { t68From90_degC, validity } from "./seawater.ts";

const water = (salinity_psu: number, t68_degC: number, pressure_dbar: number) => ({
  salinity_psu,
  t68_degC,
  pressure_dbar,
});

test("water of salinity 35 at 15 °C conducts 42.914 mS/cm", () => {
  // The coefficients of (5) sum to 35.0000 and those of (3) to 1 to about 1e-7.
  expect(Math.abs(conductivity_Spm(water(35, 15, 0)) - 4.2914)).toBeLessThan(2e-6);
});

/** R, T, p and the salinity that UNESCO 44 prints for them, page 9. */
test.each([
  [1, 15, 0, 35],
  [1.2, 20, 2000, 37.245628],
  [0.65, 5, 1500, 27.995347],
])("a ratio of %d at %d °C and %d dbar is a salinity of %d", (R, T, p, S) => {
  // Half a unit of the sixth decimal.
  expect(Math.abs(practicalSalinity_psu(R * STANDARD_CONDUCTIVITY_SPM, T, p) - S)).toBeLessThan(5.1e-7);
});

/** S, T, p and the ratio: UNESCO 44's check value and rows of its table, as public programs print them. */
test.each([
  [40, 40, 10000, 1.888091],
  [25, 10, 0, 0.65499],
  [25, 10, 1000, 0.662975],
])("a salinity of %d at %d °C and %d dbar has the ratio %d", (S, T, p, R) => {
  // Half a unit of the sixth decimal.
  expect(Math.abs(conductivity_Spm(water(S, T, p)) / STANDARD_CONDUCTIVITY_SPM - R)).toBeLessThan(6e-7);
});

test("salinity 34.86 at 10 °C of today's scale and 100 dbar: 37.99820 mS/cm, as the toolbox of TEOS-10 has it", () => {
  const found = conductivity_Spm(water(34.86, t68From90_degC(10), 100));
  // The same equations: rounding, and the end of its iteration, which is stated as 2e-14 of the ratio.
  expect(Math.abs(found - 3.799819884763376)).toBeLessThan(1e-9);
});

test("there and back gives the salinity again, from 0.01 to 42, to 1e-9", () => {
  const any = fc.tuple(
    fc.double({ min: 0.01, max: 42, noNaN: true }),
    fc.double({ min: -2, max: 35, noNaN: true }),
    fc.double({ min: 0, max: 10000, noNaN: true }),
  );
  fc.assert(
    fc.property(any, ([S, T, p]) => {
      const back = practicalSalinity_psu(conductivity_Spm(water(S, T, p)), T, p);
      // Rounding of some thirty operations on 42, and Newton's method at its end.
      expect(Math.abs(back - S)).toBeLessThan(1e-9);
    }),
    { seed: 78, numRuns: 500 },
  );
});

test("more salt and more warmth always conduct more", () => {
  for (let T = 0; T <= 34; T += 2) {
    for (let S = 0; S < 41.9; S += 0.1) {
      const here = conductivity_Spm(water(S, T, 0));
      expect(here).toBeGreaterThan(0);
      expect(conductivity_Spm(water(S + 0.1, T, 0))).toBeGreaterThan(here);
      expect(conductivity_Spm(water(S, T + 1, 0))).toBeGreaterThan(here);
    }
  }
});

test("salinity 0 conducts like distilled water, about 1.3e-4 S/m", () => {
  // The root of 0.1692 x = 30.2 x² is x = 0.0056; R_t = 3.1e-5 times 4.29 S/m. Two digits of it.
  const found = conductivity_Spm(water(0, 15, 0));
  expect(found).toBeGreaterThan(1.2e-4);
  expect(found).toBeLessThan(1.4e-4);
});

test("salinity has no step where the extension to low salinities begins", () => {
  for (const T of [0, 5, 15, 25, 30]) {
    const below = conductivity_Spm(water(2 - 1e-9, T, 0));
    const above = conductivity_Spm(water(2, T, 0));
    // dC/dS is below 0.25 S/m there; the step of the two formulas by themselves would be 4e-4 of salinity, 7e-5 S/m.
    expect(above - below).toBeGreaterThan(0);
    expect(above - below).toBeLessThan(1e-9);
  }
});

test("an instrument in the bath of a laboratory is reported to be outside", () => {
  expect(validity(pss78, water(50, 40, 0))).toEqual(["t68_degC = 40 is above 35", "salinity_psu = 50 is above 42"]);
  expect(conductivity_Spm(water(-1, 10, 0))).toBeNaN();
});
