/**
 * One run of a scenario, from start to end, with its log. Whoever owns the thread advances it: in one go, in slices with a
 * progress bar between them, or paced by a clock. What is advanced between slices changes no bit.
 */
import type { MissionReaction, Stopwatch } from "../control/index.ts";
import { type Clock, Simulation, SimulationFault, VirtualClock } from "../engine/index.ts";
import type { LogWriter } from "../logging/index.ts";
import type { EventLevel, RunEvent } from "./events.ts";
import { Recorder, type RunMode } from "./recorder.ts";
import type { Scenario } from "./scenario.ts";
import { Summary, type VehicleSummary } from "./summary.ts";
import { type Control, World } from "./world.ts";

export interface RunOptions {
  /** Where nothing is logged, null. */
  readonly writer: LogWriter | null;
  /** Of the program: it becomes part of the log. */
  readonly version: string;
  readonly mode?: RunMode;
  readonly control?: Control;
  readonly clock?: Clock;
  /** Measures the reactions of missions, in wall time: for whoever is curious, never for the log. */
  readonly stopwatch?: Stopwatch;
}

/** Events kept for the summary; the log has them all. */
const MOST_EVENTS = 10_000;

export class ScenarioRun {
  readonly scenario: Scenario;
  readonly world: World;
  readonly sim: Simulation;
  readonly events: RunEvent[] = [];
  readonly #recorder: Recorder | null;
  readonly #writer: LogWriter | null;
  readonly #summary = new Summary();

  constructor(scenario: Scenario, options: RunOptions) {
    const { writer, version, mode = "offline", control = { from: "inside" } } = options;
    this.scenario = scenario;
    this.#writer = writer;
    this.#recorder = writer === null ? null : new Recorder({ writer, scenario, version, mode });
    const recorder = this.#recorder;
    this.world = new World(scenario, {
      control,
      listener: (event) => this.#told(event),
      onCommand:
        recorder === null
          ? null
          : (vehicle, t_ns, issued_ns, node, sim) => recorder.command(vehicle, t_ns, issued_ns, node, sim),
      spectators: [this.#summary.watch, ...(recorder === null ? [] : [recorder.watch])],
      stopwatch: options.stopwatch,
    });
    this.sim = new Simulation(this.world.model, options.clock ?? new VirtualClock());
  }

  get end_ns(): number {
    return this.scenario.duration_ns;
  }

  /** Runs up to an instant, but not beyond the end. A fault is told as an event before it is thrown. */
  advance(until_ns: number): void {
    try {
      this.sim.runUntil(Math.min(until_ns, this.end_ns));
    } catch (error) {
      if (error instanceof SimulationFault) this.tell(error.t_ns, "error", error.component, error.message);
      throw error;
    }
  }

  tell(t_ns: number, level: EventLevel, name: string, message: string, reaction?: MissionReaction): void {
    const event = { t_ns, level, name, message };
    this.#told(reaction === undefined ? event : { ...event, reaction });
  }

  #told(event: RunEvent): void {
    // First the log: where it is broken, there is nothing to tell, and nowhere.
    this.#recorder?.event(event);
    if (this.events.length < MOST_EVENTS) this.events.push(event);
  }

  /** About the run rather than of it: for the log's diagnostics only. */
  note(message: string): void {
    this.#recorder?.diagnostic(this.sim.now_ns, "info", "run", message);
  }

  /** Ends the log; the run could go on without it. */
  close(): void {
    this.#writer?.close();
  }

  summary(): ReadonlyMap<string, VehicleSummary> {
    return this.#summary.of(this.sim);
  }
}
