import * as zstd from "@foxglove/wasm-zstd";
import { McapWriter, type McapWriterOptions } from "@mcap/core";
import { describe, expect, test } from "vitest";
import { descriptorSet } from "./descriptor.ts";
import { LogError, type LogSource, LogWriter, openLog, readTable, texts } from "./index.ts";
import { encodeMessage } from "./protobuf.ts";
import { recordSchema } from "./schemas.ts";
import { compressionOf, MemorySink, memorySource, messageKeys, sampleLog, sampleRow } from "./test/support.ts";

await zstd.isLoaded;
const compression = compressionOf(zstd);
const open = (bytes: Uint8Array) => openLog(memorySource(bytes), compression);

describe("a log of ours", () => {
  const log = open(sampleLog(compression, 35).bytes);

  test("says what it is: library, format, metadata, attachments, times", () => {
    expect([log.library, log.format, log.complete, log.losses]).toEqual(["thetis test", 1, true, []]);
    expect(log.metadata.get("run")).toEqual({ scenario: "dive.xml", seed: "7" });
    expect([log.start_ns, log.end_ns]).toEqual([0, 3_400_000_000]);
    const [attachment] = log.attachments;
    expect([attachment?.name, attachment?.mediaType]).toEqual(["dive.xml", "text/xml"]);
    expect(Buffer.from(attachment?.bytes ?? []).toString()).toBe("<scenario id='dive'/>");
  });

  test("lists its channels with fields, metadata and number of messages", () => {
    expect(log.channels.map(({ topic, schemaName, messages }) => [topic, schemaName, messages])).toEqual([
      ["/auv/pose", "foxglove.PoseInFrame", 35],
      ["/auv/state", "thetis.State", 35],
      ["/events", "foxglove.Log", 4],
      ["/tf", "foxglove.FrameTransform", 70],
    ]);
    const [pose, state] = log.channels;
    expect(state?.fields.map(({ name }) => name)).toEqual(["depth_m", "speed_mps", "rudder_top", "zero", "none"]);
    expect(state?.metadata).toEqual({ unit: "SI" });
    expect(pose?.fields.map(({ name }) => name).slice(0, 3)).toEqual([
      "frame_id",
      "pose.position.x",
      "pose.position.y",
    ]);
  });

  test("gives its messages in the order in which they were written, all or some topics", () => {
    const all = [...log.messages()];
    expect(all).toHaveLength(35 * 4 + 4);
    expect(all.slice(0, 6).map(({ topic }) => topic)).toEqual([
      "/auv/state",
      "/auv/pose",
      "/tf",
      "/tf",
      "/events",
      "/auv/state",
    ]);
    const states = [...log.messages({ topics: ["/auv/state"] })];
    expect(states).toHaveLength(35);
    states.forEach(({ t_ns, values }, i) => {
      const [depth_m, speed_mps, rudder_top, zero, none] = sampleRow(i);
      const timestamp = { seconds: Math.floor(i / 10), nanos: (i % 10) * 100_000_000 };
      expect([t_ns, values]).toEqual([i * 1e8, { timestamp, depth_m, speed_mps, rudder_top, zero, none }]);
    });
    expect([...log.messages({ topics: ["/nothing"] })]).toEqual([]);
  });

  test("gives its texts with levels by name", () => {
    const found = texts(log, "/events");
    expect(found.map(({ t_ns, level }) => [t_ns, level])).toEqual([
      [0, "info"],
      [1e9, "warning"],
      [2e9, "warning"],
      [3e9, "warning"],
    ]);
    expect(found[1]).toMatchObject({ name: "auv/mission", message: 'row 10, "quoted"\nsecond line' });
    expect(texts(log, "/auv/state")).toEqual([]);
  });

  test("reads a chunk at a time: never more than one chunk, and nothing of chunks without the topic", () => {
    const { bytes } = sampleLog(compression, 2000);
    const reads: number[] = [];
    const source: LogSource = {
      size: bytes.length,
      read(offset, length) {
        reads.push(length);
        return bytes.slice(offset, offset + length);
      },
    };
    let unpacked = 0;
    const counting = {
      decompress(packed: Uint8Array, size: number) {
        unpacked += 1;
        return zstd.decompress(packed, size);
      },
    };
    const large = openLog(source, counting);
    expect(unpacked).toBe(0);
    expect([...large.messages()]).toHaveLength(2000 * 4 + 200);
    expect(unpacked).toBe(200);
    expect(Math.max(...reads)).toBeLessThanOrEqual(256 * 1024);

    const sink = new MemorySink();
    const writer = new LogWriter(sink, { compression, library: "x", chunk_ns: 10 });
    const [rare, often] = [writer.text("/rare"), writer.record("/often", "t.R", ["a"])];
    rare.write(0, "info", "n", "first");
    for (let t_ns = 0; t_ns < 1000; t_ns += 10) often.write(t_ns, Float64Array.of(1), 0);
    writer.close();
    unpacked = 0;
    expect(texts(openLog(memorySource(sink.bytes), counting), "/rare")).toHaveLength(1);
    expect(unpacked).toBe(1);
  });

  test("verifies: a flipped bit in the metadata, which no checksum but the file's covers, is found", () => {
    const { bytes } = sampleLog(compression, 35);
    expect(open(bytes).verify()).toEqual([]);
    const at = Buffer.from(bytes).indexOf("seed") + 8;
    bytes[at] ^= 1;
    const damaged = open(bytes);
    expect(damaged.metadata.get("run")?.seed).toBe("6");
    expect(damaged.verify()).toMatchObject([{ reason: expect.stringContaining("metadata may be damaged") }]);
  });
});

describe("what is not a log", () => {
  const refusal = (bytes: Uint8Array): unknown => {
    try {
      open(bytes);
    } catch (error) {
      expect(error).toBeInstanceOf(LogError);
      return (error as LogError).message;
    }
    return null;
  };

  test("an empty file, another kind of file and a source that fails are refused in one line", () => {
    expect(refusal(new Uint8Array(0))).toBe("the file is empty");
    expect(refusal(Buffer.from("<?xml version='1.0'?><scenario/>"))).toBe("this is not a log: it is not an MCAP file");
    expect(refusal(new Uint8Array(100_000))).toBe("this is not a log: it is not an MCAP file");
    const broken: LogSource = {
      size: 100,
      read() {
        throw new Error("EIO: i/o error");
      },
    };
    expect(() => openLog(broken, null)).toThrow(new LogError("the file cannot be read: EIO: i/o error"));
  });

  test("a log of a newer format is refused with both numbers", () => {
    const sink = new MemorySink();
    const writer = new LogWriter(sink, { compression, library: "x" });
    writer.metadata("thetis", { format: "7" });
    writer.close();
    expect(refusal(sink.bytes)).toBe(
      "the log was written by a newer version (log format 7; this program reads up to 2)",
    );
  });
});

/** Files of others, made by the public writer. */
async function foreign(
  options: Partial<McapWriterOptions>,
  fill: (writer: McapWriter) => Promise<void>,
): Promise<Uint8Array> {
  const sink = new MemorySink();
  let position = 0n;
  const writable = {
    position: () => position,
    async write(bytes: Uint8Array) {
      sink.write(bytes);
      position += BigInt(bytes.length);
    },
  };
  const writer = new McapWriter({ writable, ...options });
  await writer.start({ profile: "", library: "somebody" });
  await fill(writer);
  await writer.end();
  return sink.bytes;
}

const schema = recordSchema("other.Record", ["a"]);
const sinceEpoch_ns = 1_700_000_000_123_456_789n;

async function fillRecords(writer: McapWriter, encoding = "protobuf"): Promise<void> {
  const schemaId = await writer.registerSchema({ name: schema.name, encoding, data: descriptorSet(schema) });
  const messageEncoding = encoding;
  const metadata = new Map<string, string>();
  const id = await writer.registerChannel({ topic: "/r", schemaId, messageEncoding, metadata });
  for (let i = 0; i < 10; i++) {
    const data = encodeMessage(schema, { timestamp: { seconds: i, nanos: 0 }, a: i / 3 });
    const logTime = sinceEpoch_ns + BigInt(i);
    await writer.addMessage({ channelId: id, sequence: i, logTime, publishTime: logTime, data });
  }
}

describe("a log of others", () => {
  test.each([
    ["in chunks", {}],
    ["without chunks", { useChunks: false }],
    ["without a summary", { useStatistics: false, useSummaryOffsets: false, useChunkIndex: false }],
    ["without channels in the summary", { repeatChannels: false, repeatSchemas: false }],
    ["without message indexes", { useMessageIndex: false }],
    [
      "packed",
      { compressChunk: (bytes: Uint8Array) => ({ compression: "zstd", compressedData: zstd.compress(bytes) }) },
    ],
  ])("%s, is read", async (_, options) => {
    const log = open(await foreign(options, (writer) => fillRecords(writer)));
    expect([log.library, log.format, log.complete, log.losses]).toEqual(["somebody", null, true, []]);
    expect([...log.messages()].map(({ values }) => values.a)).toEqual(Array.from({ length: 10 }, (_, i) => i / 3));
    expect(log.verify()).toEqual([]);
    // Its own times are columns, since they need not be the log's.
    expect(readTable(log, "/r").names).toEqual(["timestamp.seconds", "timestamp.nanos", "a"]);
    expect(log.channels[0]?.messages).toBe(10);
  });

  test("JSON messages are objects; what is not JSON is a loss", async () => {
    const bytes = await foreign({}, async (writer) => {
      const metadata = new Map<string, string>();
      const id = await writer.registerChannel({ topic: "/j", schemaId: 0, messageEncoding: "json", metadata });
      const send = (text: string, i: number) =>
        writer.addMessage({
          channelId: id,
          sequence: i,
          logTime: BigInt(i),
          publishTime: 0n,
          data: Buffer.from(text),
        });
      await send('{"a": 1, "b": {"c": 2.5, "d": "x"}}', 0);
      await send("{", 1);
      await send("[1, 2]", 2);
      await send('{"b": {"c": 3, "e": true}}', 3);
    });
    const log = open(bytes);
    expect([...log.messages()].map(({ values }) => values)).toEqual([
      { a: 1, b: { c: 2.5, d: "x" } },
      { value: [1, 2] },
      { b: { c: 3, e: true } },
    ]);
    expect(log.losses).toEqual([
      { from_ns: null, until_ns: null, bytes: 1, reason: "1 message of /j cannot be decoded" },
    ]);
    const table = readTable(log, "/j");
    expect(table.names).toEqual(["a", "b.c", "b.e"]);
    const nan = Number.NaN;
    expect(table.columns.map((column) => [...column])).toEqual([
      [1, nan, nan],
      [2.5, nan, 3],
      [nan, nan, 1],
    ]);
    expect(log.losses).toHaveLength(1);
  });

  test("a channel in an encoding that we do not know is listed with the reason, and its messages are left out", async () => {
    const log = open(await foreign({}, (writer) => fillRecords(writer, "ros1")));
    const [channel] = log.channels;
    expect([channel?.topic, channel?.schemaName, channel?.messages]).toEqual(["/r", "other.Record", 10]);
    expect(channel?.unreadable).toBe("messages of schema other.Record are encoded as ros1, which is not read");
    expect([...log.messages()]).toEqual([]);
    expect(readTable(log, "/r")).toMatchObject({ names: [], rowsInLog: 0 });
  });

  test("a compression that we do not know is a loss with the reason and the time", async () => {
    const compressChunk = (bytes: Uint8Array) => ({ compression: "lz4", compressedData: bytes });
    const log = open(await foreign({ compressChunk }, (writer) => fillRecords(writer)));
    expect([...log.messages()]).toEqual([]);
    const reason = 'a chunk is compressed with "lz4", which this program does not read';
    expect(log.losses).toMatchObject([{ from_ns: Number(sinceEpoch_ns), reason }]);
  });

  test("the same log, read with and without its summary, gives the same messages", () => {
    const { bytes } = sampleLog(compression, 35);
    const closed = open(bytes);
    const unclosed = open(sampleLog(compression, 30, false).bytes);
    expect(unclosed.complete).toBe(false);
    expect(unclosed.losses).toEqual([]);
    const keys = messageKeys(closed);
    expect(messageKeys(unclosed)).toEqual(keys.slice(0, messageKeys(unclosed).length));
    expect(unclosed.channels.map(({ topic, messages }) => [topic, messages])).toEqual([
      ["/auv/pose", 20],
      ["/auv/state", 20],
      ["/events", 2],
      ["/tf", 40],
    ]);
  });
});
