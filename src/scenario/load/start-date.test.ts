import { describe, expect, test } from "vitest";
import { loadText, scenarioOf } from "../../../test/support/scenarios.ts";
import { formatDiagnostic } from "../../core/index.ts";

const DATE = "2026-06-01T08:00:00Z";
const FORM = "write it in universal time and to whole seconds, such as 2026-06-01T08:00:00Z";

describe("the start date of a scenario", () => {
  /** Errors of a scenario with this start date, and its epoch. */
  function loaded(date: string): { readonly lines: string[]; readonly epoch_s: number | null | undefined } {
    const { scenario, diagnostics } = loadText(
      `<scenario id="test" duration_s="100"\n  startDate="${date}">\n<vehicle id="auv" file="components/vehicles/remus100.xml"/>\n</scenario>`,
    );
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    return { lines: errors.map(formatDiagnostic), epoch_s: scenario?.epoch_s };
  }

  test.each([
    [DATE, 1_780_300_800],
    ["1970-01-01T00:00:00Z", 0],
    ["2028-02-29T23:59:59Z", 1_835_481_599],
    ["2106-02-07T06:28:16Z", 2 ** 32],
    // 100 s before the last second that 64 bits of nanoseconds hold.
    ["2554-07-21T23:32:53Z", 18_446_744_073 - 100],
  ])("takes %s", (date, epoch_s) => {
    expect(loaded(date)).toEqual({ lines: [], epoch_s });
  });

  test.each([
    ["1 June 2026", "SCN080", "is not a date and time of ISO 8601", FORM],
    ["2026-06-01", "SCN080", "is not a date and time of ISO 8601", FORM],
    ["2026-06-01T08:00Z", "SCN080", "is not a date and time of ISO 8601", FORM],
    ["2026-06-01T08:00:00.5Z", "SCN080", "has a fraction of a second", "write 2026-06-01T08:00:00Z"],
    ["2026-06-01T08:00:00 CEST", "SCN080", 'ends in " CEST", which is not a zone', FORM],
    ["2026-06-01T08:00:00", "SCN081", "does not say its zone", "write 2026-06-01T08:00:00Z, if that is universal time"],
    ["2026-06-01T10:00:00+02:00", "SCN081", "is not in universal time", "write 2026-06-01T08:00:00Z"],
    ["2026-02-29T08:00:00Z", "SCN082", "does not exist: February of 2026 has 28 days", ""],
    ["2026-13-01T08:00:00Z", "SCN082", "does not exist: a year has 12 months", ""],
    ["2026-06-01T24:00:00Z", "SCN082", "does not exist: times of day go from 00:00:00 to 23:59:59", ""],
    ["1969-12-31T23:59:59Z", "SCN083", "is before 1970, where the times of a log begin", ""],
    [
      "2554-07-21T23:32:54Z",
      "SCN083",
      "is too late: a run of 100 s from it ends after 2554-07-21T23:34:33Z, the last second that a log can hold",
      "",
    ],
  ])("refuses %s at its place", (date, code, words, hint) => {
    const { lines, epoch_s } = loaded(date);
    const told = `test.xml:2:14: error ${code}: startDate = ${JSON.stringify(date)} ${words}`;
    expect([lines, epoch_s]).toEqual([[expect.any(String)], undefined]);
    expect(lines[0]).toBe(hint === "" ? told : `${told} (${hint})`);
  });

  test("without one there is none, and --set gives one", () => {
    const text =
      '<scenario id="test" duration_s="1"><vehicle id="auv" file="components/vehicles/remus100.xml"/></scenario>';
    expect(scenarioOf(text).epoch_s).toBeNull();
    expect(scenarioOf(text, [`startDate=${DATE}`]).epoch_s).toBe(Date.parse(DATE) / 1000);
  });
});
