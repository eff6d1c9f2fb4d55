import { setImmediate as breathe } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import fc from "fast-check";
import { expect, test } from "vitest";
import { bundle } from "../../test/support/bundle.ts";
import { SharedBell, SharedRing } from "./shared-memory.ts";

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

test("a ring keeps batches in order, refuses in whole what finds no room, and counts it", () => {
  const near = new SharedRing(8);
  const far = new SharedRing(8, near.buffer);
  expect([...far.take()]).toEqual([]);
  expect([near.write(bytes(1, 2, 3)), near.write(bytes(4, 5, 6)), near.write(bytes(7, 8, 9))]).toEqual([
    true,
    true,
    false,
  ]);
  expect(far.refused).toBe(1);
  expect([...far.take()]).toEqual([1, 2, 3, 4, 5, 6]);
  // Round the end of the ring.
  expect(near.write(bytes(7, 8, 9))).toBe(true);
  expect([...far.take()]).toEqual([7, 8, 9]);
  expect(near.write(bytes(1, 2, 3, 4, 5, 6, 7, 8))).toBe(true);
  expect(near.write(bytes(1))).toBe(false);
  expect(far.take()).toHaveLength(8);
});

test("whatever is written and taken in turn comes out as it went in, over the run-over of the counters, too", () => {
  const turn = fc.record({ write: fc.uint8Array({ maxLength: 40 }), take: fc.boolean() });
  fc.assert(
    fc.property(fc.array(turn, { maxLength: 60 }), (turns) => {
      const near = new SharedRing(64);
      const far = new SharedRing(64, near.buffer);
      // Places count bytes in 32 bits: start shortly before they run over.
      new Int32Array(near.buffer, 0, 2).fill(2 ** 31 - 100);
      const [sent, got]: [number[], number[]] = [[], []];
      for (const { write, take } of turns) {
        if (near.write(write)) sent.push(...write);
        if (take) got.push(...far.take());
      }
      got.push(...far.take());
      expect(got).toEqual(sent);
    }),
    { seed: 3 },
  );
});

test("buffers of another size, and rings of an odd capacity, are refused", () => {
  expect(() => new SharedRing(16, new SharedRing(8).buffer)).toThrow("a ring of 16 bytes needs a buffer of");
  expect(() => new SharedRing(12)).toThrow("a ring of 12 bytes");
});

/** Writes numbered batches of changing lengths; what the ring refuses, again when there is room. */
const writer = `
import { workerData } from "node:worker_threads";
import { SharedBell, SharedRing } from "./shared-memory.ts";
const { capacity, count } = workerData;
const ring = new SharedRing(capacity, workerData.ring);
const news = new SharedBell(workerData.news);
const room = new SharedBell(workerData.room);
for (let i = 1; i <= count; i++) {
  const batch = new Uint8Array(4 + (i % 61));
  batch.fill(i & 255);
  new DataView(batch.buffer).setUint32(0, i);
  for (let heard = room.count; !ring.write(batch); heard = room.count) room.wait(heard, 1000);
  news.ring();
}
`;

test("between threads no batch is torn or out of order, however fast they come", async ({ signal }) => {
  // A thread with nothing to do sleeps until the bell rings: on a busy machine one that spins keeps the other from its core.
  const [capacity, count] = [16384, 200_000];
  const ring = new SharedRing(capacity);
  const news = new SharedBell();
  const room = new SharedBell();
  const workerData = { capacity, count, ring: ring.buffer, news: news.buffer, room: room.buffer };
  const worker = new Worker(bundle(import.meta.url, writer, "cjs"), { eval: true, workerData });
  let failure: Error | null = null;
  worker.on("error", (error: Error) => {
    failure = error;
  });
  let expected = 1;
  let torn = 0;
  while (expected <= count && failure === null && !signal.aborted) {
    const heard = news.count;
    const taken = ring.take();
    if (taken.length === 0) {
      news.wait(heard, 1000);
      // For the worker's failure and the test's time limit.
      await breathe();
      continue;
    }
    const view = new DataView(taken.buffer, taken.byteOffset, taken.byteLength);
    for (let at = 0; at < taken.length; ) {
      const length = 4 + (expected % 61);
      const body = taken.subarray(at + 4, at + length);
      if (view.getUint32(at) !== expected || body.some((value) => value !== (expected & 255))) torn++;
      at += length;
      expected++;
    }
    room.ring();
  }
  await worker.terminate();
  expect(failure).toBeNull();
  expect({ torn, expected }).toEqual({ torn: 0, expected: count + 1 });
});
