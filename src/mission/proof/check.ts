/** Checks one property of a mission on its automaton: verdict, what exactly was proved, and the shortest counterexample. */
import { codedDiagnostic, type Diagnostic } from "../../core/index.ts";
import type { Automaton } from "../automaton/automaton.ts";
import type { Condition, Name } from "../syntax/tree.ts";
import { checkConflict } from "./check-conflict.ts";
import { checkSafety } from "./check-safety.ts";
import { checkShape } from "./check-shape.ts";
import { checkDeadlock, checkReach, checkResponse } from "./check-waiting.ts";
import { proofCodes as codes } from "./codes.ts";
import { CheckContext, type CheckOptions } from "./context.ts";
import type { Counterexample } from "./counterexample.ts";
import { ProductLimit } from "./product.ts";
import type { Property } from "./resolve.ts";
import { TooManyMemories } from "./sequence-observer.ts";
import { whyHollow } from "./vacuity.ts";
import type { ReachFacts, ResponseFacts, Verdict } from "./verdict.ts";

interface Found {
  readonly counterexample: Counterexample | null;
  readonly proved: string;
  readonly vacuous: string | null;
  readonly endless?: Counterexample | null;
  readonly response?: ResponseFacts | null;
  readonly reach?: ReachFacts | null;
}

/** The property must have been resolved for this very automaton. */
export function checkProperty(automaton: Automaton, property: Property, options: CheckOptions = {}): Verdict {
  const began = options.clock?.();
  const context = new CheckContext(automaton, property, options);
  const found = lookedAt(context);
  const passed = options.clock?.();
  const common = {
    property: property.name,
    text: property.text,
    configurations: context.configurations,
    reactions: context.reactions,
    time_ms: began === undefined || passed === undefined ? null : passed - began,
  };
  const nothing = { response: null, reach: null, counterexample: null, endless: null };
  if ("diagnostics" in found) {
    const proved = found.diagnostics[0]?.message ?? "";
    return { ...common, ...nothing, verdict: "undecided", proved, diagnostics: found.diagnostics };
  }
  const { counterexample, vacuous, proved, endless = null, response = null, reach = null } = found;
  const message = `${property.name} says nothing: ${vacuous}`;
  return {
    ...common,
    verdict: counterexample !== null ? "fails" : vacuous !== null ? "vacuous" : "holds",
    proved: vacuous === null ? proved : `it says nothing: ${vacuous}`,
    response,
    reach,
    counterexample,
    endless,
    diagnostics: vacuous === null ? [] : [codedDiagnostic(codes.vacuous, property.nameAt, message)],
  };
}

function lookedAt(context: CheckContext): Found | { readonly diagnostics: readonly Diagnostic[] } {
  const { form, name, nameAt } = context.property;
  try {
    switch (form.kind) {
      case "response":
        return checkResponse(context, form);
      case "reach":
        return checkReach(context, form);
      case "deadlock":
        return checkDeadlock(context, form);
      case "conflict":
        return checkConflict(context, form);
      case "shape":
        return checkShape(context, form);
      default:
        return checkSafety(context, form);
    }
  } catch (error) {
    if (!(error instanceof ProductLimit) && !(error instanceof TooManyMemories)) throw error;
    const hint = "assume less at once (`without`), shorten the sequence, or split the mission";
    return { diagnostics: [codedDiagnostic(codes.limit, nameAt, `${name} is undecided: ${error.message}`, { hint })] };
  }
}

/**
 * A warning for each action that can never match because it contradicts itself or a part of it never happens. That its parts never come
 * together is not a reason to warn: for an error that is what has to be proved.
 */
export function checkActions(
  automaton: Automaton,
  actions: readonly { readonly name: Name; readonly condition: Condition }[],
): Diagnostic[] {
  return actions.flatMap(({ name, condition }) => {
    const { at } = name;
    const assumptions = { without: [], given: null, tasksStop: false, recur: [], at };
    const form = { kind: "never", condition } as const;
    const property = {
      name: name.text,
      nameAt: at,
      text: "",
      at,
      form,
      scope: { after: null, until: null },
      assumptions,
    };
    const context = new CheckContext(automaton, property, {});
    const why = whyHollow(context, condition);
    if (why === null) return [];
    const message = `${name.text} can never match: ${why}`;
    return [codedDiagnostic(codes.neverMatches, at, message)];
  });
}
