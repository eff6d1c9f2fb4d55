/**
 * Online: simulated time is tied to wall time, and every vehicle's software runs in a thread of its own. The world is
 * advanced in short slices; between them the commands that have come take effect. Nobody is waited for.
 */
import { setImmediate as breathe } from "node:timers/promises";
import { blockingWallTime, PacedClock, type PacingReport } from "../engine/index.ts";
import { type ControllerStatistics, ControllerThreads } from "../federation/index.ts";
import type { LogWriter } from "../logging/index.ts";
import { type Scenario, ScenarioRun } from "../scenario/index.ts";
import type { StopRequest } from "./run-loop.ts";
import type { RunProgress } from "./run-progress.ts";

export interface OnlineReport {
  readonly pacing: PacingReport;
  readonly controllers: readonly ControllerStatistics[];
}

interface OnlineOptions {
  readonly writer: LogWriter | null;
  readonly version: string;
  readonly progress: RunProgress;
  readonly stop: StopRequest;
  readonly pace: number;
  readonly models: string | undefined;
}

/** Wall time between two looks at what the controllers have sent. */
const SLICE_WALL_NS = 2_000_000;
/** A lag beyond this (a computer that slept) is not caught up. */
const LONGEST_LAG_NS = 1_000_000_000;
const NOTE_EVERY_NS = 1_000_000_000;

export async function runOnline(
  scenario: Scenario,
  options: OnlineOptions,
): Promise<{ run: ScenarioRun; report: OnlineReport }> {
  const { writer, version, progress, stop, pace, models } = options;
  const clock = new PacedClock(blockingWallTime(performance), { factor: pace, longestLag_ns: LONGEST_LAG_NS });
  const entry = new URL("./controller-thread.js", import.meta.url);
  const threads = new ControllerThreads(scenario, { entry, extra: { models }, pace });
  const control = { from: "outside", onReading: threads.onReading } as const;
  const run = new ScenarioRun(scenario, { writer, version, mode: "online", control, clock });
  const slice_ns = Math.max(1000, Math.round(SLICE_WALL_NS * pace));
  let noted_ns = 0;
  try {
    await threads.start(run);
    while (run.sim.now_ns < run.end_ns && !stop.asked) {
      run.advance(run.sim.now_ns + slice_ns);
      threads.take();
      if (run.sim.now_ns - noted_ns >= NOTE_EVERY_NS * Math.max(1, pace)) {
        noted_ns = run.sim.now_ns;
        run.note(pacingText(clock.report()));
      }
      progress.update(run.sim.now_ns);
      await breathe();
    }
  } finally {
    await threads.close();
  }
  return { run, report: { pacing: clock.report(), controllers: threads.statistics() } };
}

const ms = (t_ns: number): string => `${(t_ns / 1e6).toFixed(2)} ms`;

export function pacingText({ lateness, moves }: PacingReport): string {
  const { median_ns, p99_ns, worst_ns } = lateness;
  const moved = moves === 0 ? "" : `, schedule moved ${moves} times`;
  return `late by ${ms(median_ns)} (median), ${ms(p99_ns)} (99 %), ${ms(worst_ns)} (worst)${moved}`;
}

export function controllerText({
  path,
  commands,
  age,
  late,
  unanswered,
  longestSilence_s,
}: ControllerStatistics): string {
  const ages = `age ${ms(age.median_ns)} (median), ${ms(age.p99_ns)} (99 %)`;
  return `${path}: ${commands} commands, ${ages}, ${late} late, ${unanswered} readings unanswered, silent for at most ${longestSilence_s.toFixed(2)} s`;
}
