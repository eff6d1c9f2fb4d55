/**
 * Properties as text again, in one layout: with their actions written out, a text says all that was proved, whatever else changes in
 * the file it came from.
 */
import type { Condition, Name } from "../syntax/tree.ts";
import type { PropertyDeclaration, PropertyForm, Sequence } from "./property-tree.ts";

/** Binding: or 0, and 1, not 2. */
export function conditionText(condition: Condition, binding = 0): string {
  const { kind } = condition;
  if (kind === "signal") return condition.name.text;
  if (kind === "not") {
    const text = `not ${conditionText(condition.operand, 3)}`;
    return binding > 2 ? `(${text})` : text;
  }
  const own = kind === "or" ? 0 : 1;
  // The operators are read from the left, so a right operand of the same kind needs brackets to stay one.
  const text = `${conditionText(condition.left, own)} ${kind} ${conditionText(condition.right, own + 1)}`;
  return binding > own ? `(${text})` : text;
}

function sequenceText(sequence: Sequence, inside = false): string {
  switch (sequence.kind) {
    case "one":
      return conditionText(sequence.condition);
    case "any":
      return "any reaction";
    case "then": {
      const text = sequence.parts.map((p) => sequenceText(p, true)).join(" then ");
      return inside ? `{ ${text} }` : text;
    }
    case "either":
      return `{ ${sequence.parts.map((p) => sequenceText(p)).join(", ")} }`;
    case "repeat": {
      const { part, least, most } = sequence;
      const times =
        most === null ? (least === 0 ? "any number of" : "at least one of") : least === 0 ? "maybe" : `${least} times`;
      const text = sequenceText(part, true);
      return `${times} ${part.kind === "repeat" ? `{ ${text} }` : text}`;
    }
  }
}

const names = (list: readonly Name[]): string => list.map((n) => n.text).join(", ");

export function formText(form: PropertyForm): string {
  const text = conditionText;
  switch (form.kind) {
    case "never":
    case "always":
      return `${form.kind} ${text(form.condition)}`;
    case "reach":
      return `always ${form.certain ? "reaches" : "can reach"} ${text(form.goal)}${form.again ? " again" : ""}`;
    case "response": {
      const { demand } = form;
      const how =
        demand.kind === "within"
          ? `within ${demand.reactions} reaction${demand.reactions === 1 ? "" : "s"}`
          : { same: "in the same reaction", everyRun: "on every run", eventually: "eventually" }[demand.kind];
      return `${text(form.trigger)} leads to ${text(form.answer)} ${how}`;
    }
    case "precedence":
      return `${text(form.event)} only after ${text(form.cause)}${form.since === null ? "" : ` since ${text(form.since)}`}`;
    case "alternation":
      return `${text(form.first)}, ${text(form.second)} alternate`;
    case "conflict":
      return `no conflict${form.owners.length === 0 ? "" : ` on ${names(form.owners)}`}`;
    case "deadlock":
      return `no deadlock${form.except === null ? "" : ` except after ${text(form.except)}`}`;
    case "beside":
      return `${form.first.text} never ${form.span} beside ${form.second.text}`;
    case "overlap": {
      const [a, b] = [form.first, form.second].map((s) => `${text(s.from)} to ${text(s.to)}`);
      return `${a} never overlaps ${b}`;
    }
    case "sequence":
      return `never sequence ${sequenceText(form.sequence)}`;
    case "shape":
      return `on ${names(form.observed)} conforms to "${form.file.text}"`;
  }
}

/** Without the name and the semicolon. */
export function propertyText({ form, scope, assumptions }: Omit<PropertyDeclaration, "name" | "at">): string {
  const parts = [formText(form)];
  if (scope.after !== null) parts.push(`after ${conditionText(scope.after)}`);
  if (scope.until !== null) parts.push(`until ${conditionText(scope.until)}`);
  if (assumptions.without.length > 0) parts.push(`without ${names(assumptions.without)}`);
  if (assumptions.given !== null) parts.push(`given ${conditionText(assumptions.given)}`);
  if (assumptions.tasksStop) parts.push("provided tasks stop");
  if (assumptions.recur.length > 0) parts.push(`provided ${names(assumptions.recur)} recur`);
  return parts.join(" ");
}
