import { deflateSync, constants as zlib } from "node:zlib";
import fc from "fast-check";
import { Unzlib } from "fflate";
import { expect, test, vi } from "vitest";
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

test("data that end anywhere around a piece of 64 KiB come out as they were, and padding of a few bytes does no harm", () => {
  const noise = Uint8Array.from({ length: 140_000 }, (_, k) => (Math.imul(k, 2654435761) >>> 11) & 255);
  const lengths = new Set<number>();
  for (const piece of [65536, 131072]) {
    for (let size = piece - 30; size < piece + 6; size++) {
      const bytes = noise.slice(0, size);
      // Level 0 stores the bytes as they are: 2 of header, 5 for each block, 4 of checksum.
      const packed = new Uint8Array(deflateSync(bytes, { level: 0 }));
      lengths.add(packed.length - piece);
      const out = inflate(packed, size);
      expect(out !== null && Buffer.compare(out, bytes) === 0).toBe(true);
      const padded = new Uint8Array(packed.length + 3);
      padded.set(packed);
      expect(inflate(padded, size)?.length).toBe(size);
    }
  }
  for (const over of [-1, 0, 1, 2, 3, 4, 5, 6]) expect(lengths.has(over)).toBe(true);
});

test("data that unpack to far more than was expected are left after their first piece", () => {
  const bomb = new Uint8Array(deflateSync(new Uint8Array(256 * 1048576)));
  expect(bomb.length).toBeGreaterThan(3 * 65536);
  const push = vi.spyOn(Unzlib.prototype, "push");
  expect(inflate(bomb, 100_000)).toBeNull();
  expect(push.mock.calls.length).toBe(1);
  push.mockRestore();
});

test("nothing is unpacked for a size that the bytes cannot have", () => {
  const packed = new Uint8Array(deflateSync(new Uint8Array(1000)));
  const push = vi.spyOn(Unzlib.prototype, "push");
  expect(inflate(packed, 1e12)).toBeNull();
  expect(inflate(packed, Number.NaN)).toBeNull();
  expect(push.mock.calls.length).toBe(0);
  push.mockRestore();
});
