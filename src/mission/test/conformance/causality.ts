/**
 * Rule 3: what follows without guessing, and what does not. The derivations say what must and what can be emitted while
 * the signal in question is unknown.
 */
import { type ConformanceCase, signalsOnly, withTasks } from "./conformance-case.ts";

const oneTask = "task x on r post Done; end task";

function refusedAtOnce(name: string, rule: string, main: string): ConformanceCase {
  return { name, rule, source: signalsOnly(main), trace: [["", ""]], refused: "causality" };
}

export const causalityCases: readonly ConformanceCase[] = [
  refusedAtOnce(
    "a signal that is emitted if it is absent",
    "3: no status fits",
    "if O then nothing else emit O end if",
  ),
  refusedAtOnce("a signal that is emitted if it is present", "3: both statuses fit", "if O then emit O end if"),
  refusedAtOnce(
    "a signal that is emitted either way",
    "3: present would fit, but only by trying; the test comes first and nothing must happen before it",
    "if O then emit O else emit O end if",
  ),
  refusedAtOnce(
    "an emission behind a test of the same signal",
    "3: the sequence goes on only after the test, the test only after the emission",
    "if O then nothing end if; emit O",
  ),
  refusedAtOnce(
    "two signals that wait for each other",
    "3: both can be emitted, none must",
    "PAR{ if X then emit Y end if; if Y then emit X end if }",
  ),
  refusedAtOnce(
    "a local signal that waits for itself, though nothing else sees it",
    "3 and 22: every signal of a reaction must be decided",
    "signal S in if S then emit S end if end signal",
  ),
  refusedAtOnce(
    "an emission behind a raise that depends on it",
    "3 and 19",
    "exception T in if O then raise T end if; emit O end exception",
  ),
  refusedAtOnce(
    "a handler that feeds a sibling of the raise",
    "3, 5 and 9: the code of the PAR is the largest of both, and that of the second branch waits for X",
    "exception T in PAR{ raise T; if X then emit Y end if } handle T do emit X end exception",
  ),
  refusedAtOnce(
    "known to be present only inside an unknown place",
    "3: whether control gets to emit S is unknown, so S is, so O can be emitted, so O is unknown",
    "if O then signal S in emit S; if S then nothing else emit O end if end signal end if",
  ),
  {
    name: "information may go back and forth between branches",
    rule: "3: X must be emitted, then Y, then O",
    source: signalsOnly("PAR{ SEQ(emit X; if Y then emit O end if); if X then emit Y end if }"),
    trace: [["", "X Y O"]],
  },
  {
    name: "a test may come before the emission in the text",
    rule: "3 and 9: branches have no order",
    source: signalsOnly("PAR{ if X then emit O end if; emit X }"),
    trace: [["", "O X"]],
  },
  {
    name: "a pause cuts a cycle",
    rule: "3: in the starting reaction nothing can emit O",
    source: signalsOnly("if O then pause; emit O end if; emit P"),
    trace: [["", "P"]],
  },
  {
    name: "a halt in front of an emission cuts it off",
    rule: "3 and 6",
    source: signalsOnly("if O then halt; emit O else emit P end if"),
    trace: [["", "P"]],
  },
  {
    name: "a branch that pauses keeps what follows the parallel from running, known or not",
    rule: "3 and 9: codes {1} and {0} give {1}, so nothing can emit O",
    source: signalsOnly("if O then PAR{ pause; nothing }; emit O end if; emit P"),
    trace: [["", "P"]],
  },
  {
    name: "a branch that raises keeps what follows the parallel from running, known or not",
    rule: "3, 9 and 19: codes {2} and {0} give {2}",
    source: signalsOnly("exception T in if O then PAR{ raise T; nothing }; emit O end if end exception; emit P"),
    trace: [["", "P"]],
  },
  {
    name: "a local signal known to be present cuts a branch off",
    rule: "3: S must be emitted, so its else cannot run and O cannot be emitted",
    source: signalsOnly(
      "PAR{ signal S in emit S; if S then nothing else emit O end if end signal; if O then emit X else emit Y end if }",
    ),
    trace: [["", "Y"]],
  },
  {
    name: "a local signal known to be absent cuts a branch off, even inside an unknown place",
    rule: "3: nothing can emit S, so its then cannot run, so O cannot be emitted",
    source: signalsOnly("if O then signal S in if S then emit O end if end signal end if; emit P"),
    trace: [["", "P"]],
  },
  {
    name: "a cycle in the text that no reaction has",
    rule: "3: with A, X then Y; without, Y then X",
    source: signalsOnly(
      `PAR{
    if A then if X then emit Y end if else if Y then emit X end if end if;
    if A then emit X else emit Y end if
  }`,
    ),
    trace: [["A", "X Y"]],
  },
  {
    name: "the same without A",
    rule: "3",
    source: signalsOnly(
      `PAR{
    if A then if X then emit Y end if else if Y then emit X end if end if;
    if A then emit X else emit Y end if
  }`,
    ),
    trace: [["", "X Y"]],
  },
  {
    name: "a cycle with one of the inputs",
    rule: "3: A and X is decided by A alone where A is absent; in the second reaction it is not",
    source: signalsOnly("loop PAR{ if A and X then emit Y end if; if Y then emit X end if }; pause end loop"),
    trace: [
      ["", ""],
      ["A", ""],
    ],
    refused: "causality",
  },
  {
    name: "or knows its value by one operand",
    rule: "3: A or X holds by A, whatever X is; then Y, then X",
    source: signalsOnly("await immediate A; PAR{ if A or X then emit Y end if; if Y then emit X end if }"),
    trace: [
      ["", ""],
      ["A", "X Y"],
    ],
  },
  {
    name: "and knows its value by one operand",
    rule: "3: not A is false, so the condition is, whatever X is",
    source: signalsOnly("await immediate A; PAR{ if X and not A then emit Y end if; if Y then emit X end if }; emit O"),
    trace: [
      ["", ""],
      ["A", "O"],
    ],
  },
  refusedAtOnce(
    "a condition that is true in any case is still not known",
    "3: X or not X with X unknown is unknown",
    "if X or not X then emit X end if",
  ),
  {
    name: "strong abortion by a signal of the body",
    rule: "3 and 14: whether the body runs depends on O, which it emits",
    source: signalsOnly("do SEQ(pause; emit O) watching O"),
    trace: [
      ["", ""],
      ["", ""],
    ],
    refused: "causality",
  },
  {
    name: "the same body, aborted by its signal one reaction later",
    rule: "3 and 14: in the second reaction O is emitted by a sibling",
    source: signalsOnly("PAR{ do SEQ(pause; pause; emit P) watching O; SEQ(pause; emit O) }; emit X"),
    trace: [
      ["", ""],
      ["", "O X"],
    ],
  },
  {
    name: "suspension by a signal of the body",
    rule: "3 and 18: O would hold the statement that emits it",
    source: signalsOnly("suspend SEQ(pause; emit O) when O"),
    trace: [
      ["", ""],
      ["", ""],
    ],
    refused: "causality",
  },
  {
    name: "a suspension that decides which of two exits wins",
    rule: "3, 18 and 20: with O the first branch pauses and U is left, whose handler emits O; without, T is",
    source: signalsOnly(
      `exception T in
    exception U in PAR{ suspend SEQ(pause; raise T) when O; SEQ(pause; raise U) } handle U do emit O end exception
  end exception`,
    ),
    trace: [
      ["", ""],
      ["", ""],
    ],
    refused: "causality",
  },
  {
    name: "an emission behind a weak abortion that the body asks for",
    rule: "3 and 5: S comes after the body's last reaction, whose code waits for the test of S",
    source: signalsOnly(
      "signal S in do loop if S then emit O else emit P end if; pause end loop weakly watching A; emit S end signal",
    ),
    trace: [
      ["", "P"],
      ["A", ""],
    ],
    refused: "causality",
  },
  {
    name: "an immediate abortion by a signal of the body",
    rule: "3 and 14: in the starting reaction already",
    source: signalsOnly("do emit O watching immediate O"),
    trace: [["", ""]],
    refused: "causality",
  },
  {
    name: "an immediate weak abortion by a signal of the body",
    rule: "3 and 15: the body runs in any case",
    source: signalsOnly("do sustain O weakly watching immediate O; emit P"),
    trace: [["", "O P"]],
  },
  {
    name: "a task strongly aborted by its own end",
    rule: "3 and 36: BF_x needs the call to get control, which BF_x takes away",
    source: withTasks(oneTask, "do x until BF_x; emit O"),
    trace: [
      ["", "START_x StartServoing_r"],
      ["Done", "STOP_x"],
      ["STOPPED_x", ""],
    ],
    refused: "causality",
  },
  {
    name: "a task weakly aborted by its own end",
    rule: "36 and 15: the call gets control, ends with BF_x, and BF_x ends the until",
    source: withTasks(oneTask, "do x weakly until BF_x; emit O"),
    trace: [
      ["", "START_x StartServoing_r"],
      ["Done", "STOP_x"],
      ["STOPPED_x", "StoppedServoing_r BF_x O"],
    ],
  },
  {
    name: "a task suspended by its own end",
    rule: "3 and 36",
    source: withTasks(oneTask, "suspend x when BF_x"),
    trace: [
      ["", "START_x StartServoing_r"],
      ["Done", "STOP_x"],
      ["STOPPED_x", ""],
    ],
    refused: "causality",
  },
  {
    name: "two tasks, each ended by the end of the other",
    rule: "3 and 36: with both stopped, each call waits for the other BF",
    source: withTasks(
      `${oneTask}
task y on q post Over; end task`,
      "PAR{ do x watching BF_y; do y watching BF_x }",
    ),
    trace: [
      ["", "START_x StartServoing_r START_y StartServoing_q"],
      ["Done Over", "STOP_x STOP_y"],
      ["STOPPED_x STOPPED_y", ""],
    ],
    refused: "causality",
  },
  {
    name: "a task ended by the end of another",
    rule: "36 and 38: BF_x, then the call of y is dropped in the same reaction",
    source: withTasks(
      `${oneTask}
task y on q post Over; end task`,
      "PAR{ x; do y watching BF_x }; emit O",
    ),
    trace: [
      ["", "START_x StartServoing_r START_y StartServoing_q"],
      ["Done", "STOP_x"],
      ["STOPPED_x", "StoppedServoing_r BF_x STOP_y ABORTED_y O"],
      ["STOPPED_y", "StoppedServoing_q"],
    ],
  },
  {
    name: "main emits the fatal event of its task",
    rule: "3 and 44: the event aborts main, which emits it",
    source: withTasks(
      `output Boom;
task x on r post Done; type3 Boom; end task`,
      "PAR{ x; SEQ(await A; emit Boom) }",
    ),
    trace: [
      ["", "START_x StartServoing_r"],
      ["", ""],
      ["A", ""],
    ],
    refused: "causality",
  },
  {
    name: "main emits the fatal event of a task that is idle",
    rule: "44: 'a type 3 event of a task that is not idle'",
    source: withTasks(
      `output Boom;
task x on r post Done; type3 Boom; end task`,
      "await A; emit Boom; pause; x",
    ),
    trace: [
      ["", ""],
      ["A", "Boom"],
      ["", "START_x StartServoing_r"],
    ],
  },
  {
    name: "the handler emits the fatal event that would have called it",
    rule: "3 and 44: Boom can be emitted by on fatal, which runs only with Boom",
    source: withTasks(
      `output Boom;
task x on r post Done; type3 Boom; end task`,
      "x",
      "emit Boom",
    ),
    trace: [
      ["", "START_x StartServoing_r"],
      ["", ""],
    ],
    refused: "causality",
  },
  {
    name: "main emits what its task waits for",
    rule: "29 and 40: what a task does is not tested in the same reaction, so there is no cycle",
    source: withTasks(
      `output Go;
task x on r pre Go; post Done; end task`,
      "PAR{ x; SEQ(await A; emit Go) }; emit O",
    ),
    trace: [
      ["", "WAIT_x"],
      ["A", "Go START_x StartServoing_r"],
      ["Done", "STOP_x"],
      ["STOPPED_x", "StoppedServoing_r BF_x O"],
    ],
  },
  {
    name: "main emits Go because the task ended, and the task of the next call needs Go",
    rule: "36 and 29: BF_x, Go, and the new call begins with Go present",
    source: withTasks(
      `output Go;
task x on r pre Go; post Done; end task`,
      "PAR{ loop x end loop; every immediate A or BF_x do emit Go end every }",
    ),
    trace: [
      ["A", "Go START_x StartServoing_r"],
      ["Done", "STOP_x"],
      ["STOPPED_x", "StoppedServoing_r BF_x Go START_x StartServoing_r"],
    ],
  },
];
