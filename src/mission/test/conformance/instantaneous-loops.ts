/** Rule 12: loops whose body can end in the reaction in which it starts, and loops that only look like it. */
import { type ConformanceCase, signalsOnly, withTasks } from "./conformance-case.ts";

function refused(name: string, rule: string, main: string, declarations = ""): ConformanceCase {
  return { name, rule, source: signalsOnly(main, declarations), trace: [], refused: "instantaneous loop" };
}

export const instantaneousLoopCases: readonly ConformanceCase[] = [
  refused("a loop around an emission", "12: K = {0}", "loop emit O end loop"),
  refused("a loop around nothing", "12: K = {0}", "loop nothing end loop"),
  refused("a loop that pauses on one way only", "12: K = {1} ∪ {0}", "loop if A then pause end if end loop"),
  refused("a loop around an immediate wait", "12: K = {0, 1}", "loop await immediate A end loop"),
  refused("a loop around a parallel of emissions", "12: max(0, 0) = 0", "loop PAR{ emit O; emit P } end loop"),
  refused(
    "a loop around an immediate abortion",
    "12 and 14: A present, the body does not start",
    "loop do pause watching immediate A end loop",
  ),
  refused(
    "a loop around an immediate weak abortion",
    "12 and 15: the body pauses, the trigger ends it",
    "loop do sustain O weakly watching immediate A end loop",
  ),
  refused("a loop around an immediate until", "12, 16 and 14", "loop do emit O until immediate A end loop"),
  refused(
    "a loop around a raise that is caught inside",
    "12: K(raise) = {2}, the block makes 0 of it",
    "loop exception T in raise T end exception end loop",
  ),
  refused(
    "a raise that beats a pause",
    "12: max(1, 2) = 2, the handler ends at once",
    "loop exception T in PAR{ pause; raise T } handle T do emit O end exception end loop",
  ),
  refused(
    "one of two handlers ends at once",
    "12: K(handlers) has 0 where only T is raised",
    "loop exception T, U in if A then raise T else raise U end if handle T do nothing handle U do pause end exception end loop",
  ),
  refused("a loop around a suspension of nothing", "12: K of the body is {0}", "loop suspend emit O when A end loop"),
  refused(
    "a loop around a repetition that may not pause",
    "12 and 13: {0, 1} followed by {0, 1}",
    "loop repeat 2 times if A then pause end if end repeat end loop",
  ),
  refused(
    "a loop around a procedure that takes no time",
    "12 and 24",
    "loop Work end loop",
    "procedure Work emit O end procedure",
  ),
  refused("a loop in a procedure", "12", "pause; Work", "procedure Work loop emit O end loop end procedure"),
  refused("a loop behind a halt", "12: checked on the text, though it is never reached", "halt; loop emit O end loop"),
  refused("a loop in a handler", "12", "exception T in pause; raise T handle T do loop emit O end loop end exception"),
  refused("a loop around a local signal", "12", "loop signal S in emit S end signal end loop"),
  {
    name: "a parallel pauses if one branch does",
    rule: "12: max(0, 1) = 1",
    source: signalsOnly("loop PAR{ emit O; pause } end loop"),
    trace: [
      ["", "O"],
      ["", "O"],
    ],
  },
  {
    name: "both ways pause",
    rule: "12: {1} ∪ {1}",
    source: signalsOnly("loop if A then pause else await B end if; emit O end loop"),
    trace: [
      ["A", ""],
      ["", "O"],
      ["A", ""],
      ["B", "O"],
    ],
  },
  {
    name: "the way that does not pause raises to the outside",
    rule: "12: {2} ∪ {1}",
    source: signalsOnly(
      "exception T in loop if A then raise T else pause end if; emit O end loop end exception; emit P",
    ),
    trace: [
      ["", ""],
      ["", "O"],
      ["A", "O P"],
    ],
  },
  {
    name: "a loop that always raises to the outside",
    rule: "12: max(2, 0) = 2",
    source: signalsOnly("exception T in loop PAR{ raise T; nothing } end loop handle T do emit O end exception"),
    trace: [["", "O"]],
  },
  {
    name: "a handler that pauses",
    rule: "12: 2 becomes the code of the handler, 1",
    source: signalsOnly("loop exception T in raise T handle T do pause; emit O end exception end loop"),
    trace: [
      ["", ""],
      ["", "O"],
      ["", "O"],
    ],
  },
  {
    name: "handlers that all pause",
    rule: "12 and 19: one of the two is raised",
    source: signalsOnly(
      "loop exception T, U in if A then raise T else raise U end if handle T do pause; emit O handle U do pause; emit P end exception end loop",
    ),
    trace: [
      ["A", ""],
      ["", "O"],
      ["", "P"],
    ],
  },
  {
    name: "until pauses after a body that takes no time",
    rule: "12 and 16: K(emit; halt) = {1}",
    source: signalsOnly("loop do emit O until A end loop"),
    trace: [
      ["A", "O"],
      ["A", "O"],
      ["", ""],
    ],
  },
  {
    name: "a call of a task pauses",
    rule: "12 and 26: K(call) = {1}",
    source: withTasks("task x on r post Done; end task", "loop x; emit O end loop"),
    trace: [
      ["", "START_x StartServoing_r"],
      ["Done", "STOP_x"],
      ["STOPPED_x", "StoppedServoing_r BF_x O START_x StartServoing_r"],
    ],
  },
  {
    name: "a raise of a later reaction",
    rule: "12: K(await) = {1}",
    source: signalsOnly("loop exception T in await A; raise T handle T do emit O end exception end loop"),
    trace: [
      ["", ""],
      ["A", "O"],
      ["A", "O"],
    ],
  },
  {
    name: "an inner loop never ends",
    rule: "12: K(loop pause) = {1}",
    source: signalsOnly("loop loop pause; emit O end loop end loop"),
    trace: [
      ["", ""],
      ["", "O"],
    ],
  },
];
