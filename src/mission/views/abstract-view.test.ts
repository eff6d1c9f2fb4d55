import { describe, expect, test } from "vitest";
import { compare, equivalences, type Lts, readAut, writeLts } from "../../lts/index.ts";
import type { Automaton } from "../automaton/automaton.ts";
import { brokenRelation } from "../automaton/input-relations.ts";
import { compileMission } from "../compile/compile.ts";
import { writeAut } from "../export/index.ts";
import { dice, Execution, randomAutomaton, randomInputs } from "../test/random-automaton.ts";
import { compiledMissions } from "../test/random-compiled.ts";
import { type AbstractView, abstractView, MOST_OBSERVED_INPUTS, viewText } from "./abstract-view.ts";
import { MOST_VIEW_STATES, undrawable, viewDot } from "./drawing.ts";
import { excludedInputs, nominal } from "./nominal.ts";
import { viewDiagnostics } from "./view-diagnostics.ts";

function compiled(text: string): Automaton {
  const { automaton, diagnostics } = compileMission(text, "view.mission");
  expect(diagnostics.filter((d) => d.severity === "error")).toEqual([]);
  return automaton!;
}

function view(automaton: Automaton, signals: string, options: Parameters<typeof abstractView>[2] = {}): AbstractView {
  const { value, problem } = abstractView(automaton, signals.split(" "), options);
  expect(problem).toBeNull();
  return value!;
}

function edges({ lts }: AbstractView): string[] {
  return writeLts(lts).trimEnd().split("\n").slice(1);
}

const lamp = `
mission Lamp;
input Press, Break, Noise;
output On, Off, Smoke;
main
  exception Broken in
    PAR{
      loop await Press; emit On; await Press; emit Off end loop
      SEQ( await Break; raise Broken )
      every Noise do emit Smoke end every
    }
  end exception
end main
`;

describe("the view of a lamp that breaks", () => {
  test("through On and Off it is three states: dark, lit, and broken, where nothing is seen any more", () => {
    // 0 → 1 silently (it breaks) and 2 on; from each the lamp may break, the last reaction of the loop counts.
    const seen = view(compiled(lamp), "On Off");
    expect(edges(seen)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^\(0,"!On",\d\)$/), expect.stringMatching(/^\(0,"tau",\d\)$/)]),
    );
    expect(seen.lts.states).toBe(3);
    expect(viewText(seen)).toContain("nothing more is seen");
    // Modulo traces a silent end is not seen: on, off, on, …
    expect(edges(view(compiled(lamp), "On Off", { equivalence: "trace" }))).toEqual(['(0,"!On",1)', '(1,"!Off",0)']);
  });

  test("without Break it is two", () => {
    const seen = view(compiled(lamp), "On Off", { without: ["Break"] });
    expect(edges(seen)).toEqual(['(0,"!On",1)', '(1,"!Off",0)']);
    expect(seen).toMatchObject({
      mission: "Lamp",
      signals: ["Off", "On"],
      without: ["Break"],
      equivalence: "branching",
    });
  });

  test("labels have inputs before outputs, and show the absence of observed inputs by leaving them out", () => {
    const seen = view(compiled(lamp), "Noise Smoke Break", { without: ["Press"] });
    // The first reaction looks at nothing; afterwards noise smokes, also in the last reaction; then nothing answers any more.
    expect(edges(seen)).toEqual([
      '(0,"?Break",1)',
      '(0,"?Break.?Noise",1)',
      '(0,"?Noise",1)',
      '(0,"tau",1)',
      '(1,"?Break",2)',
      '(1,"?Break.?Noise.!Smoke",2)',
      '(1,"?Noise.!Smoke",1)',
      '(2,"?Break",2)',
      '(2,"?Break.?Noise",2)',
      '(2,"?Noise",2)',
    ]);
  });
});

test("a view is equivalent to the exported system of the same signals, which is made another way, for random missions", () => {
  let nonTrivial = 0;
  for (const [seed, automaton] of compiledMissions(40, 300).entries()) {
    const below = dice(seed, "signals");
    const { inputs, outputs } = automaton.data;
    const pick = (list: readonly { name: string }[], most: number): string[] =>
      Array.from({ length: Math.min(most, list.length) }, () => list[below(list.length)]!.name);
    const signals = [...new Set([...pick(inputs, 2), ...pick(outputs, 3)])];
    const exported: Lts = readAut(writeAut(automaton, { observe: signals }), "x.aut").lts!;
    for (const equivalence of equivalences.filter((e) => e !== "strong")) {
      const seen = view(automaton, signals.join(" "), { equivalence });
      expect(compare(seen.lts, exported, equivalence), `${seed} ${equivalence}`).toMatchObject({
        value: { difference: null },
      });
      if (seen.lts.states > 2) nonTrivial++;
    }
  }
  expect(nonTrivial).toBeGreaterThan(20);
});

test("the nominal automaton does what the whole one does as long as the excluded inputs do not come", () => {
  const relations = [
    { form: "exclusive", inputs: [0, 1, 3] },
    { form: "implies", inputs: [4, 2] },
  ] as const;
  for (let seed = 0; seed < 40; seed++) {
    const automaton = randomAutomaton(seed, { states: 8, inputs: 6, outputs: 4, relations });
    const small = nominal(automaton, ["I2", "I1"]);
    // I4 comes only with I2.
    expect(small.data.inputs.map((s) => s.name)).toEqual(["I0", "I3", "I5"]);
    expect(small.data.relations).toEqual([{ form: "exclusive", inputs: [0, 1] }]);
    const below = dice(seed, "trace");
    const [whole, part] = [new Execution(automaton), new Execution(small)];
    for (let n = 0; n < 30; n++) {
      const present = randomInputs(small, below);
      const names = small.data.inputs.flatMap((s, i) => (present[i] === 1 ? [s.name] : []));
      const all = Uint8Array.from(automaton.data.inputs, (s) => (names.includes(s.name) ? 1 : 0));
      expect(brokenRelation(automaton.data.relations, all)).toBe(-1);
      expect(part.react(present)).toEqual(whole.react(all));
    }
  }
});

test("signals that cannot be seen are reported, all at once", () => {
  const automaton = compiled(lamp.replace("output", "relation Press => Noise;\noutput"));
  const diagnostics = viewDiagnostics(automaton, ["On", "Of", "Press", "Noise"], {
    without: ["Noise", "Breack", "Smoke"],
  });
  expect(diagnostics.map((d) => [d.message, d.hint])).toEqual([
    ["the automaton has no signal Of", expect.stringMatching(/did you mean "O(n|ff)"\?/)],
    ["the automaton has no input Breack", 'did you mean "Break"?'],
    ["Smoke is an output, and the mission decides whether it comes", undefined],
    ["Press is to be seen, but never comes: a relation gives it only together with one that is left out", undefined],
    ["Noise is to be seen, but never comes", undefined],
  ]);
  expect(excludedInputs(automaton, ["Noise"])).toEqual(["Press", "Noise"]);
  expect(viewDiagnostics(automaton, ["On"], {})).toEqual([]);
});

test("too many observed inputs are refused with the limit", () => {
  const names = Array.from({ length: MOST_OBSERVED_INPUTS + 1 }, (_, i) => `I${i}`);
  const automaton = compiled(`mission Wide; input ${names.join(", ")}; output O;
    main every ${names.join(" or ")} do emit O end every end main`);
  const { value, problem } = abstractView(automaton, names);
  expect(value).toBeNull();
  expect(problem!.message).toBe("13 observed inputs are more than 12: a state has a reaction for each set of them");
  // Inputs are free in every state: one state, with a loop for each of the 2¹² − 1 sets that are not empty.
  const { lts } = abstractView(automaton, names.slice(1)).value!;
  expect([lts.states, lts.transitions]).toEqual([1, 4095]);
});

test("the drawing has every state and one edge for each pair; what is too large to read is not drawn", () => {
  const seen = view(compiled(lamp), "Noise Smoke Break", { without: ["Press"] });
  const dot = viewDot(seen);
  expect(dot.match(/^ {2}\d \[tooltip="state \d"\];$/gm)).toHaveLength(3);
  expect(dot.match(/^ {2}\d -> \d \[label/gm)).toHaveLength(4);
  expect(dot).toContain('label="  ?Break  \\n  ?Break.?Noise.!Smoke  "');
  expect(undrawable(seen)).toBeNull();
  const steps = Array.from({ length: MOST_VIEW_STATES + 1 }, () => "await A; emit B").join("; ");
  const long = compiled(`mission Long; input A; output B; main ${steps} end main`);
  expect(undrawable(view(long, "B"))).toMatch(
    /^the view has \d+ states .* look at fewer signals, or write it as \.aut$/,
  );
});
