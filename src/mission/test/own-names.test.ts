/**
 * An author may use names that look like those of the mission's own signals: START_LINE is an output like any other. And more: with the
 * names of an automaton's signals exchanged, everything that goes by roles does the same as before, under the other names.
 */
import { expect, test } from "vitest";
import { writeLts } from "../../lts/index.ts";
import { Automaton } from "../automaton/automaton.ts";
import { distribute } from "../automaton/distribute.ts";
import { compileMission } from "../compile/compile.ts";
import { readAutomaton, writeAut, writeAutomaton, writeC } from "../export/index.ts";
import { checkProperty } from "../proof/check.ts";
import { parseProperties } from "../proof/property-parser.ts";
import { resolveProperties } from "../proof/resolve.ts";
import { Exercise, MissionExecutor } from "../run/index.ts";
import { readScript } from "../run/script.ts";
import { abstractView } from "../views/index.ts";

const TEXT = `
mission Own;
resource r, s;
input A, STOPPED_HERE, INITOK_ALL, TIMER_OVER;
output START_LINE, STOP_SIGN, CONFLICT_ZONE, StartServoing_soon, ABORTED_PLAN, PARAM_Dive_in, SET_UP;
task Dive on r post Deep; stop within 5 s; end task
task Climb on s post High; end task
main
  do Dive watching A;
  PAR{
    Climb
    SEQ( emit START_LINE; emit STOP_SIGN; emit StartServoing_soon )
  };
  await STOPPED_HERE; emit CONFLICT_ZONE; emit ABORTED_PLAN; emit PARAM_Dive_in; emit SET_UP
end main
on fatal nothing end fatal
`;

function own(): Automaton {
  const { automaton, diagnostics } = compileMission(TEXT, "own.mission");
  expect(diagnostics.filter((d) => d.severity === "error")).toEqual([]);
  return automaton!;
}

/** The automaton with some names exchanged, pair by pair. */
function exchanged({ data }: Automaton, pairs: readonly (readonly [string, string])[]): Automaton {
  const other = new Map(pairs.flatMap(([a, b]) => [[a, b] as const, [b, a] as const]));
  const rename = <T extends { readonly name: string }>(s: T): T => ({ ...s, name: other.get(s.name) ?? s.name });
  return new Automaton({ ...data, inputs: data.inputs.map(rename), outputs: data.outputs.map(rename) });
}

const PAIRS = [
  ["START_LINE", "START_Climb"],
  ["STOP_SIGN", "STOP_Dive"],
  ["STOPPED_HERE", "STOPPED_Dive"],
  ["CONFLICT_ZONE", "StartServoing_s"],
] as const;

function verdict(automaton: Automaton, property: string): string {
  const { tree } = parseProperties(`property P: ${property};`, "own.properties");
  const { properties, diagnostics } = resolveProperties(tree, automaton);
  expect(diagnostics).toEqual([]);
  return checkProperty(automaton, properties[0]!).verdict;
}

/** What the host is called for, reaction by reaction, with the author's outputs as they are named. */
function calls(automaton: Automaton, ...reactions: readonly string[][]): string[] {
  const executor = new MissionExecutor(automaton);
  const reals = new Float64Array(executor.size);
  executor.initialInto(reals, 0);
  const said: string[] = [];
  const host = {
    init: (task: string) => void said.push(`init ${task}`),
    start: (task: string) => void said.push(`start ${task}`),
    stop: (task: string) => void said.push(`stop ${task}`),
    parameters: (task: string) => void said.push(`change ${task}`),
    output: (signal: string) => void said.push(`says ${signal}`),
  };
  reactions.forEach((inputs, t_s) => {
    for (const name of inputs) executor.raise(reals, 0, executor.inputOf(name));
    executor.react(reals, 0, t_s * 1e9, host);
  });
  return said;
}

test("the compiler gives the author's signals the roles of the author's, whatever they are called", () => {
  const { inputs, outputs } = own().data;
  const role = (name: string): string | undefined => [...inputs, ...outputs].find((s) => s.name === name)?.role;
  for (const name of ["A", "STOPPED_HERE", "INITOK_ALL", "TIMER_OVER"]) expect(role(name)).toBe("input");
  for (const name of ["START_LINE", "STOP_SIGN", "CONFLICT_ZONE", "StartServoing_soon", "PARAM_Dive_in", "SET_UP"]) {
    expect(role(name)).toBe("output");
  }
  expect(role("START_Climb")).toBe("start");
  expect(role("STOPPED_Dive")).toBe("stopped");
});

test("run: the robot-tasks are started and stopped by commands alone, and the author's outputs come after them", () => {
  expect(calls(own(), [], ["A"], ["STOPPED_Dive"], ["High"], ["STOPPED_Climb"], ["STOPPED_HERE"])).toEqual([
    "start Dive",
    "stop Dive",
    "start Climb",
    "says START_LINE",
    "says STOP_SIGN",
    "says StartServoing_soon",
    "stop Climb",
    "says CONFLICT_ZONE",
    "says ABORTED_PLAN",
    "says PARAM_Dive_in",
    "says SET_UP",
  ]);
});

test("run: under exchanged names the same tasks are started and stopped", () => {
  const said = calls(exchanged(own(), PAIRS), [], ["A"], ["STOPPED_HERE"]);
  expect(said).toEqual([
    "start Dive",
    "stop Dive",
    "start Climb",
    "says START_Climb",
    "says STOP_Dive",
    "says StartServoing_soon",
  ]);
});

test("run: the time for a stop is measured from the command to the answer, not from signals of that name", () => {
  const automaton = exchanged(own(), PAIRS);
  const executor = new MissionExecutor(automaton);
  const reals = new Float64Array(executor.size);
  const host = { init: () => {}, start: () => {}, stop: () => {}, parameters: () => {} };
  executor.initialInto(reals, 0);
  executor.react(reals, 0, 0, host);
  executor.raise(reals, 0, executor.inputOf("A"));
  executor.react(reals, 0, 1e9, host);
  expect(executor.nextTimer_ns(reals, 0)).toBe(6e9);
  // The author's input has the name of the answer now.
  executor.raise(reals, 0, executor.inputOf("STOPPED_Dive"));
  executor.react(reals, 0, 2e9, host);
  expect(executor.nextTimer_ns(reals, 0)).toBe(6e9);
  expect(executor.inputFor("stopped", "Dive")).toBe(executor.inputOf("STOPPED_HERE"));
  executor.raise(reals, 0, executor.inputFor("stopped", "Dive"));
  executor.react(reals, 0, 3e9, host);
  expect(executor.nextTimer_ns(reals, 0)).toBe(Number.POSITIVE_INFINITY);
});

test("run: a mock task answers with its own input", () => {
  const automaton = exchanged(own(), PAIRS);
  const { script, diagnostics } = readScript("task Dive stop 1 s\nat 2 s A", "own.script", automaton);
  expect(diagnostics).toEqual([]);
  const given: string[][] = [];
  const exercise = new Exercise(automaton, script!, (r) => given.push([...r.inputs]));
  while (exercise.advance(10e9) === "react") exercise.react();
  expect(given.flat()).toContain("STOPPED_HERE");
  expect(given.flat()).not.toContain("STOPPED_Dive");
});

test("export: an ordered reaction is stop, then start; signals of the author's neither stop nor start anything", () => {
  const labels = (automaton: Automaton): string[] =>
    writeAut(automaton, { ordered: true })
      .split("\n")
      .flatMap((line) => /"(.*)"/.exec(line)?.[1] ?? [])
      .filter((label) => /START_(Climb|LINE)/.test(label) && !label.includes("?STOPPED"));
  // While Dive is being stopped already, A brings no STOP_Dive: the reaction is one step, although it has STOP_SIGN.
  expect(new Set(labels(own()))).toEqual(
    new Set([
      "?A.!ABORTED_Dive.!START_LINE.!STOP_Dive.!STOP_SIGN.!StartServoing_soon",
      "!START_Climb.!StartServoing_s",
      "?A.!ABORTED_Dive.!START_Climb.!START_LINE.!STOP_SIGN.!StartServoing_s.!StartServoing_soon",
    ]),
  );
  expect(new Set(labels(exchanged(own(), PAIRS)))).toEqual(
    new Set([
      "?A.!ABORTED_Dive.!START_Climb.!STOP_Dive.!STOP_SIGN.!StartServoing_soon",
      "!CONFLICT_ZONE.!START_LINE",
      "?A.!ABORTED_Dive.!CONFLICT_ZONE.!START_Climb.!START_LINE.!STOP_Dive.!StartServoing_soon",
    ]),
  );
});

test("export: files keep the author's names and roles, and the C has the same times", () => {
  const automaton = own();
  const back = readAutomaton(writeAutomaton(automaton));
  if (!("automaton" in back)) throw new Error("not read");
  expect(back.automaton.data).toEqual(automaton.data);
  const times = (a: Automaton): string | undefined => /_times\[\] = \{[^;]*;/.exec(writeC(a).source)?.[0];
  expect(times(exchanged(automaton, PAIRS))).toBe(times(automaton));
});

test("views: the author's signals are seen under their names, and nothing else with them", () => {
  const { value } = abstractView(own(), ["START_LINE", "CONFLICT_ZONE"], { equivalence: "trace" });
  expect(writeLts(value!.lts).trimEnd().split("\n").slice(1)).toEqual([
    '(0,"!START_LINE",1)',
    '(1,"!CONFLICT_ZONE",2)',
  ]);
});

test("proof: an author's CONFLICT_ZONE is not a conflict, and tasks are beside each other by their commands", () => {
  for (const automaton of [own(), exchanged(own(), PAIRS)]) {
    expect(verdict(automaton, "no conflict")).toBe("holds");
    expect(verdict(automaton, "Dive never active beside Climb")).toBe("holds");
    expect(verdict(automaton, "Dive never runs beside Climb")).toBe("fails");
    expect(verdict(automaton, "always reaches SET_UP provided tasks stop")).toBe("fails");
  }
});

test("distribution: an output of the author's that is called FATAL in a file is on one computer, the command on all", () => {
  const { data } = own();
  const two = new Automaton({
    ...data,
    computers: ["Hull", "Arm"],
    placed: { r: "Hull", s: "Arm", Dive: "Hull", Climb: "Arm" },
  });
  const named = exchanged(two, [["FATAL", "START_LINE"]]);
  const outputs = distribute(named).computers.map((c) => c.outputs);
  expect(outputs.map((o) => o.includes("START_LINE"))).toEqual([true, true]);
  expect(outputs.map((o) => o.includes("FATAL"))).toEqual([true, false]);
});
