/** Rules 14 to 16: strong and weak abortion, delayed and immediate, nested and simultaneous. */
import { type ConformanceCase, signalsOnly } from "./conformance-case.ts";

export const abortionCases: readonly ConformanceCase[] = [
  {
    name: "strong abortion takes the body its last reaction",
    rule: "14: with A the body does not run at all, so P without O",
    source: signalsOnly("do sustain O watching A; emit P"),
    trace: [
      ["", "O"],
      ["", "O"],
      ["A", "P"],
      ["A", ""],
    ],
  },
  {
    name: "a delayed trigger is not looked at in the starting reaction",
    rule: "14: 'in a later reaction in which T holds'",
    source: signalsOnly("do sustain O watching A; emit P"),
    trace: [
      ["A", "O"],
      ["A", "P"],
    ],
  },
  {
    name: "an immediate trigger keeps the body from starting",
    rule: "14: 'with immediate, p does not even start'",
    source: signalsOnly("do sustain O watching immediate A; emit P"),
    trace: [["A", "P"]],
  },
  {
    name: "an immediate trigger counts later, too",
    rule: "14: immediate adds the starting reaction to the later ones",
    source: signalsOnly("do sustain O watching immediate A; emit P"),
    trace: [
      ["", "O"],
      ["A", "P"],
    ],
  },
  {
    name: "weak abortion lets the body run its last reaction",
    rule: "15: the body emits O once more, then P; A in the starting reaction does not count",
    source: signalsOnly("do sustain O weakly watching A; emit P"),
    trace: [
      ["A", "O"],
      ["", "O"],
      ["A", "O P"],
      ["", ""],
    ],
  },
  {
    name: "weak and immediate: the starting reaction is the last one",
    rule: "15: the same as 14 but p runs its last reaction, here its first",
    source: signalsOnly("do sustain O weakly watching immediate A; emit P"),
    trace: [["A", "O P"]],
  },
  {
    name: "watching ends when the body ends",
    rule: "14: 'it also ends when p ends'",
    source: signalsOnly("do pause; emit O watching A; emit P"),
    trace: [
      ["", ""],
      ["", "O P"],
    ],
  },
  {
    name: "trigger and end of the body at once, strong",
    rule: "14: the body does not run, so no O",
    source: signalsOnly("do pause; emit O watching A; emit P"),
    trace: [
      ["", ""],
      ["A", "P"],
    ],
  },
  {
    name: "trigger and end of the body at once, weak",
    rule: "15: p's own end counts; the statement ends once, P is emitted either way",
    source: signalsOnly("do pause; emit O weakly watching A; emit P"),
    trace: [
      ["", ""],
      ["A", "O P"],
    ],
  },
  {
    name: "until waits for its trigger though the body has ended",
    rule: "16: do SEQ(p; halt) watching T",
    source: signalsOnly("do emit O until A; emit P"),
    trace: [
      ["", "O"],
      ["", ""],
      ["A", "P"],
    ],
  },
  {
    name: "until is delayed",
    rule: "16 and 14: A in the starting reaction does not count",
    source: signalsOnly("do emit O until A; emit P"),
    trace: [
      ["A", "O"],
      ["A", "P"],
    ],
  },
  {
    name: "until immediate skips the body",
    rule: "16 and 14",
    source: signalsOnly("do emit O until immediate A; emit P"),
    trace: [["A", "P"]],
  },
  {
    name: "weakly until runs the body in the last reaction",
    rule: "16 and 15",
    source: signalsOnly("do SEQ(pause; emit O) weakly until A; emit P"),
    trace: [
      ["", ""],
      ["A", "O P"],
    ],
  },
  {
    name: "weakly until goes on halting after the body",
    rule: "16: the halt that follows p waits for T",
    source: signalsOnly("do emit O weakly until A; emit P"),
    trace: [
      ["", "O"],
      ["", ""],
      ["A", "P"],
    ],
  },
  {
    name: "nested: inner trigger first, then outer",
    rule: "14: with B the inner ends and X begins; A takes the whole",
    source: signalsOnly("do do sustain O watching B; emit P; sustain X watching A; emit Y"),
    trace: [
      ["", "O"],
      ["B", "P X"],
      ["A B", "Y"],
    ],
  },
  {
    name: "nested: both triggers at once, the outer one keeps the inner from ending",
    rule: "14: with A the body, which is the inner statement, does not run at all",
    source: signalsOnly("do do sustain O watching B; emit P; sustain X watching A; emit Y"),
    trace: [
      ["", "O"],
      ["A B", "Y"],
    ],
  },
  {
    name: "strong inside weak on one trigger",
    rule: "15: the weakly aborted body still runs, in it 14 ends the inner, P and X follow, then Y",
    source: signalsOnly("do do sustain O watching A; emit P; sustain X weakly watching A; emit Y"),
    trace: [
      ["", "O"],
      ["A", "P X Y"],
    ],
  },
  {
    name: "weak inside strong on one trigger",
    rule: "14: nothing of the body runs, however weak it is inside",
    source: signalsOnly("do do sustain O weakly watching A; emit P watching A; emit Y"),
    trace: [
      ["", "O"],
      ["A", "Y"],
    ],
  },
  {
    name: "a trigger may be a condition",
    rule: "14 and 3: A and not B holds in the third reaction only",
    source: signalsOnly("do sustain O watching A and not B; emit P"),
    trace: [
      ["", "O"],
      ["A B", "O"],
      ["A", "P"],
    ],
  },
  {
    name: "a negative trigger",
    rule: "14: not A holds in the starting reaction, which does not count, and in the third",
    source: signalsOnly("do sustain O watching not A; emit P"),
    trace: [
      ["", "O"],
      ["A", "O"],
      ["", "P"],
    ],
  },
  {
    name: "all branches of the body are aborted together",
    rule: "14: B is not seen by the second branch, the body does not run",
    source: signalsOnly("do PAR{ sustain O; SEQ(await B; emit P) } watching A; emit X"),
    trace: [
      ["", "O"],
      ["A B", "X"],
    ],
  },
  {
    name: "an abortion in one branch leaves the other alone",
    rule: "9 and 14: the PAR ends when both have ended, so never",
    source: signalsOnly("PAR{ do sustain O watching A; sustain P }; emit X"),
    trace: [
      ["", "O P"],
      ["A", "P"],
      ["A", "P"],
    ],
  },
  {
    name: "aborted and started again in one reaction",
    rule: "12 and 14: with A the body of the loop ends and starts again, its new trigger is delayed",
    source: signalsOnly("loop do SEQ(emit O; halt) watching A end loop"),
    trace: [
      ["", "O"],
      ["", ""],
      ["A", "O"],
      ["A", "O"],
    ],
  },
  {
    name: "a body may emit its own weak trigger",
    rule: "15: the body runs, emits X, X ends the statement at its second pause",
    source: signalsOnly("do SEQ(pause; emit X; pause; emit O) weakly watching X; emit P"),
    trace: [
      ["", ""],
      ["", "X P"],
      ["", ""],
    ],
  },
  {
    name: "what a weakly aborted body raises still counts",
    rule: "15 and 20: the exit of T is the larger code, the handler runs and emit O is not reached",
    source: signalsOnly(
      "exception T in do SEQ(await B; raise T) weakly watching A; emit O handle T do emit P end exception",
    ),
    trace: [
      ["", ""],
      ["A B", "P"],
    ],
  },
  {
    name: "what a strongly aborted body would raise does not count",
    rule: "14: the body does not run",
    source: signalsOnly("exception T in do SEQ(await B; raise T) watching A; emit O handle T do emit P end exception"),
    trace: [
      ["", ""],
      ["A B", "O"],
    ],
  },
  {
    name: "the trigger of an abortion may come from a sibling in the same reaction",
    rule: "2 and 14: X is present for every statement, O is suppressed with it",
    source: signalsOnly("PAR{ SEQ(await A; emit X); SEQ(do sustain O watching X; emit P) }"),
    trace: [
      ["", "O"],
      ["", "O"],
      ["A", "X P"],
    ],
  },
];
