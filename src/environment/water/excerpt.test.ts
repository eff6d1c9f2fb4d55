import { expect, test } from "vitest";
import { rectilinearAxis } from "../../math/index.ts";
import * as messages from "../messages.ts";
import { EXCERPT, EXCERPT_SIZE, Excerpt, MOST_EXCERPT_VALUES, payloadInto } from "./excerpt.ts";
import { MapScalar } from "./scalar-source.ts";

const axis = rectilinearAxis([-1000, 1000], "clamp");
/** s = n + 10 e */
const map = new MapScalar(axis, axis, [-11000, 9000, -9000, 11000]);

function excerptOf(spacing_m: number, range_m: number, most?: number) {
  const excerpt = new Excerpt([map], most);
  const head = new Float64Array(EXCERPT_SIZE + 1);
  const values = new Float64Array(excerpt.countFor(range_m, spacing_m) + 1);
  const count = excerpt.excerptInto(
    head,
    1,
    values,
    1,
    Float64Array.of(9, range_m, spacing_m),
    1,
    Float64Array.of(0, 100, 200, 30, 7),
    1,
  );
  return { head: head.slice(1), values: values.slice(1), count };
}

test("5 m around (100, 200) every 2.5 m: 5 rows from north 95 to 105, 5 columns from east 195 to 205, at 30 m", () => {
  const { head, values, count } = excerptOf(2.5, 5);
  expect([...head]).toEqual([5, 5, 95, 195, 30, 2.5, 2.5]);
  expect(count).toBe(25);
  // n + 10 e, rows along north; the map's values are up to 1.1e4, so rounding is near 1e-12.
  const expected = [95, 97.5, 100, 102.5, 105].flatMap((n) => [195, 197.5, 200, 202.5, 205].map((e) => n + 10 * e));
  expected.forEach((value, k) => {
    expect(values[k]).toBeCloseTo(value, 9);
  });
});

test("a range that is not a multiple of the spacing is covered whole, with samples a little closer", () => {
  const { head } = excerptOf(2, 5);
  // ⌈5/2⌉ = 3 steps of 5/3 m to each side.
  expect(head[EXCERPT.rows]).toBe(7);
  expect(head[EXCERPT.spacing_m]).toBeCloseTo(5 / 3, 14);
});

test("a range too wide for one message gets a coarser picture that still fits: 89 × 89 of at most 8192 values", () => {
  const { head, count } = excerptOf(1, 440);
  expect([head[EXCERPT.rows], head[EXCERPT.columns]]).toEqual([89, 89]);
  expect(count).toBeLessThanOrEqual(MOST_EXCERPT_VALUES);
  expect(head[EXCERPT.spacing_m]).toBe(10);
  expect(8 * MOST_EXCERPT_VALUES).toBe(messages.excerpt.payload);
});

test("the fields stand in the order of the messages", () => {
  const { at } = messages.excerpt;
  expect(messages.excerptRequest.at.spacing_m).toBe(messages.excerptRequest.at.range_m + 1);
  const first = at.rows;
  expect([at.columns - first, at.origin_N_m - first, at.spacing_m - first]).toEqual([
    EXCERPT.columns,
    EXCERPT.origin_N_m,
    EXCERPT.spacing_m,
  ]);
});

test("a range or a spacing of nothing is refused", () => {
  expect(() => excerptOf(1, 0)).toThrow("an excerpt of range 0 m");
  expect(() => excerptOf(0, 1)).toThrow("an excerpt with samples 0 m apart");
});

test("the payload is float64, little-endian: 1.5 is 00 00 00 00 00 00 F8 3F", () => {
  const bytes = new Uint8Array(17);
  payloadInto(new DataView(bytes.buffer), 1, Float64Array.of(9, 1.5, -2), 1, 2);
  expect([...bytes.slice(1, 9)]).toEqual([0, 0, 0, 0, 0, 0, 0xf8, 0x3f]);
  expect(new DataView(bytes.buffer).getFloat64(9, true)).toBe(-2);
});
