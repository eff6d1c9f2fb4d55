/**
 * Bytes between two threads, without locks: one writer, one reader. A SharedRing keeps batches in order until they are taken; a
 * full one refuses a batch in whole, and counts. It is made of a SharedArrayBuffer, which is what the other thread gets.
 *
 * Order: a batch is copied, then the place behind it is stored with Atomics; the reader loads that place, then copies what
 * lies before it, which is whole batches. The writer never touches what the reader has not yet given back.
 */
import { invariant } from "../core/index.ts";

/** Room of the counters before the bytes. */
const HEAD_BYTES = 16;
const WRITTEN = 0;
const READ = 1;
const REFUSED = 2;

export class SharedRing {
  readonly buffer: SharedArrayBuffer;
  readonly #capacity: number;
  readonly #counters: Int32Array;
  readonly #bytes: Uint8Array;
  #taken = new Uint8Array(1024);

  /** capacity: bytes that can wait, a power of two. */
  constructor(capacity: number, buffer = new SharedArrayBuffer(HEAD_BYTES + capacity)) {
    this.buffer = buffer;
    this.#capacity = capacity;
    // Counters run over after 2³² bytes; a capacity of a power of two keeps the places in order there.
    invariant(
      (capacity & (capacity - 1)) === 0 && capacity > 0,
      `a ring of ${capacity} bytes: its capacity must be a power of two`,
    );
    invariant(
      buffer.byteLength === HEAD_BYTES + capacity,
      `a ring of ${capacity} bytes needs a buffer of ${HEAD_BYTES + capacity} bytes, not ${buffer.byteLength}`,
    );
    this.#counters = new Int32Array(buffer, 0, 4);
    this.#bytes = new Uint8Array(buffer, HEAD_BYTES);
  }

  /** False when there is no room: the batch is lost. */
  write(batch: Uint8Array): boolean {
    const counters = this.#counters;
    const written = Atomics.load(counters, WRITTEN);
    const waiting = (written - Atomics.load(counters, READ)) | 0;
    if (waiting + batch.length > this.#capacity) {
      Atomics.add(counters, REFUSED, 1);
      return false;
    }
    const at = written & (this.#capacity - 1);
    const first = Math.min(batch.length, this.#capacity - at);
    this.#bytes.set(batch.subarray(0, first), at);
    if (first < batch.length) this.#bytes.set(batch.subarray(first), 0);
    Atomics.store(counters, WRITTEN, (written + batch.length) | 0);
    return true;
  }

  /** Everything that waits, in order; no bytes for nothing. Valid until the next call. */
  take(): Uint8Array {
    const counters = this.#counters;
    const read = Atomics.load(counters, READ);
    const written = Atomics.load(counters, WRITTEN);
    const length = (written - read) | 0;
    if (length > this.#taken.length) this.#taken = new Uint8Array(Math.max(length, 2 * this.#taken.length));
    const at = read & (this.#capacity - 1);
    const first = Math.min(length, this.#capacity - at);
    this.#taken.set(this.#bytes.subarray(at, at + first));
    if (first < length) this.#taken.set(this.#bytes.subarray(0, length - first), first);
    Atomics.store(counters, READ, written);
    return this.#taken.subarray(0, length);
  }

  /** Batches that found no room. */
  get refused(): number {
    return Atomics.load(this.#counters, REFUSED);
  }
}

/** Wakes a thread that sleeps, and says when it is to end. */
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
