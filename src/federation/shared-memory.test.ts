import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { SharedBell, SharedMailbox, SharedRing } from "./shared-memory.ts";

test("a mailbox gives the newest record once, and how many came since the last look", () => {
  const near = new SharedMailbox(3);
  const far = new SharedMailbox(3, near.buffer);
  const record = new Float64Array(3);
  expect(far.read(record)).toBe(0);
  near.write(Float64Array.of(1, 2, 3));
  expect(far.read(record)).toBe(1);
  expect([...record]).toEqual([1, 2, 3]);
  expect(far.read(record)).toBe(0);
  for (let i = 0; i < 10; i++) near.write(Float64Array.of(i, i, i));
  expect(far.read(record)).toBe(10);
  expect([...record]).toEqual([9, 9, 9]);
});

test("a ring keeps records in order, refuses when it is full, and counts what it refused", () => {
  const near = new SharedRing(2, 4);
  const far = new SharedRing(2, 4, near.buffer);
  const written = Array.from({ length: 6 }, (_, i) => near.write(Float64Array.of(i, -i)));
  expect(written).toEqual([true, true, true, true, false, false]);
  expect(far.refused).toBe(2);
  const record = new Float64Array(2);
  const read: number[] = [];
  while (far.read(record)) read.push(record[0]!);
  expect(read).toEqual([0, 1, 2, 3]);
  expect(near.write(Float64Array.of(6, -6))).toBe(true);
  expect(far.read(record)).toBe(true);
  expect([...record]).toEqual([6, -6]);
});

test("buffers of another size, and rings of an odd capacity, are refused", () => {
  expect(() => new SharedMailbox(4, new SharedMailbox(3).buffer)).toThrow("records of 4 reals");
  expect(() => new SharedRing(1, 3)).toThrow("a ring of 3 records");
});

test("between threads no record is torn or out of order, however fast they come", { timeout: 20_000 }, async () => {
  // The far side writes records whose numbers are all equal, as fast as it can, by the protocol of the header.
  const size = 40;
  const count = 200_000;
  const mailbox = new SharedMailbox(size);
  const ring = new SharedRing(size, 64);
  const bell = new SharedBell();
  const source = `
    const { workerData: { mailbox, ring, bell, size, count } } = require("node:worker_threads");
    const [m, r] = [mailbox, ring].map((b) => ({ c: new Int32Array(b, 0, 4), x: new Float64Array(b, 16) }));
    for (let i = 1; i <= count; i++) {
      m.x.fill(i, (i & 3) * size, ((i & 3) + 1) * size);
      Atomics.store(m.c, 0, i);
      while (Atomics.load(r.c, 0) - Atomics.load(r.c, 1) >= 64);
      r.x.fill(i, ((i - 1) & 63) * size, (((i - 1) & 63) + 1) * size);
      Atomics.store(r.c, 0, i);
    }
    Atomics.store(new Int32Array(bell), 1, 1);`;
  const workerData = { mailbox: mailbox.buffer, ring: ring.buffer, bell: bell.buffer, size, count };
  const worker = new Worker(source, { eval: true, workerData });
  const record = new Float64Array(size);
  let expected = 1;
  let newest = 0;
  let torn = 0;
  while (expected <= count) {
    while (ring.read(record)) {
      if (record.some((value) => value !== expected)) torn++;
      expected++;
    }
    if (mailbox.read(record) > 0) {
      if (record.some((value) => value !== record[0]) || record[0]! < newest) torn++;
      newest = record[0]!;
    }
  }
  mailbox.read(record);
  expect(torn).toBe(0);
  expect(record[0]).toBe(count);
  await worker.terminate();
});
