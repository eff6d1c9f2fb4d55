/** Why something never happens, in words; and what a condition is made of. */
import type { Condition } from "../syntax/tree.ts";
import type { CheckContext } from "./context.ts";
import { conditionText } from "./property-text.ts";
import type { ReactionGraph } from "./reaction-graph.ts";

/** Signals up to which all combinations are tried. */
const MOST_TRIED = 12;

/** Why no reachable reaction satisfies a condition. */
export function whyNever(condition: Condition, graph: ReactionGraph, context: CheckContext): string {
  if (contradicts(condition)) return `\`${conditionText(condition)}\` contradicts itself`;
  const absent = [...positive(condition, true)].flatMap((name) => whyAbsent(name, graph, context) ?? []);
  if (absent.length > 0) return absent.join(", ");
  return `no reachable reaction has \`${conditionText(condition)}\``;
}

/** Why a signal is never present; null if it can be. */
function whyAbsent(name: string, graph: ReactionGraph, context: CheckContext): string | null {
  const { inputs, outputs, outputSets } = context.automaton.data;
  const input = inputs.findIndex((s) => s.name === name);
  if (input >= 0) return context.assumption.satisfiable(input) ? null : `${name} never comes, by assumption`;
  const output = outputs.findIndex((s) => s.name === name);
  const emitted = outputSets.some((set, k) => graph.outputSetSeen[k] === 1 && set.includes(output));
  return emitted ? null : `${name} is never emitted`;
}

/** Signals that a condition wants to be present. */
function positive(condition: Condition, sign: boolean): Set<string> {
  switch (condition.kind) {
    case "signal":
      return new Set(sign ? [condition.name.text] : []);
    case "not":
      return positive(condition.operand, !sign);
    case "and":
    case "or":
      return new Set([...positive(condition.left, sign), ...positive(condition.right, sign)]);
  }
}

/** No signals at all satisfy it. */
export function contradicts(condition: Condition): boolean {
  const names = [...new Set([...positive(condition, true), ...positive(condition, false)])];
  if (names.length > MOST_TRIED) return false;
  for (let bits = 0; bits < 1 << names.length; bits++) {
    if (holds(condition, (name) => ((bits >> names.indexOf(name)) & 1) === 1)) return false;
  }
  return true;
}

/** The value of a condition where it is known of each signal whether it is present. */
export function holds(condition: Condition, isPresent: (name: string) => boolean): boolean {
  switch (condition.kind) {
    case "signal":
      return isPresent(condition.name.text);
    case "not":
      return !holds(condition.operand, isPresent);
    case "and":
      return holds(condition.left, isPresent) && holds(condition.right, isPresent);
    case "or":
      return holds(condition.left, isPresent) || holds(condition.right, isPresent);
  }
}

/** Conditions that all have to hold for this one to hold: `A and not (B or C)` is A, not B, not C. */
export function conjuncts(condition: Condition, sign = true): Condition[] {
  switch (condition.kind) {
    case "signal":
      return [sign ? condition : negated(condition)];
    case "not":
      return conjuncts(condition.operand, !sign);
    case "and":
    case "or":
      if ((condition.kind === "and") !== sign) return [sign ? condition : negated(condition)];
      return [...conjuncts(condition.left, sign), ...conjuncts(condition.right, sign)];
  }
}

export function negated(condition: Condition): Condition {
  return { kind: "not", operand: condition, at: condition.at };
}

/** More parts are not looked at one by one. */
const MOST_PARTS = 8;

/** The parts of a condition that are worth looking at one by one. */
export function partsOf(condition: Condition): Condition[] {
  const parts = conjuncts(condition);
  return parts.length <= MOST_PARTS ? parts : [];
}

/** Why a condition cannot hold whatever the mission is meant to do: it contradicts itself, or a part of it never happens. */
export function whyHollow(context: CheckContext, condition: Condition): string | null {
  if (contradicts(condition)) return `\`${conditionText(condition)}\` contradicts itself`;
  const letters = context.letters();
  const parts = partsOf(condition);
  const bits = parts.map((part) => letters.condition(part));
  const graph = context.graph(letters);
  const never = parts.filter((_, k) => (graph.everSet & bits[k]!) === 0);
  return never.length === 0 ? null : never.map((part) => whyNever(part, graph, context)).join(", ");
}
