/** Opening a log: whether it is one at all, of which format, and what it consists of. */
import type { LogDecompression } from "./chunk-reader.ts";
import { LogContents } from "./log-contents.ts";
import { LOG_METADATA } from "./log-epoch.ts";
import { LogError } from "./log-error.ts";
import { BlockReader, type Reading } from "./log-source.ts";
import { isMagic } from "./log-summary.ts";
import { LOG_FORMAT } from "./log-writer.ts";
import { MAGIC } from "./mcap-records.ts";

/** The field that repeats the log time in every message of ours. */
const OWN_TIME = "timestamp";

export interface OpenedContents {
  readonly contents: LogContents;
  /** Our format number; null for the logs of others. */
  readonly format: number | null;
}

/** Throws LogError for what is not a log at all or is of a newer format. */
export function* readContents(size: number, decompression: LogDecompression | null): Reading<OpenedContents> {
  const reader = new BlockReader(size);
  const isSound = yield* mustBeLog(reader);
  const contents = yield* LogContents.read(reader, decompression);
  const reason = "the first bytes of the file are damaged";
  if (!isSound) contents.losses.stretch(0, { from_ns: null, until_ns: null, bytes: MAGIC.length, reason });
  const format = ownFormat(contents.metadata.get(LOG_METADATA));
  contents.channels.timeField = format === null ? null : OWN_TIME;
  return { contents, format };
}

/** Throws where the file is not a log; false where its first bytes are damaged. */
function* mustBeLog(reader: BlockReader): Reading<boolean> {
  if (reader.size === 0) throw new LogError("the file is empty");
  const start = yield* reader.atMost(0, MAGIC.length);
  if (start === null) throw new LogError(`the file cannot be read: ${reader.trouble}`);
  if (isMagic(start)) return true;
  // A log may be damaged in its first bytes too; half of them, or the same eight at the end, tell it from other files.
  const same = MAGIC.filter((byte, i) => start[i] === byte).length;
  const end = reader.size < 2 * MAGIC.length ? null : yield* reader.bytes(reader.size - MAGIC.length, MAGIC.length);
  if (same < MAGIC.length / 2 && !isMagic(end)) throw new LogError("this is not a log: it is not an MCAP file");
  return false;
}

function ownFormat(metadata: Readonly<Record<string, string>> | undefined): number | null {
  const format = Number(metadata?.format ?? Number.NaN);
  if (!Number.isInteger(format) || format < 1) return null;
  if (format > LOG_FORMAT)
    throw new LogError(
      `the log was written by a newer version (log format ${format}; this program reads up to ${LOG_FORMAT})`,
    );
  return format;
}
