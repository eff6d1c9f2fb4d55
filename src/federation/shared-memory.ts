/**
 * Numbers between two threads, without locks and without allocation: one writer, one reader each.
 *
 * SharedMailbox keeps the newest record: a reader that was away finds the last one, and how many it missed. SharedRing keeps
 * records in order until they are read; a full one refuses, and counts. Both are made of a SharedArrayBuffer, which is what
 * the other thread gets.
 *
 * Order: a record is written, then its number is stored with Atomics; the reader loads the number, then reads the record, which
 * is then the one of that number. A mailbox has four slots: a reader is disturbed only when the writer comes round within one
 * copy, notices it by the number, and reads again; three writes are the margin.
 */
import { invariant } from "../core/index.ts";

const SLOTS = 4;
/** Room of the counters before the records, a multiple of 8 bytes. */
const HEAD_BYTES = 16;
const WRITTEN = 0;
const READ = 1;
const REFUSED = 2;

function shared(records: number, size: number): SharedArrayBuffer {
  return new SharedArrayBuffer(HEAD_BYTES + records * size * Float64Array.BYTES_PER_ELEMENT);
}

export class SharedMailbox {
  readonly buffer: SharedArrayBuffer;
  readonly #size: number;
  readonly #counters: Int32Array;
  readonly #records: Float64Array;

  /** size: reals of a record. */
  constructor(size: number, buffer = shared(SLOTS, size)) {
    this.buffer = buffer;
    this.#size = size;
    this.#counters = new Int32Array(buffer, 0, 4);
    this.#records = new Float64Array(buffer, HEAD_BYTES);
    invariant(this.#records.length === SLOTS * size, `a mailbox for records of ${size} reals has another buffer`);
  }

  write(record: Float64Array): void {
    const next = (Atomics.load(this.#counters, WRITTEN) + 1) | 0;
    const at = (next & (SLOTS - 1)) * this.#size;
    for (let i = 0; i < this.#size; i++) this.#records[at + i] = record[i]!;
    Atomics.store(this.#counters, WRITTEN, next);
  }

  /** Copies the newest record, if it has not been read yet. Returns how many came since the last read; 0 for none. */
  read(record: Float64Array): number {
    const counters = this.#counters;
    for (;;) {
      const written = Atomics.load(counters, WRITTEN);
      const fresh = (written - Atomics.load(counters, READ)) | 0;
      if (fresh === 0) return 0;
      const at = (written & (SLOTS - 1)) * this.#size;
      for (let i = 0; i < this.#size; i++) record[i] = this.#records[at + i]!;
      // The slot is written again by the fourth write after it, which begins once the third is counted.
      if (((Atomics.load(counters, WRITTEN) - written) | 0) < SLOTS - 1) {
        Atomics.store(counters, READ, written);
        return fresh;
      }
    }
  }
}

export class SharedRing {
  readonly buffer: SharedArrayBuffer;
  readonly #size: number;
  readonly #capacity: number;
  readonly #counters: Int32Array;
  readonly #records: Float64Array;

  constructor(size: number, capacity: number, buffer = shared(capacity, size)) {
    this.buffer = buffer;
    this.#size = size;
    this.#capacity = capacity;
    this.#counters = new Int32Array(buffer, 0, 4);
    this.#records = new Float64Array(buffer, HEAD_BYTES);
    // Counters run over after 2³¹ records; a capacity of a power of two keeps the slots in order there.
    invariant((capacity & (capacity - 1)) === 0 && capacity > 0, `a ring of ${capacity} records`);
    invariant(this.#records.length === capacity * size, `a ring for records of ${size} reals has another buffer`);
  }

  /** False when the ring is full: the record is lost. */
  write(record: Float64Array): boolean {
    const counters = this.#counters;
    const written = Atomics.load(counters, WRITTEN);
    if (((written - Atomics.load(counters, READ)) | 0) >= this.#capacity) {
      Atomics.add(counters, REFUSED, 1);
      return false;
    }
    const at = (written & (this.#capacity - 1)) * this.#size;
    for (let i = 0; i < this.#size; i++) this.#records[at + i] = record[i]!;
    Atomics.store(counters, WRITTEN, (written + 1) | 0);
    return true;
  }

  /** Copies the oldest record and removes it. False when there is none. */
  read(record: Float64Array): boolean {
    const counters = this.#counters;
    const read = Atomics.load(counters, READ);
    if (read === Atomics.load(counters, WRITTEN)) return false;
    const at = (read & (this.#capacity - 1)) * this.#size;
    for (let i = 0; i < this.#size; i++) record[i] = this.#records[at + i]!;
    Atomics.store(counters, READ, (read + 1) | 0);
    return true;
  }

  /** Records that found the ring full. */
  get refused(): number {
    return Atomics.load(this.#counters, REFUSED);
  }
}

/** Wakes a thread that sleeps, and tells it when to end. */
export class SharedBell {
  readonly buffer: SharedArrayBuffer;
  readonly #words: Int32Array;

  constructor(buffer = new SharedArrayBuffer(8)) {
    this.buffer = buffer;
    this.#words = new Int32Array(buffer);
  }

  ring(): void {
    Atomics.add(this.#words, 0, 1);
    Atomics.notify(this.#words, 0);
  }

  /** How often it has rung; for wait. */
  get count(): number {
    return Atomics.load(this.#words, 0);
  }

  /** Returns when it has rung since `count` was read, or after the given time. */
  wait(count: number, atMost_ms: number): void {
    Atomics.wait(this.#words, 0, count, atMost_ms);
  }

  end(): void {
    Atomics.store(this.#words, 1, 1);
    this.ring();
  }

  get ended(): boolean {
    return Atomics.load(this.#words, 1) === 1;
  }
}
