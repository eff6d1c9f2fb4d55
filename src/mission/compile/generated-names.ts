/** Names of signals that a mission has by itself: what its tasks, resources and timers say and hear (rules 23 to 44). */
import {
  type AutomatonSignal,
  type GeneratedRole,
  generatedSignal,
  parametersSignal,
  rolesOfWord,
  setSignal,
  signalName,
} from "../automaton/signal-roles.ts";
import type { Resource, Task } from "./checked-mission.ts";

type Tasks = ReadonlyMap<string, Task>;

/** What a name is that the mission has by itself; null for an ordinary name, which the author may use. */
export function generatedByName(
  name: string,
  tasks: Tasks,
  resources: ReadonlyMap<string, Resource>,
): AutomatonSignal | null {
  if (name === signalName("fatal")) return { name, role: "fatal", owner: null };
  const end = name.indexOf("_");
  if (end < 0) return null;
  const rest = name.slice(end + 1);
  for (const role of rolesOfWord(name.slice(0, end))) {
    const found = generatedOf(role, rest, tasks, resources);
    if (found !== null) return found;
  }
  return null;
}

/** The signal with a role and the rest of its name. */
function generatedOf(
  role: GeneratedRole,
  rest: string,
  tasks: Tasks,
  resources: ReadonlyMap<string, Resource>,
): AutomatonSignal | null {
  const task = tasks.get(rest);
  const own = (exists: boolean): AutomatonSignal | null => (exists ? generatedSignal(role, rest) : null);
  switch (role) {
    case "fatal":
      return null;
    case "armTimer":
    case "timerOver":
      return /^\d+$/.test(rest) ? { name: signalName(role, rest), role, owner: null } : null;
    case "servoingStopped":
    case "servoingStarted":
    case "resourceConflict":
      return own(resources.has(rest));
    case "initialised":
      return own(task?.hasInit === true);
    case "stopOverdue":
      return own(task !== undefined && task.stopWithin_s !== null);
    case "set": {
      const [, name, number] = /^(.*)_(\d+)$/.exec(rest) ?? [];
      return name !== undefined && tasks.has(name) ? setSignal(name, Number(number)) : null;
    }
    case "parameters":
      return parameterSignals(tasks).get(signalName(role, rest)) ?? null;
    default:
      return own(task !== undefined);
  }
}

/** By name; of two tasks with one such name, the later. */
export function parameterSignals(tasks: Tasks): ReadonlyMap<string, AutomatonSignal> {
  const signals = [...tasks.values()].flatMap(({ name, type1 }) => type1.map((t) => parametersSignal(name, t.event)));
  return new Map(signals.map((s) => [s.name, s]));
}
