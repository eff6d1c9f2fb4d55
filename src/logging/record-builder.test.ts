/** Every record against the record builder of @mcap/core: the same bytes, for random contents. */

import { crc32 } from "node:zlib";
import { McapRecordBuilder, Opcode } from "@mcap/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { epochOf } from "./log-epoch.ts";
import { OPCODE } from "./mcap-records.ts";
import { RecordBuilder } from "./record-builder.ts";

const text = fc.string({ unit: "binary", maxLength: 20 });
const texts = fc.array(fc.tuple(text, text), { maxLength: 4 }).map((pairs) => new Map(pairs));
const bytes = fc.uint8Array({ maxLength: 50 });
const id = fc.nat(65535);
const u32 = fc.nat(0xffff_ffff);
const u64 = fc.maxSafeNat();
const epoch_s = fc.nat(10_000_000_000);
const pairs = fc.array(fc.tuple(id, u64), { maxLength: 4 }).map((list) => new Map(list));

function same(ours: (builder: RecordBuilder) => void, theirs: (builder: McapRecordBuilder) => void): void {
  const [mine, other] = [new RecordBuilder(), new McapRecordBuilder()];
  ours(mine);
  theirs(other);
  expect(mine.length).toBe(other.length);
  expect(Buffer.from(mine.taken()).toString("hex")).toBe(Buffer.from(other.buffer).toString("hex"));
  expect(mine.length).toBe(0);
}

const big = (numbers: ReadonlyMap<number, number>): Map<number, bigint> =>
  new Map([...numbers].map(([key, value]) => [key, BigInt(value)]));
const since = (seconds: number, t_ns: number): bigint => BigInt(seconds) * 1_000_000_000n + BigInt(t_ns);
const FEW = { seed: 5, numRuns: 50 };

/** Holds for some values of these. */
function property<T extends [unknown, ...unknown[]]>(
  of: { [K in keyof T]: fc.Arbitrary<T[K]> },
  holds: (...values: T) => void,
): void {
  fc.assert(
    fc.property(fc.tuple(...of), (values) => holds(...(values as T))),
    FEW,
  );
}

test("opcodes are those of the public package", () => {
  expect(Object.values(OPCODE)).toEqual([
    ...[Opcode.HEADER, Opcode.FOOTER, Opcode.SCHEMA, Opcode.CHANNEL, Opcode.MESSAGE, Opcode.CHUNK],
    ...[Opcode.MESSAGE_INDEX, Opcode.CHUNK_INDEX, Opcode.ATTACHMENT, Opcode.ATTACHMENT_INDEX, Opcode.STATISTICS],
    ...[Opcode.METADATA, Opcode.METADATA_INDEX, Opcode.SUMMARY_OFFSET, Opcode.DATA_END],
  ]);
});

test("magic, header, schemas and channels", () => {
  property([text, text], (profile, library) =>
    same(
      (b) => {
        b.magic();
        b.header(profile, library);
      },
      (b) => {
        b.writeMagic();
        b.writeHeader({ profile, library });
      },
    ),
  );
  property([id, text, text, bytes], (n, name, encoding, data) =>
    same(
      (b) => b.schema({ id: n, name, encoding, data }),
      (b) => b.writeSchema({ id: n, name, encoding, data }),
    ),
  );
  property([id, id, text, text, texts], (n, schemaId, topic, messageEncoding, metadata) =>
    same(
      (b) => b.channel({ id: n, schemaId, topic, messageEncoding, metadata }),
      (b) => b.writeChannel({ id: n, schemaId, topic, messageEncoding, metadata }),
    ),
  );
});

test("metadata and attachments, with their indexes and lengths", () => {
  property([text, texts, u64], (name, metadata, offset) => {
    let [mine, other] = [0, 0n];
    same(
      (b) => {
        mine = b.metadata(name, metadata);
        b.metadataIndex(name, { offset, length: mine });
      },
      (b) => {
        other = b.writeMetadata({ name, metadata });
        b.writeMetadataIndex({ offset: BigInt(offset), length: other, name });
      },
    );
    expect(BigInt(mine)).toBe(other);
  });
  property([text, text, u64, epoch_s, bytes], (name, mediaType, t_ns, seconds, data) => {
    const time = since(seconds, t_ns);
    const epoch = epochOf(seconds);
    same(
      (b) => {
        const length = b.attachment({ name, mediaType, t_ns }, data, epoch, crc32);
        b.attachmentIndex({ name, mediaType, t_ns }, data.length, { offset: 7, length }, epoch);
      },
      (b) => {
        const about = { name, mediaType, logTime: time, createTime: time };
        const length = b.writeAttachment({ ...about, data });
        b.writeAttachmentIndex({ ...about, offset: 7n, length, dataSize: BigInt(data.length) });
      },
    );
  });
});

test("indexes of chunks, statistics, offsets, the end of the data and the footer", () => {
  property([u64, u64, u64, u32, pairs, epoch_s], (start_ns, end_ns, offset, length, indexes, seconds) => {
    const sizes = { compressedSize: length + 1, uncompressedSize: length + 2 };
    same(
      (b) => {
        const place = { start_ns, end_ns, offset, length, indexes, indexesLength: 9, compression: "zstd", ...sizes };
        b.chunkIndex(place, epochOf(seconds));
      },
      (b) =>
        b.writeChunkIndex({
          messageStartTime: since(seconds, start_ns),
          messageEndTime: since(seconds, end_ns),
          chunkStartOffset: BigInt(offset),
          chunkLength: BigInt(length),
          messageIndexOffsets: big(indexes),
          messageIndexLength: 9n,
          compression: "zstd",
          compressedSize: BigInt(sizes.compressedSize),
          uncompressedSize: BigInt(sizes.uncompressedSize),
        }),
    );
    for (const span_ns of [[start_ns, end_ns] as const, null]) {
      const counts = { schemas: 3, channels: 4, attachments: 5, metadata: 6, chunks: length };
      same(
        (b) => b.statistics({ messages: offset, ...counts, span_ns, byChannel: indexes }, epochOf(seconds)),
        (b) =>
          b.writeStatistics({
            messageCount: BigInt(offset),
            schemaCount: 3,
            channelCount: 4,
            attachmentCount: 5,
            metadataCount: 6,
            chunkCount: length,
            messageStartTime: span_ns === null ? 0n : since(seconds, start_ns),
            messageEndTime: span_ns === null ? 0n : since(seconds, end_ns),
            channelMessageCounts: big(indexes),
          }),
      );
    }
    same(
      (b) => {
        b.summaryOffset({ opcode: 8, start: offset, length });
        b.dataEnd(length);
        b.footer(offset, start_ns, length);
      },
      (b) => {
        b.writeSummaryOffset({ groupOpcode: 8, groupStart: BigInt(offset), groupLength: BigInt(length) });
        b.writeDataEnd({ dataSectionCrc: length });
        b.writeFooter({ summaryStart: BigInt(offset), summaryOffsetStart: BigInt(start_ns), summaryCrc: length });
      },
    );
  });
});
