import { expect, test } from "vitest";
import { axisCosine, greatestGain_dB, SIGHT, SIGHT_SIZE, sightInto } from "./sight.ts";

const sight = (source: number[], receiver: number[]): Float64Array => {
  const out = new Float64Array(SIGHT_SIZE);
  sightInto(out, 0, Float64Array.from(source), 0, Float64Array.from(receiver), 0);
  return out;
};
const AHEAD = [1, 0, 0, 0];
/** A quarter turn about z: the axis points to the east. */
const EAST = [Math.SQRT1_2, 0, 0, Math.SQRT1_2];

test("3, 4, 12 m apart are 13 m, with the cosine 3/13 from an axis to the north and −4/13 from one to the east at the other end", () => {
  const out = sight([1, 1, 1, ...AHEAD, 2, 0, 0], [4, 5, 13, ...EAST, 0, 13, 0]);
  expect(out[SIGHT.distance_m]).toBe(13);
  expect(out[SIGHT.cosineFrom]).toBeCloseTo(3 / 13, 15);
  expect(out[SIGHT.cosineTo]).toBeCloseTo(-4 / 13, 15);
  expect(out[SIGHT.speedFrom_mps]).toBeCloseTo(6 / 13, 15);
  expect(out[SIGHT.speedTo_mps]).toBeCloseTo(4, 15);
});

test("both at one place: no direction, both on the axis", () => {
  expect([...sight([1, 2, 3, ...AHEAD, 1, 1, 1], [1, 2, 3, ...EAST, 2, 2, 2])]).toEqual([0, 0, 0, 0, 1, 1, 0, 0]);
});

test("the axis of a turned frame is the first column of its rotation", () => {
  expect(axisCosine(Float64Array.from(EAST), 0, 0, 1, 0)).toBeCloseTo(1, 15);
  expect(axisCosine(Float64Array.from(EAST), 0, 1, 0, 0)).toBeCloseTo(0, 15);
});

test("the bound of a pattern is above all of it, by no more than its margin", () => {
  const pattern = {
    relativeInto(out: Float64Array, o: number, cosine: Float64Array, i: number): void {
      out[o] = 3 - 20 * (1 - cosine[i]!);
    },
    index_dB: 6,
  };
  expect(greatestGain_dB(pattern)).toBeCloseTo(3.5, 12);
  expect(greatestGain_dB(null)).toBe(0);
});
