/**
 * The near side of online mode: one thread per vehicle that has controllers. Messages for a controller are passed on at once,
 * its own come back at any time and take effect 1 ns after the world's present instant; the world waits for none.
 *
 * Counted for each controller: commands, their age (world's time when they take effect less that of the reading they
 * answer), late ones (older than a period of the controller), readings that were never answered, the longest silence.
 * A silence of more than five periods is reported as an event, and its end, too. A controller that throws, whose thread ends, or that
 * has not come back from a tick some seconds after the run is over, has failed: an event of level error, and `failures`. Where the vehicle
 * declares failSafe="rest", what a silent or failed controller drives goes to rest; otherwise its last commands stay in force.
 */
import { Worker } from "node:worker_threads";
import { clockTick, navigationState } from "../control/index.ts";
import {
  type ByteRecord,
  forEachRecord,
  type LatenessReport,
  LatenessStatistics,
  singleRecord,
} from "../engine/index.ts";
import type { OutsideSender, Route, Scenario, ScenarioRun } from "../scenario/index.ts";
import { SharedBell, SharedRing } from "./shared-memory.ts";
import { RING_BYTES, seconds, type VehicleComputerData, type VehicleComputerMessage } from "./vehicle-computer.ts";

/** What is asked of a thread; a worker is one. */
export interface ComputerThread {
  on(event: "message", listener: (message: VehicleComputerMessage) => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  on(event: "exit", listener: (code: number) => void): unknown;
  terminate(): Promise<unknown>;
}

export interface ThreadOptions {
  /** Starts a thread that loads the definitions and calls runVehicleComputer: see workerThread. */
  start(data: VehicleComputerData & { readonly extra: unknown }): ComputerThread;
  /** What the entry wants to know besides. */
  readonly extra?: Readonly<Record<string, unknown>>;
  readonly pace: number;
  /** How long a thread may take to end before it counts as one that hangs. */
  readonly end_ms?: number;
}

export interface ControllerStatistics {
  readonly path: string;
  readonly commands: number;
  readonly age: LatenessReport;
  /** Commands that answered a reading older than a period. */
  readonly late: number;
  readonly unanswered: number;
  /** Batches of replies that found no room: the world did not look for a long while. */
  readonly lost: number;
  readonly longestSilence_s: number;
}

/** A thread of one vehicle, and whether it has answered that it ends. */
interface Computer {
  readonly thread: ComputerThread;
  readonly lines: readonly Line[];
  readonly ended: Promise<void>;
}

interface Line {
  readonly path: string;
  readonly vehicle: number;
  /** id of the controller. */
  readonly controller: string;
  readonly period_ns: number;
  readonly inward: SharedRing;
  readonly outward: SharedRing;
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

/** What wakes a program at its rate. */
const READINGS: readonly unknown[] = [navigationState, clockTick];
/** Periods without a command after which a controller counts as silent. */
const SILENT_PERIODS = 5;
/** How long a thread may take to load before the run is given up. */
const START_MS = 30_000;
/**
 * How long a thread may take to end. One whose tick never comes back takes for ever; one on a busy machine, or whose law takes long,
 * must not be mistaken for it.
 */
const END_MS = 5000;

/** Threads of this process, each with the program of an entry. */
export function workerThread(entry: URL): ThreadOptions["start"] {
  return (workerData) => new Worker(entry, { workerData });
}

export class ControllerThreads {
  readonly #scenario: Scenario;
  readonly #lines: Line[] = [];
  readonly #bells = new Map<number, SharedBell>();
  readonly #computers: Computer[] = [];
  readonly #failures: string[] = [];
  readonly #options: ThreadOptions;
  /** What threads have reported since the last look; passed on then, where a log that breaks is the run's own failure. */
  readonly #heard: (() => void)[] = [];
  #run: ScenarioRun | null = null;
  #closing = false;

  constructor(scenario: Scenario, options: ThreadOptions) {
    this.#scenario = scenario;
    this.#options = options;
    scenario.vehicles.forEach(({ name, controllers }, vehicle) => {
      if (controllers.length > 0) this.#bells.set(vehicle, new SharedBell());
      for (const { component, program } of controllers) {
        this.#lines.push({
          path: `${name}/${component.id}`,
          vehicle,
          controller: component.id,
          period_ns: 1e9 / program.rate_Hz,
          inward: new SharedRing(RING_BYTES),
          outward: new SharedRing(RING_BYTES),
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

  /** For Control: passes a message on to the controller of a path. */
  readonly send: OutsideSender = (path, bytes) => {
    const line = this.#lines.find((each) => each.path === path)!;
    line.inward.write(bytes);
    this.#visit(bytes, ({ message, to }) => {
      // Those at another rate, such as of its navigation, ask for no set-points.
      if (READINGS.includes(message) && to.path === path) line.readings++;
    });
    this.#bells.get(line.vehicle)?.ring();
  };

  /** The routes of the records of a batch. */
  #visit(bytes: Uint8Array, look: (route: Route, record: ByteRecord) => void): void {
    const routes = this.#run?.world.routes ?? [];
    forEachRecord(
      bytes,
      (route) => routes[route]?.message.size,
      (record) => {
        look(routes[record.route]!, record);
        return true;
      },
    );
  }

  /** Returns when every thread has loaded its software. */
  async start(run: ScenarioRun): Promise<void> {
    this.#run = run;
    await Promise.all([...this.#bells].map(([vehicle, bell]) => this.#startOne(run, vehicle, bell)));
  }

  async #startOne(run: ScenarioRun, vehicle: number, bell: SharedBell): Promise<void> {
    const lines = this.#lines.filter((line) => line.vehicle === vehicle);
    const data: VehicleComputerData & { extra: unknown } = {
      files: [...this.#scenario.files],
      binaries: [...this.#scenario.binaries],
      overrides: this.#scenario.overrides,
      vehicle,
      run: run.number,
      pace: this.#options.pace,
      bell: bell.buffer,
      inward: lines.map((line) => line.inward.buffer),
      outward: lines.map((line) => line.outward.buffer),
      extra: this.#options.extra ?? {},
    };
    const thread = this.#options.start(data);
    const name = this.#scenario.vehicles[vehicle]?.name ?? "";
    const failAll = (reason: string): void => {
      this.#heard.push(() => {
        for (const line of lines) this.#fail(run, line, reason);
      });
    };
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`the controllers of ${name} did not start`)), START_MS);
      const ended = new Promise<void>((end) => {
        thread.on("message", (message: VehicleComputerMessage) => {
          if (message.type === "ready") {
            clearTimeout(late);
            resolve();
          } else if (message.type === "ended") end();
          else this.#heard.push(() => this.#tell(run, lines, message));
        });
        thread.on("exit", (code) => {
          clearTimeout(late);
          const reason = `its thread has ended by itself, with exit code ${code}`;
          reject(new Error(`${name}: ${reason}`));
          if (!this.#closing) failAll(reason);
          end();
        });
      });
      this.#computers.push({ thread, lines, ended });
      thread.on("error", (error: Error) => {
        clearTimeout(late);
        reject(error);
        failAll(error.message);
      });
    });
  }

  #tell(run: ScenarioRun, lines: readonly Line[], message: VehicleComputerMessage): void {
    if (message.type === "failed") this.#fail(run, lines[message.controller], message.reason);
    if (message.type !== "event") return;
    const { level, name, message: text, t_ns: _, ...detail } = message.event;
    run.tell(run.sim.now_ns, level, name, text, detail);
  }

  #fail(run: ScenarioRun, line: Line | undefined, reason: string): void {
    if (line === undefined || line.failed) return;
    line.failed = true;
    this.#failures.push(`${line.path} failed at ${seconds(run.sim.now_ns)} s: ${reason}`);
    run.tell(run.sim.now_ns, "error", line.path, `the controller has failed: ${reason}; ${this.#failSafe(run, line)}`);
  }

  /** Lets what the controller drives rest, where its vehicle declares that. Returns what happens, in words. */
  #failSafe(run: ScenarioRun, line: Line): string {
    const { command, controllers, failSafe } = this.#scenario.vehicles[line.vehicle]!;
    if (failSafe !== "rest") return "its last commands stay in force";
    const { program } = controllers.find(({ component }) => component.id === line.controller)!;
    // What it does not drive stays as it is.
    const fields = new Float64Array(command.size).fill(Number.NaN);
    fields[command.at.issued_ns] = run.sim.now_ns;
    for (const { actuator, rest } of program.commands) fields[command.at.values + actuator] = rest;
    const route = run.world.routes.findIndex(
      ({ message, from }) =>
        message.name === command.name && from.vehicle === line.vehicle && from.controller === line.controller,
    );
    run.take(singleRecord(route, run.sim.now_ns, fields));
    return "all that it drives goes to rest";
  }

  /** Between two slices of the run: lets what has come take effect now. */
  take(): void {
    const run = this.#run!;
    const now_ns = run.sim.now_ns;
    for (const tell of this.#heard.splice(0)) tell();
    for (const line of this.#lines) {
      const silence_ns = now_ns - line.heard_ns;
      const bytes = line.outward.take();
      if (bytes.length > 0) {
        const { command } = this.#scenario.vehicles[line.vehicle]!;
        this.#visit(bytes, ({ message }, { view, fieldsAt }) => {
          if (message.name !== command.name) return;
          const age_ns = now_ns - view.getFloat64(fieldsAt + 8 * command.at.issued_ns, true);
          line.commands++;
          line.age.add(age_ns);
          if (age_ns > line.period_ns) line.late++;
          line.heard_ns = now_ns;
        });
        run.take(bytes);
      }
      line.silence_ns = Math.max(line.silence_ns, silence_ns);
      if (line.heard_ns === now_ns && line.silent) {
        line.silent = false;
        run.tell(now_ns, "warning", line.path, `the controller sends commands again, after ${seconds(silence_ns)} s`);
      } else if (line.heard_ns !== now_ns && !line.silent && silence_ns > SILENT_PERIODS * line.period_ns) {
        line.silent = true;
        run.tell(
          now_ns,
          "warning",
          line.path,
          `the controller has stopped sending commands; ${this.#failSafe(run, line)}`,
        );
      }
    }
  }

  statistics(): ControllerStatistics[] {
    return this.#lines.map((line) => ({
      path: line.path,
      commands: line.commands,
      age: line.age.report(),
      late: line.late,
      unanswered: line.readings - line.commands,
      lost: line.outward.refused,
      longestSilence_s: line.silence_ns / 1e9,
    }));
  }

  /** Controllers that failed: which, when and why. Complete after close(). */
  get failures(): readonly string[] {
    return this.#failures;
  }

  /** Ends the threads; one that hangs is ended by force, and has failed. */
  async close(): Promise<void> {
    this.#closing = true;
    for (const bell of this.#bells.values()) bell.end();
    await Promise.all(
      this.#computers.map(async ({ thread, lines, ended }) => {
        const hangs = await hangsAfter(this.#options.end_ms ?? END_MS, ended);
        if (hangs && this.#run !== null)
          for (const line of lines) this.#fail(this.#run, line, "it hangs: it has not come back from its last tick");
        await thread.terminate();
      }),
    );
    for (const tell of this.#heard.splice(0)) tell();
  }
}

/** Whether something has not come to its end after so much time. */
async function hangsAfter(limit_ms: number, ended: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(true), limit_ms);
  });
  const hangs = await Promise.race([ended.then(() => false), late]);
  clearTimeout(timer);
  return hangs;
}
