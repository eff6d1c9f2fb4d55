/** The file of a report: opens the logs and writes the page. */
import { basename } from "node:path";
import { LogError, openIndexedLog } from "../../logging/index.ts";
import { type NamedLog, reportHtml, reportInput } from "../../report/index.ts";
import { writeWhole } from "./files.ts";
import { FileHandleSource, loadZstd } from "./log-files.ts";
import { mustSayFormat } from "./open-log.ts";
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
