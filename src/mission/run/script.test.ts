import fc from "fast-check";
import { expect, test } from "vitest";
import { rangeOf, unmark } from "../test/marks.ts";
import { tripAutomaton } from "../test/trip.ts";
import { readScript } from "./script.ts";
import { scriptCodeTable } from "./script-codes.ts";

const trip = tripAutomaton();
const place = (name: string): number => trip.data.inputs.findIndex((s) => s.name === name);
const dive = trip.data.tasks.findIndex((t) => t.name === "Dive");

test("a script of every kind of line is read as it is written: 1.5 min are 90 s, 250 ms are 0.25 s", () => {
  const text = `// a day
at 1.5 min  BatteryLow
at 3 s  GpsFix on, Sinking      // both at once
at 0s Leak
task Dive  init 250 ms,  stop never  DepthReached after 30 s Sinking after 0 s
tick 0.5 s
`;
  const { script, diagnostics } = readScript(text, "a.events", trip);
  expect(diagnostics).toEqual([]);
  expect(script).toMatchObject({
    kind: "clock",
    tick_ns: 5e8,
    changes: [
      { t_ns: 0, input: place("Leak"), kind: "event", line: 4 },
      { t_ns: 3e9, input: place("GpsFix"), kind: "on", line: 3 },
      { t_ns: 3e9, input: place("Sinking"), kind: "event", line: 3 },
      { t_ns: 90e9, input: place("BatteryLow"), kind: "event", line: 2 },
    ],
  });
  if (script?.kind !== "clock") return;
  expect(script.answers[dive]).toEqual({
    init_ns: 25e7,
    stop_ns: Number.POSITIVE_INFINITY,
    events: [
      { input: place("DepthReached"), after_ns: 30e9 },
      { input: place("Sinking"), after_ns: 0 },
    ],
  });
  // The task that the script says nothing about: 0.1 s.
  expect(script.answers[1 - dive]).toEqual({ init_ns: 1e8, stop_ns: 1e8, events: [] });
});

test("reactions are sets: order, commas and repetition in a line mean nothing, an empty line of `react` is a reaction", () => {
  const { script } = readScript("react\nreact STOPPED_Dive, GpsFix GpsFix\r\nreact Ping Echo", "a.events", trip);
  const rising = (...names: string[]): number[] => names.map(place).sort((a, b) => a - b);
  expect(script).toEqual({
    kind: "reactions",
    reactions: [[], rising("GpsFix", "STOPPED_Dive"), rising("Ping", "Echo")],
    lines: [1, 2, 3],
  });
});

test("an empty text is a script in which nothing happens", () => {
  for (const text of ["", "\n\n", "// nothing\n", "\uFEFF"]) {
    expect(readScript(text, "a.events", trip)).toMatchObject({
      script: { kind: "clock", changes: [] },
      diagnostics: [],
    });
  }
});

/** name, script with the blamed stretches marked, code, a piece of the message or hint. */
const CASES: readonly (readonly [name: string, marked: string, code: string, says: string])[] = [
  ["an unknown first word", "<|wait|> 3 s", "MIS070", "begins with at, task, tick or react, but here is `wait`"],
  ["a misspelt first word", "<|taks|> Dive", "MIS070", 'did you mean "task"?'],
  ["a number as first word", "<|12.5|> s GpsFix", "MIS070", "begins with"],
  ["a sign as first word", "<|@|>3 s", "MIS070", "begins with"],
  ["no time", "at <|GpsFix|>", "MIS071", "a time is expected, but here is `GpsFix`"],
  ["nothing behind at", "at<||>", "MIS071", "the line ends"],
  ["a time without unit", "at <|12.5|> GpsFix", "MIS071", "the time 12.5 has no unit; allowed: ms, s, min, h"],
  ["a decimal comma", "at <|3|>,5 s GpsFix", "MIS071", "the time 3 has no unit"],
  ["an unknown unit", "at 3 <|sec|> GpsFix", "MIS071", 'did you mean "s"?'],
  ["minutes by one letter", "at 3 <|m|> GpsFix", "MIS071", 'did you mean "min"?'],
  ["a time before the beginning", "at <|-1 s|> GpsFix", "MIS071", "out of range; allowed: 0 to 2400 h"],
  ["a time beyond 100 days", "at <|2401 h|> GpsFix", "MIS071", "out of range"],
  ["a time beyond all numbers", "at <|1e999 s|> GpsFix", "MIS071", "out of range"],
  ["no signal", "at 3 s<||>", "MIS072", "an input of the mission is expected, but the line ends"],
  ["a number as signal", "at 3 s GpsFix <|4|>", "MIS072", "here is `4`"],
  ["no task", "task<||>", "MIS072", "a task of the mission"],
  ["an event without a time", "task Dive DepthReached<||>", "MIS072", "`after` and a time are expected behind"],
  ["a time without an event", "task Dive <|30|> s", "MIS072", "`init`, `stop` or an input"],
  ["an answer without a time", "task Dive stop <|soon|>", "MIS071", "a time is expected"],
  ["more than a tick", "tick 1 s <|GpsFix|>", "MIS072", "the line should end here"],
  ["a tick of nothing", "tick <|0 s|>", "MIS071", "at least 0.001 ms"],
  ["an unknown signal", "at 3 s <|DepthReach|>", "MIS073", 'no input DepthReach (did you mean "DepthReached"?)'],
  ["a signal far from all", "at 3 s <|Zzzzzzzz|>", "MIS073", "the mission has no input Zzzzzzzz"],
  ["an unknown signal of a reaction", "react Ping <|Eco|>", "MIS073", 'did you mean "Echo"?'],
  ["two unknown signals in a line", "at 3 s <|Gps|>, <|Leek|>", "MIS073", "no input Gps"],
  ["an output", "at 3 s <|Success|>", "MIS073", "Success is an output of the mission; a script gives inputs"],
  ["a command", "at 3 s <|START_Dive|>", "MIS073", "is an output of the mission"],
  ["an unknown task", "task <|Dives|> stop 1 s", "MIS073", 'the mission calls no task Dives (did you mean "Dive"?)'],
  ["an unknown event of a task", "task Dive <|Reached|> after 3 s", "MIS073", "the mission has no input Reached"],
  ["a task described twice", "task Dive stop 1 s\ntask <|Dive|> init 1 s", "MIS074", "already"],
  ["a second tick", "tick 1 s\n<|tick|> 2 s", "MIS074", "the tick is set already"],
  ["an answer said twice", "task Dive stop 1 s <|stop|> 2 s", "MIS074", "`stop` stands here twice"],
  ["reactions behind a clock", "at 3 s Leak\n<|react|> Leak\nreact", "MIS075", "`react` cannot stand beside"],
  ["a clock behind reactions", "react Leak\n<|task|> Dive stop 1 s", "MIS075", "`react` cannot stand beside"],
  ["exclusive inputs", "react <|Port Starboard|>", "MIS076", "the inputs break the relation Port # Starboard"],
  ["an input without what it needs", "react <|Echo|>", "MIS076", "the relation Echo => Ping"],
  ["exclusive levels", "at 9 s <|Port|> on\nat 3 s Starboard on", "MIS076", "from 9 s on the levels break"],
  ["init of a task without init", "task Surface <|init|> 3 s", "MIS077", "Surface has no phase of initialisation"],
];

test.each(CASES)("%s is reported at its place", (_, marked, code, says) => {
  const { text, marks } = unmark(marked);
  const { script, diagnostics } = readScript(text, "a.events", trip);
  expect(diagnostics.map((d) => ({ code: d.code, range: d.range }))).toEqual(
    marks.map((mark) => ({ code, range: rangeOf(text, mark, "a.events") })),
  );
  const first = diagnostics[0]!;
  expect(`${first.message}${first.hint === undefined ? "" : ` (${first.hint})`}`).toContain(says);
  expect(script === null).toBe(first.severity === "error");
});

test("levels that swap at one instant are not together", () => {
  const text = "at 1 s Port on\nat 2 s Starboard on\nat 2 s Port off";
  expect(readScript(text, "a.events", trip).diagnostics).toEqual([]);
});

test("all mistakes of a script are reported at once, in the order of its lines", () => {
  const { diagnostics } = readScript("at 3 GpsFix\nfoo\nat 3 s Gps\ntask Dive stop", "a.events", trip);
  expect(diagnostics.map((d) => [d.range?.line, d.code])).toEqual([
    [1, "MIS071"],
    [2, "MIS070"],
    [3, "MIS073"],
    [4, "MIS071"],
  ]);
});

test("a file that is not a script ends after a thousand mistakes", () => {
  const { script, diagnostics } = readScript("lorem ipsum\n".repeat(50_000), "a.events", trip);
  expect(script).toBeNull();
  expect(diagnostics).toHaveLength(1001);
  expect(diagnostics.at(-1)!.code).toBe("MIS078");
});

test("every code of the table is met by one of these tests", () => {
  const met = new Set([...CASES.map(([, , code]) => code), "MIS078"]);
  expect(scriptCodeTable.map((entry) => entry.code)).toEqual([...met].sort());
});

const words = [
  "at",
  "task",
  "tick",
  "react",
  "on",
  "off",
  "after",
  "init",
  "stop",
  "never",
  "3",
  "s",
  "0.1",
  "min",
  ",",
];
const names = [
  "GpsFix",
  "Leak",
  "Dive",
  "Surface",
  "Port",
  "Starboard",
  "Echo",
  "Ping",
  "Sinking",
  "STOPPED_Dive",
  "Success",
];
const odd = ["//", "-1", "1e9", "é", "\u0000", "#", "\t", "ms", "", "DepthReach"];
const anyLine = fc.oneof(
  fc.array(fc.constantFrom(...words, ...names, ...odd), { maxLength: 9 }).map((parts) => parts.join(" ")),
  fc.string({ maxLength: 30, unit: "binary" }),
);

test("whatever the text, there is a script or an error, and every place lies in the text", () => {
  fc.assert(
    fc.property(fc.array(anyLine, { maxLength: 12 }), fc.constantFrom("\n", "\r\n", "\r"), (parts, end) => {
      const text = parts.join(end);
      const { script, diagnostics } = readScript(text, "a.events", trip);
      expect(script === null).toBe(diagnostics.some((d) => d.severity === "error"));
      const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
      for (const { range, message } of diagnostics) {
        expect(message).not.toBe("");
        const line = lines[range!.line - 1];
        expect(line).toBeDefined();
        expect(range!.column).toBeGreaterThanOrEqual(1);
        expect(range!.endColumn).toBeLessThanOrEqual(line!.length + 1);
        expect(range!.endColumn).toBeGreaterThanOrEqual(range!.column);
      }
    }),
    { seed: 61, numRuns: 1000 },
  );
});
