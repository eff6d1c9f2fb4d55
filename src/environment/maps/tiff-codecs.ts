/**
 * How the bytes of a TIFF strip or tile are packed, and the differences that a predictor left in them.
 *
 *   1 none     5 LZW     8, 32946 Deflate     32773 PackBits
 *
 * LZW: codes of 9 to 12 bits from the most significant end; 256 clears the table, 257 ends. Each code adds the string "last
 * string and first byte of this one"; the width grows one code before it must, when the next free entry is 511, 1023, 2047.
 * PackBits: n = 0 … 127, then n + 1 bytes as they are; n = −1 … −127, then one byte 1 − n times; −128 does nothing.
 * Predictor 2: every sample but the first of a row is the difference to its left neighbour. Predictor 3 (floating point):
 * the bytes of a row's samples lie most significant first, plane by plane, and every byte is such a difference.
 *
 * Every decoder stops at the expected size, or returns null for data that are damaged.
 * Left out: the compressions of pictures; the LZW of TIFF before 1990, with its bits the other way round.
 * Source: [TIFF6, sections 9, 13 and 14]; predictor 3: Adobe Photoshop TIFF Technical Note 3. Tests: tiff-codecs.test.ts, geotiff.test.ts.
 */
import { inflate } from "./inflate.ts";

const CODECS: Readonly<Record<number, string>> = {
  1: "none",
  5: "LZW",
  8: "Deflate",
  32946: "Deflate",
  32773: "PackBits",
};

export function isCompressionKnown(compression: number): boolean {
  return compression in CODECS;
}

/** The `size` bytes in a strip or tile, or null when it is damaged. */
export function decompress(compression: number, bytes: Uint8Array, size: number): Uint8Array | null {
  switch (CODECS[compression]) {
    case "none":
      return bytes.length < size ? null : bytes.slice(0, size);
    case "LZW":
      return unpackLzw(bytes, size);
    case "Deflate":
      return inflate(bytes, size);
    case "PackBits":
      return unpackBits(bytes, size);
    default:
      return null;
  }
}

export function unpackBits(bytes: Uint8Array, size: number): Uint8Array | null {
  const out = new Uint8Array(size);
  let made = 0;
  let at = 0;
  while (made < size) {
    if (at >= bytes.length) return null;
    const n = bytes[at++];
    if (n < 128) {
      if (at + n + 1 > bytes.length || made + n + 1 > size) return null;
      out.set(bytes.subarray(at, at + n + 1), made);
      at += n + 1;
      made += n + 1;
    } else if (n > 128) {
      const times = 257 - n;
      if (at >= bytes.length || made + times > size) return null;
      out.fill(bytes[at++], made, made + times);
      made += times;
    }
  }
  return out;
}

const CLEAR = 256;
const END = 257;
const MOST_CODES = 4096;

export function unpackLzw(bytes: Uint8Array, size: number): Uint8Array | null {
  const out = new Uint8Array(size);
  // String k is `lengths[k]` bytes of the output from starts[k] on: every new string was just written there.
  const starts = new Int32Array(MOST_CODES);
  const lengths = new Int32Array(MOST_CODES);
  let free = END + 1;
  let width = 9;
  let last = -1;
  let made = 0;
  let held = 0;
  let bits = 0;
  let at = 0;
  while (made < size) {
    while (bits < width) {
      if (at >= bytes.length) return null;
      held = ((held << 8) | bytes[at++]) & 0xffffff;
      bits += 8;
    }
    bits -= width;
    const code = (held >> bits) & ((1 << width) - 1);
    if (code === END) return null;
    if (code === CLEAR) {
      free = END + 1;
      width = 9;
      last = -1;
      continue;
    }
    // The string of `last` ends where this one begins, so "last string and this one's first byte" is already in one piece.
    const lastLength = last < 0 ? 0 : last < CLEAR ? 1 : lengths[last];
    if (last >= 0 && free < MOST_CODES) {
      starts[free] = made - lastLength;
      lengths[free] = lastLength + 1;
    }
    if (code < CLEAR) out[made++] = code;
    else {
      if (last < 0 || code > free) return null;
      const from = starts[code];
      // A strip may end inside a string.
      const count = Math.min(lengths[code], size - made);
      for (let k = 0; k < count; k++) out[made++] = out[from + k];
    }
    if (last >= 0 && free < MOST_CODES) {
      free++;
      if (free === (1 << width) - 1 && width < 12) width++;
    }
    last = code;
  }
  return out;
}

/** Undoes a predictor, in place. Rows of `columns` samples of `size` bytes each. */
export function undoPredictor(
  predictor: number,
  bytes: Uint8Array,
  columns: number,
  size: number,
  littleEndian: boolean,
): void {
  const rowBytes = columns * size;
  const rows = bytes.length / rowBytes;
  for (let row = 0; row < rows; row++) {
    const from = row * rowBytes;
    if (predictor === 2) addNeighbours(bytes, from, columns, size, littleEndian);
    else if (predictor === 3) joinPlanes(bytes, from, columns, size, littleEndian);
  }
}

function addNeighbours(bytes: Uint8Array, from: number, columns: number, size: number, littleEndian: boolean): void {
  for (let k = 1; k < columns; k++) {
    const at = from + k * size;
    // Addition of whole samples, byte by byte from the least significant, with the carry.
    let carry = 0;
    for (let b = 0; b < size; b++) {
      const place = littleEndian ? b : size - 1 - b;
      const sum = bytes[at + place] + bytes[at - size + place] + carry;
      bytes[at + place] = sum & 255;
      carry = sum >> 8;
    }
  }
}

function joinPlanes(bytes: Uint8Array, from: number, columns: number, size: number, littleEndian: boolean): void {
  const rowBytes = columns * size;
  for (let k = 1; k < rowBytes; k++) bytes[from + k] = (bytes[from + k] + bytes[from + k - 1]) & 255;
  const planes = bytes.slice(from, from + rowBytes);
  for (let k = 0; k < columns; k++) {
    for (let b = 0; b < size; b++) {
      bytes[from + k * size + (littleEndian ? size - 1 - b : b)] = planes[b * columns + k];
    }
  }
}
