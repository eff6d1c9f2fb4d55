/** What a log of ours says about its run: a metadata record that the recorder writes and that readers share. */
import { LogError } from "./log-error.ts";

/** Metadata record that says how to run a log again. */
export const RUN_METADATA = "run";
/** Key in that record: the date at which simulated time begins; logs that count from 0 do not have it. */
export const START_DATE = "startDate";
/** Metadata record of a world that is more than constants: gravity, what the bottom is made of, units of named scalars. */
export const SEA_METADATA = "sea";

export interface RunRecord {
  readonly scenario: string;
  readonly doc: string;
  /** The scenario's own file among the attachments. */
  readonly file: string;
  readonly seed: string;
  /** Number of the run in its campaign. */
  readonly run: number;
  /** For a log that begins later than its run: when, and the run that it branches from, in words; null for a whole run. */
  readonly branch: { readonly from_ns: number; readonly of: string } | null;
  readonly version: string;
  readonly mode: string;
  readonly overrides: readonly string[];
  readonly vehicles: readonly string[];
  /** Ids of the control laws, by vehicle. */
  readonly controllers: readonly (readonly string[])[];
}

/** The record; null where a log has none and is another program's. Throws LogError where it is damaged. */
export function readRunRecord(metadata: ReadonlyMap<string, Readonly<Record<string, string>>>): RunRecord | null {
  const about = metadata.get(RUN_METADATA);
  if (about === undefined) return null;
  const list = (key: string): unknown[] => {
    const value = parsed(about[key] ?? "");
    if (Array.isArray(value)) return value;
    throw new LogError(`the log is damaged: what it says about its ${key} cannot be read`);
  };
  const text = (key: string): string => about[key] ?? "";
  const count = (key: string): number => {
    const value = Number(about[key] ?? 0);
    if (Number.isSafeInteger(value) && value >= 0) return value;
    throw new LogError(`the log is damaged: what it says about its ${key} cannot be read`);
  };
  return {
    scenario: text("scenario"),
    doc: text("doc"),
    file: text("file"),
    seed: text("seed"),
    run: count("run"),
    branch: about.from_ns === undefined ? null : { from_ns: count("from_ns"), of: text("branchOf") },
    version: text("version"),
    mode: text("mode"),
    overrides: list("overrides").map(String),
    vehicles: list("vehicles").map(String),
    controllers: list("controllers").map((ids) => (Array.isArray(ids) ? ids.map(String) : [])),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // reported like a value of another shape
  }
}
