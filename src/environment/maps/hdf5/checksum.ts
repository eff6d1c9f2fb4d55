/**
 * The checksum of HDF5's structures: the hash lookup3 of Jenkins, started from 0.
 *
 * Words of 32 bits a, b, c begin at 0xdeadbeef + length. Twelve bytes at a time are added, four to each, and mixed; the last one to
 * twelve bytes, filled up with zeros, are added and the words mixed for good. c is the result. All sums are modulo 2³².
 *
 * Source: [HDF5, I.A], which names the hash. Tests: checksum.test.ts, against its author's published values.
 */
import type { Hdf5Source } from "./hdf5-source.ts";

/** Complains unless the four bytes at `to` are the checksum of those from `from` up to them. */
export function checkChecksum(source: Hdf5Source, from: number, to: number, what: string): void {
  const stored = source.reader.u32(to, what);
  source.spendBytes(to - from);
  compare(source, source.reader.bytes.subarray(from, to), stored, from, what);
}

/** The same where the checksum stands at `at` inside what it is of, and counts there as zeros. */
export function checkInnerChecksum(source: Hdf5Source, from: number, size: number, at: number, what: string): void {
  const stored = source.reader.u32(at, what);
  source.reader.need(from, size, what);
  source.spendBytes(size);
  const bytes = source.reader.bytes.slice(from, from + size);
  bytes.fill(0, at - from, at - from + 4);
  compare(source, bytes, stored, from, what);
}

function compare(source: Hdf5Source, bytes: Uint8Array, stored: number, from: number, what: string): void {
  if (lookup3(bytes) === stored) return;
  throw source.malformed(`the checksum of ${what} at byte ${from} is wrong: the file is damaged`);
}

function turn(x: number, bits: number): number {
  return (x << bits) | (x >>> (32 - bits));
}

export function lookup3(bytes: Uint8Array): number {
  const { length } = bytes;
  let a = (0xdeadbeef + length) | 0;
  let b = a;
  let c = a;
  if (length === 0) return c >>> 0;
  // Past the end `undefined << n` is 0.
  const word = (at: number): number => bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24);

  let at = 0;
  for (; length - at > 12; at += 12) {
    a = (a + word(at)) | 0;
    b = (b + word(at + 4)) | 0;
    c = (c + word(at + 8)) | 0;
    a = ((a - c) ^ turn(c, 4)) | 0;
    c = (c + b) | 0;
    b = ((b - a) ^ turn(a, 6)) | 0;
    a = (a + c) | 0;
    c = ((c - b) ^ turn(b, 8)) | 0;
    b = (b + a) | 0;
    a = ((a - c) ^ turn(c, 16)) | 0;
    c = (c + b) | 0;
    b = ((b - a) ^ turn(a, 19)) | 0;
    a = (a + c) | 0;
    c = ((c - b) ^ turn(b, 4)) | 0;
    b = (b + a) | 0;
  }
  a = (a + word(at)) | 0;
  b = (b + word(at + 4)) | 0;
  c = (c + word(at + 8)) | 0;
  c = ((c ^ b) - turn(b, 14)) | 0;
  a = ((a ^ c) - turn(c, 11)) | 0;
  b = ((b ^ a) - turn(a, 25)) | 0;
  c = ((c ^ b) - turn(b, 16)) | 0;
  a = ((a ^ c) - turn(c, 4)) | 0;
  b = ((b ^ a) - turn(a, 14)) | 0;
  c = ((c ^ b) - turn(b, 24)) | 0;
  return c >>> 0;
}
