import { expect, test } from "vitest";
import { fluid, level, list, profile, shallow, sloping, VACUUM } from "../test/ray-cases.ts";
import { problemsOf } from "./problems.ts";
import { extended } from "./profile.ts";
import type { RayCase } from "./ray-case.ts";

const said = (changes: Partial<RayCase>): string[] =>
  problemsOf({ ...shallow, ...changes }).map(
    ({ code, path, value, allowed }) => `${code} ${path} = ${value}: ${allowed}`,
  );

test("a case without a fault has no problems", () => {
  expect(said({})).toEqual([]);
});

test("every fault is reported at once, with its field, what stands there and what may", () => {
  expect(
    said({
      frequency_Hz: -1,
      sound: { ...shallow.sound, depths_m: list(0, 50, 50), soundSpeeds_mps: list(1500, 1500) },
      sourceDepths_m: list(120),
      receiverDepths_m: list(-3, 20),
      fan: { count: 0, from_rad: 0.5, to_rad: 0.4 },
    }),
  ).toEqual([
    "out-of-range frequency_Hz = -1: above 0, at most 1000000000",
    "not-increasing sound.depths_m[2] = 50: above the value before it, 50",
    "lengths sound.soundSpeeds_mps = 2: 3 values, one for each depth of each profile",
    "out-of-range fan.count = 0: 1 to 10000000",
    "outside-water sourceDepths_m[0] = 120: 0 to 100",
    "outside-water receiverDepths_m[0] = -3: 0 to 100",
  ]);
});

test("a profile of one point, and values that are not numbers or not possible", () => {
  expect(said({ sound: profile([[0, 1500]]) })).toEqual(["few-points sound.depths_m = 1: at least 2 values"]);
  expect(said({ frequency_Hz: Number.NaN })).toEqual(["not-a-number frequency_Hz = NaN: a number"]);
  expect(
    said({
      sound: profile([
        [0, 1500],
        [100, 15],
      ]),
    }),
  ).toEqual(["out-of-range sound.soundSpeeds_mps[1] = 15: 100 to 20000"]);
});

test("impossible bottoms: without density, with more shear than a solid can have, above the surface", () => {
  expect(said({ bottom: level(100, fluid(1700, 0, 0.5)) })).toEqual([
    "out-of-range bottom.beyond[0].density_kgpm3 = 0: 1 to 30000",
  ]);
  const soft = { ...fluid(1700, 1500, 0.5), shearSpeed_mps: 1600 } as RayCase["bottom"]["beyond"][number];
  expect(said({ bottom: level(100, soft) })[0]).toMatch(
    /^out-of-range bottom.beyond\[0\].shearSpeed_mps = 1600: below 1472/,
  );
  expect(said({ bottom: level(-5, VACUUM) })[0]).toBe(
    "no-water bottom.depths_m = -5: below the surface at the source, 0",
  );
});

test("a receiver that a slope hides at some ranges is asked about at the others; one that it hides at all is a problem", () => {
  const bottom = sloping(
    [
      [0, 100],
      [5000, 20],
    ],
    VACUUM,
  );
  expect(said({ bottom, receiverDepths_m: list(10, 60) })).toEqual([]);
  expect(said({ bottom, receiverDepths_m: list(10, 60), receiverRanges_m: list(4000, 5000) })).toEqual([
    "outside-water receiverDepths_m[1] = 60: 0 to 36",
  ]);
});

test("profiles that end above or below the water go on with their first and last speeds", () => {
  const sound = profile([
    [10, 1510],
    [60, 1490],
  ]);
  const whole = extended(sound, 0, 100);
  expect(whole.depths_m).toEqual(list(0, 10, 60, 100));
  expect(whole.soundSpeeds_mps).toEqual(list(1510, 1510, 1490, 1490));
  expect(extended(sound, 20, 50)).toBe(sound);
  expect(said({ sound })).toEqual([]);
});
