/** Rules 28, 29, 37, 38 and 43: calls that are dropped, come again, wait or are suspended. */
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

export const taskCallCases: readonly ConformanceCase[] = [
  {
    name: "dropped in phase wait",
    rule: "38: STOP_x all the same; nothing was owned",
    source: withTasks(withPre, "do x watching A; emit O"),
    trace: [
      ["", "WAIT_x"],
      ["A Fix", "STOP_x ABORTED_x O"],
      ["STOPPED_x", ""],
    ],
  },
  {
    name: "dropped in phase init",
    rule: "38",
    source: withTasks(withInit, "do x watching A; emit O"),
    trace: [
      ["", "INIT_x"],
      ["A INITOK_x", "STOP_x ABORTED_x O"],
      ["STOPPED_x", ""],
    ],
  },
  {
    name: "dropped together with a post-condition and type 1",
    rule: "39: dropped comes first",
    source: withTasks(withEvents, `${handled("do x watching A")}; emit O`),
    trace: [
      ["", start],
      ["A Done Drift", "STOP_x ABORTED_x O"],
      ["STOPPED_x", gone],
    ],
  },
  {
    name: "dropped together with type 2",
    rule: "39 and 38: ending(lost) without ABORTED_x; Bad is not reported to any call",
    source: withTasks(withEvents, `${handled("do x watching A")}; emit O`),
    trace: [
      ["", start],
      ["A Bad", "STOP_x O"],
      ["STOPPED_x", gone],
    ],
  },
  {
    name: "dropped together with a type 2 that does not count in this phase",
    rule: "38: TooSlow is none that rule 35 would take in phase wait",
    source: withTasks(cautious, "exception NoFix, TooSlow in do x watching A end exception; emit O"),
    trace: [
      ["", "WAIT_x"],
      ["A TooSlow", "STOP_x ABORTED_x O"],
    ],
  },
  {
    name: "dropped while ending",
    rule: "38: from ending(good) to ending(lost), no second STOP_x; Bad plays no role in an ending",
    source: withTasks(withEvents, `${handled("do x watching A")}; emit O`),
    trace: [
      ["", start],
      ["Done", "STOP_x"],
      ["A Bad", "ABORTED_x O"],
      ["STOPPED_x", gone],
    ],
  },
  {
    name: "dropped in the reaction in which it stops",
    rule: "38 and 36: the call does not get control, so no BF_x",
    source: withTasks(plain, "do x watching A; emit O"),
    trace: [
      ["", start],
      ["Done", "STOP_x"],
      ["A STOPPED_x", `${gone} ABORTED_x O`],
      ["STOPPED_x", ""],
    ],
  },
  {
    name: "dropped in the reaction in which it stops, and called again later",
    rule: "38: the task was idle again",
    source: withTasks(plain, "do x watching A; await B; x; emit O"),
    trace: [
      ["", start],
      ["Done", "STOP_x"],
      ["A STOPPED_x", `${gone} ABORTED_x`],
      ["B", start],
      ["Done", "STOP_x"],
      ["STOPPED_x", `${gone} BF_x O`],
    ],
  },
  {
    name: "dropped while ending, and called again",
    rule: "38 and 29: the good end is lost, the new call begins when the task has stopped",
    source: withTasks(plain, "do x watching A; x; emit O"),
    trace: [
      ["", start],
      ["Done", "STOP_x"],
      ["A", "ABORTED_x"],
      ["STOPPED_x", `${gone} ${start}`],
      ["Done", "STOP_x"],
      ["STOPPED_x", `${gone} BF_x O`],
    ],
  },
  {
    name: "dropped while ending by type 2, and called again",
    rule: "38 and 29: Bad is not reported to any call",
    source: withTasks(withEvents, handled("do x watching A; x; emit O")),
    trace: [
      ["", start],
      ["Bad", "STOP_x"],
      ["A", "ABORTED_x"],
      ["STOPPED_x", `${gone} ${start}`],
    ],
  },
  {
    name: "weakly aborted in the reaction in which it stops",
    rule: "28 and 36: the call gets control and returns, it is not dropped",
    source: withTasks(plain, "do x weakly watching A; emit O"),
    trace: [
      ["", start],
      ["Done", "STOP_x"],
      ["A STOPPED_x", `${gone} BF_x O`],
    ],
  },
  {
    name: "weakly aborted while active",
    rule: "38: the call is there at the beginning and gone at the end",
    source: withTasks(plain, "do x weakly watching A; emit O"),
    trace: [
      ["", start],
      ["A", "STOP_x ABORTED_x O"],
      ["STOPPED_x", gone],
    ],
  },
  {
    name: "type 2 raised together with a weak abortion",
    rule: "36, 15 and 20: the raise of Bad is the larger code",
    source: withTasks(withEvents, handled("do x weakly watching A; emit O")),
    trace: [
      ["", start],
      ["Bad", "STOP_x"],
      ["A STOPPED_x", `${gone} P`],
    ],
  },
  {
    name: "two calls in a row",
    rule: "29: the task becomes idle in this reaction, and the second call begins",
    source: withTasks(plain, "x; emit O; x; emit P"),
    trace: [
      ["", start],
      ["Done", "STOP_x"],
      ["STOPPED_x", `${gone} BF_x O ${start}`],
      ["Done", "STOP_x"],
      ["STOPPED_x", `${gone} BF_x P`],
    ],
  },
  {
    name: "dropped and called again in one reaction",
    rule: "29: the new call waits until the task has stopped",
    source: withTasks(plain, "loop x each A"),
    trace: [
      ["", start],
      ["A", "STOP_x ABORTED_x"],
      ["", ""],
      ["STOPPED_x", `${gone} ${start}`],
      ["Done", "STOP_x"],
      ["STOPPED_x", `${gone} BF_x`],
      ["A", start],
    ],
  },
  {
    name: "a call that waits is dropped and replaced",
    rule: "38: it is forgotten, with ABORTED_x, and the next one waits",
    source: withTasks(plain, "loop x each A"),
    trace: [
      ["", start],
      ["A", "STOP_x ABORTED_x"],
      ["A", "ABORTED_x"],
      ["STOPPED_x", `${gone} ${start}`],
    ],
  },
  {
    name: "a call that waits is dropped and replaced in the reaction in which the task stops",
    rule: "38 and 29: the task becomes idle, the new call begins",
    source: withTasks(plain, "loop x each A"),
    trace: [
      ["", start],
      ["A", "STOP_x ABORTED_x"],
      ["A STOPPED_x", `${gone} ABORTED_x ${start}`],
      ["Done", "STOP_x"],
    ],
  },
  {
    name: "a call that waits is dropped for good",
    rule: "38: 'it is forgotten'",
    source: withTasks(plain, "do loop x each A until B; emit O"),
    trace: [
      ["", start],
      ["A", "STOP_x ABORTED_x"],
      ["B", "ABORTED_x O"],
      ["STOPPED_x", gone],
      ["", ""],
    ],
  },
  {
    name: "a call that waited begins with its pre-conditions",
    rule: "29: it passes through wait when the task stops",
    source: withTasks(withPre, "loop x each A"),
    trace: [
      ["Fix", start],
      ["A Fix", "STOP_x ABORTED_x"],
      ["Fix", ""],
      ["STOPPED_x", `${gone} WAIT_x`],
      ["Fix", start],
    ],
  },
  {
    name: "events of type 2 do not reach a call that waits",
    rule: "27 and 35: the phase is ending",
    source: withTasks(withEvents, handled("loop x each A")),
    trace: [
      ["", start],
      ["A", "STOP_x ABORTED_x"],
      ["Bad", ""],
      ["STOPPED_x Bad", `${gone} ${start}`],
      ["Worse", "STOP_x"],
      ["STOPPED_x", `${gone} X`],
    ],
  },
  {
    name: "a call that is taken away in its starting reaction has not begun",
    rule: "28: 'still there at the end of it (no exit took it away)'",
    source: withTasks(plain, "exception T in PAR{ x; raise T } handle T do emit O end exception"),
    trace: [
      ["", "O"],
      ["", ""],
    ],
  },
  {
    name: "a sibling's raise drops a task",
    rule: "19 and 38",
    source: withTasks(plain, "exception T in PAR{ x; SEQ(await A; raise T) } handle T do emit O end exception"),
    trace: [
      ["", start],
      ["A", "STOP_x ABORTED_x O"],
      ["STOPPED_x", gone],
    ],
  },
  {
    name: "a suspended call does not hold its task, and ends when it goes on",
    rule: "43 and 37: ended(good) until the call gets control",
    source: withTasks(plain, "suspend x when A; emit O"),
    trace: [
      ["", start],
      ["A Done", "STOP_x"],
      ["A STOPPED_x", gone],
      ["A", ""],
      ["A STOPPED_x", ""],
      ["", "BF_x O"],
    ],
  },
  {
    name: "a suspended call begins when the task it waits for stops",
    rule: "43 and 29",
    source: withTasks(plain, "loop suspend x when A each B"),
    trace: [
      ["", start],
      ["B", "STOP_x ABORTED_x"],
      ["A STOPPED_x", `${gone} ${start}`],
      ["A Done", "STOP_x"],
    ],
  },
  {
    name: "a suspended call raises when it goes on",
    rule: "37",
    source: withTasks(withEvents, handled("suspend x when A")),
    trace: [
      ["", start],
      ["A Bad", "STOP_x"],
      ["A STOPPED_x", gone],
      ["", "P"],
    ],
  },
  {
    name: "dropped after its end, while suspended",
    rule: "38: from ended(good) to idle",
    source: withTasks(plain, "do suspend x when A watching B; emit O"),
    trace: [
      ["", start],
      ["Done", "STOP_x"],
      ["A STOPPED_x", gone],
      ["A B", "ABORTED_x O"],
      ["", ""],
    ],
  },
  {
    name: "dropped after its end and called again in one reaction",
    rule: "38 and 29: ended(good) becomes idle in this reaction",
    source: withTasks(plain, "loop suspend x when A each B"),
    trace: [
      ["", start],
      ["Done", "STOP_x"],
      ["A STOPPED_x", gone],
      ["A B", `ABORTED_x ${start}`],
    ],
  },
  {
    name: "events go on while the call is suspended",
    rule: "43, 34, 33",
    source: withTasks(withEvents, handled("suspend x when A; emit O")),
    trace: [
      ["", start],
      ["A Drift", "PARAM_x_Drift"],
      ["A Done", "STOP_x"],
      ["STOPPED_x", `${gone} BF_x O`],
    ],
  },
];
