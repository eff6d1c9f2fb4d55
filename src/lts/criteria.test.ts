/** Criteria: reading them, and abstraction against words spelled one by one. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { randomLts } from "../../test/support/lts-random.ts";
import { formatDiagnostic } from "../core/index.ts";
import {
  type Abstraction,
  abstraction,
  criterionPath,
  type Expression,
  type Lts,
  ltsOf,
  readCriteria,
} from "./index.ts";
import { edgesOf, PlainSystem } from "./test/lts-plain.ts";

function abstracted(lts: Lts, text: string): Abstraction {
  const { criteria, diagnostics } = readCriteria(text, "c");
  expect(diagnostics.map(formatDiagnostic)).toEqual([]);
  const { value, problem } = abstraction(lts, criteria);
  if (value === null) throw new Error(problem.message);
  return value;
}

const diver = ltsOf([
  [0, "?Go.!Dive", 1],
  [1, "?Leak.!Ascent", 2],
  [1, "?Leak", 3],
  [3, "!Ascent", 2],
  [1, "tau", 1],
  [2, "tau", 0],
]);

test("a leak that is not answered in the same reaction is an Error; the path to it is reported", () => {
  const { lts, concrete, automata } = abstracted(diver, "Error = any* [?Leak and not !Ascent]; # simon1996");
  expect(edgesOf(lts)).toEqual([
    [0, "Error", 1],
    [1, "Error", 1],
  ]);
  expect([...concrete]).toEqual([0, 3]);
  expect(criterionPath(diver, automata[0]!, 0, 3)).toEqual({ labels: ["?Go.!Dive", "?Leak"], states: [0, 1, 3] });
  expect(criterionPath(diver, automata[0]!, 0, 2)).toBeNull();
});

test("steps in between remain as internal ones if a criterion named tau says so", () => {
  const { lts } = abstracted(diver, 'Dive = [!Dive]; Up = [!Ascent]; tau = tau | "?Leak";');
  expect(edgesOf(lts)).toEqual([
    [0, "Dive", 1],
    [1, "Up", 2],
    [1, "tau", 3],
    [1, "tau", 1],
    [2, "tau", 0],
    [3, "Up", 2],
  ]);
});

test("what can never match, never happens or is empty is warned about, with place and guess", () => {
  const text = 'Error = [?Leek and not !Ascent];\nIdle = tau*;\nNo = "?Leak" "?Leak";';
  const { warnings } = abstracted(diver, text);
  expect(warnings.map(formatDiagnostic)).toEqual([
    'c:1:10: warning LTS030: no label of the system has the part ?Leek (did you mean "?Leak"?)',
    "c:2:1: warning LTS032: Idle also describes doing nothing; only paths of at least one step count",
    "c:1:1: warning LTS031: Error never happens: no path from a state of the abstraction spells it",
    "c:2:1: warning LTS031: Idle never happens: no path from a state of the abstraction spells it",
    "c:3:1: warning LTS031: No never happens: no path from a state of the abstraction spells it",
  ]);
});

/** Whether an expression describes a word: straight from its meaning. */
function describes(expression: Expression, word: readonly string[]): boolean {
  switch (expression.kind) {
    case "letter": {
      const { condition } = expression;
      const [label] = word;
      if (word.length !== 1) return false;
      if (condition.kind === "any") return true;
      if (condition.kind === "internal") return label === "tau";
      if (condition.kind === "not") return !describes({ kind: "letter", condition: condition.of }, word);
      return condition.kind === "label" && condition.pattern === label;
    }
    case "choice":
      return expression.of.some((part) => describes(part, word));
    case "sequence": {
      const [head, ...rest] = expression.of;
      if (head === undefined) return word.length === 0;
      return Array.from({ length: word.length + 1 }, (_, i) => i).some(
        (i) => describes(head, word.slice(0, i)) && describes({ kind: "sequence", of: rest }, word.slice(i)),
      );
    }
    case "repeat": {
      const { of, least, most } = expression;
      if (word.length === 0) return least === 0 || describes(of, []);
      if (most === 0) return false;
      // Each repetition takes at least one label, but for those that may be empty.
      const fewer = (n: number): number => Math.max(0, n - 1);
      return Array.from({ length: word.length }, (_, i) => i + 1).some(
        (i) =>
          describes(of, word.slice(0, i)) &&
          describes(
            { kind: "repeat", of, least: describes(of, []) ? 0 : fewer(least), most: most === null ? null : most - 1 },
            word.slice(i),
          ),
      );
    }
  }
}

const randomExpression: fc.Arbitrary<string> = fc.letrec<{ e: string }>((tie) => ({
  e: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    fc.constantFrom('"a"', '"b"', "tau", "any", '[not "a"]', "[not tau]"),
    fc.tuple(tie("e"), tie("e")).map(([x, y]) => `(${x} | ${y})`),
    fc.tuple(tie("e"), tie("e")).map(([x, y]) => `(${x} ${y})`),
    fc.tuple(tie("e"), fc.constantFrom("*", "+", "?", "{2}", "{1,2}", "{0,1}", "{2,}")).map(([x, r]) => `(${x})${r}`),
  ),
})).e;

test("400 random criteria on random systems: the steps are the ends of the words, paths tried one by one up to five steps", () => {
  fc.assert(
    fc.property(randomLts(3, 5), randomExpression, (lts, text) => {
      const { criteria, diagnostics } = readCriteria(`C = ${text};`, "c");
      expect(diagnostics).toEqual([]);
      const { lts: view, concrete, automata } = abstraction(lts, criteria).value!;
      const system = new PlainSystem(lts);
      const found = new Set(
        edgesOf(view)
          .filter(([from]) => from === 0)
          .map(([, , to]) => concrete[to]!),
      );
      // Words up to length five, as pairs of what was spelled and where it ends.
      const seen = new Set<number>();
      let ways: [readonly string[], number][] = [[[], lts.initial]];
      for (let length = 1; length <= 5; length++) {
        const known = new Set<string>();
        ways = ways
          .flatMap(([word, s]) => system.from(s).map(([, name, to]) => [[...word, name], to] as [string[], number]))
          .filter(([word, to]) => {
            const key = `${word} ${to}`;
            if (known.has(key)) return false;
            known.add(key);
            return true;
          })
          .slice(0, 300);
        for (const [word, to] of ways) if (describes(criteria[0]!.expression, word)) seen.add(to);
      }
      for (const to of seen) expect(found).toContain(to);
      // The other way round every step has a path that spells a word.
      for (const to of found) {
        const path = criterionPath(lts, automata[0]!, lts.initial, to)!;
        expect(describes(criteria[0]!.expression, path.labels)).toBe(true);
        path.labels.forEach((name, i) => {
          expect(system.after(path.states[i]!, name)).toContain(path.states[i + 1]);
        });
      }
    }),
    { seed: 51, numRuns: 400 },
  );
});

describe("mistakes are reported with their places", () => {
  test.each([
    ["", "c:1:1: error LTS027: there is no criterion; one is `Name = [condition];`"],
    ["A = ;", "c:1:5: error LTS022: a label, `any`, `tau`, `(` or `[` is expected, but here is `;`"],
    [
      "A = b;",
      "c:1:5: error LTS022: a label, `any`, `tau`, `(` or `[` is expected, but here is `b` (labels are written in quotation marks)",
    ],
    ['A = "b"', "c:1:8: error LTS022: `;` is expected, but here is the end of the file (a definition ends with `;`)"],
    ['A = "b;', 'c:1:5: error LTS021: this label is not closed by `"`'],
    ["A = [?X !Y];", "c:1:9: error LTS022: `]` is expected, but here is `!Y` (between conditions stand `and` or `or`)"],
    [
      "A = [Leak];",
      "c:1:6: error LTS022: a condition on a label is expected, but here is `Leak` (write ?Leak, !Leak or a label)",
    ],
    [
      "A = any{3,2};",
      "c:1:8: error LTS025: {3,2} is not a range of repetitions; allowed: {least,most} with most above 0 and not below least",
    ],
    ["A = any{9999};", "c:1:8: error LTS025: 9999 repetitions are more than 1000"],
    ["A = any; A = tau;", "c:1:10: error LTS023: A is already defined in line 1"],
    ["not = any;", "c:1:1: error LTS024: `not` is a word of the language and cannot be a name"],
    ["A = %any;", "c:1:5: error LTS020: `%` means nothing in a criterion"],
    [
      "A = !X;",
      "c:1:5: error LTS020: `!` means nothing in a criterion (conditions on parts of a label are written in brackets: [?Leak])",
    ],
    [`A = ${"(".repeat(200)}any${")".repeat(200)};`, "c:1:105: error LTS026: this is nested deeper than 100"],
  ])("%j", (text, message) => {
    expect(readCriteria(text, "c").diagnostics.map(formatDiagnostic)).toContain(message);
  });

  test("one mistake in each of two definitions gives two messages, and the third is read", () => {
    const { criteria, diagnostics } = readCriteria("A = ;\nB = (any;\nC = any;", "c");
    expect(diagnostics.map(({ range }) => range!.line)).toEqual([1, 2]);
    expect(criteria.map(({ name }) => name)).toEqual(["C"]);
  });
});

test("too many letters are refused, not made", () => {
  const { criteria } = readCriteria("A = ((any{1000}){1000}){1000};", "c");
  expect(abstraction(diver, criteria).problem?.code).toBe("LTS010");
});

test("changed criteria are read or refused with places inside them, never with an exception: 3,000 changes", () => {
  const good = 'Error = any* [?Leak and not (!Ascent or "x*")];\n# note\nB = ("a" | tau){2,3}+ "c"?;\n';
  const change = fc.record({
    at: fc.nat(good.length),
    cut: fc.nat(5),
    put: fc.oneof(
      fc.string({ maxLength: 3 }),
      fc.constantFrom("[", "]", "(", ")", "{", '"', ";", "=", "not ", "\n", "~", "1000"),
    ),
  });
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
      let text = good;
      for (const { at, cut, put } of changes) text = text.slice(0, at) + put + text.slice(at + cut);
      const { criteria, diagnostics } = readCriteria(text, "c");
      const lines = text.split("\n");
      for (const { range } of diagnostics) {
        expect(range!.line).toBeLessThanOrEqual(lines.length);
        expect(range!.column).toBeLessThanOrEqual(lines[range!.line - 1]!.length + 1);
      }
      abstraction(diver, criteria);
    }),
    { seed: 52, numRuns: 3000 },
  );
});
