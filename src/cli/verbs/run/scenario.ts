/** What `thetis run SCENARIO` does, from the call to the last line that is printed. */
import { type Diagnostic, DiagnosticList, NS_PER_S, S_PER_NS } from "../../../core/index.ts";
import { instant_ns, SimulationFault } from "../../../engine/index.ts";
import { type Definitions, isAboutProvenance } from "../../../library/index.ts";
import { LogWriter } from "../../../logging/index.ts";
import { type Control, loadScenario, type RunMode, type Scenario, ScenarioRun } from "../../../scenario/index.ts";
import { usableDefinitions } from "../../io/definitions.ts";
import { printDiagnostics } from "../../io/diagnostics-output.ts";
import { isShipped, shownPath } from "../../io/files.ts";
import { errorLine } from "../../io/leaving.ts";
import { type FileSink, loadZstd, SinkError, systemChecksum } from "../../io/log-files.ts";
import { CallError, EXIT, type ExitCode, printJson } from "../../io/outcome.ts";
import { worldReader } from "../../io/projections.ts";
import { packageVersion } from "../../io/version.ts";
import { LiveEvents } from "./live-events.ts";
import { runFast, StopRequest } from "./loop.ts";
import { OnlineDrive } from "./online.ts";
import { nextSteps, type RunFacts, runDocument, runText } from "./output.ts";
import { removeOldReport, takeOutputs } from "./outputs.ts";
import { RunProgress } from "./progress.ts";
import { ReactionTimes } from "./reaction-times.ts";
import { withScript } from "./script-override.ts";

export interface RunCall {
  readonly file: string;
  readonly overrides: readonly string[];
  /** A script for a mission of the scenario: FILE, or VEHICLE/MISSION=FILE. */
  readonly script?: string | undefined;
  /** Files that the call names, which may lie anywhere. */
  readonly named?: readonly string[];
  readonly mode: RunMode;
  readonly pace: number;
  /** undefined: the default place; null: none. */
  readonly log: string | null | undefined;
  readonly report: string | null | undefined;
  /** Replace a log and a report that are there. */
  readonly force: boolean;
  readonly models: string | undefined;
  /** Whether files outside the project may be read. */
  readonly allowOutside: boolean;
  /** Number of the run in its campaign; where not given, that of the log, or 0. */
  readonly run: number | undefined;
  /** When the log begins; undefined: with the run, or as in the log that is run again. */
  readonly logFrom_s: number | undefined;
  readonly json: boolean;
}

export async function runScenario(call: RunCall): Promise<ExitCode> {
  const definitions = await usableDefinitions(call.models);
  const loading = call.script === undefined ? call : withScript(definitions, call, call.script);
  const scenario = readScenario(definitions, loading);
  if (scenario === null) return EXIT.wrongInput;
  const { sink, report } = await takeOutputs(call, scenario.id);
  const facts = await execute(scenario, call, sink, { from: "inside" });
  return finish(facts, call, report, isShipped(call.file));
}

/** Report and summary. That a report fails does not hide how the run went. */
async function finish(facts: RunFacts, call: RunCall, report: string | null, shipped: boolean): Promise<ExitCode> {
  const written = await withReport(facts, report);
  if (call.json) printJson(runDocument(written.facts, written.report));
  else {
    process.stdout.write(runText(written.facts, written.report));
    const { problem } = written.facts;
    if (problem === null && shipped) process.stdout.write(nextSteps(call.file, written.facts, written.report));
  }
  return written.facts.problem === null ? EXIT.done : EXIT.failed;
}

/** The facts after the report was written, or after it could not be. */
export async function withReport(
  facts: RunFacts,
  file: string | null,
): Promise<{ readonly facts: RunFacts; readonly report: string | null }> {
  if (file === null || facts.log === null) return { facts, report: null };
  try {
    const { writeReport } = await import("../../io/report-file.ts");
    await writeReport([facts.log], file, facts.run.scenario.id);
    return { facts, report: shownPath(file) };
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    return { facts: { ...facts, problem: facts.problem ?? error.message }, report: null };
  }
}

/** The scenario, or null with everything that is wrong with it printed. */
function readScenario(definitions: Definitions, call: RunCall): Scenario | null {
  const { scenario, diagnostics, sources } = loadScenario(
    definitions,
    worldReader(call.file, call),
    call.file,
    call.overrides,
  );
  const list = new DiagnosticList();
  // Notes, and what is said of provenance, are for "thetis check"; here what stops the run, and all that its behaviour may suffer from.
  const matters = (d: Diagnostic): boolean =>
    d.severity === "error" || (d.severity === "warning" && !isAboutProvenance(d));
  list.addAll(diagnostics.filter((d) => scenario === null || matters(d)));
  if (call.json && scenario === null) printJson({ diagnostics: list.sorted() });
  printDiagnostics(list.sorted(), sources);
  return scenario;
}

/** The event that closes the log of a run that was stopped. */
export const STOPPED = "stopped by the user";

/** Runs a scenario, with its log at a file or without one. Whatever goes wrong in the run, what was logged is kept. */
export async function execute(
  scenario: Scenario,
  call: Pick<RunCall, "file" | "mode" | "pace" | "models" | "run" | "logFrom_s" | "json">,
  sink: FileSink | null,
  control: Control,
  /** Where the run is left before its end. */
  until_ns = scenario.duration_ns,
): Promise<RunFacts> {
  const version = packageVersion();
  const compression = sink === null ? null : await loadZstd();
  const stop = new StopRequest();
  const progress = new RunProgress(scenario.duration_ns);
  const stopwatch = new ReactionTimes();
  const online =
    call.mode === "online" && control.from === "inside" ? new OnlineDrive(scenario, call.pace, call.models) : null;
  let run: ScenarioRun | null = null;
  let problem: string | null = null;
  let started = false;
  try {
    const writer =
      sink === null
        ? null
        : new LogWriter(sink, { compression, checksum: systemChecksum, library: `thetis ${version}` });
    const { clock } = online ?? {};
    const options = {
      writer,
      version,
      mode: call.mode,
      control: online?.control ?? control,
      stopwatch,
      run: call.run ?? 0,
    };
    if (call.logFrom_s === undefined) {
      run = new ScenarioRun(scenario, clock === undefined ? options : { ...options, clock });
    } else {
      // Up to there nothing is logged; the log is a branch.
      run = new ScenarioRun(scenario, { ...options, writer: null });
      started = true;
      await runFast(run, progress, stop, Math.min(instant_ns(call.logFrom_s), until_ns));
      run = run.fork({ writer, branchOf: scenario.id });
    }
    sink?.release();
    if (sink !== null) await removeOldReport(sink.file);
    started = true;
    await (online === null
      ? runFast(run, progress, stop, until_ns)
      : online.drive(run, progress, stop, call.json ? null : new LiveEvents(progress)));
    if (stop.failure !== null) {
      problem = `a timer or a promise of a model failed: ${errorLine(stop.failure.error)}`;
      run.tell(run.sim.now_ns, "error", "run", problem);
    } else if (stop.asked) {
      problem = `stopped at ${(run.sim.now_ns * S_PER_NS).toFixed(1)} s of ${scenario.duration_ns / NS_PER_S} s`;
      run.tell(run.sim.now_ns, "warning", "run", STOPPED);
    }
  } catch (error) {
    problem = problemOf(error);
  } finally {
    problem ??= online?.problem ?? null;
    progress.stop();
    stop.release();
    for (const close of [() => run?.close(), () => sink?.close()]) {
      try {
        close();
      } catch (error) {
        problem ??= problemOf(error);
      }
    }
  }
  if (run === null || !started) throw new CallError(problem ?? "the run did not start", EXIT.failed);
  return {
    run,
    log: sink?.file ?? null,
    logBytes: sink?.bytes ?? 0,
    elapsed_s: progress.elapsed_s,
    online: online?.report() ?? null,
    reactions: stopwatch.report(),
    problem,
  };
}

/** What ended a run, in one line; what was not foreseen is thrown on. */
function problemOf(error: unknown): string {
  // The log breaks inside an observer, and then the fault only wraps what the disk said.
  const cause = error instanceof SimulationFault && error.cause instanceof SinkError ? error.cause : error;
  if (cause instanceof SimulationFault || cause instanceof SinkError || cause instanceof CallError) {
    return cause.message.replace(/\s+/g, " ");
  }
  throw error;
}
