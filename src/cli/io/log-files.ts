/** Logs as files: where a writer's bytes go, where a reader's come from, and their compression. */
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { crc32 } from "node:zlib";
import {
  type AsyncLogSource,
  type LogChecksum,
  type LogCompression,
  type LogDecompression,
  type LogSink,
  type LogSource,
  ZSTD_LEVEL,
} from "../../logging/index.ts";
import { reasonOf, refuseInput } from "./files.ts";
import { LogLock, LogTaken } from "./log-lock.ts";
import { openInput, statOfInput } from "./ordinary-files.ts";
import { CallError, EXIT } from "./outcome.ts";

/** The disk refused a part of a log. */
export class SinkError extends Error {
  override readonly name = "SinkError";
}

/** What a sink asks of the disk; tests put one in its place that fails. */
export interface LogDisk {
  /** Writes some of the bytes and returns how many, at least one; or throws. */
  write(descriptor: number, bytes: Uint8Array, from: number, length: number): number;
  /** Returns when what was written is on the disk; or throws. */
  sync(descriptor: number): void;
}

const DISK: LogDisk = { write: writeSync, sync: fsyncSync };

/** What a file system answers that has nothing to sync. */
const NOTHING_TO_SYNC = ["EINVAL", "ENOTSUP", "ENOSYS"];

/**
 * A file that is written from its beginning, by one process at a time (log-lock.ts). Every write goes to the system at once: a
 * killed run keeps it. What comes before release() goes out in one piece, so that a log that has begun always says what was run. A log
 * that is replaced stays until then. A log that was closed without an error is on the disk.
 */
export class FileSink implements LogSink {
  readonly file: string;
  readonly #lock: LogLock;
  readonly #disk: LogDisk;
  readonly #descriptor: number;
  /** Where the bytes go until release(), and the file afterwards. */
  #place: string;
  readonly #target: string;
  #held: Uint8Array[] | null = [];
  #bytes = 0;
  #failure: SinkError | null = null;

  constructor(file: string, replace = false, disk: LogDisk = DISK) {
    refuseInput(file);
    this.file = file;
    this.#disk = disk;
    this.#lock = new LogLock(file);
    try {
      const there = existsSync(file);
      if (there) refuseReplacing(file, replace);
      this.#target = there ? realpathSync(file) : file;
      this.#place = there ? join(dirname(this.#target), `.${basename(this.#target)}.${process.pid}.part`) : file;
      this.#descriptor = openSync(this.#place, there ? "w" : "wx");
    } catch (error) {
      this.#lock.release();
      if (error instanceof CallError) throw error;
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
    if (this.#place === this.#target) return;
    renameSync(this.#place, this.#target);
    this.#place = this.#target;
  }

  #writeNow(bytes: Uint8Array): void {
    // Behind a gap nothing can be read: a sink that failed once writes nothing more.
    if (this.#failure !== null) throw this.#failure;
    let done = 0;
    try {
      while (done < bytes.length) {
        const count = this.#disk.write(this.#descriptor, bytes, done, bytes.length - done);
        // A disk that takes nothing and does not say why would be asked for ever.
        if (!(count > 0)) throw new Error("the disk takes no more bytes");
        done += count;
      }
    } catch (error) {
      this.#failure = new SinkError(`cannot write ${this.file}: ${reasonOf(error)}`, { cause: error });
      throw this.#failure;
    }
    this.#bytes += bytes.length;
  }

  /** What got nothing, or never came into its place, is not left behind. */
  close(): void {
    let problem: unknown = null;
    try {
      this.#disk.sync(this.#descriptor);
    } catch (error) {
      if (!NOTHING_TO_SYNC.includes((error as NodeJS.ErrnoException).code ?? "")) problem = error;
    }
    closeSync(this.#descriptor);
    if (this.#bytes === 0 || this.#place !== this.#target) rmSync(this.#place);
    this.#lock.release();
    if (problem !== null)
      throw new SinkError(`${this.file} may not be on the disk: ${reasonOf(problem)}`, { cause: problem });
  }
}

/** A log is replaced only when that was asked for, and nothing else ever is. */
function refuseReplacing(file: string, replace: boolean): void {
  const status = statSync(file);
  if (!status.isFile()) throw new Error(status.isDirectory() ? "it is a folder" : "it is not an ordinary file");
  const start = Buffer.alloc(LOG_START.length);
  const descriptor = openSync(file, "r");
  const count = readSync(descriptor, start, 0, start.length, 0);
  closeSync(descriptor);
  // A file of no byte is a log that could not begin.
  if (count > 0 && !start.equals(LOG_START))
    throw new CallError(
      `${file} exists and is not a log, so that --force does not replace it either: give another --log`,
    );
  if (!replace) throw new LogTaken(`${file} exists; --force replaces it, another --log keeps it`);
}

/** The first bytes of every MCAP file; the version follows. */
const LOG_START = Buffer.from([0x89, 0x4d, 0x43, 0x41, 0x50]);

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

export async function loadZstd(): Promise<LogCompression & LogDecompression> {
  const zstd = (await import("@foxglove/wasm-zstd")).default;
  await zstd.isLoaded;
  return {
    name: "zstd",
    compress: (bytes) => zstd.compress(bytes, ZSTD_LEVEL),
    decompress: (bytes, size) => zstd.decompress(bytes, size),
  };
}
