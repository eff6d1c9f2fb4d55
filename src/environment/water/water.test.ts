import { expect, test } from "vitest";
import { componentMaker } from "../test/flow-probe.ts";
import { density_kgpm3 } from "./density.ts";
import { gravity_mps2 } from "./pressure.ts";
import { t68From90_degC } from "./seawater.ts";
import { constantWater, profileWater, water } from "./water.ts";
import { WATER_COLUMN_SIZE, type WaterColumn } from "./water-column.ts";

const { make, said, faults } = componentMaker([water, constantWater, profileWater], water);

function at(column: WaterColumn, depth_m: number): number[] {
  const out = new Float64Array(WATER_COLUMN_SIZE);
  column.waterInto(out, 0, Float64Array.of(0, 0, depth_m, 0), 0);
  return [...out];
}

test("the definitions are in order", () => {
  expect(faults).toEqual([]);
});

test("a lake of 25 °C and S 0.2 has 997.2 kg/m³ and 1496.9 m/s, and at 7 °C below 1000.3 kg/m³ and 1435.8 m/s", () => {
  const lake = make(
    'model="profile" depths_m="0 5 40" temperatures_degC="25 25 7" salinities_psu="0.2 0.2 0.2" latitude_deg="43.656"',
  );
  const [, , , rho, c] = at(lake, 0);
  expect(rho).toBeCloseTo(997.2, 1);
  expect(c).toBeCloseTo(1496.9, 1);
  const [T, , p, rhoBelow, cBelow] = at(lake, 50);
  expect(T).toBe(7);
  // 50 m of 997 … 1000 kg/m³ under 9.805 m/s²: 48.9 … 49.0 dbar; a standard ocean would have 50.4.
  expect(p).toBeGreaterThan(48.9);
  expect(p).toBeLessThan(49.05);
  // The figures are for the bottom without naming its pressure; 49 dbar add 0.24 kg/m³ and 0.8 m/s.
  expect(Math.abs(rhoBelow! - 1000.26)).toBeLessThan(0.26);
  expect(Math.abs(cBelow! - 1435.8)).toBeLessThan(0.9);
});

test("fixed density and sound speed take the place of the formulas, and p = ρ g z", () => {
  const tank = make('temperature_degC="15" salinity_psu="0" density_kgpm3="1000" soundSpeed_mps="1500"');
  const [, , p, rho, c] = at(tank, 10);
  expect([rho, c]).toEqual([1000, 1500]);
  expect(p).toBeCloseTo(gravity_mps2(Math.PI / 4), 10);
  expect(tank.outsideAt(Float64Array.of(0, 0, 1e5, 0), 0)).toEqual([]);
});

test("a constant sea is denser below, by its own weight", () => {
  const sea = make('temperature_degC="4" salinity_psu="35"');
  const [, , p, rho] = at(sea, 1000);
  expect(rho).toBeCloseTo(density_kgpm3(35, t68From90_degC(4), p!), 10);
  expect(rho! - at(sea, 0)[3]!).toBeGreaterThan(4);
});

test("the chosen formulas are used", () => {
  const sea = make('temperature_degC="10" salinity_psu="35" soundSpeedModel="medwin" absorptionModel="thorp-3e-4"');
  // Medwin at the surface: 1489.99, and 0.0024 °C of scale · 3.6 m/s per °C.
  expect(at(sea, 0)[4]).toBeCloseTo(1489.999, 3);
  const out = new Float64Array(1);
  sea.absorptionInto(out, 0, Float64Array.of(10e3), 0, new Float64Array(4), 0);
  expect(out[0]).toBeCloseTo(1.1895, 4);
});

test.each([
  [
    "depths out of order",
    'model="profile" depths_m="0 20 10" temperatures_degC="1 2 3" salinities_psu="1 2 3"',
    "depths_m",
  ],
  [
    "a temperature too few",
    'model="profile" depths_m="0 10 20" temperatures_degC="1 2" salinities_psu="1 2 3"',
    "temperatures_degC has 2 numbers for 3 depths",
  ],
  [
    "a salinity too many",
    'model="profile" depths_m="0 10" temperatures_degC="1 2" salinities_psu="1 2 3"',
    "salinities_psu has 3 numbers for 2 depths",
  ],
  ["kelvins", 'temperature_degC="288" salinity_psu="35"', "temperature_degC = 288"],
  ["a negative salinity", 'temperature_degC="10" salinity_psu="-1"', "salinity_psu = -1"],
  ["an unknown formula", 'temperature_degC="10" salinity_psu="35" soundSpeedModel="wilson"', "wilson"],
  [
    "an edge rule that stops runs",
    'model="profile" depths_m="0 9" temperatures_degC="1 2" salinities_psu="1 2" edge="nan"',
    "nan",
  ],
])("%s is reported", (_, attributes, message) => {
  expect(said(attributes).join("\n")).toContain(message);
});

test("edge=extrapolate goes on as between the last two rows", () => {
  const rows = 'model="profile" depths_m="10 20" temperatures_degC="12 11" salinities_psu="35 36"';
  expect(at(make(`${rows} edge="extrapolate"`), 30).slice(0, 2)).toEqual([10, 37]);
  expect(at(make(rows), 30).slice(0, 2)).toEqual([11, 36]);
});
