import fc from "fast-check";
import { expect, test } from "vitest";
import { uniform } from "../../../test/support/uniform.ts";
import { RAD_PER_DEG } from "../../core/index.ts";
import { density_kgpm3 } from "./density.ts";
import { HydrostaticPressure } from "./hydrostatic.ts";
import { depthFromPressure_m, freezingPoint_degC, gravity_mps2, pressureFromDepth_dbar } from "./pressure.ts";
import { t68From90_degC } from "./seawater.ts";

test("10,000 dbar at 30° are 9712.653 m; 500 dbar at 0, 30, 45 and 90° are 496.653, 495.998, 495.343 and 494.034 m", () => {
  expect(depthFromPressure_m(10000, 30 * RAD_PER_DEG)).toBeCloseTo(9712.653, 3);
  const found = [0, 30, 45, 90].map((latitude) => depthFromPressure_m(500, latitude * RAD_PER_DEG));
  [496.653, 495.998, 495.343, 494.034].forEach((z, k) => {
    // The table has three decimals.
    expect(Math.abs(found[k]! - z)).toBeLessThan(5.1e-4);
  });
});

test("the inverse returns the depth within 1e-9 m at all latitudes and down to the deepest trench", () => {
  fc.assert(
    fc.property(uniform(0, 11000), uniform(-Math.PI / 2, Math.PI / 2), (depth_m, latitude_rad) => {
      const back = depthFromPressure_m(pressureFromDepth_dbar(depth_m, latitude_rad), latitude_rad);
      expect(Math.abs(back - depth_m)).toBeLessThan(1e-9);
    }),
    { seed: 501 },
  );
  expect(pressureFromDepth_dbar(-2, 0)).toBe(0);
});

test("gravity is 9.78033, 9.80498, 9.80620 and 9.83218 m/s² at 0, 43.656, 45 and 90°, the same south of the equator", () => {
  [
    [0, 9.78033],
    [43.656, 9.80498],
    [45, 9.8062],
    [90, 9.83218],
  ].forEach(([latitude, g]) => {
    expect(gravity_mps2(latitude! * RAD_PER_DEG)).toBeCloseTo(g!, 5);
    expect(gravity_mps2(-latitude! * RAD_PER_DEG)).toBe(gravity_mps2(latitude! * RAD_PER_DEG));
  });
});

test("water of S 40 at 500 dbar freezes at −2.588567 °C, fresh water at the surface at 0", () => {
  expect(freezingPoint_degC(40, 500)).toBeCloseTo(-2.588567, 6);
  expect(freezingPoint_degC(0, 0)).toBeCloseTo(0, 12);
});

function pressureAt(law: HydrostaticPressure, depth_m: number): number {
  const out = Float64Array.of(depth_m);
  law.pressureInto(out, 0, out, 0);
  return out[0]!;
}

test("integrated through the standard ocean, S 35 and 0 °C, the weight of the water agrees with UNESCO's depths", () => {
  for (const latitude of [0, 30, 60, 90]) {
    const latitude_rad = latitude * RAD_PER_DEG;
    const ocean = new HydrostaticPressure({ temperature_degC: () => 0, salinity_psu: () => 35 }, latitude_rad);
    for (const p of [100, 500, 1000, 3000, 10000]) {
      // The formula is a fit to the same integral, within 0.1 m by its authors; near the surface much better.
      const found = pressureAt(ocean, depthFromPressure_m(p, latitude_rad));
      expect(Math.abs(found - p)).toBeLessThan(p <= 1000 ? 2e-3 : 0.1);
    }
  }
});

test("a tank of one given density has p = ρ g z exactly, and nothing above its surface", () => {
  const tank = new HydrostaticPressure(
    { temperature_degC: () => 20, salinity_psu: () => 0, density_kgpm3: 1000 },
    45 * RAD_PER_DEG,
  );
  const g = gravity_mps2(45 * RAD_PER_DEG);
  // The sum of 200 equal cells: rounding only.
  for (const z of [0.3, 7, 199.5, 850.2, 12500]) expect(pressureAt(tank, z)).toBeCloseTo((g * z) / 10, 9);
  expect([-1, 0].map((z) => pressureAt(tank, z))).toEqual([0, 0]);
  expect(pressureAt(tank, Number.NaN)).toBeNaN();
});

test("through a thermocline the slope of the pressure is the local ρ g, and neither has a jump at the borders of cells", () => {
  const temperature_degC = (z: number): number => (z < 20.4 ? 25 : Math.max(13, 25 - (z - 20.4)));
  const law = new HydrostaticPressure({ temperature_degC, salinity_psu: () => 38 }, 0.75);
  const slope = (z: number): number => (pressureAt(law, z + 1e-4) - pressureAt(law, z - 1e-4)) / 2e-4;
  for (const z of [5.5, 20.1, 27.3, 150.7, 199.9999, 205, 1500]) {
    const rho = density_kgpm3(38, t68From90_degC(temperature_degC(z)), pressureAt(law, z));
    const g = gravity_mps2(0.75) + 2.184e-6 * pressureAt(law, z);
    // Where the profile bends inside a cell of 1 m, dρ/dz changes by 0.3 kg/m⁴: ρ is off by up to a few hundredths.
    expect(Math.abs(slope(z) - (rho * g) / 1e4)).toBeLessThan(5e-5);
  }
  for (const z of [1, 200, 210, 5000]) {
    expect(Math.abs(pressureAt(law, z + 1e-9) - pressureAt(law, z - 1e-9))).toBeLessThan(1e-8);
  }
});
