/** What test/browser-large-log.test.ts runs inside Chromium: opens a log out of the page's file input and looks into it. */
import { blobSource, type IndexedLog, openIndexedLog, readWindow } from "../../src/logging/index.ts";

let log: IndexedLog | null = null;

export async function open(file: Blob): Promise<{ start_ns: number | null; end_ns: number | null; topics: string[] }> {
  log = await openIndexedLog(blobSource(file), null);
  return { start_ns: log.start_ns, end_ns: log.end_ns, topics: log.channels.map(({ topic }) => topic) };
}

/** A window of one column, as it would be drawn. */
export async function scrub(topic: string, column: number, from_ns: number, until_ns: number, mostPoints: number) {
  const { t_ns, columns, rowsInLog } = await readWindow(log!, topic, { from_ns, until_ns, mostPoints });
  return { rowsInLog, t_ns: [...t_ns], values: [...columns[column]!] };
}
