import { expect, test } from "vitest";
import { RAD_PER_DEG } from "../../core/index.ts";
import { pressureFromDepth_dbar } from "./pressure.ts";
import { validity } from "./seawater.ts";
import { type SoundSpeedModel, soundSpeed_mps, soundSpeedFormulas } from "./sound-speed.ts";

/** Model, S, T68, pressure, depth, latitude in degrees, published or derived value with three decimals. */
const TABLE: readonly (readonly [SoundSpeedModel, number, number, number, number, number, number])[] = [
  ["unesco", 40, 40, 10000, 0, 0, 1731.995],
  ["unesco", 35, 0, 0, 0, 0, 1449.139],
  ["unesco", 35, 10, 0, 0, 0, 1489.822],
  ["unesco", 35, 0, 5000, 0, 0, 1533.969],
  ["unesco", 25, 0, 0, 0, 0, 1435.79],
  ["unesco", 0, 0, 0, 0, 0, 1402.388],
  ["unesco", 0, 20, 0, 0, 0, 1482.343],
  ["mackenzie", 35, 25, 0, 1000, 0, 1550.744],
  ["mackenzie", 35, 27, 0, 10, 0, 1539.087],
  ["medwin", 35, 10, 0, 0, 0, 1489.99],
  ["medwin", 35, 25, 0, 1000, 0, 1550.356],
  ["leroy", 35, 3, 0, 10, 45, 1462.463],
  ["leroy", 38, 13, 0, 1000, 43, 1520.217],
  ["leroy", 38, 13, 0, 1000, -43, 1520.217],
];

test.each(TABLE)("%s at S %d, %d °C, %d dbar, %d m, %d° is %d m/s", (model, S, T, p, z, latitude, c) => {
  const found = soundSpeed_mps(model, {
    salinity_psu: S,
    t68_degC: T,
    pressure_dbar: p,
    depth_m: z,
    latitude_rad: latitude * RAD_PER_DEG,
  });
  // Half a unit of the third decimal.
  expect(Math.abs(found - c)).toBeLessThan(5.1e-4);
});

test("in the water all four were made for they agree within 0.75 m/s", () => {
  for (const t68_degC of [4, 10, 18]) {
    for (const salinity_psu of [33, 35, 37]) {
      for (const depth_m of [0, 300, 900]) {
        // The standard ocean's pressure at 45°, to 0.1 dbar: 0.002 m/s.
        const pressure_dbar = depth_m * (1.0082 + 2.4e-6 * depth_m);
        const sample = { t68_degC, salinity_psu, depth_m, pressure_dbar, latitude_rad: Math.PI / 4 };
        const all = Object.keys(soundSpeedFormulas).map((model) => soundSpeed_mps(model as SoundSpeedModel, sample));
        // Each claims 0.1 to 0.2 m/s; the widest gap, 0.67, is between the short formula and UNESCO's at 900 m. A wrong sign
        // or power in any term is larger.
        expect(Math.max(...all) - Math.min(...all)).toBeLessThan(0.75);
      }
    }
  }
});

test("Medwin's formula lies as far from the others as sound-speed.ts says", () => {
  const others = ["unesco", "mackenzie", "leroy"] as const;
  /** Largest distance from another formula over temperatures, salinities and depths, by steps of 1 °C, 1 and 100 m. */
  const farthest = (
    other: SoundSpeedModel,
    [T0, T1]: readonly [number, number],
    [S0, S1]: readonly [number, number],
    deepest_m: number,
  ): number => {
    let worst = 0;
    for (let depth_m = 0; depth_m <= deepest_m; depth_m += 100) {
      const pressure_dbar = pressureFromDepth_dbar(depth_m, Math.PI / 4);
      for (let t68_degC = T0; t68_degC <= T1; t68_degC++) {
        for (let salinity_psu = S0; salinity_psu <= S1; salinity_psu++) {
          const sample = { t68_degC, salinity_psu, depth_m, pressure_dbar, latitude_rad: Math.PI / 4 };
          worst = Math.max(worst, Math.abs(soundSpeed_mps("medwin", sample) - soundSpeed_mps(other, sample)));
        }
      }
    }
    return worst;
  };
  // The stated figures are rounded up to two digits: the largest lies within one unit of the last digit below them.
  const surface = others.map((other) => farthest(other, [2, 30], [35, 35], 0));
  expect(Math.max(...surface)).toBeLessThan(0.26);
  expect(Math.max(...surface)).toBeGreaterThan(0.25);
  expect(surface[2]).toBeGreaterThan(0.215); // 0.22 to two digits
  expect(surface[2]).toBeLessThan(0.225);
  const sea = Math.max(...others.map((other) => farthest(other, [2, 30], [30, 40], 1000)));
  expect(sea).toBeLessThan(1.2);
  expect(sea).toBeGreaterThan(1.1);
  const whole = farthest("unesco", [0, 35], [0, 40], 1000);
  expect(whole).toBeLessThan(1.5);
  expect(whole).toBeGreaterThan(1.4);
  expect(soundSpeedFormulas.medwin.doc).toContain("within 0.26 m/s");
  expect(soundSpeedFormulas.medwin.doc).toContain("within 1.2 m/s");
});

test("Mackenzie says that a lake is not for it, and Leroy that it is", () => {
  const lake = { t68_degC: 15, salinity_psu: 0.2, depth_m: 20, pressure_dbar: 20 };
  expect(validity(soundSpeedFormulas.mackenzie, lake)).toEqual(["salinity_psu = 0.2 is below 25"]);
  expect(validity(soundSpeedFormulas.leroy, lake)).toEqual([]);
  expect(validity(soundSpeedFormulas.medwin, { ...lake, depth_m: 1500 })).toEqual(["depth_m = 1500 is above 1000"]);
});
