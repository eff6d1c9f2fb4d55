/** Logs on disk, read with the project's reader, as tests compare them. */
import { readFileSync } from "node:fs";
import * as zstd from "@foxglove/wasm-zstd";
import { type Log, type LogDecompression, openLog } from "../../src/logging/index.ts";

await zstd.isLoaded;

export const decompression: LogDecompression = {
  decompress: (bytes, size) => zstd.decompress(bytes, size),
};

export function logOfBytes(bytes: Uint8Array): Log {
  const source = { size: bytes.length, read: (at: number, length: number) => bytes.slice(at, at + length) };
  return openLog(source, decompression);
}

export function logOf(file: string): Log {
  return logOfBytes(readFileSync(file));
}

export interface Sample {
  readonly t_ns: number;
  /** The message as it lies in the file. */
  readonly bytes: Uint8Array;
}

/** Every message, by topic, in the order of the file. */
export function samplesOf(log: Log): Map<string, Sample[]> {
  const byTopic = new Map<string, Sample[]>();
  for (const { channel, time_ns, data } of log.rawMessages()) {
    let list = byTopic.get(channel.topic);
    if (list === undefined) {
      list = [];
      byTopic.set(channel.topic, list);
    }
    list.push({ t_ns: Number(time_ns), bytes: data.slice() });
  }
  return byTopic;
}

/** Where `part` is no beginning of `whole`, in words; null where it is. */
export function notAPrefix(part: ReadonlyMap<string, Sample[]>, whole: ReadonlyMap<string, Sample[]>): string | null {
  for (const [topic, samples] of part) {
    const all = whole.get(topic) ?? [];
    if (samples.length > all.length) return `${topic}: ${samples.length} messages, of ${all.length}`;
    for (const [i, { t_ns, bytes }] of samples.entries()) {
      const other = all[i]!;
      if (t_ns !== other.t_ns) return `${topic}: message ${i} is at ${t_ns} ns, not ${other.t_ns}`;
      if (Buffer.compare(bytes, other.bytes) !== 0) return `${topic}: message ${i} at ${t_ns} ns has other bytes`;
    }
  }
  return null;
}

/** A topic's messages with their values. */
export function rowsOf(log: Log, topic: string): { readonly t_ns: number; readonly values: Record<string, unknown> }[] {
  return Array.from(log.messages({ topics: [topic] }), ({ t_ns, values }) => ({ t_ns, values: { ...values } }));
}

/** Events as one line each: "12.3 auv/pilot: leg dive begins". */
export function eventsOf(log: Log): string[] {
  return rowsOf(log, "/events").map(({ t_ns, values }) => `${t_ns / 1e9} ${values.name}: ${values.message}`);
}
