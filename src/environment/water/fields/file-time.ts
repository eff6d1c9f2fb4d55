/**
 * The times of a file, "hours since 1950-01-01 00:00:00", and dates as users write them, as seconds.
 *
 *   days from 1970-01-01 to a date of the Gregorian calendar, counted from 1 March of year 0, with years of 365.2425 days:
 *     y' = y − (1 if m ≤ 2),  m' = (m + 9) mod 12
 *     days = 365 y' + ⌊y'/4⌋ − ⌊y'/100⌋ + ⌊y'/400⌋ + ⌊(153 m' + 2)/5⌋ + d − 1 − 719468                      (1)
 *
 * Units are seconds, minutes, hours and days. Months and years have no fixed length and are refused, as CF advises against them.
 * Only a date that the user names needs a calendar, and then it must be the Gregorian: the times of a file among themselves are
 * plain numbers. No leap seconds.
 * Source: [CF], section 4.4; (1) is arithmetic. Tests: file-time.test.ts.
 */

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

const DATE = /^(\d{1,4})-(\d{1,2})-(\d{1,2})/;
const TIME = /^(?:[T ]\s*(\d{1,2}):(\d{1,2})(?::(\d{1,2}(?:\.\d*)?))?)?/;
const ZONE = /^\s*(?:Z|UTC|GMT|([+-])(\d{1,2}):?(\d{2})?)?$/i;

/** Seconds from 1970-01-01T00:00:00Z; without a zone it is universal time. null for what is not a date. */
export function secondsOfDate(text: string): number | null {
  const date = DATE.exec(text);
  if (date === null) return null;
  const afterDate = text.slice(date[0].length);
  const time = TIME.exec(afterDate);
  const zone = ZONE.exec(afterDate.slice(time?.[0].length ?? 0));
  if (zone === null) return null;
  const [year, month, day] = date.slice(1).map(Number);
  const [hour, minute, second] = [time?.[1], time?.[2], time?.[3]].map((part) => Number(part ?? 0));
  const days = daysFrom1970(year, month, day);
  if (days === null || hour > 24 || minute > 59 || second >= 60) return null;
  const sign = zone[1] === "-" ? -1 : 1;
  const ahead_s = sign * (3600 * Number(zone[2] ?? 0) + 60 * Number(zone[3] ?? 0));
  return 86400 * days + 3600 * hour + 60 * minute + second - ahead_s;
}

/** (1); null for days that the calendar does not have. */
function daysFrom1970(year: number, month: number, day: number): number | null {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  if (month < 1 || month > 12 || day < 1 || day > lengths[month - 1]) return null;
  const y = month <= 2 ? year - 1 : year;
  const m = (month + 9) % 12;
  const leaps = Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400);
  return 365 * y + leaps + Math.floor((153 * m + 2) / 5) + day - 1 - 719468; // (1)
}

/** A day of 1582 before which "standard" calendars are Julian. */
const GREGORIAN_FROM_S = secondsOfDate("1582-10-15") ?? 0;

/** Whether dates of a file that counts from `since_s` are those of (1). */
export function isGregorian(calendar: string, since_s: number): boolean {
  if (/^proleptic_gregorian$/i.test(calendar)) return true;
  return /^(|standard|gregorian)$/i.test(calendar) && since_s >= GREGORIAN_FROM_S;
}

/** "2024-06-01T12:00:00Z", to whole seconds. */
export function dateOfSeconds(seconds: number): string {
  const whole = Math.round(seconds);
  const days = Math.floor(whole / 86400);
  let left = whole - 86400 * days;
  // (1) turned around: the year by its mean length, then corrected by at most one.
  const since = days + 719468;
  let y = Math.floor((since + 1) / 365.2425);
  while (dayOfMarch(y + 1) <= since) y++;
  while (dayOfMarch(y) > since) y--;
  const dayOfYear = since - dayOfMarch(y);
  const m = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * m + 2) / 5) + 1;
  const month = m < 10 ? m + 3 : m - 9;
  const two = (n: number): string => String(n).padStart(2, "0");
  const hour = Math.floor(left / 3600);
  left -= 3600 * hour;
  const minute = Math.floor(left / 60);
  const year = String(month <= 2 ? y + 1 : y).padStart(4, "0");
  return `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(left - 60 * minute)}Z`;
}

/** Days from 1 March of year 0 to 1 March of year y. */
function dayOfMarch(y: number): number {
  return 365 * y + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400);
}
