import fc from "fast-check";
import { expect, test } from "vitest";
import { dateOfSeconds, secondsOfDate } from "./dates.ts";

test("dates are as many seconds from 1970 as the language's own calendar says, and back", () => {
  const whole = fc.date({
    min: new Date("0001-01-01T00:00:00Z"),
    max: new Date("9999-12-31T00:00:00Z"),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(whole, (date) => {
      const text = `${date.toISOString().slice(0, 19)}Z`;
      const seconds = Date.parse(text) / 1000;
      expect(secondsOfDate(text)).toBe(seconds);
      expect(dateOfSeconds(seconds)).toBe(text);
    }),
    { seed: 31, numRuns: 2000 },
  );
});

test.each([
  ["1970-01-01", 0],
  ["1970-1-2", 86400],
  ["1950-01-01 00:00:00", -631152000],
  ["2000-02-29T12:30:15.5Z", 951827415.5],
  ["2000-03-01 00:00", 951868800],
  ["2024-06-01T12:00:00+02:00", 1717236000],
  ["2024-06-01 12:00:00 -0130", 1717248600],
  ["2024-06-01 12:00:00 UTC", 1717243200],
])("%s is %f s", (text, seconds) => {
  expect(secondsOfDate(text)).toBe(seconds);
});

test.each([
  "",
  "yesterday",
  "2023-02-29",
  "1900-02-29",
  "2024-13-01",
  "2024-00-10",
  "2024-06-01T25:00",
  "2024-06-01 noon",
  "1-6-2024T",
])("%s is not a date", (text) => {
  expect(secondsOfDate(text)).toBeNull();
});
