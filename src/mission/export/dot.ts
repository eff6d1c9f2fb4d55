/**
 * The automaton as a graph for GraphViz. Transitions between the same two states are one edge, with a line for each: the guard (`A`,
 * `not B`), a slash, the outputs. The statements that are active in a state are its tooltip, or stand in it.
 *
 * A large automaton cannot be read as a drawing (and takes GraphViz minutes): beyond a limit only the states nearest to the start are
 * drawn, and the graph says so in its title. Minimise for the signals of interest first.
 */
import type { Automaton } from "../automaton/automaton.ts";
import { ObservedSteps } from "./observed-steps.ts";

export interface DotOptions {
  /** Active statements as tooltips (the default), as text in the states, or not at all. */
  readonly statements?: "tooltip" | "label" | "none";
  /** States that are drawn at most. */
  readonly mostStates?: number;
  /** Lines of an edge at most; the others are counted. */
  readonly mostLines?: number;
}

export const MOST_DRAWN_STATES = 300;
export const MOST_EDGE_LINES = 8;

export function writeDot(automaton: Automaton, options: DotOptions = {}): string {
  const { statements = "tooltip", mostStates = MOST_DRAWN_STATES, mostLines = MOST_EDGE_LINES } = options;
  const { data } = automaton;
  const view = new ObservedSteps(automaton);
  const { drawn, edges } = nearestStates(view, mostStates);
  const left = automaton.states - drawn.size;
  const title = `${data.mission}: ${automaton.states} states, ${automaton.countTransitions()} transitions`;
  const note = left === 0 ? "" : `\nonly the ${drawn.size} states nearest to the start are drawn, ${left} are left out`;
  const lines = [
    `digraph ${quoted(data.mission)} {`,
    `  label=${quoted(title + note)}; labelloc=t;`,
    "  rankdir=LR;",
    "  node [shape=ellipse, fontname=Helvetica]; edge [fontname=Helvetica, fontsize=10];",
    '  start [shape=point, label=""]; start -> 0;',
  ];
  for (const state of drawn) {
    const active = (data.active[state] ?? []).map((s) => statementText(data.statements[s]!));
    const words = active.length === 0 ? "nothing is active" : active.join("\n");
    const label = statements === "label" && active.length > 0 ? `${state}\n${words}` : String(state);
    const tooltip = statements === "none" ? "" : `, tooltip=${quoted(words)}`;
    lines.push(`  ${state} [label=${quoted(label)}${tooltip}];`);
  }
  let more = false;
  for (const [key, labels] of edges) {
    const [from, to] = key.split(" ").map(Number) as [number, number];
    const target = drawn.has(to) ? String(to) : "more";
    more ||= target === "more";
    const shown = labels.slice(0, mostLines);
    if (labels.length > shown.length) shown.push(`and ${labels.length - shown.length} more`);
    lines.push(`  ${from} -> ${target} [label=${quoted(shown.join("\n"))}];`);
  }
  if (more) lines.push(`  more [shape=plaintext, label=${quoted(`${left} more states`)}];`);
  lines.push("}", "");
  return lines.join("\n");
}

/** Breadth first from the start; and the labels of edges from drawn states, by "from to". */
function nearestStates(view: ObservedSteps, most: number): { drawn: Set<number>; edges: Map<string, string[]> } {
  const { automaton } = view;
  const { inputs, outputs } = automaton.data;
  const drawn = new Set([0]);
  const edges = new Map<string, string[]>();
  for (const state of drawn) {
    for (const { present, absent, outputs: given, next } of view.of(state)) {
      if (drawn.size < most) drawn.add(next);
      const guard = [
        ...present.map((i) => ({ i, text: inputs[i]!.name })),
        ...absent.map((i) => ({ i, text: `not ${inputs[i]!.name}` })),
      ].sort((a, b) => a.i - b.i);
      const asked = guard.map((g) => g.text).join(", ") || "always";
      const label = given.length === 0 ? asked : `${asked} / ${given.map((o) => outputs[o]!.name).join(", ")}`;
      const key = `${state} ${next}`;
      const known = edges.get(key);
      if (known === undefined) edges.set(key, [label]);
      else known.push(label);
    }
  }
  return { drawn, edges };
}

function statementText({ text, path, line }: Automaton["data"]["statements"][number]): string {
  const inside = path.length === 0 ? "" : ` in ${path.join(", ")}`;
  return `${text}${inside}${line > 0 ? `, line ${line}` : ""}`;
}

/** A text as GraphViz reads it. */
function quoted(text: string): string {
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`;
}
