import { expect, test } from "vitest";
import { rangeOf, unmark } from "../test/marks.ts";
import { compileMission } from "./compile.ts";

/** name, mission with the blamed stretch marked, code, a piece of the message or hint. */
const CASES: readonly (readonly [name: string, marked: string, code: string, says: string])[] = [
  [
    "a signal declared twice",
    "mission M; input A; output <|A|>; main await A end main",
    "MIS030",
    "A is already declared",
  ],
  ["two tasks of one name", "mission M; task T end task task <|T|> end task main T end main", "MIS030", "task T"],
  [
    "a task and a procedure of one name",
    "mission M; task T end task procedure <|T|> pause end procedure main T end main",
    "MIS030",
    "T",
  ],
  [
    "a task and a resource of one name",
    "mission M; resource r; task <|r|> on r end task main r end main",
    "MIS030",
    "r",
  ],
  ["a parameter twice", "mission M; task T(a = 1, <|a|> = 2) end task main T end main", "MIS030", "parameter a"],
  [
    "an event twice in one task",
    "mission M; task T post A; type1 <|A|>; end task main T end main",
    "MIS030",
    "event A",
  ],
  [
    "an exception twice in one block",
    "mission M; main exception E, <|E|> in raise E end exception end main",
    "MIS030",
    "E",
  ],
  [
    "a second handler",
    "mission M; main exception E in raise E handle E do pause handle <|E|> do pause end exception end main",
    "MIS030",
    "second handler",
  ],
  [
    "an unknown signal",
    "mission M; input BatteryLow; main await BatteryLow; await <|BateryLow|> end main",
    "MIS031",
    'did you mean "BatteryLow"?',
  ],
  ["an unknown task", "mission M; task Dive end task main Dive; <|Dife|> end main", "MIS031", 'did you mean "Dive"?'],
  [
    "an unknown resource",
    "mission M; resource arm; task T on <|amr|>, arm end task main T end main",
    "MIS031",
    "no resource amr",
  ],
  [
    "an unknown computer",
    "mission M; computer base; resource arm at <|bse|>; task T on arm end task main T end main",
    "MIS031",
    'did you mean "base"?',
  ],
  [
    "an unknown parameter",
    "mission M; task T(depth_m = 1) end task main T(<|deph_m|> = 2) end main",
    "MIS031",
    'did you mean "depth_m"?',
  ],
  [
    "a handler of a name that its block lacks",
    "mission M; main exception E in raise E handle <|F|> do pause end exception end main",
    "MIS031",
    "no exception of this block F",
  ],
  [
    "a relation with an output",
    "mission M; input A; output B; relation A # <|B|>; main await A; emit B end main",
    "MIS031",
    "B is not an input",
  ],
  ["too many arguments", "mission M; task T(a) end task main T(1, <|2|>) end main", "MIS032", "takes 1 argument"],
  ["a missing argument", "mission M; task T(a) end task main <|T|> end main", "MIS032", "T needs a"],
  ["an argument twice", "mission M; task T(a) end task main T(1, <|a = 2|>) end main", "MIS032", "given twice"],
  ["an input emitted", "mission M; input A; main await A; emit <|A|> end main", "MIS033", "A is an input"],
  [
    "a command tested",
    "mission M; task T end task main PAR{ T await <|START_T|> } end main",
    "MIS034",
    "goes to the robot",
  ],
  [
    "a type 2 exception that is not handled",
    "mission M; task T type2 E; end task main <|T|> end main",
    "MIS035",
    "E, an exception of T, is not handled",
  ],
  ["a raise that is not handled", "mission M; main raise <|E|> end main", "MIS035", "E is not handled"],
  [
    "a fatal signal without handler",
    "mission M; fatal <|Leak|>; main halt end main",
    "MIS036",
    "there is no `on fatal`",
  ],
  [
    "two handlers of fatal exceptions",
    "mission M; fatal L; main halt end main on fatal pause end fatal <|on fatal pause end fatal|>",
    "MIS036",
    "second",
  ],
  ["no main", "mission <|M|>;", "MIS037", "no `main`"],
  ["two mains", "mission M; main pause end main <|main pause end main|>", "MIS037", "second"],
  [
    "recursion",
    "mission M; procedure P Q end procedure procedure Q pause; <|P|> end procedure main P end main",
    "MIS038",
    "P calls Q calls P",
  ],
  ["no repetition at all", "mission M; main <|repeat 0 times pause end repeat|> end main", "MIS039", "repeat 0 times"],
  ["a time of nothing", "mission M; main await <|0 s|> end main", "MIS039", "between 1 µs and 100 days"],
  [
    "relations that exclude what they demand",
    "mission M; input A, B; relation A => B; <|relation A # B;|> main await A and B end main",
    "MIS041",
    "A can never be present",
  ],
  [
    "a fatal exception caught",
    "mission M; fatal L; main exception <|L|> in raise L end exception end main on fatal pause end fatal",
    "MIS042",
    "only `on fatal`",
  ],
  ["two init clauses", "mission M; task T init; <|init;|> end task main T end main", "MIS043", "second `init`"],
  ["a time as suspension", "mission M; main suspend halt when <|5 s|> end main", "MIS044", "not by a time"],
  [
    "a loop that may not pause",
    "mission M; input A; output B; main <|loop if A then pause end if; emit B end loop|> end main",
    "MIS045",
    "without ever pausing",
  ],
  [
    "a signal that depends on itself",
    "mission M; output S; main if S then <|emit S|> end if end main",
    "MIS046",
    "S is present depends on itself, after the inputs: nothing",
  ],
  [
    "a name of a task's own",
    "mission M; output <|STOP_T|>; task T end task main T; emit STOP_T end main",
    "MIS052",
    "already has by itself",
  ],
  [
    "a value that is not a parameter",
    "mission M; task T(a) end task main T(<|b|>) end main",
    "MIS053",
    "not a parameter",
  ],
];

test.each(CASES)("%s is reported once, at its place", (_name, marked, code, says) => {
  const { text, marks } = unmark(marked);
  const { diagnostics, automaton } = compileMission(text, "m.mission");
  const errors = diagnostics.filter((d) => d.severity === "error");
  expect(automaton).toBeNull();
  expect(errors.map((d) => d.code)).toEqual([code]);
  expect(`${errors[0]!.message} ${errors[0]!.hint ?? ""}`).toContain(says);
  expect(errors[0]!.range).toEqual(rangeOf(text, marks[0]!, "m.mission"));
});

const NOTES: readonly (readonly [name: string, marked: string, code: string, says: string])[] = [
  ["an input that nothing looks at", "mission M; input <|A|>; main pause end main", "MIS040", "nothing looks at A"],
  ["an output that nothing emits", "mission M; output <|A|>; main pause end main", "MIS040", "nothing emits A"],
  [
    "a local signal that nothing emits",
    "mission M; main signal <|S|> in await S end signal end main",
    "MIS040",
    "nothing emits S",
  ],
  ["a task that nothing calls", "mission M; task <|T|> end task main pause end main", "MIS051", "nothing calls T"],
  ["a resource that no task uses", "mission M; resource <|r|>; main pause end main", "MIS051", "no task uses r"],
  [
    "a body that ends before its trigger",
    "mission M; input A; main <|do pause until A|> end main",
    "MIS049",
    "`watching`",
  ],
  [
    "two tasks that can want one resource",
    "mission M; resource r; task T on r end task task U on r end task main PAR{ <|T|> U } end main",
    "MIS050",
    "T and U can want r at once, after the inputs: nothing",
  ],
];

test.each(NOTES)("%s is noted, and the mission compiles", (_name, marked, code, says) => {
  const { text, marks } = unmark(marked);
  const { diagnostics, automaton } = compileMission(text, "m.mission");
  expect(automaton).not.toBeNull();
  expect(diagnostics.map((d) => d.code)).toEqual([code]);
  expect(`${diagnostics[0]!.message} ${diagnostics[0]!.hint ?? ""}`).toContain(says);
  expect(diagnostics[0]!.range).toEqual(rangeOf(text, marks[0]!, "m.mission"));
});

test("a causality cycle through two signals names both, the statements, and the inputs that lead there", () => {
  const text = `mission M;
input Go;
main
  await Go;
  signal A, B in
    PAR{
      if A then nothing else emit B end if
      if B then nothing else emit A end if
    }
  end signal
end main`;
  const { diagnostics } = compileMission(text, "m.mission");
  const [error] = diagnostics.filter((d) => d.severity === "error");
  expect(error!.code).toBe("MIS046");
  expect(error!.message).toMatch(/A on B on A|B on A on B/);
  expect(error!.message).toContain("after the inputs: nothing, then Go");
  expect(error!.related!.map((r) => r.message).sort()).toEqual(["emit A", "emit B"]);
});

test("all mistakes of a mission are reported at once", () => {
  const { diagnostics } = compileMission("mission M; main emit A; emit B; Dive; raise E end main", "m.mission");
  // `raise` is looked at once the names are right.
  expect(diagnostics.map((d) => d.code)).toEqual(["MIS031", "MIS031", "MIS031"]);
});

test("an automaton beyond the limit of states is refused with what to do about it", () => {
  const branches = Array.from({ length: 8 }, (_, i) => `SEQ( await A${i}; await B${i} )`).join(" ");
  const names = Array.from({ length: 8 }, (_, i) => `A${i}, B${i}`).join(", ");
  const { diagnostics } = compileMission(`mission M; input ${names}; main PAR{ ${branches} } end main`, "m.mission", {
    mostStates: 50,
  });
  expect(diagnostics[0]!.code).toBe("MIS047");
  expect(diagnostics[0]!.hint).toMatch(/branches of PAR multiply, here \d · \d/);
});

test("a mission that repeats without end in sight is refused before it fills the memory", () => {
  const nested = "repeat 1000 times repeat 1000 times pause end repeat end repeat";
  expect(compileMission(`mission M; main ${nested} end main`, "m.mission").diagnostics[0]!.code).toBe("MIS048");
});

test("too many inputs in one state are refused as well, without the wait for all of them", () => {
  const names = Array.from({ length: 30 }, (_, i) => `A${i}`);
  const branches = names.map((name) => `await ${name}`).join(" ");
  const { diagnostics } = compileMission(
    `mission M; input ${names.join(", ")}; main PAR{ ${branches} } end main`,
    "m.mission",
    {
      mostTransitions: 10_000,
    },
  );
  expect(diagnostics[0]!.code).toBe("MIS047");
  expect(diagnostics[0]!.message).toContain("more than 10000 transitions");
});

test("calls that lie too deep in one another are refused, not a stack that overflows", () => {
  const procedures = Array.from({ length: 1200 }, (_, i) =>
    i === 1199 ? `procedure P${i} pause end procedure` : `procedure P${i} do P${i + 1} watching I end procedure`,
  );
  const { diagnostics } = compileMission(`mission M; input I; ${procedures.join(" ")} main P0 end main`, "m.mission");
  expect(diagnostics.map((d) => d.code)).toEqual(["MIS048"]);
  expect(diagnostics[0]!.message).toContain("deep in one another");
});

test("a parameter may have any name, __proto__ included, and keeps its values apart", () => {
  const text = "mission M; task T(__proto__) post E; end task main T(5); T(6) end main";
  const { sets } = compileMission(text, "m.mission").automaton!.data.tasks[0]!;
  expect(sets.map((set) => Object.entries(set))).toEqual([[["__proto__", 5]], [["__proto__", 6]]]);
});

test("two tasks whose names would give one signal to both are refused", () => {
  const text = `mission M; task A type1 B_C; end task task A_B type1 C; end task main A; A_B end main`;
  expect(compileMission(text, "m.mission").diagnostics[0]).toMatchObject({
    code: "MIS052",
    message: "PARAM_A_B_C would be a signal of two tasks",
  });
});

test("many relations are looked through in no time", () => {
  const names = Array.from({ length: 400 }, (_, i) => `A${i}`);
  const chain = names.slice(1).map((name, i) => `relation ${names[i]} => ${name};`);
  const text = `mission M; input ${names.join(", ")}; ${chain.join(" ")} main await ${names.join(" or ")} end main`;
  expect(compileMission(text, "m.mission").automaton!.states).toBe(3);
});

/** A task whose event nothing declares, beside another task or a declaration. */
const events = (a: string, b: string, declared = ""): string[] => {
  const text = `mission M; ${declared} task T post ${a}; end task task U post ${b}; end task main T; U end main`;
  return compileMission(text, "m.mission").diagnostics.map(({ code, severity, hint }) => `${severity} ${code} ${hint}`);
};

test("an event of a task that is a letter off another signal is reported: as it stands it is an input of its own", () => {
  for (const slip of [
    "DepthReachd",
    "DepthRaeched",
    "DepthReachedd",
    "DepthReacheds",
    "Depthreached",
    "DepthReaxhed",
  ]) {
    expect(events("DepthReached", slip)).toEqual([
      `warning MIS088 did you mean "DepthReached"? If not, say: input ${slip};`,
    ]);
    // Declared, it is meant.
    expect(events("DepthReached", slip, `input ${slip};`)).toHaveLength(1);
    expect(events("DepthReached", slip, `input DepthReached, ${slip};`)).toEqual([]);
  }
  expect(events("DepthReached", "DepthReached")).toEqual([]);
});

test("names that count, short ones and different ones are nothing to report", () => {
  for (const [a, b] of [
    ["Leg1Done", "Leg2Done"],
    ["PointA", "PointB"],
    ["Reached", "Reached2"],
    ["Here", "Hare"],
    ["TargetFound", "TargetLost"],
  ] as const) {
    expect(events(a, b)).toEqual([]);
  }
});
