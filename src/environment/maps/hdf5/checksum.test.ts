import { expect, test } from "vitest";
import { lookup3 } from "./checksum.ts";

test("nothing hashes to 0xdeadbeef and thirty letters to 0x17770551, as the author of lookup3 prints", () => {
  expect(lookup3(new Uint8Array(0))).toBe(0xdeadbeef);
  expect(lookup3(Buffer.from("Four score and seven years ago"))).toBe(0x17770551);
});

test("every single bit of 40 bytes changes the checksum", () => {
  const bytes = Uint8Array.from({ length: 40 }, (_, k) => (k * 37) & 255);
  const sound = lookup3(bytes);
  for (let bit = 0; bit < 320; bit++) {
    const damaged = bytes.slice();
    damaged[bit >> 3]! ^= 1 << (bit & 7);
    expect(lookup3(damaged)).not.toBe(sound);
  }
});
