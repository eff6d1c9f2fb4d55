/** The file of a report: opens the logs and writes the page. */
import { closeSync, existsSync, openSync, readSync, statSync } from "node:fs";
import { basename } from "node:path";
import { LogError, openIndexedLog } from "../../logging/index.ts";
import { type NamedLog, REPORT_MARK, reportHtml, reportInput } from "../../report/index.ts";
import { writeWhole } from "./files.ts";
import { FileHandleSource, loadZstd } from "./log-files.ts";
import { mustSayFormat, noteWriter } from "./open-log.ts";
import { CallError } from "./outcome.ts";
import { plotLibrary } from "./plot-library.ts";

/** Writes the report, whole or not at all. Returns what could not be read, in words. */
export async function writeReport(logs: readonly string[], file: string, title?: string): Promise<string[]> {
  const sources: FileHandleSource[] = [];
  try {
    const opened: NamedLog[] = [];
    for (const log of logs) {
      const source = await FileHandleSource.open(log);
      sources.push(source);
      noteWriter(log);
      opened.push({ file: log, name: basename(log), log: await openedLog(log, source) });
    }
    const input = await reportInput(opened, title);
    writeWhole(file, reportHtml(input, plotLibrary()), true);
    return input.runs.flatMap((run) => run.losses);
  } catch (error) {
    if (error instanceof LogError) throw new CallError(error.message);
    throw error;
  } finally {
    for (const source of sources) await source.close();
  }
}

async function openedLog(file: string, source: FileHandleSource): Promise<NamedLog["log"]> {
  try {
    const log = await openIndexedLog(source, await loadZstd());
    mustSayFormat(log);
    return log;
  } catch (error) {
    if (error instanceof LogError) throw new LogError(`${file}: ${error.message}`, { cause: error });
    throw error;
  }
}

/** A report of the same logs may be made again; what else lies there is replaced only when that was asked for. */
export function mayWriteReport(file: string, force: boolean): void {
  if (force || !existsSync(file) || !statSync(file).isFile() || isReport(file)) return;
  throw new CallError(`${file} exists and is not a report; --force replaces it`);
}

/** The bytes of a page in which a report says that it is one. */
const HEAD_BYTES = 4096;

/** Whether a file that is there is a report that this program wrote. */
export function isReport(file: string): boolean {
  if (!statSync(file).isFile()) return false;
  const descriptor = openSync(file, "r");
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    return head.toString("utf8", 0, readSync(descriptor, head, 0, HEAD_BYTES, 0)).includes(REPORT_MARK);
  } finally {
    closeSync(descriptor);
  }
}
