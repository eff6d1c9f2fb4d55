/** Where a log is read from, and reading it without exceptions and without a system call per record. */

/** Random access to the bytes of a log, synchronously. What `read` returns must not change afterwards. May throw. */
export interface LogSource {
  readonly size: number;
  read(offset: number, length: number): Uint8Array;
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
  readonly #source: LogSource;
  #block: Uint8Array = new Uint8Array(0);
  #start = 0;

  constructor(source: LogSource) {
    this.#source = source;
    this.size = source.size;
  }

  /** The bytes at an offset, null where there are fewer. They hold until the next call. */
  bytes(offset: number, length: number): Uint8Array | null {
    if (!(offset >= 0) || !(length >= 0) || offset + length > this.size) return null;
    if (length > BLOCK) return this.#read(offset, length);
    if (offset < this.#start || offset + length > this.#start + this.#block.length) {
      const block = this.#read(offset, Math.min(BLOCK, this.size - offset));
      // A bad place inside the block must not hide what lies in front of it.
      if (block === null) return this.#read(offset, length);
      this.#block = block;
      this.#start = offset;
    }
    return this.#block.subarray(offset - this.#start, offset - this.#start + length);
  }

  /** As many bytes as there are, at most `length`. */
  atMost(offset: number, length: number): Uint8Array | null {
    return this.bytes(offset, Math.min(length, Math.max(0, this.size - offset)));
  }

  #read(offset: number, length: number): Uint8Array | null {
    try {
      const bytes = plainBytes(this.#source.read(offset, length));
      if (bytes.length === length) return bytes;
      this.trouble ??= `${bytes.length} bytes were read at offset ${offset} where ${length} were asked for`;
    } catch (error) {
      this.trouble ??= error instanceof Error ? error.message : String(error);
    }
    return null;
  }
}
