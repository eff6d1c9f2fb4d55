import { expect, test } from "vitest";
import { PlaneBottom, slopeGradient } from "../../environment/geometry/formula-bottoms.ts";
import { materialOf, Scene, WaterColumn } from "../../environment/index.ts";
import { StandardOcean } from "../../environment/water/pressure.ts";
import { ConstantScalar, MapScalar, ProfileScalar, type ScalarSource } from "../../environment/water/scalar-source.ts";
import { rectilinearAxis } from "../../math/index.ts";
import { DEG, list } from "../test/ray-cases.ts";
import { type PlaneOptions, planeOf } from "./plane.ts";
import { problemsOf } from "./problems.ts";

const water = (temperature: ScalarSource[] = [new ConstantScalar(10)], soundSpeed_mps?: number): WaterColumn =>
  new WaterColumn({
    temperature,
    salinity: [new ConstantScalar(35)],
    pressure: new StandardOcean(0.76),
    latitude_rad: 0.76,
    pH: 8,
    soundSpeedModel: "unesco",
    absorptionModel: "francois-garrison",
    soundSpeed_mps,
  });

const options: PlaneOptions = {
  frequency_Hz: 25_000,
  source_m: list(100, -50, 20),
  azimuth_rad: 90 * DEG,
  t_s: 0,
  maxRange_m: 2000,
  receiverRanges_m: list(500, 2000),
  receiverDepths_m: list(30),
  fan: { count: 101, from_rad: -1, to_rad: 1 },
};

test("water of one temperature over a level bottom: one profile, one depth, straight pieces where the gradient is constant", () => {
  const sea = planeOf(water(), new Scene(new PlaneBottom(100), []), options);
  expect(problemsOf(sea)).toEqual([]);
  expect(sea.bottom.ranges_m).toHaveLength(1);
  expect(sea.bottom.depths_m[0]).toBe(100);
  expect(sea.sound.ranges_m).toHaveLength(1);
  // 0.0165 m/s per m from the pressure.
  const { depths_m: z, soundSpeeds_mps: c } = sea.sound;
  expect((c.at(-1)! - c[0]) / (z.at(-1)! - z[0])).toBeCloseTo(0.0165, 3);
  expect(z.at(-1)).toBe(100);
});

test("a bottom that falls 5° to the east is 100 m + 2000 m · tan 5° deep at the end of a plane to the east, and level to the north", () => {
  const scene = new Scene(new PlaneBottom(100, [100, -50], slopeGradient(5 * DEG, 90 * DEG)), []);
  const east = planeOf(water(), scene, options);
  expect(east.bottom.ranges_m).toEqual(list(0, 2000));
  expect(east.bottom.depths_m[1]).toBeCloseTo(100 + 2000 * Math.tan(5 * DEG), 9);
  const north = planeOf(water(), scene, { ...options, azimuth_rad: 0 });
  expect(north.bottom.ranges_m).toHaveLength(1);
});

test("a thermocline is followed to 0.02 m/s by a few layers", () => {
  const profile = new ProfileScalar([0, 20, 30, 200], [18, 17.5, 9, 8], "clamp");
  const column = water([profile]);
  const sea = planeOf(column, new Scene(new PlaneBottom(100), []), options);
  const { depths_m, soundSpeeds_mps } = sea.sound;
  const record = new Float64Array(5);
  for (let z = 0; z < 100; z += 0.37) {
    const k = depths_m.findLastIndex((depth) => depth <= z);
    const share = (z - depths_m[k]) / (depths_m[k + 1] - depths_m[k]);
    const own = soundSpeeds_mps[k] + share * (soundSpeeds_mps[k + 1] - soundSpeeds_mps[k]);
    column.waterInto(record, 0, list(100, -50, z, 0), 0);
    // Halving stops at 0.1 m, and one corner of the profile may lie inside such a layer: 0.85 K/m · 3 m/s/K · 0.05 m.
    expect(Math.abs(own - record[4])).toBeLessThan(Math.abs(z - 20) < 0.2 || Math.abs(z - 30) < 0.2 ? 0.15 : 0.02);
  }
  expect(depths_m.length).toBeLessThan(20);
});

test("water that warms towards the east gives profiles along the plane", () => {
  const [axis, across] = [rectilinearAxis([-1000, 1000], "clamp"), rectilinearAxis([-3000, 3000], "clamp")];
  const column = water([new MapScalar(axis, across, [8, 14, 8, 14])]);
  const sea = planeOf(column, new Scene(new PlaneBottom(100), []), options);
  expect(sea.sound.ranges_m.length).toBeGreaterThan(10);
  const n = sea.sound.depths_m.length;
  const last = sea.sound.soundSpeeds_mps[(sea.sound.ranges_m.length - 1) * n];
  // 2 K, at 3.6 m/s/K near 11 °C.
  expect(last - sea.sound.soundSpeeds_mps[0]).toBeGreaterThan(6);
  expect(problemsOf(sea)).toEqual([]);
});

test("sand under water of 1500 m/s: 1.1782 times its speed, 1.845 times its density, 0.89 dB per wavelength; unknown ground is taken as that", () => {
  const bottom = new PlaneBottom(100);
  const fixed = water(undefined, 1500);
  for (const material of [materialOf("sand", 0.02), null]) {
    const sea = planeOf(fixed, new Scene(bottom, [], material), options);
    const [beyond] = sea.bottom.beyond;
    expect(beyond).toMatchObject({ model: "halfSpace", shearSpeed_mps: 0 });
    if (beyond.model !== "halfSpace") continue;
    expect(beyond.soundSpeed_mps).toBeCloseTo(1500 * 1.1782, 9);
    expect(beyond.density_kgpm3).toBeCloseTo(1845, 9);
    // 54.575 · 0.01624
    expect(beyond.attenuation_dBpWavelength).toBeCloseTo(0.8863, 4);
    expect(sea.bottom.roughness_m).toBe(material?.roughness_m ?? 0);
  }
});

test("a bottom known by its reflection alone sends that back at every angle; without a bottom nothing comes back", () => {
  const fixed = water(undefined, 1500);
  const scene = new Scene(new PlaneBottom(100), [], materialOf(undefined, 0, { reflection: 0.4 }));
  expect(planeOf(fixed, scene, options).bottom.beyond[0]).toMatchObject({ model: "table", magnitude: list(0.4) });
  const open = planeOf(fixed, new Scene(null, []), options);
  expect(open.bottom.depths_m[0]).toBe(130);
  expect(open.bottom.beyond[0]).toMatchObject({ soundSpeed_mps: 1500, density_kgpm3: 1000 });
  expect(problemsOf(open)).toEqual([]);
});
