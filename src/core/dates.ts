/**
 * Dates of the Gregorian calendar as seconds from 1970-01-01T00:00:00Z, and back: no time zone of a machine, no locale.
 *
 *   days from 1970-01-01 to a date, counted from 1 March of year 0, with years of 365.2425 days:
 *     y' = y − (1 if m ≤ 2),  m' = (m + 9) mod 12
 *     days = 365 y' + ⌊y'/4⌋ − ⌊y'/100⌋ + ⌊y'/400⌋ + ⌊(153 m' + 2)/5⌋ + d − 1 − 719468                      (1)
 *
 * No leap seconds, as everywhere in universal time on computers.
 * Source: (1) is arithmetic. Tests: dates.test.ts.
 */

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

/** Months from 1 to 12. */
export function daysOfMonth(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1];
}

/** (1); null for days that the calendar does not have. */
function daysFrom1970(year: number, month: number, day: number): number | null {
  if (month < 1 || month > 12 || day < 1 || day > daysOfMonth(year, month)) return null;
  const y = month <= 2 ? year - 1 : year;
  const m = (month + 9) % 12;
  const leaps = Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400);
  return 365 * y + leaps + Math.floor((153 * m + 2) / 5) + day - 1 - 719468; // (1)
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
