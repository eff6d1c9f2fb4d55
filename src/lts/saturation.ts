/**
 * Weak steps. p ⇒ q by any number of internal steps, also none; p ⇒a⇒ q with one visible step a among them. The saturated system has a
 * transition for each weak step, internal ones for ⇒ included, so that weak bisimilarity is its strong bisimilarity [Milner1989]. It may have n² transitions
 * for each label: there is a limit.
 */
import { beyond, type Limited, within } from "./codes.ts";
import { Lts, LtsBuilder, TAU } from "./lts.ts";

export const DEFAULT_WEAK_STEPS = 10_000_000;

/** Of a system without internal cycles other than loops. */
export function saturated(lts: Lts, mostSteps = DEFAULT_WEAK_STEPS): Limited<Lts> {
  const { states, first, label, target } = lts;
  const builder = new LtsBuilder();
  // What each state reaches internally, itself first; filled below before it is used.
  const reach: (Int32Array | null)[] = new Array(states).fill(null);
  const seen = new Int32Array(states).fill(-1);
  const stack = new Int32Array(states);
  let kept = 0;
  const reachOf = (s: number): Int32Array => {
    const known = reach[s];
    if (known != null) return known;
    let count = 1;
    let done = 0;
    stack[0] = s;
    seen[s] = s;
    while (done < count) {
      const p = stack[done++]!;
      for (let t = first[p]!; t < first[p + 1]!; t++) {
        const to = target[t]!;
        if (label[t] !== TAU || seen[to] === s) continue;
        seen[to] = s;
        stack[count++] = to;
      }
    }
    const set = stack.slice(0, count);
    reach[s] = set;
    kept += count;
    return set;
  };

  // For one state: its visible weak steps, label by label, each target once.
  const byLabel = new Map<number, Set<number>>();
  let steps = 0;
  for (let s = 0; s < states; s++) {
    const own = reachOf(s);
    byLabel.clear();
    steps += own.length;
    for (const p of own) {
      builder.add(s, TAU, p);
      for (let t = first[p]!; t < first[p + 1]!; t++) {
        const a = label[t]!;
        if (a === TAU) continue;
        let targets = byLabel.get(a);
        if (targets === undefined) {
          targets = new Set();
          byLabel.set(a, targets);
        }
        // What lies behind a target that is known is known.
        if (targets.has(target[t]!)) continue;
        for (const q of reachOf(target[t]!)) targets.add(q);
      }
    }
    for (const [a, targets] of byLabel) {
      steps += targets.size;
      if (steps > mostSteps) break;
      for (const q of targets) builder.add(s, a, q);
    }
    if (steps > mostSteps || kept > mostSteps)
      return beyond(
        `there are more than ${mostSteps} weak steps (${states} states after branching reduction)`,
        "use branching equivalence, or hide less",
      );
  }
  const { initial, first: f, label: l, target: q } = builder.finish(states, lts.initial);
  return within(new Lts(initial, lts.labels, f, l, q));
}

/**
 * The fewest transitions that have the same weak steps as a saturated system without two internally equivalent states: a step is left
 * out if it follows from an internal step and another one, before or behind [Eloranta1997].
 */
export function unsaturated(lts: Lts): Lts {
  const { states, first, label, target } = lts;
  // Steps of each state as sets, by label.
  const steps: Map<number, Set<number>>[] = [];
  for (let s = 0; s < states; s++) {
    const own = new Map<number, Set<number>>();
    for (let t = first[s]!; t < first[s + 1]!; t++) {
      const set = own.get(label[t]!);
      if (set === undefined) own.set(label[t]!, new Set([target[t]!]));
      else set.add(target[t]!);
    }
    own.get(TAU)?.delete(s);
    steps.push(own);
  }
  const below = (s: number): ReadonlySet<number> => steps[s]!.get(TAU) ?? new Set();
  const builder = new LtsBuilder();
  const labels = lts.labels.map((name) => builder.labels.of(name));
  for (let s = 0; s < states; s++) {
    for (const [a, targets] of steps[s]!) {
      const kept = new Set(targets);
      for (const p of below(s)) for (const q of steps[p]!.get(a) ?? []) kept.delete(q);
      for (const q of targets) for (const r of below(q)) kept.delete(r);
      for (const q of kept) builder.add(s, labels[a]!, q);
    }
  }
  return builder.finish(states, lts.initial);
}
