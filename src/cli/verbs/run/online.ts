/**
 * Online: simulated time is tied to wall time, and every vehicle's software runs in a thread of its own. The world is
 * advanced in short slices; between them what has come from the threads is taken. The world waits for none of them.
 */
import { setImmediate as breathe } from "node:timers/promises";
import { blockingWallTime, PacedClock, type PacingReport } from "../../../engine/index.ts";
import { type ControllerStatistics, ControllerThreads } from "../../../federation/index.ts";
import type { Control, Scenario, ScenarioRun } from "../../../scenario/index.ts";
import { CallError, EXIT } from "../../io/outcome.ts";
import type { StopRequest } from "./loop.ts";
import type { RunProgress } from "./progress.ts";

export interface OnlineReport {
  readonly pacing: PacingReport;
  readonly controllers: readonly ControllerStatistics[];
}

/** Wall time between two looks at what the controllers have sent. */
const SLICE_WALL_NS = 2_000_000;
/** A lag beyond this (a computer that slept) is not caught up. */
const LONGEST_LAG_NS = 1_000_000_000;
const NOTE_EVERY_NS = 1_000_000_000;

/** What stands around an online run: its clock, and the threads that command. */
export class OnlineDrive {
  readonly clock: PacedClock;
  readonly control: Control;
  readonly #threads: ControllerThreads;
  readonly #pace: number;

  constructor(scenario: Scenario, pace: number, models: string | undefined) {
    this.#pace = pace;
    this.clock = new PacedClock(blockingWallTime(performance), { factor: pace, longestLag_ns: LONGEST_LAG_NS });
    const entry = new URL("./controller-thread.js", import.meta.url);
    this.#threads = new ControllerThreads(scenario, { entry, extra: { models }, pace });
    this.control = { from: "outside", send: this.#threads.send };
  }

  async drive(run: ScenarioRun, progress: RunProgress, stop: StopRequest): Promise<void> {
    const slice_ns = Math.max(1000, Math.round(SLICE_WALL_NS * this.#pace));
    let noted_ns = 0;
    try {
      try {
        await this.#threads.start(run);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new CallError(`the controllers did not start: ${reason}`, EXIT.failed, { cause: error });
      }
      progress.restart();
      while (run.sim.now_ns < run.end_ns && !stop.asked) {
        run.advance(run.sim.now_ns + slice_ns);
        this.#threads.take();
        if (run.sim.now_ns - noted_ns >= NOTE_EVERY_NS * Math.max(1, this.#pace)) {
          noted_ns = run.sim.now_ns;
          run.note(pacingText(this.clock.report()));
        }
        progress.update(run.sim.now_ns);
        await breathe();
      }
    } finally {
      await this.#threads.close();
    }
  }

  report(): OnlineReport {
    return { pacing: this.clock.report(), controllers: this.#threads.statistics() };
  }
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
  lost,
  longestSilence_s,
}: ControllerStatistics): string {
  const ages = `age ${ms(age.median_ns)} (median), ${ms(age.p99_ns)} (99 %)`;
  return `${path}: ${commands} commands, ${ages}, ${late} late, ${unanswered} readings unanswered${lost === 0 ? "" : `, ${lost} commands lost`}, silent for at most ${longestSilence_s.toFixed(2)} s`;
}
