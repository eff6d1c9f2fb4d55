import { expect, test } from "vitest";
import type { RunEvent } from "../../../scenario/index.ts";
import { vehicleLines, warningLines } from "./output.ts";

const event = (t_s: number, level: RunEvent["level"], message: string): RunEvent => ({
  t_ns: t_s * 1e9,
  level,
  name: "auv",
  message,
});

test("warnings and errors stand once more at the end, with who and when; information does not", () => {
  expect(
    warningLines([event(1, "info", "leg begins"), event(2.25, "warning", "is aground"), event(3, "error", "failed")]),
  ).toEqual(["warning  auv, 2.3 s: is aground", "error    auv, 3.0 s: failed"]);
  expect(warningLines([event(1, "info", "leg begins")])).toEqual([]);
});

test("of many warnings the first ten are shown, and the rest is counted", () => {
  const lines = warningLines(Array.from({ length: 14 }, (_, k) => event(k, "warning", `thing ${"abcdefghijklmn"[k]}`)));
  expect(lines).toHaveLength(11);
  expect(lines.at(-1)).toBe("         … and 4 more warnings, in the log");
});

test("warnings of one thing that differ in numbers alone are one line with their count, so that others are seen", () => {
  const silent = Array.from({ length: 40 }, (_, k) => event(k + 1, "warning", `is silent since ${k}.5 s`));
  expect(warningLines([...silent, event(50, "warning", "is aground")])).toEqual([
    "warning  auv, 1.0 s: is silent since 0.5 s (and 39 more like it, the last at 40.0 s)",
    "warning  auv, 50.0 s: is aground",
  ]);
  // Of another vehicle it is another.
  expect(warningLines([...silent, { ...silent[0]!, name: "rov" }])).toHaveLength(2);
});

const summary = (roll_deg: number, pitch_deg: number) => ({
  ...{ distance_m: 12, maxDepth_m: 3, maxSpeed_mps: 1.5, energy_J: null },
  final: { north_m: 1, east_m: 2, depth_m: 3, roll_deg, pitch_deg, heading_deg: 90, speed_mps: 0 },
});

test("a long name stands on a line of its own, so that the columns stay; roll and pitch are shown where they are large", () => {
  const [ended, went] = ["ended at north 1.00 m, east 2.00 m, depth 3.00 m, heading 90°", "went 12 m, down to 3.00 m"];
  expect(vehicleLines("auv", summary(2, -3)).map((line) => line.split(", at up")[0])).toEqual([
    `auv      ${ended}`,
    `         ${went}`,
  ]);
  expect(vehicleLines("surveyor-north", summary(-178, 4)).map((line) => line.split(", at up")[0])).toEqual([
    "surveyor-north",
    `         ${ended}, roll -178°, pitch 4°`,
    `         ${went}`,
  ]);
});

test("latitude and longitude follow where the world has an origin", () => {
  const { final, ...rest } = summary(0, 0);
  const lines = vehicleLines("auv", { ...rest, final: { ...final, latitude_deg: -33.5, longitude_deg: 151.25 } });
  expect(lines[1]).toBe("         which is 33.500000° S, 151.250000° E");
});
