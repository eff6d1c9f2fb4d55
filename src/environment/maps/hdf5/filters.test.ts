import fc from "fast-check";
import { expect, test } from "vitest";
import { fletcher32, unshuffle } from "./filters.ts";

test("abcd are the words 0x6162 and 0x6364: sum 0xc4c6, sum of sums 0x6162 + 0xc4c6 = 0x12628, less 0xffff is 0x2629", () => {
  expect(fletcher32(Buffer.from("abcd"))).toBe(0x2629c4c6);
});

test("a last byte alone is the high half of its word: abcde adds 0x6500, 0x29c7 and 0x2629 + 0x29c7 = 0x4ff0", () => {
  // 0xc4c6 + 0x6500 = 0x129c6, less 0xffff is 0x29c7.
  expect(fletcher32(Buffer.from("abcde"))).toBe(0x4ff029c7);
});

test("zeros sum up to 0, and a sum of 0xffff stays 0xffff", () => {
  expect(fletcher32(new Uint8Array(64))).toBe(0);
  expect(fletcher32(Uint8Array.from([0xff, 0xff]))).toBe(0xffffffff);
});

test("long data sum up as word by word modulo 65535", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 2000, maxLength: 3000 }), (bytes) => {
      let [sum, sums] = [0, 0];
      for (let k = 0; k < bytes.length; k += 2) {
        sum = (sum + bytes[k]! * 256 + (bytes[k + 1] ?? 0)) % 65535;
        sums = (sums + sum) % 65535;
      }
      const found = fletcher32(bytes);
      expect([(found % 65536) % 65535, Math.floor(found / 65536) % 65535]).toEqual([sum, sums]);
    }),
    { seed: 3, numRuns: 50 },
  );
});

test("elements of three bytes, shuffled, come together again; a rest stays where it is", () => {
  expect([...unshuffle(Uint8Array.from([1, 4, 2, 5, 3, 6, 7]), 3)]).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect([...unshuffle(Uint8Array.from([1, 2, 3]), 1)]).toEqual([1, 2, 3]);
});
