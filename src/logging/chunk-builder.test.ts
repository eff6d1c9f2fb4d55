/** Chunks against the builder of @mcap/core, and what a sample costs. */
import { McapChunkBuilder, McapRecordBuilder } from "@mcap/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { probeOf } from "../../test/support/allocation.ts";
import { ByteBuffer } from "./byte-buffer.ts";
import { ChunkBuilder } from "./chunk-builder.ts";

const CHANNELS = [3, 1, 700];

function channelRecord(id: number) {
  return { id, schemaId: 1, topic: `/c${id}`, messageEncoding: "protobuf", metadata: new Map<string, string>() };
}

/** The same channels and messages by the public builder: records, then indexes. */
function theirs(messages: readonly (readonly [number, number, Uint8Array])[]) {
  const chunk = new McapChunkBuilder({ useMessageIndex: true });
  for (const id of CHANNELS) chunk.addChannel(channelRecord(id));
  messages.forEach(([slot, t_ns, data], sequence) => {
    const times = { logTime: BigInt(t_ns), publishTime: BigInt(t_ns) };
    chunk.addMessage({ channelId: CHANNELS[slot]!, sequence, ...times, data });
  });
  const indexes = new McapRecordBuilder();
  for (const index of chunk.indices) indexes.writeMessageIndex(index);
  return { records: chunk.buffer, indexes: indexes.buffer, start: chunk.messageStartTime, end: chunk.messageEndTime };
}

test("records and indexes of any messages are those of @mcap/core, byte for byte, also in a builder that is used again", () => {
  const ours = new ChunkBuilder();
  const message = fc.tuple(
    fc.nat(CHANNELS.length - 1),
    // Whole numbers of up to 53 bits, those at the edge of 32 bits among them.
    fc.oneof(fc.maxSafeNat(), fc.constantFrom(0, 4294967295, 4294967296, Number.MAX_SAFE_INTEGER)),
    fc.uint8Array({ maxLength: 40 }),
  );
  fc.assert(
    fc.property(fc.array(message, { maxLength: 60 }), (messages) => {
      ours.reset();
      for (const id of CHANNELS) {
        const record = new McapRecordBuilder();
        record.writeChannel(channelRecord(id));
        ours.channel(id, record.buffer);
      }
      messages.forEach(([slot, t_ns, data], sequence) => void ours.message(CHANNELS[slot]!, sequence, t_ns, data));
      const expected = theirs(messages);
      const out = new ByteBuffer(8);
      ours.indexInto(out);
      expect(Buffer.compare(ours.bytes, expected.records)).toBe(0);
      expect(Buffer.compare(out.written(), expected.indexes)).toBe(0);
      if (messages.length > 0) expect([ours.start_ns, ours.end_ns].map(BigInt)).toEqual([expected.start, expected.end]);
    }),
    { seed: 71, numRuns: 200 },
  );
});

test("two samples that are written to a log allocate no BigInt, no object and no view: two boxed instants at the most", () => {
  const bytesOf = probeOf(
    import.meta.url,
    `
import { LogWriter } from "./log-writer.ts";
const values = Float64Array.from({ length: 20 }, (_, i) => i / 3);
const names = Array.from({ length: 20 }, (_, i) => "value" + i + "_m");
// Chunks do not end while it is measured: what they cost is by the chunk.
const writer = new LogWriter({ write() {} }, { compression: null, library: "test", chunkBytes: 1e12, chunk_ns: 1e18 });
const state = writer.record("/auv/state", "test.State", names);
const pose = writer.pose("/auv/pose", "ned");
let k = 0;
function run(samples) {
  writer.flush();
  for (let i = 0; i < samples; i++, k++) {
    state.write(k * 10_000_000, values, 0);
    pose.write(k * 10_000_000, values, 0);
  }
}
process.stdout.write(String(leastBytes(run, 20_000)));
`,
  );
  // A number that is passed to a function is boxed in 12 to 16 bytes; a BigInt takes 24, a pair in an array more.
  expect(bytesOf()).toBeLessThan(40);
});
