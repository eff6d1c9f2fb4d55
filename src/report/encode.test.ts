import fc from "fast-check";
import { expect, test } from "vitest";
import { uniform } from "../../test/support/uniform.ts";
import { embeddedJson, encodeColumn, escapeHtml } from "./encode.ts";

function decoded({ length, offset, data }: ReturnType<typeof encodeColumn>): number[] {
  if (data === null) return new Array<number>(length).fill(offset);
  const bytes = Buffer.from(data, "base64");
  return Array.from({ length }, (_, i) => offset + bytes.readFloatLE(4 * i));
}

test("a number comes back within 2⁻²⁵ of the column's range, wherever the range lies", () => {
  // Even over the range, where the rounding is; and bit patterns, nearly all of which lie next to 0, as columns that hardly change.
  const number = fc.oneof(uniform(-1, 1), fc.double({ min: -1, max: 1, noNaN: true }));
  const column = fc.array(number, { minLength: 2, maxLength: 50 });
  const origin = fc.constantFrom(0, 25, -4e5, 5e5);
  fc.assert(
    fc.property(column, origin, (list, at) => {
      const values = Float64Array.from(list, (x) => at + 0.01 * x);
      const range = Math.max(...values) - Math.min(...values);
      const back = decoded(encodeColumn(values));
      // Half a unit in the last of 24 places of half the range, the rounding of the doubles, the smallest float32.
      const allowed = range * 2 ** -25 + 4 * Number.EPSILON * Math.abs(at) + 2 ** -149;
      values.forEach((value, i) => {
        expect(Math.abs(back[i]! - value)).toBeLessThanOrEqual(allowed);
      });
    }),
    { seed: 3 },
  );
});

test("a column that never changes takes no bytes; unknown stays unknown; nothing at all is nothing", () => {
  expect(encodeColumn(new Float64Array(5000).fill(0.3))).toEqual({ length: 5000, offset: 0.3, data: null });
  expect(decoded(encodeColumn(Float64Array.of(1, Number.NaN, Number.POSITIVE_INFINITY)))).toEqual([
    1,
    Number.NaN,
    Number.NaN,
  ]);
  expect(decoded(encodeColumn(Float64Array.of(Number.NaN, Number.NaN)))).toEqual([Number.NaN, Number.NaN]);
  expect(decoded(encodeColumn(new Float64Array()))).toEqual([]);
});

test("no text leaves its element or its attribute", () => {
  expect(escapeHtml(`<img src=x onerror="alert('1')">&`)).toBe(
    "&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;",
  );
  expect(escapeHtml("a\u0000b\u001bc\td")).toBe("a\ufffdb\ufffdc\td");
  const texts = fc.string({
    unit: fc.constantFrom("<", ">", "/", "!", "-", "script", "&", '"', "'", "\u2028", "a", " "),
  });
  fc.assert(
    fc.property(texts, (s) => {
      expect(escapeHtml(s)).not.toMatch(/[<>"']/);
      const json = embeddedJson({ [s]: s });
      expect(json).not.toMatch(/[<\u2028\u2029]/);
      expect(JSON.parse(json)).toEqual({ [s]: s });
    }),
    { seed: 5 },
  );
});
