import { expect, test } from "vitest";
import { Automaton } from "../automaton/automaton.ts";
import { compileMission } from "../compile/compile.ts";
import { randomAutomaton } from "../test/random-automaton.ts";
import { compiledMissions } from "../test/random-compiled.ts";
import { MOST_DRAWN_STATES, writeDot } from "./dot.ts";

/** Nodes and edges of a graph in the form that we write; fails on anything that is not a statement of the language. */
function readDot(text: string): { nodes: Map<string, string>; edges: { from: string; to: string; label: string }[] } {
  const lines = text.split("\n");
  expect(lines.shift()).toMatch(/^digraph "\w+" \{$/);
  expect(lines.splice(-2)).toEqual(["}", ""]);
  const string = String.raw`"(?:[^"\\]|\\.)*"`;
  const attribute = `\\w+=(?:${string}|\\w+)`;
  const list = `\\[${attribute}(?:, ${attribute})*\\]`;
  const statement = `(?:${attribute}|(?:\\w+|\\d+) ${list}|\\w+ -> \\w+(?: ${list})?)`;
  const line = new RegExp(`^ {2}${statement};(?: ${statement};)*$`);
  expect(lines.filter((l) => !line.test(l))).toEqual([]);
  const nodes = new Map<string, string>();
  const edges: { from: string; to: string; label: string }[] = [];
  for (const l of lines) {
    const node = /^ {2}(\d+|more) \[(.*)\];$/.exec(l);
    if (node !== null) nodes.set(node[1]!, node[2]!);
    const edge = /^ {2}(\d+) -> (\d+|more) \[label="(.*)"\];$/.exec(l);
    if (edge !== null) edges.push({ from: edge[1]!, to: edge[2]!, label: edge[3]! });
  }
  return { nodes, edges };
}

const text = `
mission Small;
resource vehicle;
input A, B;
output P;
task Follow(route = "square") on vehicle post Far; end task
main
  await A; emit P; await B; Follow
end main
`;

test("edges have guard and outputs, states what is active in them, with quotes escaped", () => {
  const { automaton, diagnostics } = compileMission(text, "small.mission");
  expect(diagnostics.filter((d) => d.severity === "error")).toEqual([]);
  const { nodes, edges } = readDot(writeDot(automaton!));
  expect(edges.slice(0, 5)).toEqual([
    { from: "0", to: "1", label: "always" },
    { from: "1", to: "1", label: "not A" },
    { from: "1", to: "2", label: "A / P" },
    { from: "2", to: "2", label: "not B" },
    { from: "2", to: "3", label: "B / START_Follow, StartServoing_vehicle" },
  ]);
  expect(nodes.get("1")).toBe('label="1", tooltip="await A, line 8"');
  expect(nodes.get("3")).toContain(String.raw`Follow(\"square\")`);
  const statements = automaton!.data.statements.map((statement) => ({ ...statement, text: 'a\\b\n"c"' }));
  const odd = readDot(writeDot(new Automaton({ ...automaton!.data, statements }))).nodes.get("1");
  expect(odd).toBe(String.raw`label="1", tooltip="a\\b\n\"c\", line 8"`);
  expect(readDot(writeDot(automaton!, { statements: "label" })).nodes.get("1")).toContain(
    'label="1\\nawait A, line 8"',
  );
  expect(readDot(writeDot(automaton!, { statements: "none" })).nodes.get("1")).toBe('label="1"');
});

test("every state is drawn and every pair of states has one edge, with a line for each transition up to a limit", () => {
  for (const automaton of [...compiledMissions(20, 300), randomAutomaton(1, { states: 12, inputs: 5, outputs: 3 })]) {
    if (automaton.states > MOST_DRAWN_STATES) continue;
    const { nodes, edges } = readDot(writeDot(automaton, { mostLines: 1000 }));
    const pairs = edges.map((e) => `${e.from} ${e.to}`);
    expect(new Set(pairs).size).toBe(pairs.length);
    let lines = 0;
    for (const e of edges) {
      lines += e.label.split("\\n").length;
      expect(nodes.has(e.from) && nodes.has(e.to)).toBe(true);
    }
    const reachedOnly = [...nodes.keys()].reduce((sum, state) => {
      automaton.eachTransition(Number(state), () => sum++);
      return sum;
    }, 0);
    expect(lines).toBe(reachedOnly);
  }
  const crowded = writeDot(randomAutomaton(8, { states: 2, inputs: 7, outputs: 3 }), { mostLines: 2 });
  expect(crowded).toMatch(/and \d+ more"\];/);
});

test("a large automaton is drawn as far as the limit, and the graph says what is left out", () => {
  const automaton = randomAutomaton(1, { states: 50, inputs: 4, outputs: 2 });
  const cut = writeDot(automaton, { mostStates: 10 });
  const { nodes, edges } = readDot(cut);
  expect([...nodes.keys()].filter((n) => n !== "more")).toHaveLength(10);
  expect(nodes.get("more")).toContain("40 more states");
  expect(edges.some((e) => e.to === "more")).toBe(true);
  expect(cut).toContain("only the 10 states nearest to the start are drawn, 40 are left out");
  expect(writeDot(automaton, { mostStates: 10 })).toBe(
    writeDot(new Automaton(structuredClone(automaton.data)), { mostStates: 10 }),
  );
});
