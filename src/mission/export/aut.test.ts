import { expect, test } from "vitest";
import { Automaton } from "../automaton/automaton.ts";
import { compileMission } from "../compile/compile.ts";
import { Execution, legalSets, randomAutomaton } from "../test/random-automaton.ts";
import { compiledMissions } from "../test/random-compiled.ts";
import { type AutOptions, autPieces, writeAut } from "./aut.ts";
import { observedDiagnostics } from "./observed-steps.ts";

interface Lts {
  readonly states: number;
  readonly edges: readonly { readonly from: number; readonly label: string; readonly to: number }[];
}

/** Reads the format, strictly: counts, ranges, quotes. */
function readAut(text: string): Lts {
  const lines = text.split("\n");
  expect(lines.pop()).toBe("");
  const head = /^des \(0,(\d+),(\d+)\)$/.exec(lines.shift() ?? "");
  const states = Number(head?.[2]);
  const edges = lines.map((line) => {
    const [, from, label, to] = /^\((\d+),"([^"\\]+)",(\d+)\)$/.exec(line) ?? [];
    return { from: Number(from), label: label ?? "", to: Number(to) };
  });
  expect(edges.length).toBe(Number(head?.[1]));
  expect(edges.every((e) => e.from < states && e.to < states && e.label !== "")).toBe(true);
  expect(new Set(edges.map((e) => `${e.from} ${e.label} ${e.to}`)).size).toBe(edges.length);
  return { states, edges };
}

const text = `
mission Small;
input B, A;
output P, O;
relation A # B;
main
  await A; emit P; emit O; await not B; loop emit P; pause end loop
end main
`;

function small(): Automaton {
  const { automaton, diagnostics } = compileMission(text, "small.mission");
  expect(diagnostics.filter((d) => d.severity === "error")).toEqual([]);
  return automaton!;
}

// State 0 before the first reaction, 1 waits for A, 2 waits for the absence of B, 3 sustains P.
test("labels are the inputs present and the outputs, sorted; what is absent only where full guards are asked for", () => {
  expect(writeAut(small())).toBe(
    [
      "des (0,6,4)",
      '(0,"tau",1)',
      '(1,"tau",1)',
      '(1,"?A.!O.!P",2)',
      '(2,"!P",3)',
      '(2,"?B",2)',
      '(3,"!P",3)',
      "",
    ].join("\n"),
  );
  expect(writeAut(small(), { guards: "full" })).toBe(
    [
      "des (0,6,4)",
      '(0,"tau",1)',
      '(1,"~A",1)',
      '(1,"?A.!O.!P",2)',
      '(2,"~B.!P",3)',
      '(2,"?B",2)',
      '(3,"!P",3)',
      "",
    ].join("\n"),
  );
});

test("with observed signals every label says exactly which of them are present, also where the state does not care", () => {
  expect(writeAut(small(), { observe: ["A", "P"] }).split("\n")).toEqual([
    "des (0,9,4)",
    '(0,"tau",1)',
    '(0,"?A",1)',
    '(1,"tau",1)',
    '(1,"?A.!P",2)',
    '(2,"!P",3)',
    '(2,"?A.!P",3)',
    '(2,"tau",2)',
    '(3,"!P",3)',
    '(3,"?A.!P",3)',
    "",
  ]);
});

const hand = [
  ...compiledMissions(25, 9000, { inputs: 3, tasks: false }),
  ...Array.from({ length: 15 }, (_, seed) =>
    randomAutomaton(seed, {
      states: 5,
      inputs: 5,
      outputs: 3,
      relations: [
        { form: "exclusive", inputs: [0, 3] },
        { form: "implies", inputs: [1, 4] },
      ],
    }),
  ),
].filter((a) => a.data.inputs.length <= 10);

/** The same by trying all legal sets of inputs in all states. */
function byTrying(automaton: Automaton, { observe, guards }: AutOptions): string[] {
  const { inputs } = automaton.data;
  const seen = (name: string): boolean => observe === undefined || observe.includes(name);
  const edges = new Set<string>();
  for (let state = 0; state < automaton.states; state++) {
    for (const set of legalSets(automaton)) {
      const run = new Execution(automaton);
      run.state = state;
      const outputs = run
        .react(set)
        .filter(seen)
        .sort()
        .map((name) => `!${name}`);
      const guard = inputs
        .map((s, i) => ({ name: s.name, present: set[i] === 1 }))
        .filter((s) => seen(s.name) && (s.present || guards === "full"))
        .sort((a, b) => (a.name < b.name ? -1 : 1))
        .map((s) => `${s.present ? "?" : "~"}${s.name}`);
      edges.add(`${state} ${[...guard, ...outputs].join(".") || "tau"} ${run.state}`);
    }
  }
  return [...edges].sort();
}

test("the transitions for observed signals are those found by trying all legal inputs in all states", () => {
  expect(hand.length).toBeGreaterThan(30);
  hand.forEach((automaton, k) => {
    const all = [...automaton.data.inputs, ...automaton.data.outputs].map((s) => s.name);
    for (const guards of ["present", "full"] as const) {
      for (const observe of [all, all.filter((_, i) => (i + k) % 3 === 0), []]) {
        const { edges } = readAut(writeAut(automaton, { observe, guards }));
        expect(edges.map((e) => `${e.from} ${e.label} ${e.to}`).sort()).toEqual(
          byTrying(automaton, { observe, guards }),
        );
      }
    }
  });
});

const switching = `
mission Switching;
resource vehicle;
input Turn;
task Dive on vehicle post Deep; end task
task Follow on vehicle post Far; end task
main
  loop
    do Dive watching Turn;
    do Follow watching Turn
  end loop
end main
`;

test("ordered reactions stop before they start: on one resource, start and stop then alternate, and only then", () => {
  const { automaton } = compileMission(switching, "switching.mission");
  const observe = ["StartServoing_vehicle", "StoppedServoing_vehicle"];
  const plain = readAut(writeAut(automaton!, { observe }));
  expect(plain.edges.some((e) => e.label === "!StartServoing_vehicle.!StoppedServoing_vehicle")).toBe(true);
  const ordered = readAut(writeAut(automaton!, { observe, ordered: true }));
  expect(ordered.states).toBeGreaterThan(automaton!.states);
  expect(new Set(ordered.edges.map((e) => e.label))).toEqual(
    new Set(["tau", "!StartServoing_vehicle", "!StoppedServoing_vehicle"]),
  );
  // Every way from the start is a way of the alternation start, stop, start, stop …
  const reached = new Set(["0 stopped"]);
  const wrong: string[] = [];
  for (const at of reached) {
    const [state, phase] = at.split(" ");
    for (const { from, label, to } of ordered.edges) {
      if (from !== Number(state)) continue;
      if (label === "tau") reached.add(`${to} ${phase}`);
      else if ((label === "!StartServoing_vehicle") === (phase === "stopped")) {
        reached.add(`${to} ${phase === "stopped" ? "servoing" : "stopped"}`);
      } else wrong.push(`${at} ${label}`);
    }
  }
  expect(wrong).toEqual([]);
  // Each state in between has one way out, and what it had to do is not done in the step before.
  const full = readAut(writeAut(automaton!, { ordered: true }));
  const between = full.edges.filter((e) => e.to >= automaton!.states);
  expect(between.length).toBeGreaterThan(0);
  for (const { label, to } of between) {
    expect(label).toMatch(/!StoppedServoing_vehicle|!STOP_/);
    expect(label).not.toMatch(/!START_|!StartServoing_/);
    const out = full.edges.filter((e) => e.from === to);
    expect(out.map((e) => e.label)).toEqual([expect.stringMatching(/^!START_\w+\.!StartServoing_vehicle$/)]);
  }
});

test("pieces joined are the text, the same automaton gives the same bytes, and unknown names are reported with a guess", () => {
  for (const automaton of hand.slice(0, 10)) {
    expect([...autPieces(automaton)].join("")).toBe(writeAut(new Automaton(structuredClone(automaton.data))));
    readAut(writeAut(automaton));
  }
  const automaton = compileMission(switching, "switching.mission").automaton!;
  expect(observedDiagnostics(automaton, ["Turn", "Trun", "Deep"])).toEqual([
    {
      severity: "error",
      code: "MIS087",
      message: "the automaton has no signal Trun",
      range: null,
      seen: "Trun",
      hint: 'did you mean "Turn"?',
    },
  ]);
  expect(() => writeAut(automaton, { observe: ["Trun"] })).toThrow("the automaton has no signal Trun");
});
