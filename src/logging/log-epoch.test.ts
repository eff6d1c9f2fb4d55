/**
 * Logs that count from a date: in the eyes of @mcap/core every time is date + t to the nanosecond, and in ours they are the logs
 * without a date.
 */
import * as zstd from "@foxglove/wasm-zstd";
import { McapIndexedReader } from "@mcap/core";
import fc from "fast-check";
import protobuf from "protobufjs";
import { describe, expect, test } from "vitest";
import "protobufjs/ext/descriptor.js";
import {
  asyncSource,
  exportCsv,
  exportJson,
  exportXml,
  LAST_SECOND_S,
  LogWriter,
  openIndexedLog,
  openLog,
  readTable,
  readWindow,
  texts,
} from "./index.ts";
import { epochOf, instantOf, putInstant } from "./log-epoch.ts";
import { compressionOf, MemorySink, memorySource, messageKeys, sampleLog } from "./test/support.ts";

await zstd.isLoaded;
const compression = compressionOf(zstd);

const EPOCH_S = Date.parse("2026-06-01T08:00:00Z") / 1000;
/** 1970 itself, a second of 2106 behind 32 bits, and the last from which the sample of 4 s ends in time. */
const EPOCHS_S = [0, 1, EPOCH_S, 2 ** 32 + 5, LAST_SECOND_S - 4];
const ROWS = 36;

const plain = sampleLog(compression, ROWS).bytes;

function joined(pieces: Iterable<string>): string {
  return [...pieces].join("");
}

test("instants are put and taken exactly, up to the last that there is", () => {
  const view = new DataView(new ArrayBuffer(8));
  const epoch = fc.integer({ min: 0, max: LAST_SECOND_S - 9_007_200 });
  fc.assert(
    fc.property(epoch, fc.maxSafeNat(), (seconds, t_ns) => {
      const from = epochOf(seconds);
      putInstant(view, 0, from, t_ns);
      expect(view.getBigUint64(0, true)).toBe(BigInt(seconds) * 1_000_000_000n + BigInt(t_ns));
      expect(instantOf(view.getUint32(0, true), view.getUint32(4, true), from)).toBe(t_ns);
    }),
    { seed: 20 },
  );
});

describe.each(EPOCHS_S)("a log that counts from %i s", (epoch_s) => {
  const dated = sampleLog(compression, ROWS, true, epoch_s).bytes;
  const epoch_ns = BigInt(epoch_s) * 1_000_000_000n;

  test("has date + t in the eyes of the public reader: messages, indexes, statistics, attachments, timestamps", async () => {
    const open = (bytes: Uint8Array): Promise<McapIndexedReader> =>
      McapIndexedReader.Initialize({
        readable: {
          size: async () => BigInt(bytes.length),
          read: async (offset, length) => bytes.subarray(Number(offset), Number(offset + length)),
        },
        decompressHandlers: { zstd: (packed, size) => zstd.decompress(packed, Number(size)) },
      });
    const [ours, theirs] = [await open(dated), await open(plain)];
    expect(ours.statistics).toMatchObject({
      messageStartTime: epoch_ns,
      messageEndTime: epoch_ns + theirs.statistics!.messageEndTime,
      messageCount: theirs.statistics!.messageCount,
    });
    const spans = ({ chunkIndexes }: McapIndexedReader, from: bigint): bigint[] =>
      chunkIndexes.flatMap((chunk) => [chunk.messageStartTime - from, chunk.messageEndTime - from]);
    expect(spans(ours, epoch_ns)).toEqual(spans(theirs, 0n));
    for await (const { logTime, createTime } of ours.readAttachments())
      expect([logTime, createTime]).toEqual([epoch_ns, epoch_ns]);

    const root = protobuf.Root as unknown as { fromDescriptor(bytes: Uint8Array): protobuf.Root };
    const times = async (reader: McapIndexedReader): Promise<bigint[]> => {
      const out: bigint[] = [];
      const types = new Map<number, protobuf.Type>();
      for (const [id, { schemaId }] of reader.channelsById) {
        const { name, data } = reader.schemasById.get(schemaId)!;
        types.set(id, root.fromDescriptor(data).lookupType(name));
      }
      for await (const { logTime, publishTime, channelId, data } of reader.readMessages({ validateCrcs: true })) {
        const type = types.get(channelId)!;
        const { timestamp } = type.toObject(type.decode(data), { defaults: true, longs: String });
        expect(BigInt(timestamp.seconds) * 1_000_000_000n + BigInt(timestamp.nanos)).toBe(logTime);
        expect(publishTime).toBe(logTime);
        out.push(logTime);
      }
      return out;
    };
    expect(await times(ours)).toEqual((await times(theirs)).map((t_ns) => t_ns + epoch_ns));
  });

  test("is the log without a date to our readers, whole and by its index", async () => {
    const [log, other] = [dated, plain].map((bytes) => openLog(memorySource(bytes), compression)) as [
      ReturnType<typeof openLog>,
      ReturnType<typeof openLog>,
    ];
    expect([log.format, log.epoch_s, log.start_ns, log.end_ns]).toEqual([2, epoch_s, 0, other.end_ns]);
    expect(log.verify()).toEqual([]);
    expect(readTable(log, "/auv/state")).toEqual(readTable(other, "/auv/state"));
    expect(texts(log, "/events")).toEqual(texts(other, "/events"));
    expect(Array.from(log.rawMessages(), ({ time_ns }) => time_ns)).toEqual(
      Array.from(other.rawMessages(), ({ time_ns }) => time_ns),
    );
    const [indexed, second] = await Promise.all(
      [dated, plain].map((bytes) => openIndexedLog(asyncSource(memorySource(bytes)), compression)),
    );
    const window = { from_ns: 1_100_000_000, until_ns: 2_200_000_000, mostPoints: 100 };
    expect(indexed!.epoch_s).toBe(epoch_s);
    expect(await readWindow(indexed!, "/auv/state", window)).toEqual(await readWindow(second!, "/auv/state", window));
  });
});

describe("a dated log that was not closed, or is damaged", () => {
  const open = sampleLog(compression, ROWS, false, EPOCH_S).bytes;
  const other = openLog(memorySource(sampleLog(compression, ROWS, false).bytes), compression);

  test("is recovered with the same times", () => {
    for (const cut of [0, 1, 700]) {
      const log = openLog(memorySource(open.subarray(0, open.length - cut)), compression);
      expect([log.complete, log.epoch_s, log.start_ns]).toEqual([false, EPOCH_S, 0]);
      const { t_ns } = readTable(log, "/auv/state");
      expect(t_ns.length).toBeGreaterThan(9);
      expect(t_ns).toEqual(readTable(other, "/auv/state").t_ns.slice(0, t_ns.length));
    }
  });

  /** The sample, with the date in the record of the run as a recorder puts it there. */
  function repeated(close: boolean): Uint8Array {
    const sink = new MemorySink();
    const writer = new LogWriter(sink, { compression, library: "thetis test" });
    writer.countFrom(EPOCH_S);
    writer.metadata("run", { startDate: "2026-06-01T08:00:00Z" });
    const events = writer.text("/events");
    for (let i = 0; i < 5; i++) events.write(i * 1_000_000_001, "info", "a", "b");
    if (close) writer.close();
    else writer.flush();
    return sink.bytes;
  }

  test.each([
    ["closed", true],
    ["killed", false],
  ])("of a log that was %s, damage in front does not move the times", (_, close) => {
    const bytes = repeated(close);
    const whole = messageKeys(openLog(memorySource(bytes), compression));
    const key = Buffer.from(bytes).indexOf("epoch_s");
    // The opcode of the header, its length, and the key of the epoch.
    for (const at of [8, 9, key]) {
      const damaged = bytes.slice();
      damaged[at]! ^= 0x10;
      const log = openLog(memorySource(damaged), compression);
      expect([at, log.epoch_s]).toEqual([at, EPOCH_S]);
      expect(messageKeys(log)).toEqual(whole);
      expect(Array.from(log.messages(), ({ t_ns }) => t_ns)).toEqual([0, 1, 2, 3, 4].map((i) => i * 1_000_000_001));
    }
  });
});

describe("exports of a dated log", () => {
  const [log, other] = [sampleLog(compression, ROWS, true, EPOCH_S).bytes, plain].map((bytes) =>
    openLog(memorySource(bytes), compression),
  ) as [ReturnType<typeof openLog>, ReturnType<typeof openLog>];

  test("count from the beginning of the run, and name the date where there is a place for it", () => {
    expect(joined(exportCsv(log, "/auv/state"))).toBe(joined(exportCsv(other, "/auv/state")));
    const { log: about, channels } = JSON.parse(joined(exportJson(log, ["/auv/state"])));
    expect(about.startDate).toBe("2026-06-01T08:00:00Z");
    expect(channels).toEqual(JSON.parse(joined(exportJson(other, ["/auv/state"]))).channels);
    const xml = joined(exportXml(log, ["/auv/state"]));
    const property = /<DocumentProperties .*<Description>startDate 2026-06-01T08:00:00Z<.*\n/;
    expect(xml).toMatch(property);
    expect(xml.replace(property, "")).toBe(joined(exportXml(other, ["/auv/state"])));
  });

  test("have the date of every message where it is asked for, to the nanosecond", () => {
    const rows = joined(exportCsv(log, "/auv/state", { dates: true })).split("\r\n");
    expect(rows[0]).toMatch(/^t_ns,t_s,date,depth_m,/);
    expect(rows[13]).toMatch(/^1200000000,1.2,2026-06-01T08:00:01.200000000Z,4,/);
    const { channels } = JSON.parse(joined(exportJson(log, ["/events"], { dates: true })));
    expect(channels[0].messages[1]).toMatchObject({ t_ns: 1_000_000_000, date: "2026-06-01T08:00:01.000000000Z" });
    expect(joined(exportXml(log, ["/events"], { dates: true }))).toContain(
      '<Data ss:Type="String">2026-06-01T08:00:01.000000000Z</Data>',
    );
  });
});

test("a log that has begun does not change its date, and what is not a date is refused", () => {
  const writer = (): LogWriter => new LogWriter(new MemorySink(), { compression, library: "x" });
  const begun = writer();
  begun.metadata("a", {});
  begun.countFrom(null);
  expect(() => begun.countFrom(5)).toThrow("a log that has begun cannot count from another date");
  for (const seconds of [-1, 0.5, Number.NaN, LAST_SECOND_S + 1])
    expect(() => writer().countFrom(seconds)).toThrow("is not a date that a log can count from");
});
