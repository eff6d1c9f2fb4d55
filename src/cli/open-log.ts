/** A log file opened for a verb: what cannot be read is told on standard error, once. */
import { basename } from "node:path";
import { type Log, LogError, openLog } from "../logging/index.ts";
import { FileSource, loadZstd } from "./log-files.ts";
import { CallError } from "./outcome.ts";

export interface OpenLog {
  readonly file: string;
  /** Without folder. */
  readonly name: string;
  readonly log: Log;
  close(): void;
}

export async function openLogFile(file: string): Promise<OpenLog> {
  const source = new FileSource(file);
  try {
    const log = openLog(source, await loadZstd());
    return { file, name: basename(file), log, close: () => source.close() };
  } catch (error) {
    source.close();
    if (error instanceof LogError) throw new CallError(`${file}: ${error.message}`);
    throw error;
  }
}

/** What was lost, in words, one line each. */
export function lossLines({ log, file }: OpenLog): string[] {
  return log.losses.map(({ from_ns, until_ns, bytes, reason }) => {
    const span =
      from_ns === null || until_ns === null
        ? ""
        : ` from ${(from_ns / 1e9).toFixed(2)} s to ${(until_ns / 1e9).toFixed(2)} s`;
    return `${file}: ${bytes} bytes${span} cannot be read: ${reason}`;
  });
}

export function printLosses(open: OpenLog): void {
  for (const line of lossLines(open)) process.stderr.write(`${line}\n`);
}
