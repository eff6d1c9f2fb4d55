/**
 * Where a log is read from. The format is read once, by functions that ask for bytes and go on when they have them (Reading); whoever
 * drives one gives it the bytes at once (a file on the command line, a buffer) or later (a Blob, a range over HTTP).
 */

/** Random access to the bytes of a log, synchronously. What `read` returns must not change afterwards. May throw. */
export interface LogSource {
  readonly size: number;
  read(offset: number, length: number): Uint8Array;
}

/** The same where bytes come later. Both may reject. */
export interface AsyncLogSource {
  size(): Promise<number>;
  read(offset: number, length: number): Promise<Uint8Array>;
  /** What `read` gave is not used any more: its memory may be taken back. */
  release?(bytes: Uint8Array): void;
}

export interface ReadRequest {
  readonly offset: number;
  readonly length: number;
}

/** Something that is read step by step: it asks for bytes, and is answered with them or with the reason why there are none. */
export type Reading<T> = Generator<ReadRequest, T, Uint8Array | Error>;

export function readNow<T>(reading: Reading<T>, source: LogSource): T {
  let step = reading.next();
  while (!step.done) {
    let answer: Uint8Array | Error;
    try {
      answer = source.read(step.value.offset, step.value.length);
    } catch (error) {
      answer = errorOf(error);
    }
    step = reading.next(answer);
  }
  return step.value;
}

export async function readLater<T>(reading: Reading<T>, source: AsyncLogSource): Promise<T> {
  let step = reading.next();
  while (!step.done) {
    let answer: Uint8Array | Error;
    try {
      answer = await source.read(step.value.offset, step.value.length);
    } catch (error) {
      answer = errorOf(error);
    }
    step = reading.next(answer);
  }
  return step.value;
}

function errorOf(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

const BLOCK = 256 * 1024;

/** The same bytes without a subclass: slices of a Node Buffer share its memory, and its views are slow to make. */
export function plainBytes(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Reads through one remembered block. What cannot be read is null, and the first reason for it is kept. */
export class BlockReader {
  readonly size: number;
  /** Why a read failed, or null: a disk may have a bad place. */
  trouble: string | null = null;
  #block: Uint8Array = new Uint8Array(0);
  #start = 0;

  constructor(size: number) {
    this.size = size;
  }

  /** The bytes at an offset where they are in the block; null where they must be read. They hold as those of bytes(). */
  held(offset: number, length: number): Uint8Array | null {
    const at = offset - this.#start;
    return at >= 0 && at + length <= this.#block.length ? this.#block.subarray(at, at + length) : null;
  }

  /** The bytes at an offset, null where there are fewer. They hold until the next call. */
  *bytes(offset: number, length: number): Reading<Uint8Array | null> {
    if (!(offset >= 0) || !(length >= 0) || offset + length > this.size) return null;
    if (length > BLOCK) return yield* this.#read(offset, length);
    const held = this.held(offset, length);
    if (held !== null) return held;
    const block = yield* this.#read(offset, Math.min(BLOCK, this.size - offset));
    // A bad place inside the block must not hide what lies in front of it.
    if (block === null) return yield* this.#read(offset, length);
    this.#block = block;
    this.#start = offset;
    return block.subarray(0, length);
  }

  /** The same in memory of its own, which no later call touches: for what is large and soon given back. */
  *lent(offset: number, length: number): Reading<Uint8Array | null> {
    if (!(offset >= 0) || !(length >= 0) || offset + length > this.size) return null;
    return yield* this.#read(offset, length);
  }

  /** As many bytes as there are, at most `length`. */
  *atMost(offset: number, length: number): Reading<Uint8Array | null> {
    return yield* this.bytes(offset, Math.min(length, Math.max(0, this.size - offset)));
  }

  *#read(offset: number, length: number): Reading<Uint8Array | null> {
    const answer = yield { offset, length };
    if (answer instanceof Error) {
      this.trouble ??= answer.message;
      return null;
    }
    const bytes = plainBytes(answer);
    if (bytes.length === length) return bytes;
    this.trouble ??= `${bytes.length} bytes were read at offset ${offset} where ${length} were asked for`;
    return null;
  }
}
