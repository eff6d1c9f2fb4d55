/** Verdicts on small missions, decided by hand. A reaction is counted from 1; `await` does not look at the one in which it starts. */
import { expect, test } from "vitest";
import { formatDiagnostic } from "../../core/index.ts";
import type { Automaton } from "../automaton/automaton.ts";
import { compileMission } from "../compile/compile.ts";
import { checkActions, checkProperty } from "./check.ts";
import type { CheckOptions } from "./context.ts";
import { parseProperties } from "./property-parser.ts";
import { resolveProperties } from "./resolve.ts";
import type { Verdict } from "./verdict.ts";

const PLAIN = "input A, B, C; output X, Y;";
const TASKS = `${PLAIN} resource r, s;
  task T on r post P; end task
  task U on r post Q; end task
  task V on s post R; end task`;

function compiled(body: string, declarations: string): Automaton {
  const text = `mission M; ${declarations}\nmain ${body} end main\non fatal nothing end fatal`;
  const { automaton, diagnostics } = compileMission(text, "m.mission");
  if (automaton === null) throw new Error(`${text}\n${diagnostics.map(formatDiagnostic).join("\n")}`);
  return automaton;
}

function check(property: string, body: string, declarations = PLAIN, options: CheckOptions = {}): Verdict {
  const automaton = compiled(body, declarations);
  const { tree, diagnostics } = parseProperties(`property P: ${property};`, "m.properties");
  const resolved = resolveProperties(tree, automaton);
  expect([...diagnostics, ...resolved.diagnostics].map(formatDiagnostic)).toEqual([]);
  return checkProperty(automaton, resolved.properties[0]!, options);
}

/** Body, property, and "holds", "vacuous" or the number of reactions of the shortest counterexample. */
type Row = readonly [body: string, property: string, verdict: "holds" | "vacuous" | number, declarations?: string];

const together = "PAR{ SEQ(await A; emit X) SEQ(await B; emit Y) }";

const rows: Record<string, readonly Row[]> = {
  "never and always": [
    ["await A; emit X", "never X", 2],
    ["await immediate A; emit X", "never X", 1],
    ["emit X; pause; emit Y", "never X and Y", "holds"],
    [together, "never X and Y", 2],
    [together, "never X and Y", "holds", `${PLAIN} relation A # B;`],
    [together, "never X and Y given not (A and B)", "holds"],
    [together, "never X and Y without B", "vacuous"],
    ["await A; emit X", "never X and Y", "vacuous"],
    ["await A; emit X", "never A and not A", "vacuous"],
    ["sustain X", "always X", "holds"],
    ["pause; sustain X", "always X", 1],
    ["pause; sustain X", "always X after not X", "holds"],
    ["await A; emit X", "always not X or A", "holds"],
    ["await A; emit X", "always not X or B", 2],
    ["await A; emit X", "always not Y or B", "vacuous"],
    ["emit X; pause; emit Y", "never Y until X", "holds"],
    ["emit X; pause; emit Y", "never X until X", 1],
    ["emit X; pause; emit Y", "never Y after X", 2],
    ["emit X; pause; emit Y", "never X after Y", "holds"],
    ["emit X; pause; emit Y; pause; emit Y", "never Y after X until Y", 2],
    ["emit X; pause; emit Y; pause; emit X", "never X after X until Y", "holds"],
    ["await A; emit X", "never A and not B", "holds", `${PLAIN} relation A => B;`],
    ["await 5 s; emit X", "never X and not TIMER_1", "holds"],
  ],
  response: [
    ["await A; emit X; halt", "A leads to X in the same reaction", 1],
    ["await immediate A; emit X; halt", "A leads to X in the same reaction", 2],
    ["every immediate A do emit X end every", "A leads to X in the same reaction", "holds"],
    ["every immediate A do pause; emit X end every", "A leads to X within 1 reaction", 2],
    ["loop await A; pause; emit X end loop", "A leads to X within 1 reaction", 2],
    ["sustain X", "A leads to X in the same reaction", "holds"],
    ["emit Y; pause; pause; emit X; halt", "Y leads to X within 2 reactions", "holds"],
    ["emit Y; pause; pause; emit X; halt", "Y leads to X within 1 reaction", 2],
    ["emit Y; pause; pause; emit X; halt", "Y leads to X on every run", "holds"],
    ["emit Y; await A; emit X; halt", "Y leads to X eventually", "holds"],
    ["emit Y; await A; emit X; halt", "Y leads to X", "holds"],
    ["emit Y; await A; emit X; halt", "Y leads to X within 7 reactions", 8],
    ["emit Y; await A; emit X; halt", "Y leads to X on every run", 2],
    ["emit Y; await A; emit X; halt", "Y leads to X on every run provided A recur", "holds"],
    // Round at once it takes 1 + 5 reactions, with A first 2 + 1.
    ["emit Y; do loop pause; pause; pause; pause; pause end loop watching A; halt", "Y leads to X on every run", 3],
    ["emit Y; await A and B; emit X; halt", "Y leads to X on every run provided A, B recur", 3],
    ["emit Y; await A; if B then emit X end if; halt", "Y leads to X", 2],
    ["await A; emit Y; emit X", "Y leads to X without A", "vacuous"],
    ["halt", "A and B leads to X", "vacuous", `${PLAIN} relation A # B;`],
    ["do sustain X until A; halt", "B leads to X in the same reaction until A", 2],
    ["do sustain X until A; halt", "B leads to X in the same reaction until A given not (A and B)", "holds"],
    ["await A; emit X; halt", "B leads to X until A", "holds"],
    ["halt", "F leads to FATAL in the same reaction until FATAL", "holds", `${PLAIN} fatal F;`],
    ["halt", "F leads to FATAL in the same reaction", 2, `${PLAIN} fatal F;`],
  ],
  reach: [
    ["await A; emit X", "always can reach X", "holds"],
    ["await A; emit X", "always reaches X", 2],
    ["await A; emit X", "always reaches X provided A recur", "holds"],
    ["emit X", "always reaches X", "holds"],
    ["await A; if B then emit X end if", "always can reach X", 2],
    ["await A; emit X", "always can reach X again", 2],
    ["loop await A; emit X end loop", "always can reach X again", "holds"],
    ["loop await A; emit X end loop", "always reaches X again", 2],
    ["await A; emit X", "always can reach X without A", 0],
    ["loop emit X; pause; pause end loop", "always reaches X again", "holds"],
    ["T; emit X", "always reaches X provided P recur", 3, TASKS],
    ["T; emit X", "always reaches X provided tasks stop", 2, TASKS],
    ["T; emit X", "always reaches X provided P recur provided tasks stop", "holds", TASKS],
  ],
  "only after": [
    ["await A; emit X; halt", "X only after A", "holds"],
    ["await A; emit X; halt", "X only after B", 2],
    ["await A; emit X; pause; emit X; halt", "X only after A since X", 3],
    ["loop await A; emit X end loop", "X only after A since X", "holds"],
    ["await A; emit X; halt", "Y only after A", "vacuous"],
    ["emit X; pause; emit Y; halt", "Y only after X", "holds"],
    ["emit X; pause; emit Y; halt", "X only after Y", 1],
    ["await A; emit X; halt", "X only after B", "holds", `${PLAIN} relation A => B;`],
  ],
  alternate: [
    ["loop emit X; pause; emit Y; pause end loop", "X, Y alternate", "holds"],
    ["loop emit X; pause; emit Y; pause end loop", "Y, X alternate", 1],
    ["loop emit X; pause; emit X; pause; emit Y; pause end loop", "X, Y alternate", 2],
    ["emit X; pause; loop emit Y; emit X; pause end loop", "X, Y alternate", "holds"],
    ["loop emit X; emit Y; pause end loop", "X, Y alternate", 1],
    ["halt", "X, Y alternate", "vacuous"],
  ],
  "overlaps and tasks": [
    ["emit X; pause; emit Y; halt", "X to A never overlaps Y to B", 2],
    ["emit X; await A; emit Y; halt", "X to A never overlaps Y to B", "holds"],
    ["emit X; halt", "X to A never overlaps X to B", 1],
    ["emit X; halt", "X to A never overlaps Y to B", "vacuous"],
    ["T; U", "T never runs beside U", "holds", TASKS],
    ["PAR{ T V }", "T never runs beside V", 1, TASKS],
    ["do T watching A; V", "T never active beside V", "holds", TASKS],
    ["do T watching A; V", "T never runs beside V", 2, TASKS],
    ["T; V", "T never runs beside V", "holds", TASKS],
    // A confirmation that was not asked for ends nothing.
    ["PAR{ T SEQ(await A; V) }", "T never runs beside V given STOPPED_T", 2, TASKS],
    ["T; await A; U", "T never runs beside U without A", "vacuous", TASKS],
    ["T; U", "no conflict on r", "holds", TASKS],
    ["T; U", "no conflict", "holds", TASKS],
    ["do T watching A; U", "no conflict on r", "holds", TASKS],
    ["PAR{ T U }", "no conflict on r", 1, TASKS],
    ["PAR{ T SEQ(await A; U) }", "no conflict on r", 2, TASKS],
    ["PAR{ T SEQ(await A; U) V }", "no conflict on s", "holds", TASKS],
    ["PAR{ T T }", "no conflict on T", 1, TASKS],
    [
      "PAR{ W Z }",
      "no conflict on cpu",
      1,
      `${PLAIN} resource cpu software; task W on cpu end task task Z on cpu end task`,
    ],
    ["await A; T", "no conflict on r without A", "vacuous", TASKS],
  ],
  deadlock: [
    ["await A", "no deadlock", "holds"],
    ["halt", "no deadlock", 0],
    ["emit X; halt", "no deadlock", 1],
    ["emit X; halt", "no deadlock except after X", "holds"],
    ["loop pause end loop", "no deadlock", 0],
    ["loop await A; await B end loop", "no deadlock", 0],
    ["loop await A; emit X end loop", "no deadlock", "holds"],
    ["loop await A; emit X end loop", "no deadlock without A", 0],
    ["await A; if B then halt end if; emit X", "no deadlock", 2],
    ["T; T", "no deadlock", "holds", TASKS],
  ],
  sequences: [
    ["emit X; pause; emit Y; halt", "never sequence X then Y", 2],
    ["emit X; pause; emit Y; halt", "never sequence Y then X", "holds"],
    ["emit X; await A; emit Y; halt", "never sequence X then any number of not A then Y", 2],
    ["emit X; await A; emit Y; halt", "never sequence X then any number of not A then Y and not A", "vacuous"],
    ["emit X; pause; pause; pause; emit Y; halt", "never sequence X then any number of not Y then Y", 4],
    ["emit X; pause; pause; pause; emit Y; halt", "never sequence X then at least one of not Y then Y", 4],
    ["emit X; pause; pause; pause; emit Y; halt", "never sequence X then maybe not Y then Y", "holds"],
    ["emit X; pause; emit X; halt", "never sequence 3 times X", "holds"],
    ["emit X; pause; emit X; halt", "never sequence 2 times X", 2],
    ["emit X; pause; emit Y; halt", "never sequence at least one of X then Y", 2],
    ["emit X; pause; emit Y; halt", "never sequence maybe X then Y", 2],
    ["emit X; pause; emit Y; halt", "never sequence { Y then X, X then Y }", 2],
    ["emit X; pause; emit Y; halt", "never sequence X then any reaction then Y", "holds"],
    ["emit X; await A; emit Y; halt", "never sequence X then any reaction then Y", 3],
    ["await A; emit X", "never sequence A then any number of (not X and not A) then B", 2],
  ],
};

const all = Object.entries(rows).flatMap(([form, list]) =>
  list.map((row) => [`${form}: ${row[1]}, of ${row[0]}`, row] as const),
);

test.each(all)("%s", (_, [body, property, expected, declarations]) => {
  const { verdict, counterexample } = check(property, body, declarations);
  if (typeof expected === "string") {
    expect({ verdict, counterexample }).toEqual({ verdict: expected, counterexample: null });
    return;
  }
  expect({ verdict, length: counterexample?.reactions.length }).toEqual({ verdict: "fails", length: expected });
  if (counterexample?.kind !== "loop") expect(counterexample?.shortest).toBe(true);
});

test("there are at least 60 verdicts by hand, of all three kinds", () => {
  const kinds = all.map(([, row]) => (typeof row[2] === "number" ? "fails" : row[2]));
  expect(kinds.length).toBeGreaterThanOrEqual(60);
  for (const kind of ["holds", "fails", "vacuous"]) expect(kinds.filter((k) => k === kind).length).toBeGreaterThan(10);
});

test("a response says which form holds: the same reaction, a bound, every run, or that it stays possible", () => {
  const facts = (body: string, more = ""): Verdict["response"] => check(`Y leads to X${more}`, body).response;
  expect(facts("emit Y; emit X; halt")).toEqual({
    ...{ sameReaction: true, withinReactions: 0, everyRun: true, staysPossible: true },
  });
  expect(facts("emit Y; pause; pause; emit X; halt")).toEqual({
    ...{ sameReaction: false, withinReactions: 2, everyRun: true, staysPossible: true },
  });
  expect(facts("emit Y; await A; emit X; halt", " provided A recur")).toEqual({
    ...{ sameReaction: false, withinReactions: null, everyRun: true, staysPossible: true },
  });
  expect(facts("emit Y; await A; emit X; halt")).toEqual({
    ...{ sameReaction: false, withinReactions: null, everyRun: false, staysPossible: true },
  });
  expect(facts("emit Y; await A; if B then emit X end if; halt")).toEqual({
    ...{ sameReaction: false, withinReactions: null, everyRun: false, staysPossible: false },
  });
});

test("what holds on fair runs only comes with a run on which it never happens", () => {
  const { verdict, endless, reach } = check("always can reach X", "await A; emit X");
  expect(verdict).toBe("holds");
  expect(reach).toEqual({ staysPossible: true, everyRun: false, oneState: true });
  expect(endless).toMatchObject({ kind: "loop", loopFrom: 1, shortest: true });
  expect(endless!.reactions.map((r) => r.inputs)).toEqual([[], []]);
});

test("a counterexample has no more inputs than it needs, and those that relations force", () => {
  const plain = check("never X", "await A or B; emit X").counterexample!;
  expect(plain.reactions.map((r) => r.inputs)).toEqual([[], ["B"]]);
  const forced = check("never X", "await A; emit X", `${PLAIN} relation A => B; relation B => C;`).counterexample!;
  expect(forced.reactions.map((r) => r.inputs)).toEqual([[], ["A", "B", "C"]]);
});

test("a counterexample shows outputs, states and what is active, with lines of the mission", () => {
  const { counterexample } = check("never X", "await A;\nemit X;\nhalt");
  expect(counterexample!.reactions).toMatchObject([
    { outputs: [], from: 0, to: 1, activeBefore: [], activeAfter: [{ text: "await A", line: 2 }] },
    { outputs: ["X"], from: 1, to: 2, activeBefore: [{ text: "await A", line: 2 }], activeAfter: [{ line: 4 }] },
  ]);
});

test.each([
  ["never X and Y", "await A; emit X", "P says nothing: Y is never emitted"],
  ["A leads to X without A", "await A; emit X", "P says nothing: A never comes, by assumption"],
  ["never A and not A", "await A; emit X", "P says nothing: `A and not A` contradicts itself"],
  ["Y only after X", "await A; emit X", "P says nothing: Y is never emitted"],
  ["never sequence X then Y", "await A; emit X", "P says nothing: Y is never emitted"],
  ["X and Y leads to A", "emit X; pause; emit Y", "P says nothing: no reachable reaction has `X and Y`"],
])("%s on %s is vacuous, and the warning says why", (property, body, message) => {
  const { verdict, diagnostics } = check(property, body);
  expect(verdict).toBe("vacuous");
  expect(diagnostics).toMatchObject([{ severity: "warning", code: "PRF014", message, range: { line: 1, column: 10 } }]);
});

test("actions that can never match are warned about; errors that have to be absent are not", () => {
  const automaton = compiled("await A; emit X", PLAIN);
  const text = "action Gone = Y and A; action Odd = A and not A; action Wrong = X and not A; property P: never Wrong;";
  const { properties, actions } = resolveProperties(parseProperties(text, "p").tree, automaton);
  expect(checkActions(automaton, actions).map((d) => d.message)).toEqual([
    "Gone can never match: Y is never emitted",
    "Odd can never match: `A and not A` contradicts itself",
  ]);
  expect(properties[0]!.text).toBe("never X and not A");
  expect(checkProperty(automaton, properties[0]!).verdict).toBe("holds");
});

test("a product that is too large leaves the property undecided, with a message", () => {
  const { verdict, diagnostics } = check(
    "Y leads to X within 900 reactions",
    "loop emit Y; await A; emit X; pause end loop",
    PLAIN,
    {
      mostConfigurations: 200,
    },
  );
  expect(verdict).toBe("undecided");
  expect(diagnostics).toMatchObject([{ code: "PRF016", message: "P is undecided: more than 200 configurations" }]);
});

test("a sequence whose watcher explodes is undecided, not endless", () => {
  // Which of the last 30 reactions had A: up to 2³⁰ memories.
  const { verdict, diagnostics } = check("never sequence A then 30 times any reaction then B", "sustain X");
  expect(verdict).toBe("undecided");
  expect(diagnostics).toMatchObject([{ code: "PRF016", message: expect.stringContaining("100000 memories") }]);
});

test("times come from the clock that is passed in", () => {
  let now = 5;
  const { time_ms } = check("never X", "await A; emit X", PLAIN, { clock: () => (now += 3) });
  expect(time_ms).toBe(3);
  expect(check("never X", "await A; emit X").time_ms).toBeNull();
});
