import { expect, test } from "vitest";
import { type AbsorptionModel, absorption_dBpkm, absorptionFormulas } from "./absorption.ts";
import { type SeawaterSample, validity } from "./seawater.ts";

const at = (model: AbsorptionModel, f_kHz: number, sample: SeawaterSample = {}): number =>
  absorption_dBpkm(model, { frequency_Hz: 1000 * f_kHz, ...sample });

/** T, S, then 1, 10 and 100 kHz as printed by Francois and Garrison, pH 8 at the surface. */
test.each([
  [0, 30, [0.061, 1.12, 21.0], [0.0613, 1.1187, 20.965]],
  [0, 35, [0.064, 1.29, 23.4], [0.064, 1.2946, 23.437]],
  [10, 35, [0.06, 0.963, 33.6], [0.0601, 0.9626, 33.63]],
] as const)("Francois–Garrison's own table at %d °C and S %d is met to its printed digits", (T, S, printed, finer) => {
  [1, 10, 100].forEach((f_kHz, k) => {
    const found = at("francois-garrison", f_kHz, { t68_degC: T, salinity_psu: S, pH: 8 });
    // Three digits in print, two where the first is a zero: 1 unit of the last.
    expect(Math.abs(found / printed[k]! - 1)).toBeLessThan(1 / 120);
    expect(Number(found.toPrecision(3))).toBeCloseTo(Number(finer[k]!.toPrecision(3)), 10);
  });
});

/** By frequency in kHz; the facts give as many digits as stand here. */
const COLUMNS: readonly (readonly [
  string,
  AbsorptionModel,
  SeawaterSample,
  readonly (readonly [number, number, number])[],
])[] = [
  ["thorp-3e-4", "thorp-3e-4", {}, rows([0.069, 1.1895, 9.6737, 22.947, 34.319, 69.2, 151.6, 476.0])],
  [
    "Francois–Garrison, 10 °C",
    "francois-garrison",
    { t68_degC: 10 },
    rows([0.0601, 0.9626, 8.07, 20.895, 33.63, 73.14, 159.2, 495.4]),
  ],
  [
    "Ainslie–McColm, 10 °C",
    "ainslie-mccolm",
    { t68_degC: 10 },
    rows([0.0613, 0.9866, 8.2422, 21.321, 34.341, 76.15, 169.6, 535.6]),
  ],
  [
    "Fisher–Simmons, 10 °C",
    "fisher-simmons",
    { t68_degC: 10 },
    rows([0.0589, 0.7274, 6.2841, 17.662, 30.837, 74.96, 164.0, 508.4]),
  ],
  [
    "Francois–Garrison, Mediterranean",
    "francois-garrison",
    { t68_degC: 13, salinity_psu: 38, pH: 8.1, depth_m: 50 },
    rows([0.0677, 0.9729, 8.1177, 22.458, 38.458, 83.88, 162.6, 463.3]),
  ],
  [
    "Francois–Garrison, fresh, 15 °C",
    "francois-garrison",
    { t68_degC: 15, salinity_psu: 0 },
    rows([0.0003, 0.026, 0.2827, 1.0302, 2.5955, 23.36, 93.44, 373.8]),
  ],
];

/** [frequency, value, half a unit of its last given decimal]. */
function rows(values: readonly number[]): (readonly [number, number, number])[] {
  const decimals = [4, 4, 4, 3, 3, 2, 1, 1];
  return [1, 10, 33, 63, 100, 300, 600, 1200].map((f, k) => [f, values[k]!, 0.51 * 10 ** -decimals[k]!] as const);
}

test.each(COLUMNS)("%s: every frequency of the table of check values", (_, model, sample, table) => {
  for (const [f_kHz, value, tolerance] of table) {
    expect(Math.abs(at(model, f_kHz, sample) - value)).toBeLessThan(tolerance);
  }
});

test("at 50 kHz, 27 °C, pH 8.1, 10 m a public program prints 10.71 dB/km, and so does this one: 10.710", () => {
  const sample = { t68_degC: 27, salinity_psu: 35, pH: 8.1, depth_m: 10 };
  expect(at("francois-garrison", 50, sample)).toBeCloseTo(10.71, 3);
});

test("Thorp's first form at 10 kHz is 1.0936 (10/101 + 4000/4200 + 0.0305) = 1.1832, per kilometre", () => {
  expect(at("thorp-1967", 10)).toBeCloseTo(1.0936 * (10 / 101 + 4000 / 4200 + 0.0275 + 0.003), 12);
});

test("Thorp's forms differ in the third digit at 33 kHz: 9.647, 9.674 (two of them) and 9.620 dB/km", () => {
  // 0.11 · 1089/1090 + 44 · 1089/5189 = 9.34397, and 1089 · 2.75e-4 + 0.003 = 0.302475 or 1089 · 3e-4 + 0.0033 = 0.3300.
  expect(at("thorp-stojanovic", 33)).toBeCloseTo((0.11 * 1089) / 1090 + (44 * 1089) / 5189 + 0.302475, 12);
  expect(at("thorp-jkps", 33)).toBeCloseTo((0.11 * 1089) / 1090 + (44 * 1089) / 5189 + 0.33, 12);
  const shown = (model: AbsorptionModel): number => Number(at(model, 33).toFixed(3));
  expect(shown("thorp-stojanovic")).toBe(9.647);
  expect(shown("thorp-3e-4")).toBe(9.674);
  expect(shown("thorp-jkps")).toBe(9.674);
  expect(shown("thorp-1967")).toBe(9.62);
});

test("thorp-stojanovic changes its formula at 0.4 kHz, where it jumps up by 0.001 dB/km, and nowhere else", () => {
  // At 0.4 kHz: 0.01517 + 0.002 + 0.00176 = 0.01893 below, 0.01517 + 0.00172 + 0.00004 + 0.003 = 0.01993 at it.
  expect(at("thorp-stojanovic", 0.4)).toBeCloseTo((0.11 * 0.16) / 1.16 + (44 * 0.16) / 4100.16 + 4.4e-5 + 0.003, 12);
  expect(at("thorp-stojanovic", 0.3999999)).toBeCloseTo((0.11 * 0.16) / 1.16 + 0.002 + 0.00176, 7);
  expect(at("thorp-stojanovic", 0.2)).toBeCloseTo((0.11 * 0.04) / 1.04 + 0.002 + 0.00044, 12);
});

test("at 4 km the water's own part is P₃ of that at the surface: 0.85464 by Francois–Garrison, e^(−4/17) by Ainslie–McColm", () => {
  // Fresh water has no other part.
  const ratio = (model: AbsorptionModel): number =>
    at(model, 50, { salinity_psu: 0, t68_degC: 4, depth_m: 4000 }) / at(model, 50, { salinity_psu: 0, t68_degC: 4 });
  expect(ratio("francois-garrison")).toBeCloseTo(1 - 3.83e-5 * 4000 + 4.9e-10 * 16e6, 12);
  expect(ratio("ainslie-mccolm")).toBeCloseTo(Math.exp(-4 / 17), 12);
});

test("at 4 km the sulphate's part is P₂ of that at the surface: 0.5512 · c₀/c by Francois–Garrison, e^(−4/6) by Ainslie–McColm", () => {
  // What salt adds to fresh water, in water so acid that the boric part is gone: e^(0.78 pH ln 10) and e^(pH/0.56) below 1e-20.
  const added = (model: AbsorptionModel, depth_m: number): number => {
    const sample = { t68_degC: 4, pH: -30, depth_m };
    return at(model, 50, { ...sample, salinity_psu: 35 }) - at(model, 50, { ...sample, salinity_psu: 0 });
  };
  const ratio = (model: AbsorptionModel): number => added(model, 4000) / added(model, 0);
  // c = 1412 + 3.21 · 4 + 1.19 · 35 = 1466.49 m/s, and 0.0167 · 4000 = 66.8 more at 4 km.
  expect(ratio("francois-garrison")).toBeCloseTo(((1 - 1.37e-4 * 4000 + 6.2e-9 * 16e6) * 1466.49) / 1533.29, 10);
  expect(ratio("ainslie-mccolm")).toBeCloseTo(Math.exp(-4 / 6), 10);
});

test("Fisher–Simmons at 100 atm, 1013.25 dbar: 0.962357 of the water's part is left at 1 GHz, 0.9007 of the sulphate's at 100 kHz", () => {
  const both = (f_kHz: number): readonly number[] =>
    [0, 1013.25].map((pressure_dbar) => at("fisher-simmons", f_kHz, { t68_degC: 10, pressure_dbar }));
  // At 1 GHz acid and sulphate are below 1e-6 of the whole.
  const [water, deepWater] = both(1e6);
  expect(deepWater! / water!).toBeCloseTo(1 - 3.84e-4 * 100 + 7.57e-8 * 1e4, 6);
  // The sulphate at the surface, as printed: A₂ f₂ f²/(f₂² + f²), 8686 dB/km per Np/m; and what of it and of the water is lost.
  const f2_Hz = 1.55e7 * 283.1 * Math.exp(-3052 / 283.1);
  const sulphate = (8686 * (5.62e-8 + 7.52e-10 * 10) * f2_Hz * 1e10) / (f2_Hz ** 2 + 1e10);
  const lost = sulphate * (1.03e-3 * 100 - 3.7e-7 * 1e4) + (water! - deepWater!) * 1e-8;
  const [shallow, deep] = both(100);
  // What the sulphate loses at 1 GHz, 5 dB/km, is taken for water's: 5e-8 dB/km here.
  expect(shallow! - deep!).toBeCloseTo(lost, 6);
});

test("Ainslie–McColm stays within 10 % of Francois–Garrison in the range of both, as published", () => {
  for (const f_kHz of [0.2, 1, 5, 20, 80, 300, 1000]) {
    for (const t68_degC of [-1, 8, 20]) {
      for (const depth_m of [0, 1000, 3000]) {
        const sample = { t68_degC, depth_m, salinity_psu: 34, pH: 8 };
        const ratio = at("ainslie-mccolm", f_kHz, sample) / at("francois-garrison", f_kHz, sample);
        // "10 %" of the publication; its own figure shows single points a little beyond.
        expect(Math.abs(ratio - 1)).toBeLessThan(0.12);
      }
    }
  }
});

test("silence is not absorbed, in fresh water as in salt: 0 Hz gives 0, and only Thorp keeps his 0.003", () => {
  for (const salinity_psu of [0, 35]) {
    expect(at("francois-garrison", 0, { salinity_psu })).toBe(0);
    expect(at("ainslie-mccolm", 0, { salinity_psu })).toBe(0);
  }
  expect(at("thorp-3e-4", 0)).toBe(0.003);
});

test("each says where it was not made for: Thorp in a lake, Fisher–Simmons at S 38, Francois–Garrison at 100 Hz", () => {
  expect(validity(absorptionFormulas["thorp-3e-4"], { salinity_psu: 0.2, frequency_Hz: 33e3 })).toEqual([
    "salinity_psu = 0.2 is below 30",
  ]);
  expect(validity(absorptionFormulas["fisher-simmons"], { salinity_psu: 38, pH: 8 })).toEqual([
    "salinity_psu = 38 is above 35",
  ]);
  expect(validity(absorptionFormulas["francois-garrison"], { frequency_Hz: 100 })).toEqual([
    "frequency_Hz = 100 is below 200",
  ]);
});
