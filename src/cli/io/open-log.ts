/** A log file opened for a verb: what cannot be read is told on standard error, once. */
import { basename } from "node:path";
import { type Log, LogError, openLog } from "../../logging/index.ts";
import { RUN_METADATA } from "../../scenario/index.ts";
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
    // What says that it is ours, but not of which format, has lost that.
    if (log.format === null && log.metadata.has(RUN_METADATA))
      throw new LogError("the log is damaged: it does not say its format");
    return { file, name: basename(file), log, close: () => source.close() };
  } catch (error) {
    source.close();
    if (error instanceof LogError) throw new CallError(`${file}: ${error.message}`);
    throw error;
  }
}

/** What a log of ours says about its run. */
export interface RunRecord {
  readonly scenario: string;
  readonly doc: string;
  /** The scenario's own file among the attachments. */
  readonly file: string;
  readonly seed: string;
  /** Number of the run in its campaign. */
  readonly run: number;
  readonly version: string;
  readonly mode: string;
  readonly overrides: readonly string[];
  readonly vehicles: readonly string[];
  /** Ids of the control laws, by vehicle. */
  readonly controllers: readonly (readonly string[])[];
}

/** The record, or a one-line refusal: it may be somebody else's log, or damaged. */
export function runRecord({ log, file }: OpenLog): RunRecord {
  const about = log.metadata.get(RUN_METADATA);
  if (about === undefined) throw new CallError(`${file} does not say what was run: it is no log of a run of Thetis`);
  const list = (key: string): unknown[] => {
    try {
      const value: unknown = JSON.parse(about[key] ?? "");
      if (Array.isArray(value)) return value;
    } catch {
      // Told below, like a value of another shape.
    }
    throw new CallError(`${file} is damaged: what it says about its ${key} cannot be read`);
  };
  const text = (key: string): string => about[key] ?? "";
  const run = Number(about.run ?? 0);
  if (!(Number.isSafeInteger(run) && run >= 0)) {
    throw new CallError(`${file} is damaged: what it says about its run cannot be read`);
  }
  return {
    scenario: text("scenario"),
    doc: text("doc"),
    file: text("file"),
    seed: text("seed"),
    run,
    version: text("version"),
    mode: text("mode"),
    overrides: list("overrides").map(String),
    vehicles: list("vehicles").map(String),
    controllers: list("controllers").map((ids) => (Array.isArray(ids) ? ids.map(String) : [])),
  };
}

/** What was lost, in words, one line each. */
export function lossLines({ log, file }: OpenLog): string[] {
  const end = log.end_ns === null ? "" : `; it holds what happened up to ${(log.end_ns / 1e9).toFixed(2)} s`;
  const unclosed = log.complete ? [] : [`${file}: the log was not closed: its run was killed, or goes on${end}`];
  const losses = log.losses.map(({ from_ns, until_ns, bytes, reason }) => {
    const span =
      from_ns === null || until_ns === null
        ? ""
        : ` from ${(from_ns / 1e9).toFixed(2)} s to ${(until_ns / 1e9).toFixed(2)} s`;
    return `${file}: ${bytes} bytes${span} cannot be read: ${reason}`;
  });
  return [...unclosed, ...losses];
}

export function printLosses(open: OpenLog): void {
  for (const line of lossLines(open)) process.stderr.write(`${line}\n`);
}
