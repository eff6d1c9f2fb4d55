/** Rules 44 and 45: fatal signals, type 3 events, tasks that do not stop, and what runs then. */
import { type ConformanceCase, twoTasks, withTasks } from "./conformance-case.ts";

const startX = "START_x StartServoing_r";
const startY = "START_y StartServoing_r";
const withMotor = "task x on r post Done; type3 Motor; end task";
const withLimit = "task x on r post Done; stop within 10 s; end task";

export const fatalCases: readonly ConformanceCase[] = [
  {
    name: "a fatal signal aborts main and starts the handler",
    rule: "44: main is strongly aborted; while on fatal runs, and after it, nothing is fatal",
    source: withTasks("", "sustain O", "emit P; pause; emit X"),
    trace: [
      ["", "O"],
      ["Leak", "FATAL P"],
      ["Leak", "X"],
      ["Leak", ""],
    ],
  },
  {
    name: "a fatal signal in the first reaction",
    rule: "44: main is not started",
    source: withTasks("", "emit O", "emit P"),
    trace: [["Leak", "FATAL P"]],
  },
  {
    name: "no exception or suspension of main keeps the handler off",
    rule: "44: strong abortion of the whole main",
    source: withTasks(
      "",
      "suspend exception T in SEQ(await B; raise T) handle T do emit O end exception when A",
      "emit P",
    ),
    trace: [
      ["", ""],
      ["A", ""],
      ["A B Leak", "FATAL P"],
    ],
  },
  {
    name: "after the end of main nothing is fatal",
    rule: "44: 'after the mission, nothing is fatal'",
    source: withTasks("", "emit O", "emit P"),
    trace: [
      ["", "O"],
      ["Leak", ""],
    ],
  },
  {
    name: "main would have ended in the fatal reaction",
    rule: "44: it does not run",
    source: withTasks("", "await A; emit O", "emit P"),
    trace: [
      ["", ""],
      ["A Leak", "FATAL P"],
    ],
  },
  {
    name: "one of two fatal signals, or both",
    rule: "44",
    source: withTasks("fatal Fire;", "sustain O", "emit P"),
    trace: [
      ["", "O"],
      ["Fire Leak", "FATAL P"],
    ],
  },
  {
    name: "an active task is stopped, and the handler's task starts when it has stopped",
    rule: "44, 38 (no ABORTED_x) and 45",
    source: withTasks(twoTasks, "x", "y; emit P"),
    trace: [
      ["", startX],
      ["Leak", "FATAL STOP_x"],
      ["Leak", ""],
      ["STOPPED_x", `StoppedServoing_r ${startY}`],
      ["Over", "STOP_y"],
      ["STOPPED_y", "StoppedServoing_r BF_y P"],
    ],
  },
  {
    name: "the handler's task starts at once on a free resource",
    rule: "45",
    source: withTasks(twoTasks, "await A; x", "y"),
    trace: [
      ["", ""],
      ["Leak", `FATAL ${startY}`],
    ],
  },
  {
    name: "the handler's task starts in the fatal reaction if the last one stops in it",
    rule: "45 and 36: x was ending; its call is dropped, so no BF_x, and no ABORTED_x",
    source: withTasks(twoTasks, "x", "y"),
    trace: [
      ["", startX],
      ["Done", "STOP_x"],
      ["STOPPED_x Leak", `FATAL StoppedServoing_r ${startY}`],
    ],
  },
  {
    name: "the handler calls the task that was running",
    rule: "45 and 29: the new call waits until it has stopped",
    source: withTasks(twoTasks, "x", "x; emit P"),
    trace: [
      ["", startX],
      ["Leak", "FATAL STOP_x"],
      ["STOPPED_x", `StoppedServoing_r ${startX}`],
      ["Done", "STOP_x"],
      ["STOPPED_x", "StoppedServoing_r BF_x P"],
    ],
  },
  {
    name: "fatal before type 2: the handler of type 2 does not run",
    rule: "39 and 44",
    source: withTasks(
      "task x on r post Done; type2 Bad; end task",
      "exception Bad in x handle Bad do emit O end exception",
      "emit P",
    ),
    trace: [
      ["", startX],
      ["Bad Leak", "FATAL STOP_x P"],
      ["STOPPED_x", "StoppedServoing_r"],
    ],
  },
  {
    name: "fatal in the reaction in which a type 2 would be raised",
    rule: "44 and 36: the call does not get control",
    source: withTasks(
      "task x on r post Done; type2 Bad; end task",
      "exception Bad in x handle Bad do emit O end exception",
      "emit P",
    ),
    trace: [
      ["", startX],
      ["Bad", "STOP_x"],
      ["STOPPED_x Leak", "FATAL StoppedServoing_r P"],
    ],
  },
  {
    name: "a type 3 event of a task that is not idle",
    rule: "44",
    source: withTasks(withMotor, "await A; x", "emit P"),
    trace: [
      ["Motor", ""],
      ["A Motor", startX],
      ["Motor", "FATAL STOP_x P"],
    ],
  },
  {
    name: "a type 3 event while the task waits for its pre-condition",
    rule: "44: wait is not idle",
    source: withTasks("task x on r pre Fix; type3 Motor; end task", "x", "emit P"),
    trace: [
      ["", "WAIT_x"],
      ["Motor Fix", "FATAL STOP_x P"],
    ],
  },
  {
    name: "a type 3 event while the task is ending",
    rule: "44 and 38: from ending(good) to ending(lost)",
    source: withTasks(withMotor, "x", "emit P"),
    trace: [
      ["", startX],
      ["Done", "STOP_x"],
      ["Motor", "FATAL P"],
      ["STOPPED_x", "StoppedServoing_r"],
    ],
  },
  {
    name: "a type 3 event while the task has ended and its call is suspended",
    rule: "44: ended is not idle; 38: from ended(good) to idle",
    source: withTasks(withMotor, "suspend x when A", "emit P"),
    trace: [
      ["", startX],
      ["Done", "STOP_x"],
      ["A STOPPED_x", "StoppedServoing_r"],
      ["A Motor", "FATAL P"],
    ],
  },
  {
    name: "a type 3 event of a task that nothing waits for any more",
    rule: "44: ending(lost) is not idle",
    source: withTasks(withMotor, "do x watching A; sustain O", "emit P"),
    trace: [
      ["", startX],
      ["A", "STOP_x ABORTED_x O"],
      ["Motor", "FATAL P"],
    ],
  },
  {
    name: "the same after the end of the mission",
    rule: "44 and 25: nothing is fatal, the task still stops",
    source: withTasks(withMotor, "do x watching A; emit O", "emit P"),
    trace: [
      ["", startX],
      ["A", "STOP_x ABORTED_x O"],
      ["Motor", ""],
      ["STOPPED_x", "StoppedServoing_r"],
    ],
  },
  {
    name: "a task that does not stop in time",
    rule: "44",
    source: withTasks(withLimit, "x", "emit P"),
    trace: [
      ["", startX],
      ["STOPTO_x", ""],
      ["Done", "STOP_x"],
      ["STOPTO_x", "FATAL P"],
    ],
  },
  {
    name: "stopped, but in the reaction in which the time is over",
    rule: "44: the task is ending at the beginning of the reaction",
    source: withTasks(withLimit, "x; emit O", "emit P"),
    trace: [
      ["", startX],
      ["Done", "STOP_x"],
      ["STOPTO_x STOPPED_x", "FATAL StoppedServoing_r P"],
    ],
  },
  {
    name: "the time to stop is over in the reaction of the stop command",
    rule: "44 and 27: the task was active at the beginning",
    source: withTasks(withLimit, "x; emit O", "emit P"),
    trace: [
      ["", startX],
      ["Done STOPTO_x", "STOP_x"],
      ["STOPPED_x", "StoppedServoing_r BF_x O"],
    ],
  },
  {
    name: "a task of the handler that does not stop is not fatal",
    rule: "44: 'it cannot be interrupted'",
    source: withTasks(withLimit, "sustain O", "do x watching A; emit P; pause; emit X"),
    trace: [
      ["Leak", `FATAL ${startX}`],
      ["A", "STOP_x ABORTED_x P"],
      ["STOPTO_x Leak", "X"],
      ["STOPPED_x", "StoppedServoing_r"],
    ],
  },
  {
    name: "dropped within the handler is announced again",
    rule: "38: ABORTED_x, since this reaction is not fatal",
    source: withTasks(twoTasks, "x", "do y until A; emit P"),
    trace: [
      ["", startX],
      ["Leak", "FATAL STOP_x"],
      ["A", "STOP_y ABORTED_y P"],
      ["STOPPED_x", "StoppedServoing_r"],
    ],
  },
  {
    name: "a conflict in the handler is reported and goes on",
    rule: "41 and 44: at the end of each reaction both are ready, and nothing is fatal",
    source: withTasks(twoTasks, "sustain O", "PAR{ x; y }"),
    trace: [
      ["Leak", "FATAL CONFLICT_r"],
      ["", "CONFLICT_r"],
      ["", "CONFLICT_r"],
    ],
  },
  {
    name: "type 2 in the handler is raised in the handler",
    rule: "36 and 21",
    source: withTasks(
      "task x on r post Done; type2 Bad; end task",
      "sustain O",
      "exception Bad in x; emit X handle Bad do emit P end exception",
    ),
    trace: [
      ["Leak", `FATAL ${startX}`],
      ["Bad", "STOP_x"],
      ["STOPPED_x", "StoppedServoing_r P"],
    ],
  },
];
