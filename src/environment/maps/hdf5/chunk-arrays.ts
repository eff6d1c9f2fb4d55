/**
 * Arrays in the file whose element k describes chunk k: fixed arrays for datasets that cannot grow, extensible ones for those that grow
 * along one dimension.
 *
 * Fixed: a header and one block of elements. More than 2^p elements lie in pages of 2^p, each with a checksum, and a bit for each page says
 * whether it was written.
 *
 *   header   "FAHD", version, client, element size, p, number of elements, block, checksum
 *   block    "FADB", version, client, header, (bits of pages,) (elements,) checksum; pages
 *
 * Extensible: the first i elements are in the index block. The others are dealt out to super blocks 0, 1, 2, … of growing size:
 *
 *   super block s has    2^⌊s/2⌋ data blocks of    m · 2^⌈s/2⌉ elements                                  (1)
 *
 * The index block names the data blocks of the first 2 log2(q) super blocks itself, which are 2 (q − 1), and then every further super block,
 * which names its own. Data blocks of more than 2^p elements are in pages as above; their bits are in the super block.
 *
 *   header        "EAHD", version, client, element size, bits of the largest number, i, m, q, p, six numbers, index block, checksum
 *   index block   "EAIB", version, client, header, i elements, addresses of data blocks, addresses of super blocks, checksum
 *   super block   "EASB", version, client, header, offset, bits of pages, addresses of data blocks, checksum
 *   data block    "EADB", version, client, header, offset, (elements,) checksum; pages
 *
 * Source: [HDF5, VII.C and D]; (1) and the number of addresses in the index block, which it does not state, from files of its library.
 * Tests: hdf5.test.ts.
 */
import { Cursor, type Hdf5Source } from "./hdf5-source.ts";

/** Where element k begins; null when it was never written. */
export type FindElement = (k: number) => number | null;

export interface ElementArray {
  readonly elementSize: number;
  readonly find: FindElement;
}

/** 2^20 elements to a page; the library writes 2^10. */
const MOST_PAGE_BITS = 20;
/** Bits of the largest number of elements; the library writes 32. */
const MOST_BITS = 52;

export function openFixedArray(source: Hdf5Source, address: number): ElementArray {
  const header = new Cursor(source, address, undefined, "a fixed array");
  header.signature("FAHD");
  header.version(0);
  header.take(1);
  const elementSize = header.u8();
  const pageBits = header.u8();
  const count = header.length();
  const block = header.address();
  header.checksum(address);
  checkPages(source, pageBits);
  if (block === null) return { elementSize, find: () => null };

  const cursor = new Cursor(source, block, undefined, "a block of a fixed array");
  cursor.signature("FADB");
  cursor.version(0);
  cursor.take(1 + source.offsetSize);
  const perPage = powerOfTwo(pageBits);
  if (count <= perPage) {
    const first = cursor.take(count * elementSize);
    cursor.checksum(block);
    return { elementSize, find: (k) => (k < count ? first + k * elementSize : null) };
  }
  const pages = Math.ceil(count / perPage);
  const bits = cursor.take(Math.ceil(pages / 8));
  cursor.checksum(block);
  const first = cursor.at;
  const pageSize = perPage * elementSize + 4;
  const sound = new Set<number>();
  const find = (k: number): number | null => {
    const page = Math.floor(k / perPage);
    if (k >= count || !isBitSet(source, bits, page)) return null;
    const at = first + page * pageSize;
    checkPage(source, sound, at, Math.min(perPage, count - page * perPage) * elementSize);
    return at + (k - page * perPage) * elementSize;
  };
  return { elementSize, find };
}

export function openExtensibleArray(source: Hdf5Source, address: number): ElementArray {
  const header = new Cursor(source, address, undefined, "an extensible array");
  header.signature("EAHD");
  header.version(0);
  header.take(1);
  const elementSize = header.u8();
  const bits = header.u8();
  const inIndex = header.u8();
  const m = header.u8();
  const q = header.u8();
  const pageBits = header.u8();
  header.take(6 * source.lengthSize);
  const indexAddress = header.address();
  header.checksum(address);
  checkPages(source, pageBits);
  const isSound = isPowerOfTwo(m) && isPowerOfTwo(q) && bits <= MOST_BITS && powerOfTwo(bits) >= m;
  if (!isSound) throw source.malformed(`an extensible array of ${bits} bits with blocks of ${m} and ${q} or more`);
  if (indexAddress === null) return { elementSize, find: () => null };

  const superBlocks = 1 + bits - log2(m);
  const direct = Math.min(2 * log2(q), superBlocks);
  const directBlocks = 2 * (q - 1);
  const index = new Cursor(source, indexAddress, undefined, "the index block of an extensible array");
  index.signature("EAIB");
  index.version(0);
  index.take(1 + source.offsetSize);
  const firstElement = index.take(inIndex * elementSize);
  const firstDirect = index.take(directBlocks * source.offsetSize);
  const firstSuper = index.take((superBlocks - direct) * source.offsetSize);
  index.checksum(indexAddress);

  const perPage = powerOfTwo(pageBits);
  const offsetBytes = Math.ceil(bits / 8);
  const sound = new Set<number>();

  const find = (k: number): number | null => {
    if (k < inIndex) return firstElement + k * elementSize;
    // (1): the super block, and the data block in it.
    let rest = k - inIndex;
    let before = 0;
    let s = 0;
    for (; s < superBlocks; s++) {
      const size = blocksOf(s) * elementsOf(s, m);
      if (rest < size) break;
      rest -= size;
      before += blocksOf(s);
    }
    if (s === superBlocks) return null;
    const size = elementsOf(s, m);
    const block = Math.floor(rest / size);
    const element = rest - block * size;
    const pages = size > perPage ? size / perPage : 0;
    if (s < direct) {
      const at = source.address(firstDirect + (before + block) * source.offsetSize, "an extensible array");
      return at === null ? null : inBlock(at, size, pages, element, null);
    }
    const superAt = source.address(firstSuper + (s - direct) * source.offsetSize, "an extensible array");
    if (superAt === null) return null;
    const cursor = new Cursor(source, superAt, undefined, "a super block of an extensible array");
    cursor.signature("EASB");
    cursor.version(0);
    cursor.take(1 + source.offsetSize + offsetBytes);
    const pageMap = cursor.take(blocksOf(s) * Math.ceil(pages / 8));
    const blocks = cursor.take(blocksOf(s) * source.offsetSize);
    if (!sound.has(superAt)) cursor.checksum(superAt);
    sound.add(superAt);
    const at = source.address(blocks + block * source.offsetSize, "an extensible array");
    const page = block * pages + Math.floor(element / perPage);
    return at === null ? null : inBlock(at, size, pages, element, { pageMap, page });
  };

  const inBlock = (
    at: number,
    size: number,
    pages: number,
    element: number,
    place: { readonly pageMap: number; readonly page: number } | null,
  ): number | null => {
    const cursor = new Cursor(source, at, undefined, "a data block of an extensible array");
    cursor.signature("EADB");
    cursor.version(0);
    cursor.take(1 + source.offsetSize + offsetBytes);
    const first = cursor.take(pages > 0 ? 0 : size * elementSize);
    if (sound.has(at)) cursor.take(4);
    else cursor.checksum(at);
    sound.add(at);
    if (pages === 0) return first + element * elementSize;
    if (place !== null && !isBitSet(source, place.pageMap, place.page)) return null;
    const page = Math.floor(element / perPage);
    const pageAt = cursor.at + page * (perPage * elementSize + 4);
    checkPage(source, sound, pageAt, perPage * elementSize);
    return pageAt + (element - page * perPage) * elementSize;
  };
  return { elementSize, find };
}

/** (1) */
function blocksOf(s: number): number {
  return powerOfTwo(Math.floor(s / 2));
}

function elementsOf(s: number, m: number): number {
  return m * powerOfTwo(Math.ceil(s / 2));
}

function checkPages(source: Hdf5Source, pageBits: number): void {
  if (pageBits > MOST_PAGE_BITS) throw source.malformed(`an array of chunks has pages of 2^${pageBits} elements`);
}

/** The checksum behind a page, once. */
function checkPage(source: Hdf5Source, sound: Set<number>, at: number, size: number): void {
  if (sound.has(at)) return;
  const cursor = new Cursor(source, at, undefined, "a page of an array of chunks");
  cursor.take(size);
  cursor.checksum(at);
  sound.add(at);
}

/** Bits count from the highest of each byte. */
function isBitSet(source: Hdf5Source, at: number, k: number): boolean {
  const byte = source.reader.u8(at + Math.floor(k / 8), "an array of chunks");
  return (byte & (128 >> (k % 8))) !== 0;
}

function isPowerOfTwo(x: number): boolean {
  return x >= 1 && powerOfTwo(log2(x)) === x;
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
