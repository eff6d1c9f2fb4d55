/** What the program offers an experiment: runs of scenarios with their logs in memory, a bar, and an ear for Ctrl-C. */
import { join } from "node:path";
import { setImmediate as breathe } from "node:timers/promises";
import { SingleBar } from "cli-progress";
import { formatDiagnostic, NS_PER_S } from "../../../core/index.ts";
import type { Definitions, SourceReader } from "../../../library/index.ts";
import { asyncSource, LogWriter, openIndexedLog } from "../../../logging/index.ts";
import { loadScenario, type Scenario, ScenarioRun } from "../../../scenario/index.ts";
import { usableDefinitions } from "../../io/definitions.ts";
import { packageFolder } from "../../io/files.ts";
import { loadZstd, systemChecksum } from "../../io/log-files.ts";
import { CallError, EXIT } from "../../io/outcome.ts";
import { worldReader } from "../../io/projections.ts";
import { packageVersion } from "../../io/version.ts";
import { runFast, type StopRequest } from "../run/loop.ts";
import { RunProgress } from "../run/progress.ts";
import { type ExperimentContext, type FinishedRun, type RunRequest, Stopped } from "./experiment.ts";

const QUIET_MS = 1000;

export class ProgramContext implements ExperimentContext {
  readonly #stop: StopRequest;
  /** Loaded when the first scenario is. */
  #definitions: Definitions | null = null;
  #bar: SingleBar | null = null;
  readonly #started_ms = performance.now();

  constructor(stop: StopRequest) {
    this.#stop = stop;
  }

  async progress(done: number, of: number, what: string): Promise<void> {
    this.#show(done, of, what);
    await breathe();
    if (this.#stop.asked) throw new Stopped("stopped by the user");
  }

  async run(request: RunRequest): Promise<FinishedRun> {
    const scenario = await this.#load(request);
    const sink = new MemorySink();
    const version = packageVersion();
    const compression = request.isLogged ? await loadZstd() : null;
    const writer = request.isLogged
      ? new LogWriter(sink, { compression, checksum: systemChecksum, library: `thetis ${version}` })
      : null;
    const run = new ScenarioRun(scenario, { writer, version, run: request.number ?? 0 });
    // Many short runs have one bar, of the experiment's own.
    const progress = new RunProgress(this.#bar === null ? scenario.duration_ns : 0);
    try {
      await runFast(run, progress, this.#stop);
    } finally {
      progress.stop();
    }
    if (this.#stop.asked) throw new Stopped("stopped by the user");
    run.close();
    const bytes = sink.bytes();
    return {
      name: request.name,
      duration_s: scenario.duration_ns / NS_PER_S,
      events: run.events,
      figures: run.figures(),
      vehicles: run.summary(),
      log: request.isLogged
        ? { bytes, read: await openIndexedLog(asyncSource(memorySource(bytes)), compression) }
        : null,
    };
  }

  end(): void {
    this.#bar?.stop();
    this.#bar = null;
  }

  async #load({ name, scenario: { file, text }, overrides }: Written): Promise<Scenario> {
    this.#definitions ??= await usableDefinitions(undefined);
    // A text lies where a file would: beside the experiments, so that it finds what ships.
    const place = join(packageFolder, "experiments", file ?? `${name}.xml`);
    const disk = worldReader(place, {});
    const reader: SourceReader =
      text === undefined ? disk : { ...disk, read: (asked) => (asked === place ? { text } : disk.read(asked)) };
    const { scenario, diagnostics } = loadScenario(this.#definitions, reader, place, overrides ?? []);
    if (scenario !== null) return scenario;
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    throw new CallError(
      `the scenario of ${name} cannot be loaded:\n${errors.map(formatDiagnostic).join("\n")}`,
      EXIT.failed,
    );
  }

  #show(done: number, of: number, what: string): void {
    if (process.stderr.isTTY !== true) return;
    if (this.#bar === null) {
      if (performance.now() - this.#started_ms < QUIET_MS) return;
      this.#bar = new SingleBar({
        format: "  {bar} {percentage} %  {what}",
        stream: process.stderr,
        hideCursor: true,
        clearOnComplete: true,
        barsize: 30,
        barCompleteChar: "█",
        barIncompleteChar: "░",
      });
      this.#bar.start(of, done, { what });
    }
    this.#bar.setTotal(of);
    this.#bar.update(done, { what });
  }
}

type Written = Omit<RunRequest, "scenario"> & { readonly scenario: { readonly file?: string; readonly text?: string } };

class MemorySink {
  readonly #pieces: Uint8Array[] = [];

  write(bytes: Uint8Array): void {
    this.#pieces.push(bytes.slice());
  }

  bytes(): Uint8Array {
    return Buffer.concat(this.#pieces);
  }
}

function memorySource(bytes: Uint8Array): { readonly size: number; read(offset: number, length: number): Uint8Array } {
  return { size: bytes.length, read: (offset, length) => bytes.subarray(offset, offset + length) };
}
