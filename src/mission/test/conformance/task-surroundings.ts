/** Rules 21, 33, 40 and 42: a robot-task and the mission around it: procedures, signals, arguments. */
import { type ConformanceCase, withTasks } from "./conformance-case.ts";

const plain = "task x on r post Done; end task";
const start = "START_x StartServoing_r";
const gone = "StoppedServoing_r";

export const taskSurroundingCases: readonly ConformanceCase[] = [
  {
    name: "type 2 is raised through the procedure that called",
    rule: "21 and 36",
    source: withTasks(
      `task x on r post Done; type2 Bad; end task
procedure Work x; emit O end procedure`,
      "exception Bad in Work handle Bad do emit P end exception; emit X",
    ),
    trace: [
      ["", start],
      ["Bad", "STOP_x"],
      ["STOPPED_x", `${gone} P X`],
    ],
  },
  {
    name: "type 2 is raised to the nearest block, which stands in the procedure",
    rule: "21",
    source: withTasks(
      `task x on r post Done; type2 Bad; end task
procedure Work exception Bad in x handle Bad do emit P end exception; emit X end procedure`,
      "exception Bad in Work handle Bad do emit O end exception",
    ),
    trace: [
      ["", start],
      ["Bad", "STOP_x"],
      ["STOPPED_x", `${gone} P X`],
    ],
  },
  {
    name: "the handler of type 2 calls the same task again",
    rule: "36 and 29: one reaction from the raise to the next start",
    source: withTasks(
      "task x on r post Done; type2 Bad; end task",
      "loop exception Bad in x; emit O; halt handle Bad do nothing end exception end loop",
    ),
    trace: [
      ["", start],
      ["Bad", "STOP_x"],
      ["STOPPED_x", `${gone} ${start}`],
      ["Done", "STOP_x"],
      ["STOPPED_x", `${gone} BF_x O`],
    ],
  },
  {
    name: "BF_x can be awaited and tested",
    rule: "40 and 2",
    source: withTasks(plain, "PAR{ SEQ(x; if BF_x then emit P end if); SEQ(await BF_x; emit O) }"),
    trace: [
      ["", start],
      ["Done", "STOP_x"],
      ["STOPPED_x", `${gone} BF_x O P`],
    ],
  },
  {
    name: "a post-condition may be a signal of the mission",
    rule: "33: declared as output, so not an input",
    source: withTasks(
      `output Enough;
task x on r post Enough; end task`,
      "PAR{ x; SEQ(await A; emit Enough) }; emit O",
    ),
    trace: [
      ["", start],
      ["A", "Enough STOP_x"],
      ["STOPPED_x", `${gone} BF_x O`],
    ],
  },
  {
    name: "two tasks that name one event mean one signal",
    rule: "33, for both",
    source: withTasks(
      `task x on r post Done; end task
task y on q post Done; end task`,
      "PAR{ x; y }; emit O",
    ),
    trace: [
      ["", "START_x StartServoing_r START_y StartServoing_q"],
      ["Done", "STOP_x STOP_y"],
      ["STOPPED_x", "StoppedServoing_r BF_x"],
      ["STOPPED_y", "StoppedServoing_q BF_y O"],
    ],
  },
  {
    name: "an event of a task may be tested by the mission",
    rule: "2: it is an input by its name",
    source: withTasks(plain, "PAR{ x; SEQ(await Done; emit P) }; emit O"),
    trace: [
      ["", start],
      ["Done", "STOP_x P"],
      ["STOPPED_x", `${gone} BF_x O`],
    ],
  },
  {
    name: "different arguments have numbers",
    rule: "42",
    source: withTasks("task x(depth_m) on r post Done; end task", "x(5); x(10); x(depth_m = 5)"),
    trace: [
      ["", `SET_x_1 ${start}`],
      ["Done", "STOP_x"],
      ["STOPPED_x", `${gone} BF_x SET_x_2 ${start}`],
      ["Done", "STOP_x"],
      ["STOPPED_x", `${gone} BF_x SET_x_1 ${start}`],
    ],
  },
  {
    name: "equal arguments have none",
    rule: "42: only where a task has more than one set; the initial value is filled in",
    source: withTasks("task x(depth_m = 5) on r post Done; end task", "x; x(5); x(depth_m = 5.0)"),
    trace: [
      ["", start],
      ["Done", "STOP_x"],
      ["STOPPED_x", `${gone} BF_x ${start}`],
    ],
  },
  {
    name: "the initial value and another one",
    rule: "42",
    source: withTasks('task x(depth_m = 5, mode = "slow") on r post Done; end task', 'x(mode = "fast"); x'),
    trace: [
      ["", `SET_x_1 ${start}`],
      ["Done", "STOP_x"],
      ["STOPPED_x", `${gone} BF_x SET_x_2 ${start}`],
    ],
  },
  {
    name: "arguments through a procedure",
    rule: "42 and 24",
    source: withTasks(
      `task x(depth_m) on r post Done; end task
procedure Go(level) x(level) end procedure`,
      "Go(1); Go(2)",
    ),
    trace: [
      ["", `SET_x_1 ${start}`],
      ["Done", "STOP_x"],
      ["STOPPED_x", `${gone} BF_x SET_x_2 ${start}`],
    ],
  },
  {
    name: "a call that waits gives its arguments at once",
    rule: "42: 'also when it has to wait by rule 29'",
    source: withTasks("task x(depth_m) on r post Done; end task", "do x(1) watching A; x(2)"),
    trace: [
      ["", `SET_x_1 ${start}`],
      ["A", "STOP_x ABORTED_x SET_x_2"],
      ["STOPPED_x", `${gone} ${start}`],
    ],
  },
  {
    name: "a call that is taken away at once gives no arguments",
    rule: "42 and 28: it has not begun",
    source: withTasks(
      "task x(depth_m) on r post Done; end task",
      "exception T in PAR{ x(1); raise T } end exception; x(2)",
    ),
    trace: [["", `SET_x_2 ${start}`]],
  },
];
