/** The file of a report: opens the logs and writes the page. */
import { LogError } from "../../logging/index.ts";
import { reportHtml, reportInput } from "../../report/index.ts";
import { writeWhole } from "./files.ts";
import { type OpenLog, openLogFile } from "./open-log.ts";
import { CallError } from "./outcome.ts";

/** Writes the report, whole or not at all. Returns what could not be read, in words. */
export async function writeReport(logs: readonly string[], file: string, title?: string): Promise<string[]> {
  const opened: OpenLog[] = [];
  try {
    for (const log of logs) opened.push(await openLogFile(log));
    const input = reportInput(opened, title);
    writeWhole(file, reportHtml(input), true);
    return input.runs.flatMap((run) => run.losses);
  } catch (error) {
    if (error instanceof LogError) throw new CallError(error.message);
    throw error;
  } finally {
    for (const open of opened) open.close();
  }
}
