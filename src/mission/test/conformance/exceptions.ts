/** Rules 19 to 21: nested blocks, simultaneous exits, handlers side by side, procedures. */
import { type ConformanceCase, signalsOnly } from "./conformance-case.ts";

const eitherOrBoth = (handlers: string) =>
  signalsOnly(
    `exception T, U in PAR{ SEQ(await A; raise T); SEQ(await B; raise U) } ${handlers} end exception; emit X`,
  );
const bothHandled = "handle T do emit O handle U do emit P";

export const exceptionCases: readonly ConformanceCase[] = [
  {
    name: "the handler runs in the reaction of the raise",
    rule: "19",
    source: signalsOnly("exception T in raise T handle T do emit O end exception; emit P"),
    trace: [["", "O P"]],
  },
  {
    name: "a block whose body ends runs no handler",
    rule: "19: nothing was raised",
    source: signalsOnly("exception T in emit O; if A then raise T end if handle T do emit P end exception; emit X"),
    trace: [["", "O X"]],
  },
  {
    name: "a raise on a condition",
    rule: "19",
    source: signalsOnly("exception T in emit O; if A then raise T end if handle T do emit P end exception; emit X"),
    trace: [["A", "O P X"]],
  },
  {
    name: "what follows a raise is not reached",
    rule: "19 and 8: raise has code 2, not 0",
    source: signalsOnly("exception T in if A then raise T end if; emit O end exception; emit P"),
    trace: [["A", "P"]],
  },
  {
    name: "siblings finish the reaction",
    rule: "19: 'its sibling branches finish the reaction, then are gone'",
    source: signalsOnly("exception T in PAR{ raise T; sustain O } handle T do emit P end exception"),
    trace: [
      ["", "O P"],
      ["", ""],
    ],
  },
  {
    name: "a later raise, and a handler that takes time",
    rule: "19: the block ends when its handler does",
    source: signalsOnly(
      "exception T in PAR{ SEQ(await A; raise T); sustain O } handle T do emit P; pause; emit X end exception; emit Y",
    ),
    trace: [
      ["", "O"],
      ["A", "O P"],
      ["", "X Y"],
    ],
  },
  {
    name: "two exits at once: the outer block wins",
    rule: "20: codes 2 and 3, the larger is that of the outer block",
    source: signalsOnly(
      `exception T in
    exception U in PAR{ raise T; raise U } handle U do emit O end exception;
    emit X
  handle T do emit P end exception`,
    ),
    trace: [["", "P"]],
  },
  {
    name: "two exits at once: it is the outer handler that goes on",
    rule: "20: the code of the PAR is 3, the inner block is gone with all that is in it",
    source: signalsOnly(
      `exception T in
    exception U in PAR{ SEQ(await A; raise U); SEQ(await A; raise T) } handle U do sustain O end exception
  handle T do sustain P end exception`,
    ),
    trace: [
      ["", ""],
      ["A", "P"],
      ["", "P"],
    ],
  },
  {
    name: "three blocks, the innermost and the outermost exited at once",
    rule: "20: code 4 wins over 2, neither the inner nor the middle handler runs",
    source: signalsOnly(
      `exception T in
    exception V in
      exception U in PAR{ raise U; raise T } handle U do emit O end exception
    handle V do emit X end exception
  handle T do emit P end exception; emit Y`,
    ),
    trace: [["", "P Y"]],
  },
  {
    name: "an inner block that is a sibling finishes its reaction, handler included",
    rule: "19 and 5: the inner block turns its exit into its handler, whose code is 0; the exit of T lies beside it",
    source: signalsOnly(
      `exception T in
    PAR{
      exception U in raise U handle U do emit O end exception;
      SEQ(emit P; raise T)
    }
  handle T do emit X end exception`,
    ),
    trace: [["", "O P X"]],
  },
  {
    name: "the nearest block that has the name",
    rule: "21: the inner T",
    source: signalsOnly(
      `exception T in
    exception T in raise T handle T do emit O end exception;
    emit X
  handle T do emit P end exception`,
    ),
    trace: [["", "O X"]],
  },
  {
    name: "a raise in a handler leaves to the block outside",
    rule: "19 and 21: the handler runs after its own block was left",
    source: signalsOnly(
      `exception T in
    exception T in raise T handle T do emit O; raise T end exception;
    emit X
  handle T do emit P end exception`,
    ),
    trace: [["", "O P"]],
  },
  {
    name: "two names of one block raised at once",
    rule: "19: 'both handlers run, as branches of a PAR'",
    source: eitherOrBoth(bothHandled),
    trace: [
      ["", ""],
      ["A B", "O P X"],
    ],
  },
  {
    name: "the first of two names raised",
    rule: "19",
    source: eitherOrBoth(bothHandled),
    trace: [
      ["", ""],
      ["A", "O X"],
      ["B", ""],
    ],
  },
  {
    name: "the second of two names raised",
    rule: "19",
    source: eitherOrBoth(bothHandled),
    trace: [
      ["", ""],
      ["B", "P X"],
    ],
  },
  {
    name: "handlers side by side end with the last",
    rule: "19 and 9",
    source: eitherOrBoth("handle T do pause; pause; emit O handle U do emit P"),
    trace: [
      ["", ""],
      ["A B", "P"],
      ["", ""],
      ["", "O X"],
    ],
  },
  {
    name: "one handler pauses though the other could not have",
    rule: "19: only T was raised, the block ends with its handler",
    source: eitherOrBoth("handle T do emit O handle U do halt"),
    trace: [
      ["", ""],
      ["A", "O X"],
    ],
  },
  {
    name: "a name without handler just ends the block",
    rule: "19",
    source: eitherOrBoth("handle T do emit O"),
    trace: [
      ["", ""],
      ["B", "X"],
    ],
  },
  {
    name: "a name with and a name without handler at once",
    rule: "19: the one handler runs",
    source: eitherOrBoth("handle T do emit O"),
    trace: [
      ["", ""],
      ["A B", "O X"],
    ],
  },
  {
    name: "a raise goes through the call of a procedure",
    rule: "21: 'if the procedure has none, around the call'",
    source: signalsOnly(
      "exception T in Work; emit X handle T do emit O end exception",
      "procedure Work await A; raise T end procedure",
    ),
    trace: [
      ["", ""],
      ["A", "O"],
    ],
  },
  {
    name: "a procedure with its own block keeps its raise",
    rule: "21: the nearest block stands in the procedure",
    source: signalsOnly(
      "exception T in Work; emit X; raise T handle T do emit O end exception",
      "procedure Work exception T in raise T handle T do emit P end exception end procedure",
    ),
    trace: [["", "P X O"]],
  },
  {
    name: "one procedure, two calls, two blocks",
    rule: "21 and 24: the raise belongs to the block around each call",
    source: signalsOnly(
      `exception T in Work handle T do emit O end exception;
  exception T in Work handle T do emit P end exception`,
      "procedure Work pause; raise T end procedure",
    ),
    trace: [
      ["", ""],
      ["", "O"],
      ["", "P"],
    ],
  },
  {
    name: "a raise ends a loop",
    rule: "19 and 12",
    source: signalsOnly("exception T in loop pause; if A then raise T end if; emit O end loop end exception; emit P"),
    trace: [
      ["", ""],
      ["", "O"],
      ["A", "P"],
    ],
  },
  {
    name: "an exception of a handler takes the sibling of its block away",
    rule: "19: O finishes the reaction, then is gone",
    source: signalsOnly(
      `exception T in
    PAR{ exception U in raise U handle U do raise T end exception; sustain O }
  handle T do emit P end exception`,
    ),
    trace: [
      ["", "O P"],
      ["", ""],
    ],
  },
  {
    name: "same exit from two branches",
    rule: "19: the handler of T runs once, the block ends once",
    source: signalsOnly(
      "exception T in PAR{ SEQ(await A; emit O; raise T); SEQ(await A; emit P; raise T) } handle T do emit X end exception",
    ),
    trace: [
      ["A", ""],
      ["A", "O P X"],
      ["A", ""],
    ],
  },
  {
    name: "a running handler may be aborted from outside",
    rule: "19 and 14",
    source: signalsOnly("do exception T in raise T handle T do sustain O end exception watching A; emit P"),
    trace: [
      ["", "O"],
      ["", "O"],
      ["A", "P"],
    ],
  },
];
