/** A shortest trace that one state has and another has not: both are followed at once, as sets of states, breadth first. */
import { type Limited, within } from "./codes.ts";
import { type SetLimits, StateSets, tooManySets } from "./determinise.ts";
import type { Lts } from "./lts.ts";

export interface DistinguishingTrace {
  /** The last label is the one that only one of them can do after the others. */
  readonly labels: readonly string[];
  readonly hasIt: "first" | "second";
}

/** Null if both have the same traces. `internalIsVisible`: internal steps are steps like all others. */
export function distinguishingTrace(
  lts: Lts,
  p: number,
  q: number,
  internalIsVisible: boolean,
  limits: SetLimits,
): Limited<DistinguishingTrace | null> {
  const sets = new StateSets(lts, internalIsVisible);
  const first = [sets.of(p)];
  const second = [sets.of(q)];
  const from = [-1];
  const by = [-1];
  const known = new Set([`${first[0]} ${second[0]}`]);
  const labelsTo = (pair: number): string[] => {
    const labels: string[] = [];
    for (let i = pair; from[i]! >= 0; i = from[i]!) labels.push(lts.labels[by[i]!]!);
    return labels.reverse();
  };
  for (let i = 0; i < first.length; i++) {
    const steps1 = sets.steps(first[i]!);
    const steps2 = sets.steps(second[i]!);
    for (const [a, to1] of steps1) {
      const to2 = steps2.get(a);
      if (to2 === undefined) return within({ labels: [...labelsTo(i), lts.labels[a]!], hasIt: "first" });
      const key = `${to1} ${to2}`;
      // Equal sets have equal traces.
      if (to1 === to2 || known.has(key)) continue;
      known.add(key);
      first.push(to1);
      second.push(to2);
      from.push(i);
      by.push(a);
    }
    for (const a of steps2.keys())
      if (!steps1.has(a)) return within({ labels: [...labelsTo(i), lts.labels[a]!], hasIt: "second" });
    if (sets.count > limits.sets || sets.members > limits.members || first.length > limits.sets)
      return tooManySets(limits);
  }
  return within(null);
}
