import { expect, test } from "vitest";
import { parseMission } from "../syntax/index.ts";
import type { Condition, MissionTree, Name, Statement, Trigger } from "../syntax/tree.ts";
import { checkCase, conformanceCases } from "./conformance/index.ts";
import { Draws } from "./random-draws.ts";
import { randomMission } from "./random-mission.ts";
import { ReferenceMission } from "./reference-interpreter.ts";
import { literalOutputs } from "./reference-literal.ts";
import { instantaneousLoops } from "./reference-loops.ts";

const programs = 160;
const reactions = 15;

function missionOf(source: string): ReferenceMission {
  return new ReferenceMission(parseMission(source, "test.mission").tree);
}

/** Inputs that keep the relations; acknowledgements are likely, fatal ones are not. */
function randomInputs(d: Draws, machine: ReferenceMission): Set<string> {
  for (;;) {
    const share = d.one([0.1, 0.3, 0.6]);
    const likely = (name: string) => {
      if (name === "Never") return 0;
      if (/^(STOPPED|INITOK)_/.test(name)) return 0.5;
      return /^(STOPTO_|Leak$)/.test(name) ? 0.04 : share;
    };
    const inputs = new Set(machine.inputs.filter((name) => d.chance(likely(name))));
    if (machine.allows(inputs)) return inputs;
  }
}

/** What a reaction came to, as one line. */
function shown(reaction: ReturnType<ReferenceMission["react"]>): string {
  return "error" in reaction ? reaction.error : [...reaction.outputs].sort().join(" ");
}

test("one pass over all signals decides what the nested definition of must and can decides", () => {
  let refused = 0;
  let compared = 0;
  for (let seed = 0; seed < programs; seed++) {
    const { tree, source } = randomMission(seed, { tasks: false });
    if (instantaneousLoops(tree).length > 0) continue;
    const machine = new ReferenceMission(tree);
    const d = new Draws(seed, "literal");
    for (let i = 0; i < reactions && !machine.ended; i++) {
      const inputs = randomInputs(d, machine);
      const { mission, marking } = machine.inside;
      const statuses = new Map(mission.inputs.map((s) => [s, inputs.has(s.name) ? "present" : "absent"] as const));
      const fatal = mission.fatalSignals.some((s) => inputs.has(s.name));
      const expected = literalOutputs(mission.root, marking, statuses, mission.emitted, fatal);
      const seen = shown(machine.react(inputs));
      expect(seen, source).toBe(expected === null ? "causality" : [...expected].sort().join(" "));
      compared++;
      if (expected === null) refused++;
    }
  }
  // The comparison means something only if both verdicts occur often.
  expect(compared).toBeGreaterThan(1000);
  expect(refused).toBeGreaterThan(30);
});

/** Rebuilds the statement from the inside out with `change` applied to every part. */
function mapped(s: Statement, change: (s: Statement) => Statement): Statement {
  const on = (part: Statement) => mapped(part, change);
  switch (s.kind) {
    case "seq":
      return change({ ...s, parts: s.parts.map(on) });
    case "par":
      return change({ ...s, branches: s.branches.map(on) });
    case "if":
      // biome-ignore lint/suspicious/noThenProperty: the tree has a field of that name
      return change({ ...s, then: on(s.then), otherwise: s.otherwise === null ? null : on(s.otherwise) });
    case "exception":
      return change({ ...s, body: on(s.body), handlers: s.handlers.map((h) => ({ ...h, body: on(h.body) })) });
    case "do":
    case "loop":
    case "loopEach":
    case "repeat":
    case "every":
    case "suspend":
    case "local":
      return change({ ...s, body: on(s.body) });
    default:
      return change(s);
  }
}

function withBodies(tree: MissionTree, change: (s: Statement) => Statement): MissionTree {
  return {
    ...tree,
    declarations: tree.declarations.map((d) =>
      d.kind === "main" || d.kind === "onFatal" || d.kind === "procedure" ? { ...d, body: mapped(d.body, change) } : d,
    ),
  };
}

const at = { file: "test.mission", line: 1, column: 1, endLine: 1, endColumn: 1 };
const never: Name = { text: "Never", at };
const neverHolds: Condition = { kind: "signal", name: never, at };
const neverTrigger: Trigger = { kind: "condition", immediate: false, condition: neverHolds, at };
const neverAtOnce: Trigger = { ...neverTrigger, immediate: true };

/** Ways to write a statement that mean the same. */
const sameMeaning: Readonly<Record<string, (s: Statement) => Statement>> = {
  "the only part of a sequence": (body) => ({ kind: "seq", written: true, parts: [body], at }),
  "beside nothing": (body) => ({ kind: "par", branches: [{ kind: "nothing", at }, body], at }),
  "with its branches in the other order": (s) => (s.kind === "par" ? { ...s, branches: s.branches.toReversed() } : s),
  "in a block whose exception is never raised": (body) => ({
    kind: "exception",
    names: [{ text: "NotRaised", at }],
    body,
    handlers: [],
    at,
  }),
  "in a block of several exceptions that are never raised": (body) => ({
    kind: "exception",
    names: ["NotRaised", "NotRaisedEither"].map((text) => ({ text, at })),
    body,
    handlers: [{ name: { text: "NotRaisedEither", at }, body: { kind: "halt", at }, at }],
    at,
  }),
  "with a local signal that is unused": (body) => ({
    kind: "local",
    signals: [{ text: "Unused", at }],
    body,
    at,
  }),
  "strongly aborted by what never comes": (body) => ({
    kind: "do",
    body,
    weak: false,
    form: "watching",
    trigger: neverTrigger,
    at,
  }),
  "weakly aborted by what never comes": (body) => ({
    kind: "do",
    body,
    weak: true,
    form: "watching",
    trigger: neverTrigger,
    at,
  }),
  "suspended by what never comes": (body) => ({ kind: "suspend", body, trigger: neverAtOnce, at }),
  "chosen by what holds always": (body) => ({
    kind: "if",
    condition: { kind: "not", operand: neverHolds, at },
    // A condition on inputs is known, but on the text both ways count: this one must pause, too.
    // biome-ignore lint/suspicious/noThenProperty: the tree has a field of that name
    then: body,
    otherwise: { kind: "halt", at },
    at,
  }),
};

for (const [way, change] of Object.entries(sameMeaning)) {
  test(`a statement means the same ${way}`, () => {
    let compared = 0;
    // Numbers of timers and of argument sets follow the order of the text.
    const reorders = way.includes("other order");
    for (let seed = 1000; seed < 1000 + programs / 2; seed++) {
      const options = { size: 12, durations: !reorders, tasks: reorders ? false : seed % 3 !== 0 };
      const plain = withBodies(randomMission(seed, options).tree, (s) => s);
      const tree: MissionTree = {
        ...plain,
        declarations: [...plain.declarations, { kind: "input", signals: [never], computer: null, at }],
      };
      // One statement in four, so that traps do not nest too deep.
      let count = seed;
      const changed = withBodies(tree, (s) => (reorders || count++ % 4 === 0 ? change(s) : s));
      expect(instantaneousLoops(changed).length).toBe(instantaneousLoops(tree).length);
      if (instantaneousLoops(tree).length > 0) continue;
      const [first, second] = [new ReferenceMission(tree), new ReferenceMission(changed)];
      const d = new Draws(seed, way);
      for (let i = 0; i < reactions; i++) {
        const inputs = randomInputs(d, first);
        expect(shown(second.react(inputs)), `seed ${seed}, reaction ${i + 1}`).toBe(shown(first.react(inputs)));
        expect(second.ended).toBe(first.ended);
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(800);
  });
}

test("the conformance programs that are not refused are constructive, whatever comes", () => {
  for (const item of Object.values(conformanceCases).flat()) {
    if (item.refused === "causality" || item.refused === "instantaneous loop") continue;
    for (let run = 0; run < 4; run++) {
      const machine = missionOf(item.source);
      const d = new Draws(run, item.name);
      for (let i = 0; i < reactions; i++) {
        expect(machine.react(randomInputs(d, machine)), item.name).toHaveProperty("outputs");
      }
    }
  }
});

test("a machine that says anything else than a conformance case is found out", () => {
  for (const item of Object.values(conformanceCases).flat()) {
    const silent = { react: () => ({ outputs: new Set<string>() }) };
    const chatty = { react: () => ({ outputs: new Set(["Anything"]) }) };
    expect(() => checkCase(item, () => chatty)).toThrow(item.name);
    expect(() => checkCase(item, () => ({ refused: "no reason" }))).toThrow(item.name);
    const says = item.trace.some(([, outputs]) => outputs !== "") || item.refused !== undefined;
    if (says) expect(() => checkCase(item, () => silent)).toThrow(item.name);
  }
});

test("instantaneous loops are named in the order of the text, also in procedures that nothing calls", () => {
  const { tree } = parseMission(
    `mission M; output O;
procedure Unused
  loop emit O end loop
end procedure
procedure Used
  loop emit O end loop
end procedure
main
  loop PAR{ pause; loop nothing end loop } end loop; repeat 2 times Used end repeat
end main`,
    "test.mission",
  );
  expect(instantaneousLoops(tree).map((s) => [s.at.line, s.at.column])).toEqual([
    [9, 20],
    [6, 3],
    [3, 3],
  ]);
});

test("a refused reaction leaves the mission where it was", () => {
  const machine = missionOf(`mission M; input A, B; output O, X, Y; relation A # B;
    main loop pause; emit O; PAR{ if A and X then emit Y end if; if Y then emit X end if } end loop end main`);
  expect(shown(machine.react(new Set()))).toBe("");
  expect(machine.react(new Set(["A"]))).toEqual({ error: "causality", undecided: ["X", "Y"] });
  expect(machine.react(new Set(["A", "B"]))).toEqual({ error: "relation" });
  expect(shown(machine.react(new Set(["B"])))).toBe("O");
});

test("the inputs of a mission are the declared ones and those of its tasks and timers", () => {
  const machine = missionOf(`mission M; input A; output O; fatal Leak; resource r;
    task x on r pre Fix within 1 s else NoFix; init; post O; type1 Drift; type2 Bad; type3 Motor; stop within 2 s; end task
    main exception NoFix, Bad in x; await 3 s end exception end main
    on fatal await 1 s end fatal`);
  expect([...machine.inputs].sort()).toEqual(
    "A Bad Drift Fix INITOK_x Leak Motor NoFix STOPPED_x STOPTO_x TIMER_1 TIMER_2".split(" "),
  );
  expect(() => machine.react(new Set(["O"]))).toThrow("O is not an input");
});

test("a mission has ended when main or on fatal has", () => {
  const machine = missionOf("mission M; input A; fatal Leak; main await A end main on fatal pause end fatal");
  machine.react(new Set());
  expect(machine.ended).toBe(false);
  machine.react(new Set(["Leak", "A"]));
  expect(machine.ended).toBe(false);
  machine.react(new Set());
  expect(machine.ended).toBe(true);
});
