/** A log file opened for a verb: what cannot be read is reported on standard error, once. */
import { basename } from "node:path";
import {
  type Log,
  LogError,
  lossWords,
  openLog,
  RUN_METADATA,
  type RunRecord,
  readRunRecord,
} from "../../logging/index.ts";
import { FileSource, loadZstd } from "./log-files.ts";
import { writerOf } from "./log-lock.ts";
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
  noteWriter(file);
  try {
    const log = openLog(source, await loadZstd());
    mustSayFormat(log);
    return { file, name: basename(file), log, close: () => source.close() };
  } catch (error) {
    source.close();
    if (error instanceof LogError) throw new CallError(`${file}: ${error.message}`);
    throw error;
  }
}

/** A log that still grows is read as far as it has come. */
export function noteWriter(file: string): void {
  const writer = writerOf(file);
  if (writer !== null && writer.pid !== process.pid)
    process.stderr.write(`${file}: process ${writer.pid} is still writing it; this is as far as it has come\n`);
}

/** What says that it is ours, but not of which format, has lost that. */
export function mustSayFormat(log: Pick<Log, "format" | "metadata">): void {
  if (log.format === null && log.metadata.has(RUN_METADATA))
    throw new LogError("the log is damaged: it does not say its format");
}

/** What a log says about its run, or a one-line refusal: it may be another program's log, or damaged. */
export function runRecord({ log, file }: OpenLog): RunRecord {
  let record: RunRecord | null;
  try {
    record = readRunRecord(log.metadata);
  } catch (error) {
    if (error instanceof LogError) throw new CallError(`${file}: ${error.message}`);
    throw error;
  }
  if (record === null) throw new CallError(`${file} does not say what was run: it is not a log of a run of Thetis`);
  return record;
}

export function printLosses({ log, file }: OpenLog): void {
  for (const line of lossWords(log)) process.stderr.write(`${file}: ${line}\n`);
}
