/**
 * The strongly connected components of the internal transitions. States that can reach each other internally are branching bisimilar, so
 * that each component may become one state; afterwards internal transitions go from higher to lower numbers only.
 */
import { Lts, LtsBuilder, TAU } from "./lts.ts";

export interface TauComponents {
  readonly component: Int32Array;
  readonly count: number;
  /** Components in which one can go round internally for ever. */
  readonly divergent: Uint8Array;
}

/** The path-based search of one pass, without recursion. Components are numbered from the far end: successors first. */
export function tauComponents(lts: Lts): TauComponents {
  const { states, first, label, target } = lts;
  const component = new Int32Array(states).fill(-1);
  const low = new Int32Array(states);
  const index = new Int32Array(states).fill(-1);
  const next = new Int32Array(states);
  const trail = new Int32Array(states);
  const open = new Int32Array(states);
  const divergent: number[] = [];
  let trailLength = 0;
  let openLength = 0;
  let visited = 0;
  let count = 0;
  for (let root = 0; root < states; root++) {
    if (index[root]! >= 0) continue;
    trail[trailLength++] = root;
    while (trailLength > 0) {
      const s = trail[trailLength - 1]!;
      if (index[s]! < 0) {
        index[s] = visited;
        low[s] = visited++;
        next[s] = first[s]!;
        open[openLength++] = s;
      }
      let down = false;
      let t = next[s]!;
      for (; t < first[s + 1]!; t++) {
        if (label[t] !== TAU) continue;
        const to = target[t]!;
        if (index[to]! < 0) {
          // Looked at again when `to` is done.
          trail[trailLength++] = to;
          down = true;
          break;
        }
        if (component[to]! < 0 && low[to]! < low[s]!) low[s] = low[to]!;
      }
      next[s] = t;
      if (down) continue;
      trailLength--;
      if (low[s] !== index[s]) continue;
      let size = 0;
      for (;;) {
        const member = open[--openLength]!;
        component[member] = count;
        size++;
        if (member === s) break;
      }
      divergent.push(size > 1 ? 1 : 0);
      count++;
    }
  }
  const marks = Uint8Array.from(divergent);
  for (let s = 0; s < states; s++)
    for (let t = first[s]!; t < first[s + 1]!; t++) if (label[t] === TAU && target[t] === s) marks[component[s]!] = 1;
  return { component, count, divergent: marks };
}

/**
 * One state for each component, its number, without internal loops. With `divergence`, a component in which one can go round for ever has a loop with a
 * label of its own, the last one.
 */
export function collapsed(
  lts: Lts,
  { component, count, divergent }: TauComponents,
  divergence: boolean,
): { readonly lts: Lts; readonly divergence: number } {
  const builder = new LtsBuilder();
  const { first, label, target, states } = lts;
  for (let s = 0; s < states; s++) {
    const from = component[s]!;
    for (let t = first[s]!; t < first[s + 1]!; t++) {
      const to = component[target[t]!]!;
      if (label[t] !== TAU || to !== from) builder.add(from, label[t]!, to);
    }
  }
  const loop = lts.labels.length;
  if (divergence) for (let c = 0; c < count; c++) if (divergent[c] === 1) builder.add(c, loop, c);
  const graph = builder.finish(count, component[lts.initial]!);
  // The builder has not seen the names.
  const labels = divergence ? [...lts.labels, DIVERGENCE_NAME] : lts.labels;
  const named = new Lts(graph.initial, labels, graph.first, graph.label, graph.target);
  return { lts: named, divergence: divergence ? loop : -1 };
}

/** Never meets a label: those have no line breaks. */
const DIVERGENCE_NAME = "\n";
