import { expect, test } from "vitest";
import { mostRowsOf } from "./read-channels.ts";

const channels = (count: number, rows: number, columns: number) =>
  Array.from({ length: count }, () => ({ rows, columns }));

test("forty million numbers are shared out so that slow channels leave theirs to the fast ones", () => {
  // Ten channels of 100 columns: 40 000 000 / 1000 rows each.
  expect(mostRowsOf(channels(10, 1e6, 100))).toBe(40_000);
  // One fast channel beside nine that have 1000 rows: (40 000 000 − 900 000) / 100.
  expect(mostRowsOf([...channels(9, 1000, 100), ...channels(1, 1e6, 100)])).toBe(391_000);
  // Everything has room; no channel gets more than 400 000; a log that does not say how many counts as endless.
  expect(mostRowsOf(channels(3, 50_000, 100))).toBe(400_000);
  expect(mostRowsOf(channels(2, Number.POSITIVE_INFINITY, 100))).toBe(200_000);
  // However many columns there are, 2000 rows are kept.
  expect(mostRowsOf(channels(1000, 1e6, 100))).toBe(2000);
});
