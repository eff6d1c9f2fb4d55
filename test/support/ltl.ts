/**
 * Properties of missions as formulas of linear temporal logic for the models of promela.ts, as far as that logic can say them: without the
 * operator X, since a model shows each reaction again and again until the next one. So what counts reactions (within 3 reactions, alternation,
 * sequences) cannot be said, nor what can still happen (always can reach). Written from what the forms mean (docs), not from the checker.
 *
 *   p V q (release): q holds up to and with the first p
 *   p W q (weak until): p holds as long as there was no q
 */
import type { Property } from "../../src/mission/proof/index.ts";
import type { Condition } from "../../src/mission/syntax/tree.ts";

export function ltlCondition(condition: Condition): string {
  switch (condition.kind) {
    case "signal":
      return condition.name.text;
    case "not":
      return `!(${ltlCondition(condition.operand)})`;
    case "and":
      return `(${ltlCondition(condition.left)} && ${ltlCondition(condition.right)})`;
    case "or":
      return `(${ltlCondition(condition.left)} || ${ltlCondition(condition.right)})`;
  }
}

/** null: the logic cannot say it. */
export function ltlOf(property: Property, tasks: readonly string[]): string | null {
  const said = formula(property);
  if (said === null) return null;
  const { without, given, tasksStop, recur } = property.assumptions;
  // What holds in every reaction is one assumption: the translation of SPIN takes much longer for several.
  const throughout = [...without.map((name) => `!${name.text}`), ...(given === null ? [] : [ltlCondition(given)])];
  const assumed = [
    ...(throughout.length === 0 ? [] : [`[] (reacted -> (${throughout.join(" && ")}))`]),
    // The answer comes in a later reaction than the command.
    ...(tasksStop ? tasks.map((x) => `[] (STOP_${x} -> <> (STOPPED_${x} && !STOP_${x}))`) : []),
    ...recur.map((name) => `[] <> ${name.text}`),
  ];
  return assumed.length === 0 ? said : `(${assumed.map((a) => `(${a})`).join(" && ")}) -> (${said})`;
}

function formula({ form, scope }: Property): string | null {
  if (scope.after !== null) return null;
  const throughout = (what: string): string =>
    scope.until === null ? `[] ${what}` : `(reacted && ${ltlCondition(scope.until)}) V ${what}`;
  switch (form.kind) {
    case "never":
      return throughout(`!(reacted && ${ltlCondition(form.condition)})`);
    case "always":
      return throughout(`(reacted -> ${ltlCondition(form.condition)})`);
    case "response": {
      const [trigger, answer] = [ltlCondition(form.trigger), ltlCondition(form.answer)];
      if (form.demand.kind === "same") return throughout(`((reacted && ${trigger}) -> ${answer})`);
      return form.demand.kind === "everyRun" ? throughout(`((reacted && ${trigger}) -> <> ${answer})`) : null;
    }
    case "reach":
      if (!form.certain) return null;
      return form.again ? `[] <> ${ltlCondition(form.goal)}` : `<> (reacted && ${ltlCondition(form.goal)})`;
    case "precedence": {
      const [event, cause] = [ltlCondition(form.event), ltlCondition(form.cause)];
      return form.since === null ? `(reacted && ${cause}) V (!(reacted && ${event}) || (reacted && ${cause}))` : null;
    }
    case "beside": {
      if (form.span !== "active") return null;
      const [a, b] = [form.first.text, form.second.text];
      // A reaction that stops one and starts the other is allowed: stop comes before start.
      const alone = (x: string, y: string): string =>
        `[] ((START_${x} && !STOP_${x}) -> (STOP_${x} V (!START_${y} || STOP_${x})))`;
      return `(${alone(a, b)}) && (${alone(b, a)})`;
    }
    default:
      return null;
  }
}

/** The signals that a property speaks about, those of its assumptions included. */
export function signalsOf(ltl: string, known: readonly string[]): string[] {
  const words = new Set(ltl.match(/[A-Za-z_][A-Za-z0-9_]*/g));
  return known.filter((name) => words.has(name));
}
