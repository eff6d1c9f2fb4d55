/** Gravity by latitude, and what the bottom is made of: from the world's file to the run, its log and its report. */
import { expect, test } from "vitest";
import { HIT, HIT_SIZE, WATER_COLUMN, WATER_COLUMN_SIZE } from "../src/environment/index.ts";
import { openLog } from "../src/logging/index.ts";
import type { Scenario } from "../src/scenario/index.ts";
import { runToEnd, scenarioOf } from "./support/scenarios.ts";

const REMUS = 'file="components/vehicles/remus100.xml"';

function worldOf(world: string, overrides: readonly string[] = []): Scenario {
  return scenarioOf(
    `<scenario id="t" duration_s="1">${world}<vehicle id="auv" ${REMUS} position_m="0 0 5"/></scenario>`,
    overrides,
  );
}

const g = (world: string, overrides: readonly string[] = []): number => worldOf(world, overrides).world.gravity_mps2;

test.each([
  // Equator and pole: constants of WGS-84.
  [0, 9.7803253359],
  [90, 9.8321849378],
  [-90, 9.8321849378],
  // In between: Somigliana's form with both of them and the two axes, (a γ_e cos² + b γ_p sin²) / √(a² cos² + b² sin²).
  [45, (6378137 * 9.7803253359 + 6356752.3142 * 9.8321849378) / Math.sqrt(2 * (6378137 ** 2 + 6356752.3142 ** 2))],
])("a world at %d° has the gravity of the ellipsoid there, %d m/s²", (latitude, gravity_mps2) => {
  // The constants have eleven digits; those of the formula in the code are rounded to twelve.
  expect(Math.abs(g(`<world latitude_deg="${latitude}"/>`) - gravity_mps2)).toBeLessThan(2e-10);
});

test("gravity that is given stays; that of water with a stated latitude is taken; a default latitude states nothing", () => {
  const water = (more: string) => `<water temperature_degC="10" salinity_psu="35" ${more}/>`;
  expect(g('<world latitude_deg="0" gravity_mps2="9.9"/>')).toBe(9.9);
  expect(g(`<world>${water('latitude_deg="90"')}</world>`)).toBeCloseTo(9.8321849378, 9);
  expect(g(`<world latitude_deg="0">${water('latitude_deg="90"')}</world>`)).toBeCloseTo(9.7803253359, 9);
  expect(g(`<world>${water("")}</world>`)).toBe(9.81);
  expect(g("<world/>")).toBe(9.81);
  expect(g("")).toBe(9.81);
  expect(g("<world/>", ["world/latitude_deg=0"])).toBeCloseTo(9.7803253359, 9);
});

test("water that does not say where it is has the pressure of the world's latitude: ρ g z, 0.53 % more at the pole", () => {
  const pressure = (latitude: string, own = ""): number => {
    const { sea } = worldOf(
      `<world ${latitude}><water temperature_degC="10" salinity_psu="35" density_kgpm3="1000" ${own}/></world>`,
    );
    const out = new Float64Array(WATER_COLUMN_SIZE);
    sea!.water!.waterInto(out, 0, Float64Array.of(0, 0, 100, 0), 0);
    return out[WATER_COLUMN.pressure_dbar]!;
  };
  // Of one density: 1000 kg/m³ · g · 100 m / 10⁴ Pa; g has eleven digits.
  expect(pressure('latitude_deg="90"')).toBeCloseTo(98.321849378, 8);
  expect(pressure('latitude_deg="0"')).toBeCloseTo(97.803253359, 8);
  expect(pressure('latitude_deg="90"', 'latitude_deg="0"')).toBeCloseTo(97.803253359, 8);
});

test("a hull of 30.2 l and 31 kg in water of 1026 kg/m³ is pressed up by its 0.98 N at 9.81 and by 0.3 % less at the equator", () => {
  // Released at rest, the first acceleration is that of net buoyancy, (ρ V − m) g / (m + A): in proportion to g.
  const rise = (world: string): number => {
    const scenario = worldOf(world, ["auv/hull/model=fossen", "auv/hull/mass_kg=30.9"]);
    const { run } = runToEnd(scenario);
    return 5 - run.summary().get("auv")!.final.depth_m;
  };
  const [usual, equator] = [rise("<world/>"), rise('<world latitude_deg="0"/>')];
  expect(usual).toBeGreaterThan(1e-3);
  // Linear in g but for drag, which grows with the square of a speed of millimetres per second: far below 1e-3 of the rise.
  expect(Math.abs(equator / usual - 9.7803253359 / 9.81)).toBeLessThan(1e-3);
});

test("a bottom tells what it is made of: to rays, to the log; the log says nothing of a bottom of which nothing is said", () => {
  const ground = (more: string) => worldOf(`<world><bottom id="ground" depth_m="20" ${more}/></world>`);
  const sandy = ground('type="sand" roughness_m="0.05"');
  const hit = new Float64Array(HIT_SIZE);
  sandy.sea!.scene!.castInto(hit, 0, Float64Array.of(0, 0, 0, 0, 0, 1, 100), 0);
  expect(sandy.sea!.scene!.materialOf(hit[HIT.object]!)).toEqual({
    ...{ type: "sand", densityRatio: 1.845, soundSpeedRatio: 1.1782, lossParameter: 0.01624, roughness_m: 0.05 },
    // (1.845 · 1.1782 − 1) / (1.845 · 1.1782 + 1), where 1.845 · 1.1782 = 2.173779
    ...{ reflection: expect.closeTo(1.173779 / 3.173779, 12), absorption_dB: 0 },
  });
  const about = (scenario: Scenario) => {
    const { log } = runToEnd(scenario);
    const source = { size: log.length, read: (from: number, length: number) => log.subarray(from, from + length) };
    return openLog(source, null).metadata.get("sea");
  };
  expect(about(sandy)).toMatchObject({ bottomType: "sand", bottomRoughness_m: "0.05", bottomDensityRatio: "1.845" });
  expect(about(ground(""))).toEqual({ gravity_mps2: "9.81", units: "{}" });
  expect(about(worldOf("<world/>"))).toBeUndefined();
});

test.each([
  'depth_m="20"',
  'model="slope" depth_m="20" slope_deg="5"',
  'model="seamount" depth_m="20" height_m="5" sigma_m="10"',
  'model="generated" depth_m="20" seed="1" relief_m="1" longestScale_m="20" octaves="2" extent_m="40 40" spacing_m="1"',
])("type and roughness are read by the bottom %s", (bottom) => {
  const { sea } = worldOf(`<world><bottom id="ground" ${bottom} type="clay" roughness_m="0.01"/></world>`);
  expect(sea!.scene!.materialOf(-1)).toMatchObject({ type: "clay", roughness_m: 0.01 });
});
