import { expect, test } from "vitest";
import type { RunEvent } from "../../../scenario/index.ts";
import { warningLines } from "./output.ts";

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
  const lines = warningLines(Array.from({ length: 14 }, (_, k) => event(k, "warning", `number ${k}`)));
  expect(lines).toHaveLength(11);
  expect(lines.at(-1)).toBe("         … and 4 more warnings, in the log");
});
