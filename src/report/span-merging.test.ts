import fc from "fast-check";
import { expect, test } from "vitest";
import { asPieces, merged, type Pieces } from "./span-merging.ts";

const [A, B, MIXED] = [0, 1, 2];

function pieces(...rows: readonly (readonly [begin: number, end: number, code: number])[]): Pieces {
  const column = (k: number): Float64Array => Float64Array.from(rows, (row) => row[k]!);
  return asPieces({ begin_s: column(0), end_s: column(1), code: Int32Array.from(rows, ([, , code]) => code) });
}
const rowsOf = ({ begin_s, end_s, code, count, covered_s }: Pieces) =>
  Array.from(code, (c, k) => [begin_s[k], end_s[k], c, count[k], covered_s[k]]);

test("three spans of 1 + 2 + 1 s within 10 s are one of 4 s; the sort that takes 3 s of the 4 is its sort", () => {
  expect(rowsOf(merged(pieces([0, 1, A], [3, 5, A], [8, 9, B]), 10, MIXED))).toEqual([[0, 9, A, 3, 4]]);
});

test("half of the time is not more than half: mixed", () => {
  expect(rowsOf(merged(pieces([0, 2, A], [5, 7, B]), 10, MIXED))).toEqual([[0, 7, MIXED, 2, 4]]);
});

test("what lasts the width or longer stays, and short ones on both sides of it in one interval are together", () => {
  const list = pieces([1, 2, A], [2, 14, B], [4, 5, A], [12, 13, A]);
  expect(rowsOf(merged(list, 10, MIXED))).toEqual([
    [1, 5, A, 2, 2],
    [2, 14, B, 1, 12],
    [12, 13, A, 1, 1],
  ]);
});

test("spans without length are not lost: alone with their sort, and by their number among others", () => {
  expect(rowsOf(merged(pieces([3, 3, B]), 10, MIXED))).toEqual([[3, 3, B, 1, 0]]);
  expect(rowsOf(merged(pieces([3, 3, B], [4, 4, B], [5, 5, A]), 10, MIXED))).toEqual([[3, 5, B, 3, 0]]);
});

const spans = fc
  .array(fc.tuple(fc.nat(1000), fc.nat(40), fc.nat(1)), { maxLength: 60 })
  .map((list) =>
    pieces(
      ...[...list].sort((a, b) => a[0] - b[0]).map(([begin, length, code]) => [begin, begin + length, code] as const),
    ),
  );

test("no span is lost, every instant that was covered still is, nothing grows by more than a width, however often it is merged", () => {
  fc.assert(
    fc.property(spans, fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 4 }), (list, width_s, factor) => {
      const once = merged(list, width_s, MIXED);
      const twice = merged(once, factor * width_s, MIXED);
      for (const out of [once, twice]) {
        const sum = (column: Float64Array): number => column.reduce((a, b) => a + b, 0);
        // Whole numbers: the sums are exact.
        expect([sum(out.count), sum(out.covered_s)]).toEqual([sum(list.count), sum(list.covered_s)]);
        for (let k = 1; k < out.code.length; k++) expect(out.begin_s[k]).toBeGreaterThanOrEqual(out.begin_s[k - 1]!);
        for (let i = 0; i < list.code.length; i++)
          expect(rowsOf(out).some(([from, to]) => from! <= list.begin_s[i]! && to! >= list.end_s[i]!)).toBe(true);
      }
      // One piece for each interval at most, besides what is long.
      const long = rowsOf(list).filter(([from, to]) => to! - from! >= width_s).length;
      expect(once.code.length).toBeLessThanOrEqual(long + Math.floor(1000 / width_s) + 1);
      for (const [from, to, , count] of rowsOf(once)) if (count! > 1) expect(to! - from!).toBeLessThan(2 * width_s);
    }),
    { seed: 18 },
  );
});
