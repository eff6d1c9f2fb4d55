/** Properties that a finite run can violate: an observer sees every reaction, and the first violation is the shortest. */
import { signalName } from "../automaton/signal-roles.ts";
import type { Condition } from "../syntax/tree.ts";
import type { CheckContext } from "./context.ts";
import type { Counterexample } from "./counterexample.ts";
import type { Letters } from "./letters.ts";
import {
  alternationObserver,
  neverObserver,
  type Observer,
  overlapObserver,
  precedenceObserver,
  runWatch,
  type SpanWatch,
  spanWatch,
} from "./observers.ts";
import { conditionText } from "./property-text.ts";
import type { PropertyForm } from "./property-tree.ts";
import type { ReactionGraph } from "./reaction-graph.ts";
import { SequenceObserver, sequenceConditions } from "./sequence-observer.ts";
import { contradicts, negated, partsOf, whyNever } from "./vacuity.ts";

export interface SafetyResult {
  readonly counterexample: Counterexample | null;
  readonly proved: string;
  /** Why it says nothing; null where it does. */
  readonly vacuous: string | null;
}

interface Plan {
  readonly letters: Letters;
  readonly observer: Observer;
  readonly violated: string;
  readonly proved: string;
  /** Why the property says nothing about this mission; null where it does. */
  vacuous(graph: ReactionGraph): string | null;
}

export type SafetyForm = Extract<
  PropertyForm,
  { kind: "never" | "always" | "precedence" | "alternation" | "beside" | "overlap" | "sequence" }
>;

export function checkSafety(context: CheckContext, form: SafetyForm): SafetyResult {
  const plan = planOf(context, form);
  const graph = context.graph(plan.letters);
  const product = context.product(graph, plan.observer, true);
  const counterexample = context.violation(product, plan.violated);
  if (counterexample !== null) return { counterexample, proved: plan.violated, vacuous: null };
  return { counterexample: null, proved: plan.proved, vacuous: plan.vacuous(graph) };
}

function planOf(context: CheckContext, form: SafetyForm): Plan {
  switch (form.kind) {
    case "never":
      return neverPlan(context, form.condition);
    case "always":
      return neverPlan(context, negated(form.condition));
    case "precedence":
      return precedencePlan(context, form);
    case "alternation": {
      const letters = context.letters();
      const [first, second] = [letters.condition(form.first), letters.condition(form.second)];
      const [a, b] = [conditionText(form.first), conditionText(form.second)];
      return {
        letters,
        observer: alternationObserver(first, second),
        violated: `in the last reaction ${a} and ${b} do not alternate`,
        proved: `${a} comes first, and each comes only after the other`,
        vacuous: (graph) => {
          if ((graph.everSet & (first | second)) !== 0) return null;
          return [form.first, form.second].map((c) => whyNever(c, graph, context)).join(", ");
        },
      };
    }
    case "beside":
      return besidePlan(context, form);
    case "overlap":
      return overlapPlan(context, form);
    case "sequence":
      return sequencePlan(context, form);
  }
}

function neverPlan(context: CheckContext, condition: Condition): Plan {
  const letters = context.letters();
  const { after, until } = context.property.scope;
  const bit = letters.condition(condition);
  const scope = { after: letters.orNone(after), until: letters.orNone(until) };
  // A single thing that never happens is what the property asks for.
  const parts = partsOf(condition);
  const looked = parts.length > 1 ? parts : [];
  const bits = looked.map((part) => letters.condition(part));
  const text = conditionText(condition);
  return {
    letters,
    observer: neverObserver(bit, scope),
    violated: `the last reaction has \`${text}\``,
    proved: `no reachable reaction${after === null && until === null ? "" : " of the scope"} has \`${text}\``,
    vacuous: (graph) => {
      if (contradicts(condition)) return `\`${text}\` contradicts itself`;
      if (after !== null && (graph.everSet & scope.after) === 0) return whyNever(after, graph, context);
      const never = looked.filter((_, k) => (graph.everSet & bits[k]!) === 0);
      return never.length === 0 ? null : never.map((part) => whyNever(part, graph, context)).join(", ");
    },
  };
}

function precedencePlan(context: CheckContext, form: Extract<SafetyForm, { kind: "precedence" }>): Plan {
  const letters = context.letters();
  const event = letters.condition(form.event);
  const observer = precedenceObserver(event, letters.condition(form.cause), letters.orNone(form.since));
  const [e, c] = [conditionText(form.event), conditionText(form.cause)];
  const since = form.since === null ? "" : ` since \`${conditionText(form.since)}\``;
  return {
    letters,
    observer,
    violated: `the last reaction has \`${e}\`, without \`${c}\` in it or before it${since}`,
    proved: `every reaction with \`${e}\` has \`${c}\` in it or before it${since}`,
    vacuous: (graph) => ((graph.everSet & event) !== 0 ? null : whyNever(form.event, graph, context)),
  };
}

function besidePlan(context: CheckContext, form: Extract<SafetyForm, { kind: "beside" }>): Plan {
  const letters = context.letters();
  const { automaton } = context;
  const startOf = (task: string): number => letters.output(automaton.outputFor("start", task));
  const watch = (task: string): SpanWatch => {
    const [start, stop] = [startOf(task), letters.output(automaton.outputFor("stop", task))];
    if (form.span === "active") return spanWatch(start, stop);
    return runWatch(start, stop, letters.input(automaton.inputFor("stopped", task)));
  };
  const [a, b] = [form.first.text, form.second.text];
  const end = form.span === "active" ? "STOP" : "STOPPED";
  return {
    letters,
    observer: overlapObserver(watch(a), watch(b)),
    violated: `after the last reaction both ${a} and ${b} have started, and ${end} has come for neither`,
    proved: `${a} and ${b} are never both between START and ${end}`,
    vacuous: (graph) => {
      const never = [a, b].filter((task) => (graph.everSet & startOf(task)) === 0);
      return never.length === 0
        ? null
        : never.map((task) => `${signalName("start", task)} is never emitted`).join(", ");
    },
  };
}

function overlapPlan(context: CheckContext, { first, second }: Extract<SafetyForm, { kind: "overlap" }>): Plan {
  const letters = context.letters();
  const watches = [first, second].map((s) => spanWatch(letters.condition(s.from), letters.condition(s.to)));
  const [a, b] = [first, second].map((s) => `\`${conditionText(s.from)} to ${conditionText(s.to)}\``);
  return {
    letters,
    observer: overlapObserver(watches[0]!, watches[1]!),
    violated: `after the last reaction both ${a} and ${b} last`,
    proved: `${a} and ${b} never last at the same time`,
    vacuous: (graph) => {
      const never = [first.from, second.from].filter((c) => (graph.everSet & letters.condition(c)) === 0);
      return never.length === 0 ? null : never.map((c) => whyNever(c, graph, context)).join(", ");
    },
  };
}

function sequencePlan(context: CheckContext, { sequence }: Extract<SafetyForm, { kind: "sequence" }>): Plan {
  const letters = context.letters();
  const conditions = sequenceConditions(sequence);
  for (const condition of conditions) letters.condition(condition);
  const observer = new SequenceObserver(sequence, (condition) => letters.condition(condition));
  return {
    letters,
    observer,
    violated: "the last reaction completes the sequence",
    proved: "no run has reactions that match the sequence",
    vacuous: (graph) => {
      if (observer.canMatch(graph.everSet)) return null;
      const never = conditions.filter((c) => (graph.everSet & letters.condition(c)) === 0);
      return never.map((c) => whyNever(c, graph, context)).join(", ");
    },
  };
}
