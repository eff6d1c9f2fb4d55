/**
 * Sorts of spans that reports know by their words: what devices that send and receive do, and why frames are lost. A word that is not among
 * them has a colour of the lines; a channel may say which of its own words are losses (about.losses, separated by commas).
 */
import type { ChannelData } from "./input.ts";
import { COLOURS } from "./tracks.ts";

/** What becomes of a frame: sent, received by whom it is for or heard by another; lost where it would be received, or before it is sent. */
export type SpanRole = "sending" | "received" | "heard" | "lost" | "lost at either end" | "lost by sender" | "other";

interface KnownSort {
  readonly role: SpanRole;
  /** Name of a colour of the style sheet. */
  readonly colour: string;
}

const KNOWN: ReadonlyMap<string, KnownSort> = new Map<string, KnownSort>([
  ["sending", { role: "sending", colour: "sending" }],
  ["waiting to send", { role: "other", colour: "waiting" }],
  ["received", { role: "received", colour: "received" }],
  ["not for me", { role: "heard", colour: "heard" }],
  ["out of range", { role: "lost", colour: "range" }],
  ["noise", { role: "lost", colour: "noise" }],
  ["collision", { role: "lost", colour: "collision" }],
  ["half duplex", { role: "lost", colour: "duplex" }],
  ["fading", { role: "lost", colour: "fading" }],
  ["antenna not in its medium", { role: "lost at either end", colour: "antenna" }],
  ["cut off", { role: "lost at either end", colour: "cutoff" }],
  ["queue full", { role: "lost by sender", colour: "queue" }],
  ["no acknowledgement", { role: "lost by sender", colour: "unanswered" }],
  ["other signal", { role: "other", colour: "signal" }],
]);

/** Of numbers without a word. */
export const UNKNOWN_SORT = "unknown sort";

export interface SpanSort {
  readonly word: string;
  readonly role: SpanRole;
  readonly lost: boolean;
  readonly colour: string | number;
}

/** The sorts of a channel by their numbers, and behind them the one of numbers without a word. */
export function sortsOf({ about = {} }: ChannelData, words: readonly string[]): SpanSort[] {
  const declared = new Set((about.losses ?? "").split(",").map((word) => word.trim()));
  let others = 0;
  const sorts = words.map((word): SpanSort => {
    const known = KNOWN.get(word);
    const role = declared.has(word) && !known?.role.startsWith("lost") ? "lost" : (known?.role ?? "other");
    return { word, role, lost: role.startsWith("lost"), colour: known?.colour ?? others++ % COLOURS };
  });
  return [...sorts, { word: UNKNOWN_SORT, role: "other", lost: false, colour: "unknown" }];
}
