/** What LogWriter writes, read by the public readers of @mcap/core and decoded by protobufjs. */
import * as zstd from "@foxglove/wasm-zstd";
import { McapIndexedReader, McapStreamReader, type McapTypes } from "@mcap/core";
import protobuf from "protobufjs";
import { expect, test } from "vitest";
import "protobufjs/ext/descriptor.js";
import { LogWriter, messageSchema } from "./index.ts";
import { compressionOf, MemorySink, STATE_NAMES, sampleLog, sampleRow } from "./test/support.ts";

await zstd.isLoaded;
const compression = compressionOf(zstd);
const decompressHandlers = { zstd: (bytes: Uint8Array, size: bigint) => zstd.decompress(bytes, Number(size)) };

function indexedReader(bytes: Uint8Array): Promise<McapIndexedReader> {
  const read = async (offset: bigint, size: bigint) => bytes.slice(Number(offset), Number(offset + size));
  return McapIndexedReader.Initialize({
    readable: { size: async () => BigInt(bytes.length), read },
    decompressHandlers,
  });
}

interface PlainMessage {
  readonly topic: string;
  readonly logTime: bigint;
  readonly publishTime: bigint;
  readonly sequence: number;
  readonly values: Record<string, unknown>;
}

async function messagesOf(reader: McapIndexedReader): Promise<PlainMessage[]> {
  const types = new Map<number, protobuf.Type>();
  const withDescriptor = protobuf.Root as unknown as { fromDescriptor(bytes: Uint8Array): protobuf.Root };
  for (const { id, name, encoding, data } of reader.schemasById.values()) {
    expect(encoding).toBe("protobuf");
    types.set(id, withDescriptor.fromDescriptor(data).lookupType(name));
  }
  const out: PlainMessage[] = [];
  for await (const { channelId, data, logTime, publishTime, sequence } of reader.readMessages({ validateCrcs: true })) {
    const channel = reader.channelsById.get(channelId);
    const type = types.get(channel?.schemaId ?? 0);
    if (channel === undefined || type === undefined) throw new Error("a message without channel or schema");
    const values = type.toObject(type.decode(data), { longs: Number, enums: String, defaults: true });
    out.push({ topic: channel.topic, logTime, publishTime, sequence, values });
  }
  return out;
}

/** All records of a file, or of its beginning, in order; chunks opened. */
function recordsOf(bytes: Uint8Array): McapTypes.TypedMcapRecord[] {
  const stream = new McapStreamReader({ decompressHandlers, includeChunks: true, validateCrcs: true });
  stream.append(bytes);
  const out: McapTypes.TypedMcapRecord[] = [];
  for (let record = stream.nextRecord(); record !== undefined; record = stream.nextRecord()) out.push(record);
  return out;
}

test.each([["zstd", compression] as const, ["no compression", null] as const])(
  "with %s, the public reader finds every message with its schema, times and values",
  async (_, compressed) => {
    const reader = await indexedReader(sampleLog(compressed, 35).bytes);
    const messages = await messagesOf(reader);
    expect(reader.statistics?.messageCount).toBe(BigInt(35 * 4 + 4));
    expect(messages).toHaveLength(35 * 4 + 4);

    const states = messages.filter(({ topic }) => topic === "/auv/state");
    states.forEach(({ logTime, publishTime, sequence, values }, i) => {
      expect([logTime, publishTime, sequence]).toEqual([BigInt(i) * 100_000_000n, logTime, i]);
      const timestamp = { seconds: Math.floor(i / 10), nanos: (i % 10) * 100_000_000 };
      const [depth_m, speed_mps, rudder_top, zero, none] = sampleRow(i);
      expect(values).toEqual({ timestamp, depth_m, speed_mps, rudder_top, zero, none });
    });

    const pose = messages.filter(({ topic }) => topic === "/auv/pose")[7];
    const orientation = { w: 0.5, x: -0.5, y: 0.5, z: -0.5 };
    const timestamp = { seconds: 0, nanos: 700_000_000 };
    expect(pose?.values).toEqual({ timestamp, frame_id: "N", pose: { position: { x: 7, y: -7, z: 1 }, orientation } });

    const transforms = messages.filter(({ topic }) => topic === "/tf").slice(14, 16);
    const place = { translation: { x: 7, y: -7, z: 1 }, rotation: orientation };
    expect(transforms.map(({ values }) => values)).toEqual([
      { timestamp, parent_frame_id: "N", child_frame_id: "auv", ...place },
      { timestamp, parent_frame_id: "auv", child_frame_id: "tool", ...place },
    ]);

    const text = messages.filter(({ topic }) => topic === "/events")[1];
    const message = 'row 10, "quoted"\nsecond line';
    const values = { timestamp: { seconds: 1, nanos: 0 }, level: "WARNING", name: "auv/mission", message };
    expect(text?.values).toEqual({ ...values, file: "", line: 0 });
  },
);

test("metadata, attachments, channel metadata and statistics are found through the summary", async () => {
  const reader = await indexedReader(sampleLog(compression, 35).bytes);
  const metadata = new Map<string, Map<string, string>>();
  for await (const { name, metadata: entries } of reader.readMetadata()) metadata.set(name, entries);
  expect(metadata.get("thetis")).toEqual(new Map([["format", "1"]]));
  expect([...(metadata.get("run") ?? [])]).toEqual([
    ["scenario", "dive.xml"],
    ["seed", "7"],
  ]);
  for await (const { name, mediaType, data } of reader.readAttachments({ validateCrcs: true }))
    expect([name, mediaType, Buffer.from(data).toString()]).toEqual(["dive.xml", "text/xml", "<scenario id='dive'/>"]);
  const state = [...reader.channelsById.values()].find(({ topic }) => topic === "/auv/state");
  expect(state?.metadata).toEqual(new Map([["unit", "SI"]]));
  expect(reader.header).toMatchObject({ profile: "", library: "thetis test" });
  const counts = { schemaCount: 4, channelCount: 4, attachmentCount: 1, metadataCount: 2, chunkCount: 4 };
  expect(reader.statistics).toMatchObject({ ...counts, messageStartTime: 0n, messageEndTime: 3_400_000_000n });
  const [first, second] = reader.chunkIndexes;
  expect([first?.messageStartTime, first?.messageEndTime, second?.messageStartTime]).toEqual([
    0n,
    900000000n,
    10n ** 9n,
  ]);
});

test("every chunk reaches the sink in one call with its indexes, and brings the descriptions that it needs", () => {
  const { writes } = sampleLog(compression, 35);
  // Magic and header, two metadata records, an attachment; then four chunks; then the end.
  const start = recordsOf(Buffer.concat(writes.slice(0, 4)));
  expect(start.map(({ type }) => type)).toEqual(["Header", "Metadata", "Metadata", "Attachment"]);
  for (const chunk of writes.slice(4, 8)) {
    const records = recordsOf(Buffer.concat([...writes.slice(0, 1), chunk])).map(({ type }) => type);
    expect(records.filter((type) => type === "Chunk")).toHaveLength(1);
    expect(records.filter((type) => type === "MessageIndex")).toHaveLength(4);
    expect(records.filter((type) => type === "Schema" || type === "Channel")).toHaveLength(8);
  }
});

test("a chunk ends with the message that fills it, and before one that comes chunk_ns after its first", () => {
  const chunksOf = (chunkBytes: number, chunk_ns: number, times_ns: readonly number[]): number[][] => {
    const sink = new MemorySink();
    const writer = new LogWriter(sink, { compression: null, library: "x", chunkBytes, chunk_ns });
    const channel = writer.record("/r", "t.R", ["a"]);
    for (const t_ns of times_ns) channel.write(t_ns, Float64Array.of(1), 0);
    writer.close();
    const out: number[][] = [];
    for (const record of recordsOf(sink.bytes)) {
      if (record.type === "Chunk") out.push([]);
      if (record.type === "Message") out.at(-1)?.push(Number(record.logTime));
    }
    return out;
  };
  expect(chunksOf(1e9, 100, [0, 99, 100, 150, 199, 200, 500])).toEqual([[0, 99], [100, 150, 199], [200], [500]]);
  expect(chunksOf(1, 1e9, [0, 1, 2])).toEqual([[0], [1], [2]]);
  // A schema of some 150 bytes, a channel of 30, messages of 46: the fourth reaches 380 bytes or not at all.
  const sizes = chunksOf(
    380,
    1e9,
    Array.from({ length: 12 }, (_, i) => i),
  ).map(({ length }) => length);
  expect(new Set(sizes.slice(0, -1)).size).toBe(1);
  expect(sizes[0]).toBeGreaterThan(1);
});

test("two writers that get the same calls write the same bytes, whatever the order of keys", () => {
  const write = (entries: Record<string, string>): Uint8Array => {
    const sink = new MemorySink();
    const writer = new LogWriter(sink, { compression, library: "x" });
    writer.metadata("m", entries);
    writer.record("/r", "t.R", ["a"], entries).write(5, Float64Array.of(1), 0);
    writer.close();
    return sink.bytes;
  };
  expect(write({ a: "1", b: "2" })).toEqual(write({ b: "2", a: "1" }));
  expect(sampleLog(compression, 50).bytes).toEqual(sampleLog(compression, 50).bytes);
});

test("channels may be made during the run, and one without messages is listed", async () => {
  const sink = new MemorySink();
  const writer = new LogWriter(sink, { compression, library: "x" });
  writer.record("/a", "t.A", STATE_NAMES).write(0, new Float64Array(5), 0);
  writer.flush();
  writer.record("/b", "t.A", STATE_NAMES).write(1, new Float64Array(5), 0);
  writer.text("/silent");
  writer.close();
  const reader = await indexedReader(sink.bytes);
  expect([...reader.channelsById.values()].map(({ topic }) => topic)).toEqual(["/a", "/b", "/silent"]);
  expect(reader.schemasById.size).toBe(2);
  expect((await messagesOf(reader)).map(({ topic }) => topic)).toEqual(["/a", "/b"]);
});

test("an empty log is a valid file", async () => {
  const sink = new MemorySink();
  new LogWriter(sink, { compression, library: "x" }).close();
  const reader = await indexedReader(sink.bytes);
  expect(reader.statistics).toMatchObject({ messageCount: 0n, chunkCount: 0 });
});

test("when the sink throws, every later call throws the same error and the sink is left alone", () => {
  const full = new Error("ENOSPC: no space left on device");
  const sink = new MemorySink();
  let calls = 0;
  const limited = {
    write(bytes: Uint8Array) {
      calls += 1;
      if (calls > 3) throw full;
      sink.write(bytes);
    },
  };
  const writer = new LogWriter(limited, { compression, library: "x", chunk_ns: 10 });
  const channel = writer.record("/r", "t.R", ["a"]);
  channel.write(0, Float64Array.of(1), 0);
  channel.write(10, Float64Array.of(2), 0); // ends the first chunk: the third call
  expect(() => channel.write(20, Float64Array.of(3), 0)).toThrow(full);
  expect(calls).toBe(4);
  const later = [
    () => channel.write(30, Float64Array.of(4), 0),
    () => writer.flush(),
    () => writer.close(),
    () => writer.metadata("m", {}),
    () => writer.attach("a", "b", "c"),
    () => writer.record("/s", "t.S", []),
  ];
  for (const call of later) expect(call).toThrow(full);
  expect(calls).toBe(4);
  const kept = recordsOf(sink.bytes).filter(({ type }) => type === "Message");
  expect(kept.map((record) => record.type === "Message" && record.logTime)).toEqual([0n]);
});

test("closing twice does nothing; writing to a closed log, twice to one topic or at no instant is a mistake", () => {
  const sink = new MemorySink();
  const writer = new LogWriter(sink, { compression, library: "x" });
  const channel = writer.record("/r", "t.R", ["a"]);
  expect(() => writer.record("/r", "t.R", ["a"])).toThrow("there is a channel /r already");
  expect(() => writer.text("/r")).toThrow("channel /r holds t.R, not foxglove.Log");
  expect(() => channel.write(0.5, Float64Array.of(1), 0)).toThrow("0.5 is not an instant");
  expect(() => channel.write(-1, Float64Array.of(1), 0)).toThrow("-1 is not an instant");
  writer.close();
  const { length } = sink.bytes;
  writer.close();
  expect(sink.bytes).toHaveLength(length);
  expect(() => channel.write(1, Float64Array.of(1), 0)).toThrow("the log is closed");
});

test("messages with a schema of the caller's, of texts and numbers, are found by the public reader; a wrong field is refused", async () => {
  const sink = new MemorySink();
  const writer = new LogWriter(sink, { compression: null, library: "test" });
  const schema = messageSchema("t.Reaction", { state: "double", inputs: "string" });
  const channel = writer.messages("/m", schema, { mission: "Survey" });
  channel.write(1_500_000_000, { state: 3, inputs: "Leak Öl" });
  expect(() => channel.write(2, { stat: 3 })).toThrow("t.Reaction has no field stat");
  expect(() => channel.write(0.5, { state: 3 })).toThrow("0.5 is not an instant");
  writer.close();
  const reader = await indexedReader(sink.bytes);
  const [message] = await messagesOf(reader);
  expect(message!.values).toEqual({ timestamp: { seconds: 1, nanos: 500_000_000 }, state: 3, inputs: "Leak Öl" });
  expect([...reader.channelsById.values()][0]!.metadata.get("mission")).toBe("Survey");
});
