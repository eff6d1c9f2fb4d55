/**
 * The times of a file, "hours since 1950-01-01 00:00:00", as seconds.
 *
 * Units are seconds, minutes, hours and days. Months and years have no fixed length and are refused, as CF advises against them.
 * Only a date that the user names needs a calendar (core/dates.ts), and then it must be the Gregorian: the times of a file among
 * themselves are plain numbers. No leap seconds.
 * Source: [CF], section 4.4. Tests: file-time.test.ts.
 */
import { secondsOfDate } from "../../../core/index.ts";

/** Seconds in the units that files name. */
const UNITS: readonly (readonly [RegExp, number])[] = [
  [/^s(ec(ond)?s?)?$/i, 1],
  [/^min(ute)?s?$/i, 60],
  [/^h((ou)?rs?)?$/i, 3600],
  [/^d(ays?)?$/i, 86400],
];

export interface TimeUnits {
  readonly unit_s: number;
  /** The date from which they count, as written. */
  readonly since: string;
}

/** null for what is not "unit since date" with a unit of fixed length. */
export function timeUnitsOf(text: string): TimeUnits | null {
  const [, unit, since] = /^\s*(\S+)\s+since\s+(.*\S)\s*$/i.exec(text) ?? [];
  const unit_s = unit === undefined ? undefined : UNITS.find(([pattern]) => pattern.test(unit))?.[1];
  return unit_s === undefined ? null : { unit_s, since };
}

/** A day of 1582 before which "standard" calendars are Julian. */
const GREGORIAN_FROM_S = secondsOfDate("1582-10-15") ?? 0;

/** Whether dates of a file that counts from `since_s` are those of the Gregorian calendar. */
export function isGregorian(calendar: string, since_s: number): boolean {
  if (/^proleptic_gregorian$/i.test(calendar)) return true;
  return /^(|standard|gregorian)$/i.test(calendar) && since_s >= GREGORIAN_FROM_S;
}
