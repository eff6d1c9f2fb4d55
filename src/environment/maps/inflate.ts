/**
 * Deflate-compressed data in a zlib wrapper, as in compressed GeoTIFF and NetCDF-4: bytes in, a known number of bytes out. fflate unpacks; what
 * damaged and hostile files need beside that is here:
 *
 *   size       nothing is allocated for a size that the bytes cannot have, and unpacking ends with the first piece that makes more than
 *              was expected: 64 KiB that unpack to 64 MiB are the worst
 *   checksum   Adler-32 of the result, which fflate leaves out; it is the last four bytes, or stands before a few bytes of padding
 *
 * Returns null for data that are damaged, too short, or not of the expected size.
 * Left out: preset dictionaries.
 * Source: RFC 1950. Tests: inflate.test.ts, against zlib itself.
 */
import { Unzlib } from "fflate";

/** No two bits of deflate make more than 258 bytes. */
const MOST_PER_BYTE = 1032;
const PIECE = 65_536;
/** Strips of a TIFF file may be filled up to whole words. */
const MOST_PADDING = 7;
/** Two bytes of header, a block of nothing, four of checksum. */
const LEAST = 8;

/** The `size` bytes that a zlib stream holds, or null. */
export function inflate(bytes: Uint8Array, size: number): Uint8Array | null {
  if (bytes.length < LEAST || !(size <= MOST_PER_BYTE * bytes.length)) return null;
  const out = new Uint8Array(size);
  let made = 0;
  let isWhole = true;
  const unzlib = new Unzlib((piece) => {
    isWhole = made + piece.length <= size;
    if (!isWhole) return;
    out.set(piece, made);
    made += piece.length;
  });
  try {
    for (let at = 0; at < bytes.length && isWhole; at += PIECE) {
      unzlib.push(bytes.subarray(at, at + PIECE), at + PIECE >= bytes.length);
    }
  } catch {
    // fflate throws at the first code that means nothing, and where the data end inside a block.
    return null;
  }
  return isWhole && made === size && endsWith(bytes, adler32(out)) ? out : null;
}

function endsWith(bytes: Uint8Array, checksum: number): boolean {
  for (let padding = 0; padding <= MOST_PADDING; padding++) {
    const at = bytes.length - 4 - padding;
    if (at >= 2 && bigEndian(bytes, at) === checksum) return true;
  }
  return false;
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
