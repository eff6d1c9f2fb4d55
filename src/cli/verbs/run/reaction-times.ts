/** How long the reactions of missions take, in wall time. It is for the eye at the end of a run, and never in a log. */
import type { Stopwatch } from "../../../control/index.ts";
import { type LatenessReport, LatenessStatistics } from "../../../engine/index.ts";

const NS_PER_MS = 1e6;

export class ReactionTimes implements Stopwatch {
  readonly #statistics = new LatenessStatistics();
  #began_ms = 0;

  begin(): void {
    this.#began_ms = performance.now();
  }

  end(): void {
    this.#statistics.add((performance.now() - this.#began_ms) * NS_PER_MS);
  }

  /** null where there was none. */
  report(): LatenessReport | null {
    const report = this.#statistics.report();
    return report.count === 0 ? null : report;
  }
}

export function reactionText({ count, median_ns, worst_ns }: LatenessReport): string {
  const words = (t_ns: number): string =>
    t_ns < 1e6 ? `${(t_ns / 1e3).toFixed(1)} µs` : `${(t_ns / 1e6).toFixed(1)} ms`;
  return `${count} reactions, half of them in ${words(median_ns)} or less, the slowest in ${words(worst_ns)}`;
}
