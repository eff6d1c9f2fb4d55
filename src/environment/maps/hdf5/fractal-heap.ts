/**
 * Fractal heaps: where groups and objects with many links or attributes keep them, each found by an ID.
 *
 *   managed   offset and length in the heap's own space, which direct blocks hold
 *   huge      a key; a B-tree says where in the file the object is, or the ID itself does
 *   tiny      the object itself, in the ID
 *
 * The space is made of rows of `width` blocks; those of rows 0 and 1 have the starting size s, and of every further row twice the last:
 *
 *   size(r) = s 2^max(0, r − 1),     row r begins at   width · s · 2^(r − 1)   (r > 0)          (1)
 *
 * Rows of blocks up to the largest direct size are direct blocks. Above, each is an indirect block of rows of its own, as many as its size
 * takes: log2(size / (width · s)) + 1. The root is a direct block while one is enough.
 * Left out: compressed heaps, which neither links nor attributes have.
 * Source: [HDF5, III.G]. Tests: hdf5.test.ts.
 */
import { visitRecords } from "./btree2.ts";
import { checkInnerChecksum } from "./checksum.ts";
import { bytesFor, Cursor, type Hdf5Source, type Region } from "./hdf5-source.ts";

const WHAT = "a heap";
/** Of huge objects that a key names, not compressed. */
const HUGE_TYPES = [1];

export class FractalHeap {
  readonly #source: Hdf5Source;
  readonly #idSize: number;
  readonly #hasChecksums: boolean;
  readonly #hugeTree: number | null;
  readonly #width: number;
  readonly #startSize: number;
  readonly #directRows: number;
  readonly #offsetBytes: number;
  readonly #lengthBytes: number;
  readonly #root: number | null;
  readonly #rootRows: number;
  /** Blocks whose checksums were verified. */
  readonly #sound = new Set<number>();

  constructor(source: Hdf5Source, address: number) {
    this.#source = source;
    const cursor = new Cursor(source, address, undefined, WHAT);
    cursor.signature("FRHP");
    cursor.version(0);
    this.#idSize = cursor.u16();
    if (cursor.u16() > 0) throw source.unsupported("an HDF5 file with a compressed heap");
    this.#hasChecksums = (cursor.u8() & 2) !== 0;
    const largestManaged = cursor.u32();
    cursor.length();
    this.#hugeTree = cursor.address();
    cursor.length();
    cursor.address();
    // Eight numbers of bytes and objects.
    cursor.take(8 * source.lengthSize);
    this.#width = cursor.u16();
    this.#startSize = cursor.length();
    const largestDirect = cursor.length();
    const bits = cursor.u16();
    cursor.take(2);
    this.#root = cursor.address();
    this.#rootRows = cursor.u16();
    cursor.checksum(address);

    const sizes = [this.#width, this.#startSize, largestDirect];
    if (!sizes.every(isPowerOfTwo) || this.#startSize > largestDirect || bits > 64 || this.#rootRows > 64) {
      throw source.malformed(
        `a heap of blocks from ${this.#startSize} to ${largestDirect} bytes, ${this.#width} in a row`,
      );
    }
    this.#directRows = log2(largestDirect) - log2(this.#startSize) + 2;
    this.#offsetBytes = Math.ceil(bits / 8);
    this.#lengthBytes = bytesFor(Math.min(largestDirect, largestManaged));
  }

  get idSize(): number {
    return this.#idSize;
  }

  /** The object whose ID begins at `at`. */
  object(at: number): Region {
    const source = this.#source;
    source.step();
    const cursor = new Cursor(source, at, this.#idSize, "the ID of an object in a heap");
    const first = cursor.u8();
    const kind = (first >> 4) & 3;
    if (first >> 6 === 0 && kind === 0) {
      const offset = cursor.uint(this.#offsetBytes);
      return this.#managed(offset, cursor.uint(this.#lengthBytes));
    }
    if (first >> 6 === 0 && kind === 1) return this.#huge(cursor);
    if (first >> 6 !== 0 || kind !== 2) throw source.malformed(`an object in a heap of the unknown kind ${first}`);
    const size = this.#idSize <= 17 ? (first & 15) + 1 : (first & 15) * 256 + cursor.u8() + 1;
    return { at: cursor.take(size), size };
  }

  #managed(offset: number, size: number): Region {
    const source = this.#source;
    let block = this.#root;
    let rows = this.#rootRows;
    let begins = 0;
    let blockSize = this.#startSize;
    while (block !== null && rows > 0) {
      source.step();
      // (1): the row and the column of the block that holds the offset.
      const inside = offset - begins;
      const firstRow = this.#width * this.#startSize;
      let row = 0;
      while (row < rows && inside >= firstRow * powerOfTwo(row)) row++;
      if (row >= rows) throw source.malformed(`a heap has no byte ${offset}`);
      blockSize = this.#startSize * powerOfTwo(Math.max(0, row - 1));
      const rowBegins = row === 0 ? 0 : firstRow * powerOfTwo(row - 1);
      const column = Math.floor((inside - rowBegins) / blockSize);
      begins += rowBegins + column * blockSize;
      block = this.#child(block, rows, row * this.#width + column);
      rows = row < this.#directRows ? 0 : log2(blockSize / firstRow) + 1;
    }
    if (block === null) throw source.malformed(`byte ${offset} of a heap is not there`);
    this.#checkDirect(block, blockSize);
    const within = offset - begins;
    if (within + size > blockSize) throw source.malformed("an object in a heap is longer than its block");
    return { at: block + within, size };
  }

  /** Address of child k of an indirect block. */
  #child(block: number, rows: number, k: number): number | null {
    const source = this.#source;
    const cursor = new Cursor(source, block, undefined, "an indirect block of a heap");
    cursor.signature("FHIB");
    cursor.version(0);
    cursor.take(source.offsetSize + this.#offsetBytes);
    const children = cursor.take(rows * this.#width * source.offsetSize);
    if (this.#sound.has(block)) cursor.take(4);
    else cursor.checksum(block);
    this.#sound.add(block);
    return source.address(children + k * source.offsetSize, "an indirect block of a heap");
  }

  #checkDirect(block: number, size: number): void {
    const cursor = new Cursor(this.#source, block, size, "a block of a heap");
    cursor.signature("FHDB");
    cursor.version(0);
    cursor.take(this.#source.offsetSize + this.#offsetBytes);
    if (!this.#hasChecksums || this.#sound.has(block)) return;
    checkInnerChecksum(this.#source, block, size, cursor.take(4), cursor.what);
    this.#sound.add(block);
  }

  #huge(cursor: Cursor): Region {
    const source = this.#source;
    if (source.offsetSize + source.lengthSize <= this.#idSize - 1) {
      const address = cursor.address();
      const size = cursor.length();
      if (address === null) throw source.malformed("a huge object of a heap is not there");
      return { at: address, size };
    }
    const key = cursor.uint(Math.min(cursor.left, 8));
    let found: Region | null = null;
    const visit = (at: number, size: number): void => {
      const record = new Cursor(source, at, size, "a huge object of a heap");
      const address = record.address();
      const length = record.length();
      if (address !== null && record.length() === key) found = { at: address, size: length };
    };
    if (this.#hugeTree !== null) visitRecords(source, this.#hugeTree, HUGE_TYPES, visit);
    if (found === null) throw source.malformed("a huge object of a heap is not there");
    return found;
  }
}

function isPowerOfTwo(x: number): boolean {
  return x >= 1 && x <= 4294967296 && powerOfTwo(log2(x)) === x;
}

function log2(x: number): number {
  let power = 0;
  for (let rest = x; rest >= 2; rest /= 2) power++;
  return power;
}

function powerOfTwo(power: number): number {
  let value = 1;
  for (let k = 0; k < power; k++) value *= 2;
  return value;
}
