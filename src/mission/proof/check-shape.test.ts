/** Conformity to given automata, and liveness by reduction with the tools for transition systems. */
import { expect, test } from "vitest";
import { type Lts, LtsBuilder, reduceBranching, TAU } from "../../lts/index.ts";
import type { Automaton } from "../automaton/automaton.ts";
import { compileMission } from "../compile/compile.ts";
import { stepsOf } from "../test/naive-properties.ts";
import { compiledMissions } from "../test/random-compiled.ts";
import { checkProperty } from "./check.ts";
import { parseProperties } from "./property-parser.ts";
import { type Property, resolveProperties } from "./resolve.ts";

const { automaton } = compileMission(
  "mission M; input A, B; output X, Y; main loop await A; emit X; await B; emit Y end loop end main",
  "m.mission",
);

function propertyOf(text: string, of: Automaton): Property {
  const { properties, diagnostics } = resolveProperties(parseProperties(`property P: ${text};`, "p").tree, of);
  if (properties[0] === undefined) throw new Error(diagnostics[0]?.message);
  return properties[0];
}

function conforms(text: string, file: string) {
  return checkProperty(automaton!, propertyOf(text, automaton!), {
    readFile: (name) => (name === "shape.aut" ? { text: file } : { error: "no such file" }),
  });
}

const turns = 'des (0, 2, 2)\n(0, "!X", 1)\n(1, "!Y", 0)\n';

test("what is seen is something that the automaton allows", () => {
  expect(conforms('on X, Y conforms to "shape.aut"', turns).verdict).toBe("holds");
  // Marks, order and unseen steps do not matter.
  expect(conforms('on X, Y conforms to "shape.aut"', 'des (0,3,3)\n(0,X,1)\n(1,tau,2)\n(2,"Y",0)\n').verdict).toBe(
    "holds",
  );
  expect(conforms('on A, X conforms to "shape.aut"', 'des (0,3,1)\n(0,"!X.?A",0)\n(0,A,0)\n(0,i,0)\n').verdict).toBe(
    "holds",
  );
});

test("what it does not allow is a shortest counterexample", () => {
  const { verdict, counterexample } = conforms('on X, Y conforms to "shape.aut"', "des (0,1,1)\n(0,X,0)\n");
  expect(verdict).toBe("fails");
  expect(counterexample!.reactions.map((r) => r.outputs)).toEqual([[], ["X"], ["Y"]]);
  expect(counterexample!.why).toBe("shape.aut does not allow the last reaction here");
});

test("a choice that is made without being seen is followed both ways", () => {
  const either = "des (0,4,4)\n(0,tau,1)\n(0,tau,2)\n(1,Y,3)\n(2,X,0)\n";
  const { counterexample } = conforms('on X, Y conforms to "shape.aut"', either);
  expect(counterexample!.reactions.map((r) => r.outputs)).toEqual([[], ["X"], ["Y"], ["X"]]);
});

test.each([
  ['on X conforms to "missing.aut"', "", "cannot read missing.aut: no such file"],
  ['on X conforms to "shape.aut"', turns, "shape.aut has the label !Y, which is made of signals that are not observed"],
  ['on X conforms to "shape.aut"', "des", "a transition system begins with"],
])("%s is undecided, and says why", (property, file, message) => {
  const { verdict, diagnostics } = conforms(property, file);
  expect(verdict).toBe("undecided");
  expect(diagnostics[0]!.message).toContain(message);
});

/** All but the goal hidden, and the mission begun anew with it. */
function onlyGoal(of: Automaton, property: Property, goal: string): Lts {
  const builder = new LtsBuilder();
  const label = builder.labels.of(goal);
  for (let state = 0; state < of.states; state++) {
    for (const { moment, to } of stepsOf(of, property, state)) {
      if (moment.has(goal)) builder.add(state, label, 0);
      else builder.add(state, TAU, to);
    }
  }
  return builder.finish(of.states);
}

/** One state, and the goal as its only transition. */
function isOneState(lts: Lts): boolean {
  return lts.states === 1 && lts.transitions === 1 && lts.label[0] !== TAU;
}

test("reduction modulo branching equivalence gives the fair verdict, with divergence the unfair one, on 200 random missions", () => {
  const seen = new Set<string>();
  compiledMissions(200, 300, { tasks: false, inputs: 3, durations: false, size: 8 }).forEach((mission, k) => {
    const emitted = [...new Set(mission.data.outputSets.flat())].map((o) => mission.data.outputs[o]!.name);
    const goal = emitted[k % Math.max(1, emitted.length)];
    if (goal === undefined) return;
    const property = propertyOf(`always can reach ${goal}`, mission);
    const { reach } = checkProperty(mission, property);
    const lts = onlyGoal(mission, property, goal);
    const reduced = { fair: isOneState(reduceBranching(lts, false)), unfair: isOneState(reduceBranching(lts, true)) };
    const { oneState: fair, everyRun: unfair } = reach!;
    expect({ fair, unfair }, `mission ${k}, ${goal}`).toEqual(reduced);
    seen.add(JSON.stringify(reduced));
  });
  expect(seen.size).toBe(3);
});
