import { expect, test } from "vitest";
import { runProgram, withFiles } from "../../../test/support/run-program.ts";
import { Automaton } from "../automaton/automaton.ts";
import { compileMission } from "../compile/compile.ts";
import { dice, Execution, legalSets, randomAutomaton } from "../test/random-automaton.ts";
import { compiledMissions } from "../test/random-compiled.ts";
import { type PromelaOptions, promelaPieces, writePromela } from "./promela.ts";

type Formula = NonNullable<PromelaOptions["ltl"]>[number];

/** What SPIN finds about each formula of a model: true if it holds. */
function verdicts(automaton: Automaton, ltl: readonly Formula[], observe?: readonly string[]): Record<string, boolean> {
  const model = writePromela(automaton, { ltl, ...(observe === undefined ? {} : { observe }) });
  return withFiles({ "model.pml": model }, (folder) => {
    runProgram(folder, "spin", ["-a", "model.pml"]);
    runProgram(folder, "cc", ["-w", "-DNOREDUCE", "-o", "pan", "pan.c"]);
    return Object.fromEntries(
      ltl.map(({ name }) => {
        const report = runProgram(folder, "./pan", ["-a", "-w16", "-m20000", "-N", name]);
        const [, errors] = /errors: (\d+)/.exec(report) ?? [];
        expect(report).not.toContain("max search depth too small");
        return [name, errors === "0"];
      }),
    );
  });
}

const alarm = `
mission Alarm;
input Leak, Reset, Ok;
output GoUp, Done, Beat;
relation Leak # Ok;
relation Reset => Ok;
main
  PAR{
    sustain Beat
    every immediate Leak do emit GoUp; await Reset; emit Done end every
  }
end main
`;

/** With the reason, from the text of the mission. */
const properties: readonly (Formula & { readonly holds: boolean })[] = [
  { name: "every_leak_surfaces", formula: "[] (Leak -> GoUp)", holds: true },
  { name: "only_leaks_surface", formula: "[] (GoUp -> Leak)", holds: true },
  // Also in the model's state before the first reaction, which is none.
  { name: "beats_in_each_reaction", formula: "[] (reacted -> Beat)", holds: true },
  { name: "beats_before_the_first", formula: "[] Beat", holds: false },
  { name: "relation_excludes", formula: "[] !(Leak && Ok)", holds: true },
  { name: "relation_implies", formula: "[] (Reset -> Ok)", holds: true },
  // Reset # Leak follows from the two relations.
  { name: "relations_together", formula: "[] !(Reset && Leak)", holds: true },
  { name: "inputs_are_free", formula: "[] (Ok -> Reset)", holds: false },
  // Nothing to be done before a leak.
  { name: "every_reset_is_done", formula: "[] (Reset -> Done)", holds: false },
  { name: "only_resets_are_done", formula: "[] (Done -> Reset)", holds: true },
  { name: "a_beat_comes", formula: "<> Beat", holds: true },
  // The environment may be silent for ever.
  { name: "a_leak_comes", formula: "<> Leak", holds: false },
  { name: "a_leak_is_reset", formula: "[] (Leak -> <> Done)", holds: false },
  { name: "a_reset_leak_is_done", formula: "[] ((GoUp && <> Reset) -> <> (Done || Leak))", holds: true },
  { name: "done_only_after_a_leak", formula: "Leak V (!Done || Leak)", holds: true },
];

test("SPIN finds what is true and what is false of a small mission, with all signals and with observed ones", () => {
  const { automaton, diagnostics } = compileMission(alarm, "alarm.mission");
  expect(diagnostics.filter((d) => d.severity === "error")).toEqual([]);
  const expected = (list: typeof properties) => Object.fromEntries(list.map(({ name, holds }) => [name, holds]));
  expect(verdicts(automaton!, properties)).toEqual(expected(properties));
  const observed = properties.filter((p) => !/Beat/.test(p.formula));
  expect(verdicts(automaton!, observed, ["Leak", "Reset", "Ok", "GoUp", "Done"])).toEqual(expected(observed));
});

/** Signals of an automaton under names that mean something elsewhere. */
function renamed({ data }: Automaton): Automaton {
  const odd = [
    "U",
    "int",
    "run",
    "linux",
    "Max",
    "_x",
    "mission_state",
    "reacted",
    "chosen_0",
    "X",
    "register",
    "T_ID",
    "reactions",
    "int_signal",
  ];
  let k = 0;
  const rename = <T extends { name: string }>(s: T): T => ({ ...s, name: odd[k++] ?? s.name });
  return new Automaton({ ...data, inputs: data.inputs.map(rename), outputs: data.outputs.map(rename), timers: [] });
}

test("the reactions of the model are those of the automaton: values of signals occur in one exactly if they do in the other", () => {
  const automaton = renamed(
    randomAutomaton(12, { states: 6, inputs: 4, outputs: 8, relations: [{ form: "exclusive", inputs: [1, 3] }] }),
  );
  const signals = [...automaton.data.inputs, ...automaton.data.outputs].map((s) => s.name);
  const valuation = (on: ReadonlySet<string>) => signals.map((s) => (on.has(s) ? "1" : "0")).join("");
  const occur = new Set<string>();
  const reached = new Set([0]);
  for (const state of reached) {
    for (const set of legalSets(automaton)) {
      const run = new Execution(automaton);
      run.state = state;
      const outputs = run.react(set);
      reached.add(run.state);
      occur.add(
        valuation(new Set([...outputs, ...automaton.data.inputs.flatMap((s, i) => (set[i] === 1 ? [s.name] : []))])),
      );
    }
  }
  const below = dice(5, "valuations");
  const some = [...occur].filter(() => below(occur.size) < 5);
  // Those that differ in one signal are the ones that a slip in the model would produce.
  const near = some.map((v) => {
    const at = below(v.length);
    return v.slice(0, at) + (v[at] === "1" ? "0" : "1") + v.slice(at + 1);
  });
  const list = [...new Set([...some, ...near])].map((v, k) => {
    const parts = signals.map((s, i) => (v[i] === "1" ? s : `!${s}`)).filter((part) => !/^!?[UX]$/.test(part));
    // U and X are operators in formulas; what is left of the valuation must then be looked up without them.
    const fits = (w: string): boolean => signals.every((s, i) => s === "U" || s === "X" || v[i] === w[i]);
    return { name: `v${k}`, formula: `[] !(seen && ${parts.join(" && ")})`, holds: ![...occur].some(fits) };
  });
  expect(list.filter((p) => p.holds).length).toBeGreaterThan(1);
  expect(list.filter((p) => !p.holds).length).toBeGreaterThan(2);
  const expected = Object.fromEntries(list.map(({ name, holds }) => [name, holds]));
  // `reacted` is a signal here, so the model calls its own variable reacted_2.
  const ltl = list.map(({ name, formula }) => ({ name, formula: formula.replace("seen", "reacted_2") }));
  expect(verdicts(automaton, ltl)).toEqual(expected);
  expect(verdicts(automaton, ltl, signals)).toEqual(expected);
});

test("a counterexample that the verifier prints is an execution of the automaton", () => {
  const { automaton } = compileMission(alarm, "alarm.mission");
  const signals = [...automaton!.data.inputs, ...automaton!.data.outputs].map((s) => s.name);
  const ltl = [{ name: "once", formula: "!(<> (Done && <> (GoUp && <> Done)))" }];
  for (const options of [{ ltl }, { ltl, observe: signals }]) {
    const printed = withFiles({ "model.pml": writePromela(automaton!, options) }, (folder) => {
      runProgram(folder, "spin", ["-a", "model.pml"]);
      runProgram(folder, "cc", ["-w", "-o", "pan", "pan.c"]);
      expect(runProgram(folder, "./pan", ["-a", "-w16", "-m20000"])).toContain("errors: 1");
      return runProgram(folder, "./pan", ["-S"]);
    });
    const reactions = [...printed.matchAll(/^reaction:(.*)$/gm)].map(([, names]) =>
      names!.split(" ").filter((name) => name !== ""),
    );
    const run = new Execution(automaton!);
    for (const names of reactions) {
      const present = Uint8Array.from(automaton!.data.inputs, (s) => (names.includes(s.name) ? 1 : 0));
      const outputs = run.react(present);
      expect(names.filter((name) => automaton!.data.outputs.some((s) => s.name === name))).toEqual(outputs);
    }
    expect(reactions.filter((names) => names.includes("Done")).length).toBe(2);
  }
});

test("SPIN accepts the models of random missions in both forms, and the C compiler the verifier of the largest", () => {
  const missions = compiledMissions(6, 40);
  expect(missions.some((m) => m.data.tasks.length > 0)).toBe(true);
  const largest = missions.reduce((a, b) => (a.states > b.states ? a : b));
  for (const automaton of missions) {
    const observe = [...automaton.data.inputs.slice(0, 3), ...automaton.data.outputs.slice(0, 3)].map((s) => s.name);
    const models = { "all.pml": writePromela(automaton), "some.pml": writePromela(automaton, { observe }) };
    withFiles(models, (folder) => {
      for (const model of Object.keys(models)) {
        expect(runProgram(folder, "spin", ["-a", model])).not.toMatch(/error/i);
        if (automaton === largest) runProgram(folder, "cc", ["-w", "-c", "pan.c"]);
      }
    });
  }
});

test("pieces joined are the text, the same automaton gives the same bytes, and renamed signals are listed", () => {
  const automaton = renamed(randomAutomaton(12, { states: 4, inputs: 4, outputs: 4 }));
  const text = writePromela(automaton);
  expect([...promelaPieces(new Automaton(structuredClone(automaton.data)))].join("")).toBe(text);
  expect(text).toContain("* int is called int_signal here.");
  expect(text).toContain(`Automaton ${automaton.hash()}`);
  expect(() => writePromela(automaton, { observe: ["ghost"] })).toThrow("the automaton has no signal ghost");
});
