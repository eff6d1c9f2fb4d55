/**
 * Where the log and the report of a run go. Nothing is replaced without --force: a default name gets a number, a name that was
 * given is refused. With a log that is replaced, its report goes, too, so that none lies beside a log it does not show.
 */
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { refuseOverwriting, shownPath } from "../../io/files.ts";
import { FileSink, makeFolderOf } from "../../io/log-files.ts";
import { LogTaken, writerOf } from "../../io/log-lock.ts";
import { CallError } from "../../io/outcome.ts";
import type { RunCall } from "./scenario.ts";

/** Where logs and reports go when nothing is said. */
const RUNS = "runs";

export interface RunOutputs {
  /** Open, and locked against other runs; null for no log. */
  readonly sink: FileSink | null;
  /** null for none. */
  readonly report: string | null;
}

type OutputCall = Pick<RunCall, "log" | "report" | "force">;

/** Names the files, refuses what must not be replaced, and opens the log. Whoever calls closes it. */
export async function takeOutputs(call: OutputCall, name: string): Promise<RunOutputs> {
  if (call.log === null) {
    if (call.report !== null) throw new CallError("a report is made from a log: leave out --no-log, or --report");
    return { sink: null, report: null };
  }
  if (call.log !== undefined || call.force) return taken(call, call.log ?? defaultLog(name, 1));
  for (;;) {
    try {
      return await taken(call, freeLog(name));
    } catch (error) {
      // Another run has taken the name since.
      if (!(error instanceof LogTaken)) throw error;
    }
  }
}

/** The first of runs/NAME.mcap, runs/NAME-2.mcap … that is free, and so is the name of its report. */
export function freeLog(name: string): string {
  for (let number = 1; ; number++) {
    const log = defaultLog(name, number);
    if (!existsSync(log) && !existsSync(reportBeside(log)) && writerOf(log) === null) return log;
  }
}

function defaultLog(name: string, number: number): string {
  return join(RUNS, `${name}${number === 1 ? "" : `-${number}`}.mcap`);
}

export function reportBeside(log: string): string {
  return log.replace(/(\.mcap)?$/, ".html");
}

async function taken({ report: asked, force }: OutputCall, log: string): Promise<RunOutputs> {
  const report = asked === null ? null : (asked ?? reportBeside(log));
  refuseOverwriting([log, report]);
  const there = existsSync(log);
  if (report !== null && !force && existsSync(report) && !(there && report === reportBeside(log)))
    throw new CallError(`${report} exists; --force replaces it, another --report keeps it`);
  const old = reportBeside(log);
  if (!there && !force && old !== report && (await isReport(old)))
    throw new CallError(`${old} exists and shows another log; --force removes it, another --log keeps it`);
  makeFolderOf(log);
  if (report !== null) makeFolderOf(report);
  return { sink: new FileSink(log, force), report };
}

/** Once the new log is in its place: a report of the one before is not left beside it. */
export async function removeOldReport(log: string): Promise<void> {
  const old = reportBeside(log);
  if (!(await isReport(old))) return;
  rmSync(old);
  process.stderr.write(`${shownPath(old)} is removed: it showed the log that was here before\n`);
}

/** The room of reports is loaded only where there is something to look at. */
async function isReport(file: string): Promise<boolean> {
  return existsSync(file) && (await import("../../io/report-file.ts")).isReport(file);
}
