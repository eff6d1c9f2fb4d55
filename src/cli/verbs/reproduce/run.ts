/** What `thetis reproduce` does. */
import { shownPath } from "../../io/files.ts";
import { errorLine } from "../../io/leaving.ts";
import { CallError, EXIT, type ExitCode, print, printJson } from "../../io/outcome.ts";
import { table } from "../../io/table.ts";
import type { ReproduceOptions } from "../reproduce.ts";
import { StopRequest } from "../run/loop.ts";
import { ProgramContext } from "./context.ts";
import { type Experiment, type Outcome, Stopped } from "./experiment.ts";
import { CLAIM_HEADS, claimCells, type JudgedClaim, judged, tally } from "./judge.ts";
import { chosenExperiments } from "./list.ts";
import { prepare, type Written, writeFiles } from "./report.ts";

/** One element of what --json prints. */
interface Reproduced {
  readonly name: string;
  readonly claims: readonly JudgedClaim[];
  readonly report: string;
  readonly logs: readonly string[];
}

export async function reproduce(names: readonly string[], options: ReproduceOptions): Promise<ExitCode> {
  const chosen = await chosenExperiments(names);
  const isJson = options.json === true;
  const loaded = await Promise.all(chosen.map(({ load }) => load()));
  if (options.list === true) return list(loaded, isJson);
  const folder = options.output ?? "runs/reproduce";
  const files = { logs: options.logs === true, force: options.force === true };
  prepare(
    folder,
    chosen.map(({ name }) => name),
    files.force,
  );
  const all: Reproduced[] = [];
  for (const experiment of loaded) {
    process.stderr.write(`${experiment.name}: ${experiment.doc}\n`);
    const outcome = await computed(experiment);
    const claims = judged(experiment, outcome);
    const written = await writeFiles(folder, experiment, outcome, claims, files);
    all.push(shownAs(experiment.name, claims, written));
    if (!isJson) await print(text(claims, written));
  }
  // Who names one experiment gets its document, whatever else the list will hold.
  if (isJson) printJson(names.length === 1 ? all[0] : { experiments: all });
  return all.every(({ claims }) => claims.every(({ holds }) => holds)) ? EXIT.done : EXIT.doesNotHold;
}

function list(experiments: readonly Experiment[], isJson: boolean): ExitCode {
  const rows = experiments.map(({ name, doc, claims }) => ({ name, doc, claims: claims.map(({ id }) => id) }));
  if (isJson) printJson({ experiments: rows });
  else process.stdout.write(`${table(rows.map(({ name, doc, claims }) => [name, `${claims.length} claims`, doc]))}\n`);
  return EXIT.done;
}

async function computed(experiment: Experiment): Promise<Outcome> {
  const stop = new StopRequest();
  const context = new ProgramContext(stop);
  try {
    return await experiment.run(context);
  } catch (error) {
    if (error instanceof Stopped) throw new CallError(`${experiment.name}: ${error.message}`, EXIT.failed);
    if (error instanceof CallError) throw error;
    throw new CallError(`${experiment.name}: ${errorLine(error)}`, EXIT.failed, { cause: error });
  } finally {
    context.end();
    stop.release();
  }
}

function shownAs(name: string, claims: readonly JudgedClaim[], { report, logs }: Written): Reproduced {
  return { name, claims, report: shownPath(report), logs: logs.map(shownPath) };
}

function text(claims: readonly JudgedClaim[], { report, logs }: Written): string {
  const files = [...logs, report].map((file) => `  ${shownPath(file)} written\n`).join("");
  return `\n${claimLines(claims)}\n\n  ${tally(claims)}\n${files}\n`;
}

/** One line for each claim, and below it why: a column for that would be too narrow to be read. */
function claimLines(claims: readonly JudgedClaim[]): string {
  const rows = claims.map(claimCells);
  const heads = CLAIM_HEADS.slice(0, -1);
  const widths = heads.map((head, j) => Math.max(head.length, ...rows.map((row) => row[j]!.length)));
  const line = (cells: readonly string[]): string =>
    `  ${cells.map((cell, j) => (j === 0 || j === cells.length - 1 ? cell.padEnd(widths[j]!) : cell.padStart(widths[j]!))).join("  ")}`.trimEnd();
  const lines = rows.map((row) => `${line(row.slice(0, -1))}\n${table([["   ", row.at(-1)!]])}`);
  return [line(heads), ...lines].join("\n");
}
