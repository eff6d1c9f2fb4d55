/** A log in memory, and what was written to it. */

import type { LogCompression, LogDecompression, LogSink, LogSource } from "../index.ts";
import { LogWriter } from "../index.ts";
import type { RawMessage } from "../log-segments.ts";

export class MemorySink implements LogSink {
  readonly writes: Uint8Array[] = [];

  write(bytes: Uint8Array): void {
    this.writes.push(bytes.slice());
  }

  get bytes(): Uint8Array {
    const out = new Uint8Array(this.writes.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const each of this.writes) {
      out.set(each, at);
      at += each.length;
    }
    return out;
  }
}

export function memorySource(bytes: Uint8Array): LogSource {
  return { size: bytes.length, read: (offset, length) => bytes.slice(offset, offset + length) };
}

/** The real compressor: test files load the package, since this file belongs to a room that may not. */
export interface Zstd {
  compress(bytes: Uint8Array): Uint8Array;
  decompress(bytes: Uint8Array, size: number): Uint8Array;
}
export function compressionOf(zstd: Zstd): LogCompression & LogDecompression {
  return {
    name: "zstd",
    compress: (bytes) => zstd.compress(bytes),
    decompress: (bytes, size) => zstd.decompress(bytes, size),
  };
}

export const STATE_NAMES = ["depth_m", "speed_mps", "rudder-top", "zero", "none"];

/** Row i of the sample: numbers with many digits, a zero, and a NaN. */
export function sampleRow(i: number): Float64Array {
  return Float64Array.of(i / 3, -Math.sqrt(i), i * 1e-9, 0, Number.NaN);
}

/**
 * A log of `rows` samples at 10 Hz: records, poses, transforms and, every tenth row, a text; one metadata record, one
 * attachment. Chunks of 1 s of simulated time. On demand it counts from a date.
 */
export function sampleLog(
  compression: LogCompression | null,
  rows: number,
  close = true,
  epoch_s: number | null = null,
): MemorySink {
  const sink = new MemorySink();
  const writer = new LogWriter(sink, { compression, library: "thetis test", chunk_ns: 1_000_000_000 });
  writer.countFrom(epoch_s);
  writer.metadata("run", { seed: "7", scenario: "dive.xml" });
  writer.attach("dive.xml", "text/xml", "<scenario id='dive'/>");
  const state = writer.record("/auv/state", "thetis.State", STATE_NAMES, { unit: "SI" });
  const pose = writer.pose("/auv/pose", "N");
  const body = writer.transform("/tf", "N", "auv");
  const tool = writer.transform("/tf", "auv", "tool");
  const events = writer.text("/events");
  for (let i = 0; i < rows; i++) {
    const t_ns = i * 100_000_000;
    state.write(t_ns, sampleRow(i), 0);
    const x = Float64Array.of(99, i, -i, i / 7, 0.5, -0.5, 0.5, -0.5);
    pose.write(t_ns, x, 1);
    body.write(t_ns, x, 1);
    tool.write(t_ns, x, 1);
    if (i % 10 === 0)
      events.write(t_ns, i === 0 ? "info" : "warning", "auv/mission", `row ${i}, "quoted"\nsecond line`);
  }
  if (close) writer.close();
  return sink;
}

/** Every message as one string: topic, what its schema is, time and bytes; so that sets of messages can be compared. */
export function messageKeys(log: { rawMessages(): Iterable<RawMessage> }): string[] {
  const described = new Map<object, string>();
  return Array.from(log.rawMessages(), ({ channel, time_ns, data }) => {
    let head = described.get(channel);
    if (head === undefined) {
      head = [channel.topic, channel.schemaName, ...(channel.schema?.fields.map(({ name }) => name) ?? [])].join(" ");
      described.set(channel, head);
    }
    return `${head} ${time_ns} ${Buffer.from(data).toString("latin1")}`;
  });
}
