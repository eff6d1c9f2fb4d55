/** The reader that waits for its bytes against the one that has them at hand: the same messages and the same losses. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import zstd from "@foxglove/wasm-zstd";
import { McapWriter } from "@mcap/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type AsyncLogSource,
  asyncSource,
  blobSource,
  httpSource,
  type IndexedLog,
  LogError,
  LogWriter,
  openIndexedLog,
  openLog,
  readTable,
  readTablesOf,
  readWindow,
  texts,
  textsOf,
} from "./index.ts";
import { compressionOf, MemorySink, memorySource, messageKeys, sampleLog } from "./test/support.ts";
import { Thinner } from "./window-table.ts";

await zstd.isLoaded;
const compression = compressionOf(zstd);

async function keysOf(log: IndexedLog): Promise<string[]> {
  const keys: string[] = [];
  for await (const batch of log.rawBatches()) {
    const messages = Array.from(batch);
    keys.push(...messageKeys({ rawMessages: () => messages }));
  }
  return keys;
}

/** Counts what is asked for. */
function watched(bytes: Uint8Array): { source: AsyncLogSource; asked: { offset: number; length: number }[] } {
  const asked: { offset: number; length: number }[] = [];
  const { size, read } = asyncSource(memorySource(bytes));
  return {
    asked,
    source: {
      size,
      read: (offset, length) => {
        asked.push({ offset, length });
        return read(offset, length);
      },
    },
  };
}

/** A log of another program without chunks, indexes and summary. */
async function plainLog(): Promise<Uint8Array> {
  const sink = new MemorySink();
  let position = 0n;
  const writable = {
    position: () => position,
    async write(bytes: Uint8Array) {
      sink.write(bytes);
      position += BigInt(bytes.length);
    },
  };
  const writer = new McapWriter({ writable, useChunks: false, useSummaryOffsets: false, useStatistics: false });
  await writer.start({ profile: "", library: "somebody" });
  const schemaId = await writer.registerSchema({ name: "a", encoding: "jsonschema", data: new Uint8Array(0) });
  const channelId = await writer.registerChannel({
    topic: "/a",
    schemaId,
    messageEncoding: "json",
    metadata: new Map(),
  });
  for (let k = 0; k < 1000; k++) {
    const data = new TextEncoder().encode(JSON.stringify({ k }));
    await writer.addMessage({ channelId, sequence: k, logTime: BigInt(k), publishTime: BigInt(k), data });
  }
  await writer.end();
  return sink.bytes;
}

const whole = sampleLog(compression, 95).bytes;

test.each<[string, () => Uint8Array | Promise<Uint8Array>]>([
  ["a closed log", () => whole],
  ["a log that was not closed", () => sampleLog(compression, 95, false).bytes],
  ["a log cut in the middle of a chunk", () => whole.slice(0, whole.length >> 1)],
  ["a log without chunks", plainLog],
])("%s: messages, channels, times and losses are those of the reader that has all bytes", async (_, make) => {
  const bytes = await make();
  const now = openLog(memorySource(bytes), compression);
  const later = await openIndexedLog(asyncSource(memorySource(bytes)), compression);
  expect(await keysOf(later)).toEqual(messageKeys(now));
  expect(later.channels.map(({ topic, messages }) => [topic, messages])).toEqual(
    now.channels.map(({ topic, messages }) => [topic, messages]),
  );
  expect([later.start_ns, later.end_ns, later.complete, later.format, later.library]).toEqual([
    ...[now.start_ns, now.end_ns, now.complete, now.format, now.library],
  ]);
  expect(later.losses).toEqual(now.losses);
  expect([...later.metadata]).toEqual([...now.metadata]);
});

test("damage of any kind is treated alike", async () => {
  const damage = fc.record({
    at: fc.integer({ min: 0, max: whole.length - 1 }),
    length: fc.integer({ min: 1, max: 4000 }),
    byte: fc.integer({ min: 0, max: 255 }),
    cut: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(damage, async ({ at, length, byte, cut }) => {
      const bytes = cut ? whole.slice(0, at) : whole.slice().fill(byte, at, at + length);
      let now: ReturnType<typeof openLog>;
      try {
        now = openLog(memorySource(bytes), compression);
      } catch (error) {
        expect(error).toBeInstanceOf(LogError);
        await expect(openIndexedLog(asyncSource(memorySource(bytes)), compression)).rejects.toThrow(LogError);
        return;
      }
      const later = await openIndexedLog(asyncSource(memorySource(bytes)), compression);
      expect(await keysOf(later)).toEqual(messageKeys(now));
      expect(later.losses).toEqual(now.losses);
    }),
    { seed: 11, numRuns: 60 },
  );
});

/** 400 s at 10 Hz, uncompressed, in chunks of some 60 kB. */
function longLog(): Uint8Array {
  const sink = new MemorySink();
  const writer = new LogWriter(sink, { compression: null, library: "thetis test", chunkBytes: 60_000 });
  const names = Array.from({ length: 20 }, (_, k) => `x${k}_m`);
  const record = writer.record("/a", "a", names);
  const other = writer.record("/b", "b", ["y"]);
  for (let k = 0; k < 4000; k++) {
    record.write(
      k * 1e8,
      Float64Array.from(names, (_, c) => Math.sin(k / 50) + c),
      0,
    );
    other.write(k * 1e8, Float64Array.of(k), 0);
  }
  writer.close();
  return sink.bytes;
}
const long = longLog();

test("opening reads the ends of the file, and a window only the chunks that it touches", async () => {
  const { source, asked } = watched(long);
  const log = await openIndexedLog(source, null);
  expect([log.start_ns, log.end_ns]).toEqual([0, 399.9e9]);
  expect(asked.every(({ offset, length }) => offset + length === long.length || offset < 1000)).toBe(true);
  asked.length = 0;
  const [table] = await readTablesOf(log, ["/a"], { from_ns: 100e9, until_ns: 110e9 });
  expect([table!.t_ns.length, table!.t_ns[0], table!.t_ns.at(-1)]).toEqual([101, 100e9, 110e9]);
  // 101 rows of 22 numbers are 20 kB: at most two chunks of 60 kB, and the block that holds the beginning of each.
  expect(asked.length).toBeLessThanOrEqual(4);
  const all = readTable(openLog(memorySource(long), null), "/a");
  expect(table!.columns[3]).toEqual(all.columns[3]!.slice(1000, 1101));
});

test("what goes on at the same time does not disturb: overlapping windows give what they give alone", async () => {
  const log = await openIndexedLog(asyncSource(memorySource(long)), null);
  const starts = [0, 50e9, 390e9, 120e9];
  const read = (from_ns: number) => readWindow(log, "/a", { from_ns, until_ns: from_ns + 5e9, mostPoints: 1000 });
  const together = await Promise.all(starts.map(read));
  for (const [k, from_ns] of starts.entries()) expect(together[k]).toEqual(await read(from_ns));
});

test("a window that is thinned keeps the smallest and the largest value of every bin, and no more points than asked for", async () => {
  const log = await openIndexedLog(asyncSource(memorySource(long)), null);
  const options = { from_ns: 0, until_ns: 399.9e9, mostPoints: 80 };
  const { t_ns, columns, names, rowsInLog } = await readWindow(log, "/a", options);
  expect([rowsInLog, names.length]).toEqual([4000, 20]);
  expect(t_ns.length).toBeLessThanOrEqual(80);
  const all = readTable(openLog(memorySource(long), null), "/a");
  expect([Math.min(...columns[0]!), Math.max(...columns[0]!)]).toEqual([
    ...[Math.min(...all.columns[0]!), Math.max(...all.columns[0]!)],
  ]);
  for (let k = 1; k < t_ns.length; k++) expect(t_ns[k]!).toBeGreaterThan(t_ns[k - 1]!);
  // Where they fit, samples are as they are.
  const few = await readWindow(log, "/b", { from_ns: 10e9, until_ns: 11e9, mostPoints: 80 });
  expect([...few.columns[0]!]).toEqual(Array.from({ length: 11 }, (_, k) => 100 + k));
});

test("thinning, against the plain way: for any samples, each bin's extremes in their order", () => {
  const samples = fc.array(fc.tuple(fc.integer({ min: 0, max: 999 }), fc.double({ noNaN: false })), { maxLength: 200 });
  fc.assert(
    fc.property(samples, fc.integer({ min: 2, max: 40 }), (list, mostPoints) => {
      const sorted = [...list].sort(([a], [b]) => a - b);
      const thinner = new Thinner(0, 1000, mostPoints);
      for (const [t_ns, value] of sorted) thinner.add(t_ns, Float64Array.of(value));
      const { t_ns, columns } = thinner.table(1);
      expect(t_ns.length).toBeLessThanOrEqual(mostPoints);
      if (sorted.length <= mostPoints) {
        expect([...columns[0]!]).toEqual(sorted.map(([, value]) => value));
        return;
      }
      const bins = Math.floor(mostPoints / 2);
      const expected = Array.from({ length: bins }, (_, k) => {
        const inBin = sorted.filter(([t]) => Math.min(bins - 1, Math.floor(t / (1000 / bins))) === k);
        const known = inBin.map(([, value]) => value).filter(Number.isFinite);
        if (inBin.length === 0) return [];
        if (known.length === 0) return inBin.length === 1 ? [Number.NaN] : [Number.NaN, Number.NaN];
        const [low, high] = [Math.min(...known), Math.max(...known)];
        const pair = known.indexOf(low) <= known.indexOf(high) ? [low, high] : [high, low];
        return inBin.length === 1 ? [pair[0]!] : pair;
      });
      expect([...columns[0]!].map((x) => x + 0)).toEqual(expected.flat().map((x) => x + 0));
    }),
    { seed: 3 },
  );
});

test("texts and attachments come later, too", async () => {
  const log = await openIndexedLog(blobSource(new Blob([whole.slice()])), compression);
  expect(await textsOf(log, "/events")).toEqual(texts(openLog(memorySource(whole), compression), "/events"));
  expect(new TextDecoder().decode(await log.attachment(log.attachments[0]!))).toBe("<scenario id='dive'/>");
});

test("an unclosed log of 3 MB is walked in pieces: nothing longer than a block or a chunk is asked for", async () => {
  const unclosed = long.slice(0, -200);
  const { source, asked } = watched(unclosed);
  const log = await openIndexedLog(source, null);
  expect(log.complete).toBe(false);
  expect(log.channels.map(({ messages }) => messages)).toEqual([4000, 4000]);
  expect(Math.max(...asked.map(({ length }) => length))).toBeLessThanOrEqual(256 * 1024);
});

/** A server of one file; what it says can be spoilt. */
async function served(
  spoil: (range: [number, number]) => { status?: number; range?: string; bytes?: Uint8Array } = () => ({}),
) {
  const server = createServer((request, response) => {
    const [, from, until] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
    const last = Math.min(Number(until), long.length - 1);
    const wrong = spoil([Number(from), last]);
    response.statusCode = wrong.status ?? 206;
    response.setHeader("Content-Range", wrong.range ?? `bytes ${from}-${last}/${long.length}`);
    response.end(wrong.bytes ?? long.subarray(Number(from), last + 1));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.mcap`;
  return { address, close: () => new Promise((resolve) => server.close(resolve)) };
}

test("over HTTP by ranges: the same table as from memory", async () => {
  const { address, close } = await served();
  try {
    const log = await openIndexedLog(httpSource(address, fetch), null);
    const window = { from_ns: 200e9, until_ns: 230e9, mostPoints: 50 };
    const here = await openIndexedLog(asyncSource(memorySource(long)), null);
    expect(await readWindow(log, "/a", window)).toEqual(await readWindow(here, "/a", window));
  } finally {
    await close();
  }
});

test.each<[string, Parameters<typeof served>[0], RegExp]>([
  ["does not know ranges", () => ({ status: 200 }), /status 200.*status 206/],
  ["does not find the file", () => ({ status: 404 }), /status 404/],
  [
    "sends another range",
    ([from, until]) => ({ range: `bytes ${from + 1}-${until + 1}/${long.length}` }),
    /other bytes/,
  ],
  ["does not say which", () => ({ range: "bytes */*" }), /other bytes/],
])("a server that %s is refused in words", async (_, spoil, reason) => {
  const { address, close } = await served(spoil);
  try {
    await expect(openIndexedLog(httpSource(address, fetch), null)).rejects.toThrow(reason);
  } finally {
    await close();
  }
});
