import { crc32 as zlibCrc32 } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { utf8 } from "../core/index.ts";
import { crc32 } from "./crc32.ts";

test("the check value of CRC-32: 123456789 gives CBF43926", () => {
  expect(crc32(utf8("123456789"))).toBe(0xcbf43926);
  expect(crc32(new Uint8Array(0))).toBe(0);
});

test("equals zlib on any bytes, at any alignment, in one piece or in two", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), fc.nat(64), (bytes, cut) => {
      const at = Math.min(cut, bytes.length);
      expect(crc32(bytes)).toBe(zlibCrc32(bytes));
      expect(crc32(bytes.subarray(at), crc32(bytes.subarray(0, at)))).toBe(zlibCrc32(bytes));
    }),
    { seed: 3 },
  );
});
