import { expect, test } from "vitest";
import { decompress, undoPredictor, unpackBits, unpackLzw } from "./tiff-codecs.ts";

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

test("PackBits: runs, literals and the code that does nothing, as the specification's example", () => {
  // The example of TIFF 6.0, section 9, 24 bytes in 15; −128 added in the middle.
  const packed = bytes(0xfe, 0xaa, 0x02, 0x80, 0x00, 0x2a, 0x80, 0xfd, 0xaa, 0x03, 0x80, 0x00, 0x2a, 0x22, 0xf7, 0xaa);
  const out = [
    ...[0xaa, 0xaa, 0xaa, 0x80, 0x00, 0x2a, 0xaa, 0xaa, 0xaa, 0xaa, 0x80, 0x00, 0x2a, 0x22],
    ...[0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa],
  ];
  expect([...(unpackBits(packed, 24) ?? [])]).toEqual(out);
  expect(unpackBits(packed, 25)).toBeNull();
  expect(unpackBits(packed, 23)).toBeNull();
  expect(unpackBits(packed.slice(0, 12), 24)).toBeNull();
});

/** Codes of nine bits, most significant first. */
function nineBits(...codes: number[]): Uint8Array {
  const bits = codes.map((code) => code.toString(2).padStart(9, "0")).join("");
  const padded = bits.padEnd(8 * Math.ceil(bits.length / 8), "0");
  return Uint8Array.from({ length: padded.length / 8 }, (_, k) => Number.parseInt(padded.slice(8 * k, 8 * k + 8), 2));
}

test("LZW: 7 7 7 8 8 7 7 6 6 is clear, 7, 258 (77), 8, 8, 258, 6, 6, end, worked out by hand", () => {
  const packed = nineBits(256, 7, 258, 8, 8, 258, 6, 6, 257);
  expect([...(unpackLzw(packed, 9) ?? [])]).toEqual([7, 7, 7, 8, 8, 7, 7, 6, 6]);
  // A strip that ends inside a string gives what was asked for.
  expect([...(unpackLzw(packed, 6) ?? [])]).toEqual([7, 7, 7, 8, 8, 7]);
});

test("LZW: a string may be used in the step that makes it: 5 5 5 5 5 5 is clear, 5, 258, 259", () => {
  expect([...(unpackLzw(nineBits(256, 5, 258, 259, 257), 6) ?? [])]).toEqual([5, 5, 5, 5, 5, 5]);
});

test("LZW: codes that are not there yet, an early end and a cut are damage", () => {
  expect(unpackLzw(nineBits(256, 7, 300), 9)).toBeNull();
  expect(unpackLzw(nineBits(256, 258), 9)).toBeNull();
  expect(unpackLzw(nineBits(256, 7, 257), 9)).toBeNull();
  expect(unpackLzw(nineBits(256, 7), 9)).toBeNull();
});

test("predictor 2 adds whole samples with their carry, row by row, in either byte order", () => {
  // 200, 300, 299 as differences 200, 100, −1; the second row starts anew.
  const little = bytes(200, 0, 100, 0, 0xff, 0xff, 1, 0, 1, 0, 1, 0);
  undoPredictor(2, little, 3, 2, true);
  expect([...new Uint16Array(little.buffer)]).toEqual([200, 300, 299, 1, 2, 3]);
  const big = bytes(0, 200, 0, 100, 0xff, 0xff);
  undoPredictor(2, big, 3, 2, false);
  expect([...big]).toEqual([0, 200, 1, 44, 1, 43]);
});

test("predictor 3 adds bytes and joins the planes: 1 and −2 as float32 are 3f80 0000 and c000 0000", () => {
  // Planes 3f c0 | 80 00 | 00 00 | 00 00, then each byte minus the one before.
  const packed = bytes(0x3f, 0x81, 0xc0, 0x80, 0, 0, 0, 0);
  const little = packed.slice();
  undoPredictor(3, little, 2, 4, true);
  expect([...new Float32Array(little.buffer)]).toEqual([1, -2]);
  const big = packed.slice();
  undoPredictor(3, big, 2, 4, false);
  expect([...big]).toEqual([0x3f, 0x80, 0, 0, 0xc0, 0, 0, 0]);
});

test("uncompressed data that are too short are damage", () => {
  expect(decompress(1, bytes(1, 2, 3), 4)).toBeNull();
  expect(decompress(1, bytes(1, 2, 3), 2)).toEqual(bytes(1, 2));
  expect(decompress(7, bytes(1, 2, 3), 2)).toBeNull();
});
