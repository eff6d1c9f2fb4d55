import { expect, test } from "vitest";
import { density_kgpm3, eos80 } from "./density.ts";
import { t68From90_degC, t90From68_degC, validity } from "./seawater.ts";

/** Published to five decimals. */
const TABLE = [
  [0, 0, 0, 999.84259],
  [0, 5, 0, 999.96675],
  [0, 25, 0, 997.04796],
  [0, 30, 0, 995.65113],
  [0, 5, 10000, 1044.12802],
  [0, 25, 10000, 1037.90204],
  [0, 30, 10000, 1036.03149],
  [35, 0, 0, 1028.10633],
  [35, 5, 0, 1027.67547],
  [35, 25, 0, 1023.34306],
  [35, 30, 0, 1021.72864],
  [35, 5, 10000, 1069.48914],
  [35, 25, 10000, 1062.53817],
  [35, 30, 10000, 1060.55059],
] as const;

test.each(TABLE)("EOS-80 at S %d, %d °C, %d dbar is the published %d kg/m³", (S, T, p, rho) => {
  // Half a unit of the last printed decimal, and a little for the rounding of the print itself.
  expect(Math.abs(density_kgpm3(S, T, p) - rho)).toBeLessThan(5.1e-6);
});

test("at S 40, 40 °C, 10,000 dbar σ is the printed 59.82037 to a unit of its last digit: the exact value ends in 377", () => {
  expect(Math.abs(density_kgpm3(40, 40, 10000) - 1059.82037)).toBeLessThan(1e-5);
});

test("fresh water of 4, 10 and 20 °C weighs 999.9750, 999.7021 and 998.2063 kg/m³, and is heaviest near 4 °C", () => {
  // Given to four decimals.
  for (const [T, rho] of [
    [4, 999.975],
    [10, 999.7021],
    [20, 998.2063],
  ] as const) {
    expect(density_kgpm3(0, T, 0)).toBeCloseTo(rho, 4);
  }
  expect(density_kgpm3(0, 4, 0)).toBeGreaterThan(density_kgpm3(0, 3.5, 0));
  expect(density_kgpm3(0, 4, 0)).toBeGreaterThan(density_kgpm3(0, 4.5, 0));
});

test("outside its range it still answers, and says what is outside", () => {
  expect(density_kgpm3(45, 20, 0)).toBeGreaterThan(1030);
  expect(validity(eos80, { salinity_psu: 45, t68_degC: -3, pressure_dbar: 0 })).toEqual([
    "t68_degC = -3 is below -2",
    "salinity_psu = 45 is above 42",
  ]);
  expect(validity(eos80, { salinity_psu: 42, t68_degC: 40, pressure_dbar: 10000 })).toEqual([]);
  expect(validity(eos80, { pressure_dbar: Number.NaN })).toEqual(["pressure_dbar is not a number"]);
  expect(density_kgpm3(-1, 20, 0)).toBeNaN();
});

test("25 °C of today is 25.006 °C of 1968, and back", () => {
  expect(t68From90_degC(25)).toBeCloseTo(25.006, 12);
  expect(t90From68_degC(t68From90_degC(17.3))).toBeCloseTo(17.3, 14);
});
