/**
 * Abstract views: what an observer sees of a mission who looks at some signals only [Simon1996, section 5, Figures 7 and 8].
 *
 *   1  states that differ in no observed output are merged (minimise)
 *   2  each reaction is a label: `?A` for an observed input that is present, `!B` for an observed output, inputs before outputs, each
 *      sorted by name, joined by points; a reaction with none of them is internal
 *   3  reduced modulo branching bisimulation: internal reactions that change nothing are not seen, choices are kept. Another equivalence may
 *      be chosen; modulo traces only the order of what is seen remains, which makes the smallest pictures
 *
 * A label says of every observed signal whether it is present. What the view shows is exact: its visible sequences are the automaton's. That an
 * internal loop may go on for ever is not seen (fairness), unless the equivalence is one that sees it.
 */

import { beyond, type Equivalence, type Limited, type Lts, LtsBuilder, reduce, TAU, within } from "../../lts/index.ts";
import type { Automaton } from "../automaton/automaton.ts";
import { minimise } from "../automaton/minimise.ts";
import { ObservedSteps } from "../export/observed-steps.ts";
import { nominal } from "./nominal.ts";

/** Every state has a step for each legal set of the observed inputs, so these must be few. */
export const MOST_OBSERVED_INPUTS = 12;
export const MOST_OBSERVED_STEPS = 4_000_000;

export interface AbstractView {
  readonly mission: string;
  readonly signals: readonly string[];
  /** Inputs that are assumed never to come. */
  readonly without: readonly string[];
  readonly equivalence: Equivalence;
  readonly lts: Lts;
  /** The automaton that is viewed. */
  readonly whole: { readonly states: number; readonly transitions: number; readonly hash: string };
}

export interface ViewOptions {
  /** Inputs that never come. */
  readonly without?: readonly string[];
  readonly equivalence?: Equivalence;
}

/** Throws a RangeError for a signal that the automaton does not have, or that is excluded: see viewDiagnostics. */
export function abstractView(
  automaton: Automaton,
  signals: readonly string[],
  { without = [], equivalence = "branching" }: ViewOptions = {},
): Limited<AbstractView> {
  const { data } = automaton;
  const inputs = data.inputs.filter((s) => signals.includes(s.name)).length;
  if (inputs > MOST_OBSERVED_INPUTS) {
    return beyond(
      `${inputs} observed inputs are more than ${MOST_OBSERVED_INPUTS}: a state has a reaction for each set of them`,
      "observe fewer inputs",
    );
  }
  const steps = observed(automaton, signals, without);
  if (steps.value === null) return steps;
  const whole = { states: automaton.states, transitions: automaton.countTransitions(), hash: automaton.hash() };
  const reduced = reduce(steps.value, equivalence);
  if (reduced.value === null) return reduced;
  const lts = sorted(reduced.value);
  return within({ mission: data.mission, signals: [...new Set(signals)].sort(), without, equivalence, lts, whole });
}

/** Steps 1 and 2. */
function observed(automaton: Automaton, signals: readonly string[], without: readonly string[]): Limited<Lts> {
  const { outputs } = automaton.data;
  const small = minimise(nominal(automaton, without), (o) => signals.includes(outputs[o]!.name));
  const view = new ObservedSteps(small, signals);
  const builder = new LtsBuilder();
  const { data } = small;
  for (let state = 0; state < small.states; state++) {
    for (const { present, outputs: given, next } of view.of(state)) {
      const names = (mark: string, list: readonly string[]): string[] => list.map((name) => mark + name).sort();
      const parts = [
        ...names(
          "?",
          present.map((i) => data.inputs[i]!.name),
        ),
        ...names(
          "!",
          given.map((o) => data.outputs[o]!.name),
        ),
      ];
      builder.add(state, parts.length === 0 ? TAU : builder.labels.of(parts.join(".")), next);
    }
    if (builder.transitions > MOST_OBSERVED_STEPS)
      return beyond(`the view has more than ${MOST_OBSERVED_STEPS} reactions before it is reduced`, "observe less");
  }
  return within(builder.finish(small.states));
}

/** States in the order of a breadth-first search along sorted labels, so that equal views have equal numbers wherever labels decide. */
function sorted(lts: Lts): Lts {
  const place = new Int32Array(lts.states).fill(-1);
  const order = [lts.initial];
  place[lts.initial] = 0;
  const transitions = (s: number): number[] => {
    const list = Array.from({ length: lts.first[s + 1]! - lts.first[s]! }, (_, k) => lts.first[s]! + k);
    const name = (t: number): string => lts.labels[lts.label[t]!]!;
    return list.sort((a, b) => (name(a) < name(b) ? -1 : name(a) > name(b) ? 1 : lts.target[a]! - lts.target[b]!));
  };
  const builder = new LtsBuilder();
  for (let i = 0; i < order.length; i++) {
    for (const t of transitions(order[i]!)) {
      const to = lts.target[t]!;
      if (place[to]! < 0) place[to] = order.push(to) - 1;
      builder.add(i, builder.labels.of(lts.labels[lts.label[t]!]!), place[to]!);
    }
  }
  return builder.finish(order.length);
}

/** For reading: every state with its transitions. */
export function viewText({ mission, signals, without, equivalence, lts, whole }: AbstractView): string {
  const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? "" : "s"}`;
  const lines = [
    `${mission}, seen through ${signals.join(", ")}${without.length === 0 ? "" : `, without ${without.join(", ")}`}:`,
    `${count(lts.states, "state")}, ${count(lts.transitions, "transition")} modulo ${equivalence} equivalence; the automaton has ${whole.states} and ${whole.transitions}`,
    "",
  ];
  const used = lts.labelCounts();
  const width = Math.max(0, ...lts.labels.filter((_, a) => used[a]! > 0).map((label) => label.length));
  for (let s = 0; s < lts.states; s++) {
    if (lts.first[s] === lts.first[s + 1]) lines.push(`${s}  nothing more is seen`);
    for (let t = lts.first[s]!; t < lts.first[s + 1]!; t++)
      lines.push(`${s}  ${lts.labels[lts.label[t]!]!.padEnd(width)}  to ${lts.target[t]}`);
  }
  return `${lines.join("\n")}\n`;
}
