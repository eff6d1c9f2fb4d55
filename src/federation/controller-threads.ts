/**
 * The near side of online mode: one thread per vehicle that has controllers. Readings are handed out, commands come back
 * whenever they do and take effect at the world's present instant; between two looks the world never waits for anybody.
 *
 * Counted for each controller: commands, their age (world's time when they take effect less that of the reading they
 * answer), late ones (older than a period of the controller), readings that were never answered, the longest silence.
 * A silence of more than five periods is told as an event, and its end, too.
 */
import { Worker } from "node:worker_threads";
import { type LatenessReport, LatenessStatistics, messages } from "../engine/index.ts";
import type { ReadingListener, Scenario, ScenarioRun } from "../scenario/index.ts";
import { SharedBell, SharedMailbox, SharedRing } from "./shared-memory.ts";
import {
  RING_CAPACITY,
  replySize,
  seconds,
  type VehicleComputerData,
  type VehicleComputerMessage,
} from "./vehicle-computer.ts";

export interface ThreadOptions {
  /** The program of a thread: it loads the definitions and calls runVehicleComputer. */
  readonly entry: URL;
  /** What the entry wants to know besides. */
  readonly extra?: Readonly<Record<string, unknown>>;
  readonly pace: number;
}

export interface ControllerStatistics {
  readonly path: string;
  readonly commands: number;
  readonly age: LatenessReport;
  /** Commands that answered a reading older than a period. */
  readonly late: number;
  readonly unanswered: number;
  /** Commands that found no room: the world did not look for a long while. */
  readonly lost: number;
  readonly longestSilence_s: number;
}

interface Line {
  readonly path: string;
  readonly vehicle: number;
  readonly period_ns: number;
  readonly mailbox: SharedMailbox;
  readonly ring: SharedRing;
  readonly reply: Float64Array;
  readonly report: number;
  readonly age: LatenessStatistics;
  readings: number;
  commands: number;
  late: number;
  /** The world's time at the last command; 0 before the first. */
  heard_ns: number;
  silence_ns: number;
  silent: boolean;
  failed: boolean;
}

/** Periods without a command after which a controller counts as silent. */
const SILENT_PERIODS = 5;
/** How long a thread may take to load before the run is given up. */
const START_MS = 30_000;

export class ControllerThreads {
  readonly #scenario: Scenario;
  readonly #lines: Line[] = [];
  readonly #bells = new Map<number, SharedBell>();
  readonly #workers: Worker[] = [];
  readonly #options: ThreadOptions;
  /** What threads have told since the last look; told on then, where a log that breaks is the run's own failure. */
  readonly #heard: (() => void)[] = [];
  #run: ScenarioRun | null = null;

  constructor(scenario: Scenario, options: ThreadOptions) {
    this.#scenario = scenario;
    this.#options = options;
    scenario.vehicles.forEach(({ name, controllers }, vehicle) => {
      if (controllers.length > 0) this.#bells.set(vehicle, new SharedBell());
      for (const { component, law } of controllers) {
        const size = replySize(law.report.length);
        this.#lines.push({
          path: `${name}/${component.id}`,
          vehicle,
          period_ns: 1e9 / law.rate_Hz,
          mailbox: new SharedMailbox(messages.trueState.size),
          ring: new SharedRing(size, RING_CAPACITY),
          reply: new Float64Array(size),
          report: law.report.length,
          age: new LatenessStatistics(),
          readings: 0,
          commands: 0,
          late: 0,
          heard_ns: 0,
          silence_ns: 0,
          silent: false,
          failed: false,
        });
      }
    });
  }

  /** For Control.onReading. */
  readonly onReading: ReadingListener = (controller, reading) => {
    const line = this.#lines[controller]!;
    line.mailbox.write(reading);
    line.readings++;
    this.#bells.get(line.vehicle)?.ring();
  };

  /** Returns when every thread has loaded its software. */
  async start(run: ScenarioRun): Promise<void> {
    this.#run = run;
    await Promise.all([...this.#bells].map(([vehicle, bell]) => this.#startOne(run, vehicle, bell)));
  }

  async #startOne(run: ScenarioRun, vehicle: number, bell: SharedBell): Promise<void> {
    const lines = this.#lines.filter((line) => line.vehicle === vehicle);
    const workerData: VehicleComputerData & { extra: unknown } = {
      files: [...this.#scenario.files],
      binaries: [...this.#scenario.binaries],
      overrides: this.#scenario.overrides,
      vehicle,
      pace: this.#options.pace,
      bell: bell.buffer,
      mailboxes: lines.map((line) => line.mailbox.buffer),
      rings: lines.map((line) => line.ring.buffer),
      extra: this.#options.extra ?? {},
    };
    const worker = new Worker(this.#options.entry, { workerData });
    this.#workers.push(worker);
    const name = this.#scenario.vehicles[vehicle]?.name ?? "";
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`the controllers of ${name} did not start`)), START_MS);
      worker.on("message", (message: VehicleComputerMessage) => {
        if (message.type === "ready") {
          clearTimeout(late);
          resolve();
        } else {
          this.#heard.push(() => this.#tell(run, lines, message));
        }
      });
      worker.on("error", (error: Error) => {
        clearTimeout(late);
        reject(error);
        this.#heard.push(() => {
          for (const line of lines) this.#fail(run, line, error.message);
        });
      });
    });
  }

  #tell(run: ScenarioRun, lines: readonly Line[], message: VehicleComputerMessage): void {
    if (message.type === "failed") this.#fail(run, lines[message.controller], message.reason);
    if (message.type !== "event") return;
    const { level, name, message: text, reaction } = message.event;
    run.tell(run.sim.now_ns, level, name, text, reaction);
  }

  #fail(run: ScenarioRun, line: Line | undefined, reason: string): void {
    if (line === undefined || line.failed) return;
    line.failed = true;
    run.tell(
      run.sim.now_ns,
      "error",
      line.path,
      `the controller has failed: ${reason}; its last commands stay in force`,
    );
  }

  /** Between two slices of the run: lets the commands that have come take effect now. */
  take(): void {
    const run = this.#run!;
    const { sim, world } = run;
    const now_ns = sim.now_ns;
    for (const tell of this.#heard.splice(0)) tell();
    this.#lines.forEach((line, k) => {
      const silence_ns = now_ns - line.heard_ns;
      const { reply } = line;
      while (line.ring.read(reply)) {
        const age_ns = now_ns - reply[messages.actuatorCommand.at.issued_ns]!;
        line.commands++;
        line.age.add(age_ns);
        if (age_ns > line.period_ns) line.late++;
        world.command(sim, reply, 0);
        const to = world.controllers[k]!.reportAt;
        for (let i = 0; i < line.report; i++) sim.reals[to + i] = reply[messages.actuatorCommand.size + i]!;
        line.heard_ns = now_ns;
      }
      line.silence_ns = Math.max(line.silence_ns, silence_ns);
      if (line.heard_ns === now_ns && line.silent) {
        line.silent = false;
        run.tell(now_ns, "warning", line.path, `commands again, after ${seconds(silence_ns)} s`);
      } else if (line.heard_ns !== now_ns && !line.silent && silence_ns > SILENT_PERIODS * line.period_ns) {
        line.silent = true;
        run.tell(now_ns, "warning", line.path, "no command any more; the last ones stay in force");
      }
    });
  }

  statistics(): ControllerStatistics[] {
    return this.#lines.map((line) => ({
      path: line.path,
      commands: line.commands,
      age: line.age.report(),
      late: line.late,
      unanswered: line.readings - line.commands,
      lost: line.ring.refused,
      longestSilence_s: line.silence_ns / 1e9,
    }));
  }

  /** Ends the threads; one that hangs is ended by force. */
  async close(): Promise<void> {
    for (const bell of this.#bells.values()) bell.end();
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }
}
