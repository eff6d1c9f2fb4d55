/** Pieces of a mission in the author's words, for messages and for the names of statements. */
import type { Condition, Trigger } from "./tree.ts";

export function writtenCondition(condition: Condition): string {
  if (condition.kind === "signal") return condition.name.text;
  if (condition.kind === "not") return `not ${inner(condition.operand)}`;
  return `${inner(condition.left)} ${condition.kind} ${inner(condition.right)}`;
}

function inner(condition: Condition): string {
  const text = writtenCondition(condition);
  return condition.kind === "and" || condition.kind === "or" ? `(${text})` : text;
}

export function writtenTrigger(trigger: Trigger): string {
  if (trigger.kind === "delay") return `${trigger.duration.amount} ${trigger.duration.unit}`;
  return `${trigger.immediate ? "immediate " : ""}${writtenCondition(trigger.condition)}`;
}
