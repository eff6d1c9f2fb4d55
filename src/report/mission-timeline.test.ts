import { expect, test } from "vitest";
import { vehicleOf } from "../../test/support/report-sample.ts";
import type { MissionData, VehicleData } from "./input.ts";
import { lanesOf, missionTimelines } from "./mission-timeline.ts";

const reaction = (
  t_s: number,
  tasks: string[],
  statements: string[],
  inputs: string[] = [],
  outputs: string[] = [],
) => ({
  ...{ t_s, tasks, statements, inputs, outputs },
});

const isAnswer = (name: string): boolean => name === "STOPPED_Dive";

const MISSION: MissionData = {
  name: "Survey",
  isAnswer,
  reactions: [
    reaction(0, ["Dive waits for its pre-conditions"], ["Dive(5) (line 3)", "await <Low> (line 9)"]),
    reaction(10, ["Dive is active"], ["Dive(5) (line 3)", "await <Low> (line 9)"], ["Fix"], ["START_Dive"]),
    reaction(30, ["Dive is ending"], ["Dive(5) (line 3)"], ["Low"], ["STOP_Dive"]),
    reaction(31, ["Up is active"], ["Up (line 4)"], ["STOPPED_Dive"]),
    reaction(40, ["Up is being stopped"], [], ["Leak"], ["FATAL"]),
  ],
};
const state = { t_s: Float64Array.of(0, 50), columns: new Map() };
const vehicle: VehicleData = { ...vehicleOf("auv", { state }), mission: MISSION };

test("a task has one span per phase, a statement one over all reactions in which it waits, the last to the end of the run", () => {
  const tasks = lanesOf(MISSION, 50, "tasks", (text) => text.split(" ")[0]!);
  expect([...tasks.keys()]).toEqual(["Dive", "Up"]);
  expect(tasks.get("Dive")!.map(({ from_s, until_s }) => [from_s, until_s])).toEqual([
    [0, 10],
    [10, 30],
    [30, 31],
  ]);
  expect(tasks.get("Up")!.at(-1)).toEqual({ from_s: 40, until_s: 50, text: "Up is being stopped" });
  const statements = lanesOf(MISSION, 50, "statements", (text) => text);
  expect(statements.get("Dive(5) (line 3)")).toEqual([{ from_s: 0, until_s: 31, text: "Dive(5) (line 3)" }]);
  expect(statements.get("await <Low> (line 9)")).toHaveLength(1);
});

test("the drawing has bars by phase in per cent of the run, a mark for each event, and nothing that a log could break it with", () => {
  const [html] = missionTimelines("auv", vehicle) as [string];
  // 10 s of 50 s, for 20 s of 50 s.
  expect(html).toContain(
    '<span class="bar active" style="left:20.000%;width:40.000%" title="Dive is active, 10 s to 30 s">',
  );
  expect(html).toContain('class="bar waiting" style="left:0.000%;width:20.000%"');
  expect(html).toContain('class="bar ending" style="left:80.000%;width:20.000%"');
  expect(html.match(/class="instant mark/g)).toHaveLength(3);
  expect(html).toMatch(/class="instant mark fatal" data-t="40" style="left:80.000%" title="40 s: Leak, FATAL"/);
  expect(html).not.toContain("STOPPED_Dive");
  expect(html).not.toContain("<Low>");
  expect(html).toContain("await &lt;Low&gt; (line 9)");
});

test("no mission, or one without a reaction, draws nothing; very many statements are cut and counted", () => {
  expect(missionTimelines("auv", { ...vehicle, mission: null })).toEqual([]);
  expect(missionTimelines("auv", { ...vehicle, mission: { name: "M", reactions: [], isAnswer } })).toEqual([]);
  const many = Array.from({ length: 70 }, (_, k) => reaction(k, [], [`await A${k} (line ${k})`]));
  const [html] = missionTimelines("auv", { ...vehicle, mission: { name: "M", reactions: many, isAnswer } });
  expect(html).toContain("10 more statements are in the log.");
});
