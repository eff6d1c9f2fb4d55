/**
 * One run of a scenario, from start to end, with its log. The owner of the thread advances it: in one go, in slices with a
 * progress bar between them, or paced by a clock. Where slices end changes no bit.
 */
import type { Stopwatch } from "../../control/index.ts";
import { invariant } from "../../core/index.ts";
import { type Clock, type Simulation, SimulationFault, type Snapshot } from "../../engine/index.ts";
import type { LogWriter } from "../../logging/index.ts";
import type { Scenario } from "../load/scenario.ts";
import type { Extension } from "../simulators/extension.ts";
import type { VehicleSummary } from "../simulators/vehicles/summary.ts";
import type { EventDetail, EventLevel, RunEvent } from "./events.ts";
import { type LogBranch, Recorder, type RunMode } from "./recorder.ts";
import { type Control, type OutsideHistory, World } from "./world.ts";

export interface RunOptions {
  /** Where nothing is logged, null. */
  readonly writer: LogWriter | null;
  /** Of the program: it becomes part of the log. */
  readonly version: string;
  readonly mode?: RunMode;
  readonly control?: Control;
  readonly clock?: Clock;
  readonly extensions?: readonly Extension[];
  /** Number of the run in its campaign, which is the scenario's seed: another sea, other gusts, other noise. Default 0. */
  readonly run?: number;
  /** For a run that goes on from a snapshot with a log of its own: where that log begins. */
  readonly branch?: LogBranch;
  /** Measures the reactions of missions, in wall time: for the summary, never for the log. */
  readonly stopwatch?: Stopwatch;
}

/** A run at one instant, from which it can go on, or another run of the same scenario. */
export interface RunSnapshot {
  readonly state: Snapshot;
  readonly events: readonly RunEvent[];
  /** How much of a history from outside was played. */
  readonly played: number;
}

export type ForkOptions = Pick<RunOptions, "writer" | "clock"> & { readonly branchOf?: string };

/** Events kept for the summary; the log has them all. */
const MOST_EVENTS = 10_000;

export class ScenarioRun {
  readonly scenario: Scenario;
  readonly world: World;
  /** Of the run in its campaign. */
  readonly number: number;
  readonly events: RunEvent[] = [];
  readonly #options: RunOptions;
  readonly #recorder: Recorder | null;
  readonly #history: OutsideHistory | null;
  #played = 0;

  constructor(scenario: Scenario, options: RunOptions) {
    const { writer, version, mode = "offline", control = { from: "inside" }, clock, extensions, stopwatch } = options;
    const { run = 0, branch } = options;
    invariant(Number.isSafeInteger(run) && run >= 0, `run ${run} is not a number of a run`);
    this.number = run;
    this.scenario = scenario;
    this.#options = options;
    this.#recorder =
      writer === null ? null : new Recorder({ writer, scenario, version, mode, run, ...(branch && { branch }) });
    this.#history = control.from === "history" ? control.of : null;
    this.world = new World(scenario, {
      control,
      tell: (event) => this.#told(event),
      recorder: this.#recorder,
      stopwatch,
      run,
      ...(extensions === undefined ? {} : { extensions }),
      ...(clock === undefined ? {} : { clock }),
    });
  }

  get sim(): Simulation {
    return this.world.sim;
  }

  get end_ns(): number {
    return this.scenario.duration_ns;
  }

  /** Runs up to an instant, but not beyond the end. A fault is reported as an event before it is thrown. */
  advance(until_ns: number): void {
    const end_ns = Math.min(until_ns, this.end_ns);
    try {
      if (this.#history !== null) this.#play(this.#history, end_ns);
      this.sim.runUntil(end_ns);
      this.#recorder?.flush();
    } catch (error) {
      // A system that lags behind may fail before the present; the log goes on from where it is.
      if (error instanceof SimulationFault) {
        this.tell(Math.max(error.t_ns, this.sim.now_ns), "error", error.component, error.message);
      }
      throw error;
    }
  }

  /** What came from outside comes again, at the instants at which it was taken. */
  #play({ t_ns, bytes }: OutsideHistory, end_ns: number): void {
    while (this.#played < t_ns.length && t_ns[this.#played]! <= end_ns) {
      const k = this.#played++;
      this.sim.runUntil(Math.max(this.sim.now_ns, t_ns[k]!));
      this.take(bytes[k]!);
    }
  }

  /** Messages from outside the world, between two slices: they take effect 1 ns after the present instant. */
  take(bytes: Uint8Array): void {
    // It comes after everything of this instant, in the log, too.
    this.#recorder?.flush();
    this.#recorder?.outside(this.sim.now_ns, bytes);
    this.world.deliver(bytes);
  }

  tell(t_ns: number, level: EventLevel, name: string, message: string, detail: EventDetail = {}): void {
    this.#told({ t_ns, level, name, message, ...detail });
  }

  #told(event: RunEvent): void {
    // First the log: where it is broken, nothing is reported.
    this.#recorder?.event(event);
    if (this.events.length < MOST_EVENTS) this.events.push(event);
  }

  /** About the run rather than of it: for the log's diagnostics only. */
  note(message: string): void {
    this.#recorder?.diagnostic(this.sim.now_ns, "info", "run", message);
  }

  snapshot(): RunSnapshot {
    return { state: this.sim.snapshot(), events: [...this.events], played: this.#played };
  }

  /**
   * Goes back, or on, to a snapshot of a run of the same scenario. What was logged stays logged: to go on from an earlier instant with a
   * log that can be read, fork or continue.
   */
  restore({ state, events, played }: RunSnapshot): void {
    this.sim.restore(state);
    this.events.splice(0, this.events.length, ...events);
    this.#played = played;
  }

  /**
   * A second run of the same scenario from this moment on, with a log of its own, a branch, or none. branchOf: the name of this run's log,
   * for readers of the branch.
   */
  fork({ branchOf = "", ...options }: ForkOptions = { writer: null }): ScenarioRun {
    const { clock: _clock, writer: _writer, branch: _branch, ...same } = this.#options;
    return ScenarioRun.continued(this.scenario, this.snapshot(), { ...same, ...options, branchOf });
  }

  /** A run that goes on from a snapshot: of a run that is over, or in another thread or process. Its log is a branch. */
  static continued(
    scenario: Scenario,
    snapshot: RunSnapshot,
    { branchOf, ...options }: Omit<RunOptions, "branch"> & { readonly branchOf: string },
  ): ScenarioRun {
    const branch = { from_ns: snapshot.state.now_ns, of: branchOf };
    const run = new ScenarioRun(scenario, { ...options, branch });
    run.restore(snapshot);
    return run;
  }

  /** Ends the log; the run could go on without it. Messages that found no room are reported. */
  close(): void {
    for (const port of this.sim.model.inPorts) {
      const lost = port.lost(this.sim);
      if (lost > 0) this.tell(this.sim.now_ns, "warning", port.path, `${lost} messages found no room and were lost`);
    }
    this.#recorder?.flush();
    this.#options.writer?.close();
  }

  /** What things have counted, by path and name. */
  figures(): ReadonlyMap<string, Readonly<Record<string, number>>> {
    return this.world.figures();
  }

  summary(): ReadonlyMap<string, VehicleSummary> {
    return this.world.vehicles.summary.of(this.sim);
  }
}
