import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sha256 } from "./sha256.ts";

test("the published digests: of nothing and of abc", () => {
  expect(sha256("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  expect(sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});

test("agrees with OpenSSL on texts of all lengths around a block, and beyond ASCII", () => {
  const texts = fc.oneof(fc.string({ maxLength: 200 }), fc.string({ unit: "binary", maxLength: 80 }));
  fc.assert(
    fc.property(texts, (text) => {
      // A lone surrogate has no UTF-8; both replace it.
      expect(sha256(text)).toBe(
        createHash("sha256")
          .update(Buffer.from(new TextEncoder().encode(text)))
          .digest("hex"),
      );
    }),
    { seed: 3, numRuns: 400 },
  );
});
