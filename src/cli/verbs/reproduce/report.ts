/** The files of one experiment: its report, and the logs of its runs. */
import { join } from "node:path";
import { type ReportInput, reportInput, type StudyClaim, studyHtml } from "../../../report/index.ts";
import { mayWrite, refuseOverwriting, writePieces, writeWhole } from "../../io/files.ts";
import { makeFolderOf } from "../../io/log-files.ts";
import { plotLibrary } from "../../io/plot-library.ts";
import { mayWriteReport } from "../../io/report-file.ts";
import type { Experiment, FinishedRun, Outcome } from "./experiment.ts";
import { claimCells, type JudgedClaim, tally } from "./judge.ts";

export interface Written {
  readonly report: string;
  readonly logs: readonly string[];
}

export function reportFile(folder: string, name: string): string {
  return join(folder, `${name}.html`);
}

/** Before anything is computed: the folder is there, and the report may be written. */
export function prepare(folder: string, names: readonly string[], isForced: boolean): void {
  for (const name of names) {
    const file = reportFile(folder, name);
    makeFolderOf(file);
    mayWriteReport(file, isForced);
  }
}

export async function writeFiles(
  folder: string,
  experiment: Experiment,
  outcome: Outcome,
  claims: readonly JudgedClaim[],
  { logs: isLogged, force }: { readonly logs: boolean; readonly force: boolean },
): Promise<Written> {
  const report = reportFile(folder, experiment.name);
  const runs = (outcome.runs ?? []).filter(({ log }) => log !== null);
  const logs = isLogged ? runs.map((run) => join(folder, `${experiment.name}-${run.name}.mcap`)) : [];
  refuseOverwriting([report, ...logs]);
  for (const log of logs) mayWrite(log, force);
  logs.forEach((log, k) => {
    writePieces(log, [runs[k]!.log!.bytes], true);
  });
  writeWhole(report, await pageOf(experiment, outcome, claims, runs), true);
  return { report, logs };
}

export async function pageOf(
  experiment: Experiment,
  outcome: Outcome,
  claims: readonly JudgedClaim[],
  runs: readonly FinishedRun[] = [],
): Promise<string> {
  return studyHtml(
    {
      title: experiment.name,
      lead: experiment.doc,
      about: [experiment.about],
      tally: tally(claims),
      claims: claims.map(inWords),
      tables: outcome.tables ?? [],
      pictures: outcome.pictures ?? [],
      runs: runs.length === 0 ? null : await panelsOf(experiment.name, runs),
    },
    plotLibrary(),
  );
}

function inWords(claim: JudgedClaim): StudyClaim {
  const [words = "", published = "", ours = "", difference = "", verdict = "", why = ""] = claimCells(claim);
  const { source, holds, toleranceReason } = claim;
  return { claim: words, source, published, ours, difference, verdict, isGood: holds, why, tolerance: toleranceReason };
}

function panelsOf(title: string, runs: readonly FinishedRun[]): Promise<ReportInput> {
  const logs = runs.map(({ name, log }) => ({ file: `${name}.mcap`, name, log: log!.read }));
  return reportInput(logs, title);
}
