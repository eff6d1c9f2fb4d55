import { expect, test } from "vitest";
import { compileMission } from "../compile/compile.ts";
import { dice, Execution, legalSets, randomAutomaton } from "../test/random-automaton.ts";
import { compiledMissions, placedAtRandom } from "../test/random-compiled.ts";
import { Automaton } from "./automaton.ts";
import { type ComposedPart, compareComposition, compositionText } from "./composition.ts";
import { distribute } from "./distribute.ts";

const computers = ["Hull", "Arm", "Mast"];
const relations = [
  { form: "exclusive", inputs: [0, 1] },
  { form: "implies", inputs: [4, 2] },
] as const;

function random(seed: number): Automaton {
  return randomAutomaton(seed, {
    states: 6,
    inputs: 5,
    outputs: 5,
    relations: seed % 2 === 0 ? [] : relations,
    computers: computers.slice(0, 1 + (seed % 3)),
  });
}

test("the parts that distribute makes are equal to the single automaton, for random automata and random missions", () => {
  const automata = [
    ...Array.from({ length: 60 }, (_, seed) => random(seed)),
    ...compiledMissions(40, 1).map((automaton, i) => placedAtRandom(automaton, computers.slice(0, 2 + (i % 2)), i)),
  ];
  const verdicts = automata.map((automaton) => compareComposition(automaton, distribute(automaton).computers));
  expect(verdicts.filter((v) => v.kind !== "equal")).toEqual([]);
  // A part's state is a function of the single one's, so there are no more combinations than states.
  verdicts.forEach((v, i) => {
    expect(v.kind === "equal" && v.tuples <= automata[i]!.states).toBe(true);
  });
});

/** A part with one of its answers changed: another next state, or another set of outputs. */
function damaged(part: ComposedPart, seed: number): ComposedPart {
  const { data } = part.automaton;
  const below = dice(seed, "damage");
  const leaves = [...data.leaves];
  const at = below(leaves.length);
  leaves[at] = below(at % 2 === 0 ? data.outputSets.length : data.roots.length);
  return { ...part, automaton: new Automaton({ ...data, leaves }) };
}

/** The number of reactions up to the first difference, by trying all legal sets; null: there is none. */
function bruteForce(single: Automaton, parts: readonly ComposedPart[]): number | null {
  const sets = legalSets(single);
  const step = (automaton: Automaton, state: number, names: ReadonlySet<string>) => {
    const run = new Execution(automaton);
    run.state = state;
    const outputs = run.react(Uint8Array.from(automaton.data.inputs, (s) => (names.has(s.name) ? 1 : 0)));
    return { outputs, next: run.state };
  };
  let front = [[0, ...parts.map(() => 0)]];
  const known = new Set(front.map(String));
  for (let length = 1; front.length > 0; length++) {
    const next: number[][] = [];
    for (const [state, ...others] of front) {
      for (const set of sets) {
        const names = new Set(single.data.inputs.flatMap((s, i) => (set[i] === 1 ? [s.name] : [])));
        const whole = step(single, state!, names);
        const pieces = parts.map((p, k) => step(p.automaton, others[k]!, names));
        const due = (p: ComposedPart): string[] =>
          whole.outputs.filter((o) => p.automaton.data.outputs.some((s) => s.name === o));
        if (pieces.some((piece, k) => piece.outputs.join() !== due(parts[k]!).join())) return length;
        const tuple = [whole.next, ...pieces.map((p) => p.next)];
        if (known.has(String(tuple))) continue;
        known.add(String(tuple));
        next.push(tuple);
      }
    }
    front = next;
  }
  return null;
}

test("a part with one answer changed is found out exactly if trying all inputs finds a difference, with as few reactions", () => {
  const lengths = new Map<number | null, number>();
  for (let seed = 0; seed < 150; seed++) {
    const automaton = random(seed);
    const parts = distribute(automaton).computers.map((p, k) => (k === 0 ? damaged(p, seed) : p));
    const expected = bruteForce(automaton, parts);
    const verdict = compareComposition(automaton, parts);
    lengths.set(expected, (lengths.get(expected) ?? 0) + 1);
    if (expected === null) {
      expect(verdict.kind, `seed ${seed}`).toBe("equal");
      continue;
    }
    expect(verdict.kind, `seed ${seed}`).toBe("different");
    if (verdict.kind !== "different") continue;
    const { trace, wrong } = verdict.difference;
    expect(trace.length).toBe(expected);
    expect(wrong.map((w) => w.computer)).toEqual([parts[0]!.name]);
    // Legal throughout, and before the last reaction nothing differs.
    const legal = new Set(
      legalSets(automaton).map((set) => automaton.data.inputs.flatMap((s, i) => (set[i] === 1 ? [s.name] : [])).join()),
    );
    for (const { inputs } of trace) expect(legal.has(inputs.join())).toBe(true);
    for (const { single, computers: given } of trace.slice(0, -1))
      expect([...new Set(given.flat())].sort()).toEqual([...single].sort());
  }
  // The damage shows in the first reaction, later, and never: all are among the cases.
  expect(lengths.get(1)).toBeGreaterThan(5);
  expect(lengths.get(2)).toBeGreaterThan(5);
  expect(lengths.get(3)).toBeGreaterThan(0);
  expect(lengths.get(null)).toBeGreaterThan(5);
});

const arm = `
mission Small;
computer Hull, Arm;
resource vehicle at Hull;
resource arm at Arm;
fatal Leak at Hull;
input Grip at Arm;
output Done at Arm;
relation Leak # Grip;
task Dive on vehicle post Deep; end task
task Fold on arm post Folded; end task
main PAR{ Dive SEQ( await Grip; Fold; emit Done ) } end main
on fatal Fold end fatal
`;

function small() {
  const { automaton, diagnostics } = compileMission(arm, "small.mission");
  expect(diagnostics.filter((d) => d.severity === "error")).toEqual([]);
  return { automaton: automaton!, distribution: distribute(automaton!) };
}

test("FATAL that one computer does not give is a difference, although another one gives it; it is reported in words", () => {
  const { automaton, distribution } = small();
  const parts = distribution.computers.map((part): ComposedPart => {
    if (part.name !== "Arm") return part;
    const { data } = part.automaton;
    const fatal = data.outputs.findIndex((s) => s.name === "FATAL");
    const outputSets = data.outputSets.map((set) => set.filter((o) => o !== fatal));
    return { ...part, automaton: new Automaton({ ...data, outputSets }) };
  });
  const verdict = compareComposition(automaton, parts);
  expect(verdict).toMatchObject({
    kind: "different",
    difference: { wrong: [{ computer: "Arm", missing: ["FATAL"], extra: [] }] },
  });
  expect(compositionText(verdict, distribution)).toMatch(
    /^Mission Small on Hull, Arm: they do not .* reaction 1 differs:\n {2}1 {2}Leak {2}gives .*FATAL.*\n {5}Arm does not give FATAL\n$/,
  );
});

test("computers that do not fit together are reported before anything is compared, all at once", () => {
  const { automaton, distribution } = small();
  const [hull, armPart] = [distribution.computers[0]!, distribution.computers[1]!];
  const withoutRelations = (part: ComposedPart): ComposedPart => ({
    ...part,
    automaton: new Automaton({ ...part.automaton.data, relations: [] }),
  });
  const verdict = compareComposition(automaton, [
    { ...withoutRelations(hull), inputs: hull.inputs.filter((i) => i !== "Deep") },
    { ...armPart, inputs: [...armPart.inputs, "STOPPED_Dive"], receives: [] },
  ]);
  expect(verdict.kind).toBe("wiring");
  const problems = verdict.kind === "wiring" ? verdict.problems : [];
  expect(problems).toEqual(
    expect.arrayContaining([
      "no computer gathers Deep",
      "Hull and Arm both gather STOPPED_Dive",
      "Hull asks for Deep, which it neither gathers nor receives",
      "Arm asks for Leak, which it neither gathers nor receives",
      "Hull does not watch Leak # Grip",
    ]),
  );
  expect(compositionText(verdict, distribution)).toContain("the computers do not fit together\n  no computer gathers");
  const missing = compareComposition(automaton, [hull]);
  expect(missing).toMatchObject({ kind: "wiring" });
  expect(missing.kind === "wiring" && missing.problems).toContain("no computer gives Done");
});

test("more combinations of states than the limit are reported, and nothing is claimed", () => {
  const { automaton, distribution } = small();
  const verdict = compareComposition(automaton, distribution.computers, 3);
  expect(verdict.kind).toBe("tooMany");
  expect(compositionText(verdict, distribution)).toContain("not decided, more than");
});

test("relations whose legal sets are too many to write down are still obeyed in the trace of a difference", () => {
  // Each of twelve inputs only together with the one twelve places after it: a diagram of some 2¹² nodes in this order.
  const pairs = Array.from({ length: 12 }, (_, i) => ({ form: "implies" as const, inputs: [i, i + 12] }));
  let different = 0;
  for (let seed = 0; seed < 10; seed++) {
    const size = { states: 3, inputs: 24, outputs: 4, relations: pairs, computers: computers.slice(0, 2) };
    const automaton = randomAutomaton(seed, size);
    const { computers: parts } = distribute(automaton);
    expect(compareComposition(automaton, parts).kind).toBe("equal");
    const verdict = compareComposition(automaton, [damaged(parts[0]!, seed), parts[1]!]);
    if (verdict.kind !== "different") continue;
    different++;
    for (const { inputs } of verdict.difference.trace) {
      for (const [a, b] of pairs.map((p) => p.inputs.map((i) => `I${i}`)))
        expect(!inputs.includes(a!) || inputs.includes(b!)).toBe(true);
    }
  }
  expect(different).toBeGreaterThan(1);
});
