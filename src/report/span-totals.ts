/** What the spans of a timeline come to: of each sort their number and the share of the run's time that they take, overlaps counted once. */
import type { Timeline } from "./spans.ts";

export interface SpanTotal {
  count: number;
  /** Of the time of the run. */
  share: number;
}

/** By sort of the timeline. One pass: spans are in the order in which they begin. */
export function totalsOf({ sorts, code, begin_s, end_s, duration_s }: Timeline): SpanTotal[] {
  const totals = sorts.map((): SpanTotal => ({ count: 0, share: 0 }));
  /** Until when each sort has taken the time so far. */
  const until_s = new Float64Array(sorts.length);
  for (let k = 0; k < code.length; k++) {
    const sort = code[k]!;
    const total = totals[sort]!;
    total.count++;
    const from_s = Math.max(begin_s[k]!, until_s[sort]!);
    const to_s = Math.min(end_s[k]!, duration_s);
    if (to_s > from_s) {
      total.share += to_s - from_s;
      until_s[sort] = to_s;
    }
  }
  for (const total of totals) total.share = duration_s > 0 ? total.share / duration_s : 0;
  return totals;
}
