/**
 * Conflicts. On a resource r: StartServoing_r and StoppedServoing_r alternate, beginning with a start, and CONFLICT_r never comes. In a
 * reaction with both, the old law stops before the new one starts. On a task x: CONFLICT_x (two calls at once) never comes.
 */

import type { Automaton } from "../automaton/automaton.ts";
import { type OutputRole, signalName } from "../automaton/signal-roles.ts";
import type { SafetyResult } from "./check-safety.ts";
import type { CheckContext } from "./context.ts";
import type { Counterexample } from "./counterexample.ts";
import type { Letters } from "./letters.ts";
import { alternationObserver, neverObserver, type Observer } from "./observers.ts";
import type { PropertyForm } from "./property-tree.ts";

/** Three bits for a resource, and 30 in a letter. */
const RESOURCES_AT_ONCE = 10;
const TASKS_AT_ONCE = 30;

export function checkConflict(context: CheckContext, form: Extract<PropertyForm, { kind: "conflict" }>): SafetyResult {
  const { automaton } = context;
  const { tasks } = automaton.data;
  const taskNames = tasks.map((t) => t.name);
  const used = [...new Set(tasks.flatMap((t) => t.resources))];
  const named = form.owners.map((n) => n.text);
  const all = named.length === 0;
  const owners = all ? [...used, ...taskNames] : [...new Set(named)];
  const resources = owners.filter((o) => used.includes(o));
  const calls = owners.filter((o) => !used.includes(o));
  let best: Counterexample | null = null;
  const unused: string[] = [];
  const look = (
    names: readonly string[],
    atOnce: number,
    observe: (name: string, letters: Letters) => Observer,
  ): void => {
    for (let from = 0; from < names.length; from += atOnce) {
      const some = names.slice(from, from + atOnce);
      const letters = context.letters();
      const observers = some.map((name) => observe(name, letters));
      const graph = context.graph(letters);
      some.forEach((name, k) => {
        const found = context.violation(context.product(graph, observers[k]!, true), "");
        if (found !== null && (best === null || found.reactions.length < best.reactions.length)) {
          best = { ...found, why: reason(name, found, automaton) };
        }
        const role = used.includes(name) ? "servoingStarted" : "start";
        const isStarted = (graph.everSet & letters.output(automaton.outputFor(role, name))) !== 0;
        if (!isStarted) unused.push(`${signalName(role, name)} is never emitted`);
      });
    }
  };
  look(resources, RESOURCES_AT_ONCE, (name, letters) =>
    alternationObserver(
      letters.output(automaton.outputFor("servoingStarted", name)),
      letters.output(automaton.outputFor("servoingStopped", name)),
      letters.output(automaton.outputFor("resourceConflict", name)),
    ),
  );
  look(calls, TASKS_AT_ONCE / 2, (name, letters) => {
    letters.output(automaton.outputFor("start", name));
    return neverObserver(letters.output(automaton.outputFor("taskConflict", name)), { after: 0, until: 0 });
  });
  const found = best as Counterexample | null;
  if (found !== null) return { counterexample: found, proved: found.why, vacuous: null };
  const sentences = [
    ...(resources.length === 0 ? [] : [`on ${resources.join(", ")} starts and stops alternate, without conflict`]),
    ...(calls.length === 0 ? [] : [`${calls.join(", ")}: never called twice at once`]),
  ];
  return {
    counterexample: null,
    proved: sentences.length === 0 ? "there is nothing to share" : sentences.join("; "),
    vacuous: all || unused.length === 0 ? null : unused.join(", "),
  };
}

function reason(owner: string, { reactions }: Counterexample, automaton: Automaton): string {
  const outputs = reactions.at(-1)?.outputs ?? [];
  const has = (role: OutputRole): boolean =>
    outputs.includes(automaton.data.outputs[automaton.outputFor(role, owner)]?.name ?? "");
  if (has("taskConflict")) return `in the last reaction ${owner} is called while another call of it is there`;
  if (has("resourceConflict")) return `in the last reaction two tasks want ${owner} at once`;
  if (has("servoingStarted")) {
    return `in the last reaction a law starts on ${owner} before the one before it has stopped`;
  }
  return `in the last reaction a law stops on ${owner} that never started`;
}
