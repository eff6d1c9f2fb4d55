import fc from "fast-check";
import { expect, test } from "vitest";
import { uniform } from "../../../test/support/uniform.ts";
import { encodeColumn } from "../encode.ts";
import { decode, fixed, instant, niceStep, padded, reading, ticks } from "./numbers.ts";

test("a column comes out of the page as it went in, to 2⁻²⁴ of its range; what is not finite is null", () => {
  // Even over the range, where the rounding is; and bit patterns, nearly all of which lie next to 0.
  const number = fc.oneof(uniform(-1e6, 1e6), fc.double({ min: -1e6, max: 1e6, noNaN: true }), fc.constant(Number.NaN));
  const values = fc.array(number);
  fc.assert(
    fc.property(values, (list) => {
      const column = decode(encodeColumn(Float64Array.from(list)));
      expect(column).toHaveLength(list.length);
      // Half the range of 2e6 to 2⁻²⁴, which is twice the bound of encode.ts.
      list.forEach((value, i) => {
        if (Number.isFinite(value)) expect(Math.abs(column[i]! - value)).toBeLessThanOrEqual(1e6 / 2 ** 24);
        else expect(column[i]).toBeNull();
      });
    }),
    { seed: 7 },
  );
  expect(decode(encodeColumn(Float64Array.of(3, 3)))).toEqual([3, 3]);
  expect(decode(encodeColumn(Float64Array.of(1, Number.POSITIVE_INFINITY)))).toEqual([1, null]);
});

test("numbers have the decimals of their step, a real minus sign, and no negative zero", () => {
  expect(fixed(1.25, 0.5)).toBe("1.3");
  expect(fixed(-1.25, 0.01)).toBe("−1.25");
  expect(fixed(-0.001, 0.1)).toBe("0.0");
  expect(fixed(1234, 100)).toBe("1234");
  expect(reading(12.3456, "m", 30)).toBe("12.3\u202fm");
  expect(reading(45, "°", 300)).toBe("45°");
  expect(reading(null, "m", 1)).toBe("–");
});

test("steps are 1, 2 or 5 times a power of ten and leave the space asked for; ticks are their multiples", () => {
  // 10 m on 100 pixels with 36 between ticks: 3.6 m, so 5 m.
  expect(niceStep(10, 100, 36)).toBe(5);
  expect(niceStep(1, 1000, 70)).toBeCloseTo(0.1, 12);
  expect(ticks(-0.3, 1.01, 0.5)).toEqual([0, 0.5, 1]);
  expect(ticks(2, 1, 0.5)).toEqual([]);
});

test("time is in seconds up to two hours, then in hours and minutes", () => {
  expect(instant(90, 10, 7200)).toBe("90");
  expect(instant(3723, 1, 8000)).toBe("1:02:03");
  expect(instant(7380, 60, 8000)).toBe("2:03");
});

test("limits get a twentieth of air on either side, and at least the least span", () => {
  expect(padded([0, 10], 1)).toEqual([-0.5, 10.5]);
  expect(padded([5, 5], 2)).toEqual([3.9, 6.1]);
  expect(padded(null, 3)).toEqual([0, 3]);
});
