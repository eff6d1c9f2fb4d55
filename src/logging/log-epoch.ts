/**
 * Where the times of a log count from. Simulated time begins at 0 everywhere in the program; in the file of a run with a start date
 * every time is date + t, in nanoseconds since 1970, which viewers show as true dates. Such sums are above 2⁵³, so they are made and
 * taken apart in two words of 32 bits, exactly: a double would be wrong by up to 128 ns in this century.
 *
 * The epoch stands in the first record behind the header, as `epoch_s`, since a reader needs it before any time; the record of the
 * run repeats it as a date, for people and for a log that is damaged in front.
 */
import { dateOfSeconds, NS_PER_S, secondsOfDate } from "../core/index.ts";
import { RUN_METADATA, START_DATE } from "./run-record.ts";

/** The metadata record in front of every log of ours: its format, and where its times count from. */
export const LOG_METADATA = "thetis";

/** The format of logs that count from a date; those that count from 0 stay of the first, which programs of before understand. */
export const DATED_FORMAT = 2;

/** Key of the epoch in metadata: simulated time 0, in whole seconds since 1970. */
export const LOG_EPOCH = "epoch_s";

/** In times of 64 bits a log can reach to here: 2554-07-21T23:34:33Z. */
export const LAST_SECOND_S = 18_446_744_073;

const WORD = 4294967296;

/** Simulated time 0, in ns since 1970, as two words. */
export interface Epoch {
  readonly seconds: number;
  readonly high: number;
  readonly low: number;
}

export const NO_EPOCH: Epoch = Object.freeze({ seconds: 0, high: 0, low: 0 });

export function isEpoch_s(seconds: number): boolean {
  return Number.isSafeInteger(seconds) && seconds >= 0 && seconds <= LAST_SECOND_S;
}

/** Of whole seconds since 1970 that isEpoch_s. */
export function epochOf(seconds: number): Epoch {
  const ns = BigInt(seconds) * BigInt(NS_PER_S);
  return { seconds, high: Number(ns >> 32n), low: Number(ns & 0xffff_ffffn) };
}

/** t_ns after the epoch, as a time since 1970 in eight bytes. */
export function putInstant(view: DataView, at: number, epoch: Epoch, t_ns: number): void {
  const high = Math.floor(t_ns / WORD);
  const low = t_ns - high * WORD + epoch.low;
  const carry = low >= WORD ? 1 : 0;
  view.setUint32(at, low - carry * WORD, true);
  view.setUint32(at + 4, high + epoch.high + carry, true);
}

/** Exact where it is below 2⁵³, however far the epoch is from 1970. */
export function instantOf(low: number, high: number, epoch: Epoch): number {
  return low - epoch.low + (high - epoch.high) * WORD;
}

/** "2026-06-01T08:00:00.250000000Z": t_ns after the epoch, to the nanosecond. */
export function dateOf(epoch_s: number, t_ns: bigint): string {
  const ns = BigInt(NS_PER_S);
  const whole = t_ns / ns;
  const rest = String(t_ns % ns).padStart(9, "0");
  return `${dateOfSeconds(epoch_s + Number(whole)).slice(0, -1)}.${rest}Z`;
}

type Metadata = ReadonlyMap<string, Readonly<Record<string, string>>>;

/** Simulated time 0 in whole seconds since 1970, out of the metadata of a log; null where it does not count from a date. */
export function epochIn(metadata: Metadata): number | null {
  const own = metadata.get(LOG_METADATA);
  if (own?.format === undefined || Number(own.format) < DATED_FORMAT) return null;
  const repeated = secondsOfDate(metadata.get(RUN_METADATA)?.[START_DATE] ?? "");
  const seconds = /^\d{1,11}$/.test(own[LOG_EPOCH] ?? "") ? Number(own[LOG_EPOCH]) : repeated;
  return seconds !== null && isEpoch_s(seconds) ? seconds : null;
}
