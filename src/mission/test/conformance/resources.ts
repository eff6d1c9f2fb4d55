/** Rules 32, 40 and 41: switching between tasks on one resource, and conflicts. */
import { type ConformanceCase, twoTasks, withTasks } from "./conformance-case.ts";

const startX = "START_x StartServoing_r";
const startY = "START_y StartServoing_r";

export const resourceCases: readonly ConformanceCase[] = [
  {
    name: "switching after a good end, in one transition",
    rule: "36 and 32: the owner gives r back in this reaction, so it is free",
    source: withTasks(twoTasks, "x; y; emit O"),
    trace: [
      ["", startX],
      ["Done", "STOP_x"],
      ["STOPPED_x", `StoppedServoing_r BF_x ${startY}`],
      ["Over", "STOP_y"],
      ["STOPPED_y", "StoppedServoing_r BF_y O"],
    ],
  },
  {
    name: "switching after an abortion: stop before start",
    rule: "38 and 32: y is ready until x has stopped, and starts in that transition",
    source: withTasks(twoTasks, "do x watching A; y; emit O"),
    trace: [
      ["", startX],
      ["A", "STOP_x ABORTED_x"],
      ["", ""],
      ["STOPPED_x", `StoppedServoing_r ${startY}`],
    ],
  },
  {
    name: "switching by BF in another branch",
    rule: "36 and 32",
    source: withTasks(twoTasks, "PAR{ x; SEQ(await BF_x; y) }; emit O"),
    trace: [
      ["", startX],
      ["Done", "STOP_x"],
      ["STOPPED_x", `StoppedServoing_r BF_x ${startY}`],
    ],
  },
  {
    name: "the next law is initialised while the last one stops",
    rule: "30, 31 and 32: INITOK_y first",
    source: withTasks(
      `task x on r post Done; end task
task y on r init; post Over; end task`,
      "do x watching A; y",
    ),
    trace: [
      ["", startX],
      ["A", "STOP_x ABORTED_x INIT_y"],
      ["INITOK_y", ""],
      ["STOPPED_x", `StoppedServoing_r ${startY}`],
    ],
  },
  {
    name: "the last law has stopped before the next one is initialised",
    rule: "31 and 32: STOPPED_x first",
    source: withTasks(
      `task x on r post Done; end task
task y on r init; post Over; end task`,
      "do x watching A; y",
    ),
    trace: [
      ["", startX],
      ["A", "STOP_x ABORTED_x INIT_y"],
      ["STOPPED_x", "StoppedServoing_r"],
      ["INITOK_y", startY],
    ],
  },
  {
    name: "stopped and initialised in one reaction",
    rule: "31 and 32",
    source: withTasks(
      `task x on r post Done; end task
task y on r init; post Over; end task`,
      "do x watching A; y",
    ),
    trace: [
      ["", startX],
      ["A", "STOP_x ABORTED_x INIT_y"],
      ["STOPPED_x INITOK_y", `StoppedServoing_r ${startY}`],
    ],
  },
  {
    name: "a task of two resources gives both back",
    rule: "36",
    source: withTasks(
      `task x on r, q post Done; end task
task y on q post Over; end task`,
      "do x watching A; y",
    ),
    trace: [
      ["", "START_x StartServoing_r StartServoing_q"],
      ["A", "STOP_x ABORTED_x"],
      ["STOPPED_x", "StoppedServoing_r StoppedServoing_q START_y StartServoing_q"],
    ],
  },
  {
    name: "a task of two resources waits for both",
    rule: "32: 'every resource of x is free'",
    source: withTasks(
      `task x on r post Done; end task
task z on q post Done; end task
task y on r, q post Over; end task`,
      "do PAR{ x; z } watching A; y",
    ),
    trace: [
      ["", "START_x StartServoing_r START_z StartServoing_q"],
      ["A", "STOP_x ABORTED_x STOP_z ABORTED_z"],
      ["STOPPED_x", "StoppedServoing_r"],
      ["STOPPED_z", "StoppedServoing_q START_y StartServoing_r StartServoing_q"],
    ],
  },
  {
    name: "tasks on different resources run side by side",
    rule: "41: one task per resource",
    source: withTasks(
      `task x on r post Done; end task
task y on q post Over; end task`,
      "PAR{ x; y }; emit O",
    ),
    trace: [
      ["", "START_x StartServoing_r START_y StartServoing_q"],
      ["Over", "STOP_y"],
      ["Done STOPPED_y", "StoppedServoing_q BF_y STOP_x"],
      ["STOPPED_x", "StoppedServoing_r BF_x O"],
    ],
  },
  {
    name: "a ready task is dropped before it ever started",
    rule: "38: STOP_y from ready; it owned nothing",
    source: withTasks(twoTasks, "do x watching A; do y watching B; emit O"),
    trace: [
      ["", startX],
      ["A", "STOP_x ABORTED_x"],
      ["B", "STOP_y ABORTED_y O"],
      ["STOPPED_x", "StoppedServoing_r"],
      ["STOPPED_y", ""],
    ],
  },
  {
    name: "dropped in the reaction in which it could have started",
    rule: "39: dropped comes first, r is free and nothing takes it",
    source: withTasks(twoTasks, "do x watching A; do y watching B; emit O"),
    trace: [
      ["", startX],
      ["A", "STOP_x ABORTED_x"],
      ["B STOPPED_x", "StoppedServoing_r STOP_y ABORTED_y O"],
    ],
  },
  {
    name: "type 2 in phase ready",
    rule: "35: before the start of rule 32",
    source: withTasks(
      `task x on r post Done; end task
task y on r post Over; type2 Bad; end task`,
      "do x watching A; exception Bad in y handle Bad do emit P end exception",
    ),
    trace: [
      ["", startX],
      ["A", "STOP_x ABORTED_x"],
      ["Bad STOPPED_x", "StoppedServoing_r STOP_y"],
      ["STOPPED_y", "P"],
    ],
  },
  {
    name: "post-conditions do not count in phase ready",
    rule: "33: only a reaction that began in phase active",
    source: withTasks(twoTasks, "do x watching A; y"),
    trace: [
      ["", startX],
      ["A", "STOP_x ABORTED_x"],
      ["Over STOPPED_x", `StoppedServoing_r ${startY}`],
      ["Over", "STOP_y"],
    ],
  },
  {
    name: "two tasks at once on one resource",
    rule: "41 and 44: neither starts, the next reaction is fatal and drops both",
    source: withTasks(twoTasks, "PAR{ x; y }; emit O", "emit P"),
    trace: [
      ["", "CONFLICT_r"],
      ["", "FATAL STOP_x STOP_y P"],
      ["STOPPED_x STOPPED_y", ""],
    ],
  },
  {
    name: "a second task on a resource that is used",
    rule: "41: x is active, y ready; x runs on until the fatal reaction",
    source: withTasks(
      `task x on r post Done; type1 Drift; end task
task y on r post Over; end task`,
      "PAR{ x; SEQ(await A; y) }",
      "emit P",
    ),
    trace: [
      ["", startX],
      ["A Drift", "PARAM_x_Drift CONFLICT_r"],
      ["Done", "FATAL STOP_x STOP_y P"],
      ["STOPPED_x", "StoppedServoing_r"],
    ],
  },
  {
    name: "no conflict with a task that goes in the same reaction",
    rule: "41: at the end of the reaction x is ending",
    source: withTasks(twoTasks, "PAR{ x; SEQ(await Done; y) }"),
    trace: [
      ["", startX],
      ["Done", "STOP_x"],
      ["STOPPED_x", `StoppedServoing_r BF_x ${startY}`],
    ],
  },
  {
    name: "a task in phase wait is not in conflict, until its pre-condition comes",
    rule: "41: init, ready or active",
    source: withTasks(
      `task x on r post Done; end task
task y on r pre Fix; post Over; end task`,
      "PAR{ x; y }",
      "emit P",
    ),
    trace: [
      ["", `${startX} WAIT_y`],
      ["", ""],
      ["Fix", "CONFLICT_r"],
      ["", "FATAL STOP_x STOP_y P"],
    ],
  },
  {
    name: "a task in phase init is in conflict",
    rule: "41",
    source: withTasks(
      `task x on r post Done; end task
task y on r init; post Over; end task`,
      "PAR{ x; y }",
      "emit P",
    ),
    trace: [
      ["", "INIT_y CONFLICT_r"],
      ["", "FATAL STOP_x STOP_y P"],
    ],
  },
  {
    name: "two tasks that wait for one stopping owner are in conflict",
    rule: "41: both are ready",
    source: withTasks(
      `${twoTasks}
task z on r post Over; end task`,
      "do x watching A; PAR{ y; z }",
      "emit P",
    ),
    trace: [
      ["", startX],
      ["A", "STOP_x ABORTED_x CONFLICT_r"],
      ["STOPPED_x", "StoppedServoing_r FATAL STOP_y STOP_z P"],
    ],
  },
  {
    name: "a conflict on one resource keeps a task from both of its resources",
    rule: "41 and 32: 'no conflict on them'",
    source: withTasks(
      `task x on r, q post Done; end task
task y on q post Over; end task`,
      "PAR{ x; y }",
      "emit P",
    ),
    trace: [
      ["", "CONFLICT_q"],
      ["", "FATAL STOP_x STOP_y P"],
    ],
  },
  {
    name: "two calls of one task at once",
    rule: "41 and 28: CONFLICT_x, the task does not start, and is dropped by the fatal reaction",
    source: withTasks(twoTasks, "PAR{ x; x }", "emit P"),
    trace: [
      ["", "CONFLICT_x"],
      ["", "FATAL STOP_x P"],
      ["STOPPED_x", ""],
    ],
  },
  {
    name: "a second call while the first is there changes nothing in the task",
    rule: "28 and 41: x goes on, the next reaction is fatal",
    source: withTasks(twoTasks, "PAR{ x; SEQ(await A; x) }", "emit P"),
    trace: [
      ["", startX],
      ["A", "CONFLICT_x"],
      ["", "FATAL STOP_x P"],
      ["STOPPED_x", "StoppedServoing_r"],
    ],
  },
  {
    name: "a conflict that is over in the next reaction is still fatal",
    rule: "41 and 44: 'the next reaction is fatal'; the mission had not ended",
    source: withTasks(twoTasks, "do PAR{ x; y } watching A; sustain O", "emit P"),
    trace: [
      ["", "CONFLICT_r"],
      ["A", "FATAL STOP_x STOP_y P"],
    ],
  },
];
