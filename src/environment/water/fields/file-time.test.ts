import { expect, test } from "vitest";
import { secondsOfDate } from "../../../core/index.ts";
import { isGregorian, timeUnitsOf } from "./file-time.ts";

test("units of fixed length since a date, in the words that files use", () => {
  const since = "1950-01-01";
  for (const [words, unit_s] of [
    ["s sec secs second seconds", 1],
    ["min minute minutes", 60],
    ["h hr hrs hour hours Hours", 3600],
    ["d day days", 86400],
  ] as const) {
    for (const word of words.split(" ")) expect(timeUnitsOf(`${word} since ${since}`)).toEqual({ unit_s, since });
  }
  for (const text of ["", "hours", "months since 1950-01-01", "years since 1950-01-01", "since 1950-01-01"]) {
    expect(timeUnitsOf(text)).toBeNull();
  }
});

test("dates are Gregorian where the file says so, or counts from after 1582-10-15 in the standard calendar", () => {
  const [y1950, y1] = [secondsOfDate("1950-01-01")!, secondsOfDate("0001-01-01")!];
  expect(["", "standard", "gregorian", "proleptic_gregorian"].map((name) => isGregorian(name, y1950))).not.toContain(
    false,
  );
  expect(["noleap", "360_day", "julian"].map((name) => isGregorian(name, y1950))).not.toContain(true);
  expect([isGregorian("standard", y1), isGregorian("proleptic_gregorian", y1)]).toEqual([false, true]);
});
