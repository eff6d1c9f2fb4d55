import { expect, test } from "vitest";
import { rayOf } from "../test/rays.ts";
import { attenuation_dBpWavelength, BOTTOM_TYPES, materialOf } from "./bottom-types.ts";
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
