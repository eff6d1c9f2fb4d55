import { expect, test } from "vitest";
import {
  filedSignal,
  generatedSignal,
  namesInFile,
  parametersSignal,
  setSignal,
  signalFromFile,
} from "./signal-roles.ts";

const tasks = new Set(["Dive", "Dive_2", "r"]);

test("a generated signal is found again from its class, name and owner, also where one task's name begins another's", () => {
  const all = [
    generatedSignal("stopped", "Dive"),
    generatedSignal("initialised", "Dive_2"),
    generatedSignal("stopOverdue", "Dive"),
    generatedSignal("end", "Dive"),
    ...(["wait", "init", "stop", "start", "aborted", "taskConflict"] as const).map((r) => generatedSignal(r, "Dive_2")),
    setSignal("Dive", 2),
    setSignal("Dive_2", 12),
    parametersSignal("Dive", "2_Deeper"),
    parametersSignal("Dive_2", "Deeper"),
    ...(["servoingStopped", "servoingStarted", "resourceConflict"] as const).map((r) => generatedSignal(r, "vehicle")),
  ];
  for (const signal of all) expect(signalFromFile(filedSignal(signal), tasks)).toEqual(signal);
});

test("a conflict is a task's or a resource's: both have the same form of name, and the automaton knows its tasks", () => {
  const conflict = { name: "CONFLICT_r", role: "command", owner: "r" } as const;
  expect(signalFromFile(conflict, tasks)?.role).toBe("taskConflict");
  expect(signalFromFile(conflict, new Set())?.role).toBe("resourceConflict");
});

test("without an owner a name says nothing, but for timers and FATAL, which the author cannot use", () => {
  const role = (name: string, file: "input" | "output" | "command"): string | undefined =>
    signalFromFile({ name, role: file, owner: null }, tasks)?.role;
  expect(role("STOPPED_Dive", "input")).toBe("input");
  expect(role("START_Dive", "output")).toBe("output");
  expect(role("FATAL", "output")).toBe("output");
  expect(role("TIMER_1", "input")).toBe("timerOver");
  expect(role("TIMER_OVER", "input")).toBe("input");
  expect(role("ARM_1", "command")).toBe("armTimer");
  expect(role("FATAL", "command")).toBe("fatal");
});

test("a name that no role gives to its owner has no role", () => {
  for (const name of [
    "GO_Dive",
    "START_Climb",
    "SET_Dive_0",
    "SET_Dive_01",
    "SET_Dive_",
    "PARAM_Dive_",
    "STOPPED_Dive",
  ]) {
    expect(signalFromFile({ name, role: "command", owner: "Dive" }, tasks)).toBeNull();
  }
  expect(signalFromFile({ name: "BF_Dive", role: "end", owner: null }, tasks)).toBeNull();
  expect(namesInFile({ name: "GO_Dive", role: "input", owner: "Dive" })).toEqual([
    "INITOK_Dive",
    "STOPPED_Dive",
    "STOPTO_Dive",
  ]);
});
