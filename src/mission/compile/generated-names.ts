/** Names of signals that a mission has by itself: what its tasks, resources and timers say and hear (rules 23 to 44). */
import type { Resource, Task } from "./checked-mission.ts";

/**
 * command: goes to the robot, or is a timer, and cannot be tested. end: BF_x. input: what the robot answers to a task. null: an
 * ordinary name.
 */
export function generatedRole(
  name: string,
  tasks: ReadonlyMap<string, Task>,
  resources: ReadonlyMap<string, Resource>,
): "command" | "end" | "input" | null {
  if (name === "FATAL" || /^(ARM|TIMER)_\d+$/.test(name)) return "command";
  const end = name.indexOf("_");
  const rest = name.slice(end + 1);
  const task = tasks.get(rest);
  switch (name.slice(0, Math.max(end, 0))) {
    case "WAIT":
    case "INIT":
    case "START":
    case "STOP":
    case "ABORTED":
      return task === undefined ? null : "command";
    case "StartServoing":
    case "StoppedServoing":
      return resources.has(rest) ? "command" : null;
    case "CONFLICT":
      return task !== undefined || resources.has(rest) ? "command" : null;
    case "SET":
      return /_\d+$/.test(rest) && tasks.has(rest.replace(/_\d+$/, "")) ? "command" : null;
    case "PARAM":
      return parameterNames(tasks).has(name) ? "command" : null;
    case "BF":
      return task === undefined ? null : "end";
    case "STOPPED":
      return task === undefined ? null : "input";
    case "INITOK":
      return task?.hasInit === true ? "input" : null;
    case "STOPTO":
      return task !== undefined && task.stopWithin_s !== null ? "input" : null;
    default:
      return null;
  }
}

/** PARAM_ of each task and event of type 1; of two tasks with one such name, the later. */
export function parameterNames(tasks: ReadonlyMap<string, Task>): ReadonlyMap<string, Task> {
  const names = new Map<string, Task>();
  for (const task of tasks.values()) {
    for (const { event } of task.type1) names.set(`PARAM_${task.name}_${event}`, task);
  }
  return names;
}
