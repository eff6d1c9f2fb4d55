import { deflateSync, constants as zlib } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { inflate } from "./inflate.ts";

/** Bytes that zlib finds repetitions in, and bytes that it does not. */
const content = fc.oneof(
  fc.uint8Array({ maxLength: 400 }),
  fc
    .array(fc.constantFrom("north ", "south ", "7", "\0\0\0\0"), { maxLength: 3000 })
    .map((words) => Buffer.from(words.join(""))),
);

test("what zlib packed, stored, with its fixed codes or with codes of its own, comes out as it was", () => {
  const level = fc.constantFrom(0, 1, 6, 9);
  const strategy = fc.constantFrom(zlib.Z_DEFAULT_STRATEGY, zlib.Z_FIXED, zlib.Z_HUFFMAN_ONLY, zlib.Z_RLE);
  fc.assert(
    fc.property(content, level, strategy, (bytes, l, s) => {
      const packed = new Uint8Array(deflateSync(bytes, { level: l, strategy: s }));
      expect(inflate(packed, bytes.length)).toEqual(new Uint8Array(bytes));
    }),
    { seed: 2, numRuns: 300 },
  );
});

test("distances of 32 KiB and lengths of 258 are reached", () => {
  const noise = Uint8Array.from({ length: 32768 }, (_, k) => (Math.imul(k, 2654435761) >>> 13) & 255);
  const bytes = new Uint8Array([...noise, ...noise, ...new Uint8Array(70000)]);
  expect(inflate(new Uint8Array(deflateSync(bytes, { level: 9 })), bytes.length)).toEqual(bytes);
});

test("another size than expected, a cut, and every single damaged bit are found, as the checksum promises", () => {
  const bytes = Buffer.from("the depth of the sea ".repeat(20));
  const packed = new Uint8Array(deflateSync(bytes));
  expect(inflate(packed, bytes.length - 1)).toBeNull();
  expect(inflate(packed, bytes.length + 1)).toBeNull();
  for (let cut = 0; cut < packed.length; cut++) expect(inflate(packed.slice(0, cut), bytes.length)).toBeNull();
  let unnoticed = 0;
  for (let bit = 16; bit < 8 * packed.length; bit++) {
    const damaged = packed.slice();
    damaged[bit >> 3]! ^= 1 << (bit & 7);
    const out = inflate(damaged, bytes.length);
    if (out !== null && !bytes.equals(out)) unnoticed++;
  }
  expect(unnoticed).toBe(0);
});
