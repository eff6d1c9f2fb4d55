/**
 * Whether two systems are equivalent and, if not, what distinguishes them: a shortest trace that only one of them has, or, if they have
 * the same traces, a formula that holds in one of them only. Both are made on the reduced systems, and hold for the given ones since the logic of an
 * equivalence does not see more than the equivalence.
 */
import { branchingPartition } from "./branching-partition.ts";
import { type Limited, within } from "./codes.ts";
import type { SetLimits } from "./determinise.ts";
import { distinguishingFormula } from "./distinguishing-formula.ts";
import { distinguishingTrace } from "./distinguishing-trace.ts";
import { type Formula, partsInOrder } from "./formula.ts";
import type { Lts } from "./lts.ts";
import { DEFAULT_REDUCTION_LIMITS, type Equivalence, reduceBranching, reduceStrong, strongBlocks } from "./reduce.ts";
import { RefinementHistory } from "./refinement-history.ts";
import { saturated } from "./saturation.ts";
import { collapsed, tauComponents } from "./tau-components.ts";
import { sideBySide } from "./transform.ts";

export type Difference =
  | {
      readonly kind: "trace";
      /** Visible labels; with strong equivalence also internal ones. Only one system can do the last after the others. */
      readonly labels: readonly string[];
      readonly of: "first" | "second";
    }
  /** Both have the same traces. */
  | { readonly kind: "formula"; readonly formula: Formula; readonly of: "first" | "second" }
  /** They differ, but no reason was found within the limits. */
  | { readonly kind: "unknown"; readonly reason: string };

export interface Comparison {
  readonly equivalence: Equivalence;
  /** Null exactly if the systems are equivalent. */
  readonly difference: Difference | null;
}

/** A reason in form of a trace is looked for among so many sets of states before a formula is. */
const TRACE_EFFORT: SetLimits = { sets: 100_000, members: 5_000_000 };

export function compare(
  a: Lts,
  b: Lts,
  equivalence: Equivalence,
  limits = DEFAULT_REDUCTION_LIMITS,
): Limited<Comparison> {
  const reduced = (lts: Lts): Lts =>
    equivalence === "strong" ? reduceStrong(lts) : reduceBranching(lts, equivalence === "dpbranching");
  const first = reduced(a);
  const second = reduced(b);
  const both = sideBySide(first, second);
  const [p, q] = [first.initial, first.states + second.initial];
  if (equivalence === "trace") {
    const trace = distinguishingTrace(both, p, q, false, limits.sets);
    if (trace.problem !== null) return trace;
    const { value } = trace;
    return within({
      equivalence,
      difference: value === null ? null : { kind: "trace", labels: value.labels, of: value.hasIt },
    });
  }
  const steps = equivalence === "weak" ? saturated(both, limits.weakSteps) : within(both);
  if (steps.value === null) return steps;
  const block = blocksOf(steps.value, equivalence);
  if (block[p] === block[q]) return within({ equivalence, difference: null });
  return within({ equivalence, difference: differenceOf(both, steps.value, p, q, equivalence) });
}

/** Of two reduced systems side by side. */
function blocksOf(lts: Lts, equivalence: Equivalence): Int32Array {
  if (equivalence === "strong" || equivalence === "weak") return strongBlocks(lts).block;
  const components = tauComponents(lts);
  const { block } = branchingPartition(collapsed(lts, components, equivalence === "dpbranching").lts);
  return components.component.map((c) => block[c]!);
}

function differenceOf(both: Lts, steps: Lts, p: number, q: number, equivalence: Equivalence): Difference {
  const trace = distinguishingTrace(both, p, q, equivalence === "strong", TRACE_EFFORT).value;
  if (trace !== null) return { kind: "trace", labels: trace.labels, of: trace.hasIt };
  const kind = equivalence === "branching" || equivalence === "dpbranching" ? equivalence : "strong";
  const history = new RefinementHistory(steps, kind);
  const weak = equivalence === "weak";
  const made = history.separate(p, q)
    ? [distinguishingFormula(history, p, q, weak), distinguishingFormula(history, q, p, weak)]
    : [];
  const reasons = made.flatMap((formula, i) => {
    if (formula === null) return [];
    // Something that the other can do rather than something that this one cannot.
    const negative = formula.kind === "not";
    const of = (i === 0) === negative ? "second" : "first";
    return [{ kind: "formula", formula: negative ? formula.of : formula, of } as const];
  });
  reasons.sort((x, y) => complexity(x.formula) - complexity(y.formula));
  return reasons[0] ?? { kind: "unknown", reason: "the reason is too long to be written down" };
}

/** What cannot be done is harder to read than what can. */
function complexity(formula: Formula): number {
  return partsInOrder(formula).reduce((sum, { kind }) => sum + (kind === "not" ? 3 : 1), 0);
}
