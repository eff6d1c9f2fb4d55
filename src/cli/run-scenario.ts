/** What `thetis run SCENARIO` does, from the call to the last line that is printed. */
import { join } from "node:path";
import { DiagnosticList, S_PER_NS } from "../core/index.ts";
import { SimulationFault } from "../engine/index.ts";
import type { Definitions } from "../library/index.ts";
import { LogWriter } from "../logging/index.ts";
import { type Control, loadScenario, type RunMode, type Scenario, ScenarioRun } from "../scenario/index.ts";
import { usableDefinitions } from "./definitions.ts";
import { printDiagnostics } from "./diagnostics-output.ts";
import { diskReader, isShipped, reasonOf, shownPath } from "./files.ts";
import { FileSink, loadZstd, makeFolderOf } from "./log-files.ts";
import { CallError, EXIT, type ExitCode, printJson } from "./outcome.ts";
import { runFast, StopRequest } from "./run-loop.ts";
import { type OnlineReport, runOnline } from "./run-online.ts";
import { nextSteps, type RunFacts, runDocument, runText } from "./run-output.ts";
import { RunProgress } from "./run-progress.ts";
import { packageVersion } from "./version.ts";

export interface RunCall {
  readonly file: string;
  readonly overrides: readonly string[];
  readonly mode: RunMode;
  readonly pace: number;
  /** undefined: the default place; null: none. */
  readonly log: string | null | undefined;
  readonly report: string | null | undefined;
  readonly models: string | undefined;
  readonly json: boolean;
}

/** Where logs and reports go when nothing is said. */
const RUNS = "runs";

export async function runScenario(call: RunCall): Promise<ExitCode> {
  const definitions = await usableDefinitions(call.models);
  const scenario = readScenario(definitions, call);
  if (scenario === null) return EXIT.wrongInput;
  const log = call.log === undefined ? join(RUNS, `${scenario.id}.mcap`) : call.log;
  const facts = await execute(scenario, call, log, { from: "inside" });
  const report = await reportFor(call, scenario, log);
  if (call.json) printJson(runDocument(facts, report));
  else {
    process.stdout.write(runText(facts, report));
    if (facts.problem === null && isShipped(call.file)) process.stdout.write(nextSteps(call.file, facts, report));
  }
  return facts.problem === null ? EXIT.done : EXIT.failed;
}

/** The scenario, or null with everything that is wrong with it printed. */
function readScenario(definitions: Definitions, call: RunCall): Scenario | null {
  const { scenario, diagnostics, sources } = loadScenario(definitions, diskReader, call.file, call.overrides);
  const list = new DiagnosticList();
  // Notes on provenance are for "thetis check"; here only what stops the run.
  list.addAll(diagnostics.filter((d) => scenario === null || d.severity !== "warning"));
  if (call.json && scenario === null) printJson({ diagnostics: list.sorted() });
  printDiagnostics(list.sorted(), sources);
  return scenario;
}

/** Runs a scenario, with its log at a file or without one. Whatever goes wrong in the run, what was logged is kept. */
export async function execute(
  scenario: Scenario,
  call: Pick<RunCall, "mode" | "pace" | "models" | "json">,
  log: string | null,
  control: Control,
): Promise<RunFacts> {
  const version = packageVersion();
  const compression = log === null ? null : await loadZstd();
  if (log !== null) makeFolderOf(log);
  const sink = log === null ? null : new FileSink(log);
  const stop = new StopRequest();
  const progress = new RunProgress(scenario.duration_ns);
  let run: ScenarioRun | null = null;
  let online: OnlineReport | null = null;
  let problem: string | null = null;
  try {
    const writer = sink === null ? null : new LogWriter(sink, { compression, library: `thetis ${version}` });
    if (call.mode === "online" && control.from === "inside") {
      const started = await runOnline(scenario, {
        writer,
        version,
        progress,
        stop,
        pace: call.pace,
        models: call.models,
      });
      run = started.run;
      online = started.report;
    } else {
      run = new ScenarioRun(scenario, { writer, version, mode: call.mode, control });
      await runFast(run, progress, stop);
    }
    if (stop.asked) {
      problem = `stopped at ${(run.sim.now_ns * S_PER_NS).toFixed(1)} s of ${scenario.duration_ns * S_PER_NS} s`;
      run.tell(run.sim.now_ns, "warning", "run", "stopped by the user");
    }
  } catch (error) {
    problem = problemOf(error, log);
  }
  progress.stop();
  stop.release();
  try {
    run?.close();
  } catch (error) {
    problem ??= problemOf(error, log);
  }
  sink?.close();
  if (run === null) throw new CallError(problem ?? "the run did not start", EXIT.failed);
  return {
    run,
    log: log === null ? null : shownPath(log),
    logBytes: sink?.bytes ?? 0,
    elapsed_s: progress.elapsed_s,
    online,
    problem,
  };
}

function problemOf(error: unknown, log: string | null): string {
  if (error instanceof SimulationFault) {
    // The log breaks inside an observer, and then the fault only wraps what the disk said.
    const code = (error.cause as NodeJS.ErrnoException | undefined)?.code;
    return code === undefined ? error.message : `cannot write ${log}: ${reasonOf(error.cause)}`;
  }
  if ((error as NodeJS.ErrnoException).code !== undefined) return `cannot write ${log}: ${reasonOf(error)}`;
  throw error;
}

async function reportFor(call: RunCall, scenario: Scenario, log: string | null): Promise<string | null> {
  if (call.report === null) return null;
  if (log === null) throw new CallError("a report is made from a log: leave out --no-log, or --report");
  const file = call.report ?? log.replace(/(\.mcap)?$/, ".html");
  const { writeReport } = await import("./report-file.ts");
  await writeReport([log], file, scenario.id);
  return shownPath(file);
}
