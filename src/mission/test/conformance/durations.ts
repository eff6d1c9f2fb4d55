/** Rule 23: timers. Their numbers count the durations in the order of the text of the expanded mission. */
import { type ConformanceCase, signalsOnly, withTasks } from "./conformance-case.ts";

export const durationCases: readonly ConformanceCase[] = [
  {
    name: "await of a time",
    rule: "23: ARM_1 when it starts, TIMER_1 is the trigger",
    source: signalsOnly("await 30 s; emit O"),
    trace: [
      ["", "ARM_1"],
      ["", ""],
      ["TIMER_1", "O"],
    ],
  },
  {
    name: "a timer of the starting reaction does not count",
    rule: "23 and 11",
    source: signalsOnly("await 30 s; emit O"),
    trace: [
      ["TIMER_1", "ARM_1"],
      ["TIMER_1", "O"],
    ],
  },
  {
    name: "do until a time",
    rule: "23 and 16",
    source: signalsOnly("do sustain O until 5 min; emit P"),
    trace: [
      ["", "ARM_1 O"],
      ["", "O"],
      ["TIMER_1", "P"],
    ],
  },
  {
    name: "do weakly watching a time",
    rule: "23 and 15",
    source: signalsOnly("do sustain O weakly watching 5 min; emit P"),
    trace: [
      ["", "ARM_1 O"],
      ["TIMER_1", "O P"],
    ],
  },
  {
    name: "loop each a time arms at every start of its body",
    rule: "23 and 17",
    source: signalsOnly("loop emit O each 1 s"),
    trace: [
      ["", "ARM_1 O"],
      ["", ""],
      ["TIMER_1", "ARM_1 O"],
      ["TIMER_1", "ARM_1 O"],
    ],
  },
  {
    name: "every time arms when it starts and at every start of its body",
    rule: "23: one timer, one number",
    source: signalsOnly("every 1 s do emit O end every"),
    trace: [
      ["", "ARM_1"],
      ["TIMER_1", "ARM_1 O"],
      ["", ""],
      ["TIMER_1", "ARM_1 O"],
    ],
  },
  {
    name: "numbers in the order of the text",
    rule: "23",
    source: signalsOnly("await 1 s; PAR{ await 2 s; await 3 s }; emit O"),
    trace: [
      ["", "ARM_1"],
      ["TIMER_1", "ARM_2 ARM_3"],
      ["TIMER_2", ""],
      ["TIMER_3", "O"],
    ],
  },
  {
    name: "a duration after the body counts after those in the body",
    rule: "23: the wait is number 1, the until number 2",
    source: signalsOnly("do await 3 s; emit O until 5 s; emit P"),
    trace: [
      ["", "ARM_1 ARM_2"],
      ["TIMER_1", "O"],
      ["TIMER_2", "P"],
    ],
  },
  {
    name: "both timers of an until at once",
    rule: "23 and 14: the body does not run",
    source: signalsOnly("do await 3 s; emit O until 5 s; emit P"),
    trace: [
      ["", "ARM_1 ARM_2"],
      ["TIMER_1 TIMER_2", "P"],
    ],
  },
  {
    name: "copies of a repetition have their own timers",
    rule: "23 and 13: n counts in the expanded mission",
    source: signalsOnly("repeat 2 times await 1 s end repeat; emit O"),
    trace: [
      ["", "ARM_1"],
      ["TIMER_1", "ARM_2"],
      ["TIMER_1", ""],
      ["TIMER_2", "O"],
    ],
  },
  {
    name: "calls of a procedure have their own timers",
    rule: "23 and 24",
    source: signalsOnly("Work; Work; emit O", "procedure Work await 1 s end procedure"),
    trace: [
      ["", "ARM_1"],
      ["TIMER_1", "ARM_2"],
      ["TIMER_2", "O"],
    ],
  },
  {
    name: "a loop arms the same timer again",
    rule: "23: one statement, one number",
    source: signalsOnly("loop await 1 s; emit O end loop"),
    trace: [
      ["", "ARM_1"],
      ["TIMER_1", "ARM_1 O"],
      ["TIMER_1", "ARM_1 O"],
    ],
  },
  {
    name: "a suspended wait misses its timer",
    rule: "23 and 18: TIMER_1 is an input like any other",
    source: signalsOnly("suspend await 1 s when A; emit O"),
    trace: [
      ["", "ARM_1"],
      ["A TIMER_1", ""],
      ["", ""],
      ["TIMER_1", "O"],
    ],
  },
  {
    name: "a time-out and what it waits for at once",
    rule: "14 and 9: the strong abortion wins over the end of the body",
    source: signalsOnly("do await A; emit O watching 1 min; emit P"),
    trace: [
      ["", "ARM_1"],
      ["A TIMER_1", "P"],
    ],
  },
  {
    name: "main counts before on fatal",
    rule: "23: numbers go on in on fatal",
    source: withTasks("", "await 1 s; emit O", "await 2 s; emit P"),
    trace: [
      ["", "ARM_1"],
      ["Leak", "FATAL ARM_2"],
      ["TIMER_1", ""],
      ["TIMER_2", "P"],
    ],
  },
];
