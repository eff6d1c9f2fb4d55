import { expect, test } from "vitest";
import { MapError } from "./map-error.ts";
import { readMap } from "./read-map.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (text: string) => readMap("bay.xyz", bytes(text), { coordinates: "projected" });

function refused(text: string): string {
  try {
    read(text);
  } catch (error) {
    if (error instanceof MapError) return error.message;
    throw error;
  }
  return "read";
}

test("points of a grid of 2 rows and 3 columns, in any order, with a head, comments and commas", () => {
  const map = read("x,y,z\n110,200,-12\n100,200,-11 # first\n\n120,200,-13,7\n120,205,-23\n100,205,-21\n110,205,-22\n");
  expect([map.rows, map.columns, map.firstNorth, map.firstEast, map.stepNorth, map.stepEast]).toEqual([
    2, 3, 200, 100, 5, 10,
  ]);
  expect([...map.depths_m]).toEqual([11, 12, 13, 21, 22, 23]);
  expect(map.registration).toBe("gridline");
});

test("a place without a point, −9999 and nan are gaps", () => {
  const map = read("0 0 -1\n10 0 -9999\n20 0 nan\n0 10 -4\n10 10 -5\n");
  expect([...map.depths_m]).toEqual([1, Number.NaN, Number.NaN, 4, 5, Number.NaN]);
  expect(map.gaps).toBe(3);
});

test("rounded decimals of a third of a metre are a grid: 0.33, 0.67, 1.00 are 1/3 apart to 0.01 m, 1 % of 0.33 m less than half of that", () => {
  const lines = [0, 1, 2, 3].flatMap((row) =>
    [0, 1, 2, 3].map((c) => `${(c / 3).toFixed(4)} ${(row / 3).toFixed(4)} -5`),
  );
  const map = read(lines.join("\n"));
  // Four digits of 1/3: the mean step of three is (1 − 0)/3.
  expect([map.rows, map.columns]).toEqual([4, 4]);
  expect(map.stepEast).toBeCloseTo(1 / 3, 12);
});

test.each([
  [
    "a sounding beside the grid",
    "0 0 -1\n10 0 -2\n0 10 -3\n14 10 -4\n",
    /^bay\.xyz:2:1: error MAP014: x = 10 is not on a regular grid: from 0, the smallest step of x is 4/,
  ],
  [
    "a second point at one place",
    "0 0 -1\n10 0 -2\n0 10 -3\n10 10 -4\n10 0 -5\n",
    /^bay\.xyz:5:1: error MAP014: this point has the place of line 2/,
  ],
  [
    "a line of two columns",
    "0 0 -1\n10 0 -2\n0 10\n",
    /^bay\.xyz:3:1: error MAP011: a line of 2 columns; a point has three/,
  ],
  ["a word", "0 0 -1\n10 0 deep\n", /^bay\.xyz:2:1: error MAP010: "deep" is not a number/],
  ["one row", "0 0 -1\n10 0 -2\n", /^bay\.xyz:1:1: error MAP014: all points have one y/],
])("%s is refused at its line", (_, text, expected) => {
  expect(refused(text)).toMatch(expected);
});

test("a cloud of soundings is refused", () => {
  // Whole numbers are on a grid of step 1, but 100 of its 980,200 places are few.
  const cloud = Array.from({ length: 100 }, (_, k) => `${k * k} ${3 * k} -5`).join("\n");
  expect(refused(cloud)).toMatch(/error MAP014: 100 points are on no grid/);
});
