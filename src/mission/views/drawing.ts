/**
 * A view as a graph for GraphViz, in the manner of the paper's Figures 7 and 8: states are circles, the initial one with an arrow from
 * nowhere; transitions between the same two states are one edge with a line for each label.
 */
import { type Lts, TAU } from "../../lts/index.ts";
import type { AbstractView } from "./abstract-view.ts";

/** Beyond this a drawing cannot be read, and GraphViz takes minutes. */
export const MOST_VIEW_STATES = 150;
export const MOST_VIEW_TRANSITIONS = 600;

/** Why a view cannot be drawn; null if it can. */
export function undrawable({ lts }: AbstractView): string | null {
  if (lts.states <= MOST_VIEW_STATES && lts.transitions <= MOST_VIEW_TRANSITIONS) return null;
  return (
    `the view has ${lts.states} states and ${lts.transitions} transitions, and at most ${MOST_VIEW_STATES} and ` +
    `${MOST_VIEW_TRANSITIONS} are drawn: look at fewer signals, or write it as .aut`
  );
}

export function viewDot(view: AbstractView): string {
  const { lts, mission, signals, without } = view;
  const title = `${mission}: ${signals.join(", ")}${without.length === 0 ? "" : `, without ${without.join(", ")}`}`;
  const lines = [
    `digraph ${quoted(mission)} {`,
    `  tooltip=${quoted(title)};`,
    "  node [shape=circle, fontname=Helvetica, fontsize=12, width=0.45, fixedsize=true];",
    "  edge [fontname=Helvetica, fontsize=10, arrowsize=0.7];",
    "  nodesep=0.6; ranksep=0.7;",
    '  start [shape=point, width=0.08, label="", tooltip="start"];',
    `  start -> ${lts.initial} [tooltip="start"];`,
  ];
  for (let s = 0; s < lts.states; s++) lines.push(`  ${s} [tooltip=${quoted(`state ${s}`)}];`);
  for (const [key, labels] of edgesOf(lts)) {
    const [from, to] = key.split(" ");
    lines.push(
      `  ${from} -> ${to} [label=${quoted(labels.map(wrapped).join("\n"))}, tooltip=${quoted(labels.join(" | "))}];`,
    );
  }
  lines.push("}", "");
  return lines.join("\n");
}

function edgesOf(lts: Lts): Map<string, string[]> {
  const edges = new Map<string, string[]>();
  for (let s = 0; s < lts.states; s++) {
    for (let t = lts.first[s]!; t < lts.first[s + 1]!; t++) {
      const key = `${s} ${lts.target[t]}`;
      const label = lts.label[t] === TAU ? "(inside)" : lts.labels[lts.label[t]!]!;
      const known = edges.get(key);
      if (known === undefined) edges.set(key, [label]);
      else known.push(label);
    }
  }
  return edges;
}

const LONG_LINE = 34;

/** A long label on several lines; those after the first begin with the point that joins them. Blanks keep it off its edge. */
function wrapped(label: string): string {
  const lines: string[] = [];
  for (const [i, part] of label.split(".").entries()) {
    const text = i === 0 ? part : `.${part}`;
    const last = lines.at(-1);
    if (last === undefined || last.length + text.length > LONG_LINE) lines.push(text);
    else lines[lines.length - 1] = last + text;
  }
  return lines.map((line) => `  ${line}  `).join("\n");
}

function quoted(text: string): string {
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`;
}
