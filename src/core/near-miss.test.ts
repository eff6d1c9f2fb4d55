import fc from "fast-check";
import { expect, test } from "vitest";
import { asQuestion, didYouMean, editDistance, nearest } from "./near-miss.ts";

/** The definition, without memory: the last letters are kept, replaced, dropped, added, or swapped as a pair. */
function bruteForce(a: string, b: string): number {
  if (a === "" || b === "") return a.length + b.length;
  const [a1, b1] = [a.slice(0, -1), b.slice(0, -1)];
  const ways = [bruteForce(a1, b1) + (a.at(-1) === b.at(-1) ? 0 : 1), bruteForce(a1, b) + 1, bruteForce(a, b1) + 1];
  if (a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1)) {
    ways.push(bruteForce(a.slice(0, -2), b.slice(0, -2)) + 1);
  }
  return Math.min(...ways);
}

/** Few letters, so that matches and swaps are frequent. */
const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 6 });

test("the table gives what the plain recursion gives", () => {
  fc.assert(
    fc.property(word, word, (a, b) => {
      expect(editDistance(a, b)).toBe(bruteForce(a, b));
    }),
    { seed: 5, numRuns: 300 },
  );
});

test("it is the same both ways, zero only for equal words, and at most the length of the longer", () => {
  fc.assert(
    fc.property(word, word, (a, b) => {
      const distance = editDistance(a, b);
      expect(editDistance(b, a)).toBe(distance);
      expect(distance === 0).toBe(a === b);
      expect(distance).toBeLessThanOrEqual(Math.max(a.length, b.length));
      expect(distance).toBeGreaterThanOrEqual(Math.abs(a.length - b.length));
    }),
    { seed: 6 },
  );
});

test("one slip each: diametre for diameter is one swap, diamter one letter lost, and no part is edited twice", () => {
  expect(editDistance("diametre", "diameter")).toBe(1);
  expect(editDistance("diamter", "diameter")).toBe(1);
  expect(editDistance("diameeter", "diameter")).toBe(1);
  // ca → ac → abc would edit the swapped pair again; without that it takes three.
  expect(editDistance("ca", "abc")).toBe(3);
});

test("the nearest name is suggested; case is ignored", () => {
  const names = ["diameter_m", "kT0", "kT1", "shaftLag_s", "maxSpeed_rps"];
  expect(nearest("diametre_m", names)).toBe("diameter_m");
  expect(nearest("Diameter_M", names)).toBe("diameter_m");
  expect(nearest("KT1", names)).toBe("kT1");
  expect(nearest("shaftlag", names)).toBe("shaftLag_s");
});

test("nothing is suggested where more than a third of the letters differ, or where there is nothing to suggest", () => {
  expect(nearest("colour", ["diameter_m", "kT0"])).toBeUndefined();
  expect(nearest("abcdef", ["abcxyz"])).toBeUndefined();
  expect(nearest("abcdef", ["abcdxy"])).toBe("abcdxy");
  expect(nearest("x", [])).toBeUndefined();
});

test("of two that are equally near, the first is taken", () => {
  expect(nearest("kT2", ["kT0", "kT1"])).toBe("kT0");
});

test("the hint quotes the nearest name; where nothing is near there is none", () => {
  expect(didYouMean("diamater_m", ["kT0", "diameter_m"])).toBe('did you mean "diameter_m"?');
  expect(didYouMean("colour", ["kT0", "diameter_m"])).toBeUndefined();
  expect(asQuestion("&lt;")).toBe('did you mean "&lt;"?');
  expect(asQuestion(undefined)).toBeUndefined();
});

test("names of more than 64 letters are not compared", () => {
  const name = "x".repeat(64);
  expect(nearest(name, [`${name}y`])).toBe(`${name}y`);
  expect(nearest(`${name}x`, [name])).toBeUndefined();
});
