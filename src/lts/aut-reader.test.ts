import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { randomLts } from "../../test/support/lts-random.ts";
import { formatDiagnostic } from "../core/index.ts";
import { type Lts, readAut, writeLts } from "./index.ts";
import { edgesOf } from "./test/lts-plain.ts";

function read(text: string): Lts {
  const { lts, diagnostics } = readAut(text, "x.aut");
  if (lts === null) throw new Error(diagnostics.map(formatDiagnostic).join("\n"));
  return lts;
}

function mistakes(text: string): string[] {
  const { lts, diagnostics } = readAut(text, "x.aut");
  expect(lts).toBeNull();
  return diagnostics.map(formatDiagnostic);
}

test("quoted and unquoted labels, blanks, empty lines, CR LF and a missing last line end are all read", () => {
  const text =
    ' des ( 1 , 6 , 3 ) \r\n(0,"a b",1)\r\n\r\n\t( 1 , lock(p1, f2) , 2 )\n(2,i,0)\n(2, "tau" ,0)\n(0,"",0)\n(1,"say "hi", twice",2)';
  const lts = read(text);
  expect([lts.states, lts.initial]).toEqual([3, 1]);
  expect(edgesOf(lts)).toEqual([
    [0, "a b", 1],
    [0, "", 0],
    [1, "lock(p1, f2)", 2],
    [1, 'say "hi", twice', 2],
    [2, "tau", 0],
    [2, "tau", 0],
  ]);
});

test("a mark at the beginning of the file and letters outside ASCII are read", () => {
  expect(edgesOf(read('\ufeffdes (0,1,1)\n(0,"départ",0)\n'))).toEqual([[0, "départ", 0]]);
});

test("what is written is read back as the same system, and written again as the same text", () => {
  fc.assert(
    fc.property(randomLts(), (lts) => {
      const text = writeLts(lts);
      expect(writeLts(read(text))).toBe(text);
      expect(edgesOf(read(text))).toEqual(edgesOf(lts));
    }),
    { seed: 31, numRuns: 200 },
  );
});

describe("mistakes are reported with place and reason", () => {
  test.each([
    [
      "",
      "x.aut:1:1: error LTS001: a transition system begins with `des (initial, transitions, states)`, but the file is empty",
    ],
    [
      "(0,a,1)",
      "x.aut:1:1: error LTS001: a transition system begins with `des (initial, transitions, states)`, but here is `(0,a,1)`",
    ],
    [
      "des (0,0)",
      "x.aut:1:1: error LTS001: a transition system begins with `des (initial, transitions, states)`, but here is `des (0,0)`",
    ],
    ["des (0,x,1)", "x.aut:1:8: error LTS003: `x` is not the number of a state (states are numbered from 0)"],
    ["des (0,0,0)", "x.aut:1:10: error LTS004: a system has at least one state"],
    ["des (2,0,2)", "x.aut:1:6: error LTS004: there is no state 2; allowed: 0 to 1"],
    [
      "des (0, 0, 33554432)",
      "x.aut:1:1: error LTS006: 33554432 states are more than the 0 transitions of the file can name; allowed: at most 65537",
    ],
    ["des (0,0,99999999999)", "x.aut:1:10: error LTS006: 99999999999 states are more than 33554432"],
    ["des (0,999999999,1)", "x.aut:1:8: error LTS006: 999999999 transitions are more than 134217728"],
    [
      'des (0,2,2)\n(0,"a",1)\n',
      "x.aut:1:1: error LTS005: the first line says 2 transitions, the file has 1 (is the file cut off?)",
    ],
    ['des (0,0,2)\n(0,"a",1)\n', "x.aut:1:1: error LTS005: the first line says 0 transitions, the file has 1"],
    ['des (0,1,2)\n(0,"a",2)', "x.aut:2:8: error LTS004: there is no state 2; allowed: 0 to 1"],
    [
      'des (0,1,2)\n(-1,"a",1)',
      "x.aut:2:2: error LTS003: `-1` is not the number of a state (states are numbered from 0)",
    ],
    ['des (0,1,2)\n(,"a",1)', "x.aut:2:2: error LTS003: a number is missing (states are numbered from 0)"],
    ['des (0,1,2)\n0,"a",1)', 'x.aut:2:1: error LTS002: expected `(from, "label", to)`: `(` is missing'],
    ['des (0,1,2)\n(0,"a",1', 'x.aut:2:1: error LTS002: expected `(from, "label", to)`: `)` is missing'],
    ["des (0,1,2)\n(0 a 1)", 'x.aut:2:1: error LTS002: expected `(from, "label", to)`: a comma is missing'],
    [
      'des (0,1,2)\n(0,"a,1)',
      'x.aut:2:4: error LTS002: expected `(from, "label", to)`: the label is not closed by `"`',
    ],
    [
      "des (0,1,2)\n(0,,1)",
      'x.aut:2:3: error LTS002: expected `(from, "label", to)`: the label is missing (an empty one is written `""`)',
    ],
    [
      'des (0,1,2)\n(0,a"b,1)',
      'x.aut:2:4: error LTS002: expected `(from, "label", to)`: a label with `"` begins and ends with `"`',
    ],
    [
      'des (0,1,2)\n(0,"a",1) (1,"b",0)',
      'x.aut:2:4: error LTS002: expected `(from, "label", to)`: there are two transitions in one line',
    ],
  ])("%j", (text, message) => {
    expect(mistakes(text)).toEqual([message]);
  });
});

test("all mistakes are reported at once, up to fifty", () => {
  const lines = Array.from({ length: 200 }, (_, i) => (i % 2 === 0 ? "(0,a,9)" : "nonsense"));
  const all = mistakes(`des (0,200,1)\n${lines.join("\n")}\n`);
  expect(all).toHaveLength(51);
  expect(all[50]).toContain("LTS007");
  expect(mistakes("des (0,3,1)\n(0,a,1)\n(0,b,0)\n(2,c,0)")).toHaveLength(2);
});

test("changed files are read or refused with places inside them, never with an exception: 5,000 changes", () => {
  const good = 'des (0,4,3)\n(0,"a",1)\n(1,lock(p1, f2),2)\n(2,"tau",0)\n(1,i,1)\n';
  const change = fc.record({
    at: fc.nat(good.length),
    cut: fc.nat(6),
    put: fc.oneof(
      fc.string({ maxLength: 4 }),
      fc.constantFrom('"', "\n", ",", "(", ")", "99999999999", "\r", "-", "\u0000", "des", "0"),
    ),
  });
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
      let text = good;
      for (const { at, cut, put } of changes) text = text.slice(0, at) + put + text.slice(at + cut);
      const { lts, diagnostics } = readAut(text, "x.aut");
      expect(lts === null).toBe(diagnostics.length > 0);
      const lines = text.split("\n");
      for (const { range } of diagnostics) {
        expect(range!.line).toBeLessThanOrEqual(lines.length);
        expect(range!.column).toBeLessThanOrEqual((lines[range!.line - 1] ?? "").length + 1);
        expect(range!.endColumn).toBeGreaterThanOrEqual(range!.column);
      }
      if (lts !== null) expect(edgesOf(read(writeLts(lts)))).toEqual(edgesOf(lts));
    }),
    { seed: 32, numRuns: 5000 },
  );
});
