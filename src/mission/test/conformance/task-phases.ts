/** Rules 26 to 37: one robot-task through its phases, with its events and their priorities. */
import { type ConformanceCase, withTasks } from "./conformance-case.ts";

const plain = "task x on r post Done; end task";
const withPre = "task x on r pre Fix; post Done; end task";
const withInit = "task x on r init; post Done; end task";
const withEvents = "task x on r post Done; type1 Drift; type1 Gust; type2 Bad, Worse; end task";
const cautious = "task x on r pre Fix within 60 s else NoFix; post Done; type2 TooSlow after 5 min; end task";
const handled = (body: string) =>
  `exception Bad, Worse in ${body} handle Bad do emit P handle Worse do emit X end exception`;
const start = "START_x StartServoing_r";
const gone = "StoppedServoing_r";

export const taskPhaseCases: readonly ConformanceCase[] = [
  {
    name: "a task from call to good end",
    rule: "29, 32, 33, 36, 26",
    source: withTasks(plain, "x; emit O"),
    trace: [
      ["", start],
      ["", ""],
      ["Done", "STOP_x"],
      ["", ""],
      ["STOPPED_x", `${gone} BF_x O`],
      ["", ""],
    ],
  },
  {
    name: "a post-condition of the starting reaction does not count",
    rule: "27 and 33: the phase at the beginning was idle",
    source: withTasks(plain, "x; emit O"),
    trace: [
      ["Done", start],
      ["", ""],
      ["Done", "STOP_x"],
    ],
  },
  {
    name: "an early STOPPED means nothing",
    rule: "36: only in phase ending, and Done leads there only at the end of its reaction",
    source: withTasks(plain, "x; emit O"),
    trace: [
      ["STOPPED_x", start],
      ["STOPPED_x", ""],
      ["Done STOPPED_x", "STOP_x"],
      ["STOPPED_x", `${gone} BF_x O`],
    ],
  },
  {
    name: "a pre-condition that comes later",
    rule: "29 and 30: WAIT_x once, START_x with Fix",
    source: withTasks(withPre, "x; emit O"),
    trace: [
      ["", "WAIT_x"],
      ["", ""],
      ["Fix", start],
    ],
  },
  {
    name: "a pre-condition that holds at the call",
    rule: "29: it passes through wait in this reaction",
    source: withTasks(withPre, "x; emit O"),
    trace: [
      ["Fix", start],
      ["", ""],
    ],
  },
  {
    name: "pre-conditions must hold together",
    rule: "30: 'all pre-conditions are present in one reaction'",
    source: withTasks("task x on r pre Fix, Level; post Done; end task", "x"),
    trace: [
      ["Fix", "WAIT_x"],
      ["Level", ""],
      ["Fix", ""],
      ["Fix Level", start],
    ],
  },
  {
    name: "initialisation",
    rule: "30 and 31",
    source: withTasks(withInit, "x"),
    trace: [
      ["", "INIT_x"],
      ["", ""],
      ["INITOK_x", start],
    ],
  },
  {
    name: "INITOK of the starting reaction does not count",
    rule: "27 and 31: the phase at the beginning was not init",
    source: withTasks(withInit, "x"),
    trace: [
      ["INITOK_x", "INIT_x"],
      ["INITOK_x", start],
    ],
  },
  {
    name: "wait, then init, then start",
    rule: "29, 30, 31",
    source: withTasks("task x on r pre Fix; init; post Done; end task", "x"),
    trace: [
      ["", "WAIT_x"],
      ["INITOK_x", ""],
      ["Fix INITOK_x", "INIT_x"],
      ["Fix", ""],
      ["INITOK_x", start],
    ],
  },
  {
    name: "a task without resources",
    rule: "32: every resource of none is free",
    source: withTasks("task x post Done; end task", "x; emit O"),
    trace: [
      ["", "START_x"],
      ["Done", "STOP_x"],
      ["STOPPED_x", "BF_x O"],
    ],
  },
  {
    name: "several post-conditions, one after the other",
    rule: "33: 'not necessarily the same'",
    source: withTasks("task x on r post Near, Level; end task", "x"),
    trace: [
      ["", start],
      ["Near", ""],
      ["", ""],
      ["Level", "STOP_x"],
    ],
  },
  {
    name: "several post-conditions, one of them too early",
    rule: "33: 'in a reaction that began in phase active'",
    source: withTasks("task x on r post Near, Level; end task", "x"),
    trace: [
      ["Near", start],
      ["Level", ""],
      ["Near", "STOP_x"],
    ],
  },
  {
    name: "post-conditions are counted anew in the next call",
    rule: "33: Near of the first call is not one of the second",
    source: withTasks("task x on r post Near, Level; end task", "x; x"),
    trace: [
      ["", start],
      ["Near Level", "STOP_x"],
      ["STOPPED_x", `${gone} BF_x ${start}`],
      ["Level", ""],
      ["Near", "STOP_x"],
    ],
  },
  {
    name: "one of several post-conditions",
    rule: "33: 'with any, one of them'",
    source: withTasks("task x on r post any Near, Level; end task", "x"),
    trace: [
      ["", start],
      ["Level", "STOP_x"],
    ],
  },
  {
    name: "a task without post-conditions ends by being dropped only",
    rule: "33, 38, 25: the mission is over, the task still stops",
    source: withTasks("task x on r end task", "do x until A; emit O"),
    trace: [
      ["", start],
      ["", ""],
      ["A", "STOP_x ABORTED_x O"],
      ["", ""],
      ["STOPPED_x", gone],
    ],
  },
  {
    name: "events of type 1 change parameters, several at once",
    rule: "34",
    source: withTasks(withEvents, handled("x; emit O")),
    trace: [
      ["Drift", start],
      ["Drift", "PARAM_x_Drift"],
      ["Drift Gust", "PARAM_x_Drift PARAM_x_Gust"],
      ["Done Drift", "STOP_x"],
      ["Drift", ""],
    ],
  },
  {
    name: "an event of type 2 stops the task, and the call raises it",
    rule: "35 and 36: the handler starts in the reaction of STOPPED_x",
    source: withTasks(withEvents, handled("x; emit O")),
    trace: [
      ["", start],
      ["Bad", "STOP_x"],
      ["Bad", ""],
      ["STOPPED_x", `${gone} P`],
    ],
  },
  {
    name: "of two events of type 2 the first declared",
    rule: "35",
    source: withTasks(withEvents, handled("x; emit O")),
    trace: [
      ["", start],
      ["Worse Bad", "STOP_x"],
      ["STOPPED_x", `${gone} P`],
    ],
  },
  {
    name: "the second event of type 2 alone",
    rule: "35; a later Bad finds the task ending",
    source: withTasks(withEvents, handled("x; emit O")),
    trace: [
      ["", start],
      ["Worse", "STOP_x"],
      ["Bad", ""],
      ["Bad STOPPED_x", `${gone} X`],
    ],
  },
  {
    name: "type 2 of the starting reaction does not count",
    rule: "27 and 35: the phase at the beginning was idle",
    source: withTasks(withEvents, handled("x; emit O")),
    trace: [
      ["Bad", start],
      ["", ""],
    ],
  },
  {
    name: "type 2 before post-conditions and type 1",
    rule: "39",
    source: withTasks(withEvents, handled("x; emit O")),
    trace: [
      ["", start],
      ["Bad Done Drift", "STOP_x"],
      ["STOPPED_x", `${gone} P`],
    ],
  },
  {
    name: "type 2 in phase wait: nothing was owned",
    rule: "35 and 36",
    source: withTasks(
      "task x on r pre Fix; type2 Bad; end task",
      "exception Bad in x handle Bad do emit P end exception",
    ),
    trace: [
      ["", "WAIT_x"],
      ["Bad", "STOP_x"],
      ["STOPPED_x", "P"],
    ],
  },
  {
    name: "type 2 in phase wait together with the pre-condition",
    rule: "39: type 2 comes before everything but fatal",
    source: withTasks(
      "task x on r pre Fix; type2 Bad; end task",
      "exception Bad in x handle Bad do emit P end exception",
    ),
    trace: [
      ["", "WAIT_x"],
      ["Bad Fix", "STOP_x"],
      ["STOPPED_x", "P"],
    ],
  },
  {
    name: "type 2 in phase init together with INITOK",
    rule: "39",
    source: withTasks("task x on r init; type2 Bad; end task", "exception Bad in x handle Bad do emit P end exception"),
    trace: [
      ["", "INIT_x"],
      ["Bad INITOK_x", "STOP_x"],
      ["STOPPED_x", "P"],
    ],
  },
  {
    name: "the time for the pre-condition is over",
    rule: "35: the exception of pre … within counts in phase wait",
    source: withTasks(
      cautious,
      "exception NoFix, TooSlow in x handle NoFix do emit P handle TooSlow do emit X end exception",
    ),
    trace: [
      ["", "WAIT_x"],
      ["NoFix", "STOP_x"],
      ["STOPPED_x", "P"],
    ],
  },
  {
    name: "the time for the pre-condition counts in phase wait only",
    rule: "35",
    source: withTasks(
      cautious,
      "exception NoFix, TooSlow in x handle NoFix do emit P handle TooSlow do emit X end exception",
    ),
    trace: [
      ["Fix", start],
      ["NoFix", ""],
      ["Done", "STOP_x"],
    ],
  },
  {
    name: "the time for the task counts in phase active only",
    rule: "35: TooSlow … after",
    source: withTasks(
      cautious,
      "exception NoFix, TooSlow in x handle NoFix do emit P handle TooSlow do emit X end exception",
    ),
    trace: [
      ["", "WAIT_x"],
      ["TooSlow", ""],
      ["Fix TooSlow", start],
      ["TooSlow", "STOP_x"],
      ["STOPPED_x", `${gone} X`],
    ],
  },
];
