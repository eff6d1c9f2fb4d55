/**
 * Deflate-compressed data in a zlib wrapper, as in compressed GeoTIFF: bytes in, a known number of bytes out.
 *
 *   zlib     two bytes (method 8, window; check), deflate blocks, Adler-32 of the result
 *   block    last?, type: 0 stored, 1 fixed codes, 2 codes of its own
 *   symbol   < 256 a byte; 256 end of block; above, a length, then a distance back, both with extra bits
 *
 * Codes are canonical Huffman codes: those of length k are consecutive, so (code − first code of length k) is an index into the
 * symbols sorted by length and value. The next ten bits find a symbol, and the length of its code, in a table; codes that are
 * longer are decoded bit by bit, by counting.
 *
 * Every turn of every loop takes a bit of the input or makes a byte of the output, so damaged data end, too. Returns null for
 * data that are damaged, too short, or not of the expected size. The checksum is verified. Nothing is allocated for a size that
 * the bytes cannot have.
 * Left out: preset dictionaries.
 * Source: RFC 1950 and RFC 1951. Tests: inflate.test.ts, against zlib itself.
 */

const LONGEST_CODE = 15;
/** Codes up to here are looked up. */
const TABLE_BITS = 10;
/** No two bits of deflate make more than 258 bytes. */
const MOST_PER_BYTE = 1032;

/** Of symbols 257 … 285: extra bits and smallest length; of 0 … 29: extra bits and smallest distance. [RFC 1951, 3.2.5] */
const LENGTH_EXTRA = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const LENGTH_BASE = basesOf(LENGTH_EXTRA, 3);
LENGTH_BASE[28] = 258;
const DISTANCE_EXTRA = Array.from({ length: 30 }, (_, symbol) => Math.max(0, (symbol >> 1) - 1));
const DISTANCE_BASE = basesOf(DISTANCE_EXTRA, 1);

/** Order in which the lengths of the code for lengths are sent. [RFC 1951, 3.2.7] */
const LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

function basesOf(extra: readonly number[], first: number): number[] {
  let base = first;
  return extra.map((bits) => {
    const mine = base;
    base += 1 << bits;
    return mine;
  });
}

interface Code {
  /** Number of codes of each length. */
  readonly counts: Uint16Array;
  /** Symbols by length, then by value. */
  readonly symbols: Uint16Array;
  /** By the next bits: 16 · symbol + length of its code; 0 when that is longer, or when there is none. */
  readonly table: Uint16Array;
}

function codeOf(lengths: ArrayLike<number>, from: number, to: number): Code {
  const counts = new Uint16Array(LONGEST_CODE + 1);
  for (let k = from; k < to; k++) counts[lengths[k]]++;
  counts[0] = 0;
  const next = new Uint16Array(LONGEST_CODE + 2);
  for (let length = 1; length <= LONGEST_CODE; length++) next[length + 1] = next[length] + counts[length];
  const symbols = new Uint16Array(to - from);
  for (let k = from; k < to; k++) if (lengths[k] > 0) symbols[next[lengths[k]]++] = k - from;
  return { counts, symbols, table: tableOf(counts, symbols) };
}

function tableOf(counts: Uint16Array, symbols: Uint16Array): Uint16Array {
  const table = new Uint16Array(1 << TABLE_BITS);
  let code = 0;
  let index = 0;
  for (let length = 1; length <= TABLE_BITS; length++) {
    for (let k = 0; k < counts[length]; k++, code++, index++) {
      // More codes than there is room for: damaged data, which the table need not know.
      if (code >= 1 << length) return table;
      // Codes come with their first bit lowest; every value of the bits behind belongs to them.
      let first = 0;
      for (let bit = 0; bit < length; bit++) first |= ((code >> bit) & 1) << (length - 1 - bit);
      for (let word = first; word < table.length; word += 1 << length) table[word] = 16 * symbols[index] + length;
    }
    code <<= 1;
  }
  return table;
}

const FIXED_LENGTHS = Array.from({ length: 288 }, (_, k) => (k < 144 ? 8 : k < 256 ? 9 : k < 280 ? 7 : 8));
const FIXED = { literals: codeOf(FIXED_LENGTHS, 0, 288), distances: codeOf(new Uint8Array(30).fill(5), 0, 30) };

/** Bits from the least significant end. Past the end they are 0 and `ended` is set. */
class Bits {
  readonly bytes: Uint8Array;
  at: number;
  ended = false;
  #held = 0;
  #count = 0;

  constructor(bytes: Uint8Array, at: number) {
    this.bytes = bytes;
    this.at = at;
  }

  #fill(): void {
    const { bytes } = this;
    while (this.#count <= 24 && this.at < bytes.length) {
      this.#held |= bytes[this.at++] << this.#count;
      this.#count += 8;
    }
  }

  take(count: number): number {
    if (this.#count < count) this.#fill();
    if (this.#count < count) {
      this.ended = true;
      return 0;
    }
    const value = this.#held & ((1 << count) - 1);
    this.#held >>>= count;
    this.#count -= count;
    return value;
  }

  /** The next symbol, or −1 when no code matches. */
  symbol(code: Code): number {
    if (this.#count < LONGEST_CODE) this.#fill();
    const entry = code.table[this.#held & ((1 << TABLE_BITS) - 1)];
    const length = entry & 15;
    if (entry === 0 || length > this.#count) return this.#longSymbol(code);
    this.#held >>>= length;
    this.#count -= length;
    return entry >> 4;
  }

  #longSymbol(code: Code): number {
    let word = 0;
    let first = 0;
    let index = 0;
    for (let length = 1; length <= LONGEST_CODE; length++) {
      word |= this.take(1);
      if (this.ended) return -1;
      const count = code.counts[length];
      if (word - first < count) return code.symbols[index + word - first];
      index += count;
      first = (first + count) << 1;
      word <<= 1;
    }
    return -1;
  }

  /** Drops the rest of the byte; whole bytes held back go back, too. */
  align(): void {
    this.at -= this.#count >> 3;
    this.#held = 0;
    this.#count = 0;
  }
}

/** The `size` bytes that a zlib stream holds, or null. */
export function inflate(bytes: Uint8Array, size: number): Uint8Array | null {
  if (bytes.length < 6 || !(size <= MOST_PER_BYTE * bytes.length)) return null;
  const wrapper = bytes[0] * 256 + bytes[1];
  if ((bytes[0] & 15) !== 8 || wrapper % 31 !== 0 || (bytes[1] & 32) !== 0) return null;
  const out = new Uint8Array(size);
  const bits = new Bits(bytes, 2);
  let made = 0;
  for (let last = 0; last === 0; ) {
    last = bits.take(1);
    const type = bits.take(2);
    if (bits.ended || type === 3) return null;
    if (type === 0) made = copyStored(out, made, bits);
    else {
      const codes = type === 1 ? FIXED : readCodes(bits);
      made = codes === null ? -1 : expand(out, made, bits, codes);
    }
    if (made < 0) return null;
  }
  if (made !== size) return null;
  bits.align();
  const check = bits.at + 4 <= bytes.length ? bigEndian(bytes, bits.at) : -1;
  return check === adler32(out) ? out : null;
}

function copyStored(out: Uint8Array, from: number, bits: Bits): number {
  bits.align();
  const { bytes, at } = bits;
  if (at + 4 > bytes.length) return -1;
  const length = bytes[at] + 256 * bytes[at + 1];
  const inverse = bytes[at + 2] + 256 * bytes[at + 3];
  if ((length ^ 0xffff) !== inverse || at + 4 + length > bytes.length || from + length > out.length) return -1;
  out.set(bytes.subarray(at + 4, at + 4 + length), from);
  bits.at = at + 4 + length;
  return from + length;
}

interface Codes {
  readonly literals: Code;
  readonly distances: Code;
}

/** The codes of a block that brings its own. */
function readCodes(bits: Bits): Codes | null {
  const literals = bits.take(5) + 257;
  const distances = bits.take(5) + 1;
  const sent = bits.take(4) + 4;
  const orderLengths = new Uint8Array(19);
  for (let k = 0; k < sent; k++) orderLengths[LENGTH_ORDER[k]] = bits.take(3);
  if (bits.ended || literals > 286 || distances > 30) return null;
  const lengthCode = codeOf(orderLengths, 0, 19);

  const lengths = new Uint8Array(literals + distances);
  for (let k = 0; k < lengths.length; ) {
    const symbol = bits.symbol(lengthCode);
    if (symbol < 0) return null;
    if (symbol < 16) {
      lengths[k++] = symbol;
      continue;
    }
    // 16 repeats the last length, 17 and 18 repeat zero.
    if (symbol === 16 && k === 0) return null;
    const value = symbol === 16 ? lengths[k - 1] : 0;
    const times = symbol === 16 ? 3 + bits.take(2) : symbol === 17 ? 3 + bits.take(3) : 11 + bits.take(7);
    if (bits.ended || k + times > lengths.length) return null;
    lengths.fill(value, k, k + times);
    k += times;
  }
  return { literals: codeOf(lengths, 0, literals), distances: codeOf(lengths, literals, literals + distances) };
}

/** One block of symbols; returns the new end of the output, or −1. */
function expand(out: Uint8Array, from: number, bits: Bits, codes: Codes): number {
  let made = from;
  for (;;) {
    const symbol = bits.symbol(codes.literals);
    if (symbol === 256) return made;
    if (symbol < 0 || symbol > 285) return -1;
    if (symbol < 256) {
      if (made >= out.length) return -1;
      out[made++] = symbol;
      continue;
    }
    const length = LENGTH_BASE[symbol - 257] + bits.take(LENGTH_EXTRA[symbol - 257]);
    const far = bits.symbol(codes.distances);
    if (far < 0 || far > 29) return -1;
    const distance = DISTANCE_BASE[far] + bits.take(DISTANCE_EXTRA[far]);
    if (bits.ended || distance > made || made + length > out.length) return -1;
    // Byte by byte: what is copied may reach into what is being written.
    for (let k = 0; k < length; k++, made++) out[made] = out[made - distance];
  }
}

function adler32(bytes: Uint8Array): number {
  let a = 1;
  let b = 0;
  for (let at = 0; at < bytes.length; ) {
    // 5552 bytes keep b below 2³².
    for (const end = Math.min(at + 5552, bytes.length); at < end; at++) {
      a += bytes[at];
      b += a;
    }
    a %= 65521;
    b %= 65521;
  }
  return b * 65536 + a;
}

function bigEndian(bytes: Uint8Array, at: number): number {
  return bytes[at] * 16777216 + bytes[at + 1] * 65536 + bytes[at + 2] * 256 + bytes[at + 3];
}
