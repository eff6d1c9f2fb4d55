import { expect, test } from "vitest";
import { type Clause, innerStatements, type MissionTree, type Statement } from "../syntax/index.ts";
import { randomMission, randomMissionSource } from "./random-mission.ts";

function all(statement: Statement): Statement[] {
  return [statement, ...innerStatements(statement).flatMap(all)];
}

function statements(tree: MissionTree): Statement[] {
  return tree.declarations.flatMap((d) => ("body" in d ? all(d.body) : []));
}

function clauses(tree: MissionTree): Clause[] {
  return tree.declarations.flatMap((d) => (d.kind === "task" ? d.clauses : []));
}

test("the same seed gives the same mission, another seed another", () => {
  expect(randomMission(5)).toEqual(randomMission(5));
  expect(randomMissionSource(5)).not.toBe(randomMissionSource(6));
});

test("200 missions have every statement, clause, declaration and form of trigger", () => {
  const seen = new Set<string>();
  for (let seed = 1; seed <= 200; seed++) {
    const { tree } = randomMission(seed);
    for (const d of tree.declarations) seen.add(d.kind === "relation" ? d.form : d.kind);
    for (const c of clauses(tree)) seen.add(c.kind);
    for (const s of statements(tree)) {
      seen.add(s.kind);
      if (s.kind === "do") seen.add(`${s.weak ? "weakly " : ""}${s.form}`);
      if ("trigger" in s)
        seen.add(s.trigger.kind === "delay" ? "delay" : s.trigger.immediate ? "immediate" : "delayed");
      if (s.kind === "exception" && s.handlers.length > 1) seen.add("several handlers");
    }
  }
  expect([...seen].sort()).toEqual(
    [
      ...[
        "computer",
        "exclusive",
        "fatal",
        "implies",
        "input",
        "main",
        "onFatal",
        "output",
        "procedure",
        "requires",
        "resource",
        "task",
      ],
      ...["init", "post", "pre", "stop", "type1", "type2", "type3"],
      ...[
        "await",
        "call",
        "do",
        "emit",
        "every",
        "exception",
        "halt",
        "if",
        "local",
        "loop",
        "loopEach",
        "nothing",
        "par",
      ],
      ...["pause", "raise", "repeat", "seq", "suspend", "sustain"],
      ...["until", "watching", "weakly until", "weakly watching", "delay", "immediate", "delayed", "several handlers"],
    ].sort(),
  );
});

test("size, tasks, inputs and durations are as asked for", () => {
  for (let seed = 1; seed <= 60; seed++) {
    const { tree } = randomMission(seed, { size: 12, tasks: false, inputs: 3, durations: false });
    const written = statements(tree).filter((s) => s.kind !== "seq" || s.written);
    expect(written.length).toBeGreaterThanOrEqual(6);
    expect(written.length).toBeLessThanOrEqual(45);
    expect(tree.declarations.filter((d) => d.kind === "task" || d.kind === "resource")).toEqual([]);
    expect(tree.declarations.find((d) => d.kind === "input")).toMatchObject({ signals: { length: 3 } });
    expect(written.some((s) => "trigger" in s && s.trigger.kind === "delay")).toBe(false);
    expect(randomMission(seed, { tasks: true }).tree.declarations.some((d) => d.kind === "task")).toBe(true);
  }
});
