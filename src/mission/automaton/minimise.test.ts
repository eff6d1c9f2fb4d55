import { describe, expect, test } from "vitest";
import { dice, Execution, legalSets, randomAutomaton, randomInputs } from "../test/random-automaton.ts";
import { Automaton, type AutomatonData } from "./automaton.ts";
import { minimise } from "./minimise.ts";

const relationSets: readonly AutomatonData["relations"][] = [
  [],
  [{ form: "exclusive", inputs: [0, 1, 3] }],
  [{ form: "implies", inputs: [0, 2] }],
  [
    { form: "implies", inputs: [2, 0] },
    { form: "exclusive", inputs: [1, 0] },
    { form: "implies", inputs: [3, 1] },
  ],
];

const cases = Array.from({ length: 120 }, (_, seed) => ({
  seed,
  automaton: randomAutomaton(seed, {
    states: 2 + (seed % 9),
    inputs: 4,
    outputs: 4,
    answers: 2 + (seed % 7),
    relations: relationSets[seed % relationSets.length]!,
  }),
}));

/**
 * Pairs of states that some legal inputs tell apart, by filling a table from the definition: outputs differ, or the next states are
 * distinguished. Knows nothing of diagrams or blocks.
 */
function toldApart(automaton: Automaton, keep: (name: string) => boolean): boolean[][] {
  const sets = legalSets(automaton);
  const { states } = automaton;
  const answers = Array.from({ length: states }, (_, state) =>
    sets.map((present) => {
      const run = new Execution(automaton);
      run.state = state;
      return { outputs: run.react(present).filter(keep).join(" "), next: run.state };
    }),
  );
  const apart = answers.map((a) => answers.map((b) => a.some((x, i) => x.outputs !== b[i]!.outputs)));
  for (let changed = true; changed; ) {
    changed = false;
    for (let a = 0; a < states; a++) {
      for (let b = 0; b < states; b++) {
        if (apart[a]![b] || !answers[a]!.some((x, i) => apart[x.next]![answers[b]![i]!.next])) continue;
        apart[a]![b] = true;
        changed = true;
      }
    }
  }
  return apart;
}

/** States that legal inputs reach. */
function reached(automaton: Automaton): number[] {
  const found = new Set([0]);
  for (const state of found) {
    for (const present of legalSets(automaton)) found.add(automaton.nextOf(automaton.leafAt(state, present)));
  }
  return [...found];
}

/** Number of classes of reached states, by the table. */
function classes(automaton: Automaton, keep: (name: string) => boolean): number {
  const apart = toldApart(automaton, keep);
  const first: number[] = [];
  for (const state of reached(automaton)) if (first.every((other) => apart[other]![state])) first.push(state);
  return first.length;
}

const views: readonly { readonly what: string; readonly keep: (name: string) => boolean }[] = [
  { what: "all outputs", keep: () => true },
  { what: "one output", keep: (name) => name === "O1" },
  { what: "no output", keep: () => false },
];

describe.each(views)("an automaton minimised for $what", ({ keep }) => {
  const kept = (automaton: Automaton) => (o: number) => keep(automaton.data.outputs[o]!.name);

  test("answers random legal inputs as the original does", () => {
    for (const { seed, automaton } of cases) {
      const small = minimise(automaton, kept(automaton));
      const below = dice(seed, "trace");
      const one = new Execution(automaton);
      const other = new Execution(small);
      for (let n = 0; n < 60; n++) {
        const present = randomInputs(automaton, below, 2);
        expect(other.react(present)).toEqual(one.react(present).filter(keep));
      }
    }
  });

  test("has as many states as the table of the definition has classes, and no two that are equivalent", () => {
    for (const { automaton } of cases) {
      const small = minimise(automaton, kept(automaton));
      expect(small.states).toBe(classes(automaton, keep));
      const apart = toldApart(small, () => true);
      for (let a = 0; a < small.states; a++) for (let b = 0; b < a; b++) expect(apart[a]![b]).toBe(true);
    }
  });

  test("is not changed by minimising it again", () => {
    for (const { automaton } of cases) {
      const small = minimise(automaton, kept(automaton));
      expect(minimise(small).data).toEqual(small.data);
    }
  });

  test("asks for no input that the original does not ask for", () => {
    for (const { automaton } of cases) {
      const asked = ({ data }: Automaton) => new Set(data.questions.filter((_, k) => k % 3 === 0));
      const before = asked(automaton);
      for (const input of asked(minimise(automaton, kept(automaton)))) expect(before).toContain(input);
    }
  });
});

test("a minimised automaton keeps its outputs' names, the timers they arm, and what is active in the first of merged states", () => {
  const data: AutomatonData = {
    mission: "Hand",
    inputs: [{ name: "TIMER_1", role: "timerOver", owner: null }],
    outputs: [
      { name: "ARM_1", role: "armTimer", owner: null },
      { name: "Light", role: "output", owner: null },
    ],
    relations: [],
    fatal: [],
    timers: [{ arm: "ARM_1", expired: "TIMER_1", duration_s: 2 }],
    tasks: [],
    // 0 -ARM-> 1; 1 and 2 show Light for ever, changing places at TIMER_1; 3 is never reached.
    roots: [-1, 0, 1, -4],
    questions: [0, -2, -3, 0, -3, -2],
    leaves: [1, 1, 2, 1, 2, 2, 0, 3],
    outputSets: [[], [0], [1]],
    active: [[], [0], [1], []],
    statements: [
      { text: "sustain Light", path: [], line: 1, column: 1 },
      { text: "sustain Light", path: [], line: 2, column: 1 },
    ],
    computers: [],
    placed: {},
    requires: [],
  };
  const small = minimise(new Automaton(data));
  expect(small.data).toEqual({
    ...data,
    roots: [-1, -2],
    questions: [],
    leaves: [0, 1, 1, 1],
    outputSets: [[0], [1]],
    active: [[], [0]],
  });
  const lit = minimise(new Automaton(data), (o) => o === 1);
  expect(lit.data.outputs.map((o) => o.name)).toEqual(["Light"]);
  expect(lit.data.timers).toEqual([]);
  expect(lit.states).toBe(2);
});

test("relations among many inputs are assumed in part, and the result is still right", () => {
  // Aᵢ => Bᵢ with all A before all B: a diagram of the legal sets has more than 2¹² nodes.
  const pairs = 12;
  const relations = Array.from({ length: pairs }, (_, i) => ({ form: "implies" as const, inputs: [i, pairs + i] }));
  const automaton = randomAutomaton(7, { states: 4, inputs: 2 * pairs, outputs: 2, answers: 4 });
  const bounded = new Automaton({ ...automaton.data, relations });
  const small = minimise(bounded);
  const below = dice(1);
  const one = new Execution(bounded);
  const other = new Execution(small);
  for (let n = 0; n < 300; n++) {
    const present = Uint8Array.from({ length: 2 * pairs }, () => below(2));
    for (const { inputs } of relations) present[inputs[1]!]! |= present[inputs[0]!]!;
    expect(other.react(present)).toEqual(one.react(present));
  }
});
