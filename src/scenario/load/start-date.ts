/** The start date of a scenario, as seconds since 1970, and everything that can be wrong with it. */
import {
  type CodeEntry,
  codedDiagnostic,
  type Diagnostic,
  dateOfSeconds,
  daysOfMonth,
  secondsOfDate,
} from "../../core/index.ts";
import type { Component } from "../../library/index.ts";
import { LAST_SECOND_S } from "../../logging/index.ts";
import { scenarioCodes } from "./codes.ts";

const EXAMPLE = "2026-06-01T08:00:00Z";
const FORM_HINT = `write it in universal time and to whole seconds, such as ${EXAMPLE}`;
const FORM = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(.*)$/;
const ZONE = /^[+-](\d{2}):?(\d{2})?$/;
const MONTHS = [
  ...["January", "February", "March", "April", "May", "June", "July"],
  ...["August", "September", "October", "November", "December"],
];

interface Fault {
  readonly code: CodeEntry;
  readonly words: string;
  readonly hint?: string;
}

/** Whole seconds since 1970; null where there is no date, or one that is wrong and has been reported. */
export function startDateOf(
  component: Component,
  { startDate: text, duration_s }: { readonly startDate: string | undefined; readonly duration_s: number },
  report: (d: Diagnostic) => void,
): number | null {
  if (text === undefined) return null;
  const fault = faultOf(text, duration_s);
  if (fault === null) return secondsOfDate(text);
  const { code, words, hint } = fault;
  const range = component.origin.startDate ?? component.range;
  report(
    codedDiagnostic(code, range, `startDate = ${JSON.stringify(text)} ${words}`, hint === undefined ? {} : { hint }),
  );
  return null;
}

function faultOf(text: string, duration_s: number): Fault | null {
  const form = FORM.exec(text);
  if (form === null)
    return { code: scenarioCodes.dateForm, words: "is not a date and time of ISO 8601", hint: FORM_HINT };
  const [year, month, day, hour, minute, second] = form.slice(1, 7).map(Number) as [number, ...number[]];
  const missing = nonexistent(year, month!, day!, hour!, minute!, second!);
  if (missing !== null) return { code: scenarioCodes.dateImpossible, words: `does not exist: ${missing}` };
  const zone = form[7]!;
  if (zone.startsWith(".") || zone.startsWith(",")) {
    const hint = `write ${text.slice(0, EXAMPLE.length - 1)}Z`;
    return { code: scenarioCodes.dateForm, words: "has a fraction of a second", hint };
  }
  if (zone === "") {
    return {
      code: scenarioCodes.dateZone,
      words: "does not say its zone",
      hint: `write ${text}Z, if that is universal time`,
    };
  }
  if (zone !== "Z") {
    const seconds = ZONE.test(zone) ? secondsOfDate(text) : null;
    if (seconds === null)
      return {
        code: scenarioCodes.dateForm,
        words: `ends in ${JSON.stringify(zone)}, which is not a zone`,
        hint: FORM_HINT,
      };
    return { code: scenarioCodes.dateZone, words: "is not in universal time", hint: `write ${dateOfSeconds(seconds)}` };
  }
  const seconds = secondsOfDate(text)!;
  if (seconds < 0) return { code: scenarioCodes.dateOutside, words: "is before 1970, where the times of a log begin" };
  // One second less than there is: the last one is not whole.
  if (seconds + duration_s > LAST_SECOND_S) {
    const last = dateOfSeconds(LAST_SECOND_S);
    const words = `is too late: a run of ${duration_s} s from it ends after ${last}, the last second that a log can hold`;
    return { code: scenarioCodes.dateOutside, words };
  }
  return null;
}

/** What there is instead, in words; null for a day and an hour that exist. */
function nonexistent(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
): string | null {
  if (month < 1 || month > 12) return "a year has 12 months";
  const days = daysOfMonth(year, month);
  if (day < 1 || day > days) return `${MONTHS[month - 1]} of ${year} has ${days} days`;
  if (hour > 23 || minute > 59 || second > 59) return "times of day go from 00:00:00 to 23:59:59";
  return null;
}
