import fc from "fast-check";
import { expect, test } from "vitest";
import { base64 } from "./base64.ts";
import { utf8 } from "./utf8.ts";

test("the test vectors of RFC 4648, section 10", () => {
  const vectors = {
    "": "",
    f: "Zg==",
    fo: "Zm8=",
    foo: "Zm9v",
    foob: "Zm9vYg==",
    fooba: "Zm9vYmE=",
    foobar: "Zm9vYmFy",
  };
  for (const [text, expected] of Object.entries(vectors)) expect(base64(utf8(text))).toBe(expected);
});

test("any bytes, also those of a long column, as Node's own encoder has them", () => {
  const bytes = fc.uint8Array({ maxLength: 20_000, size: "max" });
  fc.assert(
    fc.property(bytes, (b) => {
      expect(base64(b)).toBe(Buffer.from(b).toString("base64"));
    }),
    { seed: 3, numRuns: 50 },
  );
});
