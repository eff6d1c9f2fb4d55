/** Rule 18: a suspended statement keeps its state and does nothing. */
import { type ConformanceCase, signalsOnly } from "./conformance-case.ts";

export const suspensionCases: readonly ConformanceCase[] = [
  {
    name: "suspension is not looked at in the starting reaction",
    rule: "18: 'in a later reaction in which C holds'",
    source: signalsOnly("suspend sustain O when A"),
    trace: [
      ["A", "O"],
      ["", "O"],
      ["A", ""],
      ["A", ""],
      ["", "O"],
    ],
  },
  {
    name: "immediate suspension delays the start",
    rule: "18: the start comes with the first reaction without A",
    source: signalsOnly("suspend sustain O when immediate A"),
    trace: [
      ["A", ""],
      ["A", ""],
      ["", "O"],
      ["A", ""],
      ["", "O"],
    ],
  },
  {
    name: "immediate suspension without its condition starts at once",
    rule: "18",
    source: signalsOnly("suspend SEQ(emit O; pause; emit P) when immediate A"),
    trace: [
      ["", "O"],
      ["A", ""],
      ["", "P"],
    ],
  },
  {
    name: "one suspended reaction delays by one reaction",
    rule: "18: the pause is kept, it ends in the third reaction",
    source: signalsOnly("suspend SEQ(pause; emit O) when A; emit P"),
    trace: [
      ["", ""],
      ["A", ""],
      ["", "O P"],
    ],
  },
  {
    name: "what happens meanwhile is not seen",
    rule: "18 and 2: B of the second reaction is gone in the third",
    source: signalsOnly("suspend SEQ(await B; emit O) when A"),
    trace: [
      ["", ""],
      ["A B", ""],
      ["", ""],
      ["B", "O"],
    ],
  },
  {
    name: "nested suspensions: either holds the body",
    rule: "18, twice",
    source: signalsOnly("suspend suspend sustain O when A when B"),
    trace: [
      ["", "O"],
      ["A", ""],
      ["B", ""],
      ["A B", ""],
      ["", "O"],
    ],
  },
  {
    name: "abortion around suspension works while suspended",
    rule: "14: the body of the abortion, suspended or not, does not run",
    source: signalsOnly("do suspend sustain O when A watching B; emit P"),
    trace: [
      ["", "O"],
      ["A", ""],
      ["A B", "P"],
    ],
  },
  {
    name: "abortion inside suspension does not work while suspended",
    rule: "18: the whole abortion does nothing, and B is lost",
    source: signalsOnly("suspend do sustain O watching B; emit P when A"),
    trace: [
      ["", "O"],
      ["A B", ""],
      ["", "O"],
      ["B", "P"],
    ],
  },
  {
    name: "the sibling of a suspended branch goes on",
    rule: "9 and 18",
    source: signalsOnly("PAR{ suspend sustain O when A; sustain P }"),
    trace: [
      ["", "O P"],
      ["A", "P"],
      ["", "O P"],
    ],
  },
  {
    name: "a sibling may suspend",
    rule: "18 and 2: S of the first branch holds the second in the same reaction",
    source: signalsOnly("signal S in PAR{ SEQ(pause; emit S); suspend sustain O when S } end signal"),
    trace: [
      ["", "O"],
      ["", ""],
      ["", "O"],
    ],
  },
  {
    name: "weak abortion of a suspended body gives it no last reaction",
    rule: "15 and 18: the body runs its last reaction, and in it is suspended",
    source: signalsOnly("do suspend SEQ(pause; emit O) when A weakly watching A; emit P"),
    trace: [
      ["", ""],
      ["A", "P"],
    ],
  },
  {
    name: "a suspended branch raises nothing",
    rule: "18: the raise comes when the branch goes on",
    source: signalsOnly("exception T in suspend SEQ(pause; raise T) when A handle T do emit O end exception"),
    trace: [
      ["", ""],
      ["A", ""],
      ["", "O"],
    ],
  },
  {
    name: "a suspended parallel holds its sibling's exit back no longer than a reaction",
    rule: "19 and 18: the exit takes the suspended branch away",
    source: signalsOnly(
      "exception T in PAR{ suspend sustain O when A; SEQ(await B; raise T) } handle T do emit P end exception",
    ),
    trace: [
      ["", "O"],
      ["A B", "P"],
      ["", ""],
    ],
  },
  {
    name: "suspended halves of a parallel lose step",
    rule: "9 and 18: the second branch ends one reaction later, and with it the PAR",
    source: signalsOnly("PAR{ SEQ(pause; emit O); suspend SEQ(pause; emit P) when A }; emit X"),
    trace: [
      ["", ""],
      ["A", "O"],
      ["", "P X"],
    ],
  },
];
