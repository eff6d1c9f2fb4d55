import { expect, test } from "vitest";
import { rayOf } from "../test/rays.ts";
import { attenuation_dBpWavelength, BOTTOM_TYPES, MATERIAL_TYPES, materialOf } from "./bottom-types.ts";
import { PlaneBottom } from "./formula-bottoms.ts";
import { Sphere } from "./primitives.ts";
import { HIT, HIT_SIZE } from "./ray.ts";
import { Scene } from "./scene.ts";

test("medium sand under 1023 kg/m³ and 1528 m/s has 1887.44 kg/m³ and 1800.29 m/s, as the table's copy prints them", () => {
  const sand = materialOf("sand", 0.02);
  // Printed to 0.01: off by 0.005 at most, and by rounding.
  expect(Math.abs(sand!.densityRatio * 1023 - 1887.44)).toBeLessThan(0.005001);
  expect(Math.abs(sand!.soundSpeedRatio * 1528 - 1800.29)).toBeLessThan(0.005001);
  expect(sand!.roughness_m).toBe(0.02);
});

test("δ = 0.01624 is an attenuation of 8.686 · 2π · 0.01624 = 0.8863 dB per wavelength", () => {
  expect(attenuation_dBpWavelength(materialOf("sand", 0)!)).toBeCloseTo(0.8863, 4);
});

test("from clay to rock every grade is at least as dense and as fast as the one before", () => {
  const grades = [...BOTTOM_TYPES].reverse().map((type) => materialOf(type, 0)!);
  expect(grades.map(({ type }) => type).slice(0, 2)).toEqual(["clay", "mud"]);
  grades.slice(1).forEach((grade, k) => {
    expect(grade.densityRatio).toBeGreaterThanOrEqual(grades[k].densityRatio);
    expect(grade.soundSpeedRatio).toBeGreaterThanOrEqual(grades[k].soundSpeedRatio);
  });
});

test("what a ray hits has its material: that of the bottom, nothing of a sphere, nothing of nothing", () => {
  const scene = new Scene(new PlaneBottom(20), [new Sphere([0, 0, 10], 2)], materialOf("mud", 0));
  const hit = new Float64Array(HIT_SIZE);
  const struck = (origin: readonly number[], direction: readonly number[]) => {
    scene.castInto(hit, 0, rayOf(origin, direction), 0);
    return scene.materialOf(hit[HIT.object]);
  };
  expect(struck([5, 0, 0], [0, 0, 1])?.type).toBe("mud");
  expect(struck([0, 0, 0], [0, 0, 1])).toBeNull();
  expect(struck([5, 0, 0], [0, 0, -1])).toBeNull();
});

test("roughness alone is reported too, without inventing a type; a bottom of which nothing is said has no material", () => {
  expect(materialOf(undefined, 0.1)).toMatchObject({ type: null, densityRatio: Number.NaN, roughness_m: 0.1 });
  expect(materialOf(undefined, 0)).toBeNull();
});

test("steel sends back 94 % of the amplitude, concrete 68 %, butyl rubber 5 %: (Z − Z_w) / (Z + Z_w) of the stated densities and speeds", () => {
  const of = (density: number, speed: number): number =>
    Math.abs(density * speed - 1026 * 1500) / (density * speed + 1026 * 1500);
  const expected = { steel: of(7850, 5900), concrete: of(2400, 3400), rubber: of(950, 1800) };
  expect(Object.values(expected).map((x) => Math.round(100 * x))).toEqual([94, 68, 5]);
  for (const [type, reflection] of Object.entries(expected))
    expect(materialOf(type, 0)!.reflection).toBeCloseTo(reflection, 14);
  expect(materialOf("absorber", 0)).toMatchObject({ reflection: 0.1, soundSpeedRatio: Number.NaN });
  // Clay has less impedance than twice that of water: 1.145 · 0.98 = 1.1221.
  expect(materialOf("clay", 0)!.reflection).toBeCloseTo(0.1221 / 2.1221, 14);
  expect(MATERIAL_TYPES.filter((type) => materialOf(type, 0) === null)).toEqual([]);
});

test("what a file says itself is taken before that of the type; it is enough by itself", () => {
  expect(materialOf("steel", 0.02, { reflection: 0.3, absorption_dB: 6 })).toMatchObject({
    ...{ type: "steel", reflection: 0.3, absorption_dB: 6, roughness_m: 0.02 },
  });
  expect(materialOf(undefined, 0, { reflection: 0 })).toMatchObject({ type: null, reflection: 0, absorption_dB: 0 });
  expect(materialOf(undefined, 0, { absorption_dB: 3 })).toMatchObject({ type: null, reflection: Number.NaN });
});
