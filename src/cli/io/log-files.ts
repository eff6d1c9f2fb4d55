/** Logs as files: where a writer's bytes go, where a reader's come from, and their compression. */
import { closeSync, existsSync, fstatSync, mkdirSync, openSync, readSync, rmSync, statSync, writeSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { dirname } from "node:path";
import { crc32 } from "node:zlib";
import type {
  AsyncLogSource,
  LogChecksum,
  LogCompression,
  LogDecompression,
  LogSink,
  LogSource,
} from "../../logging/index.ts";
import { reasonOf, refuseInput } from "./files.ts";
import { openInput, statOfInput } from "./ordinary-files.ts";
import { CallError, EXIT } from "./outcome.ts";

/** The disk refused a part of a log. */
export class SinkError extends Error {
  override readonly name = "SinkError";
}

/**
 * A file that is written from its beginning. Every write goes to the system at once: a killed run keeps it. What comes
 * before release() goes out in one piece, so that a log that has begun always says what was run.
 */
export class FileSink implements LogSink {
  readonly file: string;
  readonly #descriptor: number;
  readonly #isNew: boolean;
  #held: Uint8Array[] | null = [];
  #bytes = 0;

  constructor(file: string) {
    refuseInput(file);
    this.file = file;
    this.#isNew = !existsSync(file);
    try {
      if (existsSync(file) && !statSync(file).isFile()) throw new Error("it is not an ordinary file");
      this.#descriptor = openSync(file, "w");
    } catch (error) {
      throw new CallError(`cannot write ${file}: ${reasonOf(error)}`, EXIT.failed, { cause: error });
    }
  }

  get bytes(): number {
    return this.#bytes;
  }

  write(bytes: Uint8Array): void {
    if (this.#held === null) this.#writeNow(bytes);
    else this.#held.push(bytes.slice());
  }

  release(): void {
    const held = this.#held ?? [];
    this.#held = null;
    if (held.length > 0) this.#writeNow(Buffer.concat(held));
  }

  #writeNow(bytes: Uint8Array): void {
    let done = 0;
    try {
      while (done < bytes.length) done += writeSync(this.#descriptor, bytes, done, bytes.length - done);
    } catch (error) {
      throw new SinkError(`cannot write ${this.file}: ${reasonOf(error)}`, { cause: error });
    }
    this.#bytes += bytes.length;
  }

  /** A file that was not there before and got nothing is not left behind. */
  close(): void {
    closeSync(this.#descriptor);
    if (this.#isNew && this.#bytes === 0) rmSync(this.file);
  }
}

export class FileSource implements LogSource {
  readonly size: number;
  readonly #descriptor: number;

  constructor(file: string) {
    try {
      this.#descriptor = openInput(file);
      this.size = fstatSync(this.#descriptor).size;
    } catch (error) {
      throw new CallError(`cannot read ${file}: ${reasonOf(error)}`, EXIT.wrongInput, { cause: error });
    }
  }

  read(offset: number, length: number): Uint8Array {
    const bytes = new Uint8Array(Math.max(0, Math.min(length, this.size - offset)));
    let done = 0;
    while (done < bytes.length) {
      const count = readSync(this.#descriptor, bytes, done, bytes.length - done, offset + done);
      if (count === 0) break;
      done += count;
    }
    return bytes.subarray(0, done);
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

/** A file that is read by those who wait for their bytes. */
export class FileHandleSource implements AsyncLogSource {
  readonly #handle: FileHandle;
  readonly #size: number;

  private constructor(handle: FileHandle, size: number) {
    this.#handle = handle;
    this.#size = size;
  }

  static async open(file: string): Promise<FileHandleSource> {
    let handle: FileHandle | undefined;
    try {
      statOfInput(file);
      handle = await open(file, "r");
      return new FileHandleSource(handle, (await handle.stat()).size);
    } catch (error) {
      await handle?.close();
      throw new CallError(`cannot read ${file}: ${reasonOf(error)}`, EXIT.wrongInput, { cause: error });
    }
  }

  async size(): Promise<number> {
    return this.#size;
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(Math.max(0, Math.min(length, this.#size - offset)));
    let done = 0;
    while (done < bytes.length) {
      const { bytesRead } = await this.#handle.read(bytes, done, bytes.length - done, offset + done);
      if (bytesRead === 0) break;
      done += bytesRead;
    }
    return bytes.subarray(0, done);
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}

/** The folder of a file, made where it is missing; one level after the other, since some systems never end otherwise. */
export function makeFolderOf(file: string): void {
  const missing: string[] = [];
  for (let folder = dirname(file); !existsSync(folder); folder = dirname(folder)) missing.unshift(folder);
  for (const folder of missing) {
    try {
      mkdirSync(folder);
    } catch (error) {
      throw new CallError(`cannot make the folder ${folder}: ${reasonOf(error)}`, EXIT.failed, { cause: error });
    }
  }
}

/** The system's, some five times as fast as one in JavaScript. */
export const systemChecksum: LogChecksum = crc32;

/**
 * The fastest level that keeps what there is to gain: against level 3, the library's own choice, half its time for logs that are
 * 3 to 4 % larger. What is left in a log are mantissas, in which no level finds much; from level −3 on, tags and times stay too.
 */
const LEVEL = -1;

export async function loadZstd(): Promise<LogCompression & LogDecompression> {
  const zstd = (await import("@foxglove/wasm-zstd")).default;
  await zstd.isLoaded;
  return {
    name: "zstd",
    compress: (bytes) => zstd.compress(bytes, LEVEL),
    decompress: (bytes, size) => zstd.decompress(bytes, size),
  };
}
