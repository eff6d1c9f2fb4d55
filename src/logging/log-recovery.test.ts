/**
 * Damaged logs. Two laws hold whatever the damage: nothing is thrown but LogError, and no message comes out that was not
 * written. Beyond these, everything outside the damaged place is recovered, and what is lost is reported.
 */
import * as zstd from "@foxglove/wasm-zstd";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { zstdContentSize } from "./chunk-reader.ts";
import { type Log, LogError, openLog, readTables } from "./index.ts";
import { compressionOf, type MemorySink, memorySource, messageKeys, sampleLog } from "./test/support.ts";

await zstd.isLoaded;
const compression = compressionOf(zstd);
const open = (bytes: Uint8Array): Log => openLog(memorySource(bytes), compression);

const ROWS = 40;
/** Enough to meet every kind of damage; 80,000 of all kinds together were run once, without a finding. */
const RUNS = 300;
const samples = [sampleLog(compression, ROWS), sampleLog(null, ROWS), sampleLog(compression, ROWS, false)];
const [packed] = samples as [MemorySink, MemorySink, MemorySink];
const whole = packed.bytes;
const written = messageKeys(open(whole));
const writtenSet = new Set(written);

/** Where each write of a sample begins: header, two metadata records, an attachment, four chunks, the end. */
function starts({ writes }: MemorySink): number[] {
  let at = 0;
  return writes.map(({ length }) => {
    at += length;
    return at - length;
  });
}
const CHUNKS = [4, 5, 6, 7];
const chunkStart = (chunk: number): number => starts(packed)[4 + chunk] ?? Number.NaN;
/** The sample has 41 messages in a chunk: ten rows of four, and a text. */
const IN_CHUNK = 41;

function changed(bytes: Uint8Array, at: number, ...values: number[]): Uint8Array {
  const out = bytes.slice();
  out.set(values, at);
  return out;
}

/** Bytes of the file without [from, until), or with others in their place. */
function spliced(from: number, until: number, put: Uint8Array = new Uint8Array(0)): Uint8Array {
  return Uint8Array.from([...whole.subarray(0, from), ...put, ...whole.subarray(until)]);
}

/** Messages by chunk, without the chunks given. */
function allBut(...lost: number[]): string[] {
  return written.filter((_, i) => !lost.includes(Math.floor(i / IN_CHUNK)));
}

describe("cut off", () => {
  test("at any byte, a log gives exactly the chunks that are whole, or is refused as not a log", () => {
    const begins = starts(packed);
    const ends = [...begins.slice(1), whole.length];
    const view = new DataView(whole.buffer);
    // A chunk counts when its record is whole; the indexes behind it are not needed.
    const chunkEnds = CHUNKS.map((write) => begins[write]! + 9 + view.getUint32(begins[write]! + 1, true));
    // Every byte near the beginning of a record and near its end, every 31st elsewhere.
    const near = (n: number): boolean => [...ends, ...chunkEnds].some((end) => Math.abs(n - end) < 12);
    for (let n = 0; n < whole.length; n++) {
      if (n > 100 && n % 31 !== 0 && !near(n)) continue;
      let log: Log;
      try {
        log = open(whole.subarray(0, n));
      } catch (error) {
        expect(error).toBeInstanceOf(LogError);
        expect(n).toBeLessThan(8);
        continue;
      }
      const chunks = chunkEnds.filter((end) => n >= end).length;
      expect([n, [...log.rawMessages()].length]).toEqual([n, chunks * IN_CHUNK]);
      expect(log.complete).toBe(false);
      // Where the file ends between two writes nothing is lost; inside the data, something is said.
      if (ends.includes(n)) expect(log.losses).toEqual([]);
      else if (CHUNKS.some((write) => n > begins[write]! && n < chunkEnds[write - 4]!))
        expect(log.losses).toMatchObject([{ reason: "the file ends in the middle of a record" }]);
    }
  });

  test("inside a chunk, the loss gives its bytes and its time", () => {
    const log = open(whole.subarray(0, chunkStart(2) + 500));
    expect(messageKeys(log)).toEqual(written.slice(0, 2 * IN_CHUNK));
    expect(log.losses).toEqual([
      { from_ns: 2e9, until_ns: 2.9e9, bytes: 500, reason: "the file ends in the middle of a record" },
    ]);
  });
});

describe("one place damaged, summary intact", () => {
  test("flipped bits inside a chunk lose that chunk, with its time, and nothing else", () => {
    for (let chunk = 0; chunk < 4; chunk++) {
      const log = open(changed(whole, chunkStart(chunk) + 200, 0xff, 0xee, 0xdd));
      expect(messageKeys(log)).toEqual(allBut(chunk));
      const [loss] = log.losses;
      expect([loss?.from_ns, loss?.until_ns]).toEqual([chunk * 1e9, chunk * 1e9 + 9e8]);
      expect(loss?.reason).toContain("damaged");
      expect(log.losses).toHaveLength(1);
      expect(log.complete).toBe(true);
    }
  });

  test("a damaged opcode or record length of a chunk loses nothing: the chunk's checksum proves it", () => {
    for (const at of [0, 1, 2, 5, 8]) {
      const log = open(changed(whole, chunkStart(1) + at, 0x77));
      expect(messageKeys(log)).toEqual(written);
      expect(log.losses).toEqual([]);
    }
  });

  test("a chunk that claims 2⁶⁰ bytes, packed or unpacked, is a loss and takes no memory", () => {
    const huge = [0, 0, 0, 0, 0, 0, 0, 0x10];
    for (const at of [25, 45]) {
      const log = open(changed(whole, chunkStart(1) + at, ...huge));
      expect(messageKeys(log)).toEqual(allBut(1));
      expect(log.losses).toMatchObject([{ from_ns: 1e9, until_ns: 1.9e9 }]);
      expect(log.losses[0]?.reason).toContain("claims 1152921504606847000 bytes"); // 2⁶⁰ as a double prints
    }
  });

  test("a claim of 200 MB for a chunk whose packed bytes announce less is refused before they are unpacked", () => {
    let asked = 0;
    const decompress = (bytes: Uint8Array, size: number): Uint8Array => {
      asked = Math.max(asked, size);
      return zstd.decompress(bytes, size);
    };
    const log = openLog(memorySource(changed(whole, chunkStart(1) + 25 + 3, 12)), { decompress });
    expect(messageKeys(log)).toEqual(allBut(1));
    expect(asked).toBeLessThan(1e5);
  });
});

describe("one place damaged, no summary", () => {
  const unclosed = samples[2]!.bytes;
  // The last row's chunk is not written before the end.
  const kept = messageKeys(open(unclosed));

  test("the sample has three whole chunks", () => {
    expect(kept).toEqual(written.slice(0, 3 * IN_CHUNK));
  });

  test("flipped bits inside a chunk lose that chunk, with its time", () => {
    const log = open(changed(unclosed, chunkStart(1) + 200, 0xff, 0xee, 0xdd));
    expect(messageKeys(log)).toEqual(kept.filter((_, i) => Math.floor(i / IN_CHUNK) !== 1));
    expect(log.losses).toMatchObject([{ from_ns: 1e9, until_ns: 1.9e9 }]);
  });

  test("a damaged opcode or length of any record is passed, and every chunk is found", () => {
    for (let write = 1; write < 7; write++) {
      const start = starts(packed)[write] ?? 0;
      for (const at of [0, 1, 3, 8]) {
        for (const value of [0, 5, 8, 0x77, 0xff]) {
          const log = open(changed(unclosed, start + at, value));
          expect(messageKeys(log)).toEqual(kept);
        }
      }
    }
  });

  test("a damaged length in front of the attachment does not hide what follows it", () => {
    const attachment = starts(packed)[3] ?? 0;
    const log = open(changed(unclosed, attachment + 1, 0xf0, 0x03));
    expect(messageKeys(log)).toEqual(kept);
    expect(log.losses).toHaveLength(1);
  });

  test("a lost beginning (first 4 kB zero but for the magic) still leaves the chunks behind it, with their topics", () => {
    const end = chunkStart(1);
    const log = open(changed(unclosed, 8, ...new Uint8Array(end - 8 - 5)));
    expect(messageKeys(log)).toEqual(kept.slice(IN_CHUNK));
    expect(log.channels.map(({ topic }) => topic)).toEqual(["/auv/pose", "/auv/state", "/events", "/tf"]);
    expect(log.losses).toMatchObject([{ from_ns: null, until_ns: 1e9, bytes: end - 8 }]);
  });
});

describe("bytes put in or taken out", () => {
  test("garbage between two chunks shifts the rest, which is found again; the gap lies between their times", () => {
    const garbage = Uint8Array.from({ length: 3000 }, (_, i) => (i * 7919) >> 3);
    const log = open(spliced(chunkStart(2), chunkStart(2), garbage));
    expect(messageKeys(log)).toEqual(written);
    expect(log.complete).toBe(false);
    expect(log.losses).toMatchObject([{ from_ns: 1.9e9, until_ns: 2e9, bytes: 3000 }]);
  });

  test("a stretch that is missing loses the chunks that it touches", () => {
    const log = open(spliced(chunkStart(1) + 100, chunkStart(2) + 100));
    expect(messageKeys(log)).toEqual(allBut(1, 2));
    expect(log.losses).toMatchObject([
      { from_ns: 1e9, until_ns: 1.9e9 }, // what the first of the two says about itself
      { from_ns: 0.9e9, until_ns: 3e9 }, // the rest of the second, which says nothing
    ]);
  });

  test("a file whose first byte is damaged is still recognised, and one whose magic is gone by its end", () => {
    for (const bytes of [changed(whole, 0, 0), changed(whole, 0, 1, 2, 3, 4, 5, 6, 7, 8)]) {
      const log = open(bytes);
      expect(messageKeys(log)).toEqual(written);
      expect(log.losses).toMatchObject([{ reason: "the first bytes of the file are damaged" }]);
    }
  });

  test("two logs one behind the other: the first is read, and no message comes twice", () => {
    const log = open(Uint8Array.from([...whole, ...whole]));
    expect(new Set(messageKeys(log))).toEqual(writtenSet);
  });
});

test("a place of the disk that cannot be read is passed like damage, and the reason is reported", () => {
  const bad = chunkStart(1) + 150;
  const source = {
    size: whole.length,
    read(offset: number, length: number) {
      if (offset <= bad && bad < offset + length) throw new Error("EIO: i/o error, read");
      return whole.slice(offset, offset + length);
    },
  };
  const log = openLog(source, compression);
  expect(messageKeys(log)).toEqual(allBut(1));
  expect(log.losses).toMatchObject([{ from_ns: 1e9, reason: "EIO: i/o error, read" }]);
});

describe("any damage", () => {
  /** Opens and reads everything; whatever comes out must have been written. */
  function readAll(bytes: Uint8Array): number {
    let log: Log;
    try {
      log = open(bytes);
    } catch (error) {
      expect(error).toBeInstanceOf(LogError);
      expect((error as LogError).message).not.toContain("\n");
      return 0;
    }
    const found = messageKeys(log);
    for (const key of found) if (!writtenSet.has(key)) expect(key).toBe("one of the messages that were written");
    expect(new Set(found).size).toBe(found.length);
    log.verify();
    readTables(
      log,
      log.channels.map(({ topic }) => topic),
    );
    for (const { bytes: content } of log.attachments) expect(content).toBeInstanceOf(Uint8Array);
    return found.length;
  }
  const sample = fc.constantFrom(...samples.map(({ bytes }) => bytes));

  test("flipped bytes never throw and never invent", () => {
    const flips = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 })), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(sample, flips, (bytes, places) => {
        const damaged = bytes.slice();
        for (const [at, value] of places) damaged[at % damaged.length]! ^= value;
        readAll(damaged);
      }),
      { seed: 21, numRuns: RUNS },
    );
  });

  test("nor do flipped bits where it hurts most: in the prefixes and headers of records", () => {
    const places = samples.map((each) => starts(each).flatMap((at) => Array.from({ length: 60 }, (_, i) => at + i)));
    fc.assert(
      fc.property(
        fc.nat(2),
        fc.array(fc.tuple(fc.nat(), fc.nat(7)), { minLength: 1, maxLength: 6 }),
        (which, flips) => {
          const damaged = samples[which]!.bytes;
          for (const [index, bit] of flips) {
            const at = places[which]![index % places[which]!.length]!;
            if (at < damaged.length) damaged[at]! ^= 1 << bit;
          }
          readAll(damaged);
        },
      ),
      { seed: 22, numRuns: RUNS },
    );
  });

  test("nor do cuts, holes of zeros and pieces that were moved", () => {
    const piece = fc.record({ from: fc.nat(), length: fc.nat(3000), to: fc.nat() });
    fc.assert(
      fc.property(sample, fc.constantFrom("cut", "zero", "move"), piece, (bytes, kind, { from, length, to }) => {
        const start = from % bytes.length;
        const end = Math.min(bytes.length, start + length);
        if (kind === "cut") readAll(bytes.subarray(0, start));
        if (kind === "zero") readAll(bytes.slice().fill(0, start, end));
        if (kind === "move") {
          const rest = [...bytes.subarray(0, start), ...bytes.subarray(end)];
          rest.splice(to % (rest.length + 1), 0, ...bytes.subarray(start, end));
          readAll(Uint8Array.from(rest));
        }
      }),
      { seed: 23, numRuns: RUNS / 2 },
    );
  });

  test("one flipped byte loses at most one chunk, wherever it lies", () => {
    for (let at = 8; at < whole.length; at += 61) {
      const found = readAll(changed(whole, at, whole[at]! ^ 0x55));
      if (found < 3 * IN_CHUNK) expect([at, found]).toEqual([at, "at least three chunks"]);
    }
  });

  test("random bytes behind the magic are an empty log with losses, and cost no time", () => {
    const bytes = new Uint8Array(2_000_000);
    let seed = 1;
    for (let i = 0; i < bytes.length; i++) {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      bytes[i] = seed >>> 24;
    }
    bytes.set(whole.subarray(0, 8));
    const log = open(bytes);
    expect([...log.messages()]).toEqual([]);
    expect(log.losses.length).toBeGreaterThan(0);
  });
});

test("the unpacked size that a zstd frame announces is read as RFC 8878 says", () => {
  for (const size of [1, 200, 300, 70_000, 200_000])
    expect(zstdContentSize(zstd.compress(new Uint8Array(size).fill(7)))).toBe(size);
  expect(zstdContentSize(Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58, 0x00))).toBeNull();
  expect(zstdContentSize(Uint8Array.of(1, 2, 3, 4, 5, 6, 7))).toBeUndefined();
});
