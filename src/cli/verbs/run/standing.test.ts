import { expect, test } from "vitest";
import type { RunEvent } from "../../../scenario/index.ts";
import { missionsOf, plansOf, standingLines } from "./standing.ts";

const at = (t_s: number, name: string, more: Partial<RunEvent>): RunEvent => ({
  t_ns: t_s * 1e9,
  level: "info",
  name,
  message: "",
  ...more,
});

const leg = (t_s: number, name: string, state: "runs" | "holds" | "over", where = ""): RunEvent =>
  at(t_s, name, { plan: { state, at: where } });

const reaction = (t_s: number, statements: string, outputs = ""): RunEvent =>
  at(t_s, "auv/captain", { reaction: { reaction: 1, state: 1, inputs: "", outputs, tasks: "", statements } });

test("a plan that is not finished is reported with where it stands and since when; one without an end is not", () => {
  const events = [
    leg(0, "a/pilot", "runs", 'leg "out"'),
    leg(0, "b/keeper", "runs", 'hold "first"'),
    leg(10, "a/pilot", "runs", 'route "r", on the way to waypoint 1 of 2'),
    leg(12, "b/keeper", "holds", 'hold "last"'),
    leg(12.25, "c/pilot", "runs", 'leg "only"'),
    leg(20, "c/pilot", "over"),
    at(30, "a/pilot", { level: "warning" }),
  ];
  expect(standingLines(events)).toEqual([
    'plan     a/pilot is not finished: route "r", on the way to waypoint 1 of 2, since 10.0 s',
  ]);
  expect(plansOf(events)).toEqual([
    {
      name: "a/pilot",
      over: false,
      at: 'route "r", on the way to waypoint 1 of 2',
      since_s: 10,
      endless: false,
    },
    { name: "b/keeper", over: false, at: 'hold "last"', since_s: 12, endless: true },
    { name: "c/pilot", over: true, at: "", since_s: 20, endless: false },
  ]);
});

test("a mission is over since the first reaction behind its last statement, or waits since the first that waits for the same", () => {
  const events = [reaction(0, "Dive (line 3)"), reaction(5, "Climb (line 4)"), reaction(6, "Climb (line 4)", "Ping")];
  expect(missionsOf(events)).toEqual([{ name: "auv/captain", over: false, at: "Climb (line 4)", since_s: 5 }]);
  expect(standingLines(events)).toEqual(["mission  auv/captain is not over: Climb (line 4), since 5.0 s"]);
  const over = [...events, reaction(7, ""), reaction(7.5, "")];
  expect(standingLines(over)).toEqual(["mission  auv/captain ended at 7.0 s"]);
});
