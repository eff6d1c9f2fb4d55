/**
 * The bytes of an HDF5 file and how its structures are read from them: little-endian, with addresses and lengths of the sizes that the
 * superblock states, undefined addresses of all ones.
 *
 *   superblock 0, 1   signature, versions, sizes, … , base address, …, end of file, …, entry of the root group
 *   superblock 2, 3   signature, version, sizes, flags, base address, extension, end of file, root group, checksum
 *
 * Reading past a structure, past the file, or in circles is a MapError: a Cursor knows where its structure ends, and every loop over
 * structures spends from a budget that grows with the file, so a file that leads around in circles ends, too.
 * Left out: files of several parts, superblocks behind a block of the user's.
 * Source: [HDF5, II.A]. Tests: hdf5.test.ts.
 */
import { ByteReader } from "../byte-reader.ts";
import { type MapError, mapCodes, mapError } from "../map-error.ts";
import { checkChecksum } from "./checksum.ts";

// Browsers, workers and Node all have it; the rooms that run anywhere know no platform's types.
declare const TextDecoder: new () => { decode(bytes: Uint8Array): string };

const SIGNATURE = [0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a];

/** Steps through structures: some for any file, and more than any sound file needs for every byte of it. */
const STEPS = 100_000;
const STEPS_PER_BYTE = 4;
/** Texts and checksums cost by their lengths. */
const BYTES_PER_STEP = 16;

export function looksLikeHdf5(bytes: Uint8Array): boolean {
  return SIGNATURE.every((byte, k) => bytes[k] === byte);
}

/** A piece of the file. */
export interface Region {
  readonly at: number;
  readonly size: number;
}

export class Hdf5Source {
  readonly reader: ByteReader;
  /** Size of an address and of a length, in bytes. */
  readonly offsetSize: number;
  readonly lengthSize: number;
  /** Where the header of the root group begins. */
  readonly root: number;
  readonly #base: number;
  #steps: number;

  constructor(file: string, bytes: Uint8Array) {
    this.reader = new ByteReader(file, bytes, true);
    this.#steps = STEPS + STEPS_PER_BYTE * bytes.length;
    const version = this.reader.u8(8, "the superblock");
    if (version > 3) throw this.unsupported(`an HDF5 file with superblock ${version}; 0 to 3 are read`);
    const isOld = version < 2;
    this.offsetSize = this.reader.u8(isOld ? 13 : 9, "the superblock");
    this.lengthSize = this.reader.u8(isOld ? 14 : 10, "the superblock");
    for (const size of [this.offsetSize, this.lengthSize]) {
      if (![2, 4, 8].includes(size)) throw this.unsupported(`an HDF5 file with addresses or lengths of ${size} bytes`);
    }
    const O = this.offsetSize;
    const start = isOld ? (version === 0 ? 24 : 28) : 12;
    const base = this.uint(start, O, "the superblock");
    const end = this.uint(start + 2 * O, O, "the superblock");
    this.#base = base;
    if (!isOld) checkChecksum(this, 0, start + 4 * O, "the superblock");
    if (base + end > bytes.length) {
      const message = `the file has ${bytes.length} bytes of the ${base + end} that it says it has`;
      throw mapError(mapCodes.truncated, file, message, { hint: "was its download cut?" });
    }
    // The root group is named by an entry: the offset of its name, then its address.
    const root = this.address(start + (isOld ? 5 : 3) * O, "the superblock");
    if (root === null) throw this.malformed("the superblock names no root group");
    this.root = root;
  }

  get file(): string {
    return this.reader.file;
  }

  /** An unsigned number of 1 to 8 bytes. */
  uint(at: number, size: number, what: string): number {
    this.reader.need(at, size, what);
    let value = 0;
    for (let k = size - 1; k >= 0; k--) value = value * 256 + this.reader.bytes[at + k];
    return value;
  }

  /** Where an address points to in the file; null when it is undefined. */
  address(at: number, what: string): number | null {
    this.reader.need(at, this.offsetSize, what);
    let isUndefined = true;
    for (let k = 0; k < this.offsetSize; k++) isUndefined &&= this.reader.bytes[at + k] === 0xff;
    return isUndefined ? null : this.#base + this.uint(at, this.offsetSize, what);
  }

  /** Text in UTF-8, up to a NUL. */
  text({ at, size }: Region, what: string): string {
    this.reader.need(at, size, what);
    this.spendBytes(size);
    const bytes = this.reader.bytes.subarray(at, at + size);
    const end = bytes.indexOf(0);
    return new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end));
  }

  /** A step through the structures of the file. */
  step(): void {
    this.spend(1);
  }

  /** What costs as much as several steps. */
  spend(steps: number): void {
    this.#steps -= steps;
    if (this.#steps < 0) throw this.malformed("the structures of the file lead in circles");
  }

  /** Bytes that are looked at one by one. */
  spendBytes(bytes: number): void {
    this.spend(bytes / BYTES_PER_STEP);
  }

  malformed(message: string): MapError {
    return mapError(mapCodes.malformed, this.file, message);
  }

  /** `what`: "values compressed by …". */
  unsupported(what: string, hint?: string): MapError {
    return mapError(mapCodes.unsupported, this.file, `this is ${what}`, hint === undefined ? {} : { hint });
  }
}

/** Reads a structure from its beginning, and not beyond its end. */
export class Cursor {
  readonly source: Hdf5Source;
  readonly what: string;
  readonly end: number;
  at: number;

  /** Without a size the structure may reach to the end of the file. */
  constructor(source: Hdf5Source, at: number, size: number | undefined, what: string) {
    this.source = source;
    this.what = what;
    this.at = at;
    source.reader.need(at, size ?? 0, what);
    this.end = size === undefined ? source.reader.length : at + size;
  }

  get left(): number {
    return this.end - this.at;
  }

  /** Passes over `size` bytes; returns where they begin. */
  take(size: number): number {
    const { at } = this;
    if (!(size >= 0 && at + size <= this.end)) {
      if (this.end === this.source.reader.length) this.source.reader.need(at, size, this.what);
      throw this.source.malformed(`${this.what} holds ${this.left} bytes where ${size} more belong`);
    }
    this.at = at + size;
    return at;
  }

  u8(): number {
    return this.source.reader.bytes[this.take(1)];
  }

  u16(): number {
    return this.uint(2);
  }

  u32(): number {
    return this.uint(4);
  }

  uint(size: number): number {
    return this.source.uint(this.take(size), size, this.what);
  }

  length(): number {
    return this.uint(this.source.lengthSize);
  }

  address(): number | null {
    return this.source.address(this.take(this.source.offsetSize), this.what);
  }

  /** The four letters that a structure begins with. */
  signature(letters: string): void {
    const at = this.take(4);
    const found = this.source.reader.text(at, 4, this.what);
    if (found !== letters) throw this.source.malformed(`${this.what} at byte ${at} does not begin with ${letters}`);
  }

  /** The version, which must be one that is known. */
  version(...known: readonly number[]): number {
    const found = this.u8();
    if (known.includes(found)) return found;
    throw this.source.unsupported(
      `an HDF5 file in which ${this.what} has version ${found}; ${known.join(", ")} are read`,
    );
  }

  /** The checksum of everything from `from` up to here; passes over it. */
  checksum(from: number): void {
    const { at } = this;
    this.take(4);
    checkChecksum(this.source, from, at, this.what);
  }
}

/** Bytes that the largest number needs. */
export function bytesFor(largest: number): number {
  let bytes = 1;
  for (let rest = Math.floor(largest / 256); rest > 0 && bytes < 8; rest = Math.floor(rest / 256)) bytes++;
  return bytes;
}
