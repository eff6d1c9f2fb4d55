import { expect, test } from "vitest";
import type { DisplayScenery } from "../scenery.ts";
import { centreAt, circlesInView, type TrackPath } from "./places.ts";

const path = (track: number, x: number[]): TrackPath => ({
  track,
  t: x.map((_, k) => k),
  x,
  y: x.map(() => 0),
  path: {},
});
const range = (around: number, ...tracks: number[]): DisplayScenery => ({
  ...{ role: "range", label: "range", lines: [], tracks, around },
});

test("a circle stands at the first position, and follows the cursor where it is within the track", () => {
  const moving = path(0, [10, 30]);
  expect([null, 0.5, 7].map((t_s) => centreAt(moving, t_s)?.x)).toEqual([10, 20, 10]);
});

test("a circle belongs into the picture unless the tracks would be a point beside it: up to six times as wide as they are", () => {
  const paths = [path(0, [0, 100]), path(1, [50, 50])];
  const seen = (...items: DisplayScenery[]) => circlesInView(paths, items, [0, 100], [0, 0]);
  expect(seen(range(300, 0, 1))).toEqual([
    [0, 0, 300],
    [50, 0, 300],
  ]);
  expect(seen(range(301, 0), range(20, 1))).toEqual([[50, 0, 20]]);
  // All of them stand: nothing is there that it could hide.
  expect(circlesInView([path(0, [5, 5])], [range(2000, 0)], [5, 5], [0, 0])).toEqual([[5, 0, 2000]]);
  expect(circlesInView([], [range(20, 0)], null, null)).toEqual([]);
});
