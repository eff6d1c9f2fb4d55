import { expect, test } from "vitest";
import { joined, limitsOf, withBottom } from "./edges.ts";
import { positionAt } from "./places.ts";

test("the axis follows the bottom to five times the depth, and not to one that lies deeper", () => {
  expect(withBottom([0, 10], [18, 21])).toEqual([0, 21]);
  // From 30 m down to 80 m: shown as far as 50 m.
  expect(withBottom([0, 10], [30, 80])).toEqual([0, 50]);
  expect(withBottom([0, 10], [3000, 3100])).toEqual([0, 10]);
  expect(withBottom(null, [3, 4])).toEqual([3, 4]);
  expect(withBottom([1, 2], null)).toEqual([1, 2]);
});

test("limits are those of known values, within the range asked for", () => {
  expect(limitsOf([null, 3, undefined, -1, 9])).toEqual([-1, 9]);
  expect(limitsOf([null, 3, -1, 9], 1, 2)).toEqual([-1, 3]);
  expect(limitsOf([null, null])).toBeNull();
  expect(joined([0, 1], [-2, 0.5])).toEqual([-2, 1]);
  expect(joined(null, [1, 2])).toEqual([1, 2]);
});

test("between two samples a position lies on the straight line; outside and in gaps there is none", () => {
  const path = { t: [0, 10, 15, 20], x: [0, 100, null, 5], y: [0, -50, null, 5] };
  expect(positionAt(path, 2.5)).toEqual({ x: 25, y: -12.5 });
  expect(positionAt(path, 12)).toBeNull();
  expect(positionAt(path, -1)).toBeNull();
  expect(positionAt({ t: [], x: [], y: [] }, 0)).toBeNull();
});
