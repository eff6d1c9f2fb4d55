import fc from "fast-check";
import { expect, test } from "vitest";
import { formatDiagnostic } from "../../core/index.ts";
import { compileMission } from "../compile/compile.ts";
import { rangeOf, unmark } from "../test/marks.ts";
import { Draws } from "../test/random-draws.ts";
import { randomMission } from "../test/random-mission.ts";
import { randomProperty } from "../test/random-property.ts";
import { parseProperties } from "./property-parser.ts";
import { propertyText } from "./property-text.ts";
import { resolveProperties } from "./resolve.ts";

const { automaton } = compileMission(
  `mission M; input A, B, C; output X, Y; resource r;
   task T on r post P; end task
   main T; await A; emit X; emit Y end main`,
  "m.mission",
);

/** Everything that is wrong with a text, reading and names together. */
function problems(text: string): string[] {
  const { tree, diagnostics } = parseProperties(text, "p");
  return [...diagnostics, ...resolveProperties(tree, automaton!).diagnostics].map(formatDiagnostic);
}

test.each([
  "never A and not (B or C)",
  "always not A or B and C",
  "always can reach X",
  "always reaches X again",
  "A leads to X eventually",
  "A leads to X in the same reaction",
  "A leads to X within 1 reaction",
  "A leads to X within 12 reactions",
  "A or B leads to X and not Y on every run",
  "X only after A",
  "X only after A since B or C",
  "X, Y alternate",
  "no conflict",
  "no conflict on r, T",
  "no deadlock",
  "no deadlock except after X or Y",
  "T never runs beside T",
  "T never active beside T",
  "X to A never overlaps Y to B or C",
  "never sequence X then any number of not A then { Y then B, maybe C } then 3 times any reaction",
  "never sequence at least one of { A then B } then C",
  'on X, Y conforms to "shape.aut"',
  "never X after A until B without C given not (A and B)",
  "always reaches X without B provided tasks stop provided A, C recur",
])("%s is read and written as it stands", (text) => {
  const { tree, diagnostics } = parseProperties(`property P: ${text};`, "p");
  expect(diagnostics).toEqual([]);
  expect(propertyText(tree.properties[0]!)).toBe(text);
});

test("words of properties may be names of signals", () => {
  const text = "property property: (never) leads to leads only_ within 2 reactions; action action = (always) and no;";
  expect(parseProperties(text.replace(" only_", ""), "p").diagnostics).toEqual([]);
});

test("texts written from random properties read back to the same texts", () => {
  for (let seed = 1; seed <= 300; seed++) {
    const source = randomProperty(automaton!, seed, { mostInputs: 3 });
    const first = parseProperties(source, "p").tree.properties[0]!;
    const text = propertyText(first);
    const { tree, diagnostics } = parseProperties(`property P: ${text};`, "p");
    expect(diagnostics, text).toEqual([]);
    expect(propertyText(tree.properties[0]!)).toBe(text);
  }
});

test.each([
  ["property P: never <|Nothing|>;", "PRF006: the mission has no signal Nothing"],
  ["property P: never <|START_S|>;", 'PRF006: the mission has no signal START_S (did you mean "START_T"?)'],
  ["property P: no conflict on <|q|>;", 'PRF007: the mission uses no resource or task q (did you mean "r"?)'],
  ["property P: T never runs beside <|TT|>;", 'PRF007: the mission uses no task TT (did you mean "T"?)'],
  ["property P: never A given <|X|>;", "PRF009: X is an output; assumptions are about inputs"],
  ["property P: never A without <|X|>;", "PRF009: X is an output; assumptions are about inputs"],
  [
    "property P: never X given <|A and not A|>;",
    "PRF010: no inputs satisfy `given A and not A`: nothing would be proved",
  ],
  ["property P: A leads to X provided B recur <|provided|> A recur;", "PRF008: `provided` stands here twice"],
  ["property P: A leads to X without A provided <|A|> recur;", "PRF010: A can never come, so it cannot recur"],
  [
    "property P: always can reach X <|without STOPPED_T provided tasks stop|>;",
    "PRF010: STOPPED_T can never come, so `tasks stop` cannot hold",
  ],
  [
    "property P: no deadlock until <|A|>;",
    "PRF008: `after` and `until` stand only behind `never …`, `always …` and `… leads to …`",
  ],
  [
    "property P: never A <|provided tasks stop|>;",
    "PRF008: `provided` is about endless runs, and only `leads to` and `always … reach` look at those",
  ],
  ["action <|E|> = F; action F = E; property P: never A;", "PRF011: E is defined by itself"],
  ["action <|A|> = B; property P: never B;", "PRF005: A is already a signal of the mission"],
  ["property P: never A; property <|P|>: never B;", "PRF005: P is already defined"],
  [
    "property <|P|>: never sequence any number of A;",
    "PRF012: the sequence matches even where nothing happens (ask for at least one reaction)",
  ],
  [
    "property <|P|>: never sequence 100 times { 100 times A };",
    "PRF013: the sequence has more than 1000 steps when written out",
  ],
  [
    "property P: A leads to X within <|0|> reactions;",
    "PRF004: a whole number of reactions, 1 to 1000, is expected, but here is `0`",
  ],
  [
    "property P: A leads to X within <|1001|> reactions;",
    "PRF004: a whole number of reactions, 1 to 1000, is expected, but here is `1001`",
  ],
  ["property P: A leads <|X|>;", "PRF003: `to` is expected, but here is `X`"],
  [
    "property P: always can <|raech|> X;",
    "MIS011: `raech` is not a word of the language here; allowed: `reach` (did you mean `reach`?)",
  ],
  [
    "<|proprety|> P: never X;",
    "MIS011: `proprety` is not a word of the language here; allowed: `property` (did you mean `property`?)",
  ],
  [
    "<|emit|> X; property P: never A;",
    "PRF001: `property NAME: …;` or `action NAME = …;` is expected, but here is `emit`",
  ],
  ["property P: no <|life|>;", "PRF003: `conflict` or `deadlock` is expected, but here is `life`"],
  ["property P: never X<||> property Q: never Y;", "MIS012: `;` is missing before `property`"],
  ["property P: never <|;|>", "MIS020: a condition (a signal, `not` or `(`) is expected, but here is `;`"],
  ["<||>", "PRF019: the file has no property (write for example `property Calm: no deadlock;`)"],
])("%s", (marked, message) => {
  const { text, marks } = unmark(marked);
  const range = rangeOf(text, marks[0]!, "p");
  const found = problems(text);
  expect(found).toContain(`p:${range.line}:${range.column}: error ${message}`);
});

test("all mistakes of a file are reported at once, and the sound properties are still there", () => {
  const text = `property One: never Z;
property Two never A;
property Three: A leeds to X;
property Four: never A;
action Five = ;
property Six: X only after Q;`;
  expect(
    problems(text).map((line) =>
      line
        .replace(/ (error|warning) /, " ")
        .split(":")
        .slice(1, 4)
        .join(":"),
    ),
  ).toEqual(["2:14: MIS019", "3:19: MIS011", "5:15: MIS020", "1:21: PRF006", "6:28: PRF006"]);
  const { tree } = parseProperties(text, "p");
  expect(resolveProperties(tree, automaton!).properties.map((p) => p.name)).toContain("Four");
});

/** What holds for every text: no exception, sound places, known codes. */
function expectRead(text: string): void {
  const { tree, diagnostics } = parseProperties(text, "p");
  const all = [...diagnostics, ...resolveProperties(tree, automaton!).diagnostics];
  const lines = text.split(/\r\n|\r|\n/);
  const wrong = all.filter(
    ({ code, range }) =>
      !/^(MIS0[012]\d|PRF0[01]\d)$/.test(code) ||
      range!.line > lines.length ||
      range!.column > lines[range!.line - 1]!.length + 1,
  );
  expect(wrong).toEqual([]);
}

const words = [
  ..."property action never always can reach reaches again leads to eventually in the same reaction within reactions".split(
    " ",
  ),
  ..."on every run only after since alternate no conflict deadlock except runs active beside overlaps sequence then".split(
    " ",
  ),
  ..."conforms until without given provided tasks stop recur any number of at least one maybe times not and or".split(
    " ",
  ),
  ...[
    "A",
    "B",
    "X",
    "T",
    "r",
    "5",
    "0",
    '"f.aut"',
    "(",
    ")",
    "{",
    "}",
    ",",
    ";",
    ":",
    "=",
    "|",
    "/*",
    "//",
    "\n",
    "é",
    '"',
  ],
];

test("random characters and random words are read to the end", () => {
  const some = fc.array(fc.constantFrom(...words), { maxLength: 60 }).map((list) => list.join(" "));
  for (const [k, text] of [fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }), some].entries()) {
    fc.assert(
      fc.property(text, (t) => expectRead(t)),
      { seed: 10 + k, numRuns: 250 },
    );
    fc.assert(
      fc.property(text, (t) => expectRead(`property P: ${t}; property Q: never A;`)),
      { seed: 20 + k, numRuns: 400 },
    );
  }
});

test("files with pieces lost, doubled or moved are read to the end", () => {
  const d = new Draws(3, "mutations");
  const whole = Array.from({ length: 6 }, (_, k) => randomProperty(automaton!, k, { mostInputs: 3 })).join("\n");
  for (let k = 0; k < 500; k++) {
    const from = d.between(0, whole.length);
    const to = d.between(from, Math.min(whole.length, from + 40));
    const at = d.between(0, whole.length);
    expectRead(whole.slice(0, from) + whole.slice(to));
    expectRead(whole.slice(0, at) + whole.slice(from, to) + whole.slice(at));
    expectRead(whole.slice(0, from) + d.one(words) + whole.slice(to));
  }
});

test("deep brackets, long chains of actions and a million words end in diagnostics, not in a full stack", () => {
  expectRead(`property P: never ${"(".repeat(50_000)}A;`);
  expectRead(`property P: never sequence ${"{ ".repeat(50_000)}A;`);
  const chain = Array.from({ length: 5000 }, (_, k) => `action N${k} = N${k + 1} or A;`).join("\n");
  expectRead(`${chain}\naction N5000 = B; property P: never N0;`);
  const doubled = Array.from({ length: 60 }, (_, k) => `action N${k} = N${k + 1} or N${k + 1};`).join("\n");
  expectRead(`${doubled}\naction N60 = B; property P: never N0;`);
  expectRead("never ".repeat(100_000));
});

test("a property of one mission is refused by another that lacks its signals", () => {
  const other = randomMission(3);
  const { automaton: another } = compileMission(other.source, "o.mission");
  const { tree } = parseProperties("property P: never START_T;", "p");
  expect(resolveProperties(tree, another!).properties).toEqual([]);
});
