import fc from "fast-check";
import { expect, test } from "vitest";
import { SourceText } from "../../library/index.ts";
import { fortranNumber, fortranText, ListReader } from "./list-directed.ts";

/** What READs of so many items each find: texts, "-" for null values, "/" from a slash on, "eof". */
function reads(text: string, ...counts: readonly number[]): string[] {
  const list = new ListReader(new SourceText("a.env", text));
  return counts.map((count) => {
    list.begin();
    const found: string[] = [];
    for (let k = 0; k < count; k++) {
      const item = list.next();
      found.push(
        item.kind === "value"
          ? item.text
          : { null: "-", slash: "/", endOfFile: "eof", notClosed: "open", lineEnd: "|" }[item.kind],
      );
    }
    return found.join(" ");
  });
}

test("items are separated by blanks, tabs, commas and line ends; each READ begins on a new line", () => {
  expect(reads("1 2\t3,4 , 5\n6 7\n8", 5, 1, 1)).toEqual(["1 2 3 4 5", "6", "8"]);
  expect(reads("1 2\n3\n4", 3, 1)).toEqual(["1 2 3", "4"]);
  expect(reads("1\r\n2\r3\n", 1, 1, 1, 1)).toEqual(["1", "2", "3", "eof"]);
});

test("what a READ leaves of its line is passed over: comments need no mark", () => {
  expect(reads("50.0 FREQ (Hz)\n1 NMEDIA\n", 1, 1)).toEqual(["50.0", "1"]);
});

test("a slash ends the READ, and the next one begins on the next line", () => {
  expect(reads("0.0 1500.0 / 9 9\n100 /\n7", 6, 6, 1)).toEqual(["0.0 1500.0 / / / /", "100 / / / / /", "7"]);
  expect(reads("/\n3", 2, 1)).toEqual(["/ /", "3"]);
  expect(reads("'CVW'/\n", 1)).toEqual(["CVW"]);
});

test("two commas hold a null value, and so does a comma in front", () => {
  expect(reads("1,,3\n,5\n1,\n2", 3, 2, 2)).toEqual(["1 - 3", "- 5", "1 2"]);
});

test("3*0.0 are three values, 2* two null ones", () => {
  expect(reads("3*0.0 5\n2* 7\n2*'ab'", 4, 3, 2)).toEqual(["0.0 0.0 0.0 5", "- - 7", "ab ab"]);
  expect(reads("1000000000000*4", 3)).toEqual(["4 4 4"]);
});

test("what repetition leaves over is not for the next READ", () => {
  expect(reads("5*1\n2", 2, 1)).toEqual(["1 1", "2"]);
});

test("text stands in either quotes, doubled inside, or ends at a separator", () => {
  expect(reads('\'Munk\'\'s / profile, 1\' "say ""a""" plain', 3)).toEqual(['Munk\'s / profile, 1 say "a" plain']);
  expect(reads("'open\n2", 1, 1)).toEqual(["open", "2"]);
});

test("a comment ends a line, also in the middle of a list and in front of everything", () => {
  expect(reads("! a case\n1 ! one\n2 3 ! more\n4", 2, 1)).toEqual(["1 2", "4"]);
  expect(reads("50.0!Hz\n", 1)).toEqual(["50.0"]);
});

test("a range tells where an item stands", () => {
  const list = new ListReader(new SourceText("a.env", "1\n  23 'x'\n"));
  list.begin();
  list.next();
  list.begin();
  expect(list.range(list.next())).toEqual({ file: "a.env", line: 2, column: 3, endLine: 2, endColumn: 5 });
  expect(list.range(list.next())).toMatchObject({ line: 2, column: 6, endColumn: 9 });
});

test("numbers as Fortran writes them, and what is not one", () => {
  expect(["1.5D-3", "1.5d3", "2.", ".5", "+7", "-1e2", "1.5-3", "2q1", "1+2"].map((t) => fortranNumber(t))).toEqual([
    1.5e-3, 1500, 2, 0.5, 7, -100, 1.5e-3, 20, 100,
  ]);
  for (const text of [
    "",
    ".",
    "1.5.2",
    "0x10",
    "NaN",
    "Infinity",
    "1e999",
    "1e99999999999999999999",
    "1_8",
    "--1",
    "e5",
  ]) {
    expect(fortranNumber(text)).toBeNaN();
  }
});

test("kilometres become the metres that were meant: 12.3456 is 12345.6, not 12.3456 · 1000", () => {
  expect(fortranNumber("12.3456", 3)).toBe(12345.6);
  expect(fortranNumber("8.1125", 3)).toBe(8112.5);
  expect(fortranNumber("1.0065D0", 3)).toBe(1006.5);
});

test("every double is written so that it reads back as itself, shifted or not", () => {
  const any = fc.double({ noNaN: true, noDefaultInfinity: true });
  fc.assert(
    fc.property(any, fc.constantFrom(0, 3, -3), (x, shift) => {
      expect(fortranNumber(fortranText(x, shift), shift)).toBe(x === 0 ? 0 : x);
    }),
    { seed: 4, numRuns: 5000 },
  );
  expect([12345.6, 5, 0.5, 1500, -2, 1e-9, 0].map((x) => fortranText(x, 3))).toEqual([
    "12.3456",
    "0.005",
    "0.0005",
    "1.5",
    "-0.002",
    "1e-12",
    "0",
  ]);
});
