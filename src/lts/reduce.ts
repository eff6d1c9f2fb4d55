/**
 * The smallest system that is equivalent to a given one, for five equivalences, from the finest:
 *
 *   strong       step by step the same, internal steps included
 *   dpbranching  internal steps that change nothing are not seen, except that going on internally for ever is
 *   branching    the same, and going on internally for ever is not seen (it is taken to end at some time: fairness)
 *   weak         the same, but what becomes impossible *during* internal steps before and behind a visible one is not seen
 *   trace        only which visible steps can follow each other; deadlocks and choices are not seen
 *
 * The result has only reached states, numbered breadth first, and each transition once.
 */
import { branchingPartition } from "./branching-partition.ts";
import { type Limited, within } from "./codes.ts";
import { DEFAULT_SET_LIMITS, determinised, type SetLimits } from "./determinise.ts";
import type { Lts } from "./lts.ts";
import { anyMember, quotient } from "./quotient.ts";
import { DEFAULT_WEAK_STEPS, saturated, unsaturated } from "./saturation.ts";
import { strongPartition } from "./strong-partition.ts";
import { collapsed, tauComponents } from "./tau-components.ts";
import { reachable } from "./transform.ts";

export const equivalences = ["strong", "dpbranching", "branching", "weak", "trace"] as const;
export type Equivalence = (typeof equivalences)[number];

export interface ReductionLimits {
  readonly weakSteps: number;
  readonly sets: SetLimits;
}

export const DEFAULT_REDUCTION_LIMITS: ReductionLimits = { weakSteps: DEFAULT_WEAK_STEPS, sets: DEFAULT_SET_LIMITS };

export function reduce(lts: Lts, equivalence: Equivalence, limits = DEFAULT_REDUCTION_LIMITS): Limited<Lts> {
  switch (equivalence) {
    case "strong":
      return within(reduceStrong(lts));
    case "dpbranching":
      return within(reduceBranching(lts, true));
    case "branching":
      return within(reduceBranching(lts, false));
    case "weak":
      return reduceWeak(lts, limits.weakSteps);
    case "trace":
      return reduceTrace(lts, limits.sets);
  }
}

export function reduceStrong(lts: Lts): Lts {
  const system = reachable(lts);
  const { block, blocks } = strongBlocks(system);
  return quotient(system, block, anyMember(block, blocks), { internalLoops: true });
}

/** Above this, signatures would cost more than the partition of transitions, whose time does not depend on it. */
const FEW_TRANSITIONS = 64;

/** The block of every state modulo strong bisimilarity: by signatures where states have few transitions, about three times as fast. */
export function strongBlocks(lts: Lts): { readonly block: Int32Array; readonly blocks: number } {
  let most = 0;
  for (let s = 0; s < lts.states; s++) most = Math.max(most, lts.first[s + 1]! - lts.first[s]!);
  return most <= FEW_TRANSITIONS ? branchingPartition(lts, true) : strongPartition(lts);
}

/** With `divergence`, a state that can go on internally for ever has an internal loop in the result. */
export function reduceBranching(lts: Lts, divergence: boolean): Lts {
  const system = reachable(lts);
  const graph = collapsed(system, tauComponents(system), divergence);
  const { block, bottom } = branchingPartition(graph.lts);
  return quotient(graph.lts, block, bottom, { internalLoops: false, divergence: graph.divergence });
}

function reduceWeak(lts: Lts, mostSteps: number): Limited<Lts> {
  // Branching bisimilar states are weakly bisimilar, and there are no internal cycles left.
  const steps = saturated(reduceBranching(lts, false), mostSteps);
  if (steps.value === null) return steps;
  const { block, blocks } = strongBlocks(steps.value);
  const all = quotient(steps.value, block, anyMember(block, blocks), { internalLoops: true });
  return within(reachable(unsaturated(all)));
}

function reduceTrace(lts: Lts, limits: SetLimits): Limited<Lts> {
  const deterministic = determinised(reduceBranching(lts, false), limits);
  return deterministic.value === null ? deterministic : within(reduceStrong(deterministic.value));
}
