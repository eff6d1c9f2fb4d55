import { expect, test } from "vitest";
import { foreignGap, impossibleBottom } from "./foreign-gaps.ts";
import { MapError } from "./map-error.ts";
import type { MapOptions } from "./map-grid.ts";
import { readMap } from "./read-map.ts";

const HEAD = "ncols 3\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 10\nNODATA_value -9999\n";

function read(file: string, text: string, options: MapOptions = {}) {
  return readMap(file, new TextEncoder().encode(text), { coordinates: "projected", ...options });
}

function refused(file: string, text: string, options: MapOptions = {}): string {
  try {
    read(file, text, options);
  } catch (error) {
    if (error instanceof MapError) return error.message;
    throw error;
  }
  return "read";
}

test("-32768 under a header that declares -9999 is refused at its place, with what to declare", () => {
  expect(refused("bay.asc", `${HEAD}-1 -2 -3\n-4 -32768 -9999\n`)).toBe(
    "bay.asc:8:4: error MAP040: -32768 would be a bottom 32768 m deep, which the earth does not have (at most 11000 m deep, 9000 m high); " +
      "1 of 6 values are -32768 (where it marks places without data, declare it: NODATA_value -32768 in the file, or the attribute " +
      'noData="-32768"; or is the unit wrong?)',
  );
});

test.each(["-1e6", "99999", "9999", "1e20", "9.96921e36"])("%s in lines of x y z is refused at its line", (mark) => {
  const text = `0 0 -1\n10 0 -2\n0 10 -3\n10 10 ${mark}\n`;
  expect(refused("bay.xyz", text)).toMatch(/^bay\.xyz:4:1: error MAP040: /);
  const map = read("bay.xyz", text, { noData: Number(mark) });
  expect([...map.depths_m]).toEqual([1, 2, 3, Number.NaN]);
});

test("9999 among depths of a bay is a mark, although the earth has that depth; in a trench it is a depth", () => {
  const depth: MapOptions = { quantity: "depth" };
  expect(refused("bay.asc", `${HEAD}1 2 3\n4 9999 6\n`, depth)).toMatch(
    /^bay\.asc:8:3: error MAP040: 9999 is a usual mark of "no data", far from all other values, and is not declared as one; 1 of 6 values are 9999/,
  );
  expect(refused("trench.asc", `${HEAD}9850 9900 9950\n9980 9999 10050\n`, depth)).toBe("read");
});

test("-999 among depths of a bay is a mark; where the sea is as deep, or everywhere, it is a depth", () => {
  expect(refused("bay.asc", `${HEAD}-1 -2 -30\n-4 -999 -6\n`)).toMatch(
    /^bay\.asc:8:4: error MAP040: -999 is a usual mark/,
  );
  // 399 m below the deepest of the others, which span 590 m.
  expect(refused("slope.asc", `${HEAD}-10 -200 -400\n-500 -999 -600\n`)).toBe("read");
  expect(refused("plain.asc", `${HEAD}-999 -999 -999\n-999 -999 -999\n`)).toBe("read");
  expect(refused("plain.asc", `${HEAD}-980 -999 -1010\n-990 -999 -1000\n`)).toBe("read");
});

test("the Challenger Deep (10 935 m) and Mount Everest (8 849 m) are read", () => {
  expect([...read("earth.asc", `${HEAD}8849 -10935 0\n0 0 0\n`).depths_m]).toContain(10_935);
});

test("values that are not a bottom have no range, but marks far from all others are found", () => {
  // Pressures in Pa.
  expect(refused("p.asc", `${HEAD}101000 102000 103000\n99000 98000 99999\n`, { of: "anything" })).toBe("read");
  expect(refused("t.asc", `${HEAD}11 12 13\n14 15 1e20\n`, { of: "anything" })).toMatch(/^t\.asc:8:7: error MAP040: /);
});

test("marks are found with either sign, as float32, and where nothing else is there; gaps and plain values are not marks", () => {
  expect(foreignGap(Float64Array.of(1, 2, -99999))).toBe(2);
  expect(foreignGap(Float64Array.of(1, Math.fround(9.96921e36), 3))).toBe(1);
  expect(foreignGap(Float64Array.of(-3.4028234663852886e38, 2))).toBe(0);
  expect(foreignGap(Float64Array.of(9999, 9999))).toBe(0);
  expect(foreignGap(Float64Array.of(Number.NaN, 5, 9998))).toBe(-1);
  // Between values on both sides, 9.9e3 from the nearest of a span of 4e4.
  expect(foreignGap(Float64Array.of(0, 20_000, 9999))).toBe(2);
  expect(impossibleBottom(Float64Array.of(-11_000, 9000, Number.NaN), -1)).toBe(-1);
  expect(impossibleBottom(Float64Array.of(-11_000, 9001), -1)).toBe(1);
});
