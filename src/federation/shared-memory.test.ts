import { setImmediate as breathe } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { bundle } from "../../test/support/bundle.ts";
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

/** A record that hands over to the other side once, in the middle of a copy: before its number at `at` is touched. */
function interrupted(record: Float64Array, at: number, other: () => void): Float64Array {
  let due = true;
  const touch = (key: string | symbol): void => {
    if (!due || key !== String(at)) return;
    due = false;
    other();
  };
  return new Proxy(record, {
    get(target, key) {
      touch(key);
      return Reflect.get(target, key, target);
    },
    set(target, key, value) {
      touch(key);
      return Reflect.set(target, key, value, target);
    },
  });
}

const places = [0, 1, 2];
const all = (value: number): Float64Array => new Float64Array(3).fill(value);

test.each(places)(
  "a reader that is overtaken at number %i keeps its record, or takes the newest: none is torn",
  (at) => {
    for (let writes = 0; writes <= 9; writes++) {
      // With and without a further write that has begun and is not at its end.
      for (const begun of [false, true]) {
        const near = new SharedMailbox(3);
        const far = new SharedMailbox(3, near.buffer);
        near.write(all(1));
        const record = new Float64Array(3);
        const read = far.read(
          interrupted(record, at, () => {
            for (let i = 0; i < writes; i++) near.write(all(2 + i));
            const stuck = interrupted(all(-1), 2, () => {
              throw new Error("in the middle");
            });
            if (begun) expect(() => near.write(stuck)).toThrow("in the middle");
          }),
        );
        // The fourth write after a record has its slot, and may have begun as soon as the third is counted.
        const newest = writes < 3 ? 1 : 1 + writes;
        expect([read, ...record]).toEqual([newest, newest, newest, newest]);
        // What it has not told is told next.
        expect(far.read(record)).toBe(1 + writes - newest);
        expect([...record]).toEqual([...all(1 + writes)]);
      }
    }
  },
);

test.each(places)("a record is there when it is whole, not when it is written up to number %i", (at) => {
  const record = new Float64Array(3);
  const mailbox = new SharedMailbox(3);
  const farMailbox = new SharedMailbox(3, mailbox.buffer);
  mailbox.write(interrupted(all(1), at, () => expect(farMailbox.read(record)).toBe(0)));
  expect([farMailbox.read(record), ...record]).toEqual([1, 1, 1, 1]);
  const ring = new SharedRing(3, 4);
  const farRing = new SharedRing(3, 4, ring.buffer);
  ring.write(interrupted(all(2), at, () => expect(farRing.read(record)).toBe(false)));
  expect([farRing.read(record), ...record]).toEqual([true, 2, 2, 2]);
});

test.each(places)("a full ring has no room while its oldest record is read, here up to number %i", (at) => {
  const near = new SharedRing(3, 4);
  const far = new SharedRing(3, 4, near.buffer);
  for (let i = 1; i <= 4; i++) near.write(all(i));
  const record = new Float64Array(3);
  far.read(interrupted(record, at, () => expect(near.write(all(5))).toBe(false)));
  expect([...record]).toEqual([1, 1, 1]);
  expect(near.write(all(5))).toBe(true);
});

/** Writes records whose numbers are all equal, as fast as it can; what the ring refuses, again when there is room. */
const writer = `
import { workerData } from "node:worker_threads";
import { SharedBell, SharedMailbox, SharedRing } from "./shared-memory.ts";
const { size, capacity, count } = workerData;
const mailbox = new SharedMailbox(size, workerData.mailbox);
const ring = new SharedRing(size, capacity, workerData.ring);
const news = new SharedBell(workerData.news);
const room = new SharedBell(workerData.room);
const record = new Float64Array(size);
for (let i = 1; i <= count; i++) {
  record.fill(i);
  mailbox.write(record);
  for (let heard = room.count; !ring.write(record); heard = room.count) room.wait(heard, 1000);
  news.ring();
}
`;

test("between threads no record is torn or out of order, however fast they come", async ({ signal }) => {
  // Whoever has nothing to do sleeps until the bell rings: on a busy machine one that spins keeps the other from its core.
  const [size, capacity, count] = [40, 1024, 200_000];
  const mailbox = new SharedMailbox(size);
  const ring = new SharedRing(size, capacity);
  const news = new SharedBell();
  const room = new SharedBell();
  const workerData = {
    ...{ size, capacity, count },
    ...{ mailbox: mailbox.buffer, ring: ring.buffer, news: news.buffer, room: room.buffer },
  };
  const worker = new Worker(bundle(import.meta.url, writer, "cjs"), { eval: true, workerData });
  let failure: Error | null = null;
  worker.on("error", (error: Error) => {
    failure = error;
  });
  const record = new Float64Array(size);
  let expected = 1;
  let newest = 0;
  let looks = 0;
  let torn = 0;
  while (expected <= count && failure === null && !signal.aborted) {
    const heard = news.count;
    const came = ring.read(record);
    if (came) {
      if (record.some((value) => value !== expected)) torn++;
      expected++;
      room.ring();
    }
    const fresh = mailbox.read(record);
    if (fresh > 0) {
      // Records are numbered from 1, so that the newest is also how many have come.
      if (record.some((value) => value !== newest + fresh)) torn++;
      newest += fresh;
      looks++;
    }
    if (!came && fresh === 0) {
      news.wait(heard, 1000);
      // For the worker's failure and the test's time limit.
      await breathe();
    }
  }
  await worker.terminate();
  expect(failure).toBeNull();
  // The last record was in the mailbox before it was in the ring.
  expect({ torn, expected, newest }).toEqual({ torn: 0, expected: count + 1, newest: count });
  // It is ahead of the ring by the capacity and one at most, and so is each record that was found there of the one before.
  expect(looks).toBeGreaterThanOrEqual(Math.floor(count / (capacity + 1)));
});
