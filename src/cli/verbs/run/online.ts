/**
 * Online: simulated time is tied to wall time, and every vehicle's software runs in a thread of its own. The world is
 * advanced in short slices; between them what has come from the threads is taken. The world waits for none of them.
 */
import { setImmediate as breathe } from "node:timers/promises";
import { blockingWallTime, PacedClock, type PacingReport } from "../../../engine/index.ts";
import { type ControllerStatistics, ControllerThreads, workerThread } from "../../../federation/index.ts";
import type { Control, Scenario, ScenarioRun } from "../../../scenario/index.ts";
import { CallError, EXIT } from "../../io/outcome.ts";
import type { LiveEvents } from "./live-events.ts";
import type { StopRequest } from "./loop.ts";
import { Pause } from "./pause.ts";
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
    this.#threads = new ControllerThreads(scenario, { start: workerThread(entry), extra: { models }, pace });
    this.control = { from: "outside", send: this.#threads.send };
  }

  /** live: shows events as they come; null where standard output belongs to a document. */
  async drive(run: ScenarioRun, progress: RunProgress, stop: StopRequest, live: LiveEvents | null): Promise<void> {
    const slice_ns = Math.max(1000, Math.round(SLICE_WALL_NS * this.#pace));
    let noted_ns = 0;
    const pause = new Pause();
    try {
      try {
        await this.#threads.start(run);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new CallError(`the controllers did not start: ${reason}`, EXIT.failed, { cause: error });
      }
      progress.restart();
      while (run.sim.now_ns < run.end_ns && !stop.asked) {
        if (pause.paused) await this.#rest(run, pause, stop, live);
        if (pause.takeBroughtBack()) this.clock.resume();
        run.advance(run.sim.now_ns + slice_ns);
        this.#threads.take();
        live?.show(run.events);
        if (run.sim.now_ns - noted_ns >= NOTE_EVERY_NS * Math.max(1, this.#pace)) {
          noted_ns = run.sim.now_ns;
          run.note(pacingText(this.clock.report()));
        }
        progress.update(run.sim.now_ns);
        await breathe();
      }
    } finally {
      pause.release();
      await this.#threads.close();
      live?.show(run.events);
    }
  }

  /** Simulated time stands still; the schedule begins anew afterwards. */
  async #rest(run: ScenarioRun, pause: Pause, stop: StopRequest, live: LiveEvents | null): Promise<void> {
    run.tell(run.sim.now_ns, "info", "run", `paused by the user; ${pause.how} again goes on`);
    live?.show(run.events);
    await pause.over(stop);
    if (!stop.asked) run.tell(run.sim.now_ns, "info", "run", "goes on");
    this.clock.resume();
  }

  /** Why the run is not a success although the world went to its end; null for no reason. */
  get problem(): string | null {
    const { failures } = this.#threads;
    return failures.length === 0 ? null : failures.join("; ");
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
