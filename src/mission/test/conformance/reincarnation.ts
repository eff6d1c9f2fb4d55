/** Rule 22: a fresh signal at every entry, also where a block is left and entered again in one reaction. */
import { type ConformanceCase, signalsOnly } from "./conformance-case.ts";

export const reincarnationCases: readonly ConformanceCase[] = [
  {
    name: "the schizophrenic local signal",
    rule: "22: the S emitted at the end of one life is not the S tested at the start of the next",
    source: signalsOnly("loop signal S in if S then emit O else emit P end if; pause; emit S end signal end loop"),
    trace: [
      ["", "P"],
      ["", "P"],
      ["", "P"],
    ],
  },
  {
    name: "old and new life in one reaction, seen by one branch",
    rule: "22: X by the old S, which is emitted; P by the new S, which is not yet",
    source: signalsOnly(
      `loop
    signal S in
      PAR{ SEQ(pause; emit S); SEQ(if S then emit O else emit P end if; pause; if S then emit X end if) }
    end signal
  end loop`,
    ),
    trace: [
      ["", "P"],
      ["", "P X"],
      ["", "P X"],
    ],
  },
  {
    name: "a block left by a raise and entered again",
    rule: "22 and 19: O by the branch that finishes its reaction in the old life, P by the new one",
    source: signalsOnly(
      `loop
    exception T in
      signal S in
        PAR{ SEQ(pause; emit S; raise T); loop if S then emit O else emit P end if; pause end loop }
      end signal
    end exception
  end loop`,
    ),
    trace: [
      ["", "P"],
      ["", "O P"],
      ["", "O P"],
    ],
  },
  {
    name: "three lives in one reaction",
    rule: "22: life 1 emits S and ends, life 2 is entered by the inner loop and taken away, life 3 by the outer loop; none sees S",
    source: signalsOnly(
      `loop
    exception T in
      PAR{
        SEQ(pause; raise T);
        loop signal S in if S then emit O else emit P end if; pause; emit S end signal end loop
      }
    end exception
  end loop`,
    ),
    trace: [
      ["", "P"],
      ["", "P"],
      ["", "P"],
    ],
  },
  {
    name: "three lives, of which one emits and sees its own signal",
    rule: "22: X by the life that goes on and emits S, P by each one that is entered",
    source: signalsOnly(
      `loop
    exception T in
      PAR{
        SEQ(await A; raise T);
        loop signal S in PAR{ if S then emit O else emit P end if; SEQ(pause; emit S; if S then emit X end if) } end signal end loop
      }
    end exception
  end loop`,
    ),
    trace: [
      ["", "P"],
      ["", "P X"],
      ["A", "P X"],
      ["", "P X"],
    ],
  },
  {
    name: "a parallel entered again, without signals",
    rule: "9 and 12: the first life ends with O, the second starts its pauses",
    source: signalsOnly("loop PAR{ pause; SEQ(pause; emit O) } end loop"),
    trace: [
      ["", ""],
      ["", "O"],
      ["", "O"],
    ],
  },
  {
    name: "a branch that has ended is alive again after the restart",
    rule: "9: the second branch ended in the first reaction; in the second, a new one looks at A",
    source: signalsOnly(
      "exception T in loop PAR{ pause; if A then raise T end if } end loop handle T do emit O end exception",
    ),
    trace: [
      ["", ""],
      ["", ""],
      ["A", "O"],
    ],
  },
  {
    name: "aborted and entered again",
    rule: "22 and 14: the old life ends by A and emits its S, the new one tests its own",
    source: signalsOnly(
      `loop
    signal S in
      do SEQ(if S then emit O else emit P end if; halt) watching A;
      emit S
    end signal
  end loop`,
    ),
    trace: [
      ["", "P"],
      ["", ""],
      ["A", "P"],
      ["A", "P"],
    ],
  },
  {
    name: "nothing is remembered from one reaction to the next",
    rule: "2: S is absent in the second reaction",
    source: signalsOnly("signal S in emit S; pause; if S then emit O else emit P end if end signal"),
    trace: [
      ["", ""],
      ["", "P"],
    ],
  },
  {
    name: "a local signal is the same for all branches",
    rule: "2 and 22",
    source: signalsOnly("signal S in PAR{ if S then emit O else emit P end if; emit S } end signal"),
    trace: [["", "O"]],
  },
  {
    name: "loop each: a new life at every trigger",
    rule: "17 and 22: with A and B the old life is strongly aborted and emits nothing",
    source: signalsOnly(
      "loop signal S in if S then emit O else emit P end if; await B; emit S; if S then emit X end if end signal each A",
    ),
    trace: [
      ["", "P"],
      ["A B", "P"],
      ["B", "X"],
      ["A", "P"],
    ],
  },
  {
    name: "a new wait does not see the signal that ended the old one",
    rule: "11 and 12: A of the reaction in which the wait starts does not count",
    source: signalsOnly("loop await A; emit O; await A; emit P end loop"),
    trace: [
      ["A", ""],
      ["A", "O"],
      ["A", "P"],
      ["A", "O"],
    ],
  },
  {
    name: "copies of a repetition have different signals",
    rule: "13 and 22: S is emitted at the end of each copy and tested at the start of the next",
    source: signalsOnly(
      "repeat 2 times signal S in if S then emit O else emit P end if; pause; emit S end signal end repeat; emit X",
    ),
    trace: [
      ["", "P"],
      ["", "P"],
      ["", "X"],
    ],
  },
  {
    name: "a local signal in a procedure called twice at once",
    rule: "24 and 22: two calls, two signals; the call with A emits its own S only",
    source: signalsOnly(
      "PAR{ SEQ(await A; Work); SEQ(await B; Work) }",
      "procedure Work signal S in PAR{ SEQ(if S then emit O end if; pause; emit P); SEQ(pause; emit S) } end signal end procedure",
    ),
    trace: [
      ["", ""],
      ["A", ""],
      ["B", "P"],
      ["", "P"],
    ],
  },
];
